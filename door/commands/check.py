"""`door check`."""

from __future__ import annotations

import argparse
import re
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from door.board.art.art_store import variant
from door.board.art.news_files import FOLDER, every_file, read_news
from door.board.art.placeholders import LONGEST, PLACEHOLDERS
from door.commands import Command, flag
from door.commands.parts import readiness
from door.commands.parts.shared import styled
from door.external import preflight
from door.midend.doors import REFUSED, infos
from door.records.files.plain_yaml import FILE, Fault, Place, dotted
from door.session.call.lobby import ART
from door.settings.check import check as check_board
from door.settings.doors import ExternalFile
from door.settings.load import BOARD_FILE, EXTERNAL_FOLDER, Settings, load
from door.settings.models import Event
from door.settings.text import SettingsError, nearest, read
from door.term.art import MOST_BYTES, Art, Placeholder, charset_of, fill_in, read_art
from door.term.emulator.files import ArtError
from door.term.sauce import split
from door.ui.sentence import Said, from_recipe
from door.ui.texts import tr

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
    lines, errors = check_board(board, infos(), judge, ART)
    errors += map(str, REFUSED)
    with suppress(SettingsError):  # reported above
        settings = load(board, infos())
        for warnings, faults in (_programs(settings), readiness.examine(settings)):
            lines += [tr.check.warning(what=one) for one in warnings]
            errors = errors + faults
        lines, errors = lines + _read_as(board, settings.art), errors + _news(board)
    for line in lines:
        is_warning = isinstance(line, Said) and line.id == tr.check.warning.id
        print(styled("yellow", line) if is_warning else line)
    if not errors:
        print(styled("green", tr.check.no_faults()))
    for error in errors:
        print(styled("red", error, sys.stderr), file=sys.stderr)
    return 1 if errors else 0


def _news(board: Path) -> list[str]:
    """Return news files that can't be shown."""
    found = []
    for path in every_file(board / FOLDER):
        try:
            read_news(path)
        except ArtError as error:
            found.append(str(Fault(_name(path), 1, FILE, from_recipe(error.recipe))))
        except OSError as error:
            found.append(
                str(Fault(_name(path), 1, FILE, tr.check.cannot_be_read(why=error.strerror or error)))
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
            body, sauce = split(path.read_bytes())
        except OSError:
            continue  # a fault, reported elsewhere
        charset = charset_of(body, sauce)
        if charset != "cp437" or (kind == ".txt" and not body.isascii()):
            told.append(
                tr.check.read_as(path=_name(path), charset=CHARSET_NAMES.get(charset, charset.upper()))
            )
    return told


def _programs(settings: Settings) -> tuple[list[str], list[str]]:
    """Check the external doors and events here. Return warnings, and errors as `file:line: key: reason`."""
    warnings: list[str] = []
    errors: list[str] = []
    every: list[tuple[Path, Place, str, ExternalFile | Event]] = [
        (EXTERNAL_FOLDER / f"{slug}.yaml", (), door.name, door) for slug, door in settings.externals.items()
    ]
    every += [
        (BOARD_FILE, ("events", name), tr.check.event_name(name=name), one)
        for name, one in settings.events.items()
    ]
    for file, place, name, program in every:
        path = settings.folder / file
        folder = settings.folder / program.folder if program.folder else None
        for key, reason in preflight.faults(program.command[0], folder, program.user):
            errors.append(
                str(Fault(str(path), read(path).line((*place, key)), dotted((*place, key)), reason))
            )
        warnings += preflight.warnings(name, program.user)
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
    faults += [tr.check.art_too_wide(columns=wide, most=most)] * (wide > most)
    return [*faults, *_overlong(kind, data, art.charset, most), *_unknown(art), *_cramped(art)]


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
    return [_misnamed(place) for place in art.places if place.name not in PLACEHOLDERS]


def _misnamed(place: Placeholder) -> str:
    said = tr.check.art_no_placeholder(row=place.y + 1, column=place.x + 1, name=place.name)
    near = nearest(place.name, PLACEHOLDERS)
    return tr.common.did_you_mean(what=said, near=f"@{near}@") if near else said


def _cramped(art: Art) -> list[str]:
    """Return placeholders without a width that lack room. Their text would be cut and end in a »."""
    loose = replace(art, places=tuple(place for place in art.places if not place.width))
    full = fill_in(loose, {name: "W" * most for name, most in LONGEST.items()}).text().split("\n")
    drawn = art.canvas.text().split("\n")
    return [
        tr.check.art_may_not_fit(
            row=y + 1, names=", ".join(f"@{place.name}@" for place in loose.places if place.y == y)
        )
        for y, (now, was) in enumerate(zip(full, drawn, strict=True))
        if now.count("»") > was.count("»")
    ]


COMMANDS: Final = {"check": Command(tr.usage.check, check, (flag("--refresh", tr.usage.check_refresh),))}
