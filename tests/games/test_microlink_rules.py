"""MicroLink: turns and totals, the end, replay; the computer's levels, and the coach."""

import json
import time
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from other_games import table_of

from door.games.chance import Chance
from door.games.game import IllegalMove, computer_level
from door.games.microlink import computer, rules
from door.games.microlink.choices import Shown
from door.games.microlink.play import COACH, MicroLinkBoard
from door.games.microlink.record import ending
from door.games.microlink.rules import LinkGame, Turn, apply, legal, new_game
from door.games.microlink.show import draw
from door.games.record import Record
from door.games.seating import seat_name
from door.games.shutbox import computer as shutbox_computer
from door.games.shutbox import rules as box_rules
from door.games.shutbox.computer import COACH as shutbox
from door.games.shutbox.rules import MICROLINK, Step, Variant, mask_of, tiles_of
from door.screens.doors import find
from door.ui.screen import View

VECTORS = Path(__file__).parents[1] / "vectors" / "shutbox_microlink.json"
TESTS = json.loads(VECTORS.read_text())["tests"]
SEED = bytes(range(32))
narrate = find("microlink").narrate
ALL = mask_of(list(range(1, 10)))
seeds = st.binary(min_size=32, max_size=32)
levels = st.sampled_from(list(computer.LEVELS))


def vectors(kind):
    return [v for v in TESTS if v["kind"] == kind]


def at(doors, dice, seats=("ANNA",), turns=()):
    """A game with these doors open and these dice on the table."""
    box = box_rules.BoxGame(MICROLINK, Chance(SEED), mask_of(doors), tuple(dice), 45 - sum(doors))
    return LinkGame(tuple(seats), box, turns=turns)


def dice_for(total):
    return (total // 2, total - total // 2)


def full(game, level="expert"):
    """The game played to its end by one level for all seats, and its moves."""
    moves = []
    while not game.over:
        moves.append(computer.move(game, game.seat, level))
        game = apply(game, moves[-1])
    return game, tuple(moves)


def refusal(game, move):
    with pytest.raises(IllegalMove) as caught:
        apply(game, move)
    return str(caught.value)


@pytest.mark.parametrize("case", vectors("turn"), ids=lambda c: f"{c['score']} points")
def test_the_vectors_turns(case):
    """Step by step; the dice of each step are laid before the move that answers them."""
    game = at(range(1, 10), case["steps"][0]["dice"])
    for step, following in zip(case["steps"], [*case["steps"][1:], None], strict=True):
        if step["shut"] is None:
            break
        assert " ".join(map(str, step["shut"])) in legal(game)
        steps = (*game.steps, Step(game.box.open, game.box.dice, mask_of(step["shut"])))
        box = laid(game.box, mask_of(step["shut"]), following and tuple(following["dice"]))
        game = rules._turn_over(game, box, steps) if box.over else LinkGame(game.seats, box, steps)
    (turn,) = game.turns
    left = ALL
    for step in turn.steps:
        left &= ~step.shut
    assert (turn.score, turn.perfect) == (case["score"], case["all_shut"])
    assert list(tiles_of(left)) == case["open_at_end"] and turn.doors == 9 - len(case["open_at_end"])
    assert len(turn.steps) == len(case["steps"]) and game.box.open == ALL and game.steps == ()


def laid(box, shut, dice):
    """The box after a move, with the next dice laid by hand instead of rolled."""
    left, points = box.open & ~shut, box.points + box_rules.total_of(shut)
    why = "shut" if not left else "" if box_rules.legal(left, sum(dice)) else "stuck"
    return box_rules.BoxGame(box.variant, box.chance, left, dice or box.dice, points, why)


@given(seed=seeds)
def test_a_dead_roll_passes_the_turn_and_the_next_roll_is_there(seed):
    """With 1, 2 and 6 left after the move, what is rolled next decides."""
    box = box_rules.BoxGame(MICROLINK, Chance(seed), mask_of([1, 2, 5, 6, 7]), (6, 6), 24)
    before = LinkGame(("ANNA", "BOB"), box)
    game = apply(before, "5 7")
    rolled, chance = Chance(seed).roll()
    if box_rules.legal(mask_of([1, 2, 6]), sum(rolled)):
        assert (game.box.dice, game.turns, game.seat) == (rolled, (), 0)
    else:
        opening, chance = chance.roll()
        dead = Step(mask_of([1, 2, 6]), rolled, 0)
        assert game.turns[0].steps == (Step(box.open, (6, 6), mask_of([5, 7])), dead)
        assert (game.totals, game.seat, game.steps) == ((36, 0), 1, ())
        assert (game.box.dice, game.box.chance, game.box.open) == (opening, chance, ALL)


def test_why_not():
    game = at([1, 2, 3, 4, 6, 8, 9], (6, 5))
    assert refusal(game, "5 6") == "Door 5 is already shut."
    assert refusal(game, "8") == "Those doors add up to 8, but the dice show 11."
    assert refusal(game, "11") == "There is no door 11."
    assert rules.refusal(game, 0) == "You haven't shut a door."
    assert rules.refusal(game, mask_of([3, 8])) == ""


@pytest.mark.parametrize(
    "move", ["", " ", "8 3", "3  8", "3 8 ", "3,8", "Quit", "x" * 1000, "13", None, 7, ["3 8"]]
)
def test_no_such_move(move):
    assert len(refusal(at(range(1, 10), (6, 5)), move)) < 120


@pytest.mark.parametrize("seats", [(), ("A", "B", "C", "D", "E")])
def test_one_to_four_players(seats):
    with pytest.raises(IllegalMove, match=rf"^There are 1 to 4 players, not {len(seats)}\.$"):
        new_game({}, seats, Chance(SEED))


@examples(40)
@given(seed=seeds, count=st.integers(1, 4), data=st.data())
def test_any_game(seed, count, data):
    seats = ("ANNA", "computer:expert", "BOB", "CAROL")[:count]
    pick = data.draw(st.randoms(use_true_random=False))
    game, moves = new_game({}, seats, Chance(seed)), []
    while not game.over:
        assert len(legal(game)) > 0 and game.seat == len(game.turns) % count
        moves.append(pick.choice(legal(game)))
        game = apply(game, moves[-1])
    assert [turn.seat for turn in game.turns] == [*range(count)] * 5
    rolls, chance = [step.dice for turn in game.turns for step in turn.steps], Chance(seed)
    for dice in rolls:
        rolled, chance = chance.roll()
        assert rolled == dice
    assert game.box.chance == chance
    for turn in game.turns:
        shut = sum(box_rules.total_of(step.shut) for step in turn.steps)
        assert turn.score == shut + 5 * (shut == 45) and turn.perfect is (shut == 45)
        assert all(step.shut for step in turn.steps[:-1])
        assert turn.perfect or not box_rules.legal(turn.steps[-1].open, turn.steps[-1].total)
    assert max(game.totals) == game.totals[game.winners[0]] and game.totals[0] == game.totals[0]
    outcome = find("microlink").replay(Record({}, tuple(seats), Chance(seed), tuple(moves)))
    assert (outcome.score, outcome.ended, outcome.used) == (game.totals[0], True, chance.used)
    assert not find("microlink").replay(Record({}, tuple(seats), Chance(seed), tuple(moves[:-1]))).ended
    told = narrate(Record({}, tuple(seats), Chance(seed), tuple(moves)))
    assert len(told) == len(moves) + len(game.turns) + 2 and told[-1] == f"Game over. Score: {game.totals[0]}"
    with pytest.raises(IllegalMove, match=rf"^move {len(moves) + 1}: The game is over\.$"):
        find("microlink").replay(Record({}, tuple(seats), Chance(seed), (*moves, "quit")))


@given(seed=seeds, count=st.integers(0, 40))
def test_quit_keeps_the_finished_turns_only(seed, count):
    game, moves = new_game({}, ("ANNA", "BOB"), Chance(seed)), []
    for _ in range(count):
        if not game.over:
            moves.append(legal(game)[0])
            game = apply(game, moves[-1])
    if game.over:
        return
    left = apply(game, "quit")
    assert left.over and left.winners == () and legal(left) == ()
    assert left.totals[0] == sum(turn.score for turn in game.turns if turn.seat == 0)
    assert (
        find("microlink").replay(Record({}, ("ANNA", "BOB"), Chance(seed), (*moves, "quit"))).score
        == left.totals[0]
    )
    told = narrate(Record({}, ("ANNA", "BOB"), Chance(seed), (*moves, "quit")))
    assert told[-2:] == ("Given up.", f"Game over. Score: {left.totals[0]}")


@pytest.mark.parametrize("case", vectors("game"))
def test_a_perfect_game_and_who_wins(case):
    perfect = tuple(Step(1 << n, (1, 1), 1 << n) for n in range(9))
    turns = tuple(
        Turn(seat, perfect, case["turn_scores"][seat][n]) for n in range(5) for seat in range(2)
    )  # fmt: skip
    game = at([], (1, 2), ("ANNA", "computer:casual"), turns)
    assert game.over and list(game.totals) == case["totals"]
    assert [seat + 1 for seat in game.winners] == [case["winner"]]
    assert game.totals[0] == rules.PERFECT_GAME == 250
    tied = at(
        [], (1, 2), ("ANNA", "BOB", "CAROL"), tuple(Turn(n % 3, perfect, 40 - n % 3 // 2) for n in range(15))
    )
    assert tied.winners == (0, 1)
    end = ending(table_of(tied))
    assert end.headline == "ANNA and BOB share the win with 200!"
    assert end.lines == ("ANNA and BOB share the win.", "Game over. Score: 200")
    assert seat_name("computer:casual") == "computer (casual)"
    table = table_of(tied, MicroLinkBoard(), frame=Shown("turn", 0, True), caller="ANNA")
    assert "THE BOX IS SHUT! 39 points. Enter: the result " in draw(table, View()).text()


def test_dots():
    (case,) = vectors("dots")
    assert [rules.dots(points) for points, _ in case["cases"]] == [filled for _, filled in case["cases"]]


def test_a_game_set_down():
    """One whole game of three, kept to the letter."""
    seats = ("ANNA", "computer:beginner", "BOB")
    game, moves = full(new_game({}, seats, Chance(SEED)))
    told = narrate(Record({}, tuple(seats), Chance(SEED), tuple(moves)))
    assert told[0] == "Turn 1, ANNA: 4 + 1 = 5, shut 5."
    assert told[3] == "Turn 1, ANNA: 2 + 6 = 8, shut 2 6."
    assert told[4] == "2 + 4 can't be used: 28 points, total 28."
    assert told[5] == "Turn 1, computer (beginner): 2 + 6 = 8, shut 8."
    assert told[-3:] == (
        "1 + 5 can't be used: 27 points, total 166.",
        "computer (beginner) wins.",
        "Game over. Score: 159",
    )
    assert game.totals == (159, 168, 166)


def odds(choice, gain, at_end):
    """The expectation of what a rule gains on the way, and of `at_end` for a shut box, exactly."""
    table = [Fraction(at_end)]
    for doors in range(1, ALL + 1):
        so_far = Fraction(0)
        for total, ways in shutbox_computer.WAYS.items():
            if box_rules.legal(doors, total):
                shut = choice(doors, total)
                so_far += ways * (gain(shut) + table[doors & ~shut])
        table.append(so_far / 36)
    return table[-1]


def mean(choice):
    """A turn's expected points under a rule."""
    return odds(choice, box_rules.total_of, MICROLINK.shut_bonus)


def largest(shut):
    return tiles_of(shut)[::-1]


def test_the_exact_reference():
    (exact,) = vectors("exact")
    assert mean(computer.LEVELS["expert"]) == Fraction(exact["E_turn_optimal"])
    shut = odds(computer.LEVELS["expert"], lambda shut: 0, 1)
    assert float(shut) == pytest.approx(exact["Pshut_under_scoremax_f"], abs=1e-12)
    for key, name in (
        (largest, "largest_first"),
        (lambda shut: (-shut.bit_count(), *largest(shut)), "fewest_doors"),
    ):
        rule = mean(lambda doors, total, key=key: max(box_rules.legal(doors, total), key=key))
        assert float(rule) == pytest.approx(exact[name], abs=1e-5)
        assert f"({float(rule):.2f})" in computer.__doc__


def test_expert_makes_the_one_best_move_of_1773_decisions():
    """Exact fractions: every state with a choice; one of the 1,774 has two best moves."""
    ahead = shutbox_computer.worths(MICROLINK, number=Fraction)
    decisions = unique = 0
    for doors, total in product(range(1, 512), range(2, 13)):
        sets = box_rules.legal(doors, total)
        if len(sets) > 1:
            most = max(ahead[doors & ~shut] for shut in sets)
            best = [shut for shut in sets if ahead[doors & ~shut] == most]
            decisions, unique = decisions + 1, unique + (len(best) == 1)
            assert computer.LEVELS["expert"](doors, total) in best
    assert (decisions, unique) == (1774, 1773)


@pytest.mark.parametrize("case", vectors("best"), ids=lambda c: f"{c['total']} of {len(c['open'])}")
def test_the_vectors_best(case):
    game = at(case["open"], dice_for(case["total"]))
    assert computer.move(game, game.seat, "expert") == " ".join(map(str, case["best_by_score"][0]))
    for tiles, value, _ in case["all"]:
        (row,) = COACH.follow([(0, 0, game.box, " ".join(map(str, tiles)))], None)
        assert row.cost == pytest.approx(case["value"] - value, abs=1e-9)
        assert row.best == " ".join(map(str, case["best_by_score"][0])) and row.ways == len(case["all"])


def test_levels_are_apart_as_said():
    means = [float(mean(rule)) for rule in computer.LEVELS.values()]
    assert means == pytest.approx([20.901787, 25.257726, 29.931454, 34.197044], abs=1e-6)
    for level, value in zip(computer.LEVELS, means, strict=True):
        assert f"{level:<9} {value:.4f}" in computer.__doc__


@pytest.mark.whole("computers")
def test_a_sample_of_turns_agrees_with_the_exact_mean():
    """1,000 turns a level through the rules themselves; a turn's deviation is about 8.3."""
    for level in computer.LEVELS:
        scores = [
            turn.score
            for n in range(50)
            for turn in full(new_game({}, ("A", "B", "C", "D"), Chance(f"{n:032}".encode())), level)[0].turns
        ]
        assert len(scores) == 1000
        assert abs(sum(scores) / 1000 - float(mean(computer.LEVELS[level]))) < 4 * 9 / 1000**0.5


@given(seed=seeds, name=levels)
def test_levels_make_legal_moves_and_always_the_same(seed, name):
    game = new_game({}, ("ANNA",), Chance(seed))
    for _ in range(8):
        if not game.over:
            move = computer.move(game, game.seat, name)
            assert move in legal(game) and move == computer.move(game, game.seat, name)
            game = apply(game, move)


def test_no_such_level():
    with pytest.raises(
        ValueError, match=r"^No computer level 'god': there are beginner, casual, careful, expert\.$"
    ):
        computer.move(new_game({}, ("ANNA",), Chance(SEED)), 0, "god")
    assert computer_level("computer:careful") == "careful" and computer_level("ANNA") == ""


def test_the_dynamic_programme_is_quick():
    shutbox_computer._float_worths.cache_clear()
    start = time.process_time()
    computer.move(at(range(1, 10), (3, 4)), 0, "expert")
    assert time.process_time() - start < 0.05


@examples(30)
@given(seed=seeds, name=levels)
def test_coach_finds_nothing_to_blame_in_the_expert_and_only_losses_elsewhere(seed, name):
    game, _ = full(new_game({}, ("ANNA",), Chance(seed)), name)
    for number, turn in enumerate(game.turns):
        rows = COACH.turn(game, number)
        assert [(r.seen.open, r.seen.dice, r.move) for r in rows] == [
            (step.open, step.dice, box_rules.move_text(step.shut)) for step in turn.steps
        ]
        for row in rows[: len(rows) - (not turn.perfect)]:
            assert row.cost >= 0 and (row.cost == 0) is (row.best == row.move)
            assert box_rules.read_move(row.best) in box_rules.legal(row.seen.open, row.seen.total)
            assert name != "expert" or row.cost == 0


def test_the_cost_of_a_choice_is_what_the_expectation_loses():
    """Under both scorings: the costs of a game's choices bridge the expectation and the luck."""
    for variant in (MICROLINK, Variant(), Variant(tiles=12)):
        doors = box_rules.all_tiles(variant.tiles)
        ranked = shutbox_computer.best_sets(variant, doors, 9)
        for shut, worth in ranked:
            box = box_rules.BoxGame(variant, Chance(bytes(32)), doors, (4, 5))
            judged = shutbox.judge(box, box_rules.move_text(shut))
            assert judged.cost == pytest.approx(ranked[0][1] - worth, abs=1e-9)
            assert judged.best == box_rules.move_text(ranked[0][0])


@given(seed=seeds)
def test_the_rows_of_a_box(seed):
    options, moves = {"tiles": 9, "bonus_per_tile": 10, "shut_bonus": 300, "free_turn": True}, []
    game = box_rules.begin(Variant(), Chance(seed))
    while not game.over:
        moves.append(box_rules.move_text(box_rules.legal(game.open, game.total)[0]))
        game = box_rules.apply(game, moves[-1])
    rows = shutbox.look(Record(options, ("ANNA",), Chance(seed), tuple(moves)), 0)
    assert [row.move for row in rows if row.is_choice] == moves
    assert (rows[-1].ways == 0) is (game.why == "stuck") and rows[-1].seen.dice == game.dice
    (left,) = shutbox.look(Record(options, ("ANNA",), Chance(seed), ("quit",)), 0)
    assert left.seen.open == box_rules.all_tiles(9) and not left.is_choice and left.cost > 0
