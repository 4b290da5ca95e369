"""SAUCE 00: the 128-byte record at the end of an art file, and the comments before it.

Reading never fails, because a file may have no record. Numbers are little-endian; texts are CP437 padded
with blanks. File transfers and editors add padding behind the record, and some programs forget the 0x1A or
miscount the comments.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final

from door.term.charset import CP437, encode

# id, version, title, author, group, date, size, data type, file type, TInfo1-4, comments, flags, font
_RECORD: Final = struct.Struct("<5s2s35s20s20s8sIBB4HBB22s")
_COMMENT: Final = 64
_MOST_COMMENTS: Final = len(b"COMNT") + 255 * _COMMENT
_PADDING: Final = b"\0\x1a\r\n "
_MOST_PADDING: Final = 1024
"""Padding allowed behind the record. XMODEM-1K fills its last block."""
_ICE: Final = 1
END: Final = 0x1A
"""The byte that ends the art, before the record."""


@dataclass(frozen=True, slots=True)
class Sauce:
    """A file's description of itself.

    `date` is CCYYMMDD, `size` the bytes of art, `columns` × `rows` its extent (0 if unknown), `kind` the
    file type (0 ASCII, 1 ANSI, 2 ansimation). `ice` means that blink is a bright background. `font` is a
    name such as "IBM VGA".
    """

    title: str = ""
    author: str = ""
    group: str = ""
    date: str = ""
    columns: int = 80
    rows: int = 0
    ice: bool = False
    comments: tuple[str, ...] = ()
    kind: int = 1
    font: str = ""
    size: int = 0

    def record(self) -> bytes:
        """Return the comments and the record, to follow the art and its 0x1A."""
        comments = self.comments[:255]
        block = b"COMNT" + b"".join(_fill(line, _COMMENT) for line in comments) if comments else b""
        return block + _RECORD.pack(
            b"SAUCE", b"00", _fill(self.title, 35), _fill(self.author, 20), _fill(self.group, 20),
            _fill(self.date, 8), self.size & 0xFFFFFFFF, 1, self.kind & 0xFF,
            self.columns & 0xFFFF, self.rows & 0xFFFF, 0, 0,
            len(comments), _ICE if self.ice else 0, encode(self.font, "ascii")[:22],
        )  # fmt: skip


def split(data: bytes) -> tuple[bytes, Sauce | None]:
    """Split a file into its art (up to the first 0x1A) and its record, if it has one."""
    last = len(data) - _RECORD.size
    at = data.rfind(b"SAUCE00", max(0, last - _MOST_PADDING), max(0, last + 7))
    art, sauce = data, None
    if at >= 0 and not data[at + _RECORD.size :].strip(_PADDING):
        art, sauce = _read(data[:at], data[at : at + _RECORD.size])
    return art.split(bytes((END,)), 1)[0], sauce


def _read(art: bytes, record: bytes) -> tuple[bytes, Sauce]:
    fields = _RECORD.unpack(record)
    _, _, title, author, group, date, size, _, kind, columns, rows, _, _, count, flags, font = fields
    begin = len(art) - count * _COMMENT - len(b"COMNT")
    if not (count and begin >= 0 and art[begin:].startswith(b"COMNT")):
        begin = art.rfind(b"COMNT", max(0, len(art) - _MOST_COMMENTS))
    comments: tuple[str, ...] = ()
    if begin >= 0:
        block, art = art[begin + len(b"COMNT") :], art[:begin]
        comments = tuple(_text(block[at : at + _COMMENT]) for at in range(0, len(block), _COMMENT))
    return art, Sauce(
        title=_text(title), author=_text(author), group=_text(group), date=_text(date),
        columns=columns, rows=rows, ice=bool(flags & _ICE), comments=comments, kind=kind,
        font=_text(font.split(b"\0", 1)[0]), size=size,
    )  # fmt: skip


def _fill(text: str, width: int) -> bytes:
    return encode(text, "cp437")[:width].ljust(width)


def _text(data: bytes) -> str:
    return "".join(CP437[byte] for byte in data).rstrip()
