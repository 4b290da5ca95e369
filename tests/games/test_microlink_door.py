"""The MicroLink door at the table: seats, toggles, prompts, demonstrations, leaving, resuming."""

from dataclasses import replace

import pytest
from deals import DEAL, books
from heard import heard
from other_words import other_words, spoken
from seated import Table, to_the_end

from door.games.chance import Chance, commitment
from door.games.game import computer_level
from door.games.microlink import computer, record, rules
from door.games.microlink.choices import THROW
from door.games.microlink.play import COACH, DOOR_KEYS
from door.games.microlink.rules import legal
from door.games.record import Record
from door.games.shutbox.rules import QUIT, tiles_of
from door.play.api import Begun, Finish, SaveMove
from door.play.books import Books
from door.screens import company, doors
from door.screens.flow import IDLE_SECONDS
from door.term.keys import Key, Mouse
from door.testing.stage import Stage
from door.ui.screen import View, Wake
from door.ui.texts import tr

DOOR = doors.find("microlink")
COMPANY = {"seat2": "person", "name2": "Bert", "seat3": "expert", "seat4": "beginner"}
BERT = {"seat2": "person", "name2": "Bert"}


def door(**setup):
    setup.setdefault("fast", True)
    return Stage(DOOR, **setup)


def begun(how="enter", **setup):
    """At the table, before the first roll."""
    return door(**setup).press(how)


def at_work(**setup):
    """The first dice lie, and doors are to be chosen."""
    return begun(**setup).press("enter")


def game_of(stage):
    return stage.state.table.position


def board_of(stage):
    return stage.state.table.board


def shut(stage):
    """The doors shut for this roll."""
    return tiles_of(board_of(stage).chosen)


def scene(stage):
    """What the table is at: "choosing" where it rests."""
    if stage.state.scene != "play":
        return stage.state.scene
    return stage.state.table.frame.scene if stage.state.frames else "choosing"


def play_turn(stage):
    """Makes one person's move or goes on past a message, as a caller at the keyboard does."""
    if scene(stage) == "choosing":
        game = game_of(stage)
        for number in legal(game)[-1].split():
            if scene(stage) == "choosing" and game_of(stage) is game:
                stage.press(number)
        if game_of(stage) is not game:
            return
    if stage.state.scene == "play":
        stage.press("enter")


def play_out(stage, until="done", limit=600):
    while scene(stage) != until and limit:
        play_turn(stage)
        limit -= 1
    assert limit, "the game never came to that"
    return stage


def message(stage):
    """The message box's line."""
    return stage.text.splitlines()[18][28:78].strip(" │║")


def note(stage):
    """The message line below the toggles."""
    return stage.text.splitlines()[21].strip()


def tick(stage, name="motion"):
    stage.tick(next(wake for wake in stage.waiting if wake.name == name))


# -- before the game --------------------------------------------------------------------------------


def test_seats_are_chosen_in_the_settings_and_remembered():
    stage = door().press("s down right down enter ctrl-u B e r t enter down left enter enter")
    assert stage.games[0].seats == ("Ann", "Bert", "computer:expert")
    assert stage.prefs == BERT | {"seat3": "expert"}
    assert begun(prefs=stage.prefs).games[0].seats == stage.games[0].seats


@pytest.mark.parametrize(
    ("name", "reason"),
    [("Ann", "your own name"), ("a N N", "your own name"), ("Bo", "the same name"),
     ("|", 'can\'t contain "|"'), ("☺", 'can\'t contain "☺"'),
     ("computer:x", 'can\'t start with "computer:"'), ("x" * 17, "at most 16")],
)  # fmt: skip
def test_a_name_that_cannot_be_is_refused_in_place(name, reason):
    company = BERT | {"seat3": "person", "name3": "Bo"}
    stage = door(plain=True, prefs=company)
    stage.say("settings")
    assert any(reason in line for line in stage.say(f"name2 {name.replace(' ', '')}"))
    stage.say("", "")
    assert stage.games[0].seats == ("Ann", "Bert", "Bo")


@pytest.mark.parametrize(("word", "name"), [("Gast {number}", "Gast 2"), ("Гость {number}", "2")])
def test_a_person_without_a_name_has_one_in_the_callers_language(word, name):
    """Or a number, if the language's word has letters that no name can have."""
    with spoken(other_words({tr.play.unnamed_person: word})):
        assert begun(prefs={"seat2": "person"}).games[0].seats == ("Ann", name)


def test_nonsense_in_the_preferences_seats_nobody():
    stage = begun(prefs={"seat2": "deep", "name2": "Ann", "seat3": "", "r": "perhaps", "seats": "x|y"})
    assert stage.games[0].seats == ("Ann",) and scene(stage) == "ready"


def test_with_a_computer_in_the_first_seat_practice_is_a_demonstration_and_the_contest_the_callers_own():
    seats = {"seat1": "careful", "seat2": "expert"}
    stage = begun("p", prefs=seats, fast=False, patient=True)
    assert stage.games[0].seats == ("computer:careful", "computer:expert") and not stage.games[0].ranked
    assert "demonstration" in stage.text
    stage = begun(prefs=seats)
    assert stage.games[0].seats == ("Ann", "computer:expert") and stage.games[0].ranked


# -- a game by keys --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "prefs", [{}, BERT, {"seat2": "expert"}, BERT | {"seat3": "beginner", "seat4": "careful"}]
)
@pytest.mark.parametrize("fast", [True, False])
def test_a_whole_game_ends_on_the_books(prefs, fast):
    stage = play_out(begun(fast=fast, prefs=prefs))
    (game,) = stage.games
    outcome = stage.replay()
    assert outcome.ended and game.score == outcome.score
    assert [e for e in stage.effects if isinstance(e, Finish)] == [Finish()]
    position = stage.state.table.position
    for total in position.totals:
        assert "■" * rules.dots(total) + "·" * (50 - rules.dots(total)) in stage.text
    for turn in position.turns_of(0):
        assert f" {turn.score} " in stage.text
    assert game.seed.hex() in stage.press("v").text


def test_computers_play_their_own_level():
    stage = play_out(begun(prefs={"seat2": "beginner", "seat3": "expert"}))
    game = rules.new_game({}, stage.games[0].seats, Chance(stage.games[0].seed))
    for move in stage.games[0].moves:
        level = computer_level(game.seats[game.seat])
        assert not level or move == computer.move(game, game.seat, level)
        game = rules.apply(game, move)


def test_the_seal_is_shown_before_the_first_roll():
    stage = begun()
    seal = commitment(stage.games[0].seed)[:16]
    assert " ".join(seal[at : at + 4] for at in range(0, 16, 4)) in stage.text
    assert scene(stage) == "ready" and "not rolled yet" in stage.text
    first, second = game_of(stage).box.dice
    assert f"{first} + {second} =" not in stage.text


def test_cursor_keys_point_shut_and_open():
    stage = at_work()
    assert board_of(stage).at == 5
    stage.press("right right down")
    assert shut(stage) == (7,)
    stage.press("left down up")
    assert shut(stage) == (7,) and board_of(stage).at == 6
    stage.press("right up left left left left left left left")
    assert shut(stage) == () and board_of(stage).at == 9, "the pointer goes around"


def test_number_keys_toggle_doors_and_the_sum_is_refused_with_its_reason():
    stage = at_work().press("9 8")
    total = game_of(stage).box.total
    assert shut(stage) == (8, 9) and message(stage) == f"8 + 9 = 17, {17 - total} too much"
    stage.press("enter")
    assert "Those doors add up to 17, but the dice" in note(stage) and stage.bells
    assert "too much" in message(stage), "the prompt stays"
    stage.press("9 8")
    assert shut(stage) == ()
    stage.press("enter")
    assert note(stage) == "! You haven't shut a door."
    assert message(stage) == f"Shut doors that add up to {total}"
    assert "1 shut, 4 to go" in stage.press("1").text and total == 5


def test_numpad_moves_only_when_chosen():
    stage = at_work().press("4 6 2 8")
    assert shut(stage) == (2, 4, 6, 8)
    stage.press("4 6 2 8 m")
    assert stage.prefs["m"] == "yes"
    stage = at_work(prefs=stage.prefs).press("4 2")
    assert shut(stage) == (4,)
    stage.press("6 6 2 8 9")
    assert shut(stage) == (4, 9)
    row, keys = last_line(stage)
    assert "4628" in row and "1-9" not in row and len(row) < 80 and {" ", "esc"} <= keys


def test_doors_answer_the_mouse_and_those_of_earlier_rolls_do_not_open():
    stage = at_work()
    spot = {spot.target: spot for spot in stage.canvas.spots}[DOOR_KEYS[2]]
    stage.click(spot.x, spot.y)
    assert shut(stage) == (3,)
    stage.click(spot.x + 2, spot.y + 7)
    assert shut(stage) == ()
    move = legal(game_of(stage))[-1]
    stage.press(f"{move} enter")
    gone = int(move.split()[0])
    stage.send(Mouse(0, 0, target=DOOR_KEYS[gone - 1]))
    assert shut(stage) == () and f"Door {gone} is shut for this turn." in stage.text


def test_the_message_box_can_be_clicked():
    stage = begun()
    assert "press Enter to roll" in message(stage)
    stage.click(50, 18)
    assert scene(stage) == "choosing"


def last_line(stage):
    row = stage.text.splitlines()[22]
    keys = {spot.target.name for spot in stage.canvas.spots if spot.y == 22 and isinstance(spot.target, Key)}
    return row, keys


def test_who_plays_alone_reads_the_total_once_beside_the_month():
    stage = play_out(begun(view=View(ascii=True), books=Books(turns_left=5, tally=TALLY)))
    total = f"{stage.position.totals[0]}"
    assert stage.text.replace(",", "").split().count(total) == 2, "large, and in the month"


def test_every_word_of_the_last_line_is_a_target_and_none_stands_twice():
    stage = at_work()
    row, keys = last_line(stage)
    assert keys == {"enter", " ", *"atbhrndfpk", "esc"}
    words = [word for word in row.split() if word.isalpha()]
    assert len(set(words)) == len(words) and len(row) < 80


def test_the_last_line_names_undo_in_practice_and_still_fits():
    stage = begun("p").press("enter")
    assert "u" not in last_line(stage)[1]
    stage.press(f"{legal(game_of(stage))[-1]} enter")
    row, keys = last_line(stage)
    assert {"u", "esc", "enter", " "} <= keys and len(row) < 80
    stage.press("u")
    assert not stage.state.table.moves and "taken back" in note(stage)


def test_the_toggles_row_shows_how_they_stand_and_flips_them():
    stage = at_work()
    row = next(at for at, line in enumerate(stage.text.splitlines()) if "Roll yes" in line)
    x = stage.text.splitlines()[row].index("K Stuck no")
    stage.click(x + 2, row)
    assert stage.prefs == {"k": "yes"} and "K Stuck yes" in stage.text.splitlines()[row]


def test_a_roll_that_cannot_be_used_is_said_only_when_asked_for():
    quiet = play_out(begun(), "turn")
    assert game_of(quiet).turns and "Can't" not in quiet.text
    loud = play_out(begun(prefs={"k": "yes"}), "stuck")
    assert "Can't use this roll!" in message(loud)
    loud.press("enter")
    assert scene(loud) == "turn"


def test_the_dead_rolls_points_are_added_once_it_has_been_seen():
    stage = play_out(begun(prefs={"k": "yes"}), "stuck")
    turn = game_of(stage).turns[-1]
    card = stage.text.splitlines()[14]
    assert "score 0" in card and f"this turn {turn.score}" in card
    assert f"score {turn.score}" in stage.press("enter").text.splitlines()[14]
    assert f"{turn.steps[-1].dice[0]} + {turn.steps[-1].dice[1]} = {turn.steps[-1].total}" in stage.text


def test_the_prompts_can_be_switched_off():
    stage = begun(prefs={"r": "no", "n": "no"})
    moves = 0
    while scene(stage) == "choosing":
        for number in legal(game_of(stage))[-1].split():
            stage.press(number)
        moves += 1
    assert scene(stage) == "turn" and game_of(stage).over, "no Enter was ever needed"
    assert moves == len(stage.games[0].moves)


def test_the_next_prompt_names_who_is_next():
    stage = play_out(begun(prefs=BERT), "turn")
    assert message(stage).endswith("points. Press Enter for Bert's turn")
    stage.press("enter")
    assert message(stage) == "Bert: press Enter to roll"
    stage = play_out(begun(prefs={"seat2": "expert", "seat3": "careful"}), "turn")
    assert message(stage).endswith("Press Enter for expert's turn")
    stage.press("enter")
    assert message(stage).endswith("Press Enter for careful's turn"), "and which computer's"


def test_a_shut_box_rings_and_says_so():
    for seed in range(1, 400):
        stage = Stage(DOOR, fast=True, first_seed=seed, prefs={"d": "yes"}, patient=True)
        stage.press("enter")
        if any(turn.perfect for turn in game_of(stage).turns[:1]):
            break
    moves = stage.games[0].moves
    stage = begun(first_seed=seed).press("enter")
    while not game_of(stage).turns:
        rung = stage.bells
        stage.press(f"{moves[len(stage.games[0].moves)]} enter")
    assert message(stage).startswith("THE BOX IS SHUT! 50 points") and stage.bells == rung + 1


def test_the_computer_s_words_stay_while_the_next_dice_roll():
    stage = begun(fast=False, patient=True, prefs={"seat2": "expert", "r": "no"})
    for _ in range(2):
        while not (scene(stage) == "turn" and game_of(stage).turns[-1].seat == 1):
            play_turn(stage)
        said = company.message_words(DOOR.game, stage.state, 0)
        stage.press("enter")
        assert scene(stage) == "rolling" and company.message_words(DOOR.game, stage.state, 0) == said != ""


# -- animation -------------------------------------------------------------------------------------


def test_the_dice_tumble_and_any_key_lands_them():
    stage = begun(fast=False, patient=True).press("enter")
    frames = 0
    while scene(stage) == "rolling":
        tick(stage)
        frames += 1
    assert frames == len(THROW) and scene(stage) == "choosing"
    stage = begun(fast=False, patient=True).press("enter 9")
    assert scene(stage) == "choosing" and shut(stage) == (9,), "and does what it says"


def test_enter_only_lands_them():
    stage = begun(fast=False, patient=True).press("enter enter")
    assert scene(stage) == "choosing" and not stage.bells and not stage.state.note.wrong


def test_no_roll_is_seen_before_it_lies():
    stage = begun(fast=False, patient=True).press("enter")
    first, second = game_of(stage).box.dice
    while scene(stage) == "rolling":
        assert f"{first} + {second} =" not in stage.text and message(stage) == "Ann rolls"
        tick(stage)
    assert f"{first} + {second} =" in stage.text


def test_a_computers_doors_are_shut_one_by_one():
    stage = play_out(begun(fast=False, patient=True, prefs={"seat2": "beginner"}), "turn").press("enter")
    seen = []
    for _ in range(200):
        frame = stage.state.table.frame
        if frame and frame.scene == "watching" and frame.at not in seen:
            seen.append(frame.at)
        if frame and frame.scene == "turn":
            break
        tick(stage)
    mine = next(turn for turn in game_of(stage).turns if turn.seat == 1)
    masks = {0}
    for step in mine.steps:
        masks |= {
            sum(1 << door - 1 for door in tiles_of(step.shut)[:n])
            for n in range(len(tiles_of(step.shut)) + 1)
        }
    assert set(seen) == masks


@pytest.mark.parametrize("setup", [{}, {"fast": False, "prefs": {"f": "yes", "seat2": "expert"}}])
def test_fast_mode_has_no_ticks(setup):
    stage = play_out(begun(patient=True, **setup))
    assert not [e for e in stage.effects if isinstance(e, Wake) and e.name == "motion"]


# -- toggles ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("letter", list("rnfpkmw"))
def test_toggles_flip_in_play_and_are_remembered(letter):
    stage = begun(fast=False).press(letter)
    assert stage.prefs == {letter: "no" if letter in "rnp" else "yes"}
    assert stage.state.table.choices[letter] == stage.prefs[letter]
    again = begun(fast=False, prefs=stage.prefs)
    assert again.state.table.choices[letter] == stage.prefs[letter]
    assert again.press(letter).prefs[letter] != stage.prefs[letter]


@pytest.mark.parametrize("letter", list("rndfpkmw"))
def test_a_toggle_opens_no_door_that_is_shut_for_the_roll(letter):
    stage = at_work().press("1 2")
    stage.press(letter)
    assert shut(stage) == (1, 2) and board_of(stage).at == 2
    assert "to go" in message(stage) and note(stage), "the prompt stays, what is said has its own line"


@pytest.mark.parametrize("keys", ["a enter", "t esc", "h esc", "b o k enter", "esc esc"])
def test_nor_does_a_page(keys):
    stage = at_work().press("1 2").press(keys)
    assert shut(stage) == (1, 2) and scene(stage) == "choosing" and not board_of(stage).page


@pytest.mark.parametrize(
    ("prefs", "until", "letter", "then"),
    [({}, "ready", "r", "rolling"), ({}, "ready", "f", "ready"), ({"k": "yes"}, "stuck", "k", "turn"),
     ({}, "turn", "n", "turn"), ({"seat2": "expert"}, "turn", "n", "turn")],
)  # fmt: skip
def test_a_prompt_that_is_switched_off_goes_away_at_once(prefs, until, letter, then):
    stage = play_out(begun(fast=False, patient=True, prefs=prefs), until)
    before = len(stage.effects)
    stage.press(letter)
    assert scene(stage) == then
    moving = [effect for effect in stage.effects[before:] if isinstance(effect, Wake)]
    assert bool(moving) == (letter != "f" and (letter, then) != ("k", "turn"))
    if letter == "f":
        assert scene(stage.press("enter")) == "choosing", "nothing tumbles"


def test_the_command_line_puts_toggles_at_the_opposite_of_their_default():
    stage = door(argv=("R", "p", "k"), prefs={"r": "no", "f": "yes"}, straight=True)
    assert {letter: stage.state.table.choices[letter] for letter in "rnfpk"} == {
        "r": "no", "n": "yes", "f": "yes", "p": "no", "k": "yes",
    }  # fmt: skip
    assert stage.games and scene(stage) == "choosing" and not stage.prefs


def test_unknown_toggles_are_named():
    stage = door(argv=("R", "X", "RP"), straight=True)
    assert 'doesn\'t know "X", "RP"' in stage.text and not stage.games
    assert stage.press("enter").games[0].ranked


def test_t_on_the_command_line_saves_nothing_and_says_so():
    stage = door(argv=("T",), straight=True)
    assert not stage.games[0].ranked and "practice" in stage.text and not stage.prefs
    assert "won't enter the Top Ten" in door(argv=("T",)).text
    speech = DOOR.tell(None, door(argv=("T",), plain=True).state)
    assert any("won't enter the Top Ten" in line for line in speech.lines)


BLACKS = {0, 7, 8, 15}


def colours(canvas):
    return {cell >> 21 & 15 for row in canvas.cells for cell in row}, {
        cell >> 25 & 15 for row in canvas.cells for cell in row
    }


@pytest.mark.parametrize("keys", ["", "b", "s down", "h", "enter enter 1", "enter enter a", "enter esc g"])
def test_black_and_white_is_so_on_every_page_and_on_the_calls_own_line(keys):
    stage = door(argv=("B",)).press(keys)
    inks, grounds = colours(stage.canvas)
    assert inks <= BLACKS and grounds <= {0, 7} and stage.canvas.above == "grey"
    stage = door(prefs={"w": "yes"}).press(keys)
    assert colours(stage.canvas)[0] <= BLACKS
    assert colours(door().press(keys).canvas)[0] - BLACKS, "not so without it"


@pytest.mark.parametrize("view", [View(mono=True), View(ascii=True)])
def test_without_colours_no_numeral_stands_on_a_solid_ground(view):
    """A monochrome screen shows any ground but black in reverse."""
    stage = at_work(view=view).press("1 3")
    assert colours(stage.canvas)[1] == {0}
    assert "[1]" in stage.text or stage.text.splitlines()[2].count("▀▀▀") >= 7, "a frame around each"


# -- demonstrations --------------------------------------------------------------------------------


def test_the_computer_never_plays_a_contest_game():
    stage = at_work().press("d")
    assert "You play the games that count yourself." in note(stage) and stage.bells
    assert scene(stage) == "choosing" and stage.games[0].moves == [] and not stage.prefs


def test_nor_one_that_was_begun_before_demo_was_remembered():
    stage = at_work()
    again = door(prefs={"d": "yes"}, waiting=True)
    again.games = stage.games
    event = Begun(Record({}, ("Ann",), Chance(stage.games[0].seed), (), "1", commit="ab" * 32), resumed=True)
    again.send(event)
    assert scene(again) == "choosing" and not again.state.table.moves


def test_in_practice_the_computer_takes_over_and_hands_back():
    stage = begun("p", fast=False, patient=True).press("enter 9 9")
    assert scene(stage) == "choosing"
    stage.press("d")
    assert scene(stage) == "watching" and stage.prefs["d"] == "yes" and "demonstration" in stage.text
    stage.press("d enter")
    assert scene(stage) == "choosing" and stage.prefs["d"] == "no" and "practice" in stage.text


def test_a_demonstration_waits_for_nobody():
    stage = begun("p", prefs={"d": "yes", "k": "yes", "seat2": "person"}, fast=False)
    assert scene(stage) == "done" and not stage.games[0].ranked
    moves, game = stage.games[0].moves, rules.new_game({}, ("Ann", "Guest 2"), Chance(stage.games[0].seed))
    for move in moves:
        assert move == computer.move(game, game.seat, "expert")
        game = rules.apply(game, move)
    assert game.over


def test_a_fast_one_is_seen_for_a_blink():
    stage = begun("p", prefs={"d": "yes", "f": "yes"} | COMPANY, fast=False)
    waits = [wake.seconds for wake in stage.effects if isinstance(wake, Wake) and wake.name == "motion"]
    assert scene(stage) == "done" and len(stage.games[0].moves) < len(waits) and sum(waits) < 10


def test_demo_is_said_on_the_title_and_what_enter_plays_then_counts_for_nothing():
    stage = door(prefs={"d": "yes"})
    assert "Demo is on" in stage.text
    assert not stage.press("enter").games[0].ranked


def test_the_end_of_a_demonstration_judges_nobody():
    praised = begun("p", prefs={"d": "no"} | COMPANY, fast=True)
    stage = begun("p", prefs={"d": "yes"} | COMPANY, fast=False)
    assert stage.state.scene == "done" and stage.state.look.verdict is None
    assert "perfectly" not in stage.text and praised.state.scene == "play"


def test_demo_from_the_command_line_plays_for_everyone():
    stage = door(argv=("D",), straight=True, plain=True)
    assert stage.games[0].score is not None and not stage.games[0].ranked
    assert "Game over." in " ".join(heard(stage))


def test_a_contest_game_goes_on_waiting_behind_practice():
    stage = door(waiting=True).press("p esc g")
    assert stage.state.scene == "done" and stage.state.setup.waiting
    stage = begun().press("esc g")
    assert stage.state.scene == "done" and not stage.state.setup.waiting


def test_the_title_page_starts_a_demonstration_by_itself():
    stage = door(fast=False, patient=True)
    (wake,) = stage.waiting
    assert wake == Wake(IDLE_SECONDS, "idle")
    stage.tick(wake)
    assert stage.state.demo.is_running and not stage.games
    assert tr.microlink.idea() in stage.text and "[any key] skip" in stage.text
    stage.press("x")
    assert stage.state.scene == "title"
    stage.press("enter")
    assert stage.games[-1].ranked


def test_it_ends_by_itself_on_the_title_page_and_counts_for_nothing():
    stage = door(fast=False)
    stage.tick(stage.waiting[0])
    assert stage.state.scene == "title" and not stage.games
    assert "idle" in [wake.name for wake in stage.waiting]


# -- pages that lie over the table -----------------------------------------------------------------


def test_an_animation_stops_under_a_page_of_the_games_own_and_goes_on_after_it():
    stage = begun("p", fast=False, patient=True, prefs={"seat1": "careful"})
    for keys, closed in (("a", "enter"), ("b", "o k enter"), ("h", "esc")):
        stage.press(keys)
        at, frames = stage.state.at, stage.state.frames
        tick(stage)
        tick(stage)
        assert (stage.state.at, stage.state.frames) == (at, frames), keys
        stage.press(closed)
        tick(stage)
        assert stage.state.at == at + 1, keys


def test_at_a_prompt_the_page_has_the_keys_and_the_prompt_is_there_after_it():
    stage = begun().press("b o enter")
    assert scene(stage) == "ready" and board_of(stage).page == "boss"
    stage.press("o k enter")
    assert scene(stage) == "ready" and message(stage) == "Ann: press Enter to roll"
    stage.press("a enter")
    assert scene(stage) == "ready" and not board_of(stage).page


def test_the_boss_has_the_whole_screen():
    stage = at_work().press("r b")
    text = stage.text
    assert stage.canvas.above == "blank" and "[" not in text and "Roll prompt" not in text
    assert "SHUT" not in text.upper() and "C:\\LEDGER>" in text


TALLY = {
    "games": 3, "top": [[200, "Zoe", "2026-11-01", ""], [150, "Bo", "2026-11-02", "Zoe"]],
    "callers": {}, "levels": {},
}  # fmt: skip


def test_all_scores_mark_every_highest_and_the_range_of_the_top_ten():
    books = Books(month="2026-11", turns_left=5, tally=TALLY)
    stage = begun(books=books, prefs=BERT).press("enter a")
    assert stage.text.count("highest") == 2, "tied, both are marked"
    rows = stage.text.splitlines()
    arrows = [cell for row in stage.canvas.cells for cell in row if cell & (1 << 21) - 1 == ord("►")]
    assert len(arrows) == 2 and all(cell >> 21 & 1 << 8 for cell in arrows), "they flash"
    assert [x for x, char in enumerate(rows[12]) if char == "╥"] == [23 + 29, 23 + 39]
    assert "150 to 200" in stage.text
    assert sum("║" in row for row in rows[13:18]) == 2, "above and below"


def test_the_first_game_on_the_board_is_in_the_range_and_its_keys_stand_on_the_last_line():
    stage = play_out(begun())
    score = stage.games[0].score
    assert f"the range of the Top Ten: {score} to {score}" in stage.text
    *_, last = stage.text.splitlines()
    for key in ("Enter", "Y", "A", "B", "H", "Q"):
        assert f"[{key}]" in last
    assert "Top Ten" in last and "Top Ten" in stage.press("t").text
    stage.press("esc l")
    assert "[A] AllScores" in stage.text and "highest" not in stage.text
    assert f"{score} to {score}" in stage.press("a").text and stage.state.page.name == "board"


@pytest.mark.parametrize("kind", ["p", "given up", "daily"])
def test_what_does_not_count_is_not_in_the_range(kind):
    stage = begun({"daily": "d enter"}.get(kind, kind[0] if kind == "p" else "enter"), books=books())
    stage = stage.press("q g") if kind == "given up" else play_out(stage)
    assert stage.state.scene == "done" and "The Top Ten is still empty." in stage.text


def test_a_game_on_the_books_already_is_not_counted_twice():
    assert record.range_of_ten(TALLY, [(200, "Zoe"), (150, "Bo")]) == (150, 200)
    assert record.range_of_ten(TALLY, [(201, "Zoe"), (149, "Bo")]) == (149, 201)
    full = {**TALLY, "top": [[score, "Zoe", "", ""] for score in range(200, 190, -1)]}
    assert record.range_of_ten(full, [(190, "Bo")]) == (191, 200)
    assert record.range_of_ten(full, [(199, "Bo")]) == (192, 200)


@pytest.mark.parametrize("race", [False, True])
def test_the_end_of_a_table_has_its_scores_in_the_range(race):
    table = Table("microlink", race=race)
    ann = table.follow("Ann")
    table.sat("Bob")
    to_the_end(table, ann, table.follow("Bob"))
    scores = table.match.scores[:1] if race else table.match.scores
    assert "Top Ten is still empty" not in ann.text
    if not race:
        assert f"{min(scores)} to {max(scores)}" in ann.text


@pytest.mark.parametrize("company", [{}, BERT, COMPANY])
def test_scores_of_three_digits_stay_within_their_cards(company):
    stage = play_out(begun(prefs=company)).press("l a")
    assert max(game_of(stage).totals) > 99
    rows = stage.text.splitlines()[1:10]
    sides = [x for x, char in enumerate(rows[0]) if char in "┌┐"]
    assert len(sides) == 2 * len(game_of(stage).seats)
    assert all(row[x] == "│" for row in rows[1:8] for x in sides)
    inside = [row[left + 1] + row[right - 1] for row in rows[3:7]
              for left, right in zip(sides[::2], sides[1::2], strict=True)]  # fmt: skip
    assert not "".join(inside).strip()


def test_the_top_ten_names_guests():
    stage = door(books=Books(tally=TALLY)).press("b")
    assert "Zoe" in stage.text and "Bo with Zoe" in stage.text
    at_table = begun(books=Books(tally=TALLY, turns_left=None)).press("t")
    assert "Top Ten" in at_table.text and at_table.press("esc").state.scene == "play"


def test_the_coach_is_silent_in_a_contest_game_until_its_end():
    stage = play_out(begun(prefs=BERT), "turn").press("c")
    assert not stage.state.page.name and "coach is silent" in stage.text
    play_out(stage).press("c")
    assert "The coach on your" in stage.text and "= par 170.99" in stage.text
    for turn in range(1, rules.TURNS + 1):
        assert f"Coach: Ann, turn {turn}" in stage.press("pgdn").text


def test_the_coach_looks_back_on_the_last_turn_of_practice():
    stage = play_out(begun("p", prefs=BERT), "turn").press("c")
    game = game_of(stage)
    for row in COACH.turn(game, len(game.turns) - 1):
        if row.cost:
            assert f"{row.cost:.2f}" in stage.text
    assert "Coach: Ann, turn 1" in stage.text
    assert scene(stage.press("enter")) == "turn"
    play_out(stage).press("c pgdn")
    assert "Coach: Ann, turn 1" in stage.text and "Coach: Bert, turn 1" in stage.press("pgdn").text


# -- leaving, resuming, the end --------------------------------------------------------------------


def test_a_game_given_up_scores_its_finished_turns():
    stage = play_out(begun(), "turn")
    score = game_of(stage).totals[0]
    stage.press("enter enter esc g")
    assert stage.games[0].moves[-1] == QUIT and stage.games[0].score == score == stage.replay().score
    assert "Given up after 1 of 5 turns." in stage.text


@pytest.mark.parametrize("length", [0, 1, 3, 9, 20])
def test_a_dropped_game_goes_on_exactly(length):
    whole = play_out(begun(prefs={"seat2": "careful"}))
    game = whole.games[0]
    moves = tuple(game.moves[:length])
    state, effects = DOOR.start(replace(whole.setup, waiting=True))
    state, effects = DOOR.update(
        state,
        Begun(
            Record(game.options, game.seats, Chance(game.seed), moves, "1", commit="ab" * 32), resumed=True
        ),
    )
    rest = [effect.move for effect in effects if isinstance(effect, SaveMove)]
    expected = rules.new_game({}, game.seats, Chance(game.seed))
    for move in (*moves, *rest):
        expected = rules.apply(expected, move)
    assert state.table.position == expected and list(moves) + rest == game.moves[: length + len(rest)]
    assert "Your game goes on" in state.note.text or rest


def test_the_daily_deal_is_five_turns_alone_whoever_sits_there_else():
    stage = begun("d enter", prefs=COMPANY, books=books(DEAL))
    assert stage.games[0].seats == ("Ann",) and "the daily deal" in stage.text
    play_out(stage)
    assert len(game_of(stage).turns) == rules.TURNS and stage.games[0].daily == "2026-11-21"
    assert stage.replay().score == stage.games[0].score
