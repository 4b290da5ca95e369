"""`door audit`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from typing import Final, TextIO

from door.commands import CliCommand, CommandError, flag, month, up_to, word
from door.commands.parts.shared import doors, plainly, settings, style
from door.records.audit.audit import audit as audit_journal
from door.records.journal.files import MARK
from door.ui.texts import tr

WIDTH: Final = 40


def audit(args: argparse.Namespace) -> int:
    """Check the journal and print the result. Each fault goes to stderr and makes it fail.

    So do lines that can't be checked, because their door is not installed.
    """
    helpers = args.jobs if args.jobs is not None else len(os.sched_getaffinity(0))
    board = settings(args.board)
    folder = board.data / "journal"
    with plainly():
        report = audit_journal(
            folder,
            doors(),
            args.month,
            bar(sys.stderr),
            helpers if helpers > 1 else 0,
            args.computers,
            board.missing,
        )
    if not report.lines and not report.faults and not (folder / MARK).exists():
        raise CommandError(tr.command.audit_no_journal(folder=folder))
    for fault in report.faults:
        print(style("red", str(fault), sys.stderr), file=sys.stderr)
    games = tr.count.games(n=report.games)
    if args.month:
        games = tr.command.games_of_month(games=games, month=args.month)
    for slug, n in report.missing.items():
        print(style("red", tr.audit.not_installed(door=slug, n=n), sys.stderr), file=sys.stderr)
    proved = tr.command.rest_is_proved() if report.missing else tr.command.all_is_proved()
    found = tr.count.faults(n=len(report.faults)) if report.faults else proved
    verdict = style("red" if report.faults else "green", f"{found}.")
    print(tr.command.audit_checked(lines=tr.count.lines(n=report.lines), games=games, verdict=verdict))
    if report.with_computers:
        played, sampled = tr.count.games(n=report.with_computers), report.sampled
        if sampled is None:
            print(tr.command.computers_checked(games=played))
        else:
            print(tr.command.computers_sampled(games=played, sampled=sampled))
    print(tr.command.audit_head(head=report.head))
    return 1 if report.faults or report.missing else 0


def bar(stream: TextIO) -> Callable[[int, int], None] | None:
    """Return a progress bar if this is a terminal, drawn again for each hundredth, else None."""
    if not stream.isatty():
        return None
    shown = -1

    def progress(done: int, total: int) -> None:
        nonlocal shown
        percent = 100 * done // total if total else 100
        if percent == shown:
            return
        shown = percent
        filled = WIDTH * percent // 100
        text = f"[{'#' * filled}{'.' * (WIDTH - filled)}] {percent:3d}%"
        stream.write("\r" + (" " * len(text) + "\r" if percent == 100 else text))
        stream.flush()

    return progress


COMMANDS: Final = {
    "audit": CliCommand(tr.usage.audit, audit, (
        word("--month", "YYYY-MM", tr.usage.audit_month, type=month),
        flag("--computers", tr.usage.audit_computers),
        word("--jobs", "N", tr.usage.audit_jobs, type=up_to(999, tr.usage.not_processes)),
    )),
}  # fmt: skip
