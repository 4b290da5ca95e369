"""Settings by environment variables, for containers: `DOOR_limits__nodes=100`.

Guarantees: a variable beats the file, and is checked as the file is. A bad one gives one sentence with its
name. A name is `DOOR_` and the key with two underscores for each dot, in capitals or not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from door.records.files.plain_yaml import Document, KeyPath
from door.settings.models import SettingsSection
from door.settings.text import parse_words
from door.settings.validate import section_at

PREFIX: Final = "door_"
BETWEEN: Final = "__"
_TEXT: Final = {"type": "string"}
"""The schema of unknown keys. The check names them."""

Variables = Mapping[KeyPath, tuple[str, str]]
"""The name and the value of each variable, by its key's path."""


def variables_of(environ: Mapping[str, str]) -> dict[KeyPath, tuple[str, str]]:
    """Return the variables that set keys, by the keys' paths: ("doors", "shutbox", "turns_per_day")."""
    return {
        tuple(name.lower().removeprefix(PREFIX).split(BETWEEN)): (name, words)
        for name, words in sorted(environ.items())
        if name.lower().startswith(PREFIX) and BETWEEN in name
    }


def below(head: KeyPath, variables: Variables) -> dict[KeyPath, tuple[str, str]]:
    """Return the variables of one file, such as ("doors", "shutbox")."""
    size = len(head)
    return {
        key_path[size:]: one
        for key_path, one in variables.items()
        if len(key_path) == size + 1 and key_path[:size] == head
    }


def with_variables(document: Document, kind: type[SettingsSection], variables: Variables) -> Document:
    """Return the document with the values of the variables in place of the file's."""
    values: dict[str, Any] = dict(document.values)
    for key_path, (_, words) in variables.items():
        here = values
        for name in key_path[:-1]:
            inner = here.get(str(name))
            here[str(name)] = dict(inner) if isinstance(inner, dict) else {}
            here = here[str(name)]
        section = section_at(kind, key_path[:-1])
        known = section.model_json_schema()["properties"] if section else {}
        here[str(key_path[-1])] = parse_words(known.get(str(key_path[-1]), _TEXT), words)
    return replace(
        document, values=values, variables={key_path: name for key_path, (name, _) in variables.items()}
    )
