"""Pages are pure: the same state is drawn and told alike, whoever asks, and nothing is opened for it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from board_scenes import USUAL
from each import each
from sysop_scenes import PAGES

from door.term.keys import Key
from door.ui.screen import View

FORBIDDEN = ("open", "socket.", "subprocess.", "os.", "threading.")
HEARD: list[list[str]] = []
"""What is going on in a page, if a test listens."""


def _audit(event: str, args: tuple[Any, ...]) -> None:
    if HEARD and event.startswith(FORBIDDEN):
        HEARD[-1].append(f"{event} {args!r}")


sys.addaudithook(_audit)


@contextmanager
def listening() -> Iterator[list[str]]:
    HEARD.append([])
    try:
        yield HEARD[-1]
    finally:
        HEARD.pop()


@each("name", PAGES)
def test_a_page_draws_and_tells_a_state_alike_and_opens_nothing(name):
    page, state = PAGES[name].page, PAGES[name].state
    view = View(USUAL.cols, USUAL.rows - 1) if hasattr(USUAL, "cols") else View()
    page.draw(state, view), page.tell(None, state)  # what is loaded at first use
    with listening() as heard:
        first = page.draw(state, view).text(), page.tell(None, state)
        page.update(state, Key("down"))  # there is no event loop here: a page that needs one fails
        again = page.draw(state, view).text(), page.tell(None, state)
    assert first == again
    assert heard == []
