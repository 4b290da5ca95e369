"""Odd files anywhere in `data/`: the board starts, says which they are, and all the others work."""

import asyncio
import logging
import os
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from callline import XTERM, CallDouble
from effort import PATIENCE
from records_kit import accounts_of
from unprivileged import unprivileged

from door.call.api import Services
from door.call.loop import Session
from door.play.match.values import Proposal
from door.records.access.bans import Bans
from door.records.access.quota import Visits
from door.records.audit.audit import audit
from door.records.callers.caller_file import Caller
from door.records.community.community import LastCall, LastCalls, PuzzleAnswer, PuzzleAnswers, Wall
from door.records.community.forum import Forum, ForumReader
from door.records.community.letters import Letters
from door.records.community.subscribers import OutsideNotice, Subscribers
from door.records.files.owner import note_release
from door.records.ledger import live_ledger
from door.records.play.lifecycle import GameWish
from door.records.store import Unit
from door.screens.doors import DOORS
from door.server import app
from door.server.app import _recall_strikes, supervise
from door.server.board import INFOS, RunningBoard, open_records
from door.settings import Settings, load
from door.settings.reload import SettingsWatch, read_snapshot, write_snapshot
from door.settings.skeleton import init

THEN = "2026-11-10T20:00:00.000Z"
OPTIONS = {slug: info.defaults() for slug, info in INFOS.items()}


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[RunningBoard]:
    settings: Settings = load(folder, INFOS)
    async with asyncio.timeout(PATIENCE), open_records(folder, settings, bulletins=False) as board:
        await board.load_services()
        yield board


async def lay(folder: Path) -> None:
    """A board of which each kind of file has one at least; everything Ann's is sound and stays so."""
    init(folder)
    async with running(folder) as board:
        services, data = board.services, board.settings.data
        for handle in ("Ann", "Bob", "Cid", "Dan", "Old"):
            services.callers.create(Caller(handle=handle, password=""))
        services.callers.store.write(Unit(services.callers.removing("Old")))
        letters = services[Letters]
        for whose in ("Ann", "Bob", ""):
            assert not letters.send("Cid", whose, ["a letter"])
        assert not letters.keep_draft("Bob", "Cid", ["a draft"])
        assert not services[Wall].post("Bob", "on the wall")
        services[LastCalls].note_call(LastCall("Bob", THEN, 1, 2))
        Visits(services.store.journal.store).charge(THEN, "Bob", "robots", "2026-11-10", 3)
        services[Bans].ban("203.0.113.4", 1, "the sysop")
        forum, outside = services[Forum], Subscribers(services.store.journal.store)
        assert not forum.begin("Cid", "general", "A title", ["a post"])
        for who in ("Ann", "Bob"):
            forum.mark_all(ForumReader(who))
            forum.keep_marks(ForumReader(who))
        forum.announce("2026-11-09", ())
        services[PuzzleAnswers].add("shutbox", PuzzleAnswer("2026-11-10", "Bob", "1 2", True))
        outside.change("Bob", lambda known: replace(known, feed="secret"))
        outside.write_down(OutsideNotice("bob", THEN, ["tables.your_turn", {}], "a table"))
        for who in ("Ann", "Bob"):
            for slug, daily in (("shutbox", False), ("thieves", True)):
                game = await services.store.games.begin(
                    services.store.daily if daily else services.store.ranked, GameWish(slug, who)
                )
                services.store.games.forget(game.record.id)
        for who in ("Ann", "Bob"):
            offer = Proposal(door="switchbox", options=OPTIONS["switchbox"], clock="3d", seats=2)
            table = await services.store.tables.open_table(who, offer)
            await services.store.tables.do(table.terms.id, {"do": "sit", "seat": 1, "who": "Cid"})
        await services.store.refresh()
        await services.store.write_bulletins()
        write_snapshot(folder, board.settings)
        note_release(data)
        (data / "strikes.json").write_text('{"v":1,"strikes":[]}')
        (data / "control").mkdir()
        (data / "keys").mkdir()


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("odd") / "board"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(live_ledger, "WORTH", 1)
        asyncio.run(lay(folder))
    assert (folder / "data" / "cache" / "ledger.jsonl").exists()
    return folder


def a_folder(path: Path, was: bytes) -> None:
    path.mkdir()
    (path / "inside").write_text("x")


def a_fifo(path: Path, was: bytes) -> None:
    os.mkfifo(path)


def a_gigabyte(path: Path, was: bytes) -> None:
    path.touch()
    os.truncate(path, 1 << 30)


def a_loop(path: Path, was: bytes) -> None:
    path.symlink_to(path.name)


def half_of_it(path: Path, was: bytes) -> None:
    path.write_bytes(was[: len(was) // 2])


def no_utf8(path: Path, was: bytes) -> None:
    path.write_bytes(b"\xff\xfe\x80" * 20 + b"\n" + was.replace(b"a", b"\xff"))


def nothing(path: Path, was: bytes) -> None:
    path.touch()


def other_types(path: Path, was: bytes) -> None:
    path.write_bytes(
        b'{"id":null,"handle":5,"bans":7,"strikes":{"a":1},"t":0,"seats":"two","options":[]}\n[1]\n"x"\n'
    )


def of_a_later_release(path: Path, was: bytes) -> None:
    path.write_bytes(b'{"v":99,"release":"99.0","readable_since":"0.1.0"}\n' + was)


def no_permission(path: Path, was: bytes) -> None:
    path.write_bytes(was)
    path.chmod(0)


ODDITIES = (a_folder, a_fifo, a_gigabyte, a_loop, half_of_it, no_utf8, nothing, other_types,
             of_a_later_release)  # fmt: skip
Oddity = Callable[[Path, bytes], None]

BESIDE = {
    "callers/Odd.yaml": "callers/Bob.yaml",
    "callers/removed/Odd.yaml": "callers/removed/Old.yaml",
    "saves/shutbox_odd.0123456789abcdef.jsonl": "saves/shutbox_bob*",
    "saves/.0123456789abcdef.new": "saves/shutbox_bob*",
    "daily/2026-11-09.seed": "daily/*.seed",
    "daily/2026_11_09_0123456789abcdef.0123456789abcdef.jsonl": "daily/*.jsonl",
    "tables/0123456789abcdef.jsonl": "tables/*.jsonl",
    "tables/.0123456789abcdef.new": "tables/*.jsonl",
    "letters/odd.jsonl": "letters/bob.jsonl",
    "letters/drafts/odd.jsonl": "letters/drafts/bob.jsonl",
    "feedback/2026-09.jsonl": "feedback/*.jsonl",
    "forum/odd.jsonl": "forum/*.jsonl",
    "forum/read/odd.json": "forum/read/bob.json",
    "puzzles/2026-11-odd.jsonl": "puzzles/*.jsonl",
    "outside/odd.jsonl": "outside/callers.jsonl",
    "bulletins/odd.txt": "bulletins/*.txt",
    "cache/shelves-01234567.jsonl": "cache/shelves-*",
    "cache/.ledger.jsonl.01234567.new": "cache/ledger.jsonl",
    "journal/odd.jsonl": "journal/*.jsonl",
    "journal/2026-11.jsonl.torn": "journal/*.jsonl",
    "keys/odd": "running.json",
    "control/odd": "running.json",
    "odd.json": "running.json",
    "odd.jsonl": "oneliners.jsonl",
}
"""Files that the board has not made, by what it could take them for."""

NAMED = ("saves/shutbox_odd", "daily/2026_11_09_", "tables/0123456789abcdef")
"""Those of them that are looked into at a start, and told of."""

IN_PLACE = (
    "callers/Bob.yaml", "callers/removed/Old.yaml", "saves/shutbox_bob*", "tables/.alive",
    "letters/bob.jsonl", "letters/drafts/bob.jsonl", "feedback/*.jsonl", "bulletins/*.txt",
    "cache/ledger.jsonl", "cache/shelves-*", "strikes.json", "running.json", "oneliners.jsonl",
    "lastcalls.jsonl", "external/visits.jsonl", "forum/*.jsonl", "forum/read/bob.json",
    "forum/announced", "puzzles/*.jsonl", "outside/callers.jsonl", "outside/notices.jsonl", "clock.json",
    "release.json",
)  # fmt: skip
"""Files of the board that may come to harm without ending it.  Unlike them, a journal that cannot be read,
a damaged bans.json and a damaged host key end the start: nobody shall play on other books, come in who is
banned, or be shown another key."""


async def works(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Starts the board, and does what callers, other processes, the sysop and midnight do."""
    async with running(folder) as board:
        services, store, data = board.services, board.services.store, board.settings.data
        _recall_strikes(board, 0)
        board.records.bans.look()
        read_snapshot(data)
        assert not write_snapshot(folder, board.settings)
        await store.write_bulletins()
        await store.refresh()
        await store.roll_over()
        await store.pack_closed()
        letters = services[Letters]
        letters.sweep()
        assert {one.handle for one in services.callers.each("ann")} == {"Ann"}
        assert not services.callers.why_taken("Newcomer")
        assert {each.terms.by for each in store.tables.all()} >= {"Ann"}
        assert [letter.lines for letter in letters.box("Ann")] == [("a letter",)]
        for whose in ("Bob", ""):
            letters.box(whose)
            letters.send("Dan", whose, ["another"])
        Visits(services.store.journal.store).count("Bob", "robots", "2026-11-10")
        letters.drafts("Bob")
        letters.keep_draft("Bob", "Dan", ["another"])
        services[Wall].oneliners()
        services[LastCalls].last_calls()
        talk(services)
        for slug in ("shutbox", "thieves"):
            game = await store.games.begin(
                store.daily if slug == "thieves" else store.ranked, GameWish(slug, "Ann")
            )
            assert game.resumed, "a sound save goes on"
            store.games.forget(game.record.id)
            await store.games.begin(store.daily if slug == "thieves" else store.ranked, GameWish(slug, "Bob"))
        fresh = await store.games.begin(store.ranked, GameWish("shutbox", "Dan"))
        store.games.add_move(fresh.record.id, "quit")
        await store.games.finish(fresh.record.id)
        await rename(board)
        await on_line(board)
    assert "Traceback" not in caplog.text
    assert not audit(folder / "data" / "journal", {door.INFO.slug: door for door in DOORS}).faults


def talk(services: Services) -> None:
    """What callers do in the forum, at the puzzle and outside the board."""
    forum, outside = services[Forum], Subscribers(services.store.journal.store)
    for who in ("Ann", "Bob"):
        assert not forum.begin(who, "general", "Another", ["a post"])
        assert "Another" in {row.title for row in forum.thread_rows(ForumReader(who))}
        assert forum.unread(ForumReader(who)).posts < 3
        forum.mark_all(ForumReader(who))
        forum.keep_marks(ForumReader(who))
    forum.announce("2026-11-10", ())
    forum.sweep()
    services[PuzzleAnswers].add("shutbox", PuzzleAnswer("2026-11-11", "Ann", "1 2", True))
    services[PuzzleAnswers].of_month("shutbox", "2026-11")
    outside.look()
    outside.write_down(OutsideNotice("ann", THEN, ["tables.your_turn", {}], "a table"))


async def rename(board: RunningBoard) -> None:
    store = board.services.store
    assert accounts_of(store, board.services.callers).rename("Cid", "Sid") == "Cid is now Sid."
    await store.refresh()


async def on_line(board: RunningBoard) -> None:
    """Ann calls, looks at the lists, and hangs up, while the jobs run."""
    line = CallDouble(replace(XTERM, handle="Ann", proved=True))
    call = asyncio.create_task(Session(line, 1, board.services).run())
    jobs = app.jobs(board, SettingsWatch(board.folder))
    async with supervise({name: jobs[name] for name in ("journal", "midnight")}):
        await line.shows("Shut The Box")
        line.type("t")
        await line.shows("Tables")
        line.type("\x1b")
        await line.shows("Shut The Box")
        line.drop()
        await call


def like(laid: Path, pattern: str) -> Path:
    return next((laid / "data").glob(pattern))


def beside(laid: Path, folder: Path, oddity: Oddity) -> None:
    for name, pattern in BESIDE.items():
        path = folder / "data" / name
        oddity(path, like(laid, pattern).read_bytes())
        os.utime(path, (0, 0), follow_symlinks=False)  # no draft that is being written just now


def in_place(laid: Path, folder: Path, oddity: Oddity) -> None:
    for pattern in IN_PLACE:
        good = like(laid, pattern)
        path = folder / "data" / good.relative_to(laid / "data")
        path.unlink()
        oddity(path, good.read_bytes())


@pytest.mark.parametrize("oddity", ODDITIES, ids=lambda oddity: oddity.__name__)
async def test_odd_files_beside_those_of_the_board(laid, tmp_path, oddity, caplog):
    caplog.set_level(logging.INFO)
    folder = Path(shutil.copytree(laid, tmp_path / "board"))
    beside(laid, folder, oddity)
    await works(folder, caplog)
    for name in NAMED:
        assert name in caplog.text, f"{name} is not told of"


@pytest.mark.parametrize("oddity", ODDITIES, ids=lambda oddity: oddity.__name__)
async def test_odd_files_in_the_place_of_the_board_s(laid, tmp_path, oddity, caplog):
    caplog.set_level(logging.INFO)
    folder = Path(shutil.copytree(laid, tmp_path / "board"))
    in_place(laid, folder, oddity)
    oddity(folder / "data" / "callers" / ".renaming.json", b'{"caller":"Ann","to":"Zed"}')
    await works(folder, caplog)


@pytest.mark.parametrize("lay_odd", [beside, in_place])
async def test_files_that_the_board_may_not_read(laid, lay_odd, caplog):
    caplog.set_level(logging.INFO)

    def lay(home: Path) -> None:
        shutil.copytree(laid, home / "board")
        lay_odd(laid, home / "board", no_permission)

    with unprivileged(lay) as home:
        await works(home / "board", caplog)
    assert "ermission denied" in caplog.text


async def test_files_in_the_place_of_folders_that_are_made_again(laid, tmp_path, caplog):
    folder = Path(shutil.copytree(laid, tmp_path / "board"))
    for name in ("bulletins", "cache"):
        shutil.rmtree(folder / "data" / name)
        (folder / "data" / name).write_text("not a folder")
    await works(folder, caplog)
    for name in ("bulletins", "cache"):
        assert f"{name} is not a folder; it was kept as {name}.broken." in caplog.text
