"""MindBuster! on a board: settings for the next game, remembered; duels and solo games reach their tables."""

from __future__ import annotations

from pathlib import Path

from boardroom import Boardroom, boardroom
from callline import DUMB, SYNCTERM

from door.games.mindbuster.record import record_of, table_of
from door.midend.doors import find
from door.records.audit.audit import audit

DOOR = find("mindbuster")
assert DOOR is not None


def code(board: Boardroom) -> str:
    """The code that the caller has to break."""
    table = board.state.table
    assert table is not None
    return str(table.position.hidden)


async def test_a_duel_and_two_solo_games_come_to_their_tables_and_prove_themselves(tmp_path: Path) -> None:
    async with boardroom(tmp_path, doors=(DOOR,)) as board:
        board.options("mindbuster", choose_size=True)
        await board.register("Alice")
        line, _ = board.proved_call("Alice", DUMB)
        await line.hears("command\\?")
        line.type("1\r")
        await line.hears(r"a duel with Dr Watson.*Play\?")
        line.type("s\rlevel homer\r\r\r")
        await line.hears("Duel with Homer Simpson.*Your hidden code, 4 letters of R W B G Y K\\?")
        line.type("r-bg\rrwbg\r")
        await line.hears("Hole 2 has NO PEG.*Guess 1\\?")
        line.type(f"{code(board)}\r")
        await line.hears(r"in 1.*Game over\. Score: 1.*again\?")
        line.type("settings\rplayers 1\rholes 5\rcolours 8\r\ry\r")
        await line.hears("Solo: 5 holes, 8 colours.*Guess 1\\?")
        line.type(f"s\rholes 4\r\r{code(board)}\r")
        await line.hears(r"This applies from the next one\..*Game over\. Score: 1.*again\?")
        line.type("y\r")
        await line.hears("Solo: 4 holes, 8 colours.*Guess 1\\?")
        line.type("q\rg\r")
        await line.hears(r"Score: 11.*Turns left today.*again\?")
        tally = board.store.books("mindbuster", "Alice").tally
        best = {where: table_of(tally, *where)["best"] for where in (("4x6", "homer"), ("5x8", "solo"))}
        assert all(rows == [[1, "Alice", "2026-11"]] for rows in best.values())
        assert table_of(tally, "4x8", "solo")["lost"] == 1
        solo = record_of(tally, "Alice", "solo")
        assert (solo["won"], solo["lost"], solo["streak"], solo["longest"]) == (1, 1, 0, 1)
        assert [game["score"] for game in board.lines("game")] == [1, 1, 11]
    report = audit(tmp_path / "data" / "journal", {"mindbuster": DOOR})
    assert report.faults == () and report.games == 3


async def test_what_is_set_is_remembered_at_the_next_call_and_a_game_left_puts_it_on(tmp_path: Path) -> None:
    async with boardroom(tmp_path, doors=(DOOR,)) as board:
        await board.register("Alice", fast="on")
        line, _ = board.proved_call("Alice", SYNCTERM)
        await line.shows("Main Menu")
        line.type("1")
        await line.shows("a duel with Dr Watson")
        line.type("s\x1b[B\x1b[B\x1b[D\x1b[B\x1b[B\x1b[B\x1b[C\r\r")
        shown = await line.shows("Solo .*Guess 1 of 10")
        assert "████" in shown and "▀▀▀▀" not in shown, "a number stands below every peg"
        line.type("s\x1b[B\x1b[B\x1b[B\x1b[B\x1b[B\x1b[D\r")
        shown = await line.shows("This applies from the next one")
        line.type("\x18")
        await line.shows("Your game is waiting")
        line.type("1")
        await line.shows("waiting")
        line.type("\rr")
        await line.shows("▀▀▀▀")
        line.type("s")
        await line.shows("Colour numbers +◄ off")


async def test_lines_typed_while_the_computer_thinks_wait_for_their_prompts(tmp_path: Path) -> None:
    async with boardroom(tmp_path, doors=(DOOR,)) as board:
        await board.register("Alice")
        line, _ = board.proved_call("Alice", DUMB)
        await line.hears("command\\?")
        line.type("1\rs\rlevel homer\r\r\rrwbg\rrrww\ryykk\rbbgg\rquit\rg\rn\r")
        said = await line.hears(
            "Guess 1: .*Homer 1: .*Homer 2: .*Guess 3: .*Homer 3: .*Score: 11.*command\\?"
        )
        assert "choices" not in said
        (game,) = board.lines("game")
        assert game["moves"][1::2] == ["RRWW", "YYKK", "BBGG", "quit"]
