"""The replay screen: a finished game on its own board, as its player saw it. And films of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from door.export.film import Shot
from door.games.contract import Door
from door.midend.api import MOTION, Setup, Thought
from door.midend.pages import beside, help, scene
from door.midend.replay import Finished
from door.midend.replays import steps
from door.midend.screen import GameScreen, over_key
from door.midend.state import Action, Replay, State, Step, replay_of, say
from door.term.canvas import BLUE, CYAN, DARK, WHITE, Canvas, style
from door.term.keys import Key, Line, Mouse
from door.ui.screen import COLS, Event, Leave, Speech, Tick, View, Visit
from door.ui.texts import tr
from door.ui.widgets import Hint, centred, cut, keys_line
from door.ui.words import no_choice

STEP: Final = Hint("right", tr.door_keys.step, "◄ ►")
_WAYS: Final = (
    Hint("v", tr.door_keys.proof), Hint("x", tr.door_keys.take_along), Hint("h", tr.door_keys.help),
    Hint("q", tr.door_keys.back),
)  # fmt: skip
PROMPT: Final = tr.replay.plain_prompt


class ReplayScreen(GameScreen):
    def start(self, setup: Setup, finished: Finished, title: str = "") -> Step:
        """Return the replay before its first move. With a `title` it plays by itself, with the coach's
        comments.

        Raises one of `finished.CANNOT` if the game can't be replayed.
        """
        state = steps.replaying(steps.opened(self.game, setup, finished), title=title)
        replay = replay_of(state)
        head = f"{steps.headline(self.game, finished)}. {steps.place(replay)}."
        state = say(state, (f"{title}." if title else "", head, *self.game.words.say(None, replay.tables[0])))
        return steps.by_itself(self.game, state) if title else (state, ())

    def update(self, state: State, event: Event) -> Step:
        match event:
            case Key():
                return _on_key(self.game, state, event)
            case Mouse(action="press", target=Key() as key):
                return _on_key(self.game, state, key)
            case Mouse(action="wheel-up" | "wheel-down"):
                return _on_key(self.game, state, Key("left" if event.action == "wheel-up" else "right"))
            case Line():
                return _on_line(self.game, state, event)
            case Tick():
                return steps.on_tick(self.game, state, event)
            case Thought():
                return steps.on_thought(self.game, state, event)
        return state, ()

    def picture(self, state: State, view: View) -> Canvas:
        canvas = self._board(state, view)
        keys_line(canvas, _hints(self.game, state), self.game.info.accent)
        return canvas

    def around(self, state: State, canvas: Canvas, room: beside.Room, view: View) -> Canvas:
        canvas = beside.joined(self.game, state, canvas, room, view)
        scene.note_row(self.game, _seen(state), canvas, *_note(self.game, state, canvas.cols))
        return canvas

    def exported(self, state: State, view: View, foot: str) -> Canvas:
        """Draw the board for an export: a line of text instead of the keys."""

        def picture(state: State, view: View) -> Canvas:
            canvas = self._board(state, view)
            canvas.fill(0, canvas.rows - 1, canvas.cols - 1, 1)
            canvas.centre(canvas.rows - 1, cut(foot, canvas.cols - 2), DARK)
            return canvas

        return self.drawn(state, view, picture)

    def _board(self, state: State, view: View) -> Canvas:
        canvas = scene.board(self.game, _seen(state), view, (), *_note(self.game, state, COLS))
        canvas.spots, canvas.cursor = [], None
        return canvas

    def tell(self, before: State | None, after: State) -> Speech:
        return Speech(after.lines_after(before), PROMPT())


def _seen(state: State) -> State:
    return state if state.frames else state._replace(table=replay_of(state).seen)


def _note(game: Door, state: State, cols: int) -> tuple[str, tuple[str, ...]]:
    """Return the message line for that many columns, and the text at its end."""
    replay = replay_of(state)
    standing = replay.title or f"{steps.place(replay)}{' ►' * replay.plays}"
    return steps.line(game, state, max(cols - 4 - len(standing), cols // 2 - 3)), (standing,)


def _hints(game: Door, state: State) -> tuple[Hint, ...]:
    replay = replay_of(state)
    if replay.plays:
        return (
            STEP,
            Hint("enter", tr.door_keys.stop),
            Hint("+", tr.door_keys.faster),
            Hint("-", tr.door_keys.slower),
            *_WAYS,
        )
    marks = (Hint("m", tr.door_keys.mark),) if replay.marked else ()
    coach = (Hint("c", tr.door_keys.coach),) if steps.can_ask(game, replay) else ()
    side = (Hint("tab", tr.door_keys.side),) if replay.finished.race else ()
    crowded = replay.finished.race or (marks and coach)
    step = STEP._replace(word="") if crowded else STEP  # leaves room for all words
    return (step, Hint("enter", tr.door_keys.play), *marks, *coach, *side, *_WAYS)


# -- keys ------------------------------------------------------------------------------------


def _proof(game: Door, state: State) -> Step:
    replay = replay_of(state)
    state = steps.replaying(steps.shown(state, replay.at), plays=False)._replace(over="proof", page=0)
    return say(state, help.proof_lines(game, state)), steps.ask_proof(replay)


def _help(game: Door, state: State) -> Step:
    at = replay_of(state).at
    state = steps.replaying(steps.shown(state, at), plays=False)._replace(over="help", page=0)
    return say(state, tr.replay.help_plain().split("\n")), ()


_KEYS: Final[dict[str, Action]] = {
    **dict.fromkeys(
        ("right", " ", "6", "down", "2", "d", "pgdn"),
        lambda game, state: steps.forward(game, steps.replaying(state, plays=False)),
    ),
    **dict.fromkeys(
        ("left", "backspace", "4", "up", "8", "w", "a", "pgup"),
        lambda game, state: steps.to(game, state, replay_of(state).at - 1),
    ),
    **dict.fromkeys(("home", "s"), lambda game, state: steps.to(game, state, 0)),
    **dict.fromkeys(("end", "e"), lambda game, state: steps.to(game, state, replay_of(state).last)),
    **dict.fromkeys(("enter", "p"), steps.play),
    **dict.fromkeys(("+", "="), lambda game, state: steps.paced(state, 1)),
    "-": lambda game, state: steps.paced(state, -1),
    "m": lambda game, state: steps.marked(game, state, ahead=True),
    "n": lambda game, state: steps.marked(game, state, ahead=False),
    "c": steps.ask_coach,
    "v": _proof,
    **dict.fromkeys(("tab", "o"), steps.other_side),
    **dict.fromkeys(("h", "?", "f1"), _help),
    "x": lambda game, state: (state, (Visit("take", replay_of(state).finished.id),)),
    **dict.fromkeys(("q", "esc", "ctrl-x", "ctrl-c"), lambda game, state: (state, (Leave(),))),
}


def _on_key(game: Door, state: State, key: Key) -> Step:
    if state.over:
        return over_key(game, state, key)
    act = _KEYS.get(key.name.lower())
    return act(game, state) if act else (state, ())


_WORDS: Final = {
    "": " ", "b": "left", "back": "left", "start": "s", "end": "e", "mark": "m", "coach": "c", "proof": "v",
    "help": "?", "quit": "q",
}  # fmt: skip
"""Words with a meaning of their own. Any other word must be a single letter."""


def _on_line(game: Door, state: State, line: Line) -> Step:
    """Handle a line in plain mode: a letter, a number, or nothing for the next move."""
    text = line.text.strip().lower()
    state, replay = state._replace(over=""), replay_of(state)
    if text.isdecimal():
        return steps.to(game, state, int(text[:6]))
    letter = _WORDS.get(text, text if len(text) == 1 else "")
    act = _KEYS.get(letter) if letter not in ("+", "-", "=", "p") else None
    if act is not None and (letter != " " or replay.at < replay.last):
        return act(game, state)
    return say(state, (no_choice(text) if text else tr.replay.at_last_move(),)), ()


# -- films ---------------------------------------------------------------------------------------

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
