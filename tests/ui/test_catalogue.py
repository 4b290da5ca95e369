"""The catalogue of sentences: its files, its ids, and how code uses them."""

import ast
import keyword
import re
from collections.abc import Iterator
from functools import cache

import pytest
import yaml
from product import ROOT, trees

from door.games.catalogue import GAMES
from door.settings.texts import fault
from door.ui import sentence
from door.ui.catalogue_file import CatalogueError, notes, read
from door.ui.sentence import ENGLISH, KNOWN, TEXTS, Forms, placeholders, rooms

RESERVED = {"yes", "no", "on", "off", "y", "n", "true", "false", "null", "none"}
"""What a reader of YAML 1.1 takes for a value."""


@cache
def used() -> tuple[tuple[str, str, ast.Attribute, ast.AST], ...]:
    """Return path, id and node of each `tr.room.name`, and the node around it.

    A module may have a name of its own for a room, such as `our`.
    """
    return tuple(use for path, nodes in trees() for use in _used(path, nodes))


def _used(path: str, nodes: list[ast.AST]) -> Iterator[tuple[str, str, ast.Attribute, ast.AST]]:
    rooms = {}
    for node in nodes:
        match node:
            case ast.AnnAssign(ast.Name(own), _, ast.Attribute(ast.Name("tr"), room)):
                rooms[own] = room
            case ast.Assign([ast.Name(own)], ast.Attribute(ast.Name("tr"), room)):
                rooms[own] = room
    for parent in nodes:
        for node in ast.iter_child_nodes(parent):
            if type(node) is not ast.Attribute:  # which is quicker than to match each
                continue
            match node:
                case ast.Attribute(ast.Attribute(ast.Name("tr"), room), name):
                    yield path, f"{room}.{name}", node, parent
                case ast.Attribute(ast.Name(own), name) if own in rooms:
                    yield path, f"{rooms[own]}.{name}", node, parent


def by_name() -> Iterator[str]:
    """Yield each text of code that is the id of a sentence: what a room below the catalogue refuses."""
    for _, nodes in trees():
        texts = {node.value for node in nodes if isinstance(node, ast.Constant)}
        yield from (text for text in texts if text in KNOWN.texts)


@pytest.mark.parametrize("room", rooms())
def test_a_file_is_yaml_and_reads_as_yaml_does(room):
    text = (TEXTS / ENGLISH / f"{room}.yaml").read_text("utf-8")
    assert read(text) == yaml.safe_load(text)
    assert [name for name, _ in notes(text)] == [*read(text)]


def test_every_id_can_be_an_attribute_and_a_key_of_yaml():
    names = [(id, *id.split(".")) for id in KNOWN.texts]
    assert [id for id, _, name in names if name in RESERVED or keyword.iskeyword(name)] == []
    assert [id for id, _, name in names if any(char.isdigit() for char in id)] == []


def test_every_id_in_code_is_in_the_catalogue():
    assert [(path, id) for path, id, _, _ in used() if id not in KNOWN.texts] == []


def in_pages() -> set[str]:
    """Return the ids that the web's pages name."""
    pages = "".join(page.read_text() for page in (ROOT / "net" / "web" / "static").glob("*.html"))
    drawn = "".join(page.read_text() for page in (ROOT / "web" / "templates").glob("*.html"))
    found = {f"web.{name}" for name in re.findall(r"{{=(\w+)}}", pages)}
    return found | {f"public.{name}" for name in re.findall(r"\bt\.(\w+)\b", drawn)}


def test_every_id_in_the_catalogue_is_used():
    levels = {f"levels.{level}" for game in GAMES for level in game.info.players.computers}
    assert levels <= KNOWN.texts.keys()
    ids = {*(id for _, id, _, _ in used()), *by_name(), *in_pages(), *levels}
    assert [id for id in KNOWN.texts if id not in ids] == []


def test_every_call_fills_in_what_its_sentence_names():
    wrong = []
    for path, id, node, parent in used():
        match parent:
            case ast.Call(func, _, keywords) if func is node and all(one.arg for one in keywords):
                given, may = {one.arg for one in keywords}, set(KNOWN.arguments(id))
                if not set(KNOWN.placeholders(id)) <= given <= may or parent.args:
                    wrong.append(f"{path}:{parent.lineno}: {ast.unparse(parent)}")
    assert wrong == []


def test_plural_forms_are_those_of_english_and_are_chosen_by_a_number():
    for id, text in KNOWN.texts.items():
        if isinstance(text, Forms):
            by_place = "nth" in KNOWN.placeholders(id)
            rule = sentence.places(ENGLISH) if by_place else sentence.counts(ENGLISH)
            assert set(text.by_category) == set(rule.forms), id
            assert ("nth" if by_place else "n") in placeholders(text.by_category["other"]), id


def test_every_shipped_text_could_stand_in_the_sysop_s_file():
    found = {}
    for id, text in KNOWN.texts.items():
        forms = {"": text} if isinstance(text, str) else text.by_category
        found |= {(id, form): reason for form, one in forms.items() if (reason := fault(id, one, form))}
    assert found == {}


@pytest.mark.parametrize(("text", "line", "reason"), [
    ("a: one", 1, "double quotes"),
    ('a: "one', 1, "double quotes"),
    ('a: "o"ne"', 1, "double quotes"),
    ('a: "o\\ne\\x"', 1, "double quotes"),
    ('\nA: "one"', 2, "must be `name:"),
    ('a b: "one"', 1, "must be `name:"),
    ("a", 1, "must be `name:"),
    ('a: "one"\na: "two"', 2, "a stands twice"),
    ('a: "one"\n  one: "two"', 2, "plural form"),
    ('a:\n  one: "x"\n  one: "y"', 3, "plural form"),
    ("a: |+\n  kept", 1, "begins with | or |-"),
])  # fmt: skip
def test_a_line_that_is_no_entry_is_named(text, line, reason):
    with pytest.raises(CatalogueError) as caught:
        read(text)
    assert caught.value.line == line and reason in caught.value.reason


def test_a_page_keeps_its_lines_and_its_last_newline():
    assert read('a: |-\n  x\n\n    y\nb: |\n  z\nc: "\\"\\u00e9\\""\n') == {
        "a": "x\n\n  y", "b": "z\n", "c": '"é"',
    }  # fmt: skip


def test_a_note_has_the_line_the_width_and_further_arguments():
    text = '# Over the dice.\n# max-length:14\n# also: {who} {n}\na: "x"\nb: "y"\n'
    assert dict(notes(text)) == {"a": (4, 14, ("who", "n")), "b": (5, 0, ())}
