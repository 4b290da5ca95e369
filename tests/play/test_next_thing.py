"""The next thing to do: one test for each rule, and their order."""

import pytest

from door.play.books import Books, Daily, Hundredths, PlaceRow
from door.play.next_thing import AtDoor, PuzzleTally, Suggestion, next_thing
from door.screens.doors import find

DAY = "2026-11-27"
QUIET = Books(
    month="2026-11",
    day=DAY,
    day_before="2026-11-26",
    standing=(PlaceRow(1, "Ann", 90),),
    winners=(PlaceRow(1, "Zoe", 80),),
    rank=1,
    score=90,
    turns_left=3,
)
"""Nothing to do: the caller leads, has had the deal, and there are no puzzles."""


def at(
    slug: str = "shutbox", saved: bool = False, puzzles: PuzzleTally | None = None, **books: object
) -> AtDoor:
    door = find(slug)
    assert door is not None
    return AtDoor(slug, door.INFO, QUIET._replace(**books), saved, puzzles)  # type: ignore[arg-type]


def suggested(*doors: AtDoor, mover: str = "", room: int = 64) -> Suggestion:
    found = next_thing(mover, doors, room)
    assert found is not None
    return found


SAVED = at("thieves", saved=True)
FIRST = at()._replace(first=True)
STREAK = at("microlink", puzzles=PuzzleTally("2026-11-26", 5, 6, 4))
DEAL = at("mindbuster", daily=Daily(DAY, may_play=True, month_rank=3))
BEHIND = at(rank=2, score=88, rival=PlaceRow(1, "Bea", 90))
OTHER_DEAL = at("switchbox", daily=Daily(DAY, may_play=True))
PUZZLE = at("microlink", puzzles=PuzzleTally("2026-11-20", 5, 6, 4))
UNPLAYED = at("switchbox", standing=(), rank=0)

IN_ORDER = [
    (SAVED, ("saved", "thieves", "Your game is waiting at Forty Thieves")),
    (FIRST, ("first", "shutbox", "Play your first game at Shut The Box")),
    (STREAK, ("puzzle", "microlink", "Your puzzle streak is 4 days at MicroLink Shut The Box")),
    (DEAL, ("deal", "mindbuster", "You haven't played today's deal at MindBuster!")),
    (BEHIND, ("rival", "shutbox", "Bea is 2 points ahead of you at Shut The Box")),
    (OTHER_DEAL, ("deal", "switchbox", "You haven't played today's deal at Switchbox")),
    (PUZZLE, ("puzzle", "microlink", "You haven't tried today's puzzle at MicroLink Shut The Box")),
    (UNPLAYED, ("unplayed", "switchbox", "Nobody leads this month at Switchbox")),
]


@pytest.mark.parametrize("rank", range(len(IN_ORDER)))
def test_the_most_urgent_thing_is_suggested_whatever_else_is_true(rank):
    rest = [fact for fact, _ in IN_ORDER[rank:]]
    found = suggested(*reversed(rest))
    assert (found.what, found.slug, found.text) == IN_ORDER[rank][1]
    found = suggested(*rest, mover="Bob")
    assert (found.what, found.slug, found.text) == ("move", "", "Bob is waiting for your move")


def test_a_puzzle_streak_goes_on_over_days_without_anybody():
    tally = PuzzleTally("2026-11-20", 5, 6, 4)
    assert tally.at(DAY, "2026-11-20").streak == tally.at(DAY, "").streak == 4
    assert tally.after(DAY, "2026-11-20", True) == PuzzleTally(DAY, 6, 7, 5)
    assert tally.at(DAY, "2026-11-21").streak == 0
    assert tally.after(DAY, "2026-11-21", True) == PuzzleTally(DAY, 6, 7, 1)
    assert tally.at("2026-11-20", "2026-11-19").streak == 4 and tally.at("2026-11-19", "").streak == 0
    assert tally.after(DAY, "2026-11-20", False) == PuzzleTally(DAY, 5, 7, 0)
    assert PuzzleTally("zz", 5, 6, 4).at(DAY, "").streak == 0
    found = suggested(at("microlink", puzzles=tally, day_before="2026-11-20"))
    assert found.text == "Your puzzle streak is 4 days at MicroLink Shut The Box"


def test_nothing_is_suggested_if_nothing_is_true():
    assert next_thing("", [at()]) is None
    assert next_thing("", []) is None


@pytest.mark.parametrize(
    "fact",
    [
        at(daily=Daily(DAY, may_play=False)),
        at(daily=Daily(DAY, may_play=True, played=True)),
        at(turns_left=0)._replace(first=True),
        at(rank=2, rival=PlaceRow(1, "Bea", 90), turns_left=0),
        at("microlink", puzzles=PuzzleTally(DAY, 5, 6, 4)),
        at("microlink", puzzles=PuzzleTally("2026-11-26", 5, 6, 4), winners=()),
        at(standing=(), rank=0, turns_left=0),
    ],
    ids=[
        "day closed",
        "deal played",
        "no first game without turns",
        "no turns",
        "puzzle tried",
        "no puzzle after an empty month",
        "no turns left",
    ],
)
def test_what_the_caller_cannot_do_is_not_suggested(fact):
    assert next_thing("", [fact]) is None


def test_distances_have_the_month_s_own_measure_and_ties_are_level():
    par = at("mindbuster", rank=2, score=Hundredths(-34), rival=PlaceRow(1, "Bea", Hundredths(-50)))
    assert suggested(par, room=0).text == "Bea is 0.16 ahead of you"
    assert suggested(at(rank=2, rival=PlaceRow(1, "Bea", 90)), room=0).text == "Bea is level with you"
    assert suggested(at(rank=2, rival=PlaceRow(1, "Bea", 91)), room=0).text == "Bea is 1 point ahead of you"


def test_the_nearest_place_to_the_top_and_the_longest_streak_come_first():
    third = at("thieves", rank=3, rival=PlaceRow(2, "Cid", 95))
    assert suggested(third, BEHIND).slug == "shutbox"
    short = at("thieves", puzzles=PuzzleTally("2026-11-26", 2, 2, 2))
    assert suggested(short, STREAK).slug == "microlink"


def test_a_deal_that_was_left_for_later_is_waiting():
    left = at(daily=Daily(DAY, may_play=True, waiting=True))
    assert suggested(DEAL, BEHIND, left, room=0).text == "Your game of today's deal is waiting"


def test_a_sentence_that_has_no_room_for_the_door_leaves_it_out():
    whole = "You haven't played today's deal at MindBuster!"
    assert suggested(DEAL, room=len(whole)).text == whole
    assert suggested(DEAL, room=len(whole) - 1).text == "You haven't played today's deal"
