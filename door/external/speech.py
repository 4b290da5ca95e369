"""Turn a program's display into words for callers in plain mode.

Programs that print lines are read line by line. For programs that draw screens, the changed rows are read
from top to bottom. One rule covers both: a row is read if it differs from the row that was there before,
counting scrolled rows. The cursor's row is the prompt if nothing follows it.
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
    """Return what has changed since `before`, or everything if there is no `before`."""
    rows = _rows(after, before)
    last = _prompt_row(after)
    told = [line for y, line in rows if y != last]
    prompt = speakable(after.line(last)) if last is not None else ""
    return Speech(tuple(told), prompt or PROMPT())


def _rows(after: Display, before: Display | None) -> list[tuple[int, str]]:
    """Return new or changed rows with their position on `after`, negative if they have scrolled off."""
    scrolled = after.scrolled - (before.scrolled if before else 0)
    found = []
    for y in range(-min(scrolled, len(after.gone)), after.rows):
        line, at = after.line(y), y + scrolled
        old = before.line(at) if before and at < before.rows else ""
        text = speakable(line)
        if line != old and text:
            found.append((y, text))
    return found


def _prompt_row(display: Display) -> int | None:
    """Return the cursor's row if it is the last one with text."""
    y = display.y
    below = any(display.line(row) for row in range(y + 1, display.rows))
    return None if below or not display.line(y) else y


def speakable(line: str) -> str:
    """Return a row without lines, blocks and frames, and with single blanks."""
    text = " ".join(_DRAWN.sub(" ", line).split())
    return "" if _FRAME.fullmatch(text) and "+" not in text.strip("+|") else text
