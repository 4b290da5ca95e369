"""A game that says no more than what its moves are worth has a coach; the blank game is one."""

import pickle

import pytest
from other_games import table_of

from door.games.blank import DOOR as GAME
from door.games.blank import HIGH, LOW
from door.games.chance import Chance
from door.games.game import EVERYBODY
from door.games.record import Record
from door.screens.door import GameDoor
from door.screens.pages.result import revealed_table
from door.testing.stage import Stage

COACH = GAME.coach


def review(move: str, seed: int) -> Record:
    return Record({}, ("Ann",), Chance(bytes([seed] * 32)), (move,))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("move", (HIGH, LOW))
def test_a_score_is_par_and_luck_less_its_choices(move, seed):
    game = review(move, seed)
    score = GAME.rules.status(GAME.rules.apply(GAME.rules.new(*game[:3]), move)).scores[0]
    made = COACH.account_of(game, score)
    assert (made.par, made.cost) == (5, 0) and made.score == score == made.par + made.luck
    choice, draw = COACH.look(game, 0)
    assert choice.is_choice and (choice.move, choice.ways) == (move, 2)
    assert (draw.at, draw.ways) == (1, 0) and draw.luck == COACH.luck(game, 0) == made.luck


def test_the_page_the_verdict_and_the_sentences_follow_from_the_worths():
    stage = Stage(GameDoor(GAME)).press("enter h c")
    assert "√ best" in stage.text and "par 5.00" in stage.text and "- mistakes 0.00" in stage.text
    verdict = COACH.verdict(stage.state.look.parts, revealed_table(stage.state.table))
    assert not verdict.dear and verdict.account.par == 5 and verdict.line in stage.text
    (page,) = COACH.pages(stage.state.look.parts, revealed_table(stage.state.table), True)
    assert page.lines[2].startswith("Move 1 (luck +0.00): high, the best.") and "The end" in page.lines[3]
    remarks = COACH.remarks(stage.state.look.parts, [])
    assert {at: remark.words for at, remark in remarks.items()} == {1: "Coach: high, the best."}


def test_a_move_is_judged_hinted_and_no_puzzle_if_another_is_as_good():
    position = GAME.rules.new(*review("high", 1)[:3])
    assert COACH.judge(position, "low")[3:6] == ("low", "low", 0.0) and COACH.sharp(position) == 0
    assert COACH.hint_line(COACH.hint(position, 0)) == "The best move is high."
    with pytest.raises(ValueError, match="unpack"):
        COACH.judge(position, "neither")
    over = GAME.rules.apply(position, "high")
    assert COACH.hint_line(COACH.hint(over, 0)) == "The coach found no moves to look at."


def test_what_a_worker_is_sent_has_no_state_of_the_board():
    look, game = pickle.loads(pickle.dumps((COACH.look, review("low", 2))))
    assert look(game, 0) == COACH.look(game, 0)


def test_somebody_elses_moves_are_not_the_readers():
    position = GAME.rules.apply(GAME.rules.new(*review("high", 1)[:3]), "high")
    table = table_of(position, None, EVERYBODY, {}, ("Ann",), ("high",), caller="Ann")
    rows = [row._replace(seat=1) for row in COACH.look(review("high", 1), 0)]
    assert COACH.own([rows], table) == () and COACH.verdict([rows], table).line == ""
