"""The pseudo-language, on every kept screen and in calls to every page of the board and every door: words
without accents are not in the catalogue, and a sentence without its end is cut without a mark."""

import ast
import re
import runpy
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import golden
import pytest
from boardroom import PASSWORD, Boardroom, boardroom
from callline import DUMB, XTERM
from crawl import NAMES, SAYS, Crawler, Shown, watching
from effort import some
from other_words import every, spoken
from seats import AtBoard
from terminal import Terminal

from door.features.every import PAGES
from door.features.tables.pages import new_table
from door.games.blank import DOOR as BLANK
from door.games.game import Front
from door.games.microlink import boss
from door.net.line import Hints
from door.pages.api import PREFERENCES
from door.play.api import EVERYWHERE
from door.screens.doors import DOORS
from door.screens.keys import AT_BOARD
from door.screens.pages import title
from door.settings.doors import ExternalFile
from door.settings.keys import keys
from door.term.art import read_art
from door.term.keys import NAMED
from door.term.profile import Profile
from door.testing import Stage, playable, stage
from door.ui import pseudo
from door.ui.sentence import KNOWN
from door.ui.texts import Language, tr
from door.ui.widgets import Hint

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
KEYS = tr.door_keys
SUPPORT = TESTS / "support"
BOARD = tuple(f"{SUPPORT}/{name}.py" for name in ("board_scenes", "sysop_scenes", "table_values"))
DOORS_SCENES = (stage.__file__, f"{SUPPORT}/deals.py")
CHECKS = {"check", "check_canvas", "check_text"}
STAY = {"golden", "terminal", "other_words", "whole"}
FILES = sorted(
    str(path.relative_to(TESTS))
    for path in TESTS.rglob("test_*.py")
    if path != Path(__file__) and "@golden.screens(" in path.read_text("utf-8")
)
WORD = re.compile(r"(?<![^\W\d_])[A-Za-z]*[aeiou][A-Za-z]*(?![^\W\d_])", re.I)
"""A word without an accent.  Every word of the pseudo-language has one on each vowel."""

MORE_PAGES = re.compile(r"\b(\d+)/(\d+)\b|\d-(\d+) öf (\d+)")
"""How much of a long page is to be seen: its last sentence may go on below."""


def words_of(*texts: str) -> set[str]:
    return {word for text in texts for word in WORD.findall(text)}


@cache
def drawn() -> set[str]:
    """Return the words that are drawn: art, signs, names of doors, key caps, an English DOS of 1989."""
    art = (read_art(path.read_bytes()).canvas.text() for path in (ROOT / "ansi_art").glob("*.ans"))
    files = (path.read_text("utf-8") for path in (ROOT / "door" / "games").glob("*/*.yaml"))
    pictures = (re.sub("^#.*", "", text, flags=re.M) for text in files)
    names = [str(KNOWN.texts[f"{door.INFO.slug}.name"]) for door in DOORS]
    caps = (Hint(key, KEYS.back).label_text for key in NAMED)
    return words_of(*art, *pictures, *names, *map(str.upper, names), *caps, *boss.FILES)


@cache
def typed() -> set[str]:
    """Return the words that are typed in plain mode: commands, choices and their values, levels, and the rows
    of the settings and of a new table."""
    found = words_of(*EVERYWHERE, *PREFERENCES, *new_table.LABELS)
    found |= words_of(*(value for _, values in PREFERENCES.values() for value in values))
    for door in (*DOORS, playable(BLANK)):
        board, front = door.game.board, Front(door.INFO.defaults(), "Ann")
        found |= words_of(*door.INFO.players.computers, *board.argv)
        for choice in board.choices(front):
            found |= words_of(choice.key.replace("_", " "), *choice.values)
        begun = Stage(door, fast=True)
        found |= words_of(
            *(word for one in title.layout(door.game, begun.state).commands for word in one.words)
        )
        found |= words_of(*board.keys(begun.press("enter").state.table).by_word)
    return found | words_of(*(word for one in AT_BOARD for word in one.words))


def support() -> dict[str, ModuleType]:
    """Return the loaded modules of tests/support that build scenes."""
    return {
        name: module
        for name, module in sys.modules.items()
        if str(SUPPORT) in (getattr(module, "__file__", None) or "") and name not in STAY
    }


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Collect the texts that tests compare, by name.  Scenes are loaded again, in the pseudo-language."""
    texts: dict[str, str] = {}

    def check(name: str, terminal: Terminal, profile: Profile) -> None:
        texts[name] = terminal.text()

    monkeypatch.setattr(golden, "check", check)
    monkeypatch.setattr(golden, "check_text", texts.__setitem__)
    before = support()
    for name in before:
        del sys.modules[name]
    with spoken(pseudo.language()):
        yield texts
    for name in support():
        del sys.modules[name]
    sys.modules.update(before)


def scenes(file: str) -> Iterator[tuple[Any, str]]:
    """Yield each test of a file that compares screens, with the name of each screen."""
    for test in runpy.run_path(str(TESTS / file)).values():
        marks = getattr(test, "pytestmark", ()) if isinstance(test, FunctionType) else ()
        for mark in marks:
            if mark.args[:1] == ("name",) and CHECKS & {*test.__code__.co_names}:
                yield from ((test, name) for name in mark.args[1])


@cache
def without_letters() -> Language:
    """Return a language for terminals without accents and brackets: every letter is an x."""
    return every(
        lambda id, text: "".join(
            re.sub("[A-Za-z]", "x", part) if part[:1] != "{" else part
            for part in re.split(r"(\{\w*\})", text)
        )
    )


def given_by_scenes(*files: str) -> set[str]:
    """Return the words that scenes give to pages and doors: letters, lines of the log, refusals."""
    trees = [ast.parse(Path(file).read_text("utf-8")) for file in files]
    texts = [node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return {word for text in texts if isinstance(text, str) for word in WORD.findall(text)}


def strange(text: str, allowed: set[str]) -> list[str]:
    """Return the words that are neither in the catalogue nor allowed."""
    return [
        word
        for word in WORD.findall(text)
        if len(word) > 2 and not re.fullmatch("[a-f]+", word) and not is_cut(word, allowed)
    ]


def is_cut(word: str, allowed: set[str]) -> bool:
    """True if a frame or a column may have cut one of the allowed words, turned it or put it in capitals."""
    low = word.casefold()
    size = len(low)
    return any(
        low in (one[:size].casefold(), one[::-1][:size].casefold(), one[-size:].casefold()) for one in allowed
    )


def without_end(text: str) -> list[str]:
    """Return the lines in which a sentence begins that has no end, and no mark that says so.

    A box with a title may cover the end.
    """
    lines, begun, has_box = text.split("\n"), list[int](), f"╔═ {pseudo.OPEN}" in text
    for at, line in enumerate(lines):
        here = 0
        for column, char in enumerate(line):
            if char == pseudo.OPEN:
                begun.append(at)
                here += 1
            elif char == pseudo.CLOSE and begun:
                begun.pop()
                here = max(here - 1, 0)
            elif char == "»" or line[column:] == "..." or (has_box and here and char in "╔║╚"):
                del begun[len(begun) - (here or len(begun)) :]
                here = 0
    goes_on = any(here != of for here, of in numbers(text))
    return [lines[at] for at in begun[: len(begun) - goes_on]]


def numbers(text: str) -> Iterator[tuple[str, str]]:
    """Yield how far each long page is to be seen, and how long it is."""
    for found in MORE_PAGES.finditer(text):
        yield (found[1], found[2]) if found[1] else (found[3], found[4])


@pytest.mark.parametrize("file", some(FILES, 1))
def test_all_words_are_in_the_catalogue(file, shown):
    """Names, typed words, art and a scene's own words are not."""
    of_board = file.startswith(("features/", "pages/"))
    given = given_by_scenes(str(TESTS / file), *(BOARD if of_board else DOORS_SCENES))
    allowed = drawn() | typed() | given
    for test, name in scenes(file):
        with spoken(without_letters() if "ascii" in name else pseudo.language()):
            test(name)
    found = {(name, word) for name, text in shown.items() for word in strange(text, allowed)}
    assert sorted(found) == []
    assert {name: lines for name, text in shown.items() if (lines := without_end(text))} == {}


ADDRESS = re.compile(r"https?://\S+|\b[a-z2-9]{4}(?:-[a-z2-9]{4}){3}\b")
ANN, BOB, NEWCOMER, STRANGER = "Lynn", SAYS, "Wynn", "Glyn"
"""Handles without a vowel, so that no word of a screen is one of them by chance."""


async def calls(folder: Path, hints: Hints) -> Shown:
    """Have callers go through everything that can be reached on a board in the pseudo-language."""
    (folder / "config").mkdir()
    (folder / "config" / "board.yaml").write_text("board: {}\n")
    (folder / "config" / "external").mkdir()
    (folder / "config" / "external" / "lynx.yaml").write_text("name: Lynx\ncommand: [/bin/echo, hello]\n")
    with watching() as shown:
        async with boardroom(folder, doors=DOORS) as board:
            speaks = board.settings.board.model_copy(update={"language": pseudo.CODE})
            lynx = ExternalFile(name="Lynx", command=("/bin/echo", "hello"))
            board.settings = replace(board.settings, board=speaks, externals={"lynx": lynx})
            board.change("limits", minutes_per_call=0, idle_minutes=0)
            for handle in (ANN, BOB):
                await board.register(handle, fast="on")
            board.callers.change(ANN, lambda caller: replace(caller, sysop=True))
            zed, bob, ann = [Crawler(board, hints, handle) for handle in ("", BOB, ANN)]
            await newcomer(zed)
            for number in range(1, len(DOORS) + 1):
                await bob.home()
                await bob.press(str(number), "y" if bob.plain else "enter")
                await bob.plays()
                await bob.crawl("menu g")
            await ann.home()
            await ann.press("!")
            await ann.crawl("menu g")
            if bob.session.over:  # banned at the desk
                board.callers.change(BOB, lambda caller: replace(caller, banned=""))
                bob = Crawler(board, hints, BOB)
                await bob.settle()
            with spoken(pseudo.language()):
                await together(ann, bob)
            for one in (zed, bob, ann):
                await one.home()
                await one.press("g")
            screens = dict(shown.screens)
            shown.english = await english(board) if bob.plain else ANN
            shown.screens = screens  # without the films that were drawn for a reader of English
            shown.typed = [run for one in (zed, bob, ann) for run in one.into_fields]
            shown.said = [one.line.sent.decode() for one in (zed, bob, ann) if one.plain]
            for one in (zed, bob, ann):
                one.line.drop()
    return shown


async def together(ann: Crawler, bob: Crawler) -> None:
    """Watch a game, talk there, and play a race at a table."""
    await bob.home()
    await bob.press("1", "y" if bob.plain else "enter")
    await ann.home()
    await ann.press("t", "v", "1" if ann.plain else "enter")
    await bob.press("/w" if bob.plain else "\x17")
    await bob.crawl("menu g")
    await ann.crawl("menu g")
    host, guest = [AtBoard(one.board, one.line, one.session) for one in (bob, ann)]
    id = await host.opens("shutbox", kind="race")
    host.looks(id)
    await guest.sits(id)
    await bob.settle()
    await ann.settle()
    await ann.plays()
    await bob.plays()
    await ann.crawl("menu g")
    await bob.crawl("menu g")


async def english(board: Boardroom) -> str:
    """Have a caller read in English what the others have left on the board. Return the text."""
    await board.register(STRANGER, fast="on", language="en")
    cid = Crawler(board, DUMB, STRANGER)
    await cid.home()
    before = len(cid.line.sent)
    await cid.crawl("menu g")
    return cid.line.sent[before:].decode()


async def newcomer(zed: Crawler) -> None:
    """Register, take the tour, and see all but the doors; then the picture before one of them."""
    await zed.settle()
    await zed.enter("new", NEWCOMER, "y", PASSWORD, PASSWORD)
    await zed.home()
    await zed.crawl("menu g", "menu enter", *(f"menu {number}" for number in range(1, 10)))
    await zed.press("1")


CRAWL = [pytest.mark.whole("crawl"), pytest.mark.long(20)]


@pytest.mark.parametrize(
    "hints", [pytest.param(XTERM, id="ansi", marks=CRAWL), pytest.param(DUMB, id="plain", marks=CRAWL)]
)
async def test_callers_read_nothing_but_whole_sentences(tmp_path, hints):
    shown = await calls(tmp_path, hints)
    never = {"splash", "keep-visit"} if hints is DUMB else set()  # a picture, and a film of one
    missed = {name for name, page in PAGES.items() if NAMES[page] not in shown.pages}
    missed -= {"news", "puzzle", "archive", "deals"}  # nobody was away, or played on a day before
    assert missed == never
    allowed = drawn() | typed() | settings(tmp_path)
    allowed |= words_of(str(tmp_path), repr(hints), *shown.typed)
    texts = [*shown.screens, *shown.said]
    rows = {ADDRESS.sub("", row) for text in texts for row in text.split("\n")}
    words = {word: row for row in rows for word in strange(row, allowed)}
    assert words == {}
    cut = {line: text for text in texts for line in without_end(text)}
    assert [*cut] == []
    lines = [line.rpartition(f"{pseudo.CLOSE} ")[0] for text in shown.said for line in text.splitlines()]
    assert [line for line in lines if len(line) > 80] == [], "what is typed stands after a prompt's end"
    assert written_in(tmp_path) == []
    assert ANN in shown.english and pseudo.OPEN not in shown.english


def settings(folder: Path) -> set[str]:
    """Return the words of the settings' keys and values."""
    every = keys(folder, {door.INFO.slug: door.INFO for door in DOORS})
    told = [f"{key.name} {key.shown} {key.default} {key.file}" for key in every]
    return {word for text in told for word in WORD.findall(text)}


def written_in(folder: Path) -> list[Path]:
    """Return the files in which a sentence of the pseudo-language stands."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [path for path in files if pseudo.OPEN in path.read_text("utf-8", "replace")]
