"""Writes docs/settings.md and the editors' schemas again, by the keys of the settings.

Run it in the repository: `python tests/support/settings_page.py`. Tests keep the files current.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from door.games.info import Info
from door.screens.doors import infos
from door.settings.doors import DoorFile
from door.settings.keys import SettingKey, by_group, homes, keys, properties, purpose
from door.settings.models import Webhook
from door.settings.schema import schemas, to_json
from door.settings.skeleton import SKELETON
from door.settings.text import SettingsError

WHEN: Final = {"live": "", "next call": " *Next call.*", "restart": " *Restart.*"}
HEAD: Final = """\
# Settings

This page lists every key of `config/`, with the comments of the shipped files.
[sysop.md](sysop.md#settings) says how to change them. A change takes effect at once unless
the key is marked *Next call* or *Restart*. If a file lacks a key, its default applies. The sections from
`board` to `terminal` are in `config/board.yaml`.
"""
COMMON: Final = """\
## Every door

In `config/doors/SLUG.yaml`, and in the file of an external door.
"""
GAMES: Final = """\
## Every game

In `config/doors/SLUG.yaml`.
"""
WEBHOOKS: Final = """\
## webhooks

In `config/board.yaml`, under `webhooks:` and a name you choose: [sysop.md](outside.md#webhooks).
"""
EXTERNAL: Final = """\
## External doors

In `config/external/SLUG.yaml`, from the next visit on. `config/external/robots.yaml.example` explains
each key.
"""


def page(board: Path, doors: Mapping[str, Info]) -> str:
    """Return the page for the files in that board's folder (the shipped ones)."""
    groups = by_group(keys(board, doors))
    parts = [HEAD]
    for group, found in groups.items():
        if not group.startswith("doors."):
            parts.append(f"## {group}\n\n" + "\n".join(_rows(found)) + "\n")
    parts.append(WEBHOOKS + "\n" + "\n".join(_table(properties(Webhook))) + "\n")
    first = groups[f"doors.{next(iter(doors))}"]
    common = [key for key in first if _own(key) in DoorFile.model_fields]
    parts.append(COMMON + "\n" + "\n".join(_rows(common, "doors.SLUG.")) + "\n")
    games = {slug: [key for key in groups[f"doors.{slug}"] if _own(key) not in DoorFile.model_fields]
             for slug in doors}  # fmt: skip
    shared = _shared(games)
    parts.append(GAMES + "\n" + "\n".join(_rows(list(shared.values()), "doors.SLUG.")) + "\n")
    for slug, info in doors.items():
        own = [key for key in games[slug] if not _alike(key, shared)]
        others = ", ".join(f"`{key.name}`" for key in games[slug] if key not in own)
        parts.append(
            f"## doors.{slug}\n\n{info.name()}, `{games[slug][0].file}`. Like every game: {others}.\n"
        )
        if own:
            parts.append("\n".join(_rows(own)) + "\n")
    parts.append(EXTERNAL + "\n" + "\n".join(_externals(doors)) + "\n")
    return "\n".join(parts)


def _shared(games: Mapping[str, Sequence[SettingKey]]) -> dict[str, SettingKey]:
    """Return the keys that mean the same in two doors or more, by short name, each with one door's key."""
    told = Counter((_own(key), key.default, key.help) for found in games.values() for key in found)
    shared: dict[str, SettingKey] = {}
    for found in games.values():
        for key in found:
            if told[_own(key), key.default, key.help] > 1:
                shared.setdefault(_own(key), key)
    return shared


def _alike(key: SettingKey, shared: Mapping[str, SettingKey]) -> bool:
    """True if the shared row describes this key completely."""
    row = shared.get(_own(key))
    return row is not None and (key.default, key.help) == (row.default, row.help)


def _own(key: SettingKey) -> str:
    return key.name.rpartition(".")[2]


def _rows(found: Sequence[SettingKey], prefix: str = "") -> Iterator[str]:
    """Yield a table of keys. `prefix` replaces a door's name."""
    yield "| key | default | what it is |"
    yield "|---|---|---|"
    for key in found:
        name = prefix + _own(key) if prefix else key.name
        yield f"| `{name}` | `{key.default}` | {_cell(key.help)}{WHEN[key.when]} |"


def _externals(doors: Mapping[str, Info]) -> Iterator[str]:
    found = [(name, home) for name, home in homes(doors, ("SLUG",)) if name.startswith("external.")]
    own = ((name, home.schema) for name, home in found if home.key_path[-1] not in DoorFile.model_fields)
    yield from _table(own)


def _table(keys: Iterable[tuple[str, Mapping[str, Any]]]) -> Iterator[str]:
    """Yield a table of keys without defaults, by their schemas."""
    yield "| key | what it is |"
    yield "|---|---|"
    for name, schema in keys:
        yield f"| `{name}` | {_cell(purpose(schema))} |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def write(folder: Path, doors: Mapping[str, Info]) -> None:
    """Write every schema into that folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, schema in schemas(doors).items():
        (folder / name).write_text(to_json(schema), encoding="utf-8")


if __name__ == "__main__":
    write(SKELETON / "config" / "schema", infos())
    try:
        text = page(SKELETON, infos())
    except SettingsError as error:  # a key of config/doors/SLUG.yaml has to follow its option's new name
        raise SystemExit(str(error)) from None
    Path("docs", "settings.md").write_text(text, encoding="utf-8")
