"""News at a table since its last update, in sentences.

Pure: two values in, sentences out. The game describes its own moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from door.play.match.events import ABORT, ADJOURN, AGAIN, CLOCK
from door.play.match.values import Match, is_live
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


def news(before: Followed, after: Followed, met: frozenset[int], seconds: bool) -> tuple[str, ...]:
    """Return the news, in the order of importance. Callers of `met` seats were here before.

    With `seconds` (plain mode) a grace time is given in words; elsewhere it counts down on screen. Plain
    mode hears about finished races from the standing.
    """
    old, new, me = before.match, after.match, after.seat
    return (
        *_seat_news(old, new),
        *_word_and_code_news(old, new, me),
        *_clocks(old, new),
        *_offer_news(old, new, me),
        *_leaver_news(old, new),
        *(() if seconds else _finisher_news(old, new, me)),
        *_lines(before, after, met, seconds),
    )


def _seat_news(old: Match, new: Match) -> Iterator[str]:
    for seat, (was, now) in enumerate(zip(old.seats, new.seats, strict=True)):
        if now and not was:
            yield tr.match.sits_down(name=name(new, seat))
        elif was and not now:
            yield tr.match.gives_seat_up(name=name(old, seat))


def _word_and_code_news(old: Match, new: Match, me: int) -> Iterator[str]:
    """Yield who has given a word or hidden a code. Words stay secret until all are given."""
    for seat, who in enumerate(new.seats):
        hidden, said = new.codes[seat], new.words[seat] is not None and old.words[seat] is None
        if hidden and not old.codes[seat]:
            whose = tr.match.your_code_is_hidden() if seat == me else tr.match.who_has_hidden_code(who=who)
            yield tr.match.whose_code_sealed(whose=whose, seal=hidden.seal[:16])
        elif said and seat != me:
            yield tr.match.word_answered(who=who)


def _clocks(old: Match, new: Match) -> Iterator[str]:
    if old.stage == "forming" and new.stage == "play":
        yield tr.match.all_ready()
    if new.stage != "play" or old.stage != "play":
        return
    if new.adjourned and not old.adjourned:
        yield tr.match.now_adjourned()
    elif old.adjourned and not new.adjourned:
        yield tr.match.clock_runs_again(clock=clock_words(new.clock))
    elif new.clock != old.clock:
        yield tr.match.clock_from_now_on(clock=clock_words(new.clock))


def _offer_news(old: Match, new: Match, me: int) -> Iterator[str]:
    for seat, what in enumerate(new.offers):
        was = old.offers[seat]
        if seat != me and what and what != was:
            yield tr.match.who_offers(name=name(new, seat), offer=offer_words(what))
        elif seat != me and was and not what and new.offers != ("",) * len(new.offers):
            yield tr.match.who_takes_back(name=name(new, seat))


def _leaver_news(old: Match, new: Match) -> Iterator[str]:
    for seat in new.left[len(old.left) :]:
        if new.stage == "play":
            said = tr.match.is_out if new.terms.race else tr.match.is_out_computer_plays_on
            yield said(name=name(new, seat))


def _finisher_news(old: Match, new: Match, me: int) -> Iterator[str]:
    for seat in old.movers if new.terms.race and new.stage == "play" else ():
        if seat not in (me, *new.movers, *new.left):
            yield tr.match.has_finished(name=name(new, seat))


def _lines(before: Followed, after: Followed, met: frozenset[int], seconds: bool) -> Iterator[str]:
    """Yield callers who have come to the table or left it."""
    old, new = dict(before.away), dict(after.away)
    for seat in after.match.people:
        if seat == after.seat:
            continue
        if seat in after.present and seat not in before.present:
            yield (tr.match.is_back if seat in met else tr.match.is_here)(name=name(after.match, seat))
        elif new.get(seat, -1) >= 0 > old.get(seat, -1):
            counts = seconds and is_live(after.match.clock)
            yield dropped_words(name(after.match, seat), GRACE - new[seat], counts)
        elif seat in before.present and seat not in after.present and new.get(seat, -1) < 0:
            yield tr.match.left_table(name=name(after.match, seat))
