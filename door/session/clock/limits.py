"""A call's time limits as values: idle time, time online, and time of the day.

It has no clock: loop time is passed in. Idle means no key press. A terminal's own replies don't count.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.ui.texts import MaybeSaid, tr

WARN_AT: Final = (5, 3, 2, 1)  # minutes left
LEFT: Final = {"call": tr.hours.left_on_this_call, "day": tr.hours.left_today}
UP: Final = {
    "call": tr.hours.time_up_for_call,
    "day": tr.hours.time_up_for_today,
}
FOREVER: Final = 86_400.0


@dataclass(frozen=True, slots=True)
class Clocks:
    """One call's limits in seconds (0 for none). `warned` holds the warnings already given.

    `day_ends` is the time at which the caller's minutes of this day are used up, or None without a limit.
    """

    started: float
    last_key: float
    idle_limit: float = 0
    call_limit: float = 0
    warned: frozenset[str] = frozenset()
    day_ends: float | None = None

    @property
    def ends(self) -> tuple[tuple[str, float], ...]:
        """The limits, "call" or "day", and the times at which they are reached."""
        call = (("call", self.started + self.call_limit),) if self.call_limit else ()
        return call if self.day_ends is None else (*call, ("day", self.day_ends))

    def minutes_left(self, now: float) -> int | None:
        """Return the whole minutes to the nearest limit, rounded up, or None without limits."""
        ends = self.ends
        if not ends:
            return None
        return max(0, -int(-(min(end for _, end in ends) - now) // 60))


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a check: a warning, a reason to hang up, and the seconds to the next check."""

    clocks: Clocks
    warning: MaybeSaid = ""
    hang_up: MaybeSaid = ""
    again: float = FOREVER


def touched(clocks: Clocks, now: float) -> Clocks:
    """Restart idle time after a key."""
    return replace(clocks, last_key=now, warned=_untold(clocks.warned, "idle"))


def check(clocks: Clocks, now: float) -> Verdict:
    """Check all limits. Each warning is given once."""
    soonest = FOREVER
    warning: MaybeSaid = ""
    if clocks.idle_limit:
        left = clocks.last_key + clocks.idle_limit - now
        if left <= 0:
            return Verdict(clocks, hang_up=tr.hours.idle_too_long())
        notice = min(60.0, clocks.idle_limit / 2)
        if left <= notice and "idle" not in clocks.warned:
            clocks = replace(clocks, warned=clocks.warned | {"idle"})
            warning = tr.hours.idle_warning()
        soonest = left if left <= notice else left - notice
    for what, end in sorted(
        clocks.ends, key=lambda limit: -limit[1]
    ):  # the nearest one comes last, so that its warning wins
        left = end - now
        if left <= 0:
            return Verdict(clocks, hang_up=UP[what]())
        due = [m for m in WARN_AT if left <= m * 60 and f"{what}-{m}" not in clocks.warned]
        if due:
            clocks = replace(clocks, warned=clocks.warned | {f"{what}-{m}" for m in due})
            minutes = -int(-left // 60)
            warning = LEFT[what](minutes=tr.count.minutes(n=minutes))
        ahead = [left - m * 60 for m in WARN_AT if left > m * 60]
        soonest = min(soonest, *ahead, left)
    return Verdict(clocks, warning, again=max(soonest, 0.05))


def day_until(clocks: Clocks, end: float | None) -> Clocks:
    """Set the time at which the day's minutes are used up. A later one repeats the warnings."""
    known = clocks.day_ends
    if known is not None and end is not None and end <= known + 60:
        return replace(clocks, day_ends=end)
    return replace(clocks, day_ends=end, warned=_untold(clocks.warned, "day-"))


def shifted(clocks: Clocks, seconds: float) -> Clocks:
    """Return the limits after a pause that doesn't count."""
    day_ends = None if clocks.day_ends is None else clocks.day_ends + seconds
    started, last_key = clocks.started + seconds, clocks.last_key + seconds
    return replace(clocks, started=started, last_key=last_key, day_ends=day_ends)


def granted(clocks: Clocks, seconds: float) -> Clocks:
    """Return the limits with more time for this call, or less. Warnings are repeated."""
    if not clocks.call_limit:
        return clocks
    warned = _untold(clocks.warned, "call-")
    return replace(clocks, call_limit=max(1.0, clocks.call_limit + seconds), warned=warned)


def _untold(warned: frozenset[str], what: str) -> frozenset[str]:
    """Return the set without a limit's warnings. Most calls share one empty set."""
    return warned and warned - {name for name in warned if name.startswith(what)}
