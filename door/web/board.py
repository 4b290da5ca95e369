"""The data of a board for its public pages: what the ledger knows, and who may be named."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from door.pages.api import ON_WEB
from door.play.books import PlaceRow
from door.play.replay import GameReader
from door.records.bulletins import Bulletin, bulletin
from door.records.callers.caller_file import Caller, CallerError
from door.records.journal.lines import caller_key, month_of, removed_key
from door.records.ledger.ledger import Ledger
from door.records.ledger.standings import BestEver, Won, hall_of_fame, latest_records
from door.records.store.opening import Where
from door.settings import Settings
from door.settings.access import goes_straight
from door.settings.forms import address
from door.term.charset import clean
from door.web.routes import Route

TELNET_PORT, SSH_PORT = 23, 22
TEMPLATES: Final = Path("pages")
"""The folder of the sysop's own templates, in the board's."""


@dataclass(frozen=True, slots=True)
class PublicBoard:
    """A board as its pages show it.

    - `slugs`: the open doors. `where`: its records. `shown_by_default`: the sysop's choice for handles.
    - `address`: where the board is called by a browser, or "". `own`: the folder of the sysop's templates.
    - `url`: the public address of the web listener, or "". `guests_at`: the doors that guests may go straight
      into from a page. `hosts`: other ways to call it, such as "telnet bbs.example.org".
    - `files`: the paths of scripts, styles and the font by name, as seen from the site's root.
    - `is_live`: the pages are the board's own. It draws films, and lists the callers online.
    """

    name: str
    language: str
    slugs: tuple[str, ...]
    data: Path
    where: Where
    own: Path
    shown_by_default: bool
    address: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    is_live: bool = False
    url: str = ""
    guests_at: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    own_files: tuple[tuple[str, int], ...] = ()
    """The sysop's templates, and when each was changed."""


def public_board(settings: Settings, files: Mapping[str, str], is_live: bool) -> PublicBoard:
    """Return the board with the settings in force."""
    slugs = tuple(slug for slug, door in settings.doors.items() if door.enabled)
    web, own = settings.web, settings.folder / TEMPLATES
    called_at = (web.url or "/") if is_live else web.url
    takes_guests = settings.callers.guests and bool(called_at)
    straight = tuple(slug for slug in slugs if takes_guests and goes_straight(settings, slug))
    return PublicBoard(
        settings.board.name, settings.board.language, slugs, settings.data, settings.where, own,
        web.handles == "shown", called_at, files, is_live, web.url, straight, _hosts(settings),
        _file_times(own),
    )  # fmt: skip


def _hosts(settings: Settings) -> tuple[str, ...]:
    """Return how else to call the board that has a public web address: "telnet bbs.example.org 2323"."""
    host, listen = urlsplit(settings.web.url).hostname, settings.listen
    ways = []
    if host and (telnet := address(listen.telnet)):
        ways.append(f"telnet {host}" if telnet.port == TELNET_PORT else f"telnet {host} {telnet.port}")
    if host and (ssh := address(listen.ssh)):
        ways.append(f"ssh {host}" if ssh.port == SSH_PORT else f"ssh -p {ssh.port} {host}")
    return tuple(ways)


def _file_times(folder: Path) -> tuple[tuple[str, int], ...]:
    """Return the names of the files in a folder, and when each was changed."""
    try:
        return tuple(sorted((entry.name, entry.stat().st_mtime_ns) for entry in os.scandir(folder)))
    except OSError:
        return ()


# -- what the ledger knows -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LedgerFacts:
    """The facts of the ledger that one page needs.

    - `now`: the running month. `months`: all with games, newest first. `head`: changes with each line, "" for
      pages that show nothing new.
    - `bulletins`: the standings of a month. `ladders`: the doors that have one. `rows`: a ladder.
    - `departed`: keys of callers who have left, but are in a table.
    """

    now: str = ""
    head: str = ""
    months: tuple[str, ...] = ()
    bulletins: tuple[Bulletin, ...] = ()
    ladders: tuple[str, ...] = ()
    rows: Mapping[str, tuple[PlaceRow, ...]] = field(default_factory=dict)
    hall: tuple[Won, ...] = ()
    records: tuple[BestEver, ...] = ()
    departed: frozenset[str] = frozenset()


def facts(
    ledger: Ledger, settings: Settings, doors: Mapping[str, GameReader], moment: datetime, route: Route
) -> LedgerFacts:
    """Return what that page shows of the ledger at that time."""
    kind, now = route.kind.removesuffix(".json"), month_of(moment, settings.zone)
    if route.is_of_game or kind in ("day", "schema"):
        return LedgerFacts(now)
    mine = {slug: door for slug, door in doors.items() if settings.doors[slug].enabled}
    month = route.month or now
    known = LedgerFacts(now, ledger.head if kind in ("games", "days") else "", departed=departed_keys(ledger))
    if kind in ("games", "month", "months"):
        played = {now}.union(*(ledger.months.played_months(slug) for slug in mine))
        known = replace(known, months=tuple(sorted((one for one in played if one <= now), reverse=True)))
    if kind in ("games", "month") and month <= now:
        known = replace(known, bulletins=tuple(
            _current(ledger, bulletin(ledger, door.INFO, settings.doors[slug].options, month, now))
            for slug, door in mine.items()
        ))  # fmt: skip
    ladders = tuple(slug for slug in mine if ledger.ladder.strengths.get(slug))
    if kind == "games":
        known = replace(known, ladders=ladders)
    if kind in ("ladder", "ladders"):
        wanted = [slug for slug in ladders if route.door in ("", slug)]
        rows = {slug: tuple(ledger.ladder.first(slug, ledger.names)) for slug in wanted}
        known = replace(known, rows=rows, ladders=ladders)
    if kind in ("hall", "feed"):
        known = replace(known, hall=hall_of_fame(ledger, mine), records=latest_records(ledger))
    return known


def departed_keys(ledger: Ledger) -> frozenset[str]:
    """Return the keys of handles that a table still has, whose callers have left, if nobody else has them."""
    tables = (won.keys + won.ladder_keys for won in ledger.months.winners.values())
    keys = {*chain.from_iterable(tables), *(who for _, who, *_ in ledger.recent.badges(""))}
    left = (ledger.names[key] for key in keys if key == removed_key(key[1:-1]) and key in ledger.names)
    return frozenset(key for key in map(caller_key, left) if key not in ledger.names)


def _current(ledger: Ledger, one: Bulletin) -> Bulletin:
    """Return a bulletin with today's handles. A declared month's bulletin has the handles of its time."""
    place = one.month, one.info.slug
    if not one.closed or place not in ledger.months.winners:
        return one
    return replace(one, rows=ledger.months.winner_rows(*place), ladder=ledger.months.ladder(*place))


# -- who may be named ----------------------------------------------------------------------------------------


def is_shown(caller: Caller, by_default: bool) -> bool:
    """True if a caller's handle is shown on the web."""
    return {"yes": True, "no": False}.get(caller.prefs.get(ON_WEB, ""), by_default)


class HandleAnswer(NamedTuple):
    """An answer about a handle: True if it is shown, and True if there is such a caller."""

    is_shown: bool
    is_known: bool


class Visibility:
    """Says which handles may be named, by the callers' files as they are now. `asked` has the answers."""

    def __init__(
        self, find: Callable[[str], Caller | None], by_default: bool, departed: frozenset[str] = frozenset()
    ) -> None:
        self._find, self._by_default, self._departed = find, by_default, departed
        self.asked: dict[str, HandleAnswer] = {}

    def name_of(self, handle: str) -> str:
        """Return the handle, or "" if it isn't shown. One from another program's journal may hold anything,
        so only printable characters of it are returned."""
        return clean(handle) if self.ask(handle).is_shown else ""

    def ask(self, handle: str) -> HandleAnswer:
        if handle not in self.asked:
            self.asked[handle] = self._answer(handle)
        return self.asked[handle]

    def _answer(self, handle: str) -> HandleAnswer:
        if caller_key(handle) in self._departed:
            return HandleAnswer(False, False)
        try:
            caller = self._find(handle)
        except CallerError:  # it can't be read
            return HandleAnswer(False, False)
        return HandleAnswer(is_shown(caller, self._by_default) if caller else self._by_default, bool(caller))
