"""`door bulletin`, `door audit` and `door replay` on a journal with real games."""

import io
import json
from datetime import UTC, datetime
from itertools import chain, combinations

import game_lines
import pytest

from door.commands.audit import bar
from door.games.chance import Chance, commitment
from door.games.game import IllegalMove
from door.records.journal import lines
from door.records.journal.journal import Journal
from door.records.store.files import Folder
from door.screens.doors import find
from door.settings.skeleton import init

shutbox = find("shutbox")


def played(seed):
    """A game of first moves that fit: its moves and its score."""
    game, moves = shutbox.game, []
    position = game.rules.new(shutbox.INFO.defaults(), ["Ann"], Chance(seed))
    while not game.rules.status(position).ended:
        for tiles in chain.from_iterable(combinations(range(1, 10), count) for count in (1, 2, 3, 4)):
            try:
                position = game.rules.apply(position, " ".join(map(str, tiles)))
            except IllegalMove:
                continue
            moves.append(" ".join(map(str, tiles)))
            break
    return moves, game.rules.status(position).scores[0]


def put(board, *games):
    """Books games by (moment, id, caller, seed); returns their scores."""
    scores = []
    for moment, id, caller, seed in games:
        journal = Journal(Folder(board / "data"), UTC, lambda moment=moment: moment)
        moves, score = played(seed)
        t, day = lines.stamp(moment), lines.day_of(moment, UTC)
        turn = game_lines.turn(t, id, "shutbox", caller, day, False, {}, commitment(seed))
        game = {
            "kind": "game", "t": t, "id": id, "door": "shutbox", "caller": caller, "seats": [caller],
            "options": {}, "seed": seed.hex(), "moves": moves, "score": score, "month": day[:7],
        }  # fmt: skip
        journal.decide_now([turn, game])
        scores.append(score)
    return scores


@pytest.fixture
def board(tmp_path):
    init(tmp_path)
    (tmp_path / "data" / "journal").mkdir(parents=True)
    return tmp_path


OCTOBER = datetime(2025, 10, 5, 12, tzinfo=UTC)
NOVEMBER = datetime(2025, 11, 5, 12, tzinfo=UTC)


@pytest.mark.parametrize("missing", [False, True])
def test_an_empty_journal_proves_nothing(board, door, missing):
    """Somebody may have forgotten to copy it."""
    if missing:
        (board / "data" / "journal").rmdir()
    nothing = f"{board / 'data' / 'journal'} has no journal, so there was nothing to check.\n"
    assert door("audit") == (1, "", nothing)


def test_a_board_on_which_nobody_has_played_has_clean_books(board, door):
    Journal(Folder(board / "data"), UTC, lambda: NOVEMBER).repair()
    clean = f"0 lines and 0 games checked: all proved.\nThe journal's head is {'0' * 64}.\n"
    assert door("audit") == (0, clean, "")


def test_the_bulletin_of_an_empty_board(door):
    code, out, err = door("bulletin")
    assert (code, err) == (0, "")
    assert "Nobody" in out
    assert door("replay", "x") == (1, "", "The journal has no game 'x'.\n")


def test_the_audit_counts_what_it_proved(board, door):
    put(board, (OCTOBER, "a1", "Ann", bytes(32)), (NOVEMBER, "b1", "Bob", bytes([1] * 32)))
    assert door("audit")[1].startswith("4 lines and 2 games checked: all proved.\n")
    assert door("audit", "--month", "2025-10")[1].startswith("4 lines and 1 game of 2025-10 checked")


def test_the_audit_names_the_line_that_fails(board, door):
    put(board, (OCTOBER, "a1", "Ann", bytes(32)), (OCTOBER, "b1", "Bob", bytes([1] * 32)))
    path = board / "data" / "journal" / "2025-10.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    rows[1]["score"] += 100
    path.write_bytes(b"".join(lines.encode(row) + b"\n" for row in rows))
    code, out, err = door("audit")
    assert code == 1
    assert "2025-10.jsonl:2: " in err and "score" in err
    assert "2025-10.jsonl:3: the chain is broken" in err
    assert "Traceback" not in err
    assert out.startswith("4 lines and 2 games checked: 2 faults.\n")


def test_the_progress_bar_is_for_terminals_alone():
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    assert bar(io.StringIO()) is None
    terminal = Terminal()
    progress = bar(terminal)
    for done in range(0, 1001, 5):
        progress(done, 1000)
    text = terminal.getvalue()
    assert text.count("%") == 100, "each hundredth is drawn once, the last one clears the line"
    assert text.endswith(" \r")
    assert "[####################....................]  50%" in text
    Terminal()
    bar(terminal)(0, 0)


def test_the_bulletin_of_a_closed_month(board, door):
    one, two = put(
        board, (OCTOBER, "a1", "Ann", bytes(32)), (OCTOBER, "b1", "Bob", bytes([1] * 32))
    )  # fmt: skip
    code, out, err = door("bulletin", "shutbox", "--month", "2025-10")
    winner = "Bob" if two > one else "Ann"
    assert (code, err) == (0, "")
    assert "October 2025" in out and winner in out
    assert "The journal" not in err
    assert door("bulletin", "--month", "2999-01") == (1, "", "The month 2999-01 has not begun yet.\n")
    assert door("bulletin", "chess")[2].startswith("There is no door 'chess'; the doors are shutbox")


def test_bulletins_are_written_in_three_forms(board, door, tmp_path):
    put(board, (OCTOBER, "a1", "Ann", bytes(32)))
    folder = tmp_path / "out" / "bulletins"
    assert door("bulletin", "shutbox", "--month", "2025-10", "--write", str(folder))[0] == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        f"shutbox-2025-10.{k}" for k in ("ans", "asc", "txt")
    ]
    assert (folder / "shutbox-2025-10.asc").read_bytes().isascii()
    assert b"SAUCE00" in (folder / "shutbox-2025-10.ans").read_bytes()[-128:]
    assert "Ann" in (folder / "shutbox-2025-10.txt").read_text()
    (tmp_path / "file").write_text("x")
    code, _, err = door("bulletin", "shutbox", "--write", str(tmp_path / "file"))
    assert (code, err.count("\n")) == (1, 1)


def test_the_month_with_the_luck_taken_out_and_a_game_looked_back_on(board, door):
    scores = put(board, (OCTOBER, "a1", "Ann", bytes(32)), (OCTOBER, "b1", "Bob", bytes([1] * 32)))
    code, out, err = door("bulletin", "shutbox", "--month", "2025-10", "--luck")
    assert (code, err) == (0, "") and "Luck taken out" in out
    rows = [line.split() for line in out.partition("Luck taken out")[2].splitlines()]
    rows = {row[1]: [float(cell) for cell in row[2:]] for row in rows if row[:1] in (["1."], ["2."])}
    for who, score in zip(("Ann", "Bob"), scores, strict=True):
        without, luck, choices, games = rows[who]
        assert without + luck == pytest.approx(score) and games == 1
        assert without == pytest.approx(122.4956 + choices, abs=0.006)
    assert "Luck taken out" not in door("bulletin", "mindbuster", "--luck")[1]
    code, out, err = door("replay", "a1", "--coach")
    assert (code, err) == (0, "") and f"{scores[0]} = par 122.50 " in out and "mistakes" in out
    assert door("replay", "x", "--coach") == (1, "", "The journal has no game 'x'.\n")


def test_a_game_is_shown_move_by_move(board, door):
    (score,) = put(board, (OCTOBER, "abc1", "Ann", bytes(32)))
    put(board, (OCTOBER, "abd2", "Bob", bytes([1] * 32)))
    code, out, err = door("replay", "abc")
    assert (code, err) == (0, "")
    assert "Shut The Box" in out and "Ann" in out
    assert f"Seal:       {commitment(bytes(32))}" in out and f"Seed:       {'00' * 32}" in out
    assert str(score) in out.splitlines()[-1]
    assert door("replay", "ab")[2] == "2 games start with 'ab': abc1, abd2.\n"
    assert door("replay", "abc1")[0] == 0
    assert door("replay", "")[2] == "The journal has no game ''.\n"


@pytest.mark.parametrize(
    "change",
    [
        {"moves": ["9 8 7"]}, {"moves": 5}, {"moves": [5]}, {"seed": "zz"}, {"seed": None}, {"door": "chess"},
        {"options": {"tiles": "many"}}, {"options": {"unheard": 1}}, {"options": []}, {"seats": 5},
        {"options": {"tiles": 10**9}}, {"t": None},        {"seats": [None]},
    ],
)  # fmt: skip
def test_a_game_that_was_tampered_with_is_a_sentence(board, door, change):
    put(board, (OCTOBER, "a1", "Ann", bytes(32)))
    path = board / "data" / "journal" / "2025-10.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    rows[1].update(change)
    path.write_bytes(b"".join(lines.encode(row) + b"\n" for row in rows))
    for words in (("replay", "a1", "--coach"), ("bulletin", "--luck")):
        assert "Traceback" not in door(*words)[2]
    code, out, err = door("replay", "a1")
    assert "Internal" not in err
    if "t" not in change:
        assert (code, out, err.count("\n")) == (1, "", 1)


def test_nothing_of_a_foreign_journal_acts_on_the_terminal(board, door):
    put(board, (OCTOBER, "a1\x1b[2J", "Ann", bytes(32)))
    assert "\x1b" not in door("replay", "a1")[1]


def test_an_open_game_is_said_to_be_open(board, door):
    journal = Journal(Folder(board / "data"), UTC, lambda: OCTOBER)
    turn = game_lines.turn(
        lines.stamp(OCTOBER), "o1", "shutbox", "Ann", "2025-10-05", False, {}, commitment(bytes(32))
    )
    journal.decide_now([turn])
    assert door("replay", "o1")[2] == "The game o1 isn't finished yet.\n"
