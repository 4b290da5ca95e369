"""The replay screen: a finished game on its own board, move by move.

Like `GameDoor`, it holds a game and nothing else. The game draws the board after each move, from the
player's view.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from door.games.contract import Game
from door.games.info import Info
from door.midend.api import Setup, Thought
from door.midend.match.values import Hidden
from door.midend.pages import beside, proof, scene
from door.midend.replays import state as replays
from door.midend.replays.finished import Finished
from door.midend.replays.state import Replay, ReplayStep
from door.midend.state import State, say
from door.term.canvas import DARK, Canvas
from door.term.keys import Key, Line, Mouse
from door.ui.screen import COLS, ROWS, Event, Leave, Speech, Tick, View
from door.ui.texts import tr
from door.ui.widgets import BACK, Hint, Page, cut, draw_page, fitted, keys_line, paged, turn_page
from door.ui.words import no_choice

STEP: Final = Hint("right", tr.door_keys.step, "◄ ►")
_WAYS: Final = (Hint("v", tr.door_keys.proof), Hint("h", tr.door_keys.help), Hint("q", tr.door_keys.back))
PROMPT: Final = tr.replay.plain_prompt


class ReplayScreen:
    """The replay screen of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.INFO: Info = game.info

    def __repr__(self) -> str:
        return f"<replay of {self.INFO.slug}>"

    def start(self, setup: Setup, finished: Finished, title: str = "") -> ReplayStep:
        """Return the replay before its first move. With a `title` it plays by itself, with the coach's
        comments.

        Raises one of `finished.CANNOT` if the game can't be replayed.
        """
        replay = replays.opened(self.game, setup, finished)._replace(title=title)
        replay = replay._replace(state=say(replay.state, whole(self.game, replay)))
        return replays.by_itself(self.game, replay) if title else (replay, ())

    def update(self, state: Replay, event: Event) -> ReplayStep:
        """Return the next state and effects. Any event is fine in any state."""
        handler = _EVENTS.get(type(event))
        return handler(self.game, state, event) if handler else (state, ())

    def draw(self, state: Replay, view: View) -> Canvas:
        """Draw the board on 80×23, with side panels on a wide screen."""
        game = self.game

        def inside(view: View) -> Canvas:
            if state.state.over:
                return _page(game, state)
            canvas = _board(game, state, view)
            keys_line(canvas, _hints(game, state), game.info.accent)
            return canvas

        return _beside(game, state, view, inside)

    def picture(self, state: Replay, view: View, foot: str) -> Canvas:
        """Draw the same for an export: a line of text instead of the keys."""

        def inside(view: View) -> Canvas:
            canvas = _board(self.game, state, view)
            canvas.fill(0, canvas.rows - 1, canvas.cols - 1, 1)
            canvas.centre(canvas.rows - 1, cut(foot, canvas.cols - 2), DARK)
            return canvas

        return _beside(self.game, state, view, inside)

    def tell(self, before: Replay | None, after: Replay) -> Speech:
        """Describe the changes in words."""
        known = before.state.said if before else 0
        new = after.state.said - known
        return Speech(tuple(after.state.log[-new:]) if new > 0 else (), PROMPT())


def whole(game: Game, replay: Replay) -> tuple[str, ...]:
    """Return everything that a viewer who opens the replay needs."""
    head = f"{replays.headline(game, replay.finished)}. {replays.place(replay)}."
    return (*((f"{replay.title}.",) if replay.title else ()), head, *game.say(None, replay.tables[replay.at]))


# -- pictures ----------------------------------------------------------------------------


def _beside(game: Game, replay: Replay, view: View, inside: scene.Inside) -> Canvas:
    def joined(canvas: Canvas, room: beside.Room, view: View) -> Canvas:
        if any(room):
            canvas = beside.joined(game, replay.state, canvas, room, view)
            scene.note_row(game, _seen(replay), canvas, *_note(game, replay, canvas.cols))
        return canvas

    return scene.drawn(game, replay.state, view, inside, joined)


def _seen(replay: Replay) -> State:
    """Return the state of the table shown."""
    state = replay.state
    return state if state.frames else state._replace(table=replay.seen)


def _note(game: Game, replay: Replay, cols: int) -> tuple[str, tuple[str, ...]]:
    """Return the message line for that many columns, and the text at its end."""
    standing = replay.title or f"{replays.place(replay)}{' ►' * replay.plays}"
    return replays.line(game, replay, max(cols - 4 - len(standing), cols // 2 - 3)), (standing,)


def _board(game: Game, replay: Replay, view: View) -> Canvas:
    canvas = scene.board(game, _seen(replay), view, (), *_note(game, replay, COLS))
    canvas.spots, canvas.cursor = [], None
    return canvas


def _hints(game: Game, replay: Replay) -> tuple[Hint, ...]:
    if replay.plays:
        return (
            STEP,
            Hint("enter", tr.door_keys.stop),
            Hint("+", tr.door_keys.faster),
            Hint("-", tr.door_keys.slower),
            *_WAYS,
        )
    marks = (Hint("m", tr.door_keys.mark),) if replay.marked else ()
    coach = (Hint("c", tr.door_keys.coach),) if replays.can_ask(game, replay) else ()
    side = (Hint("tab", tr.door_keys.side),) if replay.finished.race else ()
    step = STEP._replace(word="") if replay.finished.race else STEP  # leaves room for all words
    return (step, Hint("enter", tr.door_keys.play), *marks, *coach, *side, *_WAYS)


def _pages(game: Game, replay: Replay) -> tuple[Page, ...]:
    """Return the pages of the overlay."""
    if replay.state.over == "proof":
        return fitted((Page(proof.TITLE(), proof_lines(replay)),))
    return fitted((paged(tr.replay.help()), *game.help(replay.finished.options, False)))


def _page(game: Game, replay: Replay) -> Canvas:
    canvas, every = Canvas(COLS, ROWS), _pages(game, replay)
    draw_page(canvas, every, replay.state.page, game.info.accent, game.info.name(), keys=len(every) > 1)
    if len(every) == 1:
        keys_line(canvas, (BACK,), game.info.accent)
    return canvas


def proof_lines(replay: Replay) -> tuple[str, ...]:
    """Return seals, seed or codes, words, and the results of the checks."""
    finished = replay.finished
    words = zip(finished.seats, finished.words, strict=False)
    told = tuple(tr.replay.word_of(who=who, word=given or tr.replay.no_word()) for who, given in words)
    when = (
        tr.replay.daily_of_day(day=finished.day)
        if finished.day
        else tr.replay.ended_on_day(day=finished.t[:10])
    )
    codes = zip(finished.seats, finished.hidden, finished.seals, strict=False)
    sealed = tuple(line for who, code, seal in codes for line in code_lines(who, code, seal)) or (
        tr.replay.label_seal(),
        f"  {finished.commit or tr.replay.no_seal_recorded()}",
        tr.replay.label_seed(),
        f"  {finished.seed}",
    )
    head = tr.replay.game_by_players(id=finished.id, players=finished.players, when=when)
    return (head, "", *sealed, *told, "", *replays.verdict(replay))


def code_lines(who: str, code: Hidden, seal: str) -> tuple[str, str]:
    """Return a caller's hidden code and its seal."""
    return tr.replay.hid_salt(name=who, code=code.code, salt=code.salt), tr.replay.seal_of_two(seal=seal)


# -- keys ------------------------------------------------------------------------------------

Action = Callable[[Game, Replay], ReplayStep]


def _back(game: Game, replay: Replay) -> ReplayStep:
    return replays.to(game, replay, replay.at - 1)


def _proof(game: Game, replay: Replay) -> ReplayStep:
    state = replays.shown(replay, replay.at).state._replace(over="proof", page=0)
    replay = replay._replace(state=state, plays=False)
    said = [text for text in proof_lines(replay) if text]
    return replay._replace(state=say(state, said)), replays.ask_proof(replay)


def _help(game: Game, replay: Replay) -> ReplayStep:
    state = replays.shown(replay, replay.at).state._replace(over="help", page=0)
    return replay._replace(state=say(state, tr.replay.help_plain().split("\n")), plays=False), ()


def _leave(game: Game, replay: Replay) -> ReplayStep:
    return replay, (Leave(),)


def _next(game: Game, replay: Replay) -> ReplayStep:
    return replays.forward(game, replay._replace(plays=False))


_KEYS: Final[dict[str, Action]] = {
    **dict.fromkeys(("right", " ", "6", "down", "2", "d", "pgdn"), _next),
    **dict.fromkeys(("left", "backspace", "4", "up", "8", "w", "a", "pgup"), _back),
    **dict.fromkeys(("home", "s"), lambda game, replay: replays.to(game, replay, 0)),
    **dict.fromkeys(("end", "e"), lambda game, replay: replays.to(game, replay, replay.last)),
    **dict.fromkeys(("enter", "p"), replays.play),
    **dict.fromkeys(("+", "="), lambda game, replay: replays.paced(replay, 1)),
    "-": lambda game, replay: replays.paced(replay, -1),
    "m": lambda game, replay: replays.marked(game, replay, ahead=True),
    "n": lambda game, replay: replays.marked(game, replay, ahead=False),
    "c": replays.ask_coach,
    "v": _proof,
    **dict.fromkeys(("tab", "o"), replays.other_side),
    **dict.fromkeys(("h", "?", "f1"), _help),
    **dict.fromkeys(("q", "esc", "x", "ctrl-x", "ctrl-c"), _leave),
}


def _on_key(game: Game, replay: Replay, key: Key) -> ReplayStep:
    name = key.name.lower()
    if replay.state.over:
        page = turn_page(replay.state.page, len(_pages(game, replay)), key)
        state = replay.state._replace(page=page) if page is not None else replay.state._replace(over="")
        return replay._replace(state=state), ()
    act = _KEYS.get(name)
    return act(game, replay) if act else (replay, ())


def _on_mouse(game: Game, replay: Replay, mouse: Mouse) -> ReplayStep:
    """Handle a click: on a key it is that key. The wheel steps."""
    if isinstance(mouse.target, Key) and mouse.action == "press":
        return _on_key(game, replay, mouse.target)
    wheel = {"wheel-up": "left", "wheel-down": "right"}.get(mouse.action)
    return _on_key(game, replay, Key(wheel)) if wheel else (replay, ())


_WORDS: Final = {
    "": " ", "b": "left", "back": "left", "start": "s", "end": "e", "mark": "m", "coach": "c", "proof": "v",
    "help": "?", "quit": "q",
}  # fmt: skip
"""Words with a meaning of their own. Any other word must be a single letter."""


def _on_line(game: Game, replay: Replay, line: Line) -> ReplayStep:
    """Handle a line in plain mode: a letter, a number, or nothing for the next move."""
    text = line.text.strip().lower()
    replay = replay._replace(state=replay.state._replace(over=""))
    if text.isdecimal():
        return replays.to(game, replay, int(text[:6]))
    letter = _WORDS.get(text, text if len(text) == 1 else "")
    act = _KEYS.get(letter) if letter not in ("+", "-", "=", "p") else None
    if act is not None and (letter != " " or replay.at < replay.last):
        return act(game, replay)
    said = no_choice(text) if text else tr.replay.at_last_move()
    return replay._replace(state=say(replay.state, (said,))), ()


_EVENTS: Final[dict[type, Callable[[Game, Replay, Any], ReplayStep]]] = {
    Key: _on_key,
    Mouse: _on_mouse,
    Line: _on_line,
    Tick: replays.on_tick,
    Thought: replays.on_thought,
}
