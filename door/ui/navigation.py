"""The keys that move around, the same in every list, form and sheet.

A page asks its own commands first and then this table, so a letter or a digit moves unless the page has a
command for it. W and S are never commands of lists, forms and sheets. A and D move only if something lies to
the left or right: in forms, and between sheets.
"""

from __future__ import annotations

from typing import Final, Literal

Direction = Literal["up", "down", "left", "right", "pgup", "pgdn", "home", "end", ""]

DIRECTIONS: Final[dict[str, Direction]] = {
    "up": "up", "8": "up", "w": "up", "backtab": "up",
    "down": "down", "2": "down", "s": "down", "tab": "down",
    "left": "left", "4": "left", "a": "left",
    "right": "right", "6": "right", "d": "right",
    "wheel-up": "up", "wheel-down": "down",
    "pgup": "pgup", "pgdn": "pgdn", " ": "pgdn", "home": "home", "end": "end",
}  # fmt: skip
LEAVE: Final = frozenset({"q", "esc", "x", "ctrl-c", "ctrl-x"})
"""Keys that lead back from every list, form and sheet."""

_SIDEWAYS: Final = frozenset({"a", "d"})
_CHANGES: Final = {"left": -1, "right": 1}
_OTHER_CHANGES: Final = {"-": -1, "+": 1, " ": 1}
_ONWARDS: Final = frozenset({"enter", "backspace"})
_WHEEL: Final = 3  # lines
_FAR: Final = 1_000_000  # more than any list or sheet has


def direction(name: str) -> Direction:
    """Return the direction of a key, or ""."""
    return DIRECTIONS.get(name.lower(), "")


def keys(*directions: Direction) -> tuple[str, ...]:
    """Return the keys that lead in these directions."""
    return tuple(name for name, to in DIRECTIONS.items() if to in directions)


def lines(name: str, page: int) -> int:
    """Return how many lines a key scrolls a sheet that shows `page` of them, or 0."""
    return _along(name, page, page) * (_WHEEL if name.startswith("wheel") else 1)


def rows(name: str, page: int) -> int:
    """Return how many rows a key moves the mark of a list that shows `page` of them, or 0."""
    return _along(name, page, 1)


def _along(name: str, page: int, sideways: int) -> int:
    to = "" if name.lower() in _SIDEWAYS else direction(name)
    steps = {
        "up": -1, "down": 1, "left": -sideways, "right": sideways, "pgup": -page, "pgdn": page,
        "home": -_FAR, "end": _FAR,
    }  # fmt: skip
    return steps.get(to, 0)


def row(name: str, at: int, count: int) -> int | None:
    """Return the row of a form that a key leads to from row `at`, or None.

    Up and down wrap around.
    """
    to = direction(name)
    if to in ("up", "down"):
        return (at + (1 if to == "down" else -1)) % count
    return {"pgup": 0, "home": 0, "pgdn": count - 1, "end": count - 1}.get(to)


def change(name: str) -> int:
    """Return 1 for the next value of a form's row, -1 for the one before, or 0."""
    return _OTHER_CHANGES.get(name) or _CHANGES.get(direction(name), 0)


def moves(name: str) -> bool:
    """True if that key, in lower case, moves or changes anything on a form or between sheets."""
    return name in DIRECTIONS or name in _OTHER_CHANGES or name in _ONWARDS


def sheet(name: str, at: int, count: int) -> int | None:
    """Return the sheet that a key leads to from sheet `at` of `count`, or None.

    Left, right and Tab wrap around.
    """
    to = {"tab": "right", "backtab": "left"}.get(name, direction(name))
    if to in ("left", "right"):
        return (at + (1 if to == "right" else -1)) % count
    last = count - 1
    ends = {"up": at - 1, "pgup": at - 1, "down": at + 1, "pgdn": at + 1, "home": 0, "end": last}
    return max(0, min(ends[to], last)) if to in ends else None
