"""Telnet's options: those we use, and what keeps a hostile client's use of them small.

Law: no connection and no call here.  telnetlib3 keeps the books of each option; what we did
not ask for or offer is refused, and what it carries is never parsed.
"""

from __future__ import annotations

import contextlib
import logging
from collections import deque
from collections.abc import Callable, Collection, Iterator
from typing import Any, ClassVar, Final

from telnetlib3 import TelnetSessionContext, TelnetWriter
from telnetlib3.slc import NSLC, Linemode, SLC_nosupport
from telnetlib3.telopt import (
    BINARY,
    CHARSET,
    DO,
    DONT,
    EC,
    ECHO,
    EL,
    IP,
    NAWS,
    NEW_ENVIRON,
    SB,
    SGA,
    TM,
    TTYPE,
    WILL,
    WONT,
)

from door.net import sanitize

WE_DO: Final = frozenset([ECHO, SGA, BINARY, TM, CHARSET])
WE_READ: Final = frozenset([SGA, BINARY, TTYPE, NAWS, NEW_ENVIRON, CHARSET])
OFFERS: Final = ((WILL, ECHO), (WILL, SGA), (WILL, BINARY))
QUESTIONS: Final = ((DO, TTYPE), (DO, NAWS), (DO, SGA), (DO, BINARY), (DO, NEW_ENVIRON))
VARIABLES: Final = ("LANG", "LC_ALL", "COLORTERM", "CHARSET")
KEYS: Final = {IP: b"\x03", EC: b"\x08", EL: b"\x15"}
"""Commands that stand for a key."""

MTTS_UTF8: Final = 4
LONGEST_ANSWER: Final = 4096
"""Bytes of a command or subnegotiation that has no end."""

COMMANDS, COMMANDS_A_SECOND = 600, 40.0
"""The budget of IACs: this many at once, and its growth."""

_NONE: Final[frozenset[bytes]] = frozenset()
_NAMES: Final = {
    name: name for verb in (DO, WILL, SB, b"") for option in WE_DO | WE_READ for name in (verb + option,)
}


class Budget:
    """So many commands at once, growing back with time."""

    __slots__ = ("_left", "_then")

    def __init__(self, now: float) -> None:
        self._left, self._then = float(COMMANDS), now

    def spend(self, count: int, now: float) -> bool:
        """Whether `count` more commands are allowed at `now` (seconds)."""
        self._left = min(float(COMMANDS), self._left + (now - self._then) * COMMANDS_A_SECOND) - count
        self._then = now
        return self._left >= 0


def _nobody(data: bytes) -> None:
    """Takes what nobody waits for."""


def _nothing(command: bytes) -> None:
    """A command that means nothing to us."""


def choose_charset(offered: list[str]) -> str | None:
    """Of the sets a client offers, the one we speak best, as it spelt it; None for none."""
    known = {sanitize.charset_name(name): name for name in reversed(offered)}
    return next((known[name] for name in ("utf-8", "cp437", "ascii") if name in known), None)


class _Shared(dict[Any, Any]):
    """What all connections have in common: one that ends leaves it to the others."""

    def clear(self) -> None:
        pass


class States(dict[bytes, bool]):
    """What is known of each option, in place of telnetlib3's table, which tells the log and those
    who wait: there are none.  The options' names are the same objects for all."""

    __slots__ = ()

    def __setitem__(self, option: bytes, on: bool) -> None:
        super().__setitem__(_NAMES.get(option, option), on)

    def enabled(self, option: bytes) -> bool:
        """Whether it is on."""
        return self.get(option) is True


def _asked(make: Callable[[Any], Any]) -> property:
    """What is told when it is asked for, which is seldom, whatever telnetlib3 would have it be."""
    return property(make, lambda connection, other: None)


class Writer(TelnetWriter):  # type: ignore[misc]
    """telnetlib3's option bookkeeping, narrowed to the options we use.

    What it keeps for editing keys, refusals, answers to a server and commands we ignore is most of
    what it takes.  We have none of them, so all connections share them: what stands here in the
    class is taken out of each connection's own dictionary by `slim`, and what is a connection's own
    has a slot.  `typed` takes the keys that came as commands.
    """

    __slots__ = (
        "_environ_batches", "_protocol", "_reader", "_sb_buffer", "_sb_overflow", "_transport", "byte_count",
        "cmd_received", "corked", "iac_received", "local_option", "pending_option", "remote_option",
        "slc_received", "typed",
    )  # fmt: skip

    log: ClassVar = logging.getLogger("telnetlib3")
    slc_simulated = False
    default_slc_tab: ClassVar = {bytes([key]): SLC_nosupport() for key in range(1, NSLC + 1)}
    slctab: ClassVar = default_slc_tab
    ctx: ClassVar = TelnetSessionContext()
    always_will = always_do = always_wont = always_dont = passive_do = _NONE
    rejected_will = rejected_do = directional_refusals = _NONE
    will_callbacks: ClassVar = _Shared()
    _waiters: ClassVar[list[Any]] = []
    _slc_callback: ClassVar = _Shared()
    _slc_buffer = ()
    _ext_send_callback: ClassVar = _Shared(
        {CHARSET: choose_charset, TTYPE: lambda: "", NEW_ENVIRON: lambda keys: {}}
    )
    _linemode: ClassVar = Linemode()

    def __init__(self, *args: Any, **named: Any) -> None:
        self.byte_count = 0
        self.iac_received = self.cmd_received = self.slc_received = None
        self.corked: bytearray | None = None
        self.typed: Callable[[bytes], None] = _nobody
        super().__init__(*args, **named)
        self._sb_buffer: list[bytes] = []  # a deque takes half a kilobyte, empty or not
        self.pending_option, self.local_option, self.remote_option = States(), States(), States()

    @_asked
    def environ_encoding(self) -> str:
        """Of the variables; a CHARSET answer would have the client choose the codec."""
        return "latin-1"

    @_asked
    def _iac_callback(self) -> dict[bytes, Any]:
        """What each command does."""
        return dict.fromkeys(_commands, _nothing) | dict.fromkeys(KEYS, self._key)

    @_asked
    def _ext_callback(self) -> dict[bytes, Any]:
        """Who is told of an answer."""
        wire = self._protocol
        return {
            NAWS: wire.on_naws, TTYPE: wire.on_ttype, NEW_ENVIRON: wire.on_environ, CHARSET: wire.on_charset
        }  # fmt: skip

    @_asked
    def _ext_offer_callback(self) -> dict[bytes, Any]:
        """Who knows what to ask for."""
        wire = self._protocol
        return {NEW_ENVIRON: wire.on_request_environ, CHARSET: wire.on_request_charset}

    def set_iac_callback(self, cmd: bytes, func: Any) -> None:
        _commands.add(cmd)

    def set_slc_callback(self, slc_byte: bytes, func: Any) -> None:
        pass

    def set_ext_callback(self, cmd: bytes, func: Any) -> None:
        pass

    def set_ext_offer_callback(self, cmd: bytes, func: Any) -> None:
        pass

    def set_ext_send_callback(self, cmd: bytes, func: Any) -> None:
        pass

    def _key(self, command: bytes) -> None:
        self.typed(KEYS[command])

    def close(self) -> None:
        """Ends it, and with it the circle of references that only the collector would end."""
        super().close()
        self.typed = _nobody

    def send_iac(self, buf: bytes) -> None:
        """Commands of one moment leave in one packet."""
        if self.corked is None:
            super().send_iac(buf)
        else:
            self.corked += buf

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """What is sent inside leaves at its end."""
        self.corked = bytearray()
        try:
            yield
        finally:
            commands, self.corked = bytes(self.corked), None
            if commands:
                super().send_iac(commands)

    def handle_do(self, opt: bytes) -> bool:
        if opt in WE_DO:
            return bool(super().handle_do(opt))
        self.iac(WONT, opt)
        return False

    def handle_will(self, opt: bytes) -> None:
        if opt in WE_READ:
            super().handle_will(opt)
        else:
            self.iac(DONT, opt)

    def handle_wont(self, opt: bytes) -> None:
        if opt in WE_READ:
            super().handle_wont(opt)

    def handle_dont(self, opt: bytes) -> None:
        if opt in WE_DO:
            super().handle_dont(opt)

    def handle_subnegotiation(self, buf: Any) -> None:
        if buf[0] in WE_READ:
            super().handle_subnegotiation(deque(buf))

    def request_environ(self) -> bool:
        return self.protocol is not None and self.protocol.may_ask_environ and super().request_environ()


COMMON: Final = frozenset(vars(Writer))
_commands: set[bytes] = set()  # those that telnetlib3 knows


def slim(connection: Any, common: Collection[str] = ()) -> None:
    """Makes the connection's own dictionary anew, without the names that are `common` to all, and
    without the plain values that are the first connection's as well: their class has those."""
    kind, own = type(connection), {}
    for name, value in vars(connection).items():
        if name in common:
            continue
        if value is None or isinstance(value, bool | int | float | str | type):
            if name not in vars(kind):
                setattr(kind, name, value)
            if vars(kind)[name] is value:
                continue
        own[name] = value
    connection.__dict__ = own


class Intake:
    """Stands where telnetlib3 wants its reader: bytes go on to the wire, with no buffer."""

    __slots__ = ("take",)

    def __init__(self) -> None:
        self.take: Callable[[bytes], None] = _nobody

    def close(self) -> None:
        """The wire takes no more."""
        self.take = _nobody

    def feed_data(self, data: bytes) -> None:
        self.take(data)

    def feed_eof(self) -> None:
        pass

    def set_exception(self, error: Exception) -> None:
        pass

    def exception(self) -> None:
        return None
