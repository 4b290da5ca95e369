"""The screen of callers who watch a game that another caller plays alone.

Like `GameDoor`, it holds a game and nothing else. It draws each `Sight` for its own terminal, with its own
choices. The player's keys and cursor are not in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from door.games.contract import Game
from door.games.game import AT_TABLE, EVERYBODY, WATCHER, Table
from door.games.info import Info
from door.midend import company
from door.midend.api import MOTION, Remark, Setup, Sight, Unseen
from door.midend.flow import framed, moved, moving, still
from door.midend.match.values import Match
from door.midend.pages import help, over, scene
from door.midend.pages.beside import Room, block, upper, wide
from door.midend.pages.title import edge_of
from door.midend.replay import ending
from door.midend.seat.beside import talk
from door.midend.seat.talk import SAY_WIDTH, draw_line
from door.midend.state import State, held, is_shared, notice, refuse, say
from door.term.canvas import GREY, WHITE, YELLOW, Canvas, Sprite
from door.term.keys import Key, Line, Mouse
from door.ui.screen import COLS, ROWS, Bell, Effects, Event, Leave, Speech, Tick, Took, View, Wake
from door.ui.texts import tr
from door.ui.widgets import Field, Hint, cut, keys_line, page_frame, type_key
from door.ui.words import no_choice, said_since, sentences

_TALK: Final = 9
"""Rows reserved for talk, however many watch."""

KEYS: Final = (
    Hint("t", tr.door_keys.say_something),
    Hint("h", tr.door_keys.help),
    Hint("q", tr.door_keys.back),
)
_HELP: Final = frozenset(["h", "?", "f1", "help"])


class Look(NamedTuple):
    """One watcher: their state as at any door, and the latest sight.

    `field` is the text being typed, `heard` the latest talk. `gone` says why watching has ended.
    """

    state: State
    sight: Sight
    field: Field | None = None
    heard: str = ""
    gone: str = ""


LookStep = tuple[Look, Effects]


def seen(state: State) -> Table | None:
    """Return the watchers' view of a player's door: the game without the player's hand."""
    table = state.table
    if table is None or state.scene not in ("play", "done"):
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


class WatchDoor:
    """One game with its watchers' screen."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.INFO: Info = game.info

    def __repr__(self) -> str:
        return f"<watchers of {self.INFO.slug}>"

    def start(self, setup: Setup, sight: Sight) -> LookStep:
        """Return the game at rest."""
        state = State(setup, setup.books, dict(setup.prefs), scene="opening", seated=True)
        look, _ = _sighted(self.game, Look(state, Sight(sight.caller)), sight)
        return look._replace(state=_resting(look.state)), (Took(),)

    def update(self, state: Look, event: Event) -> LookStep:
        """Return the next state and effects. Any event is fine in any state."""
        match event:
            case Sight():
                look, effects = _sighted(self.game, state, event)
                return look, (Took(), *effects)
            case Unseen(reason):
                return state._replace(state=notice(_resting(state.state), reason), gone=reason), ()
            case Tick():
                return _ticked(state, event)
            case Mouse(action="press", target=Key() as key):
                return _key(self.game, state, key)
            case Key():
                return _key(self.game, state, event)
            case Line(text):
                return _line(self.game, state, text.strip())
        return state, ()

    def draw(self, state: Look, view: View) -> Canvas:
        """Draw the game on 80×23. On a wide screen the watchers and their talk are beside it."""
        game = self.game

        def inside(view: View) -> Canvas:
            return help.draw(game, state.state, view) if state.state.over else _picture(game, state, view)

        def joined(canvas: Canvas, room: Room, view: View) -> Canvas:
            canvas = _beside(game, state, canvas, room, view) if room.width else canvas
            if state.field is not None:
                draw_line(canvas, state.sight.talk, state.field, game.info.accent)
            return canvas

        return scene.drawn(game, state.state, view, inside, joined)

    def rested(self, state: Look, before: Look | None, view: View) -> Look | None:
        """Return the game without its moving parts."""
        return scene.rested_in(self.game, state, before, view) if state.field is None else None

    def sprites(self, state: Look, view: View) -> Iterator[Sprite]:
        """Return the moving parts."""
        return scene.sprites(self.game, state.state, view)

    def tell(self, before: Look | None, after: Look) -> Speech:
        """Describe the changes in words, or everything if another caller was watched before."""
        same = before is not None and before.sight.caller == after.sight.caller
        new = after.state.said - (before.state.said if before and same else 0)
        lines = after.state.log[-new:] if new else ()
        if after.gone:
            return Speech(lines, tr.play.plain_prompt_go_back())
        if after.field is not None:
            return Speech(lines, tr.match.ask_say())
        return Speech(
            lines,
            sentences(tr.watch.title_watching(caller=after.sight.caller), tr.watch.plain_prompt_watching()),
        )


# -- what there is to see ----------------------------------------------------------------


def _sighted(game: Game, look: Look, sight: Sight) -> LookStep:
    """Handle a new sight: the game has gone on, or somebody has come, gone or said something."""
    said = said_since(look.sight.talk, sight.talk)
    state = say(look.state, (f"{who}: {text}" for who, text in said))
    mine = state.setup.caller.casefold()
    heard = [f"{who}: {text}" for who, text in said if who.casefold() != mine]
    new = sight.table
    if new is None:
        state = _nothing(state, sight, first=look.sight.table is not None or not state.said)
    elif state.table is None or not _goes_on(state.table, new):
        state = _laid(game, state, new)
    else:
        state = _moved(game, state, new, sight.still)
    if heard:
        state = notice(state, "")
    quiet = look.heard if state.table is look.state.table else ""
    effects = _wake(state) if state.frames is not look.state.frames else ()
    return look._replace(state=state, sight=sight, heard=heard[-1] if heard else quiet), effects


def _nothing(state: State, sight: Sight, first: bool) -> State:
    """Return the state without a visible game."""
    state = _resting(state)._replace(scene="opening", table=None)
    return say(state, (nothing(sight),)) if first else state


def nothing(sight: Sight) -> str:
    """Return why no game is visible."""
    return sight.why or tr.watch.between_games(caller=sight.caller)


def _resting(state: State) -> State:
    """Return the state without animation."""
    return still(state) if state.table else state


def _goes_on(old: Table, new: Table) -> bool:
    return old.commit == new.commit and new.moves[: len(old.moves)] == old.moves


def _laid(game: Game, state: State, new: Table) -> State:
    """Put a game on the table at rest."""
    choices = held(game, state._replace(setup=replace(state.setup, options=new.options)))
    table = new._replace(choices=choices, keys=state.setup.keys, tally=state.books.tally)
    table = table._replace(board=game.board(table))
    state = state._replace(scene="play", table=table, frames=(), at=0, note="", bad=False)
    return _ended(game, say(state, company.told(game, None, table)))


def _moved(game: Game, state: State, new: Table, quiet: bool) -> State:
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


def _ended(game: Game, state: State) -> State:
    """Show the end. After it, nothing is hidden."""
    table = state.table
    if table is None or not game.status(table.position).over:
        return state
    table = table._replace(eyes=EVERYBODY)
    end = ending(game, table)
    state = say(state._replace(table=table), end.lines)
    return state._replace(note=end.headline or end.lines[-1])


def _wake(state: State) -> Effects:
    return (Wake(state.frames[state.at].seconds, MOTION),) if state.frames else ()


def _ticked(look: Look, tick: Tick) -> LookStep:
    """Show the next frame of an animation, or come to rest."""
    state = look.state
    if tick.name != MOTION or not state.frames:
        return look, ()
    if state.at + 1 >= len(state.frames):
        return look._replace(state=still(state)), ()
    state = framed(state, state.frames, state.at + 1)
    return look._replace(state=state), _wake(state)


# -- keys and lines ----------------------------------------------------------------------


def _key(game: Game, look: Look, key: Key) -> LookStep:
    name = key.name.lower()
    if name == "ctrl-x" or (look.gone and not look.state.over and look.field is None):
        return look, (Leave(),)
    if look.state.over:
        state, effects = over.OVER[look.state.over](game, look.state, key)
        return look._replace(state=state), effects
    if look.field is not None:
        return _typing(look, look.field, key)
    if name in ("t", "s", "c"):
        return look._replace(field=Field(limit=SAY_WIDTH)), ()
    if name in _HELP:
        return look._replace(state=over.open_help(game, look.state)[0]), ()
    return look, (Leave(),) if name in ("q", "esc", "enter") else (Bell(),)


def _typing(look: Look, field: Field, key: Key) -> LookStep:
    if key.name == "esc":
        return look._replace(field=None), ()
    return (
        _said(look, field.value) if key.name == "enter" else (look._replace(field=type_key(field, key)), ())
    )


def _said(look: Look, text: str) -> LookStep:
    text = text.strip()[:SAY_WIDTH]
    return look._replace(field=None), (Remark(text),) if text and not look.gone else ()


def _line(game: Game, look: Look, text: str) -> LookStep:
    """Handle a line in plain mode: "say TEXT", "help", or nothing to go back."""
    word, _, rest = text.partition(" ")
    word = word.lower()
    if look.state.over:
        return _key(game, look, Key(word[:1] or "enter"))
    if look.gone:
        return look, (Leave(),)
    if look.field is not None:
        return _said(look, text)
    if word in ("say", "t", "talk"):
        return _said(look, rest) if rest else (look._replace(field=Field(limit=SAY_WIDTH)), ())
    if word in ("", "q", "quit") or word in _HELP:
        return _key(game, look, Key(word[:1] or "enter"))
    state, effects = refuse(look.state, no_choice(text))
    return look._replace(state=state._replace(note=look.state.note, bad=False)), effects


# -- pictures ----------------------------------------------------------------------------


def _picture(game: Game, look: Look, view: View) -> Canvas:
    """Draw the game, or the reason why it isn't visible, with message line and keys."""
    state, sight = look.state, look.sight
    if state.table is None:
        canvas = Canvas(COLS, ROWS)
        page_frame(canvas, game.info.name(), game.info.accent)
        canvas.centre(10, look.gone or nothing(sight), YELLOW if look.gone else WHITE)
        canvas.centre(ROWS - 2, cut(look.heard, COLS - 2), YELLOW)
    else:
        canvas = scene.board(
            game, state, view, (), look.heard, (tr.watch.title_watching(caller=sight.caller),)
        )
        canvas.cursor, canvas.field = None, ""
        canvas.spots.clear()
    keys_line(canvas, KEYS if not look.gone else KEYS[-1:], game.info.accent)
    return canvas


def _beside(game: Game, look: Look, board: Canvas, room: Room, view: View) -> Canvas:
    """Draw the board with panels to its right: the watchers and their talk."""
    canvas, edge, watchers = wide(game, look.state, board, room), edge_of(game, view), look.sight.watchers
    end = upper(game, look.state)
    who = (tr.watch.title_who_plays(who=look.sight.caller), game.info.accent)
    lines = [who, *((watcher, GREY) for watcher in watchers[: end - _TALK - 3])]
    y = block(canvas, 0, len(lines) + 2, tr.watch.watchers_are(watchers=len(watchers)), lines, edge)
    talk(canvas, y, end - y, look.sight.talk, edge)
    scene.note_row(game, look.state, canvas, look.heard, (tr.watch.title_watching(caller=look.sight.caller),))
    return canvas
