"""The rules in pages, for the screen and for plain mode."""

from __future__ import annotations

from typing import Final

from door.games.info import Options
from door.games.mindbuster.card import PAR, PLAYERS
from door.games.mindbuster.rules import GUESSES, NOT_BROKEN
from door.ui.texts import tr
from door.ui.widgets import Page, paged

our: Final = tr.mindbuster
KEYS: Final = our.help_keys


def pages(options: Options, plain: bool = False) -> tuple[Page, ...]:
    game = our.help_game(guesses=GUESSES, not_broken=NOT_BROKEN)
    rivals = our.help_opponents(
        rows="\n".join(f"{level.name!s:<16} {level.how()}" for level in PLAYERS.values())
    )
    keys = (our.help_plain(),) if plain else (our.help_making_a_row(), our.help_mouse(), KEYS())
    seeing = () if plain else (our.help_scoring_and_eye(),)
    texts = (
        game,
        *keys,
        our.help_score(),
        our.help_examples(),
        *seeing,
        our.help_settings(),
        rivals,
        _records(options),
        our.help_strategy(),
    )
    shown = tuple(map(paged, texts))
    return shown if plain else tuple(map(_marked, shown))


def _marked(page: Page) -> Page:
    """Add "more..." at the foot of the page if there is room, since other pages follow."""
    room = 14 - len(page.lines)
    return Page(page.title, (*page.lines, *[""] * room, f"{our.help_more():>72}")) if room >= 0 else page


def _records(options: Options) -> str:
    holes, colours = options["holes"], options["colours"]
    par = PAR[holes, colours] / 100
    sizes = (
        our.help_month_all_sizes()
        if options["choose_size"]
        else our.help_month_one_size(holes=holes, colours=colours)
    )
    return our.help_records(sizes=sizes, par=f"{par:.2f}", three=f"{3 - par:+.2f}")
