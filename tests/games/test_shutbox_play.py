"""Playing at the box: every key of the manual, the animations, leaving, resuming, the books."""

import re

import pytest
from deals import books

from door.games.game import EVERYBODY, KEY_SET, WATCHER
from door.games.shutbox import show
from door.games.shutbox.computer import best_sets
from door.games.shutbox.play import THROW, TILES, BonusCount, Roll, count_steps, message, read_tiles
from door.games.shutbox.record import brief, ending
from door.games.shutbox.rules import legal, mask_of, tiles_of, total_of
from door.play.books import Books
from door.screens.doors import find
from door.screens.state import table_of
from door.term.canvas import CODE, SHIFT
from door.term.keys import Key, Mouse
from door.testing.stage import Stage
from door.ui.screen import View

shutbox = find("shutbox")


def opened(**setup):
    """A stage with the dice of a first roll on the table."""
    return Stage(shutbox, **setup).press("enter")


def pull(stage, mask):
    """Pulls these tiles down, by the cursor."""
    for tile in tiles_of(mask):
        while stage.board.cursor != tile:
            stage.press("6")
        stage.press("2")


def play_out(stage):
    """Plays the game to its end for the most points."""
    while stage.asked:
        game = stage.position
        pull(stage, best_sets(game.variant, game.open, game.total)[0][0])
        stage.press("enter")
    return stage


def shut_one(**setup):
    """A stage whose game has just shut the box (the first seed whose dice allow it)."""
    return play_out(Stage(shutbox, first_seed=15, **setup).press("enter"))


@pytest.mark.parametrize("key", ["6", "d", "D", "right"])
def test_the_cursor_goes_right_and_around(key):
    stage = opened()
    seen = [stage.board.cursor]
    for _ in range(9):
        stage.press(key)
        seen.append(stage.board.cursor)
    assert seen == [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]


@pytest.mark.parametrize("key", ["4", "a", "A", "left"])
def test_the_cursor_goes_left_and_around(key):
    assert opened().press(key).board.cursor == 9


def test_home_and_end_go_to_the_first_and_the_last_open_tile():
    stage = opened(prefs={KEY_SET: "letters"}).press("6 6 end")
    assert stage.board.cursor == 9 and stage.press("home").board.cursor == 1
    pull(stage, legal(stage.position.open, stage.position.total)[0])
    tiles = tiles_of(stage.press("enter").position.open)
    assert stage.press("home").board.cursor == tiles[0] and stage.press("end").board.cursor == tiles[-1]


@pytest.mark.parametrize("down", ["2", "x", "X", "s", "S", "down"])
@pytest.mark.parametrize("up", ["8", "w", "W", "up"])
def test_a_tile_is_pulled_down_and_put_back(down, up):
    stage = opened().press(f"6 6 {down}")
    assert stage.board.pulled == mask_of([3])
    assert stage.press(f"{down} {down}").board.pulled == mask_of([3])
    assert stage.press(up).board.pulled == 0


@pytest.mark.parametrize(
    ("keys", "said"),
    [("8", "Tile 1 is already up."), ("2 2", "Tile 1 is already down."), ("2 6 up", "Tile 2 is already up.")],
)
def test_a_key_that_turns_no_tile_says_why(keys, said):
    stage = Stage(shutbox).press("enter").press(keys)
    assert said in stage.text and stage.bells


def test_the_first_roll_has_no_figures_yet():
    stage = Stage(shutbox).press("enter")
    assert brief(table_of(stage.state)) == "░░░░░░░░░ all open"
    assert brief(table_of(stage.press("q g").state)) == "░░░░░░░░░ 0 shut, 0 points"


def test_the_cursor_passes_over_closed_tiles():
    stage = opened()
    pull(stage, legal(stage.position.open, stage.position.total)[0])
    stage.press("enter")
    closed = stage.position.open ^ 511
    for _ in range(12):
        stage.press("6")
        assert not closed >> stage.board.cursor - 1 & 1


def test_enter_is_refused_with_the_reason_and_a_bell():
    stage = opened().press("enter")
    assert stage.state.note.text == "You haven't pulled a tile down." and stage.bells == 1
    total = stage.position.total
    wrong = next(tile for tile in range(1, 10) if tile != total)
    pull(stage, mask_of([wrong]))
    stage.press("enter")
    assert f"Those tiles add up to {wrong}, but the dice show {total}." in stage.text
    assert stage.bells == 2 and not stage.games[0].moves


def test_an_entry_scores_closes_and_rolls_again():
    stage = opened()
    game = stage.position
    chosen = legal(game.open, game.total)[-1]
    pull(stage, chosen)
    assert "matches" in stage.text
    stage.press("enter")
    assert stage.position.points == game.total == total_of(chosen)
    assert stage.board.pulled == 0 and stage.games[0].moves == [" ".join(map(str, tiles_of(chosen)))]


def test_the_mouse_turns_tiles_and_presses_keys():
    stage = opened()
    canvas = stage.canvas
    spots = {TILES.index(spot.target) + 1: spot for spot in canvas.spots if spot.target in TILES}
    assert sorted(spots) == list(range(1, 10))
    stage.click(spots[5].x + 2, spots[5].y + 1)
    assert stage.board.pulled == mask_of([5]) and stage.board.cursor == 5
    stage.click(spots[5].x + 2, spots[5].y + 8)
    assert stage.board.pulled == 0
    enter = next(spot for spot in stage.canvas.spots if spot.target == Key("enter"))
    stage.click(enter.x, enter.y)
    assert stage.state.note.text == "You haven't pulled a tile down."


@pytest.mark.parametrize("key", ["1", "3", "5", "7", "9", "0"])
def test_a_digit_that_moves_nothing_says_what_the_digits_do(key):
    stage = opened().press(key)
    assert stage.board == opened().board and stage.bells == 1
    assert stage.state.note.text in stage.text and "F3: each digit turns its own tile" in stage.text
    stage.press("f3 right esc").press("5")
    assert stage.board.pulled == mask_of([5]), "as F3 has set it, at once"
    assert "This box has no tile 0." in stage.press("0").text


@pytest.mark.parametrize("view", [View(), View(mono=True), View(ascii=True)])
def test_tiles_that_are_entered_change_and_stay_tiles(view):
    stage = opened(view=view)
    game = stage.position
    chosen = legal(game.open, game.total)[-1]
    pull(stage, chosen)
    pulled = tiles_drawn(stage, chosen)
    stage.press("enter")
    entered = tiles_drawn(stage, chosen)
    for number, tile in entered.items():
        assert tile != pulled[number], "another colour, or another grain"
        bare = [cell for cell in tile if chr(cell & CODE) == " " and not cell >> SHIFT + 4]
        assert len(bare) < len(tile) // 3, f"tile {number} is a hole"


def tiles_drawn(stage, mask):
    """The cells of the tiles that lie, by number."""
    cols, cells = show.tile_cols(9), stage.canvas.cells
    left = {number: 4 + (number - 1) * (cols + 1) for number in tiles_of(mask)}
    return {number: [cell for row in cells[8:11] for cell in row[x : x + cols]] for number, x in left.items()}


@pytest.mark.parametrize("kind", ["watched", "replayed"])
def test_the_last_picture_has_the_whole_score(kind):
    stage = play_out(opened())
    game = stage.position
    assert game.tile_bonus and game.score != game.points
    table = stage.state.table._replace(eyes=EVERYBODY if kind == "watched" else 0, caller="", frame=None)
    picture = shutbox.game.picture.draw(table, View(ascii=True)).text()
    assert f"[ {game.score} ]" in picture and f"[ {game.points} ]" not in picture


def test_the_first_prompt_of_the_daily_deal_says_what_the_tiles_have_to_make():
    stage = Stage(shutbox, books=books(), fast=True).press("d enter")
    row = stage.text.splitlines()[21]
    assert "The daily deal of" in row and f"Shut tiles that add up to {stage.position.total}." in row


def test_a_release_of_the_mouse_does_nothing():
    stage = opened()
    stage.send(Mouse(5, 5, "release", "left", TILES[0]))
    assert stage.board.pulled == 0


def test_the_dice_tumble_and_come_to_rest():
    stage = Stage(shutbox, patient=True).press("enter")
    faces = set()
    while stage.state.frames:
        faces.add(stage.text)
        assert "=" not in stage.text.splitlines()[19]
        stage.tick()
    assert len(faces) == len(THROW) and stage.asked


def test_the_dice_fly_each_its_own_way_and_the_left_one_lies_first():
    stage, lying, seen = Stage(shutbox, patient=True).press("enter"), [], set()
    rest = Stage(shutbox, fast=True).press("enter").canvas
    while stage.state.frames:
        dice = [tuple(tuple(row[x : x + 12]) for row in stage.canvas.cells[14:19]) for x in (3, 16)]
        still = [tuple(tuple(row[x : x + 12]) for row in rest.cells[14:19]) for x in (3, 16)]
        lying.append(tuple(one == other for one, other in zip(dice, still, strict=True)))
        seen.add(stage.text)
        stage.tick()
    assert lying == [(False, False), (False, False), (False, False), (True, False)] and len(seen) == 4


@pytest.mark.parametrize(
    ("key", "board", "over"),
    [("2", (1, 1), ""), ("6", (2, 0), ""), ("q", (1, 0), "leave"), ("f7", (1, 0), "")],
)
def test_a_key_ends_the_tumbling_and_does_what_it_says(key, board, over):
    stage = Stage(shutbox, patient=True).press("enter").press(key)
    assert (not stage.state.frames, tuple(stage.board), stage.state.page.name) == (True, board, over)


def test_tumbling_never_touches_the_chance_of_the_game():
    rolled = Stage(shutbox, patient=True).press("enter")
    used = rolled.position.chance.used
    rolled.tick()
    rolled.tick()
    assert rolled.position.chance.used == used


def test_the_end_is_said_at_once_and_the_bonus_counted():
    stage = play_out(Stage(shutbox, patient=True).press("enter enter"))
    while not stage.position.over:
        stage.settle()
        play_out(stage)
    while isinstance(stage.state.table.frame, Roll):
        stage.tick()
    game = stage.position
    assert game.why == "stuck" and stage.state.table.frame == BonusCount(0)
    assert f"= {game.total}: no open tiles add up to {game.total}" in stage.text
    shown = []
    while stage.state.frames:
        shown.append(stage.state.table.frame.at)
        stage.tick()
    steps = list(range(1, count_steps(game) + 1))
    assert [at for at in shown if at] == shown[-len(steps) :] == steps and stage.state.scene == "done"
    assert f"{game.closed_count} tiles closed" in stage.text


def test_a_shut_box_gives_a_free_turn():
    stage = shut_one()
    game = stage.position
    assert (game.why, game.score) == ("shut", 435)
    assert "A FREE TURN IS YOURS!" in stage.text
    assert re.search(r"Box shut +300", stage.text)
    assert shutbox.free_turns(shutbox.INFO.complete(stage.games[0].options), stage.games[0].moves) == 1


def test_the_free_turns_are_told_beside_the_score():
    text = Stage(shutbox, books=Books(turns_left=4, free_turns=12)).press("enter q g").text
    assert "Turns left: 3 " in text and "Free turns: 12 " in text


def test_the_coach_is_offered_where_there_was_a_choice():
    assert "coach" in play_out(opened()).text
    assert "coach" not in opened().press("q g").text.splitlines()[-2]


def test_a_rich_box_keeps_its_score_inside_the_panel():
    stage = shut_one(options={"shut_bonus": 10_000})
    assert stage.position.score == 10_135
    rows = stage.text.splitlines()
    assert all(row[1] == "│" and row[23] == "│" for row in rows[14:19])


def test_a_shut_box_without_free_turns_promises_none():
    stage = shut_one(options={"free_turn": False})
    assert stage.position.why == "shut" and "FREE TURN" not in stage.text


def test_practice_and_looking_on_earn_no_free_turn():
    stage = play_out(Stage(shutbox, first_seed=15).press("p"))
    assert stage.position.why == "shut" and "FREE TURN" not in stage.text
    table = shut_one().state.table
    assert "FREE TURN" in ending(table).headline
    looked_at = ending(table._replace(caller="", eyes=WATCHER))
    assert looked_at.headline == "The box is shut!" and not any("free turn" in one for one in looked_at.lines)


def test_the_bonus_for_the_shut_box_is_told_once_for_all_tiles():
    table = shut_one().state.table._replace(frame=BonusCount(19))
    assert message(table) == "The box is shut!  9 closed at 10 = +90, plus 300 for shutting it"


def test_help_follows_the_sysops_rules():
    stage = Stage(shutbox, options={"tiles": 12, "shut_bonus": 50, "turns_per_day": 2}).press(
        "h pgdn pgdn pgdn"
    )
    assert "78 + 120 + 50 = 248" in stage.text
    assert "Turns a day: 2." in stage.press("pgdn pgdn").text


def test_the_long_box_plays_to_its_end():
    stage = play_out(opened(options={"tiles": 12}))
    assert stage.replay().ended and stage.replay().score == stage.games[0].score
    assert "of 12 closed" in opened(options={"tiles": 12}).text


@pytest.mark.parametrize("text", ["2 6", "2,6", "26", "6 2", " 2 , 6 ", "2+6"])
def test_tiles_are_read_in_many_ways(text):
    assert read_tiles(text, 9) == mask_of([2, 6])


@pytest.mark.parametrize("text", ["0", "22", "2 x", "2.5", "２", "99999999999999999999", "-1"])
def test_what_is_no_tile(text):
    assert isinstance(read_tiles(text, 9), str)


def test_the_long_box_wants_its_tiles_apart():
    assert read_tiles("12", 12) == mask_of([12])
    assert read_tiles("1 2", 12) == mask_of([1, 2])
    assert read_tiles("13", 12) == "This box has no tile 13."


@pytest.mark.parametrize("tiles", [9, 12])
def test_a_digit_turns_the_tile_of_its_number_where_the_caller_has_chosen_so(tiles):
    stage = opened(prefs={"keys": "numbers"}, options={"tiles": tiles})
    stage.press("2").press("8")
    assert tiles_of(stage.board.pulled) == (2, 8) and stage.board.cursor == 8
    assert "[1-9] turn a tile" in stage.text
    stage.press("2").press("8").press("d").press("x")
    assert tiles_of(stage.board.pulled) == (9,), "letters and arrows move as ever"
    stage.press("9")
    game = stage.position
    for tile in next(chosen for chosen in map(tiles_of, legal(game.open, game.total)) if max(chosen) < 10):
        stage.press(str(tile))
    assert stage.press("enter").position.open != game.open


def test_the_choice_of_keys_holds_at_once_and_is_remembered():
    stage = Stage(shutbox).press("s").press("right").press("enter").press("enter").press("1")
    assert tiles_of(stage.board.pulled) == (1,) and stage.prefs == {"keys": "numbers"}


def test_the_line_below_the_box_says_what_the_tiles_have_to_make():
    stage = opened()
    assert f"Shut tiles that add up to {stage.position.total}." in stage.text
    assert "Shut tiles" not in play_out(stage).text
