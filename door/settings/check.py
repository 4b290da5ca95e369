"""`door check`: check settings and art, and list the effects of edits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from door.games.info import Info
from door.records.files.plain_yaml import FILE, Fault, Place, dotted
from door.settings import texts
from door.settings.load import Settings, config_files, defaults, load
from door.settings.models import Board
from door.settings.reload import APPLIES, flat, read_snapshot, when
from door.settings.text import SettingsError, read
from door.ui.sentence import ENGLISH
from door.ui.texts import tr

ArtCheck = Callable[[str, bytes], Sequence[str]]
"""Returns the faults of one piece of art, given the file's name and bytes."""

ART: Final = (".ans", ".utf8ans", ".asc")

QUOTES: Final = frozenset("“”„‟«»‘’‚‛")
PRIVATE: Final = ("", "callers", "saves", "keys", "outside")


def check(
    board: Path, doors: Mapping[str, Info], art_check: ArtCheck | None = None, art_names: Sequence[str] = ()
) -> tuple[list[str], list[str]]:
    """Return the lines to print, and every error as `file:line: key: reason`.

    `art_check` judges each art file. `art_names` are the pieces that the board shows, without suffix.
    """
    try:
        settings = load(board, doors)
    except SettingsError as error:
        art = board / Board().art
        return [], [*error.errors, *(_art(art, art_check) if art.is_dir() else ())]
    lines = [_counted(settings, config_files(board)), *_changes(settings, doors), *_own_texts(settings.texts)]
    warnings = [
        *_not_installed(settings), *_loose(settings), *_odd(board), *_unreadable(settings.texts),
        *settings.texts.warnings, *_missing(settings.art, art_names),
    ]  # fmt: skip
    return lines + [tr.check.warning(what=one) for one in warnings], _art(settings.art, art_check)


def _counted(settings: Settings, files: Sequence[Path]) -> str:
    doors = sum(door.enabled for door in settings.doors.values())
    others = sum(door.enabled for door in settings.externals.values())
    read = {"files": tr.count.files(n=len(files)), "open": doors, "doors": len(settings.doors)}
    if not settings.externals:
        return tr.check.settings_read(**read)
    return tr.check.settings_read_and_externals(**read, open_others=others, others=len(settings.externals))


def _not_installed(settings: Settings) -> Iterator[str]:
    for slug, path in settings.missing.items():
        yield tr.check.door_not_installed(path=path, slug=slug)


def _own_texts(own: texts.Texts) -> Iterator[str]:
    """Yield how many texts are the sysop's own, and those with an old key."""
    for code, language in own.languages.items():
        if language.texts:
            n, english = len(language.texts), code == ENGLISH
            yield tr.check.own_texts(n=n) if english else tr.check.own_language(code=code, n=n)
    yield from (tr.check.old_name(what=one) for one in own.renamed)


def _unreadable(own: texts.Texts) -> Iterator[str]:
    """Yield a warning for each English text with letters that callers on CP437 cannot see."""
    for id, text in own.of(ENGLISH).texts.items():
        every = text if isinstance(text, str) else "".join(text.by_category.values())
        if letters := texts.unknown_in_cp437(every):
            yield tr.check.letters_not_in_charset(file=texts.TEXTS_FILE, id=id, letters=", ".join(letters))


# -- what changed ------------------------------------------------------------------------


def _changes(settings: Settings, doors: Mapping[str, Info]) -> list[str]:
    now, plain = flat(settings), flat(defaults(settings.folder, doors))
    ran = read_snapshot(settings.data)
    then = plain if ran is None else plain | {key: ran[key] for key in now if key in ran}
    changed = [key for key in now if key in then and now[key] != then[key]]
    new = [tr.check.new_external_door(slug=slug, applies=APPLIES["live"]()) for slug in settings.externals
           if f"external.{slug}.name" not in then]  # fmt: skip
    new += [tr.check.new_event(name=name, applies=APPLIES["live"]()) for name in settings.events
            if ran is not None and f"events.{name}.at" not in ran]  # fmt: skip
    new += [tr.check.new_webhook(name=name, applies=APPLIES["live"]()) for name in settings.webhooks
            if ran is not None and f"webhooks.{name}.url" not in ran]  # fmt: skip
    if not changed and not new:
        return [(tr.check.all_as_default if ran is None else tr.check.all_as_last_run)()]
    head = tr.check.keys_not_default if ran is None else tr.check.keys_not_as_last_run
    return [
        head(),
        *(f"  {_change(key, then[key], now[key])}" for key in changed),
        *(f"  {one}" for one in new),
    ]


def _change(key: str, before: Any, after: Any) -> str:
    applies = APPLIES[when(key)]()
    if str(before or after).startswith("sha256:"):
        return tr.check.secret_changed(key=key, applies=applies)
    return tr.check.key_changed(key=key, before=_said(before), now=_said(after), applies=applies)


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple | list):
        return "[" + ", ".join(_said(item) for item in value) + "]"
    return repr(value)


# -- folders and art ---------------------------------------------------------------------


def _loose(settings: Settings) -> list[str]:
    """Return a warning for every folder or key that other users of this machine can read."""
    if settings.data.is_file():
        return []
    found = [settings.data / name for name in PRIVATE]
    found += sorted((settings.data / "keys").glob("*")) if (settings.data / "keys").is_dir() else []
    return [line for path in found if (line := _warning(path))]


def _odd(board: Path) -> Iterator[str]:
    """Yield a warning for each text that was probably meant differently.

    It ends at a # that was meant to be part of it, or it begins with a quote that YAML doesn't know.
    """
    for path in config_files(board):
        document, rows = read(path), path.read_text("utf-8-sig").split("\n")
        for place, value in _texts(document.values):
            line = document.line(place)
            plain = re.search(rf"(?<![\"']){re.escape(value)}\s+(#\S.*)", rows[line - 1])
            if plain:
                yield tr.check.text_ends_at_comment(
                    path=path, line=line, key=dotted(place), value=repr(value), comment=repr(plain[1].strip())
                )
            elif value[0] in QUOTES and path != board / texts.TEXTS_FILE:
                key = dotted(place)
                yield tr.check.odd_quote(path=path, line=line, key=key, quote=value[0])


def _texts(value: Any, place: Place = ()) -> Iterator[tuple[Place, str]]:
    """Yield the place and text of every text in a file."""
    if isinstance(value, str) and value:
        yield place, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _texts(inner, (*place, name))
    elif isinstance(value, tuple):
        for at, inner in enumerate(value):
            yield from _texts(inner, (*place, at))


def _warning(path: Path) -> str:
    try:
        mode = path.stat().st_mode & 0o777
    except OSError:
        return ""
    if not mode & 0o077 or path.suffix == ".pub":
        return ""
    wanted = "700" if path.is_dir() else "600"
    return tr.check.mode_too_open(path=path, mode=f"{mode:o}", wanted=wanted)


def _missing(folder: Path, names: Sequence[str]) -> list[str]:
    wanted = [folder / f"{name}.ans" for name in names]
    return [tr.check.art_missing(path=path) for path in wanted if not path.is_file()]


def _art(folder: Path, art_check: ArtCheck | None) -> list[str]:
    if art_check is None:
        return []
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix.lower() in ART)
    except OSError as error:
        return [str(Fault(str(folder), 1, "board.art", tr.check.cannot_be_read(why=error.strerror or error)))]
    return [str(fault) for path in files for fault in _piece(path, art_check)]


def _piece(path: Path, art_check: ArtCheck) -> list[Fault]:
    try:
        reasons = art_check(path.name, path.read_bytes())
    except OSError as error:
        reasons = [tr.check.cannot_be_read(why=error.strerror or error)]
    return [Fault(str(path), 1, FILE, reason) for reason in reasons]
