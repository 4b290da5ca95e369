"""Callers by SSH, and the limits on them.

Guarantees: asyncssh speaks the protocol and has no limits, so all of them are here. A known handle
authenticates by password or public key. A door's slug as the name goes straight into that door: as the caller
whose registered key the client proves, else as a guest, without a question. Any other name comes in without
proof and logs on at the board's own screen.

We limit connections whose session has not begun (in all, and from one address), attempts on a connection, and
the time until a session begins. We allow neither forwarding nor agents nor a second session.
While a client doesn't receive, nothing more is read from it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, Final

import asyncssh

from door.net import sanitize
from door.net._asyncssh import connection, offer, socket_of
from door.net.calls import Tasks, log_hang_up, log_refusal, of_crowd
from door.net.guard.gate import Strangers
from door.net.line import Hints, LostCaller, ReadSwitch, Valve
from door.net.socketline import HIGH_WATER, MAKES_ROOM, SocketListener
from door.net.ssh.algorithms import algorithms_for
from door.net.ssh.line import SshSession
from door.records.callers.logons import LogonGate, WrongGuess
from door.records.journal.lines import RecordsError
from door.ui.texts import reason_of, tr

log = logging.getLogger("door.net")

PASSWORDS: Final = 6
"""Most passwords tried on a connection."""

KEYS: Final = 24
"""Most public keys offered on a connection; agents hold many."""

LOGIN_SECONDS: Final = 60.0
SESSION_SECONDS: Final = 30.0
VERSION: Final = "door"


async def no_file(hints: Hints, command: str) -> bytes:
    raise RecordsError(tr.refused.no_commands())


@dataclass(eq=False)
class SshListener(SocketListener):
    """Answers SSH calls on one address (see `SocketListener`).

    `host_keys` are loaded private keys. `file` returns a game's file for a command such as "cast ID", or
    raises RecordsError with a sentence. `strangers` and `strangers_per_address` limit connections whose
    session has not begun, except from addresses that the `gate` spares (a proxy's).
    """

    kind = "ssh"
    _: KW_ONLY
    host_keys: Sequence[asyncssh.SSHKey]
    auth: LogonGate
    file: Callable[[Hints, str], Awaitable[bytes]] = no_file
    strangers: int = 64
    strangers_per_address: int = 8
    keepalive_seconds: float = 30.0
    login_seconds: float = LOGIN_SECONDS

    def __post_init__(self) -> None:
        super().__post_init__()
        self.files = Tasks()
        self.waiting: Strangers[_SshConnection] = Strangers(lambda connection: not connection.named)
        """Connections whose session has not begun, except spared ones. An unknown name is authenticated at
        once, without proof."""

    async def start(self) -> tuple[str, int]:
        # We log clients' mistakes ourselves.
        logging.getLogger("asyncssh").setLevel(logging.ERROR)
        self.show(self.host_keys)
        return await super().start()

    def show(self, host_keys: Sequence[asyncssh.SSHKey]) -> None:
        """Use these host keys for new calls."""
        self.host_keys = host_keys
        self._options = asyncssh.SSHServerConnectionOptions(
            server_host_keys=[*host_keys],
            encoding=None,
            line_editor=False,
            login_timeout=self.login_seconds,
            keepalive_interval=self.keepalive_seconds,
            keepalive_count_max=3,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            host_based_auth=False,
            gss_host=None,
            compression_algs=["none"],
            window=65536,
            server_version=VERSION,
        )

    def wire(self, address: str) -> asyncssh.SSHServerConnection:
        return connection(self._options, lambda: _SshConnection(self, address))

    def drop(self, connection: Any, address: str) -> None:
        if isinstance(connection, asyncssh.SSHServerConnection):
            log_hang_up(self.kind, address, MAKES_ROOM)
            connection.abort()
        else:
            super().drop(connection, address)

    def refusal(self, address: str) -> str:
        """Return why a connection from `address` is dropped at once, or ""."""
        try:
            self.auth.look(address)
        except RecordsError:
            return "the address is banned for now"
        if self.gate.spared(address):
            return ""
        if self.waiting.of(address) >= self.strangers_per_address:
            return "too many unauthenticated connections from one address"
        if len(self.waiting) >= self.strangers and not self._make_room(address):
            return "too many unauthenticated connections"
        return ""

    async def send_file(self, session: SshSession) -> None:
        """Send the file that a session asks for, or a sentence."""
        try:
            body = await self.file(session.hints, session.wanted)
            for at in range(0, len(body), HIGH_WATER):
                await session.send(body[at : at + HIGH_WATER])
            address = session.hints.address
            log.info("ssh from %s took %r", address, session.wanted[:80], extra=of_crowd(address))
        except RecordsError as error:
            session.fail(reason_of(error))
        except LostCaller:
            pass
        finally:
            await session.hang_up()

    async def close(self) -> None:
        await self.files.end()
        await super().close()

    def _make_room(self, address: str) -> bool:
        """Drop a stranger for an address with a better right to a place."""
        leaving = self.waiting.who_makes_room(address, False, asyncio.get_running_loop().time())
        if leaving is not None:
            self.drop(leaving, self.waiting.address_of(leaving))
            self.waiting.discard(leaving)
        return leaving is not None


class _SshConnection(asyncssh.SSHServer):
    """One connection: its authentication, its flow, and its one session."""

    def __init__(self, listener: SshListener, address: str) -> None:
        self._listener, self._address = listener, address
        self._auth = listener.auth
        self._conn: asyncssh.SSHServerConnection
        self._reading = ReadSwitch()
        self._handle = ""
        self._known = False
        self._door = ""
        self._key = b""  # the public key that the client has offered last
        self.named = False
        """True once the client has sent a name."""

        self._passwords = self._keys = 0
        self._session: SshSession | None = None
        self._unused: asyncio.TimerHandle | None = None
        self._valve = Valve(listener.send_seconds, self._too_slow)

    # -- the connection ----------------------------------------------------------------------

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._conn = conn
        if refusal := self._listener.refusal(self._address):
            log_refusal("ssh", self._address, refusal)
            conn.abort()
            return
        self._listener.wires.add(self)
        if not self._listener.gate.spared(self._address):
            self._listener.waiting.add(self, self._address, asyncio.get_running_loop().time())
        self._reading.transport = socket_of(conn, full=self._socket_full, free=self._socket_free)
        offer(conn, algorithms_for)

    def connection_lost(self, exc: Exception | None) -> None:
        self._listener.waiting.discard(self)
        self._valve.break_open()
        self._listener.gate.leave(self._conn)
        self._listener.wires.discard(self)
        if self._unused is not None:
            self._unused.cancel()
        if exc is not None:
            log.debug("ssh from %s: %s", self._address, exc)

    def abort(self, reason: str) -> None:
        self._conn.abort()

    def _socket_full(self) -> None:
        self._valve.shut()
        self._reading.stop()

    def _socket_free(self) -> None:
        self._valve.open()
        self._reading.go_on()

    def _too_slow(self) -> None:
        log_hang_up("ssh", self._address, "too slow to take what was sent")
        if self._session is not None:
            self._session.end("too slow to take what was sent")
        self._conn.abort()

    # -- authentication ----------------------------------------------------------------------

    async def begin_auth(self, username: str) -> bool:
        self.named = True
        self._known = await asyncio.to_thread(self._auth.known, username)
        self._door = "" if self._known else self._auth.door(username)
        self._handle = username if self._known else "" if self._door else sanitize.printable(username)
        return self._known or bool(self._door)

    def password_auth_supported(self) -> bool:
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def kbdint_auth_supported(self) -> Any:
        """Return True for a door's name. Others answer their password's question."""
        return True if self._door else NotImplemented

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, tuple[()]]:
        """Return a challenge without a question. Clients try it after their keys."""
        return "", "", "", ()

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        return self._as_guest()

    async def validate_password(self, username: str, password: str) -> bool:
        if self._door:
            return self._as_guest()
        self._key = b""
        self._passwords += 1
        if self._passwords > PASSWORDS:
            return self._dismiss(tr.refused.too_many_attempts())
        try:
            # A client that asks again at once cancels us, but the attempt must be counted.
            await asyncio.shield(self._auth.password(username, password, self._address))
        except WrongGuess:
            return False
        except RecordsError as error:
            return self._dismiss(reason_of(error))
        return True

    async def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        self._keys += 1
        if self._keys > KEYS:
            return self._dismiss(tr.refused.too_many_attempts())
        self._key = key.public_data
        if self._door:
            self._handle = await self._auth.holder(key.public_data, self._address)
            return bool(self._handle)
        return key.public_data in await self._keys_of(username)

    def _as_guest(self) -> bool:
        """Let the client in without proof, whatever keys it has offered."""
        self._handle, self._key = "", b""
        return True

    def auth_completed(self) -> None:
        self._known = self._known or bool(self._handle and self._key)
        if self._known and self._key:
            self._listener.files.keep(self._auth.key_used(self._handle, self._key))
        self._unused = asyncio.get_running_loop().call_later(SESSION_SECONDS, self._conn.abort)

    async def _keys_of(self, username: str) -> set[bytes]:
        keys = set[bytes]()
        for line in await self._auth.keys(username, self._address):
            with contextlib.suppress(asyncssh.KeyImportError, ValueError):
                keys.add(asyncssh.import_public_key(line).public_data)
        return keys

    def _dismiss(self, why: str) -> bool:
        log_refusal("ssh", self._address, "too many attempts")
        self._conn.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, why)
        return False

    # -- the session -------------------------------------------------------------------------

    def session_requested(self) -> SshSession | bool:
        if self._session is not None:
            return False
        hints = Hints(
            "ssh", self._address, handle=self._handle, proved=self._known, door=self._door, encrypted=True
        )
        self._session = SshSession(hints, self._valve, self._reading, self._begin)
        return self._session

    def _begin(self, line: SshSession) -> None:
        if self._unused is not None:
            self._unused.cancel()
        self._listener.waiting.discard(self)
        if line.wanted:
            self._listener.files.keep(self._listener.send_file(line))
        else:
            self._listener.gate.begin_call(self._conn)
            self._listener.calls.begin(line)
