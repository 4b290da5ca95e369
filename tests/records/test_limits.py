"""The table of what callers can create: each row holds, and nothing is created without a row."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from door.records.access.limits import CREATED_BY, LIMITS, quota, rows
from door.records.store.kinds import KINDS

ROOT = Path(__file__).parent.parent.parent
NOW = datetime(2026, 11, 28, 12, 0, tzinfo=UTC)
CALLERS = ("Ann", "Bob")


def calls(name: str) -> Iterator[tuple[str, ast.Call]]:
    """Every call of that name in the product, with its file."""
    for path in sorted((ROOT / "door").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                called = node.func.id if isinstance(node.func, ast.Name) else ""
                if called == name or (
                    called == "partial" and isinstance(node.args[0], ast.Name) and node.args[0].id == name
                ):
                    yield str(path.relative_to(ROOT)), node


@pytest.mark.parametrize(
    ("name", "count", "window"),
    [(name, count, window) for name, one in LIMITS.items() for count, window in one.rates],
)
def test_each_row_holds(name: str, count: int, window: timedelta) -> None:
    """The last one in a window is refused, for this caller alone, until the window has passed."""
    quotas, step = quota(name), window / (count + 1)
    others = [rate for rate in LIMITS[name].rates if rate != (count, window)]
    if any(most * window <= count * other and other < window for most, other in others):
        step = max(step, *(other / most for most, other in others if other < window))
    done = 0
    for n in range(count + 1):
        done += not quotas.take("Ann", NOW + n * step)
    assert done == count
    assert quotas.why_not("ann", NOW + count * step) and not quotas.why_not("Bob", NOW + count * step)
    assert not quotas.why_not("Ann", NOW + count * step + window)


def test_every_quota_is_a_row_of_the_table_and_every_row_is_a_quota() -> None:
    assert [file for file, _ in calls("Quota")] == ["door/records/access/limits.py"]
    used = []
    for file, call in calls("quota"):
        last = call.args[-1]
        assert isinstance(last, ast.Constant), f"{file}:{call.lineno} names no row"
        used.append(last.value)
    assert sorted(used) == sorted(LIMITS)


def test_every_kind_of_document_says_what_bounds_it() -> None:
    """A new kind of document, which callers could fill the store with, needs a row."""
    assert set(CREATED_BY) == set(KINDS)


def test_the_page_prints_the_table() -> None:
    assert "\n".join(rows()) in (ROOT / "docs" / "security.md").read_text()
