"""config/texts.yaml: what the sysop says in place of the board's own sentences, only what differs.

Law: a sentence is refused that could go wrong while it is said: it may leave out what is filled in, but
names nothing else, and fits where the shipped one stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from string import Formatter
from typing import Final, NamedTuple

from door.records.files.plain_yaml import Document, Fault
from door.settings.text import nearest, refuse
from door.term.charset import encode
from door.ui.texts import Sentence, Texts

TEXTS_FILE: Final = Path("config", "texts.yaml")
WORDS: Final = "words"
"""The section of single words, by the shipped ones."""

ROOM: Final = 76
"""Columns that a line has at least; where the shipped one is longer, that many."""

WORD_ROOM: Final = 66
"""As many as a door's tagline."""

_FILLED: Final = re.compile(r"\{\w*\}")
BYTES: Final = 262_144


class Known(NamedTuple):
    """Every text by its key, and the words that stand in keys lines and over columns."""

    texts: Mapping[str, Sentence]
    words: frozenset[str]

    def shipped(self, key: str) -> str | None:
        """The shipped sentence, or (`words.Back`) word; None where there is none of that key."""
        section, _, word = key.partition(".")
        if section == WORDS:
            return word if word in self.words else None
        return self.texts[key].shipped if key in self.texts else None

    @property
    def keys(self) -> tuple[str, ...]:
        """Every key, the words' at the end."""
        return (*self.texts, *(f"{WORDS}.{word}" for word in sorted(self.words)))


Ask = Callable[[], Known]
"""Asked for only where there are texts: to know them all costs the loading of every page."""


def place_of(key: str) -> tuple[str, ...]:
    """Where a key stands in the file."""
    section, _, word = key.partition(".")
    return (WORDS, word) if section == WORDS else (key,)


def said(document: Document, known: Known) -> Texts:
    """What is said instead; SettingsError has every fault of the file."""
    faults = [*document.faults]
    found: dict[Sentence | str, str] = {}
    for key, place, text in _entries(document):
        if reason := fault(known, key, text):
            faults.append(Fault(document.file, document.line(place), key, reason))
        else:
            found[known.texts[key] if key in known.texts else place[-1]] = str(text).rstrip("\n")
    if faults:
        raise refuse(faults)
    return found


def _entries(document: Document) -> Iterator[tuple[str, tuple[str, ...], object]]:
    for key, text in document.values.items():
        if key == WORDS and isinstance(text, dict):
            yield from ((f"{WORDS}.{word}", (WORDS, word), inner) for word, inner in text.items())
        else:
            yield key, (key,), text


def fault(known: Known, key: str, text: object) -> str:
    """What is wrong with that text in that place, "" for nothing."""
    shipped = known.shipped(key)
    if shipped is None:
        near = nearest(key, known.keys)
        return "there is no such text" + (
            f"; did you mean {near}?" if near else "; `door texts list` has all of them"
        )
    if not isinstance(text, str):
        return "must be text; put it in quotes"
    strange = next((char for char in text if not (char.isprintable() or char == "\n")), "")
    if strange:
        return f"the control character U+{ord(strange):04X} may not stand in it"
    if "\n" in text and "\n" not in shipped:
        return "must be one line, as the shipped one is"
    room, longest = _room(known, key, text)
    if longest > room:
        return f"is {longest} columns long; there is room for {room}"
    return "" if key.startswith(f"{WORDS}.") else _misnamed(shipped, text)


def _room(known: Known, key: str, text: str) -> tuple[int, int]:
    """The columns there are, and how many the longest line takes: what is filled in has a room of its own."""
    longest = max(map(len, text.split("\n")))
    if key not in known.texts:
        return WORD_ROOM, longest
    shipped = known.texts[key]
    if shipped.room:
        return shipped.room, max(len(_FILLED.sub("", line)) for line in text.split("\n"))
    return max(ROOM, *map(len, shipped.shipped.split("\n"))), longest


def _misnamed(shipped: str, text: str) -> str:
    """What is wrong with what a text has filled in."""
    may = names(shipped)
    try:
        fields = [field for field in Formatter().parse(text) if field[1] is not None]
    except ValueError:
        return "has a { or } that begins or ends nothing; write {{ or }} for the sign"
    for _, name, spec, how in fields:
        if name in may and (spec or how):
            return f"{{{name}}} has more than a name in its braces"
        if name not in may:
            there = " and ".join(f"{{{one}}}" for one in may)
            return f"{{{name}}} is not filled in here; " + (f"it may have {there}" if may else "nothing is")
    return ""


def names(shipped: str) -> tuple[str, ...]:
    """What is filled in."""
    return tuple(dict.fromkeys(name for _, name, _, _ in Formatter().parse(shipped) if name))


def unknown_in_cp437(text: str) -> str:
    """The letters that callers on CP437 see as question marks."""
    return "".join(
        dict.fromkeys(char for char in text if char not in "?\n" and encode(char, "cp437") == b"?")
    )
