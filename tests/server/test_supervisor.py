"""Background jobs: one that fails is told of and started again, and no other notices."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from effort import PATIENCE
from served import ready_folder

from door.net.calls import Tasks
from door.server import app, log
from door.server.app import LONGEST_PAUSE, supervise
from door.server.board import INFOS, RunningBoard, open_records, read_settings
from door.server.jobs import background
from door.settings import load
from door.settings.reload import SettingsWatch
from door.settings.skeleton import init

JOBS = (
    "computer opponents", "caller list", "art", "config files", "bulletins", "journal",
    "webhooks", "callers' webhooks", "notices", "midnight", "forum", "failed log-ons", "bans",
    "log of the network", "log of the records", "watchdog", "delays", "chores",
)  # fmt: skip


class Pauses:
    """Takes the place of `sleep`: notes how long, and gives others their turn."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        await asyncio.sleep(0)


def failing(job: Callable[[], Awaitable[object]], begun: asyncio.Event) -> Callable[[], Awaitable[object]]:
    """The job, which raises when it is started first."""
    starts: list[None] = []

    async def work() -> None:
        starts.append(None)
        if len(starts) == 1:
            raise LookupError("a fault of ours")
        begun.set()
        await job()

    return work


async def opened_board(folder: Path) -> tuple[Any, RunningBoard]:
    init(folder)
    opening = open_records(folder, load(folder, INFOS))
    board = await opening.__aenter__()
    await board.load_services()
    return opening, board


async def test_each_job_of_a_board_that_fails_is_logged_by_its_name_and_started_again(tmp_path, caplog):
    opening, board = await opened_board(tmp_path / "b")
    try:
        jobs = app.jobs(board, SettingsWatch(board.folder))
        assert tuple(jobs) == JOBS
        again = {name: asyncio.Event() for name in jobs}
        faulty = {name: failing(job, again[name]) for name, job in jobs.items()}
        async with supervise(faulty, Pauses()), asyncio.timeout(PATIENCE):
            for event in again.values():
                await event.wait()
        for name in jobs:
            (record,) = [r for r in caplog.records if f"{name!r}" in r.getMessage()]
            assert record.levelno == logging.ERROR and "a fault of ours" in record.getMessage()
            assert record.exc_info, "with its traceback"
    finally:
        await opening.__aexit__(None, None, None)


@pytest.mark.parametrize(
    ("name", "owner", "attribute"),
    [
        ("config files", "watch", "changed"),
        ("journal", "store", "refresh"),
        ("midnight", "store", "next_midnight"),
        ("log of the network", log.Folding, "sentences"),
    ],
)
async def test_what_a_job_does_over_and_over_goes_on_after_it_failed_once(
    tmp_path, monkeypatch, name, owner, attribute
):
    for module, seconds in ((background, "LOOK_SECONDS"), (log, "FOLD_LOOK")):
        monkeypatch.setattr(module, seconds, 0.0)
    opening, board = await opened_board(tmp_path / "b")
    try:
        watch = SettingsWatch(board.folder)
        what = {"watch": watch, "store": board.services.store}.get(owner, owner)
        original, asked, twice = getattr(what, attribute), [0], asyncio.Event()

        def once(*args: Any, **named: Any) -> Any:
            asked[0] += 1
            if asked[0] == 1:
                raise LookupError("a fault of ours")
            if asked[0] == 3:
                twice.set()
            return original(*args, **named)

        jobs = app.jobs(board, watch)
        with monkeypatch.context() as patched:
            patched.setattr(what, attribute, once)
            monkeypatch.setattr(background, "LONGEST_SLEEP", 0.0)
            async with supervise({name: jobs[name]}, Pauses()), asyncio.timeout(PATIENCE):
                await twice.wait()
    finally:
        await opening.__aexit__(None, None, None)


async def test_pauses_grow_while_a_job_fails_and_nobody_else_waits(caplog):
    pauses, ended, beats = Pauses(), asyncio.Event(), [0]

    async def broken() -> None:
        if len(pauses.seconds) < 9:
            raise LookupError("again")
        ended.set()

    async def sound() -> None:
        while True:
            beats[0] += 1
            await asyncio.sleep(0)

    async with supervise({"broken": broken, "sound": sound}, pauses), asyncio.timeout(PATIENCE):
        await ended.wait()
    assert pauses.seconds == [1, 2, 4, 8, 16, 32, LONGEST_PAUSE, LONGEST_PAUSE, LONGEST_PAUSE]
    assert beats[0] > 1
    assert caplog.text.count("Traceback") == 9


async def test_what_the_system_refuses_is_one_line(caplog):
    pauses, again = Pauses(), asyncio.Event()

    async def refused() -> None:
        if not pauses.seconds:
            raise PermissionError(13, "Permission denied", "config")
        again.set()

    async with supervise({"config files": refused}, pauses), asyncio.timeout(PATIENCE):
        await again.wait()
    assert "'config files' failed; restarting it in 1 s: PermissionError" in caplog.text
    assert "Traceback" not in caplog.text


async def test_a_job_whose_answer_was_cancelled_is_started_again():
    pauses, again = Pauses(), asyncio.Event()

    async def waits() -> None:
        if pauses.seconds:
            again.set()
            return
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        answer.cancel()
        await answer

    async with supervise({"waits": waits}, pauses), asyncio.timeout(PATIENCE):
        await again.wait()


async def test_a_job_that_fails_at_its_end_holds_nothing_up(caplog):
    began = asyncio.Event()

    async def work() -> None:
        began.set()
        try:
            await asyncio.Event().wait()
        finally:
            raise LookupError("at the end")

    async with asyncio.timeout(PATIENCE):
        async with supervise({"work": work}):
            await began.wait()
    assert "'work' failed at its end: LookupError: at the end" in caplog.text


async def test_a_midnight_that_failed_is_begun_again(tmp_path, monkeypatch):
    moment, swept, failed = [datetime(2026, 11, 30, 23, 59, 59, tzinfo=UTC)], asyncio.Event(), [0]

    class Store:
        def next_midnight(self) -> datetime:
            return moment[0]

        async def roll_over(self) -> list[str]:
            failed[0] += 1
            if failed[0] == 1:
                raise LookupError("a fault of ours")
            return []

        async def pack_closed(self) -> None:
            pass

    loop = asyncio.get_running_loop()
    told: list[None] = []
    midnight = background.Midnight(
        Store(),  # type: ignore[arg-type]
        lambda: moment[0],
        lambda: told.append(None),
        lambda: loop.call_soon_threadsafe(swept.set) and None,
    )
    moment[0] += timedelta(seconds=1)
    async with supervise({"midnight": midnight.keep}, Pauses()), asyncio.timeout(PATIENCE):
        await swept.wait()
    assert failed[0] == 2 and len(told) == 2, "callers hear of the day even if a month could not be closed"


async def test_screens_that_could_not_be_loaded_are_loaded_for_the_next_call(tmp_path):
    tries: list[None] = []

    def load() -> None:
        tries.append(None)
        if len(tries) == 1:
            raise OSError(24, "Too many open files")

    folder = ready_folder(tmp_path / "board")
    async with open_records(folder, read_settings(folder)) as board:
        board.load_screens = load
        with pytest.raises(OSError, match="Too many open files"):
            await board.load_services()
        await board.load_services()
        await board.load_services()
    assert len(tries) == 2


async def test_kept_work_that_nobody_waits_for_is_told_of(caplog):
    async def work() -> None:
        raise LookupError("a fault of ours")

    tasks = Tasks()
    tasks.keep(work())
    await tasks.wait(30)
    assert "background work failed: LookupError: a fault of ours" in caplog.text
    assert "Traceback" in caplog.text


@pytest.mark.parametrize(
    "error", [EOFError("the process that forks them has ended"), OSError(), RuntimeError()]
)
async def test_opponents_that_cannot_be_loaded_while_the_board_ends_are_no_fault(monkeypatch, error):
    """SIGTERM to the whole process group ends the process that forks them first."""

    def refuse(pool: object) -> int:
        raise error

    monkeypatch.setattr(background, "wake", refuse)
    await background.wake_workers(None)
