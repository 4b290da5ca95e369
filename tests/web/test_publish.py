"""The public pages as a static site: what they show, and whose files are left alone."""

import json
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import parse

import pytest
from jsonschema import Draft202012Validator
from records_kit import write_journal

from door.cli import main
from door.net.web.site import make_files
from door.records.callers.caller_file import Caller
from door.records.callers.callers import Callers
from door.records.journal.lines import Fields, decode, remove, rename, winners
from door.records.ledger.live_ledger import read_ledger
from door.records.store.files import Folder
from door.screens.doors import DOORS, infos
from door.settings import load
from door.settings.skeleton import SKELETON, init
from door.ui.texts import tr
from door.web import games as module
from door.web import pages as templates
from door.web.board import facts, public_board
from door.web.films import Replayed
from door.web.games import Games, HandleChanges, PublicGame
from door.web.pages import PageFrame, assets, faults
from door.web.publish import LIST, FileCounts, NotOurs, publish

BY_SLUG = {door.INFO.slug: door for door in DOORS}
GOLDEN = next((Path(__file__).parents[1] / "releases").glob("journals/*/journal"))
SETTINGS = load(SKELETON, infos())


def site(
    data: Path,
    out: Path,
    now: str = "2026-05",
    gone: Iterable[str] = (),
    slugs: Any = None,
    board_name: str = "The <Board>",
    **more: Any,
) -> FileCounts:
    """Publish the pages of the journal in that folder."""
    ledger = read_ledger(data / "journal", BY_SLUG, data / "cache")
    moment = datetime.fromisoformat(f"{now}-02T12:00Z")
    board = replace(
        public_board(SETTINGS, assets(make_files()), is_live=False), name=board_name, data=data,
        where=(data, "files", ""), own=data.parent / "pages", address="",
    )  # fmt: skip
    if slugs is not None:
        board = replace(board, slugs=slugs)
    callers = Callers(Folder(data))
    for handle in gone:
        if callers.find(handle) is None:
            callers.create(Caller(handle, "", prefs={"web": "no"}))

    return publish(board, partial(facts, ledger, SETTINGS, BY_SLUG, moment), out, {}, "en", **more)


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


@pytest.fixture(autouse=True, scope="module")
def films() -> Iterator[None]:
    """Film each game once, and draw its picture once. Most tests publish the same four games."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("film", "picture"):
            patch.setattr(Replayed, name, remembered(getattr(Replayed, name)))
        yield


def remembered(draw: Callable[[Replayed, str], bytes]) -> Callable[[Replayed, str], bytes]:
    known: dict[tuple[str, str], bytes] = {}

    def drawn(replayed: Replayed, board: str) -> bytes:
        key = repr(replayed.record), board
        if key not in known:
            known[key] = draw(replayed, board)
        return known[key]

    return drawn


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return lay(tmp_path / "data")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of these games, published at once."""
    folder = tmp_path_factory.mktemp("published")
    site(lay(folder / "data"), folder / "site")
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


def test_every_link_leads_somewhere_and_none_elsewhere(out):
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


def test_every_document_is_as_the_schema_says(data, tmp_path):
    name, out = games("2026-02", 1)[-1]["caller"], tmp_path / "site"
    site(data, out, gone=[name])
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
        "api/v1/daily/YYYY-MM-DD.json", "api/v1/who.json", "api/v1/board.json", "api/v1/live.json"
    }, "no deal was revealed, and only a board knows who is on"  # fmt: skip
    assert found["api/v1/months.json"]["months"] == ["2026-05", "2026-03", "2026-02"]
    every = found["api/v1/games.json"]["games"]
    assert [(out / one["page"] / "lines.jsonl").is_file() for one in every if one["page"]]
    assert [one["players"] for one in every if not one["page"]] == [[None, "computer:beginner"]]


def contents(folder: Path) -> dict[Path, bytes]:
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_names_follow_renames_and_a_caller_who_left_is_not_named(tmp_path):
    data = tmp_path / "data"
    own = games("2026-02", 1)
    name, t = own[-1]["caller"], own[-1]["t"]

    def text(*more: Fields) -> str:
        shutil.rmtree(data, ignore_errors=True)
        write_journal(data / "journal", {"2026-02": [*own, *more]})
        site(data, tmp_path / "site", "2026-02")
        return (tmp_path / "site" / "games" / "2026-02" / "index.html").read_text()

    assert name in text()
    renamed = {"kind": "rename", "t": t, "caller": name, "to": "Lisa"}
    assert "Lisa" in (after := text(renamed)) and name not in after
    gone = text(renamed, {"kind": "remove", "t": t, "caller": "Lisa"})
    assert "Lisa" not in gone and name not in gone and "a caller" in gone


def test_a_winner_who_left_is_a_caller_in_the_hall_and_in_the_feed(tmp_path):
    data, out = tmp_path / "data", tmp_path / "site"
    own = games("2026-02", 1)
    name, door = own[-1]["caller"], own[0]["door"]
    top = [{"caller": name, "score": own[-1]["score"], "games": 1}]
    won = [*own, winners("2026-03-01T00:00:00.000Z", door, "2026-02", "total", top)]
    write_journal(data / "journal", {"2026-02": won})
    site(data, out)
    paths = "hall/index.html", "feed.atom", "api/v1/hall.json", "games/2026-02/index.html"
    files = [out / path for path in paths]
    assert all(name in file.read_text() for file in files)
    shutil.rmtree(data)
    renamed = rename("2026-03-02T00:00:00.000Z", name, "Lisa")
    write_journal(data / "journal", {"2026-02": won, "2026-03": [renamed]})
    site(data, out)
    assert all("Lisa" in file.read_text() and name not in file.read_text() for file in files)
    shutil.rmtree(data)
    gone = remove("2026-03-03T00:00:00.000Z", "Lisa")
    write_journal(data / "journal", {"2026-02": won, "2026-03": [renamed, gone]})
    site(data, out)
    assert not any("Lisa" in file.read_text() or name in file.read_text() for file in files)
    entry = parse(out / "feed.atom").getroot().findall("{*}entry")[0]
    assert entry.findtext("{*}title") == f"a caller won February 2026 at {BY_SLUG[door].INFO.name()}"
    assert entry.findtext("{*}updated") == "2026-03-01T00:00:00Z"
    assert entry.find("{*}link").attrib == {"href": "games/2026-02/"}  # type: ignore[union-attr]


@pytest.mark.whole("processes")
def test_ids_of_the_feed_are_the_board_s_own_for_ever(tmp_path):
    """Not those of another board of that name, and the same under a new name."""
    found = {}
    for board, name, first in (("one", "The Door", 0), ("two", "The Door", 2), ("one", "Night Owl", 0)):
        data = tmp_path / board / "data"
        shutil.rmtree(data, ignore_errors=True)
        own = games("2026-02", 2)[first:]
        top = [{"caller": own[-1]["caller"], "score": own[-1]["score"], "games": 1}]
        won = winners("2026-03-01T00:00:00.000Z", own[0]["door"], "2026-02", "total", top)
        write_journal(data / "journal", {"2026-02": [*own, won]})
        site(data, tmp_path / "site", board_name=name)
        feed = parse(tmp_path / "site" / "feed.atom").getroot()
        found[board, name] = [one.text for one in feed.iter("{http://www.w3.org/2005/Atom}id")]
    one, two, renamed = found.values()
    assert one == renamed and not {*one} & {*two}


def test_the_board_s_own_folders_are_refused_in_a_sentence(tmp_path, capsys):
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
def test_a_damaged_list_never_leads_out_of_the_folder(data, tmp_path, listed):
    out = tmp_path / "a" / "site"
    out.mkdir(parents=True)
    (tmp_path / "outside").write_text("mine")
    (out / LIST).write_text(listed)
    site(data, out, slugs=())
    assert (tmp_path / "outside").read_text() == "mine"


def test_a_foreign_id_is_no_path_and_a_name_is_no_markup(tmp_path):
    data, out = tmp_path / "data", tmp_path / "site"
    own = games("2026-02", 1)
    name = "<b>&\"'"
    evil = [{**line, "id": "../../../x"} for line in own]
    named = [{**line, "caller": name, **({"seats": [name]} if "seats" in line else {})} for line in own]
    write_journal(data / "journal", {"2026-02": [*evil, *named]})
    site(data, out, "2026-02")
    assert not list(tmp_path.rglob("x"))
    page = (out / "games" / "2026-02" / "index.html").read_text()
    assert "<b>" not in page and "&lt;b&gt;&amp;" in page


@pytest.mark.whole("processes")
def test_a_run_writes_the_same_again_in_any_number_of_processes(whole, data, tmp_path):
    first = contents(whole)
    assert site(data, tmp_path / "shared", processes=3) == (len(first) - 1, 0)
    assert contents(tmp_path / "shared") == first
    page = next((tmp_path / "shared" / "games" / "2026-02").glob("*/index.html"))
    page.unlink()
    assert site(data, tmp_path / "shared") == (len(first) - 1, 0) and contents(tmp_path / "shared") == first


def test_pages_that_are_gone_are_removed(out, data):
    pages = list(out.glob("games/*/*/index.html"))
    assert site(data, out, slugs=()).removed > len(pages)
    assert pages and not any(page.exists() for page in pages)


def test_a_hidden_caller_is_nowhere(out, data):
    name = games("2026-02", 1)[-1]["caller"]
    assert len([page for page in out.rglob("*.html") if name in page.read_text()]) > 2
    site(data, out, gone=[name])
    for file in out.rglob("*"):
        assert not file.is_file() or name.encode() not in file.read_bytes(), file
    assert any("a caller" in page.read_text() for page in (out / "games").glob("*/index.html"))


def test_files_of_a_run_that_was_killed_are_still_ours(out, data):
    whole = contents(out)
    (out / LIST).write_text('{"files": [], "unfinished": true}')
    site(data, out)
    assert contents(out) == whole
    (out / LIST).write_text('{"files": [], "unfinished": true}')
    (out / "games" / "notes.txt").write_text("mine")
    with pytest.raises(NotOurs, match=r"such as games/notes\.txt"):
        site(data, out)


@pytest.mark.parametrize("name", ["hall", "notes.txt", "games/2026-02/link", ".published.new"])
def test_somebody_elses_files_and_links_are_left_alone(data, tmp_path, name):
    out, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    elsewhere.write_text("mine")
    (out / name).parent.mkdir(parents=True)
    (out / name).symlink_to(elsewhere)
    with pytest.raises(NotOurs, match=f"such as {re.escape(name)}"):
        site(data, out)
    assert elsewhere.read_text() == "mine" and [*out.rglob("*.html")] == []


def test_a_link_in_place_of_a_page_is_not_followed(out, data, tmp_path):
    (tmp_path / "elsewhere").write_text("mine")
    page = next((out / "games" / "2026-02").glob("*/index.html"))
    page.unlink()
    page.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(NotOurs):
        site(data, out)
    assert (tmp_path / "elsewhere").read_text() == "mine"


def test_a_list_that_is_no_file_holds_up_nothing(data, tmp_path):
    out = tmp_path / "site"
    out.mkdir()
    os.mkfifo(out / LIST)
    assert site(data, out).written > 20 and (out / LIST).is_file()


# -- templates of the sysop's ----------------------------------------------------------------------


def test_a_sysop_s_template_takes_the_place_of_ours_and_a_faulty_one_does_not(data, tmp_path, whole):
    out, own = tmp_path / "site", tmp_path / "pages"
    own.mkdir()
    (own / "hall.html").write_text(
        "{% extends 'base.html' %}{% block content %}<p>{{ frame.board }}!</p>{% endblock %}"
    )
    (own / "month.html").write_text(
        "{% extends 'base.html' %}\n{% block content %}{{ nobody.knows }}{% endblock %}"
    )
    site(data, out)
    assert "<p>The &lt;Board&gt;!</p>" in (out / "hall" / "index.html").read_text()
    page = "games/2026-02/index.html"
    assert (out / page).read_bytes() == (whole / page).read_bytes()
    assert not [*faults(own)], "only drawing shows that"
    (own / "game.html").write_text("{% block %}")
    (own / "index.html").write_text("x")
    said = [*faults(own)]
    assert said[0].startswith(f"{own / 'game.html'}:1: ")
    assert said[1].startswith(f"{own / 'index.html'}:1: is no page")


# -- one more game costs the same ------------------------------------------------------------------


def test_a_game_and_the_latest_ones_are_found_without_reading_all_others(data, monkeypatch):
    read, decode = list[bytes](), module.decode
    monkeypatch.setattr(module, "decode", lambda raw: (read.append(raw), decode(raw))[1])
    every = [line for line in games("2026-03", 60) if line["kind"] == "game"]
    lay(data, **{"2026-03": games("2026-03", 60)})
    own = Games(data / "journal", HandleChanges(data / "journal").read(), lambda handle: handle)
    assert [game.id for game in own.latest(3)] == [line["id"] for line in every[-1:-4:-1]]
    assert len(read) <= 3 * 3
    read.clear()
    found = own.game("2026-03", every[0]["id"])
    assert found and found.ended["score"] == every[0]["score"] and len(read) <= 3
    assert own.game("2026-03", "nobody") is None and own.game("2026-07", every[0]["id"]) is None
    assert [game.id for game in own.month("2026-03")] == [line["id"] for line in every]


def test_changes_of_handles_are_read_once_and_kept(tmp_path):
    journal, kept = tmp_path / "journal", tmp_path / "cache" / "handles.json"
    t = "2026-02-01T00:00:00.000Z"
    first = [rename(t, "Ann", "Bea"), *games("2026-02", 1)]
    write_journal(journal, {"2026-02": first})
    changes = HandleChanges(journal, kept)
    assert [line.fields["to"] for line in changes.read()] == ["Bea"]
    changes._save()
    write_journal(journal, {"2026-02": [*first, rename(t, "Bea", "Cleo")]})
    again = HandleChanges(journal, kept)
    assert [line.fields["to"] for line in again.read()] == ["Bea", "Cleo"]
    write_journal(journal, {"2026-02": [rename(t, "Zoe", "Zora")]})
    assert [line.fields["to"] for line in again.read()] == ["Zora"], "another journal"
    kept.write_text("[")
    assert [line.fields["to"] for line in HandleChanges(journal, kept).read()] == ["Zora"]


def test_a_game_of_a_caller_who_was_renamed_twice_has_both_lines(tmp_path):
    (began, ended), t = games("2026-02", 1), "2026-02-03T00:00:00.000Z"
    name = began["caller"]
    ended = {**ended, "caller": "Cleo", "seats": ["Cleo", *ended["seats"][1:]]}
    lines = [began, rename(t, name, "Bea"), rename(t, "Bea", "Cleo"), rename(t, "Dan", "Eve"), ended]
    write_journal(tmp_path / "journal", {"2026-02": lines})
    own = Games(tmp_path / "journal", HandleChanges(tmp_path / "journal").read(), lambda handle: handle)
    (game,) = own.month("2026-02")
    assert [decode(line.encode())["kind"] for line in game.lines] == ["turn", "rename", "rename", "game"]
    assert own.game("2026-02", game.id) == game == own.latest(5)[0]


def test_a_game_of_a_deal_stands_under_its_day_and_not_under_the_hour_it_was_revealed():
    ended = {
        "kind": "daily_game",
        "day": "2026-11-28",
        "t": "2026-11-29T20:00:00.000Z",
        "id": "a",
        "score": 7,
    }
    game = PublicGame({"door": "shutbox"}, {**ended, "score": 7}, (), ("Ann",))
    frame = PageFrame("The Door", "en", {"shutbox": "Shut The Box"}, assets(make_files()))
    body, trouble = templates.page(
        frame, "month.html", "games/2026-11/", "November", month="2026-11", bulletins=(), games=[game],
        named=str,
    )  # fmt: skip
    assert "Deal of 2026-11-28" in body.decode() and "20:00" not in body.decode() and not trouble


def test_the_hash_of_a_table_is_explained():
    assert (
        tr.public.chain_about(head="ab12")
        == "The last line of the journal that counts here has the hash ab12."
    )
