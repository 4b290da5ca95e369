"""The replay screen: a finished game on its own board, as its player saw it. And films of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from door.export.film import Shot
from door.games.contract import Door
from door.play.api import MOTION, Setup, Thought
from door.play.replay import RecordedGame
from door.screens import company
from door.screens.pages import beside, help, scene
from door.screens.replays import steps
from door.screens.screen import Viewer, button_layout
from door.screens.state import CLOSED, Action, OpenPage, Replay, State, Step, replay_of, say
from door.term.canvas import BLUE, CYAN, DARK, WHITE, Canvas, style
from door.term.keys import Key, Line, Mouse
from door.ui.blocks import Layout
from door.ui.commands import Command, hints_of
from door.ui.screen import COLS, ROWS, Event, Leave, Speech, Tick, View, Visit
from door.ui.texts import tr
from door.ui.widgets import centre, cut
from door.ui.words import no_choice

KEYS: Final = tr.door_keys


def _proof(game: Door, state: State) -> Step:
    replay = replay_of(state)
    state = steps.replaying(steps.at_move(state, replay.at), plays=False)._replace(page=OpenPage("proof"))
    return say(state, help.replay_lines(replay)), steps.ask_proof(replay)


def _help(game: Door, state: State) -> Step:
    at = replay_of(state).at
    state = steps.replaying(steps.at_move(state, at), plays=False)
    state = state._replace(page=OpenPage("help", sheets=help.help_pages(game, state)))
    return say(state, tr.replay.help_plain().split("\n")), ()


_DOES: Final[dict[str, Action]] = {
    "step": lambda game, state: steps.forward(game, steps.replaying(state, plays=False)),
    "back": lambda game, state: steps.to(game, state, replay_of(state).at - 1),
    "first": lambda game, state: steps.to(game, state, 0),
    "last": lambda game, state: steps.to(game, state, replay_of(state).last),
    "play": steps.play,
    "faster": lambda game, state: steps.change_pace(state, 1),
    "slower": lambda game, state: steps.change_pace(state, -1),
    "mark": lambda game, state: steps.jump_to_mark(game, state, ahead=True),
    "mark-before": lambda game, state: steps.jump_to_mark(game, state, ahead=False),
    "coach": steps.ask_coach, "side": steps.other_side, "proof": _proof, "help": _help,
    "take": lambda game, state: (state, (Visit("take", replay_of(state).finished.id),)),
    "leave": lambda game, state: (state, (Leave(),)),
}  # fmt: skip


_MOVES_BY_ITSELF: Final = frozenset(["play", "faster", "slower"])


class ReplayScreen(Viewer):
    does = _DOES

    def start(self, setup: Setup, finished: RecordedGame, title: str = "") -> Step:
        """Return the replay before its first move. With a `title` it plays by itself, with the coach's
        comments.

        Raises one of `finished.CANNOT` if the game can't be replayed.
        """
        state = steps.replaying(steps.replay_state(self.game, setup, finished), title=title)
        replay = replay_of(state)
        head = f"{steps.headline(self.game, finished)}. {steps.move_count(replay)}."
        state = say(state, (f"{title}." if title else "", head, *self.game.words.say(None, replay.tables[0])))
        return steps.by_itself(self.game, state) if title else (state, ())

    def update(self, state: State, event: Event) -> Step:
        match event:
            case (Key() as key) | Mouse(action="press", target=Key() as key):
                return self.press_key(state, key)
            case Mouse(action="wheel-up" | "wheel-down"):
                return self.press_key(state, Key("left" if event.action == "wheel-up" else "right"))
            case Line(text):
                return self.enter_line(state, text.strip().lower())
            case Tick():
                return steps.on_tick(self.game, state, event)
            case Thought():
                return steps.on_thought(self.game, state, event)
        return state, ()

    def ways(self, state: State) -> Iterator[Command[State]]:
        replay = replay_of(state)
        rests = not replay.plays
        marks, coach = rests and replay.marked_moves, rests and steps.can_ask(self.game, replay)
        yield Command(
            "step", "right", KEYS.step, also=(" ", "6", "down", "2", "d", "pgdn"), words=("",), shown="◄ ►"
        )
        yield Command("back", "left", also=("backspace", "4", "up", "8", "w", "a", "pgup"), words=("b",))
        yield Command("first", "home", also=("s",), words=("start",))
        yield Command("last", "end", also=("e",))
        yield Command("play", "enter", KEYS.play if rests else KEYS.stop, also=("p",))
        yield Command("faster", "+", "" if rests else KEYS.faster, also=("=",))
        yield Command("slower", "-", "" if rests else KEYS.slower)
        yield Command("mark", "m", KEYS.mark if marks else "")
        yield Command("mark-before", "n")
        yield Command("coach", "c", KEYS.coach if coach else "")
        yield Command("side", "tab", KEYS.side if rests and replay.finished.race else "", also=("o",))
        yield Command("proof", "v", KEYS.proof)
        yield Command("take", "x", KEYS.take_along)
        yield Command("help", "h", KEYS.help, also=("?", "f1"))
        yield Command("leave", "q", KEYS.back, also=("esc", "ctrl-x", "ctrl-c"), words=("quit",))

    def button_page(self, state: State) -> Layout | None:
        ways = (one for one in self.ways(state) if one.label and one.id not in _MOVES_BY_ITSELF)
        return button_layout(self.game, ways)

    def enter_line(self, state: State, text: str) -> Step:
        """Handle a line in plain mode: a key or a word, a number, or nothing for the next move."""
        state, replay = state._replace(page=CLOSED), replay_of(state)
        if text.isdecimal():
            return steps.to(self.game, state, int(text[:6]))
        found = next((one for one in self.ways(state) if one.typed(text)), None)
        what = found.id if found else ""
        if not found or what in _MOVES_BY_ITSELF or (what == "step" and replay.at == replay.last):
            return say(state, (tr.replay.at_last_move() if what == "step" else no_choice(text),)), ()
        return self.does[what](self.game, state)

    def draw(self, state: State, view: View) -> Canvas:
        return super().draw(_with_shown_table(state), view)

    def draw_lower(self, state: State, canvas: Canvas, view: View) -> None:
        self._draw_note(state, canvas, view)
        replay, hints = replay_of(state), hints_of(self.ways(state))
        if not replay.plays and (replay.finished.race or len(hints) > 7):  # leave room for all words
            hints = (hints[0]._replace(word=""), *hints[1:])
        scene.keys_row(state, canvas, view, hints, self.game.info.accent)

    def _draw_note(self, state: State, canvas: Canvas, view: View) -> None:
        canvas.spots, canvas.cursor = [], None
        line, standing = _note(self.game, state, COLS + beside.columns(state, view))
        scene.note_row(self.game, state, canvas, view, line, standing, is_wide=True)

    def draw_export(self, state: State, view: View, foot: str) -> Canvas:
        """Draw the board for an export: a line of text instead of the keys."""
        state = _with_shown_table(state)
        canvas = self.draw_rest(state, view)
        self._draw_note(state, canvas, view)
        row, left = canvas.origin[1] + ROWS - 1, beside.columns(state, view) // 2
        canvas.fill(left, row, COLS - 1, 1)
        canvas.centre(row, cut(foot, COLS - 2), DARK, left, COLS)
        return canvas

    def tell(self, before: State | None, after: State) -> Speech:
        return Speech(company.new_lines(self.game, before, after), tr.replay.plain_prompt())


def _with_shown_table(state: State) -> State:
    return state if state.frames else state._replace(table=replay_of(state).shown_table)


def _note(game: Door, state: State, cols: int) -> tuple[str, tuple[str, ...]]:
    """Return the message line for that many columns, and the text at its end."""
    replay = replay_of(state)
    standing = replay.title or f"{steps.move_count(replay)}{' ►' * replay.plays}"
    named = f"{replay.finished.players}: {standing}"
    if replay.at and not replay.title and len(named) <= cols // 3:
        standing = named  # the headline of the first position has names of its own
    return steps.line(game, state, max(cols - 4 - len(standing), cols // 2 - 3)), (standing,)


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
        self, game: Door, finished: RecordedGame, by: str, size: tuple[int, int] = (80, 24), *,
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
        drawn = self.screen.draw_export(state, self.view, self.by)
        canvas.blit(centre(drawn, self.view.cols, self.view.rows), 0, 1)
        return canvas

    @property
    def last(self) -> int:
        return replay_of(self.first).last

    def still(self, move: int | None = None) -> Canvas:
        """Draw the position after a move, or after the last one."""
        return self.picture(steps.at_move(self.first, self.last if move is None else move))

    def film(self) -> Iterator[Shot]:
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
        return f"{steps.move_count(replay)}: {remark.words}" if remark and remark.marked else ""
