"""Hours and access levels in calls: who is let in, warned, sent home, and who never is."""

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from boardroom import PASSWORD, boardroom
from callline import DUMB, XTERM

from door.call import refresh, time_limits
from door.call.api import CallStart
from door.features.menu import lobby
from door.net.line import Hints
from door.play.api import PUZZLE
from door.screens.doors import find

shutbox = find("shutbox")
thieves = find("thieves")

EVENING = ("18:00-22:00",)


@pytest.fixture
async def board(tmp_path):
    async with boardroom(tmp_path, "Europe/Berlin", (shutbox, thieves)) as open_board:
        await open_board.register("Ann")
        await open_board.register("Maggie")
        open_board.callers.change("Maggie", lambda caller: replace(caller, sysop=True))
        yield open_board


def hours(board, *spans):
    """Sets the board's hours, as a reload would."""
    board.change("board", hours=spans)
    reloaded(board)


def at_door(board, slug="shutbox", **changes):
    door = replace(board.settings.doors[slug], **changes)
    board.settings = replace(board.settings, doors={**board.settings.doors, slug: door})
    reloaded(board)


def reloaded(board):
    board.services.roster.post.send_here(refresh.Refresh(look=True))


def clock(board, hour, minute=0, day=10):
    """Sets the board's clock, and lets every call look at it."""
    board.clock.now = datetime(2026, 11, day, hour, minute, tzinfo=ZoneInfo("Europe/Berlin"))
    reloaded(board)


async def log_on(line, handle):
    await line.shows("Your handle")
    await line.press(f"{handle}\r", f"Password for {handle}")
    line.type(f"{PASSWORD}\r")


class TestClosedBoard:
    async def test_says_at_the_log_on_when_it_opens_and_lets_nobody_in(self, board):
        hours(board, "mon-fri 18:00-19:00", "sat 10:00-12:00")
        line, call = board.call()
        await line.shows(r"The board is closed right now. It opens tomorrow at 18:00 \(CET\).")
        await log_on(line, "Ann")
        await line.closed()
        assert "closed right now. It opens tomorrow at 18:00" in line.screen
        await call
        assert board.callers.find("Ann").calls == 0
        assert not board.services.roster.on()

    async def test_takes_no_new_callers_and_no_guests(self, board):
        hours(board, "06:00-07:00")
        board.change("callers", guests=True)
        line, _ = board.call()
        await line.shows("Your handle")
        await line.press("new\r", "Choose a handle")
        await line.press("Zed\r", "Choose a password")
        await line.press("open sesame\r", "again")
        line.type("open sesame\r")
        await line.closed()
        assert "It opens tomorrow at 06:00" in line.screen
        assert board.callers.find("Zed") is None
        line, _ = board.call()
        await line.shows("Your handle")
        line.type("guest\r")
        await line.closed()
        assert "It opens tomorrow at 06:00" in line.screen
        line, _ = board.call(XTERM, CallStart(slug="shutbox", straight=True))
        await line.shows("Your handle.*It opens tomorrow at 06:00")

    async def test_turns_callers_away_whom_their_line_has_proved(self, board):
        hours(board, "06:00-07:00")
        line, call = board.proved_call("Ann")
        await line.closed()
        await call
        assert "The board is closed right now. It opens tomorrow at 06:00 (CET)." in line.screen
        assert board.proved == []

    async def test_says_so_in_plain_mode(self, board):
        hours(board, "06:00-07:00")
        line, _ = board.call(DUMB)
        await line.hears("The board is closed right now. It opens tomorrow at 06:00")
        await line.say(f"Ann\r{PASSWORD}\r", "The board is closed right now")
        await line.closed()

    async def test_always_lets_the_sysop_in(self, board):
        hours(board, "06:00-07:00")
        line, _ = board.call()
        await log_on(line, "Maggie")
        await line.shows("Hello, Maggie")
        proved = await board.at_menu("Maggie")
        clock(board, 23)
        await proved.press("h", "Help")

    @pytest.mark.parametrize("kind", ["local", "pipe", "host"])
    async def test_is_not_for_the_console_nor_for_another_boards_callers(self, board, kind):
        hours(board, "06:00-07:00")
        at_door(board, access_level=900, hours=("06:00-07:00",))
        hints = Hints(kind, "local", "xterm", (80, 24), "utf-8")
        line, _ = board.call(hints, CallStart(handle="Ann", slug="shutbox", straight=True, plain=True))
        await line.hears("Open: 1 2 3", passing=0.1)


class TestClosing:
    async def test_warns_and_says_goodbye_and_keeps_the_game(self, board):
        hours(board, *EVENING)
        line, call = board.proved_call("Ann")
        await line.shows("Hello, Ann")
        await line.press("1", "Go on")
        await line.press(" ", "Enter to play")
        await line.press("\r", "[^ ]ENTER.*Enter|Tile Total|Commit|pull")
        for minute, left in ((55, "5 minutes"), (57, "3 minutes"), (58, "2 minutes"), (59, "1 minute")):
            clock(board, 21, minute)
            await line.shows(f"{left} until the board closes", passing=1)
        assert "min left" not in line.screen, "hours are no time limit of the caller's"
        clock(board, 22)
        await line.closed(passing=1)
        await call
        assert "The board closes now. It opens tomorrow at 18:00 (CET). Your game is saved." in line.screen
        assert board.store.ranked.waits("shutbox", "Ann")

    async def test_each_warning_comes_once(self, board):
        hours(board, *EVENING)
        line = await board.at_menu("Ann", DUMB)
        clock(board, 21, 55)
        await line.hears("5 minutes until the board closes")
        for second in (1, 2):
            clock(board, 21, 55)
            line.type("x" * second + "\r")
        clock(board, 21, 58)
        heard = await line.hears("2 minutes until the board closes")
        assert "5 minutes" not in heard and "3 minutes" not in heard

    async def test_hours_that_are_lengthened_meanwhile_hold_at_once(self, board):
        hours(board, *EVENING)
        line = await board.at_menu("Ann")
        clock(board, 21, 59)
        await line.shows("1 minute until")
        hours(board, "18:00-23:00")
        clock(board, 22)
        await line.press("h", "Help")


class TestDoors:
    async def test_a_closed_door_is_shown_with_the_reason_and_not_entered(self, board):
        at_door(board, hours=("21:00-22:00",))
        line, _ = board.proved_call("Ann")
        screen = await line.shows("Hello, Ann")
        assert "This door is closed right now. It opens at 21:00 (CET)." in screen
        timers = board.sessions[0].timers
        assert timers._handles["clocks"].when() <= timers.time() + time_limits.EVERY, "soon enough to open"
        await line.press("1", "This door is closed right now.*This door is closed right now")
        clock(board, 21)
        await line.shows("Two dice, nine tiles|month to be first")
        await line.press("1", "Go on")
        await line.press(" ", "Enter to play")

    async def test_a_door_above_the_callers_level(self, board):
        at_door(board, access_level=20)
        line, _ = board.proved_call("Ann", DUMB)
        await line.hears("1 Shut The Box: This door needs access level 20. Yours is 10.")
        await line.say("1\r", "This door needs access level 20. Yours is 10.")
        board.callers.change("Ann", lambda caller: replace(caller, level=20))
        await line.say("1\r", "Shut The Box")
        sysop, _ = board.proved_call("Maggie", DUMB)
        await sysop.hears("1 Shut The Box: turns left")

    async def test_guests_have_a_level_of_their_own_and_new_callers_theirs(self, board):
        board.change("callers", guests=True, guest_level=1, new_level=7)
        at_door(board, access_level=5)
        line, _ = board.call()
        await line.shows("Your handle")
        await line.press("guest\r", "This door needs access level 5. Yours is 1.")
        line, _ = board.call(DUMB)
        await line.hears("Your handle")
        await line.say("new\rZed\ropen sesame\ropen sesame\r", "A First Game.*command\\?")
        await line.say("\r\r\r", "1 Shut The Box: turns left")
        assert board.callers.find("Zed").level == 7

    async def test_can_be_hidden(self, board):
        board.change("board", closed_doors="hidden")
        at_door(board, access_level=20)
        line, _ = board.proved_call("Ann")
        screen = await line.shows("Hello, Ann")
        assert "Shut The Box" not in screen and "Forty Thieves" in screen
        await line.press("1", "Forty Thieves.*new game|Jokers|jokers")

    async def test_closing_leads_back_to_the_menu_and_the_game_waits(self, board):
        at_door(board, hours=EVENING)
        line = await board.at_menu("Ann")
        await line.press("1", "Go on")
        await line.press(" ", "Enter to play")
        await line.press("\r", "to match", passing=0.1)
        clock(board, 21, 59)
        await line.shows("1 minute until Shut The Box closes")
        clock(board, 22)
        await line.shows("Shut The Box closes now. It opens tomorrow at 18:00", passing=1)
        await line.shows("Who's online", passing=1)
        assert board.store.ranked.waits("shutbox", "Ann")
        await line.press("h", "Help")

    async def test_a_call_for_one_door_alone_ends_with_the_reason(self, board):
        at_door(board, hours=("21:00-22:00",))
        line, call = board.call(
            replace(XTERM, handle="Ann", proved=True), CallStart(slug="shutbox", straight=True)
        )
        await line.closed()
        await call
        assert "This door is closed right now. It opens at 21:00 (CET)." in line.screen

    async def test_a_call_for_one_door_alone_ends_when_it_closes(self, board):
        at_door(board, hours=EVENING)
        line, call = board.call(
            replace(XTERM, handle="Ann", proved=True), CallStart(slug="shutbox", straight=True)
        )
        await board.until(lambda: board.store.ranked.waits("shutbox", "Ann"))
        clock(board, 22)
        await line.closed()
        await call
        assert "Shut The Box closes now. It opens tomorrow at 18:00 (CET). Your game is saved." in line.screen

    async def test_a_door_is_not_closed_over_an_answer_that_is_on_its_way(self, board):
        at_door(board, hours=EVENING)
        line = await board.at_menu("Ann")
        await line.press("1", "Go on")
        await line.press(" ", "Enter to play")
        session = board.sessions[-1]
        door = session.stack.top
        door.awaits.append(PUZZLE("shutbox"))
        clock(board, 22)
        await board.until(lambda: session.timers._handles["clocks"].when() < session.timers.time() + 1)
        assert door in session.stack
        door.awaits.clear()
        await line.shows("Shut The Box closes now")

    async def test_the_menu_follows_what_the_sysop_changes(self, board):
        line = await board.at_menu("Ann")
        at_door(board, access_level=20)
        await line.shows("This door needs access level 20. Yours is 10.")
        at_door(board, access_level=0, hours=("01:00-02:00",))
        await line.shows("This door is closed right now")
        at_door(board, hours=())
        await line.shows("a month to be first")

    @pytest.mark.parametrize("handle", ["Ann", "Maggie"])
    async def test_one_that_is_taken_down_leaves_the_menu_and_lets_nobody_in(self, board, handle):
        line, _ = board.proved_call(handle)
        await line.shows("Hello, " + handle)
        session = board.sessions[0]
        stale = lobby.of_menu(session)
        at_door(board, enabled=False)
        screen = await line.shows("1 +Forty Thieves")
        assert "Shut The Box" not in screen
        session.post(session.stack.top, stale)  # as if the key had been pressed before the news came
        await line.press("1", "The sysop has closed this door")
        at_door(board, enabled=True)
        await line.shows("1 +Shut The Box")

    async def test_the_mark_stays_on_its_door_when_the_list_changes(self, board):
        line = await board.at_menu("Ann")
        await line.press("\x1b[B", "► 2 Forty Thieves")
        at_door(board, enabled=False)
        await line.shows("► 1 Forty Thieves")
        at_door(board, enabled=True)
        await line.shows("► 2 Forty Thieves")
        await line.press("\r ", "new game|Jokers|jokers")
        at_door(board, enabled=False)
        await line.press("q", "► 1 Forty Thieves")

    async def test_one_that_is_taken_down_can_still_be_tried_at_the_console(self, board):
        at_door(board, enabled=False)
        local = replace(XTERM, kind="local", address="")
        line, _ = board.call(local, CallStart(handle="Maggie", slug="shutbox"))
        await line.shows("Shut The Box")
        assert not board.sessions[0].clock.idle_limit, "the sysop may take their time"

    async def test_the_menu_follows_the_boards_name_and_day(self, board):
        line = await board.at_menu("Ann", DUMB)
        board.change("board", name="The Attic")
        reloaded(board)
        await line.hears("The Attic, main menu")
        clock(board, 0, 1, day=11)
        await line.hears("Wed 11 Nov, 00:01")

    async def test_a_lower_level_or_a_door_taken_down_does_not_end_the_game(self, board):
        at_door(board, access_level=10)
        line = await board.at_menu("Ann")
        await line.press("1", "Go on")
        await line.press(" ", "Enter to play")
        board.callers.change("Ann", lambda caller: replace(caller, level=0))
        at_door(board, enabled=False)
        clock(board, 20, 30)
        line.type("\r")
        await board.until(lambda: board.store.ranked.waits("shutbox", "Ann"))
