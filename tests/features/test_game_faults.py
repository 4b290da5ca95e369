"""A game that fails or never ends: its callers read one sentence, and everybody else plays on."""

import itertools
import logging
from dataclasses import replace
from typing import Any

import pytest
from boardroom import Boardroom, boardroom
from callline import DUMB, XTERM
from served import open_board, ready_folder

from door.call.faults import DoorFaults
from door.games.contract import Door
from door.games.shutbox import DOOR as GAME
from door.play.runaway import timer
from door.screens.door import GameDoor
from door.screens.doors import find
from door.server.board import read_settings
from door.term.canvas import Canvas


def fails(*_: Any) -> Any:
    raise ZeroDivisionError("the sum of all fears")


def never_ends(*_: Any) -> Any:
    for _ in itertools.count():
        try:
            sum(range(100))
        except Exception:
            pass


def no_disk(*_: Any) -> Any:
    raise OSError("it cannot be read")


FAULTS = {
    "key": ({"other_key": fails, "other_line": fails}, "ZeroDivisionError"),
    "draw": ({"draw": fails, "say": fails}, "ZeroDivisionError"),
    "start": ({"start": fails}, "ZeroDivisionError"),
    "title": ({"plan": fails, "choices": fails}, "ZeroDivisionError"),
    "disk": ({"other_key": no_disk, "other_line": no_disk}, "OSError"),
    "loop": ({"other_key": never_ends, "other_line": never_ends}, "Runaway"),
}
SIZE = {"size": ({"draw": lambda table, view: Canvas(40, 5)}, "draw made 40x5, not 80x23")}


def faulty(changes: dict[str, Any]) -> Door:
    """Shut The Box with other functions in its parts, by their names."""
    parts = {name: getattr(GAME, name) for name in ("rules", "board", "picture", "words", "honours")}
    for name, part in parts.items():
        parts[name] = replace(part, **{key: one for key, one in changes.items() if hasattr(part, key)})
    return replace(GAME, **parts)


@pytest.mark.parametrize(
    ("fault", "hints"),
    [*itertools.product(FAULTS, (XTERM, DUMB)), ("size", XTERM)],
    ids=lambda one: one if isinstance(one, str) else "plain" if one is DUMB else "screen",
)
async def test_a_fault_in_a_game_ends_its_screen_and_nothing_else(tmp_path, caplog, fault, hints):
    changes, logged = (FAULTS | SIZE)[fault]
    broken = GameDoor(faulty(changes))
    async with boardroom(tmp_path, doors=(broken, find("switchbox"))) as board:
        for name in ("Alice", "Bob"):
            await board.register(name, fast="on")
        bob, _ = board.proved_call("Bob", DUMB)
        alice, _ = board.proved_call("Alice", hints)
        for handle, address in OTHERS[:2]:
            board.services[DoorFaults].note("shutbox", handle, address, board.time())
        with timer(0.1):
            alice.type("1\r\rz\r" if hints is DUMB else "1\rz")
            await (alice.hears if hints is DUMB else alice.shows)("has a fault and was closed")
            menu = board.sessions[1].stack.top
            assert not board.sessions[1].stack.plays and menu.lobby
        assert board.services[DoorFaults].is_closed("shutbox", board.time()) is (fault != "disk")
        left = board.store.standings.turns_left("shutbox", "Alice")
        await board.until(lambda: menu.state.lobby.doors[0].books.turns_left == left, "a fresh menu")
        errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
        assert logged in errors[0].getMessage() and errors[0].exc_info
        await bob.say("2\r\r", "Seal: ")


CALLER, OTHERS = ("Mallory", "192.0.2.66"), [("Ann", "192.0.2.1"), ("Bob", "192.0.2.2"), ("Cid", "192.0.2.3")]


@pytest.mark.parametrize(
    ("noted", "closed"),
    [
        ([(CALLER, second) for second in range(0, 3600, 10)], False),
        ([((f"Mallory{n}", CALLER[1]), n) for n in range(50)], False),  # an account for each fault
        ([((CALLER[0], f"192.0.2.{n}"), n) for n in range(50)], False),  # an address for each fault
        ([((f"Mallory{n}", f"2001:db8::{n:x}"), n) for n in range(50)], False),  # one /64
        ([(("", ""), n) for n in range(50)], False),  # guests through one proxy
        ([(one, n) for n, one in enumerate(OTHERS)], True),
        ([(one, n * 400) for n, one in enumerate(OTHERS)], False),  # within ten minutes two at most
        ([((name, ""), n) for n, (name, _) in enumerate(OTHERS)], True),  # callers through one proxy
    ],
)
def test_only_faults_of_several_callers_close_a_door(noted, closed):
    faults = DoorFaults()
    for (handle, address), second in noted:
        faults.note("microlink", handle, address, 5000.0 + second)
    last = 5000.0 + noted[-1][1]
    assert faults.is_closed("microlink", last) is closed and not faults.is_closed("shutbox", last)


def test_a_door_opens_by_itself_and_the_same_callers_cannot_close_it_again():
    faults = DoorFaults()
    for handle, address in OTHERS:
        faults.note("shutbox", handle, address, 0.0)
    assert faults.is_closed("shutbox", 599.0) and not faults.is_closed("shutbox", 600.0)
    for handle, address in OTHERS:
        faults.note("shutbox", handle, address, 700.0)
    assert not faults.is_closed("shutbox", 700.0)
    for handle, address in OTHERS:
        faults.note("shutbox", handle, address, 3700.0)
    assert faults.is_closed("shutbox", 3700.0)
    faults.forget()
    assert not faults.is_closed("shutbox", 3700.0)


async def test_a_door_with_faults_begins_no_game_but_a_waiting_one_goes_on(tmp_path):
    async with boardroom(tmp_path) as board:
        for name in ("Alice", "Bob"):
            await board.register(name, fast="on")
        alice = await board.at_menu("Alice")
        alice.type("1\rz")
        await alice.shows("to match")
        alice.drop()
        await board.until(lambda: board.store.ranked.waits("shutbox", "Alice"))
        now = board.time()
        for handle, address in OTHERS:
            board.services[DoorFaults].note("shutbox", handle, address, now)
        bob = await board.at_menu("Bob")
        bob.type("1")
        await bob.shows("begins no new games for some minutes")
        again = await board.at_menu("Alice")
        again.type("1")
        await again.shows("game of yours is waiting")


async def test_reading_the_files_again_opens_a_door_with_faults(tmp_path):
    folder = ready_folder(tmp_path / "board")
    async with open_board(folder, read_settings(folder)) as board:
        now = Boardroom.time()
        for handle, address in OTHERS:
            board.services[DoorFaults].note("shutbox", handle, address, now)
        assert board.services[DoorFaults].is_closed("shutbox", now)
        assert board.settings.doors["shutbox"].enabled
        board.reload()
        assert not board.services[DoorFaults].is_closed("shutbox", now)
