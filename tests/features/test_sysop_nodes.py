"""The sysop's desk: every node live, and what can be done to one."""

from dataclasses import replace

import pytest
from callline import DUMB, SYNCTERM, XTERM
from sysop_calls import goes_to, sysops_board

from door.call.clock import Meter
from door.features.desk.asks import ANNOUNCE, CallAct
from door.features.desk.calls import RUN, act, in_reach
from door.features.desk.watching import CALL
from door.features.every import FEATURES
from door.features.messages.asks import WIDTH
from door.play.match.values import Refusal
from door.records.callers.accounts import BANNED
from door.ui.screen import No
from door.ui.texts import tr


@pytest.fixture
async def board(tmp_path):
    async with sysops_board(tmp_path) as open_board:
        yield open_board


async def at_desk(board, hints=XTERM, handle="Maggie"):
    """A sysop's call, at the desk."""
    sysop, _ = board.proved_call(handle, hints)
    if hints is DUMB:
        await sysop.hears("Main menu command?")
        await sysop.say("!\r", "Enter to go back")
    else:
        await sysop.shows("Sysop's desk")
        await sysop.press("!", "nodes? in use")
    return sysop


class TestDesk:
    async def test_lists_every_node_also_before_the_log_on(self, board):
        stranger, _ = board.call(SYNCTERM)
        await stranger.shows("Your handle")
        caller, _ = board.proved_call("Bo", SYNCTERM)
        await caller.shows("Main Menu|This is call")
        sysop = await at_desk(board)
        screen = await sysop.shows("3 nodes in use")
        assert "(logging on)" in screen and "Bo" in screen and "Main Menu" in screen and "127.0.0.1" in screen

    async def test_follows_what_callers_do(self, board):
        caller, _ = board.proved_call("Bo")
        sysop = await at_desk(board)
        await sysop.shows("Bo +Main Menu")
        caller.type("w")
        await sysop.shows("Bo +Who's online", passing=1)
        caller.drop()
        await sysop.shows("1 node in use", passing=1)

    async def test_is_for_sysops_alone(self, board):
        caller, _ = board.proved_call("Bo")
        assert "Sysop's desk" not in await caller.shows("This is call")
        await caller.press("!", "Choose a door by its number")

    async def test_a_sysop_no_more_is_told_so(self, board):
        sysop = await at_desk(board)
        await sysop.shows("1 node in use")
        board.callers.change("Maggie", lambda caller: replace(caller, sysop=False))
        await sysop.shows("Sysops only", passing=1)

    async def test_in_plain_mode_says_who_moves(self, board):
        caller = await board.at_menu("Bo")
        sysop = await at_desk(board, DUMB)
        caller.type("w")
        await sysop.hears("Node 1: Bo, Who's online", passing=1)
        caller.drop()
        await sysop.hears("Node 1: Bo has hung up", passing=1)

    async def test_on_a_busy_board_plain_mode_says_only_who_comes_and_goes(self, board):
        lines = []
        for number in range(9):
            await board.register(f"Caller {number}")
            line, _ = board.proved_call(f"Caller {number}")
            await line.shows("This is call|Since your last call")
            lines.append(line)
        sysop = await at_desk(board, DUMB)
        await lines[0].press("w", "Who's online|WHO")
        lines[8].drop()
        assert "Node 1" not in await sysop.hears("Node 9: Caller 8 has hung up", passing=1)


class TestAnnouncement:
    async def test_reaches_everybody_on_whatever_they_do(self, board):
        caller = await board.at_menu("Bo")
        await caller.press("o", "The wall|One-liners")
        other = await board.at_menu("Cy", DUMB)
        sysop = await at_desk(board)
        await sysop.press("aBackup \x1b[31mat ten\r", "Sent to 2 callers")
        for line, sees in ((caller, caller.shows), (other, other.hears)):
            await sees("Sysop says: Backup .*at ten")
            assert "[31m" not in line.screen

    async def test_is_heard_by_nobody_where_nobody_is_on_or_nothing_is_said(self, board):
        sysop = await at_desk(board)
        await sysop.press("aHello\r", "Nobody else is on right now")
        await sysop.press("\ra \r", "1 node in use")

    async def test_is_for_sysops_alone(self, board):
        board.callers.change("Maggie", lambda caller: replace(caller, sysop=False))
        await board.at_menu("Maggie")
        session = board.sessions[-1]
        assert await FEATURES.handlers.answer(session, session.stack.top, ANNOUNCE("x")) == No(
            tr.sysop.sysops_only()
        )


class TestNode:
    async def test_says_all_there_is_of_a_call(self, board):
        caller = await board.at_menu("Bo", SYNCTERM)
        sysop = await at_desk(board)
        screen = await sysop.press("\r", "Node 1.*Caller: +Bo.*Screen: +cp437 80x24")
        assert "telnet syncterm" in screen
        caller.drop()
        await sysop.shows("Bo has hung up", passing=1)
        await sysop.press("q", "1 node in use")

    async def test_nobody_there(self, board):
        sysop = await at_desk(board, DUMB)
        await sysop.say("7\r", "Nobody is on node 7")


class TestCallersAreTold:
    async def test_new_ones_before_they_join(self, board):
        caller, _ = board.call(DUMB)
        await caller.hears("Your handle")
        await caller.say("Dora\r", "Join the board")
        await caller.say("y\r", "the sysop may watch any call.*Choose a password")

    async def test_everybody_in_the_help(self, board):
        caller = await board.at_menu("Bo", DUMB)
        await caller.say("h\r", "The Sysop The sysop may watch any call")


async def test_a_call_that_has_not_answered_yet_is_listed(board):
    board.change("terminal", probe_ms=5000)
    silent, _ = board.call(replace(XTERM, charset="", term="", size=None))
    sysop = await at_desk(board)
    await sysop.shows("\\(logging on\\) +Connecting")
    silent.drop()
    await sysop.shows("1 node in use", passing=1)


class TestActs:
    async def test_minutes_are_given_and_taken_if_there_is_a_limit(self, board):
        await board.at_menu("Bo")
        bo, (by, there) = board.sessions[-1], ("Maggie", board.services.roster.of("Bo"))
        for text in ("", "x", "0", "+0", "1000", "٣"):
            with pytest.raises(Refusal, match="minutes"):
                await act(board.services, by, CallAct("minutes", there.node, text))
        with pytest.raises(Refusal) as refused:
            await act(board.services, by, CallAct("minutes", there.node, "5"))
        assert refused.value.args == (tr.sysop.caller_has_no_limit(who="Bo"),)
        bo.clock.day = Meter.start(bo.who.caller, board.services.now(), bo.clock.now, 30)
        assert "35 minutes" in await act(board.services, by, CallAct("minutes", there.node, "+5"))
        assert "25 minutes" in await act(board.services, by, CallAct("minutes", there.node, "-10"))

    async def test_a_call_that_is_gone_or_one_s_own_and_a_guest_are_not_acted_on(self, board):
        guest, _ = board.call(DUMB)
        await guest.hears("Your handle")
        there = board.services.roster.calls()[0]
        for effect, own, why in (
            (CallAct("ban", there.node), 0, tr.sysop.no_handle_to_ban()),
            (CallAct("ban", there.node, handle="Bo"), 0, tr.people.not_on_node(handle="Bo", node=there.node)),
            (CallAct("ban", 9), 0, tr.people.node_empty(node=9)),
            (CallAct("hang-up", there.node), there.node, tr.sysop.own_call()),
            (CallAct("hang-up", there.node, "x" * 71), 0, tr.sysop.reason_too_long(most=70)),
        ):
            with pytest.raises(Refusal) as refused:
                await act(board.services, "Maggie", effect, own)
            assert refused.value.args == (why,)
        with pytest.raises(Refusal, match="no address to ban"):
            await RUN["ban-address"](board.services, "Maggie", there._replace(address=""), "3")
        assert board.services.roster.calls() == [there]
        await board.at_menu("Maggie")
        for node, why in ((9, tr.people.node_empty(node=9)), (2, tr.sysop.own_call())):
            with pytest.raises(Refusal) as refused:
                in_reach(board.sessions[-1], node)
            assert refused.value.args == (why,)
        await board.at_menu("Bo")
        with pytest.raises(Refusal) as refused:
            in_reach(board.sessions[-1], 2)
        assert refused.value.args == (tr.sysop.sysops_only(),)

    async def test_what_a_sysop_types_has_a_most_and_a_ban_always_a_reason(self, board):
        services, most = board.services, "x" * 70
        for handle, do, reason, kept in (
            ("Bo", "ban", " ", BANNED), ("Cy", "ban", most, most), ("Maggie", "hang-up", most, "")
        ):  # fmt: skip
            await board.at_menu(handle)
            node = services.roster.of(handle).node
            for refused, text in ((do, "x" * 71), ("message", "x" * (WIDTH + 1)), ("message", " ")):
                with pytest.raises(Refusal):
                    await act(services, "the console", CallAct(refused, node, text))
            assert await act(services, "the console", CallAct("message", node, "x" * WIDTH))
            await act(services, "the console", CallAct(do, node, reason))
            assert board.callers.find(handle).banned == kept

    async def test_no_two_sysops_watch_each_other(self, board):
        maggie, cy = await board.at_menu("Maggie"), await board.at_menu("Cy")
        nodes = [board.services.roster.of(who).node for who in ("Maggie", "Cy")]
        await goes_to(maggie, nodes[1], "v")
        await board.until(lambda: board.services.roster.call(nodes[0]).follows, "she watches")
        await goes_to(cy, nodes[0], "v")
        await cy.shows(tr.sysop.watched_by_caller(who="Maggie", node=nodes[0]))
        assert not board.services.roster.call(nodes[1]).follows & {f"{CALL}{nodes[0]}"}
