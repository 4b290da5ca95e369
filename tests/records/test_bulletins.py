"""Bulletins: the three forms, closed and running months, and the chain's head at their foot."""

from typing import Any

import pytest
from other_words import every
from records_kit import NOON, Clock, make_store, play, take_lines, true_game
from testdoor import Name, TestDoor

from door.games.info import Info
from door.pages.bulletin_files import bulletin_box, bulletin_canvas, bulletin_text, forms, headline
from door.play.books import PlaceRow
from door.records.bulletins import SUFFIXES, Bulletin, bulletin, bulletins_due
from door.records.journal.lines import ZERO, chain_lines, digest, rename, stamp
from door.records.ledger.ladder import Rating, Strength
from door.records.ledger.ledger import Ledger
from door.records.ledger.standings import winners_line
from door.term.art import read_art
from door.ui.texts import SHIPPED, speak, tr

pytestmark = pytest.mark.files("it has no store")

DICE = TestDoor()
AFTER = NOON.replace(month=12)
OPTIONS: dict[str, Any] = {"ranking": "total", "top": 3}
ROWS = (
    PlaceRow(1, "Zoë the Great 123456", 1_234_567, 99),
    PlaceRow(2, "Bob", 900, 1),
    PlaceRow(3, "Dan", -5, 2),
)
INFO = Info("dice", Name("Dice"), Name(""), 10)


def ledger_with(*games: Any) -> Ledger:
    ledger = Ledger({"dice": DICE})
    take_lines(ledger, chain_lines([line for game in games for line in game], ZERO, "2025-11"))
    return ledger


def of(rows: tuple[PlaceRow, ...] = ROWS, closed: bool = True, **info: Any) -> Bulletin:
    return Bulletin(
        Info("dice", Name("Dice"), Name(""), 10, **info), "2025-11", "total", closed, rows, "ab" * 32
    )


def test_a_closed_month_s_sheet_keeps_the_handle_it_was_won_under():
    ledger = ledger_with(true_game("Alice"), true_game("Bob"))
    take_lines(
        ledger,
        chain_lines([winners_line(ledger, DICE.INFO, OPTIONS, "2025-11", AFTER)], ledger.head, "2025-12"),
    )
    before = bulletin(ledger, DICE.INFO, OPTIONS, "2025-11", "2025-12")
    take_lines(ledger, chain_lines([rename(stamp(NOON), "Alice", "Anna")], ledger.head, "2025-12"))
    assert bulletin(ledger, DICE.INFO, OPTIONS, "2025-11", "2025-12") == before
    running = bulletin(ledger, DICE.INFO, OPTIONS, "2025-11", "2025-11")
    assert {row.caller for row in running.rows} == {"Anna", "Bob"}


def test_a_running_month_and_a_closed_one():
    ledger = ledger_with(true_game("Alice"), true_game("Bob"))
    running = bulletin(ledger, DICE.INFO, OPTIONS, "2025-11", "2025-11")
    assert not running.closed and len(running.rows) == 2 and running.head == ledger.head
    assert headline(running) == f"{running.rows[0].caller} leads."
    undeclared = bulletin(ledger, DICE.INFO, OPTIONS, "2025-11", "2025-12")
    assert undeclared.closed and undeclared.rows == running.rows
    take_lines(
        ledger,
        chain_lines([winners_line(ledger, DICE.INFO, OPTIONS, "2025-11", AFTER)], ledger.head, "2025-12"),
    )
    declared_at = ledger.head
    take_lines(ledger, chain_lines(true_game("Dan", month="2025-12"), declared_at, "2025-12"))
    closed = bulletin(ledger, DICE.INFO, OPTIONS, "2025-11", "2025-12")
    assert closed.rows == running.rows and closed.head == declared_at != ledger.head
    assert headline(closed) == f"{closed.rows[0].caller} won the month."


def test_an_empty_month_says_so():
    empty = bulletin(Ledger({"dice": DICE}), DICE.INFO, OPTIONS, "2025-10", "2025-11")
    assert headline(empty) == "Nobody played." and empty.head == ZERO
    running = bulletin(Ledger({"dice": DICE}), DICE.INFO, OPTIONS, "2025-11", "2025-11")
    for text in (bulletin_text(running), bulletin_box(running), bulletin_canvas(running).text()):
        assert "Nobody has finished a game yet." in text and ZERO in text


def test_plain_text_has_a_line_a_place():
    text = bulletin_text(of())
    assert text.splitlines()[:3] == ["Dice", "November 2025, final", "Zoë the Great 123456 won the month."]
    assert "  2. Bob                          900      1\n" in text and "\x1b" not in text
    assert text.splitlines()[-1] == "ab" * 32


def test_the_running_month_names_the_first_of_the_ladder():
    ledger = ledger_with(true_game("Alice"), true_game("Bob"))
    strengths = {"bob": Strength(Rating(1602.4), 10), "alice": Strength(Rating(1811.5), 9)}
    ledger.ladder.strengths["dice"] = strengths
    running = bulletin(ledger, DICE.INFO, OPTIONS, "2025-11", "2025-11")
    assert running.ladder == (PlaceRow(1, "Bob", 1602, 10),), "nine games are provisional"
    for text in (bulletin_text(running), bulletin_box(running), bulletin_canvas(running).text()):
        place = "  1. Bob                         1602     10 games"
        assert place in text and text.index("leads.") < text.index(tr.sheet.ladder()) < text.index(place)
    closed = bulletin(ledger, DICE.INFO, OPTIONS, "2025-11", "2025-12")
    assert closed.ladder == (), "ratings go on, and a closed month is written anew as it was"


def test_files_are_in_the_shipped_words():
    sheet = of()
    shipped = forms(sheet)
    own = every(lambda id, text: "Ж")
    speak(lambda: own)
    try:
        assert forms(sheet) == shipped
    finally:
        speak(lambda: SHIPPED)


def test_the_box_is_ascii_and_its_sides_line_up():
    lines = bulletin_box(of()).split("\r\n")
    assert all(line.isascii() for line in lines) and "Zoe the Great 123456" in bulletin_box(of())
    assert {len(line) for line in lines if line[:1] in "+|" and line} == {78}


@pytest.mark.parametrize(
    "rows", [(), ROWS[:1], ROWS, tuple(PlaceRow(n, f"C{n}", 5, 1) for n in range(1, 11))]
)
@pytest.mark.parametrize("fewer", [False, True])
def test_the_art_is_the_canvas_and_fits_a_screen(rows, fewer):
    b = of(rows, fewer_is_better=fewer)
    canvas = bulletin_canvas(b)
    assert canvas.cols == 80 and canvas.rows <= 23
    assert canvas.cells[-1][-1] & 0x1FFFFF == 32, "the bottom right cell is never written"
    art = read_art(forms(b)["ans"])
    assert art.canvas.text() == canvas.text()
    assert art.sauce and art.sauce.title == "Dice 2025-11" and art.sauce.date == "20251101"
    shown = [line for line in canvas.text().splitlines() if "║" in line]
    assert all(line.endswith("║") and len(line) == 79 for line in shown)
    for row in rows:
        assert row.caller in canvas.text() and f"{row.score:,}" in canvas.text()


def test_names_from_other_boards_cannot_break_a_bulletin():
    row = PlaceRow(1, "\x1b[2J漢字\u202e\u200b" + "x" * 50, 5, 1)
    for text in (bulletin_box(of((row,))), bulletin_canvas(of((row,))).text(), bulletin_text(of((row,)))):
        assert "\x1b" not in text and "\u202e" not in text and "漢" not in text
    assert forms(of((row,)))["ans"]


def test_files_for_every_month_with_games_and_the_running_one():
    ledger = ledger_with(true_game("Alice"), true_game("Alice", NOON.replace(year=2024)))
    due = bulletins_due(ledger, {"dice": DICE}, {"dice": OPTIONS}, "2025-12")
    months = ["2024-11", "2025-11", "2025-12"]
    assert [b.month for b in due] == months
    assert all(tuple(forms(b)) == SUFFIXES for b in due)
    files = {f"{b.stem}.{kind}" for b in due for kind in SUFFIXES}
    assert files == {f"dice-{m}.{kind}" for m in months for kind in SUFFIXES}
    again = bulletins_due(ledger, {"dice": DICE}, {"dice": OPTIONS}, "2025-12", skip=files)
    assert [b.month for b in again] == ["2025-12"]


@pytest.mark.parametrize(
    ("change", "is_warned"),
    [
        (lambda file, lines: None, False),
        (
            lambda file, lines: file.write_bytes(b"".join([*lines, lines[-1]])),
            False,
        ),  # one more than bulletins know
        (lambda file, lines: file.unlink(), True),
        (lambda file, lines: file.write_bytes(b""), True),
        (lambda file, lines: file.write_bytes(b"".join(lines[:-1])), True),
    ],
    ids=["whole", "longer", "missing", "empty", "shorter"],
)
async def test_a_journal_that_lacks_the_line_of_the_last_bulletins_is_warned_of(tmp_path, change, is_warned):
    store = make_store(tmp_path, Clock())
    await store.open()
    await play(store, "Alice")
    await store.close()
    (file,) = (tmp_path / "journal").glob("*.jsonl")
    lines = file.read_bytes().splitlines(keepends=True)
    assert digest(lines[-1][:-1]) in (tmp_path / "bulletins/dice-2025-11.txt").read_text()
    change(file, lines)
    (tmp_path / "bulletins/ended-2025-09.txt").write_text("a door that is gone\n" + "cd" * 32)
    notes = [
        note
        for note in await make_store(tmp_path, Clock()).open(bulletins=False)
        if "The journal's end lacks" in note
    ]
    assert len(notes) == is_warned
