"""The monthly bulletin of a door, as values: who stands where, and the chain's head then.

Law: pure, and from the ledger alone.  What it looks like is the board's affair.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from door.games.info import Info, Options
from door.midend.api import Door
from door.midend.books import Row
from door.records.ledger.ledger import Ledger
from door.records.ledger.tables import ranking_of, standing_of

KINDS: Final = ("txt", "asc", "ans")
"""How the names of a bulletin's files end."""


@dataclass(frozen=True, slots=True)
class Bulletin:
    """One door's month: `closed` says that it is over, `head` is the chain's head in hex.  With it goes
    the `ladder`, its first by their ratings: as it stands, or as it was declared with the month."""

    info: Info
    month: str
    ranking: str
    closed: bool
    rows: tuple[Row, ...]
    head: str
    ladder: tuple[Row, ...] = ()

    @property
    def stem(self) -> str:
        """What its files' names begin with."""
        return f"{self.info.slug}-{self.month}"


def bulletin(ledger: Ledger, info: Info, options: Options, month: str, now: str) -> Bulletin:
    """The bulletin of `month` as of month `now`: the winners if it is over, else how it stands."""
    closed = month < now
    if closed and (won := ledger.months.winners.get((month, info.slug))):
        return Bulletin(info, month, won.ranking, closed, won.rows, won.head, won.ladder)
    rows = standing_of(ledger, info, options, month)
    ladder = () if closed else ledger.ladder.first(info.slug, ledger.names)
    return Bulletin(info, month, ranking_of(info, options), closed, rows, ledger.head, ladder)


def bulletins_due(
    ledger: Ledger,
    doors: Mapping[str, Door],
    options: Mapping[str, Options],
    now: str,
    skip: Collection[str] = (),
) -> list[Bulletin]:
    """Every month with games and the running one, of every door, as of month `now`; closed
    months whose files are all in `skip` are left out."""
    due = []
    for slug, door in doors.items():
        played = {month for month in ledger.months.played(slug) if month <= now}
        for month in sorted(played | {now}):
            if month == now or any(f"{slug}-{month}.{kind}" not in skip for kind in KINDS):
                due.append(bulletin(ledger, door.INFO, options[slug], month, now))
    return due
