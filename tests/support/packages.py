"""Packages with doors, as pip leaves them: a module, and a dist-info that names its entry point."""

from pathlib import Path

COIN = """
from dataclasses import replace
from pathlib import Path

from door.games import api, blank
from door.ui.texts import package_texts

texts = package_texts("{slug}", Path(__file__).with_name("texts.yaml"))
INFO = replace(blank.INFO, slug="{slug}", name=texts.name)
DOOR = replace(blank.DOOR, info=INFO)
"""
"""A door like the blank one, under another name."""


def installed(folder: Path, slug: str, code: str = COIN, **texts: str) -> None:
    """Write the package `door-SLUG 0.1.0` with the module `door_SLUG` and its sentences."""
    module, info = folder / f"door_{slug}", folder / f"door_{slug}-0.1.0.dist-info"
    module.mkdir(parents=True)
    info.mkdir()
    (module / "__init__.py").write_text(code.replace("{slug}", slug))
    lines = (f'{id}: "{text}"\n' for id, text in {"name": slug.title(), **texts}.items())
    (module / "texts.yaml").write_text("".join(lines))
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: door-{slug}\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text(f"[door.games]\n{slug} = door_{slug}:DOOR\n")
