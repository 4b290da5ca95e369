"""Glicko-2 against the example of its own paper, and what must hold of any rating."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from door.records.ledger.ladder import MOST_DEVIATION, Rating, aged, new_rating

pytestmark = pytest.mark.files("it has no store")

RATINGS = st.builds(
    Rating,
    st.floats(0, 3500).map(lambda x: round(x, 4)),
    st.floats(30, MOST_DEVIATION).map(lambda x: round(x, 4)),
    st.floats(0.01, 0.2).map(lambda x: round(x, 8)),
)


def test_the_papers_own_example():
    after = new_rating(
        Rating(1500, 200, 0.06),
        [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)],
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
