"""The terminal of a command, by blessed: modes, size, colours, keys.

Guarantees: a board doesn't import this, since blessed takes a tenth of a second to load and knows only the
terminal on standard input and output. The terminal isn't asked anything, because questions show as garbage
if they aren't understood, and the answers mix with the keys.
"""

from __future__ import annotations

import atexit
import contextlib
import io
import os
import select
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Final

from blessed import Terminal
from blessed.keyboard import get_keyboard_codes, get_keyboard_sequences

from door.net import sanitize
from door.net.keys import Keys
from door.term.decoder import Decoder
from door.term.keys import Input

_KEYS: Final = {
    **{"KEY_UP": b"\x1b[A", "KEY_DOWN": b"\x1b[B", "KEY_RIGHT": b"\x1b[C", "KEY_LEFT": b"\x1b[D"},
    **{"KEY_HOME": b"\x1b[H", "KEY_END": b"\x1b[F", "KEY_LL": b"\x1b[F", "KEY_BTAB": b"\x1b[Z"},
    **{"KEY_FIND": b"\x1b[1~", "KEY_INSERT": b"\x1b[2~", "KEY_DELETE": b"\x1b[3~", "KEY_SELECT": b"\x1b[4~"},
    **{"KEY_PGUP": b"\x1b[5~", "KEY_PGDOWN": b"\x1b[6~", "KEY_ENTER": b"\r"},
    **{f"KEY_F{n}": b"\x1bO" + letter for n, letter in enumerate((b"P", b"Q", b"R", b"S"), start=1)},
    **{f"KEY_F{n}": b"\x1b[%d~" % code for n, code in enumerate((15, 17, 18, 19, 20, 21, 23, 24), start=5)},
}
"""All keys, as xterm sends them, which `door.term.decoder` knows."""

_OVERRIDES: Final = ("FORCE_COLOR", "CLICOLOR_FORCE", "NO_COLOR")
"""Variables that make blessed ask the terminal, or forget its keys."""


@contextmanager
def _as_terminfo_says() -> Iterator[None]:
    found = {name: os.environ.pop(name) for name in _OVERRIDES if name in os.environ}
    try:
        yield
    finally:
        os.environ.update(found)


def described(name: str) -> Terminal | None:
    """Return terminfo's entry for that terminal name, or None. (blessed would assume xterm.)"""
    with _as_terminfo_says():
        terminal = Terminal(name or None, stream=io.StringIO(), force_styling=True)
    return terminal if terminal.kind == name else None


class OwnTerminal:
    """The terminal on standard input and output; `kind` is its terminfo name, if known."""

    def __init__(self) -> None:
        with _as_terminfo_says():
            self._terminal = Terminal(force_styling=None)  # with styling, blessed asks the terminal
        self.kind = described(os.environ.get("TERM", ""))
        self.keys = keys_of(self.kind) if self.kind else Keys({})

    def raw(self) -> Callable[[], None]:
        """Switch to raw mode. Return a function that restores the terminal; it runs at exit at the latest."""
        modes = contextlib.ExitStack()
        modes.enter_context(self._terminal.raw())

        def restore() -> None:
            atexit.unregister(restore)
            with contextlib.suppress(termios.error, OSError):
                if not _takes_more(self._terminal.stream):  # blessed would wait for ever
                    termios.tcflush(self._terminal.stream, termios.TCOFLUSH)
                modes.close()

        atexit.register(restore)
        return restore

    @property
    def size(self) -> tuple[int, int] | None:
        """Columns × rows, None if the terminal doesn't know."""
        return sanitize.window(self._terminal.width, self._terminal.height)

    @property
    def coloured(self) -> bool:
        """True if it has colours, as far as we know, and its user wants them (NO_COLOR)."""
        return not os.environ.get("NO_COLOR") and (self.kind is None or self.kind.number_of_colors > 0)


def _takes_more(stream: IO[str]) -> bool:
    room = select.poll()
    room.register(stream, select.POLLOUT)
    return bool(room.poll(0))


def keys_of(kind: Terminal) -> Keys:
    """Return the keys that such a terminal sends differently from xterm."""
    with _as_terminfo_says():
        guessed = _sequences(Terminal(stream=io.StringIO(), force_styling=None))  # for any terminal
    own = {sent: key for sent, key in _sequences(kind).items() if sent not in guessed}
    return Keys({sent: key for sent, key in own.items() if _decoded(sent) != _decoded(key)})


def _decoded(data: bytes) -> list[Input]:
    decoder = Decoder()
    return decoder.feed(data) + decoder.flush()


def _sequences(terminal: Terminal) -> dict[bytes, bytes]:
    """Return xterm's sequences by this terminal's own, as terminfo has them."""
    names, found = get_keyboard_codes(), {}
    for sent, code in get_keyboard_sequences(terminal).items():
        key = _KEYS.get(names.get(code, ""))
        if key and len(sent) > 1:
            found[sent.encode("latin-1")] = key
    return found
