"""What hosts tell each other besides their calls: what is new in the store, and what only memory holds."""

from __future__ import annotations

from door.session.call.api import Services
from door.session.hosts.calls import Others
from door.session.sysop.calls import ListCalls, list_calls


def join(services: Services) -> None:
    """Answer the other hosts, and follow what they tell."""
    roster, bus = services.roster, services.roster.bus
    if bus.is_alone:
        return
    Others(roster, services.store.journal.store, services.keep, services.writes.settled)
    bus.hears(ListCalls, lambda asked, host: list_calls(roster, asked))
