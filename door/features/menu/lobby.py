"""Values that the main menu and other pages with doors and pictures show of the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from door.call import access, known
from door.call.api import Call, Services
from door.features.bulletins.pages import plaque_name
from door.features.chat.room import Chat
from door.features.menu.art_store import ArtStore, Wants, at_door, everywhere, of_winner, time_left
from door.features.menu.pages.goodbye import GoodbyeLobby
from door.features.menu.pages.menu import MenuLobby
from door.features.tables.hub import TableHub
from door.pages.api import FORUM, DoorListing, DoorsLobby
from door.play.api import SUGGEST
from door.play.books import LuckRow
from door.play.next_thing import AtDoor, Suggestion, next_thing, plays_deals, read_tally
from door.play.replay import has_example, has_puzzles
from door.records.community.forum import Unread
from door.records.journal.lines import stamp
from door.records.ledger.standings import best_of, finished_since, ranking_of
from door.settings.access import why_barred
from door.term.canvas import Canvas
from door.ui.texts import tr
from door.ui.words import date_text

SUGGESTED: Final = 64
"""Columns of the menu's suggestion."""

ART: Final = ("menu", "bulletin", "goodbye")
"""Art of pages after the log-on. Doors have art of their own."""


def with_doors(call: Call) -> DoorsLobby:
    """Return what bulletins show, and title art."""
    basis = known.basis(call)
    listings = tuple(
        replace(
            one,
            ladder=call.services[TableHub].ladders.top(one.slug),
            luck=_luck(call.services, one.slug, one.books.month),
        )
        for one in _listings(call, basis["handle"])
    )
    art = pictures(call, basis["handle"], ("bulletin", *(one.slug for one in listings)), listings)
    return DoorsLobby(**basis, doors=listings, art=art)


def of_menu(call: Call) -> MenuLobby:
    """Return what the main menu and the news show."""
    services, who, basis = call.services, call.who, known.basis(call)
    settings, now, caller, handle = services.settings(), services.now(), call.who.caller, basis["handle"]
    quiet = caller is not None and caller.prefs.get(FORUM) == "off"
    posts = Unread() if quiet else call.messages.posts
    listings = tuple(_listings(call, handle)) if handle else ()
    return MenuLobby(
        **basis,
        doors=listings,
        art=pictures(call, handle, ("menu",), listings),
        calls=caller.calls if caller else 0,
        clock=date_text(tr.common.date_and_time, now),
        unread=call.messages.unread,
        letters=call.messages.letters,
        new_posts=posts.posts,
        new_threads=len(posts.threads),
        chatting=services[Chat].others(who.handle, who),
        to_sysop=call.messages.to_sysop,
        more=tuple((slug, door.name) for slug, door in settings.externals.items() if door.enabled),
        tables_waiting=services[TableHub].waiting.count(handle),
        suggestion=_suggestion(call, handle, listings) if listings else None,
    )


def of_goodbye(call: Call) -> GoodbyeLobby:
    """Return the games finished today, and the picture for them."""
    basis, games = known.basis(call), call.history.games
    if not call.who.guest:
        games = _today(call.services, basis["handle"])
    listings = tuple(_listings(call, basis["handle"]))
    art = pictures(call, basis["handle"], ("goodbye",), listings, plaques=False)
    return GoodbyeLobby(**basis, today=_with_door_names(call.services, games), art=art)


def _suggestion(call: Call, handle: str, listings: Sequence[DoorListing]) -> Suggestion | None:
    """Return the next thing to do, unless the caller is a guest or wants no suggestions."""
    services, caller = call.services, call.who.caller
    if caller is None or caller.prefs.get(SUGGEST) == "off":
        return None
    at: list[AtDoor] = []
    new = _is_newcomer(services, handle, listings)
    for one in listings:
        if not one.shut:
            door = services.doors[one.slug]
            puzzles = read_tally(caller.doors.get(one.slug, {})) if has_puzzles(door.game) else None
            first = new and has_example(door.game) and not any(other.first for other in at)
            at.append(AtDoor(one.slug, door.INFO, one.books, one.waiting, puzzles, first))
    return next_thing(services[TableHub].waiting.mover(handle), at, SUGGESTED)


def _is_newcomer(services: Services, handle: str, listings: Sequence[DoorListing]) -> bool:
    """True if the caller has finished no game yet, not even a daily deal."""
    for one in listings:
        deal = one.books.daily
        if one.books.rank or (deal and (deal.played or plays_deals(one.books))):
            return False
    infos = [services.doors[one.slug].INFO for one in listings]
    return services.store.ledger.read(
        lambda ledger: all(best_of(ledger, info, handle) is None for info in infos)
    )


def pictures(
    call: Call, handle: str, names: Iterable[str], listings: Sequence[DoorListing] = (), plaques: bool = True
) -> dict[str, Canvas]:
    """Return these pictures, filled in, and the plaques of the month's winners. Missing ones are left out."""
    services, caller, profile = call.services, call.who.caller, call.terminal.view.profile
    wants = Wants(profile.cols, profile.rows, profile.charset, profile.colours == "mono")
    board, art = services.settings().board, services[ArtStore]
    values = everywhere(services.now(), listings) | {
        "BOARD": board.name, "SYSOP": board.sysop, "LOCATION": board.location, "NODE": str(call.node),
        "ALIAS": handle, "CALLS": str(caller.calls if caller else 0),
        "TIMELEFT": time_left(call.clock.minutes_left), "CALLERS": str(services.roster.count),
    }  # fmt: skip
    of_door = {listing.slug: at_door(listing) for listing in listings}
    drawn = {name: art.canvas(name, values | of_door.get(name, {}), wants) for name in names}
    for listing in listings if plaques else ():
        if listing.books.winners:
            drawn[plaque_name(listing)] = art.canvas("winner", values | of_winner(listing), wants)
    return {name: canvas for name, canvas in drawn.items() if canvas is not None}


def face(call: Call, name: str) -> Canvas | None:
    """Return the picture above a page's title, or None if its file isn't there."""
    handle = call.who.handle
    listings = tuple(_listings(call, handle)) if handle else ()
    return pictures(call, handle, (name,), listings, plaques=False).get(name)


def _today(services: Services, handle: str) -> tuple[tuple[str, int], ...]:
    """Return the games that the caller has finished since the board's midnight."""
    midnight = stamp(services.now().replace(hour=0, minute=0, second=0, microsecond=0))
    return services.store.ledger.read(lambda ledger: finished_since(ledger, handle, midnight))


def _with_door_names(services: Services, games: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Replace the doors' slugs by their names."""
    doors = services.doors
    return tuple((doors[slug].INFO.name(), score) for slug, score in games if slug in doors)


def _luck(services: Services, slug: str, month: str) -> tuple[LuckRow, ...]:
    """Return the top of a month with luck taken out."""
    ranking = ranking_of(services.doors[slug].INFO, services.settings().doors[slug].options)
    return services.store.ledger.read(lambda ledger: ledger.luck.table(month, slug, ranking))


def _listings(call: Call, handle: str) -> Iterator[DoorListing]:
    """Yield the doors that the caller sees, in the menu's order."""
    services, level = call.services, access.level(call)
    settings, now, order = services.settings(), services.now(), services.settings().board.doors
    every, books = services.doors.items(), services.store.standings.books_by_door(handle)
    for slug, door in sorted(every, key=lambda one: order.index(one[0]) if one[0] in order else len(order)):
        if access.is_shown(settings, slug, level, now):
            info, shut = door.INFO, why_barred(settings, slug, level, now)
            waiting = services.store.ranked.waits(slug, handle)
            yield DoorListing(
                slug, info.name(), info.tagline(), info.accent, books[slug], waiting, info.fewer_is_better,
                shut,
            )  # fmt: skip
