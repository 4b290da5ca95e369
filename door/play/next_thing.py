"""The next thing to do: one suggestion for the menu and for the end of a game. And a caller's puzzle score.

Pure. The facts are values that a call has anyway; none needs the journal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from door.games.info import Info
from door.play.books import Books, Hundredths, gap
from door.ui.texts import Sentence, tr

MOVE, SAVED, FIRST, PUZZLE = "move", "saved", "first", "puzzle"
DEAL, RIVAL, UNPLAYED, GUIDED = "deal", "rival", "unplayed", "guided"
KEYS: Final = {PUZZLE: "w", DEAL: "d"}
"""The keys of a door's title page that lead there."""

KEY: Final = "tab"


class PuzzleTally(NamedTuple):
    """A caller's puzzle score: the last day, puzzles solved and tried, and days in a row up to that day."""

    day: str = ""
    solved: int = 0
    tried: int = 0
    streak: int = 0

    def after(self, day: str, day_before: str, right: bool) -> PuzzleTally:
        running = self.at(day, day_before).streak
        return PuzzleTally(day, self.solved + right, self.tried + 1, running + 1 if right else 0)

    def at(self, day: str, day_before: str) -> PuzzleTally:
        """Return the score as of that day. The streak ends if the caller missed `day_before`, the last day on
        which anybody played."""
        return self if day_before <= self.day <= day else self._replace(streak=0)

    def stands(self) -> str:
        if self.streak > 1:
            days = tr.count.days(n=self.streak)
            return tr.puzzle.solved_of_running(solved=self.solved, tried=self.tried, days=days)
        return tr.puzzle.solved_of(solved=self.solved, tried=self.tried)

    def text(self) -> str:
        return " ".join(map(str, self))


TALLY: Final = "puzzle"
"""The key of a caller's saved puzzle score at a door."""


def read_tally(chosen: Mapping[str, str]) -> PuzzleTally:
    """Return the score saved with a caller's choices at a door. An invalid one gives an empty one."""
    day, *numbers = chosen.get(TALLY, "").split(" ")
    if len(numbers) != 3 or not all(number.isascii() and number.isdigit() for number in numbers):
        return PuzzleTally()
    return PuzzleTally(day, *(int(number[:9]) for number in numbers))


class AtDoor(NamedTuple):
    """What is true for the caller at one door. `saved`: an interrupted game waits. `puzzles` is the caller's
    puzzle score, or None at a door without puzzles. `first`: a newcomer's first game is best played here."""

    slug: str
    info: Info
    books: Books
    saved: bool = False
    puzzles: PuzzleTally | None = None
    first: bool = False


class Suggestion(NamedTuple):
    """One thing to do (`what`), at the door `slug`, in words. `does` follows "Type next to"."""

    what: str
    slug: str
    text: str
    does: Sentence


def next_thing(mover: str, doors: Sequence[AtDoor], room: int = 0) -> Suggestion | None:
    """Return the most urgent thing to do.

    `mover` is a player who waits for this caller's move, or "". With `room`, sentences name the door if
    they then have at most that many columns.
    """
    if mover:
        return Suggestion(MOVE, "", tr.next.move(who=mover), tr.next.to_move)
    for what, at, text, does in _things(doors):
        there: str = tr.next.at_door(what=text, door=at.info.name())
        return Suggestion(what, at.slug, there if len(there) <= room else text, does)
    return None


def _things(doors: Sequence[AtDoor]) -> Iterator[tuple[str, AtDoor, str, Sentence]]:
    """Yield what is true, the most urgent first."""
    for at in doors:
        if at.saved:
            yield SAVED, at, tr.next.saved(), tr.next.to_resume
    for at in doors:
        if at.first and at.books.may_play:
            yield FIRST, at, tr.next.first(), tr.next.to_visit
    untried = [at for at in doors if _has_puzzle(at)]
    for at in sorted(untried, key=_streak, reverse=True):
        if _streak(at):
            yield PUZZLE, at, tr.next.streak(days=tr.count.days(n=_streak(at))), tr.next.to_solve
    deals = [at for at in doors if (deal := at.books.daily) and deal.may_play and not deal.played]
    for at in sorted(deals, key=lambda at: plays_deals(at.books), reverse=True):
        if plays_deals(at.books):
            yield DEAL, at, _deal(at), tr.next.to_deal
    open_doors = [at for at in doors if at.books.may_play]
    for at in sorted(open_doors, key=lambda at: at.books.rank):
        if above := at.books.rival:
            yield RIVAL, at, _ahead(at, above.caller, above.score), tr.next.to_visit
    for at in deals:
        yield DEAL, at, _deal(at), tr.next.to_deal
    for at in untried:
        yield PUZZLE, at, tr.next.puzzle(), tr.next.to_solve
    for at in open_doors:
        if not at.books.standing:
            yield UNPLAYED, at, tr.next.unplayed(), tr.next.to_visit


def _has_puzzle(at: AtDoor) -> bool:
    """True if the caller has not tried the day's puzzle. It comes from last month's games, so there must be
    some."""
    return at.puzzles is not None and at.puzzles.day != at.books.day and bool(at.books.winners)


def _streak(at: AtDoor) -> int:
    return at.puzzles.at(at.books.day, at.books.day_before).streak if at.puzzles else 0


def plays_deals(books: Books) -> int:
    """Return 2 if the caller has begun today's deal, and 1 if they have played other deals lately."""
    deal = books.daily
    return 2 if deal and deal.waiting else int(bool(deal and (deal.month_rank or deal.played_last)))


def _deal(at: AtDoor) -> str:
    waits = at.books.daily and at.books.daily.waiting
    return (tr.next.deal_waiting if waits else tr.next.deal)()


def _ahead(at: AtDoor, who: str, score: int) -> str:
    if score == at.books.score:
        return tr.next.level(who=who)
    apart = gap(score, at.books.score)
    counted = apart if isinstance(score, Hundredths) else at.info.unit(n=int(apart))
    return tr.next.ahead(who=who, gap=counted)
