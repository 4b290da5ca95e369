"""Change one value of a YAML file, and not a byte more.

The file belongs to the sysop. Everything outside the value stays: comments, blank lines, quotes and line
ends. A value is edited if it is written as in the shipped files: on one line, or a text or list of several
lines without comments. A new key goes into a section of lines. Every edit is verified: the new text must
parse to the same data except for that key. Everything else is for the sysop to edit by hand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from yaml.nodes import CollectionNode, MappingNode, Node

from door.records.files import plain_yaml
from door.settings import text
from door.settings.text import SettingsError
from door.ui.texts import tr

_PLAIN: Final = re.compile(r"[\w/.][\w/.@+:-]*(?: [\w/.@+:-]+)*")
INDENT: Final = "  "


class EditError(Exception):
    """The value can't be put into the file. The text is one sentence without the key."""

    def __init__(self) -> None:
        super().__init__(tr.must.be_edited_by_hand())


class KeyEdit(NamedTuple):
    """The wanted change: `value` at `key_path`, its section (if any) and key.

    A new key goes below its `comment`, behind the nearest key before it in `order`.
    """

    key_path: tuple[str, ...]
    value: Any
    comment: tuple[str, ...] = ()
    order: tuple[str, ...] = ()


def put_value(file: str, old: str, wish: KeyEdit) -> str:
    """Return the text `old` with that value. Faults name `file`.

    Raises SettingsError if `old` isn't YAML, EditError if it can't be done.
    """
    wanted = _with_value(text.parse(file, old).values, wish.key_path, wish.value)
    new = _edit(old, wish)
    try:
        if text.parse(file, new).values == wanted:
            return new
    except SettingsError:
        pass
    raise EditError


def _with_value(values: dict[str, Any], key_path: Sequence[str], value: Any) -> dict[str, Any]:
    first, *rest = key_path
    inner = values.get(first)
    return {
        **values,
        first: _with_value(inner if isinstance(inner, dict) else {}, rest, value) if rest else value,
    }


def comment_above(content: str, line: int) -> tuple[str, ...]:
    lines = content.splitlines()[: line - 1]
    found: list[str] = []
    while lines and lines[-1].lstrip().startswith("#"):
        found.append(lines.pop().strip().lstrip("#").strip())
    return tuple(reversed(found))


def to_yaml(value: Any) -> str:
    """Return the value as YAML on one line, with texts in quotes if any reader could misread them."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(to_yaml, value)) + "]"
    if not isinstance(value, str):
        return "null" if value is None else str(value)
    if _PLAIN.fullmatch(value) and not value.endswith(":") and plain_yaml.is_text(value):
        return value
    return '"' + "".join(_escape(char) for char in value) + '"'


def _escape(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    return char if char.isprintable() else f"\\U{ord(char):08X}"


# -- the edit: nodes have offsets into the text ---------------------------------------------------


def _edit(old: str, wish: KeyEdit) -> str:
    home, indent = plain_yaml.node(old), ""
    assert home is not None  # `parse` has accepted the text
    for at, name in enumerate(wish.key_path):
        if not isinstance(home, MappingNode):
            return _below(old, _end(home), _lines(wish, at, indent))  # an empty section
        if home.value:
            indent = " " * home.value[0][0].start_mark.column
        found = next(((key, value) for key, value in home.value if key.value == name), None)
        if found is None:
            return _add_key(old, home, wish, at, indent)
        key, home = found
        if home.start_mark.index < key.end_mark.index:  # an alias of a node before it
            raise EditError
        indent += INDENT
    return _replace_value(old, key, home, to_yaml(wish.value))


def _end(node: Node) -> int:
    """Return where a node's text ends. PyYAML ends a collection of lines at whatever follows."""
    if isinstance(node, CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _end(last[1] if isinstance(last, tuple) else last)
    end: int = node.end_mark.index
    return end


def _replace_value(old: str, key: Node, value: Node, new: str) -> str:
    start, end = value.start_mark.index, _end(value)
    if isinstance(value, CollectionNode) and not value.flow_style:
        start = old.index(":", key.end_mark.index) + 1
        if "#" in old[start:end]:
            raise EditError
    before = old[start:end]
    tail = before[len(before.rstrip("\r\n")) :]  # a block of text includes the line ends after it
    space = "" if old[start - 1 : start] in (" ", "\t", "\n", "") else " "
    return old[:start] + space + new + tail + old[end:]


def _add_key(old: str, home: MappingNode, wish: KeyEdit, at: int, indent: str) -> str:
    """Add the missing section or key to `home`, behind the nearest earlier key in the order, or the last."""
    if home.flow_style:
        raise EditError
    name, values = wish.key_path[at], {key.value: value for key, value in home.value}
    ahead = wish.order[: wish.order.index(name)] if name in wish.order else ()
    after = next((values[key] for key in reversed(ahead) if key in values), home.value[-1][1])
    lines = _lines(wish, at, indent)
    return _below(old, _end(after), lines if indent else ["", *lines])


def _lines(wish: KeyEdit, at: int, indent: str) -> list[str]:
    """Return the lines for the section (if missing), the comment and the key."""
    *sections, name = wish.key_path[at:]
    lines = [f"{indent}{section}:" for section in sections]
    indent += INDENT * len(sections)
    return [*lines, *(f"{indent}# {line}" for line in wish.comment), f"{indent}{name}: {to_yaml(wish.value)}"]


def _below(old: str, end: int, lines: Sequence[str]) -> str:
    """Insert lines below the line on which something ends."""
    newline = "\r\n" if "\r\n" in old else "\n"
    at = end if old[end - 1 : end] == "\n" else old.find("\n", end) + 1 or len(old)
    front = "" if old[at - 1 : at] in ("\n", "") else newline
    return old[:at] + front + "".join(line + newline for line in lines) + old[at:]
