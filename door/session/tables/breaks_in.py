"""Pages that a key opens from anywhere: Tables, the watchers, the reply to a message.

The screens below pause, including their timers, and come back unchanged.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from door.board import pages
from door.board.community.mail import REPLY
from door.board.tables.effects import TablesOpened
from door.session.call import lobby
from door.session.call.api import Call
from door.session.call.stack import Layer
from door.session.effects import navigation
from door.session.tables.news import PLAIN_KEY
from door.session.talk import mail
from door.session.watching import effects as watching
from door.term.keys import Key, Line

BREAKS_IN: Final = {
    **dict.fromkeys(("ctrl-t", PLAIN_KEY, "/tables"), ("tables", "")),
    **dict.fromkeys(("ctrl-w", watching.PLAIN_KEY, "/watchers"), ("gallery", "")),
    **dict.fromkeys(("ctrl-r", mail.PLAIN_KEY, "/reply"), ("inbox", REPLY)),
}
"""Keys (and lines in plain mode) that open a page from anywhere, and its argument."""


def breaks_in(call: Call, heard: object) -> bool:
    """Open the page of a key that works from anywhere. True if it is such a key.

    In a line being typed, Ctrl-W deletes a word instead.
    """
    match heard:
        case Key("ctrl-w") if call.terminal.view.types:
            return False
        case Key(said):
            page = BREAKS_IN.get(said)
        case Line(text):
            page = BREAKS_IN.get(text.strip().lower())
        case _:
            return False
    if page is None or not call.who.admitted or call.who.console or not call.stack:
        return False
    top = call.stack.top
    if top.above or top.slug in call.services.settings().externals:
        return False
    lay_over(call, *page)
    return True


def lay_over(call: Call, name: str, of: str = "") -> None:
    """Open a page on top, such as the tables `of` a door. If it is already open, bring it to the top."""
    page = pages.PAGES[name]
    below = [one for one in call.stack.layers if one.screen is page and one.state.of == of]
    if below:
        down_to(call, below[-1])
        call.stack.feed(below[-1], lobby.of(call))
    else:
        held = call.stack.hold()
        navigation.open_page(call, name, of)
        call.stack.top.ends.append(partial(call.stack.go_on, held))
    if name == "tables":
        told = call.messages.notices[0].about if call.messages.notice else ""
        call.stack.feed(below[-1] if below else call.stack.top, TablesOpened(told))


def down_to(call: Call, layer: Layer) -> None:
    """Remove the screens above that one."""
    layers = call.stack.layers
    for one in [one for one in layers[layers.index(layer) + 1 :] if not one.above]:
        call.stack.drop(one)
