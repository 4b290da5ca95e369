"""How much a run tries: a share of each law's examples, or all of them with `--whole`."""

from collections.abc import Sequence
from typing import Any, TypeVar

from hypothesis import settings

T = TypeVar("T")

PATIENCE = 90.0
"""Seconds that a test waits for what must come. Only a test that fails needs all of them."""

FEWEST = 5
"""No law tries fewer examples than this, unless it never tries more."""

_is_whole = False


def choose(whole: bool) -> None:
    """Decide it for this process, before the tests are imported."""
    global _is_whole
    _is_whole = whole


def share(examples: int, fewest: int = FEWEST) -> int:
    """Return how many of that many examples to try. Chance is fixed, so they are the same in every run."""
    return examples if _is_whole else max(min(fewest, examples), examples // 8)


def examples(most: int, **more: Any) -> settings:
    """Return Hypothesis's settings for a law that tries `most` examples with `--whole`."""
    return settings(max_examples=share(most), **more)


def some(things: Sequence[T], fewest: int = FEWEST) -> Sequence[T]:
    """Return the things that a law tries: all of them with `--whole`, otherwise every eighth."""
    return things[:: max(1, len(things) // share(len(things), fewest))]
