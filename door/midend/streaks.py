"""What a caller can be proud of, in words, too: streaks of days and of games, badges, whom they have passed.

Law: pure values and sentences.  They are folded from the journal (`door.records.ledger`).
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
    """How many in a row there are `now`, the `most` ever, and how many in all; `last` is the day of the
    last, "YYYY-MM-DD", "" where days are not counted."""

    now: int = 0
    most: int = 0
    all: int = 0
    last: str = ""

    def plus(self) -> Run:
        """With one more."""
        return self._replace(now=self.now + 1, most=max(self.most, self.now + 1), all=self.all + 1)

    def on(self, day: str) -> Run:
        """With one on that day; a day counts once, and none that is before the last."""
        if day <= self.last:
            return self
        return self.at(day).plus()._replace(last=day)

    def at(self, day: str) -> Run:
        """As it stands on a day: it goes on if the last was on that day or the one before."""
        goes_on = self.last and (date.fromisoformat(day) - date.fromisoformat(self.last)).days <= 1
        return self if goes_on else self._replace(now=0)


class Badge(NamedTuple):
    """Something worth doing that was done, by the id of its sentence: in how many months, and the last of
    them ("YYYY-MM") with the id of its first such game, which proves it."""

    what: str
    months: int = 0
    month: str = ""
    game: str = ""

    def line(self) -> str:
        """As a profile has it: "* A box shut in 3 months, last in November 2026: game 3fa2c1d09b7e"."""
        what, month = from_recipe([self.what, {}]), month_name(self.month)
        if self.months < 2:
            return tr.streaks.badge_once(what=what, month=month, game=self.game)
        months = tr.count.months(n=self.months)
        return tr.streaks.badge_months(what=what, months=months, month=month, game=self.game)


Runs = Mapping[Feat, Run]
"""A caller's: of `DAYS` and `DEALS`, and at a door of what comes off there (`Info.feat`)."""


def news(before: Runs, after: Runs) -> tuple[Said, ...]:
    """What a game has made longer, a line of at most 25 characters each."""
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
    """Each of them as a profile has it: "Boxes shut: 12, 3 in a row now, 5 at most"."""
    return tuple(
        tr.streaks.streak_line(what=what.name(), all=run.all, now=run.now, most=run.most)
        for what, run in runs.items()
        if run.all
    )


# -- who passes whom in a month ------------------------------------------------------------------


def passed(names: Sequence[str]) -> str:
    """Whom a game has passed: "You passed Vera and 2 others." """
    return tr.streaks.you_passed(names=_several(names)) if names else ""


def to_first(books: Books) -> str:
    """How far it is to the first place, in the month's own marks: "14 to first place"."""
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
    """What the caller who was passed is told."""
    return tr.streaks.overtaken(names=_several(names), door=door, place=ordinal(place))


def _several(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return tr.streaks.name_and_others(name=names[0], others=tr.count.others(n=len(names) - 1))
