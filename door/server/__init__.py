"""A board that runs: wiring, listeners and background jobs."""

from __future__ import annotations

import gc


def collect_seldom() -> None:
    """Leave loaded objects out of garbage collection, and collect seldom from now on.

    Calls leave few cycles behind. Python's own thresholds would cost 10 % of the processor at 500 callers.
    """
    gc.freeze()
    gc.enable()
    gc.set_threshold(100_000, 50, 1_000)
