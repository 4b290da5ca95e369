"""A month's end on the board: what callers are shown of its winners, their own places and their rivals."""

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from boardroom import Boardroom, boardroom
from boxplay import play_one
from callline import DUMB

from door.call import refresh
from door.play.books import PlaceRow
from door.records.community.community import LastCalls
from door.records.journal.lines import stamp

BERLIN = ZoneInfo("Europe/Berlin")
NAMES = ("Alice", "Bob", "Carla", "Dieter")


def berlin(month: int, day: int, hour: int, minute: int = 0, second: int = 0) -> datetime:
    return datetime(2026, month, day, hour, minute, second, tzinfo=BERLIN)


async def play_october(board: Boardroom, games: int = 1) -> tuple[PlaceRow, ...]:
    """Everybody plays near the end of October; the month's places."""
    board.clock.now = berlin(10, 30, 12)
    for caller in NAMES:
        await board.register(caller, fast="on")
        for _ in range(games):
            await play_one(board, caller)
    return board.store.standings.books("shutbox", "Alice").standing


async def test_the_month_s_winners_are_shown_on_entry_and_in_bulletins_to_everybody(tmp_path):
    async with boardroom(tmp_path, "Europe/Berlin") as board:
        top = await play_october(board, games=2)
        board.clock.now = berlin(11, 1, 0, 0, 1)
        await board.store.roll_over()
        await play_one(board, "Bob")
        plain = await board.at_menu("Zoe", DUMB, fast="on")
        said = await plain.say("b\r", "Enter to go back")
        assert f"{top[0].caller} won October 2026 with {top[0].score}." in said
        assert f"2. {top[1].caller}, Score {top[1].score}, 2 games" in said and f"3. {top[2].caller}" in said
        assert "So far in November 2026" in said and "1. Bob" in said
        assert top[3].caller == "Bob" or said.count(top[3].caller) == 0, "three places, no fourth"
        said = await plain.say("\r1\r", "Play\\?")
        assert f"October 2026, won by {top[0].caller}:" in said and f"3. {top[2].caller}" in said

        screen = await board.at_menu("Yann", fast="on")
        await screen.press("b", rf"October 2026.*{top[0].caller}.*wins with.*{top[0].score}")
        shown = await screen.press("\x1b[C", "OF OCTOBER 2026.*SO FAR IN NOVEMBER 2026")
        assert top[0].caller in shown and str(top[0].score) in shown and top[2].caller in shown
        shown = await screen.press("q1", "October 2026: the winners.*November 2026 so far")
        assert top[0].caller in shown and str(top[0].score) in shown


async def test_the_month_s_places_are_told_at_the_first_call_after_its_end_and_its_winners_at_each(tmp_path):
    async with boardroom(tmp_path, "Europe/Berlin") as board:
        top = await play_october(board)
        board.clock.now = berlin(11, 1, 0, 0, 1)
        await board.store.roll_over()
        won = f"You won October 2026 at Shut The Box, with {top[0].score}"
        first, task = board.proved_call(top[0].caller)
        await first.shows(rf"October 2026.*{top[0].caller}.*wins with.*{top[0].score}")
        first.type("\r")
        await first.shows(f"{won}.*WINNERS OF OCTOBER 2026.*Shut The Box +{top[0].caller} {top[0].score}")
        first.drop()
        await task
        board.clock.on(minutes=9)
        second, task = board.proved_call(top[1].caller, DUMB)
        behind = f"{top[0].score - top[1].score} behind {top[0].caller}"
        said = await second.hears(
            f"You came 2nd in October 2026 at Shut The Box, with {top[1].score}: {behind}.*command"
        )
        assert f"Shut The Box, 1. {top[0].caller} with {top[0].score}, 2. {top[1].caller}" in said
        second.drop()
        await task
        calls = board.services[LastCalls].last_calls
        await board.until(lambda: any(one.handle == top[1].caller for one in calls()), "the call's note")
        board.clock.on(days=9)
        last, task = board.proved_call(top[3].caller)
        await last.shows(f"You came 4th in October 2026 at Shut The Box.*{top[2].caller}")
        last.drop()
        await task
        again, _ = board.proved_call(top[0].caller)
        assert won not in await again.shows("WINNERS OF OCTOBER 2026.*Shut The Box")
        board.callers.change(top[2].caller, lambda one: replace(one, prefs={"rival": "off"}))
        spared, _ = board.proved_call(top[2].caller, DUMB)
        assert "You came" not in await spared.hears("Winners of October 2026.*command")


async def test_who_was_away_hears_of_each_month_that_they_won_and_nothing_of_one_without_games(tmp_path):
    async with boardroom(tmp_path, "Europe/Berlin") as board:
        top = await play_october(board)
        for month in (11, 12):
            board.clock.now = berlin(month, 1, 0, 0, 1)
            await board.store.roll_over()
        line, task = board.proved_call(top[0].caller, DUMB)
        said = await line.hears("command\\?")
        assert f"You won October 2026 at Shut The Box, with {top[0].score}" in said
        assert "November" not in said and "Winners of" not in said
        line.drop()
        await task
        line, _ = board.proved_call(top[0].caller)
        assert "You won" not in await line.shows("Hello")


async def test_a_rival_s_games_are_told_at_the_log_on_unless_the_caller_wants_none_or_ignores_them(tmp_path):
    async with boardroom(tmp_path, "Europe/Berlin") as board:
        board.clock.now = berlin(10, 30, 12)
        for caller in NAMES[:3]:
            await board.register(caller)
            await play_one(board, caller)
        then = {row.caller: row.score for row in board.store.standings.books("shutbox", "Alice").standing}
        first, second, third = then
        near = min((first, third), key=lambda who: abs(then[who] - then[second]))
        board.clock.on(minutes=5)
        for caller in then:
            board.callers.change(caller, lambda one: replace(one, last_call=stamp(board.clock())))
        board.callers.change(third, lambda one: replace(one, prefs={"rival": "off"}))
        board.callers.change(first, lambda one: replace(one, ignored=(second,)))
        board.clock.on(minutes=5)
        for caller in (first, third):
            await play_one(board, caller)
        rows = {row.caller: row for row in board.store.standings.books("shutbox", "Alice").standing}
        apart = rows[near].score - rows[second].score
        stands = f"{abs(apart)} point(s)? {'ahead of' if apart > 0 else 'behind'} you" if apart else "level"
        line, _ = board.proved_call(second, DUMB)
        await line.hears(f"Your rival {near} has finished 1 game at Shut The Box .*and is {stands}.*command")
        for caller in (first, third):
            line, _ = board.proved_call(caller, DUMB)
            assert "rival" not in await line.hears("command\\?")


async def test_midnight_s_news_reach_a_caller_in_the_middle_of_a_game(tmp_path):
    async with boardroom(tmp_path, "Europe/Berlin") as board:
        board.clock.now = berlin(10, 31, 23, 59)
        line = await board.at_menu("Alice", fast="on")
        await line.press("1\r", "Turns 4.*to match")
        board.clock.now = berlin(11, 1, 0, 0, 1)
        await board.store.roll_over()
        board.services.roster.post.send_here(refresh.Refresh(look=True))
        await line.shows("Turns 5.*to match")
