"""The board's log: one line per event, to stderr and to a rotating file.

Failed log-ons read `log-on failed node=N handle='NAME' address=ADDR`, which the fail2ban filter in
docs/operating.md matches. They are all written. Lines that one address or caller could cause without end
(marked with `crowd`) are folded, so that a flood doesn't fill the sysop's disk.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

from door.records.files.disk import make_folder, open_file, open_to_read
from door.records.trail import NAME as TRAIL
from door.settings import Settings
from door.ui.texts import Said, tr

FOLD_LOOK: Final = 5.0
FOLD_SECONDS: Final = 60.0
WRITTEN: Final = 5
"""Lines of a kind from one address to write within that time."""

ADDRESSES: Final = 1000
"""Addresses to tell apart within that time. The rest are folded together."""

ELSEWHERE: Final = "other addresses"
FORMAT = "%(asctime)sZ %(levelname)s %(name)s %(message)s"


class English(logging.Formatter):
    """Writes callers' sentences to the log in shipped English."""

    def format(self, record: logging.LogRecord) -> str:
        if isinstance(record.args, tuple):
            record.args = tuple(map(_english, record.args))
        return super().format(record)


def _english(value: object) -> object:
    said = value.args[0] if isinstance(value, Exception) and value.args else value
    return said.in_english if isinstance(said, Said) else value


class Json(English):
    """Writes a line as a JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        text, _, trace = super().format(record).partition("\n")
        entry = {
            "time": f"{self.formatTime(record, self.datefmt)}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": text,
            **({"fields": fields} if (fields := _fields(record)) else {}),
            **({"trace": trace} if trace else {}),
        }
        return json.dumps(entry, ensure_ascii=False)


_PLACE: Final = re.compile(r"(?:([a-z][a-z-]*)=|\b(caller) )?%[-+ #0]*\d*(?:\.\d+)?([a-zA-Z%])")


def _fields(record: logging.LogRecord) -> dict[str, object]:
    """Return what the line's text names, such as node=%d and caller=%r, and its `fields` if it has any."""
    values = iter(record.args if isinstance(record.args, tuple) else ())
    found = dict[str, object]()
    for name, other, kind in _PLACE.findall(str(record.msg)):
        value = None if kind == "%" else next(values, None)
        if (name or other) and value is not None:
            found[name or other] = value if isinstance(value, (int, float)) else str(value)
    return {**found, **getattr(record, "fields", {})}


def formatter() -> logging.Formatter:
    """Format a line of the log, with the time in UTC."""
    form = English(FORMAT, "%Y-%m-%dT%H:%M:%S")
    form.converter = time.gmtime
    return form


@contextmanager
def noted_in(book: logging.Handler) -> Iterator[None]:
    """Copy every line of the log to `book` in the meantime."""
    log = logging.getLogger("door")
    book.setFormatter(formatter())
    log.addHandler(book)
    try:
        yield
    finally:
        log.removeHandler(book)


def _form_of(settings: Settings) -> logging.Formatter:
    """Return the form of the log's lines that the sysop has chosen."""
    form = formatter()
    if settings.log.format == "json":
        form = Json("%(message)s", form.datefmt)
        form.converter = time.gmtime
    return form


class LogFile(RotatingFileHandler):
    """The log's file. It is opened again after something else has moved or deleted it: logrotate, the
    sysop, or another process of the board. Trouble is reported once, on stderr."""

    def __init__(self, path: Path, kilobytes: int, keep: int) -> None:
        self._trouble = ""
        super().__init__(
            path, maxBytes=kilobytes * 1024, backupCount=keep, encoding="utf-8", errors="backslashreplace"
        )

    def _open(self) -> TextIOWrapper:
        path = Path(self.baseFilename)
        make_folder(path.parent)
        fd = open_file(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK)
        return os.fdopen(fd, "a", encoding=self.encoding, errors=self.errors)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line to the file that now has the log's name."""
        before, self._trouble = self._trouble, ""
        if self.stream and not _is_at(self.stream, self.baseFilename):
            with suppress(OSError):
                self.stream.close()
            self.stream = None  # opened again by the base class
        super().emit(record)
        if self._trouble not in ("", before):
            print(self._trouble, file=sys.stderr)

    def handleError(self, record: logging.LogRecord) -> None:
        """Remember the system's error. The standard library would print a traceback per line."""
        self._trouble = _unwritten(self.baseFilename, sys.exc_info()[1])


def _is_at(stream: TextIOWrapper, path: str) -> bool:
    """True if the open file still has that name."""
    with suppress(OSError):
        return os.path.samestat(Path(path).stat(), os.fstat(stream.fileno()))
    return False


def _unwritten(path: str | Path, error: BaseException | None) -> str:
    return tr.command.log_unwritable(path=path, why=getattr(error, "strerror", None) or error)


def start_log(settings: Settings, console: bool = True) -> None:
    """Set up the log. If the file can't be written, say so on stderr and go on."""
    log = logging.getLogger("door")
    log.setLevel(settings.log.level.upper())
    log.propagate = False
    handlers: list[logging.Handler] = [logging.StreamHandler(sys.stderr)] if console else []
    make_folder(settings.data)
    form = _form_of(settings)
    for handler in [*handlers, _file_handler(settings)]:
        handler.setFormatter(form)
        log.addHandler(handler)


def _file_handler(settings: Settings) -> logging.Handler:
    """Return what writes the log's file, if there is one. If it can't be written, say so on stderr."""
    if path := settings.log_file:
        try:
            return LogFile(path, settings.log.kilobytes, settings.log.keep)
        except OSError as error:
            print(_unwritten(path, error), file=sys.stderr)
    return logging.NullHandler()


@contextmanager
def trail_in(settings: Settings) -> Iterator[None]:
    """Write the trail to the log's file meanwhile, for a command that acts without a running board."""
    log, handler = logging.getLogger(TRAIL), _file_handler(settings)
    handler.setFormatter(_form_of(settings))
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)
        handler.close()


TRAIL_LINE: Final = re.compile(
    r'\S+ [A-Z]+ door\.trail |\{"time": "[^"]*", "level": "[a-z]+", "logger": "door\.trail", '
)
"""The beginning of a line of the trail, as text or JSON. No caller's words can stand there."""


def trail(settings: Settings) -> Iterator[str]:
    """Yield the trail's lines in the log's files, the oldest first. Raises OSError."""
    path = settings.log_file
    olds = [path.with_name(f"{path.name}.{n}") for n in range(settings.log.keep, 0, -1)] if path else []
    for file in (*olds, *([path] if path else [])):
        with suppress(FileNotFoundError), open_to_read(file) as rows:
            texts = (row.decode("utf-8", "replace") for row in rows)
            yield from (row.rstrip("\n") for row in texts if TRAIL_LINE.match(row))


class Folding(logging.Filter):
    """Passes the first lines of a kind from an address, and counts the others.

    A kind is a line's first word (`refused`, `hang-up`). `clock` returns seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._seen: dict[tuple[str, str], tuple[float, int]] = {}  # since when, and how many

    def filter(self, record: logging.LogRecord) -> bool:
        """True if the line is to be written."""
        address = getattr(record, "crowd", "")
        if not address:
            return True
        kind = str(record.msg).partition(" ")[0]
        crowded = len(self._seen) >= ADDRESSES and (kind, address) not in self._seen
        key = kind, ELSEWHERE if crowded else address
        since, count = self._seen.get(key, (self._clock(), 0))
        self._seen[key] = since, count + 1
        return count < WRITTEN

    def sentences(self, at_once: bool = False) -> Iterator[str]:
        """Return a sentence for every address whose lines were folded and whose minute is over."""
        now = self._clock()
        for (kind, address), (since, count) in list(self._seen.items()):
            if at_once or now - since >= FOLD_SECONDS:
                del self._seen[kind, address]
                if count > WRITTEN:
                    yield f"{kind} … and {count - WRITTEN} more from {address} in the last minute"


async def fold_log(log: logging.Logger) -> None:
    """Keep a single address or caller from filling the log, and log how many lines were folded."""
    folding = Folding()
    log.addFilter(folding)
    try:
        while True:
            await asyncio.sleep(FOLD_LOOK)
            for sentence in folding.sentences():
                log.warning("%s", sentence)
    finally:
        for sentence in folding.sentences(at_once=True):
            log.warning("%s", sentence)
        log.removeFilter(folding)
