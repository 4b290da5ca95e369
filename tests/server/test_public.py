"""The public pages on a running board: who is on, the journal, and pages that are drawn on request."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import Executor, Future
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.robotparser import RobotFileParser

import pytest
from journal_facts import lines_of
from records_kit import write_journal

from door.call.roster import CallInfo
from door.net.web.site import DiskFile, NotNow, RedirectTo, make_files
from door.records.callers.caller_file import Caller
from door.records.journal.lines import ZERO, digest
from door.records.store import Change, Unit
from door.server.board import INFOS, RunningBoard, open_records
from door.server.public import pages as module
from door.server.public.pages import finger, mssp, public
from door.settings import load
from door.settings.skeleton import init
from door.web import drawing
from door.web.board import Visibility
from door.web.routes import Route

FILES = make_files()
FINDERS: dict[int, Any] = {}
"""What finds the pages of each board."""

JOURNAL = "  journal: false", "  journal: true"
RELEASE = next((Path(__file__).parents[1] / "releases").glob("journals/*/journal"))


@asynccontextmanager
async def board(folder: Path, *changes: tuple[str, str]) -> AsyncIterator[RunningBoard]:
    """A board without listeners, with some of the settings' lines changed."""
    init(folder)
    file = folder / "config" / "board.yaml"
    for old, new in changes:
        assert old in file.read_text()
        file.write_text(file.read_text().replace(old, new))
    async with open_records(folder, load(folder, INFOS)) as opened:
        await opened.load_services()
        yield opened
        FINDERS.pop(id(opened), None)


def at(opened: RunningBoard, path: str, address: str = "192.0.2.1") -> Any:
    if id(opened) not in FINDERS:
        FINDERS[id(opened)] = public(opened, FILES)
    return FINDERS[id(opened)](path, address)


@dataclass
class Talker:
    """A call on the roster."""

    on: CallInfo
    node: int = field(init=False)

    def __post_init__(self) -> None:
        self.node = self.on.node

    def info(self) -> CallInfo:
        return self.on


def call(node: int, handle: str, door: str, **more: Any) -> Talker:
    caller = None if more.get("guest") else Caller(handle, "", prefs=more.pop("prefs", {}))
    guest = more.pop("guest", False)
    nobody = frozenset[str]()
    return Talker(
        CallInfo(
            node, handle, "telnet", "192.0.2.9", "", caller, guest, False, "", ("", door), "", node, 0, True,
            "yes", nobody,
        )
    )  # fmt: skip


async def test_crawlers_are_asked_to_leave_films_alone(tmp_path):
    async with board(tmp_path / "b") as opened:
        crawler = RobotFileParser()
        crawler.parse(at(opened, "/robots.txt").decode().splitlines())
        allowed = ("/", "/games/", "/games/2026-11/3fa9/", "/games/2026-11/3fa9/picture.png", "/hall/")
        assert all(crawler.can_fetch("any", path) for path in allowed)
        for path in ("/api/v1/games.json", "/play/shutbox", "/journal/head", "/yours/x"):
            assert not crawler.can_fetch("any", path)
        assert "Disallow: /*.cast" in at(opened, "/robots.txt").decode()  # RFC 9309; Python reads no stars


async def test_who_is_on_is_said_without_the_names_of_those_who_hide(tmp_path):
    async with board(tmp_path / "b") as opened:
        assert "Nobody is on" in at(opened, "/who/").decode()
        for one in (
            call(1, "Ann <b>", "shutbox"), call(2, "Hidden", "thieves", prefs={"web": "no"}),
            call(3, "Passer-by", "", guest=True), call(4, "Desk", "switchbox", prefs={"web": "yes"}),
        ):  # fmt: skip
            await opened.services.roster.enter(one.on.handle, one)  # type: ignore[arg-type]
        said = json.loads(at(opened, "/api/v1/board.json"))
        assert said["callers"] == 4 and said["games"]["shutbox"] == "Shut The Box" and said["uptime"] >= 0
        assert mssp(opened) | {"NAME": said["board"], "PLAYERS": "4"} == mssp(opened)
        everybody = finger(opened, "", "192.0.2.1")
        assert everybody.splitlines()[1:] == [
            "Ann <b>, Shut The Box, 1 minute", "a caller, Forty Thieves, 2 minutes", "a caller, 3 minutes",
            "Desk, Switchbox, 4 minutes",
        ]  # fmt: skip
        assert finger(opened, "desk", "192.0.2.1") == "Desk, Switchbox, 4 minutes\n"
        for name in ("Hidden", "Passer-by", "Nobody"):
            assert finger(opened, name, "192.0.2.1") == f"{name} is not on.\n", "nor is it told who exists"
        assert "forward" in finger(opened, "ann@elsewhere", "192.0.2.1")
        assert json.loads(at(opened, "/api/v1/who.json")) == {
            "callers": [
                {"caller": "Ann <b>", "door": "shutbox", "minutes": 1},
                {"caller": None, "door": "thieves", "minutes": 2},
                {"caller": None, "door": None, "minutes": 3},
                {"caller": "Desk", "door": "switchbox", "minutes": 4},
            ]
        }
        page = at(opened, "/who/").decode()
        assert "Ann &lt;b&gt;" in page and page.count("a caller") == 2 and "Shut The Box" in page
        assert "Hidden" not in page and "Passer-by" not in page
        for name in ("public.css", "who.js", "icon.svg"):
            stem, _, kind = name.rpartition(".")
            path = next(path for path in FILES if path.startswith(f"/s/{stem}.") and path.endswith(kind))
            assert f'"..{path}"' in page, "a script or style of the web listener"


@pytest.mark.parametrize("path", ["live.json", "who.json", "board.json"])
async def test_a_board_that_has_just_started_is_shown_with_nobody_on_it(tmp_path, path):
    init(folder := tmp_path / "board")
    async with open_records(folder, load(folder, INFOS)) as opened:
        assert not opened.is_loaded
        assert json.loads(await got(opened, f"/api/v1/{path}"))
        assert await got(opened, "/games/live/nobody/") is None


async def test_the_journal_is_shown_if_the_sysop_says_so(tmp_path):
    month = {"2026-02": [{"kind": "remove", "t": "2026-02-01T00:00:00.000Z", "caller": "Ann"}]}
    async with board(tmp_path / "secret") as opened:
        write_journal(opened.settings.data / "journal", month)
        assert at(opened, "/journal/2026-02.jsonl") is None and at(opened, "/journal/head") is None
    async with board(tmp_path / "b", JOURNAL) as opened:
        assert json.loads(at(opened, "/journal/head")) == {"head": ZERO, "month": "", "size": 0}
        write_journal(opened.settings.data / "journal", month)
        found = at(opened, "/journal/2026-02.jsonl")
        assert isinstance(found, DiskFile)
        raw = found.path.read_bytes()
        head = {"head": digest(raw[:-1]), "month": "2026-02", "size": len(raw)}
        assert json.loads(at(opened, "/journal/head")) == head
        with found.path.open("ab") as file:
            file.write(b'{"torn')
        assert json.loads(at(opened, "/journal/head")) == head, "a line that is being written is no head yet"
        assert at(opened, "/journal/2026-02.jsonl").stamp != found.stamp
        for path in ("2026-03.jsonl", "2026-13.jsonl", "../owner.jsonl", ".lock", "2026-02.jsonl/", ""):
            assert at(opened, f"/journal/{path}") is None, path


async def got(opened: RunningBoard, path: str, address: str = "192.0.2.1") -> Any:
    """What a path gives, however long that takes."""
    found = at(opened, path, address)
    return await found if isinstance(found, Awaitable) else found


class Inline(Executor):
    """Workers that do a task at once, here. `drawn` has the pages."""

    def __init__(self) -> None:
        self.drawn: list[Route] = []

    def submit(self, task: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        work: Future[Any] = Future()
        self.drawn += [one for one in args if isinstance(one, Route)]
        try:
            work.set_result(task(*args, **more))
        except Exception as error:
            work.set_exception(error)
        return work


def inline(opened: RunningBoard) -> Inline:
    workers = Inline()
    opened.records = replace(opened.records, workers=workers)
    return workers


async def play_some(opened: RunningBoard, most: int = 2) -> list[str]:
    """Put games of a release into the journal. Return their pages' paths."""
    lines = lines_of(RELEASE)
    begun = {one["id"]: one for one in lines if one["kind"] == "turn"}
    ended = [one for one in lines if one["kind"] == "game" and one["id"] in begun and one["t"] < "2026-03"]
    journal = opened.settings.data / "journal"
    mine = [{**line} for game in ended[:most] for line in (begun[game["id"]], game)]
    for line in mine:
        line.pop("v"), line.pop("prev")
    write_journal(journal, {"2026-02": mine})
    await asyncio.to_thread(opened.services.store.ledger.reread)
    for line in mine:
        if opened.records.callers.find(line["caller"]) is None:
            opened.records.callers.create(Caller(line["caller"], ""))
    return [f"/games/2026-02/{game['id']}/" for game in ended[:most]]


async def test_pages_are_drawn_by_a_worker_and_only_pages_are_served(tmp_path):
    async with board(tmp_path / "b") as opened:
        first, second = await play_some(opened)
        assert b"The Door" in await got(opened, "/games/")
        assert second.split("/")[3].encode() in await got(opened, "/games/2026-02/")
        assert b"<dt>Seal</dt>" in await got(opened, first)
        assert (await got(opened, f"{first}lines.jsonl")).count(b"\n") == 2
        assert (await got(opened, f"{first}picture.png"))[:4] == b"\x89PNG"
        for kind in ("months", "months/2026-02", "ladders", "hall", "daily", "games", "schema"):
            json.loads(await got(opened, f"/api/v1/{kind}.json"))
        assert at(opened, "/games") == RedirectTo("/games/") and at(opened, "/hall") == RedirectTo("/hall/")
        for path in (
            "/.published.json", "/../web/games/", "//games/", "/games/../games/", "/games//", "/",
            "/games/.hidden/", "/games/2026-02/..%2f/", "/games/2026-02/nobody/", "/games/1999-01/",
            f"{first}../film.cast", "/daily/2026-02-30/", "/ladder/nothing/", "/ladder/shutbox/",
        ):  # fmt: skip
            assert await got(opened, path) is None, path
        assert not (opened.settings.data / "web").exists()


async def test_pages_are_in_the_board_s_own_words(tmp_path):
    init(tmp_path / "b")
    (tmp_path / "b" / "config" / "texts.yaml").write_text('public.games: "Playhouse"\n')
    async with open_records(tmp_path / "b", load(tmp_path / "b", INFOS)) as opened:
        await opened.load_services()
        assert b">Playhouse</a>" in await public(opened, FILES)("/games/", "192.0.2.1")


async def test_no_public_pages_at_all(tmp_path):
    async with board(tmp_path / "b", JOURNAL, ("  pages: true", "  pages: false")) as opened:
        await play_some(opened)
        for path in ("/who/", "/api/v1/who.json", "/journal/head", "/games/"):
            assert at(opened, path) is None


async def test_a_page_is_drawn_once_until_something_new_happens(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "DEAR", 60.0)
    async with board(tmp_path / "b") as opened:
        workers, (first, _) = inline(opened), await play_some(opened)
        pages = await asyncio.gather(*(got(opened, "/games/") for _ in range(3)))
        assert pages[0] == pages[1] == pages[2] and len(workers.drawn) == 1
        await got(opened, first)
        (third,) = (await play_some(opened, 3))[2:]
        assert third.split("/")[3].encode() in await got(opened, "/games/")
        await got(opened, first)
        assert [one.kind for one in workers.drawn] == ["games", "game", "games"], "a game's page stays"


async def test_a_dear_page_is_not_drawn_for_each_game(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "DEAR", 0.0)
    monkeypatch.setattr(module, "SHARE", 10_000)
    async with board(tmp_path / "b") as opened:
        workers, _ = inline(opened), await play_some(opened)
        before = await got(opened, "/games/2026-02/")
        await play_some(opened, 3)
        assert await got(opened, "/games/2026-02/") == before and len(workers.drawn) == 1


@pytest.mark.parametrize("how", ["hides", "is renamed", "leaves", "cannot be read"])
async def test_a_handle_is_gone_from_kept_pages_within_a_second(tmp_path, how):
    async with board(tmp_path / "b") as opened:
        callers = opened.records.callers
        inline(opened)
        _, latest = await play_some(opened)
        name = next(line["caller"] for line in lines_of(RELEASE) if line.get("id") == latest.split("/")[3])
        for path in (latest, "/games/", "/games/2026-02/", "/api/v1/months/2026-02.json"):
            assert name.encode() in await got(opened, path)
        if how == "hides":
            callers.change(name, lambda caller: replace(caller, prefs={"web": "no"}))
        elif how == "is renamed":
            callers.store.write(Unit(callers.renaming(name, "Somebody")))
        elif how == "leaves":
            callers.store.write(Unit(callers.removing(name)))
            callers.create(Caller("Somebody", "", prefs={"web": "no"}))
        else:
            callers.store.write(Unit([Change("put", "caller", name, None, b"handle: [")]))
        callers.changed(name)
        await asyncio.sleep(module.NAMES_SECONDS)
        if how in ("hides", "cannot be read"):
            assert await got(opened, latest) is None
            for path in ("/games/", "/games/2026-02/", "/api/v1/months/2026-02.json"):
                assert name.encode() not in await got(opened, path), path
            assert b"a caller" in await got(opened, "/games/2026-02/")
            assert f"{latest}picture.png".encode() not in await got(opened, "/games/")


async def test_a_sysop_s_faulty_template_is_logged_once(tmp_path, caplog):
    async with board(tmp_path / "b") as opened:
        inline(opened)
        shipped = await got(opened, "/hall/")
        (opened.folder / "pages").mkdir()
        (opened.folder / "pages" / "hall.html").write_text("mine")
        assert await got(opened, "/hall/") == b"mine", "a change is seen at once"
        (opened.folder / "pages" / "hall.html").write_text("{{ no.such.thing }}")
        assert await got(opened, "/hall/") == shipped
        await got(opened, "/hall/")
        assert caplog.text.count("hall.html:1") == 1 and "the shipped template is used" in caplog.text


async def test_a_page_that_cannot_be_drawn_is_refused_in_a_sentence(tmp_path, caplog):
    async with board(tmp_path / "b") as opened:
        workers = Slow()
        opened.records = replace(opened.records, workers=workers)
        asked = asyncio.ensure_future(got(opened, "/games/"))
        work, _ = await workers.asked.get()
        work.set_exception(OSError("no space left on device"))
        assert isinstance(await asked, NotNow) and "no space left" in caplog.text


# -- films ---------------------------------------------------------------------------------------


class Slow(Executor):
    """Workers that do a task when they are told to."""

    def __init__(self) -> None:
        self.asked = asyncio.Queue[tuple[Future[Any], Callable[[], Any]]]()

    def submit(self, task: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        work: Future[Any] = Future()
        self.asked.put_nowait((work, lambda: task(*args, **more)))
        return work


async def test_films_are_drawn_one_at_a_time_kept_and_few_of_an_address(tmp_path, monkeypatch):
    monkeypatch.setattr(drawing, "PER_MINUTE", 2)
    async with board(tmp_path / "b") as opened:
        workers, paths = Slow(), [f"{path}film.cast" for path in await play_some(opened, 3)]
        opened.records = replace(opened.records, workers=workers)
        opened.drawing._rate.__init__(lambda: 2, lambda address: False)  # type: ignore[misc]
        asked = [asyncio.ensure_future(got(opened, path)) for path in (paths[0], *paths[:2])]
        work, draw = await workers.asked.get()
        for _ in range(20):
            await asyncio.sleep(0)
        assert workers.asked.empty(), "one at a time"
        assert isinstance(await got(opened, paths[2]), NotNow), "two a minute"
        work.set_result(draw())
        work, draw = await workers.asked.get()
        work.set_result(draw())
        one, same, other = await asyncio.gather(*asked)
        assert one == same != other and one.startswith(b'{"version": 2')
        assert await got(opened, paths[0]) == one and workers.asked.empty()


def test_a_handle_of_another_programs_journal_is_shown_without_its_control_bytes():
    visible = Visibility(lambda handle: None, by_default=True)
    assert [visible.name_of(one) for one in ("A\x1b[2Jnn", "\x9bZoë\u202e", "\x1b")] == ["A[2Jnn", "Zoë", ""]


# -- the first page, and what other sites show of a link ---------------------------------------------

URL = '  url: ""', "  url: https://bbs.example.org"


async def test_the_first_page_has_the_doors_a_game_and_a_way_in(tmp_path):
    guests = "  guests: false", "  guests: true"
    async with board(tmp_path / "b", URL, guests) as opened:
        first = (await got(opened, "/games/")).decode()
        assert first.count('class="card"') == len(opened.settings.doors) and "Nobody leads yet." in first
        for slug in opened.settings.doors:
            assert f'src="../doors/{slug}.png"' in first
            assert f'href="https://bbs.example.org/play/{slug}"' in first
            picture = await got(opened, f"/doors/{slug}.png")
            assert picture[:4] == b"\x89PNG" and picture[16:24] == (1280).to_bytes(4) + (688).to_bytes(4)
        assert "Play as a guest" in first
        assert "telnet bbs.example.org 2323 · ssh -p 2222 bbs.example.org" in first
        assert 'property="og:image" content="https://bbs.example.org/doors/shutbox.png"' in first
        assert await got(opened, "/doors/nothing.png") is None


async def test_a_game_s_link_has_its_result_and_its_picture(tmp_path):
    async with board(tmp_path / "b", URL) as opened:
        _, second = await play_some(opened)
        first = (await got(opened, "/games/")).decode()
        assert f'<a href="..{second}"><img src="..{second}picture.png"' in first, "the latest game"
        page = (await got(opened, second)).decode()
        assert f'property="og:image" content="https://bbs.example.org{second}picture.png"' in page
        assert 'property="og:description" content="Score: ' in page
        picture = await got(opened, f"{second}picture.png")
        assert picture[16:24] == (1280).to_bytes(4) + (688).to_bytes(4)


async def test_without_guests_and_a_public_address_the_first_page_promises_neither(tmp_path):
    async with board(tmp_path / "b") as opened:
        first = (await got(opened, "/games/")).decode()
        assert "Play as a guest" not in first and "/play/" not in first
        assert 'href="/">Join the board' in first
        assert "og:title" in first and "og:image" not in first and "og:url" not in first, "no address"


async def test_a_path_without_a_page_leads_home(tmp_path):
    async with board(tmp_path / "b") as opened:
        page = module.lost_page(opened, FILES).decode()
        assert '<a class="go" href="/games/">To the games</a>' in page
        assert f'href="/{next(path for path in FILES if "/public." in path)[1:]}"' in page
