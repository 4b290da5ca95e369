"""The audit checks that the journal is consistent and that every game's replay comes out as written.

Guarantees: it needs only the journal's files and the rules, and changes nothing. It is exactly as strict as
docs/journal.md, so another program's journal passes too. It never raises for a file's content, however
hostile, but reports the file, the line and the fault.

An edited, added, removed or moved line breaks the `prev` of the next line. A tail that was cut off or
rewritten doesn't show: compare `head` with one that was published earlier.
"""

from __future__ import annotations

import hashlib
import heapq
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from door.play.replay import GameReader
from door.records.audit.daily import DealCheck
from door.records.audit.proof import Claim, FileLine, GameCheck, ReplayPool, complete, wrong_choice
from door.records.audit.tables import TableCheck
from door.records.journal.files import journal_months
from door.records.journal.grammar import (
    LINE_SHAPES,
    Unreadable,
    Wrong,
    check_frame,
    read_line,
    seconds_between,
    short,
)
from door.records.journal.lines import ZERO, Fields, caller_key, digest, reason
from door.records.ledger.ledger import Ledger
from door.records.ledger.live_ledger import Progress
from door.ui.texts import tr

SLACK: Final = 60.0
"""Seconds that a line's time may be before the previous one's, because clocks are set."""

SAMPLE: Final = 32
"""Computers' choices that every audit checks. Each takes up to about 0.1 s."""

LOOKS: Final = 3
NAP: Final = 0.05
"""Seconds before another look at a line that is being written."""


@dataclass(frozen=True, slots=True)
class JournalFault:
    """A fault in a line. The first line is 1; 0 is the whole file."""

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{where}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Report:
    """The result of an audit. `head` is the hash of the last line, `with_computers` the number of games
    with computers, and `sampled` how many of their moves were checked, None for all. `missing` counts the
    lines of doors that are not installed, which were not checked."""

    lines: int
    games: int
    faults: tuple[JournalFault, ...]
    head: str
    with_computers: int = 0
    sampled: int | None = None
    missing: Mapping[str, int] = field(default_factory=dict)


def audit(
    folder: Path,
    doors: Mapping[str, GameReader],
    month: str | None = None,
    progress: Progress | None = None,
    jobs: int = 0,
    computers: bool = False,
    not_installed: Collection[str] = (),
) -> Report:
    """Check the journal in `folder`: the whole chain, and every game or one month's.

    Computers must have moved as their levels choose. With `computers` that is checked in every game, else in
    a sample drawn by the journal's last hash, so that each audit of a growing journal checks other games.
    `progress` is called with the bytes done and all bytes. `jobs` processes help to replay. Lines of doors
    that are `not_installed` are counted and not checked.
    """
    sizes, trouble = _sizes(folder)
    faults, done, count = list(trouble), 0, 0
    total, prev = sum(sizes.values()), ZERO
    with ReplayPool(doors, jobs) as replays:
        check = Check(doors, month, replays, computers, not_installed)
        for path, size in sizes.items():
            for number, raw, whole in _raw_lines(path, size, faults):
                count += 1
                done += len(raw) + 1
                said = check.line((path.name, number), raw, prev)
                if not whole:
                    said = [tr.audit.torn()]
                if said:
                    faults += [JournalFault(path.name, number, text) for text in said]
                prev = digest(raw)
                if progress and count % 256 == 0:
                    progress(done, total)
        faults += [JournalFault(*file_line, text) for file_line, text in check.end()]
    sampled = None if computers else _sample(sizes, doors, check.games, prev, faults)
    if progress:
        progress(total, total)
    faults.sort(key=lambda fault: (fault.file, fault.line))  # puts the faults of replays in their places
    with_computers = len(check.games.computers)
    return Report(count, check.games.games, tuple(faults), prev, with_computers, sampled, check.missing)


def _sample(
    sizes: Mapping[Path, int],
    doors: Mapping[str, GameReader],
    games: GameCheck,
    head: str,
    faults: list[JournalFault],
) -> int | None:
    """Check `SAMPLE` moves of computers, in whole games in an order that `head` gives. Return how many were
    checked, None for all."""

    def order(file_line: FileLine) -> bytes:
        return hashlib.sha256(f"{head} {file_line[0]} {file_line[1]}".encode()).digest()

    drawn = heapq.nsmallest(SAMPLE, games.computers, key=order)
    claims: dict[FileLine, Claim] = {}
    for path, size in sizes.items():
        wanted = {number for name, number in drawn if name == path.name}
        for number, raw, _ in _raw_lines(path, size if wanted else 0, []):
            if number in wanted:
                claims[path.name, number] = games.claim(read_line(raw), games.computers[path.name, number])
    left = SAMPLE
    for file_line in drawn:
        if left > 0 and file_line in claims:
            count, why = wrong_choice(doors, claims[file_line], left)
            faults += [JournalFault(*file_line, why)] if why else []
            left -= count
    return None if left > 0 and len(drawn) == len(games.computers) else SAMPLE - left


def _sizes(folder: Path) -> tuple[dict[Path, int], list[JournalFault]]:
    """Return the files and how many bytes of each to read. A board may be writing the last line just now."""
    paths = [folder / f"{month}.jsonl" for month in journal_months(folder)]
    sizes: dict[Path, int] = {}
    try:
        for path in paths:
            sizes[path] = path.stat().st_size
        for _ in range(LOOKS):
            if not paths or _is_whole(paths[-1], sizes[paths[-1]]):
                break
            time.sleep(NAP)
            sizes[paths[-1]] = paths[-1].stat().st_size
    except OSError as error:
        return {}, [JournalFault(folder.name, 0, tr.audit.cannot_be_read(why=reason(error)))]
    return sizes, []


def _is_whole(path: Path, size: int) -> bool:
    """True if the file's first `size` bytes end with a whole line."""
    with path.open("rb") as file:
        file.seek(max(0, size - 1))
        return file.read(1) in (b"\n", b"")


def _raw_lines(path: Path, size: int, faults: list[JournalFault]) -> Iterator[tuple[int, bytes, bool]]:
    """Yield each line's number, its bytes without the newline, and whether there was a newline."""
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                size -= len(line)
                if size < 0:
                    return
                yield number, line.removesuffix(b"\n"), line.endswith(b"\n")
    except OSError as error:
        faults.append(JournalFault(path.name, 0, tr.audit.cannot_be_read(why=reason(error))))


class Check:
    """The state of an audit between lines."""

    def __init__(
        self,
        doors: Mapping[str, GameReader],
        month: str | None,
        replays: ReplayPool,
        computers: bool,
        not_installed: Collection[str] = (),
    ) -> None:
        self._replays = replays
        self.games = GameCheck(doors, month, replays, computers)
        self._ledger = Ledger(doors, asking=False)
        self.deals = DealCheck(self._ledger, self.games)
        tables = TableCheck(doors, self._ledger, self.games)
        self._not_installed, self.missing = not_installed, Counter[str]()
        self._skipped: dict[str, str] = {}
        self._latest = ""
        self._open: dict[str, Fields] = {}
        self._rules: Mapping[str, Callable[[Fields], None]] = {
            "turn": self._turn, "game": self._game, "winners": self._winners, **self.deals.rules,
            **tables.rules,
        }  # fmt: skip

    def line(self, file_line: FileLine, raw: bytes, prev: str) -> list[str]:
        """Return the faults of a line that follows the one whose hash is `prev`. Faults of its game come
        later, from the replays."""
        self.games.file_line = file_line
        try:
            fields = read_line(raw)
        except Unreadable as error:
            return [str(error)]
        said = list[str]()
        if fields.get("prev") != prev:
            said.append(tr.audit.chain_broken())
        try:
            check_frame(fields)
            self._check_kind(fields)
            self._keep_time(fields["t"])
            self.deals.note_line(fields)
        except Wrong as wrong:
            said.append(str(wrong))
        return said

    def end(self) -> list[tuple[FileLine, str]]:
        """Return the faults of games: wrong replays, and proofs that are missing."""
        return [*self._replays.wrong(), *self.deals.unproved_games()]

    def _check_kind(self, f: Fields) -> None:
        rule = self._rules.get(f["kind"])
        try:
            if shape := LINE_SHAPES.get(f["kind"]):
                shape.check(f)
            if rule and not self._skip(f):
                rule(f)
        finally:
            self._ledger.take(f)

    def _skip(self, f: Fields) -> bool:
        """True if the line belongs to a door that is not installed, so that nobody can check it."""
        id = f.get("id", "")
        slug = self._skipped.get(id) or f.get("door", "")
        if slug not in self._not_installed:
            return False
        if id:
            self._skipped[id] = slug
        self.missing[slug] += 1
        return True

    def _keep_time(self, t: str) -> None:
        """Raise Wrong if time goes back: what was over when the lines before were written stays over."""
        if t >= self._latest:
            self._latest = t
        elif seconds_between(t, self._latest) > SLACK:
            raise Wrong(tr.audit.time_goes_back(time=self._latest))

    def _turn(self, f: Fields) -> None:
        self.games.take_id(f["id"])
        self._open[f["id"]] = f
        complete(self.games.door(f["door"]), f["options"])
        if f["free"] and not self._ledger.turns.free(caller_key(f["caller"]), f["door"]):
            raise Wrong(tr.audit.no_free_turn(caller=short(f["caller"])))

    def _game(self, f: Fields) -> None:
        turn = self._open.pop(f["id"], None)
        if turn is None:
            said = tr.audit.game_twice if f["id"] in self.games.ids else tr.audit.game_no_turn
            raise Wrong(said(id=short(f["id"])))
        known = self._ledger.open.turns.get(f["id"])
        self.games.check_owner(f, turn, known.caller if known else "")
        if (f["month"], f["door"]) in self._ledger.months.winners:
            raise Wrong(tr.audit.month_declared(month=f["month"]))
        self.games.prove(f, turn, f["month"])

    def _winners(self, f: Fields) -> None:
        self.games.door(f["door"])
        ledger, slug = self._ledger, f["door"]
        ladder = ledger.ladder.first(slug, ledger.names)
        if why := ledger.months.fault_of_winners(f) or ledger.months.unfounded_ladder(f, ladder):
            raise Wrong(why)
