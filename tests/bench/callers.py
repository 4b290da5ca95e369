"""Callers for the benchmarks: telnet and SSH clients that log on, open a door and press a key.

A caller measures how long after a key the first redrawn byte comes.  It keeps no screen: what
came since its last key is all it looks at.
"""

import asyncio
import re
import time
from collections.abc import Sequence

import asyncssh
from board import PASSWORD

IAC, DONT, DO, WONT, WILL, SB, SE = 255, 254, 253, 252, 251, 250, 240
TTYPE, NAWS = 24, 31
WILLING = {0, 1, 3, TTYPE, NAWS}
ESCAPES = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]")
# What a caller waits for on the screen, and then types: to the menu, and from its choice into a game.
TO_THE_MENU = (("handle", "{name}\r"), ("assword", f"{PASSWORD}\r"))
# No key ends the roll early: it would pull a tile down in a game that is resumed.
IN_THE_DOOR = (("play", "\r"), ("to match", ""))
SPLASH, TITLE = "Go on", "[B] bulletin"
MENU, NEWS = "Goodbye", "Write on the wall"


class Telnet(asyncio.Protocol):
    """One telnet connection: answers what it is asked, hands the rest to `data`."""

    def __init__(self, term: bytes = b"syncterm") -> None:
        self.term = term
        self.data = bytearray()
        self.bytes_in = self.expected = 0
        self.came = asyncio.Event()
        self.gone = False
        self._sb = False
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone = True
        self.came.set()

    def data_received(self, data: bytes) -> None:
        if IAC in data or self._sb:
            data = self._options(data)
        if data:
            self.bytes_in += len(data)
            self.data += data
            self.came.set()

    def _options(self, data: bytes) -> bytes:
        """Takes options out (one packet holds them whole on loopback) and answers them."""
        out, answer, at = bytearray(), bytearray(), 0
        while at < len(data):
            byte = data[at]
            if byte != IAC or at + 1 >= len(data):
                out.append(byte)
                at += 1
            elif data[at + 1] == SB:
                end = data.find(bytes((IAC, SE)), at)
                if data[at + 2] == TTYPE:
                    answer += bytes((IAC, SB, TTYPE, 0)) + self.term + bytes((IAC, SE))
                at = end + 2 if end >= 0 else len(data)
            elif data[at + 1] in (DO, DONT, WILL, WONT) and at + 2 < len(data):
                answer += self._answer(data[at + 1], data[at + 2])
                at += 3
            else:
                at += 2
        if answer:
            self.transport.write(bytes(answer))
        return bytes(out)

    def _answer(self, verb: int, option: int) -> bytes:
        if verb == DO:
            yes = option in WILLING and option != 1
            size = bytes((IAC, SB, NAWS, 0, 80, 0, 24, IAC, SE)) if option == NAWS else b""
            return bytes((IAC, WILL if yes else WONT, option)) + size
        if verb == WILL:
            return bytes((IAC, DO if option in WILLING else DONT, option))
        return b""

    def type(self, keys: bytes) -> None:
        self.transport.write(keys)

    def close(self) -> None:
        if hasattr(self, "transport"):
            self.transport.abort()


QUESTION, ANSWER = b"\x1b[0c", b"\x1b[?62;22c\x1b[24;80R\x1b[1;1R"
"""What a terminal is asked, and what one of 80×24 in UTF-8 says: silence would be waited for."""


class Ssh(asyncssh.SSHClientSession):
    """One SSH session with the same few methods."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.bytes_in = 0
        self.came = asyncio.Event()
        self.gone = False
        self.connection: asyncssh.SSHClientConnection
        self.channel: asyncssh.SSHClientChannel

    def connection_made(self, chan: asyncssh.SSHClientChannel) -> None:
        self.channel = chan

    def data_received(self, data: bytes, datatype: object) -> None:
        if QUESTION in data:
            self.type(ANSWER)
        self.bytes_in += len(data)
        self.data += data
        self.came.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone = True
        self.came.set()

    def type(self, keys: bytes) -> None:
        self.channel.write(keys)

    def close(self) -> None:
        self.connection.abort()


Line = Telnet | Ssh


async def telnet(port: int, address: str = "127.0.0.1") -> Telnet:
    """A telnet call."""
    loop = asyncio.get_running_loop()
    _, protocol = await loop.create_connection(Telnet, "127.0.0.1", port, local_addr=(address, 0))
    return protocol


async def ssh(port: int, name: str, address: str = "127.0.0.1") -> Ssh:
    """An SSH call of a caller with the password of all benchmark callers."""
    connection = await asyncssh.connect(
        "127.0.0.1", port, username=name, password=PASSWORD, known_hosts=None, client_keys=[], config=None,
        agent_path=None, local_addr=(address, 0),
    )  # fmt: skip
    _, session = await connection.create_session(
        Ssh, term_type="xterm-256color", term_size=(80, 24), encoding=None
    )
    session.connection = connection
    return session


async def sees(line: Line, name: str, *words: str, seconds: float = 60) -> str:
    """Waits for one of the words on the screen; which.  Raises where the line goes or time is up.

    Blanks do not count: what was blank before is jumped over, not painted.
    """
    async with asyncio.timeout(seconds):
        while True:
            shown = ESCAPES.sub(b"", bytes(line.data)).replace(b" ", b"")
            if found := [word for word in words if word.replace(" ", "").encode() in shown]:
                return found[0]
            if line.gone:
                raise ConnectionError(f"{name}: hung up before {words[0]!r}")
            line.came.clear()
            await line.came.wait()


async def walk(line: Line, name: str, steps: Sequence[tuple[str, str]]) -> None:
    """Waits for each word on the screen, then types."""
    for word, keys in steps:
        await sees(line, name, word)
        line.data.clear()
        line.type(keys.format(name=name).encode())


async def press(line: Line, key: bytes, seconds: float = 30) -> float:
    """Presses a key; seconds until the first byte redrawn."""
    line.data.clear()
    line.came.clear()
    started = time.perf_counter()
    line.type(key)
    async with asyncio.timeout(seconds):
        await line.came.wait()
    if line.gone:
        raise ConnectionError("hung up")
    return time.perf_counter() - started
