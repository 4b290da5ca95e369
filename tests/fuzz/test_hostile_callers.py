"""What becomes of callers who mean harm, by real sockets on a real board: a limit, a line in the
log, and nobody else notices."""

import asyncio
import contextlib
import json
import re
import signal
import socket
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import asyncssh
import pytest
from effort import PATIENCE
from hostile import Client, drained, memory, plain, witness
from served import Served, ready_folder, served, settle
from wire import IAC, SB, TTYPE, WILL

from door.net.ssh.server import PASSWORDS
from door.records.callers.caller_file import check_handle, looks_of
from door.records.callers.callers import Callers
from door.records.store.files import Folder
from door.server.log import WRITTEN

BANNED = "127.0.9.9"
CONNECTS = 300
FIRST = asyncio.FIRST_COMPLETED


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A board that trusts nobody, with short limits, and one address banned before it starts."""
    folder = ready_folder(tmp_path_factory.mktemp("hostile"), "Alice", "Bob", "Carol")
    settle(
        folder / "config" / "board.yaml",
        trusted="[]", unproved=16, logon_seconds=10, send_seconds=5, password_kilobytes=32, password_passes=1,
        connects_per_minute=CONNECTS,
    )  # fmt: skip
    now = datetime.now(UTC).isoformat()
    (folder / "data" / "strikes.json").write_text(json.dumps({"strikes": [["address", BANNED, 20, now]]}))
    return folder


@pytest.fixture(scope="module")
def owed() -> list[str]:
    """What the log must have said when the board has ended: whoever caused it adds it."""
    return []


@pytest.fixture(scope="module")
def board(folder: Path, owed: list[str]) -> Iterator[Served]:
    with served(folder) as running:
        yield running
        assert "Traceback" not in running.log and "crash" not in running.log
        running.signal(signal.SIGTERM)
        assert running.end() == 0
        for words in owed:
            assert re.search(rf"WARNING door.net refused … and {words} in the last minute", running.log)
        assert not re.search("open sesame|argon2|guess [0-9]", running.log)


async def test_floods_of_options_and_a_subnegotiation_without_end(board):
    before = memory(board)
    async with witness(board):
        for storm in (bytes((IAC, WILL, 200)) * 60_000, bytes((IAC, SB, 31)) + b"x" * 400_000):
            client = await Client("127.0.1.1", set()).call(board.port("telnet"))
            with contextlib.suppress(ConnectionError):
                client.send(storm)
                await asyncio.wait_for(client.writer.drain(), PATIENCE)
            await drained(client.reader)
            client.hang_up()
    board.logged(r"WARNING door.net hang-up telnet from 127\.0\.1\.1: too many telnet commands")
    board.logged(r"WARNING door.net hang-up telnet from 127\.0\.1\.1: a telnet command without end")
    assert memory(board) < before + 20_000


async def test_hundreds_of_connects_from_one_address(board, owed):
    """Eight calls, the others hear why; SSH keeps eight that have not proved themselves."""
    owed += [r"187 more from 127\.0\.1\.2", r"187 more from 127\.0\.1\.8"]
    before = memory(board)
    async with witness(board):
        for kind, address, sentence in (
            ("telnet", "127.0.1.2", b"too many calls from your address"), ("ssh", "127.0.1.8", b"")
        ):  # fmt: skip
            port = board.port(kind)
            lines = [
                await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0)) for _ in range(200)
            ]
            for _, writer in lines:
                writer.write(b"x" if kind == "telnet" else b"SSH-2.0-x\r\n")
            reading = [asyncio.create_task(drained(reader)) for reader, _ in lines]
            refused: set[asyncio.Task[bytes]] = set()
            while len(refused) < 192:
                done, waiting = await asyncio.wait(
                    set(reading) - refused, timeout=PATIENCE, return_when=FIRST
                )
                assert done and len(waiting) >= 8, kind
                refused |= done
            assert all(sentence in task.result() for task in refused)
            for (_, writer), task in zip(lines, reading, strict=True):
                writer.close()
                task.cancel()
    refusals = board.log.count("refused telnet from 127.0.1.2: There are too many calls from your address.")
    assert refusals == WRITTEN, "the other 187 are counted, and told of once"
    board.logged(r"refused ssh from 127\.0\.1\.8: too many unauthenticated connections from one address")
    assert memory(board) < before + 30_000


@pytest.mark.whole("many calls")
async def test_thousands_of_connects_from_one_address(board, owed):
    """A minute's worth is let in; the others cost an accept and a close, and the log a few lines."""
    owed += [r"\d{3,4} more from 127\.0\.1\.7"]
    before, lines = memory(board), board.log.count("\n")
    port, let_in, began = board.port("telnet"), 0, time.monotonic()
    async with witness(board) as seen:
        for _ in range(2000):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.1.7", 0))
            with contextlib.suppress(ConnectionError):
                let_in += bool(await asyncio.wait_for(reader.read(1), PATIENCE))
            writer.transport.abort()
    minutes = (time.monotonic() - began) / 60
    assert CONNECTS <= let_in <= CONNECTS * (1 + minutes) + 1 and seen.answers > 5
    board.logged(r"refused telnet from 127\.0\.1\.7: connects too often")
    assert board.log.count("from 127.0.1.7") <= let_in + WRITTEN
    assert board.log.count("\n") - lines < 2 * let_in + 50
    assert memory(board) < before + 20_000


HANDLES = [
    "\u202eecilA", "Al\u200bice", "Аlice", "A1ice", "../../etc/passwd", "..", "/", "~root", "CON", "%s",
    "sysop", "SYSOP", "5ysop", "x" * 400, "\u0301\u0301", "Ali ce  ", "'; DROP TABLE", "{handle}", "Bob\x00",
    "Al\x07ice\x1b[2J", "\ufeff",
]  # fmt: skip


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


async def test_handles_that_deceive(board, folder):
    before = names(folder / "data" / "callers")
    for handle in HANDLES:
        client = await plain(board, "127.0.1.5")
        await client.see(b"Your handle (or NEW): ")
        client.send(b"NEW\r\0")
        await client.see(b"Choose a handle: ")
        client.send(handle.encode().replace(b"\xff", b"") + b"\r\0y\r\0secret1\r\0secret1\r\0")
        await asyncio.sleep(0.02)
        client.hang_up()
    new = names(folder / "data" / "callers") - before
    assert all(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 ]+\.yaml", name) for name in new), new
    known = [caller.handle for caller in Callers(Folder(folder / "data")).each()]
    assert all(check_handle(handle) == "" for handle in known), known
    assert len({looks_of(handle) for handle in known}) == len(known), known
    assert not names(folder) - {"config", "ansi_art", "data", "stderr.log"}


async def test_ssh_channels_by_the_hundred(board):
    async with witness(board), asyncio.timeout(2 * PATIENCE):
        connection = await asyncssh.connect(
            "127.0.0.1", board.port("ssh"), username="nobody", known_hosts=None, config=None,
            client_keys=None, agent_path=None, local_addr=("127.0.1.6", 0),
        )  # fmt: skip
        await connection.create_process(term_type="xterm", encoding=None)
        tried = [connection.create_process(term_type="xterm", encoding=None) for _ in range(200)]
        answers = await asyncio.wait_for(asyncio.gather(*tried, return_exceptions=True), PATIENCE)
        assert all(isinstance(answer, asyncssh.ChannelOpenError) for answer in answers)
        forward = connection.forward_local_port("127.0.0.1", 0, "127.0.0.1", board.port("telnet"))
        async with await forward as tunnel:
            reader, writer = await asyncio.open_connection("127.0.0.1", tunnel.get_port())
            assert await drained(reader) == b""
            writer.close()
        connection.abort()
    assert len(re.findall(r"call node=\d+ ssh from 127\.0\.1\.6", board.log)) == 1


async def test_an_address_banned_before_the_restart_is_still_banned(board):
    client = await plain(board, BANNED)
    await client.see(b"Your handle (or NEW): ")
    client.send(b"Carol\r\0")
    await client.see(b"Password for Carol: ")
    client.send(b"open sesame\r\0")
    assert b"Too many wrong passwords. Please call again later." in await client.closed()
    reader, writer = await asyncio.open_connection("127.0.0.1", board.port("ssh"), local_addr=(BANNED, 0))
    assert await drained(reader) == b""
    writer.close()
    board.logged(rf"refused ssh from {BANNED}: the address is banned for now".replace(".", r"\."))


async def guess_by_ssh(board: Served) -> None:
    """59 wrong passwords on one connection: six are checked, ever more slowly."""

    class Guesser(asyncssh.SSHClient):
        tried = 0

        def password_auth_requested(self) -> str:
            self.tried += 1
            return f"guess {self.tried}"

    guesser = Guesser()
    with pytest.raises((asyncssh.PermissionDenied, asyncssh.DisconnectError, ConnectionError)):
        while guesser.tried < 59:
            await asyncssh.connect(
                "127.0.0.1", board.port("ssh"), username="Carol", client_factory=lambda: guesser, config=None,
                known_hosts=None, client_keys=None, agent_path=None, local_addr=("127.0.2.1", 0),
            )  # fmt: skip
    assert guesser.tried <= PASSWORDS + 1


async def sit_silent(board: Served) -> None:
    """Calls that never say a word are ended by the time a log-on may take, and their nodes are free."""
    lines = [
        await asyncio.open_connection("127.0.0.1", board.port("telnet"), local_addr=("127.0.2.2", 0))
        for _ in range(8)
    ]
    for reader, writer in lines:
        await drained(reader)
        writer.close()


async def read_nothing(board: Served) -> None:
    """A caller who asks for page after page and takes none of them."""
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    sock.setblocking(False)
    sock.bind(("127.0.2.3", 0))
    await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", board.port("telnet")))
    client = Client("127.0.2.3", {TTYPE}, terms=(b"DUMB",))
    client.reader, client.writer = await asyncio.open_connection(sock=sock, limit=2048)
    await client.log_on("Bob")
    client.writer.transport.pause_reading()  # type: ignore[attr-defined]
    client.send(b"h\r\0\r\0" * 50_000)
    await asyncio.to_thread(board.logged, r"hang-up telnet from 127\.0\.2\.3: too slow to take", 60)
    client.writer.transport.abort()


async def type_slowly(board: Served) -> None:
    """A caller who types for ever and is never done with the log-on."""
    client = await plain(board, "127.0.2.5")
    await client.see(b"Your handle (or NEW): ")
    closing = asyncio.create_task(drained(client.reader))
    while not closing.done():
        client.send(b"\x08a")
        await asyncio.sleep(0.2)
    assert b"Logging on took too long" in closing.result()


async def guess_by_telnet(board: Served) -> None:
    """Three wrong passwords end a call."""
    client = await plain(board, "127.0.2.4")
    await client.see(b"Your handle (or NEW): ")
    client.send(b"Alice\r\0" + b"wrong\r\0" * 59)
    assert (await client.closed()).count(b"Wrong password.") <= 3


async def test_those_who_take_their_time(board):
    before = memory(board)
    async with witness(board, "Alice"), asyncio.timeout(2 * PATIENCE):
        await asyncio.gather(
            guess_by_ssh(board), sit_silent(board), read_nothing(board), guess_by_telnet(board),
            type_slowly(board),
        )  # fmt: skip
    board.logged(r"refused ssh from 127\.0\.2\.1: too many attempts")
    assert board.log.count("log-on failed node=0 handle='Carol' address=127.0.2.1") == PASSWORDS
    assert len(re.findall(r"log-on failed node=\d+ handle='Alice' address=127\.0\.2\.4", board.log)) == 3
    assert len(re.findall(r"hang-up node=\d+ caller='' address=127\.0\.2\.2 ", board.log)) == 8
    assert memory(board) < before + 30_000


async def test_wrong_passwords_are_on_the_disk_for_the_next_start(board, folder):
    for _ in range(900):
        if "127.0.2.1" in (folder / "data" / "strikes.json").read_text():
            break
        await asyncio.sleep(0.1)
    assert "127.0.2.1" in (folder / "data" / "strikes.json").read_text()
    assert (folder / "data" / "strikes.json").stat().st_mode & 0o777 == 0o600
