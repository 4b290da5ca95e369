"""A rename is killed before each of its steps on the disk, and finished by who comes next."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from records_kit import Clock, journal_lines, make_store, play

from door.midend.api import Begun
from door.records.callers.accounts import Accounts
from door.records.callers.callers import Caller, CallerError, Callers
from door.records.callers.renames import NOTE
from door.records.journal.journal import Journal
from door.records.journal.lines import RecordsError
from door.records.play.saves import Saves

STEPS = {"os.rename", "os.remove", "os.mkdir", "open"}
"""What Python's audit hooks call a step on the disk; `open` counts where something is written."""

KILLED = 9


def hand(data: Path) -> Accounts:
    clock = Clock()
    journal = Journal(data / "journal", clock().tzinfo, clock)
    return Accounts(Callers(data / "callers"), journal, Saves(data / "saves"), {"dice": "Dice"},
                    lambda key: False, "Sysop")  # fmt: skip


def killed_at(step: int, work) -> bool:
    """Does the work in a process of its own, which dies just before that step; False where the work
    was done before."""
    child = os.fork()
    if child == 0:
        left = step

        def count(event: str, args: tuple) -> None:
            nonlocal left
            if event in STEPS and (event != "open" or args[2] & (os.O_WRONLY | os.O_RDWR)):
                left -= 1
                if left == 0:
                    os._exit(KILLED)

        sys.addaudithook(count)
        try:
            work()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == KILLED


async def a_board(data: Path) -> None:
    """Ann has a game on the books, and one that waits."""
    store = make_store(data, Clock())
    await store.open()
    Callers(data / "callers").create(Caller("Ann", calls=7))
    await play(store, "Ann")
    assert isinstance(await store.begin("dice", "Ann", {}), Begun)
    await store.close()


def renames(data: Path) -> list[tuple[str, str]]:
    return [
        (line["caller"], line["to"]) for line in journal_lines(data / "journal") if line["kind"] == "rename"
    ]


async def is_whole(data: Path, handle: str) -> None:
    """One caller, with all that is theirs under one handle."""
    callers = Callers(data / "callers")
    assert [(c.handle, c.calls) for c in callers.all()] == [(handle, 7)] and not callers.broken()
    assert not (data / "callers" / NOTE).exists()
    assert bool(callers.taken("Ann")) and bool(callers.taken("Anna")) == (handle == "Anna")
    store = make_store(data, Clock())
    await store.open()
    assert [row.caller for row in store.books("dice", handle).standing] == [handle]
    assert store.waiting("dice", handle)
    await store.close()


@pytest.mark.parametrize("finisher", ["start", "command", "again"])
async def test_a_rename_that_was_killed_is_finished_or_never_was(tmp_path: Path, finisher: str) -> None:
    step = 0
    while True:
        step += 1
        data = tmp_path / f"{step}"
        await a_board(data)
        died = killed_at(step, lambda data=data: hand(data).rename("Ann", "Anna"))
        begun = (data / "callers" / NOTE).exists()
        assert len(Callers(data / "callers").all()) + len(Callers(data / "callers").broken()) == 1
        if finisher == "start":
            store = make_store(data, Clock())
            told = [note for note in await store.open() if "rename" in note]
            await store.close()
            assert len(told) == begun
        elif finisher == "command":
            assert len(hand(data).finish_rename()) == begun
            assert hand(data).finish_rename() == []
        elif begun:  # the sysop does it again, by the handle that they know
            with pytest.raises(RecordsError, match="no caller Ann"):
                hand(data).rename("Ann", "Anna")
        elif died:
            hand(data).rename("Ann", "Anna")
        done = bool(renames(data))
        assert done or not begun
        assert renames(data) == [("Ann", "Anna")] * done
        await is_whole(data, "Anna" if done else "Ann")
        if not died:
            break
    assert step > 12, "the rename has that many steps at least"


async def test_a_rename_by_case_alone_is_finished_too(tmp_path: Path) -> None:
    step, died = 0, True
    while died:
        step += 1
        data = tmp_path / f"{step}"
        Callers(data / "callers").create(Caller("Ann", calls=7))
        died = killed_at(step, lambda data=data: hand(data).rename("Ann", "ANN"))
        hand(data).finish_rename()
        (caller,) = Callers(data / "callers").all()
        assert (caller.handle, caller.calls) == ("ANN" if renames(data) else "Ann", 7)


async def test_a_handle_that_somebody_took_meanwhile_is_theirs(tmp_path: Path) -> None:
    callers = Callers(tmp_path / "callers")
    callers.create(Caller("Ann", calls=7))

    def killed(caller: Caller, to: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        callers.rename("Ann", "Anna", killed)
    (tmp_path / "callers" / NOTE).write_text('{"caller": "Ann", "to": "Anna", "id": "1", "since": ""}')
    callers.create(Caller("Anna", calls=1))
    assert hand(tmp_path).finish_rename() == [
        "Ann was not renamed: someone registered Anna after the rename was interrupted."
    ]
    assert [(c.handle, c.calls) for c in callers.all()] == [("Ann", 7), ("Anna", 1)]
    assert not renames(tmp_path) and hand(tmp_path).finish_rename() == []


async def test_a_rename_that_the_journal_refuses_leaves_nothing_behind(tmp_path: Path) -> None:
    callers = Callers(tmp_path / "callers")
    callers.create(Caller("Ann"))
    (tmp_path / "journal").write_text("a file where the folder should be")
    with pytest.raises(RecordsError, match="journal"):
        hand(tmp_path).rename("Ann", "Anna")
    assert [c.handle for c in callers.all()] == ["Ann"] and not callers.taken("Anna")
    assert hand(tmp_path).finish_rename() == []
    with pytest.raises(CallerError, match="no caller Bob"):
        hand(tmp_path).rename("Bob", "Anna")


async def test_a_damaged_note_is_set_aside(tmp_path: Path) -> None:
    Callers(tmp_path / "callers").create(Caller("Ann"))
    (tmp_path / "callers" / NOTE).write_text('{"caller": "Ann"')
    (told,) = hand(tmp_path).finish_rename()
    assert "damaged" in told and hand(tmp_path).finish_rename() == []
