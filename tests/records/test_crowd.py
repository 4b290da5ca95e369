"""What callers chose in the daily puzzles."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from store_kit import kept_in

from door.records.community.community import (
    Chosen,
    PuzzleAnswer,
    PuzzleAnswers,
    Solver,
    choices_of_day,
    solvers,
)
from door.records.community.signed import signature_changes
from door.records.store import Unit

DAY = "2026-11-21"


def crowd_of(data: Path) -> PuzzleAnswers:
    """Three callers on two days: Ann solves both."""
    crowd = PuzzleAnswers(kept_in(data), lambda: datetime(2026, 11, 21, 12, 0, tzinfo=UTC))
    for answer in (
        PuzzleAnswer("2026-11-20", "Ann", "9", True), PuzzleAnswer("2026-11-20", "Bea", "4 5", False),
        PuzzleAnswer(DAY, "Ann", "9", True), PuzzleAnswer(DAY, "Bea", "9", True),
        PuzzleAnswer(DAY, "Cyd", "\x1b[2J4 5", False),
    ):  # fmt: skip
        crowd.add("shutbox", answer)
    return crowd


def test_answers_are_counted_by_move_and_by_caller(tmp_path):
    answers = crowd_of(tmp_path).of_month("shutbox", "2026-11")
    assert choices_of_day(answers, DAY) == (Chosen("9", 2, True), Chosen("[2J4 5", 1, False))
    assert solvers(answers) == (Solver("Ann", 2, 2), Solver("Bea", 1, 2)), "Cyd has solved none"
    assert choices_of_day(answers, "2026-11-22") == ()
    assert crowd_of(tmp_path).of_month("thieves", "2026-11") == ()


def test_only_the_first_answer_counts(tmp_path):
    crowd = crowd_of(tmp_path)
    crowd.add("shutbox", PuzzleAnswer(DAY, "CYD", "9", True))
    assert len(solvers(crowd.of_month("shutbox", "2026-11"))) == 2, "Cyd's second answer solves nothing"


def test_renamed_and_removed_callers(tmp_path):
    crowd = crowd_of(tmp_path)
    store = kept_in(tmp_path)
    store.write(Unit(list(signature_changes(store, "ann", "Anna"))))
    assert solvers(crowd.of_month("shutbox", "2026-11"))[0] == Solver("Anna", 2, 2)
    store.write(Unit(list(signature_changes(store, "Anna", ""))))
    answers = crowd.of_month("shutbox", "2026-11")
    assert solvers(answers)[0] == Solver("Bea", 1, 2) and choices_of_day(answers, DAY)[0].callers == 2


@pytest.mark.files("it changes what is in the files")
def test_odd_files_and_lines_hold_nobody_up(tmp_path):
    crowd = crowd_of(tmp_path)
    path = tmp_path / "puzzles" / "2026-11-shutbox.jsonl"
    with path.open("a") as file:
        file.write('[]\n{"day": 7}\n\x00\n')
    assert len(crowd.of_month("shutbox", "2026-11")) == 5
    (tmp_path / "puzzles" / "2026-11-thieves.jsonl").mkdir()
    assert crowd.of_month("thieves", "2026-11") == ()
    crowd.add("thieves", PuzzleAnswer(DAY, "Ann", "9", True))
