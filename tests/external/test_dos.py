"""DOS doors in DOSBox: the line, the driver, the ends, the walls."""

import asyncio
import contextlib
import fcntl
import json
import os
import pwd
import random
import signal
import socket
import struct
import subprocess
import sys
import tempfile
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from dos_kit import SOURCES, built, cpu, needs_dosbox, needs_nasm, playing, test_door, whole
from effort import PATIENCE

from door.dropfile.files import DropFile
from door.external import program as programs
from door.external.command import ProgramVisit
from door.external.dos import bridge
from door.external.dos import orders as dos_orders
from door.external.dos.orders import explain, read_log
from door.external.seats import Sitter, sitters, take
from door.ui.texts import tr

PACKAGE = Path(dos_orders.__file__).parent
EVERY = bytes(range(256)) * 256
NOBODY = pwd.getpwnam("nobody")
KILLS = int(os.environ.get("DOS_KILLS", "2"))
"""How often a kill is tried, each in another moment."""


def game(tmp_path: Path, name: str) -> Path:
    return test_door(tmp_path / "game", name)


def batch(tmp_path: Path, text: str, name: str = "GAME.BAT") -> Path:
    folder = tmp_path / "game"
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(text.replace("\n", "\r\n").encode())
    return folder / name


def mutant(monkeypatch: pytest.MonkeyPatch, *changes: tuple[str, str]) -> None:
    """The driver without a cure."""
    source = (PACKAGE / "fossil.asm").read_text()
    for before, after in changes:
        assert source.count(before) == 1, before
        source = source.replace(before, after)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fossil.asm"
        path.write_text(source)
        made = built(path)
    monkeypatch.setattr(dos_orders, "driver", lambda: made)


def test_no_text_of_a_callers_is_a_command_of_dos():
    """Neither in the words of the command, nor in a drop file."""
    hostile = 'Bob|del *.*>x<y"%COMSPEC%^&\r\nformat c:'
    caller = DropFile("DOOR.SYS", hostile, hostile, "The Board", "Maggie Simpson", 3, 86_400)
    door = dos_orders.DosDoor(Path("/srv/lord/LORD.EXE"), ("%H", "/N%N", "%U"))
    line = dos_orders.command_line(door, ProgramVisit(caller, "/tmp/visit"))
    assert not set('|<>"%^&\r\n') & set(line), line
    assert line.startswith("LORD.EXE Bob_del *.*_x_y__COMSPEC____") and " /N3 " in line
    conf = dos_orders.dosbox_conf(door, ProgramVisit(caller, "/tmp/50% off"))
    assert f"call {line}\n" in conf and 'mount d "/tmp/50%% off/drop"' in conf
    with pytest.raises(ValueError, match="characters"):
        dos_orders.command_line(door, ProgramVisit(replace(caller, alias="x" * 100), "/tmp/visit"))
    for node, own in ((1, []), (2, ["DORINFO2.DEF"]), (9, ["DORINFO9.DEF"]), (10, []), (3, ["DORINFO3.DEF"])):
        given = [*dos_orders.drop_files(replace(caller, node=node), datetime(2026, 11, 28, 20, 0))]
        names = sorted(name for name, _ in given)
        assert names == ["CHAIN.TXT", "DOOR.SYS", "DOOR32.SYS", "DORINFO1.DEF", *own]
    files = dict(given)
    rows = files["DOOR.SYS"].split(b"\r\n")
    assert (rows[0], rows[1], rows[3], rows[4], len(rows)) == (b"COM1:", b"57600", b"3", b"57600", 53)
    assert rows[17:19] == [b"32400", b"540"], "seconds that fit into 16 bits"
    assert files["DORINFO1.DEF"].split(b"\r\n")[3:5] == [b"COM1", b"57600 BAUD,N,8,1"]
    assert files["DOOR32.SYS"].split(b"\r\n")[:3] == [b"1", b"1", b"57600"]
    assert files["CHAIN.TXT"].split(b"\r\n")[19:21] == [b"57600", b"1"]


@needs_nasm
def test_the_driver_is_what_its_source_makes():
    assert built(PACKAGE / "fossil.asm") == dos_orders.driver()


# -- the line ------------------------------------------------------------------------------------


@needs_dosbox
@pytest.mark.parametrize("name", ["fossdoor", pytest.param("uartdoor", marks=whole)])
async def test_a_door_is_played_and_saves_when_its_caller_hangs_up(tmp_path, name):
    """64 KB of all values out, 64 KB in at once, and the save at the end."""
    program = game(tmp_path, name)
    async with playing(program) as run:
        await run.sees(b"57600" if name == "fossdoor" else b"ready\r\n")
        run.program.type(b"xyz")
        await run.sees(b"xyz")
        before = len(run.out)
        run.program.type(b"B")
        await run.sees(b"DONE")
        assert run.out[before:] == EVERY + b"DONE"
        run.program.type(b"R")
        await run.sees(b"READY")
        await run.type(EVERY)
        out = await run.sees(b"SUM")
        assert out[-5:-3] == struct.pack("<H", sum(EVERY) & 0xFFFF)
        seconds = await run.closed()
    assert [path.name for path in program.parent.glob("*.HUP")], list(program.parent.iterdir())
    assert seconds < 9, "before its grace of 10 s ends; 0.1 s on a quiet machine"


@whole
@needs_dosbox
async def test_every_byte_comes_back_whatever_its_value(tmp_path):
    """64 KB each way: all values, storms of plus signs and of telnet's FF, after two seconds of silence."""
    rows = [bytes(range(256)) * 64, b"+++" * 2000, b"\xff" * 3000, b"\xff\xf9\xff\xf4" * 500, b"ATH\r" * 500]
    sent = b"".join(rows)
    sent += random.Random(1).randbytes(65536 - len(sent))
    async with playing(game(tmp_path, "mirror")) as run:
        await run.sees(b"M")
        await asyncio.sleep(2)
        await run.type(sent)
        async with asyncio.timeout(PATIENCE):
            while len(run.out) < 1 + len(sent):
                assert run.status is None, run.why()
                await run.more()
        assert run.out == b"M" + sent


@whole
@needs_dosbox
@pytest.mark.parametrize("cured", [True, False])
async def test_plus_signs_after_a_silence_arrive(tmp_path, cured):
    """Without the bridge's nudge the modem throws most of them away."""

    def rare(spec: str) -> str:
        return json.dumps({**json.loads(spec), "nudge": 3600.0})

    async with playing(game(tmp_path, "storm"), spec=None if cured else rare) as run:
        await run.sees(b"ready")
        run.program.type(b"x")
        if cured:
            out = await run.sees(b"+++END")
            assert out == b"ready" + b"a+b\x01" * 200 + b"+++END"
        else:
            with contextlib.suppress(TimeoutError):
                await run.sees(b"END", seconds=8)
            assert run.out.count(b"a+b\x01") < 150


@whole
@needs_dosbox
async def test_a_door_that_waits_costs_little(tmp_path):
    async with playing(game(tmp_path, "fossdoor")) as run:
        await run.sees(b"57600")
        box = run.box
        before = cpu(box)
        await asyncio.sleep(3)
        assert (cpu(box) - before) / 3 < 0.06, "2 % alone"


# -- the driver ----------------------------------------------------------------------------------


@whole
@needs_dosbox
async def test_every_function_of_the_driver(tmp_path):
    """fosreg.com has a row for each thing that FSC-0015 promises, and asks for what it wants by a letter."""
    program, answered = game(tmp_path, "fosreg"), 0
    answers = {b"G": b"ABCDEFGHIJ", b"H": b"more", b"W": b"Z", b"C": b"\x03x"}
    async with playing(program) as run:
        async with asyncio.timeout(PATIENCE):
            while run.status is None:
                for at in range(answered, len(run.out)):
                    run.program.type(answers.get(run.out[at : at + 1], b""))
                answered = len(run.out)
                await run.more()
    rows = (program.parent / "FOSREG.TXT").read_text().splitlines()
    assert not [row for row in rows if not row.startswith("ok ")]
    assert len(rows) == 86
    assert b"!!" not in run.out, "port FFh sends nothing to the caller"


@whole
@needs_dosbox
@pytest.mark.parametrize("cured", [True, False])
async def test_a_file_mode_that_dosbox_does_not_know(tmp_path, monkeypatch, cured):
    if not cured:
        mutant(monkeypatch, ("cmp ah,3Dh\n        je .open", "nop"))
    async with playing(game(tmp_path, "mode44")) as run:
        await run.sees(b"ed")
        assert run.out == (b"opened" if cured else b"refused")


@whole
@needs_dosbox
@pytest.mark.parametrize("cured", [True, False])
async def test_the_delay_of_a_patched_turbo_pascal_program(tmp_path, monkeypatch, cured):
    """110 ms are two ticks. Without the cure they are three and a half seconds."""
    if not cured:
        mutant(monkeypatch, ("hook 08h,old08,new08", "nop"))
    async with playing(game(tmp_path, "delay")) as run:
        await run.over()
        ticks = run.out[-1] - ord("A")
        assert (1 <= ticks <= 8) if cured else ticks > 30


@whole
@needs_dosbox
@pytest.mark.parametrize("cured", [True, False])
async def test_many_short_waits_of_turbo_pascal_cost_little_and_take_their_time(tmp_path, monkeypatch, cured):
    """400 times 10 ms are 73 ticks; most of a core's tenth without the cure."""
    if not cured:
        mutant(monkeypatch, ("mov word [si-14-13],0F2CDh\n        mov word [si-14-11],06EBh", "nop"))
    async with playing(game(tmp_path, "waits")) as run:
        await run.sees(b"S")
        await asyncio.sleep(0.5)
        before = cpu(run.box)
        await asyncio.sleep(1.5)
        used = (cpu(run.box) - before) / 1.5
        assert used < 0.06 if cured else used > 0.06, used
        if cured:
            async with asyncio.timeout(PATIENCE):
                while len(run.out) < 3:
                    await run.more()
            assert 65 <= int(run.out[1:], 16) <= 95


@whole
@needs_dosbox
async def test_a_program_that_is_no_door_is_carried_by_console(tmp_path):
    async with playing(game(tmp_path, "paint"), console=True) as run:
        out = await run.sees(b"\xc9\xcd Set-up \xcd\xbb")
        assert b"\x1b[0;1;33;44m\xc9\xcd Set-up" in out, "yellow on blue"
        for keys, code in ((b"\x1b[A", b"48"), (b"\x1bOP", b"3B"), (b"\x1b[L", b"52"), (b"\x1b[21~", b"44")):
            run.out = b""
            run.program.type(keys)
            await run.sees(code[1:])
        run.program.type(b"\x1b")
        assert await run.over() == 0


# -- the end -------------------------------------------------------------------------------------


@whole
@needs_dosbox
@pytest.mark.parametrize("who", ["box", "bridge"])
@pytest.mark.parametrize("mode", "KCM")
async def test_no_acknowledged_record_is_lost_by_a_kill(tmp_path, mode, who):
    """The file is kept open, closed each time, or committed. Kill -9 at a random moment."""
    program, chance = game(tmp_path, "recdoor"), random.Random(f"{mode}{who}")
    for _ in range(KILLS):
        file = program.parent / "REC.DAT"
        file.write_bytes(bytes(64 * 128))
        async with playing(program, mode) as run:
            await run.sees(b"R")
            acknowledged = 0
            for wanted in range(1, chance.randrange(3, 60)):
                run.program.type(b".")
                async with asyncio.timeout(PATIENCE):
                    while len(run.out) < 1 + 2 * wanted:
                        assert run.status is None, run.why()
                        await run.more()
                (acknowledged,) = struct.unpack("<H", run.out[2 * wanted - 1 : 2 * wanted + 1])
                assert acknowledged == wanted
            box = run.box
            watch = os.pidfd_open(box)
            run.program.type(b"." * chance.randrange(3))  # in the middle of a write, or not
            os.kill(box if who == "box" else run.program.pid, signal.SIGKILL)
            status = await run.over()
            assert status == (bridge.BROKEN if who == "box" else -signal.SIGKILL)
            await asyncio.to_thread(select_for, watch)
        rows = [struct.unpack("<64H", part) for part in iter_parts(file.read_bytes())]
        assert all(len(set(row)) == 1 for row in rows), "no record is torn"
        assert max(row[0] for row in rows) >= acknowledged


def iter_parts(data: bytes) -> list[bytes]:
    return [data[at : at + 128] for at in range(0, 64 * 128, 128)]


def select_for(watch: int) -> None:
    import select

    assert select.select([watch], [], [], 10)[0], "DOSBox outlives the bridge"
    os.close(watch)


@whole
@needs_dosbox
async def test_without_the_flush_the_last_record_is_lost(tmp_path, monkeypatch):
    mutant(monkeypatch, ("cmp ah,40h\n        je .write", "nop"), ("cmp ah,68h\n        je .write", "nop"))
    program = game(tmp_path, "recdoor")
    (program.parent / "REC.DAT").write_bytes(bytes(64 * 128))
    async with playing(program, "K") as run:
        await run.sees(b"R")
        for wanted in range(1, 4):
            run.program.type(b".")
            async with asyncio.timeout(PATIENCE):
                while len(run.out) < 1 + 2 * wanted:
                    await run.more()
        os.kill(run.box, signal.SIGKILL)
        await run.over()
    rows = iter_parts((program.parent / "REC.DAT").read_bytes())
    assert max(struct.unpack("<H", row[:2])[0] for row in rows) < 3


@whole
@needs_dosbox
async def test_a_door_that_never_looks_at_the_carrier_is_ended_after_its_grace(tmp_path):
    """And what DOSBox has not yet written is written then."""
    program = game(tmp_path, "fossdoor")
    async with playing(program, grace=0.3) as run:
        await run.sees(b"57600")
        run.program.type(b"S")
        await run.sees(b"S")
        run.program.type(b"X")
        await asyncio.sleep(0.3)
        assert 0.25 < await run.closed() < 9
    assert (program.parent / "OPEN.DAT").read_bytes() == b"saved"
    assert not [*program.parent.glob("*.HUP")]


@whole
@needs_dosbox
async def test_a_caller_who_leaves_while_dosbox_starts_leaves_nothing(tmp_path):
    for pause in (0.0, 0.1, 0.4):
        async with playing(game(tmp_path, "fossdoor")) as run:
            await asyncio.sleep(pause)
            assert await run.closed() < 9


@whole
@needs_dosbox
async def test_dosbox_killed_from_outside_is_told(tmp_path):
    async with playing(game(tmp_path, "fossdoor")) as run:
        await run.sees(b"57600")
        os.kill(run.box, signal.SIGKILL)
        assert await run.over() == bridge.BROKEN
        assert run.why() == (
            "The Game broke off. What it had saved is kept.", "DOSBox has ended with status -9."
        )  # fmt: skip


@whole
@needs_dosbox
async def test_the_bridge_keeps_the_seat_of_a_board_that_was_killed(tmp_path, monkeypatch):
    """The lock is the open file's, which the bridge has inherited."""
    folder = tmp_path / "seats"
    seat = take(folder, "lord", 1, Sitter("Alice", "2026-11-28T20:00:00.000Z"))
    read, write = os.pipe()
    os.close(read)
    started = programs.start

    async def with_seat(orders, printed, ended):
        return await started(replace(orders, hands=(*orders.hands, seat.file)), printed, ended)

    monkeypatch.setattr("dos_kit.start", with_seat)
    async with playing(game(tmp_path, "fossdoor")) as run:
        await run.sees(b"57600")
        os.close(seat.file)  # as if the board were gone
        assert take(folder, "lord", 1, Sitter("Bob", "")) is None
        assert [one.caller for one in sitters(folder, "lord", 1)] == ["Alice"]
    os.close(write)
    seat = take(folder, "lord", 1, Sitter("Bob", ""))
    assert seat is not None
    os.close(seat.file)


# -- the walls -----------------------------------------------------------------------------------


@whole
@needs_dosbox
@pytest.mark.parametrize("user", [None, pytest.param(NOBODY, id="nobody")])
async def test_a_hostile_batch_file_reaches_nothing(tmp_path, user):
    """It mounts, reads, writes, deletes, connects and listens; then it hangs in a loop."""
    if user and os.geteuid():
        pytest.skip("only root may run a program as another user")
    outside = Path(tempfile.mkdtemp(prefix="dos-outside-"))
    (outside / "victim.txt").write_text("alive")
    (outside / "hostname").write_text("TELLTALE")
    with socket.create_server(("127.0.0.1", 0)) as trap, socket.create_server(("127.0.0.1", 0)) as spare:
        calls, listens = trap.getsockname()[1], spare.getsockname()[1]
        spare.close()
        text = (SOURCES / "EVIL.BAT").read_text()
        text = text.replace("@CALLS@", str(calls)).replace("@LISTENS@", str(listens))
        home = Path(tempfile.mkdtemp(prefix="dos-game-"))
        program = home / "EVIL.BAT"
        program.write_bytes(text.replace("\n", "\r\n").encode())
        (home / "link").symlink_to(outside)
        (home / "secret").symlink_to(outside / "hostname")
        if user:
            for path in (home, outside):
                os.chown(path, user.pw_uid, user.pw_gid)
        async with playing(program, user=user, grace=0.2) as run:
            async with asyncio.timeout(PATIENCE):
                while not (home / "DONE.TXT").exists() and not (home / "done.txt").exists():
                    assert run.status is None, run.why()
                    await asyncio.sleep(0.1)
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", listens), 2).close()
        trap.settimeout(0.1)
        with pytest.raises(TimeoutError):
            trap.accept()
    check_untouched(home, outside)


def check_untouched(home: Path, outside: Path) -> None:
    files = [path for path in home.iterdir() if path.is_file() and not path.is_symlink()]
    told = b"".join(path.read_bytes() for path in files if path.name != "EVIL.BAT")
    assert b"TELLTALE" not in told and b"root:" not in told
    assert (outside / "victim.txt").read_text() == "alive"
    assert sorted(path.name for path in outside.iterdir()) == ["hostname", "victim.txt"]
    assert not [*home.glob("[Ee][Vv][Ii][Ll].[CcLl]*")], "no configuration is written"


DOUBLES = "echo 0123456789 > a.txt\n:l\ncopy a.txt+a.txt b.txt\ncopy b.txt a.txt\ngoto l\n"


@whole
@needs_dosbox
@pytest.mark.parametrize(
    ("text", "status", "log"),
    [
        (DOUBLES, bridge.FULL, "megabytes"),
        ("rem nothing\n", bridge.SILENT, "has printed nothing"),
        ("nosuch.exe\n", bridge.SILENT, "has printed nothing"),
    ],
    ids=["fills", "nothing", "missing"],
)  # fmt: skip
async def test_a_program_that_goes_wrong_ends_with_a_sentence_and_a_reason(tmp_path, text, status, log):
    async with playing(batch(tmp_path, text), megabytes=1) as run:
        assert await run.over() == status
        said, reason = run.why()
        assert said.startswith("The Game ")
        assert log in reason, reason


@whole
@needs_dosbox
async def test_batch_files_that_call_each_other_for_ever_end_with_the_visit(tmp_path):
    async with playing(batch(tmp_path, "call game.bat\ngame.bat\n"), grace=0.2) as run:
        await asyncio.sleep(3)
        if run.status is None:
            await run.closed()


@whole
@needs_dosbox
async def test_a_log_of_dosbox_without_end_is_cut(tmp_path):
    """The guest makes DOSBox complain, again and again, in the log that the board reads."""
    text = ':l\nconfig -set "serial serial2=modem listenport:24999"\ngoto l\n'
    async with playing(batch(tmp_path, text), grace=0.2) as run:
        await asyncio.sleep(4)
        await run.closed()
        assert 0 < os.fstat(run.log.fileno()).st_size <= bridge.END_OF_LOG + 100


@whole
@needs_dosbox
async def test_dosbox_s_log_can_be_read_while_the_door_is_played(tmp_path):
    async with playing(game(tmp_path, "fossdoor")) as run:
        await run.sees(b"57600")
        async with asyncio.timeout(PATIENCE):
            while "Connecting to host 127.0.0.1" not in (log := read_log(run.log.fileno())):
                assert run.status is None, run.why()
                await asyncio.sleep(0.05)
    assert log.startswith("DOSBox version")


def test_no_control_character_of_a_dos_program_s_gets_from_the_log_to_a_terminal(tmp_path):
    with tempfile.TemporaryFile() as log:
        log.write(b"SHELL:\x1b]0;title\x07\x1b[2J bad\x9b3J\r\n\r\nbridge: /srv/door\x1b[8m\n")
        log.flush()
        kept = tmp_path / "toy.log"
        assert explain("Toy", log.fileno(), kept, bridge.CLOSED)[1].startswith("/srv/door[8m ")
        text = kept.read_text()
        kept.unlink()
        assert explain("Toy", log.fileno(), kept, 0) == ("", "")
        assert explain("Toy", log.fileno(), None, 5) == ("", tr.program.dos_bridge(status=5))
    assert text == kept.read_text() == "SHELL:]0;title[2J bad�3J\nbridge: /srv/door[8m"


@whole
@needs_dosbox
async def test_a_program_that_prints_for_ever_and_reads_nothing(tmp_path):
    async with playing(game(tmp_path, "flood"), grace=0.2) as run:
        await run.sees(b"X" * 5000)
        run.program.type(b"y" * 65536)
        assert len(run.program.typed_ahead) <= programs.TYPED_AHEAD
        await run.sees(b"X" * 5000)
        assert await run.closed() < 9


async def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "GAME.BAT").write_text("rem\r\n")
    if os.geteuid():
        pytest.skip("only root may run a program as another user")
    async with playing(folder / "GAME.BAT", user=NOBODY) as run:
        assert await run.over() == bridge.CLOSED
        assert "can't be written by the door's user" in run.why()[1]


CAGED = """
import errno, os, runpy, socket, sys
from pathlib import Path
bridge = runpy.run_path(sys.argv[1])
game, calls, other, parent = Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), os.getppid()
assert bridge["landlock"]([game], calls)
def tried(act):
    try:
        act()
        return "done"
    except OSError as error:
        return errno.errorcode[error.errno]
(game / "own").write_text("own")
print(tried(lambda: Path("/etc/passwd").read_text()), tried(lambda: (game.parent / "else").write_text("x")),
      tried(lambda: socket.socket().connect(("127.0.0.1", other))), tried(lambda: os.kill(parent, 0)),
      tried(lambda: socket.socket().connect(("127.0.0.1", calls))),
      tried(lambda: socket.socket().bind(("127.0.0.1", 0))), tried(lambda: os.listdir(game.parent)))
"""


@pytest.mark.skipif(bridge.landlock_version() < 6, reason="this kernel's Landlock is older")
def test_landlock_alone_keeps_files_ports_and_signals(tmp_path):
    """In a process without a network of its own, as in a container."""
    folder = tmp_path / "game"
    folder.mkdir()
    with socket.create_server(("127.0.0.1", 0)) as line, socket.create_server(("127.0.0.1", 0)) as other:
        ports = [str(one.getsockname()[1]) for one in (line, other)]
        words = [sys.executable, "-c", CAGED, str(bridge.__file__), str(folder), *ports]
        ran = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
    assert ran.stdout.split() == ["EACCES", "EACCES", "EACCES", "EPERM", "done", "EACCES", "EACCES"], ran
    assert (folder / "own").read_text() == "own"


DIALS = """
import socket, sys
line = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
line.recv(9)
input()
"""


def test_nobody_but_dosbox_is_taken_for_the_line():
    """A stranger who is first in the queue is sent away."""
    signals, _other_end = socket.socketpair()
    with socket.create_server(("127.0.0.1", 0)) as listener, signals, _other_end:
        port = listener.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port), 10) as stranger:
            box = subprocess.Popen([sys.executable, "-c", DIALS, str(port)], stdin=subprocess.PIPE)
            line = bridge.accept_call(listener, box, signals)
            assert line is not None and stranger.recv(1) == b"", "hung up on, without a word"
            assert bridge.owns(box.pid, line.getpeername()[1])
        line.close()
        box.communicate(b"\n", 10)


@pytest.mark.parametrize(("uid", "gid", "bits"), [(0, 0, 0o700), (1, 0, 0o070), (1, 1, 0o007)])
def test_files_that_the_door_s_user_cannot_write_are_found(tmp_path, uid, gid, bits):
    """By the owner's bits, the group's or everybody's, and by no others."""
    ids = os.getuid() + uid * 54321, os.getgid() + gid * 54321
    folder = tmp_path / "game"
    file, inner = folder / "sub" / "a.dat", folder / "sub"
    inner.mkdir(parents=True)
    file.touch()
    (folder / "link").symlink_to("/proc/version")
    for path in (folder, inner):
        path.chmod(0o700 | bits)
    file.chmod(bits)
    assert dos_orders._first_locked(folder, ids) is None
    file.chmod(0o777 - (bits & 0o222))
    assert dos_orders._first_locked(folder, ids) == file
    if gid:
        inner.chmod(0o775)
        assert dos_orders._first_locked(folder, ids) == inner


def test_paths_of_another_board_in_a_door_s_settings_are_found(tmp_path):
    (tmp_path / "SUB").mkdir()
    (tmp_path / "SUB" / "GAME.DAT").touch()
    own = "C:\\ C:\\SUB C:\\SUB\\GAME.DAT D:\\DOOR.SYS d:\\drop\\ SUB\\NONE"
    for at, foreign in enumerate(("C:\\BBS\\NODE1\\", "C:\\DOOR.SYS", "..\\SUB", "E:\\DORINFO1.DEF")):
        (tmp_path / f"NODE{at}.CFG").write_text(f"FOSSIL\n{own}\n{own} {foreign} C:\\LATER\nC:\\LATER\n")
        found = (tmp_path / f"NODE{at}.CFG", 3, foreign)
        assert [*dos_orders._foreign_paths(tmp_path)][at:] == [found]
    before = [*dos_orders._foreign_paths(tmp_path)]
    (tmp_path / "README.TXT").write_text("C:\\BBS\\NODE1\\\n")
    (tmp_path / "LARGE.CFG").write_text("C:\\BBS\\NODE1\\\n" + "x" * dos_orders.SMALL)
    assert [*dos_orders._foreign_paths(tmp_path)] == before
    (tmp_path / "LONGERNAME.TEXT").touch()
    assert [*dos_orders._long_names(tmp_path)] == [tmp_path / "LONGERNAME.TEXT"]


def test_links_and_sizes_of_a_folder(tmp_path):
    folder, inner = tmp_path / "game", tmp_path / "game" / "sub"
    inner.mkdir(parents=True)
    (folder / "a").write_bytes(b"x" * 1000)
    (inner / "b").write_bytes(b"x" * 500)
    (inner / "same").symlink_to(folder / "a")
    assert bridge.measure(folder) == (1500, "")
    (inner / "out").symlink_to(tmp_path)
    assert bridge.measure(folder) == (1500, str(inner / "out"))


def test_a_lock_is_a_seat_and_its_file_says_whose(tmp_path):
    who = Sitter("Alice", "2026-11-28T20:00:00.000Z")
    seat = take(tmp_path, "lord", 1, who)
    assert seat is not None and take(tmp_path, "lord", 1, Sitter("Bob", "")) is None
    assert [*sitters(tmp_path, "lord", 2)] == [who]
    other = take(tmp_path, "lord", 2, Sitter("Bob", ""))
    assert other is not None and (seat.number, other.number) == (1, 2)
    os.close(other.file)
    fcntl.flock(seat.file, fcntl.LOCK_UN)
    assert [*sitters(tmp_path, "lord", 1)] == []
    os.close(seat.file)
