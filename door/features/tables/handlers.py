"""Effects of the table pages, and of callers at a table.

Law: the seat is added here, so an event is always the caller's own. Only the board's own rules are checked
here. `door.play.match` decides the rest.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from door.call import access, navigation
from door.call.api import Call
from door.call.handlers import CallOver, Handlers, Ignored, LoggedOn, TakenOut, check, need
from door.call.messages import ACCEPTS, DECLINES, PLAIN_KEYS, TABLES
from door.call.navigation import setup_for
from door.call.roster import Notify
from door.call.stack import Layer
from door.features.ignoring import handlers as ignoring
from door.features.tables import asks as asked
from door.features.tables import rules
from door.features.tables.asks import rated_words
from door.features.tables.hub import ListTables, TableHub
from door.features.tables.news import clocks, standing
from door.features.tables.presence import GoOn, TableFollower, follower_of, table_of
from door.features.tables.rules import as_asked
from door.games.contract import Door
from door.games.game import COMPUTER, computer_level
from door.play import api
from door.play.match.events import AGAIN, all_want_another
from door.play.match.values import DAY_MS, Match, Proposal, Refusal, adjourned_time, is_live
from door.play.match.view import AtTable, clock_words, span
from door.records.journal.lines import Fields, RecordsError
from door.records.tables.tables import new_id
from door.screens.seat.follow import talking_on
from door.screens.state import State
from door.ui.screen import Effect
from door.ui.texts import MaybeSaid, reason_of, tr
from door.ui.words import commas

LOG = logging.getLogger("door.call")
HANDLERS: Final = Handlers()
ENDED: Final = 5
"""Finished tables in the caller's list."""

MOST_WATCHED: Final = 50
PACED: Final = frozenset({"offer", "decline", "sit", "stand", "adjourn", "go"})
"""Events that can be repeated without end, so they have a quota."""


# -- lists ---------------------------------------------------------------------------------


@HANDLERS.on(asked.AskTables)
async def _tables(call: Call, layer: Layer, effect: asked.AskTables) -> asked.TablesFound:
    if layer in call.stack and layer.link is None:
        call.services[TableHub].listings.follow(call, layer)
    return _list_tables(call, ListTables())


@HANDLERS.on(ListTables)
def _list_tables(call: Call, message: ListTables) -> asked.TablesFound:
    tables, handle = call.services[TableHub].tables, call.who.handle
    mine: list[Match] = []
    free: list[Match] = []
    others: list[Match] = []
    for match in reversed(tables.all()):
        if match.seat_of(handle) >= 0 or is_asked(match, handle):
            mine.append(match)
        elif access.may_enter(call, match.terms.door) or match.stage == "over":
            continue
        elif match.stage == "play" and not match.adjourned:
            others.append(match)
        elif not match.terms.to and "" in match.seats:
            free.append(match)
    ended = [match for match in mine if match.stage == "over" and match.end != "withdrawn"][:ENDED]
    rows = [_row(call, match) for match in mine if match.stage != "over"]
    rows.sort(key=lambda row: (not row.mine_to_move, row.seat >= 0))
    return asked.TablesFound(
        (*rows, *(_row(call, match) for match in ended)),
        tuple(_row(call, match) for match in free[:MOST_WATCHED]),
        tuple(_row(call, match) for match in others[:MOST_WATCHED]),
        rules.rated_left(call.services, call.who),
    )


def is_asked(match: Match, handle: str) -> bool:
    return match.stage == "forming" and match.terms.to.casefold() == handle.casefold()


def _row(call: Call, match: Match) -> asked.TableRow:
    hub, seat = call.services[TableHub], match.seat_of(call.who.handle)
    ms = hub.tables.ms_now(match)
    stand = standing(hub.game(match), match, seat, ms)
    if match.adjourned:
        left = hub.tables.needs.days() * DAY_MS - adjourned_time(match, ms)
        stand = tr.tables.stands_time_left(stand=stand, time=span(left))
    return asked.TableRow(
        match,
        seat,
        seat >= 0 and hub.waiting.waits(call.who.handle, match.terms.id),
        stand,
        hub.at_table(match),
        clocks(match, seat, ms),
    )


@HANDLERS.on(asked.TABLE_FORM)
async def _form(call: Call, arg: None) -> asked.TableForm:
    services, settings = call.services, call.services.settings()
    games = services[TableHub].tables.games if settings.tables.enabled else {}
    playable = tuple(_playable(games[slug]) for slug in services.doors if slug in games)
    open_here = tuple(
        game for game in playable
        if (game.race or game.seats[1]) and not access.may_enter(call, game.slug)
    )  # fmt: skip
    online = tuple((there.handle, there.node) for there in services.roster.on() if there.node != call.node)
    why = rules.may_rate(services, call.who) if settings.tables.enabled else tr.tables.tables_closed()
    return asked.TableForm(open_here, f"{settings.tables.days}d", not why, why, online)


def _playable(game: Door) -> asked.TableGame:
    info = game.info
    seats = (0, 0) if info.players.versus is None else (max(2, info.players.seats[0]), info.players.seats[1])
    computers = (
        info.players.computers
        if info.players.versus is not None and not game.info.players.hides_codes
        else ()
    )
    return asked.TableGame(
        info.slug, info.name(), info.accent, seats, info.players.race is not None, computers
    )


@HANDLERS.on(asked.LADDER)
async def _ladder(call: Call, slug: str) -> asked.LadderFound:
    rows = call.services[TableHub].ladders.rows(slug)
    return asked.LadderFound(slug, call.services.doors[slug].INFO.name(), rows)


# -- sitting down ----------------------------------------------------------------------------


@HANDLERS.on(asked.OpenTable)
async def _open(call: Call, layer: Layer, effect: asked.OpenTable) -> asked.TableReady:
    return asked.TableReady(await _open_table(call, effect))


def _tell_the_open(call: Call, match: Match) -> None:
    """Tell callers who are open to a game that this one could be theirs."""
    services, terms, name = call.services, match.terms, call.services[TableHub].game(match).info.name()
    words = commas((clock_words(terms.clock), rated_words(terms.rated)))
    said = tr.tables.looks_for_a_game(who=terms.by, game=name, terms=words, key=ACCEPTS, no=DECLINES)
    for other in services.roster.on():
        if other.open and other.handle != call.who.handle and not other.ignores(call.who.handle):
            services.roster.post.send(other.node, Notify(said, terms.id))


@HANDLERS.on(asked.FindOpponent)
async def _find(call: Call, layer: Layer, effect: asked.FindOpponent) -> asked.TableReady:
    wanted = replace(effect.table, rated=True, to="", seats=2, computers=())
    check(rules.may_rate(call.services, call.who))
    for match in rules.fitting(call, wanted.slug, wanted.kind == "race", wanted.clock):
        with suppress(Refusal):
            await take_free_seat(call, match.terms.id)
            return asked.TableReady(match.terms.id)
    return asked.TableReady(await _open_table(call, wanted))


async def _open_table(call: Call, effect: asked.OpenTable) -> str:
    services, tables = call.services, call.services[TableHub].tables
    slug, to = effect.slug, effect.to.strip()
    if slug not in tables.games:
        raise Refusal(tr.tables.table_is_gone())
    check(rules.may_play(call, slug) or rules.clock_for(call, effect.clock))
    await services.callers.remember(to)
    check(rules.may_challenge(call, slug, to) if to else "")
    if effect.rated:
        check(rules.may_rate(services, call.who) or (rules.near(call, to) if to else ""))
    check(rules.may_open(call))
    services[TableHub].quotas.opens.count(call.who.handle, services.now())
    file = services.callers.recall(to) if to else None
    words = effect.rated and services.settings().tables.word == "ask"
    proposal = Proposal(
        door=slug, options=services.settings().doors[slug].options, seats=effect.seats, clock=effect.clock,
        rated=effect.rated and effect.seats - len(effect.computers) > 1, race=effect.kind == "race",
        to=file.handle if file else to, words=words,
    )  # fmt: skip
    match = await tables.open_table(call.who.handle, proposal)
    await _seat_everybody(call, match, {effect.seats - 1 - at: f"{COMPUTER}{level}" for at, level in
                                enumerate(reversed(effect.computers))})  # fmt: skip
    LOG.info("table opened node=%d caller=%r door=%s id=%s", call.node, call.who.handle, slug, match.terms.id)
    if not match.terms.to and "" in match.seats:
        _tell_the_open(call, match)
    return match.terms.id


async def _seat_everybody(call: Call, match: Match, who: Mapping[int, str]) -> Match:
    """Seat callers and computers at a new table. If one of them is refused, withdraw the table."""
    tables, id = call.services[TableHub].tables, match.terms.id
    try:
        for seat, name in who.items():
            match = await tables.do(id, {"do": "sit", "seat": seat, "who": name})
    except Refusal:
        await tables.do(id, {"do": "withdraw"})
        raise
    return match


@HANDLERS.on(asked.TakeSeat)
async def _take(call: Call, layer: Layer, effect: asked.TakeSeat) -> asked.TableReady:
    await take_free_seat(call, effect.id)
    return asked.TableReady(effect.id)


async def take_free_seat(call: Call, id: str) -> None:
    """Take the first free seat there, unless the caller has one."""
    tables = call.services[TableHub].tables
    match = tables.get(id)
    if match is None or match.end == "withdrawn":
        raise Refusal(tr.tables.table_is_gone())
    if match.seat_of(call.who.handle) < 0:
        await call.services.callers.remember(*(match.seats[seat] for seat in match.people))
        check(rules.may_sit(call, match))
        if "" not in match.seats:
            raise Refusal(tr.match.seat_just_taken())
        check(call.services[TableHub].quotas.acts.take(call.who.handle, call.services.now()))
        seat = match.seats.index("")
        await tables.do(id, {"do": "sit", "seat": seat, "who": call.who.handle})


@HANDLERS.on(asked.DECLINE)
async def decline(call: Call, id: str) -> MaybeSaid:
    hub = call.services[TableHub]
    match = hub.tables.get(id)
    if match is None:
        raise Refusal(tr.tables.table_is_gone())
    need(is_asked(match, call.who.handle), tr.tables.challenge_not_for_you)
    await hub.tables.do(id, {"do": "withdraw"})
    declined = tr.tables.challenge_declined(who=call.who.handle, game=hub.game(match).info.name())
    hub.notify(match.terms.by, declined)  # the opener's page closes with the table
    return ""


@HANDLERS.on(asked.Sit)
def sit(call: Call, layer: Layer, effect: asked.Sit) -> None:
    """Open the table, or bring it to the top if it is already open."""
    match = call.services[TableHub].tables.get(effect.id)
    if match is None:
        raise Refusal(tr.tables.table_is_gone())
    check(access.may_enter(call, match.terms.door))
    open_already = [one for one in call.stack if table_of(one) == effect.id]
    if open_already:
        call.stack.down_to(open_already[-1])
    else:
        show(call, match)


def show(call: Call, match: Match, before: TableFollower | None = None) -> Layer:
    """Show a table. It may replace a table that the caller has followed until now."""
    hub, terms = call.services[TableHub], match.terms
    screen = hub.screens[terms.door]
    books = call.services.store.standings.books(terms.door, call.who.handle)
    setup = replace(setup_for(call, terms.door), options=terms.options, books=books)
    table = Layer(screen, None, tr.tables.where_at_table(game=hub.game(match).info.name()), terms.door)
    followed = replace(hub.follow(match, call, table), said=before.lines() if before else ())
    table.state, effects = screen.start(setup, followed)
    if before and isinstance(before.layer.state, State):
        table.state = talking_on(before.layer.state, table.state)
    call.stack.open(table, effects)
    call.services.roster.show(call.node)
    return table


@HANDLERS.on(api.OpenTables)
def _of_door(call: Call, layer: Layer, effect: api.OpenTables) -> None:
    open_list(call, layer.slug)


def open_list(call: Call, of: str = "") -> bool:
    """Open the list of tables, of one door or of all."""
    navigation.lay_over(call, "tables", of)
    told = call.messages.notices[0].about if call.messages.notice else ""
    call.stack.feed(call.stack.top, asked.TablesOpened(told))
    return True


# -- at a table --------------------------------------------------------------------------------


@HANDLERS.on(AtTable)
async def _at_table(call: Call, layer: Layer, effect: AtTable) -> None:
    tables, id = call.services[TableHub].tables, table_of(layer)
    before = tables.get(id)
    if before is None:
        raise Refusal(tr.tables.table_is_gone())
    if effect.event.get("do") == "ignore":
        call.messages.notify(await ignoring.toggle(call, str(effect.event.get("who"))))
        call.services[TableHub].presence.tell(id)
        return
    event = as_asked(call.services[TableHub].presence, before, call.who.handle, effect.event)
    if event["do"] in ("say", "offer"):
        await call.services.callers.remember(*(before.seats[seat] for seat in before.people))
        rules.may_say(call, before, event)
        _check_rematch_terms(call, before, effect.event)
    _count_event(call, event)
    if event["do"] == "say":
        await call.messages.take_turn()
    n = before.n if event["do"] == "abort" else effect.n  # the opponent may just have moved, or finished
    match = await tables.do(id, event, n)
    if event["do"] == "offer" and all_want_another(match):
        await _again(call, match)


# -- a rematch -----------------------------------------------------------------------------------


def _check_rematch_terms(call: Call, match: Match, event: Fields) -> None:
    """Refuse a rematch if its terms differ from those shown to the caller, and update all followers."""
    hub = call.services[TableHub]
    if "rates" in event and event["rates"] != rules.rates_again(call.services, match):
        hub.presence.tell(match.terms.id)
        raise Refusal(tr.tables.terms_have_changed())


def _count_event(call: Call, event: Fields) -> None:
    """Refuse an event if the caller's quota for it is used up."""
    quotas, own, now = call.services[TableHub].quotas, call.who.handle, call.services.now()
    if event["do"] == "say":
        check(quotas.talk.take(own, now))
    elif event["do"] in PACED:
        check(rules.may_open(call) if event["do"] == "offer" and event.get("what") == AGAIN else "")
        check(quotas.acts.take(own, now))


async def _again(call: Call, match: Match) -> None:
    """Open the rematch with the seats exchanged. Callers looking at the old table move there."""
    hub, terms = call.services[TableHub], match.terms
    seats = (*match.seats[1:], match.seats[0])
    while computer_level(seats[0]):
        seats = (*seats[1:], seats[0])
    rated = rules.rates_again(call.services, match)
    words = rated and call.services.settings().tables.word == "ask"
    proposal = Proposal(
        door=terms.door, options=terms.options, seats=len(seats), clock=match.agreed, rated=rated,
        race=terms.race, words=words,
    )  # fmt: skip
    id = new_id()
    with suppress(Refusal):  # if both agree at the same moment, the first one opens the table
        match = await hub.tables.do(terms.id, {"do": "again", "id": id})
    if match.again != id:
        return
    for seat in match.people:
        hub.quotas.opens.count(match.seats[seat], call.services.now())
    new = await hub.tables.open_table(seats[0], proposal, id)
    hub.instead_of[new.terms.id] = terms.id
    try:
        new = await _seat_everybody(call, new, {seat: who for seat, who in enumerate(seats) if seat})
        hub.go_on(terms.id, new)
    finally:
        del hub.instead_of[new.terms.id]


@HANDLERS.on(GoOn)
def _go_on(call: Call, message: GoOn) -> None:
    old = follower_of(call.stack.top) if call.stack else None
    if old is None or old.table != message.old:
        return
    call.stack.drop(old.layer)
    if new := follower_of(show(call, message.new, before=old)):
        new.hears = old.hears
    call.timers.redraw()


# -- the end of a call ----------------------------------------------------------------------------


@HANDLERS.when(TakenOut)
def _taken_out(call: Call, happened: TakenOut) -> None:
    call.services[TableHub].live.adjourn(call.who.handle, happened.slug)


@HANDLERS.when(LoggedOn)
def _logged_on(call: Call, happened: LoggedOn) -> None:
    call.services[TableHub].logged_on(call.who.handle)


@HANDLERS.when(CallOver)
def _leave_tables(call: Call, end: CallOver) -> None:
    """Handle the end of a call.

    If the board has ended it, the caller's live games are adjourned, except that an idle caller can't
    escape a game in which it is their move. A guest's games end, because a guest can't come back to them.
    """
    hub, handle = call.services[TableHub], call.who.handle
    if not call.who.admitted:
        return
    hub.call_ended(handle, has_file=call.who.caller is not None)
    if call.who.caller is not None:
        if end.by_board:
            hub.live.adjourn(handle, to_move=not end.idle)
        return
    for match in hub.tables.of(handle):
        if (seat := match.seat_of(handle)) >= 0:
            hub.apply_later(match.terms.id, _guest_s_end(match, seat))


def _guest_s_end(match: Match, seat: int) -> Fields:
    if match.stage == "play":
        return {"do": "resign", "seat": seat}
    return {"do": "withdraw" if match.seats[seat] == match.terms.by else "stand", "seat": seat}


@HANDLERS.when(Ignored)
async def _decline(call: Call, happened: Ignored) -> None:
    """Decline the challenges of a caller who is ignored now."""
    hub = call.services[TableHub]
    for match in hub.tables.of(call.who.handle):
        if match.stage == "forming" and match.seat_of(call.who.handle) < 0 and match.terms.by == happened.who:
            with suppress(Refusal):
                await hub.tables.do(match.terms.id, {"do": "withdraw"}, match.n)
                name = hub.game(match).info.name()
                hub.notify(happened.who, tr.tables.challenge_declined(who=call.who.handle, game=name))


# -- challenges ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Decide(Effect):
    """Accept or decline a table that was offered to the caller."""

    id: str
    accepts: bool


def decision(call: Call, accepts: bool) -> Decide | None:
    """Return the answer to the offer on the status line, or else to the newest challenge, if there is one."""
    hub, own, messages = call.services[TableHub], call.who.handle, call.messages
    shown = hub.tables.get(messages.notices[0].about) if messages.notice else None
    if shown is not None and shown.stage == "forming" and shown.seat_of(own) < 0:
        return Decide(shown.terms.id, accepts)
    challenges = [match for match in hub.tables.all() if is_asked(match, own)]
    return Decide(challenges[-1].terms.id, accepts) if challenges else None


def accept(call: Call) -> bool:
    return _decides(call, True)


def refuse(call: Call) -> bool:
    return _decides(call, False)


def _decides(call: Call, accepts: bool) -> bool:
    found = decision(call, accepts)
    if found is not None:
        call.carry_out(call.stack.top, found)
    return found is not None


@HANDLERS.on(Decide)
async def _decide(call: Call, layer: Layer, effect: Decide) -> None:
    """Do as decided. The caller reads a refusal on the status line, because any screen may be open."""
    match = call.services[TableHub].tables.get(effect.id)
    try:
        if match is None:
            raise Refusal(tr.tables.table_is_gone())
        if effect.accepts:
            need(not rules.is_pressed(call), tr.tables.challenge_waits_for_clock)
            await take_free_seat(call, effect.id)
            _seat_shown(call, effect.id)
        elif is_asked(match, call.who.handle):
            await decline(call, effect.id)
        call.messages.drop_notices_about(effect.id)
    except (Refusal, RecordsError) as refused:
        call.messages.notify(reason_of(refused))


def _seat_shown(call: Call, id: str) -> None:
    """Open a live game at once. A game by days only has a seat kept, so that nobody leaves what they do."""
    hub = call.services[TableHub]
    match = hub.tables.get(id)
    if match is None or not call.stack:
        return
    terms = match.terms
    if is_live(terms.clock):
        navigation.open_on_top(call, lambda: show(call, match))
        call.stray.drop()  # what was typed meanwhile
        return
    key = PLAIN_KEYS[TABLES] if call.terminal.plain else TABLES
    name = hub.game(match).info.name()
    call.messages.notify(tr.tables.you_have_a_seat(who=terms.by, game=name, key=key))
