"""External doors through a call: the way in and out, time, quotas, windows, and what is left after."""

import asyncio
import json
import logging
import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import yaml
from boardroom import Boardroom, boardroom
from callline import DUMB, SYNCTERM, XTERM, CallDouble
from dos_kit import needs_dosbox, test_door, whole
from pty_client import needs
from store_kit import text_of
from sysop_calls import goes_to

from door.call.clock import CheckLimits
from door.dropfile import read
from door.external import program, screen
from door.external.api import EnterProgram
from door.external.program import session_of
from door.features.callers import handlers
from door.features.desk.handlers import accounts
from door.features.every import FEATURES
from door.features.externals import handlers as external
from door.features.externals import seating, tape
from door.features.externals.seating import Seating
from door.net.line import Hints
from door.play.match.values import Refusal
from door.settings.doors import ExternalFile
from door.ui.screen import Tick
from door.ui.texts import tr
from door.web.takeaway import Takeaway

ROBOTS, ADVENTURE = "/usr/games/robots", "/usr/games/adventure"
FRAME = r"printf '\033[2J\033[H\033[1;33m+--------+\033[24;1Hlast row'"


@pytest.fixture
async def board(tmp_path, monkeypatch):
    """A board whose visits' folders are in tmp_path/visits; in the end no program and no folder is left."""
    visits = tmp_path / "visits"
    visits.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(visits))
    async with boardroom(tmp_path / "board") as open_board:
        await open_board.register("Alice")
        yield open_board
        for session in open_board.sessions:
            session.evict("The test has ended.")
        await open_board.until(lambda: not open_board.tasks, "the end of all programs")
    assert not list(visits.iterdir())


def door(board: Boardroom, script: str, slug: str = "toy", **settings) -> None:
    """An external door that runs a shell script, as a reload would bring it."""
    made = ExternalFile(
        name="The Toy", command=("/bin/sh", "-c", script, *settings.pop("words", ())), **settings
    )
    board.settings = replace(board.settings, externals={**board.settings.externals, slug: made})


async def enter(board: Boardroom, hints=XTERM, handle: str = "Alice", shows: str = ""):
    """A caller's line and call, in the first door of the list once it shows that."""
    line, task = board.proved_call(handle, hints)
    await line.shows("MAIN MENU|Main Menu|TURNS")
    await line.press("d", "VISITS LEFT")
    line.type("1")
    if shows:
        await line.shows(shows)
    return line, task


def running(board: Boardroom) -> list[int]:
    """The numbers of the programs that run for calls."""
    return [layer.link.end.pid for session in board.sessions for layer in session.stack if layer.link]


def gone(pid: int) -> bool:
    """Whether nothing is left of that session, and no zombie either."""
    return not Path(f"/proc/{pid}").exists() and not session_of(pid)


def open_files(pid: int) -> list[str]:
    return [str(fd.readlink()) for fd in Path(f"/proc/{pid}/fd").iterdir()]


async def test_a_program_is_on_the_menu_and_on_the_screen_and_gone(board):
    door(board, f"{FRAME}; read x; echo $x", tagline="It beeps.")
    line, _ = board.proved_call("Alice")
    assert "[D] More doors The Toy" in await line.shows("More doors")
    await line.press("d", r"1 +The Toy +It beeps\. +no limit")
    shown = await line.press("\r", "last row")
    assert shown.startswith("+--------+\n") and shown.endswith("last row"), "all 24 rows are the program's"
    assert line.terminal.cell(0, 0)[:2] == ("+", 14)
    assert handlers.everybody(board.services)[0].where == "The Toy"
    (pid,) = running(board)
    shown = await line.press("\x14bye\r", "The Toy has ended. X keeps a film")  # Ctrl-T is the program's too
    assert "bye" in shown, "what it printed last can be read"
    await line.press("\r", "VISITS LEFT")
    await line.press("q", "TURNS")
    await board.until(lambda: gone(pid), "the end of it")


async def test_a_larger_window_keeps_the_status_line(board):
    door(board, "stty size; read x")
    line, _ = await enter(board, replace(XTERM, size=(100, 40)))
    shown = await line.shows("39 100")
    assert "Alice" in shown.splitlines()[0] and "The Toy" in shown.splitlines()[0]
    line.resize(120, 30)
    session = board.sessions[0]
    await board.until(lambda: session.stack.top.state.display.rows == 29, "the new size")
    assert session.stack.top.link.tape.full, "a film has one size"


async def test_a_new_window_reaches_the_program(board):
    door(board, "trap 'stty size' WINCH; echo ready; while :; do read x; done")
    line, _ = await enter(board, shows="ready")
    line.resize(132, 50)
    await line.shows("49 132")


async def test_a_window_that_is_too_small_is_told(board):
    door(board, "echo never", columns=100, rows=30)
    line, _ = await enter(board)
    assert "The Toy needs a window of 100x30; yours is 80x24." in await line.shows("needs a window")
    await line.press("\r", "VISITS LEFT")
    (session,) = board.sessions
    for columns, rows in ((81, 24), (80, 25)):
        made = board.settings.externals["toy"].model_copy(update={"columns": columns, "rows": rows})
        assert external.too_small(session, external.facts_of(made))


async def test_cp437_both_ways(board):
    """A program of the old kind, and a caller on xterm: blocks and umlauts are the same on both."""
    door(board, r"printf '\333\261\224\n'; read x; echo $x | od -An -tx1", charset="cp437")
    line, _ = await enter(board, shows="█▒ö")
    await line.press("ö\r", "94")


async def test_utf8_for_a_caller_of_cp437_and_of_ascii(board):
    door(board, "printf '█▒ö→你|\\n'; read x")
    line, _ = await enter(board, SYNCTERM, shows="█▒ö→")
    assert "→??|" in line.screen
    line.drop()
    line, _ = await enter(board, replace(XTERM, charset="ascii", term="vt100"), shows="#%o>")


async def test_nothing_a_program_sends_reaches_the_callers_terminal(board):
    """Titles, clipboards, questions, modes: the caller's line sees cells and nothing else."""
    hostile = r"\033]0;title\007\033]52;c;aGk=\007\033P$qm\033\\\033[?1049h\033[3;9r\033[?25l\033[c\005\033c"
    door(board, rf"printf '{hostile}\033[5;5Hhere'; read x")
    line, _ = await enter(board)
    before = len(line.sent)
    await line.shows("here")
    line.drop()
    sent = bytes(line.sent)
    for bad in (b"title", b"\x1b]", b"\x1bP", b"1049", b"\x1b[3;9r", b"\x1b[c", b"\x05", b"\x1bc"):
        assert bad not in sent[before - 200 :], bad


async def test_its_questions_are_answered_by_the_display(board):
    door(board, r"stty raw -echo; printf '\033[3;7H\033[6n'; dd bs=1 count=6 2>/dev/null | od -An -c; read x")
    line, _ = await enter(board)
    await line.shows(r"033 +\[ +3 +; +7 +R")


@pytest.mark.parametrize(("rows", "seen"), [(24, "5 ; 7"), (30, "5 ; 6")])
async def test_a_click_lands_where_it_was_seen(board, rows, seen):
    """Below the status line, where there is one; and only since the program asked for the mouse."""
    door(
        board,
        r"stty raw -echo; printf '\033[?1000h\033[?1006hready'; dd bs=1 count=9 2>/dev/null | od -An -c",
    )
    line, _ = await enter(board, replace(XTERM, size=(80, rows)), shows="ready")
    line.type("\x1b[<0;5;7M")
    assert f"< 0 ; {seen} M" in " ".join((await line.shows("033.* M")).split())


async def test_the_bell_rings_for_those_who_have_it_on(board):
    door(board, r"printf '\a\a\aready'; read x")
    line, _ = await enter(board)
    before = bytes(line.sent).count(b"\a")
    await line.shows("ready")
    assert bytes(line.sent).count(b"\a") == before + 1 or bytes(line.sent).count(b"\a") == 1


# -- limits ---------------------------------------------------------------------------------------


async def test_visits_of_a_day_are_counted_and_come_back_at_midnight(board):
    door(board, "echo hello; read x", visits_per_day=2)
    line, _ = await enter(board)
    for left in (1, 0):
        await line.shows("hello")
        await line.press("\r", "has ended")
        line.type("\r")
        assert re.search(rf"The Toy +{left}\n", await line.shows(rf"The Toy +{left}\n"))
        line.type("1")
    assert "You have no visits left today" in await line.shows("no visits left")
    await line.press("\r", "VISITS LEFT")
    board.clock.on(hours=5)
    await line.press("1", "hello")
    told = [json.loads(text) for text in text_of(board.folder / "data", "visits", "visits").splitlines()]
    assert [(row["caller"], row["door"], row["day"], row["visits"]) for row in told] == [
        ("Alice", "toy", day, 1) for day in ("2026-11-10", "2026-11-10", "2026-11-11")
    ]


async def test_a_visit_that_came_to_nothing_is_given_back(board, caplog):
    caplog.set_level(logging.ERROR, "door.external")
    door(board, "", visits_per_day=1)
    broken = board.settings.externals["toy"].model_copy(update={"command": ("/no/such/program",)})
    board.settings = replace(board.settings, externals={"toy": broken})
    line, _ = await enter(board)
    assert "can't be opened right now" in await line.shows("The sysop has been told")
    line.type("\r")
    assert re.search(r"The Toy +1\n", await line.shows("VISITS LEFT"))
    assert "external door toy cannot be started: /no/such/program: No such file or directory" in caplog.text


async def test_a_door_that_went_the_moment_before_is_told(board):
    door(board, "echo never")
    line, _ = board.proved_call("Alice")
    await line.shows("More doors")
    await line.press("d", "The Toy +no limit")  # until then the page is still being told what there is
    door(board, "echo never", enabled=False)
    await line.press("1", "That door is gone")


async def test_the_time_of_a_visit_warns_and_ends(board, monkeypatch):
    """The line with the warning covers the first row, and goes again; minutes are short here."""
    door(board, r"printf 'first row\n'; exec sleep 60", minutes=3)
    monkeypatch.setattr(screen, "WARN_AT", ())
    line, _ = await enter(board, shows="first row")
    session = board.sessions[0]
    layer = session.stack.top
    assert set(layer.wakes) == {"up"}
    session.stack.wake(layer, 0, "left-2")
    shown = await line.shows("2 minutes left in The Toy")
    assert "first row" not in shown
    session.stack.wake(layer, 0, "up")
    assert "Your time in The Toy is up." in await line.shows("time in The Toy is up")


async def test_guests_stay_out_unless_the_sysop_lets_them_in(board):
    board.change("callers", guests=True)
    door(board, "echo hello; read x")
    line, _ = board.call()
    await line.shows("handle|Handle")
    await line.press("GUEST\r", "TURNS")
    await line.press("d", "Guests can't enter this door")
    door(board, "echo; echo hello; read x", guests=True, home=True)
    await line.press("q", "TURNS")
    await line.press("d1", "hello", passing=1)


async def test_what_the_list_refuses_is_refused_at_the_door_too(board):
    line, _ = board.proved_call("Alice")
    await line.shows("TURNS")
    (session,) = board.sessions

    async def asks(program: str = "") -> Any:
        wish = EnterProgram("toy", program)
        return (await FEATURES.handlers.answer(session, session.stack.top, wish)).why

    door(board, "echo never", access_level=500)
    assert await asks() == tr.hours.level_too_low(level=500, yours=10)
    door(board, "echo never")
    assert await asks("B.EXE") == tr.external.door_is_gone()
    board.callers.change("Alice", lambda caller: replace(caller, unvalidated=True))
    assert await asks() == tr.logon.door_closed_not_validated()
    session.who.guest = True
    assert await asks() == tr.external.no_guests()
    assert not session.stack.top.link and not board.services[Seating].inside


async def test_who_is_not_validated_stays_out_as_guests_do(board):
    board.callers.change("Alice", lambda caller: replace(caller, unvalidated=True))
    door(board, "echo hello; read x")
    line, _ = board.proved_call("Alice")
    await line.shows("TURNS")
    await line.press("d", "This door is closed to you until the sysop validates you")
    door(board, "echo; echo hello; read x", guests=True)
    await line.press("q", "TURNS")
    await line.press("d1", "hello", passing=1)


# -- ends -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["drop", "evict", "ctrl-z"])
async def test_however_the_call_ends_nothing_is_left(board, how, tmp_path):
    door(
        board,
        "trap '' HUP; sleep 60 & echo $1; cat $1; echo ready; read x; sleep 60",
        drop_file="DOOR.SYS",
        words=("sh", "%F"),
        grace=0,
    )
    line, _ = await enter(board, shows="ready")
    (pid,) = running(board)
    (folder,) = (tmp_path / "visits").glob("door-node1-*")
    assert folder.stat().st_mode & 0o777 == 0o700
    if how == "drop":
        line.drop()
    elif how == "evict":
        board.sessions[0].evict("Out.")
    else:
        await line.press("\x1a\x1a", "VISITS LEFT")
    await board.until(lambda: gone(pid) and not folder.exists(), "the end of it")


WAITS = "do sleep 0.02; done"
SAVES = f"trap 'while ! [ -e %s ]; {WAITS}; exit 0' HUP; echo; echo ready; while :; {WAITS}"


@pytest.mark.parametrize("how", ["ctrl-z", "time", "drop"])
async def test_the_caller_is_free_at_once_and_the_seat_is_held_until_the_game_is_saved(board, how, tmp_path):
    """Whoever comes meanwhile reads why, the caller too, and the node has no new caller."""
    saved = tmp_path / "saved"
    await board.register("Bob", expert="on")
    door(board, SAVES % saved, callers=1, grace=20, visits_per_day=1)
    external.SAVES, patience = 0.05, external.SAVES
    line, task = await enter(board, shows="ready")
    (pid,) = running(board)
    session, seats = board.sessions[0], board.services[Seating]
    if how == "drop":
        line.drop()
        await task
    else:
        if how == "time":
            session.stack.wake(session.stack.top, 0, "up")
            await line.shows("time in The Toy is up")
            line.type("\r")
        else:
            line.type("\x1a\x1a")
        await line.shows("VISITS LEFT")
        await line.press("1", "still saving the last game")
    assert not gone(pid) and seats.nodes() == {1}
    bob, _ = await enter(
        board, handle="Bob", shows="The Toy is still saving the last game. Please try again in a moment."
    )
    saved.touch()
    await board.until(lambda: gone(pid) and not seats.inside, "the end of it")
    await bob.press("\r", "VISITS LEFT")
    await bob.press("1", "ready")
    external.SAVES = patience


async def test_a_full_door_says_who_plays_and_the_next_caller_in_the_queue_has_a_minute(board, monkeypatch):
    for handle in ("Bob", "Carol"):
        await board.register(handle)
    door(board, "echo; echo hello; read x", callers=1, minutes=30)
    line, _ = await enter(board, shows="hello")
    bob, _ = await enter(board, handle="Bob")
    shown = await bob.shows("Alice has been playing The Toy since")
    assert "since 10 Nov, 20:00, until 10 Nov, 20:30" in " ".join(shown.split()), shown
    await bob.press("w", "You are number 1 in the queue for The Toy")
    carol, _ = await enter(board, handle="Carol", shows="Alice has been playing")
    await carol.press("w", "You are number 2 in the queue for The Toy")
    door(board, "echo never", slug="other", callers=1)
    seats, waits = board.services[Seating], board.sessions[1]
    await seats.free(await seats.take(waits, "other", board.settings.externals["other"], ""))
    await bob.press("\r", "VISITS LEFT")
    await bob.press("1", "Alice has been playing")
    assert seats.queue(waits, "toy") == 1, "who visits another door, or asks again, keeps their place"
    await bob.press("\r", "VISITS LEFT")
    await line.press("\r", "has ended")
    await bob.shows("The Toy is free. You have a minute")
    await line.press("\r", "VISITS LEFT")
    await line.press("1", "The Toy is kept for Bob")
    assert "is free" not in await bob.press("1", "hello"), "the notice has been followed"
    await bob.press("\r", "has ended")
    await bob.press("\r", "VISITS LEFT")
    await carol.shows("The Toy is free. You have a minute")


async def enter_once_free(line: CallDouble) -> None:
    """Go in once the file of a seat that was given back is closed, which a thread does."""
    while "hello" not in await line.press("1", "hello|is still saving"):
        await line.press("\r", "VISITS LEFT")


async def test_a_seat_that_nobody_takes_goes_to_the_next(board, monkeypatch):
    monkeypatch.setattr(seating, "SECONDS", 0.1)
    for handle in ("Bob", "Carol"):
        await board.register(handle)
    door(board, "echo; echo hello; read x", callers=1)
    line, _ = await enter(board, shows="hello")
    others = []
    for handle in ("Bob", "Carol"):
        other, _ = await enter(board, handle=handle)
        await other.shows("Alice has been playing The Toy since 10 Nov, 20:00. There is no")
        await other.press("w", "in the queue for The Toy")
        others.append(other)
    await line.press("\r", "has ended")
    for other in others:
        await other.shows("The Toy is free")
    others[0].drop()
    await board.until(lambda: not board.services[Seating]._kept, "the last seat given back")
    await line.press("\r", "VISITS LEFT")
    await enter_once_free(line)


async def test_a_seat_kept_for_a_caller_who_hangs_up_is_free_at_once(board):
    await board.register("Bob")
    door(board, "echo; echo hello; read x", callers=1)
    door(board, "echo; echo other; read x", slug="toy2", callers=1)
    line, _ = await enter(board, shows="hello")
    bob, task = await enter(board, handle="Bob", shows="Alice has been playing")
    await bob.press("w", "in the queue")
    seats = board.services[Seating]
    bob_s = board.sessions[1]
    assert seats.queue(bob_s, "toy2") == 1 and "bob" not in seats._queues["toy"], "one door at a time"
    assert seats.queue(bob_s, "toy") == 1
    await line.press("\r", "has ended")
    await bob.shows("The Toy is free")
    bob.drop()
    await task
    await line.press("\r", "VISITS LEFT")
    await board.until(lambda: not seats._kept, "the seat given back")
    await enter_once_free(line)


async def test_a_caller_who_hangs_up_leaves_the_queue(board):
    await board.register("Bob")
    door(board, "echo; echo hello; read x", callers=1)
    line, _ = await enter(board, shows="hello")
    bob, task = await enter(board, handle="Bob", shows="Alice has been playing")
    await bob.press("w", "in the queue")
    bob.drop()
    await task
    await line.press("\r", "has ended")
    await line.press("\r", "VISITS LEFT")
    await line.press("1", "hello")
    again, _ = await enter(board, handle="Bob", shows="Alice has been playing")
    await again.press("w", "in the queue")
    board.settings, seats = replace(board.settings, externals={}), board.services[Seating]
    seats.forget("nobody")  # as often as a seat is free
    await board.until(lambda: not seats._queues, "the end of the queue for a door that is gone")


async def test_a_program_that_breaks_off_says_so(board):
    door(board, "kill -SEGV $$")
    line, _ = await enter(board)
    assert "The Toy ended unexpectedly." in await line.shows("ended unexpectedly")


async def test_a_call_that_ends_while_the_program_starts_leaves_nothing_and_costs_nothing(
    board, tmp_path, monkeypatch
):
    starting, go_on = asyncio.Event(), asyncio.Event()

    async def late(*orders):
        starting.set()
        await go_on.wait()
        return await program.start(*orders)

    monkeypatch.setattr(external, "start", late)
    door(board, "sleep 60", visits_per_day=1)
    line, task = await enter(board)
    await starting.wait()
    line.drop()
    await task
    go_on.set()
    await board.until(lambda: not board.tasks, "the end of all tasks")
    assert not list((tmp_path / "visits").iterdir())
    made = text_of(board.folder / "data", "visits", "visits").splitlines()
    assert [json.loads(line)["visits"] for line in made] == [1, -1]
    line, _ = await enter(board)
    await board.until(lambda: bool(running(board)), "the visit that was not made")


@pytest.mark.whole("processes")
async def test_eight_callers_at_once_have_their_own(board):
    door(board, 'echo; echo "I am for $1"; read x; echo "$1 typed $x"; read y', words=("sh", "%H"))
    lines = []
    for number in range(8):
        await board.register(f"Caller {number}")
        line, _ = await enter(board, handle=f"Caller {number}")
        lines.append(line)
    for number, line in enumerate(lines):
        await line.shows(f"I am for Caller {number}")
        line.type(f"{number * 11}\r")
    for number, line in enumerate(lines):
        await line.shows(f"Caller {number} typed {number * 11}\n")
    pids = running(board)
    assert len(set(pids)) == 8
    for line in lines:
        line.drop()
    await board.until(lambda: all(map(gone, pids)), "the end of all")


async def test_endless_output_holds_up_nobody(board):
    """Another caller's keys are answered, and the flooder's own Ctrl-C ends it."""
    await board.register("Bob")
    door(board, "exec yes aaaaaaaa")
    line, _ = await enter(board, shows="aaaaaaaa\naaaaaaaa")
    other, _ = board.proved_call("Bob")
    await other.shows("TURNS")
    assert "The Toy" in await other.press("w", "The Toy")
    await line.press("\x03", "has ended")
    await line.press("\r", "ended unexpectedly")


async def test_a_caller_who_takes_nothing_stops_the_program(board):
    door(board, "seq 1 100000000")
    line, _ = await enter(board, shows="\\n[0-9]+\n[0-9]+\n")
    line.stall()
    session = board.sessions[0]
    for _ in range(200):
        await asyncio.sleep(0)
    had, came, post = session.stack.top.state.display.scrolled, [], session.post
    session.post = lambda layer, event: (came.append(event), post(layer, event))
    for _ in range(200):
        await asyncio.sleep(0)
    assert session.stack.top.state.display.scrolled == had
    assert len(came) <= 1
    line.stall(False)


async def test_messages_reach_a_caller_in_a_program(board):
    await board.register("Bob")
    door(board, f"{FRAME}; read x")
    line, _ = await enter(board, shows="last row")
    board.sessions[0].messages.notify("Bob says: hello there")
    assert "Bob says: hello there" in (await line.shows("hello there")).splitlines()[0]


# -- what it is told --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["DOOR32.SYS", "DOOR.SYS", "DORINFO1.DEF", "CHAIN.TXT"])
async def test_the_drop_file_is_the_callers(board, kind, tmp_path):
    kept = tmp_path / "kept"
    kept.mkdir()
    door(
        board, 'cp "$1" "$2"; echo copied; read x', words=("sh", "%F", str(kept)), drop_file=kind, minutes=30
    )
    await enter(board, shows="copied")
    found = read(kept)
    assert (found.alias, found.kind, found.minutes, found.ansi) == ("Alice", kind, 30, True)


@pytest.mark.parametrize(
    ("changes", "security"), [({}, 10), ({"level": 40}, 40), ({"level": 255}, 255), ({"sysop": True}, 255)]
)
async def test_the_drop_file_has_the_caller_s_level(board, changes, security, tmp_path):
    door(
        board, 'cp "$1" "$2"; echo copied; read x', words=("sh", "%F", str(tmp_path)), drop_file="DOOR32.SYS"
    )
    board.callers.change("Alice", lambda caller: replace(caller, **changes))
    await enter(board, shows="copied")
    assert read(tmp_path / "DOOR32.SYS").security == security


async def test_placeholders_and_environment(board):
    (board.settings.folder / "toys").mkdir()
    door(
        board, 'echo "in ${PWD##*/}: $@"; env | sort | tr "\\n" " "; echo; echo all; read x',
        words=("sh", "%N", "%H", "%U", "%C", "%R", "%T", "100%%"), environment=("GREETING=hello %H",),
        folder="toys",
    )  # fmt: skip
    await board.register("Mad Hatter")
    line, _ = await enter(board, handle="Mad Hatter")
    shown = await line.shows("\nall")
    assert "in toys: 1 Mad Hatter mad_hatter 80 24 xterm 100%" in shown
    words = shown.replace("\n", "")
    for told in ("GREETING=hello Mad Hatter", "TERM=xterm", "LANG=C.UTF-8", "USER=mad_hatter"):
        assert told in words, told
    assert not re.search("SECRET|VIRTUAL_ENV|PYTHON|SSH|BOARD", words)


# -- plain mode --------------------------------------------------------------------------------------


async def test_plain_callers_are_told_and_asked_and_read_line_by_line(board):
    door(
        board,
        "echo Welcome to the cave.; printf 'What now? '; read x; echo You go $x.; printf 'Then? '; read y",
    )
    line, _ = board.proved_call("Alice", DUMB)
    await line.hears("D More doors.*command\\?")
    await line.say("d\r", "1. The Toy: visits unlimited.*go back")
    await line.say("the toy\r", "The Toy is a full-screen program.*Enter to start, Q to go back.")
    await line.say("\r", r"Welcome to the cave.\s+What now\?")
    said = await line.say("north\r", r"You go north.\s+Then\?")
    assert "Welcome" not in said and said.count("north") == 2, "the line is echoed by the board alone"
    await line.say("<leave>\r", "1. The Toy")


async def test_plain_callers_hear_the_result_of_the_answer_that_ends_a_program(board):
    door(board, 'printf "Your guess? "; read x; echo "HIT you got it"; echo "Bye now"', visits_per_day=3)
    line = await board.at_menu("Alice", DUMB)
    await line.say("d\r", "visits left 3.*go back")
    await line.say("1\r", "Enter to start")
    await line.say("\r", r"Your guess\?")
    heard = await line.say("7\r", "visits left 2.*go back")
    assert heard.index("HIT you got it") < heard.index("Bye now")
    assert "visits left 3" not in heard, "the list is not said as it was before"


async def test_plain_callers_hear_what_changes_on_a_screen(board):
    door(
        board,
        r"""stty raw -echo; printf '\033[2J\033[1;1HScore 0\033[3;1H+--+\033[4;1H|@ |\033[10;1H';
                    dd bs=1 count=3 2>/dev/null; printf '\033[1;7H5\033[10;1H'; dd bs=1 count=1""",
    )
    line, _ = board.proved_call("Alice", DUMB)
    await line.hears("D More doors.*command\\?")
    await line.say("the toy\r\r", r"Score 0.*Your line\?")
    said = await line.say("<up>\r", r"Score 5\s+Your line\?")
    assert "@" not in said


# -- a game of Debian's ------------------------------------------------------------------------------


@needs(ROBOTS)
async def test_robots_of_debian(board):
    """apt-get install bsdgames"""
    made = ExternalFile(name="Robots", command=(ROBOTS,))
    board.settings = replace(board.settings, externals={"robots": made})
    line, _ = await enter(board)
    shown = await line.shows("Directions:.*Legend:.*Score: 0")
    assert shown.startswith("+-----")
    for _ in range(6):  # it may drop what was typed while it drew
        line.type("q")
        with suppress(AssertionError):
            await line.shows("Really quit\\?", seconds=5)
            break
    await line.press("y", "VISITS LEFT")


# -- hours and levels --------------------------------------------------------------------------------


async def test_a_level_too_low_stays_out_and_a_hidden_door_is_not_listed(board):
    door(board, "echo never", access_level=500)
    line, _ = await enter(board)
    assert "This door needs access level 500. Yours is 10." in await line.shows("access level 500")
    board.change("board", closed_doors="hidden")
    await line.press("q", "TURNS")
    await line.press("d", "No doors of this kind are open right now.")


async def test_hours_that_end_take_the_caller_out_and_back_to_the_list(board):
    door(board, "echo; echo hello; exec sleep 60", hours=("20:00-20:30",))
    line, _ = await enter(board, shows="hello")
    (pid,) = running(board)
    board.clock.on(minutes=31)
    board.sessions[0].timers.later("hours", 0, CheckLimits())
    assert "The Toy closes now." in await line.shows("VISITS LEFT")
    await board.until(lambda: gone(pid), "the end of it")


@needs(ADVENTURE)
async def test_adventure_of_debian_in_plain_mode(board):
    """A game of lines is told like one: no echo twice, no prompt before its answer."""
    made = ExternalFile(name="Cave", command=(ADVENTURE,))
    board.settings = replace(board.settings, externals={"cave": made})
    line = await board.at_menu("Alice", DUMB)
    await line.say("cave\r\r", "Would you like instructions\\?\\s+Your line\\?")
    said = await line.say("no\r", "small brick building.*down a gully.\\s+Your line\\?")
    assert said.count("Your line?") == 1
    await line.say("east\r", "You are inside a building, a well house")


# -- the sysop's hand --------------------------------------------------------------------------------


async def sysop_at(board: Boardroom, key: str):
    """A sysop who does that to the caller on node 1."""
    await board.register("Maggie", expert="on", sysop=True)
    sysop, _ = board.proved_call("Maggie")
    await sysop.shows("TURNS")
    await goes_to(sysop, 1, key)
    return sysop


async def test_the_sysop_breaks_in_and_the_program_goes_on_behind(board):
    door(board, "echo; echo one; read x; echo two; sleep 60")
    line, _ = await enter(board, shows="one")
    sysop = await sysop_at(board, "c")
    await line.shows("The sysop has broken in to chat")
    board.sessions[0].stack[-2].link.end.type(b"\r")
    sysop.type("Hello!\r")
    await line.shows("Sysop: Hello!")
    line.type("Hi\r")
    await sysop.shows("Alice: Hi")
    sysop.type("\x1b")
    assert "one" in await line.shows("two"), "what was printed behind the chat is there"


async def test_a_program_that_ends_behind_the_chat_leaves_the_caller_at_the_list(board):
    door(board, "echo; echo one; read x; kill -9 $$")
    line, _ = await enter(board, shows="one")
    (pid,) = running(board)
    session = board.sessions[0]
    sysop = await sysop_at(board, "c")
    await line.shows("The sysop has broken in to chat")
    program = session.stack[-2]
    session.stack.feed(program, Tick("up"))
    await board.until(lambda: program not in session.stack and gone(pid), "the program's end")
    assert "The sysop has broken in to chat" in line.screen
    sysop.type("\x1b")
    assert "Your time in The Toy is up." in await line.shows("time in The Toy is up")


# -- to take along -----------------------------------------------------------------------------------


async def test_x_keeps_a_film_a_picture_and_the_text_of_the_last_visit(board):
    board.change("web", url="https://bbs.example")
    door(board, "echo; echo one; read x; printf '\\033[31mtwo\\033]0;title\\007'; read y")
    line, _ = await enter(board)
    assert "Keep a film" not in line.screen
    await line.shows("one")
    await line.press("\r", "two")
    await line.press("\r", "X keeps a film")
    await line.press("x", "Your last visit to The Toy")
    files = {}
    for key, kind in (("f", "cast"), ("i", "png"), ("t", "txt")):
        shown = await line.press(key, rf"once: https://bbs.example/take/[\w-]+\.{kind}")
        (path,) = re.findall(rf"/take/[\w-]+\.{kind}", shown)
        name, files[kind] = board.services[Takeaway].collect(path)
        assert name == f"toy-2026-11-10.{kind}"
    film = [json.loads(row) for row in files["cast"].splitlines()]
    told = "".join(row[2] for row in film[1:])
    assert film[0]["title"].startswith("The Toy") and "one" in told and "two" in told
    assert "title" not in told, "only cells, none of the program's own bytes"
    assert files["png"].startswith(b"\x89PNG") and b"two" in files["txt"]
    await line.press("q", "VISITS LEFT")
    await line.press("x", "Your last visit to The Toy")
    (session,) = board.sessions
    for kind in ("exe", "txt"):
        with pytest.raises(Refusal, match=str(tr.external.keep_no_way())):
            await external._keep(session, kind)
        board.change("web", url="")
        board.change("listen", web="off")


async def test_who_leaves_by_ctrl_z_finds_the_film_in_the_list(board):
    door(board, "echo; echo one; read x")
    line, _ = await enter(board, shows="one")
    await line.press("\x1a\x1a", "Keep a film")
    await line.press("x", "F, I and T give you a web address")


# -- DOS doors ---------------------------------------------------------------------------------------


def dos_door(board: Boardroom, name: str, folder: Path, **settings) -> Path:
    """A test door of ours, as two lines of YAML would bring it."""
    program = test_door(folder, name)
    made = ExternalFile.model_validate({"name": "The Toy", "dos": (str(program), "%N", "%H"), **settings})
    board.settings = replace(board.settings, externals={**board.settings.externals, "toy": made})
    return program


@needs_dosbox
@pytest.mark.parametrize(
    "how", ["drop", *(pytest.param(how, marks=whole) for how in ("ctrl-z", "time", "evict"))]
)
async def test_a_dos_door_is_played_and_saves_its_game_however_the_visit_ends(board, how, tmp_path):
    program = dos_door(board, "fossdoor", tmp_path / "game")
    await board.at_menu("Bob")  # on node 1
    line, _ = await enter(board, replace(XTERM, size=(80, 40)))
    shown = await line.shows("57600", seconds=30)
    assert "FOSSIL door: The Door FOSSIL 1" in shown and "COM1:" in shown
    session, seats, (pid,) = board.sessions[1], board.services[Seating], running(board)
    assert any("/external/seats/" in name for name in open_files(pid)), (
        "its seat is taken though the board is killed"
    )
    (conf,) = (tmp_path / "visits").glob("*/box/dosbox.conf")
    assert "call FOSSDOOR.COM 1 Alice" in conf.read_text(), "the seat's number is the node that is set up"
    session.stack.top.link._post_log()
    await line.press("abc", "abc")
    assert "DOSBox" not in line.screen, "its log is for a sysop who tries the door from a shell"
    if how == "drop":
        line.drop()
    elif how == "evict":
        session.evict("The board stops.")
    elif how == "time":
        session.stack.wake(session.stack.top, 0, "up")
        await line.shows("time in The Toy is up")
    else:
        await line.press("\x1a\x1a", "VISITS LEFT")
    await board.until(lambda: gone(pid) and not seats.inside, "the end of it")
    assert (program.parent / "FOSS.HUP").read_text() == "saved"


@whole
@needs_dosbox
async def test_a_dos_door_in_a_browser(board, tmp_path):
    dos_door(board, "fossdoor", tmp_path / "game")
    line, _ = await enter(board, Hints("web", "127.0.0.1", term="web", charset="utf-8", size=(80, 30)))
    await line.shows("FOSSIL door: The Door FOSSIL 1", seconds=30)
    await line.press("typed", "typed")
    line.drop()
    await board.until(lambda: not board.services[Seating].inside, "the end of it")
    assert (tmp_path / "game" / "FOSS.HUP").read_text() == "saved"


async def test_a_film_has_a_bound_however_little_is_printed_at_a_time():
    first = screen.start(screen.DoorFacts("Toy"), (80, 24))[0].display
    film = tape.Tape("toy", "Toy", "Alice", "2026-11-10", first, first)
    for at in range(30_000):
        film.add(at / 10, b"x")
    assert len(film.pieces) <= tape.PICTURES and film.full
    film = tape.Tape("toy", "Toy", "Alice", "2026-11-10", first, first)
    film.add(0.0, b"one")
    film.add(0.01, b" two")
    film.add(9.0, b" three")
    film.add(10.5, b" four")
    film.add(11.0, b"x" * tape.MOST)
    shots = [(shot.canvas.text().split("\n")[0].strip(), shot.seconds) for shot in tape.shots(film)]
    assert shots == [("one two", tape.PAUSE), ("one two three", 1.5), ("one two three four", tape.PAUSE)]


@whole
@needs_dosbox
async def test_a_dos_door_that_ends_has_said_its_last_words(board, tmp_path):
    dos_door(board, "fossdoor", tmp_path / "game")
    line, _ = await enter(board)
    await line.shows("57600", seconds=30)
    line.type("Q")
    assert "bye" in await line.shows("The Toy has ended", seconds=30)
    assert (tmp_path / "game" / "FOSS.SAV").read_text() == "saved"


@whole
@needs_dosbox
async def test_a_sysop_sets_a_door_up_from_afar_and_nobody_plays_meanwhile(board, tmp_path):
    dos_door(board, "paint", tmp_path / "game", setup="PAINT.COM /X")
    await board.register("Maggie", expert="on", sysop=True)
    line, _ = board.proved_call("Maggie", replace(XTERM, size=(100, 30)))
    await line.shows("TURNS")
    await line.press("d", "Set up")
    line.type("s")
    await line.shows("╔═ Set-up ═╗", seconds=30)
    other, _ = await enter(board, shows="Maggie has been playing The Toy since")
    assert "Set up" not in await other.press("\r", "VISITS LEFT")
    line.type("\x1b")
    await line.press("\x1b", "has ended")


async def test_a_caller_runs_no_program_of_the_folder(board, tmp_path):
    folder = tmp_path / "game"
    folder.mkdir()
    made = ExternalFile.model_validate({"name": "The Toy", "dos": (str(folder / "A.COM"),), "setup": "B.EXE"})
    board.settings = replace(board.settings, externals={"toy": made})
    await enter(board)
    session = board.sessions[0]
    for words, sysop, why in (
        ("B.EXE", False, "That door is gone."),
        ("..\\B.EXE", True, "can't be run"),
        ("B.EXE|C", True, "can't be run"),
        ("NOSUCHFILE.EXE", True, "can't be run"),
        ("B.TXT", True, "can't be run"),
        ("B.EXE A|C", True, "can't be run"),
    ):
        session.who.console = sysop
        assert why in str(external.not_runnable(session, made, words))
    door(board, "echo never")
    why = external.not_runnable(session, board.settings.externals["toy"], "B.EXE")
    assert why == tr.external.door_is_gone(), "this one is no DOS door"


@whole
@needs_dosbox
async def test_a_dos_door_in_plain_mode(board, tmp_path):
    dos_door(board, "fossdoor", tmp_path / "game")
    line, _ = board.proved_call("Alice", DUMB)
    await line.hears("D More doors.*command\\?")
    await line.say("the toy\r\r", r"FOSSIL door: The Door FOSSIL 1\s+COM1:\s+57600")
    await line.say("hello\r", "hello")


@needs_dosbox
async def test_what_a_dos_door_lacks_is_told_and_logged(board, tmp_path, caplog):
    caplog.set_level(logging.ERROR, "door.external")
    program = dos_door(board, "paint", tmp_path / "game", visits_per_day=1)
    (program.parent / "GAME.BAT").write_bytes(b"nosuch\r\n")
    broken = board.settings.externals["toy"].model_copy(update={"dos": (str(program.parent / "GAME.BAT"),)})
    board.settings = replace(board.settings, externals={"toy": broken})
    line, _ = await enter(board)
    assert "The Toy ended at once, without a word." in await line.shows("ended at once")
    assert not (board.folder / "data" / "external" / "toy.log").exists()
    assert "external door toy: The program has printed nothing." in caplog.text
    await line.press("\r", "VISITS LEFT")
    program.parent.joinpath("GAME.BAT").unlink()
    board.clock.on(days=1)
    await line.press("1", "can't be opened right now")
    assert "GAME.BAT is not a file" in caplog.text or "GAME.BAT" in caplog.text


# -- a home for each caller ------------------------------------------------------------------------


async def visit_home(board: Boardroom, script: str, handle: str, shows: str) -> str:
    """What the program prints on a visit that ends by itself."""
    door(board, script, home=True, words=("sh", "%O"))
    line, task = board.proved_call(handle)
    if "Since your last call" in await line.shows("Since your last call|TURNS"):
        line.type("\x1b")
        await line.shows("TURNS")
    await line.press("d", "VISITS LEFT")
    shown = await line.press("1", shows)
    board.sessions[-1].evict("Bye.")
    await task
    await board.until(lambda: not board.services[Seating].inside, "the end of the visit")
    return shown


async def test_each_caller_has_a_home_that_stays_theirs_after_a_rename(board):
    await board.register("A.B")
    await board.register("A_B")  # the same %U
    script = 'echo >> save; [ "$1$1" = "$HOME$PWD" ] && echo at home; echo $(cat save | wc -l) visits; read x'
    for handle in ("A.B", "A_B"):
        assert "at home" in await visit_home(board, script, handle, "1 visits")
    assert "at home" in await visit_home(board, script, "A.B", "2 visits")
    accounts(board.services, "Sysop").rename("A.B", "Bo")
    await visit_home(board, script, "Bo", "3 visits")
    await visit_home(board, script, "A_B", "2 visits")
    every = sorted((board.settings.homes / "toy").iterdir())
    assert len(every) == 2 and all(re.fullmatch("[0-9a-f]{16}", home.name) for home in every)
    accounts(board.services, "Sysop").remove("Bo")
    assert len(list((board.settings.homes / "toy").iterdir())) == 1
    await visit_home(board, script, "A_B", "3 visits")


async def test_a_full_home_lets_nobody_in_and_costs_no_visit(board, caplog):
    await visit_home(board, "echo made; read x", "Alice", "made")
    (home,) = (board.settings.homes / "toy").iterdir()
    (home / "save").write_bytes(bytes(1 << 20))
    door(board, "echo inside; read x", home=True, home_megabytes=1, visits_per_day=3)
    line, _ = board.proved_call("Alice")
    await line.shows("MAIN MENU|Main Menu|TURNS")
    await line.press("d", "The Toy +2")
    shown = await line.press("1", "Your files at The Toy have reached their limit of 1 megabyte.")
    assert "inside" not in shown and str(home) in caplog.text
    (home / "save").unlink()
    await line.press("\r", "The Toy +2")
    await line.press("1", "inside")


async def test_a_home_that_a_caller_s_file_names_wrongly_is_not_used(board, caplog):
    board.callers.change("Alice", lambda caller: caller.remember("toy", "home", "../../data"))
    door(board, "echo inside; read x", home=True)
    line, _ = await enter(board)
    shown = await line.shows("This door can't be opened right now")
    assert "inside" not in shown and "'../../data'" in caplog.text


NETHACK = "/usr/lib/games/nethack/nethack-console"


@needs(NETHACK)
async def test_nethack_as_the_docs_have_it_keeps_each_callers_saves(board):
    """apt-get install nethack-console"""
    page = (Path(__file__).parents[2] / "docs" / "external.md").read_text()
    lines = re.search(r"((?:    .*\n)*    name: NetHack\n(?:    .*\n)*)", page)
    settings = yaml.safe_load(dedent(lines[1]))
    assert len(settings) == 4
    made = {key: tuple(value) if isinstance(value, list) else value for key, value in settings.items()}
    board.settings = replace(board.settings, externals={"nh": ExternalFile(**made)})

    async def hero(handle: str) -> str:
        """The hero's role, after a visit that the caller hung up on."""
        line, call = await enter(board, handle=handle)
        if "Shall I pick" in await line.shows("Shall I pick|Restoring save file"):
            line.type("y")
        for _ in range(100):
            if (found := re.search(r"(\w+) the ([\w ]+?) +St:", line.screen)) and "--More" not in line.screen:
                break
            line.type("y" if "[ynaq]" in line.screen or "(y)" in line.screen else " ")
            await asyncio.sleep(0.2)  # it forgets what is typed while it draws
        assert found, line.screen
        line.drop()
        await call
        await board.until(lambda: not board.services[Seating].inside, "the save")
        assert found[1] == handle
        return found[2]

    await board.register("Bob")
    for handle in ("Alice", "Bob"):
        board.callers.change(handle, lambda caller: replace(caller, prefs={"expert": "on"}))
    first = {handle: await hero(handle) for handle in ("Alice", "Bob")}
    saves = sorted(path.name for path in board.settings.homes.glob("nh/*/save/*"))
    assert len(saves) == 2 and saves[0] != saves[1], saves
    assert await hero("Bob") == first["Bob"]
    assert await hero("Alice") == first["Alice"]
