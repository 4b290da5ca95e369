"""Events: programs at a time of day, begun once, ended in time, and told of."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from boardroom import Boardroom

from door.external.program import session_of
from door.records.community.community import EventRun, EventRuns
from door.records.store.files import Folder
from door.server.jobs.events import Keeper
from door.settings import Settings, defaults
from door.settings.models import Event

BERLIN = ZoneInfo("Europe/Berlin")


def at(*parts: int, fold: int = 0) -> datetime:
    return datetime(*parts, tzinfo=BERLIN, fold=fold)  # type: ignore[arg-type, misc]


def script(text: str, when: str = "03:30", **changes: Any) -> Event:
    return Event(at=when, command=("/bin/sh", "-c", text), **changes)


def board(folder: Path, **events: Event) -> Callable[[], Settings]:
    settings = replace(defaults(folder, {}), events=events)
    return lambda: settings


async def ran(keeper: Keeper, name: str, data: Path) -> EventRun:
    await keeper.tasks[name]
    return EventRuns(Folder(data)).last()[name]


async def test_an_event_runs_at_its_minute_in_the_board_s_folder_and_nothing_of_the_board_s_is_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setenv("SECRET", "tadpole")
    settings = board(tmp_path, backup=script('pwd; echo "$SECRET" > seen; echo "two\x1b[2J words"'))
    keeper = Keeper(settings, set(), at(2026, 11, 10, 3, 29), Folder(tmp_path / "data"))
    keeper.look(at(2026, 11, 10, 3, 29, 59))
    assert not keeper.tasks
    keeper.look(at(2026, 11, 10, 3, 30))
    run = await ran(keeper, "backup", tmp_path / "data")
    assert (run.ended, run.said, run.t) == ("done", "two[2J words", "2026-11-10T02:30:00.000Z")
    assert (tmp_path / "seen").read_text() == "\n"
    assert "event backup started pid=" in caplog.text and "event backup done seconds=" in caplog.text
    first = keeper.tasks["backup"]
    for minute in (30, 31, 59):
        keeper.look(at(2026, 11, 10, 3, minute))
    assert keeper.tasks["backup"] is first


async def test_one_that_fails_or_cannot_be_started_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    none = Event(at="03:30", command=("/no/such/program",))
    events = {"bad": script("echo no room >&2; exit 3"), "none": none}
    keeper = Keeper(board(tmp_path, **events), set(), at(2026, 11, 10, 3, 29), Folder(tmp_path / "data"))
    keeper.look(at(2026, 11, 10, 3, 30))
    bad, missing = [await ran(keeper, name, tmp_path / "data") for name in events]
    assert (bad.ended, bad.said) == ("failed, status 3", "no room")
    assert missing.ended == "not started: /no/such/program: No such file or directory"
    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING"]


async def test_one_that_never_ends_is_not_begun_again_and_goes_with_all_it_has_begun(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    endless = script("trap '' HUP; (sleep 1000 &) ; echo $$; cat", "03:30")
    settings = board(tmp_path, loop=endless.model_copy(update={"minutes": 0.01}))
    running: set[str] = set()
    keeper = Keeper(settings, running, at(2026, 11, 10, 3, 29), Folder(tmp_path / "data"))
    keeper.look(at(2026, 11, 10, 3, 30))
    task = keeper.tasks["loop"]
    assert running == {"loop"}
    keeper.look(at(2026, 11, 11, 3, 30))
    assert keeper.tasks["loop"] is task and "still running, and is not begun again" in caplog.text
    run = await ran(keeper, "loop", tmp_path / "data")
    assert run.ended.startswith("ended after") and run.said.isdecimal()
    assert not session_of(int(run.said)) and not running


async def test_the_board_s_stop_ends_what_runs_and_keeps_word_of_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    (tmp_path / "data").mkdir()
    os.mkfifo(tmp_path / "pipe")
    settings = board(tmp_path, loop=script("echo on > pipe; cat"))
    keeper = Keeper(settings, set(), at(2026, 11, 10, 3, 29), Folder(tmp_path / "data"))
    keeper.look(at(2026, 11, 10, 3, 30))
    await asyncio.to_thread((tmp_path / "pipe").read_text)
    await Boardroom.until(lambda: "event loop started" in caplog.text)  # the program may be ahead of that
    await keeper.close()
    assert EventRuns(Folder(tmp_path / "data")).last()["loop"].ended == "ended with the board"


async def test_a_disk_that_keeps_nothing_is_told_of(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "data").write_text("no folder")
    keeper = Keeper(
        board(tmp_path, a=script("true")), set(), at(2026, 11, 10, 3, 29), Folder(tmp_path / "data")
    )
    keeper.look(at(2026, 11, 10, 3, 30))
    await keeper.tasks["a"]
    assert "the run of event a is not kept" in caplog.text


async def test_a_night_when_the_clocks_change_runs_it_once(tmp_path: Path) -> None:
    settings = board(tmp_path, night=script("true", "02:30"))
    for looks in (
        [at(2026, 3, 29, 1, 59), at(2026, 3, 29, 3, 0), at(2026, 3, 29, 3, 30), at(2026, 3, 29, 23, 0)],
        [
            at(2026, 10, 25, 2, 0), at(2026, 10, 25, 2, 30), at(2026, 10, 25, 2, 0, fold=1),
            at(2026, 10, 25, 2, 30, fold=1), at(2026, 10, 25, 3, 30),
        ],
    ):  # fmt: skip
        keeper, begun = Keeper(settings, set(), looks[0], Folder(tmp_path / "data")), set()
        for moment in looks[1:]:
            keeper.look(moment)
            begun |= set(keeper.tasks.values())
        assert len(begun) == 1
        await keeper.close()


async def test_a_clock_that_is_set_back_runs_nothing_again(tmp_path: Path) -> None:
    keeper = Keeper(
        board(tmp_path, a=script("true")), set(), at(2026, 11, 10, 3, 29), Folder(tmp_path / "data")
    )
    keeper.look(at(2026, 11, 10, 3, 31))
    first = keeper.tasks["a"]
    await first
    for minute in (28, 32):
        keeper.look(at(2026, 11, 10, 3, minute))
    assert keeper.tasks["a"] is first
    keeper.look(at(2026, 11, 11, 3, 30))
    assert keeper.tasks["a"] is not first
    await keeper.tasks["a"]
