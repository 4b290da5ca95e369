"""`door publish DIR`: the public pages as a static site."""

from __future__ import annotations

import argparse
from typing import Final

from door.commands import Command, CommandError, path, word
from door.commands.shared import doors, plainly, settings
from door.records.callers.callers import Callers
from door.records.clock import board_time
from door.records.journal.files import JournalFiles
from door.records.journal.lines import month_of
from door.records.ledger.live_ledger import read_ledger
from door.server.gc_policy import loading
from door.ui.texts import tr
from door.web.board import Board, hidden, standings
from door.web.publish import NotOurs
from door.web.publish import publish as written


def publish(args: argparse.Namespace) -> int:
    """Write the pages that have changed, and say how many."""
    chosen = settings(args.board)
    shown = {slug: door for slug, door in doors().items() if chosen.doors[slug].enabled}
    journal, web = chosen.data / "journal", chosen.web
    now = month_of(board_time(chosen.data, chosen.zone), chosen.zone)
    with loading(), plainly():
        ledger = read_ledger(JournalFiles(journal), doors(), chosen.data / "cache")
        options = {slug: chosen.doors[slug].options for slug in shown}
        callers = Callers(chosen.data / "callers").each()
        board = Board(
            chosen.board.name, chosen.board.language, shown, journal,
            hidden(callers, web.handles == "shown"), *standings(ledger, shown, options, now),
            address=web.url, shows_journal=web.journal,
        )  # fmt: skip
    try:
        done = written(board, args.folder)
    except NotOurs as error:
        raise CommandError(str(error)) from None
    print(tr.public.summary(
        path=args.folder, written=tr.public.written(n=done.written), kept=done.kept, removed=done.removed
    ))  # fmt: skip
    return 0


COMMANDS: Final = {
    "publish": Command(
        tr.usage.publish, publish, (word("folder", "DIR", tr.usage.publish_folder, type=path),)
    ),
}
