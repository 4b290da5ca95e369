"""The door's card, its options and a caller's choices."""

from __future__ import annotations

from typing import Final

from door.games.game import Choice, Front
from door.games.info import (
    DAILY,
    FREE_TURN,
    RANKING,
    TOP,
    TURNS_PER_DAY,
    Example,
    Face,
    Feat,
    Info,
    Option,
    Options,
    Players,
)
from door.games.keys import Keys
from door.games.shutbox.rules import Variant
from door.term.canvas import BRIGHT_GREEN, BROWN
from door.ui.texts import tr
from door.ui.widgets import TextPage, page_of

our: Final = tr.shutbox
INFO: Final = Info(
    slug="shutbox",
    name=our.name,
    tagline=our.tagline,
    accent=BRIGHT_GREEN,
    options=(
        TURNS_PER_DAY,
        Option("tiles", 9, our.option_tiles, low=9, high=12, numbers=(9, 12)),
        Option("bonus_per_tile", 10, our.option_bonus_per_tile, high=1000),
        Option("shut_bonus", 300, our.option_shut_bonus, high=10_000),
        Option(FREE_TURN, True, our.option_free_turn),
        RANKING,
        TOP,
        DAILY,
    ),
    daily=True,
    deal={"free_turn": False},
    feat=Feat(our.goal_boxes_shut, tr.count.boxes),
    badges=(our.badge_box_shut,),
    given_up=our.rule_given_up,
    face=Face(
        idea=our.idea,
        examples=(
            Example(235, "5,2 9,3 7,1 6,4 8"),
            Example(247, "9,1 8,2 6,4 5,3 7"),
            Example(315, "8,2 9,7,5 6,1 3 4"),
        ),
        edge=BROWN,
        credits=(our.credits_source, our.credits_history),
    ),
    players=Players(race={"free_turn": False}),
)


def variant(options: Options) -> Variant:
    """Return the rules for these complete options.  Raises ValueError unless there are 9 or 12 tiles."""
    tiles = int(str(options["tiles"]))
    if tiles not in (9, 12):
        raise ValueError(f"tiles: {tiles} is not 9 or 12")
    return Variant(
        tiles, int(str(options["bonus_per_tile"])), int(str(options["shut_bonus"])),
        bool(options["free_turn"]),
    )  # fmt: skip


def choices(front: Front) -> tuple[Choice, ...]:
    return (
        Choice("keys", our.label_keys, ("numpad", "numbers"), "numpad",
               our.about_keys(),
               (our.choice_move, our.choice_turn_tiles), at_once=True),
        Choice("cursor", our.label_cursor, ("marks", "frame"), "marks",
               our.about_cursor(), (our.choice_marks, our.choice_frame), at_once=True),
    )  # fmt: skip


# -- help ------------------------------------------------------------


def pages(keys: Keys, options: Options, plain: bool = False) -> tuple[TextPage, ...]:
    box = variant(options)
    typed = our.help_plain(apart=our.help_plain_spaces() if box.tiles > 9 else our.help_plain_any())
    pressed = our.help_keys(keys=keys.help())
    return tuple(map(page_of, (our.help_game(tiles=box.tiles), typed if plain else pressed, _scoring(box))))


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
