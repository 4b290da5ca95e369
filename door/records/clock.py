"""The board's time: the system's clock, unless that has leapt ahead.

The journal's time never goes back, so one reading of a clock far ahead would stop the board's calendar for
years. The machine's uptime tells how much time has really passed. After a restart only the board's last sign
of life does. A clock ahead of that is believed once it has kept the leap for `STAND` seconds, or the sysop
confirms it. Until then the board's time continues without the leap.

If the clock is set back, the journal waits for it.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Final

from door.records.daily.days import Seeds
from door.records.files.disk import (
    OddFile,
    cut_off,
    make_folder,
    open_to_read,
    read_file,
    replace_file,
    sync_folder,
)
from door.records.journal.files import journal_months, last_time, read_lines
from door.records.journal.grammar import is_time
from door.records.journal.lines import Fields, JournalLine, decode, is_day, reason
from door.records.store import Store
from door.records.store.files import Folder
from door.records.store.kinds import file_of
from door.records.store.tail import JournalTail
from door.records.tables.table_files import TableFiles
from door.ui.texts import tr

LOG: Final = logging.getLogger("door.records")
NOTE: Final = "clock.json"
"""The file in the data folder that notes the board's time at an uptime. A board that is started again learns
from it how long the clock has kept a leap, and `door clock believe` confirms the leap in it."""

LARGEST: Final = 10_000
"""Bytes of that file."""

STAND: Final = 5 * 60.0
"""Seconds for which the clock must have kept a leap."""

DOWN: Final = 24 * 60 * 60.0
"""Seconds that the clock may be ahead of the board's last sign of life after a restart of the machine."""

RUNNING: Final = 60.0
"""Seconds that the clock may get ahead of the machine's uptime."""

NOTICED: Final = 1.0
"""Seconds by which the board's time may leap without being noted in `leaps`."""

IN_DOUBT: Final = (
    "The clock says %s, %s ahead of the board's time.  It is believed once it has said so for %d minutes; "
    "until then the board's time goes on from %s.  If the clock is right, run `door clock believe`; if not, "
    "set it."
)


def uptime() -> float:
    """Return the seconds since the machine was started, including sleep."""
    try:
        return float(Path("/proc/uptime").read_bytes().split()[0])
    except (OSError, ValueError, IndexError):
        return time.monotonic()


@dataclass(frozen=True, slots=True)
class ClockReading:
    """The clock's time (`said`) and the `board`'s time at an uptime of `seconds` in that `boot`.

    Times are POSIX timestamps. The clock may be `slack` seconds ahead of the board.
    """

    boot: str
    seconds: float
    said: float
    board: float
    slack: float

    @property
    def is_leap(self) -> bool:
        return self.said - self.board > self.slack

    def goes_on(self, now: float, seconds: float) -> bool:
        """True if a clock that says `now` has kept the leap since this reading."""
        return abs(now - self.said - (seconds - self.seconds)) <= RUNNING


class BoardClock:
    """Returns the board's time in its `zone` when called.

    `since` is the board's last sign of life, None for a new board. `system` is the clock (a POSIX
    timestamp), `uptime` the machine's in this `boot`, and `awake` the same without sleep.
    """

    def __init__(
        self, data: Path, zone: tzinfo, since: datetime | None, system: Callable[[], float] = time.time,
        uptime: Callable[[], float] = uptime, awake: Callable[[], float] = time.monotonic, boot: str = "",
    ) -> None:  # fmt: skip
        self._path, self._zone, self._boot = data / NOTE, zone, boot
        self._system, self._uptime, self._awake = system, uptime, awake
        self._guard = threading.Lock()
        self.leaps: list[tuple[datetime, datetime]] = []
        """From when to when the board's time has leapt in this process, or the machine has slept."""
        self._last = -1.0  # the clock when it was last believed
        self._looked = -1.0  # the uptime when the disk was last asked
        self.leap: ClockReading | None = None
        """The leap that is not believed yet."""
        self._told: ClockReading | None = None  # as logged
        now, seconds = system(), uptime()
        last = since.timestamp() if since else now
        self._noted = self._read()
        self._base, self._at, self._slack = last, seconds, DOWN
        if (noted := self._noted) and (passed := seconds - noted.seconds) >= 0:
            self._base, self._at, self._slack = max(noted.board, last - passed), noted.seconds, noted.slack
            self.leap = noted if noted.is_leap else None
        self._woke = self._base + seconds - self._at - awake()  # the board's time when `awake` was 0

    def __call__(self) -> datetime:
        now = self._system()
        if 0 <= now - self._last <= NOTICED:  # asking for the uptime takes twenty times as long
            return datetime.fromtimestamp(now, self._zone)
        with self._guard:
            now, seconds, awake = self._system(), self._uptime(), self._awake()
            expected = self._base + seconds - self._at
            if now - expected > self._slack and not self._is_believed(now, seconds, expected):
                self._last = -1.0
                return datetime.fromtimestamp(expected, self._zone)
            if self.leap:
                told = "believed" if now - expected > RUNNING else "right again"
                LOG.warning("The clock is %s: the board's time is %s.", told, format_time(now))
                self.leap = None
            before = self._woke + awake
            if now - before > NOTICED:
                start, end = (datetime.fromtimestamp(moment, self._zone) for moment in (before, now))
                self.leaps.append((start, end))
            self._woke = now - awake
            self._last, self._base, self._at, self._slack = now, max(now, expected), seconds, RUNNING
            if self._noted is None or self._noted.is_leap or not self._noted.goes_on(self._base, seconds):
                self._note(ClockReading(self._boot, seconds, self._base, self._base, RUNNING))
            return datetime.fromtimestamp(now, self._zone)

    def _is_believed(self, now: float, seconds: float, expected: float) -> bool:
        leap = self.leap
        if leap is None or not leap.goes_on(now, seconds):
            leap = ClockReading(self._boot, seconds, now, expected, self._slack)
            self._note(leap)
        self.leap = leap
        if self._told is not leap:
            self._told = leap
            LOG.warning(IN_DOUBT, format_time(now), span(now - expected), STAND / 60, format_time(expected))
        if seconds - leap.seconds >= STAND:
            return True
        if 0 <= seconds - self._looked < 1.0:  # asks the disk at most once a second
            return False
        self._looked = seconds
        noted = self._read()
        return noted is not None and seconds - noted.seconds >= STAND

    def believe(self) -> bool:
        """Confirm the leap for all processes that don't believe it yet. Return False without a leap."""
        self()
        with self._guard:
            if self.leap is None:
                return False
            seconds, now = self._uptime() - STAND, self._system() - STAND
            board = self._base + seconds - self._at
            self._told = self.leap = ClockReading(self._boot, seconds, now, board, self._slack)
            self._note(self.leap)
            return True

    # -- the note

    def _note(self, reading: ClockReading) -> None:
        self._noted = reading
        try:
            make_folder(self._path.parent)
            replace_file(self._path, json.dumps(asdict(reading)).encode() + b"\n", lasting=False)
        except OSError as error:
            LOG.error("%s cannot be written: %s", NOTE, reason(error))

    def _read(self) -> ClockReading | None:
        """Return the last reading that a process of this boot has noted."""
        try:
            noted = ClockReading(**json.loads(read_file(self._path, LARGEST)))
            numbers = (noted.seconds, noted.said, noted.board, noted.slack)
            sound = noted.boot == self._boot and all(isinstance(number, float | int) for number in numbers)
        except (OSError, ValueError, TypeError, RecursionError):
            return None
        return noted if sound and self._boot else None


def board_clock(data: Path, zone: tzinfo, store: Store | None = None) -> BoardClock:
    """Return the clock of the board with that data folder, in its zone. The time is the store's."""
    system = (lambda: store.now().timestamp()) if store and not store.never_waits else time.time
    return BoardClock(data, zone, last_sign(data), system, boot=boot_id())


def board_time(data: Path, zone: tzinfo) -> datetime:
    """Return the board's time, but no earlier than the journal's last line, which a wrong clock may have
    dated ahead."""
    last = last_time(data / "journal")
    clock = board_clock(data, zone)()
    return max(clock, datetime.fromisoformat(last).astimezone(zone)) if last else clock


def last_sign(data: Path) -> datetime | None:
    """Return when the board was last up, as far as its files tell; None for a new board.

    Without a note, as in a folder that was restored, the times at which files were written count too.
    """
    alive = TableFiles(Folder(data), {}).alive()
    signs = [datetime.fromisoformat(alive)] if alive else []
    with suppress(OSError):  # the journal's own readers report one that can't be read
        if last := last_time(data / "journal"):
            signs.append(datetime.fromisoformat(last))
        months = [data / "journal" / f"{month}.jsonl" for month in journal_months(data / "journal")]
        for path in [] if (data / NOTE).exists() else [*months, file_of(data, "alive", "")]:
            with suppress(FileNotFoundError):
                signs.append(datetime.fromtimestamp(path.stat().st_mtime, UTC))
    return max(signs, default=None)


def boot_id() -> str:
    """Return what names this boot of the machine, "" if the system doesn't say."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except (OSError, ValueError):
        return ""


def format_time(moment: float) -> str:
    """Format a time for the log."""
    return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d %H:%M} UTC"


def span(seconds: float) -> str:
    """Return a span of time in its largest unit: "12 hours"."""
    for most, unit, counted in (
        (90, 1, tr.count.seconds), (5400, 60, tr.count.minutes), (DOWN - RUNNING, 3600, tr.count.hours),
    ):  # fmt: skip
        if seconds < most:
            return counted(n=round(seconds / unit))
    return tr.count.days(n=round(seconds / DOWN))


# -- lines that a clock far ahead has written ----------------------------------------------------


KEPT: Final = ".later"


@dataclass(frozen=True, slots=True)
class TakenLines:
    """The journal's lines that were taken out, and the ids of the tables that lost events."""

    lines: Sequence[Fields]
    tables: Sequence[str]


def take_out(data: Path, t: str) -> TakenLines:
    """Move everything later than `t` (RFC 3339 in UTC) to files whose names end in `.later`. Raises OSError.

    A journal's times never go back, so its later lines are its last ones, and the chain stays valid. No
    board may run meanwhile.
    """
    taken = [entry.fields for entry in _out_of_journal(data / "journal", t)]
    for fields in taken:
        _restore_seed(data, fields)
    tables = TableFiles(Folder(data), {})
    ids = [id for id in sorted(tables.ids()) if _out_of_table(file_of(data, "table", id), t)]
    if tables.alive() > t:
        file_of(data, "alive", "").unlink(missing_ok=True)
    (data / NOTE).unlink(missing_ok=True)
    return TakenLines(taken, ids)


def _out_of_journal(folder: Path, t: str) -> list[JournalLine]:
    """Take out the journal's later lines, the newest file's first."""
    taken: list[JournalLine] = []
    JournalTail(folder).repair()
    for month in reversed(journal_months(folder)):
        path = folder / f"{month}.jsonl"
        start, lines = _later(path, month, t)
        if not lines:
            break
        cut_off(path, start, KEPT)
        taken = lines + taken
    sync_folder(folder)
    return taken


def _later(path: Path, month: str, t: str) -> tuple[int, list[JournalLine]]:
    """Return the offset of a file's first later line, and all lines from there on."""
    start, lines = 0, list[JournalLine]()
    for entry, after in read_lines(path, month):
        if lines or _is_later(entry.fields, t):
            lines.append(entry)
        else:
            start = after
    return start, lines


def _is_later(fields: Fields, t: str) -> bool:
    said = fields.get("t")
    return is_time(said) and said[:23] > t[:23]


def _restore_seed(data: Path, fields: Fields) -> None:
    """Restore the seed of a deal that was revealed too soon, so that its day can go on."""
    seed, day = fields.get("seed"), fields.get("day")
    if fields.get("kind") == "reveal" and isinstance(seed, str) and is_day(day):
        Seeds(Folder(data)).restore(str(day), seed)


def _out_of_table(path: Path, t: str) -> bool:
    """Take the later events out of a match, or all of one that was opened later; True if there were any."""
    with suppress(OddFile), open_to_read(path) as file:
        start = 0
        for line in file:
            if _is_later(decode(line), t):
                cut_off(path, start, KEPT)
                return True
            start += len(line)
    return False
