"""Who plays what: the visits of a month at a door, by caller, for the sysop's question "is it played?".

Nothing depends on it, so a line that can't be written is lost, and the log says so. A document is bounded by
the callers of one month at one door.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from door.records.journal.lines import caller_key, month_before
from door.records.store import Store, StoreError
from door.records.store.rows import Row, Rows

LOG: Final = logging.getLogger("door.records")
MANY: Final = 2000
"""Lines above which the lines of each caller become one."""


class DoorMonth(NamedTuple):
    """A door's month: visits, seconds, different callers, and those who came on more than one day."""

    visits: int = 0
    seconds: int = 0
    callers: int = 0
    back: int = 0


def note(store: Store, slug: str, caller: str, day: str, seconds: int) -> None:
    """Note a visit that ended on that day (YYYY-MM-DD). For a thread."""
    rows = _rows(store, day[:7], slug)
    try:
        rows.append({"caller": caller, "visits": 1, "seconds": seconds, "days": 1, "last": day})
        if len(rows.read()) > MANY and len(_row_by_caller(rows.read())) < MANY // 2:
            rows.edit(lambda lines: list(_row_by_caller(lines).values()))
    except StoreError as error:
        LOG.error("%s: a visit is not counted: %s", rows.name, error)


def tally(store: Store, month: str, slug: str) -> DoorMonth:
    """Return what a door's month (YYYY-MM) comes to. Raises StoreError."""
    every = list(_row_by_caller(_rows(store, month, slug).read()).values())
    return DoorMonth(
        sum(line["visits"] for line in every), sum(line["seconds"] for line in every), len(every),
        sum(line["days"] > 1 for line in every),
    )  # fmt: skip


class DoorPlayed(NamedTuple):
    """A door with what this month and the last come to."""

    slug: str
    name: str
    now: DoorMonth
    before: DoorMonth


def visits_by_door(store: Store, month: str, names: Mapping[str, str]) -> tuple[DoorPlayed, ...]:
    """Return every door of `names` (by slug) with its visits, the most visited in the month (YYYY-MM) first.
    Raises StoreError.
    """
    before = month_before(month)
    found = [
        DoorPlayed(slug, name, tally(store, month, slug), tally(store, before, slug))
        for slug, name in names.items()
    ]
    return tuple(sorted(found, key=lambda one: (-one.now.visits, -one.before.visits)))


def _rows(store: Store, month: str, slug: str) -> Rows:
    return Rows(store, "visits", f"played.{month}.{slug}")


def _row_by_caller(lines: Iterable[Row]) -> dict[str, Row]:
    """Return one line for each caller. Lines that aren't ours are skipped."""
    found: dict[str, Row] = {}
    for line in lines:
        numbers = [line.get(name) for name in ("visits", "seconds", "days")]
        if not all(type(number) is int for number in numbers):
            continue
        key = caller_key(str(line.get("caller")))
        before = found.get(key)
        if before is None:
            found[key] = dict(line)
            continue
        same_day = before["last"] == line.get("last")
        found[key] = {
            **line,
            "visits": before["visits"] + line["visits"],
            "seconds": before["seconds"] + line["seconds"],
            "days": before["days"] + (0 if same_day and line["days"] == 1 else line["days"]),
        }
    return found
