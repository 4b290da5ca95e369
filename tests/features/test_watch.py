"""Looking over a caller's shoulder, on every kind of terminal, and talking to them."""

import asyncio
from dataclasses import replace

import pytest
from callline import DUMB, SYNCTERM, XTERM
from sysop_calls import goes_to, looks_in, rows, sysops_board, waiting

from door.features.desk.asks import Glimpse
from door.settings.doors import ExternalFile

WIDE = replace(XTERM, size=(132, 37))
TALL = replace(XTERM, size=(80, 30))


@pytest.fixture
async def board(tmp_path):
    async with sysops_board(tmp_path, fast="on", expert="on") as open_board:
        yield open_board


async def same(sysop, caller, first, last):
    """Waits until the caller's rows stand on the sysop's screen, centred on one that is larger."""
    cols, height = sysop.terminal.cols, sysop.terminal.rows
    for _ in range(2000):
        wanted = [row.ljust(80) for row in rows(caller, first, last)]
        seen = [row.ljust(cols) for row in rows(sysop, 0, height)]
        left, spare = (cols - 80) // 2, len(seen) - len(wanted)
        if any(
            [row[left : left + 80] for row in seen[top:]][: len(wanted)] == wanted for top in range(spare + 1)
        ):
            return
        await asyncio.sleep(0.002)
    raise AssertionError(f"the caller:\n{caller.screen}\nthe sysop:\n{sysop.screen}")


def looks(line, x, y):
    """A cell's character, its background, and its colour where it has one to show.

    A full block and a blank on its colour look the same.
    """
    cell = line.terminal.cell(x, y)
    if cell.char == "█":
        return " ", cell.fore, None
    return cell.char, cell.back, cell.fore if cell.char.strip() else None


class TestWatching:
    async def test_shows_what_the_caller_sees_after_each_key(self, board):
        caller, sysop = await looks_in(board, "v", SYNCTERM)
        await sysop.shows("Watching Bo, node 1")
        await same(sysop, caller, 1, 22)
        await caller.press("1", "Press Enter to play")
        await same(sysop, caller, 1, 22)
        await caller.press("\r", "Tile Total|Total")
        for key in "462684":
            caller.type(key)
            await asyncio.sleep(0)
            await same(sysop, caller, 1, 22)
        cells = [(x, y) for y in range(1, 22) for x in range(80)]
        differ = [at for at in cells if looks(sysop, *at) != looks(caller, *at)]
        assert not differ, "in another character set the colours are the same"

    async def test_a_larger_window_shows_all_of_it_with_the_status_line(self, board):
        caller, sysop = await looks_in(board, "v", sysop=TALL)
        await sysop.shows("Watching Bo, node 1")
        await same(sysop, caller, 0, 23)
        caller.type("w")
        await same(sysop, caller, 0, 23)

    async def test_a_wide_caller_is_drawn_for_a_small_sysop(self, board):
        caller, sysop = await looks_in(board, "v", WIDE, sysop=SYNCTERM)
        caller.type("w")
        await sysop.shows("Who's online.*Bo.*Watching Bo, node 1")

    async def test_a_wide_sysop_sees_the_screen_at_the_caller_s_size(self, board):
        caller, sysop = await looks_in(board, "v", SYNCTERM, sysop=WIDE)
        await sysop.shows("Watching Bo, node 1")
        await caller.press("w", "Who's online")
        await sysop.shows("Who's online")
        await same(sysop, caller, 1, 23)

    async def test_the_last_row_at_a_key(self, board):
        caller, sysop = await looks_in(board, "v")
        await sysop.shows("Watching Bo, node 1")
        sysop.type(" ")
        await same(sysop, caller, 1, 23)
        await sysop.press(" q", "Caller: +Bo")

    async def test_ends_when_the_caller_leaves(self, board):
        caller, sysop = await looks_in(board, "v")
        await sysop.shows("Watching Bo")
        caller.drop()
        await sysop.shows("Bo has left \\(dropped\\)")
        await sysop.press("q", "Bo has hung up\\.")

    async def test_two_sysops_watch_the_same_node_and_it_is_let_go(self, board):
        caller = await board.at_menu("Bo")
        one, other = await board.at_menu("Maggie"), await board.at_menu("Cy")
        for sysop in (one, other):
            await goes_to(sysop, 1, "v")
            await sysop.shows("Watching Bo")
        bo = board.sessions[0]
        assert len(bo.terminal.watched.readers) == 2
        await one.press("q", "watched")
        caller.type("w")
        await other.shows("Who's online")
        other.drop()
        await board.until(lambda: not bo.terminal.watched)

    async def test_nobody_watches_himself_nor_who_watches_him(self, board):
        one = await board.at_menu("Maggie")
        await goes_to(one, 1, "v")
        await one.shows("That's your own call")
        one.type("q")
        other = await board.at_menu("Cy")
        await goes_to(other, 1, "v")
        await other.shows("Watching Maggie")
        await one.press("q", "in use")
        await one.press("2\r", "Node 2 ")
        await one.press("v", "Cy on node 2 is watching you")

    async def test_only_a_sysop_s_effects_are_heard(self, board):
        """A page that somebody else got hold of shows nothing."""
        await board.at_menu("Bo")
        cy = await board.at_menu("Cy")
        await goes_to(cy, 1, "q")
        board.callers.change("Cy", lambda caller: replace(caller, sysop=False))
        await cy.shows("Sysops only")

    async def test_never_waits_for_a_slow_sysop(self, board):
        caller, sysop = await looks_in(board, "v")
        await sysop.shows("Watching Bo")
        sysop.stall()
        for _ in range(50):
            await caller.press("w", "Who's online")
            await caller.press("q", "Hello, Bo")
        assert waiting(board.sessions[1], Glimpse) <= 1
        sysop.stall(False)
        await same(sysop, caller, 1, 22)


class TestPrograms:
    async def test_an_external_door_is_watched_and_broken_into_like_any(self, board):
        program = (
            "/bin/sh",
            "-c",
            "printf '\\033[2J\\033[1;33mThe program\\n'; while read x; do echo got $x $(stty size); done",
        )
        toy = ExternalFile(name="The Toy", command=program)
        board.settings = replace(board.settings, externals={"toy": toy})
        caller = await board.at_menu("Bo")
        await caller.press("d", "The Toy")
        await caller.press("1", "The program")
        sysop = await board.at_menu("Maggie", SYNCTERM)
        await goes_to(sysop, 1, "v")
        await sysop.shows("The program.*Watching Bo, node 1")
        caller.type("one\r")
        await sysop.shows("got one")
        before = rows(caller, 0, 23)
        sysop.type("c")
        await caller.shows("broken in to chat")
        caller.type("two\r")
        await sysop.shows("Bo: two")
        await sysop.press("\x1b", "got one")
        await caller.shows("got one")
        assert rows(caller, 0, 23) == before
        sysop.type("c")
        await caller.shows("broken in to chat")
        caller.resize(100, 40)
        sysop.type("\x1b")
        await caller.shows("got one")
        caller.type("three\r")
        await sysop.shows("got three 39 100")


class TestPlainWatching:
    async def test_a_plain_caller_s_text_on_a_screen(self, board):
        caller, sysop = await looks_in(board, "v", DUMB)
        await sysop.shows("Bo is in plain mode.*Main menu command\\?")
        caller.type("wx\b")
        await sysop.shows("Main menu command\\? w\\s")
        caller.type("\r")
        await sysop.shows("Who's online\\s.*Node 1, Bo, Who's online, 0 minutes")

    async def test_a_plain_caller_s_password_is_not_seen(self, board):
        caller = await board.at_menu("Bo", DUMB)
        sysop = await board.at_menu("Maggie")
        await caller.say("s\r", "\\?|:")
        await goes_to(sysop, 1, "v")
        await sysop.shows("Bo is in plain mode")
        await caller.say("password\r", "Current password:")
        await caller.say("open sesame\r", "New password \\(at least 6")
        assert "sesame" not in await sysop.shows("New password \\(at least 6")

    async def test_a_caller_s_screens_for_a_plain_sysop(self, board):
        caller, sysop = await looks_in(board, "v", SYNCTERM, sysop=DUMB)
        await sysop.hears("Watching Bo on node 1.*main menu.*C to chat, Enter to go back")
        caller.type("1")
        await sysop.hears("Shut The Box")
        caller.drop()
        await sysop.hears("Bo has left \\(dropped\\)")
        await sysop.say("\r", "Enter to go back")

    async def test_plain_to_plain(self, board):
        caller, sysop = await looks_in(board, "v", DUMB, sysop=DUMB)
        await sysop.hears("Watching Bo on node 1")
        caller.type("w\r")
        await sysop.hears("Main menu command\\? w .*Who's online. \\d online Node 1, Bo")
