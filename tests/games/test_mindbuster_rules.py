"""MindBuster!: marks, moves, the order of a duel, replays; and what the computer does with a history."""

import json
from collections import Counter
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.games.chance import Chance
from door.games.game import Front, IllegalMove
from door.games.info import Info
from door.games.mindbuster import computer, rules
from door.games.mindbuster.coach import COACH
from door.games.mindbuster.record import PLAYERS, plan
from door.games.mindbuster.rules import OPTIONS, MindGame, apply, mark, new_game
from door.games.record import Record
from door.screens.doors import find

INFO = Info("mindbuster", "MindBuster!", "", 0, OPTIONS)
TESTS = json.loads((Path(__file__).parents[1] / "vectors" / "mastermind.json").read_text())["tests"]
PEGS = rules.NO_PEG + rules.LETTERS
DUEL = ("Alice", "computer:watson")
DOOR = find("mindbuster")


def vectors(kind: str) -> list[dict[str, Any]]:
    return [test for test in TESTS if test["kind"] == kind]


def text(numbers: list[int]) -> str:
    return "".join(PEGS[n] for n in numbers)


def begin(seed: int = 1, **options: Any) -> MindGame:
    return new_game(INFO.complete(options), ("Alice",), Chance(bytes([seed]) * 32))


def wrong(game: MindGame, code: str) -> str:
    """Some guess that is not the code."""
    return next(p * game.holes for p in game.palette if p * game.holes != code)


def play(game: MindGame, *moves: str) -> MindGame:
    for move in moves:
        game = apply(game, move)
    return game


@pytest.mark.parametrize("test", vectors("score"))
def test_marks_of_the_vectors(test):
    assert mark(text(test["guess"]), text(test["code"])) == tuple(test["bw"])


@pytest.mark.parametrize(
    ("guess", "code", "marks"),
    [("WYBK", "RWBG", (1, 1)), ("RBGK", "WYGG", (1, 0)), ("YBYK", "RKYB", (1, 2)), ("RWGG", "GWRG", (2, 2))],
)
def test_the_manuals_examples(guess, code, marks):
    assert mark(guess, code) == marks


pegs4 = st.text(PEGS, min_size=4, max_size=4)
codes4 = st.text(rules.LETTERS, min_size=4, max_size=4)


@given(pegs4, codes4)
def test_links_agree_with_marks_and_use_each_peg_once(guess, code):
    joined = rules.links(guess, code)
    hits = [pair for pair in joined if pair[0] == pair[1]]
    assert (len(hits), len(joined) - len(hits)) == mark(guess, code)
    assert all(guess[i] == code[j] for i, j in joined)
    assert len({i for i, _ in joined}) == len({j for _, j in joined}) == len(joined)


def test_three_blacks_and_a_white_never_happen():
    seen = {mark("".join(g), "".join(c)) for g in product("RWB", repeat=4) for c in product("RWB", repeat=4)}
    assert (3, 1) not in seen and len(seen) == 14


def test_the_code_is_drawn_first_hole_by_hole():
    drawn, after = Chance(bytes(32)).several(8, 5)
    game = new_game(INFO.complete({"holes": 5, "colours": 8}), DUEL, Chance(bytes(32)))
    assert game.hidden == "".join(rules.LETTERS[n] for n in drawn) and game.chance == after


def test_solo_ends_with_the_code_or_after_ten():
    game = begin(players=1)
    assert game.phase == "guess" and game.seats == ("Alice",)
    miss = wrong(game, game.hidden)
    won = play(game, miss, miss, game.hidden)
    assert won.over and rules.score(won) == 3 and rules.result(won) == "won"
    lost = play(game, *[miss] * 10)
    assert lost.over and rules.score(lost) == 11 and rules.result(lost) == "lost"
    tenth = play(game, *[miss] * 9, game.hidden)
    assert tenth.over and rules.score(tenth) == 10
    with pytest.raises(IllegalMove, match="over"):
        apply(won, miss)


def test_a_duel_begins_with_the_callers_code():
    game = begin()
    assert game.phase == "code" and game.seats == DUEL
    with pytest.raises(IllegalMove, match="own code first"):
        apply(game, "RWBG")
    game = apply(game, "code RWBG")
    assert game.phase == "guess"
    with pytest.raises(IllegalMove, match="guess"):
        apply(game, "code RWBG")
    with pytest.raises(IllegalMove, match="guess"):
        apply(begin(players=1), "code RWBG")


def test_the_computer_has_its_guess_of_the_last_round():
    game = apply(begin(), "code RRWW")
    miss = wrong(game, game.hidden)
    game = play(game, miss, "BBBB", game.hidden)
    assert game.phase == "answer" and not game.over
    drawn, won = apply(game, "RRWW"), apply(game, "BBBB")
    assert drawn.over and rules.result(drawn) == "drawn" and rules.score(drawn) == 2
    assert won.over and rules.result(won) == "won" and rules.score(won) == 2


def test_a_duel_is_lost_when_only_the_computer_breaks_the_code():
    game = apply(begin(), "code RRWW")
    miss = wrong(game, game.hidden)
    lost = play(game, miss, "RRWW")
    assert lost.over and rules.score(lost) == 11 and rules.result(lost) == "lost"
    neither = play(game, *[miss, "BBBB"] * 10)
    assert neither.over and rules.score(neither) == 11 and rules.result(neither) == "drawn"
    assert len(neither.guesses) == len(neither.answers) == 10


def test_giving_up_scores_eleven():
    for game in (begin(), begin(players=1), apply(begin(), "code RWBG")):
        ended = apply(game, "quit")
        assert ended.over and rules.score(ended) == 11 and rules.result(ended) == "lost"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("RW", "Hole 3 is empty"),
        ("R WB", "Hole 2 is empty"),
        ("", "Hole 1"),
        ("RWBGY", "only 4 holes"),
        ("RWBO", r"'O' \(hole 4\)"),
        ("rwbg", r"'r' \(hole 1\)"),
        ("RWB\x1b", "hole 4"),
    ],
)
def test_guesses_refused_in_place(move, reason):
    with pytest.raises(IllegalMove, match=reason):
        apply(begin(players=1), move)


def test_no_peg_is_for_guesses():
    assert apply(begin(players=1), "----").guesses == ("----",)
    with pytest.raises(IllegalMove, match="Hole 2 has NO PEG"):
        apply(begin(), "code R-BG")
    with pytest.raises(IllegalMove, match=r"Choose a colour\."):
        apply(begin(), "code RW")


@given(st.integers(0, 255), st.booleans(), st.data())
def test_seed_options_and_moves_replay_the_same(seed, duel, data):
    options = {"holes": data.draw(st.integers(4, 5)), "colours": data.draw(st.integers(3, 8))}
    options["players"] = 2 if duel else 1
    game, moves = begin(seed, **options), list[str]()
    letters = st.text(game.palette, min_size=game.holes, max_size=game.holes)
    while not game.over:
        pegs = data.draw(st.just(game.hidden) | letters) if game.phase == "guess" else data.draw(letters)
        moves.append(rules.CODE + pegs if game.phase == "code" else pegs)
        game = apply(game, moves[-1])
    assert DOOR is not None
    full, replay = DOOR.INFO.complete(options), DOOR.replay
    outcome = replay(Record(full, ("Alice",), Chance(bytes([seed]) * 32), tuple(moves)))
    assert outcome == replay(Record(full, DUEL, Chance(bytes([seed]) * 32), tuple(moves)))
    assert outcome.ended and outcome.score == rules.score(game)
    assert not replay(Record(full, DUEL, Chance(bytes([seed]) * 32), tuple(moves[:-1]))).ended
    lines = DOOR.narrate(Record(full, DUEL, Chance(bytes([seed]) * 32), tuple(moves)))
    assert len(lines) == len(moves) + 3 and game.hidden in lines[0]


@pytest.mark.parametrize("options", [{"holes": 6}, {"colours": 9}, {"players": 0}, {"holes": "4"}], ids=str)
def test_options_of_no_game_are_named(options):
    with pytest.raises(ValueError, match=f"{next(iter(options))} is . to ., not"):
        begin(**options)


def test_seats_follow_the_options():
    assert DOOR is not None
    for options, seats in (({"players": 1}, ("Alice",)), ({"level": "homer"}, ("Alice", "computer:homer"))):
        assert plan(Front(DOOR.INFO.complete(options), "Alice"), False).seats == seats


def as_history(rows: list[Any]) -> list[tuple[str, tuple[int, int]]]:
    return [(text(pegs), (marks[0], marks[1])) for pegs, marks in rows]


@pytest.mark.parametrize("test", vectors("consistent") + vectors("contradiction"))
def test_possible_codes_of_the_vectors(test):
    history = as_history(test["history"])
    assert computer.possible(test["holes"], test["colours"], history) == test["count"]
    left = computer.consistent(computer.all_codes(test["holes"], test["colours"]), history, test["colours"])
    assert [[int(n) + 1 for n in row] for row in left[:5]] == test.get("first5", [])


@pytest.mark.parametrize("test", vectors("partition"))
def test_partition_of_the_vectors(test):
    colours = test["colours"]
    everything = computer.all_codes(test["holes"], colours)
    sizes = computer.parts(computer.to_row(text(test["guess"]))[None, :], everything, colours)[0]
    assert sorted((int(n) for n in sizes if n), reverse=True) == test["sizes"]


@given(st.integers(3, 8), st.integers(4, 5), st.data())
def test_marks_of_many_are_the_marks_of_each(colours, holes, data):
    letters = rules.LETTERS[:colours]
    guesses = data.draw(
        st.lists(st.text(letters + "-", min_size=holes, max_size=holes), min_size=1, max_size=6)
    )
    hidden = data.draw(st.lists(st.text(letters, min_size=holes, max_size=holes), min_size=1, max_size=6))
    rows = [np.stack([computer.to_row(pegs) for pegs in many]) for many in (guesses, hidden)]
    table = computer.mark_all(rows[0], rows[1], colours)
    for i, j in product(range(len(guesses)), range(len(hidden))):
        assert table[i, j] == computer.mark_number(mark(guesses[i], hidden[j]), holes)


def solve(code: str, colours: int, level: str, salt: str = "") -> list[str]:
    history: list[tuple[str, tuple[int, int]]] = []
    while not history or history[-1][0] != code:
        pegs = computer.guess(len(code), colours, history, level, salt)
        assert len(history) < 40
        history.append((pegs, mark(pegs, code)))
    return [pegs for pegs, _ in history]


def einsteins_tree(holes: int, colours: int) -> tuple[float, int]:
    """Einstein's average and longest game over every code, from one walk of histories."""
    used, longest = 0, 0
    waiting: list[tuple[list[tuple[str, tuple[int, int]]], list[str]]] = [
        ([], ["".join(pegs) for pegs in product(rules.LETTERS[:colours], repeat=holes)])
    ]
    everything = len(waiting[0][1])
    while waiting:
        history, left = waiting.pop()
        pegs = computer.guess(holes, colours, history)
        used, longest = used + len(left), max(longest, len(history) + 1)
        kinds: dict[tuple[int, int], list[str]] = {}
        for code in left:
            kinds.setdefault(mark(pegs, code), []).append(code)
        waiting += [([*history, (pegs, m)], some) for m, some in kinds.items() if m[0] < holes]
    return used / everything, longest


@pytest.mark.parametrize(("holes", "colours", "best"), [(4, 3, 3.0370), (4, 4, 3.5352), (5, 3, 3.3580)])
def test_einstein_is_close_to_the_best_known(holes, colours, best):
    average, longest = einsteins_tree(holes, colours)
    assert average <= best * 1.02 and longest <= 8


@pytest.mark.whole("computers")
@pytest.mark.parametrize("size", list(product((4, 5), range(3, 9))))
def test_einstein_breaks_any_size_in_eight(size):
    rng = Random(str(size))
    for salt in ("", "a", "b"):
        code = "".join(rng.choices(rules.LETTERS[: size[1]], k=size[0]))
        assert len(solve(code, size[1], "einstein", salt)) <= 8


def test_the_same_game_is_guessed_the_same_and_salts_differ():
    for level in rules.LEVELS:
        assert solve("RWBG", 6, level, "salt") == solve("RWBG", 6, level, "salt")
    firsts = {computer.guess(4, 6, [], "einstein", str(salt)) for salt in range(40)}
    assert len(firsts) > 20 and all(len(set(pegs)) == 3 for pegs in firsts)


@pytest.mark.parametrize("level", ["watson", "holmes", "einstein"])
def test_a_level_that_remembers_all_never_contradicts_itself(level):
    """What is possible shrinks with every row, and the code stays possible."""
    for salt in range(5):
        code = "GRYY"
        played = solve(code, 6, level, str(salt))
        rows = [(pegs, mark(pegs, code)) for pegs in played]
        counts = [computer.possible(4, 6, rows[:n]) for n in range(len(rows) + 1)]
        assert counts[0] == 1296 and counts[-1] == 1
        assert all(after < before for before, after in pairwise(counts[:-1]))


@pytest.mark.whole("computers")
def test_levels_stand_in_order():
    rng = Random(5)
    hidden = ["".join(rng.choices("RWBGYK", k=4)) for _ in range(40)]
    means = [
        sum(min(11, len(solve(code, 6, level, code))) for code in hidden) / 40
        for level in ("bart", "lisa", "watson", "einstein")
    ]
    assert means == sorted(means, reverse=True)


def test_every_level_is_described():
    assert tuple(PLAYERS) == rules.LEVELS


def test_bad_histories_and_levels_are_named():
    with pytest.raises(ValueError, match="no code fits"):
        computer.guess(4, 6, [("RRRR", (0, 0)), ("RRWW", (4, 0))])
    with pytest.raises(ValueError, match="no level 'marge'"):
        computer.guess(4, 6, [], "marge")


def test_the_solvers_eye_tells_what_was_possible():
    game = new_game(INFO.complete({"players": 1}), ("Ann",), Chance(bytes(32)))
    rows = ["RRWW", "R-B-", game.hidden]
    review = Record(INFO.complete({"players": 1}), ("Ann",), Chance(bytes(32)), tuple(rows))
    made = [row for step in range(3) for row in COACH.look(review, step)]
    eye = [row.seen for row in made]
    assert [row.move for row in made] == rows and eye[0].before == 1296 and eye[-1].after == 1
    assert all(row.after <= row.before for row in eye)
    assert all(later.before == row.after for row, later in pairwise(eye))
    assert eye[0].einstein == computer.guess(4, 6, [], "einstein", rules.secret(game))
    sums = Counter(mark("RRWW", "".join(pegs)) for pegs in product("RWBGYK", repeat=4))
    assert eye[0].after == sums[mark("RRWW", game.hidden)]
    assert COACH.luck(review, 0) == sum(row.luck for row in made)


def test_the_seats_of_a_duel_move_in_turn():
    game = new_game(INFO.complete({"players": 2}), ("Alice", "Bob"), Chance(bytes(32)))
    movers = [game.mover]
    for move in ("code RRRR", "code WWWW", "BBBB", "GGGG", "BBBB"):
        game = apply(game, move)
        movers.append(game.mover)
    assert movers == [0, 1, 0, 1, 0, 1]
    alone = begin(players=1)
    assert (alone.mover, play(alone, wrong(alone, alone.hidden)).mover) == (0, 0)


def test_a_row_is_read_out_peg_by_peg():
    assert rules.pegs_text(f"RW{rules.UNSET}{rules.NO_PEG}") == f"R W . {rules.NO_PEG}"
