"""Turns: how many a caller may still start today, and which kind the next one is."""

from __future__ import annotations


def turns_left(limit: int, used: int, granted: int = 0) -> int | None:
    """Paid turns left of a day's `limit` (0: no limit, None), with what the sysop granted."""
    return None if limit <= 0 else max(0, limit + granted - used)


def next_turn(left: int | None, free: int) -> bool | None:
    """Whether the next game takes a free turn; None when there is neither.

    A day's paid turns go first, since they end with the day and a free turn keeps.
    """
    if left is None or left > 0:
        return False
    return True if free > 0 else None
