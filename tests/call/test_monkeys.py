"""Callers who press everything: no key, click, window or byte may end a call with a fault."""

import asyncio
import logging
import random
from dataclasses import replace

import pytest
from boardroom import PASSWORD, boardroom
from callline import DUMB, SYNCTERM, XTERM, CallDouble
from effort import PATIENCE, share

from door.features.callers import handlers
from door.records.audit.audit import audit

LETTERS = "1264821264 8htbwslynpc\t\x7f\x08\x00\x03é█"
LINES = (
    "1 8",
    "8",
    "7",
    "6 3",
    "new",
    "plain",
    "ansi",
    "Alice",
    PASSWORD,
    "charset ascii",
    "plain off",
    "q",
    "",
)
CODES = (
    "\x1b", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1bOP", "\x1b[<0;40;12M", "\x1b[<64;1;1M", "\x1b[M !!",
    "\x1b[200~", "\x1b[5;5R", "\x1b[1;1R\x1b[?1;2c", "\x1bP$q\x1b\\", "x" * 300,
)  # fmt: skip
WORDS = (*LETTERS, *LETTERS, *CODES, *(f"{line}\r" for line in LINES), *("\r" * 8))
SIZES = ((80, 24), (132, 50), (40, 12), (79, 24), (80, 23), (1, 1), (500, 500), (90, 30))


def presses(chance: random.Random, line: CallDouble) -> None:
    match chance.randrange(20):
        case 0:
            line.resize(*chance.choice(SIZES))
        case 1:
            line.names_itself(chance.choice(("syncterm", "dumb", "xterm-256color", "mtts 271", "")))
        case 2:
            line.speaks(chance.choice(("utf-8", "cp437", "ascii")))
        case 3:
            line.send_in(chance.randbytes(chance.randrange(1, 40)))
        case _:
            line.type("".join(chance.choices(WORDS, k=chance.choice((1, 1, 2, 5)))))


@pytest.mark.parametrize("hints", [XTERM, SYNCTERM, DUMB, replace(XTERM, size=None, term="", charset="")])
async def test_monkeys_at_the_keys(tmp_path, caplog, hints):
    chance = random.Random(f"{hints.term} {hints.size} {hints.charset}")
    async with boardroom(tmp_path) as board:
        await board.register("Alice", fast="on")
        board.change("terminal", probe_ms=100, speed=0)
        board.options("shutbox", turns_per_day=0)
        call_number, many = 0, share(6, 3)
        while call_number < many or not board.lines("turn"):
            assert call_number < 10 * many, "some come as far as a game"
            line, call = board.proved_call("Alice", hints) if call_number % 2 else board.call(hints)
            call_number += 1
            if hints is not DUMB or call_number % 2 == 0:
                line.type("1\r\r")  # a door is opened, and its game begun
            for _ in range(120):
                presses(chance, line)
                await asyncio.sleep(chance.choice((0, 0, 0.002)))
                if call.done():
                    break
            await asyncio.sleep(0.02)
            line.drop()
            await asyncio.wait_for(call, PATIENCE)
        assert handlers.everybody(board.services) == ()
    assert not [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert not audit(tmp_path / "data" / "journal", board.doors).faults
