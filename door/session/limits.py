"""Time limits of a call, as values: idle time and time on line.

Law: no clock here; seconds of the loop's own clock are handed in.  Idle means no
*keystroke*: what a terminal answers by itself never comes here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

WARN_AT: Final = (5, 3, 2, 1)  # minutes left
FOREVER: Final = 86_400.0


@dataclass(frozen=True, slots=True)
class Clocks:
    """One call's limits in seconds, 0 for none; `warned` holds the warnings already given."""

    started: float
    last_key: float
    idle_limit: float = 0
    call_limit: float = 0
    warned: frozenset[str] = frozenset()

    def minutes_left(self, now: float) -> int | None:
        """Whole minutes of this call that are left, rounded up; None without a limit."""
        if not self.call_limit:
            return None
        return max(0, -int(-(self.started + self.call_limit - now) // 60))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the clocks say now: a warning to show, a reason to hang up, seconds to the next look."""

    clocks: Clocks
    warning: str = ""
    hang_up: str = ""
    again: float = FOREVER


def touched(clocks: Clocks, now: float) -> Clocks:
    """A key was pressed: idle time starts anew."""
    return replace(clocks, last_key=now, warned=clocks.warned - {"idle"})


def check(clocks: Clocks, now: float) -> Verdict:
    """Looks at both limits; each warning is given once."""
    soonest, warning = FOREVER, ""
    if clocks.idle_limit:
        left = clocks.last_key + clocks.idle_limit - now
        if left <= 0:
            return Verdict(clocks, hang_up="You have been idle too long.")
        notice = min(60.0, clocks.idle_limit / 2)
        if left <= notice and "idle" not in clocks.warned:
            clocks = replace(clocks, warned=clocks.warned | {"idle"})
            warning = "Are you there? Press a key, or this call ends soon."
        soonest = left if left <= notice else left - notice
    if clocks.call_limit:
        left = clocks.started + clocks.call_limit - now
        if left <= 0:
            return Verdict(clocks, hang_up="Your time for this call is up.")
        due = [m for m in WARN_AT if left <= m * 60 and f"call-{m}" not in clocks.warned]
        if due:
            clocks = replace(clocks, warned=clocks.warned | {f"call-{m}" for m in due})
            minutes = -int(-left // 60)
            warning = f"{minutes} minute{'s' * (minutes != 1)} left on this call."
        ahead = [left - m * 60 for m in WARN_AT if left > m * 60]
        soonest = min(soonest, *ahead, left)
    return Verdict(clocks, warning, again=max(soonest, 0.05))
