"""Gathering what a board page shows: the only place where pages' values come from records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from door.board.api import DoorCard, Lobby
from door.records.callers import Caller

if TYPE_CHECKING:
    from door.session.services import Services

ART: Final = ("welcome", "menu", "goodbye")


def build(
    services: Services, node: int, caller: Caller | None, offered: str, terminal: Mapping[str, str],
    summary: tuple[str, ...],
) -> Lobby:  # fmt: skip
    """The board as that caller sees it now."""
    settings, now = services.settings(), services.now()
    handle = caller.handle if caller else ""
    values = {
        "BOARD": settings.board.name, "SYSOP": settings.board.sysop, "NODE": str(node),
        "DATE": now.strftime("%Y-%m-%d"), "TIME": now.strftime("%H:%M"), "ALIAS": handle,
        "CALLERS": str(len(services.roster.online())),
    }  # fmt: skip
    drawn = {name: services.shelf.canvas(name, values) for name in (*ART, *services.doors)}
    return Lobby(
        board=settings.board.name,
        sysop=settings.board.sysop,
        node=node,
        handle=handle,
        calls=caller.calls if caller else 0,
        policy=settings.callers.new,
        attempts=settings.limits.logon_attempts,
        offered=offered,
        clock=now.strftime("%a %d %b, %H:%M"),
        doors=tuple(_cards(services, handle)) if handle else (),
        art={name: canvas for name, canvas in drawn.items() if canvas is not None},
        prefs=dict(caller.prefs) if caller else {},
        terminal=terminal,
        summary=summary,
    )


def _cards(services: Services, handle: str) -> list[DoorCard]:
    cards = []
    for slug, door in services.doors.items():
        if not services.settings().doors[slug].enabled:
            continue
        info = door.INFO
        cards.append(
            DoorCard(
                slug,
                info.name,
                info.tagline,
                info.accent,
                services.desk.books(slug, handle),
                services.desk.waiting(slug, handle),
                info.fewer_is_better,
            )
        )
    return cards
