"""Shared parts of commands: the catalogue, the board's settings, plain errors, styles."""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from door.commands import CommandError
from door.net.own_terminal import terminfo
from door.records.journal.lines import RecordsError
from door.records.store import Store, StoreRefused
from door.records.store.opening import store_of
from door.screens.door import GameDoor
from door.screens.doors import DOORS, find, infos
from door.settings import Settings, SettingsError, load
from door.ui.texts import tr


def doors() -> dict[str, GameDoor]:
    return {door.INFO.slug: door for door in DOORS}


def settings(board: Path) -> Settings:
    """Return the board's settings. Raises CommandError with a line per fault.

    No command needs secrets, and those of the service can only be read while it runs.
    """
    try:
        return load(board, infos(), secrets=False)
    except SettingsError as error:
        raise CommandError(str(error)) from None


def store(chosen: Settings) -> Store:
    """Return the board's store, which is not open. It is closed at the command's end."""
    with plainly():
        kept = store_of(*chosen.where)
    atexit.register(kept.close)
    return kept


@contextmanager
def plainly() -> Iterator[None]:
    """Turn the records' refusals into command errors."""
    try:
        yield
    except StoreRefused as error:  # its text is only a reason
        file = getattr(error.__cause__, "filename", None)
        text = tr.records.document_unusable(file=file, reason=error) if file else error
        raise CommandError(str(text)) from None
    except RecordsError as error:
        raise CommandError(str(error)) from None


def read_input(file: str, most: int) -> bytes:
    """Return a file's content, or that of stdin for "-", and of a longer one `most` + 1 bytes. Raises
    OSError."""
    if file == "-":
        return sys.stdin.buffer.read(most + 1)
    with Path(file).open("rb") as opened:
        return opened.read(most + 1)


def agreed(question: str) -> bool:
    """Ask on the terminal; True if the answer is yes."""
    return input(f"{question} ").strip().casefold() in ("y", "yes")


def door_of(slug: str) -> GameDoor:
    """Return the door of that slug. CommandError lists the doors."""
    door = find(slug)
    if door is None:
        raise CommandError(tr.command.no_such_door(slug=repr(slug), doors=", ".join(infos())))
    return door


def style(how: str, text: str, stream: TextIO | None = None) -> str:
    """Return the text in a blessed style, such as "bold" or "red", if the stream (default: stdout) is a
    terminal that supports it and NO_COLOR is not set.
    """
    out = stream or sys.stdout
    kind = terminfo(os.environ.get("TERM", "")) if out.isatty() and not os.environ.get("NO_COLOR") else None
    return str(getattr(kind, how)(text)) if kind else text
