"""MindBuster between two callers: each hides a code of their own and breaks the other's."""

import pytest
from at_table import VIEW, moved, seated
from hypothesis import given
from hypothesis import strategies as st

from door.games.chance import Chance
from door.games.game import EVERYBODY, QUIT, WATCHER, Enter, IllegalMove, Refuse, Show
from door.games.mindbuster import DOOR as GAME
from door.games.mindbuster import rules
from door.games.mindbuster.rules import CODE, NOT_BROKEN
from door.games.record import Record
from door.screens.doors import find
from door.screens.pages.scene import whole_board
from door.term.keys import Key

OPTIONS = GAME.info.complete({"players": 2})
DUEL = ("Ann", "Bob")
CODES = ["code RWBG", "code YYKB"]
MISS = "KKKK"


def played(*moves, options=OPTIONS, seats=DUEL):
    game = GAME.rules.new(options, seats, Chance(bytes(32)))
    for move in moves:
        game = GAME.rules.apply(game, move)
    return game


def test_nothing_is_drawn_and_both_hide_a_code_before_the_first_guess():
    game = played()
    assert game.chance.used == 0 and game.hidden == game.own == ""
    assert GAME.rules.status(game).movers == (0,)
    game = GAME.rules.apply(game, "code RWBG")
    assert GAME.rules.status(game).movers == (1,) and game.code(1) == "RWBG"
    game = GAME.rules.apply(game, "code YYKB")
    assert GAME.rules.status(game).movers == (0,) and game.code(0) == "YYKB"
    assert not GAME.rules.status(game).ended


def test_guesses_alternate_each_at_the_others_code():
    game = played(*CODES, "YYRR")
    assert GAME.rules.status(game).movers == (1,) and game.history(0) == (("YYRR", (2, 0)),)
    game = GAME.rules.apply(game, "RGWB")
    assert GAME.rules.status(game).movers == (0,) and game.history(1) == (("RGWB", (1, 3)),)


@pytest.mark.parametrize(
    ("moves", "scores", "results"),
    [
        (["YYKB", MISS], (1, NOT_BROKEN), ("won", "lost")),
        ([MISS, "RWBG"], (NOT_BROKEN, 1), ("lost", "won")),
        (["YYKB", "RWBG"], (1, 1), ("drawn", "drawn")),
        ([MISS, MISS, "YYKB", MISS], (2, NOT_BROKEN), ("won", "lost")),
        ([MISS, MISS] * 10, (NOT_BROKEN, NOT_BROKEN), ("drawn", "drawn")),
        ([MISS, MISS] * 9 + [MISS, "RWBG"], (NOT_BROKEN, 10), ("lost", "won")),
    ],
)
def test_who_breaks_in_fewer_guesses_wins_and_equal_is_a_draw(moves, scores, results):
    for at in range(len(moves)):
        assert not GAME.rules.status(played(*CODES, *moves[:at])).ended
    game = played(*CODES, *moves)
    status = GAME.rules.status(game)
    assert status.ended and status.scores == scores and status.movers == ()
    assert (rules.result(game, 0), rules.result(game, 1)) == results


@pytest.mark.parametrize(
    ("moves", "refused", "why"),
    [
        ([], "RWBG", "Hide your own code first"),
        (["code RWBG"], "YYKB", "Hide your own code first"),
        (CODES, "code RRRR", "time for a guess"),
        (CODES, "RWBGY", "only 4 holes"),
        ([*CODES, "YYKB", MISS], MISS, "over"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(moves, refused, why):
    with pytest.raises(IllegalMove, match=why):
        played(*moves, refused)


@pytest.mark.parametrize(
    ("options", "code", "why"),
    [
        ({}, "RWBG", ""),
        ({}, "RWB", "Hole 4"),
        ({}, "RWB-", "NO PEG"),
        ({}, "RWBGY", "only 4"),
        ({}, "RWBV", "no colour"),
        ({}, "", "Hole 1"),
        ({"holes": 5, "colours": 8}, "RWBVO", ""),
        ({"holes": 5, "colours": 8}, "RWBV", "Hole 5"),
    ],
)
def test_what_code_can_be_hidden(options, code, why):
    options = GAME.info.complete({"players": 2, **options})
    if not why:
        assert played(CODE + code, options=options).own == code
        return
    with pytest.raises(IllegalMove, match=why):
        played(CODE + code, options=options)


def test_a_computer_still_has_its_code_drawn_and_may_play_no_other_way():
    game = played(seats=("Ann", "computer:watson"))
    assert game.hidden and game.chance.used and GAME.rules.status(game).scores == (NOT_BROKEN,)
    alone = played(seats=("Ann",))
    assert alone.hidden == game.hidden and alone.seats[1] == "computer:watson"


def test_given_up_it_is_broken_by_nobody():
    status = GAME.rules.status(played(*CODES, "YYKB", QUIT))
    assert status.ended and status.scores == (NOT_BROKEN, NOT_BROKEN)


def test_the_record_tells_it_move_by_move():
    moves = [*CODES, "YYRR", "RWBG"]
    told = find("mindbuster").narrate(Record(OPTIONS, DUEL, Chance(bytes(32)), tuple(moves)))
    assert told[:4] == (
        "Ann hides RWBG.", "Bob hides YYKB.", "1. Ann guesses YYRR: 2 black, 0 white.",
        "1. Bob guesses RWBG: 4 black, 0 white: the code is broken.",
    )  # fmt: skip
    assert "Bob broke Ann's code in 1." in told


def pressed(table, *keys):
    """The table after keys that only change the board, and what the last of them came to."""
    act = None
    for key in keys:
        act = GAME.board.key(table, Key(key))
        if isinstance(act, Show):
            table = table._replace(board=act.board)
    return table, act


@pytest.mark.parametrize("eyes", [0, 1])
def test_either_seat_hides_its_code_on_the_empty_table(eyes):
    table = seated(GAME, [], eyes)
    assert "Hide a code" in GAME.words.message(table)
    assert GAME.words.prompt(table).startswith("Your hidden code, 4")
    assert f"{DUEL[1 - eyes]} must break it" in GAME.picture.draw(table, VIEW).text()
    table, act = pressed(table, "r", "w", "-")
    assert isinstance(act, Refuse)
    table, act = pressed(table, "b", "g", "enter")
    assert act == Enter("code RWBG")
    assert GAME.board.line(seated(GAME, [], eyes), "y y k b") == Enter("code YYKB")


def test_a_code_hidden_with_an_empty_chair_across_the_table():
    table = seated(GAME, [], 0, seats=("Ann", ""))
    assert "║ Your opponent must break it ║" in GAME.picture.draw(table, VIEW).text()
    assert GAME.board.line(table, "rwbg") == Enter("code RWBG")


def test_a_random_code_is_not_the_one_the_other_gets_by_the_same_key():
    rows = {pressed(seated(GAME, [], eyes, seed=seed), "f4")[0].board.hand.pegs
            for eyes in (0, 1) for seed in range(20)}  # fmt: skip
    assert len(rows) > 30


@pytest.mark.parametrize("eyes", [0, 1])
def test_a_row_is_made_in_its_own_turn_alone(eyes):
    for moves in (CODES, [*CODES, MISS], [*CODES, MISS, "RRRR"]):
        table = seated(GAME, moves, eyes)
        mine = GAME.rules.status(table.position).movers == (eyes,)
        assert bool(GAME.words.prompt(table)) == mine
        act = GAME.board.line(table, "rrww")
        assert act == (Enter("RRWW") if mine else Refuse(GAME.words.message(table)))
        _, act = pressed(table, *"rrww", "enter")
        assert act == (Enter("RRWW") if mine else None)
        assert mine or f"{DUEL[1 - eyes]} guesses next." in GAME.words.message(table)


def test_rows_are_copied_from_ones_own_board():
    _, act = pressed(seated(GAME, [*CODES, "YYRR", "RGWB", MISS], 1), "=")
    assert act.board.hand.pegs == "RGWB"
    _, act = pressed(seated(GAME, [*CODES, "YYRR", "RGWB"], 0), "=")
    assert act.board.hand.pegs == "YYRR"


def test_scoring_shows_how_the_other_guessed_at_ones_own_code():
    table, act = pressed(seated(GAME, [*CODES, "YYRR"], 1), "f5")
    shown = whole_board(GAME, table, VIEW).text()
    assert isinstance(act, Show) and "Ann's guess 1 scores 2 black" in shown and "Your code" in shown
    for eyes, why in ((0, "Bob hasn't made a guess yet"), (WATCHER, "no score to show")):
        _, act = pressed(seated(GAME, [*CODES, "YYRR"], eyes), "f5")
        assert isinstance(act, Refuse) and why in act.why


def test_each_side_sees_itself_on_the_left_and_a_watcher_both_by_name():
    heads = [
        GAME.picture.draw(seated(GAME, CODES, eyes), VIEW).text().splitlines()[0] for eyes in (0, 1, WATCHER)
    ]
    assert [head[1:35].split()[0] for head in heads] == ["You", "You", "Ann"]
    assert [name in head for name, head in zip(("Bob", "Ann", "Bob"), heads, strict=True)] == [True] * 3


def test_a_guess_comes_peg_by_peg_to_all_but_who_made_it():
    for eyes, frames in ((0, 3), (1, 7), (WATCHER, 3)):
        before = seated(GAME, CODES, eyes)
        assert len(GAME.picture.frames(before, moved(GAME, before, "YYRR"))) == frames
    before = seated(GAME, [*CODES, "YYRR"], WATCHER)
    assert len(GAME.picture.frames(before, moved(GAME, before, "RGWB"))) == 9
    table = moved(GAME, before, "RGWB")
    half = table._replace(frame=GAME.picture.frames(before, table)[2].show)
    assert GAME.words.message(half) == "Bob guesses."


def test_plain_mode_tells_each_side_its_own_story():
    moves = [*CODES, "YYRR"]
    said = {
        eyes: GAME.words.say(seated(GAME, CODES, eyes), seated(GAME, moves, eyes)) for eyes in (0, 1, WATCHER)
    }
    assert said[0] == ("Guess 1: Y Y R R, 2 black",)
    assert said[1] == said[WATCHER] == ("Ann 1: Y Y R R, 2 black",)
    opened = GAME.words.say(seated(GAME, CODES[:1], 1), seated(GAME, CODES, 1))
    assert opened == ("Your hidden code: Y Y K B",)
    assert GAME.words.say(None, seated(GAME, CODES, WATCHER))[0].startswith("Ann against Bob:")


@pytest.mark.parametrize(
    ("eyes", "headline", "last", "code"),
    [
        (0, "Bob broke your code in 1.", "Game over. Score: 11", "Your code was R W B G."),
        (1, "You broke Ann's code in 1.", "Game over. Score: 1", "Ann's code was R W B G."),
        (WATCHER, "Bob broke Ann's code in 1.", "Game over.", "Ann's code was R W B G."),
    ],
)
def test_the_end_in_the_words_of_whoever_reads_it(eyes, headline, last, code):
    table = seated(GAME, [*CODES, MISS, "RWBG"], eyes)._replace(eyes=EVERYBODY)
    end = GAME.words.ending(table)
    assert end.headline == headline and end.lines[-1] == last and code in end.lines
    shown = GAME.picture.draw(table, VIEW).text()
    assert ("You win!" in shown, "You lose." in shown) == (eyes == 1, eyes == 0)
    assert ("Bob wins" in shown) == (eyes == WATCHER)


@given(st.lists(st.sampled_from([MISS, "RWBG", "YYKB", "----", "RYBK"]), max_size=20))
def test_every_sentence_fits_for_the_longest_handles(moves):
    seats = ("Bartholomew-Maximil1", "Wilhelmina-Theresia2")
    game, made = played(*CODES, seats=seats), list(CODES)
    for move in moves:
        if not game.over:
            game = GAME.rules.apply(game, move)
            made.append(move)
    for eyes in (0, 1, WATCHER):
        table = seated(GAME, made, eyes, seats)
        motion = GAME.picture.frames(seated(GAME, made[:-1], eyes, seats), table)
        for show in (None, *(frame.show for frame in motion)):
            canvas = GAME.picture.draw(table._replace(frame=show), VIEW)
            assert not "".join(canvas.text().splitlines()[21:]).strip()
        if game.over:
            assert GAME.picture.last(table._replace(eyes=EVERYBODY), VIEW).rows == 23
            assert len(GAME.words.ending(table._replace(eyes=EVERYBODY)).lines) >= 3


def test_a_watcher_reads_both_players_rows_and_a_player_their_own():
    moves = [*CODES, "YYRR", "RGWB", "YYKB"]
    seen = {eyes: GAME.picture.beside(seated(GAME, moves, eyes))[1] for eyes in (WATCHER, 0, 1)}
    assert seen[WATCHER] == ("Ann", " 1 YYRR 2, 0", "Bob", " 1 RGWB 1, 3", "Ann", " 2 YYKB 4, 0")
    assert seen[0] == (" 1 YYRR 2, 0", " 2 YYKB 4, 0") and seen[1] == (" 1 RGWB 1, 3",)
