"""A command is one thing on every page: its key, a click on the keys line, and its words in plain mode."""

import json
from functools import cache
from typing import Any

from board_scenes import Scene, lobby
from each import each
from sysop_scenes import PAGES as ALL

from door.external.api import MORE_DOORS, MoreDoor
from door.features import every as pages
from door.features.desk.pages import watch
from door.features.externals import pages as more_doors
from door.features.menu.pages import goodbye, menu
from door.features.menu.pages.menu import COMMANDS
from door.features.news.pages.news import SheetsBeforeMenu
from door.pages.lines import LinePage
from door.pages.lists import ListPage, row_index
from door.pages.page import Page
from door.settings.forms import MENU
from door.term.keys import Key, Line, Mouse
from door.ui import navigation
from door.ui.blocks import Writing
from door.ui.screen import Answer, Bell, No, View
from door.ui.speech import to_page
from door.ui.words import no_choice

ROBOTS = (MoreDoor("robots", "Robots", "An arena"), MoreDoor("cave", "Cave", "", 3))
EVERY = {
    **ALL,
    "more": Scene(more_doors.PAGE, lobby(), (Answer(MORE_DOORS, ROBOTS),)),
    "visit": Scene(more_doors.VISIT, lobby(), (No("Not today."),), "robots"),
    "keep_visit": Scene(more_doors.KEEP_PAGE, lobby(), ()),
    "visit_plain": Scene(more_doors.VISIT, lobby(terminal={"plain": "on"}), (), "robots"),
}


@cache
def without_entry() -> list[str]:
    """Return the scenes of pages that no line of text is open on."""
    return [name for name, one in EVERY.items() if isinstance(one.page, Page) and not one.state.entry]


@cache
def spoken() -> list[str]:
    """Return those on which a line of plain mode names a command. Elsewhere it is text, or goes on."""
    return [name for name in without_entry() if not isinstance(EVERY[name].page, LinePage | SheetsBeforeMenu)]


# There "?" asks for the board's help, or any line leads back.
OWN_QUESTION_MARK = (menu.PAGE, goodbye.PAGE, more_doors.SPLASH, more_doors.VISIT, watch.PAGE)


def test_every_page_is_walked_here():
    walked = [scene.page for scene in EVERY.values()]
    assert [name for name, page in pages.PAGES.items() if page not in walked] == []


def known(effects: Any) -> Any:
    """What a command does; functions that wait for a line are told apart by their name."""
    return [type(one) if isinstance(one, Bell) else one for one in effects]


def looks(page: Any, done: Any) -> Any:
    state, effects = done
    entry = state.entry and (state.entry.prompt, state.entry.field)
    return state.at, entry, state.note, state.wrong, known(effects)


@each("name", EVERY)
def test_every_page_is_values_for_a_web_page_and_its_buttons_send_what_plain_mode_takes(name):
    page, state = EVERY[name].page, EVERY[name].state
    if not isinstance(page, Page):
        return
    layout = page.layout(state)
    told = json.loads(json.dumps(to_page(layout)))
    assert told["title"] == layout.title
    sent = {line for line, _ in told["buttons"]} | {line for line, _ in filter(None, [told["offer"]])}
    own = [one for one in layout.commands if not one.on_row]
    writes = isinstance(layout.body, Writing)  # there an id would be text
    taken = {one.words[0] for one in own if one.words} if writes else {one.id for one in own}
    assert layout.entry or taken <= sent
    for at, row in enumerate(told.get("rows", ()), getattr(layout.body, "first", 0)):
        assert len(row["cells"]) == len(told["heads"])
        for line, label in row["buttons"]:
            assert label
            assert not isinstance(page, ListPage) or row_index(page, state, line.rpartition(" ")[2]) == at, (
                line
            )
            if name in spoken():
                after = page.update(state, Line(line))[0]
                assert not after.wrong or after.note != no_choice(line), line
    for at, field in enumerate(told.get("fields", ()), 1):
        assert field["label"] and field["line"] == str(at)
        for value, _ in field["options"]:
            after = page.update(state, Line(f"{at} {value}"))[0]
            assert after.note != no_choice(f"{at} {value}"), (field["label"], value)


@each("name", without_entry)
def test_keys_line_key_click_and_word_lead_to_the_same_command(name):
    page, state = EVERY[name].page, EVERY[name].state
    canvas = page.draw(state, View())
    shown = {spot.target.name for spot in canvas.spots if isinstance(spot.target, Key)}
    is_list = isinstance(page, ListPage)
    number = (
        str(page.number(state.marked_row)) if is_list and state.rows and page.number else str(state.at + 1)
    )
    for command in page.commands(state):
        if command.on_row and not state.rows:
            continue
        assert command.key in shown, command.id
        expected = page.update(state, Key(command.key))
        for key in (*command.also, command.key.upper() if len(command.key) == 1 else command.key):
            done = page.update(state, Key(key))
            assert looks(page, done) == looks(page, expected)
        if name not in spoken():
            for word in command.words:
                done = page.update(state, Line(word))
                assert looks(page, done) == looks(page, expected)
            continue
        here = f" {number}" if command.on_row and not (is_list and state.opened) else ""
        words = [command.id, command.label(), command.key.strip() or command.id, *command.words]
        if command.key == "enter":
            words = [""] if here else words[:2]
        for word in words:
            done = page.update(state, Line(f"{word}{here}".strip()))
            assert looks(page, done) == looks(page, expected), word


@each("name", without_entry)
def test_no_two_commands_share_a_key_or_a_word_and_none_moves_or_leaves(name):
    page, state = EVERY[name].page, EVERY[name].state
    keys = [key for one in page.commands(state) for key in (one.key, *one.also)]
    words = [
        word
        for one in page.commands(state)
        for word in {one.key, one.id, one.label().lower(), *one.also, *one.words}
    ]
    assert len(set(keys)) == len(keys) and len(set(words)) == len(words)
    leaves = {"esc", "ctrl-c"} if page.BACK is None else set()
    leaves |= {"w", "s"} if page is menu.PAGE else set()
    assert not {"w", "s", *navigation.LEAVE} & set(keys) - leaves


@each("name", lambda: [name for name in spoken() if EVERY[name].page not in OWN_QUESTION_MARK])
def test_a_question_mark_tells_every_command_in_plain_mode(name):
    page, state = EVERY[name].page, EVERY[name].state
    told = page.tell(state, page.update(state, Line("?"))[0]).lines
    for command in page.commands(state):
        assert any(command.text in line for line in told)


@each("name", without_entry)
def test_a_click_on_the_keys_line_presses_the_key(name):
    page, state = EVERY[name].page, EVERY[name].state
    for spot in page.draw(state, View()).spots:
        if not isinstance(spot.target, int):
            continue
        after, effects = page.update(state, Mouse(spot.x, spot.y, target=spot.target))
        assert effects or after != state


def test_the_settings_know_the_menu_s_commands():
    assert {name: hint.key for name, (hint, _) in COMMANDS.items()} == MENU
