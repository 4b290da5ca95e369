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
from door.features.settings.pages import PAGE as SETTINGS
from door.screens.doors import find, infos
from door.term.decoder import Decoder
from door.term.keys import Line, Mouse
from door.term.profile import UPRIGHT
from door.testing.stage import Stage
from door.ui.screen import Speech
from door.ui.texts import tr
from door.ui.words import without_keys


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


@pytest.mark.parametrize("slug", [*infos()])
def test_a_phone_that_was_turned_in_a_game_says_that_game_and_no_title_page(slug):
    stage = Stage(find(slug), fast=True)
    title = values_in(PhoneView(PROFILE, Decoder()).show(stage.door, stage.state, STATUS))["lines"]
    stage.press("enter")
    turned = values_in(PhoneView(PROFILE, Decoder()).show(stage.door, stage.state, STATUS))
    assert turned["fresh"] and turned["lines"] and len(title) > 1
    assert not {*turned["lines"]} & {*title[1:]}


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
    line.resize(80, 25)
    line.names_itself("web-upright")
    await board.until(lambda: b'"closeup"' in bytes(line.sent[mark:]), "the words again")


def test_a_page_s_line_is_a_line_only_on_a_phone():
    sent = b"\x1b]7437;play 2\x07"
    decoder = Decoder()
    assert not any(isinstance(one, Line) for one in decoder.feed(sent))
    PhoneView(PROFILE, decoder)
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


def test_settings_on_a_phone_have_no_rows_about_mouse_and_keys():
    there, here = (
        {row.key for row in SETTINGS.choices(SETTINGS.first(lobby(terminal={"term": term}), ""))}
        for term in (UPRIGHT, "xterm")
    )
    assert here - there == {"mouse", "keys"} and there < here


def test_the_keys_in_a_sentence_are_left_out():
    assert without_keys("Press (x) or Messages (M), the\nLadder\n(L), on (Enter).") == (
        "Press or Messages, the\nLadder, on."
    )
    assert (
        without_keys("computer (expert), 2 new (12), Sum (AB)") == "computer (expert), 2 new (12), Sum (AB)"
    )
    scene = PAGES["board_tables_none"]
    page = check_values(scene.page, scene.state)["page"]
    assert "New table opens one" in page["empty"]
    scene = PAGES["board_ladder_empty"]
    said = " ".join(words for words, *_ in check_values(scene.page, scene.state)["page"]["text"])
    assert "New table under Tables" in said


@each("name", ("board_chat", "board_feedback_writing", "board_forum_answer"))
def test_lines_that_are_written_are_read_as_they_grow(name):
    scene = PAGES[name]
    page = check_values(scene.page, scene.state)["page"]
    said = [words for words, *_ in page["text"]]
    assert page["grows"] and {line[0] for line in scene.page.layout(scene.state).body.lines} <= {*said}


def test_what_a_caller_has_written_keeps_its_brackets():
    notice = tr.people.node_hung_up(handle="Vitamin (C)", node=2)
    page, state = PAGES["board_menu"].page, PAGES["board_menu"].state
    view = PhoneView(PROFILE, Decoder())
    assert values_in(view.show(page, state, STATUS._replace(notice=notice)))["top"] == [notice]
    own = tr.menu.one_in_chat(who="Bob", key="C")
    assert values_in(view.show(page, state, STATUS._replace(notice=own)))["top"] == ["Bob is in Chat."]


def test_a_line_that_was_not_finished_is_in_the_field():
    scene = PAGES["board_feedback_writing"]
    assert check_values(scene.page, scene.state)["page"]["value"] == scene.state.field.value
    typed = replace(scene.state, field=replace(scene.state.field, value="half a line"))
    assert check_values(scene.page, typed)["page"]["value"] == "half a line"
    scene = PAGES["board_inbox_reply"]
    assert check_values(scene.page, scene.state)["page"]["value"] == "On my way."


@each("name", ("board_logon_password", "board_settings_password", "sysop_caller_password"))
def test_a_secret_that_was_not_finished_is_not_sent_back(name):
    assert "value" not in check_values(PAGES[name].page, PAGES[name].state)["page"]


def test_a_question_has_two_buttons_and_no_field():
    scene = PAGES["board_inbox_sure"]
    values = check_values(scene.page, scene.state)
    assert values["field"] == "" and [line for line, _ in values["page"]["buttons"]] == ["y", "n"]


def test_the_suggestion_is_a_button_with_its_sentence():
    scene = PAGES["board_menu_suggestion"]
    page = check_values(scene.page, scene.state)["page"]
    line, words = page["offer"]
    assert line == "suggestion" and words == scene.state.lobby.suggestion.text
    assert "suggestion" not in [line for line, _ in page["buttons"]], "nor is it there twice"


def test_one_s_own_row_has_no_buttons_that_refuse_it_and_an_ignored_one_is_heard_again():
    scene = PAGES["board_who"]
    rows = check_values(scene.page, scene.state)["page"]["rows"]
    own = [row for row in rows if scene.state.lobby.handle in row["cells"]]
    assert own and not any(row["buttons"] for row in own)
    assert all(row["buttons"] for row in rows if row not in own)
    there = replace(scene.state, lobby=replace(scene.state.lobby, terminal={"term": UPRIGHT}))
    mine, ann = there.rows
    there = replace(there, rows=(mine, ann, replace(ann, handle="Bo", node=65, ignored=True)))
    rows = check_values(scene.page, there)["page"]["rows"]
    assert [row["buttons"][-1:] for row in rows] == [[], [["ignore 64", "Ignore"]], [["hear 65", "Hear"]]]


def test_an_example_has_one_button_and_speaks_of_no_keys():
    stage, view = Stage(find("shutbox"), patient=True), PhoneView(PROFILE, Decoder())
    view.show(stage.door, stage.state, STATUS)
    stage.press("e").tick(next(wake for wake in stage.waiting if wake.name == "motion"))
    assert stage.state.demo.is_running
    values = values_in(view.show(stage.door, stage.state, STATUS))
    assert [key for key, _ in values["keys"]] == ["enter"]
    assert not values.get("arrows") and not values.get("taps")
    assert "An example." in values["lines"] and not any("ends it" in line for line in values["lines"])


def test_a_question_that_yes_answers_has_no_enter_beside_it():
    stage, view = Stage(find("shutbox"), fast=True).press("enter esc g"), PhoneView(PROFILE, Decoder())
    values = values_in(view.show(stage.door, stage.state, STATUS))
    assert values["question"] == "Play again?"
    assert (
        "y" in dict(values["keys"])
        and "enter" not in dict(values["keys"])
        and "enter" in dict(values["more"])
    )


def test_a_question_names_no_keys():
    stage, view = Stage(find("shutbox"), fast=True).press("enter esc"), PhoneView(PROFILE, Decoder())
    values = values_in(view.show(stage.door, stage.state, STATUS))
    assert values["question"] == "Leave it for later, give it up, or play on?"
    assert values["lines"][-2:] == [
        "A game left for later waits here with the same dice.",
        "A game you give up ends now, without a bonus.",
    ], "the box is too small to be read"
    again = values_in(view.show(stage.door, stage.state, STATUS._replace(notice="Bob is here.")))
    assert "lines" not in again
