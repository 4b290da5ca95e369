"""A month on the board, played with a clock that tests set: quotas by the board's midnight, free
turns, ties, months that end while the board is off, winners declared once and shown."""

import random
import shutil
from collections import Counter
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import reduce
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from boardroom import Boardroom, boardroom
from boxplay import choice, deal
from callline import DUMB
from records_kit import moved

from door.call import refresh
from door.games.shutbox.rules import Variant, apply, begin
from door.play.api import Begun
from door.records.audit.audit import audit
from door.records.community.community import LastCalls
from door.records.journal.lines import stamp
from door.records.play.lifecycle import GameWish
from door.ui.screen import No

BERLIN = ZoneInfo("Europe/Berlin")
NAMES = ("Alice", "Bob", "Carla", "Dieter")


def berlin(
    month: int, day: int, hour: int = 12, minute: int = 0, second: int = 0, year: int = 2026
) -> datetime:
    return datetime(year, month, day, hour, minute, second, tzinfo=BERLIN)


async def play_one(board: Boardroom, caller: str, quit_at: int | None = None) -> int | None:
    """One game of Shut The Box, as a door would play it; its score, or None where it was refused."""
    begun = await board.store.games.begin(board.store.ranked, GameWish("shutbox", caller))
    if isinstance(begun, No):
        return None
    assert isinstance(begun, Begun)
    game, moves = (
        reduce(apply, begun.record.moves, begin(Variant(), begun.record.chance)),
        len(begun.record.moves),
    )
    while not game.over:
        move = "quit" if moves == quit_at else " ".join(map(str, choice(game.open, game.total)))
        await moved(board.store, begun.record.id, move)
        game, moves = apply(game, move), moves + 1
    booked = await board.store.games.finish(begun.record.id)
    assert booked.seed and not booked.note
    return game.score


@dataclass
class Count:
    """What the test itself makes of the games it has seen, in the plainest way."""

    totals: dict[str, Counter[str]] = field(default_factory=dict)
    games: dict[str, Counter[str]] = field(default_factory=dict)
    reached: dict[tuple[str, str], int] = field(default_factory=dict)
    number: int = 0

    def take(self, month: str, caller: str, score: int) -> None:
        self.number += 1
        self.totals.setdefault(month, Counter())[caller] += score
        self.games.setdefault(month, Counter())[caller] += 1
        if score or (month, caller) not in self.reached:
            self.reached[month, caller] = self.number

    def top(self, month: str) -> list[tuple[int, str, int, int]]:
        order = sorted(
            self.totals.get(month, {}).items(), key=lambda item: (-item[1], self.reached[month, item[0]])
        )
        return [(place, who, total, self.games[month][who]) for place, (who, total) in enumerate(order, 1)]


def rows(table: Any) -> list[tuple[int, str, int, int]]:
    return [(row.place, row.caller, row.score, row.games) for row in table]


@asynccontextmanager
async def berlin_board(folder: Path, now: datetime) -> Any:
    """The Berlin board, opened at that time as `door serve` would."""
    board = Boardroom(folder, "Europe/Berlin")
    board.clock.now = now
    notes = await board.store.open()
    try:
        yield board, notes
    finally:
        await board.store.close()


def faults(folder: Path, board: Boardroom) -> list[str]:
    return [str(fault) for fault in audit(folder / "data" / "journal", board.doors).faults]


async def test_october_played_through(tmp_path):
    chance, count = random.Random(2026), Count()
    async with berlin_board(tmp_path, berlin(10, 1, 0, 0, 1)) as (board, _):
        for day in range(1, 32):
            for caller in NAMES:
                wanted = chance.choice((0, 1, 3, 6, 6))
                spent = {True: 0, False: 0}
                for at in range(wanted):
                    # the day's first second and last, too, and both hours of the night that has 25
                    board.clock.now = chance.choice(
                        [berlin(10, day, 0, at), berlin(10, day, 23, 59, 59), berlin(10, day, 2, 30, at)]
                    )
                    before = board.store.standings.books("shutbox", caller)
                    score = await play_one(board, caller, quit_at=0 if caller == "Dieter" else None)
                    if score is None:
                        assert before.turns_left == 0 and before.free_turns == 0
                        break
                    spent[before.turns_left == 0] += 1
                    if caller != "Dieter":  # who gives every game up, and ranks nowhere
                        count.take("2026-10", caller, score)
                assert spent[False] <= 5
                assert spent[False] == min(wanted, 5)
        books = board.store.standings.books("shutbox", "Bob")
        assert rows(books.standing) == count.top("2026-10")
        assert await board.store.roll_over() == [], "the month is not over before its last midnight"

        board.clock.now = berlin(11, 1, 0, 0, 0)
        assert (await board.store.roll_over())[0].startswith("2026-10, shutbox:")
        assert await board.store.roll_over() == []
        books = board.store.standings.books("shutbox", "Bob")
        assert (books.month, books.last_month) == ("2026-11", "2026-10")
        assert rows(books.winners) == count.top("2026-10")[:3]
        assert not books.standing and books.rank == 0 and books.turns_left == 5
        assert len(board.lines("winners")) == 1
        assert not faults(tmp_path, board)
    shut = [game for game in board.lines("game") if game["score"] >= 435]
    free = [turn for turn in board.lines("turn") if turn["free"]]
    assert shut and len(free) <= len(shut), "with this luck somebody shut the box"


async def test_a_turn_belongs_to_the_board_s_day_across_the_end_of_summer_time(tmp_path):
    async with berlin_board(tmp_path, berlin(10, 24, 23, 59, 59)) as (board, _):
        board.options("shutbox", turns_per_day=1)
        spent = []
        moments = [
            berlin(10, 24, 23, 59, 59),
            berlin(10, 25, 0, 0, 0),
            berlin(10, 25, 2, 59, 59),  # summer time still
            (berlin(10, 25, 2, 59, 59).astimezone(UTC) + timedelta(seconds=2)).astimezone(BERLIN),
            berlin(10, 25, 23, 59, 59),  # the 25th hour
            berlin(10, 26, 0, 0, 0),
        ]
        for moment in moments:
            board.clock.now = moment
            spent.append(await play_one(board, "Alice", quit_at=0) is not None)
        assert spent == [True, True, False, False, False, True]
        assert [turn["day"] for turn in board.lines("turn")] == ["2026-10-24", "2026-10-25", "2026-10-26"]
        assert board.lines("turn")[1]["t"] == "2026-10-24T22:00:00.000Z"
        assert board.lines("turn")[2]["t"] == "2026-10-25T23:00:00.000Z"
        board.clock.now = berlin(10, 24, 12)
        assert (
            board.store.next_midnight().astimezone(UTC) - board.clock.now.astimezone(UTC)
        ).seconds == 43200
        board.clock.now = berlin(10, 25, 0)
        assert board.store.next_midnight() == berlin(10, 26, 0)
        assert not faults(tmp_path, board)


async def test_a_game_over_midnight_counts_in_the_month_it_ends_and_in_the_day_it_began(tmp_path):
    async with berlin_board(tmp_path, berlin(10, 31, 23, 59, 30)) as (board, _):
        begun = await board.store.games.begin(board.store.ranked, GameWish("shutbox", "Alice"))
        board.clock.now = berlin(11, 1, 0, 0, 30)
        await board.store.roll_over()
        game = begin(Variant(), begun.record.chance)
        while not game.over:
            move = " ".join(map(str, choice(game.open, game.total)))
            await moved(board.store, begun.record.id, move)
            game = apply(game, move)
        await board.store.games.finish(begun.record.id)
        books = board.store.standings.books("shutbox", "Alice")
        assert (books.turns_left, books.rank, books.month) == (5, 1, "2026-11")
        assert board.lines("game")[0]["month"] == "2026-11"
        assert board.lines("turn")[0]["day"] == "2026-10-31"
        assert board.lines("winners") == [], "October had no game"
        assert not faults(tmp_path, board)


async def test_equal_scores_rank_who_reached_them_first(tmp_path, monkeypatch):
    deal(monkeypatch)
    async with berlin_board(tmp_path, berlin(10, 5)) as (board, _):
        scores = set()
        for caller in ("Bob", "Alice", "Carla"):
            scores.add(await play_one(board, caller))
            board.clock.on(minutes=1)
        assert len(scores) == 1
        assert [row.caller for row in board.store.standings.books("shutbox", "Bob").standing] == [
            "Bob",
            "Alice",
            "Carla",
        ]
        board.clock.now = berlin(11, 2)
        await board.store.roll_over()
        top = board.lines("winners")[0]["top"]
        assert [place["caller"] for place in top] == ["Bob", "Alice", "Carla"]
        assert not faults(tmp_path, board)


async def test_a_board_that_was_off_over_the_month_s_end_declares_when_it_comes_back(tmp_path):
    async with berlin_board(tmp_path, berlin(10, 31, 23)) as (board, _):
        score = await play_one(board, "Alice")
    async with berlin_board(tmp_path, berlin(11, 3, 9)) as (board, notes):
        assert f"2026-10, shutbox: Alice won with {score}." in notes
        assert board.store.standings.books("shutbox", "Bob").winners[0].caller == "Alice"
    async with berlin_board(tmp_path, berlin(11, 3, 10)) as (board, notes):
        assert notes == []
        assert len(board.lines("winners")) == 1
        assert not faults(tmp_path, board)


async def test_a_board_that_was_off_for_three_months(tmp_path):
    async with berlin_board(tmp_path, berlin(10, 20)) as (board, _):
        await play_one(board, "Alice")
    async with berlin_board(tmp_path, berlin(1, 15, year=2027)) as (board, _):
        books = board.store.standings.books("shutbox", "Alice")
        assert (books.month, books.last_month) == ("2027-01", "2026-12")
        assert books.winners == () and books.standing == ()
        assert [line["month"] for line in board.lines("winners")] == ["2026-10"]
        await play_one(board, "Bob")
        board.clock.now = berlin(2, 1, 0, year=2027)
        assert len(await board.store.roll_over()) == 1
        assert board.store.standings.books("shutbox", "Alice").winners[0].caller == "Bob"
        names = {path.name for path in (tmp_path / "data" / "bulletins").iterdir()}
        assert {"shutbox-2026-10.txt", "shutbox-2027-01.ans", "shutbox-2027-02.asc"} <= names
        assert not faults(tmp_path, board)


async def test_tables_come_back_the_same_from_the_journal_alone(tmp_path):
    chance = random.Random(1)
    async with berlin_board(tmp_path, berlin(9, 28)) as (board, _):
        for _ in range(12):
            board.clock.on(hours=chance.randint(1, 20))
            await play_one(board, chance.choice(NAMES), quit_at=chance.choice((None, 2)))
            await board.store.roll_over()
        await board.store.refresh()
        at = board.clock.now
        told = {name: board.store.standings.books("shutbox", name) for name in NAMES}
        files = {path.name: path.read_bytes() for path in (tmp_path / "data" / "bulletins").iterdir()}
        assert any("2026-09" in name for name in files)
    for folder in ("cache", "bulletins"):
        shutil.rmtree(tmp_path / "data" / folder)
    async with berlin_board(tmp_path, at) as (board, notes):
        assert notes == []
        assert {name: board.store.standings.books("shutbox", name) for name in NAMES} == told
        again = {path.name: path.read_bytes() for path in (tmp_path / "data" / "bulletins").iterdir()}
        assert again == files
        assert not faults(tmp_path, board)


async def test_the_month_s_winners_are_shown_on_entry_and_in_bulletins_to_everybody(tmp_path):
    async with boardroom(tmp_path, "Europe/Berlin") as board:
        board.clock.now = berlin(10, 30, 12)
        for caller in NAMES:
            await board.register(caller, fast="on")
            for _ in range(2):
                await play_one(board, caller)
        top = board.store.standings.books("shutbox", "Alice").standing
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
        board.clock.now = berlin(10, 30, 12)
        for caller in NAMES:
            await board.register(caller, fast="on")
            await play_one(board, caller)
        top = board.store.standings.books("shutbox", "Alice").standing
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
        board.clock.now = berlin(10, 30, 12)
        for caller in NAMES:
            await board.register(caller, fast="on")
            await play_one(board, caller)
        top = board.store.standings.books("shutbox", "Alice").standing
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


async def test_a_month_ranked_by_the_best_game(tmp_path):
    async with berlin_board(tmp_path, berlin(10, 5)) as (board, _):
        board.options("shutbox", ranking="best", turns_per_day=0)
        scores: dict[str, list[int]] = {name: [] for name in ("Alice", "Bob")}
        for at in range(6):
            name = "Alice" if at < 5 else "Bob"
            score = await play_one(board, name)
            assert score is not None
            scores[name].append(score)
        best = sorted(((max(games), name) for name, games in scores.items()), key=lambda row: -row[0])
        standing = board.store.standings.books("shutbox", "Bob").standing
        assert [(row.score, row.caller) for row in standing] == best
        assert board.store.standings.books("shutbox", "Bob").turns_left is None
        board.clock.now = berlin(11, 1, 0)
        await board.store.roll_over()
        assert board.lines("winners")[0]["ranking"] == "best"
        assert not faults(tmp_path, board)
