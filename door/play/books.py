"""Standings as a door shows them: the month, the daily deal, the caller's turns, streaks and badges.

Values made by the records, and the sentences about them that are the same at every door.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from door.games.info import Feat, Info, Options
from door.ui.texts import Said, Sentence, from_recipe, tr
from door.ui.words import Lines, month_name, ordinal, sentences


class Hundredths(int):
    """A score in hundredths that prints as one: -134 is "-1.34"."""

    def __str__(self) -> str:
        return f"{int(self) / 100:+.2f}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec.replace(",", ""))


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """One place of a table. `score` follows the table's ranking, `games` is the number of games."""

    place: int
    caller: str
    score: int
    games: int = 1


class LuckRow(NamedTuple):
    """A place of a month without luck: the adjusted `score`, the luck, the cost of choices, the games."""

    place: int
    caller: str
    score: float
    luck: float
    cost: float
    games: int


class Daily(NamedTuple):
    """The daily deal as this caller sees it.

    - `day` is "YYYY-MM-DD", `sealed` its commitment (64 hex digits, or ""). `late`: it was made on the day
      itself.
    - The caller `may_play` once. `waiting` is their unfinished deal, `played` their finished one.
    - `today` is empty until they have played. `month` adds up the days' scores without today.
    - `rank` and `score` are the caller's today, `month_rank` and `month_score` the month's. A rank of 0 means
      none; a lost deal has none.
    - `last_day` is the latest revealed day, `last_seed` its seed, `last` its table. `played_last`: the caller
      finished that deal.
    """

    day: str
    sealed: str = ""
    late: bool = False
    may_play: bool = False
    waiting: bool = False
    played: bool = False
    today: tuple[PlaceRow, ...] = ()
    rank: int = 0
    score: int = 0
    month: tuple[PlaceRow, ...] = ()
    month_rank: int = 0
    month_score: int = 0
    last_day: str = ""
    last: tuple[PlaceRow, ...] = ()
    last_seed: str = ""
    played_last: bool = False


class PastDeal(NamedTuple):
    """A day whose deal is revealed: its first place (None if nobody won), and how many finished it.

    `score` is the caller's own, None without one, and `place` their place, 0 without one.
    """

    day: str
    best: PlaceRow | None = None
    callers: int = 0
    score: int | None = None
    place: int = 0


class Books(NamedTuple):
    """The month's standing and the caller's turns.

    `month` and `last_month` are "YYYY-MM", `day` is "YYYY-MM-DD". `ladder` holds the ratings declared with
    last month's `winners`.
    `turns_left` is None without a limit, and `free_turns` come on top. `hours` is the time to new turns,
    rounded up, 0 if unknown. `day_before` is the last day before `day` on which anybody played, "" if none
    is known. `rank` is 0 before the first finished game of the month, `score` the caller's
    standing, `rival` the caller one place above. `tally` is the door's own statistic of all recorded games
    (None before the first). `daily` is None if the door offers no daily deal.
    """

    month: str = ""
    standing: tuple[PlaceRow, ...] = ()
    last_month: str = ""
    winners: tuple[PlaceRow, ...] = ()
    rank: int = 0
    score: int = 0
    turns_left: int | None = None
    free_turns: int = 0
    hours: int = 0
    tally: Any = None
    daily: Daily | None = None
    ladder: tuple[PlaceRow, ...] = ()
    rival: PlaceRow | None = None
    day: str = ""
    day_before: str = ""

    @property
    def may_play(self) -> bool:
        return self.turns_left is None or self.turns_left > 0 or self.free_turns > 0


SEVERAL: Final = (tr.play.chance_word_dice, tr.play.chance_word_cards)
"""Sources of chance that take a plural verb."""


def chance_is(what: Sentence) -> str:
    """Return the source of chance as the start of a sentence: "The dice are", "The code is"."""
    return (tr.play.chance_are if what in SEVERAL else tr.play.chance_is)(what=what())


def turns_line(books: Books) -> str:
    """Return the caller's turns as a sentence. If none is left, another says when new ones come."""
    none_left = books.hours and not books.may_play
    return sentences(
        turns_left(books), tr.play.new_turns(hours=tr.count.hours(n=books.hours)) if none_left else ""
    )


def turns_left(books: Books) -> str:
    if books.turns_left is None:
        return tr.play.no_turn_limit()
    if books.free_turns:
        return tr.play.turns_left_and_free(turns=books.turns_left, free=books.free_turns)
    return tr.play.turns_left_today(turns=books.turns_left)


def month_score(info: Info, options: Options, score: int) -> str:
    """Return a score of the month, with its measure unless it is a plain score: "par +0.66"."""
    measure = info.measure_in(options)
    if not measure:
        return f"{score}"
    figure = f"{score}" if isinstance(score, Hundredths) else f"{score:+}"
    return tr.play.score_to_measure(measure=measure(), score=figure)


def month_heading(info: Info, options: Options, month: str) -> str:
    """Return "November 2026 so far" or "November 2026 so far, to par"."""
    measure, name = info.measure_in(options), month_name(month, tr.play.this_month())
    if measure:
        return tr.play.month_so_far_measure(month=name, measure=measure())
    return tr.play.month_so_far(month=name)


def month_order(info: Info, options: Options) -> str:
    """Return how the month is ranked, or "" if the most points lead."""
    if measure := info.measure_in(options):
        against = tr.play.fewer_better_against if info.fewer_is_better else tr.play.more_better_against
        return against(measure=measure())
    return tr.play.fewer_better() if info.fewer_is_better else ""


def standing_lines(books: Books, order: str = "") -> Lines:
    """Return last month's top places, this month's, and the caller's own. `order` is the ranking."""
    return (*_winners(books), *_standing(books, order))


def _winners(books: Books) -> Lines:
    if not books.winners:
        return ()
    return (
        tr.play.month_won_by(month=month_name(books.last_month), caller=books.winners[0].caller),
        *map(place_line, books.winners),
    )


def _standing(books: Books, order: str) -> Lines:
    month = month_name(books.month, tr.play.this_month())
    if not books.standing:
        return (tr.play.month_nobody_placed(month=month),)
    own = (tr.play.your_place(place=ordinal(books.rank), score=books.score),) if books.rank else ()
    return (
        tr.play.plain_month_order(month=month, order=order) if order else tr.play.plain_month(month=month),
        *map(place_line, books.standing),
        *own,
    )


def place_line(row: PlaceRow, counted: Sentence | None = tr.count.games) -> str:
    """Return a place as a sentence. `counted` says the number of its games or days; None leaves it out."""
    if not (counted and row.games):
        return tr.play.place_line(place=row.place, who=row.caller, score=row.score)
    games = counted(n=row.games)
    return tr.play.place_line_games(place=row.place, who=row.caller, score=row.score, games=games)


DAYS: Final = Feat(tr.streaks.days_played, tr.count.days)
DEALS: Final = Feat(tr.streaks.deals_played, tr.count.deals)


class Run(NamedTuple):
    """A streak: its length `now`, the longest ever (`most`), and the total (`all`).

    `last` is the day of the last one, "YYYY-MM-DD", or "" for streaks that don't count days.
    """

    now: int = 0
    most: int = 0
    all: int = 0
    last: str = ""

    def plus(self) -> Run:
        return self._replace(now=self.now + 1, most=max(self.most, self.now + 1), all=self.all + 1)

    def on(self, day: str, day_before: str) -> Run:
        """Add one on that day. A day counts once, and days before the last are ignored."""
        if day <= self.last:
            return self
        return self.at(day_before).plus()._replace(last=day)

    def at(self, day_before: str) -> Run:
        """Return the streak as of the day after `day_before`, the last one on which anybody played. A day
        without anybody ends no streak: the board may have been closed."""
        return self if self.last >= day_before else self._replace(now=0)


class Badge(NamedTuple):
    """An achievement, by the id of its sentence.

    `months` says in how many months it was earned. `month` is the last of them ("YYYY-MM"), `game` the id of
    its first game that proves it.
    """

    what: str
    months: int = 0
    month: str = ""
    game: str = ""

    def line(self) -> str:
        """Return a profile's line: "* A box shut in 3 months, last in November 2026: game 3fa2c1d09b7e"."""
        what, month = from_recipe([self.what, {}]), month_name(self.month)
        if self.months < 2:
            return tr.streaks.badge_once(what=what, month=month, game=self.game)
        months = tr.count.months(n=self.months)
        return tr.streaks.badge_months(what=what, months=months, month=month, game=self.game)


Runs = Mapping[Feat, Run]
"""A caller's streaks: `DAYS` and `DEALS`, and at a door its own goal (`Info.feat`)."""


def streak_news(before: Runs, after: Runs) -> tuple[Said, ...]:
    """Return a line of at most 25 characters for each streak that has grown."""
    record, longer = tr.streaks.record_in_a_row, tr.streaks.now_in_a_row
    return tuple(
        (record if run.most > old.most else longer)(what=what.counted(n=run.now))
        for what, run in after.items()
        if run != (old := before.get(what, Run())) and run.now > 1
    )


def streak_sums(runs: Runs) -> tuple[str, ...]:
    """Return a profile's lines: "Boxes shut: 12, 3 in a row now, 5 at most"."""
    return tuple(
        tr.streaks.streak_line(what=what.name(), all=run.all, now=run.now, most=run.most)
        for what, run in runs.items()
        if run.all
    )


# -- who passes whom in a month ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Passed:
    """The callers that a game has passed in its month: the best placed one's handle, the keys of those next
    behind the caller, the best first, and how many there are in all."""

    first: str = ""
    keys: tuple[str, ...] = ()
    count: int = 0


def passed_line(passed: Passed) -> str:
    """Return the callers that a game has passed: "You passed Vera and 2 others." """
    return tr.streaks.you_passed(names=_several(passed.first, passed.count)) if passed.count else ""


def to_first(books: Books) -> str:
    """Return the distance to the first place, in the month's own scores: "14 to first place"."""
    if books.rank < 2 or not books.standing:
        return ""
    return tr.streaks.gap_to_first_place(gap=gap(books.standing[0].score, books.score))


def gap(one: int, other: int) -> str:
    """Return the distance between two scores of a month."""
    points = abs(int(one) - int(other))
    return f"{points / 100:.2f}" if isinstance(one, Hundredths) else f"{points}"


def overtaken_line(names: Sequence[str], door: str, place: int) -> Said:
    return tr.streaks.overtaken(names=_several(names[0], len(names)), door=door, place=ordinal(place))


def _several(name: str, count: int) -> str:
    if count == 1:
        return name
    return tr.streaks.name_and_others(name=name, others=tr.count.others(n=count - 1))
