"""What a caller does, as values: a key, the mouse, a whole line.

Law: nothing here but frozen values.  The decoder makes them, screens read them; a door
never sees a byte.

A key is its name: printable text is itself (``"a"``, ``"4"``, ``"é"``, ``" "``), all else
is one of `NAMED`, a function key ``"f1"`` to ``"f12"``, or ``"ctrl-a"`` to ``"ctrl-z"``.
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
        """The character typed, or "" where the key has a name instead."""
        return self.name if len(self.name) == 1 else ""


class Mouse(NamedTuple):
    """The mouse at column x, row y (from 0, on the screen's own canvas).

    `action` is "press", "drag" (moved with the button down), "release", "wheel-up" or
    "wheel-down"; `button` is "left", "middle", "right" or "" where the terminal does not
    say.  `target` is what the drawn screen put there (see `Canvas.hot`), or None.
    """

    x: int
    y: int
    action: str = "press"
    button: str = "left"
    target: object = None


class Line(NamedTuple):
    """A whole line, as a caller in plain mode enters it; trimmed, never with a line end."""

    text: str


class Reply(NamedTuple):
    """What the terminal itself answered (never a keystroke): kind "cpr", "da", "da2", "other".

    `params` are its numbers: for "cpr" (row, column), both from 1.
    """

    kind: str
    params: tuple[int, ...] = ()


Input = Key | Mouse | Reply
