"""The MicroLink door at the table: set-up, toggles, prompts, demonstrations, leaving, resuming."""

from dataclasses import replace

import pytest
from stage import Stage

from door.games.chance import Chance, commitment
from door.games.microlink import computer, rules
from door.games.microlink.play import IDLE_SECONDS
from door.games.microlink.rules import legal
from door.games.microlink.state import DoorSpot, SeatSpot
from door.games.microlink.table import ROLL_FRAMES
from door.games.shutbox.coach import coach
from door.games.shutbox.rules import MICROLINK, QUIT, tiles_of
from door.midend.api import Begin, Begun, Booked, Finish, Moved, Refused, Remember
from door.midend.books import Books
from door.midend.doors import find
from door.term.keys import Key, Mouse
from door.ui.screen import Bell, Leave, Tick, View, Wake

microlink = find("microlink")

COMPUTERS = ("computer:beginner", "computer:expert")


class Table(Stage):
    """The stage, with a contest game that waits behind a demonstration, as the desk keeps it."""

    def _begin(self, effect):
        left = [game for game in self.games if game.ranked and game.score is None]
        if effect.ranked and left:
            self.games.remove(left[0])
            self.games.append(left[0])
            return self._begun(left[0], resumed=True)
        if not effect.ranked:
            kept, self.books = self.books, replace(self.books, turns_left=None)
            try:
                return super()._begin(effect)
            finally:
                self.books = kept
        return super()._begin(effect)


def door(**setup):
    setup.setdefault("fast", True)
    return Table(microlink, **setup)


def typed(stage, text):
    for char in text:
        stage.send(Key(char))
    return stage


def seated(stage, *names):
    """From the title to the set-up page, with these further players: names, or levels after "@"."""
    stage.press("enter")
    for name in names:
        stage.press("insert right" if not name.startswith("@") else "insert")
        if name.startswith("@"):
            while stage.state.seating.players[-1].kind != name[1:]:
                stage.press("left")
        else:
            typed(stage, name)
    return stage


def play_turn(stage):
    """Makes one person's move or goes on past a message, as a caller at the keyboard does."""
    state = stage.state
    if state.scene == "choosing":
        for number in legal(state.game)[-1].split():
            if stage.state.scene == "choosing" and stage.state.game is state.game:
                stage.press(number)
    if stage.state.scene in ("choosing", "ready", "stuck", "turn", "rolling", "watching"):
        stage.press("enter")


def play_out(stage, until="done", limit=600):
    while stage.state.scene != until and limit:
        play_turn(stage)
        limit -= 1
    assert limit, "the game never came to that"
    return stage


def begun(stage, *names):
    return seated(stage, *names).press("enter")


def go(stage):
    """The game's own tick comes due, where one is waiting."""
    for wake in stage.waiting:
        if wake.name == "go":
            stage.tick(wake)
            return


def message(stage):
    """The message box's line."""
    return stage.text.splitlines()[19][28:78].strip(" │║")


# -- the title page --------------------------------------------------------------------------------


def test_the_title_shows_the_months_the_turns_and_the_toggles():
    stage = door(books=Books(month="2026-11", last_month="2026-10", turns_left=3))
    for words in (
        "October 2026: the winners",
        "November 2026 so far",
        "Turns left today: 3.",
        "Roll yes",
        "Demo no",
    ):
        assert words in stage.text


def test_a_waiting_game_is_said_and_resumed_without_asking_who_plays():
    stage = door(waiting=True)
    assert "A game of yours is waiting" in stage.text
    stage.press("enter")
    assert [effect for effect in stage.effects if isinstance(effect, Begin)] == [Begin()]


def test_a_refusal_is_shown_on_the_title_page():
    stage = begun(door(books=Books(turns_left=0)))
    assert stage.state.scene == "title" and "no turns left" in stage.text and stage.bells
    stage.send(Refused("The board sleeps.", Books()))
    assert "The board sleeps." in stage.text


# -- the set-up page -------------------------------------------------------------------------------


def test_people_and_computers_sit_down_in_any_mix():
    stage = begun(door(), "Bert", "@expert", "@beginner")
    assert stage.games[0].seats == ("Ann", "Bert", "computer:expert", "computer:beginner")
    assert stage.games[0].ranked


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ("insert insert insert insert", "at most 4 players"),
        ("delete", "not 0"),
        ("delete down enter", "not 0"),
        ("insert right A n n enter", "Two players are called Ann"),
        ("insert right a N N enter", "Two players are called aNN"),
        ("insert right enter", "Player 2 has no name"),
        ("insert right space space enter", "Player 2 has no name"),
        ("insert right c o m p u t e r : x enter", 'begins with "computer:"'),
        ("insert right C O M P U T E R : enter", 'begins with "computer:"'),
        ("insert right |", 'cannot hold "|"'),
        ("insert right ☺", 'cannot hold "☺"'),
        ("insert x", "no name to type"),
        ("backspace backspace backspace enter", "Player 1 has no name"),
    ],
)
def test_what_cannot_be_is_refused_in_place(keys, reason):
    stage = door().press("enter").press(keys)
    assert stage.state.scene == "seating" and reason in stage.text and not stage.games
    assert stage.bells


def test_names_are_edited_in_place():
    stage = typed(seated(door(), "Bret"), "")
    stage.press("backspace backspace backspace e r t ctrl-u")
    typed(stage, "Bo Li").press("up insert up up down enter")
    assert stage.games[0].seats == ("Ann", "Bo Li", "computer:expert")


def test_a_name_has_a_longest():
    stage = typed(seated(door(), "x" * 20), "y")
    assert stage.state.seating.players[1].name == "x" * 20 and "at most 20" in stage.text


def test_the_set_up_page_by_mouse():
    stage = door().press("enter")
    spots = {spot.target: spot for spot in stage.canvas.spots}
    for target in (SeatSpot(1, "row"), SeatSpot(1, "kind")):
        spot = {spot.target: spot for spot in stage.canvas.spots}[target]
        stage.click(spot.x, spot.y)
    assert SeatSpot(0, "remove") in spots
    assert [player.kind for player in stage.state.seating.players] == ["", ""]
    stage.send(Mouse(0, 0, target=SeatSpot(1, "remove")))
    stage.send(Mouse(0, 0, target=SeatSpot(stage.state.seating.counting, "row")))
    assert len(stage.state.seating.players) == 1 and stage.state.seating.practice


def test_the_company_is_remembered_and_offered_again():
    stage = begun(door(), "Bert", "@careful")
    assert stage.prefs["seats"] == "Bert|computer:careful"
    again = door(prefs=stage.prefs).press("enter")
    assert [player.seat for player in again.state.seating.players] == ["Ann", "Bert", "computer:careful"]
    nonsense = door(prefs={"seats": "Ann|Ann|x|y|z|computer:deep"}).press("enter")
    assert [player.seat for player in nonsense.state.seating.players] == ["Ann"]


def test_without_the_caller_in_the_first_seat_it_is_practice():
    stage = typed(seated(door()), "e")
    assert "practice" in stage.text
    stage.press("enter")
    assert stage.games[0].seats == ("Anne",) and not stage.games[0].ranked
    stage = seated(door()).press("right enter")
    assert not stage.games[0].ranked and stage.games[0].seats == ("computer:beginner",)


def test_practice_is_chosen_on_the_last_row():
    stage = seated(door()).press("up right")
    assert "costs nothing, counts nothing" in stage.text
    stage.press("enter")
    assert not stage.games[0].ranked


# -- a game by keys --------------------------------------------------------------------------------


@pytest.mark.parametrize("names", [(), ("Bert",), ("@expert",), ("Bert", "@beginner", "@careful")])
@pytest.mark.parametrize("fast", [True, False])
def test_a_whole_game_ends_on_the_books(names, fast):
    stage = play_out(begun(door(fast=fast), *names))
    (game,) = stage.games
    outcome = stage.replayed()
    assert outcome.over and game.score == outcome.score
    assert game.result == dict(outcome.detail)
    assert [e for e in stage.effects if isinstance(e, Finish)] == [Finish(game.score, game.result)]
    assert game.seed.hex()[:32] in stage.text and game.id in stage.text
    for total in game.result["totals"]:
        assert f"{rules.dots(total)} of 50 dots" in stage.text


def test_computers_play_their_own_level():
    stage = play_out(begun(door(), "@beginner", "@expert"))
    game = rules.new_game({}, stage.games[0].seats, Chance(stage.games[0].seed))
    for move in stage.games[0].moves:
        level = rules.level_of(game.seats[game.seat])
        assert not level or move == computer.choose(game, level)
        game = rules.apply(game, move)


def test_the_seal_is_shown_before_the_first_roll():
    stage = begun(door())
    seal = commitment(stage.games[0].seed)[:16]
    assert " ".join(seal[at : at + 4] for at in range(0, 16, 4)) in stage.text
    assert stage.state.scene == "ready" and "not rolled yet" in stage.text


def test_cursor_keys_point_shut_and_open():
    stage = begun(door()).press("enter")
    assert stage.state.at == 5
    stage.press("right right down")
    assert tiles_of(stage.state.chosen) == (7,)
    stage.press("left down up")
    assert tiles_of(stage.state.chosen) == (7,) and stage.state.at == 6
    stage.press("right up left left left left left left left")
    assert stage.state.chosen == 0 and stage.state.at == 9, "the pointer goes around"


def test_number_keys_toggle_doors_and_the_sum_is_refused_with_its_reason():
    stage = begun(door()).press("enter 9 8")
    assert tiles_of(stage.state.chosen) == (8, 9) and "too many" in message(stage)
    stage.press("enter")
    assert "The doors make 17, the dice" in message(stage) and stage.bells
    stage.press("9 8")
    assert stage.state.chosen == 0
    stage.press("enter")
    assert message(stage) == "No door is shut."


def test_numpad_moves_only_when_chosen():
    stage = begun(door()).press("enter 4 6 2 8")
    assert tiles_of(stage.state.chosen) == (2, 4, 6, 8)
    stage = door().press("m")
    assert stage.prefs["m"] == "yes"
    begun(stage).press("enter 4 2")
    assert tiles_of(stage.state.chosen) == (4,)
    stage.press("6 6 2 8 9")
    assert tiles_of(stage.state.chosen) == (4, 9)


def test_doors_answer_the_mouse_and_those_of_earlier_rolls_do_not_open():
    stage = begun(door()).press("enter")
    spots = {spot.target: spot for spot in stage.canvas.spots}
    spot = spots[DoorSpot(3)]
    stage.click(spot.x, spot.y)
    assert tiles_of(stage.state.chosen) == (3,)
    stage.click(spot.x + 2, spot.y + 7)
    assert stage.state.chosen == 0
    game = stage.state.game
    stage.press(" ".join(legal(game)[-1].split())).press("enter")
    shut = int(legal(game)[-1].split()[0])
    stage.send(Mouse(0, 0, target=DoorSpot(shut)))
    assert stage.state.chosen == 0 and f"Door {shut} is shut for this turn." in stage.text


def test_the_message_box_can_be_clicked():
    stage = begun(door())
    assert "press Return to roll" in message(stage)
    stage.click(50, 19)
    assert stage.state.scene == "choosing"


def test_every_word_of_the_last_line_is_a_target():
    stage = begun(door()).press("enter")
    keys = {spot.target.name for spot in stage.canvas.spots if spot.y == 22 and isinstance(spot.target, Key)}
    assert keys == {"enter", " ", *"atbhrndfpk", "esc"}


def test_a_roll_that_cannot_be_used_is_said_only_when_asked_for():
    quiet = play_out(begun(door()), "turn")
    assert quiet.state.game.turns and "Can't" not in quiet.text
    loud = play_out(begun(door(prefs={"k": "yes"})), "stuck")
    assert "Can't use this roll!" in loud.text
    loud.press("enter")
    assert loud.state.scene == "turn"


def test_the_prompts_can_be_switched_off():
    stage = begun(door(prefs={"r": "no", "n": "no"}))
    assert stage.state.scene == "choosing"
    moves = 0
    while stage.state.scene == "choosing":
        for number in legal(stage.state.game)[-1].split():
            stage.press(number)
        moves += 1
    assert stage.state.scene == "turn" and stage.state.game.over, "no Enter was ever needed"
    assert moves == len(stage.games[0].moves)


def test_the_next_prompt_names_who_is_next():
    stage = play_out(begun(door(), "Bert"), "turn")
    assert "Press Return for Bert's turn" in message(stage) and stage.state.filed
    stage.press("enter")
    assert message(stage) == "Bert: press Return to roll"


# -- animation -------------------------------------------------------------------------------------


def test_the_dice_tumble_and_any_key_lands_them():
    stage = begun(door(fast=False, patient=True))
    stage.press("enter")
    frames = 0
    while stage.state.scene == "rolling":
        go(stage)
        frames += 1
    assert frames == ROLL_FRAMES and stage.state.scene == "choosing"
    stage = begun(door(fast=False, patient=True)).press("enter space")
    assert stage.state.scene == "choosing"


def test_fast_mode_has_no_ticks():
    for stage in (door(patient=True), door(fast=False, patient=True).press("f")):
        play_out(begun(stage, "@expert"))
        assert not [e for e in stage.effects if isinstance(e, Wake) and e.seconds < IDLE_SECONDS]


def test_a_tick_out_of_time_does_nothing():
    stage = begun(door(patient=True)).press("enter")
    before = stage.state
    for name in ("go", "idle", "flash", "roll"):
        stage.send(Tick(name))
    assert stage.state == before


# -- toggles ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("letter", list("rnfpk"))
def test_toggles_flip_in_play_and_are_remembered(letter):
    stage = begun(door(fast=False)).press(letter)
    assert stage.prefs[letter] == ("no" if letter in "rnp" else "yes")
    assert (letter in stage.state.on) == (stage.prefs[letter] == "yes")
    assert (letter in door(prefs=stage.prefs).state.on) == (letter in stage.state.on)


def test_the_command_line_puts_toggles_at_the_opposite_of_their_default():
    stage = door(argv=("R", "p", "k"), prefs={"r": "no", "f": "yes"}, straight=True)
    assert {letter: letter in stage.state.on for letter in "rnfpk"} == {
        "r": False, "n": True, "f": True, "p": False, "k": True,
    }  # fmt: skip
    assert stage.games and stage.state.scene == "choosing" and not stage.prefs.get("r")


def test_unknown_toggles_are_named():
    stage = door(argv=("R", "X", "RP"), straight=True)
    assert 'No toggle "X", "RP"' in stage.text and stage.games[0].ranked


def test_t_on_the_command_line_saves_nothing_and_says_so():
    stage = door(argv=("T",), straight=True)
    assert not stage.games[0].ranked and "not saved to the Top Ten" in stage.text
    speech = microlink.tell(None, door(argv=("T",), straight=True, plain=True).state)
    assert "T: not saved to the Top Ten." in speech.lines


def test_b_on_the_command_line_is_black_and_white():
    for stage in (door(argv=("B",), straight=True), begun(door(view=View(mono=True)))):
        stage.press("enter 1")
        colours = {cell >> 21 & 15 for row in stage.canvas.cells for cell in row}
        grounds = {cell >> 25 & 7 for row in stage.canvas.cells for cell in row}
        assert colours <= {0, 7, 8, 15} and grounds <= {0, 7}


def test_pips_or_numerals():
    with_pips, without = begun(door()).press("enter"), begun(door(prefs={"p": "no"})).press("enter")
    assert with_pips.text != without.text
    assert with_pips.state.game == without.state.game


# -- demonstrations --------------------------------------------------------------------------------


def test_the_computer_never_plays_a_contest_game():
    stage = begun(door()).press("enter d")
    assert "The computer may not play a contest game" in stage.text
    stage.press("n")
    assert stage.state.scene == "choosing" and stage.games[0].moves == []


def test_a_contest_game_waits_behind_a_demonstration():
    stage = begun(door(), "Bert").press("enter")
    game = stage.state.game
    stage.press("d y")
    assert not stage.games[-1].ranked and stage.games[-1].seats == ("Ann", "Bert")
    assert stage.games[-1].score is not None and stage.state.scene == "done"
    assert "ENTER goes back to your contest game" in stage.text
    stage.press("enter")
    assert stage.state.game == game and stage.state.ranked and not stage.state.demo
    assert stage.games[-1].score is None


def test_a_demonstration_can_be_broken_off_and_the_contest_game_goes_on():
    stage = begun(door(fast=False, patient=True)).press("enter space")
    game = stage.state.game
    stage.press("d y")
    for _ in range(40):
        go(stage)
    assert stage.state.demo and stage.games[-1].moves
    stage.press("esc")
    assert stage.state.game == game and stage.state.ranked and "d" not in stage.prefs


def test_in_practice_the_computer_takes_over_and_hands_back():
    stage = seated(door(fast=False, patient=True)).press("up right enter enter space")
    assert stage.state.scene == "choosing"
    stage.press("d")
    assert stage.state.scene == "watching" and stage.state.demo
    stage.press("d")
    assert stage.state.scene == "choosing" and stage.prefs["d"] == "no"


def test_demo_from_the_command_line_plays_for_everyone():
    stage = door(argv=("D",), straight=True, plain=True)
    assert stage.games[0].score is not None and not stage.games[0].ranked
    moves = stage.games[0].moves
    game = rules.new_game({}, ("Ann",), Chance(stage.games[0].seed))
    for move in moves:
        assert move == computer.choose(game, "expert")
        game = rules.apply(game, move)


def test_the_title_page_starts_a_demonstration_by_itself():
    stage = door(fast=False, patient=True)
    (wake,) = stage.waiting
    assert wake == Wake(IDLE_SECONDS, "idle")
    stage.tick(wake)
    assert stage.state.idle and not stage.games[0].ranked and stage.state.game is not None
    assert "demonstration" in stage.text and "[any key] back" in stage.text
    stage.press("x")
    assert stage.state.scene == "title" and stage.games[0].moves[-1] == QUIT
    assert stage.waiting and not stage.state.demo
    stage.press("enter enter")
    assert stage.games[-1].ranked


def test_it_ends_by_itself_on_the_title_page_and_counts_for_nothing():
    stage = door(fast=False)
    stage.tick(stage.waiting[0])
    assert stage.state.scene == "title" and stage.games[0].score is not None and not stage.games[0].ranked
    assert [wake.name for wake in stage.waiting] == ["idle"]


def test_it_does_not_start_in_plain_mode_nor_over_a_page():
    assert not door(plain=True).waiting
    stage = door(fast=False, patient=True).press("h")
    stage.send(Tick("idle"))
    assert not stage.games


# -- pages that lie over ---------------------------------------------------------------------------


def test_help_is_on_every_screen():
    stage = door(fast=False, patient=True)
    scenes = []
    for keys in ("", "enter", "enter", "enter", "space"):
        stage.press(keys)
        for key in ("?", "f1") if stage.state.scene == "seating" else ("h", "?", "f1"):
            kept = stage.state
            stage.press(key)
            assert "The game" in stage.text
            stage.press("esc")
            assert stage.state == kept
        scenes.append(stage.state.scene)
    assert scenes == ["title", "seating", "ready", "rolling", "choosing"]


def test_an_animation_stops_under_a_page_and_goes_on_after_it():
    stage = begun(door(fast=False, patient=True)).press("enter h")
    go(stage)
    assert stage.state.scene == "rolling" and stage.state.frame == 0
    stage.press("esc")
    go(stage)
    assert stage.state.frame == 1


TALLY = {
    "games": 3, "top": [[200, "Zoe", "2026-11-01", ""], [150, "Bo", "2026-11-02", "Zoe"]],
    "callers": {}, "levels": {},
}  # fmt: skip


def test_all_scores_mark_every_highest_and_the_range_of_the_top_ten():
    books = Books(month="2026-11", turns_left=5, tally=TALLY)
    stage = begun(door(fast=False, patient=True, books=books), "Bert").press("enter a")
    assert stage.text.count("highest") == 2, "tied, both are marked"
    stage.tick(next(wake for wake in stage.waiting if wake.name == "flash"))
    assert stage.text.count("highest") == 0, "the arrow flashes"
    rows = stage.text.splitlines()
    assert [x for x, char in enumerate(rows[12]) if char == "╥"] == [24 + 29, 24 + 39]
    assert "150 to 200" in stage.text
    assert sum("║" in row for row in rows[13:18]) == 2, "above and below"


def test_the_top_ten_names_guests():
    stage = door(books=Books(tally=TALLY)).press("t")
    assert "Zoe" in stage.text and "Bo (guest of Zoe)" in stage.text
    assert "Nobody is in it yet" in door().press("t").text


def test_the_coach_is_silent_in_a_contest_game_until_its_end():
    stage = play_out(begun(door(), "Bert"), "turn").press("c")
    assert stage.state.over == "" and "coach says nothing" in stage.text
    play_out(stage).press("c")
    assert "Coach: Ann, turn 1" in stage.text
    pages = 1
    while stage.state.over:
        assert "Coach: Ann" in stage.text
        pages += 1
        stage.press("pgdn")
    assert pages - 1 == rules.TURNS


def test_the_coach_looks_back_on_a_turn_of_practice():
    stage = seated(door(), "Bert").press("up up right enter")
    assert not stage.games[0].ranked
    play_out(stage, "turn").press("c")
    turn = stage.state.game.turns[-1]
    for advice in coach(turn.steps, MICROLINK):
        if advice.choices > 1 and advice.cost:
            assert f"{advice.cost:.2f}" in stage.text
    assert "Coach: Ann, turn 1" in stage.text


# -- leaving, resuming, the end --------------------------------------------------------------------


def test_escape_asks_once_and_leaves_for_later():
    stage = begun(door()).press("enter esc")
    assert "Leave this game?" in stage.text
    stage.press("esc")
    assert stage.state.scene == "choosing" and not stage.left
    stage.press("esc l")
    assert stage.left and not any(isinstance(effect, Finish) for effect in stage.effects)


def test_a_game_given_up_scores_its_finished_turns():
    stage = play_out(begun(door()), "turn")
    score = stage.state.game.totals[0]
    stage.press("enter enter esc g")
    assert stage.games[0].moves[-1] == QUIT and stage.games[0].score == score == stage.replayed().score
    assert "Given up after 1 of 5 turns." in stage.text


def test_a_practice_game_is_only_ended():
    stage = seated(door()).press("up right enter esc")
    assert "End this game?" in stage.text and "for later" not in stage.text
    stage.press("l")
    assert not stage.left
    stage.press("g")
    assert stage.state.scene == "done"


@pytest.mark.parametrize("length", [0, 1, 3, 9, 20])
def test_a_dropped_game_goes_on_exactly(length):
    whole = play_out(begun(door(), "@careful"))
    game = whole.games[0]
    moves = tuple(game.moves[:length])
    setup = replace(whole.setup, waiting=True)
    state, effects = microlink.start(setup)
    state, effects = microlink.update(state, Key("enter"))
    assert effects == (Begin(),)
    state, effects = microlink.update(
        state, Begun("1", Chance(game.seed), "ab" * 32, game.options, game.seats, moves, resumed=True)
    )
    rest = [effect.move for effect in effects if isinstance(effect, Moved)]
    expected = rules.new_game({}, game.seats, Chance(game.seed))
    for move in (*moves, *rest):
        expected = rules.apply(expected, move)
    assert state.game == expected and list(moves) + rest == game.moves[: length + len(rest)]
    assert "Your game goes on" in state.note or rest


def test_a_game_that_was_over_when_the_line_dropped_goes_on_the_books():
    whole = play_out(begun(door()))
    game = whole.games[0]
    state, _ = microlink.start(whole.setup)
    event = Begun("1", Chance(game.seed), "", game.options, game.seats, tuple(game.moves), resumed=True)
    state, effects = microlink.update(state, event)
    assert effects == (Finish(game.score, game.result),) and state.scene == "done"


def test_moves_that_do_not_fit_are_said_not_raised():
    state, _ = microlink.start(door().setup)
    state, effects = microlink.update(state, Begun("1", Chance(bytes(32)), "", {}, ("Ann",), ("9 9",)))
    assert state.scene == "title" and "cannot be played on" in state.note and effects[0] == Bell()


def test_what_the_books_could_not_do_is_shown():
    stage = play_out(begun(door()))
    stage.send(Booked("1", "ab" * 32, Books(), "The disk is full; it is written later."))
    assert "The disk is full" in stage.text


def test_again_and_leave():
    stage = play_out(begun(door(), "Bert")).press("enter")
    assert stage.state.scene == "seating" and len(stage.state.seating.players) == 2
    stage.press("esc q")
    assert stage.left and Leave() in stage.effects


def test_straight_begins_with_the_company_of_last_time():
    stage = door(straight=True, prefs={"seats": "Bert|computer:expert"})
    assert stage.games[0].seats == ("Ann", "Bert", "computer:expert")
    assert not any(isinstance(effect, Remember) for effect in stage.effects)
