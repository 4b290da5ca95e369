"""Read the catalogue's files: a strict subset of YAML, five times as fast as libyaml.

An entry is one of

    no_match: "{roll}: no open tiles make {total}."
    help_game: |-
      The game
      A box holds {tiles} tiles.
    games_wait:
      one: "{n} game is waiting for you."
      other: "{n} games are waiting for you."

and the comment lines above it are a note for translators. Two of them are machine-readable: `#
max-length:14` limits the columns of a line, not counting arguments, and `# also: {who}` names an argument
that the English text doesn't show. Text in double quotes is escaped as in JSON. `|` keeps one newline at the
end of a page, `|-` none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

Text = str | dict[str, str]
"""The text of one sentence, or its plural forms by category."""

MAX_LENGTH: Final = "# max-length:"
ALSO: Final = "# also:"
_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")


class CatalogueError(ValueError):
    """A file of the catalogue has a fault. The text says where and why."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason


def read(text: str) -> dict[str, Text]:
    """Return the sentences of a file by name. Raises CatalogueError at the first invalid line."""
    found: dict[str, Text] = {}
    block: list[str] | None = None
    forms: dict[str, str] | None = None
    name = end = ""
    for at, line in enumerate(text.split("\n"), 1):
        if block is not None:
            if line.startswith("  ") or not line:
                block.append(line[2:])
                continue
            found[name], block = "\n".join(block).rstrip("\n") + end, None
        if not line or line[0] == "#":
            continue
        key, colon, value = line.partition(":")
        if key[0] == " ":
            if forms is None or not line.startswith("  ") or key[2:] in forms:
                raise CatalogueError(
                    at, f"an indented line must be the next plural form, not {line.strip()!r}"
                )
            forms[key[2:]] = _unquote(value[1:], at)
            continue
        if not (colon and key.isidentifier() and key.islower()):
            raise CatalogueError(at, f'must be `name: "text"`, not {line!r}')
        if key in found:
            raise CatalogueError(at, f"{key} stands twice")
        name, forms, value = key, None, value[1:]
        if not value:
            found[name] = forms = {}
        elif value[0] == "|":
            if value not in ("|", "|-", "|2", "|2-"):
                raise CatalogueError(at, f"a page begins with | or |-, not {value!r}")
            found[name], block, end = "", [], "" if value[-1] == "-" else "\n"
        else:
            found[name] = _unquote(value, at)
    if block is not None:
        found[name] = "\n".join(block).rstrip("\n") + end
    return found


def _unquote(value: str, at: int) -> str:
    if len(value) > 1 and value[0] == value[-1] == '"':
        if "\\" not in value:
            if '"' not in value[1:-1]:
                return value[1:-1]
        else:
            try:
                return str(json.loads(value))
            except ValueError:
                pass
    raise CatalogueError(at, f"must be text in double quotes, escaped as in JSON: {value}")


class EntryNote(NamedTuple):
    """The comments above an entry."""

    line: int
    width: int
    also: tuple[str, ...]


def notes(text: str) -> Iterator[tuple[str, EntryNote]]:
    """Yield the name and the note of every entry of a valid file."""
    width, also = 0, tuple[str, ...]()
    for at, line in enumerate(text.split("\n"), 1):
        if line.startswith(MAX_LENGTH):
            width = int(line.removeprefix(MAX_LENGTH))
        elif line.startswith(ALSO):
            also = tuple(_PLACEHOLDER.findall(line))
        elif line and line[0] not in "# ":
            yield line.partition(":")[0], EntryNote(at, width, also)
            width, also = 0, ()
