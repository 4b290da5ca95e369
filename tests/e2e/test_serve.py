"""`door serve` as a process: its lines, its signals, its end, and what is left after the worst of ends."""

import asyncio
import os
import re
import shutil
import signal
from datetime import UTC, datetime

import pytest
from boardroom import PASSWORD
from boxplay import move_for
from effort import PATIENCE
from records_kit import forged, write_journal
from served import Served, add_callers, door, logged_on, plain_call, ready_folder, served, settle
from wire import BINARY, NAWS, TTYPE, TelnetClient

TURN_DUE = b"Tiles to shut? "


async def at_the_box(board: Served, handle: str = "Alice") -> tuple[TelnetClient, str]:
    call = await logged_on(board, handle)
    call.send(b"1\r\0")
    await call.see(b"Play? (")
    await call.see(b") ")
    call.send(b"\r\0")
    return call, (await call.see(TURN_DUE)).decode()


async def menu_says(call: TelnetClient, text: bytes) -> None:
    """Looks at the menu again until it says so: what others do reaches a board within a second or two."""
    said = b""
    for _ in range(200):
        call.send(b"h\r\0\r\0\r\0")  # the last Enter has the menu listed again
        await call.see(b"Getting About")
        await call.see(b"Main menu command? ")
        said = await call.see(b"Main menu command? ")
        if text in said:
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"{text!r} was never in {said!r}")


async def test_it_prints_one_line_a_listener_and_takes_calls(board):
    assert re.fullmatch(
        r"telnet listening on 127\.0\.0\.1:\d+\nssh listening on 127\.0\.0\.1:\d+\n", board.printed
    )
    call = await logged_on(board, "Alice")
    board.logged(r"INFO door\.\w+ log-on node=\d+ caller='Alice' address=127\.0\.0\.1")
    call.hang_up()
    await asyncio.wait_for(call.writer.wait_closed(), PATIENCE)
    board.logged(r"hang-up node=\d+ caller='Alice' address=127\.0\.0\.1 seconds=\d+ reason='hung up'")
    key = board.folder / "data" / "keys" / "ssh_host_ed25519_key"
    assert key.stat().st_mode & 0o777 == 0o600
    assert "Traceback" not in board.log
    written = (board.folder / "data" / "log" / "door.log").read_text()
    assert "log-on" in written
    assert board.log.startswith(written)  # each line is on stderr first


async def test_a_listener_can_be_off(tmp_path):
    ready_folder(tmp_path)
    settle(tmp_path / "config" / "board.yaml", language="en-XA")  # what it prints stays English
    with served(tmp_path, "--telnet", "off", "--ssh", "127.0.0.1:0") as board:
        assert board.printed.startswith("ssh listening on 127.0.0.1:")
    ran = door("serve", "--telnet", "off", "--ssh", "off", board=tmp_path)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert re.search(r"all listeners are off, so nobody could call\.$", ran.stderr)


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
async def test_the_end_is_told_to_callers_and_games_are_saved(tmp_path, name):
    ready_folder(tmp_path, "Alice")
    with served(tmp_path) as board:
        call, said = await at_the_box(board)
        stranger = await plain_call(board)
        await stranger.see(b"Your handle")
        drawn = await TelnetClient({TTYPE, NAWS, BINARY}, terms=(b"SYNCTERM",)).call(board.port("telnet"))
        await drawn.see(b"Your handle")
        call.send(move_for(said).encode() + b"\r\0")
        said = (await call.see(TURN_DUE)).decode()
        board.signal(name)
        assert b"The board is going down. Please call again soon. Your game is saved." in (
            (await call.closed()).replace(b"\r\n  ", b" ")
        )
        assert b"The board is going down" in await stranger.closed()
        end = (await drawn.closed()).rpartition(b"\x1b[0m")[2]
        assert re.fullmatch(
            rb"(?:\x1b\[\?[0-9]+l)+\x1b\[\?25h\x1b\[24;1H"
            rb"\x1b\[24;1H\x1b\[K\x1b\[24;1H"  # the keys go
            rb"\x1b\[KThe board is going down.*",
            end,
            re.S,
        )
        await asyncio.sleep(0)  # so that the closing goes out, which the board waits for
        assert board.end() == 0
        assert "Traceback" not in board.log
    with served(tmp_path) as board:
        _, again = await at_the_box(board)
        assert re.findall(r"Roll: .*|Open: .*", again)[-2:] == re.findall(r"Roll: .*|Open: .*", said)[-2:]


async def test_saving_a_file_reloads_it_and_nobody_is_dropped(board):
    path = board.folder / "config" / "doors" / "shutbox.yaml"
    text = path.read_text()
    turns = re.compile(r"^turns_per_day: 5", re.M)
    assert turns.search(text)
    call = await logged_on(board, "Bob")
    path.write_text(turns.sub("turns_per_day: 9", text))
    await menu_says(call, b"Shut The Box: turns left 9")
    board.logged(r"INFO .*doors\.shutbox\.turns_per_day applies at once")

    path.write_text(turns.sub("turns_per_dya: 7\nfree_turn: many", text))
    board.logged(r"ERROR .*config/doors/shutbox\.yaml:\d+: turns_per_dya: .*turns_per_day")
    board.logged(r"ERROR .*config/doors/shutbox\.yaml:\d+: free_turn: ")
    await menu_says(call, b"Shut The Box: turns left 9")
    path.write_text(turns.sub("turns_per_day: 9", text))
    board.logged(r"INFO .*settings: the files are in order again")

    path.write_text(turns.sub("turns_per_day: 0", text))
    board.signal(signal.SIGHUP)
    await menu_says(call, b"Shut The Box: turns unlimited")
    path.write_text(text)
    await menu_says(call, b"Shut The Box: turns left 5")
    call.hang_up()
    assert "Traceback" not in board.log


async def test_a_caller_whom_the_sysop_changes_while_the_board_runs(board):
    add_callers(board.folder, "Carla", "Dieter", expert="on")
    assert door("callers", "turns", "Carla", "shutbox", "3", board=board.folder).returncode == 0
    call = await logged_on(board, "Carla")
    await menu_says(call, b"Shut The Box: turns left 8")
    ran = door("callers", "ban", "Dieter", "sleeping", "at", "the", "dice", board=board.folder)
    assert ran.returncode == 0, ran.stderr
    late = await plain_call(board)
    late.send(f"Dieter\r\0{PASSWORD}\r\0".encode())
    await late.see(b"You are banned from this board: sleeping at the dice")
    call.hang_up()


async def test_art_that_goes_missing_is_one_line_and_the_board_runs(board):
    menu = board.folder / "ansi_art" / "menu.ans"
    menu.rename(menu.with_suffix(".away"))
    line = "WARNING door.art art menu.ans is missing; its screen is shown without art"
    async with asyncio.timeout(PATIENCE):
        while line not in board.log:  # the board looks at its art once a second, and may just have looked
            (await logged_on(board, "Erik")).hang_up()
            await asyncio.sleep(0.3)
    (await logged_on(board, "Erik")).hang_up()
    assert board.log.count("menu.ans") == 1
    menu.with_suffix(".away").rename(menu)


async def test_a_caller_out_of_turns_asks_nothing_of_a_disk_that_refuses(tmp_path):
    """Every Enter asks for another game, which could not be saved either."""
    folder, now = ready_folder(tmp_path, "Alice"), datetime.now(UTC)
    settle(folder / "config" / "doors" / "shutbox.yaml", turns_per_day=1)
    used = forged("Alice", ["quit"], 0, now, door="shutbox")
    write_journal(folder / "data" / "journal", {f"{now:%Y-%m}": used})
    with served(folder) as board:
        saves = folder / "data" / "saves"
        shutil.rmtree(saves)
        saves.symlink_to("/nonexistent/saves")
        call = await logged_on(board)
        call.send(b"1\r\0")
        for _ in range(30):
            await call.see(b"Play? (")
            call.send(b"\r\0")
        await call.see(b"You have no turns left today")
        call.hang_up()
        board.signal(signal.SIGTERM)
        assert board.end() == 0
    assert "ERROR" not in board.log


async def test_a_name_in_a_foreign_journal_that_no_file_can_hold(tmp_path):
    """It is told in the log as well as that goes."""
    folder = ready_folder(tmp_path, "Alice")
    journal = folder / "data" / "journal"
    write_journal(journal, {"2025-11": forged("Al..ce", ["7"], 9, door="shutbox")})
    (file,) = journal.iterdir()
    file.write_bytes(file.read_bytes().replace(b"Al..ce", b"Al\\ud800ce"))
    with served(folder) as board:
        await logged_on(board)
        board.logged(r"2025-11, shutbox: Al.*ce won with 9")
        assert "Traceback" not in board.log
    assert r"shutbox: Al\ud800ce won" in (folder / "data" / "log" / "door.log").read_text()


def test_odd_files_for_the_log_and_the_settings_in_force_are_told_and_hold_nothing_up(tmp_path):
    folder = ready_folder(tmp_path)
    (folder / "data" / "log").mkdir(parents=True)
    os.mkfifo(folder / "data" / "log" / "door.log")
    with served(folder) as board:
        assert "door.log: the log cannot be written: No such device or address" in board.log


def test_texts_that_are_wrong_keep_no_board_from_starting_and_are_named_in_the_log(tmp_path):
    folder = ready_folder(tmp_path)
    texts = folder / "config" / "texts.yaml"
    texts.write_text("shutbox.coach.bettr_than: x\nreplay.title: '{who} {'\n")
    with served(folder) as board:
        board.logged(r"texts.yaml:1: shutbox.coach.bettr_than: there is no such text; did you mean .*shipped")
        board.logged(r"texts.yaml:2: replay.title: has a single \{ or \}; .*shipped")
        texts.write_text("".join(f"nothing.of_that_kind_{n}: x\n" for n in range(30)))
        board.logged(r"texts.yaml:20: nothing.of_that_kind_19: there is no such text")
        board.logged("10 more texts are wrong; `door check` lists them")
        texts.write_text("replay: [\n")
        board.logged(r"texts.yaml:\d+: .*; the shipped sentence is used", 30)
