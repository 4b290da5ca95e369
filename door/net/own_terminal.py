"""This machine's own terminal, by blessed: its modes, its size, its colours, its keys.

Law: whoever serves callers from the network does not import this: blessed takes a tenth of a second to
load, and knows one terminal, the one on standard input and output.  That one is asked nothing:
what blessed would ask of its own accord shows as garbage where it is not understood, and the
answer would be missing from the keys.
"""

from __future__ import annotations

import atexit
import contextlib
import io
import os
import re
import select
import termios
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Final

from blessed import Terminal
from blessed.keyboard import get_keyboard_codes, get_keyboard_sequences

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
"""The keys there are, as xterm sends them, which is what `door.term.decoder` is sure to know."""

_OVERRIDES: Final = ("FORCE_COLOR", "CLICOLOR_FORCE", "NO_COLOR")
"""Variables that have blessed question a terminal it should leave alone, or forget its keys."""


@contextmanager
def _as_terminfo_says() -> Iterator[None]:
    found = {name: os.environ.pop(name) for name in _OVERRIDES if name in os.environ}
    try:
        yield
    finally:
        os.environ.update(found)


def described(name: str) -> Terminal | None:
    """What terminfo says of the terminals of that name; None where it has none (blessed would take
    it for an xterm)."""
    with _as_terminfo_says():
        terminal = Terminal(name or None, stream=io.StringIO(), force_styling=True)
    return terminal if terminal.kind == name else None


class OwnTerminal:
    """The terminal on standard input and output; `kind` is what terminfo says of it, if anything."""

    def __init__(self) -> None:
        with _as_terminfo_says():
            self._terminal = Terminal(force_styling=None)  # one that styles begins by asking
        self.kind = described(os.environ.get("TERM", ""))
        self.keys = keys_of(self.kind) if self.kind else Keys({})

    def raw(self) -> Callable[[], None]:
        """Has bytes come and go as they are; the returned function puts the terminal back as it was found,
        and runs at exit at the latest."""
        modes = contextlib.ExitStack()
        modes.enter_context(self._terminal.raw())

        def restore() -> None:
            atexit.unregister(restore)
            with contextlib.suppress(termios.error, OSError):
                if not _takes_more(self._terminal.stream):  # blessed waits until all is shown: for ever
                    termios.tcflush(self._terminal.stream, termios.TCOFLUSH)
                modes.close()

        atexit.register(restore)
        return restore

    @property
    def size(self) -> tuple[int, int]:
        """Columns × rows; 0 where the terminal does not say."""
        return self._terminal.width, self._terminal.height

    @property
    def coloured(self) -> bool:
        """Whether it has colours, as far as is known, and its user wants them (NO_COLOR)."""
        return not os.environ.get("NO_COLOR") and (self.kind is None or self.kind.number_of_colors > 0)


def _takes_more(stream: IO[str]) -> bool:
    room = select.poll()
    room.register(stream, select.POLLOUT)
    return bool(room.poll(0))


def keys_of(kind: Terminal) -> Keys:
    """The keys for which terminals of that kind send what no decoder of ours takes for them."""
    with _as_terminfo_says():
        guessed = _sequences(Terminal(stream=io.StringIO(), force_styling=None))  # blessed's, for all kinds
    own = {sent: key for sent, key in _sequences(kind).items() if sent not in guessed}
    return Keys({sent: key for sent, key in own.items() if _decoded(sent) != _decoded(key)})


def _decoded(data: bytes) -> list[Input]:
    decoder = Decoder()
    return decoder.feed(data) + decoder.flush()


def _sequences(terminal: Terminal) -> dict[bytes, bytes]:
    """What terminfo says that the keys send, and what xterm sends for each."""
    names, found = get_keyboard_codes(), {}
    for sent, code in get_keyboard_sequences(terminal).items():
        key = _KEYS.get(names.get(code, ""))
        if key and len(sent) > 1:
            found[sent.encode("latin-1")] = key
    return found


class Keys:
    """What this terminal sends for its keys becomes what xterm sends, however it was cut."""

    def __init__(self, sent: Mapping[bytes, bytes]) -> None:
        self._sent = sent
        longest = sorted(sent, key=len, reverse=True)
        self._any = re.compile(b"|".join(map(re.escape, longest)) or rb"(?!)", re.S)
        self._begun = {one[:end] for one in longest for end in range(1, len(one))}
        self._longest = len(longest[0]) if longest else 0
        self.held = b""

    def feed(self, data: bytes) -> bytes:
        """The bytes that a decoder takes; what may be the beginning of a key is `held` back."""
        data = self._any.sub(lambda found: self._sent[found[0]], self.held + data)
        tails = (data[at:] for at in range(max(len(data) - self._longest, 0), len(data)))
        self.held = next((tail for tail in tails if tail in self._begun), b"")
        return data.removesuffix(self.held)

    def flush(self) -> bytes:
        """What was held: nothing more has come for a while."""
        held, self.held = self.held, b""
        return held
