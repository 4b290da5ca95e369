"""Every kept screen and talk in the pseudo-language: words without accents are not in the catalogue."""

import ast
import re
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import golden
import pytest
from other_words import spoken
from terminal import Terminal

from door.term.profile import Profile
from door.ui import pseudo

TESTS = Path(__file__).parent
SUPPORT = TESTS / "support"
BOARD = ("board_scenes", "sysop_scenes", "table_values")
CHECKS = {"check", "check_canvas", "check_text"}
STAY = {"golden", "terminal", "other_words", "whole"}
FILES = sorted(
    str(path.relative_to(TESTS))
    for path in TESTS.rglob("test_*.py")
    if path != Path(__file__) and "@golden.screens(" in path.read_text("utf-8")
)
WORD = re.compile(r"(?<![^\W\d_])[A-Za-z]*[aeiou][A-Za-z]*(?![^\W\d_])", re.I)
"""A word without an accent.  Every word of the pseudo-language has one on each vowel."""

PEOPLE = "Ann Bob Bert Caller Cid Dee Fisher Frederika Grace Grandad Guest Tom Old Zed"
CHARACTERS = "Albert Einstein Bart Homer Lisa Simpson Sherlock Holmes Watson"
TALK = "Hello hello Good luck Thanks Sent"
DOORS = "The Shut Box SHUT THE BOX MicroLink MindBuster Switchbox SWITCHBOX Forty Thieves FORTY THIEVES"
KEYS = "Enter Esc Space PgUp PgDn End"
ART = (
    "JOKER CARRIER TOURNAMENT NIGHT light left one back are the tomorrow turns sign book once and door knows "
    "you wins with stays open for next nine tiles two dice month win"
)
TYPED = (
    "board box boxwood code colours double exits gifts goals holes joker jokers keypad level "
    "limited look lowball motion name nobody numbers numpad passes person players practice random seat "
    "solitaire sound ver voices will careful expert high"
)
"""Names of choices, as they are typed in plain text."""
DOS = (
    "BUDGET DIR DOS Directory EXE FORECAST File LEDGER OFFICE POST Personal Posting Version Volume bytes dir "
    "drive entries free journal posted has"
)
"""The boss screen is a picture of an English DOS."""
LEVELS = "careful expert"
"""MicroLink's score cards show a computer's level as its name."""
ALLOWED = frozenset(" ".join((PEOPLE, CHARACTERS, TALK, DOORS, KEYS, ART, TYPED, DOS, LEVELS)).split())


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
        if profile.charset != "ascii":  # which has no accents
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


def given_by_scenes(*files: str) -> set[str]:
    """Return the words that scenes give to pages and doors: letters, lines of the log, refusals."""
    trees = [ast.parse((SUPPORT / f"{name}.py").read_text("utf-8")) for name in files]
    texts = [node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return {word for text in texts if isinstance(text, str) for word in WORD.findall(text)}


def is_cut(word: str, allowed: set[str]) -> bool:
    """True if a frame or a column may have cut one of the allowed words, turned it or put it in capitals."""
    low = word.casefold()
    return any(low in (one[: len(low)].casefold(), one[::-1][: len(low)].casefold()) for one in allowed)


@pytest.mark.parametrize("file", FILES)
def test_all_words_are_in_the_catalogue(file: str, shown: dict[str, str]) -> None:
    """Except names, typed words, art, and what a scene gives."""
    allowed = {*ALLOWED, *given_by_scenes(*(BOARD if file.startswith("board/") else ("stage",)))}
    for test, name in scenes(file):
        test(name)
    found = {
        (name, word)
        for name, text in shown.items()
        for word in WORD.findall(text)
        if "boss" not in name
        and len(word) > 2
        and not re.fullmatch("[a-f]+", word)
        and not is_cut(word, allowed)
    }
    assert sorted(found) == []
