"""Find what has changed in the settings, and when it applies.

A running board has one Settings value in force. When a file is saved it loads a new one. Keys that differ
apply at once, at the next call, or after a restart, as each key declares. The values in force are saved in
data/running.json, so that `door check` can tell what an edit will change.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from door.records.files.disk import make_folder, read_file, replace_file
from door.records.trail import note_change
from door.settings.doors import DoorFile, ExternalFile
from door.settings.edit import to_yaml
from door.settings.load import Settings, config_files
from door.settings.models import LIVE, SECTIONS, SettingsSection, Webhook, When
from door.ui.sentence import Sentence
from door.ui.texts import tr

DIGEST: Final = "sha256:"
SNAPSHOT: Final = "running.json"
LARGEST: Final = 4 << 20
APPLIES: Final[Mapping[When, Sentence]] = {
    "live": tr.sysop.applies_at_once,
    "next call": tr.sysop.applies_next_call,
    "restart": tr.sysop.applies_after_restart,
}
APPLIES_SHORT: Final[Mapping[When, Sentence]] = {
    "live": tr.sysop.applies_at_once,
    "next call": tr.sysop.applies_next_call_short,
    "restart": tr.sysop.applies_restart_short,
}
"""Shorter ones, for a column of a table."""

_PARTS: Final[Mapping[str, type[SettingsSection]]] = {"external": ExternalFile, "webhooks": Webhook}
"""The settings of parts that come and go."""

_Stamp = tuple[int, int, int] | None


class KeyChange(NamedTuple):
    """A key that differs, dotted (`doors.shutbox.top` for a door's), and when it applies."""

    key: str
    when: When

    def __str__(self) -> str:
        return tr.check.key_applies(key=self.key, applies=APPLIES[self.when]())


class SettingsWatch:
    """Notices that a settings file was saved, made or deleted, by a few stats per look."""

    def __init__(self, board: Path) -> None:
        self.board = board
        self._seen = self._look()

    def changed(self) -> bool:
        """True if any file differs from the last look (time, size or inode)."""
        before, self._seen = self._seen, self._look()
        return before != self._seen

    def _look(self) -> dict[Path, _Stamp]:
        return {path: _stamp(path) for path in config_files(self.board)}

    @staticmethod
    def compare(old: Settings, new: Settings) -> list[KeyChange]:
        """Return the keys that differ, in the files' order."""
        before, after = flat(old), flat(new)
        keys = [*after, *(key for key in before if key not in after)]
        changed = (_whole(key, before, after) for key in keys if before.get(key) != after.get(key))
        told = [KeyChange("texts", LIVE)] if old.texts != new.texts else []
        return told + [KeyChange(key, when(key)) for key in dict.fromkeys(changed)]


def note_changes(old: Mapping[str, Any], new: Mapping[str, Any], by: str) -> None:
    """Note in the trail each key whose value differs. Both are values by dotted key, see `flat`.

    Of an external door or webhook that came or went, note only the keys that aren't at their default.
    """
    for key in (*new, *(key for key in old if key not in new)):
        before, after = old.get(key), new.get(key)
        is_silent = (key not in old or key not in new) and _default(key) in (before, after)
        if before != after and not is_silent:
            note_change("setting", by, key, _public(before), _public(after))


def _default(key: str) -> Any:
    """Return the default of a key of an external door or a webhook."""
    section, *_, name = key.split(".")
    field = _PARTS[section].model_fields.get(name) if section in _PARTS else None
    return ... if field is None or field.is_required() else _flat_value(field, field.default)


def _public(value: Any) -> str:
    """Return a value as the trail has it: YAML, "" for none, and a secret hidden."""
    if isinstance(value, str) and value.startswith(DIGEST):
        return "***"
    return "" if value is None else to_yaml(value)


def _whole(key: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Return the key. For an external door or webhook that came or went, return that."""
    section, _, rest = key.partition(".")
    whole = f"{section}.{rest.partition('.')[0]}"
    own = f"{whole}.{'url' if section == 'webhooks' else 'command'}"
    return whole if (own in before) != (own in after) else key


def _stamp(path: Path) -> _Stamp:
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size, stat.st_ino


def in_force(old: Settings, new: Settings) -> Settings:
    """Return the values after a reload: the new ones, except old ones that need a restart."""
    kept = {name: _keep_until_restart(getattr(old, name), getattr(new, name)) for name in SECTIONS}
    return replace(new, **kept)


def _keep_until_restart(old: Any, new: Any) -> Any:
    waiting = [
        name for name, field in type(new).model_fields.items() if _extra(field)["x-applies"] == "restart"
    ]
    return new.model_copy(update={name: getattr(old, name) for name in waiting})


# -- keys and values ---------------------------------------------------------------------


def flat(settings: Settings) -> dict[str, Any]:
    """Return every value by its dotted key, secrets as digests."""
    return dict(_flat(settings))


def _flat(settings: Settings) -> Iterator[tuple[str, Any]]:
    for section in SECTIONS:
        yield from _flat_part(section, getattr(settings, section))
    for name, webhook in settings.webhooks.items():
        yield from _flat_part(f"webhooks.{name}", webhook)
    for slug, door in settings.doors.items():
        common = {name: getattr(door, name) for name in DoorFile.model_fields}
        for name, value in {**common, **door.options}.items():
            yield f"doors.{slug}.{name}", value
    for slug, external in settings.externals.items():
        yield from _flat_part(f"external.{slug}", external)


def _flat_part(head: str, part: SettingsSection) -> Iterator[tuple[str, Any]]:
    for name, field in type(part).model_fields.items():
        yield f"{head}.{name}", _flat_value(field, getattr(part, name))


def _flat_value(field: Any, value: Any) -> Any:
    return _digest(value) if _extra(field).get("x-secret") else value


def when(key: str) -> When:
    """Return when a change of that key applies. A door's keys all apply live."""
    section, _, name = key.partition(".")
    field = SECTIONS[section].model_fields.get(name) if section in SECTIONS else None
    chosen: When = _extra(field)["x-applies"] if field else LIVE
    return chosen


def _extra(field: Any) -> dict[str, Any]:
    extra: dict[str, Any] = field.json_schema_extra
    return extra


HOSTS_OWN: Final = frozenset({"listen", "tls", "log", "board.host", "board.store", "board.data"})
"""Settings in which the hosts of one board may differ."""


def digests(settings: Settings) -> dict[str, str]:
    """Return a digest of each part of the settings that should be the same on all hosts of a board."""
    parts: dict[str, list[tuple[str, Any]]] = {}
    for key, value in flat(settings).items():
        section, _, rest = key.partition(".")
        if not HOSTS_OWN & {section, key}:
            name = section if section in SECTIONS else f"{section}.{rest.partition('.')[0]}"
            parts.setdefault(name, []).append((key, value))
    return {name: _digest(repr(sorted(part)))[7:15] for name, part in parts.items()}


def _digest(value: str | tuple[str, ...]) -> str:
    text = value if isinstance(value, str) else "\n".join(value)
    return DIGEST + hashlib.sha256(text.encode()).hexdigest() if text else ""


# -- the snapshot ------------------------------------------------------------------------


def write_snapshot(board: Path, settings: Settings) -> str:
    """Save the values in force to the data folder (mode 600).

    Return "" or a sentence why it failed; the board can do without.
    """
    path = board / settings.board.data / SNAPSHOT
    try:
        make_folder(path.parent)
        replace_file(path, json.dumps(flat(settings), indent=1, ensure_ascii=False).encode(), lasting=False)
    except OSError as error:
        return tr.check.cannot_be_written_at(path=path, why=error.strerror or error)
    return ""


def read_snapshot(data: Path) -> dict[str, Any] | None:
    """Return the values the board last ran with, by dotted key, or None."""
    try:
        values = json.loads(read_file(data / SNAPSHOT, LARGEST))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(values, dict):
        return None
    return {key: tuple(value) if isinstance(value, list) else value for key, value in values.items()}
