"""What has happened at a table since it was last heard of, in sentences.

Law: two values in, sentences out.  What moves did is the game's to say.
"""

from __future__ import annotations

from collections.abc import Iterator

from door.midend.match.api import GRACE, Followed
from door.midend.match.play import ABORT, ADJOURN, AGAIN, CLOCK
from door.midend.match.values import Match
from door.midend.match.words import clock_words, name


def offer_words(what: str) -> str:
    """ "to adjourn", "another game", as it follows "offers"."""
    if what.startswith(CLOCK):
        return clock_words(what.removeprefix(CLOCK))
    return {ADJOURN: "to adjourn", ABORT: "to abort", AGAIN: "another game"}.get(what, "")


def news(before: Followed, after: Followed, met: frozenset[int]) -> tuple[str, ...]:
    """The sentences, in the order in which they matter; those who sit in `met` seats were here before."""
    old, new = before.match, after.match
    return (
        *_sat(old, new), *_readied(old, new, after.seat), *_begun(old, new), *_clocks(old, new),
        *_offered(old, new, after.seat), *_left(old, new), *_lines(before, after, met),
    )  # fmt: skip


def _sat(old: Match, new: Match) -> Iterator[str]:
    for seat, (was, now) in enumerate(zip(old.seats, new.seats, strict=True)):
        if now and now != was:
            yield f"{name(new, seat)} sits down."
        elif was and not now:
            yield f"{name(old, seat)} gives the seat up."


def _readied(old: Match, new: Match, me: int) -> Iterator[str]:
    """Words and codes that have been given, which words stays a secret until all have."""
    for seat, who in enumerate(new.seats):
        hidden, said = new.codes[seat], new.words[seat] is not None and old.words[seat] is None
        if hidden and not old.codes[seat]:
            whose = "Your code is hidden" if seat == me else f"{who} has hidden a code"
            yield f"{whose}, sealed {hidden.seal[:16]}."
        elif said and seat != me:
            yield f"{who} has answered: a word, or none."


def _begun(old: Match, new: Match) -> Iterator[str]:
    if old.stage == "forming" and new.stage == "play":
        yield "All are ready: the game begins."


def _clocks(old: Match, new: Match) -> Iterator[str]:
    if new.stage != "play" or old.stage != "play":
        return
    if new.adjourned and not old.adjourned:
        yield "The game is adjourned: the clock stands."
    elif old.adjourned and not new.adjourned:
        yield f"The clock runs again: {clock_words(new.clock)}."
    elif new.clock != old.clock:
        yield f"From now on: {clock_words(new.clock)}."


def _offered(old: Match, new: Match, me: int) -> Iterator[str]:
    for seat, what in enumerate(new.offers):
        was = old.offers[seat]
        if seat != me and what and what != was:
            yield f"{name(new, seat)} offers {offer_words(what)}."
        elif seat != me and was and not what and new.offers != ("",) * len(new.offers):
            yield f"{name(new, seat)} takes the offer back."


def _left(old: Match, new: Match) -> Iterator[str]:
    """Callers who have gone from a game that goes on."""
    for seat in new.left[len(old.left) :]:
        if new.stage == "play":
            plays_on = "" if new.terms.race else " A computer plays on there."
            yield f"{name(new, seat)} is out of it.{plays_on}"


def _lines(before: Followed, after: Followed, met: frozenset[int]) -> Iterator[str]:
    """Callers who have come to the table, or gone from it."""
    old, new = dict(before.away), dict(after.away)
    for seat in after.match.people:
        if seat == after.seat:
            continue
        if seat in after.present and seat not in before.present:
            yield f"{name(after.match, seat)} is {'back' if seat in met else 'here'}."
        elif new.get(seat, -1) >= 0 > old.get(seat, -1):
            left = max(GRACE - new[seat], 0)
            yield f"{name(after.match, seat)}'s line dropped; {left} s of grace."
        elif seat in before.present and seat not in after.present and new.get(seat, -1) < 0:
            yield f"{name(after.match, seat)} has left the table."
