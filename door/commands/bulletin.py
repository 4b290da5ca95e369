"""`door bulletin`."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Final

from door.commands import CliCommand, CommandError, flag, month, path, word
from door.commands.parts.shared import door_of, doors, plainly, settings
from door.features.bulletins.pages import LUCK_TITLE, luck_lines
from door.games.info import Info
from door.pages.bulletin_files import bulletin_text, forms, printable, sheet_text
from door.records.bulletins import Bulletin, DailySheet, daily_sheet
from door.records.bulletins import bulletin as made
from door.records.clock import board_time
from door.records.daily.rules import offers, today_at
from door.records.files.disk import make_folder, replace_file
from door.records.ledger.ledger import Ledger
from door.records.ledger.live_ledger import read_ledger
from door.ui.texts import tr


def bulletin(args: argparse.Namespace) -> int:
    """Print the month's bulletin of one door or of every open one, with its daily deals.

    With `--write`, also write them there, but without today's daily table: anybody may read those files.
    `--luck` adds the month without luck, if the door's coach is exact.
    """
    chosen = settings(args.board)
    open_doors = [name for name in doors() if chosen.doors[name].enabled]
    wanted = [door_of(args.slug)] if args.slug else [door_of(name) for name in open_doors]
    moment = board_time(chosen.data, chosen.zone)
    today = today_at(moment, chosen.zone)
    now = today.day[:7]
    wanted_month = args.month or now
    if wanted_month > now:
        raise CommandError(tr.command.month_not_begun(month=wanted_month))
    with plainly():
        ledger = read_ledger(chosen.data / "journal", doors(), chosen.data / "cache")
    texts: list[str] = []
    for door in wanted:
        info, options = door.INFO, chosen.doors[door.INFO.slug].options
        sheet = made(ledger, info, options, wanted_month, now)
        daily = daily_sheet(ledger, info, wanted_month, today) if offers(info, options) else None
        whole = daily and daily_sheet(ledger, info, daily.month, today, whole=True)
        texts += [bulletin_text(sheet), *([sheet_text(whole)] if whole else [])]
        if args.luck and door.game.coach and door.game.coach.exact:
            texts.append(_luck(ledger, info, sheet))
        if args.write:
            for one in (sheet, daily) if daily else (sheet,):
                _write(one, args.write)
    print("\n".join(texts), end="")
    return 0


def _luck(ledger: Ledger, info: Info, sheet: Bulletin) -> str:
    """Return the same month without luck."""
    table = ledger.luck.table(sheet.month, info.slug, sheet.ranking)
    rows = luck_lines([row._replace(caller=printable(row.caller)) for row in table])
    basis = tr.bulletins.luck_per_game() if sheet.ranking == "best" else tr.bulletins.luck_by_sum()
    return "\n".join((f"{info.name()}: {LUCK_TITLE}", basis, *(rows or (tr.command.nobody(),)), "", ""))


def _write(sheet: Bulletin | DailySheet, folder: Path) -> None:
    """Write a sheet to `folder` in three forms: `slug-month.ans`, `.asc` and `.txt`, or those of
    `slug-month-daily`. Each file is replaced, so that a partial one is never shown."""
    make_folder(folder, 0o777)
    for kind, data in forms(sheet).items():
        replace_file(folder / f"{sheet.stem}.{kind}", data, ready=lambda fd: os.fchmod(fd, 0o644))


COMMANDS: Final = {
    "bulletin": CliCommand(tr.usage.bulletin, bulletin, (
        word("slug", "SLUG", tr.usage.bulletin_slug, nargs="?"),
        word("--month", "YYYY-MM", tr.usage.bulletin_month, type=month),
        word("--write", "DIR", tr.usage.bulletin_write, type=path),
        flag("--luck", tr.usage.bulletin_luck),
    )),
}  # fmt: skip
