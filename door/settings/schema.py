"""JSON Schemas of all keys, so that editors complete and check the sysop's files.

`python -m door.settings.schema` writes the files in config/schema/ and docs/settings.md; tests keep them
current. They are draft 07, which editors support best, with every section inline.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from door.games.info import Info
from door.settings.doors import model
from door.settings.external import ExternalFile
from door.settings.keys import described
from door.settings.models import BoardFile, Part
from door.ui.catalogue import tr

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


def write(folder: Path, doors: Mapping[str, Info]) -> None:
    """Write every schema into that folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, schema in schemas(doors).items():
        (folder / name).write_text(written(schema), encoding="utf-8")


def written(schema: Mapping[str, Any]) -> str:
    """Return the text of a schema's file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _schema(kind: type[Part], title: str) -> dict[str, Any]:
    plain = kind.model_json_schema()
    parts = plain.pop("$defs", {})
    for part in (plain, *parts.values()):
        part.pop("description", "")  # the class's docstring
    inner: dict[str, Any] = _written_out(plain, parts)
    return {"$schema": DRAFT, **inner, "title": title}


def _written_out(schema: Any, parts: Mapping[str, Any]) -> Any:
    """Return the schema with all references inlined, and without generated titles."""
    if isinstance(schema, list):
        return [_written_out(item, parts) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        part = parts[schema["$ref"].rpartition("/")[2]]
        schema = {**part, **{key: value for key, value in schema.items() if key != "$ref"}}
    kept = {key: value for key, value in schema.items() if key != "title" or isinstance(value, dict)}
    inner = {key: _written_out(value, parts) for key, value in kept.items()}
    return inner | ({"description": described(inner)} if isinstance(inner.get("description"), str) else {})


if __name__ == "__main__":
    from door.midend.doors import infos
    from door.settings.manual import page
    from door.settings.text import SettingsError

    write(Path("config", "schema"), infos())
    try:
        text = page(Path(), infos())
    except SettingsError as error:  # a key of config/doors/SLUG.yaml has to follow its option's new name
        raise SystemExit(str(error)) from None
    Path("docs", "settings.md").write_text(text, encoding="utf-8")
