"""Streaks of days and of games, badges, and callers passed in a month, in words too.

Pure values and sentences. They are folded from the journal (`door.records.ledger`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final, NamedTuple

from door.games.info import Feat
from door.midend.books import Books, Hundredths
from door.ui.texts import Said, from_recipe, tr
from door.ui.words import month_name, ordinal

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
        """Add one."""
        return self._replace(now=self.now + 1, most=max(self.most, self.now + 1), all=self.all + 1)

    def on(self, day: str) -> Run:
        """Add one on that day. A day counts once, and days before the last are ignored."""
        if day <= self.last:
            return self
        return self.at(day).plus()._replace(last=day)

    def at(self, day: str) -> Run:
        """Return the streak as of that day. It ends after a day without one."""
        goes_on = self.last and (date.fromisoformat(day) - date.fromisoformat(self.last)).days <= 1
        return self if goes_on else self._replace(now=0)


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


def news(before: Runs, after: Runs) -> tuple[Said, ...]:
    """Return a line of at most 25 characters for each streak that has grown."""
    grown = (
        (what, run, before.get(what, Run())) for what, run in after.items() if run != before.get(what, Run())
    )
    return tuple(
        (tr.streaks.record_in_a_row if run.most > old.most else tr.streaks.now_in_a_row)(
            what=what.counted(n=run.now)
        )
        for what, run, old in grown
        if run.now > 1
    )


def sums(runs: Runs) -> tuple[str, ...]:
    """Return a profile's lines: "Boxes shut: 12, 3 in a row now, 5 at most"."""
    return tuple(
        tr.streaks.streak_line(what=what.name(), all=run.all, now=run.now, most=run.most)
        for what, run in runs.items()
        if run.all
    )


# -- who passes whom in a month ------------------------------------------------------------------


def passed(names: Sequence[str]) -> str:
    """Return the callers that a game has passed: "You passed Vera and 2 others." """
    return tr.streaks.you_passed(names=_several(names)) if names else ""


def to_first(books: Books) -> str:
    """Return the distance to the first place, in the month's own scores: "14 to first place"."""
    if books.rank < 2 or not books.standing:
        return ""
    score = books.standing[0].score
    gap = abs(int(score) - int(books.score))
    return (
        tr.streaks.gap_to_first_place(gap=f"{gap / 100:.2f}")
        if isinstance(score, Hundredths)
        else tr.streaks.gap_to_first_place(gap=gap)
    )


def overtaken(names: Sequence[str], door: str, place: int) -> Said:
    """Return the news for a caller who was passed."""
    return tr.streaks.overtaken(names=_several(names), door=door, place=ordinal(place))


def _several(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return tr.streaks.name_and_others(name=names[0], others=tr.count.others(n=len(names) - 1))
