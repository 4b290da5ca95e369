"""The page that asks for a word for the dice, after the board has answered `Begin` with `Sealed`. Pure."""

from __future__ import annotations

from typing import Final

from door.games.contract import Door
from door.play.api import FreshEnter, Sealed
from door.play.books import SEVERAL, chance_is
from door.screens import play
from door.screens.pages.help import open_fair
from door.screens.state import State, Step, WordEntry, say
from door.term.canvas import GREY, WHITE, Canvas
from door.term.keys import Key
from door.ui.screen import COLS, ROWS
from door.ui.texts import tr
from door.ui.widgets import PAGE_COLS, Field, Hint, draw_field, fold, keys_line, page_frame, type_key

WORD: Final = 40
"""Most characters of a word for the dice."""

PROMPT: Final = tr.play.plain_ask_word
_WORD_KEYS: Final = {"?": "f1", "help": "f1", "q": "esc"}
_WORD_HINTS: Final = (
    Hint("enter", tr.door_keys.begin),
    Hint("esc", tr.door_keys.back),
    Hint("f1", tr.door_keys.help),
)


def entry_of(state: State) -> WordEntry:
    assert state.word is not None
    return state.word


def on_sealed(game: Door, state: State, sealed: Sealed) -> Step:
    """Show the next game's commitment and ask for a word."""
    state = state._replace(scene="word", word=WordEntry(sealed.commit, Field(limit=WORD)))
    return say(state, lines(game, state)), (FreshEnter(),)


def _word_lines(game: Door) -> tuple[str, ...]:
    what = game.info.alike
    return tuple(
        (tr.play.word_give_plural if what in SEVERAL else tr.play.word_give)(what=what()).split("\n")
    )


def draw(game: Door, state: State) -> Canvas:
    canvas, accent, entry = Canvas(COLS, ROWS), game.info.accent, entry_of(state)
    page_frame(canvas, game.info.name(), accent)
    _fold(canvas, 3, 2, tr.play.word_chance_sealed(chance=chance_is(game.info.alike)), WHITE)
    canvas.put(4, 5, entry.commit, accent)
    _fold(canvas, 7, 4, "\n".join(_word_lines(game)))
    draw_field(canvas, canvas.put(4, 11, tr.play.ask_word(), WHITE), 11, WORD + 1, entry.field)
    _fold(canvas, 13, 2, tr.play.word_enter_gives_none())
    keys_line(canvas, _WORD_HINTS, accent)
    return canvas


def _fold(canvas: Canvas, y: int, rows: int, text: str, ink: int = GREY) -> None:
    for at, line in enumerate(fold(text, PAGE_COLS + 1, rows), y):
        canvas.put(4, at, line, ink)


def lines(game: Door, state: State) -> tuple[str, ...]:
    seal = tr.play.plain_word_seal(chance=chance_is(game.info.alike), seal=entry_of(state).commit)
    return seal, " ".join(_word_lines(game))


def key(game: Door, state: State, key: Key) -> Step:
    """Handle a key: Enter starts the game with the word, Esc goes back to the title page."""
    if key.name == "f1":
        return open_fair(game, state)
    entry = entry_of(state)
    if key.name in ("esc", "ctrl-c"):
        return play.to_title(game, state._replace(word=None))
    if key.name != "enter":
        return state._replace(word=entry._replace(field=type_key(entry.field, key))), ()
    return play.begin(game, state, entry.field.value.strip())


def line(game: Door, state: State, text: str) -> Step:
    """Handle the word as a line. "?" asks for help, and "q" goes back."""
    if text.lower() in _WORD_KEYS:
        return key(game, state, Key(_WORD_KEYS[text.lower()]))
    return play.begin(game, state, text[:WORD].strip())
