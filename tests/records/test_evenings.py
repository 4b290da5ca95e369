"""Games, tables, renames and removals together: what the board writes is what its own audit accepts."""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from bad_disk import Fault, full
from effort import share, some
from evenings import EVERY, play_evening
from records_kit import Clock, accounts_of, journal_lines, make_store, moved, write_journal
from store_kit import text_of

from door.play.api import Begun
from door.play.match.values import Match, Proposal, Refusal
from door.records.audit.audit import audit
from door.records.callers.accounts import Accounts
from door.records.callers.caller_file import Caller
from door.records.callers.callers import Callers
from door.records.community.letters import Letters
from door.records.journal.lines import Fields, RecordsError
from door.records.play.game_store import GameStore
from door.records.play.lifecycle import GameWish
from door.records.store import Unit

T = TypeVar("T")
EVENINGS = 25


@pytest.mark.files("each evening has a folder of its own")
@pytest.mark.parametrize("first", range(0, share(100), EVENINGS))
def test_random_evenings_are_proved_and_counted(tmp_path, first):
    lines = 0
    for seed in range(first, first + EVENINGS):
        evening, faults = play_evening(tmp_path / str(seed), seed)
        assert faults == [], (seed, evening.acts)
        lines += evening.lines.total()
    assert lines > 10 * EVENINGS


def accounts(board: GameStore) -> Accounts:
    return accounts_of(board, Callers(board.journal.store))


async def opened(data: Path) -> GameStore:
    board = make_store(data, Clock(), doors=EVERY)
    assert await board.open() == []
    return board


async def at_a_table(data: Path, rated: bool) -> tuple[GameStore, str]:
    """Ann and Bo play."""
    board = await opened(data)
    for handle in ("Ann", "Bo"):
        await asyncio.to_thread(Callers(board.journal.store).create, Caller(handle))
    terms = Proposal(
        door="switchbox", options=EVERY["switchbox"].INFO.defaults(), clock="3d", rated=rated, seats=2
    )
    match = await board.tables.open_table("Ann", terms)
    await board.tables.do(match.terms.id, {"do": "sit", "seat": 1, "who": "Bo"})
    return board, match.terms.id


def matches(data: Path) -> list[Fields]:
    return [line for line in journal_lines(data / "journal") if line["kind"] == "match"]


@pytest.mark.parametrize("rated", [True, False])
@pytest.mark.parametrize("handles", [["Zed"], ["Zed", "Yves"], []])
async def test_a_caller_renamed_at_a_table_and_removed_leaves_one_line_that_is_proved(
    tmp_path, rated, handles
):
    board, id = await at_a_table(tmp_path, rated)
    last = "Bo"
    for handle in handles:
        await asyncio.to_thread(accounts(board).rename, last, handle)
        last = handle
    await asyncio.to_thread(accounts(board).remove, last)
    shown = list[str]()
    board.tables.followers.append(lambda match, since, is_ours: shown.append(match.end))
    await board.refresh()
    assert shown == ["resigned"] and len(matches(tmp_path)) == 1, "whoever looks on sees it at once"
    for _ in range(2):
        await board.close()
        board = await opened(tmp_path)
    [line] = matches(tmp_path)
    assert (line["seats"], line["end"], line["by"]) == (["Ann", last], "resigned", 1)
    open_and_ended = board.ledger.read(lambda ledger: (id in ledger.ladder.open, id in ledger.ladder.ended))
    assert open_and_ended == (False, True)
    await board.close()
    assert audit(tmp_path / "journal", EVERY).faults == ()


@pytest.mark.files("it writes the journal by hand")
@pytest.mark.parametrize("change", [{}, {"t": "2025-11-21T12:00:01.000Z"}, {"by": 0}])
async def test_the_same_match_again_is_a_fault(tmp_path, change):
    board, id = await at_a_table(tmp_path, True)
    await board.tables.do(id, {"do": "resign", "seat": 1})
    await board.close()
    lines = journal_lines(tmp_path / "journal")
    write_journal(tmp_path / "twice", {"2025-11": [*lines, {**lines[-1], **change}]})
    report = audit(tmp_path / "twice", EVERY)
    assert (len(report.faults), report.games) == (1, 1)


@pytest.mark.files("it changes what is in the files")
async def test_a_match_that_the_ledger_would_not_count_is_not_written_again_and_again(tmp_path, caplog):
    board, id = await at_a_table(tmp_path, True)
    await board.close()
    file = tmp_path / "tables" / f"{id}.jsonl"
    sat = file.read_bytes().replace(b'"Bo"', b'"Eve"')
    last = json.loads(sat.splitlines()[-1])
    resigned = {"do": "resign", "seat": 1, "t": last["t"]}
    file.write_bytes(sat + json.dumps(resigned).encode() + b"\n")
    board = await opened(tmp_path)
    for _ in range(3):
        await board.refresh()
    await board.close()
    assert matches(tmp_path) == [] and caplog.text.count("the seats differ from those of its table") == 1
    assert audit(tmp_path / "journal", EVERY).faults == ()


async def test_what_happens_while_a_rename_is_written_is_not_taken_back(tmp_path):
    board, id = await at_a_table(tmp_path, False)
    files, store = board.tables.files, board.journal.store
    event = {"do": "rename", "who": "Bo", "to": "Zed"}
    planned = await asyncio.to_thread(files.changes, event, files.known[id].match.t)
    versions = await asyncio.to_thread(store.write, Unit([one.change for one in planned]))
    moved = await board.tables.do(id, {"do": "move", "seat": 0, "move": "3"})
    files.take(planned, versions)
    await board.refresh()
    assert board.tables.get(id) == moved and moved.seats == ("Ann", "Zed") and len(moved.made) == 1
    assert len(text_of(tmp_path, "table", id).splitlines()) == 1 + moved.n
    await board.close()


@pytest.mark.files("it writes the journal by hand")
async def test_only_the_months_matches_are_replayed_when_one_is_asked_for(tmp_path):
    board, id = await at_a_table(tmp_path, True)
    await board.tables.do(id, {"do": "resign", "seat": 1})
    await board.close()
    folder = tmp_path / "journal"
    assert [audit(folder, EVERY, month=month).games for month in ("2025-11", "2020-01", None)] == [1, 0, 1]
    lines = journal_lines(folder)
    write_journal(tmp_path / "forged", {"2025-11": [lines[0], {**lines[1], "scores": [9, 9]}]})
    faults = [len(audit(tmp_path / "forged", EVERY, month=month).faults) for month in ("2025-11", "2020-01")]
    assert faults == [1, 0]


@pytest.mark.files("it writes the journal by hand")
@pytest.mark.parametrize("seats", [["Ann", "Ann "], ["Ann", " ANN"], ["Ann", "  "]])
async def test_spaces_make_nobody_else_of_a_player(tmp_path, seats):
    board, id = await at_a_table(tmp_path, True)
    await board.tables.do(id, {"do": "resign", "seat": 1})
    await board.close()
    lines = [{**line, "seats": seats} for line in journal_lines(tmp_path / "journal")]
    write_journal(tmp_path / "forged", {"2025-11": lines})
    assert audit(tmp_path / "forged", EVERY).faults


# -- a disk that is full ---------------------------------------------------------------------------


class FullEvening:
    """Two callers, a game, a letter, a match and a rename, while the disk refuses. What was acknowledged is
    in `done`."""

    def __init__(self, data: Path) -> None:
        self.board = make_store(data, Clock(), doors=EVERY)
        self.callers, self.done = Callers(self.board.journal.store), set[str]()

    async def play(self) -> None:
        for handle in ("Ann", "Bo"):
            await self._try(handle, asyncio.to_thread(self.callers.create, Caller(handle)))
        begun = await self.board.games.begin(self.board.ranked, GameWish("shutbox", "Ann"))
        if isinstance(begun, Begun):
            self.done.add("game")
            await moved(self.board, begun.record.id, "quit")
            await self.board.games.finish(begun.record.id)
        if not Letters(self.board.journal.store, self.board.now).send("Ann", "Bo", ["Hello"]):
            self.done.add("letter")
        switchbox = EVERY["switchbox"].INFO.defaults()
        terms = Proposal(door="switchbox", options=switchbox, clock="3d", rated=True, seats=2)
        match = await self._try("", self.board.tables.open_table("Ann", terms))
        if match and await self._event(match, "table", {"do": "sit", "seat": 1, "who": "Bo"}):
            await self._event(match, "match", {"do": "resign", "seat": 0})
        if "Bo" in self.done:
            await self._try("Zed", asyncio.to_thread(accounts(self.board).rename, "Bo", "Zed"))

    async def _event(self, match: Match, name: str, event: dict[str, Any]) -> Match | None:
        return await self._try(name, self.board.tables.do(match.terms.id, event))

    async def _try(self, name: str, step: Awaitable[T]) -> T | None:
        try:
            found = await step
        except (Refusal, RecordsError) as error:
            told = ("no space left on device", "can't write", "can't save", "hasn't started")
            assert any(text in str(error) for text in told), error
            return None
        self.done.add(name)
        return found

    async def end(self) -> None:
        """There is room again."""
        for _ in range(2):
            await self.board.refresh()
        await self.board.close()


async def found_on(data: Path) -> set[str]:
    """Return what a board that is started again has."""
    assert not audit(data / "journal", EVERY).faults
    again = FullEvening(data)
    await again.board.open()
    kinds = Counter(line["kind"] for line in journal_lines(data / "journal"))
    assert kinds["game"] == kinds["turn"] and max(kinds[kind] for kind in ("game", "table", "match")) <= 1
    found = {kind for kind in ("game", "table", "match") if kinds[kind]}
    found |= {handle for handle in ("Ann", "Bo", "Zed") if again.callers.read(handle)}
    box = Letters(again.board.journal.store, again.board.now).box("Zed" if "Zed" in found else "Bo")
    await again.board.close()
    return found | ({"letter"} if box else set())


@pytest.mark.whole("evenings")
@pytest.mark.files("it fills the disk")
@pytest.mark.parametrize("once", [True, False])
async def test_a_disk_that_is_full_at_any_call_of_an_evening_breaks_no_promise(tmp_path, once):
    """What was acknowledged is there when the board is started again, and what was refused is not."""
    for after in some(range(1_000)):
        evening = FullEvening(tmp_path / str(after))
        await evening.board.open(bulletins=False)
        with pytest.MonkeyPatch.context() as patch:
            fault = Fault(patch, after, full, once)
            await evening.play()
            is_over, fault.is_on = fault.left > 0, False
        await evening.end()
        expected = evening.done - {"", "Bo"} if "Zed" in evening.done else evening.done - {""}
        assert await found_on(tmp_path / str(after)) == expected, after
        if is_over:
            assert after > 60 and expected == {"Ann", "Zed", "game", "letter", "table", "match"}
            return
    raise AssertionError("it never came to its end")
