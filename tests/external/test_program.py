"""Programs on terminals of their own: real processes, real PTYs, and nobody left in the end."""

import asyncio
import contextlib
import os
import pwd
import select
import signal
import socket
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from bounded import begun
from callline import pass_time

from door.external import launch
from door.external import program as programs
from door.external.launch import Orders, ProgramStartError, far_warnings, faults, user_ids
from door.external.program import BURST, PIECE, Program, session_of, start
from door.ui.texts import tr

SECONDS = 10
NOBODY = pwd.getpwnam("nobody")
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may run a program as another user")


class Watched:
    """A program and what came of it; it reads on by itself unless told otherwise."""

    def __init__(self, greedy: bool = True) -> None:
        self.out, self.status, self.greedy = b"", None, greedy
        self.heard = []
        self.news = asyncio.Event()
        self.program: Program

    def printed(self, data: bytes) -> None:
        self.heard.append("output")
        self.out += data
        self.news.set()
        if self.greedy:
            self.program.more()

    def ended(self, status: int) -> None:
        self.heard.append("end")
        self.status = status
        self.news.set()

    async def sees(self, text: bytes) -> bytes:
        async with asyncio.timeout(SECONDS):
            while text not in self.out:
                await self.more()
        return self.out

    async def over(self) -> int:
        async with asyncio.timeout(SECONDS):
            while self.status is None:
                await self.more()
        return self.status

    async def more(self) -> None:
        self.news.clear()
        await self.news.wait()


@contextlib.asynccontextmanager
async def running(*words: str, greedy: bool = True, **orders):
    """The program runs; it is ended in any case. Its end is heard once, after all output. Once closed it
    does nothing: the number of its terminal may be another file's then."""
    watched = Watched(greedy)
    made = Orders(
        words, orders.pop("environ", {"PATH": "/usr/bin:/bin"}), orders.pop("folder", "/"), **orders
    )
    watched.program = await start(made, watched.printed, watched.ended)
    watched.program.more()
    try:
        yield watched
    finally:
        program, heard = watched.program, [*watched.heard]
        loop, terminal = asyncio.get_running_loop(), program._terminal
        closing = program.close()
        assert not loop.remove_reader(terminal) and not loop.remove_writer(terminal)
        program.type(b"x", line=True), program.fit(80, 25), program.more()
        assert program.close() is None
        await asyncio.wait_for(closing, SECONDS)
        assert not alive(program.pid)
        assert watched.heard == heard and "end" not in heard[:-1]


def alive(pid: int) -> bool:
    """Whether anything of that session is left, a zombie counting too."""
    return bool(session_of(pid)) or Path(f"/proc/{pid}").exists()


def open_files() -> set[tuple[str, str]]:
    """Return number and target of each file that this process has open."""
    return {(path.name, target(path)) for path in Path("/proc/self/fd").iterdir()}


def target(path: Path) -> str:
    """Return what the open file is; empty for the folder that was just listed, since it is closed again."""
    try:
        return str(path.readlink())
    except FileNotFoundError:
        return ""


def script(text: str) -> tuple[str, ...]:
    return ("/bin/sh", "-c", textwrap.dedent(text))


def python(text: str) -> tuple[str, ...]:
    return (sys.executable, "-I", "-S", "-c", textwrap.dedent(text))


# -- what it finds ---------------------------------------------------------------------------------


async def test_it_has_a_terminal_of_the_right_size_that_is_its_own():
    async with running(
        *script("stty size; tty; echo x > /dev/tty; ps -o sid=,pgid=,pid= -p $$"), cols=91, rows=33
    ) as run:
        assert await run.over() == 0
        size, tty, x, ids = run.out.decode().split("\r\n")[:4]
        assert size == "33 91" and tty.startswith("/dev/pts/") and x == "x"
        assert len(set(ids.split())) == 1


async def test_no_key_stops_or_suspends_it():
    async with running(*script("stty -a")) as run:
        assert await run.over() == 0
        assert b" -ixon " in run.out and b"susp = <undef>;" in run.out
        assert b" iutf8" in run.out and b"erase = ^?;" in run.out and b" echo " in run.out


async def test_its_terminal_is_as_its_caller_s_is():
    async with running(*script("stty -a"), utf8=False, erase=b"\b", echo=False) as run:
        assert await run.over() == 0
        assert b" -iutf8" in run.out and b"erase = ^H;" in run.out
        assert b" -echo " in run.out and b" echonl " in run.out


def test_what_is_missing_for_a_program_is_found_before_anybody_calls(tmp_path, monkeypatch):
    program, folder = tmp_path / "program", tmp_path / "folder"
    assert dict(faults(str(program), folder, "nobody-such")) == {
        "command": tr.program.is_no_file(program=program),
        "folder": tr.program.no_folder(folder=folder),
        "user": tr.program.no_such_user(user="'nobody-such'"),
    }
    program.write_text("#!/bin/sh")
    folder.mkdir()
    assert dict(faults(str(program), folder, "")) == {"command": tr.program.cannot_be_run(program=program)}
    program.chmod(0o700)
    assert not [*faults(str(program), folder, "")] and not [*faults(str(program), None, "")]
    assert dict(faults(str(folder), program, "")) == {
        "command": tr.program.is_a_folder(program=folder), "folder": tr.program.no_folder(folder=program),
    }  # fmt: skip
    monkeypatch.setattr(os, "access", lambda path, mode: path != folder)
    assert dict(faults(str(program), folder, "")) == {"folder": tr.program.folder_closed(folder=folder)}


@pytest.mark.parametrize("why", [OSError(-2, "Name or service not known"), UnicodeError("label too long")])
def test_a_far_door_s_host_that_has_no_address_is_warned_of(monkeypatch, why):
    asked = []

    def no_such_host(host: str, port: None, **_: object) -> list[object]:
        asked.append(host)
        if host == "gone.example":
            raise why
        return []

    monkeypatch.setattr(socket, "getaddrinfo", no_such_host)
    (warning,) = far_warnings("Trade Wars", "gone.example")
    assert str(why.args[-1]) in warning and "Trade Wars" in warning and "gone.example" in warning
    assert not [*far_warnings("Trade Wars", "here.example")] and asked == ["gone.example", "here.example"]


async def test_it_inherits_no_file_and_nothing_of_the_environment():
    """Files that the board has open, inheritable ones too, stay the board's."""
    read, write = os.pipe()
    os.set_inheritable(write, True)
    os.environ["SECRET_OF_THE_BOARD"] = "1"
    try:
        probe = """
            import os
            fds = [fd for fd in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{fd}")]
            print("fds", sorted(fds), "env", sorted(os.environ), "umask", oct(os.umask(0)))
        """
        async with running(*python(probe), environ={"ONE": "1"}) as run:
            await run.over()
            assert b"fds ['0', '1', '2'] env ['DOOR_VISIT', 'LC_CTYPE', 'ONE'] umask 0o77" in run.out, run.out
    finally:
        os.environ.pop("SECRET_OF_THE_BOARD")
        os.close(read), os.close(write)


LIBC_S_OWN = 0b11 << 31
"""Signals 32 and 33, which no program can ask for by name: Python 3.13 starts others with 32 ignored."""


async def test_signals_are_as_at_first_and_there_are_no_core_files():
    """The board ignores SIGPIPE, as Python does; a program must be able to die of it."""
    probe = """
        import resource
        status = open("/proc/self/status").read()
        print([line for line in status.splitlines() if line.startswith(("SigIgn", "SigBlk"))])
        print(resource.getrlimit(resource.RLIMIT_CORE), resource.getrlimit(resource.RLIMIT_CPU))
    """
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        async with running("/bin/sh", "-c", "grep -E 'SigIgn|SigBlk' /proc/self/status") as run:
            await run.over()
            _, blocked, _, ignored = run.out.split()
            assert not (int(blocked, 16) | int(ignored, 16)) & ~LIBC_S_OWN
        async with running(*python(probe), limits={"cpu": 7}) as run:
            await run.over()
            assert b"(0, 0) (7, 7)" in run.out
    finally:
        signal.signal(signal.SIGHUP, before)


async def test_the_sysops_limits_hold():
    async with running(*python("x = bytearray(300_000_000)"), limits={"memory": 100_000_000}) as run:
        assert await run.over() == 1
        assert b"MemoryError" in run.out


async def test_a_program_that_is_not_there_is_one_sentence(tmp_path):
    for words, folder, reason in (
        ("/no/such/thing", "/", "/no/such/thing: No such file or directory"),
        (str(tmp_path), "/", f"{tmp_path}: Permission denied"),
        ("/bin/true", "/no/folder", "the folder /no/folder: No such file or directory"),
    ):
        with pytest.raises(ProgramStartError, match=f"^{reason}$"):
            async with running(words, folder=folder):
                pass


@needs_root
async def test_another_user_is_that_user_alone():
    """With that user's groups and nothing of the board's."""
    async with running(
        *script("id -un; id -gn; id -Gn; stat -c %U $(tty); cat /etc/shadow"), user="nobody"
    ) as run:
        await run.over()
        name, group, groups, owner, shadow = run.out.decode().split("\r\n")[:5]
        assert (name, group, owner) == ("nobody", "nogroup", "nobody") and "root" not in groups.split()
        assert "Permission denied" in shadow


@needs_root
def test_a_user_who_cannot_be_is_told():
    with pytest.raises(ProgramStartError, match="this machine has no user 'nobody-such'"):
        user_ids("nobody-such")
    assert user_ids("") is None and user_ids("root") is None
    assert user_ids("nobody") == (NOBODY.pw_uid, NOBODY.pw_gid)


def test_without_root_no_other_user(monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    with pytest.raises(
        ProgramStartError, match="only a board that runs as root can run a program as another"
    ):
        user_ids("nobody")


# -- bytes both ways -----------------------------------------------------------------------------


async def test_what_is_typed_arrives_and_what_is_printed_comes_back():
    async with running("/bin/cat") as run:
        run.program.type(b"caf\xc3\xa9\x7f\r")
        assert b"caf \r\ncaf\r\n" in (await run.sees(b"caf\r\n")).replace(b"\b", b"").replace(
            b"\xc3\xa9", b""
        )


async def test_plain_callers_are_not_echoed_and_enter_is_only_for_lines():
    async with running(
        *script("read a; echo got=$a; stty raw; echo raw; dd bs=1 count=4 2>/dev/null | od -An -c"),
        echo=False,
    ) as run:
        run.program.type(b"north", line=True)
        assert (await run.sees(b"got=north")).startswith(b"\r\ngot=")
        await run.sees(b"raw")
        for keys in (b"", b"xy", b"!"):
            run.program.type(keys, line=True)
        assert b"\\r   x   y   !" in await run.sees(b"!\n")


async def test_a_new_window_reaches_the_program():
    async with running(
        *script("trap 'stty size; exit 0' WINCH; echo ready; while :; do read x; done")
    ) as run:
        await run.sees(b"ready")
        run.program.fit(132, 50)
        assert b"50 132" in await run.sees(b"132")


async def test_no_more_is_read_than_was_asked_for():
    async with running("/usr/bin/yes", greedy=False) as run:
        await run.sees(b"y\r\n")
        got = len(run.out)
        for _ in range(50):
            await asyncio.sleep(0)
        assert len(run.out) == got <= PIECE
        run.program.more()
        run.program.more()
        await asyncio.wait_for(run.news.wait(), SECONDS) if not run.news.is_set() else None
        assert len(run.out) <= 2 * PIECE


async def test_endless_output_is_read_at_a_measured_pace():
    """After the burst not faster than the rate, after a while a burst again, and Ctrl-C still arrives."""
    loop = asyncio.get_running_loop()
    async with running("/usr/bin/yes") as run:
        at = loop.time()  # a slow burst leaves room for more behind it
        async with asyncio.timeout(SECONDS):
            while len(run.out) < BURST + 4 * PIECE:
                await run.more()
        assert loop.time() - at > 2.5 * PIECE / programs.RATE
        pass_time(60)
        had = len(run.out)
        async with asyncio.timeout(SECONDS):
            while len(run.out) < had + BURST:
                await run.more()
        run.program.type(b"\x03")
        assert await run.over() == -signal.SIGINT


async def test_what_is_typed_ahead_arrives_later_but_is_not_kept_without_end():
    text = """
        import os, signal, tty
        tty.setraw(0)
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGWINCH})
        print("ready")
        signal.sigwait({signal.SIGWINCH})
        data = b""
        while b"END" not in data:
            data += os.read(0, 65536)
            print("read", end=" ", flush=True)
        print(len(data), data.strip(b"0123456789"))
    """
    async with running(*python(text)) as run:
        await run.sees(b"ready")
        while len(run.program.typed_ahead) < programs.TYPED_AHEAD:
            run.program.type(b"0123456789" * 100)
        run.program.type(b"lost")
        assert len(run.program.typed_ahead) == programs.TYPED_AHEAD
        run.program.fit(80, 25)
        async with asyncio.timeout(SECONDS):
            while run.program.typed_ahead:
                await run.more()
        run.program.type(b"END")
        assert int((await run.sees(b"END")).split()[-2]) > programs.TYPED_AHEAD


# -- the end ---------------------------------------------------------------------------------------


async def test_all_that_was_printed_comes_before_the_end():
    async with running(*script("seq 1 4000; exit 3")) as run:
        assert await run.over() == 3
        assert run.out.endswith(b"4000\r\n") and run.out.count(b"\r\n") == 4000


@pytest.mark.parametrize("greedy", [True, False])
async def test_the_end_is_told_where_a_child_keeps_the_terminal(greedy):
    text = """
        import fcntl, os, signal, termios, time
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        fcntl.ioctl(0, termios.TIOCNOTTY)  # or the kernel would close it with its leader
        if os.fork():
            input("done")
            os._exit(5)
        time.sleep(60)
    """
    async with running(*python(text), greedy=greedy, echo=False, grace=0.1) as run:
        await run.sees(b"done")
        run.program.type(b"\r")
        if not greedy:
            await asyncio.wait_for(run.program._gone.wait(), SECONDS)
            run.greedy = True
            run.program.more()
        assert await run.over() == 5


async def test_the_end_is_told_where_nobody_may_know_how_it_came():
    """Whoever began the board ignores the ends of children, and so does the board."""
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        async with running(*script("echo done; exit 3")) as run:
            assert await run.over() == 0
            assert run.out == b"done\r\n"
    finally:
        signal.signal(signal.SIGCHLD, before)


async def test_a_program_that_ends_by_a_signal_says_so():
    async with running(*script("kill -SEGV $$")) as run:
        assert await run.over() == -signal.SIGSEGV


STUBBORN = """
    trap '' HUP TERM INT
    (trap '' HUP TERM; echo child; while :; do sleep 60; done) &
    set -m
    (trap '' HUP TERM; echo own group; sleep 60) &
    echo ready
    while :; do sleep 60; done
"""


async def test_the_whole_session_goes_however_stubborn(caplog):
    """Children that ignore every polite signal, and a group of its own, too."""
    async with running(*script(STUBBORN), grace=0.2) as run:
        for text in (b"ready", b"child", b"own group"):
            await run.sees(text)
        members = session_of(run.program.pid)
        assert len(members) >= 3
    assert not session_of(run.program.pid) and not caplog.records


async def test_a_daemon_goes_too(tmp_path):
    """It has forked twice and is in a session of its own."""
    name = tmp_path / "pid"
    async with running(
        *script(f"setsid sh -c 'sleep 60 & echo $! > {name}' & wait; echo done; read x")
    ) as run:
        await run.sees(b"done")
        daemon = int(name.read_text())
        assert daemon not in session_of(run.program.pid) and os.getsid(daemon) != run.program.pid
        watch = os.pidfd_open(daemon)
    assert select.select([watch], [], [], SECONDS)[0]
    os.close(watch)


async def test_a_well_behaved_program_hears_of_the_hangup_once(tmp_path):
    """Its children in front and behind, too: whoever saves at SIGHUP is not disturbed in it."""
    heard, saver = tmp_path / "heard", tmp_path / "saver"
    saver.write_text(
        f"exec 3>> {heard}\n"
        "save() { trap 'echo again >&3' HUP; echo $1 >&3; sleep 0.1; echo $1 saved >&3; }\n"
        "trap 'save $1; exit 0' HUP\necho $1\nwhile :; do sleep 0.01; done\n"
    )
    text = f"sh -m -c 'sh {saver} one &'; exec sh {saver} two"
    async with running(*script(text)) as run:
        await run.sees(b"one")
        await run.sees(b"two")
    told = heard.read_text().splitlines()
    assert sorted(told) == ["one", "one saved", "two", "two saved"]


async def test_a_program_has_its_grace_to_save_and_is_not_disturbed_in_it(tmp_path):
    """Longer than any pause of ours: with less grace SIGTERM would come first."""
    saved = tmp_path / "saved"
    text = f"trap 'sleep 1.5; echo saved > {saved}; exit 0' HUP; trap 'echo hurried > {saved}; exit 1' TERM"
    async with running(*script(f"{text}; echo ready; while :; do sleep 0.05; done"), grace=8.0) as run:
        await run.sees(b"ready")
    assert saved.read_text() == "saved\n"


async def test_after_its_grace_it_is_told_to_end(tmp_path):
    ended = tmp_path / "ended"
    text = (
        f"trap '' HUP; trap 'echo at once > {ended}; exit 1' TERM; echo ready; while :; do sleep 0.05; done"
    )
    async with running(*script(text), grace=0.1) as run:
        await run.sees(b"ready")
    assert ended.read_text() == "at once\n"


async def test_a_stopped_program_is_ended_too():
    async with running(*script("echo ready; kill -STOP $$"), grace=0.2) as run:
        await run.sees(b"ready")
        while not run.program.typed_ahead:
            run.program.type(b"x" * 1000)


@pytest.mark.whole("processes")
async def test_eight_at_once_and_none_left():
    before = open_files()
    async with contextlib.AsyncExitStack() as stack:
        runs = [
            await stack.enter_async_context(running(*script(f"echo I am {n}; exec cat"))) for n in range(8)
        ]
        for n, run in enumerate(runs):
            run.program.type(b"%d\r" % n)
        for n, run in enumerate(runs):
            out = await run.sees(b"%d\r\n%d\r\n" % (n, n))
            assert b"I am %d" % n in out
            assert not any(b"I am %d" % other in out for other in range(8) if other != n)
        pids = [run.program.pid for run in runs]
    assert not any(alive(pid) for pid in pids)
    left = {(number, what) for number, what in open_files() - before if what}
    assert not left, "no file of theirs is open; one of an earlier test may be closed meanwhile"


@pytest.mark.parametrize(("user", "uid", "count"), [
    ("", 0, 1), ("root", 0, 1), ("nobody", 0, 0), ("nobody-such", 0, 0), ("", 1000, 0), ("root", 1000, 0),
])  # fmt: skip
def test_a_program_that_would_run_as_root_is_warned_of(monkeypatch, user, uid, count):
    monkeypatch.setattr(os, "geteuid", lambda: uid)
    assert [str(one) for one in launch.warnings("toy", user)] == [tr.program.runs_as_root(name="toy")] * count


ORPHANED = """
import asyncio, sys
from door.external.launch import Orders
from door.external.program import start
async def main():
    orders = Orders(("/bin/sh", "-c", "sleep 60 & echo ready; cat"), {"PATH": "/usr/bin:/bin"}, "/")
    program = await start(orders, lambda data: print(program.pid, flush=True), print)
    program.more()
    await asyncio.to_thread(sys.stdin.read)
asyncio.run(main())
"""


@pytest.mark.parametrize(
    "end", [subprocess.Popen.kill, lambda board: board.stdin.close()], ids=["killed", "over"]
)
def test_programs_end_with_a_board_that_has_not_ended_them(end):
    """The kernel closes the terminal, and hangs up on them."""
    with begun([sys.executable, "-c", ORPHANED], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as board:
        members = session_of(int(board.stdout.readline()))
        watches = [os.pidfd_open(pid) for pid in members]
        assert len(members) >= 2
        end(board)
        board.wait(SECONDS)
    for watch in watches:
        assert select.select([watch], [], [], SECONDS)[0], "a program outlives its terminal"
        os.close(watch)
