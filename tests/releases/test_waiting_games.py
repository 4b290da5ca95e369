"""Games and matches that waited through an upgrade are played to their end by today's code, and proved.

The folders beside this file are as earlier code wrote them (b5f89985 and 976b3e60), and never change.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from journal_players import sit_down
from random_matches import legal_move
from records_kit import Clock, journal_lines, make_store

from door.games.record import Record
from door.play.api import Begun
from door.records.audit.audit import audit
from door.records.play.game_store import GameStore
from door.screens.doors import DOORS

FOLDERS = Path(__file__).parent / "folders"
BY_SLUG = {door.INFO.slug: door for door in DOORS}


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> AsyncIterator[GameStore]:
    """The records of a copy of that folder, half an hour after its board was stopped."""
    shutil.copytree(FOLDERS / request.param, tmp_path / "data")
    last = journal_lines(tmp_path / "data" / "journal")[-1]["t"]
    clock.moment = datetime.fromisoformat(last)
    clock.pass_by(minutes=30)
    store = make_store(tmp_path / "data", clock, doors=BY_SLUG, turns_per_day=0)
    assert await store.open() == []
    yield store
    await store.close()


def proved(data: Path) -> bool:
    report = audit(data / "journal", BY_SLUG)
    assert [str(fault) for fault in report.faults] == []
    return report.games > 0


async def to_the_end(store: GameStore, slug: str, caller: str, daily: bool, rng: Random) -> None:
    begun: Any = await store.begin(slug, caller, {}, daily=daily)
    assert isinstance(begun, Begun) and begun.resumed, (slug, caller)
    table = sit_down(slug, begun, rng)
    while not table.over:
        assert store.moved(begun.id, table.move("wild")) == ""
    outcome = BY_SLUG[slug].replay(
        Record(begun.options, tuple(begun.seats), begun.chance, tuple(table.moves))
    )
    result = outcome.detail if BY_SLUG[slug].INFO.result else None
    booked = await store.finish(begun.id, outcome.score, result)
    assert booked.note == ""


@pytest.mark.parametrize("store", ["waiting_0_1_0"], indirect=True)
async def test_games_of_every_kind(store: GameStore, tmp_path: Path, clock: Clock) -> None:
    rng, data = Random(1), tmp_path / "data"
    headers = [
        (json.loads(path.read_text().splitlines()[0]), folder == "daily")
        for folder in ("saves", "daily")
        for path in sorted((data / folder).glob("*.jsonl"))
    ]
    assert {header["door"] for header, _ in headers} == set(BY_SLUG)
    for header, daily in headers:
        await to_the_end(store, header["door"], header["caller"], daily, rng)
    clock.pass_by(days=2)
    await store.roll_over()
    await store.refresh()
    kinds = [line["kind"] for line in journal_lines(data / "journal")]
    assert kinds.count("game") + kinds.count("daily_game") == len(headers)
    assert proved(data)


@pytest.mark.parametrize("store", ["matches_2026_11_26"], indirect=True)
async def test_matches_of_every_kind(store: GameStore, tmp_path: Path, clock: Clock) -> None:
    rng, tables = Random(1), store.tables
    waiting = [match for match in tables.all() if match.stage == "play"]
    assert len(waiting) > 30 and len({(m.terms.door, m.terms.race) for m in waiting}) > 7
    (challenge,) = [match.terms.id for match in tables.all() if match.stage == "forming"]
    await tables.do(challenge, {"do": "sit", "seat": 1, "who": "Bob"})
    for number, match in enumerate(m for m in tables.all() if m.stage == "play"):
        id = match.terms.id
        if match.adjourned:
            match = await tables.do(id, {"do": "go"})
        while match.stage != "over":
            if number % 5 == 4:  # it is given up, or nobody moves any more
                match = await tables.do(id, {"do": "resign", "seat": match.playing[0]})
                continue
            seat = rng.choice(match.movers)
            move = legal_move(match.positions[seat if match.terms.race else 0], rng)
            event = {"do": "move", "seat": seat, "move": move, "computer": True}
            match = await tables.do(id, event)
            clock.pass_by(seconds=1)
    assert all(match.stage == "over" for match in tables.all())
    kinds = [line["kind"] for line in journal_lines(tmp_path / "data" / "journal")]
    assert kinds.count("match") == kinds.count("table") > 40
    assert proved(tmp_path / "data")
