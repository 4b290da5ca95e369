"""One value changed in the sysop's files.

Law: nothing is written that `door check` would refuse.  A new value is put into the file's text
(`edit`), the whole configuration is read as it would be then, and only if no fault is new does
the text take the file's place, in one step.  What another hand has saved meanwhile is not lost:
the file must still be the one that was read.
"""

from __future__ import annotations

import contextlib
import math
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from yaml.nodes import ScalarNode, SequenceNode

from door.games.info import Info
from door.records.files import plain_yaml
from door.records.files.disk import lock_file, make_folder, naming, replace_file
from door.settings import edit, text, texts
from door.settings.keys import Home, described, document, externals_of, homes, shown
from door.settings.load import BOARD_FILE, load
from door.settings.reload import APPLIES, when
from door.settings.skeleton import InitError, shipped
from door.settings.text import SettingsError, nearest
from door.ui.catalogue import tr
from door.ui.sentence import KNOWN


class KeyRefused(Exception):
    """There is no such key, or its value cannot be changed; the text is one plain sentence."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What was written: the key's values before and after, as YAML; when it applies, in words; and
    what is still wrong elsewhere in the files."""

    name: str
    before: str
    after: str
    applies: str
    faults: tuple[str, ...] = ()
    same: bool = False


def put(board: Path, doors: Mapping[str, Info], name: str, words: str | None) -> Saved:
    """Set one key of the board's files to what the sysop typed, or to its default if that is None.

    Raises KeyRefused with a sentence, or SettingsError with the faults that `door check` would
    tell; nothing has been written then.  OSError where the disk refuses.
    """
    externals = externals_of(board)
    home = find(doors, name, externals)
    if not (board / BOARD_FILE).exists():
        load(board, doors)  # says so
    value = home.default if words is None else meant(home.schema, words)
    path = board / home.file
    order = dict(homes(doors, externals))

    def change(old: str) -> str:
        if words is None and _value_in(str(path), old, home.place, value) == value:
            return old
        return _changed(home, path, old, value, order)

    old, left = _rewrite(path, change, lambda drafts: _faults(board, doors, drafts))
    secret = bool(home.schema.get("x-secret"))
    then = _value_in(str(path), old, home.place, home.default)
    return Saved(name, shown(then, secret), shown(value, secret), APPLIES[when(name)](), left, then == value)


def find_text(key: str) -> tuple[str, str]:
    """Return the id and the plural form that a key names, such as `count.games.one`; an old key names its id.

    Raises KeyRefused if there is no such text.
    """
    id, _, form = key.rpartition(".")
    if key in KNOWN.texts:
        return key, ""
    if id in KNOWN.texts and not isinstance(KNOWN.texts[id], str):
        return id, form
    if old := texts.old_keys().get(key):
        if not old.ids:
            raise KeyRefused(tr.command.text_gone(key=key))
        if old.ids[1:]:
            raise KeyRefused(tr.command.text_now_called(key=key, now=texts.now_called(key)))
        return old.ids[0], old.form if not isinstance(KNOWN.texts[old.ids[0]], str) else ""
    raise KeyRefused(f"{key}: {texts.unknown(key)}")


def put_text(board: Path, key: str, words: str) -> str:
    """Set the text of a sentence or of one of its plural forms (`count.games.one`), and return the old one.

    `\\n` in `words` ends a line.  Raises KeyRefused or SettingsError as `put` does, and OSError.
    """
    id, form = find_text(key)
    new = words.replace("\\n", "\n")
    if reason := texts.fault(id, new, form):
        raise KeyRefused(f"{key}: {reason}")
    path = board / texts.TEXTS_FILE

    def changed(old: str) -> str:
        place = _text_place(path, old, id, form)
        if not old:
            return (
                f"{id}:\n{edit.INDENT}{form}: {edit.written(new)}\n"
                if form
                else f"{id}: {edit.written(new)}\n"
            )
        return edit.changed(str(path), old, edit.Wish(place, new, order=tuple(KNOWN.texts)))

    try:
        old, _ = _rewrite(path, changed, lambda drafts: ())
    except edit.EditError as error:
        raise KeyRefused(f"{path}: {key} {error}.") from None
    shipped = KNOWN.texts[id]
    before = shipped if isinstance(shipped, str) else shipped.by_category.get(form or "other", "")
    return str(_value_in(str(path), old, _text_place(path, old, id, form), before))


def _text_place(path: Path, content: str, id: str, form: str) -> tuple[str, ...]:
    """Return where a text stands in the file: under its id, or under its room if the file has rooms."""
    room, _, name = id.partition(".")
    values = text.parse(str(path), content, texts.VALUES).values if content else {}
    place = (room, name) if isinstance(values.get(room), dict) else (id,)
    return (*place, form) if form else place


def _rewrite(
    path: Path, changed: Callable[[str], str], faults: Callable[[Mapping[Path, str]], tuple[str, ...]]
) -> tuple[str, tuple[str, ...]]:
    """The file with another text, where no fault is new: what it said before, and what is still wrong."""
    with _alone(path.parent):
        before = _bytes(path)
        old, known = _decoded(path, before), {_without_line(fault) for fault in faults({})}
        new = changed(old)
        left = faults({path: new})
        if fresh := tuple(fault for fault in left if _without_line(fault) not in known):
            raise SettingsError(fresh)
        if new != old:
            mark = b"\xef\xbb\xbf" if before.startswith(b"\xef\xbb\xbf") else b""
            _replace(path, before, mark + new.encode())
    return old, left


def find(doors: Mapping[str, Info], name: str, externals: Sequence[str] = ()) -> Home:
    """Where that key lives; KeyRefused names those that were probably meant."""
    known = dict(homes(doors, externals))
    if name in known:
        return known[name]
    alike = [key for key in known if key.rpartition(".")[2] == name]
    near = nearest(name, known)
    hint = text.either(alike[:3]) if alike else near
    said = tr.command.no_such_key(key=repr(name))
    raise KeyRefused(tr.common.did_you_mean(what=said, near=hint) if hint else f"{said}.")


def meant(schema: Mapping[str, Any], words: str) -> Any:
    """What the sysop typed as a value of the key's kind; what is of no such kind stays text, and
    the check will say what was expected."""
    words = words.strip()
    kind = schema.get("type") or ("string" if isinstance(schema.get("enum", [0])[0], str) else "integer")
    if kind == "string":
        quoted = re.fullmatch(r"""(["']).*\1""", words)
        return _read(words) if quoted else words
    if kind == "array":
        texts = schema.get("items", {}).get("type") == "string"
        return _list(words if words.startswith("[") else f"[{words}]", texts)
    return _read(words)


def _read(words: str) -> Any:
    """One plain value; what is none, or is nothing at all, is text."""
    try:
        (value,) = text.parse("", f"x: [{words}]").values["x"]
    except (SettingsError, ValueError):
        return words
    plain = isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))
    return value if plain else words


def _list(words: str, texts: bool) -> Any:
    """A list's items; with `texts` each as it is written, whatever it looks like, even where YAML
    would have it in quotes (`::1/128`)."""
    with contextlib.suppress(SettingsError):
        values = text.parse("", f"x: {words}").values["x"]
        node = plain_yaml.node(words)
        if not texts or not isinstance(node, SequenceNode):
            return values
        return tuple(item.value if isinstance(item, ScalarNode) else None for item in node.value)
    if texts and words.endswith("]"):
        return tuple(item.strip().strip("\"'") for item in words[1:-1].split(","))
    return words


def _changed(home: Home, path: Path, old: str, value: Any, known: Mapping[str, Home]) -> str:
    """The file's text with that value; a file that is not there yet begins with it."""
    comment = _comment(home)
    if not old:
        return "".join(f"# {line}\n" for line in comment) + f"{home.place[-1]}: {edit.written(value)}\n"
    names = (other.place[-1] for other in known.values() if other.file == home.file)
    order = (*home.kind.model_fields, *names)
    try:
        return edit.changed(str(path), old, edit.Wish(home.place, value, comment, order))
    except edit.EditError as error:
        raise KeyRefused(f"{path}: {'.'.join(home.place)} {error}.") from None


def _comment(home: Home) -> tuple[str, ...]:
    """The comment that a key comes with when it is added: the shipped file's, if it can be had."""
    with contextlib.suppress(InitError, OSError, SettingsError):
        content, found = document(shipped() / home.file)
        line = found.lines.get(home.place) if found else None
        if line and (comment := edit.comment_above(content, line)):
            return comment
    return (described(home.schema),)


def _value_in(file: str, old: str, place: Sequence[str], default: Any) -> Any:
    """What the file said before, or the default where it said nothing."""
    here: Any = text.parse(file, old).values if old else {}
    for name in place:
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
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def _decoded(path: Path, data: bytes) -> str:
    """The file's text, its line ends as they are; SettingsError as `door check` says it."""
    if not data:
        return ""
    text.read(path, texts.BYTES, texts.VALUES)
    return data.decode("utf-8-sig")


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One editor at a time, of all processes."""
    make_folder(folder, 0o777)
    with lock_file(folder):
        yield


def _replace(path: Path, before: bytes, data: bytes) -> None:
    """Puts the file in place, with the mode that it had; links are followed."""
    was = path.stat() if path.exists() else None
    mode = was.st_mode & 0o7777 if was else 0o644

    def ready(fd: int) -> None:
        if was:
            os.fchmod(fd, mode)
        if _bytes(path) != before:
            raise KeyRefused(tr.command.saved_by_another(file=path.name))

    with naming(path):
        replace_file(path.resolve(), data, mode=mode, ready=ready)
