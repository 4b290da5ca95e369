"""The game's help pages: the rules as this board plays them, and every key."""

from __future__ import annotations

from typing import Final

from door.games.info import Options
from door.games.thieves.card import MEANS
from door.ui.texts import tr
from door.ui.widgets import Page, paged
from door.ui.words import commas

our: Final = tr.thieves
KEYS: Final = our.help_keys


def pages(options: Options, plain: bool) -> tuple[Page, ...]:
    game = our.help_game(
        turn=our.help_turn_at_will() if options["turn_at_will"] else our.help_turn_when_stuck()
    )
    middle = (our.help_plain_points(), our.help_plain()) if plain else (our.help_points(), KEYS())
    jokers = _jokers(int(str(options["jokers"])), bool(options["choose_jokers"]))
    return tuple(map(paged, (game, *middle, jokers)))


def _jokers(jokers: int, choose: bool) -> str:
    means = commas(our.help_month_mean(mean=mean, number=number) for number, mean in enumerate(MEANS))
    month = our.help_month(means=means) if choose else our.help_month_one(jokers=tr.count.jokers(n=jokers))
    return "\n".join((our.help_jokers(jokers=jokers), month, "", our.help_high_scores()))
