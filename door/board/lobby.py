"""Gathering what a board page shows: the only place where pages' values come from records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from door.board.api import DoorCard, Lobby
from door.board.bulletins import plaque_name
from door.games.widgets import month_name
from door.records.callerfile import Caller
from door.term.canvas import Canvas

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
    cards = tuple(_cards(services, handle)) if handle else ()
    drawn = {name: services.shelf.canvas(name, values) for name in (*ART, *services.doors)}
    drawn |= {plaque_name(card): _plaque(services, card) for card in cards if card.books.winners}
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
        doors=cards,
        art={name: canvas for name, canvas in drawn.items() if canvas is not None},
        prefs=dict(caller.prefs) if caller else {},
        terminal=terminal,
        summary=summary,
    )


def _plaque(services: Services, card: DoorCard) -> Canvas | None:
    """The picture of the month's winner, with name and score, and the door's name over it."""
    best = card.books.winners[0]
    month = month_name(card.books.last_month)
    values = {"MONTH": month, "WINNER": best.caller, "SCORE": str(best.score), "DOOR": card.name}
    return services.shelf.canvas("winner", values)


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
