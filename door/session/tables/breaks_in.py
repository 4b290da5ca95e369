"""Pages that a key opens over anything: Tables, the watchers, the answer to a message.

Everything below waits, clocks included, and comes back unchanged.
"""

from __future__ import annotations

from typing import Final

from door.board import pages
from door.board.community.mail import REPLY
from door.board.tables.effects import TablesOpened
from door.session.call import lobby
from door.session.call.api import Call
from door.session.call.stack import Ending, Layer
from door.session.effects import navigation
from door.session.tables.news import PLAIN_KEY
from door.session.talk import mail
from door.session.watching import effects as watching
from door.term.keys import Key, Line


class Paused(Ending):
    """Stops the clocks of the screens below while Tables lies over them."""

    def __init__(self, call: Call, layer: Layer, held: list[tuple[Layer, str, float]]) -> None:
        self.call, self.layer, self.held = call, layer, held

    def cancel(self) -> None:
        self.layer.lose(self)
        self.call.stack.go_on(self.held)


BREAKS_IN: Final = {
    **dict.fromkeys(("ctrl-t", PLAIN_KEY, "/tables"), ("tables", "")),
    **dict.fromkeys(("ctrl-w", watching.PLAIN_KEY, "/watchers"), ("gallery", "")),
    **dict.fromkeys(("ctrl-r", mail.PLAIN_KEY, "/reply"), ("inbox", REPLY)),
}
"""Keys (and lines in plain mode) that open a page over anything, with its argument."""


def breaks_in(call: Call, heard: object) -> bool:
    """True if the key opens a page over anything.

    In a line being typed, Ctrl-W deletes a word.
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
    """Open a page, such as the tables `of` a door, on top. If it is already open below, bring it to the
    top.
    """
    page = pages.PAGES[name]
    below = [one for one in call.stack.layers if one.screen is page and one.state.of == of]
    if below:
        down_to(call, below[-1])
        call.stack.feed(below[-1], lobby.of(call))
    else:
        held = call.stack.hold()
        navigation.open_page(call, name, of)
        call.stack.top.ends = (*call.stack.top.ends, Paused(call, call.stack.top, held))
    if name == "tables":
        told = call.messages.notices[0].about if call.messages.notice else ""
        call.stack.feed(below[-1] if below else call.stack.top, TablesOpened(told))


def down_to(call: Call, layer: Layer) -> None:
    """Remove everything above that screen."""
    layers = call.stack.layers
    for one in [one for one in layers[layers.index(layer) + 1 :] if not one.above]:
        call.stack.drop(one)
