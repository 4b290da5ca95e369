"""Finds the mistake in a text that is not YAML.

YAML notices a mistake only when nothing it knows can follow, often lines later. An unclosed quote ends at
the next apostrophe, perhaps in a comment. A line without a colon is the value of the key above it. A sysop
would find nothing on that later line, so we look at the tokens before it for something unfinished.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

import yaml
from yaml.tokens import (
    BlockEntryToken,
    FlowMappingEndToken,
    FlowMappingStartToken,
    FlowSequenceEndToken,
    FlowSequenceStartToken,
    KeyToken,
    ScalarToken,
    Token,
)

from door.ui.sentence import Sentence
from door.ui.texts import tr

_BEGUN: Final[Mapping[str, Callable[[], str]]] = {
    "while scanning a simple key": tr.yaml.no_colon,
    "while parsing a flow sequence": partial(tr.yaml.bracket_not_closed, bracket="["),
    "while parsing a flow mapping": partial(tr.yaml.bracket_not_closed, bracket="{"),
    "while scanning a quoted scalar": tr.yaml.quote_not_closed,
}
"""Unfinished things. They are reported at their beginning, since YAML notices on a later line."""

_PLAINER: Final = {
    "'\\t'": tr.yaml.tab,
    "another document": tr.yaml.second_document,
    "expected '<document start>'": tr.yaml.second_document,
    "unknown escape": tr.yaml.escape,
    "cannot start any token": tr.yaml.needs_quotes,
    "expected the node content": tr.yaml.needs_quotes,
    "undefined alias": tr.yaml.needs_quotes,
    "while scanning an alias": tr.yaml.needs_quotes,
    "while scanning an anchor": tr.yaml.needs_quotes,
    "while scanning a block scalar": tr.yaml.needs_quotes,
    "while scanning a directive": tr.yaml.percent,
}
_UNOPENED: Final = tr.yaml.bracket_not_opened
_FOUND: Final[Mapping[str, Sentence]] = {"']'": _UNOPENED, "'}'": _UNOPENED, "':'": tr.yaml.key_missing}
_ODD_BLANK: Final = re.compile(r"(?:^ *|:)([^\S \t\r\n])", re.M)


def blame(text: str, tokens: Sequence[Token], error: yaml.MarkedYAMLError) -> tuple[int, str]:
    """Return the line (from 1) with the mistake, and the reason. `tokens` are all that were read."""
    if odd := _ODD_BLANK.search(text):
        line = text.count("\n", 0, odd.start(1)) + 1
        return line, tr.yaml.odd_blank(code=f"{ord(odd[1]):04X}")
    mark, reason = _blame(text, tokens, error)
    return mark.line + 1, tr.yaml.in_column(why=reason, column=mark.column + 1)


def _blame(text: str, tokens: Sequence[Token], error: yaml.MarkedYAMLError) -> tuple[yaml.Mark, str]:
    problem, context, mark = str(error.problem), error.context or "", error.problem_mark
    assert mark is not None  # PyYAML and we always say where
    begin = error.context_mark or mark
    before = [tokens[0], *(token for token in tokens[1:] if token.start_mark.index < mark.index)]
    for token in before:
        ends = token.end_mark.line
        if _is_quoted(token) and token.start_mark.line < ends and ends in (mark.line, begin.line):
            return token.start_mark, tr.yaml.quote_not_closed()
    if "expected <block end>" in problem or "mapping values are not" in problem:
        return _out_of_place(text, before, mark, begin, problem)
    if "expected '<document start>'" in problem and _is_alone(text, before[-1]):
        return before[-1].start_mark, tr.yaml.no_colon()
    if "expected ','" in problem and mark.line == begin.line and problem[-3:] not in ("d>'", "']'", "'}'"):
        return mark, tr.yaml.comma_missing()
    if context in _BEGUN and "character" not in problem:
        return begin, _BEGUN[context]()
    if (opened := _open_brackets(before)) and not text[mark.index :].strip():
        return opened[-1], tr.yaml.bracket_not_closed(bracket=text[opened[-1].index])
    return mark, next((said() for sign, said in _PLAINER.items() if sign in f"{context} {problem}"), problem)


def _out_of_place(
    text: str, before: Sequence[Token], mark: yaml.Mark, begin: yaml.Mark, problem: str
) -> tuple[yaml.Mark, str]:
    """Do the same for something that the lines around it don't allow."""
    last = before[-1]
    starts = [token.start_mark for token in before if isinstance(token, KeyToken | BlockEntryToken)]
    if _is_alone(text, last) and last.start_mark.line < mark.line and last.start_mark.column <= mark.column:
        return last.start_mark, tr.yaml.no_colon()
    if "mapping values" in problem and last.start_mark.line == mark.line:
        return mark, tr.yaml.second_colon()
    if found := _FOUND.get(problem[-3:]):
        return mark, found()
    if last.end_mark.line == mark.line and "mapping values" not in problem:
        return mark, tr.yaml.value_ended()
    if mark.column == begin.column and mark is not begin:
        return mark, tr.yaml.mixed()
    row = text[mark.index - mark.column :]
    if len(starts) > 1 and starts[-2].column == len(row) - len(row.lstrip(" ")) > starts[-1].column:
        mark = starts.pop()  # left of both neighbours, which share a column: it has slipped
    return mark, tr.yaml.other_column(line=[begin, *starts][-1].line + 1)


def _open_brackets(tokens: Sequence[Token]) -> list[yaml.Mark]:
    """Return the beginnings of brackets that no token closes."""
    found: list[yaml.Mark] = []
    for token in tokens:
        if isinstance(token, FlowSequenceStartToken | FlowMappingStartToken):
            found.append(token.start_mark)
        elif found and isinstance(token, FlowSequenceEndToken | FlowMappingEndToken):
            found.pop()
    return found


def _is_quoted(token: Token) -> bool:
    return isinstance(token, ScalarToken) and token.style in ("'", '"')


def _is_alone(text: str, token: Token) -> bool:
    """True if the token is a bare text with nothing before it on its line."""
    start = token.start_mark
    bare = isinstance(token, ScalarToken) and token.plain
    return bare and not text[start.index - start.column : start.index].strip()
