"""The sysop breaks in: a chat over a caller's screen, which comes back exactly."""

import asyncio
from dataclasses import replace

import pytest
from callline import DUMB, SYNCTERM, XTERM
from sysop_calls import goes_to, looks_in, rows, sysops_board, waiting

from door.call import refresh
from door.features.desk.asks import CallAct, Heard
from door.features.desk.calls import act as act_on
from door.play.match.values import Refusal
from door.records.access.bans import Bans
from door.ui.screen import Tick

pytestmark = pytest.mark.files("it is about screens: its records are those of any call")


@pytest.fixture
async def board(tmp_path):
    async with sysops_board(tmp_path, fast="on", expert="on") as open_board:
        yield open_board


async def in_a_game(board, hints=SYNCTERM):
    """Bo with the box in front of him, two tiles tried."""
    caller = await board.at_menu("Bo", hints)
    await caller.press("1", "Press Enter to play")
    await caller.press("\r", "Total")
    await caller.shows("0 of 9 closed.*Enter")
    await caller.press("2", "▲▲▲")
    return caller


class TestChat:
    async def test_the_door_comes_back_exactly(self, board):
        caller = await in_a_game(board)
        before, game = rows(caller, 1, 23), board.game("Bo")
        sysop = await board.at_menu("Maggie")
        await goes_to(sysop, 1, "c")
        await caller.shows("The sysop has broken in to chat")
        sysop.type("Hello Bo, gr\u00fcezi!\r")
        await caller.shows("Sysop: Hello Bo, gr\u00fcezi!")
        caller.type("4 \x142\x08")  # typing, not playing, and no tables below
        await sysop.shows("Bo: 4\\s")
        caller.type("u2\r")
        await sysop.shows("Bo: 4 u2")
        sysop.type("\x1b")
        await caller.shows("Turns")
        assert rows(caller, 1, 23) == before
        assert board.game("Bo") == game
        await sysop.shows("Caller: +Bo")
        await caller.press("6", "Total")

    async def test_the_caller_cannot_end_it_but_may_hang_up(self, board):
        caller, sysop = await looks_in(board, "c")
        await caller.shows("broken in to chat")
        caller.type("\x1bstill here\r")
        await sysop.shows("Bo: still here")
        caller.drop()
        await sysop.shows("Bo has left the chat")
        await sysop.press("\r", "Bo has hung up")

    async def test_ends_with_the_sysop_s_call(self, board):
        caller = await in_a_game(board)
        before = rows(caller, 1, 23)
        sysop = await board.at_menu("Maggie")
        await goes_to(sysop, 1, "c")
        await caller.shows("broken in to chat")
        sysop.drop()
        await caller.shows("Turns")
        assert rows(caller, 1, 23) == before
        assert not board.sessions[0].clock.held

    async def test_one_chat_at_a_time_and_none_with_strangers(self, board):
        caller = await board.at_menu("Bo")
        one, other = await board.at_menu("Maggie"), await board.at_menu("Cy")
        await goes_to(one, 1, "c")
        await caller.shows("broken in to chat")
        await goes_to(other, 1, "c")
        await other.shows("Bo is already in a chat")
        other.type("\r")
        stranger, _ = board.call(XTERM)
        await stranger.shows("Your handle")
        await other.press("q", "4 nodes in use")
        await other.press("222\r", "Node 4 ")
        await other.press("c", "node 4 is still logging on")

    async def test_time_stands_still(self, board, monkeypatch):
        board.change("limits", minutes_per_call=10, idle_minutes=5, minutes_per_day=30)
        caller = await board.at_menu("Bo")
        bo = board.sessions[0]
        sysop = await board.at_menu("Maggie")
        await goes_to(sysop, 1, "c")
        await caller.shows("broken in to chat")
        await board.until(lambda: bo.clock.held)
        ends, time = bo.clock.call_ends, asyncio.get_running_loop().time
        monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: time() + 3600.0)
        assert not bo.clock.check().hang_up and bo.clock.minutes_left == 10
        sysop.type("\x1b")
        await caller.shows("Hello, Bo")
        assert not bo.clock.held and bo.clock.minutes_left == 10
        assert bo.clock.call_ends - ends == pytest.approx(3600, abs=30)
        assert bo.clock.idle < 30
        await board.until(lambda: board.callers.find("Bo").online_seconds < 30)

    async def test_ticks_below_wait(self, board):
        caller = await board.at_menu("Bo")
        bo = board.sessions[0]
        layer = bo.stack.top
        bo.stack.wake(layer, 0.05, "test")
        sysop = await board.at_menu("Maggie")
        bo.stack.wake(layer, 30.0, "test")
        await goes_to(sysop, 1, "c")
        await caller.shows("broken in to chat")
        assert not layer.wakes
        sysop.type("\x1b")
        await caller.shows("Hello, Bo")
        assert "test" in layer.wakes

    async def test_a_screen_that_opens_meanwhile_opens_below(self, board):
        caller, sysop = await looks_in(board, "c")
        await caller.shows("broken in to chat")
        bo = board.sessions[0]
        bo.post(bo.stack[0], Tick("nothing"))
        from door.pages.api import Visit

        bo.carry_out(bo.stack[0], Visit("help"))
        caller.type("are you there?\r")
        await sysop.shows("Bo: are you there")
        sysop.type("\x1b")
        await caller.shows("GETTING ABOUT")

    async def test_a_flood_of_lines_does_not_pile_up(self, board):
        caller, sysop = await looks_in(board, "c")
        await caller.shows("broken in to chat")
        sysop.stall()
        for number in range(60):
            await caller.press(f"line {number}\r" * 5, f"Bo: line {number}")
        assert waiting(board.sessions[1], Heard) <= 1
        sysop.stall(False)
        await sysop.shows("Bo: line 59")


class TestPlainChat:
    async def test_by_lines_and_what_was_half_typed_is_put_back(self, board):
        caller = await board.at_menu("Bo", DUMB)
        await caller.say("shut", "shut")
        sysop = await board.at_menu("Maggie", DUMB)
        await goes_to(sysop, 1, "c", DUMB)
        await sysop.hears("You are chatting with Bo.*Say \\(/q ends the chat\\):")
        await caller.hears("The sysop has broken in to chat.*your time stands still. Say:")
        sysop.type("All well?\r")
        await caller.hears("Sysop: All well\\?")
        caller.type("All well.\r")
        await sysop.hears("Bo: All well\\.")
        sysop.type("/q\r")
        await caller.hears("The chat is over.*Main menu command\\? shut")
        await caller.say(" the box\r", "SHUT THE BOX|Shut The Box")
        await sysop.hears("Enter to go back")


class TestActs:
    async def test_a_message_from_the_sysop_arrives_in_any_case(self, board):
        caller = await in_a_game(board)
        board.sessions[0].terminal.prefs["messages"] = "off"
        before = rows(caller, 1, 23)
        sysop = await board.at_menu("Maggie")
        await goes_to(sysop, 1, "m")
        await sysop.shows("To Bo:")
        await sysop.press("Backup at ten\x1b[31m\r", "Sent to Bo")
        await caller.shows("Sysop says: Backup at ten")
        assert rows(caller, 1, 23) == before

    async def test_hang_up_frees_the_node_and_says_why(self, board, caplog):
        caller = await in_a_game(board)
        sysop = await board.at_menu("Maggie")
        await goes_to(sysop, 1, "h")
        await sysop.shows("Farewell message")
        with caplog.at_level("INFO", "door.sysop"):
            await sysop.press("Time to sleep.\r", "Bo was disconnected|being disconnected")
            await caller.closed()
        assert "Time to sleep." in caller.sent.decode("cp437")
        await board.until(lambda: board.services.roster.call(1) is None)
        assert "sysop hang-up by='Maggie' node=1 caller='Bo' address=127.0.0.1" in caplog.text
        assert board.game("Bo")  # the game waits

    @pytest.mark.parametrize(
        ("key", "word", "told"),
        [("b", "Rude words", "Bo is banned and disconnected"), ("h", "", "Bo was disconnected"),
         ("m", "See you", "Bo has hung up")],
    )  # fmt: skip
    async def test_the_desk_says_how_a_call_has_ended(self, board, key, word, told):
        caller = await board.at_menu("Bo")
        sysop = await board.at_menu("Maggie")
        await goes_to(sysop, 1, key)
        sysop.type(f"{word}\r")
        if key == "m":
            await sysop.shows("Sent to Bo")
            caller.drop()
        await sysop.shows(told, passing=1)

    async def test_a_sysop_at_the_desk_is_never_idled_out_and_elsewhere_is(self, board):
        board.change("limits", idle_minutes=5)
        sysop = await board.at_menu("Maggie")
        session = board.sessions[-1]
        await sysop.press("!", "1 node in use")
        session.clock.last_key = board.time() - 3600
        session.receive(refresh.Refresh(look=True))
        await sysop.shows("1 node in use")
        await board.until(lambda: not session.messages.notice)
        assert sysop.open and session.clock.idle > 3500
        session.stack.drop(session.stack.top)
        session.receive(refresh.Refresh(look=True))
        await sysop.closed()
        assert "You have been idle too long." in sysop.screen

    async def test_a_hang_up_without_a_word_or_given_up(self, board):
        caller, sysop = await looks_in(board, "h")
        await sysop.shows("Farewell message")
        await sysop.press("\x1b", "Hang up")
        sysop.type("h\r")
        await caller.closed()
        assert b"The sysop has ended this call." in caller.sent

    async def test_in_plain_mode(self, board):
        board.change("limits", minutes_per_call=10)
        caller, sysop = await looks_in(board, "m", DUMB, sysop=DUMB)
        await sysop.hears("At most 200 characters. To Bo:")
        sysop.type("Backup at ten\r")
        await caller.hears("Sysop says: Backup at ten")
        await sysop.hears("Sent to Bo\\..*Enter to go back")
        await sysop.say("t\r", "Minutes to add [(]-10 takes 10 away[)]:")
        await sysop.say("5\r", "Bo has 15 minutes left\\..*Enter to go back")
        await caller.hears("The sysop gives you 5 minutes more")
        await sysop.say("h\r", "At most 70 characters.*Q to cancel\\):")
        await sysop.say("q\r", "Enter to go back")
        await sysop.say("h\r", "At most 70 characters.*Q to cancel\\):")
        sysop.type("\r")
        await caller.closed()
        await sysop.hears("Bo is being disconnected|Bo was disconnected")
        await sysop.say("\r", "Enter to go back")

    async def test_minutes_more_and_less(self, board):
        board.change("limits", minutes_per_call=10)
        caller, sysop = await looks_in(board, "t")
        await sysop.press("15\r", "Bo has 25 minutes left")
        await caller.shows("The sysop gives you 15 minutes more")
        await sysop.press("tmuch\r", "Enter minutes as a number")
        sysop.type("\x15-99\r")
        await caller.closed(passing=1)
        assert b"Your time for this call is up" in caller.sent

    async def test_minutes_over_the_day_s_limit(self, board):
        board.change("limits", minutes_per_day=5)
        caller, sysop = await looks_in(board, "t")
        await sysop.press("30\r", "Bo has 35 minutes left")
        await caller.shows("30 minutes more", passing=1)

    async def test_no_minutes_without_a_limit(self, board):
        board.change("limits", minutes_per_call=0, minutes_per_day=0)
        _, sysop = await looks_in(board, "t")
        await sysop.shows("Bo has no time limit")
        plain = await board.at_menu("Cy", DUMB)
        await goes_to(plain, 1, "t", DUMB)
        assert "Minutes to add" not in await plain.hears("Bo has no time limit.*Enter to go back")

    async def test_ban_by_handle(self, board):
        caller, sysop = await looks_in(board, "b")
        await sysop.shows("Reason for the ban")
        sysop.type("rude\r")
        await caller.closed()
        assert b"You are banned from this board: rude" in caller.sent
        assert board.callers.find("Bo").banned == "rude"

    async def test_ban_of_an_address_keeps_everybody_from_there_out(self, board):
        far = replace(XTERM, address="203.0.113.9")
        caller, sysop = await looks_in(board, "a", far)
        await sysop.shows("Days to ban 203.0.113.9")
        await sysop.press("no\r", "Enter a number of days")
        sysop.type("\x153\r")
        await caller.closed()
        await sysop.shows("203.0.113.9 is banned until 2026-11-13 20:00 UTC; 1 call disconnected")
        assert board.services[Bans].keeps_out("203.0.113.9")

    async def test_everybody_from_a_banned_address_is_put_out_but_never_the_sysop(self, board):
        far = replace(XTERM, address="203.0.113.9")
        caller = await board.at_menu("Bo", far)
        stranger, _ = board.call(far)
        await stranger.shows("Your handle")
        sysop = await board.at_menu("Maggie")
        await goes_to(sysop, 1, "a")
        sysop.type("ever\r")
        await caller.closed()
        await stranger.closed()
        assert b"Your address is banned from this board." in stranger.sent
        await sysop.shows("until you lift it; 2 calls disconnected")

    async def test_a_sysop_does_not_ban_the_address_they_call_from(self, board):
        _, sysop = await looks_in(board, "a")
        await sysop.press("ever\r", "You are calling from that address yourself")
        assert not board.services[Bans].standing()

    async def test_what_is_too_long_is_refused_not_cut(self, board):
        await board.at_menu("Bo")
        for act, text in (("message", "m" * 201), ("hang-up", "h" * 71), ("ban", "b" * 71)):
            with pytest.raises(Refusal, match="at most"):
                await act_on(board.services, "me", CallAct(act, 1, text))
        with pytest.raises(Refusal, match="nothing to send"):
            await act_on(board.services, "me", CallAct("message", 1, "\x1b \u200b"))
        with pytest.raises(Refusal, match="Cy is no longer on node 1"):
            await act_on(board.services, "me", CallAct("message", 1, "hi", "Cy"))

    async def test_not_to_oneself_and_not_to_another_on_the_same_node(self, board):
        sysop = await board.at_menu("Maggie")
        await goes_to(sysop, 1, "h")
        await sysop.press("\r", "That's your own call")
