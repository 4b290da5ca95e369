"""The terminal of a command: modes, size, colours.

Guarantees: a board doesn't import this, since it knows only the terminal on standard input and output. The
terminal isn't asked anything, because questions show as garbage if they aren't understood, and the answers
mix with the keys.
"""

from __future__ import annotations

import atexit
import contextlib
import io
import os
import select
import sys
import termios
import tty
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final

from door.net import sanitize

if TYPE_CHECKING:
    from blessed import Terminal

COLOURED: Final = {
    *("xterm", "xterm-16color", "xterm-256color", "xterm-kitty", "xterm-ghostty", "alacritty", "foot"),
    *("wezterm", "rxvt-unicode-256color", "st-256color", "putty", "putty-256color", "mintty", "ansi"),
    *("screen", "screen-256color", "tmux", "tmux-256color", "linux"),
}
"""Usual terminals with colours. For others blessed is asked, which takes 0.1 s and 12 MB to load."""

_OVERRIDES: Final = ("FORCE_COLOR", "CLICOLOR_FORCE", "NO_COLOR")
"""Variables that make blessed ask the terminal."""


@cache
def terminfo(name: str) -> Terminal | None:
    """Return terminfo's entry for that terminal name, or None. (blessed would assume xterm.)"""
    from blessed import Terminal

    found = {name: os.environ.pop(name) for name in _OVERRIDES if name in os.environ}
    try:
        terminal = Terminal(name or None, stream=io.StringIO(), force_styling=True)
    finally:
        os.environ.update(found)
    return terminal if terminal.kind == name else None


class OwnTerminal:
    """The terminal on standard input and output."""

    def __init__(self) -> None:
        assert sys.__stdin__ and sys.__stdout__
        self._input, self._output = sys.__stdin__.fileno(), sys.__stdout__.fileno()

    def raw(self) -> Callable[[], None]:
        """Switch to raw mode. Return a function that restores the terminal; it runs at exit at the latest."""
        modes = termios.tcgetattr(self._input)
        tty.setraw(self._input, termios.TCSANOW)

        def restore() -> None:
            atexit.unregister(restore)
            with contextlib.suppress(termios.error, OSError):
                if not _takes_more(self._output):  # we would wait for ever
                    termios.tcflush(self._output, termios.TCOFLUSH)
                termios.tcsetattr(self._input, termios.TCSAFLUSH, modes)

        atexit.register(restore)
        return restore

    @property
    def size(self) -> tuple[int, int] | None:
        """Columns × rows, None if the terminal doesn't know."""
        with contextlib.suppress(OSError):
            return sanitize.window(*os.get_terminal_size(self._output))
        return None

    @property
    def coloured(self) -> bool:
        """True if it has colours, as far as we know, and its user wants them (NO_COLOR)."""
        name = os.environ.get("TERM", "")
        kind = None if name in COLOURED else terminfo(name)
        return not os.environ.get("NO_COLOR") and (kind is None or kind.number_of_colors > 0)


def _takes_more(descriptor: int) -> bool:
    room = select.poll()
    room.register(descriptor, select.POLLOUT)
    return bool(room.poll(0))
