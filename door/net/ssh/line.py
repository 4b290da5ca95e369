"""An SSH session as a call's line.

Guarantees: one session for each connection, on a terminal, or one file of a game. A request for any other
command, a subsystem or a shell without a terminal gets one sentence on its standard error and exit status 1.
Environment and terminal name come from the client, so they are bounded and cleaned.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import asyncssh

from door.net import sanitize
from door.net._asyncssh import bound_environment
from door.net.line import Data, Hints, LostCaller, ReadSwitch, Valve
from door.net.socketline import HIGH_WATER, LOW_WATER, WireLine
from door.term.charset import encode
from door.ui.texts import Sentence, tr

FILES: Final = ("cast", "png", "txt")
"""Commands that ask for a file of a finished game, whose id follows."""


class SshSession(WireLine, asyncssh.SSHServerSession[bytes]):
    """A session channel. `begin(line)` is called when it serves a caller. `hints` are the connection's."""

    def __init__(
        self, hints: Hints, valve: Valve, reading: ReadSwitch, begin: Callable[[SshSession], None]
    ) -> None:
        super().__init__(reading, valve, hints)
        self._begin = begin
        self._refusal: Sentence | None = None
        self.wanted = ""
        """The file that it asks for instead of a call."""

        self._chan: asyncssh.SSHServerChannel[bytes]
        self._conn: Any

    # -- what the client asks for ----------------------------------------------------------

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._chan, self._conn = chan, chan.get_connection()  # a closed channel forgets it
        chan.set_write_buffer_limits(high=HIGH_WATER, low=LOW_WATER)
        bound_environment(chan)

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:
        self.size = sanitize.window(term_size[0], term_size[1])
        return True

    def shell_requested(self) -> bool:
        if self._chan.get_terminal_type() is None:
            self._refusal = tr.refused.no_terminal
        return True

    def exec_requested(self, command: str) -> bool:
        if command.partition(" ")[0] in FILES:
            self.wanted = command
        else:
            self._refusal = tr.refused.no_commands
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        self._refusal = tr.refused.no_subsystems
        return True

    def session_started(self) -> None:
        self._begin_call()
        if self._refusal:
            self.fail(self._refusal())
        else:
            self._begin(self)

    def fail(self, sentence: str) -> None:
        """Send the sentence to standard error, then exit status 1."""
        self.end("refused")
        with contextlib.suppress(OSError):
            self._chan.write_stderr(encode(sentence, self.hints.charset) + b"\r\n")
            self._chan.exit(1)

    # -- what happens then -----------------------------------------------------------------

    def data_received(self, data: bytes, datatype: Any) -> None:
        self.put(Data(data))

    def eof_received(self) -> bool:
        self.end("hung up")
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self.resize(width, height)

    def break_received(self, msec: int) -> bool:
        return True

    def pause_writing(self) -> None:
        self.valve.shut()

    def resume_writing(self) -> None:
        self.valve.open()

    def write(self, data: bytes) -> None:
        """Write to the channel. Raises LostCaller if it takes no more."""
        try:
            self._chan.write(data)
        except OSError:
            raise LostCaller("hung up") from None

    def finish(self) -> None:
        """Send the rest, then exit status 0 and the end of the channel."""
        self.end("hung up by the board")
        if not self._chan.is_closing():
            self._chan.exit(0)

    async def wait_closed(self) -> None:
        """Return once the channel and then the client's whole connection are closed."""
        await super().wait_closed()
        await self._conn.wait_closed()

    def abort(self, reason: str) -> None:
        self.end(reason)
        self._conn.abort()

    def _begin_call(self) -> None:
        """Begin the call with the hints complete."""
        environ = sanitize.pick_variables(self._chan.get_environment(), sanitize.VARIABLES)
        self.hints = replace(
            self.hints,
            term=sanitize.term_name(self._chan.get_terminal_type() or ""),
            size=self.size,
            charset=sanitize.charset_of_locale(environ),
            environ=environ,
        )
