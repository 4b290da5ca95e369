"""A day's deal as a door is told of it: not played yet, and played."""

from door.midend.books import Books, Daily, Row

ROWS = tuple(Row(place, f"Caller {place}", 500 - place, 31) for place in range(1, 11))
DEAL = Daily("2026-11-21", "ab" * 32, may_play=True, month=ROWS, last_day="2026-11-20", last=ROWS[:3],
             last_seed="cd" * 32)  # fmt: skip
PLAYED = Daily("2026-11-21", "ab" * 32, played=True, today=ROWS, rank=12, score=88, month=ROWS, month_rank=11,
               month_score=123, late=True)  # fmt: skip


def books(daily=DEAL, turns=5):
    """The books of a door that offers this deal."""
    return Books("2026-11", (), "2026-10", turns_left=turns, daily=daily)
