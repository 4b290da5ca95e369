"""Change one value of a YAML file, and not a byte more.

The file belongs to the sysop. Everything outside the value stays: comments, blank lines, quotes, line ends
and anchors. Every edit is verified: the new text must parse to the same data except for that key. If that is
impossible (an alias would change another key), there is no edit.

Positions come from the parser's events, whose marks are offsets into the text.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import yaml
from yaml.events import AliasEvent, Event, MappingStartEvent, ScalarEvent, SequenceStartEvent

from door.records.files import plain_yaml
from door.settings import text
from door.settings.text import SettingsError
from door.ui.catalogue import tr

_PLAIN: Final = re.compile(r"[\w/.][\w/.@+:-]*(?: [\w/.@+:-]+)*")
_ANCHOR: Final = re.compile(r"(?:!\S*\s+)?(&\S+)")
INDENT: Final = "  "


class EditError(Exception):
    """The value can't be put into the file. The text is one sentence without the key."""


@dataclass(slots=True)
class _Piece:
    """A node and its position `text[start:end]`. `items` are (key, value) or ("", item) pairs."""

    start: int
    end: int
    is_map: bool = False
    is_list: bool = False
    is_alias: bool = False
    flow: bool = False
    anchor: bool = False
    items: list[tuple[str, _Piece]] = field(default_factory=list)
    keys: list[_Piece] = field(default_factory=list)


class Wish(NamedTuple):
    """The wanted change: `value` at `place`, its section (if any) and key.

    A new key goes below its `comment`, behind the nearest key before it in `order`.
    """

    place: tuple[str, ...]
    value: Any
    comment: tuple[str, ...] = ()
    order: tuple[str, ...] = ()


def changed(file: str, old: str, wish: Wish) -> str:
    """Return the text `old` with that value. Faults name `file`.

    Raises SettingsError if `old` isn't YAML, EditError if it can't be done.
    """
    wanted = _laid(text.parse(file, old).values, wish.place, wish.value)
    root = _tree(old)
    for way in (_in_its_style, _in_one_line):
        new = way(old, root, wish)
        if new is not None and _says(file, new, wanted):
            return new
    raise EditError(tr.must.be_edited_by_hand())


def _laid(values: dict[str, Any], place: Sequence[str], value: Any) -> dict[str, Any]:
    first, *rest = place
    inner = values.get(first)
    return {**values, first: _laid(inner if isinstance(inner, dict) else {}, rest, value) if rest else value}


def _says(file: str, new: str, wanted: dict[str, Any]) -> bool:
    try:
        return text.parse(file, new).values == wanted
    except SettingsError:
        return False


def comment_above(content: str, line: int) -> tuple[str, ...]:
    """Return the comment right above that line (from 1), without its signs."""
    lines = content.splitlines()[: line - 1]
    found: list[str] = []
    while lines and lines[-1].lstrip().startswith("#"):
        found.append(lines.pop().strip().lstrip("#").strip())
    return tuple(reversed(found))


# -- where everything stands -----------------------------------------------------------------


def _tree(content: str) -> _Piece:
    """Return the first document's tree of nodes."""
    reader = plain_yaml.events(content)
    for event in reader:
        if isinstance(event, MappingStartEvent | SequenceStartEvent | ScalarEvent | AliasEvent):
            return _piece(event, reader)
    raise EditError(tr.must.have_something())


def _piece(event: Event, rest: Iterator[Event]) -> _Piece:
    start, end = _at(event.start_mark), _at(event.end_mark)
    piece = _Piece(start, end, anchor=bool(getattr(event, "anchor", None)))
    piece.is_alias = isinstance(event, AliasEvent)
    if isinstance(event, MappingStartEvent | SequenceStartEvent):
        piece.flow = bool(event.flow_style)
        piece.is_map, piece.is_list = (
            isinstance(event, MappingStartEvent),
            isinstance(event, SequenceStartEvent),
        )
        _fill(piece, rest)
    return piece


def _fill(piece: _Piece, rest: Iterator[Event]) -> None:
    """Read the items up to the collection's end. A block ends with its last item."""
    for event in rest:
        if isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            piece.end = _at(event.end_mark) if piece.flow or not piece.items else piece.items[-1][1].end
            return
        inner, name = _piece(event, rest), ""
        if piece.is_map:
            name = event.value if isinstance(event, ScalarEvent) else ""
            piece.keys.append(inner)
            inner = _piece(next(rest), rest)
        piece.items.append((name, inner))


def _at(mark: Any) -> int:
    place: int = mark.index
    return place


def _find(piece: _Piece, name: str) -> _Piece | None:
    return next((inner for key, inner in piece.items if key == name), None) if piece.is_map else None


# -- values as text ----------------------------------------------------------------------------


def written(value: Any) -> str:
    """Return the value as YAML on one line, with texts in quotes if any reader could misread them."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(written, value)) + "]"
    if not isinstance(value, str):
        return "null" if value is None else str(value)
    if _PLAIN.fullmatch(value) and not value.endswith(":") and plain_yaml.is_text(value):
        return value
    return '"' + "".join(_escaped(char) for char in value) + '"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    return char if char.isprintable() else f"\\U{ord(char):08X}"


# -- the edit ------------------------------------------------------------------------------------


def _in_its_style(old: str, root: _Piece, wish: Wish) -> str | None:
    """Return the edit in the file's own style: a list of lines stays one."""
    there = _walk(root, wish.place)
    if isinstance(there, _Piece) and there.is_list and not there.flow and isinstance(wish.value, tuple):
        return _items_changed(old, root, there, wish)
    return _in_one_line(old, root, wish)


def _in_one_line(old: str, root: _Piece, wish: Wish) -> str | None:
    """Replace the value by one line of text, or add the key."""
    there = _walk(root, wish.place)
    if isinstance(there, _Piece):
        return _replaced(old, there, written(wish.value))
    home, missing = there
    add = _added if home.is_map else _added_below_nothing
    return add(old, root, home, missing, wish)


def _walk(root: _Piece, place: Sequence[str]) -> _Piece | tuple[_Piece, tuple[str, ...]]:
    """Return the value's piece, or the innermost piece on the way and the missing names."""
    here = root
    for at, name in enumerate(place):
        inner = _find(here, name)
        if inner is None:
            return here, tuple(place[at:])
        here = inner
    return here


def _replaced(old: str, piece: _Piece, new: str) -> str:
    before = old[piece.start : piece.end]
    tail = before[len(before.rstrip("\r\n")) :]  # a block of text includes the line ends after it
    anchor = _ANCHOR.match(before) if piece.anchor else None
    if anchor:
        new = f"{anchor[1]} {new}"
    if old[piece.start - 1 : piece.start] not in (" ", "\t", "\n", "[", "{", ""):
        new = f" {new}"
    return old[: piece.start] + new + tail + old[piece.end :]


def _added(old: str, root: _Piece, home: _Piece, missing: tuple[str, ...], wish: Wish) -> str:
    """Add the missing section or key to `home`."""
    after = _neighbour(home, missing[0], wish.order)
    if home.flow:
        value = written(wish.value)
        pair = f"{missing[0]}: {{{missing[1]}: {value}}}" if missing[1:] else f"{missing[0]}: {value}"
        at, comma = (after.end, ", ") if after else (home.end - 1, "")
        return old[:at] + comma + pair + old[at:]
    first = home.keys[0].start
    indent = old[old.rfind("\n", 0, first) + 1 : first]
    lines = _lines(missing, wish, indent)
    return _below(old, after.end if after else home.end, lines if indent else ["", *lines])


def _neighbour(home: _Piece, name: str, order: tuple[str, ...]) -> _Piece | None:
    """Return the value that a new key follows: the nearest earlier key in `order`, or the last one."""
    ahead = order[: order.index(name)] if name in order else ()
    near = [inner for earlier in reversed(ahead) if (inner := _find(home, earlier)) is not None]
    return near[0] if near else home.items[-1][1] if home.items else None


def _added_below_nothing(
    old: str, root: _Piece, home: _Piece, missing: tuple[str, ...], wish: Wish
) -> str | None:
    """Add a key to an empty section such as `limits:`."""
    if home.is_alias or home.start != home.end or home is root:
        return None
    first = root.keys[0].start
    depth = len(wish.place) - len(missing)
    indent = old[old.rfind("\n", 0, first) + 1 : first] + INDENT * depth
    return _below(old, home.end, _lines(missing, wish, indent))


def _lines(missing: tuple[str, ...], wish: Wish, indent: str) -> list[str]:
    """Return the lines for the section (if missing), the comment and the key."""
    sections = [f"{indent}{INDENT * depth}{name}:" for depth, name in enumerate(missing[:-1])]
    inner = indent + INDENT * len(sections)
    key = f"{inner}{missing[-1]}: {written(wish.value)}"
    return [*sections, *(f"{inner}# {line}" for line in wish.comment), key]


def _below(old: str, end: int, lines: Sequence[str]) -> str:
    """Insert lines below the line on which something ends."""
    newline = "\r\n" if "\r\n" in old else "\n"
    at = end if old[end - 1 : end] == "\n" else old.find("\n", end) + 1 or len(old)
    front = "" if old[at - 1 : at] in ("\n", "") else newline
    return old[:at] + front + "".join(line + newline for line in lines) + old[at:]


def _items_changed(old: str, root: _Piece, piece: _Piece, wish: Wish) -> str | None:
    """Remove and add items of a list of lines. All other lines and comments stay."""
    lines = [found for _, item in piece.items if (found := _line_of(old, item))]
    if not lines or len(lines) < len(piece.items):
        return None
    dash = old.rindex("-", 0, piece.items[0][1].start + 1)
    indent, newline = old[lines[0][0] : dash], "\r\n" if "\r\n" in old else "\n"
    before = [old[item.start : item.end] for _, item in piece.items]
    after = [_as_it_stood(before, one) for one in wish.value]
    new = old
    for kind, i1, i2, j1, j2 in reversed(difflib.SequenceMatcher(a=before, b=after).get_opcodes()):
        if kind == "equal":
            continue
        put = "".join(f"{indent}- {item}{newline}" for item in after[j1:j2])
        start = lines[i1][0] if i1 < i2 else lines[i1 - 1][1] if i1 else lines[0][0]
        for at in reversed(range(i1, i2)):
            new = new[: lines[at][0]] + new[lines[at][1] :]
        new = new[:start] + put + new[start:]
    return new if wish.value else _emptied(new, root, wish.place)


def _as_it_stood(before: Sequence[str], value: Any) -> str:
    """Return the item as the file has it, in its own quotes."""
    same = (item for item in before if text.parse("", f"x: [{item}]").values["x"] == (value,))
    try:
        return next(same, written(value))
    except SettingsError:
        return written(value)


def _line_of(old: str, item: _Piece) -> tuple[int, int] | None:
    """Return where an item's line starts and the next one does, or None if it isn't on its own line."""
    dash = old.rfind("-", 0, item.start + (item.start == item.end))
    start = old.rfind("\n", 0, dash) + 1
    end = old.find("\n", item.end) + 1 or len(old)
    alone = dash >= 0 and not old[start:dash].strip() and not old[dash + 1 : item.start].strip()
    return (start, end) if alone and old[end - 1 : end] == "\n" else None


def _emptied(new: str, root: _Piece, place: tuple[str, ...]) -> str | None:
    """Replace a list without items by []."""
    home = _walk(root, place[:-1])
    if not isinstance(home, _Piece):
        return None
    key = next(key for key, (name, _) in zip(home.keys, home.items, strict=True) if name == place[-1])
    colon = new.index(":", key.end) + 1
    return f"{new[:colon]} []{new[colon:]}"
