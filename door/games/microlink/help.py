"""The game's own help pages, for the screen and for plain mode."""

from __future__ import annotations

import textwrap
from typing import Final

from door.games.game import VALUES
from door.games.info import Options
from door.games.microlink.toggles import ALL
from door.ui.texts import tr
from door.ui.widgets import PAGE_COLS, Page, paged

our: Final = tr.microlink
KEYS: Final = our.help_keys


def pages(options: Options, plain: bool) -> tuple[Page, ...]:
    toggles = our.help_toggles(rows="\n".join(_toggles(plain)))
    return tuple(
        map(paged, (our.help_game(), our.help_plain() if plain else KEYS(), toggles, our.help_players()))
    )


def _toggles(plain: bool) -> list[str]:
    rows = [f"{toggle.letter.upper()}  {VALUES[toggle.default]():<3}  {toggle.help}" for toggle in ALL]
    if plain:
        return rows
    return [line for row in rows for line in textwrap.wrap(row, PAGE_COLS, subsequent_indent=" " * 8)]
