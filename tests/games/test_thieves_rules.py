"""Forty Thieves: the deal, what fits, scoring, the end, replay; and the solver against brute force."""

import hashlib
import json
import pickle
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st

from door.games.chance import Chance
from door.games.game import IllegalMove
from door.games.record import Record
from door.games.thieves import computer, play, rules
from door.games.thieves.rules import ThievesGame, apply, fits, legal, new_game, rank
from door.screens.doors import find

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "forty_thieves.json").read_text())["tests"]
SEED = hashlib.sha256(b"thieves").digest()
seeds = st.binary(min_size=32, max_size=32)
DOOR = find("thieves")
replay, narrate = DOOR.replay, DOOR.narrate


def vectors(kind):
    return [v for v in VECTORS if v["kind"] == kind]


def card(of):
    """Any card of that rank."""
    return of - 1 if of else 52


def table(stacks, stock, jokers=0, at_will=False, seed=SEED):
    """A game at hand with the ranks of a vector: the first stock card is already turned."""
    shown = [tuple(card(r) for r in stack) for stack in stacks] + [()] * (7 - len(stacks))
    current, *rest = (card(r) for r in stock)
    return ThievesGame(tuple(shown), current, tuple(rest), Chance(seed), jokers, turn_at_will=at_will)


def text(move):
    return "turn" if move == "T" else str(move)


def greedy(game):
    """The most points at once, the first such stack; the stock when nothing fits."""

    def worth(n):
        return rules.POINTS[rank(game.stacks[n - 1][-1])], -n

    return str(max(game.fitting, key=worth)) if game.fitting else "turn"


def played(game, choose, most=2000):
    moves = []
    while not game.over and len(moves) < most:
        moves.append(choose(game))
        game = apply(game, moves[-1])
    return game, tuple(moves)


def test_points_are_the_vectors_and_a_pack_holds_248():
    (values,) = vectors("values")
    assert list(rules.POINTS) == values["by_rank"]
    assert sum(rules.POINTS[rank(c)] for c in range(52)) == values["pack52_total"]
    assert values["clear_bonus"] == rules.CLEAR_BONUS


@pytest.mark.parametrize("case", vectors("fits"))
def test_fits(case):
    assert fits(case["card"], case["current"]) is case["ok"]


def test_fits_is_mutual_and_never_wraps():
    assert all(fits(a, b) == fits(b, a) for a in range(14) for b in range(14))
    assert Counter(sum(fits(a, b) for b in range(1, 14)) for a in range(1, 14)) == {2: 11, 1: 2}
    assert all(fits(0, b) for b in range(14))


def test_names():
    assert [rules.name(c) for c in (0, 12, 13, 26, 51, 52, 56)] == [
        "ace of spades", "king of spades", "ace of hearts", "ace of diamonds", "king of clubs", "joker",
        "joker",
    ]  # fmt: skip
    assert [rules.suit(c) for c in (0, 13, 51, 52)] == [0, 1, 3, None]


@given(seed=seeds, jokers=st.integers(0, 5))
def test_deal_follows_the_shuffled_pack(seed, jokers):
    pack, after = Chance(seed).shuffle(range(52 + jokers))
    game = new_game({"jokers": jokers}, ("caller",), Chance(seed))
    for k in range(35):
        assert game.stacks[k % 7][k // 7] == pack[k]
    assert (game.current, *game.stock) == pack[35:]
    assert game.chance == after and game.score == 0 and game.deal == 1


@pytest.mark.parametrize("jokers", [-1, 6, 900, True, "2", None])
def test_jokers_out_of_range_are_refused(jokers):
    with pytest.raises(IllegalMove, match=r"^jokers: 0 to 5, not "):
        new_game({"jokers": jokers}, ("caller",), Chance(SEED))


def test_two_jokers_unless_told_otherwise():
    game = new_game({}, ("caller",), Chance(SEED))
    assert len(game.stock) == 52 + 2 - 36 and game.jokers == 2 and not game.turn_at_will


@pytest.mark.parametrize("case", vectors("deal"), ids=lambda c: f"{c['jokers']} jokers")
def test_greedy_logs(case):
    game = table(case["stacks"], case["stock"], case["jokers"])
    assert len(game.stock) == case["stock_after_first"]
    assert [int(m) for m in legal(game)] == case["first_moves"]
    for move in case["greedy_log"]:
        assert greedy(game) == text(move) and not game.over
        game = apply(game, text(move))
    assert game.over and game.score == case["greedy_score"] and game.deal == 1


@pytest.mark.parametrize("case", vectors("script"), ids=lambda c: c["end"])
def test_scripts(case):
    game = table(case["stacks"], case["stock"])
    for move in case["moves"]:
        assert text(move) in legal(game)
        game = apply(game, text(move))
    assert game.score == case["score"]
    assert game.over is (case["end"] == "over")
    assert game.deal == (2 if case["end"] == "cleared" else 1)


def test_jokers_after_a_clear():
    (case,) = vectors("jokers_after_clear")
    for start, left, pack, stock in zip(
        case["start"], case["next"], case["pack"], case["stock_cards"], strict=True
    ):
        before = table([[3]], [4], jokers=start)
        game = apply(before, "1")
        assert game.jokers == left and len(game.stock) + 1 == stock
        assert sum(len(s) for s in game.stacks) + len(game.stock) + 1 == pack
        assert game.score == 6 + 15 and game.deal == 2
        shuffled, after = before.chance.shuffle(range(pack))
        assert game.stacks[0][0] == shuffled[0] and game.chance == after


def refusal(game, move):
    with pytest.raises(IllegalMove) as caught:
        apply(game, move)
    return str(caught.value)


def test_why_not():
    game = table([[5], [13], [], [7]], [6, 1])
    assert legal(game) == ("1", "4")
    assert refusal(game, "2") == "The king of spades doesn't go on the 6 of spades. You need a 5 or a 7."
    assert refusal(game, "3") == "Stack 3 is empty."
    assert refusal(game, "turn") == "Stacks 1 and 4 fit. Turn the stock only when nothing fits."
    assert "'9'" in refusal(game, "9") and "No such move" in refusal(game, "take 1")
    assert refusal(table([[5]], [1, 9]), "1").endswith("You need a 2.")
    assert refusal(table([[9]], [13, 1]), "1").endswith("You need a queen.")


@pytest.mark.parametrize("move", ["", "0", "8", "１", "1 ", "T", "TURN", "Quit", "x" * 1000, None, 1, ["1"]])
def test_no_such_move(move):
    assert len(refusal(table([[5]], [6, 1]), move)) < 100


def test_turning_at_will():
    stuck_only, at_will = (table([[5]], [6, 1, 9], at_will=w) for w in (False, True))
    assert legal(stuck_only) == ("1",) and legal(at_will) == ("1", "turn")
    turned = apply(at_will, "turn")
    assert rank(turned.current) == 1 and len(turned.stock) == 1 and turned.stacks == at_will.stacks
    last = table([[5]], [6], at_will=True)
    assert legal(last) == ("1",) and refusal(last, "turn") == "The stock is empty."


def test_a_stuck_table_with_stock_is_not_over_and_its_last_card_ends_it():
    game = table([[5]], [9, 1])
    assert not game.fitting and not game.over and legal(game) == ("turn",)
    game = apply(game, "turn")
    assert game.over and legal(game) == ()
    assert refusal(game, "turn") == refusal(game, "1") == refusal(game, "quit") == "The game is over."


def test_a_joker_always_fits_so_that_it_never_ends_a_game():
    assert not table([[5]], [0]).over
    assert not table([[0]], [9]).over


def test_quit_keeps_the_score():
    game = apply(table([[2, 5]], [6, 1]), "1")
    left = apply(game, "quit")
    assert left.over and rules.status(left).scores == (4,) and rules.status(left).ended and legal(left) == ()
    assert (rules.status(game).movers, rules.status(left).movers) == ((0,), ())


@examples(40)
@given(seed=seeds, jokers=st.integers(0, 5), at_will=st.booleans(), data=st.data())
def test_any_game(seed, jokers, at_will, data):
    """Cards and points are kept account of at every move, whatever is chosen; a replay says the same."""
    options = {"jokers": jokers, "turn_at_will": at_will}
    game, moves = new_game(options, ("caller",), Chance(seed)), []
    pick = data.draw(st.randoms(use_true_random=False))
    while not game.over:
        choices = legal(game)
        assert choices and game.fitting == tuple(int(m) for m in choices if m != "turn")
        moves.append(pick.choice(choices))
        before, game = game, apply(game, moves[-1])
        if game.deal == before.deal:
            gained = Counter(c for s in before.stacks for c in s) - Counter(c for s in game.stacks for c in s)
            assert game.score - before.score == sum(rules.POINTS[rank(c)] for c in gained)
            assert len(before.stock) - len(game.stock) == (moves[-1] == "turn") == 1 - gained.total()
        assert any(game.stacks)
    outcome = replay(Record(options, ("caller",), Chance(seed), tuple(moves)))
    assert (outcome.score, outcome.ended, outcome.used) == (game.score, True, game.chance.used)
    assert outcome.free_turns == 0
    assert not replay(Record(options, ("caller",), Chance(seed), tuple(moves[:-1]))).ended
    told = narrate(Record(options, ("caller",), Chance(seed), tuple(moves)))
    assert sum(line.startswith("Turned the ") or " on the " in line for line in told) == len(moves)
    assert sum("All stacks cleared" in line for line in told) == game.deal - 1
    assert told[-2:] == ("The stock is empty and no card fits.", f"Game over. Score: {game.score}")
    with pytest.raises(IllegalMove, match=f"^move {len(moves) + 1}: "):
        replay(Record(options, ("caller",), Chance(seed), (*moves, "quit")))


COUNTED = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def spelt(card):
    """The card's name without a figure."""
    words = rules.name(card).split()
    return " ".join([COUNTED[int(words[0]) - 1] if words[0].isdigit() else words[0], *words[1:]])


def test_a_clear_is_told():
    game = table([[3]], [4], jokers=2)
    line, cleared, dealt, *deal = play.describe(game, "1", apply(game, "1"))
    assert deal == list(play.dealt_lines(apply(game, "1")))
    assert line == "Stack 1: 3 of spades on the 4 of spades, 6 points, score 6."
    assert cleared == "All stacks cleared: 15 extra, score 21."
    assert dealt.startswith("Deal 2, jokers in the pack: 1; the first card is the ")


def test_a_game_set_down():
    """One whole game, kept to the letter: chance, deal, greedy play and its words."""
    _, moves = played(new_game({}, ("caller",), Chance(SEED)), greedy)
    told = narrate(Record({}, ("caller",), Chance(SEED), tuple(moves)))
    assert told == narrate(Record({}, ("caller",), Chance(SEED), tuple(moves)))
    deal, told = told[:8], told[8:]
    first = new_game({}, ("caller",), Chance(SEED))
    assert deal[-1] == f"First card: {spelt(first.current)}."
    for number, stack, line in zip(COUNTED, first.stacks, deal, strict=False):
        assert line == f"Stack {number}: {', '.join(map(spelt, stack))}."
    assert told[3] == "Turned the 6 of spades: 14 left in the stock."
    assert told[4] == "Stack 2: 5 of hearts on the 6 of spades, 4 points, score 4."
    assert told[44] == "Stack 7: ace of hearts on the 2 of clubs, 8 points, score 118."
    assert told[45:] == ("The stock is empty and no card fits.", "Game over. Score: 118")
    assert narrate(Record({}, (), Chance(SEED), ("quit",)))[8:] == ("Given up.", "Game over. Score: 0")


def test_what_fits_is_said_as_it_is():
    """One stack or several, and no refusal is longer than the message line."""
    one, all_seven = table([[5]], [6, 1]), table([[5]] * 7, [6, 1])
    assert play.fits_line(one) == "Stack 1 fits." and play.fits_line(all_seven).endswith("6 and 7 fit.")
    assert refusal(one, "turn") == "Stack 1 fits. Turn the stock only when nothing fits."
    assert len(refusal(all_seven, "turn")) <= 76
    assert play.fits_line(table([[5]], [9, 1])) == "No card fits. Turn the stock."
    assert play.fits_line(table([[5]], [9])) == "No card fits, and the stock is empty."


@pytest.mark.whole("computers")
def test_the_mean_of_greedy_play_is_the_reference():
    """126 with no joker, 242 with five; 400 games each, within four standard errors."""
    for jokers, mean, error in ((0, 125.8, 1.6), (5, 242, 6.8)):
        games = (new_game({"jokers": jokers}, (), Chance(f"{n:032}".encode())) for n in range(400))
        scores = [played(game, greedy)[0].score for game in games]
        assert abs(sum(scores) / 400 - mean) < 4 * error


@pytest.mark.parametrize("at_will", [True, False])
@pytest.mark.parametrize("case", vectors("deal"), ids=lambda c: f"{c['jokers']} jokers")
def test_best_of_the_vectors(case, at_will):
    game = table(case["stacks"], case["stock"], case["jokers"], at_will)
    best = computer.solve(game)
    want = case["best_any_turn" if at_will else "best_turn_only_when_stuck"]
    assert [best.score, best.cleared] == want and best.exact
    for move in best.moves:
        game = apply(game, move)
    assert game.score == best.score and game.deal == 1 + best.cleared


def brute(game):
    """The most that the present deal still allows, by trying everything."""

    @cache
    def most(stacks, current, stock):
        here = ThievesGame(stacks, current, stock, game.chance, 0, game.turn_at_will)
        best = 0
        for move in legal(here):
            after = apply(here, move)
            more = 0 if after.deal > 1 else most(after.stacks, after.current, after.stock)
            best = max(best, after.score + more)
        return best

    return most(game.stacks, game.current, game.stock)


small = st.tuples(
    st.lists(st.lists(st.integers(0, 13), max_size=2), min_size=1, max_size=7).filter(any),
    st.lists(st.integers(0, 13), min_size=1, max_size=5),
    st.booleans(),
)


@examples(60)
@given(small)
def test_solver_is_exact(deal):
    stacks, stock, at_will = deal
    game = table(stacks, stock, at_will=at_will)
    best = computer.solve(game)
    assert best.exact and best.score == brute(game)
    for move in best.moves:
        assert move in legal(game)
        game = apply(game, move)
    assert game.score == best.score and game.deal == 1 + best.cleared


@pytest.mark.whole("computers")
@examples(8)
@given(seed=seeds, jokers=st.integers(0, 5))
def test_nobody_beats_the_one_who_knows_the_stock(seed, jokers):
    game = new_game({"jokers": jokers}, (), Chance(seed))
    score, exact, moves = computer.solve_game(game)
    assert exact and score >= played(game, greedy)[0].score
    assert replay(Record({"jokers": jokers}, (), Chance(seed), (*moves,))).score == score


def test_solving_on_from_the_middle_and_at_the_end():
    game = new_game({}, (), Chance(SEED))
    best = computer.solve(game)
    for move in best.moves[:9]:
        game = apply(game, move)
    assert computer.solve(game).score == best.score - game.score
    ended, _ = played(game, greedy)
    at_end = computer.solve(ended)
    assert at_end.score == 0 and at_end.moves == () and at_end.exact


def test_it_can_be_thought_aside():
    game = new_game({}, (), Chance(SEED))
    assert pickle.loads(pickle.dumps(game)) == game
    assert pickle.loads(pickle.dumps(computer.solve_game))(game) == computer.solve_game(game)


def test_a_budget_that_runs_out_says_so_and_its_moves_still_hold():
    game = table(vectors("deal")[0]["stacks"], vectors("deal")[0]["stock"])
    for budget in (0, 1, 10, 30):
        best = computer.solve(game, budget)
        assert not best.exact and best.rounds <= budget and best.score <= 148
        reached = game
        for move in best.moves:
            reached = apply(reached, move)
        assert reached.score == best.score
    score, exact, _ = computer.solve_game(game, 10)
    assert not exact and score <= 148


@pytest.mark.parametrize(
    ("on", "takers"), [(12, "a Jack or a King"), (13, "a Queen"), (1, "a 2"), (2, "an Ace or a 3")]
)
def test_a_refusal_names_each_rank_that_fits(on, takers):
    with pytest.raises(IllegalMove) as refused:
        apply(table([[7]], [on, 5]), "1")
    assert takers.casefold() in str(refused.value).casefold()
