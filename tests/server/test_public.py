"""The public pages on a running board: who is on, the journal, and films on request."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import Executor, Future
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from journal_facts import lines_of
from records_kit import write_journal

from door.call.roster import CallInfo
from door.net.web.site import Found, Kept, Refused, made
from door.records.callers.caller_file import Caller
from door.records.journal.lines import ZERO, digest
from door.server.board import INFOS, Board, begun
from door.server.public.pages import Films, finger, mssp, public
from door.settings import load
from door.settings.skeleton import init
from door.web import drawing
from door.web.board import shown
from door.web.drawing import Drawing
from door.web.publish import publish

FILES = made()
JOURNAL = "  journal: false", "  journal: true"
RELEASE = next((Path(__file__).parents[1] / "releases").glob("journals/*/journal"))


@asynccontextmanager
async def board(folder: Path, *changes: tuple[str, str]) -> AsyncIterator[Board]:
    """A board without listeners, with some of the settings' lines changed."""
    init(folder)
    file = folder / "config" / "board.yaml"
    for old, new in changes:
        assert old in file.read_text()
        file.write_text(file.read_text().replace(old, new))
    async with begun(folder, load(folder, INFOS)) as opened:
        await opened.loaded()
        yield opened


def at(opened: Board, path: str, address: str = "192.0.2.1") -> Any:
    return public(opened, FILES)(path, address)


@dataclass
class Talker:
    """A call on the roster."""

    on: CallInfo
    node: int = field(init=False)

    def __post_init__(self) -> None:
        self.node = self.on.node

    def known(self) -> CallInfo:
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


async def test_who_is_on_is_said_without_the_names_of_those_who_hide(tmp_path: Path) -> None:
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


async def test_the_journal_is_shown_if_the_sysop_says_so(tmp_path: Path) -> None:
    month = {"2026-02": [{"kind": "remove", "t": "2026-02-01T00:00:00.000Z", "caller": "Ann"}]}
    async with board(tmp_path / "secret") as opened:
        write_journal(opened.settings.data / "journal", month)
        assert at(opened, "/journal/2026-02.jsonl") is None and at(opened, "/journal/head") is None
    async with board(tmp_path / "b", JOURNAL) as opened:
        assert json.loads(at(opened, "/journal/head")) == {"head": ZERO, "month": "", "size": 0}
        write_journal(opened.settings.data / "journal", month)
        found = at(opened, "/journal/2026-02.jsonl")
        assert isinstance(found, Kept)
        raw = found.path.read_bytes()
        head = {"head": digest(raw[:-1]), "month": "2026-02", "size": len(raw)}
        assert json.loads(at(opened, "/journal/head")) == head
        with found.path.open("ab") as file:
            file.write(b'{"torn')
        assert json.loads(at(opened, "/journal/head")) == head, "a line that is being written is no head yet"
        assert at(opened, "/journal/2026-02.jsonl").stamp != found.stamp
        for path in ("2026-03.jsonl", "2026-13.jsonl", "../owner.jsonl", ".lock", "2026-02.jsonl/", ""):
            assert at(opened, f"/journal/{path}") is None, path


async def test_only_pages_are_served(tmp_path: Path) -> None:
    async with board(tmp_path / "b") as opened:
        assert at(opened, "/games/") is None
        publish_some(opened)
        folder = opened.settings.data / "web"
        assert at(opened, "/games/").path == folder / "games" / "index.html"
        (folder / "link.html").symlink_to(opened.folder / "config" / "board.yaml")
        for path in (
            "/.published.json", "/../web/games/", "//games/", "/games", "/games/../games/", "/games//",
            "/games/.hidden/", "/games/2026-02/..%2f/", "/link.html", "/",
        ):  # fmt: skip
            assert at(opened, path) is None, path


async def test_no_public_pages_at_all(tmp_path: Path) -> None:
    async with board(tmp_path / "b", JOURNAL, ("  pages: true", "  pages: false")) as opened:
        publish_some(opened)
        for path in ("/who/", "/api/v1/who.json", "/journal/head", "/games/"):
            assert at(opened, path) is None


def publish_some(opened: Board) -> list[str]:
    """Publish two games of a release. Return their paths, without the film of the first."""
    lines = lines_of(RELEASE)
    begun = {one["id"]: one for one in lines if one["kind"] == "turn"}
    ended = [one for one in lines if one["kind"] == "game" and one["id"] in begun and one["t"] < "2026-03"][
        :2
    ]
    journal = opened.settings.data / "journal"
    mine = [{**line} for game in ended for line in (begun[game["id"]], game)]
    for line in mine:
        line.pop("v"), line.pop("prev")
    write_journal(journal, {"2026-02": mine})
    ledger = opened.services.store.ledger.read
    pages = ledger(
        lambda told: shown(told, opened.settings, opened.services.store.doors, opened.services.now())
    )
    publish(pages, opened.settings.data / "web")
    return [f"/games/2026-02/{game['id']}/" for game in ended]


# -- films ---------------------------------------------------------------------------------------


class Slow(Executor):
    """Workers that do a task when they are told to."""

    def __init__(self) -> None:
        self.asked = asyncio.Queue[tuple[Future[Any], Callable[[], Any]]]()

    def submit(self, task: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        work: Future[Any] = Future()
        self.asked.put_nowait((work, lambda: task(*args, **more)))
        return work


async def test_a_film_is_drawn_when_somebody_asks_and_then_kept(tmp_path: Path) -> None:
    async with board(tmp_path / "b") as opened:
        opened.drawing.workers = workers = Slow()
        game = publish_some(opened)[1]
        (opened.settings.data / "web" / f"{game[1:]}film.cast").rename(tmp_path / "film.cast")
        asked = [asyncio.ensure_future(at(opened, f"{game}film.cast")) for _ in range(2)]
        work, draw = await workers.asked.get()
        work.set_result(draw())
        drawn, same = await asyncio.gather(*asked)
        assert drawn == same and workers.asked.empty()
        assert drawn.path.read_bytes() == (tmp_path / "film.cast").read_bytes()
        assert at(opened, f"{game}film.cast") == drawn
        for path in ("/games/2026-02/nobody/film.cast", "/games/../film.cast", f"{game}../film.cast"):
            assert at(opened, path) is None


async def test_films_are_drawn_one_at_a_time_and_few_of_an_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(drawing, "PER_MINUTE", 2)
    monkeypatch.setattr(drawing, "WAITING", 5)
    workers = Slow()
    mine = Films(tmp_path, Drawing(workers, lambda address: address == "127.0.0.1"))

    def film(game: str, address: str = "192.0.2.1") -> Found | Awaitable[Found]:
        return mine.film(Kept(tmp_path / game / "lines.jsonl", game), "The Board", address)

    asked = [asyncio.ensure_future(film(game)) for game in "ab"]  # type: ignore[arg-type]
    assert isinstance(film("c"), Refused), "two a minute"
    asked += [asyncio.ensure_future(film(game, "127.0.0.1")) for game in "cde"]  # type: ignore[arg-type]
    await asyncio.sleep(0)
    assert isinstance(film("f", "127.0.0.1"), Refused), "five wait"
    for left in range(5):
        work, _ = await workers.asked.get()
        assert workers.asked.empty(), "one at a time"
        work.set_exception(OSError("no space left on device"))
        assert isinstance(await asked[left], Refused) and "no space left" in caplog.text
    last = asyncio.ensure_future(film("f", "127.0.0.1"))  # type: ignore[arg-type]
    await workers.asked.get()
    last.cancel()
