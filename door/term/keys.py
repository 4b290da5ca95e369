"""A caller's input as frozen values: a key, the mouse, a whole line.

The decoder makes them and screens read them; a door never sees a byte.

A key is its name. Printable text is itself (``"a"``, ``"4"``, ``"é"``, ``" "``). Other keys are one of
`NAMED`, a function key ``"f1"`` to ``"f12"``, or ``"ctrl-a"`` to ``"ctrl-z"``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

NAMED: Final = frozenset(
    ["enter", "esc", "tab", "backtab", "backspace", "delete", "insert", "up", "down", "left", "right"]
    + ["home", "end", "pgup", "pgdn"]
    + [f"f{n}" for n in range(1, 13)]
    + [f"ctrl-{chr(c)}" for c in range(ord("a"), ord("z") + 1)]
)


class Key(NamedTuple):
    """One keystroke."""

    name: str

    @property
    def text(self) -> str:
        """The character typed, or "" for a named key."""
        return self.name if len(self.name) == 1 else ""


class Mouse(NamedTuple):
    """The mouse at column x, row y (from 0, on the screen's own canvas).

    `action` is "press", "drag" (moved with the button down), "release", "wheel-up" or "wheel-down". `button`
    is "left", "middle", "right", or "" if the terminal doesn't say. `target` is the screen's object there
    (see `Canvas.hot`), or None.
    """

    x: int
    y: int
    action: str = "press"
    button: str = "left"
    target: object = None


class Line(NamedTuple):
    """A whole line from a caller in plain mode, trimmed and without a line end."""

    text: str


class TerminalReply(NamedTuple):
    """An answer of the terminal itself, not a key. `kind` is "cpr", "da", "da2" or "other".

    `params` are its numbers: for "cpr" (row, column), both from 1.
    """

    kind: str
    params: tuple[int, ...] = ()


Input = Key | Mouse | Line | TerminalReply
