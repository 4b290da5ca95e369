"""The door's help pages, for the screen and for plain mode."""

from __future__ import annotations

from typing import Final

from door.games.game import level_name
from door.games.info import Options
from door.games.switchbox.computer import DESCRIBED
from door.games.switchbox.rules import called
from door.ui.texts import tr
from door.ui.widgets import Page, paged, wrap

our: Final = tr.switchbox
KEYS: Final = our.help_keys
AGAINST: Final = {
    "same": our.help_against_same, "stronger": our.help_against_stronger, "ladder": our.help_against_ladder,
    "any": our.help_against_any,
}  # fmt: skip


def pages(options: Options, plain: bool = False) -> tuple[Page, ...]:
    level, contest = called(str(options["level"])), str(options["contest_levels"])
    arrow = () if plain else (our.help_arrow(),)
    rounds = "\n\n".join((our.help_rounds(), *arrow))
    keys = our.help_plain() if plain else KEYS()
    texts = (
        our.help_box(),
        our.help_balls(),
        rounds,
        our.help_figures(),
        keys,
        _computers(level, contest),
        our.help_solitaire(),
        our.help_variants(),
    )
    return tuple(map(paged, texts))


def _computers(level: str, contest: str) -> str:
    told = our.help_contest(against=AGAINST[contest](level=level_name(level)))
    rows = "\n".join(f"{level_name(name):<12}{how()}" for name, how in DESCRIBED.items())
    return our.help_computer(rows=rows, contest="\n".join(wrap(told, 70)))
