"""Effects of watching callers who play alone: the pages' questions, permission, and talk.

Law: permission is checked every time. Nobody sees the day's deal before having played it, and nobody is
watched against their setting.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from door.call import access
from door.call.api import Call
from door.call.handlers import Handlers, check
from door.call.known import watchable
from door.call.messages import WATCHERS as KEY
from door.call.navigation import setup_for
from door.call.roster import CallInfo, Notify
from door.call.stack import Layer
from door.call.topic import Find, LocalReader
from door.features.tables.hub import TableHub
from door.features.tables.news import clocks, standing
from door.features.tables.presence import TableFollower, follower_of
from door.features.watching import pages
from door.features.watching.channel import note_fault, on_small_tv
from door.features.watching.galleries import (
    AskLoneGame,
    Gallery,
    LoneGame,
    RemoteGame,
    alone,
    game_topic,
    has_played,
    stand,
)
from door.games.game import WATCHER
from door.pages import api as board
from door.play import api
from door.play.match.values import Refusal
from door.play.match.view import names
from door.screens.seat.menu import SAY_WIDTH
from door.screens.watch import WatchDoor
from door.term.charset import clean
from door.ui.texts import MaybeSaid, tr

LOG = logging.getLogger("door.call")
HANDLERS: Final = Handlers()
MOST: Final = 100
"""Maximum number of games in the list."""

WATCHERS: Final = "watchers"
"""The subject of notices that somebody asks to watch."""


def why_not(call: Call, there: CallInfo, game: LoneGame) -> MaybeSaid:
    """Return the reason why this caller can't watch the game that the other one plays alone, or ""."""
    own = call.who.handle
    if there.node == call.node:
        return tr.watch.own_game()
    if reason := access.may_enter(call, game.slug):
        return reason
    if own.casefold() in game.refused or there.watchable == "no" or there.ignores(own):
        return tr.watch.refuses_watchers(who=there.handle)
    hidden = game.day and not has_played(call.services, own, game.slug, game.day)
    return tr.watch.play_daily_first(who=there.handle) if hidden else ""


# -- lists ---------------------------------------------------------------------------------


@HANDLERS.on(board.AskTv)
def _small_tv(call: Call, layer: Layer, effect: board.AskTv) -> None:
    if call.services.settings().board.tv_at_welcome:
        call.post(layer, on_small_tv(call.services))


@HANDLERS.on(pages.GAMES)
async def _games(call: Call, arg: None) -> tuple[pages.GameRow, ...]:
    return (*_tables(call), *_alone(call))[:MOST]


def _tables(call: Call) -> Iterator[pages.GameRow]:
    hub, handle = call.services[TableHub], call.who.handle
    for match in reversed(hub.tables.under_way()):
        if match.stage != "play" or match.adjourned or match.seat_of(handle) >= 0:
            continue
        if access.may_enter(call, match.terms.door):
            continue
        ms, game = hub.tables.ms_now(match), hub.game(match)
        yield pages.GameRow(
            game.info.name(), names(match, range(len(match.seats))), standing(game, match, WATCHER, ms),
            ms // 60_000, len(hub.presence.watchers(match.terms.id)), id=match.terms.id,
            clocks=clocks(match, WATCHER, ms),
        )  # fmt: skip


def _alone(call: Call) -> Iterator[pages.GameRow]:
    now, services = asyncio.get_running_loop().time(), call.services
    for there, own in alone(services):
        if there.node == call.node or there.watchable == "no" or access.may_enter(call, own.slug):
            continue
        game, stands = services[TableHub].watched[own.slug].game, ""
        try:
            stands = stand(game, own)
        except Exception as error:  # the list has the other games
            note_fault(services, own.slug, error)
        yield pages.GameRow(
            game.info.name(), there.handle, stands, int(now - own.since) // 60,
            own.watchers, there.node, asks=there.watchable == "ask",
        )  # fmt: skip


# -- watching ------------------------------------------------------------------------------


@HANDLERS.on(pages.WatchGame)
def _watch(call: Call, layer: Layer, effect: pages.WatchGame) -> None:
    """Open the game for a watcher, or ask its player first."""
    there = call.services.roster.call(effect.node)
    game = there.plays or call.services.roster.post.ask_here(effect.node, AskLoneGame()) if there else None
    if there is None or game is None:
        raise Refusal(tr.watch.game_gone())
    check(why_not(call, there, game))
    let, now = there.watchable == "yes", asyncio.get_running_loop().time()
    quotas, own = call.services[TableHub].quotas, call.who.handle
    check((quotas.watches if let else quotas.asks).take(own, call.services.now()))
    if not let and now < call.messages.silent_until:
        raise Refusal(tr.watch.asked_just_now())
    try:
        open_look(call, there, game, let)
    except Exception as error:
        note_fault(call.services, game.slug, error)
        raise Refusal(tr.watch.cannot_be_shown()) from None
    if not let:
        call.messages.stay_silent()
        asks = tr.watch.asks_to_watch(who=call.who.handle, key=KEY)
        call.services.roster.post.send(there.node, Notify(asks, WATCHERS))
    LOG.info("watch node=%d caller=%r of=%r door=%s", call.node, own, there.handle, game.slug)


def open_look(call: Call, there: CallInfo, game: LoneGame, let: bool) -> Layer:
    """Show the game that the other caller plays alone to this one."""
    services, slug = call.services, game.slug
    screen: WatchDoor = services[TableHub].watched[slug]
    books = services.store.standings.books(slug, call.who.handle)
    setup = replace(setup_for(call, slug), books=books)
    look = Layer(screen, None, tr.watch.where_watching(who=there.handle), slug)
    if there.plays:
        watcher = RemoteGame(call, look, there, let).reader
    else:
        name = game_topic(there.node, game.screen)
        if (gallery := services.roster.post.ask_here(there.node, Find(name))) is None:
            raise Refusal(tr.watch.game_gone())
        watcher = gallery.follow(call, look, let)
    try:
        look.state, effects = screen.start(setup, watcher.begin())
    except Exception:
        watcher.leave()
        raise
    call.stack.open(look, effects)
    return look


@HANDLERS.on(api.SayToWatchers)
async def _remark(call: Call, layer: Layer, effect: api.SayToWatchers) -> None:
    text = clean(effect.text, SAY_WIDTH).strip()
    if not text or not await access.turn_to_say(call):
        return
    watcher = layer.link  # the player may have sent them away meanwhile
    if isinstance(watcher, LocalReader) and watcher.may:
        watcher.source.say(watcher, text)


# -- the player who is watched ------------------------------------------------------------


def _watched_topic(call: Call) -> Gallery | TableFollower | None:
    """Return this caller's gallery or table that can be watched, or None."""
    for layer in reversed(call.stack):
        if isinstance(layer.gallery, Gallery):
            return layer.gallery
        if follower := follower_of(layer):
            return follower
    return None


def _own(call: Call) -> Gallery | None:
    watched = _watched_topic(call)
    return watched if isinstance(watched, Gallery) else None


def _read_gallery(call: Call) -> pages.GalleryFound:
    watched, hub = _watched_topic(call), call.services[TableHub]
    match = hub.tables.get(watched.table) if isinstance(watched, TableFollower) else None
    if isinstance(watched, Gallery):
        rows = [(one.handle, one.node, one.may) for one in (*watched.asking, *watched.seeing)]
        talk = watched.talk.latest(call.who)
        found = pages.GalleryFound((), talk, True, watched.hears, watchable(call))
    elif watched is not None and match is not None:
        rows = [(*one, True) for one in hub.presence.watchers(match.terms.id)]
        hears = watched.hears if match.seat_of(call.who.handle) >= 0 else None
        found = pages.GalleryFound((), watched.source.talk.latest(call.who), hears=hears)
    else:
        return pages.GalleryFound((), watchable=watchable(call))
    return replace(found, rows=tuple(pages.WatcherRow(*row) for row in rows))


@HANDLERS.on(pages.GALLERY)
async def _gallery(call: Call, arg: None) -> pages.GalleryFound:
    call.messages.drop_notices_about(WATCHERS)
    return _read_gallery(call)


@HANDLERS.on(pages.LET_WATCH)
async def _answer_watcher(call: Call, who: tuple[str, bool]) -> pages.GalleryFound:
    handle, let = who
    if (gallery := _own(call)) is not None:
        for one in gallery.readers:
            if one.handle == handle and not let:
                gallery.send_away(one)
            elif one.handle == handle and not one.may:
                gallery.let_in(one)
                call.services.roster.post.send(one.node, Notify(tr.watch.lets_you_watch(who=call.who.handle)))
    return _read_gallery(call)


@HANDLERS.on(pages.HEAR_WATCHERS)
async def _hear(call: Call, on: bool) -> pages.GalleryFound:
    if (watched := _watched_topic(call)) is not None:
        watched.hears = on
    return _read_gallery(call)


@HANDLERS.on(pages.SAY_TO_WATCHERS)
async def _say(call: Call, typed: str) -> pages.GalleryFound:
    text = clean(typed, SAY_WIDTH).strip()
    if text and (gallery := _own(call)) is not None and await access.turn_to_say(call):
        gallery.hear(call.who.handle, text)
    return _read_gallery(call)
