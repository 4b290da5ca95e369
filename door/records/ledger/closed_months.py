"""Closed months: their tables, and each caller's sum.

Guarantees: a table is packed once, when its month is closed. Renames and removals since then are applied when
it is read.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Any, Final, NamedTuple

from door.records.ledger.contest import NOTHING, ChoiceSums, Places, Sum, rekey
from door.records.ledger.shelf import LazyValues, Shelf

MONTHS_SHOWN: Final = 12
"""Months of a caller that are kept one by one."""

ROWS: Final = 500
"""Rows of a table to pack at a time."""

TABLES_READ: Final = 4
"""Most closed tables to cache."""


class MonthTable(NamedTuple):
    """A month at a door, by caller's key: the sums of scores, the sums of marks by `among`, and the parts
    of the scores."""

    scores: dict[str, Sum]
    marks: dict[str, dict[str, Sum]]
    luck: dict[str, ChoiceSums]

    def move(self, old: str, new: str) -> None:
        """Give a caller another key, or forget the parts of their scores ("")."""
        for rows in (self.scores, *self.marks.values()) if new else ():
            rekey(rows, old, new)
        rekey(self.luck, old, new)


class Own(NamedTuple):
    """A caller's month at a door; `place` is 0 for none. `luck` has the parts of its scores, if known."""

    month: str
    place: int
    score: int
    games: int
    luck: ChoiceSums = NOTHING


class ClosedMonth(NamedTuple):
    """A declared month at a door that is about to be packed. It doesn't change any more."""

    month: str
    door: str
    places: Places
    table: MonthTable

    def clear(self) -> None:
        """Free the rows one by one: 40,000 at once hold up the event loop for 20 ms."""
        self.places.clear()
        tables: tuple[dict[str, Any], ...] = (self.table.scores, self.table.luck, *self.table.marks.values())
        for rows in tables:
            while rows:
                rows.popitem()


class PastMonths(NamedTuple):
    """A caller's closed months at a door, summed up: games, highest and lowest score, and the newest months,
    oldest first."""

    games: int
    high: int
    low: int
    months: tuple[Own, ...] = ()

    def plus(self, scores: Sum, own: Own) -> PastMonths:
        """Return the summary with one more month."""
        months = sorted((*self.months, own))[-MONTHS_SHOWN:]
        return PastMonths(
            self.games + scores.games, max(self.high, scores.high), min(self.low, scores.low), tuple(months)
        )


class ClosedMonths:
    """The closed months, on two of the ledger's shelves: `tables` by month and door, `pasts` by caller's key.
    `renames` counts renames and removals."""

    def __init__(self, tables: Shelf, pasts: Shelf) -> None:
        self.tables, self.pasts = tables, pasts
        self.renames = 0
        self._moves: list[tuple[str, str]] = []
        self._read: dict[str, MonthTable] = {}

    def shelf_values(self, parcels: Iterable[ClosedMonth]) -> LazyValues:
        """Return the values to put on the shelves for those months."""
        late: dict[tuple[str, str], Callable[[Any], Any]] = {}
        months: dict[str, list[ClosedMonth]] = {}
        for parcel in parcels:
            made = partial(_pack_table, parcel.table, len(self._moves))
            late[self.tables.name, f"{parcel.month} {parcel.door}"] = made
            for key in parcel.table.scores:
                months.setdefault(key, []).append(parcel)
        for key, own in months.items():
            late[self.pasts.name, key] = partial(_with, key, own)
        return late

    def look_again(self) -> None:
        """Forget cached tables: the shelf file has been replaced."""
        self._read.clear()

    def past(self, key: str, door: str) -> PastMonths | None:
        """Return a caller's summary at a door, None before their first month was declared."""
        return _past(self.pasts.get(key, {}).get(door))

    def table(self, month: str, door: str) -> MonthTable:
        """Return a closed month's table under the callers' current keys; an empty one if it isn't closed."""
        name = f"{month} {door}"
        if name not in self._read:
            while len(self._read) >= TABLES_READ:
                del self._read[next(iter(self._read))]
            self._read[name] = self._table(*self.tables.get(name, (0, "")))
        return self._read[name]

    def luck(self, month: str, door: str) -> Mapping[str, ChoiceSums]:
        """Return the luck of a closed month's callers, by key."""
        return self.table(month, door).luck

    def _table(self, at: int, packed: str) -> MonthTable:
        if not packed:
            return MonthTable({}, {}, {})
        scores, marks, luck = json.loads(zlib.decompress(b64decode(packed)))
        table = MonthTable(sums_from(scores), {among: sums_from(rows) for among, rows in marks.items()}, {
            key: ChoiceSums._make(made) for key, made in luck.items()
        })  # fmt: skip
        for old, new in self._moves[at:]:
            table.move(old, new)
        return table

    def move(self, old: str, new: str) -> None:
        """Give a caller's months another key. Data that the new key had is dropped."""
        self.pasts.move(old, new)
        self._note(old, new)

    def bury(self, key: str) -> None:
        """Forget the parts of a removed caller's scores."""
        if key in self.pasts:
            pasts = {door: self.past(key, door) for door in self.pasts[key]}
            self.pasts[key] = {
                door: past._replace(months=tuple(own._replace(luck=NOTHING) for own in past.months))
                for door, past in pasts.items()
                if past
            }
        self._note(key, "")

    def _note(self, old: str, new: str) -> None:
        self.renames += 1
        if self.tables.new or self.tables.file:
            self._moves.append((old, new))
        for table in self._read.values():
            table.move(old, new)

    # -- kept between two starts

    def to_json(self) -> list[Any]:
        return self._moves

    def load(self, kept: Any) -> None:
        self._moves = [(str(old), str(new)) for old, new in kept]


def _past(kept: Any) -> PastMonths | None:
    """Convert a shelf's value, new or read from disk."""
    if kept is None or isinstance(kept, PastMonths):
        return kept
    games, high, low, months = kept
    return PastMonths(
        games, high, low, tuple(Own._make((*own, ChoiceSums._make(luck))) for *own, luck in months)
    )


def _with(key: str, parcels: Iterable[ClosedMonth], stood: Any) -> dict[str, Any]:
    """Return a caller's summaries with those months added to the old value."""
    kept = dict(stood or {})
    for month, door, places, table in parcels:
        scores, row, luck = table.scores[key], places.of(key), table.luck.get(key, NOTHING)
        own = Own(month, row.place, int(row.score), row.games, luck) if row else Own(month, 0, 0, 0, luck)
        past = _past(kept.get(door))
        kept[door] = (
            past.plus(scores, own) if past else PastMonths(scores.games, scores.high, scores.low, (own,))
        )
    return kept


def _pack_table(table: MonthTable, moves: int, stood: Any) -> list[Any]:
    packer = zlib.compressobj(1)
    pieces = [packer.compress(piece.encode()) for piece in _pieces(table)]
    return [moves, b64encode(b"".join([*pieces, packer.flush()])).decode()]


def _pieces(table: MonthTable) -> Iterator[str]:
    """Yield the table's JSON in pieces, so that other threads get their turns."""
    yield "["
    yield from _rows(table.scores)
    yield ",{"
    for at, (among, rows) in enumerate(table.marks.items()):
        yield f"{',' * bool(at)}{json.dumps(among)}:"
        yield from _rows(rows)
    yield "},"
    yield from _rows(table.luck)
    yield "]"


def _rows(rows: Mapping[str, Any]) -> Iterator[str]:
    left, before = iter(rows.items()), "{"
    while some := [*islice(left, ROWS)]:
        yield before + ",".join(f"{json.dumps(key)}:{json.dumps(row)}" for key, row in some)
        before = ","
    yield "}" if before == "," else "{}"


def sums_from(rows: Mapping[str, Any]) -> dict[str, Sum]:
    """Return sums by caller's key, as JSON has them."""
    return {key: Sum._make(row) for key, row in rows.items()}
