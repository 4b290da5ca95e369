"""`door publish DIR`: the public pages as a static site."""

from __future__ import annotations

import argparse
import os
from functools import partial
from typing import Final

from door.commands import CliCommand, path, word
from door.commands.parts.shared import doors, plainly, settings
from door.net.web.site import make_files
from door.records.clock import board_time
from door.records.ledger.live_ledger import read_ledger
from door.ui.texts import speaking, tr
from door.web import pages
from door.web.board import facts, public_board
from door.web.publish import NotOurs
from door.web.publish import publish as publish_pages

MOST: Final = 4
"""Most processes."""


def publish(args: argparse.Namespace) -> int:
    """Write the pages, and say how many."""
    chosen = settings(args.board)
    with plainly():
        if args.folder.resolve().is_relative_to(chosen.data.resolve()):
            raise NotOurs(tr.public.in_data(path=args.folder))
    language = chosen.texts.of(chosen.board.language)
    with plainly(), speaking(lambda: language):
        ledger = read_ledger(chosen.data / "journal", doors(), chosen.data / "cache")
        moment = board_time(chosen.data, chosen.zone)
        board = public_board(chosen, pages.assets(make_files()), is_live=False)

        of_ledger = partial(facts, ledger, chosen, doors(), moment)
        done = publish_pages(
            board, of_ledger, args.folder, dict(language.texts), language.code,
            min(MOST, os.cpu_count() or 1), chosen.web.journal,
        )  # fmt: skip
    print(
        tr.public.summary(path=args.folder, written=tr.public.written(n=done.written), removed=done.removed)
    )
    return 0


COMMANDS: Final = {
    "publish": CliCommand(
        tr.usage.publish, publish, (word("folder", "DIR", tr.usage.publish_folder, type=path),)
    ),
}
