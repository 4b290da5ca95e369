"""How much a run tries: a share of each law's examples, or all of them with `--whole`."""

from __future__ import annotations

from typing import Any

from hypothesis import settings

FEWEST = 25
"""No law tries fewer examples than this, unless it never tries more."""

_is_whole = False


def choose(whole: bool) -> None:
    """Decide it for this process, before the tests are imported."""
    global _is_whole
    _is_whole = whole


def share(examples: int) -> int:
    """Return how many of that many examples to try. Chance is fixed, so they are the same in every run."""
    return examples if _is_whole else max(min(FEWEST, examples), examples // 4)


def examples(most: int, **more: Any) -> settings:
    """Return Hypothesis's settings for a law that tries `most` examples with `--whole`."""
    return settings(max_examples=share(most), **more)
