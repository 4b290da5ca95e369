"""`door new-door SLUG`: write a package with a door of one's own, which begins as the blank one."""

from __future__ import annotations

import argparse
import keyword
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Final

from door.commands import CliCommand, CommandError, word
from door.games import blank
from door.screens.doors import OWN, SLUG
from door.settings.edit import to_yaml
from door.settings.keys import homes, purpose
from door.settings.models import BoardFile
from door.term.art import write_art
from door.term.canvas import GREY, Canvas
from door.term.sauce import Sauce
from door.ui.lettering import signboard
from door.ui.sentence import ENGLISH, TEXTS
from door.ui.texts import tr

TEMPLATES: Final = Path(__file__).with_name("blank_door")


def new_door(args: argparse.Namespace) -> int:
    """Write the folder `door-SLUG` in the current folder. Raises CommandError if it exists."""
    slug, folder = args.slug, Path(f"door-{args.slug}")
    if not SLUG.fullmatch(slug) or keyword.iskeyword(slug):
        raise CommandError(tr.command.bad_slug(slug=repr(slug)))
    if slug in {door.INFO.slug for door in OWN}:
        raise CommandError(tr.command.slug_is_taken(slug=slug))
    if folder.exists():
        raise CommandError(tr.command.new_door_exists(path=folder))
    names = {"slug": slug, "name": slug.title()}
    for path, text in {
        "pyproject.toml": _fill("project.toml", names),
        "README.md": _fill("readme.md", names),
        f"door_{slug}/__init__.py": _game(**names),
        f"door_{slug}/texts.yaml": _texts(**names),
        f"tests/test_{slug}.py": _fill("tests.py.txt", names),
        f"config/doors/{slug}.yaml": _settings(**names),
    }.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    (folder / "ansi_art").mkdir()
    (folder / "ansi_art" / f"{slug}.ans").write_bytes(_picture(slug.title()))
    print(tr.command.new_door_made(folder=folder))
    return 0


def _fill(template: str, names: Mapping[str, str]) -> str:
    return (TEMPLATES / template).read_text(encoding="utf-8").format_map(names)


def _game(slug: str, name: str) -> str:
    """Return the blank game with sentences of its own."""
    source = Path(blank.__file__).read_text(encoding="utf-8")
    code = source.partition('"""\n\n')[2]
    for old, new in (
        (f"tr.{blank.INFO.slug}.", "texts."),
        (f'"{blank.INFO.slug}"', f'"{slug}"'),
        ("from typing import", "from pathlib import Path\nfrom typing import"),
        ("from door.ui.texts import", "from door.ui.texts import package_texts,"),
        (
            "\nPRIZE",
            f'\ntexts: Final = package_texts("{slug}", Path(__file__).with_name("texts.yaml"))\nPRIZE',
        ),
    ):
        code = code.replace(old, new)
    return f'"""{name}: one die, one guess, until you make a game of your own of it."""\n\n{code}'


def _texts(slug: str, name: str) -> str:
    """Return the blank game's sentences under that name."""
    own = (TEXTS / ENGLISH / f"{blank.INFO.slug}.yaml").read_text(encoding="utf-8").partition("\n")[2]
    return f"# {name}\n" + own.replace(f'name: "{blank.INFO.name.in_english}"', f'name: "{name}"')


def _settings(slug: str, name: str) -> str:
    """Return the settings file: every key in the order of the door's card, below a comment."""
    head = f"# yaml-language-server: $schema=../schema/doors-{slug}.schema.json\n#\n# {name}.\n"
    keys = (key for _, key in homes({slug: blank.INFO}) if key.kind is not BoardFile)
    return head + "".join(
        f"\n# {purpose(key.schema)}\n{key.key_path[-1]}: {to_yaml(key.default)}\n" for key in keys
    )


def _picture(name: str) -> bytes:
    """Draw the door's name in large letters, 80 columns × 22 rows."""
    canvas = Canvas(80, 22)
    sign = signboard(name, blank.INFO.accent, GREY)
    canvas.blit(sign, max((80 - sign.cols) // 2, 0), 8)
    return write_art(
        canvas, Sauce(title=name, author="The Door", date=f"{date.today():%Y%m%d}", columns=80, rows=22)
    )


COMMANDS: Final = {
    "new-door": CliCommand(tr.usage.new_door, new_door, (word("slug", "SLUG", tr.usage.new_door_slug),)),
}
