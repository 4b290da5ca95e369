"""No sentence stands in code: what a person reads is said from the catalogue.

A sentence is a text of two words that a caller or a sysop can read: on a screen, in plain text, from a
command, in a refusal, as a finding of the audit or of `door check`.  The border:

* The catalogue has all of them, with parts that have a place of their own ("must be given").
* For maintainers, and so not in it, are docstrings, what logging calls are given, and errors that say that a
  program is wrong: `TypeError` and the like, and in games any `ValueError`.  A game's refusal of a move is
  shown to its caller, and any other exception to somebody sooner or later.
* Patterns, and texts that other programs read (Python, Markdown), are no sentences.

`ALLOWED` has every other text of two words: in which files, how many, and why.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

from product import trees

TWO_WORDS = re.compile(r"[^\W\d_]{2,}[,.;:]? [^\W\d_]+")
LOGS = {"debug", "info", "warning", "error", "exception", "critical", "log"}
PATTERNS = {"compile", "sub", "match", "search", "fullmatch", "split", "findall"}
INTERNAL = {"TypeError", "RuntimeError", "AssertionError", "NotImplementedError", "KeyError", "LookupError"}

ALLOWED = {
    "a sign that is drawn is a picture": {
        "games/microlink/show.py": 2, "games/microlink/record.py": 1, "games/shutbox/show.py": 2,
        "games/thieves/show.py": 1,
    },
    "names of games and of people are not translated": {
        "settings/models.py": 1, "server/public/pages.py": 1,
    },
    "the database reads it": {
        "records/store/postgres.py": 30,
    },
    "other programs read it": {
        "commands/new_door.py": 7, "commands/service.py": 1, "dropfile/files.py": 1,
        "external/dos/orders.py": 1, "screens/looks.py": 1,
        "notify/outside.py": 1, "notify/webhook.py": 2, "notify/words.py": 1,
        "records/files/yaml_blame.py": 19, "settings/models.py": 2,
        "server/metrics.py": 35, "settings/reload.py": 2, "net/web/site.py": 1,
        "term/charset.py": 1, "ui/catalogue_stub.py": 3,

    },
    "docs/journal.md has it from here": {"records/journal/grammar.py": 20},
    "docs/security.md has it from here": {"notify/outside.py": 5, "records/access/limits.py": 57},
    "how a value is written, as docs/external.md has it": {"external/far/values.py": 3},
    "only the log has it, such as why a line ended": {
        "call/bus.py": 1, "call/feature.py": 1, "call/handlers.py": 1, "call/loop.py": 2, "call/roster.py": 1,
        "commands/run.py": 1, "external/command.py": 1, "external/far/codec.py": 3, "external/far/dial.py": 8,
        "external/far/end.py": 1,
        "features/desk/calls.py": 1, "features/desk/watching.py": 2, "features/logon/handlers.py": 1,
        "screens/seat/follow.py": 1, "net/_asyncssh.py": 3,
        "net/control.py": 1, "net/finger.py": 3, "net/metrics.py": 4, "net/guard/acceptor.py": 14,
        "net/guard/nodes.py": 1, "server/systemd.py": 1, "net/rlogin.py": 3,
        "net/socketline.py": 8, "net/ssh/line.py": 3,
        "net/ssh/server.py": 6, "net/stdio.py": 5, "net/telnet/server.py": 3,
        "net/web/frames.py": 7, "net/web/server.py": 2, "records/clock.py": 2,
        "records/daily/days.py": 2, "records/journal/journal.py": 1, "records/ledger/ledger.py": 1,
        "records/ledger/live_ledger.py": 1, "records/ledger/shelf.py": 1, "records/play/saves.py": 7,
        "records/store/postgres.py": 3, "records/tables/table_files.py": 1, "server/app.py": 11,
        "server/board.py": 1, "server/handed.py": 1, "server/log.py": 2,
        "server/jobs/background.py": 5,
        "ui/catalogue_file.py": 5,
    },
    "handles that nobody may take, and who wrote a line of the journal": {
        "records/trail.py": 1, "games/mindbuster/rules.py": 1, "games/switchbox/rules.py": 1,
        "records/callers/caller_file.py": 3, "records/play/game_store.py": 1,
    },
    "typed by callers": {"screens/pages/leave.py": 1},
    "kept in a caller's file": {"records/callers/accounts.py": 1, "records/callers/caller_file.py": 1},
}  # fmt: skip
NUMBERS = sum(map(Counter, ALLOWED.values()), Counter())


def apart(nodes: Sequence[ast.AST], internal: set[str]) -> Iterator[ast.AST]:
    """Yield what no person reads: docstrings, what is logged, patterns, errors of a program."""
    for node in nodes:
        match node:
            case ast.Expr(ast.Constant()):
                yield node.value
            case ast.Call(ast.Attribute(attr=name)) if name in LOGS:
                yield node
            case ast.Call(ast.Attribute(ast.Name("re"), name)) if name in PATTERNS:
                yield node
            case ast.Raise(ast.Call(ast.Name(name))) if name in internal:
                yield node


def sentences(nodes: Sequence[ast.AST], file: str = "") -> list[str]:
    """Return the texts of two words and more in a module, in their order."""
    internal = INTERNAL | ({"ValueError"} if file.startswith("games/") else set())
    skipped = {id(inner) for node in apart(nodes, internal) for inner in ast.walk(node)}
    found = []
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            parts = [part for part in node.values if isinstance(part, ast.Constant)]
            text = "{}".join(str(part.value) for part in parts)
            hidden = {id(part) for part in parts}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text, hidden = node.value, set()
        else:
            continue
        if id(node) not in skipped and TWO_WORDS.search(text):
            found.append((node.lineno, text))
        skipped |= hidden
    return [text for _, text in sorted(found)]


def test_a_sentence_is_found_wherever_it_stands():
    source = '''
"""A docstring of a module."""
TITLE = "The Board"
def f(x):
    """Return one."""
    LOG.warning("a line of the log %s", x)
    print(f"You have {x} new letters.")
    re.compile("one two")
    if x in {"one_word", "a 1", "#fff"}:
        raise TypeError("not a number")
    raise Refused(f"{x}: that can't be.")
'''
    assert sentences([*ast.walk(ast.parse(source))]) == [
        "The Board",
        "You have {} new letters.",
        ": that can't be.",
    ]


@cache
def numbers() -> dict[str, list[str]]:
    """The sentences of each module, except of those that are for the authors of doors."""
    return {file: sentences(nodes, file) for file, nodes in trees() if not file.startswith("testing/")}


def test_no_sentence_stands_in_code():
    found = {file: texts for file, texts in numbers().items() if len(texts) > NUMBERS.get(file, 0)}
    assert found == {}, "say it with tr.room.what_it_is_for()"


def test_nothing_is_allowed_that_is_not_there():
    assert {file: number for file, number in NUMBERS.items() if number > len(numbers()[file])} == {}
