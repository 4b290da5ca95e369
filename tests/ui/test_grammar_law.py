"""Grammar belongs to the catalogue: code neither changes the letters of a sentence nor glues one together.

The tests see a sentence where code says it, `tr.room.name(...)`; one that went through a variable first
they don't see.
"""

import ast
from collections.abc import Iterable, Iterator

import pytest
from product import trees

from door.ui import texts, words
from door.ui.sentence import TEXTS

CASES = {"capitalize", "title", "lower", "upper", "swapcase"}
CUTS = {"partition", "rpartition", "removeprefix", "removesuffix", "replace", "endswith", "startswith"}
MARKS = set(".,:;!?()-/")


def is_said(node: ast.AST) -> bool:
    """True if the expression is a sentence of the catalogue, said or not."""
    while isinstance(node, ast.Call | ast.Attribute | ast.IfExp):
        node = (
            node.func
            if isinstance(node, ast.Call)
            else node.body
            if isinstance(node, ast.IfExp)
            else node.value
        )
    return isinstance(node, ast.Name) and node.id == "tr"


def says(node: ast.AST) -> bool:
    return any(is_said(one) for one in ast.walk(node) if isinstance(one, ast.Call | ast.Attribute))


def faults(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield the line and the kind of each fault."""
    for node in nodes:
        match node:
            case ast.Call(ast.Attribute(ast.Attribute(ast.Name("tr"))), _):
                pass  # a sentence that is called `title`
            case ast.Call(ast.Attribute(said, name)) if name in CASES | CUTS and is_said(said):
                yield node.lineno, name
            case ast.BinOp(left, ast.Add() | ast.Mult(), right) if is_said(left) or is_said(right):
                yield node.lineno, "glued"
            case ast.JoinedStr(parts) if says(node):
                text = "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
                if MARKS & set(text) or any(char.isalpha() for char in text):
                    yield node.lineno, "glued"
            case ast.Call(ast.Attribute(ast.Constant(str(mark)), "join"), [each]) if MARKS & set(mark):
                if says(each):
                    yield node.lineno, "joined"
            case ast.Compare(left, [ast.Eq() | ast.NotEq()], [right]):
                if any(isinstance(one, ast.Call) and is_said(one) for one in (left, right)):
                    yield node.lineno, "compared"


@pytest.mark.parametrize(("source", "kinds"), [
    ("tr.a.b().lower()", ["lower"]),
    ("tr.a.b(n=1).partition(' ')", ["partition"]),
    ("tr.a.b() + tr.a.c()", ["glued"]),
    ("f'{tr.a.b()}, {x}'", ["glued"]),
    ("', '.join(tr.a.b(n=n) for n in x)", ["joined"]),
    ("x == tr.a.b()", ["compared"]),
    ("tr.a.b(what=x.lower()) if x == y else tr.a.c", []),
    ("f'  {tr.a.b()}'", []),
    ("x is tr.a.b", []),
    ("tr.a.title()", []),
])  # fmt: skip
def test_a_fault_is_found(source, kinds):
    assert [kind for _, kind in faults(ast.walk(ast.parse(source)))] == kinds


def test_a_sentence_is_said_whole_and_left_as_it_is():
    found = {file: here for file, nodes in trees() if (here := sorted(faults(nodes)))}
    assert found == {}, "say it in a sentence of the catalogue, or with commas(), names() or sentences()"


def test_no_word_is_looked_up_by_its_english():
    assert not hasattr(texts, "word") and not (TEXTS / "by_word.json").exists()


def test_no_plural_is_made_in_code():
    assert not {"counted", "several"} & vars(words).keys()
