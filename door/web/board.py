"""What the public pages show of a board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from door.board.api import ON_WEB
from door.games.info import Options
from door.midend.books import Row
from door.midend.door import GameDoor
from door.records.bulletins import Bulletin, bulletin
from door.records.callers.caller_file import Caller
from door.records.journal.lines import caller_key
from door.records.ledger.ledger import Ledger
from door.records.ledger.standings import Won, hall_of_fame


@dataclass(frozen=True, slots=True)
class Board:
    """What the pages show of a board, besides the journal in the folder `journal`.

    - `doors`: the open doors by slug. `hidden`: keys of callers who don't want their handle on the web.
    - `bulletins`: the standings of each month by its name. `ladders`: the ladder of each door that has one.
    - `address`: where the board is called by a browser, or "". `shows_journal`: publish the journal, too.
    """

    name: str
    language: str
    doors: Mapping[str, GameDoor]
    journal: Path
    hidden: frozenset[str]
    bulletins: Mapping[str, Sequence[Bulletin]]
    ladders: Mapping[str, Sequence[Row]]
    hall: Sequence[Won]
    address: str = ""
    shows_journal: bool = False

    def is_hidden(self, handle: str) -> bool:
        return caller_key(handle) in self.hidden


def hidden(callers: Iterable[Caller], shown_by_default: bool) -> frozenset[str]:
    """Return the keys of the callers who don't want their handle on the web."""
    default = "yes" if shown_by_default else "no"
    return frozenset(
        caller_key(caller.handle)
        for caller in callers
        if {"auto": default}.get(wish := caller.prefs.get(ON_WEB, "auto"), wish) == "no"
    )


def standings(
    ledger: Ledger, doors: Mapping[str, GameDoor], options: Mapping[str, Options], now: str
) -> tuple[dict[str, tuple[Bulletin, ...]], dict[str, tuple[Row, ...]], tuple[Won, ...]]:
    """Return the bulletins by month, the ladders by door, and the hall of fame as of the month `now`."""
    months = {now}.union(*(ledger.months.played(slug) for slug in doors))
    bulletins = {
        month: tuple(bulletin(ledger, door.INFO, options[slug], month, now) for slug, door in doors.items())
        for month in months
        if month <= now
    }
    ladders = {
        slug: ledger.ladder.first(slug, ledger.names) for slug in doors if ledger.ladder.strengths.get(slug)
    }
    return bulletins, ladders, hall_of_fame(ledger, doors)
