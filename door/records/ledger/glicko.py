"""Glicko-2: how strong a caller is, how sure that is, and how steadily they play.

Law: pure, and the same to the last digit wherever it runs: steps follow each other in a fixed order, and
what comes out is rounded each time.  After Mark Glickman's "Example of the Glicko-2 system" (2013), with
one game a period; a rating becomes less sure with the days that pass.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

SCALE: Final = 173.7178
MOST_DEVIATION: Final = 350.0
TAU: Final = 0.5
"""How fast the volatility may change; the paper says .3 to 1.2."""

PERIOD_DAYS: Final = 7.0
"""The days after which a volatility's worth of doubt has come to a rating of which nothing was heard."""

CLOSE: Final = 1e-6
STEPS: Final = 100


class Rating(NamedTuple):
    """A caller's, at a game: `rating` and `deviation` in points, rounded to 4 places; `volatility` to 8."""

    rating: float = 1500.0
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06


def aged(rating: Rating, days: float) -> Rating:
    """The rating so many days later, without a game."""
    doubt = rating.deviation**2 + (SCALE * rating.volatility) ** 2 * max(0.0, days) / PERIOD_DAYS
    return rating._replace(deviation=round(min(MOST_DEVIATION, math.sqrt(doubt)), 4))


def played(mine: Rating, games: list[tuple[Rating, float]]) -> Rating:
    """The rating after games of one period, each with the other's rating before it and what it came to:
    1 won, 0.5 drawn, 0 lost.  Without a game it stays."""
    if not games:
        return mine
    mu, phi = (mine.rating - 1500.0) / SCALE, mine.deviation / SCALE
    precision = change = 0.0
    for other, score in games:
        weight = _weight(other.deviation / SCALE)
        expected = 1.0 / (1.0 + math.exp(-weight * (mu - (other.rating - 1500.0) / SCALE)))
        precision += weight * weight * expected * (1.0 - expected)
        change += weight * (score - expected)
    variance = 1.0 / precision
    volatility = _volatility(mine.volatility, phi, variance, variance * change)
    before = math.sqrt(phi * phi + volatility * volatility)
    phi = 1.0 / math.sqrt(1.0 / (before * before) + precision)
    mu += phi * phi * change
    return Rating(
        round(SCALE * mu + 1500.0, 4), round(min(MOST_DEVIATION, SCALE * phi), 4), round(volatility, 8)
    )


def _weight(phi: float) -> float:
    """What a game counts with somebody as unsure as that."""
    return 1.0 / math.sqrt(1.0 + 3.0 * phi * phi / (math.pi * math.pi))


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """The new volatility: step 5 of the paper, by the Illinois algorithm."""
    start = math.log(sigma * sigma)

    def slope(x: float) -> float:
        power = math.exp(x)
        whole = phi * phi + variance + power
        return power * (delta * delta - whole) / (2.0 * whole * whole) - (x - start) / (TAU * TAU)

    low = start
    if delta * delta > phi * phi + variance:
        high = math.log(delta * delta - phi * phi - variance)
    else:
        high = start - TAU
        while slope(high) < 0:
            high -= TAU
    at_low, at_high = slope(low), slope(high)
    for _ in range(STEPS):
        if abs(high - low) <= CLOSE:
            break
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2.0
        high, at_high = middle, at_middle
    return math.exp(low / 2.0)
