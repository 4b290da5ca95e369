"""What is wrong in a text that is not YAML, and where.

YAML notices a fault where nothing it knows can follow, often lines after the slip: an unclosed quote ends at
the next apostrophe, in a comment; a line without a colon is the value of the key above it.  A sysop who is
sent to that later line finds nothing there, so the tokens before it are asked what was begun.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
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

_NO_COLON: Final = "there is no `: ` (colon and blank) on this line"
_NEVER_CLOSED: Final = "this quote is never closed"

_BEGUN: Final = {
    "while scanning a simple key": _NO_COLON,
    "while parsing a flow sequence": "this `[` is never closed",
    "while parsing a flow mapping": "this `{` is never closed",
    "while scanning a quoted scalar": _NEVER_CLOSED,
}
"""What was begun and not ended: told where it begins, since YAML notices on a later line."""

NEEDS_QUOTES: Final = "a value that begins like this needs quotes"
_PLAINER: Final = {
    "'\\t'": "a tab stands where YAML allows only spaces",
    "another document": "a second document begins; one file is one document",
    "expected '<document start>'": "a second document begins; one file is one document",
    "unknown escape": "in double quotes a `\\` is written `\\\\`; in single quotes as it is",
    "cannot start any token": NEEDS_QUOTES,
    "expected the node content": NEEDS_QUOTES,
    "undefined alias": NEEDS_QUOTES,
    "while scanning an alias": NEEDS_QUOTES,
    "while scanning an anchor": NEEDS_QUOTES,
    "while scanning a block scalar": NEEDS_QUOTES,
    "while scanning a directive": "no line may begin with `%`",
}
_UNOPENED: Final = "this bracket was never opened"
_FOUND: Final = {"']'": _UNOPENED, "'}'": _UNOPENED, "':'": "a key is missing before this `:`"}
_ODD_BLANK: Final = re.compile(r"(?:^ *|:)([^\S \t\r\n])", re.M)


def blame(text: str, tokens: Sequence[Token], error: yaml.MarkedYAMLError) -> tuple[int, str]:
    """The line (from 1) where the sysop must look, and why; `tokens` are those that were read."""
    if odd := _ODD_BLANK.search(text):
        line = text.count("\n", 0, odd.start(1)) + 1
        return line, f"the blank U+{ord(odd[1]):04X} stands where YAML allows only spaces"
    mark, reason = _blame(text, tokens, error)
    return (mark.line + 1, f"{reason} (column {mark.column + 1})") if mark else (1, reason)


def _blame(text: str, tokens: Sequence[Token], error: yaml.MarkedYAMLError) -> tuple[yaml.Mark | None, str]:
    problem, context = str(error.problem or "it is not YAML"), error.context or ""
    mark, begin = error.problem_mark or error.context_mark, error.context_mark or error.problem_mark
    if mark is None or begin is None:
        return None, problem
    before = [tokens[0], *(token for token in tokens[1:] if token.start_mark.index < mark.index)]
    for token in before:
        ends = token.end_mark.line
        if _is_quoted(token) and token.start_mark.line < ends and ends in (mark.line, begin.line):
            return token.start_mark, _NEVER_CLOSED
    if "expected <block end>" in problem or "mapping values are not" in problem:
        return _out_of_place(text, before, mark, begin, problem)
    if "expected '<document start>'" in problem and _is_alone(text, before[-1]):
        return before[-1].start_mark, _NO_COLON
    if "expected ','" in problem and mark.line == begin.line and problem[-3:] not in ("d>'", "']'", "'}'"):
        return mark, "a comma is missing before this"
    if context in _BEGUN and "character" not in problem:
        return begin, _BEGUN[context]
    if (opened := _open_brackets(before)) and not text[mark.index :].strip():
        return opened[-1], f"this `{text[opened[-1].index]}` is never closed"
    return mark, next((said for sign, said in _PLAINER.items() if sign in f"{context} {problem}"), problem)


def _out_of_place(
    text: str, before: Sequence[Token], mark: yaml.Mark, begin: yaml.Mark, problem: str
) -> tuple[yaml.Mark, str]:
    """Likewise, of what YAML meets where the lines around it allow no such thing."""
    last = before[-1]
    starts = [token.start_mark for token in before if isinstance(token, KeyToken | BlockEntryToken)]
    if _is_alone(text, last) and last.start_mark.line < mark.line and last.start_mark.column <= mark.column:
        return last.start_mark, _NO_COLON
    if "mapping values" in problem and last.start_mark.line == mark.line:
        return mark, "a second `:`; a text with `: ` in it needs quotes"
    if found := _FOUND.get(problem[-3:]):
        return mark, found
    if last.end_mark.line == mark.line and "mapping values" not in problem:
        return mark, "the value has ended before this; a quote in a quoted text is written '' or \\\""
    if mark.column == begin.column and mark is not begin:
        return mark, "`- ` and `key:` are mixed; a section has keys, or items, not both"
    row = text[mark.index - mark.column :]
    if len(starts) > 1 and starts[-2].column == len(row) - len(row.lstrip(" ")) > starts[-1].column:
        mark = starts.pop()  # it stands left of both its neighbours, which share a column: it has slipped
    return mark, f"this line begins in another column than line {[begin, *starts][-1].line + 1} above it"


def _open_brackets(tokens: Sequence[Token]) -> list[yaml.Mark]:
    """Where the brackets begin that no token has closed."""
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
    """Whether it is a bare text with nothing before it on its line."""
    start = token.start_mark
    bare = isinstance(token, ScalarToken) and token.plain
    return bare and not text[start.index - start.column : start.index].strip()
