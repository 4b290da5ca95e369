"""Turn a caller's request at a table into an event.

The seat is added, text is made safe for other terminals, and requests that only the board can judge are
refused here. `door.midend.match` alone decides the rest.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
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
from door.ui.texts import Sentence, tr

LONGEST: Final = 200
"""Characters of a move."""


def as_asked(presence: Presence, match: Match, caller: str, event: Mapping[str, Any]) -> Fields:
    """Return the event for a caller's request. Raises Refusal."""
    seat, do = match.seat_of(caller), str(event.get("do"))
    if seat < 0 or (match.stage != "over" and seat in match.left and do != "say"):
        raise Refusal(tr.match.you_do_not_play_here())
    opened, together = match.seats[seat] == match.terms.by, set(match.needed) <= set(presence.here(match))
    own: dict[str, Any] = {"do": do, "seat": seat}
    match do:
        case "stand" | "let" | "resign":
            return own
        case "abort":
            _allow(may_abort(match, seat), tr.tables.too_late_to_abort)
            return own
        case "withdraw":
            _allow(opened, tr.tables.only_opener_withdraws)
            return own
        case "move":
            return own | {"move": str(event.get("move"))[:LONGEST]}
        case "hide":
            return own | {"code": str(event.get("code"))[:LONGEST], "salt": secrets.token_hex(16)}
        case "word":
            return own | {"text": clean(str(event.get("text", "")), WORD).strip()}
        case "say":
            text = clean(str(event.get("text", "")), SAY_WIDTH).strip()
            _allow(text, tr.tables.nothing_to_say)
            return {"do": do, "who": match.seats[seat], "text": text}
        case "offer":
            what = str(event.get("what"))
            agreed = what == AGAIN and all(match.offers[at] == AGAIN for at in match.people if at != seat)
            if agreed and is_live(match.agreed):  # the rematch starts at once
                _allow(set(match.people) <= set(presence.here(match)), tr.tables.not_everybody_here)
            return own | {"what": what}
        case "adjourn":
            _allow(is_live(match.clock) and not together, tr.tables.everybody_is_here)
            return {"do": do}
        case "go":
            _allow(together, tr.tables.not_everybody_here)
            return {"do": do}
        case "claim":
            away = [at for at in match.needed if at != seat and presence.absent(match, at) >= GRACE]
            wanted = event.get("seat", seat)
            chosen = [at for at in away if wanted in (at, seat)]
            _allow(chosen, tr.tables.not_away_long_enough)
            return {"do": do, "seat": chosen[0]}
        case "sit":  # a computer
            who = str(event.get("who"))
            _allow(opened and computer_level(who), tr.tables.only_the_board_does_that)
            _allow(may_seat_computer(match), tr.tables.rated_needs_two)
            return {"do": do, "seat": event.get("seat"), "who": who}
    raise Refusal(tr.tables.only_the_board_does_that())


def _allow(allowed: object, refusal: Sentence) -> None:
    if not allowed:
        raise Refusal(refusal())
