"""The desk on real files: quotas, resuming, crashes, other processes, bad disks, whole months."""

import asyncio
import errno
import json
import os
import shutil
from datetime import UTC, timedelta
from pathlib import Path
from typing import Any

import pytest
from records_kit import NOON, VIENNA, WRITERS, Clock, journal_lines, kinds, make_store, moved, play
from testdoor import TestDoor

from door.play.api import Begun
from door.records.audit.audit import audit
from door.records.journal import lines
from door.records.play.game_store import GameStore, Standings
from door.records.play.lifecycle import GameWish
from door.records.play.saves import save_name
from door.records.store import Change, Unit
from door.screens.doors import DOORS as DOORS_OF_THE_BOARD
from door.ui.screen import No
from door.ui.texts import tr

DOORS = {"dice": TestDoor()}
SAVE = f"{save_name('dice', 'Alice')}.jsonl"


async def begin(store: GameStore, caller: str = "Alice", ranked: bool = True, **more: Any) -> Begun:
    begun = await store.games.begin(store.ranked if ranked else None, GameWish("dice", caller, **more))
    assert isinstance(begun, Begun), begun
    return begun


async def opened(data: Path, clock: Clock | None = None, **more: Any) -> GameStore:
    store = make_store(data, clock or Clock(), **more)
    await store.open()
    return store


@pytest.fixture
async def store(tmp_path, clock):
    return await opened(tmp_path, clock)


def proved(data: Path) -> bool:
    return audit(data / "journal", DOORS).faults == ()


def places(store: GameStore, caller: str = "Alice") -> list[tuple[int, str, int, int]]:
    return [(r.place, r.caller, r.score, r.games) for r in store.standings.books("dice", caller).standing]


async def test_what_all_doors_say_is_never_old(tmp_path):
    clock, options = Clock(), {"turns_per_day": 3}
    store = make_store(tmp_path, clock, doors=DOORS, **options)
    store.standings.options_for = lambda slug: options
    await store.open()

    def listed(caller: str = "Alice") -> tuple[int | None, int]:
        books = store.standings.books_by_door(caller)
        anew = Standings(store.ledger, store.plays, lambda slug: options).books("dice", caller)
        assert store.standings.books("dice", caller) == anew and books == {"dice": anew._replace(tally=None)}
        return books["dice"].turns_left, books["dice"].rank

    assert listed() == (3, 0) and store.standings.books_by_door("Alice") is store.standings.books_by_door(
        "Alice"
    )
    await play(store, "Alice")
    assert listed() == (2, 1) and listed("Bob") == (3, 0)
    options = {"turns_per_day": 5}
    assert listed() == (4, 1)
    clock.set("2025-11-21 23:59")
    assert listed() == (4, 1)
    clock.set("2025-11-22 00:00")
    assert listed() == (5, 1)


# -- bulletins -------------------------------------------------------------------------------


async def test_a_bulletin_says_at_once_who_stands_where_and_the_chains_head_in_a_quiet_moment(
    tmp_path, clock, caplog
):
    store = await opened(tmp_path, clock=clock)
    file = tmp_path / "bulletins" / "dice-2025-11.txt"

    def says_head() -> bool:
        return store.journal.store.head().hash in file.read_text()

    await play(store, "Alice", "jackpot")
    assert await store.refresh() and "Alice" in file.read_text() and says_head()
    await store.games.begin(store.ranked, GameWish("dice", "Bob"))
    assert await store.refresh() and not says_head(), "nobody stands elsewhere"
    assert not await store.refresh() and says_head()
    for _ in range(3):
        await store.games.begin(store.ranked, GameWish("dice", "Carol"))
        await play(store, "Dora", "stop")
        assert await store.refresh()
    file.unlink()
    for seconds, written in ((0, False), (9, False), (1, True)):
        clock.pass_by(seconds=seconds)
        await store.games.begin(store.ranked, GameWish("dice", f"Eve {seconds}"))
        assert await store.refresh() and file.exists() is written
    await store.games.begin(store.ranked, GameWish("dice", "Fay"))
    assert await store.refresh()
    aside = file.parent.rename(tmp_path / "aside")
    file.parent.touch()
    caplog.clear()
    assert [await store.refresh() for _ in range(3)] == [False] * 3
    assert ["bulletins/ cannot be written" in record.message for record in caplog.records] == [True]
    file.parent.unlink()
    aside.rename(file.parent)
    file.unlink()
    await store.games.begin(store.ranked, GameWish("dice", "Gus"))
    await store.close()
    kept = {path.name: path.read_bytes() for path in file.parent.iterdir()}
    shutil.rmtree(file.parent)
    await opened(tmp_path, clock=clock)
    assert kept == {path.name: path.read_bytes() for path in file.parent.iterdir()}


# -- quotas ----------------------------------------------------------------------------------


async def test_the_quota_vector(tmp_path):
    vectors = json.loads((Path(__file__).parents[1] / "vectors/shutbox_bbs.json").read_text())["tests"]
    (vector,) = [test for test in vectors if test["kind"] == "quota"]
    store, played = await opened(tmp_path, turns_per_day=vector["daily"]), 0
    for event in (*vector["events"], "refused"):
        answer = await store.games.begin(store.ranked, GameWish("dice", "Alice"))
        if isinstance(answer, No):
            break
        played += 1
        await moved(store, answer.record.id, {"lose": "stop", "shut": "jackpot"}[event])
        await store.games.finish(answer.record.id)
    assert played == vector["boards_played"]
    books = store.standings.books("dice", "Alice")
    assert books.turns_left == vector["final_remaining"] and books.free_turns == 0 and not books.may_play
    assert "turns" in answer.why
    assert [line["free"] for line in journal_lines(tmp_path / "journal")[::2]] == [False, False, False, True]
    assert proved(tmp_path)


async def test_a_turn_is_charged_before_the_answer_and_hanging_up_refunds_nothing(tmp_path):
    store = await opened(tmp_path, turns_per_day=1)
    begun = await begin(store)
    assert store.standings.books("dice", "Alice").turns_left == 0 and kinds(tmp_path) == ["turn"]
    line = journal_lines(tmp_path / "journal")[0]
    assert (line["id"], line["commit"], line["day"]) == (begun.record.id, begun.record.commit, "2025-11-21")
    store.games.forget(begun.record.id)
    assert store.standings.books("dice", "alice").turns_left == 0


async def test_another_caller_and_another_door_have_their_own_turns(tmp_path):
    doors = {"dice": TestDoor(), "cards": TestDoor("cards")}
    store = await opened(tmp_path, doors=doors, turns_per_day=1)
    await play(store, "Alice")
    assert store.standings.books("dice", "ALICE").turns_left == 0
    assert (
        store.standings.books("dice", "Bob").turns_left
        == store.standings.books("cards", "Alice").turns_left
        == 1
    )


async def test_no_limit_is_no_limit(tmp_path):
    store = await opened(tmp_path, turns_per_day=0)
    await play(store, "Alice", "jackpot")
    await play(store, "Alice")
    books = store.standings.books("dice", "Alice")
    assert books.turns_left is None and books.free_turns == 1


async def test_granted_turns_count_for_their_day(tmp_path, clock):
    store = await opened(tmp_path, clock, turns_per_day=1)
    await play(store, "Alice")
    store.journal.decide_now([lines.grant(lines.stamp(NOON), "alice", "dice", "2025-11-21", 2, "sysop")])
    assert await store.refresh()
    assert store.standings.books("dice", "Alice").turns_left == 2
    clock.pass_by(days=1)
    assert store.standings.books("dice", "Alice").turns_left == 1


async def test_new_turns_come_at_the_boards_midnight_also_when_the_clock_is_changed(tmp_path, clock):
    store = await opened(tmp_path, clock, zone=VIENNA, turns_per_day=1)
    for evening, morning in (
        ("2025-10-25 23:59", "2025-10-26 00:00"),
        ("2025-10-26 23:59", "2025-10-27 00:00"),
        ("2026-03-28 23:59", "2026-03-29 00:00"),
        ("2026-03-29 23:59", "2026-03-30 00:00"),
    ):
        clock.set(evening, VIENNA)
        await play(store, f"A{evening[:10]}")
        assert store.standings.books("dice", f"A{evening[:10]}").turns_left == 0
        midnight = store.next_midnight()
        assert midnight.astimezone(UTC) - clock().astimezone(UTC) == timedelta(minutes=1)
        clock.moment = midnight
        assert clock().isoformat()[:16] == morning.replace(" ", "T")
        assert store.standings.books("dice", f"A{evening[:10]}").turns_left == 1
    clock.set("2025-10-26 00:00", VIENNA)
    assert store.next_midnight().astimezone(UTC) - clock().astimezone(UTC) == timedelta(hours=25)


async def test_a_clock_set_back_gives_that_days_turns_no_second_time(tmp_path, clock):
    store = await opened(tmp_path, clock, turns_per_day=1)
    await play(store, "Alice")
    clock.pass_by(days=1)
    await play(store, "Alice")
    clock.pass_by(days=-1)
    assert isinstance(await store.games.begin(store.ranked, GameWish("dice", "Alice")), No)


async def test_two_sessions_of_one_caller_get_one_game(tmp_path):
    store = await opened(tmp_path, turns_per_day=3)
    first, second = await asyncio.gather(begin(store), begin(store, "ALICE"))
    assert first.record.id == second.record.id and second.resumed and kinds(tmp_path) == ["turn"]


# -- games ------------------------------------------------------------------------------------


async def test_a_dropped_game_is_resumed_with_the_same_dice(tmp_path):
    store = await opened(tmp_path, turns_per_day=1)
    begun = await begin(store, options={"length": 5}, seats=("Alice", "computer:easy"))
    await moved(store, begun.record.id, "die")
    store.games.forget(begun.record.id)
    assert store.ranked.waits("dice", "aLICE") and not store.ranked.waits("dice", "Bob")
    again = await begin(store, "alice")
    assert again.resumed and again.record.moves == ("die",) and again.record.chance == begun.record.chance
    assert (
        again.record.options == begun.record.options
        and again.record.options["length"] == 5
        and again.record.seats == begun.record.seats
    )
    assert store.standings.books("dice", "Alice").turns_left == 0 and kinds(tmp_path) == ["turn"]
    for _ in range(4):
        await moved(store, again.record.id, "die")
    booked = await store.games.finish(again.record.id)
    assert booked.note == "" and not store.ranked.waits("dice", "Alice")
    line = journal_lines(tmp_path / "journal")[-1]
    assert line["options"] == {"length": 5} and line["seats"] == ["Alice", "computer:easy"]
    assert proved(tmp_path) and list((tmp_path / "saves").iterdir()) == []


async def test_the_score_of_the_replay_is_booked(tmp_path, store):
    begun = await begin(store)
    await moved(store, begun.record.id, "jackpot")
    booked = await store.games.finish(begun.record.id)
    assert store.standings.books("dice", "Alice").score == booked.score == 100 and booked.told == ()
    line = journal_lines(tmp_path / "journal")[-1]
    assert line["score"] == 100 and line["seed"] == booked.seed
    more = [await play(store, "Alice", *moves) for moves in (("die", "jackpot"), ("jackpot",))]
    assert [again.told for again in more] == [(tr.streaks.best_game_so_far(),), ()]
    assert proved(tmp_path)


@pytest.mark.parametrize("moves", [("die",), ("no such move",), ("stop", "die")])
@pytest.mark.files("it looks at the files")
async def test_a_game_that_does_not_replay_is_set_aside(tmp_path, store, moves, caplog):
    begun = await begin(store)
    for move in moves:
        await moved(store, begun.record.id, move)
    booked = await store.games.finish(begun.record.id)
    assert booked.note == tr.play.game_not_proved() and kinds(tmp_path) == ["turn"]
    assert ("before its end" in caplog.text) is (moves == ("die",))
    assert [path.suffix for path in (tmp_path / "saves").iterdir()] == [".broken"]
    assert not (await begin(store)).resumed


async def test_an_unranked_game_leaves_no_trace(tmp_path):
    store = await opened(tmp_path, turns_per_day=1)
    begun = await begin(store, ranked=False)
    await moved(store, begun.record.id, "stop")
    assert not begun.resumed and not store.ranked.waits("dice", "Alice")
    booked = await store.games.finish(begun.record.id)
    assert (
        booked.seed
        and store.standings.books("dice", "Alice").turns_left == 1
        and journal_lines(tmp_path / "journal") == []
    )
    assert list((tmp_path / "saves").iterdir()) == []


async def test_options_the_door_lacks_are_refused(tmp_path, store):
    answer = await store.games.begin(store.ranked, GameWish("dice", "Alice", {"tiles": 9}))
    assert isinstance(answer, No) and "tiles" in answer.why and kinds(tmp_path) == []


async def test_a_game_that_is_over_is_over(tmp_path, store):
    begun = await begin(store)
    await moved(store, begun.record.id, "stop")
    first, second = await asyncio.gather(
        store.games.finish(begun.record.id), store.games.finish(begun.record.id)
    )
    assert [first.note, bool(second.note)] == ["", True]
    assert await moved(store, begun.record.id, "die") != "" and kinds(tmp_path) == ["turn", "game"]
    store.games.forget(begun.record.id)


async def test_a_second_call_has_the_game_before_the_first_is_known_to_be_gone(tmp_path, store):
    first, second = await begin(store), await begin(store)
    await moved(store, second.record.id, "die")
    store.games.forget(first.record.id)
    assert await moved(store, second.record.id, "stop") == ""
    assert (await store.games.finish(second.record.id)).note == "" and proved(tmp_path)
    store.games.forget(second.record.id)


async def test_the_next_game_can_be_asked_for_while_the_last_is_being_booked(store):
    begun = await begin(store)
    await moved(store, begun.record.id, "stop")
    booked, after = await asyncio.gather(store.games.finish(begun.record.id), begin(store))
    assert booked.note == "" and after.record.id != begun.record.id and not after.resumed


async def test_a_call_that_drops_while_it_begins_still_has_its_game(tmp_path):
    store = await opened(tmp_path, turns_per_day=1)
    task = asyncio.create_task(store.games.begin(store.ranked, GameWish("dice", "Alice")))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await store.close()
    again = await opened(tmp_path, turns_per_day=1)
    assert again.ranked.waits("dice", "Alice") and (await begin(again)).resumed
    assert kinds(tmp_path) == ["turn"]


async def test_a_step_that_fails_when_its_call_is_gone_is_told_of(tmp_path, monkeypatch, caplog):
    store, gone = await opened(tmp_path), asyncio.Event()

    async def finish(*args: Any) -> None:
        await gone.wait()
        raise LookupError("a fault of ours")

    monkeypatch.setattr(store.games, "_finish", finish)
    task = asyncio.create_task(store.games.finish("none"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    task.cancel()
    gone.set()
    await asyncio.gather(task, return_exceptions=True)
    await store.close()
    assert "failed after its call was gone" in caplog.text and "LookupError: a fault of ours" in caplog.text


@pytest.mark.files("it looks at the files")
async def test_handles_cannot_leave_the_folder(tmp_path):
    data = tmp_path / "data"
    store = await opened(data)
    for handle in ("../../evil", "/etc/passwd", "a\0b", "..", "ü" * 300, "Alice", "a/../b", "\n"):
        begun = await begin(store, handle)
        store.games.forget(begun.record.id)
        again = await begin(store, handle)
        assert again.resumed and again.record.id == begun.record.id
        store.games.forget(again.record.id)
    assert len(list((data / "saves").iterdir())) == 8
    name = "dice_zo__v__longlonglonglonglonglonglong.475f59b676cb4696"
    assert save_name("dice", "Zoë v. " + 12 * "Long") == name, "older releases have left such saves"
    assert [path.name for path in data.parent.glob("*")] == ["data"]
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in (data / "saves").iterdir())
    assert all(path.stat().st_mode & 0o777 == 0o700 for path in (data, *filter(Path.is_dir, data.iterdir())))


# -- crashes -----------------------------------------------------------------------------------


@pytest.mark.files("it changes what is in the files")
async def test_a_save_without_its_turn_is_deleted(tmp_path):
    store = await opened(tmp_path, turns_per_day=1)
    begun = await begin(store)
    await store.close()
    shutil.rmtree(tmp_path / "journal")
    told = await make_store(tmp_path, Clock(), turns_per_day=1).open()
    assert "The journal's end lacks" in told[0] and SAVE in told[1] and len(told) == 2
    again = await opened(tmp_path, turns_per_day=1)
    fresh = await begin(again)
    assert not fresh.resumed and fresh.record.id != begun.record.id


@pytest.mark.files("it changes what is in the files")
async def test_a_save_whose_game_is_on_the_books_is_deleted(tmp_path, store):
    """A board that was killed between the two leaves it."""
    begun = await begin(store)
    await moved(store, begun.record.id, "stop")
    path = tmp_path / "saves" / SAVE
    kept = path.read_bytes()
    await store.games.finish(begun.record.id)
    path.write_bytes(kept)
    assert not (await begin(store)).resumed, "also while the board runs"
    await store.close()
    path.write_bytes(kept)
    again = make_store(tmp_path, Clock())
    assert any(path.name in sentence for sentence in await again.open())
    assert not again.ranked.waits("dice", "Alice") and places(again) == [(1, "Alice", 0, 1)]
    assert not (await begin(again)).resumed and again.ranked.waits("dice", "Alice") and proved(tmp_path)


@pytest.mark.parametrize("moves", [(), ("die",)])
@pytest.mark.files("it changes what is in the files")
async def test_a_game_that_the_books_have_lost_is_kept_aside(tmp_path, store, moves):
    begun = await begin(store)
    for move in moves:
        await moved(store, begun.record.id, move)
    await store.close()
    (path,) = (tmp_path / "saves").iterdir()
    (journal,) = (tmp_path / "journal").glob("*.jsonl")
    whole, kept = journal.read_bytes(), path.read_bytes()
    journal.write_bytes(b"")
    lacks, told = await make_store(tmp_path, Clock()).open()
    assert "The journal's end lacks" in lacks
    assert told == f"saves/{path.name}: no turn is open for this game; it was kept as {path.name}.broken."
    journal.write_bytes(whole)
    aside = path.with_name(f"{path.name}.broken")
    assert aside.read_bytes() == kept
    aside.rename(path)
    assert (await begin(await opened(tmp_path))).record.moves == moves


@pytest.mark.files("it changes what is in the files")
async def test_a_torn_move_is_dropped_and_play_goes_on_from_the_one_before(tmp_path, store):
    begun = await begin(store)
    await moved(store, begun.record.id, "die")
    await store.close()
    (path,) = (tmp_path / "saves").iterdir()
    path.write_bytes(path.read_bytes() + b'"di')
    again = await opened(tmp_path)
    resumed = await begin(again)
    assert resumed.record.moves == ("die",)
    await moved(again, resumed.record.id, "stop")
    assert (await again.games.finish(resumed.record.id)).note == "" and proved(tmp_path)


async def test_moves_that_a_database_lost_in_its_crash_are_written_again_unless_others_came_instead(store):
    begun = await begin(store)
    kept, place = store.journal.store, ("save", save_name("dice", "Alice"))
    await moved(store, begun.record.id, "die")
    doc = kept.get(*place)
    assert doc
    begin_only = doc.body.removesuffix(b'"die"\n')
    for moves, left in enumerate((b"", b'"die"\n'), 2):
        kept.write(Unit([Change("put", *place, None, begin_only + left)]))
        assert await moved(store, begun.record.id, "die") == ""
        doc = kept.get(*place)
        assert doc and doc.body == begin_only + b'"die"\n' * moves
    kept.write(Unit([Change("put", *place, None, others := begin_only + b'"stop"\n')]))
    assert "can't be saved right now" in await moved(store, begun.record.id, "die")
    doc = kept.get(*place)
    assert doc and doc.body == others


@pytest.mark.parametrize(
    "junk", [b"", b"{}\n", b"junk\n", b"\xff\xfe\n", b'{"id":1}\n"die"\n', b"[" * 9999 + b"\n"]
)
@pytest.mark.files("it changes what is in the files")
async def test_a_save_that_cannot_be_read_is_set_aside(tmp_path, store, junk):
    (tmp_path / "saves" / SAVE).write_bytes(junk)
    begun = await begin(store)
    assert not begun.resumed and begun.note == tr.play.saved_game_unreadable()
    assert (await begin(store)).note == "", "told once"
    assert any(path.suffix == ".broken" for path in (tmp_path / "saves").iterdir())


@pytest.mark.parametrize("turns", [1, 0])
@pytest.mark.files("it changes what is in the files")
async def test_a_save_found_unreadable_at_the_start_is_told_at_the_door_and_its_turn_given_back(
    tmp_path, turns, caplog
):
    store = await opened(tmp_path, turns_per_day=turns)
    begun = await begin(store)
    await moved(store, begun.record.id, "die")
    await store.close()
    (path,) = (tmp_path / "saves").iterdir()
    path.write_bytes(path.read_bytes()[5:])
    again = make_store(tmp_path, Clock(), turns_per_day=turns)
    assert [note for note in await again.open() if path.name in note] and path.exists()
    assert again.ranked.waits("dice", "Alice"), "so that a door without turns asks for it, too"
    anew = await begin(again)
    told = tr.play.saved_game_unreadable_refunded if turns else tr.play.saved_game_unreadable
    assert not anew.resumed and anew.note == told()
    assert again.standings.books("dice", "Alice").turns_left == (0 if turns else None)
    assert kinds(tmp_path) == ["turn", *["grant"] * turns, "turn"]
    assert path.with_name(f"{path.name}.broken").exists()
    assert f" It was kept as {path.name}.broken." in caplog.text
    await moved(again, anew.record.id, "stop")
    assert (await again.games.finish(anew.record.id)).note == "" and proved(tmp_path)


def spoil(data: Path, move: str, **header: Any) -> Path:
    """Another hand in the game that waits: a move behind the last, its header otherwise."""
    (path,) = (data / "saves").glob("*.jsonl")
    first, *moves = path.read_text().splitlines()
    path.write_text("\n".join([json.dumps({**json.loads(first), **header}), *moves, json.dumps(move), ""]))
    return path


@pytest.mark.parametrize(
    ("move", "header"), [("cheat", {}), ("die", {"options": {"lengths": 3}}), ("die", {"options": {}})]
)
@pytest.mark.files("it changes what is in the files")
async def test_a_save_the_door_refuses_is_set_aside_told_and_its_turn_given_back(
    tmp_path, caplog, move, header
):
    store = await opened(tmp_path, turns_per_day=1)
    begun = await begin(store)
    await moved(store, begun.record.id, "die")
    store.games.forget(begun.record.id)
    path = spoil(tmp_path, move, **header)
    if move == "die" and not header["options"]:
        assert (await begin(store)).record.moves == ("die", "die"), "that can be played on"
        return
    refused = await store.games.begin(store.ranked, GameWish("dice", "Alice"))
    assert (
        isinstance(refused, No)
        and refused.why == tr.play.saved_game_broken()
        and store.standings.books("dice", "Alice").turns_left == 1
    )
    assert path.with_name(path.name + ".broken").exists() and not path.exists()
    assert caplog.text.count(".broken") == 1 and path.name in caplog.text
    assert kinds(tmp_path) == ["turn", "grant"] and not store.ranked.waits("dice", "Alice")
    again = await begin(store)
    assert not again.resumed and store.standings.books("dice", "Alice").turns_left == 0
    await moved(store, again.record.id, "stop")
    assert (await store.games.finish(again.record.id)).note == "" and proved(tmp_path)


async def test_a_game_that_waits_goes_on_whatever_options_are_asked_for_now(store):
    begun = await begin(store)
    await moved(store, begun.record.id, "die")
    store.games.forget(begun.record.id)
    again = await begin(store, options={"gone": 1})
    assert again.resumed and again.record.moves == ("die",)


@pytest.mark.files("it changes what is in the files")
async def test_no_turn_is_given_back_where_turns_are_not_counted(tmp_path):
    store = await opened(tmp_path, turns_per_day=0)
    store.games.forget((await begin(store)).record.id)
    spoil(tmp_path, "cheat")
    assert isinstance(await store.games.begin(store.ranked, GameWish("dice", "Alice")), No)
    assert kinds(tmp_path) == ["turn"] and not (await begin(store)).resumed


@pytest.mark.parametrize("door", DOORS_OF_THE_BOARD, ids=[door.INFO.slug for door in DOORS_OF_THE_BOARD])
@pytest.mark.files("it changes what is in the files")
async def test_every_door_goes_on_after_a_save_with_a_move_that_cannot_be(tmp_path, door):
    slug = door.INFO.slug
    store = make_store(tmp_path, Clock(), doors={slug: door}, turns_per_day=1)
    await store.open()
    begun = await store.games.begin(store.ranked, GameWish(slug, "Alice"))
    assert isinstance(begun, Begun)
    store.games.forget(begun.record.id)
    spoil(tmp_path, "99 99")
    refused = await store.games.begin(store.ranked, GameWish(slug, "Alice"))
    assert isinstance(refused, No) and refused.why == tr.play.saved_game_broken()
    again = await store.games.begin(store.ranked, GameWish(slug, "Alice"))
    assert isinstance(again, Begun) and not again.resumed


# -- after a kill -----------------------------------------------------------------------------


@pytest.mark.files("it changes what is in the files")
async def test_a_save_that_cannot_be_read_waits_for_its_caller_to_be_told(tmp_path, store):
    await begin(store)
    await store.close()
    for junk in (b"", b"{", b"[]\n", b'{"id":"x"}\n', b"\0" * 100):
        (tmp_path / "saves" / SAVE).write_bytes(junk)
        store = await opened(tmp_path)
        assert store.ranked.waits("dice", "Alice")
    (tmp_path / "saves" / SAVE).unlink()
    store = await opened(tmp_path)
    assert not store.ranked.waits("dice", "Alice"), "it is lost"


async def test_a_game_renamed_callers_left_is_theirs_under_the_new_name(tmp_path, store):
    await play(store, "Alice", "jackpot")
    begun = await begin(store)
    store.games.forget(begun.record.id)
    store.journal.decide_now([lines.rename(lines.stamp(NOON), "Alice", "Ann")])
    store.journal.store.write(Unit(list(store.ranked.saves.rename_changes("Alice", "Ann", ["dice"]))))
    await store.refresh()
    resumed = await begin(store, "Ann")
    assert resumed.record.id == begun.record.id
    await moved(store, resumed.record.id, "jackpot")
    await store.games.finish(resumed.record.id)
    assert places(store) == [(1, "Ann", 200, 2)] and proved(tmp_path)


@pytest.mark.files("it changes what is in the files")
async def test_a_journal_replaced_under_the_board_is_read_anew(tmp_path, store):
    await play(store, "Alice", "jackpot")
    backup = (tmp_path / "journal/2025-11.jsonl").read_bytes()
    await play(store, "Bob", "jackpot")
    (tmp_path / "journal/2025-11.jsonl").write_bytes(backup)
    await play(store, "Dan", "stop")
    assert [row[1] for row in places(store)] == ["Alice", "Dan"] and proved(tmp_path)


# -- bad disks -------------------------------------------------------------------------------------


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """Every write of journal and saves fails while `full["disk"]`."""
    switch = {"disk": False}
    for module in WRITERS:
        real = module.write_all

        def write(fd: int, data: bytes, real: Any = real) -> None:
            if switch["disk"]:
                real(fd, data[: len(data) // 2])
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            real(fd, data)

        monkeypatch.setattr(module, "write_all", write)
    return switch


@pytest.mark.files("the disk refuses")
async def test_with_a_full_disk_play_goes_on_and_is_written_later(tmp_path, full):
    store = await opened(tmp_path, turns_per_day=3)
    await play(store, "Alice", "jackpot")
    full["disk"] = True
    begun = await begin(store)
    assert begun.note == tr.play.disk_refuses_writing()
    assert await moved(store, begun.record.id, "die") == await moved(store, begun.record.id, "die") == "", (
        "told once"
    )
    store.games.forget(begun.record.id)
    again = await begin(store)
    assert again.resumed and again.record.moves == ("die", "die") and again.note == begun.note
    await moved(store, again.record.id, "jackpot")
    booked = await store.games.finish(again.record.id)
    assert booked.note == tr.play.disk_refuses_writing() and store.journal.trouble
    second = await begin(store)
    assert not second.resumed
    await moved(store, second.record.id, "die")
    assert kinds(tmp_path) == ["turn", "game"]
    waiting = store.standings.books("dice", "Alice")
    assert (waiting.turns_left, waiting.free_turns) == (0, 1), "turns that wait are used, too"
    assert store.standings.books_by_door("Alice")["dice"].turns_left == 0
    assert store.standings.turns_left("dice", "Alice") == 0
    full["disk"] = False
    await store.refresh()
    assert kinds(tmp_path) == ["turn", "game", "turn", "game", "turn"] and not store.journal.trouble
    assert len(list((tmp_path / "saves").iterdir())) == 1
    books = store.standings.books("dice", "Alice")
    score = books.score
    assert score > 200 and (books.turns_left, books.free_turns) == (0, 2)
    await store.close()
    fresh = await opened(tmp_path, turns_per_day=3)
    assert fresh.standings.books("dice", "Alice").score == score
    resumed = await begin(fresh)
    assert resumed.record.id == second.record.id and resumed.record.moves == ("die",)
    await moved(fresh, resumed.record.id, "stop")
    await fresh.games.finish(resumed.record.id)
    assert proved(tmp_path)


@pytest.mark.files("the disk refuses")
async def test_a_disk_that_fills_between_moves_keeps_the_save_whole(tmp_path, store, full):
    begun = await begin(store)
    await moved(store, begun.record.id, "die")
    full["disk"] = True
    assert await moved(store, begun.record.id, "die") != ""
    (path,) = (tmp_path / "saves").glob("*.jsonl")
    assert path.read_bytes().endswith(b'"die"\n') and path.read_bytes().count(b"\n") == 2
    full["disk"] = False
    assert await moved(store, begun.record.id, "die") == ""
    assert path.read_bytes().count(b"\n") == 4
    assert (await store.games.finish(begun.record.id)).note == "" and proved(tmp_path)


@pytest.mark.files("the disk refuses")
async def test_a_board_that_ends_on_a_full_disk_says_what_is_lost_and_why(tmp_path, store, full, caplog):
    begun = await begin(store)
    full["disk"] = True
    await moved(store, begun.record.id, "die")
    never = await begin(store, "Bob")
    await moved(store, never.record.id, "die")
    caplog.clear()
    await store.close()
    lost = [
        f"game {begun.record.id} is lost with this process: no space left on device",
        f"game {never.record.id} is lost with this process: it could not be charged",
    ]
    assert [text.casefold() for text in caplog.messages if "lost" in text] == lost
    full["disk"] = False
    assert (
        len(list((tmp_path / "saves").glob("*.jsonl"))) == 1
        and await (await opened(tmp_path)).refresh() is False
    )


@pytest.mark.files("the disk refuses")
async def test_a_finished_game_on_a_full_disk_waits_in_its_save(tmp_path, store, full):
    begun = await begin(store)
    for _ in range(3):
        await moved(store, begun.record.id, "die")
    full["disk"] = True
    assert (await store.games.finish(begun.record.id)).note == tr.play.disk_refuses_writing()
    (path,) = (tmp_path / "saves").glob("*.jsonl")
    assert path.read_bytes().count(b"\n") == 4, "a board killed now finds the game with all its moves"


@pytest.mark.parametrize("saved", [True, False], ids=["its save on the disk", "no save of it"])
@pytest.mark.files("the disk refuses")
async def test_after_a_full_disk_a_dropped_game_is_found_and_no_second_turn_is_charged(tmp_path, full, saved):
    """Nothing tidies up in between: that second's own doings decide."""
    store = await opened(tmp_path, turns_per_day=5)
    full["disk"] = not saved
    ended = await begin(store)
    full["disk"] = True
    await moved(store, ended.record.id, "stop")
    assert (await store.games.finish(ended.record.id)).note == tr.play.disk_refuses_writing()
    held = await begin(store)
    await moved(store, held.record.id, "die")
    full["disk"] = False
    await store.journal.retry()
    await moved(store, held.record.id, "die")
    store.games.forget(held.record.id)
    assert store.ranked.waits("dice", "Alice") and store.standings.books("dice", "Alice").turns_left == 3
    again = await begin(store)
    assert again.resumed and again.record.id == held.record.id and again.record.moves == ("die", "die")
    store.games.forget(again.record.id)
    assert kinds(tmp_path) == ["turn", "game", "turn"]
    await store.close()
    fresh = await opened(tmp_path, turns_per_day=5)
    resumed = await begin(fresh)
    assert resumed.resumed and resumed.record.id == held.record.id and resumed.record.moves == ("die", "die")
    await moved(fresh, resumed.record.id, "die")
    await fresh.games.finish(resumed.record.id)
    assert kinds(tmp_path) == ["turn", "game", "turn", "game"] and proved(tmp_path)


@pytest.mark.parametrize("saved", [True, False], ids=["its save on the disk", "no save of it"])
@pytest.mark.files("the disk refuses")
async def test_a_stop_right_after_a_full_disk_keeps_every_charged_game(tmp_path, store, full, saved):
    full["disk"] = not saved
    ended = await begin(store)
    full["disk"] = True
    await moved(store, ended.record.id, "stop")
    assert (await store.games.finish(ended.record.id)).note == tr.play.disk_refuses_writing()
    held = await begin(store)
    await moved(store, held.record.id, "die")
    store.games.forget(held.record.id)
    retry = store.journal.retry

    async def at_last() -> bool:
        full["disk"] = False
        return await retry()

    store.journal.retry = at_last  # type: ignore[method-assign]
    await store.close()
    fresh = await opened(tmp_path)
    resumed = await begin(fresh)
    assert resumed.resumed and resumed.record.id == held.record.id and resumed.record.moves == ("die",)


@pytest.mark.files("a database decides without the journal's folder")
async def test_a_journal_folder_that_vanishes_and_comes_back(tmp_path, store):
    await play(store, "Alice", "jackpot")
    (tmp_path / "journal").rename(tmp_path / "gone")
    begun = await begin(store, "Bob")
    await moved(store, begun.record.id, "stop")
    assert (await store.games.finish(begun.record.id)).note == tr.play.disk_refuses_writing()
    await store.refresh()
    assert [row[1] for row in places(store)] == ["Alice"] and store.journal.trouble
    (tmp_path / "gone").rename(tmp_path / "journal")
    await store.refresh()
    assert [row[1] for row in places(store)] == ["Alice", "Bob"]
    assert (
        kinds(tmp_path) == ["turn", "game", "turn", "game"] and not store.journal.trouble and proved(tmp_path)
    )
    assert list((tmp_path / "saves").iterdir()) == []


@pytest.mark.files("the disk refuses")
async def test_a_game_that_could_not_be_charged_at_last_is_practice(tmp_path, full):
    """The sysop allows fewer turns while those of these games wait."""
    store = await opened(tmp_path, turns_per_day=2)
    full["disk"] = True
    games = []
    for _ in range(2):
        game = await begin(store)
        await moved(store, game.record.id, "stop")
        assert (await store.games.finish(game.record.id)).note == tr.play.disk_refuses_writing()
        games.append(game)
    assert await store.games.begin(store.ranked, GameWish("dice", "Alice")) == No(tr.play.no_turns_left())
    store.ranked.options_for = lambda slug: {**store.options_for(slug), "turns_per_day": 3}
    last = await begin(store)
    assert last.note == tr.play.disk_refuses_writing() and await moved(store, last.record.id, "die") == ""
    store.ranked.options_for = lambda slug: {**store.options_for(slug), "turns_per_day": 1}
    full["disk"] = False
    await store.refresh()
    await asyncio.sleep(0)
    assert kinds(tmp_path) == ["turn", "game"] and list((tmp_path / "saves").iterdir()) == []
    assert await moved(store, last.record.id, "stop") == tr.play.became_practice()
    assert (await store.games.finish(last.record.id)).note == "" and not store.ranked.waits("dice", "Alice")
    assert kinds(tmp_path) == ["turn", "game"] and proved(tmp_path)


@pytest.mark.files("the disk refuses")
async def test_a_turn_is_given_back_once_the_disk_can_be_written(tmp_path, full):
    store = await opened(tmp_path, turns_per_day=1)
    store.games.forget((await begin(store)).record.id)
    spoil(tmp_path, "cheat")
    full["disk"] = True
    assert isinstance(await store.games.begin(store.ranked, GameWish("dice", "Alice")), No)
    assert kinds(tmp_path) == ["turn"]
    full["disk"] = False
    await store.refresh()
    assert kinds(tmp_path) == ["turn", "grant"] and store.standings.books("dice", "Alice").turns_left == 1


@pytest.mark.files("two boards in one folder")
async def test_a_game_ends_once_though_two_boards_hold_it(tmp_path):
    store, again = await opened(tmp_path), await opened(tmp_path)
    game = await begin(store)
    again.ledger.follow()
    other = await begin(again)
    assert other.record.id == game.record.id
    for board in (store, again):
        await moved(board, game.record.id, "stop")
    assert (await store.games.finish(game.record.id)).note == ""
    assert (await again.games.finish(game.record.id)).note == tr.play.turn_not_open()
    assert kinds(tmp_path) == ["turn", "game"] and proved(tmp_path)


async def test_a_folder_that_cannot_be_made_is_an_os_error_with_its_name(tmp_path):
    (tmp_path / "data").write_text("a file")
    with pytest.raises(OSError) as caught:
        await make_store(tmp_path / "data", Clock()).open()
    assert caught.value.filename is not None


# -- months ------------------------------------------------------------------------------------------


async def test_a_whole_month_and_the_next(tmp_path, clock):
    clock.set("2025-10-01 00:00", VIENNA)
    store = await opened(tmp_path, clock, zone=VIENNA, turns_per_day=2, top=3)
    callers = ("Alice", "Bob", "Dan", "Eve")
    for day in range(31):
        for number, caller in enumerate(callers):
            if day % (number + 1) == 0:
                lucky = day == 20 and caller == "Eve"
                await play(store, caller, *(["jackpot"] if lucky else ["die", "stop"]))
        clock.moment = store.next_midnight()
        assert bool(await store.roll_over()) == (day == 30)
    final = store.standings.books("dice", "Alice")
    assert final.month == "2025-11" and final.standing == () and final.last_month == "2025-10"
    assert [row.place for row in final.winners] == [1, 2, 3] and final.rank == 0
    assert await store.roll_over() == [] and kinds(tmp_path).count("winners") == 1
    for _ in range(29):
        clock.moment = store.next_midnight()
        assert await store.roll_over() == []
        assert store.standings.books("dice", "Bob").winners == final.winners, "shown all month"
    clock.moment = store.next_midnight()
    assert store.standings.books("dice", "Bob").winners == (), "an empty month has no winners"
    assert await store.roll_over() == [] and proved(tmp_path)
    before = {path.name: path.read_bytes() for path in (tmp_path / "bulletins").iterdir()}
    await store.close()
    shutil.rmtree(tmp_path / "bulletins")
    shutil.rmtree(tmp_path / "cache")
    again = await opened(tmp_path, clock, zone=VIENNA, turns_per_day=2)
    after = {path.name: path.read_bytes() for path in (tmp_path / "bulletins").iterdir()}
    october = {name: data for name, data in before.items() if "2025-10" in name}
    assert len(october) == 3 and october.items() <= after.items()
    assert again.standings.books("dice", "Alice").standing == ()


async def test_a_game_over_midnight_counts_for_the_month_in_which_it_ends(tmp_path, clock):
    clock.set("2025-10-31 23:59", VIENNA)
    store = await opened(tmp_path, clock, zone=VIENNA, turns_per_day=1)
    begun = await begin(store)
    await moved(store, begun.record.id, "jackpot")
    clock.pass_by(minutes=2)
    await store.games.finish(begun.record.id)
    books = store.standings.books("dice", "Alice")
    assert books.month == "2025-11" and books.score == 100 and books.turns_left == 1
    turn, game = journal_lines(tmp_path / "journal")
    assert (turn["day"], game["month"], game["t"][:7]) == ("2025-10-31", "2025-11", "2025-10")
    assert proved(tmp_path) and await store.roll_over() == []


async def test_a_board_that_was_off_for_three_months_declares_them_all_once(tmp_path, clock, store):
    await play(store, "Alice", "jackpot")
    clock.set("2025-12-05 12:00")
    await play(store, "Bob", "jackpot")
    await store.close()
    clock.set("2026-03-05 12:00")
    again = make_store(tmp_path, clock)
    told = await again.open()
    assert [sentence[:7] for sentence in told] == ["2025-11", "2025-12"]
    won = [line for line in journal_lines(tmp_path / "journal") if line["kind"] == "winners"]
    assert [(w["month"], w["top"]) for w in won] == [
        ("2025-11", [{"caller": "Alice", "score": 100, "games": 1}]),
        ("2025-12", [{"caller": "Bob", "score": 100, "games": 1}]),
    ]
    await again.close()
    assert await make_store(tmp_path, clock).open() == []


@pytest.mark.files("the disk refuses")
async def test_winners_that_a_full_disk_puts_off_are_declared_once_it_can_be_written(
    tmp_path, clock, store, full
):
    await play(store, "Alice", "jackpot")
    clock.set("2025-12-01 00:00")
    full["disk"] = True
    assert "no space left" in (await store.roll_over())[0]
    full["disk"] = False
    await store.refresh()
    assert kinds(tmp_path) == ["turn", "game", "winners"], "they alone have waited"
    late = await begin(store)
    await moved(store, late.record.id, "stop")
    clock.set("2025-12-31 23:59")
    full["disk"] = True
    await store.games.finish(late.record.id)
    clock.set("2026-01-01 00:00")
    assert await store.roll_over() == [], "no game of that month is on the books"
    full["disk"] = False
    await store.refresh()
    assert kinds(tmp_path)[3:] == ["turn", "game", "winners"] and proved(tmp_path)


@pytest.mark.files("the disk refuses")
async def test_a_month_ends_without_a_game_whose_file_is_refused_and_the_next_month_has_it(
    tmp_path, clock, store
):
    """The game's turn and day are the next month's, too: the journal's time doesn't go back."""
    clock.set("2025-11-30 23:58")
    await play(store, "Bob", "stop")
    path = tmp_path / "saves" / SAVE
    path.mkdir()
    begun = await begin(store)
    await moved(store, begun.record.id, "jackpot")
    assert (await store.games.finish(begun.record.id)).note == tr.play.disk_refuses_writing()
    clock.set("2025-12-01 00:00")
    await store.roll_over()
    path.rmdir()
    await store.refresh()
    winners, turn, game = journal_lines(tmp_path / "journal")[2:]
    assert [row["caller"] for row in winners["top"]] == ["Bob"] and proved(tmp_path)
    assert (turn["day"], game["month"], game["id"]) == ("2025-12-01", "2025-12", begun.record.id)
    assert places(store) == [(1, "Alice", 100, 1)] and await store.roll_over() == []
    assert store.journal.refusals == [] and not path.exists()


async def test_ties_and_the_ranking_by_best_are_declared_as_they_stand(tmp_path, clock):
    store = await opened(tmp_path, clock, ranking="best", top=2)
    for caller in ("Bob", "Alice", "Dan"):
        await play(store, caller, "jackpot")
    await play(store, "Dan", "die", "jackpot")
    assert [row[1] for row in places(store)] == ["Dan", "Bob", "Alice"]
    clock.set("2025-12-01 00:00")
    assert [row.caller for row in store.standings.books("dice", "x").winners] == ["Dan", "Bob"], (
        "before it is declared"
    )
    await store.roll_over()
    line = journal_lines(tmp_path / "journal")[-1]
    assert line["ranking"] == "best" and [item["caller"] for item in line["top"]] == ["Dan", "Bob"]
    assert line["top"][0]["games"] == 2 and proved(tmp_path)
    await store.close()
    file = tmp_path / "bulletins" / "dice-2025-11.txt"
    whole = file.read_text()
    file.write_text("as a board leaves it that is killed after the winners' line")
    await opened(tmp_path, clock, ranking="best", top=2)
    assert file.read_text() == whole


async def test_a_game_that_comes_late_does_not_change_a_month_that_was_declared(tmp_path, clock, store):
    await play(store, "Alice", "stop")
    clock.set("2025-12-01 00:00")
    await store.roll_over()
    clock.set("2025-11-30 23:00")
    await play(store, "Bob", "jackpot")
    clock.set("2025-12-01 01:00")
    assert await store.roll_over() == []
    books = store.standings.books("dice", "Bob")
    assert [row.caller for row in books.winners] == ["Alice"]
    assert books.month == "2025-12" and books.score == 100 and proved(tmp_path)
