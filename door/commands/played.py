"""`door doors`: is it played? Each door with this month's and last month's visits."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from door.commands import CliCommand
from door.commands.parts.shared import doors, plainly, settings, store, style
from door.records.access.played import DoorMonth, visits_by_door
from door.records.journal.lines import month_before
from door.ui.texts import tr

HEADS: Final = (
    tr.command.played_visits, tr.command.played_minutes, tr.command.played_callers, tr.command.played_back,
)  # fmt: skip


def list_doors(args: argparse.Namespace) -> int:
    """List each door, the most visited first."""
    chosen = settings(args.board)
    month = f"{datetime.now(chosen.zone):%Y-%m}"
    names = {slug: str(door.INFO.name()) for slug, door in doors().items()}
    names |= {slug: door.name for slug, door in chosen.externals.items()}
    with plainly():
        found = visits_by_door(store(chosen), month, names)
    _table(month, [(one.name, one.now) for one in found])
    _table(month_before(month), [(one.name, one.before) for one in found])
    return 0


def _table(month: str, rows: Iterable[tuple[str, DoorMonth]]) -> None:
    print(style("bold", _line(month, *(head() for head in HEADS))))
    for name, one in sorted(rows, key=lambda row: -row[1].visits):
        print(_line(name, one.visits, one.seconds // 60, one.callers, one.back))


def _line(name: str, *numbers: object) -> str:
    return f"{name:<30}" + "".join(f"{number:>14}" for number in numbers)


COMMANDS: Final = {"doors": CliCommand(tr.usage.doors, list_doors)}
