"""Every button of a page on the web does what its label says. Its text is never taken for the caller's."""

from typing import Any

from each import each
from sysop_scenes import PAGES

from door.term.keys import Line
from door.ui.blocks import Writing
from door.ui.screen import Bell
from door.ui.speech import to_page

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
        if is_open:
            assert (after, effects) != page.enter_line(state, text), (text, label)
        elif not getattr(state, "over", False) and effects == (Bell(),):
            unknown, _ = page.update(state, Line(UNKNOWN))
            assert after.note != unknown.note, (text, label, after.note)


@each("name", PAGES)
def test_a_page_with_an_open_line_can_be_left_by_a_button(name):
    page, state = PAGES[name].page, PAGES[name].state
    if isinstance(page.layout(state).body, Writing):
        ways = [one for one in page.commands(state) if one.key == "esc" or getattr(state, "over", False)]
        shown = buttons(page, state)
        assert state.entry or all((one.words[0], one.text) in shown for one in ways)
