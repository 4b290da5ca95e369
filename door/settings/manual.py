"""The sysop's page of every key, docs/settings.md, made from the shipped files' own comments.

`python -m door.settings.schema` writes it with the schemas; a test keeps it equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from door.games.info import Info
from door.settings.doors import DoorFile
from door.settings.keys import Key, grouped, homes, keys, sentence
from door.settings.reload import APPLIES_SHORT

HEAD: Final = """\
# Settings

Every key of `config/`, as the shipped files explain it. Edit the files and save, or change a key by
`door config set KEY VALUE` or in the board (the sysop's desk, Settings); either way the files'
comments stay. A change applies at once, from the next call on, or after a restart. What is not in a
file holds by default. This page is made from the files: `python -m door.settings.schema`.
"""
COMMON: Final = """\
## Every door

In `config/doors/SLUG.yaml`, and in the file of an external door as well.
"""
EXTERNAL: Final = """\
## External doors

In `config/external/SLUG.yaml`; `config/external/robots.yaml.example` is one, every key explained.
They are in force for the next visit.
"""


def page(board: Path, doors: Mapping[str, Info]) -> str:
    """The page, from the files of that board's folder (the shipped ones)."""
    groups = grouped(keys(board, doors))
    parts = [HEAD]
    for group, found in groups.items():
        if not group.startswith("doors."):
            parts.append(f"## {group}\n\nIn `{found[0].file}`.\n\n" + "\n".join(_table(found)) + "\n")
    shared = [key for key in groups[f"doors.{next(iter(doors))}"] if _own(key) in DoorFile.model_fields]
    parts.append(COMMON + "\n" + "\n".join(_table(shared, "doors.SLUG.")) + "\n")
    for slug, info in doors.items():
        own = [key for key in groups[f"doors.{slug}"] if _own(key) not in DoorFile.model_fields]
        parts.append(f"## doors.{slug}\n\n{info.name}, `{own[0].file}`.\n\n" + "\n".join(_table(own)) + "\n")
    parts.append(EXTERNAL + "\n" + "\n".join(_externals(doors)) + "\n")
    return "\n".join(parts)


def _own(key: Key) -> str:
    return key.name.rpartition(".")[2]


def _table(found: Sequence[Key], prefix: str = "") -> Iterator[str]:
    yield "| key | default | applies | what it is |"
    yield "|---|---|---|---|"
    for key in found:
        name = prefix + _own(key) if prefix else key.name
        yield f"| `{name}` | `{key.default}` | {APPLIES_SHORT[key.when]} | {_cell(key.help)} |"


def _externals(doors: Mapping[str, Info]) -> Iterator[str]:
    yield "| key | what it is |"
    yield "|---|---|"
    for name, home in homes(doors, ("SLUG",)):
        if name.startswith("external.") and home.place[-1] not in DoorFile.model_fields:
            yield f"| `{name}` | {_cell(sentence(home.schema))} |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
