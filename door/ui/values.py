"""A faster `_replace` for frozen values that change at every key."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

ValueType = TypeVar("ValueType", bound=type[NamedTuple])


def quick(cls: ValueType) -> ValueType:
    """Give a NamedTuple a faster `_replace`, because a key at a board takes six of them."""
    at, make = {name: place for place, name in enumerate(cls._fields)}, tuple.__new__

    def _replace(self: Any, /, **changes: Any) -> Any:
        values = list(self)
        for name, value in changes.items():
            values[at[name]] = value
        return make(cls, values)

    cls._replace = _replace  # type: ignore[assignment, misc]
    return cls
