"""`door clock`: what the board thinks of the machine's clock, and how to correct it."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from datetime import UTC, datetime
from typing import Final

from door.commands import CliCommand, CommandError, flag
from door.commands.parts.readiness import AHEAD
from door.commands.parts.shared import agreed, settings
from door.records.clock import KEPT, BoardClock, board_clock, format_time, span, take_out
from door.records.files.owner import NewerRelease, Owned, owning
from door.records.journal.files import last_time
from door.records.journal.lines import reason, stamp
from door.records.trail import CONSOLE, note_change
from door.server.log import trail_in
from door.settings import Settings
from door.ui.texts import tr


def clock_of(chosen: Settings) -> BoardClock:
    """Return the board's clock for journal entries. Raises CommandError if the clock is in doubt."""
    clock = board_clock(chosen.data, chosen.zone)
    clock()
    if clock.leap:
        ahead = span(clock.leap.said - clock.leap.board)
        raise CommandError(tr.clock.in_doubt(ahead=ahead))
    return clock


def show(args: argparse.Namespace) -> int:
    """Print the three times and the commands that help."""
    chosen = settings(args.board)
    clock = board_clock(chosen.data, chosen.zone)
    board, now, last = clock().timestamp(), datetime.now(UTC).timestamp(), _last(chosen)
    for label, time in (
        (tr.clock.label_machine(), format_time(now)),
        (tr.clock.label_board(), format_time(max(board, last))),
        (tr.clock.label_journal(), format_time(last) if last else tr.clock.no_last_line()),
    ):
        print(f"{label:<19} {time}")
    if clock.leap:
        print(tr.clock.ahead_of_board(span=span(now - board)))
        print(tr.clock.believe_or_set())
    if last - now > AHEAD:
        print(tr.clock.journal_ahead(span=span(last - now)))
        print(tr.clock.back_or_set())
    return 0


def believe(args: argparse.Namespace) -> int:
    """Confirm that the clock is right."""
    chosen = settings(args.board)
    clock = board_clock(chosen.data, chosen.zone)
    before = clock().timestamp()
    if not clock.believe():
        raise CommandError(tr.clock.not_in_doubt())
    with trail_in(chosen):
        after = format_time(datetime.now(UTC).timestamp())
        note_change("clock", CONSOLE, "believe", format_time(before), after)
    print(tr.clock.board_time(time=format_time(datetime.now(UTC).timestamp())))
    return 0


def back(args: argparse.Namespace) -> int:
    """Remove everything later than the clock from the journal and the tables."""
    chosen = settings(args.board)
    now, last = datetime.now(UTC), _last(chosen)
    if last - now.timestamp() <= AHEAD:
        raise CommandError(tr.clock.journal_not_ahead(time=format_time(now.timestamp())))
    try:
        with owning(chosen.data):
            return _take_back(chosen, now, args.yes)
    except NewerRelease as error:
        raise CommandError(str(error)) from None
    except Owned:
        raise CommandError(tr.clock.board_runs()) from None


def _take_back(chosen: Settings, now: datetime, agrees: bool) -> int:
    question = tr.clock.ask_take_out(time=format_time(now.timestamp()))
    if not agrees and not (sys.stdin.isatty() and agreed(question)):
        raise CommandError(tr.clock.nothing_taken_out())
    try:
        taken = take_out(chosen.data, stamp(now))
    except OSError as error:
        raise CommandError(f"{error.filename or chosen.data}: {reason(error)}") from None
    with trail_in(chosen):
        before = format_time(datetime.fromisoformat(taken.lines[-1]["t"]).timestamp()) if taken.lines else ""
        note_change("clock", CONSOLE, "back", before, format_time(now.timestamp()))
    kinds = Counter(str(fields.get("kind")) for fields in taken.lines)
    listed = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    print(tr.clock.lines_taken_out(n=len(taken.lines), kinds=listed))
    print(tr.clock.tables_taken_back(n=len(taken.tables), end=KEPT))
    return 0


def _last(chosen: Settings) -> float:
    try:
        t = last_time(chosen.data / "journal")
    except OSError as error:
        raise CommandError(f"{error.filename}: {reason(error)}") from None
    return datetime.fromisoformat(t).timestamp() if t else 0.0


CLOCK: Final = {
    "show": CliCommand(tr.usage.clock_show, show),
    "believe": CliCommand(tr.usage.clock_believe, believe),
    "back": CliCommand(tr.usage.clock_back, back, (flag("--yes", tr.usage.clock_back_yes),)),
}
