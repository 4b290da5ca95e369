"""What hosts tell each other besides their calls: what is new in the store, and what only memory holds."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from door.session.call.api import Services
from door.session.call.bus import Gap, carried
from door.session.hosts.calls import Others
from door.session.sysop.calls import ListCalls, list_calls
from door.session.sysop.desk import Changed
from door.session.talk.effects import LetterCame


@carried
class Password(NamedTuple):
    """A host has heard a wrong password, or the `right` one."""

    handle: str
    block: str
    right: bool


def join(services: Services) -> None:
    """Answer the other hosts, and follow what they tell."""
    roster, bus, failed_logons = services.roster, services.roster.bus, services.failed_logons
    if bus.is_alone:
        return
    others = Others(roster, services.store.journal.store, services.keep, services.writes.settled)
    others.lost = services.tables.adjourn_left

    def hear_password(heard: Password, host: str) -> None:
        if heard.right:
            failed_logons.clear(heard.handle)
        else:
            failed_logons.count(heard.handle, heard.block, asyncio.get_running_loop().time())

    def look_again(gap: Gap, host: str) -> None:
        """Have every call count its letters, and read its caller's file."""
        roster.send_here(LetterCame(None))
        roster.send_here(Changed(own=False))

    failed_logons.tell = lambda *heard: bus.say(Password(*heard))
    bus.hears(Password, hear_password)
    bus.hears(ListCalls, lambda asked, host: list_calls(roster, asked))
    bus.hears(Gap, look_again)
