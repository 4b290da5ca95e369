"""The screen of callers who watch a game that another caller plays alone.

The player's keys and cursor are not in it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Final

from door.games.contract import Door
from door.games.game import EVERYBODY, WATCHER, GameView
from door.games.record import Course
from door.play.api import MOTION, Setup, Sight
from door.play.match.values import Match
from door.play.replay import ending
from door.screens import company
from door.screens.flow import follow_moves, motion_frames, next_frame, show_frame, stop_motion, wake
from door.screens.pages import help, scene
from door.screens.pages.beside import PanelRoom, block, edge_of, talk
from door.screens.screen import Viewer, button_layout
from door.screens.seat.menu import open_talk, say_it
from door.screens.state import (
    CLOSED,
    STILL,
    Action,
    BoardNews,
    Motion,
    State,
    Step,
    WatchedGame,
    at_rest,
    chosen_values,
    is_shared,
    notice,
    refuse,
    say,
    table_of,
)
from door.term.canvas import GREY, WHITE, YELLOW, Canvas
from door.term.keys import Key, Line, Mouse
from door.ui.blocks import SILENT, Layout, PageNotice
from door.ui.commands import Command, hints_of
from door.ui.screen import COLS, ROWS, Event, Leave, No, Speech, Tick, Took, View
from door.ui.texts import tr
from door.ui.widgets import cut, keys_line, page_frame
from door.ui.words import no_choice, sentences

_TALK: Final = 9
"""Rows reserved for talk, however many watch."""

_LEAVE: Final[Command[State]] = Command(
    "leave", "q", tr.door_keys.back, also=("esc", "enter"), words=("", "quit")
)
_CLOSE: Final[Command[State]] = Command("q", "q", tr.door_keys.back)
_WAYS: Final[tuple[Command[State], ...]] = (
    Command("talk", "t", tr.door_keys.say_something, also=("s", "c"), words=("say",)),
    Command("help", "h", tr.door_keys.help, also=("?", "f1")),
    _LEAVE,
)


def watchable_course(state: object) -> Course | None:
    """Return the part of a player's door that watchers may see: the game without the player's hand."""
    if not isinstance(state, State) or not state.alone or state.scene not in ("play", "done"):
        return None
    return state.table.course if state.table is not None else None


def watched_picture(door: WatchDoor, who: str, course: Course) -> Canvas:
    """Return a game at rest as a watcher sees it, without messages and keys. `who` plays it."""
    setup = Setup("", course.record.options, prefs={MOTION: "off"})
    state, _ = door.start(setup, Sight(who, course))
    canvas, rows = door.draw(state, View()), door.game.picture.upper
    return Canvas(canvas.cols, rows, canvas.share_rows()[:rows])


def deal_of(state: State) -> str:
    """Return the day of the daily deal on the table, even in practice, until its seed is public, else ""."""
    record = state.record
    return record.day if record is not None and is_shared(state) else ""


def table_course(match: Match) -> Course | None:
    """Return the game for a visitor of a table, or None for a race, where each player has a board."""
    return None if match.terms.race else match.courses[0]


class WatchDoor(Viewer):
    """The watchers' screen. It draws each `Sight` for its own terminal, with its own choices."""

    does: ClassVar[dict[str, Action]] = {
        "talk": lambda game, state: (open_talk(state, "talk"), ()),
        "help": help.open_page,
        "leave": lambda game, state: (state, (Leave(),)),
    }

    def start(self, setup: Setup, sight: Sight) -> Step:
        state = State(setup, dict(setup.prefs), scene="opening", watch=WatchedGame(Sight(sight.caller)))
        state, _ = _take_sight(self.game, state, sight)
        return _stop_motion(state), (Took(),)

    def update(self, state: State, event: Event) -> Step:
        match event:
            case Sight():
                state, effects = _take_sight(self.game, state, event)
                return state, (Took(), *effects)
            case No(reason):
                state = notice(_stop_motion(state), reason)
                return state._replace(watch=_watch(state)._replace(gone=reason)), ()
            case Tick(name) if name == MOTION and state.frames:
                return next_frame(state) or (stop_motion(state), ())
            case (Key() as key) | Mouse(action="press", target=Key() as key):
                return self.press_key(state, key)
            case Line(text):
                return self.enter_line(state, text.strip())
        return state, ()

    def ways(self, state: State) -> tuple[Command[State], ...]:
        return (_LEAVE,) if _watch(state).gone else _WAYS

    def button_page(self, state: State) -> Layout | None:
        if state.page.name == "talk":  # a line is typed
            return None
        return button_layout(self.game, (_CLOSE,)) if state.page.name else super().button_page(state)

    def press_key(self, state: State, key: Key) -> Step:
        """Handle a key. Any leads back once there is nothing more to see."""
        gone = _watch(state).gone and not state.page.name
        return (state, (Leave(),)) if gone or key.name == "ctrl-x" else super().press_key(state, key)

    def enter_line(self, state: State, text: str) -> Step:
        """Handle a line in plain mode: what to say, or a key or a word, such as "say TEXT"."""
        word, _, rest = text.partition(" ")
        if state.page.name == "talk":
            return say_it(state._replace(page=CLOSED), text)
        if state.page.name or _watch(state).gone:
            return self.press_key(state, Key(word[:1].lower() or "enter"))
        found = next((one for one in _WAYS if one.typed(word.lower())), None)
        if found is None:
            after, effects = refuse(state, no_choice(text))
            return after._replace(note=PageNotice(state.note.text)), effects
        return say_it(state, rest) if rest and found is _WAYS[0] else self.does[found.id](self.game, state)

    def page(self, state: State, view: View) -> Canvas:
        """Draw the reason why no game is visible, with message line and keys."""
        game, watch, canvas = self.game, _watch(state), Canvas(COLS, ROWS)
        page_frame(canvas, game.info.name(), game.info.accent)
        canvas.centre(10, watch.gone or nothing(watch.sight), YELLOW if watch.gone else WHITE)
        canvas.centre(ROWS - 2, cut(watch.heard, COLS - 2), YELLOW)
        keys_line(canvas, hints_of(self.ways(state)), game.info.accent)
        return canvas

    def draw_lower(self, state: State, canvas: Canvas, view: View) -> None:
        watch = _watch(state)
        canvas.cursor, canvas.field = None, ""
        canvas.spots.clear()
        title = tr.watch.title_watching(caller=watch.sight.caller)
        scene.note_row(self.game, state, canvas, view, watch.heard, (title,), is_wide=True)
        scene.keys_row(state, canvas, view, hints_of(self.ways(state)), self.game.info.accent)

    def draw_beside(self, state: State, canvas: Canvas, room: PanelRoom, view: View) -> None:
        """Draw the watchers and their talk."""
        watch, edge = _watch(state), edge_of(self.game, view)
        who = (tr.watch.title_who_plays(who=watch.sight.caller), self.game.info.accent)
        watchers = watch.sight.watchers
        lines = [who, *((watcher, GREY) for watcher in watchers[: canvas.rows - _TALK - 3])]
        y = block(canvas, 0, len(lines) + 2, tr.watch.watchers_are(watchers=len(watchers)), lines, edge)
        talk(canvas, y, canvas.rows - y, watch.sight.talk, edge)

    def tell(self, before: State | None, after: State) -> Speech:
        """Describe the changes in words, or everything if another caller was watched before."""
        watch = _watch(after)
        same = before is not None and _watch(before).sight.caller == watch.sight.caller
        lines = company.new_lines(self.game, before if same else None, after)
        if watch.gone:
            return Speech(lines, tr.play.plain_prompt_go_back())
        if after.page.name == "talk":
            return Speech(lines, tr.match.ask_say_to_watchers())
        title = tr.watch.title_watching(caller=watch.sight.caller)
        return Speech(lines, sentences(title, tr.watch.plain_prompt_watching()))


def _watch(state: State) -> WatchedGame:
    assert state.watch is not None
    return state.watch


# -- what there is to see ----------------------------------------------------------------


def _take_sight(game: Door, state: State, sight: Sight) -> Step:
    """Handle a new sight: the game has gone on, or somebody has come, gone or said something."""
    before, watch = state, _watch(state)
    lines = [f"{who}: {text}" for who, text in sight.said]
    state = say(state, lines)
    new, old = sight.course, state.table
    if new is None:
        first = watch.sight.course is not None or not state.news.total
        state = _stop_motion(state)._replace(scene="opening", table=None)
        state = say(state, (nothing(sight),)) if first else state
    elif old is None or old.commit != new.record.commit or old.moves != new.record.moves[: len(old.moves)]:
        state = _put_on_table(game, state, new)
    elif new.record.moves != old.moves:
        state = _follow_moves(game, state, new, sight.still)
    if lines:
        state = notice(state, "")
    quiet = watch.heard if state.table is before.table else ""
    effects = wake(state) if state.frames is not before.frames else ()
    watch = watch._replace(sight=sight, heard=lines[-1] if lines else quiet)
    return state._replace(watch=watch), effects


def nothing(sight: Sight) -> str:
    return sight.why or tr.watch.between_games(caller=sight.caller)


def _stop_motion(state: State) -> State:
    return stop_motion(state) if state.table else state


def _put_on_table(game: Door, state: State, new: Course) -> State:
    choices = chosen_values(game, state._replace(setup=replace(state.setup, options=new.record.options)))
    table = at_rest(game, GameView(new, eyes=WATCHER, choices=choices, tally=state.books.tally))
    state = state._replace(scene="play", table=table, motion=STILL, note=SILENT)
    return _show_end(game, say(state, (BoardNews(None, table),)))


def _follow_moves(game: Door, state: State, new: Course, quiet: bool) -> State:
    """Make the new moves. The last of them is animated, unless `quiet`."""
    state, before = follow_moves(game, state, new.record.moves[len(table_of(state).moves) :])
    motion = () if quiet else motion_frames(game, state, before, table_of(state))
    frames = tuple(frame for frame in motion if frame.seconds)
    return _show_end(game, show_frame(state, Motion(frames, 0, before)))


def _show_end(game: Door, state: State) -> State:
    table = state.table
    if table is None or not game.rules.status(table.position).ended:
        return state
    table = table._replace(eyes=EVERYBODY)
    end = ending(game, table)
    state = say(state._replace(table=table), end.lines)
    return state._replace(note=PageNotice(end.headline or end.lines[-1]))
