"""`door audit`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, TextIO

from door.commands import CommandError
from door.commands.shared import doors, plainly, settings
from door.commands.styled import styled
from door.records.audit.audit import audit as audit_journal
from door.ui.catalogue import tr

WIDTH: Final = 40
LOCK: Final = ".lock"
"""What a board leaves in a journal on which nobody has played yet."""


def audit(board: Path, month: str | None, jobs: int | None = None, computers: bool = False) -> int:
    """Checks the journal and says what was found; each fault goes to stderr, and makes it fail.

    With `computers` every move of a computer is worked out again, else those of a sample of games.
    `jobs` processes help to replay, as many as there are processors where it is None.
    """
    helpers = jobs if jobs is not None else len(os.sched_getaffinity(0))
    folder = settings(board).data / "journal"
    with plainly():
        report = audit_journal(
            folder, doors(), month, bar(sys.stderr), helpers if helpers > 1 else 0, computers
        )
    if not report.lines and not report.faults and not (folder / LOCK).exists():
        raise CommandError(tr.command.audit_no_journal(folder=folder))
    for fault in report.faults:
        print(styled("red", str(fault), sys.stderr), file=sys.stderr)
    games = tr.count.games(n=report.games)
    if month:
        games = tr.command.games_of_month(games=games, month=month)
    found = tr.count.faults(n=len(report.faults)) if report.faults else tr.command.all_is_proved()
    verdict = styled("red" if report.faults else "green", f"{found}.")
    print(tr.command.audit_checked(lines=tr.count.lines(n=report.lines), games=games, verdict=verdict))
    if report.with_computers:
        played, sampled = tr.count.games(n=report.with_computers), report.sampled
        if sampled is None:
            print(tr.command.computers_checked(games=played))
        else:
            print(tr.command.computers_sampled(games=played, sampled=sampled))
    print(tr.command.audit_head(head=report.head))
    return 1 if report.faults else 0


def bar(stream: TextIO) -> Callable[[int, int], None] | None:
    """A progress bar on a terminal, drawn anew for each hundredth; None elsewhere."""
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
