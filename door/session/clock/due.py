"""Check a call's clocks, and warn its caller or end it."""

from __future__ import annotations

from door.session.call.api import Call
from door.session.clock import opening_hours, time_limits
from door.session.effects import sysop


def look(call: Call) -> None:
    time_limits.look(call)
    opening_hours.look(call)
    verdict = call.clock.look(spared=sysop.at_desk(call))
    if verdict.hang_up:
        call.leave(verdict.hang_up.shipped, verdict.hang_up)
    elif verdict.warning:
        call.messages.notify(verdict.warning)
