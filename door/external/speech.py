"""A program's display in words: what a caller in plain mode is told of its output.

Law: pure.  Programs that print lines are told line by line; of those that draw whole screens
the rows that have changed are told, from top to bottom.  Both come from one rule: a row is
told when it is not what stood there before, rows that scrolled counted along.  The row of the
cursor, where nothing follows it, is the prompt.
"""

from __future__ import annotations

import re
from typing import Final

from door.term.emulator.display import Display
from door.ui.screen import Speech
from door.ui.texts import tr

PROMPT: Final = tr.external.plain_prompt
_DRAWN: Final = re.compile(r"[─-╿▀-▟]+|([-=_*#~.+|])\1{3,}")
_FRAME: Final = re.compile(r"[-=_|+ ]*")


def tell(before: Display | None, after: Display) -> Speech:
    """What has changed since `before`; all of it where there was nothing before."""
    rows = _rows(after, before)
    last = _prompt_row(after)
    told = [line for y, line in rows if y != last]
    prompt = spoken(after.line(last)) if last is not None else ""
    return Speech(tuple(told), prompt or PROMPT())


def _rows(after: Display, before: Display | None) -> list[tuple[int, str]]:
    """Rows that are new or changed, each with its place on `after` (below 0 where it has left)."""
    scrolled = after.scrolled - (before.scrolled if before else 0)
    found = []
    for y in range(-min(scrolled, len(after.gone)), after.rows):
        line, at = after.line(y), y + scrolled
        old = before.line(at) if before and at < before.rows else ""
        text = spoken(line)
        if line != old and text:
            found.append((y, text))
    return found


def _prompt_row(display: Display) -> int | None:
    """The row of the cursor, where it is the last one with anything on it."""
    y = display.y
    below = any(display.line(row) for row in range(y + 1, display.rows))
    return None if below or not display.line(y) else y


def spoken(line: str) -> str:
    """A row without what is only drawn on it: lines, blocks, frames; its runs of blanks made one."""
    text = " ".join(_DRAWN.sub(" ", line).split())
    return "" if _FRAME.fullmatch(text) and "+" not in text.strip("+|") else text
