"""Writes matches to the journal.

Guarantees: a line is written with the event that it is about. If a crash of an earlier release left one out,
the next start writes it. The journal decides, so no line is there twice.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from door.games.contract import Door
from door.play.match.values import Match
from door.records.journal.decisions import JournalBusy, JournalPlan
from door.records.journal.grammar import fault_in, seconds_between
from door.records.journal.lines import Fields, day_of, plain, stamp
from door.records.ledger.live_ledger import LiveLedger
from door.records.store import Change, Unanswered, as_reason
from door.ui.catalogue import tr

LOG: Final = logging.getLogger("door.records")
LATE: Final = 1.0
"""A `table` line says when play began if it is later than this many seconds."""


class TableBooks:
    """The lines about tables in the journal behind `live`."""

    def __init__(self, live: LiveLedger, games: Mapping[str, Door]) -> None:
        self.live, self.games = live, games
        self._refused: set[str] = set()

    async def enter(self, match: Match) -> None:
        """Write the match's lines, unless the journal has them."""
        if self.lacks(match):
            try:
                await self.live.journal.decide(lambda moment: self.lines(match, moment), match.terms.id)
            except (JournalBusy, Unanswered) as error:
                LOG.error("table %s: %s", match.terms.id, as_reason(error))

    def book(self, match: Match, change: Change) -> int:
        """Write the change that begins or ends the match, with its lines; return the document's new version.
        Waits. Raises RecordsError."""

        def plan(moment: datetime) -> JournalPlan:
            return JournalPlan(self.lines(match, moment), [change])

        return self.live.journal.decide_now(plan, match.terms.id).versions[0]

    def lacks(self, match: Match) -> bool:
        """True if the journal lacks a line of it. A line that the grammar refuses isn't tried again."""
        return match.terms.id not in self._refused and bool(self._lines(match, self.live.journal.now()))

    def has_ended(self, match: Match) -> bool:
        """True if the journal has this match's result."""
        return self.live.read(lambda ledger: match.terms.id in ledger.ladder.ended)

    def _missing(self, match: Match) -> tuple[bool, bool]:
        """Return whether the journal lacks the match's `table` line, and its `match` line."""
        id = match.terms.id
        begun, ended = self.live.read(lambda ledger: (id in ledger.ladder.open, id in ledger.ladder.ended))
        return not (begun or ended), match.stage == "over" and not ended

    def lines(self, match: Match, moment: datetime) -> list[Fields]:
        """Return the lines that the journal lacks. If the grammar refuses one, or the ledger would not count
        it, it is logged and none is written."""
        lines = self._lines(match, moment)
        for line in lines:
            whole = {"t": stamp(moment), **line}
            if why := fault_in(whole) or self._is_uncounted(whole):
                self._refused.add(match.terms.id)
                LOG.error("table %s: %s", match.terms.id, tr.records.line_refused(kind=line["kind"], why=why))
                return []
        return lines

    def _is_uncounted(self, line: Fields) -> str:
        """Return why the ledger would not count the end of a match, or "". The line would be written again
        and again."""
        id = line["id"]
        return self.live.read(
            lambda ledger: (
                tr.audit.seats_not_of_table()
                if line["kind"] == "match" and id in ledger.ladder.open and not ledger.ladder.ends(line)
                else ""
            )
        )

    def _lines(self, match: Match, moment: datetime) -> list[Fields]:
        if match.stage == "forming" or match.end == "withdrawn":
            return []
        lacks_table, lacks_end = self._missing(match)
        lines: list[Fields] = []
        if lacks_table:
            table = table_line(self.games[match.terms.door], match, day_of(moment, self.live.journal.zone))
            late = seconds_between(match.begun, stamp(moment)) > LATE
            lines.append({**table, "begun": match.begun} if late else table)
        return [*lines, match_line(match)] if lacks_end else lines


def table_line(game: Door, match: Match, day: str) -> Fields:
    """Return the line that begins a match: the terms, and all that is sealed before the first move. `day` is
    the board's date."""
    terms = match.terms
    line: dict[str, Any] = {
        "kind": "table",
        "id": terms.id,
        "door": terms.door,
        "seats": list(match.seats),
        "day": day,
        "options": plain(game.info.journal_options(terms.options)),
        "clock": terms.clock,
        "rated": terms.rated,
        "commit": terms.commit,
    }
    if any(match.words):
        line["words"] = [word or "" for word in match.words]
    if any(match.codes):
        line["seals"] = [code.seal if code else "" for code in match.codes]
    if terms.race:
        line["race"] = True
    return line


def match_line(match: Match) -> Fields:
    """Return the line of a finished match: seed, salts, moves, times and the result."""
    line: dict[str, Any] = {
        "kind": "match", "id": match.terms.id, "seats": list(match.seats), "seed": match.terms.seed,
        "scores": list(match.scores), "places": list(match.places), "end": match.end,
        "moves": [made.move for made in match.made], "times": [made.ms for made in match.made],
    }  # fmt: skip
    if match.terms.race:
        sides = [[made for made in match.made if made.seat == seat] for seat in range(len(match.seats))]
        line["moves"] = [[made.move for made in side] for side in sides]
        line["times"] = [[made.ms for made in side] for side in sides]
    if any(match.codes):
        line["salts"] = [code.salt if code else "" for code in match.codes]
    if match.by >= 0:
        line["by"] = match.by
    if match.changes:
        line["clocks"] = [list(change) for change in match.changes]
    if match.left:
        line["left"] = list(match.left)
    return line
