"""The sysop watches a caller's screen, drawn again for the sysop's terminal.

A watched call waits for nobody. It hands over its screen, which is a value, after showing it. A watcher
takes the next one only after the last, and changes in between become one. A call without watchers only
checks an empty tuple.
"""

from __future__ import annotations

import logging
import re
from typing import Final

from door.board.sysop.effects import Glimpse, Over, Watch
from door.session.call import lobby
from door.session.call.api import Call
from door.session.call.stack import Layer, OneByOne
from door.session.call.status import status_row
from door.session.call.view import view_of
from door.session.effects import sysop, sysop_nodes
from door.session.effects.handlers import Handlers
from door.term.charset import encode
from door.ui.screen import No
from door.ui.texts import Said, speaking, tr

LOG = logging.getLogger("door.sysop")
HANDLERS: Final = Handlers()
MOST: Final = 20_000
"""Characters of plain-mode text kept for a slow watcher."""

_ESCAPES: Final = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|.)?")


class Watching(OneByOne):
    """One watcher of one call. `layer` is the watcher's page."""

    def __init__(self, there: Call, call: Call, layer: Layer) -> None:
        super().__init__()
        self.there, self.call, self.layer, self._said = there, call, layer, ""

    def shown(self, data: bytes) -> None:
        """Note that the call has shown its screen by sending `data`."""
        if self.there.terminal.plain:
            self._said = (self._said + text_of(data, self.there.terminal.view.profile.charset))[-MOST:]
        self.offer()

    def hand(self) -> bool:
        if not self.there.stack:
            return False
        with speaking(self.call.terminal.language):
            self.call.post(self.layer, glimpse(self.there, self._said))
        self._said = ""
        return True

    def over(self, reason: Said) -> None:
        with speaking(self.call.terminal.language):
            self.call.post(self.layer, Over(reason.again()))

    def stop(self) -> None:
        if self.there.terminal.unwatch(self):
            sysop_nodes.noted(sysop.name_of(self.call), "watch ends", self.there)


def text_of(data: bytes, charset: str) -> str:
    """Return plain-mode output as text: printable characters, line ends and backspaces."""
    text = _ESCAPES.sub("", data.decode(charset, "replace"))
    return "".join(char for char in text if char.isprintable() or char in "\r\n\b")


def glimpse(there: Call, said: str = "") -> Glimpse:
    """Return the caller's current view."""
    layer, profile = there.stack.top, there.terminal.view.profile
    return Glimpse(
        sysop_nodes.listing(there),
        layer.screen,
        layer.state,
        view_of(profile),
        status_row(lobby.status(there), profile.cols),
        there.terminal.plain,
        said,
    )


@HANDLERS.at_once(Watch)
def watch(call: Call, layer: Layer, effect: Watch) -> None:
    """Start to watch, or refuse."""
    there = call.services.roster.call(effect.node)
    reason = sysop_nodes.out_of_reach(call, there, effect.node)
    if there and not reason and _leads_to(there, call):
        reason = tr.sysop.watched_by_caller(who=there.who.handle, node=there.node)
    if reason or there is None:
        call.post(layer, No(reason))
        return
    watching = Watching(there, call, layer)
    layer.link = watching
    layer.ends.append(watching.stop)
    there.terminal.watch(watching)
    sysop_nodes.noted(sysop.name_of(call), "watch", there)
    watching.shown(_told(there))


def _told(there: Call) -> bytes:
    """Return a plain-mode caller's screen as if it had just opened."""
    if not there.terminal.plain:
        return b""
    top, charset = there.stack.top, there.terminal.view.profile.charset
    with speaking(there.terminal.language):
        speech = top.screen.tell(None, top.state)
    lines = [*speech.lines, f"{speech.prompt} " if speech.prompt else ""]
    return b"\r\n".join(encode(line, charset) for line in lines)


def _leads_to(watcher: Call, call: Call) -> bool:
    """True if `watcher` watches `call`, directly or through others."""
    links = [layer.link for layer in watcher.stack.layers]
    seen = [link.there for link in links if isinstance(link, Watching)]
    return any(there is call or _leads_to(there, call) for there in seen)
