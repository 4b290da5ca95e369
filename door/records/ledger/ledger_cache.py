"""The ledger carried over from one start to the next, so that a start need not read ten years.

Law: `data/cache/ledger.jsonl` holds nothing that the journal does not, and may be deleted at
any time.  It is the ledger as it stood after some line, with a seal (see `chain_digest`) of every byte
it was folded from:

- a closed month's file is believed while it has the size, the times and the place on the disk
  that it had when its bytes were last found true;
- of the file that goes on growing the last block is compared at once, and the whole of it as
  soon as somebody finds the time: until then it is in doubt (`Folded.doubts`);
- whatever does not fit, is torn, is of another version or of another board's journal, is as
  good as not there: the journal is read from its first line.

The audit never looks here.  Who writes to the cache on purpose, sum and all, deceives a start;
what they invent is neither in the journal nor in any proof, and goes with the file.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from door import __version__
from door.midend.api import Door
from door.records.files.disk import FOLDER, replace_file
from door.records.journal.journal import Journal, Place
from door.records.journal.lines import Entry, reason
from door.records.ledger.chain_digest import ChainDigest, mark_of
from door.records.ledger.ledger import Ledger

LOG: Final = logging.getLogger("door.records")
NAME: Final = "ledger.jsonl"
WORTH: Final = 500
"""Lines that a start reads faster from the journal than it takes to keep them."""

NOTABLE: Final = 10_000_000
"""Bytes that take some seconds to fold: whoever waits is told."""

LARGEST: Final = 256_000_000
"""Bytes of a cache that is still believed to be one."""

DRAFT_SECONDS: Final = 60.0
CELLS: Final = 2_000
"""Values a line of it: one is written while others wait for the interpreter."""

Stop = Callable[[], bool]


class Part(NamedTuple):
    """What was folded of a month's file: the first `size` bytes, their mark, and what the disk
    said of the file (`_sign`) before they were last found to be so; None if they never were."""

    month: str
    size: int
    mark: str
    sign: tuple[int, ...] | None


@dataclass(slots=True)
class Folded:
    """A ledger, and just what it was folded from: whole months, then `seal` bytes of `month`.

    `fresh` counts the lines that no cache knows; `doubts` are the parts that were believed and
    not compared yet.
    """

    ledger: Ledger
    closed: list[Part] = field(default_factory=list)
    month: str = ""
    seal: ChainDigest = field(default_factory=ChainDigest)
    fresh: int = 0
    doubts: list[Part] = field(default_factory=list)

    @property
    def place(self) -> Place:
        """Where in the journal the next line begins."""
        return self.month, self.seal.size

    def take(self, entry: Entry) -> None:
        """The journal's next line."""
        if entry.month != self.month:
            if self.month:
                self.closed.append(Part(*self.place, self.seal.mark, None))
            self.month, self.seal = entry.month, ChainDigest()
        self.seal.add(entry.raw + b"\n")
        self.ledger.fold((entry,))
        self.fresh += 1

    def settle(self, sure: Iterable[Part]) -> None:
        """These parts were compared, and are true."""
        for part in sure:
            self.doubts = [doubt for doubt in self.doubts if doubt[:3] != part[:3]]
            self.closed = [part if known[:3] == part[:3] else known for known in self.closed]

    def copy(self) -> Folded:
        """As it is now."""
        return Folded(self.ledger.copy(), list(self.closed), self.month, self.seal.copy())


# -- reading -----------------------------------------------------------------------------


def read_ledger(journal: Journal, doors: Mapping[str, Door], cache: Path) -> tuple[Ledger, Place]:
    """The ledger of the whole journal, beyond doubt, and the place up to which it was read.

    Keeps it in `cache` where that was worth it; OSError where the journal cannot be read.
    """
    folded = fold(journal, doors, cache)
    if (sure := compared(journal, folded.doubts)) is None:
        folded = fold(journal, doors)
    else:
        folded.settle(sure)
    if folded.fresh >= WORTH:
        keep(journal, folded, cache)
    return folded.ledger, folded.place


def fold(
    journal: Journal, doors: Mapping[str, Door], cache: Path | None = None, stop: Stop = lambda: False
) -> Folded:
    """All of the journal, from what the cache has of it on; OSError where it cannot be read.

    On `stop` it ends too soon, and the ledger is of no use.
    """
    folded = (_kept(journal, doors, cache) if cache else None) or Folded(Ledger(doors))
    if (left := _left(journal, folded)) > NOTABLE:
        LOG.warning("%d MB of journal are read line by line; that takes a while.", left // 1_000_000)
    odd: Counter[str] = Counter()
    for entry, _ in journal.since(folded.place):
        folded.take(entry)
        if not entry.fields:
            odd[entry.month] += 1
        if stop():
            break
    for month, count in odd.items():
        LOG.error(
            "%s: skipped %d unreadable lines; run `door audit` to list them.",
            journal.path(month).name, count,
        )  # fmt: skip
    return folded


def _left(journal: Journal, folded: Folded) -> int:
    """Bytes of the journal that are not folded yet."""
    sizes = (journal.path(month).stat().st_size for month in journal.months() if month >= folded.month)
    return sum(sizes) - folded.seal.size


def compared(journal: Journal, parts: Iterable[Part], stop: Stop = lambda: False) -> list[Part] | None:
    """These parts, with the signs of their files, where the journal has them just so; None where
    one is otherwise.  On `stop`, those that were read by then."""
    sure = []
    for part in parts:
        path = journal.path(part.month)
        try:
            sign, mark = _sign(path), mark_of(path, part.size, stop)
        except OSError:
            return None
        if stop():
            break
        if mark != part.mark:
            return None
        sure.append(part._replace(sign=sign))
    return sure


def _kept(journal: Journal, doors: Mapping[str, Door], cache: Path) -> Folded | None:
    """What the cache has, if it is whole and fits the journal."""
    try:
        tree = _parse((cache / NAME).read_bytes())
        if tree["made"] != _maker(doors):
            return None
        closed = [Part(month, size, mark, sign and tuple(sign)) for month, size, mark, sign in tree["closed"]]
        month, size, before, mark = tree["open"]
        if [name for name in _filled(journal) if name <= month] != [*(p.month for p in closed), month]:
            return None
        seal = ChainDigest.resumed(journal.path(month), size, before, mark)
        if seal is None:
            return None
        doubts = [part for part in closed if part.sign != _sign(journal.path(part.month))]
        running = Part(month, size, mark, None)
        return Folded(Ledger.from_json(doors, tree["ledger"]), closed, month, seal, doubts=[*doubts, running])
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None


def _filled(journal: Journal) -> list[str]:
    return [month for month in journal.months() if journal.path(month).stat().st_size]


def _sign(path: Path) -> tuple[int, ...]:
    """What would be otherwise if somebody had written to the file."""
    stat = path.stat()
    return stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino


def _maker(doors: Mapping[str, Door]) -> list[str]:
    """Another version of the board, or other doors, may fold the same lines otherwise."""
    return [__version__, *sorted(doors)]


def _parse(data: bytes) -> dict[str, Any]:
    """The cache's values; ValueError or LookupError where it is torn, or not as it was written."""
    text, _, rest = data.rpartition(b'["sum",')
    if len(data) > LARGEST or rest != _sum(text):
        raise ValueError
    ledger: dict[str, Any] = {}
    tree: dict[str, Any] = {"ledger": ledger}
    for line in text.splitlines():
        section, name, value = json.loads(line)
        if section == "part":
            ledger.setdefault(name, []).extend(value)
        else:
            (ledger if section == "ledger" else tree)[name] = value
    return tree


# -- keeping -----------------------------------------------------------------------------


def keep(journal: Journal, folded: Folded, cache: Path) -> bool:
    """Keeps the ledger for the next start, unless its closed months are not what was folded.

    A disk that refuses is a line in the log.  Nothing of `folded` may be in doubt, and nothing
    counted ahead.
    """
    sure = compared(journal, [part for part in folded.closed if not part.sign])
    if sure is None or not folded.month:
        return False
    folded.settle(sure)
    try:
        cache.mkdir(mode=FOLDER, exist_ok=True)
        _sweep(cache)
        replace_file(cache / NAME, _written(folded), lasting=False)
    except OSError as error:
        LOG.warning("%s/%s was not kept: %s.", cache.name, NAME, reason(error))
        return False
    folded.fresh = 0
    return True


def _sweep(cache: Path) -> None:
    """Deletes what processes left that were killed while they wrote; a young one may be being written."""
    for draft in cache.glob(f".{NAME}.*"):
        with contextlib.suppress(FileNotFoundError):
            if time.time() - draft.stat().st_mtime > DRAFT_SECONDS:
                draft.unlink()


def _written(folded: Folded) -> bytes:
    lines = [
        _line("head", "made", _maker(folded.ledger.doors)),
        _line("head", "closed", folded.closed),
        _line("head", "open", [*folded.place, folded.seal.before, folded.seal.mark]),
    ]
    for name, value in folded.ledger.to_json().items():
        if isinstance(value, list):
            lines += [_line("part", name, piece) for piece in _pieces(value)]
        else:
            lines.append(_line("ledger", name, value))
    text = b"".join(lines)
    return text + b'["sum",' + _sum(text)


def _pieces(rows: list[Any]) -> Iterator[list[Any]]:
    """The rows in portions of about `CELLS` values; of none, one empty portion."""
    piece: list[Any] = []
    cells = 0
    for row in rows:
        piece.append(row)
        cells += len(row) if isinstance(row, list) else 1
        if cells >= CELLS:
            yield piece
            piece, cells = [], 0
    if piece or not rows:
        yield piece


def _line(section: str, name: str, value: Any) -> bytes:
    return json.dumps([section, name, value], separators=(",", ":")).encode() + b"\n"


def _sum(text: bytes) -> bytes:
    return b'"' + hashlib.sha256(text).hexdigest().encode() + b'"]\n'
