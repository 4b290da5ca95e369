"""What the tests of SSH share: a board that echoes, the accounts it knows, and a client's call to it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import asyncssh
from effort import PATIENCE
from wire import EchoBoard, listening

from door.net.ssh.server import SshListener
from door.records.access.failed_logons import Wait
from door.records.callers.logons import NotLetIn, WrongGuess

HOST_KEY = asyncssh.generate_private_key("ssh-ed25519")
OWN_KEY = asyncssh.generate_private_key("ssh-ed25519")
ODD_LINES = ["", "no key at all", "ssh-ed25519 AAAA broken"]


class Accounts:
    """Alice has a password and a key; every attempt is kept."""

    def __init__(self) -> None:
        self.tried: list[tuple[str, str, str]] = []
        self.used: list[tuple[str, bytes]] = []
        self.wait: dict[str, Wait] = {}

    def known(self, handle: str) -> bool:
        return handle.lower() == "alice"

    async def password(self, handle: str, password: str, address: str) -> None:
        self.look(address)
        if self.wait.get(handle, Wait()).banned:
            raise NotLetIn("banned")
        await asyncio.sleep(self.wait.get(handle, Wait()).seconds)
        self.tried.append((handle, password, address))
        if password != "secret":
            raise WrongGuess("wrong")

    async def keys(self, handle: str, address: str) -> list[str]:
        return [*ODD_LINES, OWN_KEY.export_public_key().decode()]

    def door(self, name: str) -> str:
        return name if name == "shutbox" else ""

    async def holder(self, key: bytes, address: str) -> str:
        return "Alice" if key == OWN_KEY.public_data else ""

    async def key_used(self, handle: str, key: bytes) -> None:
        self.used.append((handle, key))

    def look(self, address: str) -> None:
        if self.wait.get("", Wait()).banned:
            raise NotLetIn("banned")


@contextlib.asynccontextmanager
async def ssh_board(
    board: EchoBoard | None = None, **limits
) -> AsyncIterator[tuple[EchoBoard, Accounts, int]]:
    given = {"host_keys": [HOST_KEY], "auth": Accounts(), **limits}
    async with listening(SshListener, board, **given) as (board, listener, port):
        board.listener = listener
        yield board, given["auth"], port


@contextlib.asynccontextmanager
async def connected(
    port: int, username: str = "bob", **options
) -> AsyncIterator[asyncssh.SSHClientConnection]:
    options = {"client_keys": None, "agent_path": None, "known_hosts": None, "config": None} | options
    async with asyncio.timeout(PATIENCE):
        connection = await asyncssh.connect("127.0.0.1", port, username=username, **options)
        try:
            yield connection
        finally:
            connection.abort()


async def session(connection, term: str = "xterm", **options):
    options = {"term_size": (80, 24), "encoding": None} | options
    return await connection.create_process(term_type=term, **options)
