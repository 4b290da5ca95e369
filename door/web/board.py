"""What the public pages show of a board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from door.board.api import ON_WEB
from door.midend.books import Row
from door.midend.door import GameDoor
from door.records.bulletins import Bulletin, bulletin
from door.records.callers.caller_file import Caller
from door.records.journal.lines import caller_key, month_of
from door.records.ledger.ledger import Ledger
from door.records.ledger.standings import Won, hall_of_fame
from door.settings import Settings


@dataclass(frozen=True, slots=True)
class Board:
    """What the pages show of a board, besides the journal in the folder `journal`.

    - `slugs`: the open doors. `hidden`: keys of callers who don't want their handle on the web.
    - `bulletins`: the standings of each month by its name. `ladders`: the ladder of each door that has one.
    - `address`: where the board is called by a browser, or "". `shows_journal`: publish the journal, too.
    """

    name: str
    language: str
    slugs: Sequence[str]
    journal: Path
    bulletins: Mapping[str, Sequence[Bulletin]]
    ladders: Mapping[str, Sequence[Row]]
    hall: Sequence[Won]
    hidden: frozenset[str] = frozenset()
    address: str = ""
    shows_journal: bool = False

    def is_hidden(self, handle: str) -> bool:
        return caller_key(handle) in self.hidden

    def named(self, handle: str) -> str | None:
        """Return the handle, or None if the caller doesn't want it on the web."""
        return None if self.is_hidden(handle) else handle


def hidden(callers: Iterable[Caller], shown_by_default: bool) -> frozenset[str]:
    """Return the keys of the callers who don't want their handle on the web."""
    default = "yes" if shown_by_default else "no"
    return frozenset(
        caller_key(caller.handle)
        for caller in callers
        if {"auto": default}.get(wish := caller.prefs.get(ON_WEB, "auto"), wish) == "no"
    )


def shown(ledger: Ledger, settings: Settings, doors: Mapping[str, GameDoor], moment: datetime) -> Board:
    """Return what the pages show at that time, in which nobody is hidden yet."""
    now = month_of(moment, settings.zone)
    mine = {slug: door for slug, door in doors.items() if settings.doors[slug].enabled}
    months = {now}.union(*(ledger.months.played(slug) for slug in mine))
    bulletins = {
        month: tuple(
            bulletin(ledger, door.INFO, settings.doors[slug].options, month, now)
            for slug, door in mine.items()
        )
        for month in months
        if month <= now
    }
    ladders = {
        slug: ledger.ladder.first(slug, ledger.names) for slug in mine if ledger.ladder.strengths.get(slug)
    }
    return Board(
        settings.board.name, settings.board.language, tuple(mine), settings.data / "journal",
        bulletins, ladders, hall_of_fame(ledger, mine),
        address=settings.web.url or "/", shows_journal=settings.web.journal,
    )  # fmt: skip
