"""What the records ask of any door: a game played again from its seed, told, and folded into tables.

Law: seed, options, seats and moves are all there is; the game's rules decide the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from door.games.chance import Chance, keyed
from door.games.game import (
    COMPUTER,
    EVERYBODY,
    QUIT,
    Ending,
    Game,
    IllegalMove,
    Marks,
    Outcome,
    Table,
    computer_level,
)
from door.games.info import ALL, Info, Options
from door.games.luck import Account, Review
from door.games.tallies import Entry, Tables, add, column, folded, renamed, top
from door.ui.texts import Sentence, tr

BEST_KEPT: Final = 5


def check_seats(info: Info, seats: Sequence[str]) -> None:
    """IllegalMove where these cannot sit down together."""
    low, high = info.seats
    if not low <= max(len(seats), 1) <= high:
        raise IllegalMove(tr.play.wrong_seat_count(n=len(seats), low=low, high=high))
    people = [seat.strip().casefold() for seat in seats if not seat.startswith(COMPUTER)]
    if not all(people):
        raise IllegalMove(tr.play.nameless_seat())
    if len(set(people)) < len(people):
        raise IllegalMove(tr.play.two_seats())
    if len(people) > 1 and not info.people:
        raise IllegalMove(tr.play.one_person())
    for level in (computer_level(seat) for seat in seats if seat.startswith(COMPUTER)):
        if level not in info.computers and level not in info.once_called:
            raise IllegalMove(tr.play.no_computer_level(level=repr(level[:20])))


def played(game: Game, options: Options, seats: Sequence[str], chance: Chance, moves: Sequence[str]) -> Any:
    """The position after these moves of a game that is no table's; IllegalMove names what is refused, moves
    counted from 1."""
    check_seats(game.info, seats)
    return position_after(game, options, seats, chance, moves)


def position_after(
    game: Game, options: Options, seats: Sequence[str], chance: Chance, moves: Sequence[str]
) -> Any:
    """The same of any game, callers' at a table among them."""
    try:
        position = game.new(options, seats, chance)
    except (KeyError, ValueError, TypeError) as error:
        raise IllegalMove(f"options: {error}") from None
    for number, move in enumerate(moves, start=1):
        try:
            position = game.apply(position, move)
        except IllegalMove as why:
            raise IllegalMove(f"move {number}: {why}") from None
    return position


def _choices(game: Game, position: Any, seats: Sequence[str], move: str) -> Iterator[tuple[int, str, str]]:
    """The computers that had a say at a move: seat, level ("" where no seat is named for it), and what
    each chose, "" for letting it be.  Anybody may give up."""
    movers = game.status(position).movers
    if move == QUIT or not movers:
        return
    mover = game.whose(movers, move)
    for seat in movers[: movers.index(mover) + 1]:
        if seat >= max(len(seats), 1) or (seats and seats[seat].startswith(COMPUTER)):
            level = computer_level(seats[seat]) if seat < len(seats) else ""
            yield seat, level, move if seat == mover else ""


def _unnamed(info: Info, options: Options) -> tuple[str, ...]:
    """The levels that may sit where no seat is named: the weakest, or the option's."""
    named = (str(options["level"]),) if "level" in options else ()
    return (*info.computers[:1], *named)


def _ways(game: Game) -> tuple[Callable[[Any, int, str, str], bool], ...]:
    """How its computers chose, release by release."""
    if game.might or game.computer is None:
        return game.might
    computer = game.computer
    return (lambda position, seat, level, move: computer(position, seat, level) == move,)


def ending(game: Game, table: Table) -> Ending:
    """What the game came to, in the game's words or in the plainest."""
    if game.ending is not None:
        return game.ending(table)
    return Ending(
        tr.replay.game_over(), (), (tr.play.game_over_score(score=game.status(table.position).scores[0]),)
    )


def looks_back(game: Game, table: Table) -> bool:
    """Whether there is a game to look back on: one that is over, with a move in it."""
    moved = any(move != QUIT for move in table.moves)
    over = moved and game.status(table.position).over
    return over and game.coach is not None and game.coach.steps(table) > 0


class OnTheBooks:
    """A game as the records have it: see `door.midend.api.Door`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.INFO: Info = game.info

    def replay(self, options: Options, seats: Sequence[str], chance: Chance, moves: Sequence[str]) -> Outcome:
        """Plays the moves from the seed; IllegalMove names the first that is refused, counted from 1."""
        status = self.game.status(played(self.game, options, seats, chance, moves))
        return Outcome(status.scores[0], status.over, status.free_turns, status.used, status.detail)

    def wrong_choice(
        self, options: Options, seats: Sequence[str], chance: Chance, moves: Sequence[str], most: int
    ) -> tuple[int, str]:
        """How many of the computers' first `most` choices were worked out again, and the first that is not
        what the level chooses ("" for none); raises as `played` does.

        A computer that has chosen by one release's way may go on by a later one's, never back.
        """
        position, count, ways = played(self.game, options, seats, chance, ()), 0, _ways(self.game)
        for number, move in enumerate(moves, start=1):
            for seat, level, choice in _choices(self.game, position, seats, move):
                if count >= most:
                    return count, ""
                count += 1
                levels = (level,) if level else _unnamed(self.INFO, options)
                while ways and not any(ways[0](position, seat, each, choice) for each in levels):
                    ways = ways[1:]
                if not ways:
                    made = ascii(choice[:20]) if choice else "nothing"
                    who = f"{COMPUTER}{levels[0]}"
                    return count, tr.audit.computer_chose_otherwise(number=number, computer=who, made=made)
            position = self.game.apply(position, move)
        return count, ""

    def free_turns(self, options: Options, moves: Sequence[str]) -> int:
        """The extra games a finished game with these moves earned."""
        return self.game.free_turns(options, moves)

    def narrate(
        self, options: Options, seats: Sequence[str], chance: Chance, moves: Sequence[str]
    ) -> tuple[str, ...]:
        """The finished game move by move, a plain line each, and how it ended."""
        lines: list[str] = []
        position = self.game.new(options, seats, chance)
        lines += self.game.describe(None, "", position)
        for move in moves:
            after = self.game.apply(position, move)
            lines += self.game.describe(position, move, after)
            position = after
        if self.game.end_described or not self.game.status(position).over:
            return tuple(lines)
        table = Table(position, None, EVERYBODY, options, tuple(seats), tuple(moves))
        return (*lines, *ending(self.game, table).lines)

    @cached_property
    def _tables(self) -> Tables:
        """The game's tables, or else the games finished and the best ever."""
        if self.game.tables is not None:
            return self.game.tables
        best = top(BEST_KEPT, self.INFO.fewer_is_better)

        def entries(line: Mapping[str, Any]) -> Iterator[Entry]:
            yield Entry(("games",), add, 1)
            yield Entry(("best",), best, [[line["score"], line["caller"], line.get("month", "")]])

        return Tables(entries, ((("best",), column(1)),))

    def tally(self, old: Any, line: Mapping[str, Any]) -> Any:
        """Return the door's tables with one more finished game."""
        return folded(old, self._tables.entries(line))

    def tally_match(self, old: Any, line: Mapping[str, Any]) -> Any:
        """Return the door's tables with one more game that callers played at a table."""
        return folded(old, self._tables.of_match(line))

    def marks(self, line: Mapping[str, Any]) -> dict[str, int]:
        """What a finished game is worth in its month, by what it is ranked among (`Info.among`); empty for
        one that is given up or lost, which has no place there."""
        if QUIT in line["moves"][-1:]:
            return {}
        worth = self.game.marks(line) if self.game.marks else Marks(line["score"], line["score"])
        if worth is None:
            return {}
        like = self.INFO.alike_in(self.INFO.complete(line["options"]))
        return {ALL: worth.mixed} | ({like: worth.own} if like else {})

    def feat(self, line: Mapping[str, Any]) -> bool | None:
        """Whether the game has come off, None where nothing does at this door."""
        return self.game.feat(line) if self.game.feat else None

    def badges(self, line: Mapping[str, Any]) -> tuple[Sentence, ...]:
        """What the game has done that is worth a badge."""
        return self.game.badges(line)

    def account(self, line: Mapping[str, Any]) -> Account | None:
        """What the score of a `game` line was made of, None where the coach cannot say; raises where the line
        cannot be played again."""
        coach = self.game.coach
        if coach is None or not coach.exact:
            return None
        options, chance = self.INFO.complete(line["options"]), keyed(line["seed"], line.get("words", ()))
        return coach.account_of(Review(options, line["seats"], chance, line["moves"]), line["score"])

    def renamed(self, old: Any, caller: str, to: str) -> Any:
        """Return the door's tables under the handle that a caller has now."""
        return renamed(old, self._tables.handles, caller, to)
