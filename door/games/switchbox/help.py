"""The door's help pages, for the screen and for plain mode."""

from __future__ import annotations

from typing import Final

from door.games.game import level_name
from door.games.info import Options
from door.games.switchbox.computer import DESCRIBED
from door.games.switchbox.rules import called
from door.ui.texts import tr
from door.ui.widgets import Page, paged, wrap

KEYS: Final = tr.switchbox.help_keys
AGAINST: Final = {
    "same": tr.switchbox.help_against_same,
    "stronger": tr.switchbox.help_against_stronger,
    "ladder": tr.switchbox.help_against_ladder,
    "any": tr.switchbox.help_against_any,
}


def pages(options: Options, plain: bool = False) -> tuple[Page, ...]:
    """Return the game's own pages for these complete options; plain mode has its own keys."""
    level, contest = called(str(options["level"])), str(options["contest_levels"])
    arrow = () if plain else (tr.switchbox.help_arrow(),)
    rounds = "\n\n".join((tr.switchbox.help_rounds(), *arrow))
    keys = tr.switchbox.help_plain() if plain else KEYS()
    texts = (
        tr.switchbox.help_box(),
        tr.switchbox.help_balls(),
        rounds,
        tr.switchbox.help_figures(),
        keys,
        _computers(level, contest),
        tr.switchbox.help_solitaire(),
        tr.switchbox.help_variants(),
    )
    return tuple(map(paged, texts))


def _computers(level: str, contest: str) -> str:
    told = tr.switchbox.help_contest(against=AGAINST[contest](level=level_name(level)))
    rows = "\n".join(f"{level_name(name):<12}{how()}" for name, how in DESCRIBED.items())
    return tr.switchbox.help_computer(rows=rows, contest="\n".join(wrap(told, 70)))
