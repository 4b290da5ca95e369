"""Each door's scenes as a caller sees them, come to by keys alone: kept in tests/golden, characters and
colours (GOLDEN=write makes them anew), and shown in the middle of a larger window."""

import re
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import golden
import pytest
from deals import DEAL, PLAYED, ROWS, kept
from each import each
from effort import some
from phone_values import check_values
from whole import against_borders, lost_text

from door.games.blank import DOOR as BLANK
from door.games.game import KEY_SET
from door.games.microlink.rules import legal
from door.play.books import Books, PlaceRow
from door.screens.door import GameDoor
from door.screens.doors import find
from door.screens.pages.beside import ABOVE
from door.screens.pages.help import help_pages as help_pages
from door.screens.screen import OVERLAYS
from door.testing.stage import Stage
from door.ui.screen import No, View
from door.ui.texts import tr
from door.ui.widgets import centre

microlink = find("microlink")
mindbuster = find("mindbuster")
switchbox = find("switchbox")

shutbox = find("shutbox")
thieves = find("thieves")
blank = GameDoor(BLANK)

FULL = Books("2026-11", ROWS, "2026-10", ROWS[:3], 7, 494, 999, 99)
DAILY = {"books": Books("2026-11", ROWS[:4], "2026-10", ROWS[:3], turns_left=5, daily=DEAL)}
DONE = {"books": Books("2026-11", ROWS[:4], "2026-10", ROWS[:3], turns_left=5, daily=PLAYED)}
NO_TURNS = {"books": Books("2026-11", (), "2026-10", turns_left=0)}
SLOW = {"fast": False, "patient": True}
MONO, ASCII = {"view": View(mono=True)}, {"view": View(ascii=True)}
LARGE = View(132, 49)
LETTERS = {"prefs": {KEY_SET: "letters"}}
EMPTY = {"books": Books(turns_left=None)}
KEPT = {
    slug: {"books": kept(slug)} for slug in ("shutbox", "thieves", "mindbuster", "microlink", "switchbox")
}

Scenes = dict[str, tuple[str, dict[str, Any]]]


class Scene(NamedTuple):
    """How to come to a scene: `keys` with "tick" for what comes due by itself, and "play" for one move of a
    person's at MicroLink, or a message gone past."""

    door: GameDoor
    keys: str = ""
    setup: dict[str, Any] = {}  # noqa: RUF012 - never changed


# Games played to their ends, with the stage's seeds 1 and 15.
STUCK = "enter 6 6 6 6 2 enter 6 6 6 6 6 6 2 enter 6 6 6 6 6 6 2 6 6 6 6 6 2 enter 6 6 2 enter"
SHUT = "enter 6 6 6 6 6 6 6 6 2 enter 6 6 2 enter 6 2 enter 6 6 2 enter 6 2 6 6 2 enter 6 2 6 2 6 2 enter"
ROLLED_SHUT, ROLLED_STUCK = (keys.replace("enter", "enter tick tick tick tick") for keys in (SHUT, STUCK))
DEALT_OUT = (
    "enter 1 1 5 3 7 5 space 6 1 4 3 3 1 4 1 5 3 space 5 6 space 2 2 space 7 4 space 4 3 space space space"
    " space space 2 space 4 space 2 space 5 space space space 6 2 space space"
)
HIDDEN = "enter r w b g enter"
GUESSED = f"{HIDDEN} r r w w enter b - g k enter"
FIVE_HOLES = "enter r w b g v enter o o - k k enter ctrl-q g"
LARGE_CODE = {"options": {"holes": 5, "colours": 8}}
COMPANY = {"prefs": {"seat2": "person", "name2": "Bert", "seat3": "expert", "seat4": "careful"}}
MICROLINK_GAME = (
    "enter enter 1 4 enter 3 enter 2 9 enter 6 enter enter enter 1 4 enter 2 7 enter enter enter"
    " 1 2 3 enter 7 enter 4 enter 6 enter 9 enter 8 enter enter enter 1 2 3 enter 6 enter enter enter"
    " 1 2 3 enter enter"
)
ONE_ROUND = "enter 1 2 3 4 5 6"
ALL_ROUNDS = f"{ONE_ROUND} enter 7 8 1 2 3 4 5 6 7 enter 8 1 2 3 4 5 enter 6 7 8 enter"
FOUR_BALLS = "enter 1 8 3 5"
SKILLED = (
    "enter 3 3 8 2 1 1 3 6 enter 7 7 5 8 7 6 3 3 3 3 3 enter 5 5 3 4 2 3 1 enter 4 3 1 1 4 4 1 1 3 enter"
)
TWO = {"prefs": {"seat2": "person", "name2": "Bob", "gifts": "on"}}

HELP: Scenes = {"help": ("h", {})}
SHUTBOX: Scenes = {
    "title": ("", KEPT["shutbox"]),
    "title_empty": ("", EMPTY),
    "first_roll": ("enter", {}),
    "pulled": ("enter 2 6 6 6 2", {}),
    "refused": ("enter 2 enter", {}),
    "asked": ("enter q", {}),
    "given_up": ("enter q g", KEPT["shutbox"]),
    "wall": ("enter q g o", KEPT["shutbox"]),
    "help_keys": ("h pgdn pgdn", {}),
    "standings": ("t", KEPT["shutbox"]),
    "mono": ("enter 2 6 6 6 2", MONO),
    "ascii": ("enter 2 6 6 6 2", ASCII),
    "long_box": ("enter 4 2", {"options": {"tiles": 12}}),
    "long_box_mono": ("enter 4 2", {"options": {"tiles": 12}} | MONO),
    "shut": (SHUT, KEPT["shutbox"] | {"first_seed": 15}),
    "title_tables": ("", {"tables": True}),
    "word": ("enter r h y t h m", {"asks": True}),
    "word_proof": ("enter b o x enter q g v", {"asks": True}),
    **HELP,
    "title_daily": ("", DAILY),
    "title_full": ("", {"books": FULL}),
    "title_no_turns": ("enter", NO_TURNS),
    "title_waiting": ("", {"waiting": True}),
    "title_long_box": ("", {"options": {"tiles": 12}}),
    "title_mono": ("", MONO),
    "title_ascii": ("", ASCII),
    "rolling": ("enter tick", SLOW),
    "rolling_again": ("enter tick tick tick 6 6 6 6 2 enter tick", SLOW),
    "letters": ("enter d d x", LETTERS),
    "too_many": ("enter 6 6 6 6 6 2", {}),
    "counting": (ROLLED_SHUT + " tick" * 14, SLOW | {"first_seed": 15}),
    "counting_stuck": (ROLLED_STUCK + " tick" * 6, SLOW),
    "moment": (ROLLED_SHUT + " tick" * 6, SLOW | {"first_seed": 15}),
    "moment_mono": (ROLLED_SHUT + " tick" * 6, SLOW | MONO | {"first_seed": 15}),
    "moment_ascii": (ROLLED_SHUT + " tick" * 6, SLOW | ASCII | {"first_seed": 15}),
    "bust": (ROLLED_STUCK + " tick" * 5, SLOW),
    "bust_ascii": (ROLLED_STUCK + " tick" * 5, SLOW | ASCII),
    "stuck": (STUCK, {}),
    "stuck_mono": (STUCK, MONO),
    "stuck_ascii": (STUCK, ASCII),
    "shut_mono": (SHUT, MONO | {"first_seed": 15}),
    "shut_ascii": (SHUT, ASCII | {"first_seed": 15}),
    "coach": (f"{STUCK} c", {}),
    "asked_ascii": ("enter q", ASCII),
    "standings_empty": ("t", {"books": Books(turns_left=None)}),
    "standings_full": ("t", {"books": FULL}),
    "daily": ("d", DAILY),
    "daily_ascii": ("d", DAILY | ASCII),
    "daily_played": ("d", DONE),
    "daily_game": ("d enter", DAILY),
    "daily_over": ("d enter q g", DAILY),
}
THIEVES: Scenes = {
    "title": ("", KEPT["thieves"]),
    "table": ("enter f", {}),
    "table_2d": ("enter 1 f", {"prefs": {"look": "2d"}}),
    "refused": ("enter 2", {}),
    "leaving": ("enter q", {}),
    "given_up": ("enter 1 q g", KEPT["thieves"]),
    "high_scores": ("t right", KEPT["thieves"]),
    "settings": ("s", {"options": {"choose_jokers": True}, "fast": False}),
    "settings_fixed": ("s down down", {"options": {"jokers": 3, "choose_jokers": False}, "fast": False}),
    "help_keys": ("h pgdn pgdn pgdn", {}),
    "mono": ("enter f", MONO),
    "ascii": ("enter f", ASCII),
    "ascii_title": ("", ASCII),
    **HELP,
    "title_daily": ("", DAILY),
    "title_2d": ("", {"prefs": {"look": "2d"}}),
    "title_no_turns": ("enter", NO_TURNS),
    "title_waiting": ("", {"waiting": True}),
    "title_mono": ("", MONO),
    "dealing": ("enter" + " tick" * 9, SLOW),
    "dealing_2d": ("enter" + " tick" * 9, SLOW | {"prefs": {"look": "2d"}}),
    "taking": ("enter 1 tick tick", SLOW),
    "turning": ("enter 1 1 5 3 7 5 space tick", SLOW),
    "middle": (DEALT_OUT[:60], {}),
    "middle_2d_mono": (DEALT_OUT[:60], MONO | {"prefs": {"look": "2d"}}),
    "middle_2d_ascii": (DEALT_OUT[:60], ASCII | {"prefs": {"look": "2d"}}),
    "over": (DEALT_OUT, {}),
    "over_mono": (DEALT_OUT, MONO),
    "over_ascii": (DEALT_OUT, ASCII),
    "looked_at": (f"{DEALT_OUT} l", {}),
    "coach": (f"{DEALT_OUT} c", {}),
    "leaving_ascii": ("enter q", ASCII),
    "settings_mono": ("s down", MONO),
    "practice_game": ("p 1 1 u", {}),
    "practice_leaving": ("p q", {}),
    "practice_new": ("p n", {}),
    "practice_over": ("p 1 q g", {}),
    "high_scores_empty": ("b right right", {}),
    "daily": ("d", DAILY),
    "daily_played": ("d", DONE),
    "daily_game": ("d enter", DAILY),
    "daily_over": ("d enter q g", DAILY),
}
MINDBUSTER: Scenes = {
    "title": ("", KEPT["mindbuster"]),
    "code": ("enter r w", {}),
    "duel": (f"{GUESSED} o y", {}),
    "solo": ("enter r r w w enter b - g k enter y", {"options": {"players": 1}} | KEPT["mindbuster"]),
    "expanded": ("enter r w b g v enter o o - k k enter y", LARGE_CODE | {"prefs": {"numbers": "on"}}),
    "mono": (f"{GUESSED} y", MONO),
    "ascii": (f"{GUESSED} y", ASCII),
    "refused": (f"{HIDDEN} r enter", {}),
    "scoring": (f"{GUESSED} f5", {}),
    "scoring_ascii": (f"{GUESSED} f5", ASCII),
    "scoring_expanded": (
        "enter r w b g v enter o o - k k enter f5",
        LARGE_CODE | {"prefs": {"numbers": "on"}},
    ),
    "settings": ("s down down down", {}),
    "settings_free": ("s down down down", {"options": {"choose_size": True}}),
    "tables": ("t", KEPT["mindbuster"]),
    "tables_size": ("t right", KEPT["mindbuster"]),
    "leaving": (f"{GUESSED} q", {}),
    "given_up": (f"{GUESSED} ctrl-q g", KEPT["mindbuster"]),
    "eye": (f"{GUESSED} ctrl-q g c", {}),
    "look": (f"{GUESSED} ctrl-q g l", {}),
    "look_expanded": (f"{FIVE_HOLES} l", LARGE_CODE | {"prefs": {"numbers": "on"}}),
    "eye_expanded": ("enter r w b g y enter r r - k k enter ctrl-q g c", {"options": {"holes": 5}}),
    "help_keys": ("h pgdn pgdn pgdn pgdn", {}),
    **HELP,
    "title_empty": ("", {"books": Books(turns_left=None)}),
    "title_no_turns": ("enter", NO_TURNS),
    "title_waiting": ("", {"waiting": True}),
    "title_mono": ("", MONO),
    "title_ascii": ("", ASCII),
    "hidden": (HIDDEN, {}),
    "marking": (f"{HIDDEN} r r w w enter tick", SLOW),
    "answering": (f"{HIDDEN} r r w w enter tick tick tick tick tick tick", SLOW),
    "numbers": (f"{GUESSED} o y", {"prefs": {"numbers": "on"}}),
    "won": (f"{HIDDEN} g r r w enter", {}),
    "won_alone": ("enter g r r w enter", {"options": {"players": 1}}),
    "won_mono": (f"{HIDDEN} g r r w enter", MONO),
    "won_ascii": (f"{HIDDEN} g r r w enter", ASCII),
    "lost_alone": ("enter" + " r w b g enter" * 10, {"options": {"players": 1}}),
    "quitting": (f"{HIDDEN} ctrl-q", {}),
    "new_game": (f"{HIDDEN} f2", {}),
    "scoring_other_side": (f"{GUESSED} ctrl-q g l f5 tab", {}),
    "scoring_mono": (f"{GUESSED} f5", MONO),
    "eye_mono": (f"{GUESSED} ctrl-q g c", MONO),
    "eye_other_side": (f"{GUESSED} ctrl-q g c pgdn", {}),
    "settings_mono": ("s down right", MONO),
    "settings_ascii": ("s down down right right", ASCII),
    "tables_empty": ("t", {}),
    "practice": ("p r w b g enter r", {}),
    "daily": ("d", DAILY),
    "daily_game": ("d enter r", DAILY),
    "daily_over": ("d enter r w b g enter q g", DAILY),
}
MICROLINK: Scenes = {
    "title": ("", KEPT["microlink"]),
    "title_waiting": ("", {"waiting": True} | EMPTY),
    "seats": ("s down down", COMPANY),
    "ready": ("enter", {}),
    "choosing": ("enter enter 1", COMPANY),
    "matched": ("enter enter 1 4", COMPANY),
    "mono": ("enter enter 1 4", COMPANY | MONO),
    "ascii": ("enter enter 1 4", COMPANY | ASCII),
    "numerals": ("enter enter", {"prefs": {"p": "no"}}),
    "all_scores": ("enter" + " play" * 7 + " a", COMPANY | KEPT["microlink"]),
    "top_ten": ("b", KEPT["microlink"]),
    "statistics": ("b right", KEPT["microlink"]),
    "statistics_levels": ("b left", KEPT["microlink"]),
    "help_toggles": ("h pgdn pgdn pgdn", {}),
    "boss_dir": ("enter b d i r enter", {}),
    "asked": ("enter enter esc", {}),
    "result": ("enter" + " play" * 60, COMPANY | KEPT["microlink"]),
    "coach": ("enter" + " play" * 30 + " c", {}),
    "coach_turn": ("p play play play play play c", {}),
    **HELP,
    "title_demo": ("", {"prefs": {"d": "yes"}}),
    "title_no_turns": ("enter", NO_TURNS),
    "title_daily": ("", DAILY),
    "title_mono": ("", MONO),
    "title_ascii": ("", ASCII),
    "title_white": ("", {"prefs": {"w": "yes"}}),
    "seats_mono": ("s down right down", MONO),
    "seats_ascii": ("s down left", ASCII),
    "rolling": ("enter enter tick tick", SLOW),
    "watching": ("p" + " tick" * 7, SLOW | {"prefs": {"d": "yes"}}),
    "stuck": ("enter k enter 1 4 enter 3 enter 2 9 enter 6 enter", {}),
    "turn": ("enter enter 1 4 enter 3 enter 2 9 enter 6 enter", {}),
    "second_turn": ("enter enter 1 4 enter 3 enter 2 9 enter 6 enter enter enter 1", {}),
    "refused": ("enter enter 1 2 enter", {}),
    "numpad": ("enter m enter right right 8", {}),
    "white": ("enter w enter 1", {}),
    "numerals_mono": ("enter p enter 1", MONO),
    "practice": ("p enter 1 4 enter 3", {}),
    "over": (MICROLINK_GAME, {}),
    "over_mono": (MICROLINK_GAME, MONO),
    "over_ascii": (MICROLINK_GAME, ASCII),
    "looked_at": (f"{MICROLINK_GAME} l", {}),
    "asked_practice": ("p enter esc", {}),
    "asked_ascii": ("enter enter esc", ASCII),
    "given_up": ("enter enter 1 4 enter esc g", {}),
    "all_scores_mono": ("enter enter 1 4 enter a", MONO),
    "top_ten_empty": ("b", {}),
    "statistics_empty": ("b right", {}),
    "boss": ("enter b", {}),
    "boss_wide": ("enter b", {"view": LARGE}),
    "boss_ledger": ("enter b l e d g e r enter", {}),
    "daily_game": ("d enter enter", DAILY),
    "daily_over": ("d enter esc g", DAILY),
}
SWITCHBOX: Scenes = {
    "title": ("", KEPT["switchbox"]),
    "title_empty": ("", EMPTY),
    "start": ("enter", {}),
    "middle": (FOUR_BALLS, {}),
    "middle_mono": (FOUR_BALLS, MONO),
    "middle_ascii": (FOUR_BALLS, ASCII),
    "preview": ("p 1 8 3 5 v", {}),
    "asked": ("enter q", {}),
    "given_up": ("enter 4 q g", KEPT["switchbox"]),
    "setup": ("s", {}),
    "setup_own": (
        "s down down down down down left down",
        {"prefs": {"seat2": "person", "name2": "Bob", "lowball": "on"}},
    ),
    "tables": ("t", KEPT["switchbox"]),
    "levels": ("b right", KEPT["switchbox"]),
    "help_keys": ("h pgdn pgdn pgdn pgdn pgdn", {}),
    "two": ("p 3", {"prefs": {**TWO["prefs"], "limited_passes": "on"}}),
    "falling": ("enter 1 tick tick tick", SLOW),
    "done": (SKILLED, KEPT["switchbox"]),
    "coach_won": (f"{SKILLED} c", {}),
    **HELP,
    "title_full": ("", {"books": FULL}),
    "title_daily": ("", DAILY),
    "title_no_turns": ("enter", NO_TURNS),
    "title_waiting": ("", {"waiting": True}),
    "title_mono": ("", MONO),
    "title_ascii": ("", ASCII),
    "setup_bottom": ("s up", {}),
    "setup_mono": ("s down right", MONO),
    "setup_ascii": ("s down down right", ASCII),
    "falling_mono": ("enter 3 tick tick tick tick", SLOW | MONO),
    "falling_ascii": ("enter 3 tick tick tick tick", SLOW | ASCII),
    "thinking": ("enter 3 enter tick", SLOW),
    "round": (ONE_ROUND, {}),
    "round_two": (f"{ONE_ROUND} enter 7", {}),
    "round_mono": (ONE_ROUND, MONO),
    "lost": (ALL_ROUNDS, {}),
    "lost_mono": (ALL_ROUNDS, MONO),
    "lost_ascii": (ALL_ROUNDS, ASCII),
    "coach": (f"{ALL_ROUNDS} c pgdn", {}),
    "offer": ("p" + " 3 3" * 3, TWO),
    "own_preview": ("p 1 v right right", {}),
    "solitaire": ("p 1 2 3", {"prefs": {"solitaire": "on"}}),
    "asked_practice": ("p 1 q", {}),
    "asked_ascii": ("enter q", ASCII),
    "given_up_mono": ("enter 4 q g", MONO),
    "given_up_ascii": ("enter 4 q g", ASCII),
    "demo": ("p tick tick tick", SLOW | {"prefs": {"seat1": "skilled"}}),
    "demo_over": ("p", {"prefs": {"seat1": "beginner"}, "fast": False}),
    "tables_empty": ("t", {"books": Books(turns_left=None)}),
    "daily": ("d", DAILY),
    "daily_game": ("d enter", DAILY),
    "daily_over": ("d enter q g", DAILY),
}
GALLERY = {
    f"{door.INFO.slug}_{name}": Scene(door, *how)
    for door, every in (
        (shutbox, SHUTBOX), (thieves, THIEVES), (find("mindbuster"), MINDBUSTER), (microlink, MICROLINK),
        (switchbox, SWITCHBOX), (blank, {"title": ("", {}), "game": ("enter", {})}),
    )
    for name, how in every.items()
}  # fmt: skip
OTHERWISE = [
    name
    for name, scene in GALLERY.items()
    if name.startswith("microlink_boss") or "expert" in scene.setup.get("prefs", {}).values()
]
"""Scenes that a larger window shows otherwise: a DOS screen fills it, and a computer's words stand beside
the board, with its face."""


def shown(scene: Scene) -> Stage:
    """The stage when these keys are pressed and these ticks have come due."""
    stage = Stage(scene.door, **{"fast": True, **scene.setup})
    for key in scene.keys.split():
        if key == "tick":
            assert stage.waiting, f"nothing is to come due in {scene.keys!r}"
            stage.tick()
        elif key != "play":
            stage.press(key)
        elif stage.state.scene != "done":
            stage.press("enter" if stage.state.frames else f"{legal(stage.position)[0]} enter")
    return stage


@cache
def known(name: str) -> tuple[Stage, list[str]]:
    """Return a scene's stage, at which nothing happens any more, and the text that was lost on the way."""
    with lost_text() as lost:
        stage = shown(GALLERY[name])
        assert stage.canvas
    return stage, lost


@golden.screens("door", GALLERY)
def test_a_scene_is_as_it_was_looked_at(name):
    stage, _ = known(name)
    golden.check_canvas(f"door_{name}", stage.canvas, stage.view)


@each("name", some([name for name in GALLERY if name not in OTHERWISE]))
@pytest.mark.parametrize("large", [LARGE, View(100, 39)], ids=["132x50", "100x40"])
def test_a_larger_window_shows_the_same_as_one_in_the_middle(name, large):
    """The whole block with its keys, and what stands beside and above it; nothing else anywhere."""
    stage, _ = known(name)
    small, view = stage.canvas, replace(stage.view, cols=large.cols, rows=large.rows)
    wide = stage.door.draw(stage.state, view)
    if wide.cols == 120:  # by a half, its words as they were
        below = [row.strip() for row in wide.text().split("\n")[-2:]]
        end = 13 if stage.state.scene == "done" and stage.state.page.name != "board" else 20
        assert wide.rows >= 23 + end // 2 + 9
        assert below == [row.strip() for row in small.text().split("\n")[-2:]]
        assert {spot.target for spot in wide.spots} == {spot.target for spot in small.spots}
        return
    above = wide.rows - 23
    assert 0 <= above <= ABOVE and wide.cols >= 80
    whole = centre(wide, view.cols, view.rows)
    left, top = (view.cols - wide.cols) // 2, (view.rows - wide.rows) // 2 + above
    below = left + (wide.cols - 80) // 2  # messages and keys
    state, upper = stage.state, stage.door.game.picture.upper
    over = OVERLAYS[state.page.name] if state.page.name else None
    if over is not None and not over.is_box:
        end = upper if over.has_panels else 21
    else:
        end = {"title": 18, "opening": 18, "done": 20}.get(state.scene, upper)
    assert [row[left : left + 80] for row in whole.cells[top : top + end]] == small.cells[:end]
    assert [row[below : below + 80] for row in whole.cells[top + end : top + 23]] == small.cells[end:]
    assert not "".join(whole.text().split("\n")[: top - above] + whole.text().split("\n")[top + 23 :]).strip()
    assert all(len(set(row[:left])) <= 1 for row in whole.cells)


BESIDE = {
    "shutbox": STUCK,
    "thieves": DEALT_OUT,
    "mindbuster": GUESSED,
    "microlink": MICROLINK_GAME,
    "switchbox": ONE_ROUND,
}


def beside(stage: Stage, cols: int) -> list[str]:
    """What stands beside the board in a window of that many columns, row by row."""
    return [line[80:] for line in stage.door.draw(stage.state, View(cols, 37)).text().split("\n")]


@pytest.mark.parametrize("slug", BESIDE)
def test_a_wide_window_has_the_month_and_the_game_so_far_beside_the_board(slug):
    stage = shown(Scene(find(slug), BESIDE[slug], {"books": FULL}))
    assert not any(beside(stage, 99))
    for cols, tenth in ((100, 11), (132, 10)):
        rows = beside(stage, cols)
        assert max(map(len, rows)) == min(cols - 80, 33)
        assert " November 2026 " in rows[0] and "Caller 1" in rows[1] and " 490 " in rows[tenth]
        heading, lines = stage.door.game.picture.beside(stage.state.table)
        assert heading in rows[tenth + 2] and lines[-1] in "\n".join(rows[tenth + 3 :]), lines
        assert max(map(len, lines)) <= 15 and "»" not in "".join(rows)
        assert not any(row.strip() and row[0] != " " for row in rows[:20]), "a column is free before it"


@pytest.mark.parametrize("slug", BESIDE)
def test_where_a_game_has_nothing_to_add_yet_it_is_said(slug):
    stage = shown(Scene(find(slug), "enter", {"books": FULL}))
    told = "\n".join(beside(stage, 132))
    _, lines = stage.door.game.picture.beside(stage.state.table)
    assert "-" not in lines and ("None yet." in told) == (not lines)


@pytest.mark.parametrize("slug", BESIDE)
def test_the_caller_s_own_place_and_the_one_above_it_stand_there_however_far_down(slug):
    books = FULL._replace(rank=1234, score=7, rival=PlaceRow(1233, "Vera", 9), daily=PLAYED)
    stage = shown(Scene(find(slug), "enter", {"books": books}))
    told = re.findall(r"│ +(\d+) (\w+) .*│", "\n".join(beside(stage, 132)[:14]))
    month = [*((str(at), "Caller") for at in (1, 2, 3, 4)), ("1233", "Vera"), ("1234", "Ann")]
    assert told == [*month, ("1", "Caller"), ("2", "Caller"), ("3", "Caller"), ("12", "Ann")]
    assert "Today's deal" in beside(stage, 132)[8]
    stage = shown(Scene(find(slug), "enter", {"books": books._replace(daily=DEAL)}))
    assert "Today" not in "".join(beside(stage, 132)), "it is no hint to whoever has not played"


@pytest.mark.parametrize("slug", BESIDE)
def test_the_longest_handles_stand_whole_beside_the_board_in_two_lines(slug):
    who = ("Bartholomew Fitz-Ann", "Wolfgangamadeusthe1s", "Ann", "Wilhelmina Frederika")
    rows = tuple(PlaceRow(at, who[at % 4], 9000 - at) for at in range(1, 11))
    books = FULL._replace(standing=rows, rank=1234, score=7, rival=PlaceRow(1233, who[3], 9), daily=PLAYED)
    told = beside(shown(Scene(find(slug), "enter", {"books": books})), 100)
    first, second, third, *own = (line[3:18] for line in told[1:7])
    assert (first, second, third) == ("1 Wolfgangamade", "   usthe1s 8999", "   2 Ann   8998")
    assert own == ["1233 Wilhelmina", "    Frederika 9", "1234 Ann      7"]
    assert "»" not in "".join(told)


@pytest.mark.parametrize("slug", BESIDE)
def test_in_a_tall_window_the_standings_are_above_the_board_side_by_side(slug):
    books = FULL._replace(rank=1234, score=7, rival=PlaceRow(1233, "Vera", 9), daily=PLAYED)
    stage = shown(Scene(find(slug), "enter", {"books": books}))
    names = ["November 2026", "Today's deal", "October 2026: the winners"]
    for cols, panels in ((80, 2), (100, 2), (132, 3)):
        canvas = stage.door.draw(stage.state, View(cols, 38))
        rows = canvas.text().split("\n")
        assert [name for name in names if name in rows[0]] == names[:panels] and len(rows) == 38
        assert "1233 Vera" in rows[11] and "1234 Ann" in rows[12] and "12 Ann" in rows[11]
        assert "Caller 10" in rows[10] and not rows[14].strip()
        assert "November" not in "".join(rows[14:]) and "»" not in "".join(rows[:14])
        clicked = {spot.y - 15 for spot in canvas.spots}
        assert clicked >= {spot.y for spot in stage.canvas.spots}, "and the mouse finds the board where it is"
    assert stage.door.draw(stage.state, View(132, 37)).rows == 23
    few = {"standing": FULL.standing[:2], "rank": 0, "daily": None, "winners": FULL.winners[:1]}
    for books, rows in ((FULL._replace(**few), 28), (FULL._replace(**{**few, "winners": ()}), 23)):
        stage = shown(Scene(find(slug), "enter", {"books": books}))
        assert stage.door.draw(stage.state, View(119, 49)).rows == rows, "one alone stands beside it"


DRAWN_OVER = ("leaving", "asked", "new", "quitting")  # a question that lies over the board's words
CARDS = "thieves_title_2d"  # whose numbers stand in their corners


@each("name", some([*GALLERY]))
def test_no_text_is_cut_by_an_edge_or_stands_against_a_border(name):
    stage, lost = known(name)
    text = stage.text
    assert lost == []
    if name != CARDS and not any(word in name for word in DRAWN_OVER):
        assert [row for row in against_borders(text) if not EXITS.search(row)] == []
    assert not re.search("[←→]", text), "arrow keys are spelt ◄ and ►, as CP437 has both"


EXITS = re.compile(r"(│ ?-?\d+ ?){3}")  # Switchbox's exits, ruled off

GAMES = (shutbox, thieves, mindbuster, microlink, switchbox, blank)


@pytest.mark.parametrize("door", GAMES, ids=repr)
@pytest.mark.parametrize("options", [{}, {"ranking": "best"}, {"turns_per_day": 0, "top": 10}], ids=str)
def test_no_page_of_help_is_cut_and_each_keeps_off_its_frame(door, options):
    stage = Stage(door, options=options, books=DAILY["books"], fast=True).press("h")
    count = int(re.search(r" 1/(\d+)", stage.text)[1])
    assert "»" not in stage.text, "the door's sign over three lines"
    for _ in range(1, count):
        stage.press("pgdn")
        rows = stage.text.split("\n")
        assert "»" not in stage.text
        assert all((row[1], row[2], row[77], row[78]) == ("│", " ", " ", "│") for row in rows[1:20])
    for plain in (True, False):
        pages = help_pages(door.game, stage.state._replace(setup=replace(stage.setup, plain=plain)))
        assert "If scores are equal, the earlier one leads." in " ".join(
            line for page in pages for line in page.lines
        )


def test_why_a_game_cannot_go_on_is_said_whole():
    stage = Stage(shutbox, patient=True)
    stage.send(No(tr.play.saved_game_broken()))
    assert tr.play.saved_game_broken() in " ".join(stage.text.split()), "a long sentence takes two rows"


@pytest.mark.parametrize(
    ("door", "starred"), [(mindbuster, True), (microlink, True), (thieves, True)], ids=repr
)
def test_the_settings_explain_a_star_where_there_is_one(door, starred):
    text = Stage(door).press("s").text
    assert ("* " in text.split("Remembered")[0]) == ("Rows marked *" in text) == starred


def test_no_two_scenes_are_the_same():
    """A key that has lost its meaning would leave a scene where another is."""
    told = [(known(name)[0].canvas.cells, scene.setup.get("view")) for name, scene in GALLERY.items()]
    names = list(GALLERY)
    assert not [
        (names[at], names[other]) for at in range(len(told)) for other in range(at) if told[at] == told[other]
    ]


@each("name", some([*GALLERY]))
def test_a_scene_can_be_played_on_a_phone(name):
    stage, _ = known(name)
    check_values(stage.door, stage.state)
