"""Streaks: days running on which a caller has played, and games running that came off; in words, too.

Law: pure values and sentences.  They are folded from the journal (`door.records.ledger.streaks`).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Final, NamedTuple

BEST: Final = "Your best game so far!"
DAYS: Final = "days played"
DEALS: Final = "deals played"


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


Runs = Mapping[str, Run]
"""A caller's: of `DAYS` and `DEALS`, and at a door of what comes off there (`Info.feat`)."""


def news(before: Runs, after: Runs) -> tuple[str, ...]:
    """What a game has made longer, a line of at most 25 characters each; "boxes shut" are boxes there."""
    grown = (
        (what, run, before.get(what, Run())) for what, run in after.items() if run != before.get(what, Run())
    )
    return tuple(
        f"{run.now} {what.split()[0]} in a row{', a best' if run.most > old.most else ''}"
        for what, run, old in grown
        if run.now > 1
    )


def sums(runs: Runs) -> tuple[str, ...]:
    """Each of them as a profile has it: "Boxes shut: 12, 3 in a row now, 5 at most"."""
    return tuple(
        f"{what.capitalize()}: {run.all}, {run.now} in a row now, {run.most} at most"
        for what, run in runs.items()
        if run.all
    )
