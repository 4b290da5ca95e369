"""Forty Thieves on a board: games of every number of jokers reach their table, and the audit proves them."""

from __future__ import annotations

from pathlib import Path

import pytest
from boardroom import Boardroom, boardroom
from callline import DUMB

from door.games.thieves.card import MEANS
from door.games.thieves.rules import Game, apply, legal
from door.games.thieves.tables import read
from door.midend.doors import find
from door.records.audit.audit import audit

thieves = find("thieves")


def options_of(board: Boardroom, kind: str = "game") -> list[dict[str, int]]:
    return [line["options"] for line in board.lines(kind)]


def rest_of(board: Boardroom) -> str:
    """The lines that play the game at hand to its end: a card that fits, and a turn where none does."""
    table = board.state.table
    assert table is not None and isinstance(table.position, Game)
    game, typed = table.position, ""
    while not game.over:
        move = legal(game)[0]
        typed += ("0" if move == "turn" else move) + "\r"
        game = apply(game, move)
    return typed


@pytest.mark.parametrize("choose", [True, False])
async def test_six_tables_grow_and_the_month_adds_what_counts_in_it(tmp_path: Path, choose: bool) -> None:
    async with boardroom(tmp_path, doors=(thieves,)) as board:
        board.options("thieves", turns_per_day=6, choose_jokers=choose)
        await board.register("Alice")
        line, _ = board.proved_call("Alice", DUMB)
        await line.hears("command\\?")
        line.type("1\r")
        scores = []
        for jokers in range(6):
            line.type(f"s\rjokers {jokers}\r\ry\r")
            await line.hears(f"Jokers in the pack: {jokers}.*0 to turn\\?")
            line.type(rest_of(board))
            said = await line.hears(r"Game over\. Score: \d+.*?again\?")
            counts = choose or jokers == 2
            assert (
                "Not counted in the month." in said
            ) != counts and f"Turns left today: {5 - jokers}" in said
            scores.append(int(said.split("Game over. Score: ")[1].split()[0]))
        tables, whole = read(board.store.books("thieves", "Alice").tally)
        assert whole and [[row.score for row in rows] for rows in tables] == [[score] for score in scores]
        assert options_of(board) == [{} if n == 2 else {"jokers": n} for n in range(6)]
        month = sum(scores) - sum(MEANS) if choose else scores[2]
        assert board.store.books("thieves", "Alice").score == month and min(scores) > 0
    report = audit(tmp_path / "data" / "journal", {"thieves": thieves})
    assert report.faults == () and report.games == 6
