"""Every key of the settings, as the sysop lists and reads it.

A key is dotted: `limits.idle_minutes` of board.yaml, `doors.shutbox.turns_per_day` of a door's file,
`external.robots.minutes` of an external door's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from door.games.info import Info
from door.records.files.disk import read_regular
from door.records.files.plain_yaml import Document
from door.settings import edit, text
from door.settings.doors import ExternalFile, model
from door.settings.forms import SLUG
from door.settings.load import BOARD_FILE, DOORS_FOLDER, EXTERNAL_FOLDER, defaults, load
from door.settings.models import SECTIONS, BoardFile, SettingsSection, When
from door.settings.reload import flat, when
from door.ui.sentence import Said, sentence
from door.ui.texts import tr


@dataclass(frozen=True, slots=True)
class SettingKey:
    """One key. `file` is relative to the board's folder, `value` is the files' current value.

    `help` is the comment above it in the file, or the schema's short text. `allowed` describes its values.
    `shown` and `default` are YAML; secrets are hidden.
    """

    name: str
    file: Path
    shown: str
    default: str
    when: When
    help: str
    allowed: str
    secret: bool = False

    @property
    def group(self) -> str:
        """The part of the name before the last: "limits", "doors.shutbox"."""
        return self.name.rpartition(".")[0]

    @property
    def changed(self) -> bool:
        return self.shown != self.default


@dataclass(frozen=True, slots=True)
class Home:
    """A key's file, its path in it, and the model's description."""

    file: Path
    key_path: tuple[str, ...]
    schema: Mapping[str, Any]
    kind: type[SettingsSection]

    @property
    def default(self) -> Any:
        """The model's default, if the file says nothing."""
        value = self.schema.get("default")
        return tuple(value) if isinstance(value, list) else value


# -- listing ---------------------------------------------------------------------------------


def keys(board: Path, doors: Mapping[str, Info]) -> tuple[SettingKey, ...]:
    """Return every key in the order of the files. Raises SettingsError if they can't be read."""
    settings = load(board, doors)
    now, plain = flat(settings), flat(defaults(board, doors))
    documents: dict[Path, tuple[str, Document | None]] = {}
    made = []
    for name, home in homes(doors, tuple(settings.externals)):
        if home.file not in documents:
            documents[home.file] = document(board / home.file)
        secret = bool(home.schema.get("x-secret"))
        values = (now[name], plain.get(name, home.default))
        here, usual = (  # a default is no secret, and is a digest here
            edit.to_yaml(home.default) if secret and value in ("", values[1]) else value_text(value, secret)
            for value in values
        )
        made.append(
            SettingKey(
                name, home.file, here, usual, when(name), _help(home, *documents[home.file]),
                range_in_words(home.schema), secret,
            )
        )  # fmt: skip
    return tuple(made)


def value_text(value: Any, secret: bool) -> str:
    return tr.setting.secret() if secret and value else edit.to_yaml(value)


def document(path: Path) -> tuple[str, Document | None]:
    """Return the file's text and data, both empty if the file is missing."""
    try:
        content = read_regular(path).decode("utf-8-sig")
    except OSError:
        return "", None
    return content, text.parse(str(path), content)


def _help(home: Home, content: str, document: Document | None) -> str:
    """Return the comment above the key in its file, or the schema's sentence in the reader's language."""
    line, usual = document.lines.get(home.key_path) if document else None, purpose(home.schema)
    comment = " ".join(edit.comment_above(content, line) if line else ())
    return comment if comment not in ("", usual.in_english) else usual


def purpose(schema: Mapping[str, Any]) -> Said:
    """Return a key's purpose. Its schema has the sentence's id."""
    return sentence(schema["description"])()


def range_in_words(schema: Mapping[str, Any]) -> str:
    """Return a value's allowed range in words."""
    if "enum" in schema:
        return text.either([str(value) for value in schema["enum"]])
    kind, low, high = schema.get("type"), schema.get("minimum"), schema.get("maximum")
    if kind == "integer":
        return (
            tr.setting.allowed_number(low=low, high=high)
            if low is not None
            else tr.setting.allowed_any_number()
        )
    if kind == "array":
        few, most_ = schema.get("minItems"), schema.get("maxItems")
        return tr.setting.allowed_list_of(number=few) if few and few == most_ else tr.setting.allowed_list()
    return tr.setting.allowed_truth() if kind == "boolean" else tr.setting.allowed_text()


def homes(doors: Mapping[str, Info], externals: Sequence[str] = ()) -> Iterator[tuple[str, Home]]:
    """Return every key's name and home, in the files' order. `externals` are external doors' slugs."""
    for section, kind in SECTIONS.items():
        for name, schema in properties(kind):
            yield f"{section}.{name}", Home(BOARD_FILE, (section, name), schema, BoardFile)
    for slug, info in doors.items():
        kind = model(info)
        for name, schema in properties(kind):
            yield f"doors.{slug}.{name}", Home(DOORS_FOLDER / f"{slug}.yaml", (name,), schema, kind)
    for slug in externals:
        for name, schema in properties(ExternalFile):
            file = EXTERNAL_FOLDER / f"{slug}.yaml"
            yield f"external.{slug}.{name}", Home(file, (name,), schema, ExternalFile)


def externals_of(board: Path) -> tuple[str, ...]:
    """Return the slugs of external doors that have a file."""
    found = sorted((board / EXTERNAL_FOLDER).glob("*.yaml"))
    return tuple(path.stem for path in found if SLUG.fullmatch(path.stem))


def properties(kind: type[SettingsSection]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Return a section's keys with their schemas."""
    yield from kind.model_json_schema()["properties"].items()


def by_group(found: Sequence[SettingKey]) -> dict[str, tuple[SettingKey, ...]]:
    """Return the keys by group, in the files' order."""
    groups: dict[str, tuple[SettingKey, ...]] = {}
    for key in found:
        groups[key.group] = (*groups.get(key.group, ()), key)
    return groups
