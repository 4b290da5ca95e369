"""Every button of a page on the web does what its label says. Its text is never taken for the caller's."""

from dataclasses import replace
from typing import Any

import pytest
from board_scenes import STRANGER
from each import each
from seated import SALTS, Table
from sysop_scenes import PAGES

from door.features.logon.pages import logon
from door.screens.doors import find, infos
from door.term.keys import Line
from door.testing.stage import Stage
from door.ui.blocks import Writing
from door.ui.screen import Bell, View
from door.ui.speech import to_page
from door.ui.words import no_choice

UNKNOWN = "no such word"


def buttons(page: Any, state: Any) -> list[tuple[str, str]]:
    shown = to_page(page.layout(state))
    return [*shown["buttons"], *(one for row in shown.get("rows", ()) for one in row["buttons"])]


@each("name", PAGES)
def test_every_button_does_something_and_is_not_taken_for_text(name):
    page, state = PAGES[name].page, PAGES[name].state
    is_open = isinstance(page.layout(state).body, Writing) and not (state.entry or state.over or state.busy)
    for text, label in buttons(page, state):
        after, effects = page.update(state, Line(text))
        assert (after, effects) != (state, ()), (text, label)
        if page is logon.PAGE and text in ("new", "guest"):
            assert after.step != "handle" or effects, "its first question takes these two words as they are"
        elif is_open:
            assert (after, effects) != page.enter_line(state, text), (text, label)
        elif not getattr(state, "over", False) and effects == (Bell(),):
            unknown, _ = page.update(state, Line(UNKNOWN))
            assert after.note != unknown.note, (text, label, after.note)


def test_an_unfinished_letter_has_no_reply():
    scene = PAGES["board_inbox_unfinished"]
    rows = to_page(scene.page.layout(scene.state))["rows"]
    replies = {one["cells"][1]: any("reply" in text for text, _ in one["buttons"]) for one in rows}
    assert {has for who, has in replies.items() if who.startswith("To ")} == {False} and any(replies.values())


SCENES = ("", "enter", "enter esc", "enter esc g", "enter h", "p", "p esc", "e", "d", "s")


@pytest.mark.parametrize("keys", SCENES)
@pytest.mark.parametrize("slug", [*infos()])
def test_a_game_s_buttons_do_something_too(slug, keys):
    stage = Stage(find(slug), plain=True, new=False).press(keys)
    page = stage.door.button_page(stage.state)
    assert page is not None and to_page(page)["buttons"], "no way on but to type"
    for text, label in to_page(page)["buttons"]:
        after, effects = stage.door.update(stage.state, Line(text))
        assert (after, effects) != (stage.state, ()), (text, label)
        assert no_choice(text) not in after.news.latest, (text, label)
        assert label.strip()


def table_buttons(call: Any) -> dict[str, str]:
    """Return the buttons of a screen by their labels. Each of them must do something."""
    page = call.door.button_page(call.state)
    assert page is not None, "no way on but to type"
    for text, label in (found := to_page(page)["buttons"]):
        after, effects = call.door.update(call.state, Line(text))
        assert (after, effects) != (call.state, ()), (text, label)
        assert no_choice(text) not in after.news.latest, (text, label)
    return {label: text for text, label in found}


def test_a_table_has_buttons_for_whoever_reads_it_in_a_browser():
    table = Table("mindbuster", rated=False)
    ann = table.follow("Ann", plain=True)
    assert {"talk", "withdraw the table", "help", "back"} <= {*table_buttons(ann)}
    bob = table.sat("Bob").follow("Bob", plain=True)
    assert "hide a code" in table_buttons(bob)
    bob.say("c")
    assert {"back", "help"} <= {*table_buttons(bob)} and "talk" not in table_buttons(bob)
    bob.say("q")
    for seat, code in enumerate(("RWBG", "YYKB")):
        table.do(do="hide", seat=seat, code=code, salt=SALTS[seat])
    first, second = (ann, bob) if table.match.movers[0] == ann.seat else (bob, ann)
    assert {*table_buttons(first)} > {*table_buttons(second)} == {"talk", "help", "table"}, (
        "one's own move has the game's"
    )
    table.do(do="offer", seat=first.seat, what="adjourn")
    assert [text for label, text in table_buttons(second).items() if "adjourn" in label] == ["accept"]
    second.say("decline")
    assert not table.match.offers[first.seat] and "decline it" not in table_buttons(second)
    table.do(do="offer", seat=first.seat, what="adjourn")
    second.say("q")
    assert "resign" in table_buttons(second)
    second.say("")
    second.say("accept")
    assert {*table_buttons(first)} & {"resume", "talk", "table"}
    assert not {*table_buttons(first)} - {*table_buttons(second)}
    eve = table.follow("Eve", plain=True)
    assert {*table_buttons(eve)} == {"talk", "help", "leave"}
    table.do(do="resign", seat=0)
    for call in (ann, bob, eve):
        assert {"go on", "replay"} <= {*table_buttons(call)}, call.caller


@each("name", PAGES)
def test_a_page_with_an_open_line_can_be_left_by_a_button(name):
    page, state = PAGES[name].page, PAGES[name].state
    if isinstance(page.layout(state).body, Writing):
        ways = [one for one in page.commands(state) if one.key == "esc" or getattr(state, "over", False)]
        shown = buttons(page, state)
        assert state.entry or all((one.words[0], one.text) in shown for one in ways)


@pytest.mark.parametrize(
    ("policy", "guests", "expected"),
    [("open", True, ["new", "guest"]), ("open", False, ["new"]), ("closed", True, ["guest"])],
)
def test_a_newcomer_taps_what_the_first_question_names(policy, guests, expected):
    page = logon.PAGE
    state, _ = page.start(replace(STRANGER, policy=policy, guests=guests), "")
    words = [text for text, _ in to_page(page.layout(state))["buttons"]]
    assert words[:-1] == expected
    for word in expected:
        assert page.update(state, Line(word))[0].note or page.update(state, Line(word))[1]
    assert "New caller" not in page.draw(state, View()).text(), "on a terminal it is typed"
