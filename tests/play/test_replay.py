"""A game for the records: valid seats, games without words or tables, examples, puzzles, proof."""

from dataclasses import replace

import pytest
from replayed import finished, played

from door.games import blank
from door.games.analysis import Account
from door.games.chance import Chance
from door.games.game import QUIT, GameView, IllegalMove, Status
from door.games.record import Record, play
from door.games.tallies import FinishedGame
from door.play.match.values import Hidden
from door.play.replay import (
    GameReader,
    RecordedGame,
    ReplayCheck,
    check_seats,
    ending,
    example_record,
    has_example,
    has_puzzles,
    is_proved,
    last_move_lines,
    looks_back,
    order,
    puzzle_from,
)
from door.screens.doors import DOORS, infos

GAMES = {door.INFO.slug: door.game for door in DOORS}
BLANK = replace(blank.DOOR, coach=None)
"""The die of its seed is high."""
SEED = Chance(bytes(32))
LINE = {"id": "1", "seed": "00" * 32, "month": "2026-11", "score": 10, "caller": "Ann", "moves": ["high"]}


def blank_view(*moves: str) -> GameView:
    return GameView(play(BLANK.rules, Record({}, ("Ann",), SEED, moves)))


@pytest.mark.parametrize(
    ("slug", "seats", "why"),
    [
        ("microlink", (), ""),
        ("microlink", ("Ann",), ""),
        ("microlink", ("Ann", "Bob", "computer:expert", "computer:expert"), ""),
        ("microlink", ("Ann", "computer:expert"), ""),
        ("mindbuster", ("Ann", "computer:lisa"), ""),
        ("shutbox", (), ""),
        ("shutbox", ("Ann", "Bob"), "2|seats"),
        ("microlink", ("Ann",) * 5, "5|seats"),
        ("microlink", ("Ann", ""), "needs a name"),
        ("microlink", ("Ann", "  "), "needs a name"),
        ("microlink", (" ",), "needs a name"),
        ("microlink", ("Ann", " ANN "), "sits in two"),
        ("mindbuster", ("Ann", "Bob"), "one person plays"),
        ("microlink", ("Ann", "computer:grand"), "'grand' is not a computer level"),
        ("microlink", ("Ann", "computer:"), "'' is not a computer level"),
    ],
)
def test_who_may_sit_down_together(slug, seats, why):
    if not why:
        check_seats(infos()[slug], seats)
        return
    with pytest.raises(IllegalMove, match=why):
        check_seats(infos()[slug], seats)


def test_a_game_without_words_of_its_own_ends_in_plain_ones():
    assert ending(BLANK, blank_view("low")).lines == ("Game over. Score: 0",)
    assert last_move_lines(BLANK, blank_view()) == ()
    assert last_move_lines(BLANK, blank_view("low")) == ("Move: low", "Game over. Score: 0")
    reader = GameReader(BLANK)
    assert reader.narrate(Record({}, ("Ann",), SEED, ("high",)))[-1] == "Game over. Score: 10"
    status, position = reader.prove(Record({}, ("Ann",), SEED, ("high",)))
    assert (
        status
        == reader.replay(Record({}, ("Ann",), SEED, ("high",)))
        == Status(True, (10,), used=status.used)
    )
    assert position.move == "high"


def test_a_game_without_tables_of_its_own_counts_its_games_and_best_scores():
    reader, tally = GameReader(BLANK), None
    for number, score in enumerate((3, 9, 1, 7, 5, 8)):
        tally = reader.tally(tally, {**LINE, "id": str(number), "score": score})
    assert tally["games"] == 6
    assert tally["best"] == [[score, "Ann", "2026-11"] for score in (9, 8, 7, 5, 3)]
    assert reader.rename_caller(tally, "Ann", "Zoë")["best"][0] == [9, "Zoë", "2026-11"]
    assert reader.feat(LINE) is None and reader.account(LINE) is None
    assert reader.marks(LINE) == {"all": 10}
    assert reader.marks({**LINE, "moves": ["high", QUIT]}) == {}, "given up"
    assert reader.marks({**LINE, "moves": [QUIT, "high"]}) != {}


def test_a_free_turn_is_for_a_feat_at_a_table_that_has_them():
    reader, shut = GameReader(GAMES["shutbox"]), ("1 2 3 4 5 6 7 8 9",)
    own = reader.INFO.defaults()
    assert reader.free_turns({**own, "free_turn": True}, shut) == 1
    assert reader.free_turns({**own, "free_turn": False}, shut) == 0
    assert reader.free_turns({**own, "free_turn": True}, ("1", "2")) == 0
    assert GameReader(GAMES["thieves"]).free_turns({}, shut) == 0


def test_a_position_that_is_known_is_not_played_for_again():
    reader = GameReader(BLANK)
    assert reader.read({**LINE, "moves": ["low"]}).position.move == "low"
    assert reader.read({**LINE, "moves": ["nonsense"]}, "known").position == "known"
    read = reader.read(LINE)
    assert reader.read(read) is read and isinstance(read, FinishedGame)


def test_an_exact_coach_s_account_is_of_the_caller_s_moves_alone():
    reader, coachless = GameReader(blank.DOOR), GameReader(BLANK)
    record = reader.record_of(LINE)
    look = reader.look(record)
    assert look and reader.account(LINE) == Account(score=10, par=5.0, luck=5.0, cost=0.0)
    opponent = look[0]._replace(seat=1)
    assert reader.account_of(record, (*look, opponent), 10) == reader.account(LINE)
    assert reader.account_of(record, None, 10) is None and coachless.account_of(record, look, 10) is None


def test_examples_begin_again_after_the_last():
    game = GAMES["microlink"]
    examples = game.info.face.examples
    records = [example_record(game, "Ann", number) for number in range(len(examples) + 1)]
    assert records[0] == records[-1] and records[0] != records[1]
    assert (records[0].kind, records[0].seats) == ("demo", examples[0].seats)
    assert example_record(GAMES["shutbox"], "Ann").seats == ("Ann",)
    solo = example_record(GAMES["mindbuster"], "Ann")
    assert solo.options["players"] == 1
    assert GAMES["mindbuster"].rules.status(play(GAMES["mindbuster"].rules, solo).position).ended
    assert all(map(has_example, GAMES.values())) and not has_example(BLANK)
    assert all(map(has_puzzles, GAMES.values())) and not has_puzzles(BLANK)


def test_the_coach_looks_back_on_games_that_ended_with_a_move():
    game = GAMES["shutbox"]
    record = example_record(game, "Ann")
    whole, begun = (GameView(play(game.rules, one)) for one in (record, record.upto(1)))
    quits = GameView(play(game.rules, record.upto(0)._replace(moves=(QUIT,))))
    assert [looks_back(game, view) for view in (whole, begun, quits)] == [True, False, False]
    assert not looks_back(BLANK, blank_view("low"))


def test_the_day_s_puzzle_is_the_clearest_decision_of_a_game():
    game = GAMES["microlink"]
    record = example_record(game, "Ann")
    puzzle = puzzle_from(game, record, "2026-11-27")
    assert puzzle is not None and game.coach is not None
    assert puzzle.record.seats == tuple(
        seat if seat.startswith("computer:") else f"Player {at}" for at, seat in enumerate(record.seats, 1)
    )
    gaps = [
        game.coach.sharp(play(game.rules, record.upto(count)).position)
        for count in range(len(record.moves))
        if game.rules.status(play(game.rules, record.upto(count)).position).movers[:1] == (0,)
    ]
    assert puzzle.gap == max(gaps) > 0
    position = play(game.rules, puzzle.record).position
    assert game.coach.sharp(position) == puzzle.gap and game.rules.status(position).movers[0] == 0
    assert (puzzle.day, puzzle.record.kind, puzzle.by) == ("2026-11-27", "practice", "")
    assert puzzle_from(game, record.upto(0), "2026-11-27") is None
    solo = puzzle_from(GAMES["shutbox"], example_record(GAMES["shutbox"], "Ann"), "2026-11-27")
    assert solo is not None and solo.record.seats == ("Player 1",), "nobody is named who hasn't allowed it"


def test_each_day_tries_the_month_s_games_in_an_order_of_its_own():
    lines = [{"id": str(number)} for number in range(8)]
    orders = [order(lines, day, head) for day, head in (("1", "a"), ("2", "a"), ("1", "b"))]
    assert orders[0] == order(lines[::-1], "1", "a") and orders[0] not in orders[1:]
    assert all(sorted(one, key=lambda line: line["id"]) == lines for one in orders)


def test_a_recorded_game_has_a_record_for_each_side_and_names_its_codes():
    game = RecordedGame(
        "1", "mindbuster", "table", "2026-11-22T20:00:00.000Z", {}, ("Ann", "computer:lisa"), "00" * 32,
        (("code RWBG", "code WWBB", "RRRR"),), (1, 2), salts=("aa" * 16, "bb" * 16),
    )  # fmt: skip
    assert game.players == "Ann and computer (Lisa)"
    assert game.hidden_codes == (Hidden("RWBG", "aa" * 16), Hidden("WWBB", "bb" * 16))
    assert game.record().seats == game.seats
    race = game._replace(race=True, sides=(("a",), ("b", "c")))
    assert [(race.record(side).seats, race.record(side).moves) for side in (0, 1)] == [
        (("Ann",), ("a",)), (("computer:lisa",), ("b", "c")),
    ]  # fmt: skip


def test_a_game_is_proved_if_every_check_is_good():
    good, bad = ReplayCheck("end", True), ReplayCheck("end", False)
    assert is_proved([good, good]) and not is_proved([good, bad])
    assert good.sentence() != bad.sentence()


def test_a_finished_game_s_record_is_what_was_played():
    stage, _ = played("shutbox")
    game = finished(stage)
    status = GameReader(GAMES["shutbox"]).replay(game.record())
    assert status.ended and status.scores == game.scores
