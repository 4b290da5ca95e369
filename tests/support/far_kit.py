"""Stub servers of doors elsewhere, on loopback, and a visit to them."""

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncssh
from effort import PATIENCE

from door.external.far.dial import dial
from door.external.far.end import Far
from door.external.far.values import FarCaller, FarDoor

Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
ALICE = FarCaller("Alice", 80, 24, "ansi", 7)
HOST_KEY, OTHER_KEY = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))


@contextlib.asynccontextmanager
async def tcp(handler: Handler) -> AsyncIterator[int]:
    """A server whose connections the handler serves; its port."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await handler(reader, writer)
        except OSError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


class Visit:
    """A visit to a door elsewhere, whose screen always asks for more. `shown` is all that was drawn."""

    def __init__(self, door: FarDoor, hosts: Path, caller: FarCaller = ALICE) -> None:
        self.shown = b""
        self.news = asyncio.Event()
        self.status: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        size = caller.cols, caller.rows
        self.end = Far(door, lambda: dial(door, caller, hosts), self._printed, self._ended, size)
        self.end.more()

    def _printed(self, data: bytes) -> None:
        self.shown += data
        self.news.set()
        self.end.more()

    def _ended(self, status: int) -> None:
        self.status.set_result(status)

    async def shows(self, text: bytes) -> None:
        async with asyncio.timeout(PATIENCE):
            while text not in self.shown:
                self.news.clear()
                await self.news.wait()

    async def over(self) -> int:
        async with asyncio.timeout(PATIENCE):
            return await self.status

    async def close(self) -> None:
        """Hang up, if neither side has done so yet."""
        task, line = self.end.close(), self.end._line
        assert (task is None) == self.end._task.done()
        if task is not None:
            await task
        assert line is None or line.writer.is_closing()


@contextlib.asynccontextmanager
async def visit(door: FarDoor, hosts: Path, caller: FarCaller = ALICE) -> AsyncIterator[Visit]:
    made = Visit(door, hosts, caller)
    try:
        yield made
    finally:
        await made.close()


class Board:
    """A board elsewhere by rlogin: it keeps its callers' greetings and echoes until Q."""

    def __init__(self, says: bytes = b"\0", asks: bool = False) -> None:
        self.greetings: list[list[bytes]] = []
        self.heard = b""
        self._says, self._asks = says, asks

    async def __call__(self, reader: Any, writer: Any) -> None:
        greeting = b"".join([await reader.readuntil(b"\0") for _ in range(4)])
        self.greetings.append(greeting.split(b"\0")[1:4])
        writer.write(self._says + b"Welcome to Owl\r\n> ")
        if self._asks:
            writer.get_extra_info("socket")._sock.send(b"\x80", 1)  # MSG_OOB
        while data := await reader.read(1000):
            self.heard += data
            writer.write(data)
            if b"Q" in data:
                return


class SshBoard(asyncssh.SSHServer):
    """A board elsewhere by SSH: alice, or the board "us", with the password "secret"."""

    def password_auth_supported(self) -> bool:
        return True

    def validate_password(self, username: str, password: str) -> bool:
        return password == "secret"

    def connection_requested(self, dest_host: str, dest_port: int, orig_host: str, orig_port: int) -> bool:
        return True


async def shell(process: asyncssh.SSHServerProcess[bytes]) -> None:
    """Say who calls, how large their window is, and what they type, until Q."""
    size = process.term_size[:2]
    process.stdout.write(f"{process.get_extra_info('username')} {process.term_type} {size} ".encode())
    process.stdout.write(f"{process.command}\r\n".encode())
    while True:
        try:
            data = await process.stdin.read(100)
        except asyncssh.TerminalSizeChanged as change:
            process.stdout.write(f"now {change.width}x{change.height}\r\n".encode())
            continue
        process.stdout.write(data)
        if not data or b"Q" in data:
            process.exit(0)
            return


@contextlib.asynccontextmanager
async def ssh(*keys: asyncssh.SSHKey) -> AsyncIterator[int]:
    async with asyncssh.listen(
        "127.0.0.1", 0, server_factory=SshBoard, server_host_keys=[*keys] or [HOST_KEY], encoding=None,
        line_editor=False, process_factory=shell,
    ) as server:  # fmt: skip
        yield server.get_port()


class BbsLink:
    """BBSLink's two pages. The board "sys" has the codes "auth" and "scheme"."""

    def __init__(
        self, token: bytes = b"abc123", pause: float = 0.0, head: bytes = b"HTTP/1.1 200 OK\r\n\r\n"
    ) -> None:
        self.asked: list[dict[str, str]] = []
        self.token, self.pause, self.head = token, pause, head

    async def __call__(self, reader: Any, writer: Any) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        path, lines = head.split()[1], [line.partition(": ") for line in head.split("\r\n")[1:] if line]
        headers = {name: value for name, _, value in lines}
        self.asked.append({"path": path, **headers})
        await asyncio.sleep(self.pause)
        body = self.token
        if path.startswith("/auth.php"):
            right = all(
                headers[name] == hashlib.md5(code + self.token).hexdigest()
                for name, code in (("X-Auth", b"auth"), ("X-Code", b"scheme"))
            )
            body = b"complete" if right and headers["X-System"] == "sys" else b"Invalid credentials"
        writer.write(self.head + body)
