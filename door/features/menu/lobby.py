"""Collect the values that a board page shows. No other module reads records for pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from door.call import access
from door.call.access import standing
from door.call.api import Call, Services
from door.features.bulletins.pages import plaque_name
from door.features.chat.room import Chat
from door.features.menu.art_store import ArtStore, Wants, at_door, everywhere, of_winner, time_left
from door.features.tables.hub import TableHub
from door.features.watching.channel import on_small_tv
from door.pages.api import FORUM, DoorListing, Lobby
from door.play.api import SUGGEST
from door.play.books import LuckRow
from door.play.next_thing import AtDoor, Suggestion, next_thing, plays_deals, read_tally
from door.play.replay import PUZZLE, has_example, has_puzzles
from door.records.community.forum import Unread
from door.records.journal.lines import stamp
from door.records.ledger.standings import best_of, finished_since, ranking_of
from door.settings.access import why_barred, why_closed
from door.term.canvas import Canvas
from door.ui.screen import Screen
from door.ui.texts import tr
from door.ui.words import date_text

SUGGESTED: Final = 64
"""Columns of the menu's suggestion."""

AT_LOGON: Final = ("welcome", "newcaller")
ART: Final = ("menu", "bulletin", "goodbye")


def of(call: Call, screen: Screen | None = None) -> Lobby:
    """Return the board as that caller sees it now, with the doors and art only if the `screen` shows them."""
    services, who, (own, trial) = call.services, call.who, standing(call.services, call.who)
    settings, now, caller = services.settings(), services.now(), call.who.caller
    handle = caller.handle if caller else who.handle
    quiet = caller is not None and caller.prefs.get(FORUM) == "off"
    posts = Unread() if quiet else call.messages.posts
    shows = screen is None or getattr(screen, "DOORS", False)
    listings = tuple(_listings(services, handle, own)) if handle and shows else ()
    games = () if not shows else call.history.games if who.guest else _today(services, handle)
    # Three are positional: Python 3.11 leaks a tuple per call with exactly 20 keywords.
    return Lobby(
        settings.board.name,
        settings.board.sysop,
        call.node,
        handle=handle,
        calls=caller.calls if caller else 0,
        policy=settings.callers.new,
        offered=who.offered,
        clock=date_text(tr.common.date_and_time, now),
        doors=listings,
        art=_art(call, handle, listings) if shows else {},
        prefs=dict(caller.prefs) if caller else {},
        terminal={**call.terminal.facts(), "watchable": settings.tables.watchable},
        today=_with_door_names(services, games),
        guests=settings.callers.guests,
        guest=who.guest,
        is_sysop=bool(caller and caller.sysop),
        unvalidated=trial,
        unread=call.messages.unread,
        letters=call.messages.letters,
        new_posts=posts.posts,
        new_threads=len(posts.threads),
        chatting=services[Chat].others(who.handle, who),
        to_sysop=call.messages.to_sysop,
        menu=settings.board.commands,
        closed=why_closed(settings, now) if own is not None else "",
        more=tuple((slug, door.name) for slug, door in settings.externals.items() if door.enabled),
        tables_waiting=services[TableHub].waiting.count(handle),
        languages=settings.texts.choices,
        suggestion=_suggestion(call, handle, listings) if listings else None,
        on_tv=on_small_tv(services) if settings.board.tv_at_welcome and not handle and shows else None,
    )


def _suggestion(call: Call, handle: str, listings: Sequence[DoorListing]) -> Suggestion | None:
    """Return the next thing to do, unless the caller is a guest or wants no suggestions."""
    services, caller = call.services, call.who.caller
    if caller is None or caller.prefs.get(SUGGEST) == "off":
        return None
    at: list[AtDoor] = []
    new = _is_newcomer(services, handle, listings)
    for one in listings:
        if not one.shut:
            door, kept = services.doors[one.slug], caller.doors.get(one.slug, {}).get(PUZZLE, "")
            puzzles = read_tally(kept) if has_puzzles(door.game) else None
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


def _art(call: Call, handle: str, listings: Sequence[DoorListing]) -> dict[str, Canvas]:
    """Return the pictures that pages may need, filled in. Missing ones are left out."""
    services, caller, profile = call.services, call.who.caller, call.terminal.view.profile
    wants = Wants(profile.cols, profile.rows, profile.charset, profile.colours == "mono")
    board = services.settings().board
    values = everywhere(services.now(), listings) | {
        "BOARD": board.name, "SYSOP": board.sysop, "LOCATION": board.location, "NODE": str(call.node),
        "ALIAS": handle, "CALLS": str(caller.calls if caller else 0),
        "TIMELEFT": time_left(call.clock.minutes_left), "CALLERS": str(services.roster.count),
    }  # fmt: skip
    wanted = dict.fromkeys(ART if handle else AT_LOGON, values)
    wanted |= {listing.slug: values | at_door(listing) for listing in listings}
    drawn = {name: services[ArtStore].canvas(name, own, wants) for name, own in wanted.items()}
    for listing in listings:
        if listing.books.winners:
            own = values | of_winner(listing)
            drawn[plaque_name(listing)] = services[ArtStore].canvas("winner", own, wants)
    return {name: canvas for name, canvas in drawn.items() if canvas is not None}


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


def _listings(services: Services, handle: str, level: int | None) -> list[DoorListing]:
    settings, now = services.settings(), services.now()
    listings = []
    order = settings.board.doors
    known, books = services.doors.items(), services.store.listed(handle)
    for slug, door in sorted(known, key=lambda one: order.index(one[0]) if one[0] in order else len(order)):
        if not access.is_shown(settings, slug, level, now):
            continue
        shut = why_barred(settings, slug, level, now)
        info = door.INFO
        listings.append(
            DoorListing(
                slug,
                info.name(),
                info.tagline(),
                info.accent,
                books[slug],
                services.store.waiting(slug, handle),
                info.fewer_is_better,
                shut,
                services[TableHub].ladders.top(slug),
                _luck(services, slug, books[slug].month),
            )
        )
    return listings
