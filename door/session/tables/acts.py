"""Turn a caller's request at a table into an event.

The seat is added, text is made safe for other terminals, and requests that only the board can judge are
refused here. `door.midend.match` alone decides the rest.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any, Final

from door.games.game import computer_level
from door.midend.match.play import AGAIN, may_abort, may_seat_computer
from door.midend.match.values import Match, Refusal, is_live
from door.midend.match.view import GRACE
from door.midend.pages.title import WORD
from door.midend.seat.menu import SAY_WIDTH
from door.records.journal.lines import Fields
from door.session.tables.presence import Presence
from door.term.charset import clean
from door.ui.texts import tr

LONGEST: Final = 200
"""Characters of a move."""

Event = Mapping[str, Any]
Act = Callable[[Presence, Match, int, Event], Fields]
"""Return the event for a request from the caller in that seat. Raises Refusal."""


def as_asked(presence: Presence, match: Match, caller: str, event: Event) -> Fields:
    """Return the event for a caller's request. Raises Refusal."""
    seat, act = match.seat_of(caller), ACTS.get(str(event.get("do")))
    gone = match.stage != "over" and seat in match.left
    if seat < 0 or (gone and act is not _say):
        raise Refusal(tr.match.you_do_not_play_here())
    if act is None:
        raise Refusal(tr.tables.only_the_board_does_that())
    return act(presence, match, seat, event)


def _mine(presence: Presence, match: Match, seat: int, event: Event) -> Fields:
    return {"do": event["do"], "seat": seat}


def _move(presence: Presence, match: Match, seat: int, event: Event) -> Fields:
    return {"do": "move", "seat": seat, "move": str(event.get("move"))[:LONGEST]}


def _offer(presence: Presence, match: Match, seat: int, event: Event) -> Fields:
    """Check an offer. A live rematch starts at once, so everybody must be present."""
    what = str(event.get("what"))
    agreed = what == AGAIN and all(match.offers[at] == AGAIN for at in match.people if at != seat)
    if agreed and is_live(match.agreed) and not set(match.people) <= set(presence.here(match)):
        raise Refusal(tr.tables.not_everybody_here())
    return {"do": "offer", "seat": seat, "what": what}


def _word(presence: Presence, match: Match, seat: int, event: Event) -> Fields:
    return {"do": "word", "seat": seat, "text": clean(str(event.get("text", "")), WORD).strip()}


def _hide(presence: Presence, match: Match, seat: int, event: Event) -> Fields:
    return {
        "do": "hide",
        "seat": seat,
        "code": str(event.get("code"))[:LONGEST],
        "salt": secrets.token_hex(16),
    }


def _say(presence: Presence, match: Match, seat: int, event: Event) -> Fields:
    text = clean(str(event.get("text", "")), SAY_WIDTH).strip()
    if not text:
        raise Refusal(tr.tables.nothing_to_say())
    return {"do": "say", "who": match.seats[seat], "text": text}


def _abort(presence: Presence, match: Match, seat: int, event: Event) -> Fields:
    if not may_abort(match, seat):
        raise Refusal(tr.tables.too_late_to_abort())
    return {"do": "abort", "seat": seat}


def _withdraw(presence: Presence, match: Match, seat: int, event: Event) -> Fields:
    if match.seats[seat] != match.terms.by:
        raise Refusal(tr.tables.only_opener_withdraws())
    return {"do": "withdraw", "seat": seat}


def _adjourn(presence: Presence, match: Match, seat: int, event: Event) -> Fields:
    there = presence.here(match)
    if not is_live(match.clock) or set(match.needed) <= set(there):
        raise Refusal(tr.tables.everybody_is_here())
    return {"do": "adjourn"}


def _go(presence: Presence, match: Match, seat: int, event: Event) -> Fields:
    if not set(match.needed) <= set(presence.here(match)):
        raise Refusal(tr.tables.not_everybody_here())
    return {"do": "go"}


def _claim(presence: Presence, match: Match, seat: int, event: Event) -> Fields:
    others = [at for at in match.needed if at != seat]
    away = [at for at in others if presence.absent(match, at) >= GRACE]
    wanted = event.get("seat", seat)
    chosen = [at for at in away if at == wanted] or (away if wanted == seat else [])
    if not chosen:
        raise Refusal(tr.tables.not_away_long_enough())
    return {"do": "claim", "seat": chosen[0]}


def _computer(presence: Presence, match: Match, seat: int, event: Event) -> Fields:
    """Seat a computer. Only the caller who opened the table may do this."""
    who = str(event.get("who"))
    if match.seats[seat] != match.terms.by or not computer_level(who):
        raise Refusal(tr.tables.only_the_board_does_that())
    if not may_seat_computer(match):
        raise Refusal(tr.tables.rated_needs_two())
    return {"do": "sit", "seat": event.get("seat"), "who": who}


ACTS: Final[Mapping[str, Act]] = {
    **dict.fromkeys(("stand", "let", "resign"), _mine), "abort": _abort,
    "move": _move, "offer": _offer, "word": _word, "hide": _hide, "say": _say,
    "withdraw": _withdraw, "adjourn": _adjourn, "go": _go, "claim": _claim, "sit": _computer,
}  # fmt: skip
