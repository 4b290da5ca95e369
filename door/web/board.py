"""The data of a board for its public pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from pathlib import Path

from door.pages.api import ON_WEB
from door.play.books import Row
from door.play.replay import GameReader
from door.records.bulletins import Bulletin, bulletin
from door.records.callers.caller_file import Caller
from door.records.journal.lines import caller_key, month_of, removed
from door.records.ledger.ledger import Ledger
from door.records.ledger.standings import Record, Won, hall_of_fame, latest_records
from door.settings import Settings


@dataclass(frozen=True, slots=True)
class Board:
    """A board as its pages show it, besides the journal in the folder `journal`.

    - `slugs`: the open doors. `hidden`: keys of callers who don't want their handle on the web.
    - `bulletins`: the standings of each month by its name. `ladders`: the ladder of each door that has one.
    - `records`: the latest ones. `address`: where the board is called by a browser, or "".
    - `shows_journal`: publish the journal, too.
    - `is_live`: the pages are the board's own. It draws films on request, and lists the callers online.
    """

    name: str
    language: str
    slugs: Sequence[str]
    journal: Path
    bulletins: Mapping[str, Sequence[Bulletin]]
    ladders: Mapping[str, Sequence[Row]]
    hall: Sequence[Won]
    records: Sequence[Record] = ()
    hidden: frozenset[str] = frozenset()
    address: str = ""
    shows_journal: bool = False
    is_live: bool = False

    def is_hidden(self, handle: str) -> bool:
        return caller_key(handle) in self.hidden

    def named(self, handle: str) -> str | None:
        """Return the handle, or None if the caller doesn't want it on the web."""
        return None if self.is_hidden(handle) else handle


def is_shown(caller: Caller, by_default: bool) -> bool:
    """True if a caller's handle is shown on the web."""
    return {"yes": True, "no": False}.get(caller.prefs.get(ON_WEB, ""), by_default)


def hidden(callers: Iterable[Caller], shown_by_default: bool) -> frozenset[str]:
    """Return the keys of the callers who don't want their handle on the web."""
    return frozenset(caller_key(one.handle) for one in callers if not is_shown(one, shown_by_default))


def departed(ledger: Ledger) -> frozenset[str]:
    """Return the keys of handles that a table still has, whose callers have left, if nobody else has them."""
    tables = (won.keys + won.ladder_keys for won in ledger.months.winners.values())
    keys = {*chain.from_iterable(tables), *(who for _, who, *_ in ledger.recent.badges(""))}
    left = (ledger.names[key] for key in keys if key == removed(key[1:-1]) and key in ledger.names)
    return frozenset(key for key in map(caller_key, left) if key not in ledger.names)


def _current(ledger: Ledger, one: Bulletin) -> Bulletin:
    """Return a bulletin with today's handles. A declared month's bulletin has the handles of its time."""
    place = one.month, one.info.slug
    if not one.closed or place not in ledger.months.winners:
        return one
    return replace(one, rows=ledger.months.won(*place), ladder=ledger.months.ladder(*place))


def shown(ledger: Ledger, settings: Settings, doors: Mapping[str, GameReader], moment: datetime) -> Board:
    """Return what the pages show at that time. Callers who have left are hidden, but nobody else is yet."""
    now = month_of(moment, settings.zone)
    mine = {slug: door for slug, door in doors.items() if settings.doors[slug].enabled}
    months = {now}.union(*(ledger.months.played(slug) for slug in mine))
    bulletins = {
        month: tuple(
            _current(ledger, bulletin(ledger, door.INFO, settings.doors[slug].options, month, now))
            for slug, door in mine.items()
        )
        for month in sorted(months)
        if month <= now
    }
    ladders = {
        slug: ledger.ladder.first(slug, ledger.names) for slug in mine if ledger.ladder.strengths.get(slug)
    }
    return Board(
        settings.board.name, settings.board.language, tuple(mine), settings.data / "journal",
        bulletins, ladders, hall_of_fame(ledger, mine), latest_records(ledger), departed(ledger),
        address=settings.web.url or "/", shows_journal=settings.web.journal,
    )  # fmt: skip
