"""The screen of callers who watch a game that another caller plays alone.

The player's keys and cursor are not in it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from door.games.contract import Door
from door.games.game import AT_TABLE, EVERYBODY, WATCHER, Table
from door.midend import company
from door.midend.api import MOTION, Setup, Sight
from door.midend.flow import framed, moved, moving, next_frame, still, wake
from door.midend.match.values import Match
from door.midend.pages import scene
from door.midend.pages.beside import Room, block, edge_of, talk, upper, wide
from door.midend.replay import ending
from door.midend.screen import GameScreen, opens, over_key
from door.midend.seat.menu import opened, say_it
from door.midend.state import State, Step, Watch, held, is_shared, notice, refuse, say
from door.term.canvas import GREY, WHITE, YELLOW, Canvas
from door.term.keys import Key, Line, Mouse
from door.ui.screen import COLS, ROWS, Bell, Event, Leave, No, Speech, Tick, Took, View
from door.ui.texts import tr
from door.ui.widgets import Hint, cut, keys_line, page_frame
from door.ui.words import no_choice, said_since, sentences

_TALK: Final = 9
"""Rows reserved for talk, however many watch."""

KEYS: Final = (
    Hint("t", tr.door_keys.say_something),
    Hint("h", tr.door_keys.help),
    Hint("q", tr.door_keys.back),
)
_HELP: Final = frozenset(["h", "?", "f1", "help"])


def seen(state: State) -> Table | None:
    """Return the watchers' view of a player's door: the game without the player's hand."""
    table = state.table
    if table is None or not state.alone or state.scene not in ("play", "done"):
        return None
    return Table(
        table.position, None, WATCHER, table.options, table.seats or (state.setup.caller,), table.moves,
        kind=table.kind, commit=table.commit,
    )  # fmt: skip


def deal_of(state: State) -> str:
    """Return the day of the daily deal on the table, even in practice, until its seed is public, else ""."""
    begun = state.begun
    return begun.daily if begun and state.table is not None and is_shared(state) else ""


def seen_at(match: Match) -> Table | None:
    """Return the view for a visitor of a table, or None for a race, where each player has a board."""
    terms = match.terms
    if terms.race:
        return None
    return Table(
        match.positions[0], None, WATCHER, terms.options, match.seats,
        tuple(made.move for made in match.made), kind=AT_TABLE, commit=terms.commit,
    )  # fmt: skip


class WatchDoor(GameScreen):
    """The watchers' screen. It draws each `Sight` for its own terminal, with its own choices."""

    def start(self, setup: Setup, sight: Sight) -> Step:
        state = State(
            setup, setup.books, dict(setup.prefs), scene="opening", watch=Watch(Sight(sight.caller))
        )
        state, _ = _sighted(self.game, state, sight)
        return _resting(state), (Took(),)

    def update(self, state: State, event: Event) -> Step:
        match event:
            case Sight():
                state, effects = _sighted(self.game, state, event)
                return state, (Took(), *effects)
            case No(reason):
                return _watching(notice(_resting(state), reason), gone=reason), ()
            case Tick(name) if name == MOTION and state.frames:
                return next_frame(state) or (still(state), ())
            case Mouse(action="press", target=Key() as key):
                return _key(self.game, state, key)
            case Key():
                return _key(self.game, state, event)
            case Line(text):
                return _line(self.game, state, text.strip())
        return state, ()

    def picture(self, state: State, view: View) -> Canvas:
        """Draw the game, or the reason why it isn't visible, with message line and keys."""
        game, watch = self.game, _watch(state)
        if state.table is None:
            canvas = Canvas(COLS, ROWS)
            page_frame(canvas, game.info.name(), game.info.accent)
            canvas.centre(10, watch.gone or nothing(watch.sight), YELLOW if watch.gone else WHITE)
            canvas.centre(ROWS - 2, cut(watch.heard, COLS - 2), YELLOW)
        else:
            canvas = scene.board(game, state, view, (), watch.heard, (_title(watch),))
            canvas.cursor, canvas.field = None, ""
            canvas.spots.clear()
        keys_line(canvas, KEYS if not watch.gone else KEYS[-1:], game.info.accent)
        return canvas

    def around(self, state: State, canvas: Canvas, room: Room, view: View) -> Canvas:
        """Draw the board with panels to its right: the watchers and their talk."""
        game, watch = self.game, _watch(state)
        canvas, edge, sight = wide(game, state, canvas, room), edge_of(game, view), watch.sight
        end = upper(game, state)
        who = (tr.watch.title_who_plays(who=sight.caller), game.info.accent)
        lines = [who, *((watcher, GREY) for watcher in sight.watchers[: end - _TALK - 3])]
        y = block(canvas, 0, len(lines) + 2, tr.watch.watchers_are(watchers=len(sight.watchers)), lines, edge)
        talk(canvas, y, end - y, sight.talk, edge)
        scene.note_row(game, state, canvas, watch.heard, (_title(watch),))
        return canvas

    def tell(self, before: State | None, after: State) -> Speech:
        """Describe the changes in words, or everything if another caller was watched before."""
        watch = _watch(after)
        same = before is not None and _watch(before).sight.caller == watch.sight.caller
        lines = after.lines_after(before if same else None)
        if watch.gone:
            return Speech(lines, tr.play.plain_prompt_go_back())
        if after.over == "talk":
            return Speech(lines, tr.match.ask_say())
        return Speech(lines, sentences(_title(watch), tr.watch.plain_prompt_watching()))


def _watch(state: State) -> Watch:
    assert state.watch is not None
    return state.watch


def _watching(state: State, **changes: Any) -> State:
    return state._replace(watch=_watch(state)._replace(**changes))


def _title(watch: Watch) -> str:
    return tr.watch.title_watching(caller=watch.sight.caller)


# -- what there is to see ----------------------------------------------------------------


def _sighted(game: Door, state: State, sight: Sight) -> Step:
    """Handle a new sight: the game has gone on, or somebody has come, gone or said something."""
    before, watch = state, _watch(state)
    said = said_since(watch.sight.talk, sight.talk)
    state = say(state, (f"{who}: {text}" for who, text in said))
    mine = state.setup.caller.casefold()
    heard = [f"{who}: {text}" for who, text in said if who.casefold() != mine]
    new = sight.table
    if new is None:
        first = watch.sight.table is not None or not state.said
        state = _resting(state)._replace(scene="opening", table=None)
        state = say(state, (nothing(sight),)) if first else state
    elif state.table is None or not _goes_on(state.table, new):
        state = _laid(game, state, new)
    else:
        state = _moved(game, state, new, sight.still)
    if heard:
        state = notice(state, "")
    quiet = watch.heard if state.table is before.table else ""
    effects = wake(state) if state.frames is not before.frames else ()
    return _watching(state, sight=sight, heard=heard[-1] if heard else quiet), effects


def nothing(sight: Sight) -> str:
    return sight.why or tr.watch.between_games(caller=sight.caller)


def _resting(state: State) -> State:
    return still(state) if state.table else state


def _goes_on(old: Table, new: Table) -> bool:
    return old.commit == new.commit and new.moves[: len(old.moves)] == old.moves


def _laid(game: Door, state: State, new: Table) -> State:
    choices = held(game, state._replace(setup=replace(state.setup, options=new.options)))
    table = new._replace(choices=choices, keys=state.setup.keys, tally=state.books.tally)
    table = table._replace(board=game.board.start(table))
    state = state._replace(scene="play", table=table, frames=(), at=0, note="", bad=False)
    return _ended(game, say(state, company.told(game, None, table)))


def _moved(game: Door, state: State, new: Table, quiet: bool) -> State:
    """Make the new moves. The last of them is animated, unless `quiet`."""
    before = table = state.table
    assert table is not None and before is not None
    moves = new.moves[len(table.moves) :]
    if not moves:
        return state
    state = still(state)
    for move in moves:
        before, table = table, moved(game, table, move)
        state = say(state, company.told(game, before, table))
    state = state._replace(table=table, note="", bad=False)
    motion = () if quiet else moving(game, state, before, table)
    frames = tuple(frame for frame in motion if frame.seconds)
    return _ended(game, framed(state, frames))


def _ended(game: Door, state: State) -> State:
    """Show the end. After it, nothing is hidden."""
    table = state.table
    if table is None or not game.rules.status(table.position).over:
        return state
    table = table._replace(eyes=EVERYBODY)
    end = ending(game, table)
    state = say(state._replace(table=table), end.lines)
    return state._replace(note=end.headline or end.lines[-1])


# -- keys and lines ----------------------------------------------------------------------


def _key(game: Door, state: State, key: Key) -> Step:
    name = key.name.lower()
    if name == "ctrl-x" or (_watch(state).gone and not state.over):
        return state, (Leave(),)
    if state.over:
        return over_key(game, state, key)
    if name in ("t", "s", "c"):
        return opened(state, "talk"), ()
    if name in _HELP:
        return opens("help")(game, state)
    return state, (Leave(),) if name in ("q", "esc", "enter") else (Bell(),)


def _line(game: Door, state: State, text: str) -> Step:
    """Handle a line in plain mode: "say TEXT", "help", or nothing to go back."""
    word, _, rest = text.partition(" ")
    word = word.lower()
    if state.over == "talk":
        return say_it(state._replace(over="", field=None), text)
    if state.over:
        return _key(game, state, Key(word[:1] or "enter"))
    if _watch(state).gone:
        return state, (Leave(),)
    if word in ("say", "t", "talk"):
        return say_it(state, rest) if rest else (opened(state, "talk"), ())
    if word in ("", "q", "quit") or word in _HELP:
        return _key(game, state, Key(word[:1] or "enter"))
    after, effects = refuse(state, no_choice(text))
    return after._replace(note=state.note, bad=False), effects
