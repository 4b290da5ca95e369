"""The public pages as files: what they show, what is written again, and whose files are left alone."""

import itertools
import json
import os
import pickle
import re
import shutil
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import parse

import pytest
from jsonschema import Draft202012Validator
from records_kit import write_journal

from door.cli import main
from door.records.callers.caller_file import Caller
from door.records.journal.files import JournalFiles
from door.records.journal.lines import Fields, decode, remove, rename, winners
from door.records.ledger.live_ledger import read_ledger
from door.screens.doors import DOORS, infos
from door.settings import load
from door.settings.skeleton import init
from door.web.board import Board, hidden, shown
from door.web.films import Replayed
from door.web.publish import NotOurs, publish
from door.web.published import CLAIMS, LIST

BY_SLUG = {door.INFO.slug: door for door in DOORS}
GOLDEN = next((Path(__file__).parents[1] / "releases").glob("journals/*/journal"))
SETTINGS = load(Path(__file__).parents[2], infos())


def board_of(data: Path, now: str = "2026-05", gone: Iterable[str] = ()) -> Board:
    ledger = read_ledger(JournalFiles(data / "journal"), BY_SLUG, data / "cache")
    board = shown(ledger, SETTINGS, BY_SLUG, datetime.fromisoformat(f"{now}-02T12:00Z"))
    return replace(
        board, name="The <Board>", journal=data / "journal", hidden=board.hidden | set(gone), address=""
    )


def games(month: str, count: int) -> list[Fields]:
    """The lines of a month's first so many games that begin and end in it."""
    lines = [decode(line) for line in (GOLDEN / f"{month}.jsonl").read_bytes().splitlines()]
    begun = {line["id"]: line for line in lines if line["kind"] == "turn"}
    ended = [line for line in lines if line["kind"] == "game" and line["id"] in begun]
    return [line for game in ended[:count] for line in (begun[game["id"]], game)]


def lay(data: Path, **more: list[Fields]) -> Path:
    """Write a journal of two games in each of two months, and of `more` lines."""
    months = {"2026-02": games("2026-02", 2), "2026-03": games("2026-03", 2), **more}
    write_journal(data / "journal", months)
    return data


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return lay(tmp_path / "data")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of these games, published at once."""
    folder = tmp_path_factory.mktemp("published")
    publish(board_of(lay(folder / "data")), folder / "site")
    return folder / "site"


@pytest.fixture
def out(whole: Path, tmp_path: Path) -> Path:
    """A copy of it, as a run left it."""
    return Path(shutil.copytree(whole, tmp_path / "site"))


class Links(HTMLParser):
    """Every path that a page names."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        named = dict(attributes)
        for name in ("href", "src", "data-cast"):
            if path := named.get(name):
                self.found.append(path)


def links(page: Path) -> list[str]:
    reader = Links()
    reader.feed(page.read_text())
    return reader.found


def test_every_link_leads_somewhere_and_none_elsewhere(out: Path) -> None:
    pages = [*out.rglob("*.html")]
    assert len(pages) == 4 + 2 + 4, "games, months; the first page, the running month, hall and deals"
    for page in pages:
        for link in links(page):
            if not link.startswith("#"):
                target = page.parent / link / ("index.html" if link.endswith("/") else "")
                assert target.resolve().is_relative_to(out) and target.is_file(), (page, link)
    for script in (*out.rglob("*.js"), *out.rglob("public.*.css")):
        for named in re.findall(r"['(]\./([\w.-]+)['\)]", script.read_text()):
            assert (script.parent / named).is_file(), (script, named)
        assert "{{" not in script.read_text().replace("${", "")


def test_every_document_is_as_the_schema_says(data: Path, tmp_path: Path) -> None:
    name, out = games("2026-02", 1)[-1]["caller"], tmp_path / "site"
    publish(board_of(data, gone=[name.casefold()]), out)
    folder = out / "api" / "v1"
    schema = json.loads((folder / "schema.json").read_bytes())
    Draft202012Validator.check_schema(schema)
    found = dict[str, Any]()
    for file in sorted(set(folder.rglob("*.json")) - {folder / "schema.json"}):
        path = re.sub(
            r"\d{4}-\d\d(-\d\d)?", lambda day: "YYYY-MM-DD"[: len(day[0])], str(file.relative_to(out))
        )
        found[path] = json.loads(file.read_bytes())
        Draft202012Validator({**schema, "$ref": schema["paths"][path]}).validate(found[path])
    assert schema["paths"].keys() - found.keys() == {
        "api/v1/daily/YYYY-MM-DD.json", "api/v1/who.json", "api/v1/board.json"
    }, "no deal was revealed, and only a board knows who is on"  # fmt: skip
    assert found["api/v1/months.json"]["months"] == ["2026-05", "2026-03", "2026-02"]
    every = found["api/v1/games.json"]["games"]
    assert [(out / one["page"] / "lines.jsonl").is_file() for one in every if one["page"]]
    assert [one["players"] for one in every if not one["page"]] == [[None, "computer:beginner"]]


def test_nothing_new_writes_nothing_and_one_game_writes_its_pages(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    first = publish(board_of(data), out)
    assert publish(board_of(data), out) == (0, first.written, 0, True)
    more = games("2026-03", 3)
    again = publish(board_of(lay(data, **{"2026-03": more})), out)
    id = more[-1]["id"]
    assert (out / "games" / "2026-03" / id / "index.html").is_file()
    assert again.written == 10, "the game's four files, the two open months, the first page, and their JSON"


def contents(folder: Path) -> dict[Path, bytes]:
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def every(count: int) -> Callable[[], bool]:
    """It is enough after so many files."""
    files = itertools.count(1)
    return lambda: next(files) >= count


def test_in_small_steps_it_comes_to_the_same(whole: Path, data: Path, tmp_path: Path) -> None:
    steps, rounds = tmp_path / "steps", 1
    while not publish(pickle.loads(pickle.dumps(board_of(data))), steps, every(30)).done:
        rounds += 1
    assert rounds == -(-(len(contents(whole)) - 1) // 30)
    assert contents(whole) == contents(steps)


def test_several_processes_write_the_same(whole: Path, data: Path, tmp_path: Path) -> None:
    done = publish(board_of(data), tmp_path / "shared", processes=3)
    assert done == (len(contents(whole)) - 1, 0, 0, True)
    assert contents(whole) == contents(tmp_path / "shared")


def test_a_process_that_fails_is_not_believed(
    whole: Path, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, words = os.getpid(), Replayed.words

    def killed(self: Replayed) -> list[str]:
        return words(self) if os.getpid() == ours else os._exit(9)

    monkeypatch.setattr(Replayed, "words", killed)
    done = publish(board_of(data), tmp_path / "site", processes=2)
    assert done.done and contents(whole) == contents(tmp_path / "site")


def test_a_page_that_somebody_deletes_comes_back(out: Path, data: Path) -> None:
    page = next((out / "games" / "2026-02").glob("*/index.html"))
    before = page.read_bytes()
    page.unlink()
    assert publish(board_of(data), out).written == 1
    assert page.read_bytes() == before


def test_a_hidden_caller_is_nowhere(out: Path, data: Path) -> None:
    name = games("2026-02", 1)[-1]["caller"]
    assert len([page for page in out.rglob("*.html") if name in page.read_text()]) > 2
    publish(board_of(data, gone=[name.casefold()]), out)
    for file in out.rglob("*"):
        assert not file.is_file() or file.suffix in (".woff2", ".mjs") or name not in file.read_text(), file
    assert any("a caller" in page.read_text() for page in (out / "games").glob("*/index.html"))


def test_names_follow_renames_and_a_caller_who_left_is_not_named(tmp_path: Path) -> None:
    data = tmp_path / "data"
    own = games("2026-02", 1)
    name, t = own[-1]["caller"], own[-1]["t"]

    def text(*more: Fields) -> str:
        shutil.rmtree(data, ignore_errors=True)
        write_journal(data / "journal", {"2026-02": [*own, *more]})
        publish(board_of(data, "2026-02"), tmp_path / "site")
        return (tmp_path / "site" / "games" / "2026-02" / "index.html").read_text()

    assert name in text()
    renamed = {"kind": "rename", "t": t, "caller": name, "to": "Lisa"}
    assert "Lisa" in (after := text(renamed)) and name not in after
    gone = text(renamed, {"kind": "remove", "t": t, "caller": "Lisa"})
    assert "Lisa" not in gone and name not in gone and "a caller" in gone


def test_a_winner_who_left_is_a_caller_in_the_hall_and_in_the_feed(tmp_path: Path) -> None:
    data, out = tmp_path / "data", tmp_path / "site"
    own = games("2026-02", 1)
    name, door = own[-1]["caller"], own[0]["door"]
    top = [{"caller": name, "score": own[-1]["score"], "games": 1}]
    won = [*own, winners("2026-03-01T00:00:00.000Z", door, "2026-02", "total", top)]
    write_journal(data / "journal", {"2026-02": won})
    publish(board_of(data), out)
    paths = "hall/index.html", "feed.atom", "api/v1/hall.json", "games/2026-02/index.html"
    files = [out / path for path in paths]
    assert all(name in file.read_text() for file in files)
    shutil.rmtree(data)
    renamed = rename("2026-03-02T00:00:00.000Z", name, "Lisa")
    write_journal(data / "journal", {"2026-02": won, "2026-03": [renamed]})
    publish(board_of(data), out)
    assert all("Lisa" in file.read_text() and name not in file.read_text() for file in files)
    shutil.rmtree(data)
    gone = remove("2026-03-03T00:00:00.000Z", "Lisa")
    write_journal(data / "journal", {"2026-02": won, "2026-03": [renamed, gone]})
    publish(board_of(data), out)
    assert not any("Lisa" in file.read_text() or name in file.read_text() for file in files)
    entry = parse(out / "feed.atom").getroot().findall("{*}entry")[0]
    assert entry.findtext("{*}title") == f"a caller won February 2026 at {BY_SLUG[door].INFO.name()}"
    assert entry.findtext("{*}updated") == "2026-03-01T00:00:00Z"
    assert entry.find("{*}link").attrib == {"href": "games/2026-02/"}  # type: ignore[union-attr]


def test_what_callers_choose() -> None:
    callers = [
        Caller("Ann", "", prefs={"web": "yes"}), Caller("Bob", "", prefs={"web": "no"}), Caller("Zoë", ""),
    ]  # fmt: skip
    assert hidden(callers, True) == {"bob"}
    assert hidden(callers, False) == {"bob", "zoë"}


def test_files_of_a_run_that_was_killed_are_still_ours(out: Path, data: Path) -> None:
    whole = (out / LIST).read_bytes()
    files = json.loads(whole)["files"]
    (out / LIST).unlink()
    (out / CLAIMS).write_text("".join(f"{path}\n" for path in files) + "../../outsi")
    publish(board_of(data), out)
    assert (out / LIST).read_bytes() == whole and not (out / CLAIMS).exists()


def test_a_caller_who_hides_has_only_their_own_pages_written_again(out: Path, data: Path) -> None:
    files = {path: path.stat().st_mtime_ns for path in out.rglob("index.html")}
    name = games("2026-02", 1)[-1]["caller"]
    publish(board_of(data, gone=[name.casefold()]), out)
    assert any(path.exists() and path.stat().st_mtime_ns == at for path, at in files.items())
    kept = [path for path in out.glob("games/*/*/index.html") if path.stat().st_mtime_ns == files[path]]
    assert kept and len(kept) == len(list(out.glob("games/*/*/index.html")))


def test_somebody_elses_files_are_left_alone(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    (out / "hall").mkdir(parents=True)
    (out / "hall" / "notes.txt").write_text("mine")
    with pytest.raises(NotOurs, match=r"holds files that door publish did not write, such as hall\."):
        publish(board_of(data), out)
    assert [*out.iterdir()] == [out / "hall"], "nothing is written beside them"
    shutil.rmtree(out / "hall")
    publish(board_of(data), out)
    (out / "notes.txt").write_text("mine")
    page = next((out / "games" / "2026-03").glob("*/index.html"))
    listed = json.loads((out / LIST).read_bytes())
    del listed["files"][str(page.relative_to(out))]
    (out / LIST).write_text(json.dumps({**listed, "whole": ""}))
    with pytest.raises(NotOurs, match=r"index\.html is there already"):
        publish(board_of(data), out)
    page.unlink()
    publish(replace(board_of(data), slugs=()), out)
    assert (out / "notes.txt").read_text() == "mine"


def test_the_board_s_own_folders_are_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "board"
    init(folder)
    before = contents(folder)
    for name in ("config", "ansi_art", ".", "data/web", "data/journal"):
        assert main(["publish", str(folder / name), "--board", str(folder)]) == 1
        said = capsys.readouterr().err
        assert said.endswith("folder.\n") and said.count("\n") == 1, said
    assert contents(folder).keys() - before.keys() <= {Path("data/clock.json")}


@pytest.mark.parametrize(
    "listed",
    ["", "[]", "{", '{"files": 7}', '{"files": {"../../outside": "x", "/etc/x": "x"}, "months": {}}'],
)
def test_a_damaged_list_never_leads_out_of_the_folder(data: Path, tmp_path: Path, listed: str) -> None:
    out = tmp_path / "a" / "site"
    out.mkdir(parents=True)
    (tmp_path / "outside").write_text("mine")
    (out / LIST).write_text(listed)
    publish(replace(board_of(data), slugs=()), out)
    assert (tmp_path / "outside").read_text() == "mine"


def test_a_foreign_id_is_no_path_and_a_name_is_no_markup(tmp_path: Path) -> None:
    data, out = tmp_path / "data", tmp_path / "site"
    own = games("2026-02", 1)
    name = "<b>&\"'"
    evil = [{**line, "id": "../../../x"} for line in own]
    named = [{**line, "caller": name, **({"seats": [name]} if "seats" in line else {})} for line in own]
    write_journal(data / "journal", {"2026-02": [*evil, *named]})
    publish(board_of(data, "2026-02"), out)
    assert not list(tmp_path.rglob("x"))
    page = (out / "games" / "2026-02" / "index.html").read_text()
    assert "<b>" not in page and "&lt;b&gt;&amp;" in page
