"""Bans by the sysop from inside the board.

Law: the bans themselves are in `door.records.access.bans` and the callers' files. A new ban of an address
ends its calls. Sysops can't ban their own address.
"""

from __future__ import annotations

import asyncio
import re
from typing import Final

from door.board.sysop.effects import Barred, LetIn, UnbanHandle
from door.records.access.bans import BanError, lies_in, network_of
from door.records.callers.accounts import Accounts
from door.session.call.api import Services
from door.ui.texts import Said, tr

FOREVER: Final = ("ever", "")


def listed(services: Services, hand: Accounts) -> tuple[Barred, ...]:
    """Return every banned handle and address. Blocks: use a thread."""
    handles = [
        Barred(one.handle, one.banned, "", UnbanHandle(one.handle)) for one in hand.search() if one.banned
    ]
    addresses = [
        Barred(
            ban.address,
            tr.sysop.ban_length_and_sysop(length=ban.length, sysop=ban.by),
            ban.since[:10],
            LetIn(ban.address),
        )
        for ban in services.bans.standing()
    ]
    return (*handles, *addresses)


async def keep_out(services: Services, by: str, address: str, length: str) -> Said:
    """Ban an address or a network for `length` days or "ever", and end its calls.

    Return the result as a sentence. Raises BanError with the reason for a refusal.
    """
    length = length.strip().casefold()
    if length not in FOREVER and not re.fullmatch(r"[0-9]{1,4}", length, re.ASCII):
        raise BanError(tr.sysop.ban_length_unclear())
    network = network_of(address)
    there = [one for one in services.roster.calls() if lies_in(one.who.address, network)]
    if any(one.who.handle == by for one in there):
        raise BanError(tr.sysop.ban_own_address())
    days = None if length in FOREVER else int(length)
    made = await asyncio.to_thread(services.bans.ban, address, days, by)
    for one in there:
        one.evict(tr.refused.address_banned(), why="banned")
    if there:
        calls = tr.count.calls(n=len(there))
        return tr.sysop.address_banned_calls_ended(address=made.address, length=made.length, calls=calls)
    return tr.sysop.address_banned(address=made.address, length=made.length)
