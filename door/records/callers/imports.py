"""Callers of another board: a list of handles, levels and last calls becomes callers' files.

Passwords don't move. Each caller gets a one-time word of 80 random bits, of which the file keeps a hash, and
chooses a password at the first log-on. A word is handed out before its caller is written, so a crash
between the two loses none.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final, NamedTuple

from door.records.callers.caller_file import Caller, CallerError, check_handle, looks_of
from door.records.callers.callers import Callers, caller_change, spelt
from door.records.callers.once import new_word, once
from door.records.store import Conflict, StoreRefused, Unanswered, Unit
from door.records.store.kinds import key_of
from door.ui.texts import Said, reason_of, tr

COLUMNS: Final = ("handle", "level", "last_call")
MOST_BYTES: Final = 64 * 1024 * 1024
HIGHEST: Final = 1000
BATCH: Final = 200
"""Callers that are written together: all of them or none."""


class LeftOut(NamedTuple):
    """A row that isn't imported: its line, and why."""

    line: int
    why: Said


class ImportList(NamedTuple):
    """The result of reading a list: new callers, without words, and the rows that are left out."""

    new: tuple[Caller, ...]
    out: tuple[LeftOut, ...]


# -- reading ---------------------------------------------------------------------------------------------


def read_rows(data: bytes, file: str) -> list[tuple[int, dict[str, str]]]:
    """Return the rows of a CSV file by line. Raises CallerError if it isn't one with our columns."""
    if len(data) > MOST_BYTES:
        raise CallerError(tr.accounts.import_too_large(file=file, megabytes=MOST_BYTES >> 20))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CallerError(tr.accounts.import_not_utf_eight(file=file, line=line)) from None
    if "\0" in text:
        raise CallerError(tr.accounts.import_not_utf_eight(file=file, line=1))
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        heads = [head.strip().casefold().replace(" ", "_") for head in next(reader, [])]
        if "handle" not in heads or len(set(heads)) < len(heads):
            raise CallerError(tr.accounts.import_no_columns(file=file, columns=", ".join(COLUMNS)))
        rows = []
        for row in reader:
            if row and len(row) != len(heads):
                values, columns = tr.count.values(n=len(row)), tr.count.columns(n=len(heads))
                where = {"file": file, "line": reader.line_num}
                raise CallerError(tr.accounts.import_wrong_row(**where, values=values, columns=columns))
            if row:
                rows.append((reader.line_num, dict(zip(heads, row, strict=True))))
    except csv.Error as error:
        raise CallerError(tr.accounts.import_bad_csv(file=file, line=reader.line_num, why=error)) from None
    return rows


def sift(
    callers: Callers, rows: Iterable[tuple[int, dict[str, str]]], level: int, reserved: Collection[str],
    now: str,
) -> ImportList:  # fmt: skip
    """Return the callers that the rows bring, and the rows that must be left out. Nothing is written."""
    taken = {key: looks_of(key) for kind in ("caller", "gone") for key in callers.store.keys(kind)}
    looks = set(taken.values())
    new, out = list[Caller](), list[LeftOut]()
    for line, row in rows:
        handle = spelt(row["handle"])
        why = check_handle(handle, reserved)
        if not why and key_of(handle) in taken:
            why = tr.accounts.handle_taken(handle=handle)
        if not why and looks_of(handle) in looks:
            why = tr.accounts.handle_too_similar(handle=handle)
        if not why:
            try:
                own = _level(row.get("level", ""), level)
                caller = Caller(handle, created=now, level=own, last_call=_time(row.get("last_call", "")))
            except CallerError as error:
                why = reason_of(error)
            else:
                taken[key_of(handle)] = looks_of(handle)
                looks.add(looks_of(handle))
                new.append(caller)
        if why:
            out.append(LeftOut(line, why))
    return ImportList(tuple(new), tuple(out))


def _level(text: str, otherwise: int) -> int:
    if not text.strip():
        return otherwise
    if not (text.strip().isascii() and text.strip().isdigit() and int(text) <= HIGHEST):
        raise CallerError(tr.accounts.import_bad_level(text=repr(text[:20]), most=HIGHEST))
    return int(text)


def _time(text: str) -> str:
    """Return a day or a time as a caller's file has it. "" is a caller who has never called."""
    if not text.strip():
        return ""
    try:
        day = datetime.fromisoformat(text.strip().replace("/", "-"))
    except ValueError:
        raise CallerError(tr.accounts.import_bad_time(text=repr(text[:20]))) from None
    return f"{day:%Y-%m-%dT%H:%M:%S}.000Z"


# -- writing ---------------------------------------------------------------------------------------------


def bring(callers: Callers, new: Sequence[Caller], tell: Callable[[str, str], object]) -> Iterator[int]:
    """Write the callers, and yield how many are written. `tell` gets each handle and its one-time word
    first. Raises CallerError."""
    for at in range(0, len(new), BATCH):
        batch = [(caller, new_word()) for caller in new[at : at + BATCH]]
        for caller, word in batch:
            tell(caller.handle, word)
        changes = [caller_change(replace(caller, word=once(word)), 0) for caller, word in batch]
        try:
            callers.store.write(Unit(changes))
        except (StoreRefused, Unanswered, Conflict) as error:
            raise CallerError(tr.accounts.import_stopped(n=at, why=error)) from None
        yield at + len(batch)
