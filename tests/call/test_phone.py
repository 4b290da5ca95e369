"""A phone held upright: what it is sent beside the picture, and what it sends."""

from dataclasses import replace

import pytest
from board_scenes import lobby
from callline import XTERM
from each import each
from phone_values import PROFILE, STATUS, check_values, values_in
from sysop_scenes import PAGES

from door.call.phone import PhoneView
from door.external.api import Printed
from door.external.screen import SCREEN, DoorFacts, start
from door.features.menu.pages.goodbye import HELP
from door.screens.doors import find
from door.term.decoder import Decoder
from door.term.keys import Line, Mouse
from door.term.profile import UPRIGHT
from door.testing.stage import Stage
from door.ui.screen import Speech


@each("name", PAGES)
def test_every_page_of_the_board_can_be_read_and_left_on_a_phone(name):
    check_values(PAGES[name].page, PAGES[name].state)


def is_seal(line: str) -> bool:
    return line.startswith("Seal: ")


def test_only_what_has_changed_is_sent():
    stage, view = Stage(find("shutbox"), fast=True).press("enter"), PhoneView(PROFILE, Decoder())
    first = values_in(view.show(stage.door, stage.state, STATUS))
    assert first["closeup"] == [1, 1, 78, 21] and [tap[0] for tap in first["taps"]] == list("123456789")
    assert first["question"] == "Tiles to shut?" and not any(map(is_seal, first["lines"]))
    assert view.show(stage.door, stage.state, STATUS) == b""
    stage.press("2 enter")
    again = values_in(view.show(stage.door, stage.state, STATUS))
    assert set(again) == {"lines", "fresh"} and not again["fresh"] and again["lines"]


def test_a_tap_on_a_digit_is_a_click_on_that_part_of_the_picture():
    stage, view = Stage(find("shutbox"), fast=True).press("enter"), PhoneView(PROFILE, Decoder())
    first = values_in(view.show(stage.door, stage.state, STATUS))
    _, x, y = first["taps"][3]
    (press,) = view.hear(b"\x1b[<0;%d;%dM" % (x + 1, y + 1))
    assert isinstance(press, Mouse)
    stage.send(press)
    assert stage.board.pulled == 1 << 3


def test_a_notice_does_not_cover_the_picture():
    page, state = PAGES["board_menu"].page, PAGES["board_menu"].state
    shown = PhoneView(PROFILE, Decoder()).show(page, state, STATUS._replace(notice="Bob is here."))
    assert values_in(shown)["top"] == ["Bob is here."]


def test_a_program_takes_keys_and_lines_at_any_time():
    state, _ = start(DoorFacts("Trade Wars"), (80, 24))
    state, _ = SCREEN.update(state, Printed(b"\x1b[2J\x1b[HYour command? "))
    values = check_values(SCREEN, state)
    assert values["field"] == "any" and values["arrows"] == ["left", "up", "down", "right"]
    assert values["closeup"] == [0, 0, 80, 24] and values["question"] == "Your command?"


@pytest.mark.parametrize(
    ("prompt", "question"),
    [
        ("Guess 2? (letters, random, board)", "Guess 2?"),
        ("Tiles to shut?", "Tiles to shut?"),
        ("(say TEXT, help, Enter to go back)", "(say TEXT, help, Enter to go back)"),
        ("Enter to go on:", "Enter to go on:"),
    ],
)
def test_the_question_goes_without_the_ways_to_answer_it(prompt, question):
    assert Speech((), prompt).question == question


async def test_a_phone_that_is_turned_goes_on_in_the_same_game(board):
    hints = replace(XTERM, term="web-upright", size=(80, 24))
    await board.register("Ann", fast="on")
    line, _ = board.proved_call("Ann", hints)
    await line.until("Main Menu")
    await line.press("1\r", "to match")
    mark = len(line.sent)
    line.names_itself("web-phone")
    await line.until("to match", mark)
    await board.until(lambda: b'"keys"' in bytes(line.sent[mark:]), "the keys beside the picture")
    assert b'"closeup"' not in bytes(line.sent[mark:])
    mark = len(line.sent)
    line.names_itself("web-upright")
    await board.until(lambda: b'"closeup"' in bytes(line.sent[mark:]), "the words again")


def test_a_page_s_line_is_a_line_only_if_the_view_takes_lines():
    sent = b"\x1b]7437;play 2\x07"
    decoder = Decoder()
    assert not any(isinstance(one, Line) for one in decoder.feed(sent))
    decoder.takes_lines = True
    assert decoder.feed(sent + b"q")[0] == Line("play 2")
    assert decoder.feed(b"\x1b]7437;caf\xc3\xa9 \x1b\\") == [Line("café")]


FACES = ("wall", "callers", "chat", "page_sysop", "who", "forum", "inbox", "ladder", "hall")


@pytest.mark.parametrize("name", FACES)
def test_a_page_s_picture_stands_above_its_words_however_many_there_are(name):
    scene = PAGES[f"board_{name}"]
    values = check_values(scene.page, scene.state)
    x, y, cols, rows = values["closeup"]
    assert (x, y, cols) == (0, 1, 80) and 4 <= rows <= 8
    assert values["page"]["title"]


def test_help_speaks_of_buttons():
    state, _ = HELP.start(lobby(terminal={"term": UPRIGHT}), "")
    text = " ".join(words for words, *_ in check_values(HELP, state)["page"]["text"])
    assert "Tap a door to play it." in text and "a tap on a caller challenges them" in text
    assert "Press the number" not in text and "Type the number" not in text
