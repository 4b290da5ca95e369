"""`door check`."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from door.commands import CliCommand, flag
from door.commands.parts import readiness
from door.commands.parts.shared import style
from door.external import launch
from door.external.dos import orders
from door.features.menu.art_store import LONGEST, PLACEHOLDERS, variant
from door.features.menu.lobby import ART as SHOWN
from door.features.news.news_files import FOLDER, every_file, read_news
from door.games.info import Info
from door.records.files.disk import read_regular
from door.records.files.plain_yaml import FILE, KeyPath, YamlFault, dotted_path
from door.screens.doors import REFUSED, infos
from door.settings import texts
from door.settings.doors import FAR
from door.settings.load import BOARD_FILE, EXTERNAL_FOLDER, Settings, config_files, defaults, load
from door.settings.models import ALL_DOORS, BoardSettings
from door.settings.reload import APPLIES, flat, read_snapshot, when
from door.settings.skeleton import SKELETON
from door.settings.text import FROM_FILE, SettingsError, nearest, read
from door.term.art import MOST_BYTES, Art, Placeholder, charset_of, fill_in, is_misspelt_shade, read_art
from door.term.emulator.files import ArtError
from door.term.sauce import split
from door.ui.sentence import ENGLISH, Said, from_recipe
from door.ui.texts import tr
from door.ui.words import commas

COLUMNS: Final = 80
CHARSET_NAMES: Final = {"utf-8": "UTF-8", "latin-1": "Latin-1"}
COLOUR: Final = re.compile(r"\x1b\[[0-9;]*m")


def check(args: argparse.Namespace) -> int:
    """Print the state of settings and art. `--refresh` first updates files of an earlier release. Errors
    make it fail."""
    board = args.board
    with suppress(SettingsError):  # reported below
        if args.refresh:
            print(tr.check.files_refreshed(n=readiness.refresh(load(board, infos()))))
    lines, errors = check_board(board, infos(), judge, SHOWN)
    errors += map(str, REFUSED)
    with suppress(SettingsError):  # reported above
        settings = load(board, infos())
        found = settings.externals.values()
        lines += [orders.walls(one.name, one.user) for one in found if one.kind == "dos" and one.enabled]
        for warnings, faults in (_programs(settings), readiness.examine(settings)):
            lines += [tr.check.warning(what=one) for one in warnings]
            errors = errors + faults
        lines, errors = lines + _read_as(board, settings.art), errors + _news(board)
    for line in lines:
        is_warning = isinstance(line, Said) and line.id == tr.check.warning.id
        print(style("yellow", line) if is_warning else line)
    if not errors:
        print(style("green", tr.check.no_faults()))
    for error in errors:
        print(style("red", error, sys.stderr), file=sys.stderr)
    return 1 if errors else 0


def _news(board: Path) -> list[str]:
    """Return news files that can't be shown, or the folder if it can't be listed."""
    found = []
    try:
        next((board / FOLDER).iterdir(), None)
    except FileNotFoundError:
        return []
    except OSError as error:
        why = tr.check.cannot_be_read(why=error.strerror or error)
        return [str(YamlFault(_name(board / FOLDER), 1, FILE, why))]
    for path in every_file(board / FOLDER):
        try:
            read_news(path)
        except ArtError as error:
            found.append(str(YamlFault(_name(path), 1, FILE, from_recipe(error.recipe))))
        except OSError as error:
            found.append(
                str(YamlFault(_name(path), 1, FILE, tr.check.cannot_be_read(why=error.strerror or error)))
            )
    return found


def _name(path: Path) -> str:
    return "".join(char if char.isprintable() else "?" for char in str(path))


def _read_as(board: Path, art: Path) -> list[str]:
    """Print the guessed character sets of news and art, except CP437 for art."""
    told = list[str]()
    for path in [*every_file(art), *every_file(board / FOLDER)]:
        kind = path.suffix.lower()
        try:
            if kind not in (".ans", ".asc", ".txt") or path.stat().st_size > MOST_BYTES:
                continue
            body, sauce = split(read_regular(path))
        except OSError:
            continue  # a fault, reported elsewhere
        charset = charset_of(body, sauce)
        if charset != "cp437" or (kind == ".txt" and not body.isascii()):
            told.append(
                tr.check.read_as(path=_name(path), charset=CHARSET_NAMES.get(charset, charset.upper()))
            )
    return told


def _programs(settings: Settings) -> tuple[list[str], list[str]]:
    """Check the external doors here. Return warnings, and errors as `file:line: key: reason`."""
    warnings: list[str] = []
    errors: list[str] = []
    owner = (settings.data if settings.data.exists() else settings.folder).stat().st_uid
    if owner and os.geteuid() == 0 and any(one.kind not in FAR for one in settings.externals.values()):
        warnings.append(tr.check.programs_as_root(owner=orders.name_of(owner)))
    for slug, program in settings.externals.items():
        path = settings.folder / EXTERNAL_FOLDER / f"{slug}.yaml"
        if program.kind in FAR:
            warnings += launch.far_warnings(program.name, program.far_door().host)
            continue
        folder = settings.folder / program.folder if program.folder else None
        if program.kind == "dos":
            door = program.dos_door()
            found = orders.faults(door, program.setup, program.user)
            warnings += orders.warnings(program.name, door)
        else:
            found = launch.faults(program.command[0], folder, program.user)
        for key, reason in found:
            errors.append(str(YamlFault(str(path), read(path).line((key,)), key, reason)))
        warnings += launch.warnings(program.name, program.user)
    return warnings, errors


def judge(name: str, data: bytes) -> list[str]:
    """Return the faults of one piece of art; `name` is its file's."""
    found = variant(Path(name))
    if found is None:
        return [tr.check.art_misnamed()]
    kind, most = found[1].kind, found[1].cols or COLUMNS
    try:
        art = read_art(data, utf8=kind == "utf8ans")
    except ArtError as error:
        return [from_recipe(error.recipe)]
    wide = art.canvas.cols
    faults = [tr.check.art_no_sauce()] * (kind == "ans" and not art.sauce)
    comments = art.sauce.comments if art.sauce else ()
    faults += [tr.check.art_shades_nothing(comment=one) for one in comments if is_misspelt_shade(one)]
    faults += [tr.check.art_too_wide(columns=wide, most=most)] * (wide > most)
    return [*faults, *_overlong(kind, data, art.charset, most), *_unknown(art), *_narrow_placeholders(art)]


def _overlong(kind: str, data: bytes, charset: str, most: int) -> list[str]:
    """Return text lines that are too long. A row of .ans art may continue after a terminal wraps."""
    if kind == "ans":
        return []
    text = split(data)[0].decode(charset, "replace")
    lines = [len(COLOUR.sub("", line)) for line in text.splitlines()]
    return [
        tr.check.art_line_too_long(line=at, columns=n, most=most) for at, n in enumerate(lines, 1) if n > most
    ]


def _unknown(art: Art) -> list[str]:
    return [_unknown_placeholder(one) for one in art.placeholders if one.name not in PLACEHOLDERS]


def _unknown_placeholder(placeholder: Placeholder) -> str:
    said = tr.check.art_no_placeholder(row=placeholder.y + 1, column=placeholder.x + 1, name=placeholder.name)
    near = nearest(placeholder.name, PLACEHOLDERS)
    return tr.common.did_you_mean(what=said, near=f"@{near}@") if near else said


def _narrow_placeholders(art: Art) -> list[str]:
    """Return placeholders without a width that lack room. Their text would be cut and end in a »."""
    loose = replace(art, placeholders=tuple(one for one in art.placeholders if not one.width))
    full = fill_in(loose, {name: "W" * most for name, most in LONGEST.items()}).text().split("\n")
    drawn = art.canvas.text().split("\n")
    return [
        tr.check.art_may_not_fit(
            row=y + 1, names=", ".join(f"@{one.name}@" for one in loose.placeholders if one.y == y)
        )
        for y, (now, was) in enumerate(zip(full, drawn, strict=True))
        if now.count("»") > was.count("»")
    ]


COMMANDS: Final = {"check": CliCommand(tr.usage.check, check, (flag("--refresh", tr.usage.check_refresh),))}


# -- the settings --------------------------------------------------------------------------------


ArtCheck = Callable[[str, bytes], Sequence[str]]
"""Returns the faults of one piece of art, given the file's name and bytes."""

ART: Final = (".ans", ".utf8ans", ".asc")

QUOTES: Final = frozenset("“”„‟«»‘’‚‛")
PRIVATE: Final = ("", "callers", "saves", "keys", "outside", "control")


def check_board(
    board: Path, doors: Mapping[str, Info], art_check: ArtCheck | None = None, art_names: Sequence[str] = ()
) -> tuple[list[str], list[str]]:
    """Return the lines to print, and every error as `file:line: key: reason`.

    `art_check` judges each art file. `art_names` are the pieces that the board shows, without suffix.
    """
    try:
        settings = load(board, doors)
    except SettingsError as error:
        art = board / BoardSettings().art
        return [], [*error.errors, *(_art(art, art_check) if art.is_dir() else ())]
    lines = [
        _count_files(settings, config_files(board)),
        *(tr.check.from_variable(key=key, variable=name) for key, name in settings.variables.items()),
        *_changes(settings, doors),
        *_own_texts(settings.texts),
    ]
    warnings = [
        *_not_installed(settings), *_no_doors(settings), *_loose(settings), *_odd(board), *_never_read(board),
        *_unreachable(settings), *_unreadable(settings.texts), *settings.texts.warnings,
        *_missing(settings.art, art_names), *_name_warnings(settings.art, doors),
    ]  # fmt: skip
    return lines + [tr.check.warning(what=one) for one in warnings], _art(settings.art, art_check)


def _never_read(board: Path) -> Iterator[str]:
    """Yield a warning for each YAML file in `config/` that the settings are not read from."""
    known = {path.name: path for path in (board / BOARD_FILE, board / texts.TEXTS_FILE)}
    for path in sorted((board / "config").glob("*.[yY]*[mM][lL]")):
        if path.name not in known:
            near = nearest(path.stem, (Path(name).stem for name in known))
            yield tr.check.never_read(path=path, files=known[f"{near}.yaml"] if near else commas(known))


def _unreachable(settings: Settings) -> Iterator[str]:
    """Yield a warning if no proxy may use the listeners for proxies."""
    if settings.listen.proxied and not settings.limits.trusted:
        yield tr.check.no_trusted_proxy(kinds=commas(settings.listen.proxied))


def _no_doors(settings: Settings) -> Iterator[str]:
    """Yield a warning for each name in `callers.straight` that isn't a door's."""
    doors = {ALL_DOORS, *settings.doors, *settings.externals, *settings.missing}
    for slug in settings.callers.straight:
        if slug not in doors:
            yield tr.check.straight_no_door(slug=repr(slug))


def _count_files(settings: Settings, files: Sequence[Path]) -> str:
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
    """Yield how many texts are the sysop's own."""
    for code, language in own.languages.items():
        if language.texts:
            n, english = len(language.texts), code == ENGLISH
            yield tr.check.own_texts(n=n) if english else tr.check.own_language(code=code, n=n)


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
    return tr.check.key_changed(key=key, before=_spell(before), now=_spell(after), applies=applies)


def _spell(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple | list):
        return "[" + ", ".join(_spell(item) for item in value) + "]"
    return repr(value)


# -- folders and art ---------------------------------------------------------------------


def _loose(settings: Settings) -> list[str]:
    """Return a warning for every folder or key that other users of this machine can read."""
    found = [settings.data / name for name in PRIVATE] if settings.data.is_dir() else []
    with suppress(OSError):  # a fault, reported elsewhere
        found += sorted((settings.data / "keys").iterdir())
    found += _secret_files(settings.folder)
    return [line for path in found if (line := _warning(path))]


def _secret_files(board: Path) -> list[Path]:
    """Return the files that the settings name by `@file:`, as paths from the board's folder."""
    named = set[str]()
    for path in config_files(board):
        with suppress(SettingsError):  # reported elsewhere
            every = [value.partition(FROM_FILE) for _, value in _texts(read(path).values)]
            named |= {file for _, mark, file in every if mark}
    return [board / file for file in sorted(named)]


def _odd(board: Path) -> Iterator[str]:
    """Yield a warning for each text that was probably meant differently.

    It ends at a # that was meant to be part of it, or it begins with a quote that YAML doesn't know.
    """
    for path in config_files(board):
        try:
            document, rows = read(path), path.read_text("utf-8-sig").split("\n")
        except SettingsError:  # a warning already, in a file of texts
            continue
        for key_path, value in _texts(document.values):
            line = document.line(key_path)
            plain = re.search(rf"(?<![\"']){re.escape(value)}\s+(#\S.*)", rows[line - 1])
            if plain:
                yield tr.check.text_ends_at_comment(
                    path=path,
                    line=line,
                    key=dotted_path(key_path),
                    value=repr(value),
                    comment=repr(plain[1].strip()),
                )
            elif value[0] in QUOTES and path != board / texts.TEXTS_FILE:
                key = dotted_path(key_path)
                yield tr.check.odd_quote(path=path, line=line, key=key, quote=value[0])


def _texts(value: Any, key_path: KeyPath = ()) -> Iterator[tuple[KeyPath, str]]:
    """Yield the key path and text of every text in a file."""
    if isinstance(value, str) and value:
        yield key_path, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _texts(inner, (*key_path, name))
    elif isinstance(value, tuple):
        for at, inner in enumerate(value):
            yield from _texts(inner, (*key_path, at))


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
    try:
        return [tr.check.art_missing(path=path) for path in wanted if not path.is_file()]
    except OSError:  # a fault of the folder, reported with it
        return []


def _name_warnings(folder: Path, doors: Iterable[str]) -> Iterator[str]:
    """Yield a warning for each picture whose name is nearly the name of a piece on the board."""
    pieces = {*doors, *(path.stem for path in (SKELETON / "ansi_art").glob("*.ans"))}
    for path in every_file(folder):
        if (found := variant(path)) and found[0] not in pieces and (near := nearest(found[0], pieces, 0.8)):
            yield tr.common.did_you_mean(what=tr.check.art_unknown(path=_name(path)), near=near)


def _art(folder: Path, art_check: ArtCheck | None) -> list[str]:
    if art_check is None:
        return []
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix.lower() in ART)
    except OSError as error:
        return [
            str(YamlFault(str(folder), 1, "board.art", tr.check.cannot_be_read(why=error.strerror or error)))
        ]
    return [str(fault) for path in files for fault in _piece(path, art_check)]


def _piece(path: Path, art_check: ArtCheck) -> list[YamlFault]:
    try:
        reasons = art_check(path.name, read_regular(path))
    except OSError as error:
        reasons = [tr.check.cannot_be_read(why=error.strerror or error)]
    return [YamlFault(str(path), 1, FILE, reason) for reason in reasons]
