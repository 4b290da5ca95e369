"""`door tables` and `door tables end`: list and end matches, whether the board runs or not."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from typing import Final

from door.commands import CliCommand, CommandError, word
from door.commands.parts.owner import carried_out
from door.commands.parts.shared import doors, plainly, settings, store, style
from door.play.match.values import Match, Refusal
from door.play.match.view import outcome, stands
from door.play.replay import games_of
from door.records.clock import board_clock
from door.records.journal.lines import stamp
from door.records.tables.table_files import TableError, TableFile, TableFiles
from door.records.tables.tables import ms_up
from door.settings import Settings
from door.term.charset import clean
from door.ui.texts import tr
from door.ui.words import commas

HEAD: Final = (
    tr.command.tables_id, tr.command.tables_door, tr.command.tables_seats, tr.command.tables_clock,
    tr.command.tables_last_move, tr.command.tables_stands,
)  # fmt: skip
WHY_WIDTH: Final = 70


def _files(chosen: Settings) -> TableFiles:
    return TableFiles(store(chosen), games_of(doors()))


def tables(args: argparse.Namespace) -> int:
    """List the open tables, oldest first."""
    chosen = settings(args.board)
    files, rows, faults = _files(chosen), list[tuple[str, ...]](), list[str]()
    found = []
    with plainly():
        ids, alive = sorted(files.ids()), files.alive()
    for id in ids:
        try:
            found.append(files.load(id))
        except TableError as error:
            faults.append(str(error))
    for file in sorted(found, key=lambda file: file.match.terms.t):
        if file.match.stage != "over":
            rows.append(_row(file, chosen, alive))
    for fault in faults:
        print(fault, file=sys.stderr)
    if not rows:
        print(tr.command.no_table_open())
        return 0
    id, door, seats, clock, last_move, standing = (head() for head in HEAD)
    every = [(id, door, seats, "", clock, last_move, standing), *rows]
    widths = [max(len(row[at]) for row in every) for at in range(len(every[0]))]
    head, *lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in every)
    print("\n".join([style("bold", head), *lines]))
    return 0


def _row(file: TableFile, chosen: Settings, alive: str) -> tuple[str, ...]:
    match = file.match
    terms, moment = match.terms, datetime.fromisoformat(match.t).astimezone(chosen.zone)
    free = terms.to or tr.tables.anybody()
    seats = commas(who or f"({free})" for who in match.seats)
    kind = " ".join([tr.command.table_race()] * terms.race + [tr.command.table_rated()] * terms.rated)
    ms = ms_up(match, alive, match.ms_at(stamp(datetime.now(UTC))))
    return (
        terms.id, terms.door, seats, kind, match.clock or terms.clock, f"{moment:%Y-%m-%d %H:%M}",
        stands(match, -1, ms),
    )  # fmt: skip


def end(args: argparse.Namespace) -> int:
    """End a table. Its game doesn't count, and its players are shown the reason."""
    chosen = settings(args.board)
    files, why, clock = _files(chosen), clean(args.why).strip(), board_clock(chosen.data, chosen.zone)
    if not why or len(why) > WHY_WIDTH:
        raise CommandError(tr.command.say_why(limit=WHY_WIDTH))
    with plainly():
        id = _id(files, args.id)

        def alone() -> str:
            try:
                files.load(id).add({"do": "end", "why": why}, lambda: stamp(clock()))
            except Refusal as refusal:
                raise CommandError(str(refusal)) from None
            return ""

        carried_out(chosen.data, {"do": "end-table", "id": id, "why": why}, alone)
        match = files.load(id).match
    print(tr.command.table_ended(id=match.terms.id, names=_names(match), outcome=outcome(match)))
    return 0


def _names(match: Match) -> str:
    return " and ".join(who for who in match.seats if who)


def _id(files: TableFiles, beginning: str) -> str:
    """Return the id of the only table whose id starts so."""
    found = [id for id in files.ids() if id.startswith(beginning.lower())] if beginning else []
    if len(found) != 1:
        which = tr.command.several_tables if found else tr.command.no_such_table
        raise CommandError(which(id=repr(beginning)))
    return found[0]


TABLES: Final = {
    "list": CliCommand(tr.usage.tables_list, tables),
    "end": CliCommand(tr.usage.tables_end, end, (
        word("id", "ID", tr.usage.tables_end_id),
        word("--why", "TEXT", tr.usage.tables_end_why, required=True),
    )),
}  # fmt: skip
