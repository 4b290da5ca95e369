"""Films and pictures of finished games: the replay's screen, drawn without a caller."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from door.export.film import Shot
from door.games.contract import Door
from door.midend.api import MOTION, Setup
from door.midend.replay import Finished
from door.midend.replays import steps
from door.midend.replays.screen import ReplayScreen
from door.midend.state import Replay, State, replay_of
from door.term.canvas import BLUE, CYAN, WHITE, Canvas, style
from door.ui.screen import Tick, View
from door.ui.widgets import centred, cut

PACE: Final = 1.2
"""Seconds of a move, if nobody asks for others."""

LAST_SECONDS: Final = 3.0
"""Seconds that the end stays."""


class Camera:
    """Draws the replay of one game on a screen of columns × rows.

    `by` is the program's line on the end page. `pace` are the seconds of a move. A film's pictures are shown
    for `least` seconds or more, so faster animations lose some.
    """

    def __init__(
        self, game: Door, finished: Finished, by: str, size: tuple[int, int] = (80, 24), *,
        is_ascii: bool = False, pace: float = PACE, least: float = 0.0,
    ) -> None:  # fmt: skip
        self.game, self.finished, self.by, self.pace, self.least = game, finished, by, pace, least
        self.screen = ReplayScreen(game)
        self.first, _ = self.screen.start(Setup(finished.seats[0], finished.options), finished)
        self.cols, self.rows = size
        self.view = View(self.cols, self.rows - 1, ascii=is_ascii)
        self._head = self._top()

    def _top(self) -> Canvas:
        head, blue = Canvas(self.cols, 1), style(WHITE, BLUE)
        head.fill(0, 0, head.cols, 1, " ", blue)
        head.put(1, 0, cut(steps.headline(self.game, self.finished), head.cols - 14), blue)
        head.right(head.cols - 2, 0, self.finished.t[:10], style(CYAN, BLUE))
        return head

    def picture(self, state: State) -> Canvas:
        """Draw the whole screen."""
        canvas = Canvas(self.cols, self.rows)
        canvas.blit(self._head)
        drawn = self.screen.exported(state, self.view, self.by)
        canvas.blit(centred(drawn, self.view.cols, self.view.rows), 0, 1)
        return canvas

    @property
    def last(self) -> int:
        """The number of the game's last move."""
        return replay_of(self.first).last

    def still(self, move: int | None = None) -> Canvas:
        """Draw the position after a move, or after the last one."""
        return self.picture(steps.shown(self.first, self.last if move is None else move))

    def film(self) -> Iterator[Shot]:
        """Yield every move with its animation."""
        state, last = self.first, self.last
        yield Shot(self.picture(state), self.pace)
        while replay_of(state).at < last:
            state, _ = steps.forward(self.game, state)
            seconds = 0.0
            while state.frames:
                seconds += state.frames[state.at].seconds
                if seconds >= self.least:
                    yield Shot(self.picture(state), seconds)
                    seconds = 0.0
                state, _ = steps.on_tick(self.game, state, Tick(MOTION))
            seconds += self.pace if replay_of(state).at < last else LAST_SECONDS
            yield Shot(self.picture(state), seconds, self._mark(replay_of(state)))

    def _mark(self, replay: Replay) -> str:
        remark = replay.remarks.get(replay.at)
        return f"{steps.place(replay)}: {remark.words}" if remark and remark.marked else ""
