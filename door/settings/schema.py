"""JSON Schemas of all keys, so that editors complete and check the sysop's files. They are draft 07, which
editors support best, with every section inline. The shipped ones are in config/schema/.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from door.games.info import Info
from door.settings.doors import ExternalFile, model
from door.settings.keys import purpose
from door.settings.models import BoardFile, SettingsSection
from door.ui.texts import tr

DRAFT: Final = "http://json-schema.org/draft-07/schema#"
BOARD_SCHEMA: Final = "board.schema.json"
EXTERNAL_SCHEMA: Final = "external.schema.json"


def schemas(doors: Mapping[str, Info]) -> dict[str, dict[str, Any]]:
    """Return every schema by its file name: the board's, each door's, and the external doors'."""
    made = {BOARD_SCHEMA: _schema(BoardFile, tr.setting.schema_board())}
    for slug, info in doors.items():
        made[f"doors-{slug}.schema.json"] = _schema(model(info), tr.setting.schema_door(door=info.name()))
    made[EXTERNAL_SCHEMA] = _schema(ExternalFile, tr.setting.schema_external())
    return made


def to_json(schema: Mapping[str, Any]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _schema(kind: type[SettingsSection], title: str) -> dict[str, Any]:
    plain = kind.model_json_schema()
    parts = plain.pop("$defs", {})
    for part in (plain, *parts.values()):
        part.pop("description", "")  # the class's docstring
    inner: dict[str, Any] = _inline_references(plain, parts)
    return {"$schema": DRAFT, **inner, "title": title}


def _inline_references(schema: Any, parts: Mapping[str, Any]) -> Any:
    """Return the schema with all references inlined, and without generated titles."""
    if isinstance(schema, list):
        return [_inline_references(item, parts) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        part = parts[schema["$ref"].rpartition("/")[2]]
        schema = {**part, **{key: value for key, value in schema.items() if key != "$ref"}}
    kept = {key: value for key, value in schema.items() if key != "title" or isinstance(value, dict)}
    inner = {key: _inline_references(value, parts) for key, value in kept.items()}
    return inner | ({"description": purpose(inner)} if isinstance(inner.get("description"), str) else {})
