"""Glicko-2 against the example of its own paper, and what must hold of any rating."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.records.ledger.ladder import MOST_DEVIATION, TAU, Rating, _volatility, aged, new_rating

pytestmark = pytest.mark.files("it has no store")

RATINGS = st.builds(
    Rating,
    st.floats(0, 3500).map(lambda x: round(x, 4)),
    st.floats(30, MOST_DEVIATION).map(lambda x: round(x, 4)),
    st.floats(0.01, 0.2).map(lambda x: round(x, 8)),
)


def test_the_papers_own_example():
    after = new_rating(
        Rating(1500, 200, 0.06), [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    )
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


@given(RATINGS, RATINGS, st.sampled_from([0.0, 0.5, 1.0]))
def test_a_game_moves_a_rating_the_right_way_and_makes_it_surer(mine, other, score):
    after = new_rating(mine, [(other, score)])
    unsteady = mine._replace(volatility=max(mine.volatility, after.volatility))
    assert after.deviation <= aged(unsteady, 7).deviation + 1e-3
    if score == 1.0:
        assert after.rating >= mine.rating
    if score == 0.0:
        assert after.rating <= mine.rating


@given(RATINGS, st.floats(0, 4000), st.floats(0, 4000))
def test_doubt_only_grows_with_time_and_has_an_end(mine, some, more):
    assert mine.deviation <= aged(mine, some).deviation <= aged(mine, some + more).deviation <= MOST_DEVIATION


def test_nothing_comes_of_no_game():
    assert new_rating(Rating(1612.5, 80, 0.06), []) == Rating(1612.5, 80, 0.06)


def test_the_volatility_solves_the_paper_s_equation():
    """Step 5: f(ln of the new volatility squared) is 0, for every game that two callers can play."""

    def f(x: float) -> float:
        power = math.exp(x)
        up = power * (delta**2 - phi**2 - variance - power)
        return up / (2 * (phi**2 + variance + power) ** 2) - (x - math.log(sigma**2)) / TAU**2

    rises = set[bool]()
    for sigma, phi, weight, expected in itertools.product(
        (0.01, 0.06, 0.2), (0.2, 1.0, 2.0), (0.65, 0.99), (0.01, 0.3, 0.5, 0.9, 0.999)
    ):
        for score in (0.0, 0.5, 1.0):
            variance = 1 / (weight**2 * expected * (1 - expected))
            delta = variance * weight * (score - expected)
            found = _volatility(sigma, phi, variance, delta)
            assert abs(f(math.log(found**2))) < 1e-5, (sigma, phi, weight, expected, score)
            rises.add(delta**2 > phi**2 + variance)
    assert rises == {False, True}


STEADY, NEW, UNSTEADY = Rating(1500, 60, 0.06), Rating(), Rating(2100, 45, 0.15)
DIGITS = {
    (STEADY, NEW, 0.0): Rating(1492.955, 60.4841, 0.06),
    (STEADY, NEW, 1.0): Rating(1507.045, 60.4841, 0.06),
    (STEADY, UNSTEADY, 0.0): Rating(1499.3325, 60.7863, 0.05999961),
    (STEADY, UNSTEADY, 1.0): Rating(1520.3891, 60.7867, 0.06001191),
    (NEW, STEADY, 0.0): Rating(1324.9312, 248.8335, 0.05999919),
    (NEW, STEADY, 1.0): Rating(1675.0688, 248.8335, 0.05999919),
    (NEW, UNSTEADY, 0.0): Rating(1480.2626, 330.5378, 0.05999965),
    (NEW, UNSTEADY, 1.0): Rating(2102.869, 330.5378, 0.06000949),
    (UNSTEADY, STEADY, 0.0): Rating(2085.2376, 51.9454, 0.15018367),
    (UNSTEADY, STEADY, 1.0): Rating(2100.4959, 51.9289, 0.14999383),
    (UNSTEADY, NEW, 0.0): Rating(2090.5541, 51.9207, 0.15007),
    (UNSTEADY, NEW, 1.0): Rating(2100.9365, 51.914, 0.14999304),
}


def test_ratings_have_the_same_digits_everywhere_and_always():
    """Ratings that a board has shown don't change with a release."""
    assert {game: new_rating(game[0], [game[1:]]) for game in DIGITS} == DIGITS


def test_doubt_after_some_days_is_the_paper_s():
    steady = Rating(1500, 60, 0.06)
    assert aged(steady, 70).deviation == round(math.sqrt(60**2 + (173.7178 * 0.06) ** 2 * 10), 4)
    assert aged(steady, 0) == aged(steady, -5) == steady
    assert aged(steady, 0.5).deviation > 60 and aged(steady, 100_000).deviation == 350.0
