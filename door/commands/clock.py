"""`door clock`: what the board makes of the machine's clock, and the ways out when that was wrong."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from datetime import UTC, datetime
from typing import Final

from door.commands import CommandError
from door.commands.readiness import AHEAD
from door.commands.shared import settings
from door.net.control import connected, folder_of
from door.records.clock import BoardClock, board_clock, is_synchronised, shown, span
from door.records.journal.files import JournalFiles, last_time
from door.records.journal.lines import reason, stamp
from door.records.later import KEPT, take_out
from door.settings import Settings
from door.ui.texts import tr

FOLLOWS: Final = "The machine's clock follows a time server."
ALONE: Final = "Nothing says that the machine's clock is right: no time server sets it."


def clock_of(chosen: Settings) -> BoardClock:
    """The board's clock, for a command that writes to the books.  Raises CommandError if it is in doubt."""
    clock = board_clock(chosen.data, chosen.zone)
    clock()
    if clock.leap:
        ahead = span(clock.leap.said - clock.leap.board)
        raise CommandError(f"The clock is {ahead} ahead of the board's time; see `door clock` first.")
    return clock


def show(args: argparse.Namespace) -> int:
    """Print the times there are, and what is to be done."""
    chosen = settings(args.board)
    clock = board_clock(chosen.data, chosen.zone)
    board, now, last = clock().timestamp(), datetime.now(UTC).timestamp(), _last(chosen)
    print(f"Machine's clock     {shown(now)}")
    print(f"Board's time        {shown(max(board, last))}")
    print(f"Journal's last line {shown(last) if last else 'none'}")
    print(FOLLOWS if is_synchronised(now) else ALONE)
    if clock.leap:
        print(f"The clock is {span(now - board)} ahead of the board's time, which does not believe it yet.")
        print("If the clock is right, run `door clock believe`; if not, set it.")
    if last - now > AHEAD:
        print(f"The journal is {span(last - now)} ahead of the clock, and the board's time stands still.")
        print("If the clock is right, stop the board and run `door clock back`; if not, set it.")
    return 0


def believe(args: argparse.Namespace) -> int:
    """Confirm that the clock is right."""
    chosen = settings(args.board)
    clock = board_clock(chosen.data, chosen.zone)
    if not clock.believe():
        raise CommandError("The board does not doubt the clock.")
    print(f"The board's time is {shown(datetime.now(UTC).timestamp())}.")
    return 0


def back(args: argparse.Namespace) -> int:
    """Take what is later than the clock out of the journal and the tables."""
    chosen = settings(args.board)
    now, last = datetime.now(UTC), _last(chosen)
    if last - now.timestamp() <= AHEAD:
        raise CommandError(f"The journal is not ahead of the clock, which says {shown(now.timestamp())}.")
    if _runs(chosen):
        raise CommandError("The board runs. Stop it first.")
    question = f"Is it {shown(now.timestamp())} now, and may all later lines be taken out? (y/n) "
    if not args.yes and (not sys.stdin.isatty() or input(question).strip().casefold() not in ("y", "yes")):
        raise CommandError("Nothing was taken out; say --yes if the clock is right.")
    files = JournalFiles(chosen.data / "journal")
    try:
        taken = take_out(chosen.data, files, stamp(now))
    except OSError as error:
        raise CommandError(f"{error.filename or chosen.data}: {reason(error)}") from None
    kinds = Counter(str(fields.get("kind")) for fields in taken.lines)
    listed = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    print(f"{tr.count.lines(n=len(taken.lines))} taken out of the journal ({listed}).")
    print(
        f"{tr.count.tables(n=len(taken.tables))} taken back. All of it is kept in files that end in {KEPT}."
    )
    return 0


def _last(chosen: Settings) -> float:
    try:
        t = last_time(chosen.data / "journal")
    except OSError as error:
        raise CommandError(f"{error.filename}: {reason(error)}") from None
    return datetime.fromisoformat(t).timestamp() if t else 0.0


def _runs(chosen: Settings) -> bool:
    try:
        connected(folder_of(chosen.data)).close()
    except OSError:
        return False
    return True


ACTIONS: Final = {"show": show, "believe": believe, "back": back}
