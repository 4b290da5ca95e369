"""Turn a caller's key into the bytes of the program's terminal.

Callers' terminals send different bytes for a key, and the decoder gives it one name. The program gets the
bytes of its own terminal, by that terminal's terminfo entry. Nothing else reaches it, so a caller's terminal
can't answer for it.
"""

from __future__ import annotations

from typing import Final

from door.term.charset import encode
from door.term.emulator.display import Display
from door.term.keys import Key, Mouse

_SAME: Final = {
    **{"enter": b"\r", "tab": b"\t", "esc": b"\x1b", "backspace": b"\x7f", "backtab": b"\x1b[Z"},
    **{"insert": b"\x1b[2~", "delete": b"\x1b[3~", "pgup": b"\x1b[5~", "pgdn": b"\x1b[6~"},
    **{"home": b"\x1b[1~", "end": b"\x1b[4~"},
    **{f"f{n}": b"\x1b[%d~" % code for n, code in enumerate((15, 17, 18, 19, 20, 21, 23, 24), start=5)},
    **{f"f{n}": b"\x1bO" + letter for n, letter in zip(range(1, 5), (b"P", b"Q", b"R", b"S"), strict=True)},
    **{f"ctrl-{chr(96 + n)}": bytes((n,)) for n in range(1, 27)},
}
_OWN: Final = {
    "ansi": {"backspace": b"\x08", "insert": b"\x1b[L", "home": b"\x1b[H", "end": b"\x1b[F"},
    "vt100": {"backspace": b"\x08"},
    "linux": {
        "backtab": b"\x1b\t",
        **{f"f{n}": b"\x1b[[%c" % letter for n, letter in enumerate(b"ABCDE", start=1)},
    },
    "screen": {},
    "xterm": {},
}
KEYS: Final = {name: _SAME | own for name, own in _OWN.items()}
"""The keys by terminal: terminfo entries that every Debian has and that a display understands."""

_ARROWS: Final = {"up": b"A", "down": b"B", "right": b"C", "left": b"D"}
_ENDS: Final = {"home": b"H", "end": b"F"}
_BUTTONS: Final = {"left": 0, "middle": 1, "right": 2, "": 0}
_WHEEL: Final = {"wheel-up": 64, "wheel-down": 65}


def erase_key(terminal: str) -> bytes:
    """Return the byte of the backspace key, which the terminal driver must also use for erasing."""
    return KEYS[terminal]["backspace"]


def key_bytes(key: Key, display: Display, terminal: str) -> bytes:
    """Return the bytes of a key on that terminal, one of `KEYS`, in the display's modes."""
    if key.text:
        return key.text.encode() if display.charset == "utf-8" else encode(key.text, "cp437")
    letters = _ARROWS | _ENDS if terminal == "xterm" else _ARROWS
    if key.name in letters:
        return (b"\x1bO" if "keys" in display.modes else b"\x1b[") + letters[key.name]
    return KEYS[terminal].get(key.name, b"")


def mouse_bytes(mouse: Mouse, display: Display) -> bytes:
    """Return the bytes of a mouse event if the program asked for them. `mouse` uses the display's own
    cells.
    """
    if "mouse" not in display.modes or not (0 <= mouse.x < display.cols and 0 <= mouse.y < display.rows):
        return b""
    code = _WHEEL.get(mouse.action, _BUTTONS[mouse.button] + 32 * (mouse.action == "drag"))
    x, y, release = mouse.x + 1, mouse.y + 1, mouse.action == "release"
    if "sgr-mouse" in display.modes:
        return b"\x1b[<%d;%d;%d%s" % (code, x, y, b"m" if release else b"M")
    return b"\x1b[M" + bytes((32 + (3 if release else code), 32 + min(x, 223), 32 + min(y, 223)))
