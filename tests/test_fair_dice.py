"""The example in docs/fair-dice.md proves a real journal, and catches a changed score."""

import re
import subprocess
import sys
from pathlib import Path

from boardroom import boardroom

DOC = Path(__file__).parent.parent / "docs" / "fair-dice.md"


def check(journal: Path) -> subprocess.CompletedProcess[str]:
    code = re.search(r"```python\n(.*?)```", DOC.read_text("utf-8"), re.S)
    assert code is not None
    return subprocess.run([sys.executable, "-", str(journal)], input=code[1], capture_output=True, text=True)


async def test_the_example_proves_games_and_catches_a_lie(tmp_path: Path) -> None:
    async with boardroom(tmp_path) as board:
        scores = {}
        for caller in ("Ann", "Bob"):
            begun = await board.desk.begin("shutbox", caller, {})
            moves, score = greedy(begun.chance)
            for move in moves:
                board.desk.moved(begun.id, move)
            booked = await board.desk.finish(begun.id, score)
            assert booked.books.score == score
            scores[caller] = score
    journal = tmp_path / "data" / "journal" / "2026-11.jsonl"
    proved = check(journal)
    assert proved.stdout.split("\n")[:2] == [f"{name} {score} proved" for name, score in scores.items()]
    lie = journal.read_text().replace(f'"score":{scores["Bob"]}', f'"score":{scores["Bob"] + 10}')
    journal.write_text(lie)
    assert check(journal).returncode != 0


def greedy(chance):
    """Moves of a game that always takes the first set that fits, and its score."""
    from door.games.shutbox import rules

    game, moves = rules.begin(rules.Variant(), chance), []
    while not game.over:
        moves.append(rules.move_text(rules.legal(game.open, game.total)[0]))
        game = rules.apply(game, moves[-1])
    return moves, game.score
