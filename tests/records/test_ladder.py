"""Ratings from the lines of matches: rated games of a day, gains from the same opponent, renamed callers."""

import json
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from random_matches import Played

from door.play.books import PlaceRow
from door.records.journal.lines import Fields
from door.records.ledger.ladder import Ladder, Rating, RatingChange, Strength, new_rating

pytestmark = pytest.mark.files("it has no store")

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
DAY = "2026-11-21"


def lines(number: int, how: str = "resign", days: float = 0, **terms: object) -> tuple[Fields, Fields]:
    """The lines of a game that Bob resigned, or that one or both aborted."""
    now = NOON + timedelta(days=days, minutes=number)
    played = Played("switchbox", False, Random(number), now, agreed={"clock": "5+10", "rated": True, **terms})
    if how == "agreed":
        for seat in (0, 1):
            played.do("offer", seat=seat, what="abort")
    else:
        played.do(how, seat=1)
    return played.lines()


def booked(ladder: Ladder, *games: tuple[Fields, Fields]) -> Ladder:
    for begun, ended in games:
        ladder.begin(begun)
        ladder.end(ended)
    return ladder


def used(ladder: Ladder) -> list[int]:
    return [ladder.used(who, DAY) for who in ("Ann", "BOB")]


def test_rated_games_of_a_day_are_counted_and_given_back_unless_one_s_own_abort_ended_them():
    ladder = booked(Ladder(), lines(1))
    assert used(ladder) == [1, 1]
    assert used(booked(ladder, lines(2, rated=False))) == [1, 1]
    ladder.begin(lines(3, "agreed")[0])
    assert used(ladder) == [2, 2], "it counts from its beginning"
    ladder.end(lines(3, "agreed")[1])
    assert used(ladder) == [1, 1]
    assert used(booked(ladder, lines(4, "abort"))) == [1, 2], "Bob aborted alone"


def test_a_match_is_rated_once_and_only_if_it_is_rated_and_was_played():
    ladder = booked(Ladder(), lines(1, rated=False), lines(2, "agreed"))
    assert ladder.ranking("switchbox") == [] and ladder.changes == {}
    game = lines(3)
    booked(ladder, game, game)
    ann, bob = (ladder.strength("switchbox", who) for who in ("ann", "bob"))
    assert ann is not None and bob is not None
    assert ann.rating == new_rating(Rating(), [(Rating(), 1.0)])
    assert bob.rating == new_rating(Rating(), [(Rating(), 0.0)])
    assert (ann.games, ann.results, bob.games, bob.results) == (1, "W", 1, "L")
    change = RatingChange(1500, round(ann.rating.rating)), RatingChange(1500, round(bob.rating.rating))
    assert ladder.changes[game[1]["id"]] == change
    booked(ladder, lines(4, days=59, rated=False), game)
    assert ladder.strength("switchbox", "Ann") == ann, "it isn't forgotten for two months"
    booked(ladder, lines(5, days=60, rated=False))
    assert game[1]["id"] not in ladder.ended and ladder.changes == {}


def test_at_a_table_of_more_each_pair_weighs_by_itself_and_a_computer_has_no_rating():
    ladder = booked(Ladder(), *map(lines, range(3)))
    more = {"seats": ["Ann", "Bob", "Cid", "computer:expert"], "places": [1, 2, 3, 4], "scores": [0] * 4}
    begun, ended = ({**line, **more} for line in lines(3, words=False))
    ann, bob = (ladder.strength("switchbox", who) for who in ("Ann", "Bob"))
    assert ann and bob
    whole = new_rating(ann.at(ended["t"]), [(bob.at(ended["t"]), 1.0), (Rating(), 1.0)])
    booked(ladder, (begun, ended))
    now = ladder.strength("switchbox", "Ann")
    gain = (whole.rating - ann.rating.rating) * (0.5 + 1.0) / 2
    assert now and now.rating.rating == pytest.approx(ann.rating.rating + gain, abs=0.01)
    assert [row is None for row in ladder.changes[ended["id"]]] == [False, False, False, True]
    again = Ladder()
    again.load(json.loads(json.dumps(ladder.to_json())))
    assert again.changes == ladder.changes


def test_a_draw_is_half_a_game_for_both():
    begun, ended = lines(1)
    ladder = booked(Ladder(), (begun, {**ended, "places": [1, 1]}))
    drawn = new_rating(Rating(), [(Rating(), 0.5)]), "D"
    assert [(strength.rating, strength.results) for _, strength in ladder.ranking("switchbox")] == [drawn] * 2


def test_gains_from_the_same_opponent_shrink_and_are_whole_again_after_a_while():
    ladder, before, gains = Ladder(), Rating(), list[float]()
    for number in range(5):
        other = ladder.strength("switchbox", "Bob")
        their = other.at(lines(number)[0]["t"]) if other else Rating()
        whole = new_rating(before, [(their, 1.0)]).rating - before.rating
        game = lines(number)
        booked(ladder, game)
        now = ladder.strength("switchbox", "Ann")
        assert now is not None
        gains.append((now.rating.rating - before.rating) / whole)
        before = now.rating
        assert before.rating == round(before.rating, 4)
    assert gains == pytest.approx([1.0, 1.0, 1.0, 0.5, 0.25], abs=0.01)
    kept, late = before.rating, lines(99, days=30)
    mine, theirs = (ladder.strength("switchbox", who) for who in ("Ann", "Bob"))
    assert mine is not None and theirs is not None
    booked(ladder, late)
    after = ladder.strength("switchbox", "Ann")
    whole = new_rating(mine.at(late[1]["t"]), [(theirs.at(late[1]["t"]), 1.0)]).rating - kept
    assert after is not None and after.rating.rating - kept == pytest.approx(whole, abs=0.01)


def test_a_renamed_caller_keeps_ratings_and_rated_games_and_a_buried_one_has_none():
    ladder = booked(Ladder(), lines(1))
    was = ladder.strength("switchbox", "Ann")
    ladder.move("ann", "zoë")
    assert ladder.strength("switchbox", "Zoë") == was and ladder.strength("switchbox", "Ann") is None
    assert (ladder.used("Zoë", DAY), ladder.used("Ann", DAY)) == (1, 0)
    begun, ended = lines(2)
    ladder.begin({**begun, "seats": ["Zoë", "Bob"]})
    ladder.bury("zoë")
    assert not ladder.ends({**ended, "seats": ["computer:1", "Bob"]}) and not ladder.ends(ended)
    assert ladder.ends({**ended, "seats": ["Zoë", "Bob"]})
    assert ladder.strength("switchbox", "Zoë") is None and ladder.used("Zoë", DAY) == 0


def test_a_new_handle_makes_no_gain_whole_again():
    twice = [booked(Ladder(), *map(lines, range(4))) for _ in range(2)]
    twice[0].move("ann", "zoë")
    game = lines(4)
    renamed = tuple({**line, "seats": ["Zoë", "Bob"]} for line in game)
    booked(twice[0], (renamed[0], renamed[1]))
    booked(twice[1], game)
    assert twice[0].strength("switchbox", "Zoë") == twice[1].strength("switchbox", "Ann")


def test_pairs_who_met_long_ago_are_forgotten_and_the_others_outlive_who_leaves():
    ladder = Ladder()
    pairs = [("Ann", "Bob", 0), ("Ann", "Cid", 5), ("Bob", "Cid", 6), ("Bob", "Dot", 15), ("Ann", "Bob", 36)]
    for number, (one, other, days) in enumerate(pairs):
        begun, ended = ({**line, "seats": [one, other]} for line in lines(number, days=days))
        again = Ladder()
        again.load(json.loads(json.dumps(ladder.to_json())))
        assert booked(again, (begun, ended)).to_json() == booked(ladder, (begun, ended)).to_json()
    met = [(one, other, len(times)) for _, one, other, times in ladder.to_json()[3]]
    assert met == [("ann", "bob", 1), ("ann", "cid", 1), ("bob", "cid", 1), ("bob", "dot", 1)]
    booked(ladder, lines(9, days=41))
    ladder.bury("ann")
    met = [(one, other, len(times)) for _, one, other, times in ladder.to_json()[3]]
    assert met == [("bob", "dot", 1)]


def test_the_ladder_has_the_best_first_and_provisional_ones_last():
    ladder = Ladder()
    known = {"dot": (1900, 9), "cid": (1500, 10), "ann": (1700, 10), "bob": (1500, 50), "eve": (1400, 20)}
    ladder.strengths["switchbox"] = {
        key: Strength(Rating(float(points)), games) for key, (points, games) in known.items()
    }
    assert [key for key, _ in ladder.ranking("switchbox")] == ["ann", "bob", "cid", "eve", "dot"]
    first = PlaceRow(1, "Ann", 1700, 10), PlaceRow(2, "bob", 1500, 50), PlaceRow(3, "cid", 1500, 10)
    assert ladder.first("switchbox", {"ann": "Ann"}) == first
