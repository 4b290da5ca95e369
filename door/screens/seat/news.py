"""News at a table since its last update, in sentences.

Pure. The match has its events, and the game describes its own moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from door.games.seating import seat_name
from door.play.match.events import ABORT, ADJOURN, AGAIN, CLOCK
from door.play.match.values import Match, MatchEvent, is_live
from door.play.match.view import GRACE, Followed, clock_words, name
from door.ui.texts import tr

WHAT: Final = {
    ADJOURN: tr.match.offer_to_adjourn,
    ABORT: tr.match.offer_to_abort,
    AGAIN: tr.match.offer_another_game,
}


def offer_words(what: str) -> str:
    """Return an offer as it follows "offers": "to adjourn", "another game"."""
    if what.startswith(CLOCK):
        return clock_words(what.removeprefix(CLOCK))
    return WHAT[what]() if what in WHAT else ""


def dropped_words(name: str, left: int, live: bool) -> str:
    """Return that a connection dropped, with the seconds of grace left on a live clock."""
    if live and left > 0:
        return tr.match.line_dropped_grace(name=name, left=left)
    return tr.match.line_dropped(name=name)


def news(before: Followed, after: Followed, met: frozenset[int], plain: bool) -> tuple[str, ...]:
    """Return the news. Callers of `met` seats were here before.

    In plain mode a grace time is given in words; elsewhere it counts down on screen. Plain mode hears about
    finished races from the standing.
    """
    events = after.match.events_after(before.match.n)
    told = (_words(after.match, event, after.seat, plain) for event in events)
    return (*filter(None, told), *_lines(before, after, met, plain))


def _words(match: Match, event: MatchEvent, me: int, plain: bool) -> str:
    """Return what an event has done, or "" if the caller knows it or sees it elsewhere."""
    who, own = seat_name(event.who), event.seat == me
    match event.what:
        case "sit":
            return tr.match.sits_down(name=who)
        case "stand":
            return tr.match.gives_seat_up(name=who)
        case "word" if not own:
            return tr.match.word_answered(who=who)
        case "hide":
            whose = tr.match.your_code_is_hidden() if own else tr.match.who_has_hidden_code(who=who)
            return tr.match.whose_code_sealed(whose=whose, seal=event.text)
        case "begin":
            return tr.match.all_ready()
        case "adjourn":
            return tr.match.now_adjourned()
        case "go":
            return tr.match.clock_runs_again(clock=clock_words(match.clock or match.agreed))
        case "clock":
            return tr.match.clock_from_now_on(clock=clock_words(match.clock or match.agreed))
        case "offer" if not own:
            return tr.match.who_offers(name=who, offer=offer_words(event.text))
        case "retract" if not own:
            return tr.match.who_takes_back(name=who)
        case "decline" if not own:
            return tr.match.who_declines(name=who, offer=offer_words(event.text))
        case "leave":
            return (tr.match.is_out if match.terms.race else tr.match.is_out_computer_plays_on)(name=who)
        case "finish" if not (own or plain):
            return tr.match.has_finished(name=who)
    return ""


def _lines(before: Followed, after: Followed, met: frozenset[int], plain: bool) -> Iterator[str]:
    """Yield callers who have come to the table or left it."""
    old, new = dict(before.away), dict(after.away)
    for seat in after.match.people:
        if seat == after.seat:
            continue
        if seat in after.present and seat not in before.present:
            yield (tr.match.is_back if seat in met else tr.match.is_here)(name=name(after.match, seat))
        elif new.get(seat, -1) >= 0 > old.get(seat, -1):
            counts = plain and is_live(after.match.clock)
            yield dropped_words(name(after.match, seat), GRACE - new[seat], counts)
        elif seat in before.present and seat not in after.present and new.get(seat, -1) < 0:
            yield tr.match.left_table(name=name(after.match, seat))
