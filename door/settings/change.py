"""Change one value in the sysop's files.

A change that `door check` would refuse is never written. We put the new value into the file's text (`edit`),
load the whole configuration with that text, and replace the file atomically unless there are new faults. If
somebody else has saved the file meanwhile, we refuse instead of overwriting it.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from door.games.info import Info
from door.records.files.disk import lock_file, make_folder, naming, read_regular, replace_file
from door.settings import edit, text, texts
from door.settings.environment import variables_of
from door.settings.keys import Home, document, externals_of, homes, purpose, value_text
from door.settings.load import BOARD_FILE, load
from door.settings.reload import APPLIES, when
from door.settings.skeleton import SKELETON
from door.settings.text import SettingsError, nearest
from door.ui.sentence import CATEGORIES, KNOWN
from door.ui.texts import tr


class KeyRefused(Exception):
    """The key doesn't exist, or its value can't be changed. The text is one sentence."""


@dataclass(frozen=True, slots=True)
class SavedChange:
    """A saved change: the key's values before and after as YAML, when it applies, and remaining faults
    elsewhere in the files.
    """

    name: str
    before: str
    after: str
    applies: str
    faults: tuple[str, ...] = ()
    same: bool = False


def put(board: Path, doors: Mapping[str, Info], name: str, words: str | None) -> SavedChange:
    """Set one key to the words that the sysop typed, or reset it to its default (None).

    Raises KeyRefused with a sentence, SettingsError with the faults of `door check`, or OSError if the disk
    refuses. Nothing is written then.
    """
    externals = externals_of(board)
    home = find(doors, name, externals)
    if variable := variables_of(os.environ).get(tuple(name.split("."))):
        raise KeyRefused(tr.command.key_from_variable(key=name, variable=variable[0]))
    if not (board / BOARD_FILE).exists():
        load(board, doors)  # raises the error
    value = home.default if words is None else text.parse_words(home.schema, words)
    path = board / home.file
    order = dict(homes(doors, externals))

    def change(old: str) -> str:
        if words is None and _value_in(str(path), old, home.key_path, value) == value:
            return old
        return _file_text(home, path, old, value, order)

    old, left = _rewrite(path, change, lambda drafts: _faults(board, doors, drafts))
    secret = bool(home.schema.get("x-secret"))
    then = _value_in(str(path), old, home.key_path, home.default)
    before, after = (value_text(one, secret and one != home.default) for one in (then, value))
    return SavedChange(name, before, after, APPLIES[when(name)](), left, then == value)


def find_text(key: str) -> tuple[str, str]:
    """Return the id and the plural form for a key such as `count.games.one`.

    A sentence with arguments can have plural forms even if the shipped one has none. Raises KeyRefused if
    the text doesn't exist.
    """
    id, _, form = key.rpartition(".")
    if key in KNOWN.texts:
        return key, ""
    shipped = KNOWN.texts.get(id, "")
    if not isinstance(shipped, str) or (shipped and KNOWN.arguments(id) and form in CATEGORIES):
        return id, form
    raise KeyRefused(f"{key}: {texts.unknown(key)}")


def put_text(board: Path, key: str, words: str) -> str:
    r"""Set the text of a sentence or of one plural form (`count.games.one`). Return the old one.

    `\n` in `words` ends a line. Raises KeyRefused, SettingsError or OSError as `put` does.
    """
    id, form = find_text(key)
    new = words.replace("\\n", "\n")
    if reason := texts.fault(id, new, form) or texts.lacking(id, new, form):
        raise KeyRefused(f"{key}: {reason}")
    path = board / texts.TEXTS_FILE

    def change(old: str) -> str:
        key_path = _text_path(path, old, id, form)
        if not old:
            return (
                f"{id}:\n{edit.INDENT}{form}: {edit.to_yaml(new)}\n"
                if form
                else f"{id}: {edit.to_yaml(new)}\n"
            )
        return edit.put_value(str(path), old, edit.KeyEdit(key_path, new, order=tuple(KNOWN.texts)))

    try:
        old, _ = _rewrite(path, change, lambda drafts: ())
    except edit.EditError as error:
        raise KeyRefused(f"{path}: {key} {error}.") from None
    shipped = KNOWN.texts[id]
    before = shipped if isinstance(shipped, str) else shipped.by_category.get(form or "other", "")
    return str(_value_in(str(path), old, _text_path(path, old, id, form), before))


def _text_path(path: Path, content: str, id: str, form: str) -> tuple[str, ...]:
    """Return the text's path in the file: under its id, or under its room if the file has rooms."""
    room, _, name = id.partition(".")
    values = text.parse(str(path), content, texts.VALUES).values if content else {}
    key_path = (room, name) if isinstance(values.get(room), dict) else (id,)
    return (*key_path, form) if form else key_path


def _rewrite(
    path: Path, changed: Callable[[str], str], faults: Callable[[Mapping[Path, str]], tuple[str, ...]]
) -> tuple[str, tuple[str, ...]]:
    """Edit the file unless that adds a fault. Return its old text and the remaining faults."""
    with _alone(path.parent):
        before = _bytes(path)
        old, known = _decode(path, before), {_without_line(fault) for fault in faults({})}
        new = changed(old)
        left = faults({path: new})
        if fresh := tuple(fault for fault in left if _without_line(fault) not in known):
            raise SettingsError(fresh)
        if new != old:
            mark = b"\xef\xbb\xbf" if before.startswith(b"\xef\xbb\xbf") else b""
            _replace(path, before, mark + new.encode())
    return old, left


def find(doors: Mapping[str, Info], name: str, externals: Sequence[str] = ()) -> Home:
    """Return the key's home. KeyRefused suggests the keys that were probably meant."""
    known = dict(homes(doors, externals))
    if name in known:
        return known[name]
    alike = [key for key in known if key.rpartition(".")[2] == name]
    near = nearest(name, known)
    hint = text.either(alike[:3]) if alike else near
    said = tr.command.no_such_key(key=repr(name))
    raise KeyRefused(tr.common.did_you_mean(what=said, near=hint) if hint else f"{said}.")


def _file_text(home: Home, path: Path, old: str, value: Any, known: Mapping[str, Home]) -> str:
    """Return the file's text with that value. A missing file starts with it."""
    comment = _comment(home)
    if not old:
        return "".join(f"# {line}\n" for line in comment) + f"{home.key_path[-1]}: {edit.to_yaml(value)}\n"
    names = (other.key_path[-1] for other in known.values() if other.file == home.file)
    order = (*home.kind.model_fields, *names)
    try:
        return edit.put_value(str(path), old, edit.KeyEdit(home.key_path, value, comment, order))
    except edit.EditError as error:
        raise KeyRefused(f"{path}: {'.'.join(home.key_path)} {error}.") from None


def _comment(home: Home) -> tuple[str, ...]:
    """Return the comment for a new key: the one in the shipped file, if it can be read."""
    with contextlib.suppress(OSError, SettingsError):
        content, found = document(SKELETON / home.file)
        line = found.lines.get(home.key_path) if found else None
        if line and (comment := edit.comment_above(content, line)):
            return comment
    return (purpose(home.schema).in_english,)  # as all that is shipped in these files


def _value_in(file: str, old: str, key_path: Sequence[str], default: Any) -> Any:
    """Return the value in the old text, or the default if the key is missing."""
    here: Any = text.parse(file, old).values if old else {}
    for name in key_path:
        here = here.get(name) if isinstance(here, dict) else None
    return default if here is None else here


def _faults(board: Path, doors: Mapping[str, Info], drafts: Mapping[Path, str]) -> tuple[str, ...]:
    try:
        load(board, doors, drafts)
    except SettingsError as error:
        return error.errors
    return ()


def _without_line(fault: str) -> str:
    return re.sub(r":\d+: ", ": ", fault, count=1)


# -- the file --------------------------------------------------------------------------------


def _bytes(path: Path) -> bytes:
    try:
        return read_regular(path)
    except FileNotFoundError:
        return b""


def _decode(path: Path, data: bytes) -> str:
    """Decode the file, with its line ends. SettingsError as from `door check`."""
    if not data:
        return ""
    text.read(path, texts.BYTES, texts.VALUES)
    return data.decode("utf-8-sig")


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Lock the folder against other editors in any process."""
    make_folder(folder, 0o777)
    with lock_file(folder):
        yield


def _replace(path: Path, before: bytes, data: bytes) -> None:
    """Replace the file. Keep its mode, and follow links."""
    was = path.stat() if path.exists() else None
    mode = was.st_mode & 0o7777 if was else 0o644

    def ready(fd: int) -> None:
        if was:
            os.fchmod(fd, mode)
        if _bytes(path) != before:
            raise KeyRefused(tr.command.saved_by_another(file=path.name))

    with naming(path):
        replace_file(path.resolve(), data, mode=mode, ready=ready)
