"""`door nodes`, `message`, `hangup`, `minutes`, `watch`, `chat`, `log`: the sysop's hand on a board
that runs, and the socket they come by."""

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import served as support
from effort import PATIENCE
from pty_client import PtyClient
from served import ENVIRON, Served, door, ready_folder, served
from wire import TTYPE, TelnetClient

CALLS: list[TelnetClient] = []
"""The calls that the running test has made."""
LISTEN = ("--telnet", "127.0.0.1:0", "--rlogin", "127.0.0.1:0", "--ssh", "off")


@pytest.fixture(scope="module")
def one_board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = ready_folder(tmp_path_factory.mktemp("console"), "Alice", "Bob", "Carla", expert="on")
    config = folder / "config" / "board.yaml"
    limited = re.sub(r"minutes_per_call: \d+", "minutes_per_call: 60", config.read_text())
    config.write_text(limited)
    with served(folder, *LISTEN) as running:
        yield running


@pytest.fixture
async def board(one_board: Served) -> AsyncIterator[Served]:
    """The module's board; calls that the test left open are hung up, so that the next test is on node 1."""
    yield one_board
    for call in CALLS:
        call.hang_up()
    deadline = time.monotonic() + PATIENCE
    while CALLS and any("node" in answer for answer in ask(one_board.folder, b'{"v":1,"do":"nodes"}\n')):
        assert time.monotonic() < deadline, "a call that was hung up is still on the board"
        await asyncio.sleep(0.02)
    CALLS.clear()


def running(board: Served, *words: str) -> subprocess.Popen[str]:
    """A `door` command that goes on, its output to be read."""
    argv = [sys.executable, "-m", "door", *words, "--board", str(board.folder)]
    pipe = subprocess.PIPE
    return subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=pipe, text=True, env=ENVIRON)


async def logged_on(board: Served, handle: str = "Alice") -> TelnetClient:
    CALLS.append(await support.logged_on(board, handle))
    return CALLS[-1]


async def hung_up(board: Served, call: TelnetClient, line: str = "hang-up node=1") -> None:
    """The caller hangs up, and the board has noticed: its log says so (once more)."""
    before = len(re.findall(line, board.log))
    call.hang_up()
    await call.writer.wait_closed()
    board.logged(f"(?s)(?:{line}.*){{{before + 1}}}")


def socket_of(folder: Path) -> Path:
    return folder / "data" / "control" / "door.sock"


def ask(folder: Path, *lines: bytes, seconds: float = PATIENCE) -> list[dict[str, object]]:
    """What the board's socket answers to those bytes, to the end of the connection."""
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(seconds)
        line.connect(str(socket_of(folder)))
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            for data in lines:
                line.sendall(data)
        said = b""
        with contextlib.suppress(ConnectionResetError):
            while data := line.recv(65536):
                said += data
    return [json.loads(text) for text in said.splitlines()]


class TestTables:
    async def test_nodes_lists_every_call(self, board):
        call = await logged_on(board)
        listed = door("nodes", board=board.folder)
        assert listed.returncode == 0, listed.stderr
        assert re.search(
            r"^1 +Alice +Main Menu +\d+:\d\d +0 +127\.0\.0\.1 +telnet dumb +\S+ plain text",
            listed.stdout,
            re.M,
        )
        await hung_up(board, call)
        book = board.folder / "data" / "feedback" / f"{datetime.now(UTC):%Y-%m}.jsonl"
        book.parent.mkdir(exist_ok=True)
        line = {"handle": "Zoe", "lines": ["Hi"], "t": "2026-01-01T00:00:00.000Z"}
        book.write_text("".join(json.dumps({**line, "about": about}) + "\n" for about in ("", "joined")))
        listed = door("nodes", board=board.folder)
        book.unlink()
        assert "\n2 letters to the sysop, among them 1 new caller.\n" in f"\n{listed.stdout}"

    async def test_nobody_there(self, board):
        listed = door("nodes", board=board.folder)
        assert (listed.returncode, listed.stdout) == (0, "Nobody is on the board right now.\n")
        for words in (
            ("message", "9", "hello"),
            ("hangup", "9"),
            ("minutes", "9", "5"),
            ("watch", "9"),
            ("chat", "9"),
        ):
            refused = door(*words, board=board.folder)
            assert (refused.returncode, refused.stderr) == (1, "Nobody is on node 9.\n"), words

    @pytest.mark.parametrize(
        "words", [("message", "x", "hi"), ("message", "1"), ("hangup", "0"), ("log", "--lines", "-1")]
    )
    def test_wrong_usage_is_a_sentence(self, words, tmp_path):
        refused = door(*words, board=tmp_path)
        assert refused.returncode == 2 and refused.stderr.count("\n") == 1
        assert "Traceback" not in refused.stderr


class TestActs:
    async def test_a_message_minutes_and_a_hang_up(self, board):
        call = await logged_on(board, "Bob")
        sent = door("message", "1", "Backup", "at", "ten", board=board.folder)
        assert (sent.returncode, sent.stdout) == (0, "Sent to Bob.\n")
        await call.see(b"Sysop says: Backup at ten")
        told = door("announce", "Backup", "at", "eleven", board=board.folder)
        assert (told.returncode, told.stdout) == (0, "Sent to 1 caller.\n")
        await call.see(b"Sysop says: Backup at eleven")
        assert door("announce", "x" * 201, board=board.folder).returncode == 1
        file = board.folder / "data" / "callers" / "Bob.yaml"
        file.write_text(file.read_text() + "unvalidated: true\n")
        assert door("callers", "validate", "bob", board=board.folder).stdout == "Bob has been validated.\n"
        await call.see(b"You have been validated. Your games count from now on.")
        more = door("minutes", "1", "15", board=board.folder)
        assert more.returncode == 0 and re.match(r"Bob has \d+ minutes left\.", more.stdout), more
        fewer = door("minutes", "1", "-5", board=board.folder)
        assert fewer.returncode == 0, fewer.stderr
        assert door("minutes", "1", "many", board=board.folder).returncode == 1
        gone = door("hangup", "1", "--reason", "Bed time.", board=board.folder)
        assert (gone.returncode, gone.stdout) == (0, "Bob is being disconnected.\n")
        await call.see(b"Bed time.")
        board.logged(
            "sysop hang-up by='the command line' node=1 caller='Bob' address=127.0.0.1 reason='Bed time.'"
        )

    async def test_a_ban_puts_out_the_caller_who_is_on(self, board):
        call = await logged_on(board, "Carla")
        reason = "spam, spam, spam, eggs, and, for all that was said of it, once more spam"
        assert door("callers", "ban", "carla", reason, board=board.folder).returncode == 0
        assert f"board: {reason}".encode() in (await call.closed()).replace(b"\r\n  ", b" ")
        board.logged(r"INFO door.call hang-up node=\d+ caller='Carla' .* reason='banned'")
        assert door("callers", "unban", "Carla", board=board.folder).returncode == 0

    async def test_a_banned_address_is_put_out_and_let_in_again(self, tmp_path):
        folder = ready_folder(tmp_path, "Alice", expert="on")
        config = folder / "config" / "board.yaml"
        config.write_text(re.sub(r"trusted: \[.*\]", "trusted: []", config.read_text()))
        with served(folder, *LISTEN) as running:
            call = await logged_on(running)
            banned = door("callers", "ban-address", "127.0.0.0/24", "--days", "2", board=folder)
            assert re.fullmatch(
                r"127\.0\.0\.0/24 is banned until \S+ \S+ UTC; 1 call disconnected\.\n", banned.stdout
            ), banned
            await call.see(b"Your address is banned from this board.")
            await call.closed()
            again = await TelnetClient({TTYPE}, terms=(b"DUMB",)).call(running.port("telnet"))
            await again.see(b"Your address is banned from this board.")
            assert re.match(
                r"127\.0\.0\.0/24 +since \S+ until ", door("callers", "bans", board=folder).stdout
            )
            lifted = door("callers", "unban-address", "127.0.0.0/24", board=folder)
            assert lifted.stdout == "127.0.0.0/24 may call again.\n"
            assert door("callers", "bans", board=folder).stdout == "Nobody is banned.\n"
            (await logged_on(running)).hang_up()

    async def test_the_log_and_following_it(self, board):
        follower = running(board, "log", "-f", "log-on")
        try:
            call = await logged_on(board, "Carla")
            assert follower.stdout
            for text in iter(follower.stdout.readline, ""):
                if "caller='Carla'" in text:
                    break
            else:
                raise AssertionError("the log was not followed")
            assert re.match(r"\d{4}-\d\d-\d\dT[\d:]{8}Z INFO door\.call log-on node=", text)
        finally:
            follower.send_signal(signal.SIGINT)
            assert follower.wait(PATIENCE) == 130
        told = door("log", "--lines", "1", "Carla", board=board.folder)
        assert told.returncode == 0 and told.stdout.count("\n") == 1
        assert "log-on node=1 caller='Carla'" in told.stdout
        await hung_up(board, call)


class TestTerminals:
    async def test_watching_by_screen(self, board):
        call = await logged_on(board)
        sysop = PtyClient([sys.executable, "-m", "door", "watch", "1", "--board", str(board.folder)])
        try:
            sysop.see(b"is in plain mode")
            call.send(b"w\r\0")
            await call.see(b"1 online")
            sysop.see(b"1 online")
            await hung_up(board, call)
            sysop.see(b"Alice has left")
            assert sysop.end() == 0
            assert b"\x1b[?25h" in sysop.shown  # the cursor is back
        finally:
            sysop.close()

    async def test_watching_through_a_pipe_to_the_call_s_end(self, board):
        call = await logged_on(board)
        watcher = running(board, "watch", "1")
        try:
            assert watcher.stdout
            assert watcher.stdout.readline() == "Watching Alice on node 1.\n"
            await hung_up(board, call)
            said = watcher.stdout.read()
            assert "Alice has left" in said
            assert watcher.wait(PATIENCE) == 0
        finally:
            watcher.kill()
            watcher.stdout.close()
            watcher.wait()

    async def test_chat(self, board):
        call = await logged_on(board)
        sysop = PtyClient([sys.executable, "-m", "door", "chat", "1", "--board", str(board.folder)], 100, 30)
        try:
            await call.see(b"The sysop has broken in to chat.")
            await call.see(b"Say: ")
            sysop.see(b"Chat with Alice")
            sysop.type(b"hello\r")
            await call.see(b"Sysop: hello")
            await call.see(b"Say: ")
            call.send(b"hi there\r\0")
            sysop.see(b"hi there")
            sysop.resize(132, 40)
            sysop.see(b"Chat with Alice")  # drawn anew
            sysop.type(b"\x1b")
            assert sysop.end() == 0
            await call.see(b"Main menu command? ")
        finally:
            sysop.close()
        board.logged("sysop chat ends by='the command line' node=1 caller='Alice'")
        await hung_up(board, call)

    async def test_a_board_that_stops_lets_its_watchers_go(self, tmp_path):
        with served(ready_folder(tmp_path, "Alice", expert="on"), *LISTEN) as running:
            call = await logged_on(running)
            sysop = PtyClient([sys.executable, "-m", "door", "watch", "1", "--board", str(tmp_path)])
            try:
                sysop.see(b"Watching Alice")
                running.signal(signal.SIGTERM)
                await call.closed()
                assert sysop.end() == 0
                assert running.end() == 0
            finally:
                sysop.close()
            assert not socket_of(tmp_path).exists()
            assert "rror" not in running.log, running.log


class TestSocket:
    def test_is_the_board_s_alone(self, board):
        place = socket_of(board.folder)
        assert stat.S_IMODE(place.stat().st_mode) == 0o600
        assert stat.S_IMODE(place.parent.stat().st_mode) == 0o700

    @pytest.mark.parametrize(
        ("sent", "said"),
        [
            (b"hello\n", "not a line of JSON"),
            (b"\xff\xfe\x00\n", "not a line of JSON"),
            (b"[]\n", "version 1"),
            (b'{"v":2,"do":"nodes"}\n', "version 1"),
            (b'{"v":1}\n', "Unknown command: "),
            (b'{"v":1,"do":["nodes"]}\n', "Unknown command: "),
            (b'{"v":1,"do":"shutdown"}\n', "Unknown command: 'shutdown'"),
            (b'{"v":1,"do":"message","node":"1","text":"x"}\n', "A node must be a number"),
            (b'{"v":1,"do":"message","node":true,"text":"x"}\n', "A node must be a number"),
            (b'{"v":1,"do":"message","node":1,"text":["x"]}\n', "the request's text"),
            (b'{"v":1,"do":"account","about":"%s"}\n' % (b"x" * 10_001), "Text may have at most 10,000 ch"),
            (b'{"v":1,"do":"log","lines":1000000}\n', "Lines must be a number"),
            (b'{"v":1,"do":"page","page":"menu","node":1}\n', "to watch or to chat"),
            (b"[" * 60_000 + b"\n", "not a line of JSON"),
        ],
    )
    def test_garbage_gets_a_sentence(self, board, sent, said):
        (answer,) = ask(board.folder, sent)
        assert said in str(answer["error"])

    def test_a_huge_line_ends_the_connection(self, board):
        (answer,) = ask(board.folder, b"x" * 200_000 + b"\n")
        assert "at most 65536 bytes" in str(answer["error"])

    def test_half_a_line_is_nothing(self, board):
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(socket_of(board.folder)))
            line.sendall(b'{"v":1,"do"')
            line.shutdown(socket.SHUT_WR)
            line.settimeout(PATIENCE)
            assert line.recv(100) == b""


class TestBoards:
    def test_none_runs(self, tmp_path):
        ready_folder(tmp_path)
        refused = door("nodes", board=tmp_path)
        assert refused.returncode == 1
        assert refused.stderr == f"No board is running in {tmp_path}; door serve starts it.\n"

    def test_the_log_of_a_board_that_is_down(self, tmp_path):
        ready_folder(tmp_path)
        assert (
            door("log", board=tmp_path).stderr
            == f"{tmp_path}/data/log/door.log: No such file or directory.\n"
        )
        with served(tmp_path, *LISTEN) as running:
            running.signal(signal.SIGTERM)
            assert running.end() == 0
        with (tmp_path / "data" / "log" / "door.log").open("ab") as file:
            file.write(b"\x1b[2J\xff odd\n")
        told = door("log", "--lines", "2", board=tmp_path)
        assert (told.returncode, told.stderr) == (0, "")
        assert re.fullmatch(r"\S+Z INFO door\.board shutting down\n\[2J\S odd\n", told.stdout), told.stdout
        started = door("log", "started", board=tmp_path).stdout
        port = running.port("telnet")
        assert re.search(
            rf"The Door [\d.]+ started in {tmp_path}: telnet on 127\.0\.0\.1:{port}, rlogin on ", started
        )
        followed = door("log", "-f", "--lines", "1", board=tmp_path)
        assert (followed.returncode, followed.stdout.count("\n")) == (1, 1)
        assert "No board is running" in followed.stderr

    def test_a_log_that_is_moved_is_opened_again(self, tmp_path):
        """As logrotate does it, or a sysop."""
        ready_folder(tmp_path)
        path = tmp_path / "data" / "log" / "door.log"
        with served(tmp_path, *LISTEN) as running:
            running.logged("started in")
            path.rename(path.with_name("old"))
            assert door("announce", "hello", board=tmp_path).returncode == 0
            assert "sysop announce" in path.read_text()
            path.unlink()
            assert door("announce", "hello", board=tmp_path).returncode == 0
            assert path.read_text().count("\n") == 1
            assert "sysop announce" not in path.with_name("old").read_text()

    def test_what_a_killed_board_left_is_taken_over(self, tmp_path):
        ready_folder(tmp_path)
        with served(tmp_path, *LISTEN) as killed:
            killed.signal(signal.SIGKILL)
            killed.end()
        assert socket_of(tmp_path).exists()
        assert "No board is running" in door("nodes", board=tmp_path).stderr
        with served(tmp_path, *LISTEN):
            assert door("nodes", board=tmp_path).returncode == 0

    def test_a_folder_with_a_long_name(self, tmp_path):
        folder = tmp_path / ("a" * 60) / ("b" * 60)
        folder.parent.mkdir()
        ready_folder(folder)
        assert len(os.fsencode(socket_of(folder))) > 108
        with served(folder, *LISTEN):
            assert door("nodes", board=folder).returncode == 0

    def test_a_board_that_cannot_have_a_socket_runs_without(self, tmp_path):
        ready_folder(tmp_path)
        (tmp_path / "data").mkdir(exist_ok=True)
        (tmp_path / "data" / "control").write_text("in the way")
        with served(tmp_path, *LISTEN) as running:
            running.logged("the sysop's commands cannot reach this board")
            assert "No board is running" in door("nodes", board=tmp_path).stderr
