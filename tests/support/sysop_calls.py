"""Calls of sysops, and what they look in on: a board with two sysops, Maggie and Cy, and a caller, Bo."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from boardroom import Boardroom, boardroom
from callline import DUMB, XTERM


@asynccontextmanager
async def sysops_board(folder: Path, **prefs: str) -> AsyncIterator[Boardroom]:
    """An open board; `prefs` are the choices of all three."""
    async with boardroom(folder) as board:
        for handle in ("Maggie", "Bo", "Cy"):
            await board.register(handle, sysop=handle != "Bo", **prefs)
        yield board


async def goes_to(sysop, node, key, hints=XTERM):
    """The sysop goes to a node's page and presses a key there."""
    if hints is DUMB:
        await sysop.say("!\r", "Enter to go back")
        sysop.type(f"{node}\r{key}\r")  # typed ahead
        return
    await sysop.press("!", "in use")
    await sysop.press("2" * (node - 1) + "\r", f"Node {node} ")
    sysop.type(key)


async def looks_in(board, key, caller=XTERM, sysop=XTERM):
    """The calls of Bo and of Maggie, who goes to his node's page and presses a key there."""
    calls = await board.at_menu("Bo", caller), await board.at_menu("Maggie", sysop)
    await goes_to(calls[1], 1, key, sysop)
    return calls


def rows(line, first, last):
    """Rows of what a terminal shows, counted from 0."""
    return [row.rstrip() for row in line.screen.splitlines()[first : last + 1]]


def waiting(session, kind):
    """How many events of a kind a call has still to hear."""
    return sum(isinstance(event, kind) for _, event in session._events._posts)
