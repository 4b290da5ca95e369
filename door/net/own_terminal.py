"""The terminal of a command, by blessed: modes, size, colours.

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

from door.net import sanitize

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
