"""A game alone as its watchers have it: drawn for their eyes and their terminal, and nothing hidden in it."""

import re
from dataclasses import replace
from typing import Any

from door_events import BY_SLUG, DOORS
from whole import against_borders, lost_text

from door.games.game import EVERYBODY, WATCHER, GameView
from door.games.record import Course, play
from door.play.api import PUT_ON_WALL, SayToWatchers, Setup, Sight
from door.screens import company
from door.screens.door import GameDoor
from door.screens.pages.result import brief, revealed_table
from door.screens.state import State
from door.screens.watch import WatchDoor, watchable_course
from door.term.keys import Key, Line
from door.testing.stage import Stage
from door.ui.screen import Bell, Done, Leave, No, Tick, Took, View, Wake
from door.ui.speech import to_page

LONG = "Bartholomew Fitz-Ann"
VIEWS = (View(), View(100, 39), View(132, 49), View(132, 49, ascii=True), View(100, 39, mono=True))
PLAYED = {
    "shutbox": "enter 6 6 6 6 2 enter", "microlink": "enter enter 1 4 enter 3 enter",
    "switchbox": "enter 1 3",
    "blank": "enter", "mindbuster": "enter r w b g enter r r w w enter", "thieves": "enter 1 1 5",
}  # fmt: skip
SAID = tuple((LONG, "w" * 70) for _ in range(20))


def watched(state: State, caller: str = LONG, **more: Any) -> Sight:
    return Sight(caller, watchable_course(state), tuple(f"{LONG[:18]}{at:02}" for at in range(50)), **more)


def looking(door: GameDoor, sight: Sight, plain: bool = False, fast: bool = True) -> tuple[WatchDoor, State]:
    screen = WatchDoor(door.game)
    setup = Setup("Bob", door.INFO.defaults(), prefs={"motion": "off" if fast else "normal"}, plain=plain)
    look, effects = screen.start(setup, sight)
    assert effects == (Took(),)
    return screen, look


def played(door: GameDoor, more: str = "", **setup: Any) -> Stage:
    stage = Stage(door, caller=LONG, **setup)
    stage.press(f"{PLAYED.get(door.INFO.slug, 'enter')} {more}")
    return stage


@BY_SLUG
def test_no_picture_has_text_that_is_cut_or_stands_against_a_border(door):
    for more in ("", "q g"):
        screen, look = looking(door, watched(played(door, more).state, talk=SAID))
        for state in (look, screen.update(look, No("They have left the door."))[0]):
            for view in VIEWS:
                with lost_text() as lost:
                    text = screen.draw(state, view).text()
                assert lost == []
                ruled = re.compile(r"(│ ?-?\d+ ?){3}|║(1000){16}║|│11 │ │12 │|JOKER┘")
                assert [row for row in against_borders(text) if not ruled.search(row)] == []
                assert f"Watching {LONG}"[:20] in text and "[Q]" in text


def test_a_browser_s_page_of_lines_has_the_watcher_s_keys_as_buttons():
    screen, look = looking(DOORS[0], watched(played(DOORS[0]).state), plain=True)
    words = [text for text, _ in to_page(screen.button_page(look))["buttons"]]
    assert words == ["talk", "help", "leave"]
    asks, helped = (screen.update(look, Line(word))[0] for word in words[:2])
    assert screen.button_page(asks) is None and asks.page.name == "talk"
    (closes,) = to_page(screen.button_page(helped))["buttons"]
    assert helped.page.name == "help" and not screen.update(helped, Line(closes[0]))[0].page.name
    gone = screen.update(look, No("They have left the door."))[0]
    assert to_page(screen.button_page(gone))["buttons"] == [("leave", "back")]


@BY_SLUG
def test_the_player_s_hand_is_not_in_it(door):
    before, after = played(door), played(door, "right down 6")
    if len(before.state.table.moves) == len(after.state.table.moves):
        assert watchable_course(before.state) == watchable_course(after.state)
    assert type(watchable_course(after.state)) is Course


@BY_SLUG
def test_every_move_is_followed_and_the_end_lies_open(door):
    stage = Stage(door, caller=LONG)
    stage.press("enter")
    screen, look = looking(door, watched(stage.state))
    for key in f"{PLAYED.get(door.INFO.slug, 'enter').removeprefix('enter ')} q g".split():
        stage.press(key)
        look, effects = screen.update(look, watched(stage.state))
        assert Took() in effects
        assert look.table.moves == stage.state.table.moves
    assert look.table.eyes == EVERYBODY
    anew = looking(door, watched(stage.state))[1]
    pictures = [screen.draw(state, View()).text().splitlines()[:20] for state in (look, anew)]
    assert pictures[0] == pictures[1]


def test_a_duel_that_is_given_up_is_no_draw_to_who_watched_it():
    door = next(door for door in DOORS if door.INFO.slug == "mindbuster")
    screen, look = looking(door, watched(played(door, "q g").state))
    text = screen.draw(look, View()).text()
    assert "Given up" in text.split("\n")[0] and "draw" not in text


@BY_SLUG
def test_moves_that_were_not_seen_one_by_one_are_all_told(door):
    stage = Stage(door, caller=LONG, plain=True)
    stage.press("enter")
    first = watched(stage.state)
    screen, slow = looking(door, first, plain=True)
    quick = slow
    for key in PLAYED.get(door.INFO.slug, "enter").removeprefix("enter ").split():
        stage.press(key)
        quick = screen.update(quick, watched(stage.state))[0]
    slow = screen.update(slow, watched(stage.state))[0]
    assert company.new_lines(door.game, None, slow) == company.new_lines(door.game, None, quick)
    assert screen.tell(None, slow).prompt == f"Watching {LONG} (say TEXT, help, Enter to go back)"


def test_the_last_move_is_seen_moving_and_comes_to_rest():
    door = DOORS[0]
    stage = Stage(door, caller="Ann")
    stage.press("enter")
    screen, look = looking(door, watched(stage.state), fast=False)
    assert look.frames == ()
    stage.press("6 6 6 6 2 enter")
    look, (took, wake) = screen.update(look, watched(stage.state))
    assert took == Took() and isinstance(wake, Wake)
    while look.frames:
        look, _ = screen.update(look, Tick(wake.name))
    assert look.table.frame is None


def test_a_game_taken_back_or_another_one_is_laid_anew():
    stage = played(door := DOORS[0])
    screen, look = looking(door, watched(stage.state))
    fewer = replace(watched(stage.state), course=play(door.game.rules, stage.state.record.upto(0)))
    look = screen.update(look, fewer)[0]
    assert look.table.moves == ()
    look = screen.update(look, Sight(LONG))[0]
    assert look.table is None
    assert "between games" in screen.draw(look, View()).text()


def test_in_plain_mode_another_caller_s_game_is_told_whole():
    door = DOORS[0]
    screen, ann = looking(door, watched(played(door).state, "Ann"), plain=True)
    _, bob = looking(door, watched(played(door).state, "Bob"), plain=True)
    assert screen.tell(ann, ann).lines == ()
    assert screen.tell(ann, bob).lines == screen.tell(None, bob).lines != ()


def test_keys_and_lines_say_and_leave_and_nothing_else():
    door = DOORS[0]
    screen, look = looking(door, watched(played(door).state))
    for key in ("6", "enter", "q", "esc", "ctrl-x", "z", "f2", "u"):
        effects = screen.update(look, Key(key))[1]
        assert effects in ((Leave(),), (Bell(),))
    typing = look
    for key in "thello":
        typing, _ = screen.update(typing, Key(key))
    assert screen.update(typing, Key("enter"))[1] == (SayToWatchers("hello"),)
    assert screen.update(look, Line("say well done"))[1] == (SayToWatchers("well done"),)
    assert screen.update(look, Line(""))[1] == (Leave(),)
    helped = screen.update(look, Key("?"))[0]
    assert helped.page.name == "help" and screen.update(helped, Key("q"))[0].page.name == ""
    gone = screen.update(look, No("Ann has left the door."))[0]
    assert screen.update(gone, Key("x"))[1] == (Leave(),)
    typing = screen.update(typing, No("Ann has left the door."))[0]
    for key in ("q", "x", "enter"):
        typing, effects = screen.update(typing, Key(key))
        assert effects == (), "what is typed on leads nowhere else"
    assert screen.update(typing, Key("x"))[1] == (Leave(),)


@BY_SLUG
def test_how_it_stands_is_short_and_says_nothing_of_the_code(door):
    for more in ("", "q g"):
        course = watchable_course(played(door, more).state)
        told = brief(door.game, GameView(course, eyes=WATCHER))
        assert 0 < len(told) <= 39
        assert not re.search("[RWBGYK]{2}", told)


@BY_SLUG
def test_what_a_game_came_to_goes_on_the_wall_once_and_only_if_it_counts(door):
    stage = played(door, "q g")
    line = brief(door.game, revealed_table(stage.state.table))
    asked, effects = door.update(stage.state, Key("o"))
    assert effects == () and line in door.draw(asked, View()).text(), "it shows what everybody will read"
    for no in ("n", "enter", "esc"):
        closed, effects = door.update(asked, Key(no))
        assert effects == () and not closed.page.name and not closed.run.is_on_wall
    state, (put,) = door.update(asked, Key("y"))
    assert put == PUT_ON_WALL((door.INFO.slug, line)) and not state.page.name
    assert door.update(state, Key("o"))[1] == (Bell(),), "it is asked for already"
    refused, effects = door.update(state, No("You can send one a minute. Please wait 41 seconds.", to=put))
    assert effects == (Bell(),) and "wait 41" in refused.note.text
    asked, effects = door.update(refused, Line("wall"))
    assert effects == () and f"{line}? (y/n)" in door.tell(refused, asked).prompt
    again, (same,) = door.update(asked, Line("y"))
    assert same == put
    done, _ = door.update(again, Done("Your line is on the wall."))
    assert done.note.text == "Your line is on the wall."
    assert "already" in door.update(done, Key("o"))[0].note.text
    stage = Stage(door)
    stage.press("p q g")
    assert door.update(stage.state, Key("o"))[1] == (Bell(),)
