"""Accept or decline a challenge from anywhere, by one key.

A live game opens over what the caller does, which pauses. A game by days only keeps their seat. While the
caller's own clock runs, the challenge waits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from door.call import dispatch, navigation
from door.call.api import Call
from door.call.handlers import Handlers, need
from door.call.messages import PLAIN_KEYS, TABLES
from door.call.stack import Layer
from door.features.tables import rules
from door.features.tables.handlers import decline, is_asked, sat_down, show
from door.features.tables.hub import TableHub
from door.play.match.values import Refusal, is_live
from door.records.journal.lines import RecordsError
from door.ui.screen import Effect
from door.ui.texts import reason_of, tr

HANDLERS: Final = Handlers()


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
        dispatch.carry_out(call, call.stack.top, found)
    return found is not None


@HANDLERS.on(Decide)
async def _decided(call: Call, layer: Layer, effect: Decide) -> None:
    """Do as decided. The caller reads a refusal on the status line, because any screen may be open."""
    match = call.services[TableHub].tables.get(effect.id)
    try:
        need(match, tr.tables.table_is_gone)
        if effect.accepts:
            need(not rules.is_pressed(call), tr.tables.challenge_waits_for_clock)
            await sat_down(call, effect.id)
            _seat_shown(call, effect.id)
        elif match and is_asked(match, call.who.handle):
            await decline(call, effect.id)
        call.messages.seen(effect.id)
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
        navigation.over(call, lambda: show(call, match))
        call.stray.drop()  # what was typed meanwhile
        return
    key = PLAIN_KEYS[TABLES] if call.terminal.plain else TABLES
    name = hub.game(match).info.name()
    call.messages.notify(tr.tables.you_have_a_seat(who=terms.by, game=name, key=key))
