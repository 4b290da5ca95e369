"""The examples in docs/fair-dice.md prove a real journal, and catch what was changed in it."""

import json
import re
import subprocess
import sys
from pathlib import Path

from boardroom import boardroom
from records_kit import moved

from door.records.play.lifecycle import GameWish

DOC = Path(__file__).parents[2] / "docs" / "fair-dice.md"


def check(journal: Path, example: int = 0) -> subprocess.CompletedProcess[str]:
    code = re.findall(r"```python\n(.*?)```", DOC.read_text("utf-8"), re.S)[example]
    return subprocess.run([sys.executable, "-", str(journal)], input=code, capture_output=True, text=True)


async def test_the_example_proves_games_and_catches_a_lie(tmp_path):
    async with boardroom(tmp_path) as board:
        scores = {}
        for caller in ("Ann", "Bob"):
            begun = await board.store.games.begin(
                board.store.ranked, GameWish("shutbox", caller, word="grüß" if caller == "Bob" else "")
            )
            moves, score = greedy(begun.record.chance)
            for move in moves:
                await moved(board.store, begun.record.id, move)
            booked = await board.store.games.finish(begun.record.id)
            assert booked.score == score
            scores[caller] = score
    journal = tmp_path / "data" / "journal" / "2026-11.jsonl"
    proved = check(journal)
    assert proved.stdout.split("\n")[:2] == [f"{name} {score} proved" for name, score in scores.items()]
    lie = journal.read_text().replace(f'"score":{scores["Bob"]}', f'"score":{scores["Bob"] + 10}')
    journal.write_text(lie)
    assert check(journal).returncode != 0


async def test_the_second_example_proves_a_day_and_catches_lies(tmp_path):
    async with boardroom(tmp_path) as board:
        scores = {}
        for caller in ("Ann", "Bob", "Cid"):
            begun = await board.store.games.begin(
                board.store.daily, GameWish("shutbox", caller, {"free_turn": False})
            )
            moves, score = greedy(begun.record.chance)
            if caller != "Ann":  # Bob gives up before his last move, Cid's call drops and the day ends it
                moves = moves[:-1]
                score = sum(int(tile) for move in moves for tile in move.split())
            for move in (*moves, "quit") if caller == "Bob" else moves:
                await moved(board.store, begun.record.id, move)
            if caller != "Cid":
                await board.store.games.finish(begun.record.id)
            scores[caller] = score
            board.store.games.forget(begun.record.id)
        board.clock.on(days=1)
        await board.store.refresh()
    journal = tmp_path / "data" / "journal" / "2026-11.jsonl"
    proved = check(journal, 1)
    assert proved.stdout.splitlines() == [
        f"2026-11-10 {name} {score} proved" for name, score in scores.items()
    ]
    text = journal.read_text()
    for kind, change in (("daily_game", {"score": 1}), ("daily_score", {"seal": "00" * 32}),
                         ("reveal", {"seed": "00" * 32}), ("daily_turn", {"commit": "00" * 32})):  # fmt: skip
        lines = [json.loads(line) for line in text.splitlines()]
        next(line for line in lines if line["kind"] == kind).update(change)
        journal.write_text("".join(json.dumps(line) + "\n" for line in lines))
        assert check(journal, 1).returncode != 0, kind


def greedy(chance):
    """Moves of a game that always takes the first set that fits, and its score."""
    from door.games.shutbox import rules

    game, moves = rules.begin(rules.Variant(), chance), []
    while not game.over:
        moves.append(rules.move_text(rules.legal(game.open, game.total)[0]))
        game = rules.apply(game, moves[-1])
    return moves, game.score
