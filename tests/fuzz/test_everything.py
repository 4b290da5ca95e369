"""Bytes that mean nothing, into everything that reads what others wrote.

Each reader has its properties under hypothesis beside its other tests; here sound inputs are bent,
cut, joined and repeated: always the same ones in CI, and DOOR_FUZZ_TIMES as many on request.
"""

import asyncio
import contextlib
import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from dropfiles import CHAIN, DOOR32, DOOR_SYS, DORINFO, dos
from random_matches import KINDS, random_match
from wire import IAC, NAWS, NEW_ENVIRON, SB, SE, TTYPE, WILL, TelnetClient, naws, telnet_board, wrapped

from door.dropfile import DropFileError, parse
from door.net.rlogin import BadGreeting, Windows, read_greeting
from door.net.telnet.server import is_program
from door.records.access.failed_logons import read_failed_logons
from door.records.audit.audit import audit
from door.records.journal.grammar import Unreadable, read_line
from door.records.journal.lines import ZERO, chain_lines
from door.records.store.files import Folder
from door.screens.doors import DOORS
from door.settings import SettingsError, load
from door.settings.skeleton import SKELETON, init
from door.term.art import read_art
from door.term.decoder import Decoder
from door.term.emulator.files import ArtError

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
TIMES = int(os.environ.get("DOOR_FUZZ_TIMES", "1"))
ODD = [
    b"\x00",
    b"\xff",
    b"\x1b[",
    b"\x1b",
    b"\r\n",
    b"9" * 30,
    b"-1",
    b"[",
    b"{",
    b'"',
    b"\\u0000",
    b"NaN",
    b": ",
    b"\x1a",
]

TURN = (
    b'{"caller":"Al","commit":"' + b"0" * 64 + b'","day":"2026-11-21","door":"shutbox","free":false,"id":"a",'
    b'"kind":"turn","options":{},"prev":"' + b"0" * 64 + b'","t":"2026-11-21T08:00:00.000Z","v":1}\n'
)
GAME = TURN.replace(b"turn", b"game").replace(
    b'"kind"',
    b'"month":"2026-11","moves":["2 6"],"score":8,"seats":["Al"],"seed":"' + b"1" * 64 + b'","kind"',
)
LINES = [random_match(Random(n), NOON, kind).lines() for n, kind in enumerate(KINDS)]
MATCHES = [b"".join(entry.raw + b"\n" for entry in chain_lines(pair, ZERO, "2026-11")) for pair in LINES]


def bent(random: Random, seeds: list[bytes]) -> bytes:
    """A sound input after a few accidents."""
    data = bytearray(random.choice(seeds))
    for _ in range(random.randrange(1, 8)):
        at, to = sorted((random.randrange(len(data) + 1), random.randrange(len(data) + 1)))
        match random.randrange(5):
            case 0:
                data[at:to] = b""
            case 1:
                data[at:at] = random.choice(ODD) * random.choice((1, 1, 50))
            case 2:
                data[at:at] = data[at:to]
            case 3:
                data[at : at + 4] = random.randbytes(4)
            case _:
                data += random.choice(seeds)[: random.randrange(200)]
    return bytes(data[:20_000])


def decode(data: bytes, folder: Path) -> None:
    decoder = Decoder()
    for at in range(0, len(data), 7):
        decoder.feed(data[at : at + 7])
    decoder.flush()


def settings(data: bytes, folder: Path) -> None:
    (folder / "config" / "board.yaml").write_bytes(data)
    try:
        load(folder, {door.INFO.slug: door.INFO for door in DOORS})
    except SettingsError as error:
        assert all("\n" not in line and "config/board.yaml" in line for line in error.errors)


def art(data: bytes, folder: Path) -> None:
    with contextlib.suppress(ArtError):
        read_art(data)


def line(data: bytes, folder: Path) -> None:
    with contextlib.suppress(Unreadable):
        read_line(data)


def journal(data: bytes, folder: Path) -> None:
    (folder / "2026-11.jsonl").write_bytes(data)
    report = audit(folder, {door.INFO.slug: door for door in DOORS})
    assert all("\n" not in str(fault) for fault in report.faults)


def dropfile(data: bytes, folder: Path) -> None:
    for name in ("DOOR32.SYS", "DOOR.SYS", "CHAIN.TXT", "DORINFO3.DEF"):
        with contextlib.suppress(DropFileError):
            parse(name, data)


def rlogin(data: bytes, folder: Path) -> None:
    with contextlib.suppress(BadGreeting):
        read_greeting(data)
    windows = Windows()
    for at in range(0, len(data), 5):
        windows.feed(data[at : at + 5])


def failed_logons(data: bytes, folder: Path) -> None:
    (folder / "strikes.json").write_bytes(data)
    read_failed_logons(Folder(folder), datetime.now(UTC))


def bots(data: bytes, folder: Path) -> None:
    began = time.thread_time()
    is_program(data[:1024])
    assert time.thread_time() - began < 0.5, "no pattern may take long"


READERS: dict[str, tuple[Callable[[bytes, Path], None], list[bytes]]] = {
    "keys": (decode, [b"\x1b[1;5A\x1b[<0;10;5M\x1bOP", b"\x1b[=67;84;101c\x1b[24;80R", "é▒♥abc\r".encode()]),
    "settings": (settings, [(SKELETON / "config" / "board.yaml").read_bytes(), b"limits:\n  nodes: 5\n"]),
    "art": (
        art,
        [(SKELETON / "ansi_art" / "welcome.ans").read_bytes()[-3000:], b"\x1b[5;5H\x1b[1;31mHi\x1b[255C"],
    ),
    "line": (line, [TURN[:-1], GAME[:-1]]),
    "journal": (journal, [TURN, TURN + GAME, GAME, *MATCHES]),
    "drop files": (dropfile, [dos(kind) for kind in (CHAIN, DOOR32, DOOR_SYS, DORINFO)]),
    "rlogin": (
        rlogin,
        [b"\0key\0Alice\0xtrn=shutbox\0", b"\0a\0b\0vt100/9600\0\xff\xffss\0\x18\0\x50\0\0\0\0"],
    ),
    "strikes": (failed_logons, [b'{"strikes": [["address", "192.0.2.1", 3, "2026-11-21T08:00:00Z"]]}']),
    "programs": (bots, [b"GET / HTTP/1.1\r\n", b"root\r\n/bin/busybox X\r\n", b"cd " * 300, b"\r\n" * 300]),
}


@pytest.mark.parametrize("reader", READERS)
def test_whatever_is_read(tmp_path, reader):
    read, seeds = READERS[reader]
    if reader == "settings":
        init(tmp_path)
    random = Random(reader)
    for _ in range(TIMES * (20 if reader in ("settings", "journal") else 200)):
        read(bent(random, seeds), tmp_path)


async def test_telnet_by_real_sockets():
    """However the negotiation goes wrong, the next caller is answered."""
    seeds = [
        bytes((IAC, WILL, TTYPE, IAC, WILL, NAWS, IAC, WILL, NEW_ENVIRON)), naws(80, 24),
        wrapped(TTYPE, b"\0XTERM"), wrapped(NEW_ENVIRON, b"\0\0LANG\1C.UTF-8"), bytes((IAC, SB, 31, IAC, SE)),
        b"Alice\r\0", bytes((IAC, 255, IAC, 244, IAC, 242)),
    ]  # fmt: skip
    random = Random("telnet")
    async with telnet_board() as (_, port), asyncio.timeout(TIMES * 60):
        for _ in range(TIMES * 200):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            with contextlib.suppress(ConnectionError):
                for _ in range(random.randrange(1, 6)):
                    writer.write(bent(random, seeds))
                    await writer.drain()
            writer.close()
        client = await TelnetClient({TTYPE}).call(port)
        await client.see(b"> ")
        client.hang_up()
