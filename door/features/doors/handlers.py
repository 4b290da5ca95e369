"""Effects of doors and replay pages: games begun, played, finished and replayed.

Law: one function per effect. A result is in the records before its screen shows it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeVar

from door.call import access, refresh
from door.call.api import Call
from door.call.clock import Redraw
from door.call.handlers import Handlers
from door.call.roster import Notify
from door.call.setup import setup_for
from door.call.stack import Layer
from door.call.times import shown_time
from door.features.replays import pages as asked
from door.features.replays import pages as replays
from door.features.tables.hub import TableHub
from door.games.chance import commitment
from door.games.seating import seat_name
from door.net.guard.nodes import within
from door.notify.outside import Outside
from door.pages import api as board
from door.play import api
from door.play.books import overtaken_line
from door.play.match.values import Refusal
from door.play.replay import Puzzle
from door.records.access.failed_logons import block_of
from door.records.daily.rules import DailyAddresses
from door.records.journal.find import LEAST, Ended, Wanted, latest_games, own_deal
from door.records.journal.lines import RecordsError
from door.records.replays import puzzle_of, read_finished
from door.screens.doors import find
from door.screens.pages.word import WORD
from door.term.charset import clean
from door.ui import screen
from door.ui.screen import No
from door.ui.texts import MaybeSaid, tr
from door.ui.words import commas
from door.web.takeaway import OFFER_SECONDS, NotTaken, Takeaway, Taken

LOG = logging.getLogger("door.call")
HANDLERS: Final = Handlers()
T = TypeVar("T")
MOST_REPLAYS: Final = 100


@HANDLERS.on(api.Begin)
async def _begin(call: Call, layer: Layer, effect: api.Begin) -> api.Begun | api.Sealed | No:
    if await asyncio.to_thread(refresh.has_lost_handle, call):
        call.evict(tr.call.handle_changed())
        raise Refusal(tr.call.handle_changed())
    trial = access.unvalidated(call)
    counts = not (call.who.guest or trial)
    if trial and effect.ranked:
        call.messages.notify(tr.logon.practice_not_validated())
    daily = effect.daily and counts
    if daily and not _may_begin_deal(call, layer.slug):
        raise Refusal(tr.daily.address_has_had_it())
    ranked = effect.ranked and counts
    if ranked and not daily and (commit := _seal(call, layer.slug)) not in ("", effect.sealed):
        return api.Sealed(commit)
    answer = await call.services.store.begin(
        layer.slug, call.who.handle, dict(effect.options), effect.seats,
        ranked, daily, clean(effect.word, WORD).strip(),
    )  # fmt: skip
    if isinstance(answer, No):
        books = call.services.store.books(layer.slug, call.who.handle)
        call.post(layer, api.News(books))  # such as no turns left
    else:
        books = answer.books
    deal = books.daily
    if daily and not (deal and (deal.waiting or deal.played)):
        call.services[DailyAddresses].forget(layer.slug, block_of(call.who.address), call.who.handle)
    layer.books = books
    if isinstance(answer, api.Begun):
        id, kind = answer.record.id, answer.record.kind
        if layer.game not in ("", id):  # a different game of the same door begins
            call.services.store.forget(layer.game)
        layer.game, layer.waits = id, kind != "practice"
        layer.since = asyncio.get_running_loop().time()
        if layer not in call.stack:  # the call has ended, so the game waits
            call.services.store.forget(id)
        LOG.info(
            "game %s node=%d caller=%r door=%s id=%s", "resumed" if answer.resumed else "started",
            call.node, call.who.handle, layer.slug, id,
        )  # fmt: skip
        if answer.note:
            call.messages.notify(answer.note)
    return answer


def _seal(call: Call, slug: str) -> str:
    """Return the commitment to show before the caller is asked for a word, or "".

    It is "" if the sysop doesn't want words, a game waits, or the caller has no turn left.
    """
    store, handle = call.services.store, call.who.handle
    if call.services.settings().board.word == "off" or store.waiting(slug, handle):
        return ""
    return store.ranked.seal(slug, handle) if store.books(slug, handle).may_play else ""


def _may_begin_deal(call: Call, slug: str) -> bool:
    """True if the sysop's limit per address lets this caller begin the day's deal."""
    services, limits = call.services, call.services.settings().limits
    daily = services.store.books(slug, call.who.handle).daily
    if not limits.daily_per_address or daily is None or daily.waiting or call.who.console:
        return True
    if within(call.who.address, limits.trusted):
        return True
    block = block_of(call.who.address)
    return services[DailyAddresses].admit(daily.day, slug, block, call.who.handle, limits.daily_per_address)


@HANDLERS.on(api.Moved)
def _moved(call: Call, layer: Layer, effect: api.Moved) -> None:
    note = call.services.store.moved(layer.game, effect.move)
    if not isinstance(note, str):
        layer.awaits.append(effect)
        call.services.keep(_kept(call, layer, effect, note))
    elif note:
        call.messages.notify(note)


async def _kept(call: Call, layer: Layer, effect: api.Moved, kept: Awaitable[MaybeSaid]) -> None:
    """Wait until a move is in the store. Until then the caller sees the game before it."""
    try:
        if note := await kept:
            call.messages.notify(note)
    finally:
        layer.answered(effect)
    call.post(None, Redraw())


@HANDLERS.on(api.Finish)
async def _finish(call: Call, layer: Layer, effect: api.Finish) -> api.Booked:
    call.stray.waits = True
    booked = await call.services.store.finish(layer.game, effect.score)
    booked = replace(booked, mover=call.services[TableHub].waiting.mover(call.who.handle))
    _tell_passed(call, layer.slug, booked)
    layer.game, layer.books = "", booked.books
    call.history.games += ((layer.slug, effect.score),)
    LOG.info("game ended node=%d caller=%r door=%s id=%s score=%d", call.node, call.who.handle,
             layer.slug, booked.id, effect.score)  # fmt: skip
    if booked.note:
        call.messages.notify(booked.note)
    return booked


def _tell_passed(call: Call, slug: str, booked: api.Booked) -> None:
    """Notify the callers whom the game has passed, if they are online."""
    for place, name in enumerate(booked.passed, booked.books.rank + 1):
        if there := call.services.roster.of(name):
            line = overtaken_line((call.who.handle,), call.services.doors[slug].INFO.name(), place)
            call.services.roster.post.send(there.node, Notify(line))


@HANDLERS.on(api.Think)
async def _think(call: Call, layer: Layer, effect: api.Think) -> api.Thought:
    loop = asyncio.get_running_loop()
    think = partial(loop.run_in_executor, call.services.workers, effect.task, *effect.args)
    try:
        try:
            value = await think()
        except BrokenProcessPool:  # a worker was killed, perhaps for another caller's task
            value = await think()
    except Exception as error:
        LOG.error("thinking failed node=%d door=%s: %r", call.node, layer.slug, error)
        return api.Thought(effect.name, None, tr.play.computer_could_not_work_it_out())
    return api.Thought(effect.name, value)


async def _of_journal(call: Call, read: Callable[..., T], *args: Any) -> T:
    """Run `read(folder, *args)` on the journal's folder in a worker process."""
    services, loop = call.services, asyncio.get_running_loop()
    return await loop.run_in_executor(services.workers, read, services.store.data / "journal", *args)


@HANDLERS.on(api.PAST)
async def _past(call: Call, slug: str) -> api.Past:
    services = call.services
    daily, line = services.store.books(slug, call.who.handle).daily, None
    try:
        if daily and daily.last_day:
            line = await _of_journal(call, own_deal, slug, daily.last_day, call.who.handle)
        if daily is None or line is None:
            raise Refusal(tr.daily.no_game_in_last_deal())
        record = services.doors[slug].record_of(line)
        commit = commitment(bytes.fromhex(line["seed"]))
        return api.Past(record._replace(kind="daily", commit=commit, day=daily.last_day), line["seed"])
    except Refusal:
        raise
    except Exception as error:  # such as a line edited by hand, which the audit reports
        LOG.error("no deal to look back on node=%d door=%s: %r", call.node, slug, error)
        raise Refusal(tr.play.game_not_found()) from None


@HANDLERS.on(api.PUZZLE)
async def _puzzle(call: Call, slug: str) -> Puzzle:
    services = call.services
    try:
        found, who = await _of_journal(call, puzzle_of, find, slug, f"{services.now():%Y-%m-%d}")
        player = await asyncio.to_thread(services.callers.find, who) if who else None
    except Exception as error:
        LOG.error("no puzzle node=%d door=%s: %r", call.node, slug, error)
        raise Refusal(tr.puzzle.not_found()) from None
    if found is None:
        raise Refusal(tr.puzzle.no_puzzle_today())
    named = player and player.prefs.get(board.NAMED) == "yes"
    return found._replace(by=player.handle) if player and named else found


@HANDLERS.on(api.FreshEnter)
def _fresh_enter(call: Call, layer: Layer, effect: api.FreshEnter) -> None:
    call.stray.arm()


@HANDLERS.on(screen.Wake)
def _wake(call: Call, layer: Layer, effect: screen.Wake) -> None:
    call.stack.wake(layer, effect.seconds, effect.name)


@HANDLERS.on(screen.Bell)
def _bell(call: Call, layer: Layer, effect: screen.Bell) -> None:
    call.terminal.ring()


# -- replays, read in the background --------------------------------------------------------------


@HANDLERS.on(asked.REPLAYS)
async def _replays(call: Call, wanted: Wanted) -> tuple[asked.ReplayRow, ...]:
    try:
        found = await _of_journal(call, latest_games, wanted, MOST_REPLAYS)
    except Exception as error:
        LOG.error("replays: the journal could not be read: %r", error)
        raise Refusal(tr.play.records_unreadable()) from None
    return tuple(_row(call, one) for one in found if _is_shown(call, one.door))


def _is_shown(call: Call, slug: str) -> bool:
    services = call.services
    known = slug in services.doors
    return known and access.is_shown(services.settings(), slug, access.level(call), services.now())


def _row(call: Call, one: Ended) -> asked.ReplayRow:
    who, scores = commas(map(seat_name, one.seats)), ":".join(map(str, one.scores))
    return asked.ReplayRow(one.id, shown_time(call, one.t), one.door, who, scores)


@HANDLERS.on(asked.REPLAY)
async def _replay(call: Call, id: str) -> asked.ReplayFound:
    try:
        finished = await _of_journal(call, read_finished, find, id, LEAST)
    except RecordsError:
        raise
    except Exception as error:
        LOG.error("replay of %r: the journal could not be read: %r", id, error)
        raise Refusal(tr.play.records_unreadable()) from None
    if not _is_shown(call, finished.door):
        raise Refusal(tr.replay.no_such_game(id=repr(id)))
    setup = setup_for(call, finished.door)
    books = call.services.store.books(finished.door, call.who.handle)
    return asked.ReplayFound(finished, replace(setup, books=books))


async def _drawn(call: Call, id: str, kind: str) -> Taken:
    services, who = call.services, call.who
    own, language = who.handle if who.caller else "", call.terminal.language()
    taken = await services[Takeaway].draw(id, kind, own, who.address, language)
    if not access.is_shown(services.settings(), taken.door, access.level(call), services.now()):
        raise NotTaken(tr.replay.no_such_game(id=repr(id)))
    return taken


@HANDLERS.on(replays.TAKE)
async def _take(call: Call, id: str) -> replays.Take:
    taken, settings = await _drawn(call, id, "txt"), call.services.settings()
    url = call.services[Outside].place.url
    shown = settings.web.pages and taken.is_public and bool(url)
    way: replays.Way = "browser" if call.who.kind == "web" else "address" if url else ""
    command = f"cast {id}" if call.who.kind == "ssh" else ""
    return replays.Take(
        tuple(taken.body.decode().splitlines()), f"{url}/{taken.path}" if shown else "", taken.is_public,
        way, command,
    )  # fmt: skip


@HANDLERS.on(replays.FETCH)
async def _fetch(call: Call, asked: tuple[str, str]) -> MaybeSaid:
    id, kind = asked
    taken = await _drawn(call, id, kind)
    path = call.services[Takeaway].offer(taken, call.who.handle)
    if call.who.kind == "web":
        call.terminal.download(path)
        return tr.take.saving(file=taken.name)
    address = f"{call.services[Outside].place.url}{path}"
    return tr.take.fetch(minutes=OFFER_SECONDS // 60, address=address)
