"""A rename or a removal is killed before each of its steps on the disk, and finished by who comes next."""

import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from records_kit import Clock, broken, journal_lines, make_store, play
from store_kit import kept_in

from door.play.api import Begun
from door.play.match.values import Match, Proposal, Refusal
from door.play.replay import games_of
from door.records.audit.audit import audit
from door.records.callers.accounts import Accounts
from door.records.callers.caller_file import Caller, CallerError
from door.records.callers.callers import Callers
from door.records.community import letters
from door.records.journal.journal import Journal
from door.records.journal.lines import RecordsError
from door.records.play.game_store import GameStore
from door.records.play.lifecycle import GameWish
from door.records.play.saves import Saves
from door.records.tables.table_files import TableFiles
from door.screens.doors import DOORS

STEPS = {"os.rename", "os.remove", "os.mkdir", "open"}
"""What Python's audit hooks call a step on the disk; `open` counts where something is written."""

KILLED = 9
EVERY = {door.INFO.slug: door for door in DOORS}


def hand(data: Path) -> Accounts:
    clock = Clock()
    journal = Journal(kept_in(data), clock().tzinfo, clock)
    journal.repair()
    return Accounts(Callers(journal.store), journal, Saves(journal.store), {"dice": "Dice"},
                    lambda key: False, "Sysop", TableFiles(journal.store, games_of(EVERY)))  # fmt: skip


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
    Callers(kept_in(data)).create(Caller("Ann", calls=7))
    await play(store, "Ann")
    assert isinstance(await store.games.begin(store.ranked, GameWish("dice", "Ann")), Begun)
    await store.close()


def renames(data: Path) -> list[tuple[str, str]]:
    return [
        (line["caller"], line["to"]) for line in journal_lines(data / "journal") if line["kind"] == "rename"
    ]


async def is_whole(data: Path, handle: str) -> None:
    """One caller, with all that is theirs under one handle."""
    callers = Callers(kept_in(data))
    assert [(c.handle, c.calls) for c in callers.each()] == [(handle, 7)] and not broken(callers)
    assert not (data / ".unit").exists()
    assert bool(callers.why_taken("Ann")) and bool(callers.why_taken("Anna")) == (handle == "Anna")
    store = make_store(data, Clock())
    await store.open()
    assert [row.caller for row in store.standings.books("dice", handle).standing] == [handle]
    assert store.ranked.waits("dice", handle)
    await store.close()


@pytest.mark.parametrize("finisher", ["start", pytest.param("again", marks=pytest.mark.whole("kills"))])
@pytest.mark.files("it is killed at each step of a unit's files")
async def test_a_rename_that_was_killed_is_finished_or_never_was(tmp_path, finisher):
    await a_board(tmp_path / "0")
    step = 0
    while True:
        step += 1
        data = shutil.copytree(tmp_path / "0", tmp_path / f"{step}")
        died = killed_at(step, lambda data=data: hand(data).rename("Ann", "Anna"))
        begun = (data / ".unit").exists()
        if finisher == "start":
            store = make_store(data, Clock())
            assert len(await store.open()) == begun
            await store.close()
        elif begun:  # the sysop does it again, by the handle that they know
            with pytest.raises(RecordsError, match="no caller called Ann"):
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


async def at_tables(data: Path) -> None:
    """Ann plays Bob at one table, is challenged at another, and is ignored by him."""
    store = make_store(data, Clock(), doors=EVERY)
    await store.open()
    callers = Callers(kept_in(data))
    callers.create(Caller("Ann"))
    callers.create(Caller("Bob", ignored=("Cid", "ann")))
    what = Proposal(door="switchbox", options=EVERY["switchbox"].INFO.defaults(), clock="3d", rated=True)
    match = await store.tables.open_table("Ann", what)
    await store.tables.do(match.terms.id, {"do": "sit", "seat": 1, "who": "Bob"})
    await store.tables.do(match.terms.id, {"do": "move", "seat": 0, "move": "3"})
    await store.tables.do(match.terms.id, {"do": "say", "who": "Ann", "text": "hello"})
    await store.tables.open_table("Bob", replace(what, to="Ann"))
    await store.close()


def both(store: GameStore) -> list[Match]:
    """The table that is played at, and the challenge."""
    return sorted(store.tables.all(), key=lambda match: match.stage == "forming")


@pytest.mark.whole("kills")
@pytest.mark.files("it is killed at each step of a unit's files")
async def test_tables_go_along_whenever_it_is_killed(tmp_path):
    await at_tables(tmp_path / "0")
    step, died = 0, True
    while died:
        step += 1
        data = shutil.copytree(tmp_path / "0", tmp_path / f"{step}")
        died = killed_at(step, lambda data=data: hand(data).rename("Ann", "Anna"))
        store = make_store(data, Clock(), doors=EVERY)
        await store.open()
        now = "Anna" if renames(data) else "Ann"
        played, asked = both(store)
        assert (played.seats, played.terms.by, played.talk) == ((now, "Bob"), now, ((now, "hello"),))
        assert (asked.seats, asked.terms.to) == (("Bob", ""), now)
        assert Callers(kept_in(data)).get_or_raise("Bob").ignored[0] == "Cid"
        assert Callers(kept_in(data)).get_or_raise("Bob").ignores(now)
        await store.tables.do(asked.terms.id, {"do": "sit", "seat": 1, "who": now})
        await store.tables.do(played.terms.id, {"do": "move", "seat": 1, "move": "3"})
        await store.tables.do(played.terms.id, {"do": "resign", "seat": 1})
        ranked = store.ledger.read(lambda ledger: ledger.ladder.ranking("switchbox"))
        assert [key for key, _ in ranked] == [now.lower(), "bob"]
        await store.close()
        assert audit(data / "journal", EVERY).faults == ()
    assert step > 12, "the rename has that many steps at least"


async def left_behind(data: Path) -> None:
    """What Ann has besides: a game that waits, letters, an offer, a table that nobody has taken."""
    await at_tables(data)
    store = make_store(data, Clock(), doors=EVERY)
    await store.open()
    assert isinstance(await store.games.begin(store.ranked, GameWish("shutbox", "Ann")), Begun)
    what = Proposal(door="switchbox", options=EVERY["switchbox"].INFO.defaults(), clock="3d")
    over = await store.tables.open_table("Ann", what)
    await store.tables.do(over.terms.id, {"do": "sit", "seat": 1, "who": "Bob"})
    await store.tables.do(over.terms.id, {"do": "resign", "seat": 1})
    await store.tables.do(over.terms.id, {"do": "offer", "seat": 0, "what": "again"})
    await store.tables.open_table("Ann", what)
    await store.close()
    box = letters.Letters(kept_in(data), Clock())
    assert [box.send(*one, ["Hello"]) for one in (("Bob", "Ann"), ("Ann", "Bob"))] == ["", ""]
    assert box.keep_draft("Bob", "Ann", ["Do not tell anybody"]) == ""


@pytest.mark.whole("kills")
@pytest.mark.files("it is killed at each step of a unit's files")
async def test_a_removed_caller_s_handle_has_nothing_for_its_next_owner_whenever_it_was_killed(tmp_path):
    await left_behind(tmp_path / "0")
    step, died = 0, True
    while died:
        step += 1
        data = shutil.copytree(tmp_path / "0", tmp_path / f"{step}")
        died = killed_at(step, lambda data=data: everything(data).remove("Ann"))
        store = make_store(data, Clock(), doors=EVERY)
        await store.open()
        removed = Callers(kept_in(data)).find("Ann") is None
        assert [line["kind"] for line in journal_lines(data / "journal")].count("remove") == removed
        if removed:
            await has_nothing(data, store)
        else:
            assert len(store.tables.of("Ann")) == 3
        await store.close()
        assert audit(data / "journal", EVERY).faults == ()
    assert removed and step > 12, "it has that many steps at least"


def everything(data: Path) -> Accounts:
    accounts = hand(data)
    return replace(accounts, doors={slug: slug for slug in EVERY})


async def has_nothing(data: Path, store: GameStore) -> None:
    """Somebody else goes by that handle now."""
    (data / "callers" / "removed" / "Ann.yaml").unlink()
    Callers(kept_in(data)).create(Caller("Ann"))
    tables = store.tables
    assert tables.of("Ann") == [] and not store.ranked.waits("shutbox", "Ann")
    assert all(match.seat_of("Ann") < 0 for match in tables.all())
    over = [match for match in tables.all() if match.end == "resigned"]
    played, ended = sorted(over, key=lambda match: match.by)
    assert (played.seats, played.by, played.places) == (("Ann", "Bob"), 0, (2, 1))
    for seat in (0, 1):
        with pytest.raises(Refusal):
            await tables.do(ended.terms.id, {"do": "offer", "seat": seat, "what": "again"})
    assert store.ledger.read(lambda ledger: ledger.ladder.ranking("switchbox")) == []
    box = letters.Letters(kept_in(data), Clock())
    assert box.box("Ann") == () and box.drafts("Bob") == ()
    assert [one.handle for one in box.box("Bob")] == ["Ann (removed)"]
    assert Callers(kept_in(data)).get_or_raise("Bob").ignored == ("Cid",)


@pytest.mark.files("two boards in one folder")
async def test_a_table_that_ended_under_the_old_handle_is_the_new_one_s(tmp_path):
    """A move may come before the board has looked at the tables again."""
    await at_tables(tmp_path)
    store = make_store(tmp_path, Clock(), doors=EVERY)
    await store.open()
    played, _ = both(store)
    sysop = replace(hand(tmp_path), journal=store.journal, tables=store.tables.files)
    sysop.rename("Ann", "Anna")
    assert (await store.tables.do(played.terms.id, {"do": "move", "seat": 1, "move": "3"})).seats[0] == "Anna"
    await store.refresh()
    assert [match.seats[0] for match in both(store)] == ["Anna", "Bob"]
    sysop.rename("Anna", "Anne")
    done = await store.tables.do(played.terms.id, {"do": "resign", "seat": 0})
    assert (done.seats, done.places) == (("Anne", "Bob"), (2, 1))
    sysop.rename("Anne", "Hanne")
    await store.refresh()
    assert both(store)[0].seats == ("Hanne", "Bob"), "though it is over"
    rated = store.ledger.read(lambda ledger: dict(ledger.ladder.ranking("switchbox")))
    assert rated["hanne"].results == "L" and "ann" not in rated
    await store.close()
    assert audit(tmp_path / "journal", EVERY).faults == ()


@pytest.mark.files("it is killed at each step of a unit's files")
async def test_a_rename_by_case_alone_is_whole_or_never_was(tmp_path):
    step, died = 0, True
    while died:
        step += 1
        data = tmp_path / f"{step}"
        Callers(kept_in(data)).create(Caller("Ann", calls=7))
        died = killed_at(step, lambda data=data: hand(data).rename("Ann", "ANN"))
        kept_in(data).open()
        (caller,) = Callers(kept_in(data)).each()
        assert (caller.handle, caller.calls) == ("ANN" if renames(data) else "Ann", 7)


@pytest.mark.files("there is a folder in a document's place")
def test_marks_that_cannot_be_read_hold_up_no_rename(tmp_path):
    sysop = hand(tmp_path)
    sysop.callers.create(Caller("Ann"))
    (tmp_path / "forum" / "read" / "ann.json").mkdir(parents=True)
    sysop.rename("Ann", "Anna")
    assert [c.handle for c in sysop.callers.each()] == ["Anna"]


@pytest.mark.files("the disk refuses")
def test_a_rename_that_the_journal_refuses_leaves_nothing_behind(tmp_path):
    callers = Callers(kept_in(tmp_path))
    callers.create(Caller("Ann"))
    (tmp_path / "journal").write_text("a file where the folder should be")
    with pytest.raises(RecordsError, match="journal"):
        hand(tmp_path).rename("Ann", "Anna")
    assert [c.handle for c in callers.each()] == ["Ann"] and not callers.why_taken("Anna")
    with pytest.raises(CallerError, match="no caller called Bob"):
        hand(tmp_path).rename("Bob", "Anna")


@pytest.mark.whole("kills")
@pytest.mark.files("it is killed at each step of a unit's files")
def test_a_validation_that_was_killed_leaves_no_letter_about_who_waits(tmp_path):
    step, died = 0, True
    while died:
        step += 1
        data = tmp_path / f"{step}"
        hand(data).callers.create(Caller("Ann", unvalidated=True))
        assert not letters.Letters(kept_in(data), Clock()).send("Ann", letters.SYSOP, ["Hello"], "waits")
        died = killed_at(step, lambda data=data: hand(data).validate("Ann"))
        waits = hand(data).callers.get_or_raise("Ann").unvalidated
        assert bool(letters.Letters(kept_in(data), Clock()).box(letters.SYSOP)) == waits
    assert step > 4 and not waits
