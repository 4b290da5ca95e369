"""Switchbox: the ball physics, the turns, the rounds and every variant of the rules."""

import json
from dataclasses import replace
from functools import reduce
from pathlib import Path
from random import Random
from typing import Any

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st

from door.games.chance import Chance
from door.games.game import IllegalMove
from door.games.info import Info
from door.games.switchbox import computer, rules, words
from door.games.switchbox.rules import (
    BASE,
    OPTIONS,
    SWITCHES,
    Box,
    SwitchGame,
    apply,
    drop,
    drop_steps,
    legal,
    new_game,
)
from door.games.switchbox.rules import DEPTH as LEVELS

INFO = Info("switchbox", "Switchbox", "", 0, OPTIONS)
TESTS = json.loads((Path(__file__).parents[1] / "vectors" / "switchbox.json").read_text())["tests"]
SEATS = ("Alice", "Bob")
boxes = st.builds(Box, st.integers(0, 2**30 - 1), st.integers(0, 2**30 - 1))
entries = st.integers(1, 8)


def vectors(kind: str) -> list[dict[str, Any]]:
    return [test for test in TESTS if test["kind"] == kind]


def bits(rows: list[str], one: str) -> int:
    return sum(1 << i for i, letter in enumerate("".join(rows)) if letter == one)


def begin(seed: int = 1, seats: tuple[str, ...] = SEATS, **options: Any) -> SwitchGame:
    return new_game(INFO.complete(options), seats, Chance(bytes([seed]) * 32))


def stage(game: SwitchGame, **changes: Any) -> SwitchGame:
    """The same game with its stand arranged."""
    return replace(game, stand=game.stand._replace(**changes))


def wander(game: SwitchGame, rng: Random, most: int = 3000) -> list[str]:
    moves = []
    while not game.over and len(moves) < most:
        move = rng.choice(legal(game))
        moves.append(move)
        game = apply(game, move)
    return moves


# -- the box -------------------------------------------------------------------------------


@pytest.mark.parametrize("test", vectors("drop"))
def test_drops_of_the_vectors(test):
    lean, load, columns, _ = drop(bits(test["lean"], "R"), bits(test["ball"], "1"), test["entry"])
    assert sorted(column + 1 for column in columns) == sorted(test["exits"])
    assert lean == bits(test["lean_after"], "R")
    assert load == bits(test["ball_after"], "1")
    assert [rules.worth(values, columns) for values in rules.VALUES] == test["points_by_round"]


def test_exit_values_of_the_vectors():
    (test,) = vectors("exit_values")
    assert [list(values) for values in rules.VALUES] == [test[f"round{n}"] for n in (1, 2, 3, 4)]


def test_every_column_a_ball_can_leave_by_has_a_switch_below():
    assert sum(SWITCHES) == 30 and BASE == (0, 4, 9, 15, 22)
    for level in range(LEVELS):
        ways = [way for at, way in enumerate(rules._WAYS[level]) if 4 - level <= at < 12 + level]
        assert [way[2 + way[1]] for way in ways] == list(range(4 - level, 12 + level))
        assert {way[0] for way in ways} == set(range(BASE[level], BASE[level] + SWITCHES[level]))


@given(boxes, entries)
def test_steps_and_drop_agree_and_no_ball_is_lost(box, entry):
    fall = drop_steps(box, entry)
    lean, load, columns, rolled = drop(box.lean, box.load, entry)
    assert (fall.box.lean, fall.box.load) == (lean, load)
    assert fall.exits == tuple(column + 1 for column in columns)
    assert box.load.bit_count() + 1 == fall.box.load.bit_count() + len(fall.exits)
    assert rolled == 1 + sum(hit.effect == "frees" for hit in fall.hits)


def _at(fall: rules.Fall, level: int) -> list[rules.Hit]:
    return [hit for hit in fall.hits if hit.level == level]


@given(boxes, entries)
def test_the_ball_that_hit_goes_ahead_of_the_one_set_free(box, entry):
    fall = drop_steps(box, entry)
    for level in range(1, LEVELS):
        arrived = [column for hit in _at(fall, level - 1) for column in hit.leaving]
        assert [hit.column for hit in _at(fall, level)] == arrived
    for hit in fall.hits:
        if hit.effect == "frees":
            trigger_is_left = hit.box.leans_right(hit.switch)
            assert (hit.leaving[0] < hit.leaving[1]) == trigger_is_left


def test_order_decides_where_two_balls_meet():
    """Entry 5 hits the full platform: its ball slides right and arrives first at the switch both share."""
    box = Box(lean=0, load=1 << 2)
    fall = drop_steps(box, 5)
    assert fall.hits[0].effect == "frees" and fall.hits[0].leaving == (9, 8)
    reversed_arrivals = [hit.column for hit in _at(fall, 1)]
    assert reversed_arrivals == [9, 8]


# -- rounds --------------------------------------------------------------------------------


def test_the_round_of_the_vectors_and_the_board_stays():
    (test,) = vectors("script_round1")
    game = stage(begin(), lean=bits(test["lean"], "R"), load=0)
    for seat, entry, gained, points in test["moves"]:
        assert game.stand.mover == seat - 1
        last_chance = game.last_chance
        game = apply(game, str(entry))
        assert game.last is not None and game.last.gained == gained
        if game.stand.round == 0:
            assert game.stand.points == tuple(points)
    assert last_chance
    wanted = [[test["history"][f"n{n}"][seat] for n in (1, 2, 3, 4)] for seat in (0, 1)]
    ended = [[f.points, f.with_goal, f.difference, f.total] for f in game.rounds[0]]
    assert ended == wanted
    assert game.stand.round == 1 and game.stand.points == (0, 0) and game.stand.mover == 1
    assert game.box.load.bit_count() == test["balls_left"]


@pytest.mark.parametrize("test", vectors("bonus"))
def test_the_four_figures(test):
    cards = rules.figures(tuple(test["points"]), test["goal"], tuple(test["previous_total"]))
    for name, field in (("n1", "points"), ("n2", "with_goal"), ("n3", "difference"), ("n4", "total")):
        assert [getattr(card, field) for card in cards] == test[name]


def test_the_last_chance_of_the_vectors():
    (test,) = vectors("round_end")
    terms, stand = rules.RuleTerms(), rules.Stand(0, 0)
    for letter, gained in test["sequence"]:
        assert stand.round == 0 and stand.mover == "AB".index(letter)
        stand = rules.turn_on(terms, rules.credit(terms, stand, 0, 0, gained), gained)
    assert stand.round == 1 and stand.totals == (18, 24)


def test_a_pass_uses_up_the_last_chance():
    game = stage(begin(), points=(0, 12), closer=1)
    assert game.last_chance
    after = apply(game, "-")
    assert after.stand.round == 1 and after.stand.mover == 1 and after.stand.totals == (-12, 34)


@pytest.mark.parametrize("seed", range(6))
def test_a_whole_game_replays_from_its_seed(seed):
    moves = wander(begin(seed), Random(seed))
    end, again = (reduce(apply, moves, begin(seed)) for _ in range(2))
    assert end == again and end.over
    assert end.chance.used == 30 + sum("+" in move for move in moves)
    assert not reduce(apply, moves[:-1], begin(seed)).over


def test_switches_are_drawn_first_top_level_first():
    leans, after = Chance(bytes(32)).several(2, 30)
    game = new_game(INFO.defaults(), SEATS, Chance(bytes(32)))
    assert game.box == Box(sum(lean << s for s, lean in enumerate(leans))) and game.chance == after
    assert [game.box.leans_right(s) for s in range(30)] == [bool(lean) for lean in leans]


def test_giving_up_keeps_the_finished_rounds():
    game = stage(begin(), totals=(17, 30), round=2, points=(9, 0))
    ended = apply(game, "quit")
    assert ended.over and ended.stand.totals[0] == 17 and rules.winner(ended) == 1
    with pytest.raises(IllegalMove, match="over"):
        apply(ended, "1")


# -- moves ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "move", ["", "0", "9", "11", "x", "１", "+", "+0", "+9", "+12", "--", "gift 5", "5 "]
)
def test_texts_that_are_no_move(move):
    with pytest.raises(IllegalMove):
        apply(begin(gifts=True), move)


def test_a_random_ball_is_the_streams():
    game = begin(3)
    drawn, chance = game.chance.below(8)
    after = apply(game, f"+{drawn + 1}")
    assert after.chance == chance and after.last is not None and after.last.move == f"+{drawn + 1}"
    wrong = (drawn + 1) % 8 + 1
    with pytest.raises(IllegalMove, match=f"entry {drawn + 1}, not {wrong}"):
        apply(game, f"+{wrong}")


def test_passing_is_free_in_the_plain_game():
    game = begin()
    for _ in range(20):
        game = apply(game, "-")
    assert game.stand.mover == 0 and game.stand.passes == (3, 3)


# -- variants ------------------------------------------------------------------------------


def test_options_become_terms():
    own = (-5, *([3] * 15))
    game = begin(double_goals=True, exits_2=own)
    assert game.terms.goals == (20, 80, 40, 200)
    assert game.terms.exits[1] == own and game.terms.exits[0] == rules.VALUES[0]
    assert apply(stage(game, round=1), "1").values == own


@pytest.mark.parametrize("options", [{"goals": (1, 2)}, {"exits_2": (1,) * 8}, {"goals": 5}], ids=str)
def test_options_of_no_game_are_named(options):
    with pytest.raises(ValueError, match=f"{next(iter(options))} is a list of"):
        begin(**options)


def test_negative_exits_take_points_away():
    loaded = begin(exits_1=(-3,) * 16)
    game = stage(loaded, load=2**30 - 1)
    after = apply(game, "4")
    assert after.last is not None and after.last.gained == -3 * len(after.last.exits) < 0
    assert after.stand.points == (after.last.gained, 0)


def test_limited_passes():
    game = apply(begin(limited_passes=True), "-")
    assert game.stand.passes == (2, 3)
    with pytest.raises(IllegalMove, match="just passed"):
        apply(game, "-")
    game = apply(game, "1")
    with pytest.raises(IllegalMove, match="in a row"):
        apply(game, "-")
    assert "-" not in legal(game)
    spent = stage(begin(limited_passes=True), passes=(0, 3), last="drop", by=1)
    with pytest.raises(IllegalMove, match="left in this half"):
        apply(spent, "-")


def test_passes_come_back_at_half_time():
    game = stage(begin(limited_passes=True), round=1, passes=(0, 1), points=(0, 50), closer=1)
    assert apply(game, "1").stand.passes == (3, 3)
    first = stage(begin(limited_passes=True), round=0, passes=(0, 1), points=(0, 50), closer=1)
    assert apply(first, "1").stand.passes == (0, 1)


def test_a_given_ball_is_the_receivers_turn():
    game = begin(2, gifts=True)
    with pytest.raises(IllegalMove, match="right after"):
        apply(game, "gift " + rules.random_ball(game))
    game = apply(game, "1")
    after = apply(game, "gift " + rules.random_ball(game))
    assert after.stand.mover == 0 and after.stand.gifts == (1, 2)
    assert after.last is not None and after.last.seat == 1
    with pytest.raises(IllegalMove, match="right after"):
        apply(after, "gift " + rules.random_ball(after))
    for _ in range(1):
        after = apply(after, "1")
        after = apply(after, "gift " + rules.random_ball(after))
    after = apply(after, "2")
    with pytest.raises(IllegalMove, match="have given both"):
        apply(after, "gift " + rules.random_ball(after))
    with pytest.raises(IllegalMove, match="no random balls to give"):
        apply(apply(begin(), "1"), "gift +1")


def scoring_entry(game: SwitchGame) -> str:
    return rules.best_scoring(game)


def test_go_on_after_scoring():
    game = stage(begin(go_on=True, gifts=True), load=2**30 - 1)
    again = apply(game, scoring_entry(game))
    assert again.stand.mover == 0 and again.stand.points[0] > 0
    with pytest.raises(IllegalMove, match="right after your own turn"):
        apply(again, "gift " + rules.random_ball(again))
    assert apply(game, "-").stand.mover == 1
    empty = apply(stage(game, load=0), "1")
    assert empty.stand.mover == 1


def test_going_on_past_the_goal_still_leaves_the_other_a_turn():
    game = stage(begin(go_on=True), load=2**30 - 1, points=(9, 0))
    game = apply(game, scoring_entry(game))
    assert game.stand.closer == 0 and game.stand.mover == 0 and game.stand.round == 0
    game = apply(game, "-")
    assert game.last_chance and game.stand.mover == 1
    assert apply(game, "-").stand.round == 1


def test_lowball_turns_the_winner_round():
    for lowball, first in ((False, 0), (True, 1)):
        game = stage(begin(lowball=lowball), round=4, totals=(20, 10))
        assert rules.winner(game) == first
        assert rules.winner(stage(game, totals=(5, 5))) is None


class TestSolitaire:
    def test_the_box_begins_and_keeps_the_turn_until_it_scores(self):
        game = begin(4, ("Alice",), solitaire=True)
        assert game.seats == ("Alice", "computer:random") and game.stand.mover == 1
        for move in ("1", "-"):
            with pytest.raises(IllegalMove):
                apply(game, move)
        while game.stand.points[1] == 0:
            assert game.stand.mover == 1
            game = apply(game, rules.random_ball(game))
        assert game.stand.mover == 0
        quiet = next(str(e) for e in range(1, 9) if rules.gain(game, e) == 0)
        assert apply(apply(game, quiet), rules.random_ball(apply(game, quiet))).stand.mover == 0

    def test_after_the_callers_score_the_box_plays_until_it_scores(self):
        game = stage(begin(4, solitaire=True), mover=0, owed=False, load=2**30 - 1, points=(-30, 2))
        game = apply(game, "1")
        assert game.last is not None and game.last.gained > 0 and game.stand.owed
        while game.stand.points[1] == 2:
            assert game.stand.mover == 1
            game = apply(game, rules.random_ball(game))
        assert game.stand.mover == 0

    def test_its_last_chance_is_its_best_ball(self):
        game = stage(begin(4, solitaire=True), points=(30, 2), closer=0, load=(2**30 - 1) // 5)
        best = int(scoring_entry(game))
        worse = next(e for e in range(1, 9) if rules.gain(game, e) < rules.gain(game, best))
        for move in (str(worse), rules.random_ball(game), "-"):
            with pytest.raises(IllegalMove):
                apply(game, move)
        after = apply(game, str(best))
        assert after.stand.round == 1 and after.stand.mover == 1 and after.stand.owed

    def test_any_entry_may_be_its_best_ball(self):
        best = set[int]()
        for seed in range(40):
            load = Random(seed).getrandbits(30)
            game = stage(begin(seed, solitaire=True), points=(30, 2), closer=0, load=load)
            gains = {entry: rules.gain(game, entry) for entry in range(1, 9)}
            allowed = {entry for entry in gains if not _is_refused(game, str(entry))}
            assert allowed == {entry for entry, gained in gains.items() if gained == max(gains.values())}
            best |= allowed if len(allowed) == 1 else set()
        assert {1, 8} <= best


def _is_refused(game: SwitchGame, move: str) -> bool:
    try:
        apply(game, move)
    except IllegalMove:
        return True
    return False


def test_a_level_with_an_unknown_name_is_regular_and_a_person_has_none():
    game = begin(seats=("Alice", "computer:player"))
    assert (rules.sitter(game, 0), rules.sitter(game, 1)) == ("", "regular")
    assert rules.sitter(begin(seats=("Alice", "computer:expert")), 1) == "expert"


VARIANTS = st.fixed_dictionaries(
    {
        name: st.booleans()
        for name in ("lowball", "limited_passes", "gifts", "go_on", "solitaire", "double_goals")
    }
)


@examples(25)
@given(VARIANTS, st.integers(0, 255), st.randoms(use_true_random=False))
def test_any_variant_plays_to_its_end_and_replays(options, seed, rng):
    moves = wander(begin(seed, **options), rng, 400)
    end = reduce(apply, moves, begin(seed, **options))
    assert end == reduce(apply, moves, begin(seed, **options))
    game, lines = begin(seed, **options), []
    assert not words.describe(None, "", game)
    for move in moves:
        before, game = game, apply(game, move)
        lines += words.describe(before, move, game)
    assert len(lines) == len(moves) + 3 * len(end.rounds)


@examples(40)
@given(VARIANTS, st.integers(0, 255), st.text("12345678+-gift qux", max_size=8))
def test_any_text_is_a_move_or_refused_with_a_sentence(options, seed, text):
    game = begin(seed, **options)
    if text in ("quit", *legal(game)):
        apply(game, text)
    else:
        with pytest.raises(IllegalMove, match=r"\.$"):
            apply(game, text)


# -- the computer --------------------------------------------------------------------------


def somewhere(options: dict[str, bool], seed: int, rng: Random, most: int = 60) -> SwitchGame:
    """A game some random moves on, not over."""
    game = begin(seed, **options)
    for _ in range(rng.randrange(most)):
        following = apply(game, rng.choice(legal(game)))
        if following.over:
            break
        game = following
    return game


def after_drop(terms: rules.RuleTerms, stand: rules.Stand, entry: int) -> rules.Stand:
    lean, load, columns, _ = drop(stand.lean, stand.load, entry)
    gained = rules.worth(terms.exits[stand.round], columns) if columns else 0
    return rules.turn_on(terms, rules.credit(terms, stand, lean, load, gained), gained)


def plainly(terms: rules.RuleTerms, stand: rules.Stand, plies: int) -> float:
    """The worth to seat 0 by looking at everything: what alpha-beta must agree with."""
    if plies == 0 or stand.round == 4:
        return computer.lead(terms, stand)
    following = [after_drop(terms, stand, entry) for entry in range(1, 9)]
    if terms.limited_passes and not terms.solitaire and not rules.pass_refused(terms, stand):
        following.append(rules.turn_on(terms, rules.credit_pass(terms, stand), 0))
    choose = max if stand.mover == 0 else min
    return choose(plainly(terms, after, plies - 1) for after in following)


PLAIN = st.fixed_dictionaries({name: st.booleans() for name in ("lowball", "limited_passes", "go_on")})


@examples(30)
@given(PLAIN, st.integers(0, 255), st.randoms(use_true_random=False), st.integers(1, 4))
def test_the_search_sees_what_looking_at_everything_sees(options, seed, rng, plies):
    game = somewhere(options, seed, rng)
    plan = computer.think(game.terms, game.stand, computer.LevelLimits(plies))
    sign = 1 if game.stand.mover == 0 else -1
    assert plan.worth * sign == plainly(game.terms, game.stand, plies)
    after = apply(game, plan.move).stand
    assert plainly(game.terms, after, plies - 1) == plan.worth * sign


@examples(40)
@given(VARIANTS, st.integers(0, 255), st.randoms(use_true_random=False))
def test_every_level_moves_by_the_rules_and_always_the_same(options, seed, rng):
    game = somewhere(options, seed, rng)
    for level in rules.LEVELS[:-2]:
        move = computer.choose(game, level)
        assert move in legal(game) and computer.choose(game, level) == move
        assert move != "-" or options["limited_passes"]
        if computer.gives_ball(game, level):
            apply(game, rules.GIFT + rules.random_ball(game))


@examples(30)
@given(PLAIN, st.integers(0, 255), st.randoms(use_true_random=False))
def test_a_lead_is_what_the_totals_would_differ_by(options, seed, rng):
    game = somewhere(options, seed, rng)
    cards = rules.figures(game.stand.points, game.goal, game.stand.totals)
    sign = -1 if options["lowball"] else 1
    assert computer.lead(game.terms, game.stand) == sign * (cards[0].total - cards[1].total)


def test_thinking_keeps_to_its_budget():
    rng = Random(3)
    for seed in range(3):
        game = somewhere({}, seed, rng)
        plan = computer.think(game.terms, game.stand, computer.LevelLimits(30, 3_000))
        assert plan.move and plan.plies >= 3 and 2_000 < plan.balls < 3_100
        shallow = computer.think(game.terms, game.stand, computer.LevelLimits(1, 1))
        assert shallow.move in legal(game)


class SlowClock:
    """A clock that moves on by `step` seconds whenever it is looked at."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.mark.parametrize("level", ["expert", "master"])
def test_a_starved_process_answers_in_its_time_with_what_it_has_seen(level, monkeypatch):
    monkeypatch.setattr(computer, "SECONDS", 0.5)
    game = somewhere({}, 3, Random(3))
    clock = SlowClock(0.05)
    plan = computer.think(game.terms, game.stand, computer.THOUGHTS[level], clock)
    looks = round(computer.SECONDS / clock.step) + 1
    assert plan.move in legal(game) and clock.now <= computer.SECONDS + 2 * clock.step
    assert plan.balls < (looks + 1) * computer.LOOKED_UP
    seen = computer.think(
        game.terms, game.stand, computer.LevelLimits(computer.DEEPEST, plan.balls), lambda: 0.0
    )
    assert plan.plies in (seen.plies, seen.plies - 1)


def test_with_no_time_at_all_there_is_still_a_move():
    game = somewhere({"gifts": True}, 7, Random(7))
    assert computer.choose(game, "master", SlowClock(600.0)) in legal(game)
    assert computer.gives_ball(game, "master", SlowClock(600.0)) in (True, False)


def test_the_clock_changes_no_move_that_is_made_in_time():
    game = somewhere({}, 5, Random(5))
    assert computer.choose(game, "expert", lambda: 0.0) == computer.choose(game, "expert", SlowClock(1e-6))


def test_the_last_chance_is_taken_when_nothing_follows():
    game = stage(begin(), round=3, closer=1, points=(0, 100), load=(2**30 - 1) // 3)
    taken = int(computer.choose(game, "beginner"))
    assert rules.gain(game, taken) == rules.gain(game, int(scoring_entry(game)))


def match(options: dict[str, bool], levels: tuple[str, str], games: int) -> int:
    """Games won by the second level, the seats taken in turn."""
    won = 0
    for n in range(games):
        seats = levels if n % 2 else levels[::-1]
        game = begin(n // 2, seats, **options)
        while not game.over:
            game = apply(game, computer.choose(game, seats[game.stand.mover]))
        winning = rules.winner(game)
        won += winning is not None and seats[winning] == levels[1]
    return won


@pytest.mark.whole("computers")
@pytest.mark.parametrize(
    "options", [{}, {"lowball": True}, {"go_on": True}, {"limited_passes": True}], ids=str
)
def test_levels_beat_the_ones_below(options):
    assert match(options, ("random", "regular"), 6) >= 5
    assert match(options, ("beginner", "regular"), 10) >= (5 if options.get("lowball") else 7)


def test_a_ball_is_given_to_who_would_bring_down_an_avalanche():
    quiet = apply(begin(5, gifts=True), "1")
    assert not computer.gives_ball(quiet, "skilled")
    seeds = (somewhere({"gifts": True}, seed, Random(seed), 200) for seed in range(40))
    given = [game for game in seeds if computer.gives_ball(game, "skilled")]
    assert given
    for game in given:
        gains = [rules.gain(game, entry) for entry in range(1, 9)]
        assert max(gains) > sum(gains) / 8


def test_levels_and_ended_games_are_named():
    assert tuple(computer.DESCRIBED) == rules.LEVELS == ("random", *computer.THOUGHTS)
    with pytest.raises(ValueError, match="'homer'"):
        computer.choose(begin(), "homer")
    with pytest.raises(ValueError, match="over"):
        computer.choose(apply(begin(), "quit"), "regular")


# -- who may act ---------------------------------------------------------------------------


def test_who_has_just_moved_is_asked_first_where_a_ball_may_be_given():
    game = begin(2, gifts=True)
    assert rules.status(game).movers == (0,)
    game = apply(game, "1")
    assert rules.status(game).movers == (0, 1)
    assert rules.status(apply(game, "gift " + rules.random_ball(game))).movers == (0,)
    assert rules.status(apply(begin(), "1")).movers == (1,)
    ended = rules.status(apply(game, "quit"))
    assert ended.ended and ended.movers == ()


@examples(40)
@given(VARIANTS, st.integers(0, 255), st.randoms(use_true_random=False), st.sampled_from(rules.LEVELS[:4]))
def test_a_computer_asked_for_any_seat_moves_by_the_rules_or_lets_it_be(options, seed, rng, level):
    game = somewhere(options, seed, rng)
    movers = rules.status(game).movers
    for seat in movers:
        move = computer.move(game, seat, level)
        assert (move == "") <= (seat != game.stand.mover)
        if move:
            apply(game, move)
    assert movers[-1] == game.stand.mover


# -- the coach -----------------------------------------------------------------------------


@examples(20)
@given(PLAIN, st.integers(0, 255), st.randoms(use_true_random=False), st.integers(1, 8))
def test_a_cost_is_what_looking_at_everything_says(options, seed, rng, entry):
    game = somewhere(options, seed, rng)
    (best, most), *others = computer.rank_moves(game.terms, game.stand, 3, str(entry))
    mine = dict([(best, most), *others])[str(entry)]
    sign = 1 if game.stand.mover == 0 else -1
    assert mine == sign * plainly(game.terms, apply(game, str(entry)).stand, 2)
    assert most == sign * plainly(game.terms, game.stand, 3) >= mine
    assert sign * plainly(game.terms, apply(game, best).stand, 2) == most


def test_lowball_with_limited_passes_is_not_won_by_passing():
    """A side that passes whenever it may, and otherwise plays what scores least, beats no computer."""
    won = 0
    for seed in range(4):
        game = begin(seed, lowball=True, limited_passes=True)
        passed = False
        while not game.over:
            if game.stand.mover == 0 and not rules.pass_refused(game.terms, game.stand):
                game = apply(game, "-")
            elif game.stand.mover == 0:
                game = apply(game, str(min(range(1, 9), key=lambda entry: rules.gain(game, entry))))
            else:
                move = computer.choose(game, "skilled")
                passed, game = passed or move == "-", apply(game, move)
        won += rules.winner(game) == 0
        assert passed
    assert won <= 2


def test_each_seats_best_ball_is_its_own_and_a_quarter_of_the_goal_is_a_coup():
    game, best, coups = begin(seed=3), [0, 0], 0
    rng = Random(5)
    while not game.over:
        goal, rounds = game.goal, len(game.rounds)
        game = apply(game, rng.choice(legal(game)))
        assert game.last is not None
        seat, gained = game.last.seat, game.last.gained
        best[seat] = max(best[seat], gained)
        assert game.best_drop == tuple(best)
        kind = "round" if len(game.rounds) > rounds else "coup" if gained >= goal / 4 else ""
        assert game.last.besides == kind
        coups += bool(kind)
        assert game.notable == coups
    assert best[0] != best[1] and min(best) > 0 and coups > 4


@pytest.mark.parametrize(("goal", "besides"), [(32, "coup"), (33, "")])
def test_just_a_quarter_of_the_goal_is_a_coup(goal, besides):
    game = begin(seed=3, goals=(goal, 40, 20, 100))
    while not (game.last and game.last.gained):
        game = apply(game, legal(game)[0])
    assert (game.last.gained, game.last.besides) == (8, besides)


def test_an_avalanche_is_noted_if_the_caller_set_it_off():
    full = stage(begin(), load=2**30 - 1)
    assert not full.slid and apply(full, "4").slid
    assert not apply(stage(full, mover=1), "4").slid
    assert not apply(begin(), "4").slid
