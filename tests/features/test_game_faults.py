"""A game that fails or never ends: its callers read one sentence, and everybody else plays on."""

from __future__ import annotations

import itertools
import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from boardroom import Boardroom, boardroom
from callline import DUMB, XTERM
from served import ready_folder

from door.games.contract import Door
from door.games.shutbox import DOOR as GAME
from door.play.runaway import timer
from door.screens.door import GameDoor
from door.screens.doors import find
from door.server.board import opened, read_settings
from door.term.canvas import Canvas


def fails(*_: Any) -> Any:
    raise ZeroDivisionError("the sum of all fears")


def never_ends(*_: Any) -> Any:
    for _ in itertools.count():
        try:
            sum(range(100))
        except Exception:
            pass


FAULTS = {
    "key": ({"other_key": fails, "other_line": fails}, "ZeroDivisionError"),
    "draw": ({"draw": fails, "say": fails}, "ZeroDivisionError"),
    "start": ({"start": fails}, "ZeroDivisionError"),
    "title": ({"plan": fails, "choices": fails}, "ZeroDivisionError"),
    "loop": ({"other_key": never_ends, "other_line": never_ends}, "Runaway"),
}
SIZE = {"size": ({"draw": lambda table, view: Canvas(40, 5)}, "draw made 40x5, not 80x23")}


def faulty(changes: dict[str, Any]) -> Door:
    """Shut The Box with other functions in its parts, by their names."""
    parts = {name: getattr(GAME, name) for name in ("rules", "board", "picture", "words", "record")}
    for name, part in parts.items():
        parts[name] = replace(part, **{key: one for key, one in changes.items() if hasattr(part, key)})
    return replace(GAME, **parts)


@pytest.mark.parametrize(
    ("fault", "hints"),
    [*itertools.product(FAULTS, (XTERM, DUMB)), ("size", XTERM)],
    ids=lambda one: one if isinstance(one, str) else "plain" if one is DUMB else "screen",
)
async def test_a_fault_in_a_game_ends_its_screen_and_nothing_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, fault: str, hints: Any
) -> None:
    changes, logged = (FAULTS | SIZE)[fault]
    broken = GameDoor(faulty(changes))
    async with boardroom(tmp_path, doors=(broken, find("switchbox"))) as board:
        for name in ("Alice", "Bob"):
            await board.register(name, fast="on")
        bob, _ = board.proved_call("Bob", DUMB)
        alice, _ = board.proved_call("Alice", hints)
        with timer(0.1):
            alice.type("1\r\rz\r" if hints is DUMB else "1\rz")
            await (alice.hears if hints is DUMB else alice.shows)("has a fault and was closed")
            assert not board.sessions[1].stack.plays and board.sessions[1].stack.top.lobby
        errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
        assert logged in errors[0].getMessage() and errors[0].exc_info
        await bob.say("2\r\r", "Commitment")


async def test_three_faults_within_ten_minutes_close_a_door_until_the_files_are_read_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = ready_folder(tmp_path / "board")
    async with opened(folder, read_settings(folder)) as board:
        for seconds, closed in ((0, False), (500, False), (101, False), (100, True)):
            Boardroom.pass_time(seconds)
            board.services.failed("shutbox")
            assert board.settings.doors["shutbox"].enabled is not closed
        assert board.settings.doors["switchbox"].enabled
        assert "door=shutbox is closed after 3 faults" in caplog.text
        board.reload()
        assert board.settings.doors["shutbox"].enabled
