"""`door callers ban-address`, `unban-address` and `bans`, whether the board runs or not."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime

from door.commands.console import tell
from door.commands.shared import plainly, settings
from door.net.guard.nodes import within
from door.records.access.bans import Bans
from door.records.callers.callers import Callers
from door.settings import Settings
from door.ui.catalogue import tr


def ban(args: argparse.Namespace) -> int:
    """Ban an address or a network, and disconnect its callers."""
    chosen = settings(args.board)
    with plainly():
        made = _bans(chosen).ban(args.address, args.days, chosen.board.sysop)
    tell(args.board, lambda card: made.covers(card["address"]), "", "put-out")
    print(tr.command.address_banned(address=made.address, length=made.length))
    return 0


def unban(args: argparse.Namespace) -> int:
    """Lift the ban."""
    with plainly():
        print(tr.command.address_may_call(address=_bans(settings(args.board)).lift(args.address).address))
    return 0


def bans(args: argparse.Namespace) -> int:
    """List banned handles and addresses."""
    chosen = settings(args.board)
    with plainly():
        standing = _bans(chosen).standing()
    callers = Callers(chosen.data / "callers")
    each = callers.each(fault=lambda sentence: print(sentence, file=sys.stderr))
    banned = [caller for caller in each if caller.banned]
    for caller in banned:
        print(f"{caller.handle:<24}  {caller.banned}")
    for one in standing:
        print(
            f"{one.address:<24}", tr.command.banned_since(date=one.since[:10], length=one.length, by=one.by)
        )
    if not banned and not standing:
        print(tr.command.nobody_is_banned())
    return 0


def _bans(chosen: Settings) -> Bans:
    def trusted(address: str) -> bool:
        return within(address, chosen.limits.trusted)

    return Bans(chosen.data, lambda: datetime.now(UTC), trusted)
