"""The door's card, its options and a caller's choices."""

from __future__ import annotations

from typing import Final

from door.games.game import Choice, Front
from door.games.info import DAILY, FREE_TURN, RANKING, TOP, TURNS_PER_DAY, Feat, Info, Option, Options
from door.games.shutbox.rules import Variant
from door.term.canvas import BRIGHT_GREEN, BROWN
from door.ui.texts import tr

INFO: Final = Info(
    slug="shutbox",
    name=tr.shutbox.name,
    tagline=tr.shutbox.tagline,
    accent=BRIGHT_GREEN,
    options=(
        TURNS_PER_DAY,
        Option("tiles", 9, tr.shutbox.option_tiles, low=9, high=12, numbers=(9, 12)),
        Option("bonus_per_tile", 10, tr.shutbox.option_bonus_per_tile, high=1000),
        Option("shut_bonus", 300, tr.shutbox.option_shut_bonus, high=10_000),
        Option(FREE_TURN, True, tr.shutbox.option_free_turn),
        RANKING,
        TOP,
        DAILY,
    ),
    daily=True,
    deal={"free_turn": False},
    feat=Feat(tr.shutbox.goal_boxes_shut, tr.count.boxes),
    badges=(tr.shutbox.badge_box_shut,),
    given_up=tr.shutbox.rule_given_up,
    edge=BROWN,
    credits=(tr.shutbox.credits_source, tr.shutbox.credits_history),
    race={"free_turn": False},
)


def variant(options: Options) -> Variant:
    """Return the rules for these complete options.  Raises ValueError unless there are 9 or 12 tiles."""
    tiles = int(str(options["tiles"]))
    if tiles not in (9, 12):
        raise ValueError(f"tiles: {tiles} is not 9 or 12")
    return Variant(
        tiles,
        int(str(options["bonus_per_tile"])),
        int(str(options["shut_bonus"])),
        bool(options["free_turn"]),
    )


def choices(front: Front) -> tuple[Choice, ...]:
    """Return the settings for the digit keys and the cursor."""
    return (
        Choice("keys", tr.shutbox.label_keys, ("numpad", "numbers"), "numpad",
               tr.shutbox.about_keys(),
               (tr.shutbox.choice_move, tr.shutbox.choice_turn_tiles), at_once=True),
        Choice("cursor", tr.shutbox.label_cursor, ("marks", "frame"), "marks",
               tr.shutbox.about_cursor(), (tr.shutbox.choice_marks, tr.shutbox.choice_frame), at_once=True),
    )  # fmt: skip
