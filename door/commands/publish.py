"""`door publish DIR`: the public pages as a static site."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from typing import Final

from door.commands import Command, path, word
from door.commands.parts.shared import doors, plainly, settings, store
from door.records.callers.callers import Callers
from door.records.clock import board_time
from door.records.journal.files import JournalFiles
from door.records.ledger.live_ledger import read_ledger
from door.ui.texts import speaking, tr
from door.web.board import hidden, shown
from door.web.publish import NotOurs
from door.web.publish import publish as publish_pages

MOST: Final = 4
"""Most processes."""


def publish(args: argparse.Namespace) -> int:
    """Write the pages that have changed, and say how many."""
    chosen = settings(args.board)
    with plainly():
        if args.folder.resolve().is_relative_to(chosen.data.resolve()):
            raise NotOurs(tr.public.in_data(path=args.folder))
    language = chosen.texts.of(chosen.board.language)
    with plainly(), speaking(lambda: language):
        ledger = read_ledger(JournalFiles(chosen.data / "journal"), doors(), chosen.data / "cache")
        board = shown(ledger, chosen, doors(), board_time(chosen.data, chosen.zone))
        gone = hidden(Callers(store(chosen)).each(), chosen.web.handles == "shown")
        whole = replace(board, hidden=board.hidden | gone, address=chosen.web.url)
        done = publish_pages(whole, args.folder, processes=min(MOST, os.cpu_count() or 1))
    print(tr.public.summary(
        path=args.folder, written=tr.public.written(n=done.written), kept=done.kept, removed=done.removed
    ))  # fmt: skip
    return 0


COMMANDS: Final = {
    "publish": Command(
        tr.usage.publish, publish, (word("folder", "DIR", tr.usage.publish_folder, type=path),)
    ),
}
