"""`door new-door SLUG`: make the files of a new door from the blank one.

It writes into the source tree of the current folder, and never overwrites a file. Only the catalogue is
edited.
"""

from __future__ import annotations

import argparse
import keyword
import re
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Final

import door
from door.commands import Command, CommandError, word
from door.games.blank import INFO
from door.games.info import Info
from door.settings.edit import written
from door.settings.keys import described, homes
from door.settings.models import BoardFile
from door.term.art import write_art
from door.term.canvas import GREY, Canvas
from door.term.sauce import Sauce
from door.ui.catalogue import tr
from door.ui.lettering import signboard

_SLUG: Final = re.compile(r"[a-z][a-z0-9]{1,15}")


def new_door(slug: str, tree: Path = Path()) -> int:
    """Copy the blank game to `door/games/SLUG`, with its sentences, settings, picture and catalogue entry.

    Raises CommandError if that fails.
    """
    blank, target = tree / "door/games/blank/__init__.py", tree / "door/games" / slug / "__init__.py"
    settings, picture = tree / "config/doors" / f"{slug}.yaml", tree / "ansi_art" / f"{slug}.ans"
    room, rooms = tree / "door/texts/en" / f"{slug}.yaml", tree / "door/texts/en"
    if not blank.is_file():
        raise CommandError(tr.command.not_in_source())
    if not _SLUG.fullmatch(slug) or keyword.iskeyword(slug):
        raise CommandError(tr.command.bad_slug(slug=repr(slug)))
    for path in (target, target.parent.with_suffix(".py"), settings, picture, room):
        if path.exists():
            raise CommandError(tr.command.new_door_exists(path=path))
    name = slug.title()
    target.parent.mkdir(parents=True)
    target.write_text(_renamed(blank.read_text(encoding="utf-8"), slug, name), encoding="utf-8")
    own = (rooms / f"{INFO.slug}.yaml").read_text(encoding="utf-8").partition("\n")[2]
    own = own.replace(f'name: "{INFO.name.shipped}"', f'name: "{name}"')
    room.write_text(f"# {name}\n{own}", encoding="utf-8")
    settings.write_text(_settings(INFO, slug, name), encoding="utf-8")
    picture.write_bytes(_picture(name))
    _list(tree / "door/games/catalogue.py", slug)
    for module in ("door.settings.schema", "door.ui.catalogue_stub"):
        if subprocess.run([sys.executable, "-m", module], cwd=tree, check=False).returncode:
            raise CommandError(tr.command.new_door_incomplete(module=module))
    print(tr.command.new_door_made(game=target, texts=room, settings=settings, picture=picture))
    print(tr.command.new_door_play(slug=slug))
    print(tr.command.new_door_test())
    return 0


def in_own_source(args: argparse.Namespace) -> int:
    """Run `new_door`, but only from the source: an installed copy would not know the new door."""
    here = Path("door").resolve()
    if here.is_dir() and here != Path(door.__file__).resolve().parent:
        raise CommandError(tr.command.installed_copy())
    return new_door(args.slug)


def _renamed(source: str, slug: str, name: str) -> str:
    _, _, rest = source.partition('"""\n\nfrom __future__')
    head = f'"""{name}: one die, one guess, until you make a game of your own of it."""\n\nfrom __future__'
    rest = rest.replace(f"tr.{INFO.slug}.", f"tr.{slug}.")
    return head + rest.replace(f'"{INFO.slug}"', f'"{slug}"')


def _settings(info: Info, slug: str, name: str) -> str:
    """Return the settings file: every key in the order of the door's card, below a comment."""
    head = f"# yaml-language-server: $schema=../schema/doors-{slug}.schema.json\n#\n# {name}.\n"
    keys = (key for _, key in homes({slug: info}) if key.kind is not BoardFile)
    return head + "".join(
        f"\n# {described(key.schema)}\n{key.place[-1]}: {written(key.default)}\n" for key in keys
    )


def _picture(name: str) -> bytes:
    """Draw the door's name in large letters, 80 columns × 22 rows."""
    canvas = Canvas(80, 22)
    sign = signboard(name, INFO.accent, GREY)
    canvas.blit(sign, max((80 - sign.cols) // 2, 0), 8)
    return write_art(
        canvas, Sauce(title=name, author="The Door", date=f"{date.today():%Y%m%d}", columns=80, rows=22)
    )


def _list(path: Path, slug: str) -> None:
    """Add the game to the catalogue and its imports."""
    text = path.read_text(encoding="utf-8")
    names = re.search(r"^from door\.games import (.+)$", text, re.M)
    if names is None or "GAME,\n)" not in text:
        raise CommandError(tr.command.no_list_of_games(path=path, slug=slug))
    every = ", ".join(sorted({*names[1].split(", "), slug}))
    text = text.replace(names[0], f"from door.games import {every}")
    path.write_text(text.replace("GAME,\n)", f"GAME,\n    {slug}.GAME,\n)"), encoding="utf-8")


COMMANDS: Final = {
    "new-door": Command(tr.usage.new_door, in_own_source, (word("slug", "SLUG", tr.usage.new_door_slug),)),
}
