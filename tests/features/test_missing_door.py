"""A board whose door is not installed any more: nothing is lost, and nobody stumbles over it."""

import json
import shutil
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from boardroom import boardroom
from callline import DUMB, XTERM
from crawl import Crawler

from door.records.audit.audit import audit
from door.screens.doors import DOORS, find

pytestmark = pytest.mark.files("earlier releases left files")

FOLDERS = Path(__file__).parents[1] / "releases" / "folders"
KEPT = "shutbox"
"""The door that is still installed; four others were played here."""


def _waiting(data: Path) -> set[str]:
    """Return the saves and tables of the doors that are not installed any more."""
    saves = [path for path in data.rglob("*.jsonl") if path.parent.name in ("saves", "daily", "tables")]
    return {path.name for path in saves if f'"door":"{KEPT}"' not in path.read_text().split("\n")[0]}


@pytest.mark.whole("crawl")
@pytest.mark.parametrize("hints", [XTERM, DUMB], ids=["screen", "plain"])
async def test_callers_and_the_sysop_find_their_way(tmp_path, hints):
    shutil.copytree(FOLDERS / "release_1_0_0" / "data", tmp_path / "data")
    journal = sorted((tmp_path / "data" / "journal").glob("*.jsonl"))
    lines = [json.loads(line) for line in journal[-1].read_text().splitlines()]
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "board.yaml").write_text("board: {}\n")
    waiting = _waiting(tmp_path / "data")
    who = next((line["caller"] for line in reversed(lines) if "caller" in line), "Ann")
    async with boardroom(tmp_path, doors=(find(KEPT),)) as board:
        board.clock.now = datetime.fromisoformat(lines[-1]["t"]).astimezone(board.zone)
        board.change("limits", minutes_per_call=0, idle_minutes=0)
        board.callers.change(
            who, lambda caller: replace(caller, sysop=hints is XTERM, prefs={"motion": "off"})
        )
        one = Crawler(board, hints, who)
        await one.home()
        await one.crawl("menu g")
        assert not one.session.over, one.line.sent[-900:].decode(errors="replace")
        board.clock.on(days=40)
        await board.store.refresh()
        await one.home()
        one.line.drop()
    assert _waiting(tmp_path / "data") == waiting
    gone = {line["door"] for line in lines if line.get("door")} - {KEPT}
    report = audit(tmp_path / "data" / "journal", board.doors, not_installed=gone)
    assert not report.faults and sum(report.missing.values())
    async with boardroom(tmp_path, doors=DOORS) as board:
        board.clock.now = datetime.fromisoformat(lines[-1]["t"]).astimezone(board.zone) + timedelta(days=41)
        await board.store.refresh()
        whole = {line["id"] for line in board.lines("daily_game")}
        assert whole >= {line["id"] for line in board.lines("daily_turn")}, "they waited for their door"
    assert not audit(tmp_path / "data" / "journal", board.doors).faults
