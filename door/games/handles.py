"""A caller goes by another handle: what that changes in a door's own tables.

Law: JSON values in, new JSON values out.  A handle is meant where it is equal casefolded, as
everywhere on the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def swapped(name: Any, old: str, new: str) -> Any:
    """The name, or `new` where it is `old`; anything but a text stays as it is."""
    return new if isinstance(name, str) and name.casefold() == old.casefold() else name


def in_rows(rows: Iterable[Sequence[Any]], at: int, old: str, new: str) -> list[list[Any]]:
    """Rows of a table with a handle in column `at`."""
    return [[*row[:at], swapped(row[at], old, new), *row[at + 1 :]] for row in rows]


def in_keys(by_handle: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    """A table by handle; what stood under `new` before makes way."""
    gone = {new.casefold()} - {old.casefold()}
    return {swapped(name, old, new): of for name, of in by_handle.items() if name.casefold() not in gone}
