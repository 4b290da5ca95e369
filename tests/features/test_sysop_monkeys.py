"""Sysops who press everything while callers do, too: nobody's call ends with a fault, nobody's clock
stays stopped, and nothing looks over a shoulder when all have gone."""

import asyncio
import random

import pytest
from boardroom import boardroom
from callline import DUMB, SYNCTERM, XTERM
from effort import PATIENCE, some

from door.screens.doors import find

mindbuster = find("mindbuster")

shutbox = find("shutbox")

NODES = ("\r", "2\r", "22\r", "222\r")
ACTS = ("v", "v", "c", "c", "mhello\r", "t15\r", "t-5\r", "h\r", " ", "ax\r")
DESK = (
    *(f"!{node}{act}" for node in NODES for act in ACTS),
    *["q", "\x1b", " ", "c", "hello"] * 8,
    "!l",
    "\x1b[5~",
)
DESK_LINES = (
    *(f"!\r{node}\r{act}" for node in "1234" for act in ("v", "c", "m\rhello", "t\r15", "h\r", "log")),
    *["/q", "", "hello"] * 8,
)
CALLER = ("1", "2", "\r", "2", "6", "8", "4", "h", "q", "w", "p", "\x1b", "n", "y", "hello")
SIZES = ((80, 24), (132, 37), (100, 30), (60, 20))


@pytest.mark.parametrize("seed", some(range(4), 2))
async def test_monkeys_at_the_desk(tmp_path, caplog, seed):
    chance = random.Random(seed)
    caplog.set_level("INFO", "door.sysop")
    async with boardroom(tmp_path, doors=(find("shutbox"), find("mindbuster"))) as board:
        board.change("limits", minutes_per_call=600)
        board.options("shutbox", turns_per_day=0)
        for handle in ("Maggie", "Cy", "Bo", "Al"):
            await board.register(handle, fast="on", expert="on", sysop=handle in ("Maggie", "Cy"))
        lines, tasks = {}, {}
        kinds = {"Maggie": XTERM, "Cy": DUMB, "Bo": SYNCTERM, "Al": DUMB}
        for _ in range(400):
            handle = chance.choice(tuple(kinds))
            if handle not in tasks or tasks[handle].done():
                lines[handle], tasks[handle] = board.proved_call(handle, kinds[handle])
            line = lines[handle]
            if chance.random() < 0.02:
                line.drop()
            elif chance.random() < 0.03:
                line.resize(*chance.choice(SIZES))
            else:
                plain, sysop = kinds[handle] is DUMB, handle in ("Maggie", "Cy")
                words = (DESK_LINES if plain else DESK) if sysop else CALLER
                line.type(chance.choice(words) + ("\r" if plain else ""))
            await asyncio.sleep(chance.choice((0, 0, 0.001)))
        for handle in ("Maggie", "Cy"):
            lines[handle].drop()
        await asyncio.wait([tasks[handle] for handle in ("Maggie", "Cy")], timeout=PATIENCE)
        for session in board.sessions:
            assert not session.terminal.watched and not session.clock.held
            assert not any(layer.above and not layer.ends for layer in session.stack)
        for line in lines.values():
            line.drop()
        await asyncio.wait(tasks.values(), timeout=PATIENCE)
        assert all(task.done() and not task.exception() for task in tasks.values())
        assert board.services.roster.calls() == []
    assert "Traceback" not in caplog.text
    begun = len([r for r in caplog.records if r.getMessage().startswith("sysop chat by")])
    ended = len([r for r in caplog.records if r.getMessage().startswith("sysop chat ends")])
    assert begun == ended
