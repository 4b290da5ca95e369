"""A feature as calls see it: pages, handlers, keys that work anywhere, and parts of the board.

A call knows no feature, only this file. The list of all features is `door.features.every`.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from inspect import iscoroutine
from typing import Any

from door.call.api import Call, CallStart, Services
from door.call.handlers import Handlers, Happening
from door.call.stack import Layer
from door.call.topic import FindTopic, Topics
from door.pages.api import Lobby
from door.pages.page import Page
from door.play.match.values import Refusal
from door.records.part import Part
from door.term.canvas import Canvas
from door.ui.screen import Screen
from door.ui.texts import tr

LOG = logging.getLogger("door.call")


@dataclass(frozen=True, slots=True)
class Feature:
    """One thing that the board can do.

    - `pages` by their names for `Visit`. `handlers` carry out what its pages ask and what calls tell each
      other.
    - `anywhere`: keys, and lines in plain mode, that work on any screen. False if it isn't such a key now.
    - `topics` of a call that screens anywhere follow, by the first part of their names. They return None if
      the topic is gone, and raise Refusal with the reason why a screen (of any host) may not follow it.
    - `sees`: what makes the lobbies of its pages (`Page.LOBBY`), by class.
    - `makes`: what makes each part that it keeps for the whole board. Parts of features earlier in the list
      are there by then.
    - `joins`: called once, when the board has been put together, to hear the other hosts if there can be any.
    - `spares`: a sysop with one of its pages open may be idle.
    """

    name: str
    handlers: tuple[Handlers, ...] = ()
    pages: Mapping[str, Page[Any]] = field(default_factory=dict)
    anywhere: Mapping[str, Callable[[Call], bool]] = field(default_factory=dict)
    topics: Mapping[str, FindTopic] = field(default_factory=dict)
    sees: Mapping[type[Lobby], Callable[[Call], Lobby]] = field(default_factory=dict)
    makes: tuple[Callable[[Services], Part], ...] = ()
    joins: Callable[[Services], object] | None = None
    spares: bool = False


class Features(Part):
    """All features. `first_screen` begins a call. `face` returns the picture above a page's title."""

    def __init__(
        self,
        *each: Feature,
        first_screen: Callable[[Call, CallStart, str], Awaitable[None]],
        face: Callable[[Call, str], Canvas | None] = lambda call, name: None,
    ) -> None:
        self.each, self.first_screen, self._face = each, first_screen, face
        self.handlers = Handlers(*(handlers for one in each for handlers in one.handlers))
        self.pages: dict[str, Page[Any]] = _once(one.pages for one in each)
        self.anywhere: dict[str, Callable[[Call], bool]] = _once(one.anywhere for one in each)
        self.topics: dict[str, FindTopic] = _once(one.topics for one in each)
        self._sees: dict[type[Lobby], Callable[[Call], Lobby]] = _once(one.sees for one in each)
        self._spared = [page for one in each if one.spares for page in one.pages.values()]

    def lobby_of(self, call: Call, screen: Screen) -> Lobby:
        """Return the board as that screen of a call sees it. Raises Refusal if no feature makes that."""
        if (see := self._sees.get(getattr(screen, "LOBBY", Lobby))) is None:
            LOG.error("node=%d no feature makes the lobby of %s", call.node, type(screen).__name__)
            raise Refusal(tr.refused.missing_here())
        seen, name = see(call), getattr(screen, "FACE", "")
        face = self._face(call, name) if name and not seen.plain else None
        return replace(seen, face=face) if face else seen

    def spares(self, layer: Layer) -> bool:
        return any(layer.screen is page for page in self._spared)

    def tell(self, call: Call, happened: Happening) -> list[Awaitable[object]]:
        """Do what all features do when that happens. Return the tasks that are still running.

        A feature that fails is logged, and the others go on.
        """
        goes_on: list[Awaitable[object]] = []
        for does in self.handlers.happenings.get(type(happened), ()):
            try:
                doing = does(call, happened)
            except Exception as error:
                LOG.error("node=%d %s: %r", call.node, type(happened).__name__, error, exc_info=error)
                continue
            if iscoroutine(doing):
                goes_on.append(call.services.keep(doing))
        return goes_on

    def join(self, services: Services) -> None:
        """Make the features' parts of a board, and let them hear the other hosts."""
        services.parts[Topics] = Topics(self.topics)
        for make in (make for one in self.each for make in one.makes):
            if type(part := make(services)) not in services.parts:
                services.parts[type(part)] = part
        for one in self.each if not services.roster.bus.is_alone else ():
            if one.joins:
                one.joins(services)


def _once(each: Any) -> dict[Any, Any]:
    """Return all of them by name. Two of one name are refused."""
    found: dict[Any, Any] = {}
    for some in each:
        if twice := found.keys() & some.keys():
            raise ValueError(f"two features have {', '.join(sorted(map(str, twice)))}")
        found |= some
    return found
