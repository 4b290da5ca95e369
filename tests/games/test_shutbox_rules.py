"""The rules of Shut The Box against the vectors, the exact values and properties of any game."""

import json
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from pathlib import Path

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st

from door.games.chance import Chance
from door.games.game import IllegalMove
from door.games.record import Record
from door.games.shutbox import computer, play
from door.games.shutbox.rules import (
    MICROLINK,
    BoxGame,
    Variant,
    all_tiles,
    apply,
    begin,
    enter,
    legal,
    mask_of,
    move_text,
    refusal,
    shuts,
    tiles_of,
    total_of,
)
from door.screens.doors import find

DOOR = find("shutbox")

VECTORS = Path(__file__).parent.parent / "vectors"
BBS = Variant()
SEED = st.binary(min_size=32, max_size=32)


def vectors(name, kind):
    tests = json.loads((VECTORS / name).read_text())["tests"]
    found = [test for test in tests if test["kind"] == kind]
    assert found
    return found


ALL_NINE = all_tiles(9)


def game_with(dice, open_tiles=ALL_NINE, variant=BBS, points=0):
    """A game in which these dice lie and `enter` has a next roll to draw."""
    return BoxGame(variant, Chance(bytes(32)), open_tiles, tuple(dice), points)


def walk(steps, variant):
    """A vector's game, its dice put in place of the stream's: the running points and the last state."""
    game, running = game_with(steps[0]["dice"], variant=variant), []
    for step in steps:
        game = game_with(step["dice"], game.open, variant, game.points)
        if step["shut"] is None:
            assert legal(game.open, game.total) == ()
            return running, replace(game, why="stuck")
        assert mask_of(step["shut"]) in legal(game.open, game.total)
        game = enter(game, mask_of(step["shut"]))
        running.append(game.points)
    return running, game


@pytest.mark.parametrize("vector", vectors("shutbox_bbs.json", "game"))
def test_games_of_the_vectors(vector):
    running, game = walk(vector["steps"], BBS)
    assert running == vector["running"]
    assert (game.closed_count, game.score) == (vector["closed"], vector["final_A"])
    moves = [move_text(mask_of(step["shut"])) for step in vector["steps"] if step["shut"]]
    assert DOOR.free_turns(play.INFO.defaults(), moves) == vector["free_turn"]
    assert DOOR.free_turns(play.INFO.complete({"free_turn": False}), moves) == 0


@pytest.mark.parametrize("vector", vectors("shutbox_microlink.json", "turn"))
def test_microlink_is_a_variant_of_the_same_rules(vector):
    _, game = walk(vector["steps"], MICROLINK)
    assert (list(tiles_of(game.open)), game.score) == (vector["open_at_end"], vector["score"])


@pytest.mark.parametrize("name", ["shutbox_bbs.json", "shutbox_microlink.json"])
def test_legal_sets(name):
    for vector in vectors(name, "legal"):
        sets = [list(tiles_of(mask)) for mask in legal(mask_of(vector["open"]), vector["total"])]
        assert sets == vector["sets"]


def test_any_combination_counts_for_eleven():
    sets = [tiles_of(mask) for mask in legal(ALL_NINE & ~mask_of([2, 5]), 11)]
    assert sets == [(1, 3, 7), (1, 4, 6), (3, 8), (4, 7)]


def test_refused_entries():
    for vector in vectors("shutbox_bbs.json", "reject"):
        game = game_with(vector["dice"], mask_of(vector["open"]))
        for tiles in vector["try"]:
            assert refusal(game, mask_of(tiles))
            with pytest.raises(IllegalMove):
                enter(game, mask_of(tiles))


@given(
    st.integers(0, all_tiles(12)),
    st.integers(0, all_tiles(12)),
    st.tuples(st.integers(1, 6), st.integers(1, 6)),
)
def test_what_is_legal_is_not_refused_and_nothing_else(up, chosen, dice):
    game = BoxGame(Variant(tiles=12), Chance(bytes(32)), up, dice)
    for tiles in (chosen, *legal(all_tiles(12), game.total)):
        assert (refusal(game, tiles) == "") == (tiles in legal(up, game.total))


def test_a_refusal_says_what_the_tiles_make():
    game = game_with((6, 2), mask_of([1, 2, 3, 4]))
    assert refusal(game, mask_of([1, 3])) == "Those tiles add up to 4, but the dice show 8."
    assert refusal(game, mask_of([8])) == "Tile 8 isn't in this box."
    assert refusal(game, 0) == "You haven't pulled a tile down."


def test_the_quota_vector_follows_from_free_turns():
    (vector,) = vectors("shutbox_bbs.json", "quota")
    shut = ["9", "8", "7", "6", "5", "4", "3", "1 2"]
    left, free, played = vector["daily"], 0, 0
    for event in vector["events"]:
        if free:
            free -= 1
        elif left:
            left -= 1
        else:
            break
        played += 1
        free += DOOR.free_turns(play.INFO.defaults(), shut if event == "shut" else shut[:2])
    assert (played, left + free) == (vector["boards_played"], vector["final_remaining"])


def test_exact_expectations_of_the_board_door():
    (vector,) = vectors("shutbox_bbs.json", "exact")
    assert computer.worths(BBS, Fraction)[-1] == Fraction(vector["A_435"])
    assert computer.average(Variant(bonus_per_tile=0)) < computer.average(BBS)


def test_the_most_without_shutting():
    (vector,) = vectors("shutbox_bbs.json", "exact")
    most = max(total_of(m) + computer.end_bonus(BBS, ALL_NINE & ~m) for m in range(ALL_NINE))
    assert most == vector["max_without_full_shut"]


def test_the_best_sets_of_the_vectors():
    for vector in vectors("shutbox_bbs.json", "best"):
        open_tiles = mask_of(vector["open"])
        mask, worth = computer.best_sets(BBS, open_tiles, vector["total"])[0]
        entered = total_of(ALL_NINE & ~open_tiles)
        assert [list(tiles_of(mask))] == vector["best_A"]
        assert worth + entered == pytest.approx(vector["value_A_final_score"])


@given(SEED, st.sampled_from([9, 12]), st.data())
def test_a_game_adds_up_and_replays(seed, tiles, data):
    variant = Variant(tiles)
    game, moves = begin(variant, Chance(seed)), []
    while not game.over:
        sets = legal(game.open, game.total)
        assert sets, "a roll that cannot be matched ends the game at once"
        chosen = data.draw(st.sampled_from(sets))
        before, game = game, enter(game, chosen)
        moves.append(move_text(chosen))
        assert game.points == before.points + before.total
        assert game.open == before.open & ~chosen
    assert game.points == total_of(all_tiles(tiles) & ~game.open)
    assert game.score == game.points + 10 * game.closed_count + (300 if game.why == "shut" else 0)
    assert (game.why == "shut") == (game.open == 0) == shuts(tiles, moves)
    assert game.why == "shut" or legal(game.open, game.total) == ()
    assert reduce(apply, moves, begin(variant, Chance(seed))) == game
    options = play.INFO.complete({"tiles": tiles})
    outcome = DOOR.replay(Record(options, ("Ann",), Chance(seed), tuple(moves)))
    assert (outcome.score, outcome.ended, outcome.used) == (game.score, True, game.chance.used)
    assert outcome.free_turns == DOOR.free_turns(options, moves)
    with pytest.raises(IllegalMove, match=f"move {len(moves) + 1}: "):
        DOOR.replay(Record(options, ("Ann",), Chance(seed), (*moves, moves[0])))


@given(SEED, st.text(max_size=8) | st.from_regex(r"[0-9 ]{0,8}", fullmatch=True))
def test_only_the_recorded_form_of_a_move_is_taken(seed, text):
    game = begin(BBS, Chance(seed))
    try:
        after = apply(game, text)
    except IllegalMove as why:
        assert str(why).endswith((".", '".'))
        return
    assert text == "quit" or text == move_text(game.open & ~after.open)


def test_a_game_given_up_keeps_its_points_and_no_bonus():
    game = begin(BBS, Chance(bytes(32)))
    entered = apply(game, move_text(legal(game.open, game.total)[0]))
    given_up = apply(entered, "quit")
    assert (given_up.score, given_up.over, given_up.why) == (entered.points, True, "quit")
    with pytest.raises(IllegalMove):
        apply(given_up, "quit")


@examples(20)
@given(SEED)
def test_the_sysop_may_change_what_a_box_is_worth(seed):
    options = play.INFO.complete({"bonus_per_tile": 1, "shut_bonus": 7, "free_turn": False})
    game, moves = begin(play.variant(options), Chance(seed)), []
    while not game.over:
        moves.append(move_text(legal(game.open, game.total)[-1]))
        game = apply(game, moves[-1])
    outcome = DOOR.replay(Record(options, ("Ann",), Chance(seed), tuple(moves)))
    assert outcome.score == game.points + game.closed_count + 7 * (game.why == "shut")
    assert outcome.free_turns == 0


def test_there_are_boxes_of_nine_and_of_twelve_only():
    with pytest.raises(ValueError, match="tiles: 10"):
        play.variant(play.INFO.complete({"tiles": 10}))
    with pytest.raises(IllegalMove, match="tiles"):
        DOOR.replay(Record(play.INFO.complete({"tiles": 10}), ("Ann",), Chance(bytes(32)), ()))


def test_narration_ends_with_the_score():
    game, moves = begin(BBS, Chance(bytes(32))), []
    while not game.over:
        moves.append(move_text(legal(game.open, game.total)[-1]))
        game = apply(game, moves[-1])
    lines = DOOR.narrate(Record(play.INFO.defaults(), ("Ann",), Chance(bytes(32)), tuple(moves)))
    assert lines[-1] == f"Game over. Score: {game.score}"
    assert lines[0].endswith(f"shuts {moves[0]}, score {begin(BBS, Chance(bytes(32))).total}")


def test_the_tally_keeps_the_best_and_the_earlier_of_equals():
    games = [("Ann", 60), ("Bob", 435), ("Cy", 60), ("Dee", 61), ("Eve", 435)]
    tally = None
    for caller, score in games:
        shut = ["9", "8", "7", "6", "5", "4", "3", "1 2"] if score == 435 else ["9"]
        line = {"caller": caller, "score": score, "moves": shut, "options": {}, "month": "2026-11"}
        tally = json.loads(json.dumps(DOOR.tally(tally, line)))
    assert (tally["games"], tally["shut"]) == (5, 2)
    assert [(caller, score) for score, caller, _ in tally["best"]] == [
        ("Bob", 435),
        ("Eve", 435),
        ("Dee", 61),
    ]


def test_a_game_without_a_point_is_none_of_the_best():
    tally = DOOR.tally(None, {"caller": "Ann", "score": 0, "moves": ["quit"], "options": {}})
    assert tally == {"games": 1, "shut": 0, "best": []}
