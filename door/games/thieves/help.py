"""The game's help pages: the rules as this board plays them, and every key."""

from __future__ import annotations

from typing import Final

from door.games.info import Options
from door.games.thieves.card import MEANS
from door.ui.texts import tr
from door.ui.widgets import Page, paged
from door.ui.words import commas

KEYS: Final = tr.thieves.help_keys


def pages(options: Options, plain: bool) -> tuple[Page, ...]:
    """Return every page, adapted to the sysop's options."""
    game = tr.thieves.help_game(
        turn=tr.thieves.help_turn_at_will() if options["turn_at_will"] else tr.thieves.help_turn_when_stuck()
    )
    middle = (
        (tr.thieves.help_plain_points(), tr.thieves.help_plain())
        if plain
        else (tr.thieves.help_points(), KEYS())
    )
    jokers = _jokers(int(str(options["jokers"])), bool(options["choose_jokers"]))
    return tuple(map(paged, (game, *middle, jokers)))


def _jokers(jokers: int, choose: bool) -> str:
    means = commas(tr.thieves.help_month_mean(mean=mean, number=number) for number, mean in enumerate(MEANS))
    month = (
        tr.thieves.help_month(means=means)
        if choose
        else tr.thieves.help_month_one(jokers=tr.count.jokers(n=jokers))
    )
    return "\n".join((tr.thieves.help_jokers(jokers=jokers), month, "", tr.thieves.help_high_scores()))
