"""Luck and choices by the callers of a board: the month without luck, the puzzle, the deal the day after."""

import re
from datetime import datetime

import pytest
from boardroom import BEFORE, Boardroom, boardroom
from boxplay import move_for
from callline import DUMB, CallDouble

from door.features.bulletins.handlers import announcements
from door.features.desk.handlers import accounts
from door.records.audit.audit import audit
from door.records.community.community import LastCalls, PuzzleAnswer, PuzzleAnswers
from door.records.community.forum import Forum, ForumReader
from door.records.journal.find import deal_game
from door.records.journal.lines import RecordsError
from door.records.replays import read_finished
from door.screens.doors import find


async def at_the_title(board: Boardroom, caller: str) -> CallDouble:
    line = await board.at_menu(caller, DUMB)
    await line.say("1\r", "quit\\)")
    return line


async def play(line: CallDouble, begin: str) -> str:
    """Plays a game by lines of text; what is said at its end."""
    line.type(begin)
    while True:
        said = await line.hears(
            r"Roll: \d \+ \d.*?Tiles to shut\?|Game over\. Score: \d+.*?(again\?|table[^)]*\):)"
        )
        if "Game over" in said:
            return said
        line.type(move_for(said) + "\r")


async def test_a_month_of_luck_and_its_puzzle_in_the_next(tmp_path):
    async with boardroom(tmp_path) as board:
        board.options("shutbox", turns_per_day=0)
        line = await at_the_title(board, "Alice")
        await line.say("w\r", "There is no puzzle today, because last month had no game to take one from")
        ends = [await play(line, "y\r") for _ in range(12)]
        scores = [int(re.findall(r"Score: (\d+)", end)[-1]) for end in ends]
        told = ["Your best game so far" in end for end in ends]
        assert told == [at > 0 and score > max(scores[:at]) for at, score in enumerate(scores)]
        said = "".join(ends)
        line.type("c\r")
        said += await line.hears("= par 122.50 .*again\\?")
        assert re.search(
            r"(You (made no mistakes|played it perfectly)|Your mistakes cost \d+\.\d\d points)", said
        )
        await line.say("q\r", "command\\?")
        heard = await line.say(
            "bulletins\r", "Without the Luck.*1\\. Alice, Score [-0-9.]+, Luck [-+][0-9.]+"
        )
        score = board.store.standings.books("shutbox", "Alice").score
        without, luck = map(float, heard.replace(", Luck", "").split()[-2:])
        assert abs(without + luck - score) < 0.011
        await line.say("\rprofile\r", r"November 2026: luck [-+][\d.]+, mistakes -?[\d.]+ a game")

        board.clock.now = datetime(2026, 12, 3, 12, 0, tzinfo=board.zone)
        await board.store.refresh()
        await line.say("\r1\r", "quit\\)")
        line.type("w\r")
        said = await line.hears(
            r"From a game last month: what would you play\? The best move .* than the next.*Tiles to shut\?"
        )
        line.type(move_for(said) + "\r")
        said = await line.hears(r"[Tt]he best.* Solved [01] of 1\.")
        solved = re.search(r"Solved ([01]) of 1\.", said)
        assert solved
        solvers = r"1\. Alice, Solved" if solved[1] == "1" else "Enter to go back"
        line.type("\r")
        for _ in range(2):
            told = await line.hears(rf"{solved[1]} of 1 caller solved it.*100 %, 1 caller.*yours.*{solvers}")
            assert ("Alice, Solved" in told) is (solved[1] == "1"), "who solved none is no solver"
            line.type("\rpuzzle\r")
        forum, services = board.services[Forum], board.services
        assert [*announcements(services, "2026-12-03")] == [], "nobody to talk to"
        services[PuzzleAnswers].add("shutbox", PuzzleAnswer("2026-12-03", "Bob", "Not a move", False))
        for _ in range(2):
            forum.announce("2026-12-03", announcements(services, "2026-12-03"))
        [thread] = forum.thread_rows(ForumReader("Alice", BEFORE))
        assert (thread.title, thread.area, thread.by, thread.new) == ("Puzzle of 3 Dec", "shutbox", "", 1)
        window = forum.window(ForumReader("Alice"), thread.id, 1, 9)
        assert window and re.fullmatch("[01] of 2 callers solved it.", window.posts[0].lines[0])
        assert "50 %, 1 caller" in window.posts[0].lines[1]
        assert len(board.lines("turn")) == 12, "no turn was charged"
        for allowed, asked in (
            ("no", "From a game last month: what"),
            ("yes", "From Alice's game last month: what"),
        ):
            board.callers.change("Alice", lambda caller, allowed=allowed: caller.prefer("named", allowed))
            other = await at_the_title(board, f"Not {allowed}")
            other.type("w\r")
            assert ("Alice" in await other.hears(asked + " would you play")) is (allowed == "yes")
    assert audit(tmp_path / "data" / "journal", board.doors).faults == ()


async def test_days_in_a_row_are_told_once_a_day(board):
    line = await at_the_title(board, "Alice")
    assert "in a row" not in await play(line, "y\r") + await play(line, "y\r")
    board.clock.now = datetime(2026, 11, 11, 12, 0, tzinfo=board.zone)
    await board.store.refresh()
    assert "Record: 2 days in a row." in await play(line, "y\r")
    assert "in a row" not in await play(line, "y\r")
    await line.say("\rd\r", "Play it")
    assert "in a row" not in await play(line, "y\r")
    await line.say("\rq\r", "command\\?")
    line.type("profile\r")
    await line.hears(
        "Days played: 2 \\(streak: 2 now, 2 at best\\) Deals played: 1 \\(streak: 1 now, 1 at best\\)"
    )


async def test_the_coach_is_silent_while_anybody_may_still_play_the_deal(tmp_path, board):
    """Alice has ended hers, Bob began his before midnight: nothing tells what the dice were worth until his
    hour is over, by whatever way it is asked."""
    alice, bob = await at_the_title(board, "Alice"), await at_the_title(board, "Bob")
    await bob.say("d\r", "Play it")
    await bob.say("y\r", "Tiles to shut\\?")
    await alice.say("d\r", "Play it")
    await play(alice, "y\r")
    mine = next(line["id"] for line in board.lines("daily_turn") if line["caller"] == "Alice")
    for moment in (
        datetime(2026, 11, 10, 23, 59),
        datetime(2026, 11, 11, 0, 1),
        datetime(2026, 11, 11, 0, 59),
    ):
        board.clock.now = moment.replace(tzinfo=board.zone)
        await board.store.refresh()
        assert "par" not in await alice.say("coach\r", "once the day is over")
        await alice.say("r\r", "once its day is over")
        with pytest.raises(RecordsError, match="an hour after that day's midnight"):
            read_finished(tmp_path / "data" / "journal", find, mine)
        assert deal_game(tmp_path / "data" / "journal", "2026-11-10", mine) is None
        books = board.store.standings.books("shutbox", "Alice").daily
        assert books is not None and books.last_day != "2026-11-10" and not books.last_seed
    await alice.say("a\r", "Tiles to shut\\?")
    await alice.say("q\r", "\\)")
    board.clock.now = datetime(2026, 11, 11, 1, 1, tzinfo=board.zone)
    await board.store.refresh()
    assert read_finished(tmp_path / "data" / "journal", find, mine).kind == "daily"


async def test_a_deal_is_looked_back_on_once_its_day_is_over(board):
    other = await at_the_title(board, "Bob")
    await other.say("d\r", "Play it")
    await other.say("y\r", "Tiles to shut\\?")
    await other.say("q\r", "give it up \\(g\\)")
    await other.say("g\r", "Game over")
    line = await at_the_title(board, "Alice")
    await line.say("d\r", "Play it")
    said = await play(line, "y\r")
    score = re.findall(r"Score: (\d+)", said)[-1]
    assert "choices" not in said and "luck" not in said
    await line.say("c\r", "once the day is over")
    await line.say("\rq\r", "command\\?")
    board.clock.now = datetime(2026, 11, 11, 1, 30, tzinfo=board.zone)
    await board.store.refresh()
    accounts(board.services, "Sysop").rename("Alice", "Ann")
    line = await at_the_title(board, "Ann")
    await line.say("d\r", "Type l to look back at your game of that day")
    await line.say("l\r", f"Game over\\. Score: {score}.*Your game of 10 November 2026")
    await line.say("c\r", f" {score} = par 122.50 ")
    assert len(board.lines("daily_turn")) == 2


async def test_who_is_passed_hears_of_it_once(board):
    """At once while they are on, at their next log-on while they are not, and never again."""
    board.options("shutbox", turns_per_day=0)
    bob = await at_the_title(board, "Bob")
    await play(bob, "y\r")
    alice = await at_the_title(board, "Alice")
    while "You passed Bob." not in (said := await play(alice, "y\r")):
        assert "to first place." in said, "she has still to catch up"
    await bob.hears("Alice passed you at Shut The Box. You are 2nd this month")
    await bob.say("q\r", "command\\?")
    board.clock.on(minutes=5)
    await board.loses(bob, "Bob")
    await board.until(lambda: bool(board.services[LastCalls].last_calls()), "the call's line")
    board.clock.on(minutes=5)
    carl = await at_the_title(board, "Carl")
    books = board.store.standings.books
    while books("shutbox", "Carl").score <= books("shutbox", "Bob").score:
        await play(carl, "y\r")
    again, _ = board.proved_call("Bob", DUMB)
    said = " ".join((await again.hears("Since your last call.*command\\?")).split())
    assert "Carl passed you at Shut The Box. You are 3rd this month." in said
    assert "Alice passed you" not in said
    await board.loses(again, "Bob")
    board.clock.on(minutes=5)
    third, _ = board.proved_call("Bob", DUMB)
    assert "passed you" not in await third.hears("command\\?")
