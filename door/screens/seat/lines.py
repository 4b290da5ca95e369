"""Lines that a caller at a table types in plain mode."""

from __future__ import annotations

from typing import Final

from door.games.contract import Door
from door.games.game import Enter, GameView, Refuse, covered
from door.screens import keys
from door.screens.layouts import TURNS
from door.screens.pages import coach
from door.screens.pages.again import NUMBERS
from door.screens.pages.coach import SEE
from door.screens.screen import OVERLAYS, read_out
from door.screens.seat import forming, menu
from door.screens.seat.follow import standing
from door.screens.seat.keys import TALKS
from door.screens.state import CLOSED, State, Step, is_hiding, notice, ring, say, seat_of, with_seat
from door.term.keys import Key, Line
from door.ui.blocks import SILENT
from door.ui.screen import Leave
from door.ui.speech import to_speech
from door.ui.texts import tr
from door.ui.words import no_choice

_TYPED: Final = frozenset([*menu.TALKING, "word", "sure"])
_SAYS: Final = frozenset(["t", "talk", "say", "chat"])
_TO_COACH: Final = frozenset([*NUMBERS, SEE, "way"])


def on_line(game: Door, state: State, line: Line) -> Step:
    """Handle a line as entered. One without a meaning gets an error."""
    text = line.text.strip()
    state = _close_page(game, with_seat(state, heard="")._replace(note=SILENT), text)
    after, effects = _read_table_line(game, state, text)
    if text and not effects and after == state:
        return say(state, (no_choice(text),)), ring(state)
    if after.page.name and after.page.name != state.page.name and after.news.total == state.news.total:
        after = OVERLAYS[after.page.name].read_out(after)
    return after, effects


def _close_page(game: Door, state: State, text: str) -> State:
    """Close a page that was read at once, or help, before a line for the table. The coach's own words stay
    with the coach.
    """
    page, word = state.page.name, text.lower()
    own = {"coach": _TO_COACH, "help": {"q", *TURNS}}.get(page, ())
    if not state.setup.plain or (word == "q" and coach.has_more(game, state)):
        return state
    if word in own or not (read_out(state) or page == "help"):
        return state
    if not text and (page == "help" or state.scene != "play"):
        return state
    return state._replace(page=CLOSED)


def _read_table_line(game: Door, state: State, text: str) -> Step:
    word, rest = text.partition(" ")[0].lower(), text.partition(" ")[2].strip()
    playing = state.table is not None and state.scene == "play"
    if state.page.name in _TYPED:
        return OVERLAYS[state.page.name].on_line(game, state, text)
    if state.page.name in menu.TITLES:
        said = word == "time" or (word in _SAYS and rest)
        own = _at_words(game, state, word, rest) if said else None
        return own or keys.on_line(game, state, Line(word))
    if state.page.name:
        own = _at_words(game, state._replace(page=CLOSED), word, rest)
        return own or keys.on_line(game, state, Line(text))
    if playing:
        return _table_line(game, state, text, word, rest)
    if not text and state.scene != "done":
        if state.scene == "opening" and forming.is_left(seat_of(state)):
            return state, (Leave(),)
        page = forming.layout(game, state)
        return say(state, to_speech(None, page).lines), ()
    if word in _SAYS and seat_of(state).talks:
        return _talk(state, word, rest)
    if word == keys.WHOLE_SEAL and state.scene == "opening":
        return say(state, forming.seal_lines(game, seat_of(state))[1:]), ()
    if word in ("w", "word") and forming.missing_item(game, seat_of(state)) == "word":
        return forming.give(state, rest)
    return _answer(game, state, text.lower())


def _table_line(game: Door, state: State, text: str, word: str, rest: str) -> Step:
    """Handle a line at the board: the game's, or a word of the table if the game refuses it."""
    table = state.table
    assert table is not None
    own = _at_words(game, state, word, rest)
    if own is not None and not covered(table):
        act = game.board.line(table, text)
        if act is None or isinstance(act, Refuse):
            return own
    if not text and not covered(table) and not state.frames:
        act = game.board.line(table, text)
        if act is None or isinstance(act, Refuse):
            return say(state, standing(game, state)), ()
    if _is_anothers_move(game, state, table, text):
        return say(state, (tr.play.not_your_turn(),)), ring(state)
    return keys.on_line(game, state, Line(text))


def _is_anothers_move(game: Door, state: State, table: GameView, text: str) -> bool:
    """True if that line would be a move for the player whose turn it is."""
    seat = seat_of(state)
    movers = seat.match.movers
    if not text or not movers or not seat.plays or seat.me in movers:
        return False
    return isinstance(game.board.line(table._replace(eyes=movers[0]), text), Enter)


def _at_words(game: Door, state: State, word: str, rest: str) -> Step | None:
    """Handle the table's own words: "time", "say …", "clock 5+10", "resign" and the others of the list."""
    seat = seat_of(state)
    if word == keys.WHOLE_SEAL and not rest and (whole := forming.seal_lines(game, seat)[1:]):
        return say(state, whole), ()
    if word == "time":
        return notice(state, f"{seat.followed.standing}."), ()
    if word in _SAYS and seat.talks:
        return _talk(state, word, rest)
    row = next((row for row in menu.rows(game, seat) if row.id == word), None)
    if not seat.plays or is_hiding(state) or row is None:
        return None
    clock = next((one for one in menu.clocks(seat) if row.id == "clock" and one.id == rest), row)
    return clock.run(state)


def _talk(state: State, word: str, rest: str) -> Step:
    over = TALKS["c" if word == "chat" else "t"]
    return menu.say_it(state, rest) if rest else (menu.open_talk(state, over), ())


def _answer(game: Door, state: State, said: str) -> Step:
    """Press the key of a word; nothing is Enter. No other word is taken for its first letter."""
    name = keys.key_of_word(game, state, said)
    return keys.on_key(game, state, Key(name or said or "enter")) if name or len(said) < 2 else (state, ())
