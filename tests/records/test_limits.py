"""The table of what callers can create: each row holds, and nothing is created without a row."""

import ast
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from door.call.topic import KEPT
from door.features.every import FEATURES
from door.features.externals import tape
from door.features.externals.seating import QUEUED
from door.records.access.limits import CREATED_BY, LIMITS, quota, rows
from door.records.callers.callers import MOST_KEYS
from door.records.community.community import MOST_A_DAY, WALL_KEEPS
from door.records.files.homes import DEEPEST, MOST_FILES
from door.records.ledger.contest import MOST_NEXT
from door.records.store.kinds import DOC_KINDS
from door.settings.doors import ExternalFile
from door.ui.screen import Act, Query

pytestmark = pytest.mark.files("it has no store")

ROOT = Path(__file__).parent.parent.parent
NOW = datetime(2026, 11, 28, 12, 0, tzinfo=UTC)
CALLERS = ("Ann", "Bob")


def calls(name: str) -> Iterator[tuple[str, ast.Call]]:
    """Every call of that name in the product, with its file."""
    for path in sorted((ROOT / "door").rglob("*.py")):
        text = path.read_text()
        for node in ast.walk(ast.parse(text if name in text else "")):
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
def test_each_row_holds(name, count, window):
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


def test_every_quota_is_a_row_of_the_table_and_every_row_is_a_quota():
    assert [file for file, _ in calls("Quota")] == ["door/records/access/limits.py"]
    used = []
    for file, call in calls("quota"):
        last = call.args[-1]
        assert isinstance(last, ast.Constant), f"{file}:{call.lineno} names no row"
        used.append(last.value)
    assert sorted(used) == sorted(name for name, one in LIMITS.items() if one.rates)


KEEPS_NOTHING = "keeps nothing for longer than the call"
SYSOP = "for the sysop"
OWN = "changes what the caller has one of"

ASKED_FOR = {
    **dict.fromkeys((
        "AskTables", "AskTv", "Bell", "Fit", "FreshEnter", "HangUp", "Leave", "LogOn", "MoreOutput",
        "OpenLetter", "OpenTables", "Pass", "PlayDoor", "ProgramOver", "StatusNotice", "Think", "Took",
        "TrySize", "Type", "Visit", "Wake", "check-invite", "check-password", "EnterAsGuest",
    ), KEEPS_NOTHING),
    **dict.fromkeys((
        "BreakIn", "CallAct", "ChangeSetting", "WatchCall", "SysopAct", "announce", "delete-post",
        "delete-thread", "move-thread",
    ), SYSOP),
    **dict.fromkeys((
        "Decide", "Delete", "PostSeen", "Remember", "decline", "drop-key", "feed", "new-password",
        "open-to-a-game", "read-all", "throw-away",
    ), OWN),
    **dict.fromkeys(("Begin", "Finish", "SaveMove"), "a turn of the day, and one save by door"),
    **dict.fromkeys(("EnterChat", "SayInChat", "SayToWatchers", "Say"), "chat"),
    **dict.fromkeys(("post", "put-on-wall"), "wall"),
    "PuzzleAnswered": "one line by caller, door and day",
    "Register": "account", "add-key": "key", "ignore": "ignore", "lost-password": "lost password",
    "Send": "letter", "Write": "letter", "KeepDraft": "letter", "page-sysop": "letter",
    "begin-thread": "thread", "answer-thread": "post",
    "OpenTable": "table", "FindOpponent": "table", "Sit": "seat", "TakeSeat": "seat", "AtTable": "seat",
    "WatchGame": "watch", "WatchTv": "watch",
    "EnterProgram": "visit", "WaitForSeat": "queue", "keep-visit": "film",
    "mail": "mail code", "mail-code": "mail code", "webhook": "hook test",
}  # fmt: skip
"""What bounds it: a row of `LIMITS`, or why there is nothing to bound."""


def test_everything_that_a_screen_can_ask_for_says_what_bounds_it():
    """Queries only read. A new effect or act needs a line here, and a row if callers create something."""
    asked = (one for one in FEATURES.handlers.effects if not isinstance(one, Query))
    names = {one.name if isinstance(one, Act) else one.__name__ for one in asked}
    assert set(ASKED_FOR) == names
    rows = {bound for bound in ASKED_FOR.values() if " " not in bound or bound in LIMITS}
    assert rows <= set(LIMITS)


def test_rows_without_a_rate_have_the_figures_of_the_code():
    stock = {name: one.stock for name, one in LIMITS.items() if not one.rates}
    assert stock["key"] == f"{MOST_KEYS}" and f"{QUEUED} callers" in stock["queue"]
    assert f"{tape.MOST // 1024} kilobytes, {tape.PICTURES:,} pictures" in stock["film"]
    assert f"last {KEPT} of" in stock["chat"]
    assert stock["passed"].startswith(f"{MOST_NEXT}, ")
    assert stock["wall"] == f"{MOST_A_DAY} a day; the last {WALL_KEEPS} of all callers"
    known = ExternalFile.model_fields
    assert {"visits_per_day", "minutes", "callers"} <= set(known)
    assert f"({known['home_megabytes'].default}), {MOST_FILES:,} files, {DEEPEST} folders" in stock["home"]


def test_every_kind_of_document_says_what_bounds_it():
    """A new kind of document, which callers could fill the store with, needs a row."""
    assert set(CREATED_BY) == set(DOC_KINDS)
    assert {bound for bound in CREATED_BY.values() if " " not in bound} <= set(LIMITS)


def test_the_page_prints_the_table():
    assert "\n".join(rows()) in (ROOT / "docs" / "security.md").read_text()
