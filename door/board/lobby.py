"""Gathering what a board page shows: the only place where pages' values come from records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from door.board.api import DoorCard, Lobby
from door.board.bulletins import plaque_name
from door.games.widgets import month_name
from door.records.callerfile import Caller
from door.records.history import finished_since
from door.records.lines import stamp
from door.term.canvas import Canvas

if TYPE_CHECKING:
    from door.session.services import Services

ART: Final = ("welcome", "menu", "goodbye")


@dataclass(frozen=True, slots=True)
class Call:
    """What the session knows of its call: `terminal` is what is in force, `minutes_left` None
    without a limit, `ended` the games finished on this call, door's name and score."""

    node: int
    handle: str = ""
    caller: Caller | None = None
    guest: bool = False
    offered: str = ""
    terminal: Mapping[str, str] = field(default_factory=dict)
    minutes_left: int | None = None
    unread: int = 0
    ended: tuple[tuple[str, int], ...] = ()


def build(services: Services, call: Call) -> Lobby:
    """The board as that caller sees it now."""
    settings, now, caller = services.settings(), services.now(), call.caller
    handle = caller.handle if caller else call.handle
    cards = tuple(_cards(services, handle)) if handle else ()
    return Lobby(
        board=settings.board.name,
        sysop=settings.board.sysop,
        node=call.node,
        handle=handle,
        calls=caller.calls if caller else 0,
        policy=settings.callers.new,
        attempts=settings.limits.logon_attempts,
        offered=call.offered,
        clock=now.strftime("%a %d %b, %H:%M"),
        doors=cards,
        art=_art(services, call, handle, cards),
        prefs=dict(caller.prefs) if caller else {},
        terminal=call.terminal,
        today=call.ended if call.guest else _today(services, handle),
        guests=settings.callers.guests,
        guest=call.guest,
        is_sysop=bool(caller and caller.sysop),
        unread=call.unread,
    )


def _art(services: Services, call: Call, handle: str, cards: Sequence[DoorCard]) -> dict[str, Canvas]:
    """Every picture that pages may show, filled in; missing ones are left out."""
    settings, now = services.settings(), services.now()
    values = {
        "BOARD": settings.board.name, "SYSOP": settings.board.sysop, "NODE": str(call.node),
        "DATE": now.strftime("%Y-%m-%d"), "TIME": now.strftime("%H:%M"), "ALIAS": handle,
        "CALLERS": str(len(services.roster.online())),
    }  # fmt: skip
    drawn = {name: services.shelf.canvas(name, values) for name in (*ART, *services.doors)}
    drawn |= {plaque_name(card): _plaque(services, card) for card in cards if card.books.winners}
    return {name: canvas for name, canvas in drawn.items() if canvas is not None}


def _today(services: Services, handle: str) -> tuple[tuple[str, int], ...]:
    """What the caller has finished since the board's midnight."""
    midnight = stamp(services.now().replace(hour=0, minute=0, second=0, microsecond=0))
    games = services.desk.ledger.read(lambda ledger: finished_since(ledger, handle, midnight))
    return tuple((services.doors[slug].INFO.name, score) for slug, score in games if slug in services.doors)


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
