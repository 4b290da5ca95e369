"""Read a sysop's file as plain values with line numbers. All faults together are one SettingsError."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from door.records.files import plain_yaml
from door.records.files.disk import open_to_read
from door.records.files.plain_yaml import FILE, Document, Fault, YamlError
from door.ui.catalogue import tr

BYTES: Final = 65_536
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")


class SettingsError(Exception):
    """The settings can't be used. `errors` has every fault as `file:line: key: reason`."""

    def __init__(self, errors: tuple[str, ...]) -> None:
        super().__init__("\n".join(errors))
        self.errors = errors


def refuse(faults: Iterable[Fault]) -> SettingsError:
    """Return the faults as one error, in the order of files and lines."""
    return SettingsError(tuple(str(fault) for fault in sorted(faults)))


def nearest(word: object, words: Iterable[str]) -> str:
    """Return the word that was probably meant, in any case, or ""."""
    said, known = str(word).casefold(), {name.casefold(): name for name in words}
    found = difflib.get_close_matches(said, known, 1, 0.6)
    longer = [name for name in known if len(said) >= 4 and name.startswith(said)]
    return known[(longer or found)[0]] if longer or found else ""


def either(words: Sequence[str]) -> str:
    """Return "a", "a or b" or "a, b or c"."""
    *most, last = words or ("",)
    return tr.common.either(most=", ".join(most), last=last) if most else last


def read(path: Path, most: int = BYTES, values: int = plain_yaml.VALUES) -> Document:
    """Read one file of limited size and number of values. SettingsError if it isn't a YAML mapping."""
    file = str(path)
    return parse(file, _decode(file, _bytes(path, file, most)), values)


def parse(file: str, text: str, values: int = plain_yaml.VALUES) -> Document:
    """Parse `text`. Faults name `file`."""
    try:
        return plain_yaml.parse(file, text, values)
    except YamlError as error:
        raise refuse([error.fault]) from None


def _bytes(path: Path, file: str, most: int) -> bytes:
    try:
        with open_to_read(path) as opened:
            data = opened.read(most + 1)
    except OSError as error:
        raise refuse([Fault(file, 1, FILE, tr.check.cannot_be_read(why=error.strerror or error))]) from None
    if len(data) > most:
        raise refuse([Fault(file, 1, FILE, tr.check.file_too_large(kilobytes=most // 1024))])
    return data


def _decode(file: str, data: bytes) -> str:
    if data.startswith(_UTF_16):
        raise refuse([Fault(file, 1, FILE, tr.check.utf_sixteen())])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        reason = tr.check.not_utf_eight(byte=f"{data[error.start]:#04x}")
        raise refuse([Fault(file, line, FILE, reason)]) from None
    return text
