"""Tables on real files: games of several callers, from the challenge to the ladder and the audit."""

import asyncio
import json
import os
import shutil
import signal
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import store_kit
from records_kit import Clock, journal_lines, make_store, moved, one_batch, write_journal
from store_kit import text_of

from door.play.api import Begun
from door.play.match.values import DAY_MS, Match, Proposal, Refusal
from door.play.match.view import outcome
from door.play.runaway import timer
from door.records.audit.audit import audit
from door.records.files.disk import read_file
from door.records.journal import lines
from door.records.journal.lines import RecordsError
from door.records.play.game_store import GameStore
from door.records.play.lifecycle import GameWish
from door.records.store import Unit
from door.records.tables.table_files import TableError
from door.screens.doors import DOORS
from door.settings import hours

EVERY = {door.INFO.slug: door for door in DOORS}


ODD_CLOCKS = ["05+10", "5+010", "٣+٥", "٣d", "5+٥", "0+5", "61+0", "5+61", "5+", "+5", "5+-1", "5 + 5", ""]


async def opened(folder: Path, clock: Clock) -> GameStore:
    store = make_store(folder, clock, doors=EVERY)
    assert await store.open() == []
    return store


@pytest.fixture
async def store(tmp_path, clock):
    """A board's games. It is closed at the end, and all that it has written is proved."""
    store = await opened(tmp_path, clock)
    yield store
    await store.close()
    assert faults(tmp_path) == []


async def sat(store: GameStore, door: str, *callers: str, **terms: Any) -> Match:
    """A table of these callers, under way."""
    match = await store.tables.open_table(callers[0], proposed(door, seats=len(callers), **terms))
    for seat, caller in enumerate(callers[1:], start=1):
        match = await store.tables.do(match.terms.id, {"do": "sit", "seat": seat, "who": caller})
    assert match.stage == "play"
    return match


def got(store: GameStore, id: str) -> Match:
    match = store.tables.get(id)
    assert match, "the table is gone"
    return match


def proposed(door: str = "switchbox", **terms: Any) -> Proposal:
    return Proposal(door=door, options=EVERY[door].INFO.defaults(), **{"clock": "3d", **terms})


async def agreed(store: GameStore, id: str, what: str, seats: tuple[int, int] = (0, 1)) -> Match:
    """What both have offered."""
    for seat in seats:
        match = await store.tables.do(id, {"do": "offer", "seat": seat, "what": what})
    return match


def chosen(match: Match, seat: int) -> str:
    """A move that a computer would make there."""
    game = EVERY[match.terms.door].game
    assert game.rules.computer is not None
    return game.rules.computer(
        match.positions[seat if match.terms.race else 0], seat, game.info.players.computers[0]
    )


async def step(store: GameStore, match: Match) -> Match:
    seat = match.movers[0]
    move = chosen(match, seat)
    event = {"do": "move", "move": move} if move else {"do": "let"}
    event = {**event, "seat": seat, "computer": seat in match.left}
    return await store.tables.do(match.terms.id, event, match.n)


async def to_the_end(store: GameStore, match: Match) -> Match:
    while match.stage != "over":
        match = await step(store, match)
    return match


async def a_while(store: GameStore, clock: Clock) -> None:
    """What takes days is done once it has been due for a minute."""
    await store.refresh()
    clock.pass_by(minutes=1)
    await store.refresh()


def kinds(folder: Path) -> list[str]:
    return [line["kind"] for line in journal_lines(folder / "journal")]


def faults(folder: Path) -> list[str]:
    return [str(fault) for fault in audit(folder / "journal", EVERY).faults]


@pytest.mark.parametrize(("door", "callers"), [("switchbox", 2), ("microlink", 2), ("microlink", 4)])
async def test_a_whole_rated_game_is_on_the_books_and_on_the_ladder(tmp_path, store, door, callers):
    names = ("Ann", "Bob", "Cid", "Dot")[:callers]
    match = await to_the_end(store, await sat(store, door, *names, rated=True))
    assert match.end == "over"
    assert sorted(match.places)[0] == 1
    assert kinds(tmp_path) == ["table", "match"]
    ladder = store.ledger.read(lambda ledger: ledger.ladder.ranking(door))
    best = [names[at].lower() for at in range(callers) if match.places[at] == 1]
    assert {key for key, _ in ladder} == {name.lower() for name in names}
    assert ladder[0][0] in best
    assert all(strength.games == 1 for _, strength in ladder)


async def test_a_race_is_the_same_chance_for_both_and_the_better_result_wins(tmp_path, store):
    match = await sat(store, "microlink", "Ann", "Bob", race=True, words=False)
    assert match.positions[0].box == match.positions[1].box
    while match.stage != "over":
        for seat in match.movers:
            game = EVERY["microlink"].game
            assert game.rules.computer is not None
            move = game.rules.computer(match.positions[seat], 0, game.info.players.computers[seat])
            match = await store.tables.do(match.terms.id, {"do": "move", "seat": seat, "move": move})
    higher = max(match.scores)
    assert [place == 1 for place in match.places] == [score == higher for score in match.scores]
    await store.close()
    line = journal_lines(tmp_path / "journal")[1]
    assert [len(moves) for moves in line["moves"]] == [len(times) for times in line["times"]]


async def test_words_of_both_are_in_the_dice(tmp_path, store):
    match = await store.tables.open_table("Ann", proposed(words=True))
    id = match.terms.id
    await store.tables.do(id, {"do": "sit", "seat": 1, "who": "Bob"})
    match = await store.tables.do(id, {"do": "word", "seat": 1, "text": "pear"})
    assert match.stage == "forming", "Ann has not given hers"
    match = await store.tables.do(id, {"do": "word", "seat": 0, "text": ""})
    assert match.stage == "play"
    await to_the_end(store, match)
    await store.close()
    assert journal_lines(tmp_path / "journal")[0]["words"] == ["", "pear"]


async def test_a_table_is_on_the_books_once_however_soon_the_first_moves_come(tmp_path, store):
    match = await store.tables.open_table("Ann", proposed())
    do, id = store.tables.do, match.terms.id
    talk = [do(id, {"do": "say", "who": "Ann", "text": f"Hello {n}!"}) for n in range(3)]
    await asyncio.gather(do(id, {"do": "sit", "seat": 1, "who": "Bob"}), *talk)
    assert kinds(tmp_path) == ["table"]
    said = {"do": "say", "who": "Bob", "text": "Well played."}
    await asyncio.gather(do(id, said), do(id, {"do": "resign", "seat": 1}), do(id, said))
    assert kinds(tmp_path) == ["table", "match"] and faults(tmp_path) == []


async def test_a_match_and_a_months_ladder_in_one_batch(tmp_path, clock):
    store = await a_month(tmp_path, clock)
    begun = await store.games.begin(store.ranked, GameWish("shutbox", "Cid"))
    assert isinstance(begun, Begun) and await moved(store, begun.record.id, "quit") == ""
    await store.games.finish(begun.record.id)
    match = await sat(store, "shutbox", "Bob", "Ann", race=True, rated=True)
    clock.set("2026-01-01 00:05")
    async with one_batch(store) as ask:
        await ask(store.tables.do(match.terms.id, {"do": "resign", "seat": 1}))
        await ask(store.roll_over())
    assert kinds(tmp_path)[-2:] == ["match", "winners"] and faults(tmp_path) == []
    await store.close()


@pytest.mark.files("it changes what is in the files")
async def test_what_a_crash_left_out_of_the_journal_is_made_good(tmp_path, clock, store):
    match = await sat(store, "switchbox", "Ann", "Bob", rated=True)
    file = tmp_path / "tables" / f"{match.terms.id}.jsonl"
    # the table's file has what a board wrote that was killed before it came to the journal
    await to_the_end(store, match)
    await store.close()
    whole = file.read_bytes()
    journal = next((tmp_path / "journal").glob("*.jsonl"))
    journal.write_bytes(journal.read_bytes().splitlines(keepends=True)[0])
    shutil.rmtree(tmp_path / "bulletins")  # they didn't know those lines, either
    again = await opened(tmp_path, clock)
    assert kinds(tmp_path) == ["table", "match"]
    await again.close()
    journal.unlink()
    shutil.rmtree(tmp_path / "bulletins")
    file.write_bytes(whole + b'{"do":"mov')
    last = await opened(tmp_path, clock)
    assert kinds(tmp_path) == ["table", "match"]
    await last.close()


@pytest.mark.files("it looks at the files")
async def test_a_power_cut_does_not_lose_an_end_that_is_on_the_books(store, monkeypatch):
    synced: list[str] = []
    fsync = os.fsync

    def noted(fd: int) -> None:
        synced.append(Path(f"/proc/self/fd/{fd}").readlink().parent.name)
        fsync(fd)

    monkeypatch.setattr(os, "fsync", noted)
    match = await sat(store, "switchbox", "Ann", "Bob", rated=True)
    assert [folder for folder in synced if folder in ("tables", "journal")][-2:] == ["tables", "journal"]
    synced.clear()
    await store.tables.do(match.terms.id, {"do": "say", "who": "Ann", "text": "hello"})
    assert synced == []
    await store.tables.do(match.terms.id, {"do": "resign", "seat": 1})
    assert synced == ["tables", "journal"]


@pytest.mark.files("it changes what is in the files")
async def test_a_table_whose_result_is_on_the_books_does_not_go_on(tmp_path, clock, store):
    match = await sat(store, "switchbox", "Ann", "Bob", rated=True)
    await store.tables.do(match.terms.id, {"do": "resign", "seat": 1})
    await store.close()
    file = tmp_path / "tables" / f"{match.terms.id}.jsonl"
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:-1]))
    store = make_store(tmp_path, clock, doors=EVERY)
    assert await store.open() == [
        f"tables/{match.terms.id}.jsonl is older than its result in the journal and was deleted."
    ]
    with pytest.raises(Refusal, match="gone"):
        await store.tables.do(match.terms.id, {"do": "resign", "seat": 0})
    assert not file.exists()
    await store.close()
    assert kinds(tmp_path) == ["table", "match"]


async def test_time_is_over_after_three_days_and_not_while_the_board_was_down(tmp_path, clock):
    store = await opened(tmp_path, clock)
    match = await step(store, await sat(store, "switchbox", "Ann", "Bob", rated=True))
    clock.pass_by(days=2)
    await store.refresh()
    await store.close()
    clock.pass_by(days=5)  # nobody could have called
    store = await opened(tmp_path, clock)
    await store.refresh()
    match = got(store, match.terms.id)
    assert match.stage == "play"
    clock.pass_by(hours=23)
    await store.refresh()
    assert got(store, match.terms.id).stage == "play"
    clock.pass_by(hours=2)
    await a_while(store, clock)
    match = got(store, match.terms.id)
    assert (match.end, match.by) == ("time", 1)
    assert match.places == (1, 2)
    await store.close()
    assert faults(tmp_path) == []
    journal = next((tmp_path / "journal").glob("*.jsonl"))
    assert '"clocks":[' in journal.read_text()


def open_at(store: GameStore, clock: Clock, *spans: str) -> None:
    """Let callers in at these hours only."""

    def lets_in(handle: str, door: str) -> int:
        state = hours.look(spans, clock())
        left = (state.until - clock()) // timedelta(milliseconds=1) if state.until else 7 * DAY_MS
        return left if state.open else 0

    store.tables.needs = replace(store.tables.needs, lets_in=lets_in)


async def pass_on(store: GameStore, clock: Clock, until: str) -> Match | None:
    """Let the board run until then, and look more often in the last hour. Return the match, None once it has
    ended."""
    match, end = None, datetime.fromisoformat(f"{until}+00:00")
    while clock() < end:
        clock.pass_by(minutes=2 if end - clock() <= timedelta(hours=1) else 20)
        await store.refresh()
        (match,) = store.tables.under_way() or [None]
        if match is None:
            return None
    return match


@pytest.mark.parametrize(
    ("spans", "days", "moved", "kept", "lost"),
    [
        # from Friday 2025-11-21: moved at, still under way at, and lost by
        (("mon 08:00-14:00",), "1d", "2025-11-24T12:00", "2025-12-01T13:50", "2025-12-01T14:00"),
        (("mon 08:00-14:00",), "7d", "2025-11-24T12:00", "2025-12-01T11:58", "2025-12-01T12:10"),
        (("18:00-22:00",), "1d", "2025-11-21T21:00", "2025-11-22T20:58", "2025-11-22T21:10"),
        (("06:00-02:00",), "1d", "2025-11-22T01:59", "2025-11-24T01:50", "2025-11-24T02:00"),
        (
            ("mon 08:00-14:00", "wed 08:00-14:00"),
            "1d",
            "2025-11-24T13:00",
            "2025-11-26T13:50",
            "2025-11-26T14:00",
        ),
        ((), "1d", "2025-11-21T21:00", "2025-11-22T20:58", "2025-11-22T21:10"),
    ],
)
async def test_nobody_loses_on_time_while_the_board_keeps_them_out(tmp_path, spans, days, moved, kept, lost):
    clock = Clock(datetime.fromisoformat(f"{moved}+00:00"))
    store = await opened(tmp_path, clock)
    open_at(store, clock, *spans)
    await step(store, await sat(store, "switchbox", "Ann", "Bob", rated=True, clock=days))
    match = await pass_on(store, clock, kept)
    assert match is not None and match.movers == (1,), f"lost before {clock()}"
    assert await pass_on(store, clock, lost) is None
    ((_, file),) = store.tables._known.items()
    assert (file.match.end, file.match.by) == ("time", 1)
    await store.close()
    assert faults(tmp_path) == []


async def test_a_restart_right_after_the_opening_costs_nobody_a_game(tmp_path):
    clock = Clock(datetime.fromisoformat("2025-11-24T12:00+00:00"))
    store = await opened(tmp_path, clock)
    open_at(store, clock, "mon 08:00-14:00")
    await step(store, await sat(store, "switchbox", "Ann", "Bob", rated=True, clock="1d"))
    for moment in ("2025-11-25 13:00", "2025-12-01 07:59"):
        clock.set(moment)
        await store.refresh()
    await store.close()
    clock.set("2025-12-01 08:00")
    store = await opened(tmp_path, clock)
    open_at(store, clock, "mon 08:00-14:00")
    assert [match.changes for match in store.tables.under_way()] == [()], "it wasn't down"
    await a_while(store, clock)
    assert [match.movers for match in store.tables.under_way()] == [(1,)]
    await store.close()
    assert faults(tmp_path) == []


@pytest.mark.whole("many tables")
async def test_a_player_who_comes_at_the_next_opening_goes_on(tmp_path):
    clock = Clock(datetime.fromisoformat("2025-11-24T12:00+00:00"))
    store = await opened(tmp_path, clock)
    open_at(store, clock, "mon 08:00-14:00")
    await step(store, await sat(store, "switchbox", "Ann", "Bob", rated=True, clock="1d"))
    for monday in ("2025-12-01T08:30", "2025-12-08T13:30", "2025-12-15T09:00"):
        match = await pass_on(store, clock, monday)
        assert match is not None
        await step(store, match)
    assert faults(tmp_path) == []
    match = await to_the_end(store, store.tables.under_way()[0])
    assert match.end == "over"
    await store.close()
    assert faults(tmp_path) == []


async def test_live_clocks_count_down_stop_and_go_on(clock, store):
    match = await sat(store, "switchbox", "Ann", "Bob", clock="5+10", rated=True)
    id = match.terms.id
    clock.pass_by(minutes=2)
    match = await step(store, match)
    assert match.budgets == (190_000, 300_000)
    clock.pass_by(minutes=1)
    await store.tables.do(id, {"do": "adjourn"})
    clock.pass_by(days=1)
    await store.refresh()
    match = await store.tables.do(id, {"do": "go"})
    assert match.budgets == (190_000, 240_000)
    clock.pass_by(minutes=3, seconds=59)
    match = await step(store, match)
    assert match.budgets[1] == 11_000
    match = await agreed(store, id, "clock 1d")
    assert match.clock == "1d"
    clock.pass_by(hours=23)
    match = await step(store, match)
    await agreed(store, id, "clock 1+0", (1, 0))
    clock.pass_by(seconds=61)
    await store.refresh()
    match = got(store, id)
    assert match.end == "time"


async def test_a_clock_that_is_ahead_for_a_moment_costs_nobody_a_game(clock, store):
    played = (await sat(store, "switchbox", "Ann", "Bob", rated=True)).terms.id
    asked = (await store.tables.open_table("Ann", proposed(to="Bob"))).terms.id
    stopped = (await adjourned(store, "5+10")).terms.id
    await store.refresh()
    clock.pass_by(days=4)
    for _ in range(4):
        await store.refresh()
        clock.pass_by(seconds=1)
    clock.pass_by(days=-4)
    for _ in range(2):
        await a_while(store, clock)
    matches = [got(store, id) for id in (played, asked, stopped)]
    assert [match.stage for match in matches] == ["play", "forming", "play"]


@pytest.mark.files("two boards in one folder")
async def test_a_board_that_was_killed_adjourns_its_live_games_at_the_next_start(tmp_path, clock, store):
    live = await step(store, await sat(store, "switchbox", "Ann", "Bob", clock="1+0", rated=True))
    days = (await sat(store, "switchbox", "Ann", "Bob")).terms.id
    clock.pass_by(seconds=10)
    await store.refresh()
    clock.pass_by(seconds=40)  # nobody closes it
    again = await opened(tmp_path, clock)
    match = got(again, live.terms.id)
    assert match.adjourned and match.budgets == (60_000, 50_000), "nor does the clock run meanwhile"
    assert not got(again, days).adjourned
    await again.close()


async def adjourned(store: GameStore, by: str) -> Match:
    """A rated game whose clock stands."""
    match = await step(store, await sat(store, "switchbox", "Ann", "Bob", clock=by, rated=True))
    match = await agreed(store, match.terms.id, "adjourn")
    assert match.adjourned
    return match


async def test_a_new_clock_agreed_on_while_a_game_is_adjourned(tmp_path, clock, store):
    match = await sat(store, "switchbox", "Ann", "Bob", clock="10+15", rated=True)
    for offer, seconds in (("adjourn", 2), ("clock 3+2", 1)):
        clock.pass_by(seconds=seconds)
        await agreed(store, match.terms.id, offer)
    clock.pass_by(minutes=3)
    await store.refresh()
    match = got(store, match.terms.id)
    assert (match.end, match.by) == ("time", 0)
    await store.close()
    assert journal_lines(tmp_path / "journal")[1]["clocks"] == [[2000, ""], [3000, "3+2"]]


async def test_at_a_race_whose_time_is_over_first_has_lost(tmp_path, clock, store):
    match = await sat(store, "microlink", "Ann", "Bob", clock="1d", race=True, rated=True)
    id, game = match.terms.id, EVERY["microlink"].game
    for seat in (1, 0):
        clock.pass_by(hours=1)
        assert game.rules.computer is not None
        move = game.rules.computer(match.positions[seat], 0, game.info.players.computers[0])
        match = await store.tables.do(id, {"do": "move", "seat": seat, "move": move})
    clock.pass_by(days=2)
    await a_while(store, clock)
    match = got(store, id)
    assert (match.end, match.by, match.places) == ("time", 1, (1, 2))
    await store.close()
    assert faults(tmp_path) == []
    table, line = journal_lines(tmp_path / "journal")
    turned = {**line, "by": 0, "left": [0], "places": [2, 1]}
    write_journal(tmp_path / "turned" / "journal", {"2025-11": [table, turned]})
    assert ["another seat ran out of time first" in told for told in faults(tmp_path / "turned")] == [True]


@pytest.mark.files("two boards in one folder")
async def test_a_line_that_is_written_late_says_when_the_game_began(tmp_path, clock, store):
    store.tables.files.book = lambda match, change: store.journal.store.write(Unit([change]))[0]
    match = await sat(store, "switchbox", "Ann", "Bob", clock="1d")
    await step(store, match)
    clock.pass_by(hours=5)  # a board of an earlier release was killed in between, and comes back
    again = await opened(tmp_path, clock)
    clock.pass_by(hours=19)
    await a_while(again, clock)
    await again.close()
    await store.close()
    table, line = journal_lines(tmp_path / "journal")
    assert (table["begun"], table["t"][:13], line["end"]) == (match.begun, "2025-11-21T17", "time")
    assert faults(tmp_path) == []
    del table["begun"]
    write_journal(tmp_path / "other" / "journal", {"2025-11": [table, line]})
    assert ["time was not over" in told for told in faults(tmp_path / "other")] == [True]


async def test_a_live_game_to_which_not_all_come_back_ends_and_counts_for_nothing(tmp_path, clock, store):
    store.tables.needs = replace(store.tables.needs, days=lambda: 7)
    id = (await adjourned(store, "5+10")).terms.id
    early = {"do": "lapse", "days": 7}
    clock.pass_by(days=6, hours=23)
    await store.refresh()
    with pytest.raises(Refusal, match="still have time to come back"):
        await store.tables.do(id, early)
    assert got(store, id).adjourned
    clock.pass_by(hours=1)
    await a_while(store, clock)
    match = got(store, id)
    assert (match.end, match.lapsed, match.places, match.by) == ("aborted", True, (0, 0), -1)
    assert outcome(match) == "This game was adjourned, and not everybody came back"
    assert store.ledger.read(lambda ledger: ledger.ladder.ranking("switchbox")) == []
    await store.close()
    line = journal_lines(tmp_path / "journal")[1]
    assert (line["end"], line["clocks"][-1][1]) == ("aborted", "")
    assert faults(tmp_path) == []
    again = await opened(tmp_path, clock)
    assert got(again, id).lapsed
    await again.close()


async def test_a_challenge_that_nobody_answers_ends(tmp_path, clock, store):
    asked, free = [(await store.tables.open_table("Ann", proposed(to=to))).terms.id for to in ("Bob", "")]
    assert [one.terms.id for one in store.tables.of("BOB")] == [asked]
    clock.pass_by(days=2, hours=23)
    await store.refresh()
    with pytest.raises(Refusal, match="can still be answered"):
        await store.tables.do(asked, {"do": "lapse", "days": 3})
    clock.pass_by(hours=1)
    await a_while(store, clock)
    match = got(store, asked)
    assert (match.stage, outcome(match)) == ("over", "Nobody answered this challenge")
    assert store.tables.of("Bob") == [] and [one.terms.id for one in store.tables.of("Ann")] == [free]
    await store.close()
    store = await opened(tmp_path, clock)
    assert got(store, asked).lapsed, "and it stays so"


async def test_that_the_board_was_down_and_that_they_came_back_is_not_waiting(tmp_path, clock):
    store = await opened(tmp_path, clock)
    id = (await adjourned(store, "5+10")).terms.id
    clock.pass_by(days=2)
    await store.refresh()
    await store.close()
    clock.pass_by(days=5)
    store = await opened(tmp_path, clock)
    clock.pass_by(hours=23)
    await store.refresh()
    assert got(store, id).adjourned, "three days of the board's"
    await store.tables.do(id, {"do": "go"})
    await store.tables.do(id, {"do": "adjourn"})
    clock.pass_by(days=2)
    await store.refresh()
    assert got(store, id).adjourned
    clock.pass_by(days=1)
    await a_while(store, clock)
    assert got(store, id).lapsed
    await store.close()


@pytest.mark.files("it looks at the files")
async def test_what_ended_a_week_ago_goes_and_what_is_played_stays(tmp_path, clock, store):
    over = (await sat(store, "switchbox", "Ann", "Bob")).terms.id
    played = (await sat(store, "switchbox", "Ann", "Cleo", clock="7d")).terms.id
    await store.tables.do(over, {"do": "resign", "seat": 0})
    assert [match.terms.id for match in store.tables.under_way()] == [played]
    assert {match.terms.id for match in store.tables.all()} == {over, played}
    clock.pass_by(days=6, hours=23)
    await store.refresh()
    assert store.tables.get(over) is not None
    clock.pass_by(minutes=61)
    await a_while(store, clock)
    assert store.tables.get(over) is None
    match = got(store, played)
    assert (match.end, match.by) == ("time", 0)
    assert {path.stem for path in (tmp_path / "tables").glob("*.jsonl")} == {played}


async def test_what_is_withdrawn_is_gone_a_minute_later(tmp_path, clock, store):
    id = (await store.tables.open_table("Ann", proposed())).terms.id
    gone: list[str] = []
    store.tables.forgetters.append(gone.append)
    await store.tables.do(id, {"do": "withdraw", "seat": 0})
    await store.refresh()
    assert got(store, id).end == "withdrawn", "who has it open sees why"
    clock.pass_by(seconds=61)
    await store.refresh()
    assert gone == [id] and list((tmp_path / "tables").glob("*.jsonl")) == []
    assert store.tables.all() == []


@pytest.mark.files("it looks at the files")
async def test_a_table_s_file_does_not_grow_without_end_by_words_and_offers(tmp_path, store, monkeypatch):
    monkeypatch.setattr("door.records.tables.table_files.TALK_BYTES", 4096)
    match = await sat(store, "switchbox", "Ann", "Bob")
    file = tmp_path / "tables" / f"{match.terms.id}.jsonl"
    with pytest.raises(Refusal, match="This table's talk is full"):
        for _ in range(100):
            await store.tables.do(match.terms.id, {"do": "say", "who": "Ann", "text": "x" * 70})
    with pytest.raises(Refusal, match="This table's talk is full"):
        await store.tables.do(match.terms.id, {"do": "offer", "seat": 0, "what": "abort"})
    assert file.stat().st_size < 4400
    talked = got(store, match.terms.id)
    assert (await to_the_end(store, talked)).end == "over"


async def test_an_adjourned_game_by_days_a_move_goes_on_by_itself(clock, store):
    id = (await adjourned(store, "1d")).terms.id
    clock.pass_by(days=3)
    with pytest.raises(Refusal, match="Nobody is waiting"):
        await store.tables.do(id, {"do": "lapse", "days": 3})
    await a_while(store, clock)
    assert got(store, id).clock == "1d"
    clock.pass_by(hours=23)
    await store.refresh()
    assert got(store, id).stage == "play"
    clock.pass_by(hours=2)
    await a_while(store, clock)
    match = got(store, id)
    assert (match.end, match.by) == ("time", 1)


async def test_a_live_clock_is_looked_at_each_second_and_one_of_days_each_minute(clock, store):
    live = await sat(store, "switchbox", "Ann", "Bob", clock="5+05")
    days = await sat(store, "switchbox", "Cid", "Dot", clock="1d")
    clock.pass_by(minutes=4, seconds=50)
    await store.refresh()
    looked, look = list[str](), store.tables._look_at_clock

    async def looked_at(match, t):
        looked.append(match.terms.id)
        await look(match, t)

    store.tables._look_at_clock = looked_at
    for _ in range(2):
        clock.pass_by(seconds=5)
        await store.refresh()
    assert looked[0] == live.terms.id, "no minute began"
    assert sorted(looked[1:]) == sorted([live.terms.id, days.terms.id])


@pytest.mark.files("it changes what is in the files")
async def test_a_line_that_the_audit_would_refuse_is_never_written(tmp_path, clock, store, caplog):
    match = await sat(store, "switchbox", "Ann", "Bob", clock="5+05")
    for odd in ODD_CLOCKS:
        with pytest.raises(Refusal, match="can't be offered"):
            await store.tables.do(match.terms.id, {"do": "offer", "seat": 0, "what": f"clock {odd}"})
    assert kinds(tmp_path) == ["table"] and faults(tmp_path) == []
    odd = replace(match, terms=replace(match.terms, id="odd", clock="05+10"))
    for _ in range(3):
        await store.tables._match_lines.enter(odd)
    assert caplog.text.count("a table line is refused: clock '05+10' is not a clock.") == 1
    with pytest.raises(RecordsError, match="a turn line is refused: door is missing"):
        await store.journal.decide([{"kind": "turn", "id": "1"}])
    await store.close()
    path = tmp_path / "tables" / f"{match.terms.id}.jsonl"
    path.write_text(path.read_text().replace('"5+05"', '"05+5"'))
    again = make_store(tmp_path, clock, doors=EVERY)
    assert await again.open() == [f"tables/{path.name} is not a table."]
    await again.close()
    assert kinds(tmp_path) == ["table"] and faults(tmp_path) == []


async def test_manners(store):
    tables = store.tables
    match = await step(store, await sat(store, "switchbox", "Ann", "Bob", rated=True))
    gone = await tables.do(match.terms.id, {"do": "abort", "seat": 1})
    assert (gone.end, gone.places) == ("aborted", (0, 0))
    match = await step(store, await step(store, await sat(store, "switchbox", "Ann", "Bob", rated=True)))
    with pytest.raises(Refusal, match="Everybody has moved"):
        await tables.do(match.terms.id, {"do": "abort", "seat": 1})
    done = await tables.do(match.terms.id, {"do": "resign", "seat": 0})
    assert (done.end, done.by, done.places) == ("resigned", 0, (2, 1))
    four = await sat(store, "microlink", "Ann", "Bob", "Cid", rated=True)
    four = await tables.do(four.terms.id, {"do": "resign", "seat": 1})
    assert four.stage == "play", "a computer goes on for Bob"
    four = await tables.do(four.terms.id, {"do": "resign", "seat": 0})
    assert four.places == (2, 3, 1)
    ann = store.ledger.read(lambda ledger: ledger.ladder.strength("switchbox", "Ann"))
    assert ann is not None
    assert (ann.games, ann.results) == (1, "L"), "what was aborted does not count"


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        ({"to": "ann"}, "yourself"),
        ({"clock": "2d"}, "not a valid clock"),
        *[({"clock": clock}, "not a valid clock") for clock in ODD_CLOCKS],
        ({"seats": 3}, "takes 2"),
        ({"door": "microlink", "seats": 3, "race": True}, "takes 2"),
        ({"door": "thieves"}, "can't be played that way"),
        ({"door": "chess"}, "can't be played that way"),
    ],
)
async def test_no_table_is_opened(store, terms, why):
    with pytest.raises(Refusal, match=why):
        known = {"door": "switchbox", "options": {}, "clock": "3d", **terms}
        await store.tables.open_table("Ann", Proposal(**known))
    assert store.tables.all() == []


@pytest.mark.parametrize(
    ("event", "why"),
    [
        ({"do": "sit", "seat": 1, "who": "Cid"}, "already started"),
        ({"do": "move", "seat": 1, "move": "1"}, "isn't your move"),
        ({"do": "move", "seat": 5, "move": "1"}, "no such seat"),
        ({"do": "move", "seat": 0, "move": "quit"}, "Resign"),
        ({"do": "move", "seat": 0, "move": "wibble"}, "wibble|number|platform|way"),
        ({"do": "time", "seat": 0}, "still have time"),
        ({"do": "claim", "seat": 1}, "live clock"),
        ({"do": "go"}, "not adjourned"),
        ({"do": "offer", "seat": 0, "what": "money"}, "can't be offered"),
        ({"do": "again", "id": "x"}, "Not everybody wants"),
        ({"do": "dance"}, "doesn't know"),
    ],
)
async def test_what_cannot_be_changes_nothing(tmp_path, store, event, why):
    match = await sat(store, "switchbox", "Ann", "Bob")
    before = text_of(tmp_path, "table", match.terms.id)
    with pytest.raises(Refusal, match=why):
        await store.tables.do(match.terms.id, event)
    assert text_of(tmp_path, "table", match.terms.id) == before
    assert store.tables.get(match.terms.id) == match


@pytest.mark.files("it changes what is in the files")
async def test_a_table_of_another_release_stays_where_it_is(tmp_path, clock, store):
    match = await sat(store, "switchbox", "Ann", "Bob")
    await store.close()
    file = tmp_path / "tables" / f"{match.terms.id}.jsonl"
    text = file.read_text().replace('"door":"switchbox"', '"door":"chess"')
    file.write_text(text)
    again = make_store(tmp_path, clock, doors=EVERY)
    notes = await again.open()
    assert notes == [f"tables/{file.name}: this release has no game 'chess'."]
    assert again.tables.all() == []
    await again.close()
    assert file.read_text() == text


async def test_only_a_computer_moves_from_a_seat_that_was_left_to_one(store):
    match = await sat(store, "microlink", "Ann", "Bob", "Cid")
    match = await store.tables.do(match.terms.id, {"do": "resign", "seat": 0})
    assert (match.stage, match.movers) == ("play", (0,))
    for event in ({"do": "move", "seat": 0, "move": chosen(match, 0)}, {"do": "let", "seat": 0}):
        with pytest.raises(Refusal, match="A computer has taken over that seat"):
            await store.tables.do(match.terms.id, event)
    assert store.tables.get(match.terms.id) == match
    assert len((await step(store, match)).made) == 1


async def test_a_computer_plays_on_from_a_seat_whose_time_was_over(clock, store):
    match = await sat(store, "microlink", "Ann", "Bob", "Cid", clock="1+0")
    clock.pass_by(minutes=2)
    await store.refresh()
    match = got(store, match.terms.id)
    assert (match.stage, match.left) == ("play", (0,))
    while match.stage == "play" and match.movers[0] == 0:
        match = await step(store, match)
    assert match.made and match.movers == (1,)
    await to_the_end(store, match)


async def test_computers_in_seats_move_by_themselves(store):
    async def think(task: Any, args: tuple[Any, ...]) -> Any:
        return task(*args)

    store.tables.computers.think = think
    match = await store.tables.open_table("Ann", proposed("microlink", seats=4))
    level = EVERY["microlink"].INFO.players.computers[0]
    for seat, who in enumerate(("Bob", "Cid", f"computer:{level}"), start=1):
        match = await store.tables.do(match.terms.id, {"do": "sit", "seat": seat, "who": who})
    match = await store.tables.do(match.terms.id, {"do": "resign", "seat": 0})
    while match.stage != "over":
        if match.movers in ((1,), (2,)):
            match = await step(store, match)
        else:
            before = match.n
            await store.tables.computers.idle()
            match = got(store, match.terms.id)
            assert match.n > before, "the computer has moved"
    assert {made.seat for made in match.made} == {0, 1, 2, 3} and match.left == (0,)


async def test_a_computer_is_asked_once_an_event_and_not_while_its_game_is_adjourned(clock, store, caplog):
    asked, answer = list[int](), asyncio.get_running_loop().create_future()

    async def think(task: Any, args: tuple[Any, ...]) -> Any:
        asked.append(args[1])
        return await answer

    store.tables.computers.think = think
    id = (await store.tables.open_table("Ann", proposed("microlink", seats=2, clock="5+10"))).terms.id
    level = EVERY["microlink"].INFO.players.computers[0]
    match = await store.tables.do(id, {"do": "sit", "seat": 1, "who": f"computer:{level}"})
    while match.movers == (0,):
        match = await step(store, match)
    counts = []
    for event in ({}, {"do": "adjourn"}, {"do": "go"}):
        if event:
            await store.tables.do(id, event)
        await store.refresh()
        await store.refresh()
        counts.append(len(asked))
    answer.set_exception(LookupError("it has no move"))  # or the board would wait for it at its end
    await store.tables.computers.idle()
    await store.refresh()
    assert counts == [1, 1, 2] and asked == [1, 1]
    assert caplog.text.count("the computer did not move: it has no move") == 2


@pytest.mark.files("two boards in one folder")
async def test_a_board_that_hears_of_an_event_leaves_the_computer_to_its_host_for_a_while(
    tmp_path, clock, store, monkeypatch
):
    asked = list[int]()

    async def think(task: Any, args: tuple[Any, ...]) -> Any:
        asked.append(args[1])
        return task(*args)

    id = (await store.tables.open_table("Ann", proposed("microlink", seats=2))).terms.id
    level = EVERY["microlink"].INFO.players.computers[0]
    match = await store.tables.do(id, {"do": "sit", "seat": 1, "who": f"computer:{level}"})
    other = await opened(tmp_path, clock)
    other.tables.computers.think = think
    while match.movers == (0,):
        match = await step(store, match)
    await other.tables.follow(id, match.n)
    clock.pass_by(minutes=1)
    await other.refresh()
    assert asked == []
    monkeypatch.setattr("door.records.tables.tables.THEIRS_SECONDS", 0.0)
    clock.pass_by(minutes=1)
    await other.refresh()
    await other.close()
    assert asked == [1]


@pytest.mark.files("two boards in one folder")
async def test_an_event_comes_behind_what_another_board_has_written_unless_it_names_the_one_before(
    tmp_path, clock, store
):
    match = await sat(store, "switchbox", "Ann", "Bob")
    id, other = match.terms.id, await opened(tmp_path, clock)
    heard = list[tuple[int, bool]]()
    store.tables.followers.append(lambda match, since, is_ours: heard.append((match.n - n, is_ours)))
    n, hello = match.n, {"do": "say", "who": "Ann", "text": "Hello!"}
    await other.tables.do(id, hello)
    assert (await store.tables.do(id, hello)).n == n + 2
    with pytest.raises(Refusal, match="look again"):
        await store.tables.do(id, hello, n)
    await other.tables.follow(id, n + 2)
    assert (await other.tables.do(id, hello)).n == n + 3
    with pytest.raises(Refusal, match="look again"):
        await store.tables.do(id, hello, n + 2)
    await other.tables.do(id, hello)
    for _ in range(2):
        await store.tables.follow(id, n + 4)
    await other.tables.do(id, hello)
    store.tables.look_again(())
    await store.refresh()
    assert heard == [(2, True), (3, False), (4, False), (5, False)]
    await other.close()


async def test_the_audit_refuses_what_a_forger_changes(tmp_path):
    store = await opened(tmp_path / "a", Clock())
    await to_the_end(store, await sat(store, "switchbox", "Ann", "Bob", rated=True))
    await store.close()
    good = journal_lines(tmp_path / "a" / "journal")

    def said(at: int, **change: Any) -> str:
        lines = json.loads(json.dumps(good))
        lines[at].update(change)
        folder = tmp_path / "b" / "journal"
        for old in folder.glob("*.jsonl"):
            old.unlink()
        write_journal(folder, {"2025-11": lines})
        return " ".join(fault.reason for fault in audit(folder, EVERY).faults)

    match = good[1]
    assert said(1) == ""
    assert "places" in said(1, places=match["places"][::-1])
    assert "scores" in said(1, scores=[match["scores"][0] + 1, match["scores"][1]])
    assert "sealed" in said(1, seed="00" * 32)
    assert "seats" in said(1, seats=["Ann", "Eve"])
    assert "one entry per move" in said(1, times=match["times"][1:])
    assert "go back" in said(1, times=[*match["times"][:-1], -5])
    assert "end" in said(1, end="resigned", by=1, places=[1, 2])
    short: dict[str, Any] = {"moves": match["moves"][:1], "times": match["times"][:1], "scores": [0, 0]}
    assert "time was not over" in said(1, end="time", by=1, places=[1, 2], **short)
    assert "two seats" in said(0, seats=["Ann", "ann"])
    assert "no table before it" in said(1, id="another")
    assert "words must have one entry per seat" in said(0, words=["one"])
    assert said(0, words=["a", "b"]) != ""


async def test_two_callers_hide_a_code_each_and_both_are_proved(tmp_path, store):
    id = (await store.tables.open_table("Ann", proposed("mindbuster", rated=True))).terms.id
    await store.tables.do(id, {"do": "sit", "seat": 1, "who": "Bob"})
    with pytest.raises(Refusal, match="NO PEG"):
        await store.tables.do(id, {"do": "hide", "seat": 1, "code": "RWB-", "salt": "0" * 32})
    await store.tables.do(id, {"do": "hide", "seat": 1, "code": "YYKB", "salt": "1" * 32})
    match = await store.tables.do(id, {"do": "hide", "seat": 0, "code": "RWBG", "salt": "2" * 32})
    for seat, guess in ((0, "RRRR"), (1, "RRWW"), (0, "YYKB"), (1, "WWWW")):
        with pytest.raises(Refusal, match="isn't your move"):
            await store.tables.do(id, {"do": "move", "seat": 1 - seat, "move": guess})
        match = await store.tables.do(id, {"do": "move", "seat": seat, "move": guess})
    assert (match.end, match.scores, match.places) == ("over", (2, 11), (1, 2))
    ladder = store.ledger.read(lambda ledger: ledger.ladder.ranking("mindbuster"))
    assert [key for key, _ in ladder] == ["ann", "bob"]
    await store.close()
    opening, end = journal_lines(tmp_path / "journal")
    assert len(opening["seals"]) == 2 and "RWBG" not in json.dumps(opening)
    assert end["moves"][:2] == ["code RWBG", "code YYKB"]


async def test_a_move_on_an_old_position_is_refused_though_it_would_fit_again(store):
    match = await sat(store, "microlink", "Ann", "Bob")
    after = await step(store, match)
    while after.movers != (0,):
        after = await step(store, after)
    with pytest.raises(Refusal, match="look again"):
        await store.tables.do(match.terms.id, {"do": "move", "seat": 0, "move": chosen(after, 0)}, match.n)


# -- the ladder, declared with a month's winners ------------------------------------------------


async def a_month(folder: Path, clock: Clock, games: int = 10) -> GameStore:
    """November of Shut The Box: a game of the contest, and rated races that Ann wins."""
    store = await opened(folder, clock)
    begun = await store.games.begin(store.ranked, GameWish("shutbox", "Cid"))
    assert isinstance(begun, Begun)
    assert await moved(store, begun.record.id, "quit") == ""
    await store.games.finish(begun.record.id)
    for _ in range(games):
        match = await sat(store, "shutbox", "Ann", "Bob", race=True, rated=True)
        await store.tables.do(match.terms.id, {"do": "resign", "seat": 1})
    clock.set("2025-12-01 00:05")
    await store.roll_over()
    return store


async def test_the_first_of_the_ladder_are_declared_with_the_winners(tmp_path, clock):
    store = await a_month(tmp_path, clock)
    line = journal_lines(tmp_path / "journal")[-1]
    first, second = line["ladder"]
    assert (line["kind"], first["caller"], first["games"], second["caller"]) == ("winners", "Ann", 10, "Bob")
    assert first["rating"] > 1500 > second["rating"]
    rows = store.standings.books("shutbox", "Cid").ladder
    assert [(row.place, row.caller, row.score) for row in rows] == [
        (1, "Ann", first["rating"]), (2, "Bob", second["rating"]),
    ]  # fmt: skip
    hanging = (tmp_path / "bulletins" / "shutbox-2025-11.txt").read_text()
    assert f"Ladder, by ratings\n  1. Ann {first['rating']:>28}     10 games" in hanging
    # what is played since changes nothing of it
    match = await sat(store, "shutbox", "Bob", "Ann", race=True, rated=True)
    await store.tables.do(match.terms.id, {"do": "resign", "seat": 1})
    assert store.standings.books("shutbox", "Cid").ladder == rows
    await store.journal.decide([lines.rename(lines.stamp(clock()), "Ann", "Anna", "1")])
    assert [row.caller for row in store.standings.books("shutbox", "Cid").ladder] == ["Anna", "Bob"]
    await store.close()
    again = await opened(tmp_path, clock)  # from what was kept, and once more from the journal
    assert [row.caller for row in again.standings.books("shutbox", "Cid").ladder] == ["Anna", "Bob"]
    await again.close()
    assert faults(tmp_path) == []


async def test_nothing_is_said_of_a_ladder_on_which_nobody_has_a_place(tmp_path):
    store = await a_month(tmp_path, Clock(), games=9)
    assert "ladder" not in journal_lines(tmp_path / "journal")[-1]
    assert store.standings.books("shutbox", "Cid").ladder == ()
    await store.close()
    assert faults(tmp_path) == []


@pytest.mark.parametrize(
    "forged",
    [
        lambda rows: [{**rows[0], "rating": rows[0]["rating"] + 1}, *rows[1:]],
        lambda rows: rows[::-1],
        lambda rows: rows[1:],
        lambda rows: [*rows, {"caller": "Eve", "rating": 1500, "games": 10}],
        lambda rows: [{**rows[0], "rating": float(rows[0]["rating"])}],
        lambda rows: [{**rows[0], "games": True}],
        lambda rows: ["Ann"],
    ],
)
@pytest.mark.files("it changes what is in the files")
async def test_a_forged_ladder_is_named_and_not_shown(tmp_path, forged):
    store = await a_month(tmp_path / "a", Clock())
    await store.close()
    good = journal_lines(tmp_path / "a" / "journal")
    assert faults(tmp_path / "a") == []
    *before, line = good
    changed = {**line, "ladder": forged(line["ladder"])}
    by_month = {"2025-11": before, "2025-12": [changed]}
    write_journal(tmp_path / "b" / "journal", by_month)
    told = audit(tmp_path / "b" / "journal", EVERY).faults
    assert [fault.reason for fault in told] == [
        "this is not the ladder of shutbox: the games before say otherwise"
    ]
    again = make_store(tmp_path / "b", Clock(datetime(2025, 12, 1, 1, tzinfo=UTC)), doors=EVERY)
    await again.open()
    books = again.standings.books("shutbox", "Cid")
    assert books.ladder == () and books.winners == store.standings.books("shutbox", "Cid").winners
    await again.close()


@pytest.mark.parametrize(
    ("events", "used"),
    [
        ([{"do": "abort", "seat": 1}], (0, 1)),
        ([{"do": "offer", "seat": seat, "what": "abort"} for seat in (0, 1)], (0, 0)),
        ([{"do": "end", "why": "x"}], (0, 0)),
        ([{"do": "resign", "seat": 1}], (1, 1)),
    ],
)
async def test_an_aborted_game_costs_only_its_aborter_a_rated_game(clock, store, events, used):
    day = lines.stamp(clock())[:10]

    def spent() -> tuple[int, ...]:
        return store.ledger.read(lambda ledger: tuple(ledger.ladder.used(who, day) for who in ("Ann", "Bob")))

    match = await sat(store, "switchbox", "Ann", "Bob", rated=True)
    assert spent() == (1, 1)
    await store.journal.decide([lines.rename(lines.stamp(clock()), "Zed", "Zoe", "1")])
    for event in events:
        await store.tables.do(match.terms.id, event)
    assert spent() == used


# -- files that are odd ----------------------------------------------------------------------


ODD_VALUES: tuple[Any, ...] = (None, 5, -1, 1 << 40, True, "two", "", [], ["x"], {}, {"x": [1]}, 1.5)


@pytest.mark.files("it changes what is in the files")
async def test_a_table_with_odd_values_is_named_and_holds_no_other_up(tmp_path, clock, store):
    good = await sat(store, "switchbox", "Ann", "Bob")
    other = await sat(store, "microlink", "Ann", "Bob")
    await store.close()
    terms, *events = (tmp_path / "tables" / f"{other.terms.id}.jsonl").read_text().splitlines()
    odd: dict[str, list[str]] = {}
    for key in json.loads(terms):
        for value in ODD_VALUES:
            id = f"{len(odd):016x}"
            odd[id] = [json.dumps({**json.loads(terms), "id": id, key: value}), *events]
        id = f"{len(odd):016x}"
        odd[id] = [json.dumps({name: at for name, at in json.loads(terms).items() if name != key}), *events]
    own = json.dumps({**json.loads(terms), "id": "%s"})
    for at, event in enumerate(map(json.loads, events)):
        for key in event:
            for value in ODD_VALUES:
                id = f"{len(odd):016x}"
                lines = [*events[:at], json.dumps({**event, key: value}), *events[at + 1 :]]
                odd[id] = [own.replace("%s", id), *lines]
    for id, text in odd.items():
        (tmp_path / "tables" / f"{id}.jsonl").write_text("\n".join(text) + "\n")
    again = make_store(tmp_path, clock, doors=EVERY)
    notes = await again.open()
    assert len(notes) > 100 and all("tables/" in note for note in notes)
    clock.pass_by(days=1)
    assert await again.tables.refresh() == [], "told of once"
    sound = {match.terms.id for match in again.tables.of("Bob")} - odd.keys()
    assert sound == {good.terms.id, other.terms.id}
    await step(again, good)
    await again.close()


@pytest.mark.files("the disk refuses")
async def test_a_table_that_could_not_be_read_is_looked_at_again_within_a_minute(
    tmp_path, clock, store, monkeypatch
):
    match = await sat(store, "switchbox", "Ann", "Bob")
    await store.close()

    real = read_file

    def out_of_descriptors(path: Path, most: int) -> bytes:
        if path.parent.name == "tables":
            raise OSError(24, "Too many open files")
        return real(path, most)

    again = make_store(tmp_path, clock, doors=EVERY)
    with monkeypatch.context() as patched:
        patched.setattr("door.records.store.files.read_file", out_of_descriptors)
        assert await again.open() == [f"tables/{match.terms.id}.jsonl cannot be read: too many open files."]
    assert again.tables.get(match.terms.id) is None
    clock.pass_by(minutes=1)
    assert await again.tables.refresh() == []
    assert again.tables.get(match.terms.id) == match
    await again.close()


@pytest.mark.files("it changes what is in the files")
async def test_a_damaged_table_that_comes_and_goes_stops_nothing(tmp_path, clock, store):
    match = await sat(store, "switchbox", "Ann", "Bob")
    odd = tmp_path / "tables" / "aaaaaaaaaaaaaaaa.jsonl"
    odd.write_text('{"door":"switchbox","options":null,"seats":2,"clock":"3d","id":"aaaaaaaaaaaaaaaa"}\n')
    assert await store.tables.refresh() == [f"tables/{odd.name} is not a table."]
    odd.unlink()
    clock.pass_by(minutes=1)
    assert await store.tables.refresh() == []
    assert store.tables.files.alive() == lines.stamp(clock())
    (tmp_path / "tables" / ".alive").write_text("2025-11-21T12:00:60.000Z")
    assert store.tables.files.alive() == "", "a second that datetime doesn't have"
    clock.pass_by(days=4)
    await a_while(store, clock)
    assert got(store, match.terms.id).end == "time"


async def test_a_fault_at_one_table_is_logged_once_and_holds_no_other_up(clock, store, monkeypatch, caplog):
    faulty = await sat(store, "switchbox", "Ann", "Bob")
    sound = await sat(store, "switchbox", "Cid", "Dot")
    look = store.tables._look_at_clock

    async def trips(match: Match, t: str) -> None:
        if match.terms.id == faulty.terms.id:
            raise LookupError("a fault of the game's")
        await look(match, t)

    monkeypatch.setattr(store.tables, "_look_at_clock", trips)
    for _ in range(3):
        clock.pass_by(days=2)
        await store.tables.refresh()
    assert got(store, sound.terms.id).end == "time"
    assert caplog.text.count("LookupError: a fault of the game's") == 1


def _never_ends(*_: Any) -> Any:
    while True:
        pass


def _fails(*_: Any) -> Any:
    raise ZeroDivisionError


@pytest.mark.parametrize("apply", [_fails, _never_ends])
async def test_a_move_that_the_rules_break_on_is_refused_with_a_sentence(store, apply, caplog):
    asyncio.get_running_loop().add_signal_handler(
        signal.SIGUSR1, lambda: None
    )  # wakes for signals, as a board
    match = await sat(store, "shutbox", "Ann", "Bo", race=True)
    game = EVERY["shutbox"].game
    game = replace(game, rules=replace(game.rules, apply=apply))
    store.tables.files.games["shutbox"] = game
    store.tables._known[match.terms.id].game = game
    with timer(0.1), pytest.raises(TableError, match="Shut The Box has a fault"):
        await store.tables.do(match.terms.id, {"do": "move", "move": "quit", "seat": 0}, match.n)
    assert "door=shutbox has a fault" in caplog.text
    assert store.tables.get(match.terms.id).n == match.n


async def test_a_database_has_a_move_for_good_before_the_opponent_sees_it(tmp_path, monkeypatch):
    """A crash of its server, or a standby that takes over, would give both of them another story."""
    monkeypatch.setitem(store_kit.KINDS, "far", store_kit.Far)
    monkeypatch.setattr(store_kit, "chosen", "far")
    store = await opened(tmp_path, Clock())
    match = await sat(store, "switchbox", "Ann", "Bob")
    units, write = [], store.journal.store.write
    monkeypatch.setattr(store.journal.store, "write", lambda unit: (units.append(unit), write(unit))[1])
    await step(store, match)
    assert [(unit.changes[0].kind, unit.unsynced) for unit in units] == [("table", False)]
    await store.close()
