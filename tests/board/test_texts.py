"""The board's sentences: each is found, filled in with what it names, and may be another on every page."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import board_scenes
import pytest
import sysop_scenes
from other_words import every, spoken

import door
from door.board.menu import COMMANDS
from door.settings.forms import MENU
from door.ui.screen import View
from door.ui.sentence import KNOWN

ROOT = Path(door.__file__).parent
LEFT = Path(__file__).with_name("sentences_left.txt")
SCENES = {f"board_{name}": scene for name, scene in board_scenes.SCENES.items()} | sysop_scenes.DESK
SENTENCE = re.compile(r"[A-Za-z]{2,} [a-z]{2,}|[A-Z][a-z]+[.:]")
SAID = (
    "board/", "session/", "midend/", "games/", "ui/", "net/refusals", "external/screen", "external/speech",
    "settings/access", "settings/hours",
)  # fmt: skip
"""Where what callers are told stands."""

FILES = ("board/bulletin_files/", "board/art/", "games/microlink/boss.py", "ui/catalogue_")
"""Files, what the log and `door check` say, and an old DOS."""

NOT_SAID = (
    "LOG", "getLogger", "RuntimeError", "ValueError", "AssertionError", "TypeError", "IllegalMove", "noted",
    "leave", "counted", "Hint", "Choice",
)  # fmt: skip
"""What is called with words that no caller sees, or that have a test of their own."""


@cache
def trees() -> tuple[tuple[str, ast.Module], ...]:
    """Every module of the product, by its path."""
    paths = sorted(ROOT.rglob("*.py"))
    return tuple((str(path.relative_to(ROOT)), ast.parse(path.read_text("utf-8"))) for path in paths)


def test_the_settings_know_the_menu_s_commands() -> None:
    assert {name: hint.key for name, (hint, _) in COMMANDS.items()} == MENU


@pytest.mark.parametrize("name", SCENES)
def test_every_page_is_drawn_and_told_in_other_words(name: str) -> None:
    """Each text as its filled-in names alone, long and full of signs."""
    with spoken(every(lambda id, text: "".join(f"¿{{{one}}}!" for one in KNOWN.arguments(id)) or "¿ñ")):
        scene = SCENES[name]
        scene.page.start(scene.lobby, scene.arg)
        for view in (View(), View(132, 49, ascii=True)):
            scene.page.draw(scene.state, view)
        scene.page.tell(None, scene.state)


def sentences() -> Iterator[str]:
    """What stands in functions and looks like a sentence."""
    for path, tree in trees():
        if not path.startswith(SAID) or path.startswith(FILES):
            continue
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and function.name != "__repr__":
                for text in _in(function.body):
                    yield f"{path}: {text}"


def _in(nodes: list[ast.stmt]) -> Iterator[str]:
    stack: list[ast.AST] = list(nodes)
    while stack:
        node = stack.pop()
        match node:
            case ast.Expr(ast.Constant()) | ast.Assert() | ast.FunctionDef() | ast.AsyncFunctionDef():
                continue
            case ast.keyword("why") | ast.Call(ast.Name("LostCaller")):
                continue  # a word for the log
            case ast.Call(func) if any(word in ast.unparse(func).split(".") for word in NOT_SAID):
                continue
            case ast.JoinedStr():
                text = "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
                if SENTENCE.search(text):
                    yield text
                stack.extend(part.value for part in node.values if isinstance(part, ast.FormattedValue))
                continue
            case ast.Constant(str(text)) if SENTENCE.search(text):
                yield text
        stack.extend(ast.iter_child_nodes(node))


def test_sentences_that_the_sysop_cannot_change_only_become_fewer() -> None:
    left = sorted(set(sentences()))
    known = LEFT.read_text(encoding="utf-8").splitlines()
    assert [one for one in left if one not in known] == [], "put it into the catalogue"
    assert [one for one in known if one not in left] == [], f"gone: take it out of {LEFT.name}"
