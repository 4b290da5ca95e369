"""One caller's view: screens become bytes, bytes become events.

No IO. There are three views with the same methods. `AnsiView` draws canvases and sends the differences.
`door.call.plain` and `door.call.phone` have the others. The call can swap them.
"""

from __future__ import annotations

import textwrap
from functools import lru_cache
from typing import Any

from door.call.status import KeyBar, StatusFields, key_bar, status_row
from door.pages import sky
from door.screens.screen import GameScreen
from door.term.canvas import Above, Canvas, Row, Spot, target_at
from door.term.charset import encode
from door.term.decoder import Decoder
from door.term.diff import Painter
from door.term.keys import Input, Key, Mouse
from door.term.profile import PHONE, UPRIGHT, Profile
from door.ui import look
from door.ui.screen import Screen, View
from door.ui.widgets import centre

ENTER = Key("enter")

ERASE = b"\x1b[K"  # the row, from the cursor on


@lru_cache(maxsize=128)
def view_of(profile: Profile) -> View:
    """Return the terminal as a screen sees it, below the status line."""
    return View(
        profile.cols,
        profile.rows - 1,
        mono=profile.colours == "mono",
        ascii=profile.charset == "ascii",
        mouse=profile.mouse,
        upright=profile.term == UPRIGHT,
    )


def _cover_rows(canvas: Canvas, rows: list[Row]) -> Canvas:
    """Return a screen whose first rows are covered by a notice."""
    frame = Canvas(canvas.cols, canvas.rows, rows + canvas.share_rows()[len(rows) :])
    frame.cursor, frame.field = canvas.cursor, canvas.field
    return frame


class AnsiView:
    """The full screen: a status line, and the screen's canvas below it, updated after a burst of events."""

    covers_screen = True  # notices cover the screen's first rows

    def __init__(self, profile: Profile, decoder: Decoder) -> None:
        self.profile, self.decoder, self.painter = profile, decoder, Painter(profile)
        self.view = view_of(profile)
        self._seen: tuple[Screen, Any, StatusFields] | None = (
            None  # the values that the last frame was drawn from
        )
        self._page: tuple[Any, Canvas] | None = None  # a state, or what rests of it, and its picture
        self._line: list[Row] = []  # the status line's row, or a notice's rows
        self._look: Above = "line"  # the style in which the screen wants it
        self._above = 1  # rows above the screen's own
        self.types = False  # True while a line is being typed
        self._keys: KeyBar | None = None  # the keys that the web page knows
        self._notice: list[Spot] = []  # mouse targets of the notice above
        self._spots: list[Spot] = []  # mouse targets; only the painter keeps the cells

    def opening(self) -> bytes:
        self._seen = self._keys = None
        return self.painter.opening()

    def closing(self) -> bytes:
        self._seen = None
        return self.painter.closing()

    def forget(self) -> None:
        """Forget the terminal's contents, so that the next frame is drawn whole."""
        self._seen = None
        self.painter.forget()

    def show(self, screen: Screen, state: Any, status: StatusFields, busy: bool = False) -> bytes:
        """Return the bytes that update the caller's screen.

        Screens are pure, so an unchanged state needs no drawing.
        """
        seen = self._seen
        same = seen is not None and seen[2] == status
        if same and seen is not None and seen[0] is screen and seen[1] is state:
            return b""
        if seen is None or seen[0] is not screen:
            self._page = None
        self._seen = (screen, state, status)
        canvas = self._picture(screen, state)
        if not same or canvas.above != self._look:
            self._look = canvas.above
            above = status_row(status, self.profile.cols, self._look)
            self._line, self._notice = above.cells, above.spots
        self._spots, self.types = canvas.spots, bool(canvas.field)
        self._above = int(canvas.rows < self.profile.rows)
        covers = self._line[self._above :] if status.notice and self.covers_screen else []
        painted = self.painter.paint(
            _cover_rows(canvas, covers) if covers else canvas, self._line[: self._above]
        )
        return painted + self._extras(screen, state, status, canvas)

    def _extras(self, screen: Screen, state: Any, status: StatusFields, canvas: Canvas) -> bytes:
        """Return what follows the picture's bytes, for pages that show more than it."""
        return self._new_keys(canvas) if self.profile.term == PHONE else b""

    def _new_keys(self, canvas: Canvas) -> bytes:
        """Return the keys of the notice and the screen for the web page, if they have changed."""
        keys = key_bar(canvas, self._line, self._notice)
        if keys == self._keys:
            return b""
        self._keys = keys
        return keys.sequence()

    def _picture(self, screen: Screen, state: Any) -> Canvas:
        """Draw the screen's picture as large as the terminal allows.

        If only the status line has changed, the page below is not drawn again. If only the caller's hand
        has moved, what rests is not.
        """
        page = self._page
        if isinstance(screen, GameScreen) and (rest := screen.rest(state)) is not None:
            if page is None or page[0] != rest:
                page = self._page = rest, self._whole(screen.draw_rest(rest, self.view))
            canvas = page[1].copy()
            screen.draw_over(state, canvas, self.view)
            return canvas
        if page is None or page[0] is not state:
            page = self._page = state, self._whole(screen.draw(state, self.view))
        return page[1]

    def _whole(self, canvas: Canvas) -> Canvas:
        """Return the canvas in the middle of the window, in a wide one amid stars."""
        cols, rows = self.view.cols, max(self.view.rows, canvas.rows)
        outside = cols >= look.WIDE and not (self.view.mono or self.view.ascii) and canvas.above == "line"
        return centre(canvas, cols, rows, sky.stars(cols, rows) if outside else None)

    def hear(self, data: bytes) -> list[Input]:
        """Decode keys, clicks (with the target that was clicked) and the terminal's replies."""
        return self._aim_clicks(self.decoder.feed(data))

    def in_line(self, heard: list[Any]) -> int:
        """While a line is typed, return how many of these events belong to it.

        If the terminal doesn't mark pastes, input directly after the line's end is part of the paste, not a
        key.
        """
        end = heard.index(ENTER) + 1 if self.types and not self.profile.aix and ENTER in heard else 0
        pasted = end > 1 and any(isinstance(key, Key) and len(key.name) == 1 for key in heard[end:])
        return end if pasted else len(heard)

    def flush(self) -> list[Input]:
        return self._aim_clicks(self.decoder.flush())

    def _aim_clicks(self, inputs: list[Input]) -> list[Input]:
        """Return the inputs, each click with its target. A click on a key is that key."""
        for at, heard in enumerate(inputs):
            if isinstance(heard, Mouse):
                x, y = heard.x, heard.y - self._above
                target = target_at(self._spots, x, y) if y >= 0 else target_at(self._notice, x, heard.y)
                if isinstance(target, Key) and heard.action == "press" and heard.button in ("left", ""):
                    inputs[at] = target
                else:
                    inputs[at] = heard._replace(y=y, target=target)
        return inputs

    def parting(self, farewell: str) -> bytes:
        """Return the bytes that undo `opening`, with a last sentence on the last row.

        On a tall screen the row of keys above it is erased.
        """
        pieces = textwrap.wrap(farewell, max(self.profile.cols - 1, 20))
        lines = [encode(piece, self.profile.charset) + b"\r\n" for piece in pieces]
        return self.closing() + (self._keys_gone() if lines else b"") + ERASE + b"".join(lines)

    def _keys_gone(self) -> bytes:
        """Erase the lowest row of keys, and go to the last row."""
        row = max((spot.y for spot in self._spots if isinstance(spot.target, Key)), default=-1)
        return (
            b"" if row < 0 else b"\x1b[%d;1H%s\x1b[%d;1H" % (row + self._above + 1, ERASE, self.profile.rows)
        )
