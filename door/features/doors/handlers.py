"""Effects of doors: games begun, played and finished, and the way into a door.

Law: one function per effect. A result is in the records before its screen shows it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from door.call import access, refresh
from door.call.api import Call, Services, Workers
from door.call.bus import sendable
from door.call.clock import Redraw
from door.call.feature import Feature, Features
from door.call.handlers import Handlers, check
from door.call.navigation import setup_for
from door.call.played import counts
from door.call.roster import BigMoment, Notify
from door.call.stack import Layer
from door.features.doors import pages
from door.features.replays.handlers import of_journal
from door.features.tables.hub import TableHub
from door.games.chance import commitment
from door.net.guard.nodes import within
from door.pages import api as board
from door.play import api
from door.play.books import PastDeal, overtaken_line
from door.play.match.values import Refusal
from door.play.replay import Puzzle
from door.play.runaway import call_in_time
from door.records.access.failed_logons import block_of
from door.records.daily.rules import DailyAddresses
from door.records.journal.find import deal_game, revealed_deal
from door.records.journal.lines import caller_key, is_day
from door.records.ledger.standings import best_of, past_days, past_deal
from door.records.play.lifecycle import GameWish
from door.records.replays import puzzle_of
from door.screens.doors import find
from door.screens.pages.word import WORD
from door.term.charset import clean
from door.ui import screen
from door.ui.screen import No
from door.ui.sentence import from_recipe
from door.ui.texts import MaybeSaid, tr

LOG = logging.getLogger("door.call")
HANDLERS: Final = Handlers()


@HANDLERS.on(api.Begin)
async def _begin(call: Call, layer: Layer, effect: api.Begin) -> api.Begun | api.Sealed | No:
    if await asyncio.to_thread(refresh.has_lost_handle, call):
        call.evict(tr.call.handle_changed())
        raise Refusal(tr.call.handle_changed())
    if effect.past:
        return await _begin_past(call, layer, effect.past)
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
    store, word = call.services.store, clean(effect.word, WORD).strip()
    wish = GameWish(layer.slug, call.who.handle, dict(effect.options), effect.seats, word)
    answer = await store.games.begin(store.daily if daily else store.ranked if ranked else None, wish)
    books = store.standings.books(layer.slug, call.who.handle)
    if isinstance(answer, No):
        call.post(layer, api.News(books))  # such as no turns left
    else:
        answer = replace(answer, books=books)
    deal = books.daily
    if daily and not (deal and (deal.waiting or deal.played)):
        call.services[DailyAddresses].forget(layer.slug, block_of(call.who.address), call.who.handle)
    layer.books = books
    if isinstance(answer, api.Begun):
        _note_begun(call, layer, answer)
    return answer


def _note_begun(call: Call, layer: Layer, begun: api.Begun) -> None:
    """Note on the screen's layer which game is played on it now."""
    id, kind = begun.record.id, begun.record.kind
    if layer.game not in ("", id):  # a different game of the same door begins
        call.services.store.games.forget(layer.game)
    layer.game, layer.waits = id, kind != "practice"
    layer.since = asyncio.get_running_loop().time()
    if layer not in call.stack:  # the call has ended, so the game waits
        call.services.store.games.forget(id)
    LOG.info(
        "game %s node=%d caller=%r door=%s id=%s", "resumed" if begun.resumed else "started",
        call.node, call.who.handle, layer.slug, id,
    )  # fmt: skip
    if begun.note:
        call.messages.notify(begun.note)


async def _begin_past(call: Call, layer: Layer, day: str) -> api.Begun | No:
    """Begin practice of a past day's deal. Only a revealed seed is in the journal, so no other can be had."""
    services, slug = call.services, layer.slug
    if not services.store.days.is_offered(slug):
        raise Refusal(tr.daily.no_daily_here())
    try:
        past = await of_journal(call, revealed_deal, slug, day) if is_day(day) else None
    except Exception as error:
        LOG.error("no past deal node=%d door=%s: %r", call.node, slug, error)
        raise Refusal(tr.play.records_unreadable()) from None
    if past is None:
        raise Refusal(tr.archive.no_such_deal(day=day))
    answer = await services.store.games.begin(None, GameWish(slug, call.who.handle, past=past))
    if isinstance(answer, api.Begun):
        _note_begun(call, layer, answer)
    return answer


@HANDLERS.on(pages.ARCHIVE)
async def _archive(call: Call, slug: str) -> tuple[PastDeal, ...]:
    return await asyncio.to_thread(_past_deals, call, slug)


def _past_deals(call: Call, slug: str) -> tuple[PastDeal, ...]:
    """Return the days that the ledger keeps. It is asked for one at a time, so that nobody waits for it."""
    services, read = call.services, call.services.store.ledger.read
    if slug not in services.doors or not services.store.days.is_offered(slug):
        raise Refusal(tr.daily.no_daily_here())
    info, today = services.doors[slug].INFO, f"{services.now():%Y-%m-%d}"
    days = read(lambda ledger: past_days(ledger, today))
    return tuple(read(partial(past_deal, info=info, day=day, caller=call.who.handle)) for day in days)


def _seal(call: Call, slug: str) -> str:
    """Return the commitment to show before the caller is asked for a word, or "".

    It is "" if the sysop doesn't want words, a game waits, or the caller has no turn left.
    """
    store, handle = call.services.store, call.who.handle
    if call.services.settings().board.word == "off" or store.ranked.waits(slug, handle):
        return ""
    return store.ranked.seal(slug, handle) if store.standings.books(slug, handle).may_play else ""


def _may_begin_deal(call: Call, slug: str) -> bool:
    """True if the sysop's limit per address lets this caller begin the day's deal."""
    services, limits = call.services, call.services.settings().limits
    daily = services.store.standings.books(slug, call.who.handle).daily
    if not limits.daily_per_address or daily is None or daily.waiting or call.who.console:
        return True
    if within(call.who.address, limits.trusted):
        return True
    block = block_of(call.who.address)
    return services[DailyAddresses].admit(daily.day, slug, block, call.who.handle, limits.daily_per_address)


@HANDLERS.on(api.SaveMove)
def _record_move(call: Call, layer: Layer, effect: api.SaveMove) -> None:
    note = call.services.store.games.add_move(layer.game, effect.move)
    if not isinstance(note, str):
        layer.awaits.append(effect)
        call.services.keep(_wait_for_store(call, layer, effect, note))
    elif note:
        call.messages.notify(note)


async def _wait_for_store(call: Call, layer: Layer, effect: api.SaveMove, kept: Awaitable[MaybeSaid]) -> None:
    """Wait until a move is in the store. Until then the caller sees the game before it."""
    try:
        if note := await kept:
            call.messages.notify(note)
    finally:
        layer.end_wait(effect)
    call.post(None, Redraw())


@HANDLERS.on(api.Finish)
async def _finish(call: Call, layer: Layer, effect: api.Finish) -> api.Booked:
    call.stray.waits = True
    booked = await call.services.store.games.finish(layer.game)
    books = call.services.store.standings.books(layer.slug, call.who.handle)
    booked = replace(booked, books=books, mover=call.services[TableHub].waiting.mover(call.who.handle))
    _tell_passed(call, layer.slug, booked)
    _tell_badges(call, layer.slug, booked)
    layer.game, layer.books = "", books
    if booked.score is not None:
        call.history.games += ((layer.slug, booked.score),)
    LOG.info("game ended node=%d caller=%r door=%s id=%s score=%s", call.node, call.who.handle,
             layer.slug, booked.id, booked.score)  # fmt: skip
    if booked.note:
        call.messages.notify(booked.note)
    return booked


def _tell_passed(call: Call, slug: str, booked: api.Booked) -> None:
    """Notify the callers whom the game has passed, if they are online, and next behind its caller."""
    for place, passed in enumerate(booked.passed.keys, booked.books.rank + 1):
        if there := call.services.roster.of(passed):
            line = overtaken_line((call.who.handle,), call.services.doors[slug].INFO.name(), place)
            call.services.roster.post.send(there.node, Notify(line))


def _tell_badges(call: Call, slug: str, booked: api.Booked) -> None:
    """Tell everybody on the board what the game has earned: a shut box, a record."""
    if booked.badges:
        what = from_recipe([booked.badges[-1], {"score": booked.score}])
        door, who = call.services.doors[slug].INFO.name(), call.who.handle
        said = tr.streaks.moment(what=what, who=who, door=door)
        call.services.roster.post.send_to_all(BigMoment(said, (who,)))


@HANDLERS.on(api.Think)
async def _think(call: Call, layer: Layer, effect: api.Think) -> api.Thought:
    think = partial(call.services[Workers].run, effect.task, *effect.args)
    try:
        try:
            value = await think()
        except BrokenProcessPool:  # a worker was killed, perhaps for another caller's task
            value = await think()
    except Exception as error:
        LOG.error("thinking failed node=%d door=%s: %r", call.node, layer.slug, error)
        return api.Thought(effect.name, None, tr.play.computer_could_not_work_it_out())
    return api.Thought(effect.name, value)


@HANDLERS.on(api.PAST)
async def _past(call: Call, slug: str) -> api.PastGame:
    services, key = call.services, caller_key(call.who.handle)
    daily = services.store.standings.books(slug, call.who.handle).daily
    day = daily.last_day if daily else ""
    try:
        game = services.store.ledger.read(lambda ledger: ledger.deals.of(day, slug, key))
        if game is None or (line := await of_journal(call, deal_game, day, game.id)) is None:
            raise Refusal(tr.daily.no_game_in_last_deal())
        record = services.doors[slug].record_of(line)
        commit = commitment(bytes.fromhex(line["seed"]))
        return api.PastGame(record._replace(kind="daily", commit=commit, day=day), line["seed"])
    except Refusal:
        raise
    except Exception as error:  # such as a line edited by hand, which the audit reports
        LOG.error("no deal to look back on node=%d door=%s: %r", call.node, slug, error)
        raise Refusal(tr.play.game_not_found()) from None


@HANDLERS.on(api.PUZZLE)
async def _puzzle(call: Call, slug: str) -> Puzzle:
    services = call.services
    try:
        found, who = await of_journal(call, puzzle_of, find, slug, f"{services.now():%Y-%m-%d}")
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
    call.stray.arm(effect.typing)


@HANDLERS.on(screen.Wake)
def _wake(call: Call, layer: Layer, effect: screen.Wake) -> None:
    call.stack.wake(layer, effect.seconds, effect.name)


@HANDLERS.on(screen.Bell)
def _bell(call: Call, layer: Layer, effect: screen.Bell) -> None:
    call.terminal.ring()


# -- the way into a door ---------------------------------------------------------------------------


def open_door(
    call: Call, slug: str, argv: tuple[str, ...] = (), straight: bool = False, first: str = ""
) -> MaybeSaid:
    """Open a door below its title art. Return the reason if hours or levels forbid it, else "".

    `argv` are the words of a command line. `straight` starts play at once, `first` is a key pressed on
    the title page.
    """
    waiting = call.services.store.ranked.waits(slug, call.who.handle)
    if reason := access.may_enter(call, slug) or ("" if waiting else access.why_no_new_game(call, slug)):
        return reason
    door = call.services.doors[slug]
    known = slug in call.history.doors
    call.history.visit(slug)
    setup = replace(
        setup_for(call, slug),
        books=call.services.store.standings.books(slug, call.who.handle),
        waiting=waiting,
        straight=straight,
        argv=argv,
        first=first,
    )
    setup = replace(setup, new=not known and not first and _is_new(call, slug))
    try:
        state, effects = call_in_time(door.start, setup)
    except Exception as error:
        LOG.error("node=%d door=%s cannot be started: %r", call.node, slug, error, exc_info=error)
        access.note_fault(call, slug)
        return tr.play.game_has_fault(door=door.INFO.name())
    call.stack.open(
        Layer(door, state, door.INFO.name(), slug, books=setup.books, options=setup.options,
              ends=[counts(call, slug)]),
        effects,
    )  # fmt: skip
    still = setup.plain or setup.prefs[api.MOTION] == "off"
    if not (still or setup.straight or setup.waiting or setup.first):
        splash = call.services[Features].pages["splash"]
        art, wake = splash.start(call.services[Features].lobby_of(call, splash), slug)
        call.stack.open(Layer(splash, art, door.INFO.name()), wake)
    return ""


def _is_new(call: Call, slug: str) -> bool:
    """True if the caller has not been at that door, nor finished a game there."""
    prefs, info = setup_for(call, slug).prefs, call.services.doors[slug].INFO
    return api.MET not in prefs and call.services.store.ledger.read(
        lambda ledger: best_of(ledger, info, call.who.handle) is None
    )


@HANDLERS.on(board.PlayDoor)
def _play(call: Call, layer: Layer, effect: board.PlayDoor) -> None:
    check(open_door(call, effect.slug, first=effect.first))


# -- other hosts -----------------------------------------------------------------------------------


@sendable
class DailyBegun(NamedTuple):
    """A caller has begun the day's deal from that address, or hasn't after all."""

    day: str
    slug: str
    block: str
    key: str
    has_begun: bool


def joins(services: Services) -> None:
    """Count the callers who have begun the day's deals from an address on all hosts."""
    bus, addresses = services.roster.bus, services[DailyAddresses]
    bus.hears(DailyBegun, lambda begun, host: addresses.note(*begun))


def _addresses(services: Services) -> DailyAddresses:
    bus = services.roster.bus
    return DailyAddresses(lambda *begun: bus.say(DailyBegun(*begun)))


FEATURE: Final = Feature(
    "doors", (HANDLERS,), {"archive": pages.PAGE, "deals": pages.DEALS_PAGE}, makes=(_addresses,), joins=joins
)
