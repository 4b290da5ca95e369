"""A board on a store that isn't local: nothing waits for it on the event loop, and it may fall silent."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest
import store_kit
from records_kit import Clock, accounts_of, journal_lines, kinds, make_store, moved

from door.play.api import Begun
from door.records.access import bans
from door.records.audit.audit import audit
from door.records.callers.caller_file import Caller
from door.records.callers.callers import Callers
from door.records.community.forum import Forum
from door.records.community.letters import Letters
from door.records.journal import lines
from door.records.journal.journal import JournalBusy
from door.records.journal.lines import RecordsError
from door.records.play import saves as module
from door.records.play.game_store import GameStore
from door.records.play.lifecycle import GameWish
from door.records.store import StoreRefused, Unanswered, Unit
from door.records.store.files import Folder

pytestmark = pytest.mark.files("it chooses its stores by itself")


class Silent(store_kit.Far):
    """A store that can fall silent in the middle of a write. `go_on` carries the write out, or not."""

    is_silent = False

    def __init__(self, data: Path) -> None:
        super().__init__(data)
        self.units: list[Unit] = []
        self.held: list[tuple[Unit, Future[list[int]]]] = []

    def write(self, unit: Unit) -> list[int]:
        self.units.append(unit)
        if self.held:
            raise StoreRefused("the database does not answer")
        if self.is_silent:
            self.held.append((unit, Future()))
            raise Unanswered("the database does not answer", self.held[0][1])
        return super().write(unit)

    def go_on(self, carried_out: bool = True) -> None:
        self.is_silent = False
        [(unit, late)], self.held = self.held, []
        if carried_out:
            late.set_result(Folder.write(self, unit))
        else:
            late.set_exception(StoreRefused("it was not written"))


@pytest.fixture(autouse=True)
def silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(store_kit.KINDS, "silent", Silent)
    monkeypatch.setattr(store_kit, "chosen", "silent")
    monkeypatch.setattr(module, "PATIENT", 0.05)
    yield


async def opened(data: Path) -> tuple[GameStore, Silent]:
    board = make_store(data, Clock())
    await board.open()
    kept = board.journal.store
    assert isinstance(kept, Silent)
    return board, kept


async def begun(board: GameStore, *callers: str) -> list[str]:
    games = [await board.games.begin(board.ranked, GameWish("dice", caller)) for caller in callers]
    assert all(isinstance(game, Begun) for game in games), games
    return [game.record.id for game in games]


async def saved(board: GameStore) -> list[int]:
    """How many moves each save has."""
    saves = board.ranked.saves
    found = await asyncio.to_thread(lambda: [saves.load(key) for key in saves.doc_keys()])
    return [len(save.moves) for save in found if save]


async def test_moves_of_many_callers_are_one_unit_and_are_there_before_they_are_shown(tmp_path):
    board, kept = await opened(tmp_path)
    games = await begun(board, "Ann", "Bob", "Cat")
    kept.units.clear()
    assert await asyncio.gather(*(moved(board, id, "die") for id in games)) == ["", "", ""]
    assert [len(unit.changes) for unit in kept.units] == [3] and kept.units[0].unsynced
    assert await saved(board) == [1, 1, 1]
    for id in games:
        assert await moved(board, id, "stop") == "" and not (await board.games.finish(id)).note
    assert kinds(tmp_path) == ["turn"] * 3 + ["game"] * 3 and await saved(board) == []
    await board.close()


@pytest.mark.parametrize("carried_out", [True, False])
async def test_a_move_that_gets_no_answer_holds_nobody_up_and_is_kept_later(tmp_path, carried_out):
    board, kept = await opened(tmp_path)
    [id] = await begun(board, "Ann")
    kept.is_silent = True
    assert "can't save" in await moved(board, id, "die") and await moved(board, id, "die") == "", "told once"
    board.games.forget(id)
    again = await board.games.begin(board.ranked, GameWish("dice", "Ann"))
    assert isinstance(again, Begun) and again.record.id == id, "it waits in memory"
    assert "can't save" in again.note, "another call is told, too"
    await asyncio.to_thread(kept.go_on, carried_out)
    assert await moved(board, id, "stop") == ""
    assert await saved(board) == [3] and not (await board.games.finish(id)).note
    await board.close()
    assert kinds(tmp_path) == ["turn", "game"]


@pytest.mark.parametrize("carried_out", [True, False])
async def test_decisions_without_an_answer_wait_in_order_and_are_made_once(tmp_path, carried_out):
    board, kept = await opened(tmp_path)
    kept.is_silent = True
    games = [await board.games.begin(board.ranked, GameWish("dice", caller)) for caller in ("Ann", "Bob")]
    assert all(isinstance(game, Begun) and "can't save" in game.note for game in games)
    ann, bob = (game.record.id for game in games)
    assert kinds(tmp_path) == [] and board.journal.owes
    with pytest.raises(JournalBusy):
        await board.journal.decide(())
    board.journal.trouble = ""  # as if an earlier one had been made since
    again = await board.games.begin(board.ranked, GameWish("dice", "Bob"))
    assert isinstance(again, Begun) and again.resumed and "can't save" in again.note
    assert await moved(board, ann, "die") == await moved(board, ann, "jackpot") == ""
    assert "can't save" in (await board.games.finish(ann)).note
    await asyncio.to_thread(kept.go_on, carried_out)
    assert await board.journal.retry()
    assert kinds(tmp_path) == ["turn", "turn", "game"]
    assert not board.ranked.waits("dice", "Ann") and board.ranked.waits("dice", "Bob")
    assert await moved(board, bob, "stop") == "" and not (await board.games.finish(bob)).note
    assert board.standings.books("dice", "Ann").free_turns == 1 and await saved(board) == []
    await board.close()
    assert audit(tmp_path / "journal", board.doors).faults == ()


async def test_bans_are_known_without_asking_and_looked_at_when_another_host_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(bans, "LOOK_SECONDS", 0.01)
    kept = store_kit.Far(tmp_path)
    here, there = (bans.Bans(kept, Clock()) for _ in range(2))
    following = asyncio.create_task(here.follow())
    await asyncio.to_thread(there.ban, "203.0.113.9", None, "Sysop")
    assert there.keeps_out("203.0.113.9") and len(there.standing()) == 1
    async with asyncio.timeout(10):
        while not here.keeps_out("203.0.113.9"):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    following.cancel()


@pytest.mark.parametrize("carried_out", [True, False])
async def test_nobody_is_told_that_something_was_not_saved_which_may_have_been(tmp_path, carried_out):
    """Letters, posts, accounts, bans, subscriptions, tables, renames and lines of the journal."""
    board, kept = await opened(tmp_path)
    callers, told = Callers(kept), list[str]()
    callers.changed = told.append
    for handle in ("Ann", "Bob"):
        await asyncio.to_thread(callers.create, Caller(handle))
    kept.units.clear()
    told.clear()
    letters, forum = Letters(kept, Clock()), Forum(kept, Clock())
    accounts = accounts_of(board, callers)
    acts: dict[str, Callable[[], object]] = {
        "letter": lambda: letters.send("Ann", "Bob", ["Hello"]),
        "post": lambda: forum.begin("Ann", "general", "Hello", ["Hello"]),
        "account": lambda: callers.create(Caller("Cat")),
        "edit": lambda: callers.change("Ann", lambda one: replace(one, level=7)),
        "ban": lambda: bans.Bans(kept, Clock()).ban("203.0.113.9", None, "Sysop"),
        "rename": lambda: accounts.rename("Bob", "Bert"),
        "grant": lambda: board.journal.decide_now([GRANT]),
    }
    for name, act in acts.items():
        kept.is_silent = True
        said = await asyncio.to_thread(_said_by, act)
        assert "may have been saved" in said and "can't" not in said, (name, said)
        await asyncio.to_thread(kept.go_on, carried_out)
        await board.journal.retry()
        assert not kept.held, name
    assert told == (["Cat", "Ann"] if carried_out else [])
    assert [line["kind"] for line in journal_lines(tmp_path / "journal")] == (
        ["rename", "grant"] if carried_out else []
    )
    assert len(await asyncio.to_thread(letters.box, "Bert" if carried_out else "Bob")) == carried_out
    await board.close()


GRANT = lines.grant("2025-11-21T12:00:00.000Z", "Ann", "dice", "2025-11-21", 1, "Sysop")


def _said_by(act: Callable[[], object]) -> str:
    try:
        return str(act())
    except RecordsError as error:
        return str(error)
