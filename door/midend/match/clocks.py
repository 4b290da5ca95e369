"""The clocks of a match: how long callers may think, when the clocks are stopped, and whose time is up."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from door.games.contract import Game
from door.midend.match.values import Fields, Match, Refusal, changed
from door.ui.texts import tr

MINUTE_MS: Final = 60_000
HOUR_MS: Final = 60 * MINUTE_MS
DAY_MS: Final = 24 * HOUR_MS
CLOCK: Final = re.compile(r"[137]d|[1-9]\d?\+\d\d?", re.ASCII)
MOST: Final = 60
"""Most minutes per game, and seconds per move, that callers may agree on."""


def is_clock(text: str) -> bool:
    """True if the journal may hold this clock: days a move, or minutes plus seconds a move."""
    return bool(CLOCK.fullmatch(text))


def may_be_set(text: str) -> bool:
    """True if callers may choose it: at most an hour, plus a minute a move."""
    if not is_clock(text):
        return False
    minutes, plus, seconds = text.partition("+")
    return not plus or (int(minutes) <= MOST and int(seconds) <= MOST)


def time_for(clock: str) -> int:
    """Return the milliseconds for a move, or on a live clock for the whole game at first."""
    return (
        int(clock.partition("+")[0]) * MINUTE_MS if is_live(clock) else int(clock.removesuffix("d")) * DAY_MS
    )


def time_more(clock: str) -> int:
    """Return the milliseconds that a move adds to a live clock."""
    return int(clock.partition("+")[2]) * 1000


def for_race(clock: str) -> str:
    """Return the same clock for a race, in which no move adds time."""
    return f"{clock.partition('+')[0]}+0" if is_live(clock) else clock


def budgets_of(clock: str, seats: int) -> tuple[int, ...]:
    """Return everybody's time at the start of a live clock, 0 on other clocks."""
    return (time_for(clock) if is_live(clock) else 0,) * seats


def allowed(match: Match, seat: int) -> int:
    """Return the milliseconds that a seat has for this move."""
    return match.budgets[seat] if is_live(match.clock) else time_for(match.clock)


def is_live(clock: str) -> bool:
    """True if it counts minutes and seconds, not days."""
    return "+" in clock


def spent(match: Match, seat: int, ms: int) -> int:
    """Return the milliseconds that a seat has thought, at `ms` since the match began."""
    return max(0, ms - match.since[seat])


def time_left(match: Match, seat: int, ms: int) -> int | None:
    """Return the milliseconds left for a seat, negative after its time, or None if no clock runs for it."""
    if match.adjourned or match.stage != "play" or seat not in match.playing:
        return None
    running = seat in match.movers
    if not is_live(match.clock) and not running:
        return None
    return allowed(match, seat) - (spent(match, seat, ms) if running else 0)


def out_of_time(match: Match, ms: int) -> int:
    """Return the seat whose time was up first, or -1."""
    lefts = [(left, seat) for seat in match.movers if (left := time_left(match, seat, ms)) is not None]
    left, seat = min(lefts, default=(1, -1))
    return seat if left <= 0 else -1


def set_clock(match: Match, ms: int, clock: str) -> Match:
    """Change the clock from here on."""
    return replace(match, clock=clock, changes=(*match.changes, (ms, clock)))


def stopped(match: Match, ms: int) -> Match:
    """Stop the clock. A live clock keeps the time used so far."""
    budgets = match.budgets
    if is_live(match.clock):
        for seat in match.movers:
            budgets = changed(budgets, seat, budgets[seat] - spent(match, seat, ms))
    match = replace(match, budgets=budgets, since=(ms,) * len(match.seats))
    return set_clock(match, ms, "")


def stood(match: Match, ms: int) -> int:
    """Return the milliseconds that an adjourned game has waited while the board was up."""
    return ms - match.since[0] if match.adjourned else 0


def has_stood(match: Match, start: int, end: int) -> bool:
    """True if the clock was stopped at some time from `start` to `end`."""
    spans = zip(match.changes, (*match.changes[1:], (end, "")), strict=False)
    return any(max(start, ms) < min(end, until) for (ms, clock), (until, _) in spans if not clock)


def agreed(match: Match, ms: int, clock: str) -> Match:
    """Continue with the agreed clock, and start everybody's time again."""
    count = len(match.seats)
    match = replace(match, agreed=clock, budgets=budgets_of(clock, count), since=(ms,) * count)
    return set_clock(match, ms, clock)


def go(game: Game, match: Match, event: Fields) -> Match:
    """Restart a stopped clock."""
    if not match.adjourned:
        raise Refusal(tr.match.not_adjourned())
    ms = match.ms_at(str(event["t"]))
    return set_clock(replace(match, since=(ms,) * len(match.seats)), ms, match.agreed)


def pause(game: Game, match: Match, event: Fields) -> Match:
    """Leave out the time while the board was down."""
    start, end = int(event["from"]), int(event["to"])
    if match.stage != "play" or not 0 <= start <= end <= match.ms_at(str(event["t"])):
        raise Refusal(tr.match.clock_was_stopped())
    since = tuple(at + end - max(start, at) if at < end else at for at in match.since)
    match = replace(match, since=since)
    return match if match.adjourned else set_clock(set_clock(match, start, ""), end, match.clock)
