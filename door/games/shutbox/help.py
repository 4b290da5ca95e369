"""The door's help pages, for the screen and for plain mode."""

from __future__ import annotations

from typing import Final

from door.games.info import Options
from door.games.shutbox.card import variant
from door.games.shutbox.rules import Variant
from door.ui.texts import tr
from door.ui.widgets import Page, paged

our: Final = tr.shutbox
KEYS: Final = our.help_keys


def pages(options: Options, plain: bool = False) -> tuple[Page, ...]:
    box = variant(options)
    typed = our.help_plain(apart=our.help_plain_spaces() if box.tiles > 9 else our.help_plain_any())
    return tuple(map(paged, (our.help_game(tiles=box.tiles), typed if plain else KEYS(), _scoring(box))))


def _scoring(box: Variant) -> str:
    whole = sum(range(1, box.tiles + 1))
    bonus = box.tiles * box.bonus_per_tile
    most = whole + bonus + box.shut_bonus
    form = our.help_score_shut_box_free_turn if box.free_turn else our.help_score_shut_box
    return "\n\n".join(
        (
            our.help_score(
                points=tr.count.points(n=box.bonus_per_tile), shut=tr.count.points(n=box.shut_bonus)
            ),
            form(whole=whole, bonus=bonus, shut_bonus=box.shut_bonus, most=most),
            our.help_score_given_up(),
        )
    )
