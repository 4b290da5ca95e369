"""Addresses that the sysop bans, for days or until the ban is lifted. They are kept in `bans.json`.

Guarantees: the file is the truth. A running board reads it again when it has changed, because the sysop may
delete it to lift all bans; a database is asked each second. A file that can't be read is never overwritten
and never means "no bans": a board won't start with it, and a running one keeps the bans it knows. Only the
first 64 bits of an IPv6 address count. (`failed_logons` counts wrong passwords, and soon forgets them.)
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final

from door.records.access.failed_logons import block_of
from door.records.journal.lines import RecordsError, stamp
from door.records.part import Part
from door.records.store import Change, Conflict, Doc, Store, StoreRefused, Unanswered, Unit
from door.ui.texts import reason_of, tr

LOG: Final = logging.getLogger("door.records")
KEY: Final = "bans"
NAME: Final = f"{KEY}.json"
LOOK_SECONDS: Final = 1.0
LARGEST: Final = 1_000_000
"""Bytes. `MOST` bans take a quarter of that."""

MOST: Final = 1_000
MOST_DAYS: Final = 3_650
WIDEST: Final = {4: 8, 6: 16}
"""The fewest leading bits of a network, by IP version."""


Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class BanError(RecordsError):
    """An address that can't be banned, or bans that can't be read or written. The text is a sentence."""


@dataclass(frozen=True, slots=True)
class Ban:
    """A ban of an `address`, or of a network ("203.0.113.0/24").

    `since` and `until` are RFC 3339 UTC; `until` is "" if the ban has no end. `by` is the sysop who banned
    it.
    """

    address: str
    since: str
    until: str
    by: str

    @property
    def network(self) -> Network:
        return _network(self.address)

    def holds(self, now: datetime) -> bool:
        return not self.until or now < datetime.fromisoformat(self.until)

    @property
    def length(self) -> str:
        """Return how long the ban lasts, for a sentence. Times are UTC."""
        if not self.until:
            return tr.accounts.ban_for_ever()
        return tr.accounts.ban_until(day=self.until[:10], time=self.until[11:16])


class Bans(Part):
    """The bans kept in `store`. An address that is `spared` (`limits.trusted`) is never banned."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], datetime],
        spared: Callable[[str], bool] = lambda address: False,
    ) -> None:
        self._store, self._now, self._spared = store, now, spared
        self._known: tuple[Doc | None, tuple[Ban, ...]] = (None, ())
        self._by_network: _Index = {}
        self._told = ""

    def keeps_out(self, address: str) -> bool:
        now = self._now()
        return any(ban.holds(now) for ban in self._covering(address)) and not self._spared(address)

    def look(self) -> None:
        """Read the bans. Raises BanError if they can't be read. A store that isn't local is only asked here,
        and before bans are changed."""
        self._read()

    async def follow(self) -> None:
        """Look again and again, if the store isn't local."""
        while not self._store.never_waits:
            await asyncio.to_thread(self._try)
            await asyncio.sleep(LOOK_SECONDS)

    def _covering(self, address: str) -> Iterator[Ban]:
        if self._store.never_waits:
            self._try()
        try:
            place = ipaddress.ip_address(address)
        except ValueError:
            return
        for (version, bits), bans in self._by_network.items():
            if version == place.version:
                yield from bans.get(int(place) >> (place.max_prefixlen - bits), ())

    def _try(self) -> None:
        """Read the bans. If that fails, log it once, and keep the old ones."""
        try:
            told = ""
            self._read()
        except BanError as error:
            told = str(error)
        if told and told != self._told:
            LOG.error("%s", told)
        self._told = told

    def standing(self) -> tuple[Ban, ...]:
        """Return the bans in force, oldest first. Raises BanError if they can't be read."""
        return self._holding(self._read() if self._store.never_waits else self._known[1])

    def _holding(self, bans: Iterable[Ban]) -> tuple[Ban, ...]:
        now = self._now()
        return tuple(ban for ban in bans if ban.holds(now))

    def ban(self, text: str, days: int | None, by: str) -> Ban:
        """Ban an address or a network for some days, or with None until the ban is lifted."""
        now, network = self._now(), network_of(text)
        if days is not None and not 1 <= days <= MOST_DAYS:
            raise BanError(tr.accounts.ban_days_range(most=MOST_DAYS))
        if self._spared(str(network.network_address)):
            raise BanError(tr.accounts.address_trusted(address=text))
        until = "" if days is None else stamp(now + timedelta(days=days))
        made = Ban(_address_text(network), stamp(now), until, by)

        def with_ban(standing: Sequence[Ban]) -> list[Ban]:
            others = [ban for ban in standing if ban.network != network]
            if len(others) >= MOST:
                raise BanError(tr.accounts.too_many_bans(most=MOST))
            return [*others, made]

        self._change(with_ban)
        return made

    def lift(self, text: str) -> Ban:
        """Lift the ban of just that address or network. Raises BanError if it is not banned, or if a wider
        ban still covers it."""
        network = network_of(text)

        def without_ban(standing: Sequence[Ban]) -> list[Ban]:
            if all(ban.network != network for ban in standing):
                wider = next((ban for ban in standing if network.network_address in ban.network), None)
                if wider is None:
                    raise BanError(tr.accounts.address_not_banned(address=_address_text(network)))
                raise BanError(
                    tr.accounts.address_in_wider_ban(address=_address_text(network), wider=wider.address)
                )
            return [ban for ban in standing if ban.network != network]

        before, left = self._change(without_ban)
        if wider := next((ban for ban in left if network.network_address in ban.network), None):
            raise BanError(
                tr.accounts.still_in_wider_ban(address=_address_text(network), wider=wider.address)
            )
        return next(ban for ban in before if ban.network == network)

    def _read(self) -> tuple[Ban, ...]:
        """Return the bans in the file, which is only read again if it has changed."""
        try:
            doc = self._store.get("list", KEY)
            if doc != self._known[0]:
                if doc and len(doc.body) > LARGEST:
                    raise ValueError
                rows = json.loads(doc.body)["bans"] if doc else []
                bans = tuple(_ban(**row) for row in rows)
                self._known, self._by_network = (doc, bans), _by_network(bans)
        except (ValueError, TypeError, KeyError, RecursionError):
            raise BanError(tr.records.bans_damaged(file=NAME)) from None
        except StoreRefused as error:
            raise BanError(tr.records.cannot_be_read(file=NAME, reason=str(error))) from None
        return self._known[1]

    def _change(self, change: Callable[[Sequence[Ban]], list[Ban]]) -> tuple[Sequence[Ban], list[Ban]]:
        """Write the bans that `change` makes of those in force. Return both. It is called again if others
        have changed them meanwhile."""
        while True:
            standing = self._holding(self._read())
            bans = change(standing)
            doc = self._known[0]
            data = json.dumps({"v": 1, "bans": list(map(asdict, bans))}, indent=1).encode() + b"\n"
            try:
                self._store.write(Unit([Change("put", "list", KEY, doc.version if doc else 0, data)]))
            except Conflict:
                continue
            except StoreRefused as error:
                raise BanError(tr.records.cannot_be_written(file=NAME, reason=str(error))) from None
            except Unanswered as error:
                raise BanError(reason_of(error)) from None
            self._try()
            return standing, bans


def network_of(text: str) -> Network:
    """Parse an address or a network to ban. Raises BanError if it is invalid or far too wide."""
    try:
        network = ipaddress.ip_network(block_of(text.strip()), strict=False)
    except ValueError:
        raise BanError(tr.accounts.not_an_address(text=repr(text[:60]))) from None
    if network.prefixlen < WIDEST[network.version]:
        raise BanError(tr.accounts.network_too_wide(network=network, bits=WIDEST[network.version]))
    return network


def lies_in(address: str, network: Network) -> bool:
    """True if a call comes from there. "" (no address) does not."""
    try:
        return ipaddress.ip_address(address) in network
    except ValueError:
        return False


_Index = dict[tuple[int, int], dict[int, list[Ban]]]
"""Bans by IP version and length of their networks, then by the leading bits."""


def _by_network(bans: Iterable[Ban]) -> _Index:
    index: _Index = {}
    for ban in bans:
        network = ban.network
        bits = int(network.network_address) >> (network.max_prefixlen - network.prefixlen)
        index.setdefault((network.version, network.prefixlen), {}).setdefault(bits, []).append(ban)
    return index


@lru_cache(maxsize=2 * MOST)
def _network(address: str) -> Network:
    return ipaddress.ip_network(address)


def _address_text(network: Network) -> str:
    return str(network.network_address) if network.prefixlen == network.max_prefixlen else str(network)


def _ban(address: str, since: str, until: str, by: str) -> Ban:
    """Parse a row of the file. Raises ValueError or TypeError if it is invalid."""
    if not all(isinstance(text, str) for text in (address, since, until, by)):
        raise TypeError
    if until and datetime.fromisoformat(until).tzinfo is None:
        raise ValueError
    _network(address)
    return Ban(address, since, until, by)
