"""The value of an option that a line of the journal doesn't name: journals are provable if it stays."""

from dataclasses import replace

from door.games.info import Info, MonthRules, Option
from door.screens.doors import DOORS
from door.ui.texts import tr

BOARD = {"turns_per_day": 5, "ranking": "total", "top": 3, "daily": True}
DEFAULTS = {
    "shutbox": {"tiles": 9, "bonus_per_tile": 10, "shut_bonus": 300, "free_turn": True},
    "microlink": {},
    "mindbuster": {
        "holes": 4, "colours": 6, "players": 2, "level": "watson", "choose_size": False, "ranking": "best",
    },
    "thieves": {"jokers": 2, "choose_jokers": False, "turn_at_will": False, "look": "3d"},
    "switchbox": {
        "goals": (10, 40, 20, 100), "double_goals": False, "exits_1": (2,) * 16,
        "exits_2": (34, 21, 13, 8, 5, 3, 2, 1, 1, 2, 3, 5, 8, 13, 21, 34),
        "exits_3": (8, 7, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6, 7, 8),
        "exits_4": (64, 49, 36, 25, 16, 9, 4, 1, 1, 4, 9, 16, 25, 36, 49, 64),
        "lowball": False, "limited_passes": False, "gifts": False, "go_on": False, "solitaire": False,
        "level": "regular", "contest_levels": "ladder",
    },
}  # fmt: skip


def test_every_default_stays():
    """A new option's default is the old way. Add it here, and change nothing that stands here."""
    found = {door.INFO.slug: {one.name: one.default for one in door.INFO.options} for door in DOORS}
    assert found == {slug: BOARD | options for slug, options in DEFAULTS.items()}


def names(info):
    return [option.name for option in info.options]


def test_a_card_has_the_options_of_all_doors_without_naming_them():
    own = Option("size", 3, tr.shutbox.option_tiles)
    info = Info("box", tr.shutbox.name, tr.shutbox.tagline, 2, (own,), month=MonthRules(contest="best"))
    assert names(info) == ["turns_per_day", "size", "ranking", "top"]
    assert info.defaults()["ranking"] == "best"
    daily = replace(info, daily=True)
    assert names(daily) == ["turns_per_day", "size", "ranking", "top", "daily"]
    assert replace(daily, slug="case").options == daily.options, "and only once"


def test_a_door_may_have_an_option_of_all_doors_in_its_own_way():
    own = Option("top", 5, tr.shutbox.option_tiles)
    info = Info("box", tr.shutbox.name, tr.shutbox.tagline, 2, (own,))
    assert names(info) == ["turns_per_day", "top", "ranking"] and own in info.options
