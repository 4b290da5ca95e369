"""A board as strangers find it on the open net, a caller who only wants to play, and those who do not."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from boardroom import PASSWORD
from effort import PATIENCE
from served import Served
from wire import TTYPE, TelnetClient


class Client(TelnetClient):
    """A telnet client that calls from an address of its own; all of 127/8 is this machine."""

    def __init__(self, address: str, *args: object, **more: object) -> None:
        super().__init__(*args, **more)  # type: ignore[arg-type]
        self.address = address

    async def call(self, port: int) -> Client:
        self.reader, self.writer = await asyncio.open_connection(
            "127.0.0.1", port, local_addr=(self.address, 0)
        )
        return self

    async def log_on(self, handle: str) -> None:
        await self.see(b"Your handle (or NEW): ")
        self.send(f"{handle}\r\0".encode())
        await self.see(f"Password for {handle}: ".encode())
        self.send(f"{PASSWORD}\r\0".encode())
        await self.see(b"Main menu command? ")


async def plain(board: Served, address: str) -> Client:
    """A call in plain text."""
    return await Client(address, {TTYPE}, terms=(b"DUMB",)).call(board.port("telnet"))


async def drained(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the board hangs up."""
    said = b""
    try:
        async with asyncio.timeout(PATIENCE):
            while data := await reader.read(65536):
                said += data
    except ConnectionError:
        pass
    return said


def memory(board: Served) -> int:
    """Kilobytes of memory that the board's process has now."""
    status = Path(f"/proc/{board.process.pid}/status").read_text()
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0])


class Witness:
    """A caller who types at the menu again and again, and how long the slowest answer took."""

    def __init__(self) -> None:
        self.slowest, self.answers = 0.0, 0
        self._answered = asyncio.Event()

    async def watch(self, client: Client) -> None:
        while True:
            began = time.monotonic()
            client.send(b"zz\r\0")
            await client.see(b"command? ")
            self.slowest = max(self.slowest, time.monotonic() - began)
            self.answers += 1
            self._answered.set()
            await asyncio.sleep(0.02)

    async def more(self, answers: int) -> None:
        """Waits for so many more."""
        for _ in range(answers):
            self._answered.clear()
            await self._answered.wait()


@asynccontextmanager
async def witness(board: Served, handle: str = "Alice") -> AsyncIterator[Witness]:
    """While the block runs, a caller plays; they are answered to the end, and never very late."""
    client, seen = await plain(board, "127.0.0.1"), Witness()
    await client.log_on(handle)
    watching = asyncio.create_task(seen.watch(client))
    try:
        yield seen
        afterwards = asyncio.create_task(seen.more(2))  # the second is to a line that is typed from now on
        await asyncio.wait([watching, afterwards], timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        answered = afterwards.done()
        afterwards.cancel()
    finally:
        watching.cancel()
        (end,) = await asyncio.gather(watching, return_exceptions=True)
        client.hang_up()
    assert isinstance(end, asyncio.CancelledError), f"the witness was cut off: {end!r}"
    assert answered, "the witness had no answer afterwards"
    assert seen.slowest < 10, f"an answer took {seen.slowest:.1f} s"
