"""Names that a newcomer can guess: of functions, what they return or a verb; of classes, each used once."""

import ast
import re
from collections import Counter, defaultdict

from product import trees

PARTICIPLE = re.compile(
    r"""begun|bound|bought|brought|built|caught|chosen|dealt|done|drawn|driven|fallen|felt|flown|forgotten|found
    |given|gone|got|grown|heard|held|hidden|hung|kept|known|laid|led|left|lent|lost|made|meant|met|paid|ridden|risen
    |rung|said|sat|seen|sent|shown|slept|sold|spent|spoken|stood|struck|stuck|swung|taken|thought|thrown|told|torn
    |understood|woken|won|worn|written|[a-z]{3,}ed""",
    re.X,
)
VERBS = {"embed", "feed", "need", "speed"}
PARTICIPLES = 10
"""More than these, and a room has to be read again."""


def is_participle(name: str) -> bool:
    """True for a name that is one past participle: "told", "_drawn", "answered"."""
    word = name.strip("_")
    return bool(PARTICIPLE.fullmatch(word)) and word not in VERBS


def definitions():
    return [
        (path, node)
        for path, nodes in trees()
        for node in nodes
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    ]


def test_functions_are_named_by_what_they_return_or_by_a_verb():
    found = [
        f"{path}:{node.lineno} {node.name}"
        for path, node in definitions()
        if not isinstance(node, ast.ClassDef) and is_participle(node.name)
        if not (isinstance(node.returns, ast.Name) and node.returns.id == "bool")
    ]
    assert len(found) <= PARTICIPLES, "\n".join(found)


def test_a_class_name_is_used_once():
    counts = Counter(node.name.strip("_") for _, node in definitions() if isinstance(node, ast.ClassDef))
    assert not [name for name, count in counts.items() if count > 1]


def test_a_module_goes_by_one_name():
    names = defaultdict(set)
    modules = {f"door.{path.removesuffix('.py').replace('/', '.')}" for path, _ in trees()}
    for _, nodes in trees():
        for node in nodes:
            if isinstance(node, ast.ImportFrom):
                for one in node.names:
                    if (module := f"{node.module}.{one.name}") in modules:
                        names[module].add(one.asname or one.name)
    assert not {module: aliases for module, aliases in names.items() if len(aliases) > 1}


def test_what_counts_as_a_participle():
    assert all(map(is_participle, ("told", "_drawn", "answered")))
    assert not any(map(is_participle, ("read", "feed", "red", "shown_table", "draw")))
