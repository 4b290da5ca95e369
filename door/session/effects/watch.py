"""Looking over a caller's shoulder: what they see is drawn again for the one who watches.

Law: a watched call is told nothing and waits for nobody.  It hands over its screen, which is a
value, whenever it has shown it; a watcher takes the next only once the last was taken in, and
what changed between is one change.  A call that nobody watches pays one look at an empty tuple.
"""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING, Final

from door.board.api import Denied
from door.board.sysop.values import Glimpse, Over, Watch
from door.session.call.status import Status, status_row
from door.session.effects import sysop_nodes
from door.ui.screen import View

if TYPE_CHECKING:
    from door.session.call.loop import Session
    from door.session.call.stack import Layer

LOG = logging.getLogger("door.sysop")
MOST: Final = 20_000
"""Characters of a plain caller's text that are kept for a watcher who is slow."""

_ESCAPES: Final = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|.)?")
_CODECS: Final = {"utf-8": "utf-8", "cp437": "cp437", "ascii": "ascii"}


class Shoulder:
    """One watcher's look at one call; `layer` is the watcher's page."""

    def __init__(self, there: Session, session: Session, layer: Layer) -> None:
        self.there, self.session, self.layer = there, session, layer
        self._taken, self._fresh, self._said = True, False, ""

    def shown(self, data: bytes) -> None:
        """The call has been shown its screen; `data` is what was sent for it."""
        if self.there.terminal.plain:
            self._said = (self._said + text_of(data, self.there.terminal.view.profile.charset))[-MOST:]
        self._fresh = True
        self._offer()

    def took(self) -> None:
        """The watcher has taken the last glimpse in."""
        self._taken = True
        self._offer()

    def _offer(self) -> None:
        if self._taken and self._fresh and self.there.stack:
            self._taken = self._fresh = False
            self.session.post(self.layer, glimpse(self.there, self._said))
            self._said = ""

    def over(self, reason: str) -> None:
        """The call has ended."""
        self.session.post(self.layer, Over(reason))

    def cancel(self) -> None:
        """The watcher turns away."""
        if self in self.there.watchers:
            self.there.watchers = tuple(other for other in self.there.watchers if other is not self)
            sysop_nodes.noted(sysop_nodes.name_of(self.session), "watch ends", self.there)


def text_of(data: bytes, charset: str) -> str:
    """What a plain caller was sent, as text: printable characters, line ends and backspaces."""
    text = _ESCAPES.sub("", data.decode(_CODECS.get(charset, "ascii"), "replace"))
    return "".join(char for char in text if char.isprintable() or char in "\r\n\b")


def glimpse(there: Session, said: str = "") -> Glimpse:
    """What the caller sees just now."""
    layer, profile = there.stack.top, there.terminal.view.profile
    status = Status(
        there.handle, there.node, layer.where, layer.books, there.time.minutes_left,
        there.time.notice,
    )  # fmt: skip
    view = View(
        profile.cols, profile.rows - 1, profile.colours == "mono", profile.charset == "ascii", profile.mouse
    )
    row = status_row(status, profile.cols)
    return Glimpse(sysop_nodes.card(there), layer.screen, layer.state, view, row, there.terminal.plain, said)


def watch(session: Session, layer: Layer, effect: Watch) -> None:
    """Begins to watch, where that may be."""
    there = session.services.roster.call(effect.node)
    reason = sysop_nodes.out_of_reach(session, there, effect.node)
    if there and not reason and _leads_to(there, session):
        reason = f"{there.handle} on node {there.node} is watching you."
    if reason or there is None:
        session.post(layer, Denied(reason))
        return
    shoulder = Shoulder(there, session, layer)
    layer.ends = (*layer.ends, shoulder)
    there.watchers = (*there.watchers, shoulder)
    sysop_nodes.noted(sysop_nodes.name_of(session), "watch", there)
    shoulder.shown(_told(there))


def _told(there: Session) -> bytes:
    """What a plain caller was told of their screen as it stands, as if it came up just now."""
    if not there.terminal.plain:
        return b""
    speech = there.stack.top.screen.tell(None, there.stack.top.state)
    text = "\r\n".join((*speech.lines, f"{speech.prompt} " if speech.prompt else ""))
    return text.encode(_CODECS.get(there.terminal.view.profile.charset, "ascii"), "replace")


def _leads_to(watcher: Session, session: Session) -> bool:
    """Whether what `watcher` sees would show what `session` sees: two mirrors, face to face."""
    seen = [end.there for layer in watcher.stack.layers for end in layer.ends if isinstance(end, Shoulder)]
    return any(there is session or _leads_to(there, session) for there in seen)


def call_ends(there: Session, reason: str) -> None:
    """Tells those who watch that the call is over."""
    watchers, there.watchers = there.watchers, ()
    for watcher in watchers:
        watcher.over(f"{sysop_nodes.who(there)} has left ({reason.rstrip('.')}).")
