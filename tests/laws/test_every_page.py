"""Every page of every door, with the longest handles and month names, the biggest scores and each option as
high as it goes: no text is cut by an edge, none stands against a border, in any size and mode."""

import re
from collections.abc import Iterator

import pytest
from door_events import BY_SLUG, DOORS
from effort import some
from full_tables import folded
from other_words import every
from whole import against_borders, lost_text

from door.games.info import Option, Value
from door.play.books import Books, Daily, PlaceRow
from door.screens.door import GameDoor
from door.screens.state import State, choices
from door.testing.stage import Stage
from door.ui.screen import View
from door.ui.sentence import KNOWN
from door.ui.texts import SHIPPED, speak
from door.ui.widgets import wrap

VIEWS = (View(), View(100, 39), View(132, 49), View(132, 49, ascii=True), View(100, 39, mono=True))
LONG = "Bartholomew Fitz-Ann"
ROWS = tuple(PlaceRow(place, f"{LONG[:18]}{place:02}", 999_999 - place, 1000) for place in range(1, 11))
DEAL = Daily(
    "2026-09-21", "ab" * 32, may_play=True, month=ROWS, month_rank=10_000, month_score=999_999,
    last_day="2026-09-20", last=ROWS, last_seed="cd" * 32,
)  # fmt: skip
PLAYED = DEAL._replace(may_play=False, played=True, today=ROWS, rank=10_000, score=999_999, late=True)


def books(door: GameDoor) -> Books:
    """All that may be shown, as long as it may be."""
    tally = folded(door, *(row.caller for row in ROWS), LONG)
    return Books("2026-09", ROWS, "2026-09", ROWS, 10_000, 999_999, 1000, 1000, 24, tally, DEAL)


def highest(option: Option) -> Value:
    """Another value than the option's own: the highest or the longest there is."""
    if isinstance(option.default, bool):
        return not option.default
    if isinstance(option.default, tuple):
        return tuple(option.high for _ in option.default)
    return max(option.choices, key=len) if option.choices else max(option.numbers, default=option.high)


GROUPS = 2
OPTIONS = [
    pytest.param(
        door, door.INFO.options[group::GROUPS] if group < GROUPS else (), id=f"{door.INFO.slug}-{group}"
    )
    for door in DOORS
    for group in range(GROUPS + 1)
]
"""Each option once as high as it goes, half of them at a time; and a door as it ships."""


def walk(stage: Stage) -> Iterator[str]:
    """Presses what leads to every page, and tells each key once it is pressed ("" before the first)."""
    around = f"s {'down ' * len(choices(stage.door.game, stage.state))} esc h {'pgdn ' * 16} esc"
    word = f"enter f1 esc {'W ' * 50} enter"
    table = f"b {'right ' * 8} enter d esc {word} f1 esc f2 esc ctrl-q g"
    after = f"v enter c {'pgdn ' * 9} esc l enter d esc enter p ctrl-q g enter"
    yield ""
    for key in f"{around} {table} {after}".split():
        stage.press(key)
        yield key


@pytest.mark.parametrize(("door", "high"), some(OPTIONS, 4))
def test_no_page_has_text_that_is_cut_by_an_edge_or_stands_against_a_border(door, high):
    options = {option.name: highest(option) for option in high}
    stage = Stage(door, options=options, books=books(door), caller=LONG, fast=True, tables=True, asks=True)
    seen, states = set(), list[State]()
    for key in walk(stage):
        if stage.state in states:
            continue
        states.append(stage.state)
        seen.add((stage.state.scene, stage.state.page.name))
        assert len(door.tell(None, stage.state).prompt) < 79, (key, "a prompt is one row, and room to type")
        for view in some(VIEWS, 2):
            with lost_text() as lost:
                canvas = door.draw(stage.state, view)
            text, keys = canvas.text(), [spot.target for spot in canvas.spots if spot.y == canvas.rows - 1]
            assert len(keys) == len(set(keys)), (key, view, "a key does one thing")
            assert lost == [], (key, view)
            if stage.state.page.name not in ("leave", "new"):
                touching = [row for row in against_borders(text) if not RULED.search(row)]
                assert touching == [], (key, view, text)
    pages = {"help", "bulletin", "leave", "new", "proof", "board"}
    assert pages <= {over for _, over in seen}, "the walk comes to every page"
    assert {("word", ""), ("word", "help")} <= seen
    assert ("title", "") in seen and ("play", "") in seen and ("done", "") in seen


@BY_SLUG
def test_the_turns_left_stand_whole_on_the_title_page(door):
    assert "  Turns left today: 1000 and 1000 free." in Stage(door, books=books(door), caller=LONG).text


@BY_SLUG
def test_a_choice_s_help_label_and_values_have_room_on_the_settings_page(door):
    for choice in choices(door.game, Stage(door, caller=LONG).state):
        assert len(wrap(str(choice.help), 70)) <= 2 and len(choice.name) <= 29, choice.key
        assert max((len(choice.word(value)) for value in choice.values), default=0) <= 32, choice.key


RULED = re.compile(r"(│ ?-?\d+ ?){3}|║(1000){16}║|│11 │ │12 │|JOKER┘")
"""Pictures with numbers at their edges: Switchbox's exits, the lines and cards of ASCII."""


ENGLISH = re.compile(r"[a-z]{3,} [a-z]*[g-z][a-z]*")
"""Shipped words, and no seal: the others are capitals."""

LITERAL = re.compile(r"(\{\w*\})")


def longest(id: str, text: str) -> str:
    """Other words for it, as long as the room they have in a picture; elsewhere as long as shipped."""
    lines, width = [], KNOWN.notes[id].width
    for line in text.split("\n"):
        words = [part if LITERAL.fullmatch(part) else part[::-1].upper() for part in LITERAL.split(line)]
        more = "M" * (width - len(LITERAL.sub("", line)))
        lines.append(f" {more}{''.join(words)[1:]}" if line.startswith(" ") else f"{more}{''.join(words)}")
    return "\n".join(lines)


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.INFO.slug)
def test_nothing_is_lost_where_all_is_said_in_other_words(door):
    said = every(longest)
    speak(lambda: said)
    try:
        stage = Stage(door, books=books(door), caller=LONG, fast=True, tables=True, asks=True)
        for key in walk(stage):
            with lost_text() as lost:
                text = door.draw(stage.state, View()).text()
            assert lost == [], key
            assert not ENGLISH.search(text), (key, text)
    finally:
        speak(lambda: SHIPPED)
