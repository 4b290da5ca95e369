"""The page that asks for a word for the dice, after the board has answered `Begin` with `Sealed`. Pure."""

from __future__ import annotations

from functools import partial
from typing import Final

from door.games.contract import Door
from door.play.api import FreshEnter, Sealed
from door.play.books import SEVERAL, chance_is
from door.screens import play
from door.screens.layouts import type_line
from door.screens.pages.help import open_fair
from door.screens.state import State, Step, WordEntry, say
from door.term.canvas import GREY, WHITE
from door.term.keys import Key, Line
from door.ui.blocks import DoorFrame, Layout, OpenLine, Text, sentence, telling
from door.ui.commands import Command
from door.ui.speech import to_speech
from door.ui.texts import tr
from door.ui.widgets import PAGE_COLS, Field

WORD: Final = 40
"""Most characters of a word for the dice."""


def entry_of(state: State) -> WordEntry:
    assert state.word is not None
    return state.word


def on_sealed(game: Door, state: State, sealed: Sealed) -> Step:
    """Show the next game's commitment and ask for a word."""
    state = state._replace(scene="word", word=WordEntry(sealed.commit, Field(limit=WORD)))
    return say(state, to_speech(None, layout(game, state)).lines), (FreshEnter(),)


def layout(game: Door, state: State) -> Layout:
    """Return the page. Enter starts the game with the word, Esc goes back to the title page."""
    info, word, chance = game.info, entry_of(state), chance_is(game.info.alike)
    give = tr.play.word_give_plural if info.alike in SEVERAL else tr.play.word_give
    given = give(what=info.alike()).split("\n")
    told = tr.play.plain_word_seal(chance=chance, seal=word.commit), " ".join(given)
    lines = (
        *sentence(tr.play.word_chance_sealed(chance=chance), WHITE, width=PAGE_COLS),
        (word.commit, info.accent), ("", GREY), *((line, GREY) for line in given), ("", GREY),
        *sentence(tr.play.word_enter_gives_none(), GREY, width=PAGE_COLS),
    )  # fmt: skip
    back = Command("back", "esc", tr.door_keys.back, partial(_back, game), words=("q",))
    helps = Command("help", "f1", tr.door_keys.help, partial(open_fair, game), words=("?", "help"))
    entry = OpenLine(
        tr.play.ask_word().strip(), word.field, partial(play.begin, game), partial(_back, game), True,
        (tr.door_keys.begin,), (back, helps), tr.play.plain_ask_word(),
    )  # fmt: skip
    frame = DoorFrame(info.name(), info.accent)
    text, prompt = Text("", telling(lines, told)), tr.play.plain_ask_word()
    return Layout(info.name(), text, entry=entry, frame=frame, prompt=prompt)


def _back(game: Door, state: State) -> Step:
    return play.to_title(game, state._replace(word=None))


def on_input(game: Door, state: State, event: Key | Line) -> Step:
    entry = layout(game, state).entry
    assert entry is not None
    return type_line(entry, event, state, _with_field)


def _with_field(state: State, field: Field) -> State:
    return state._replace(word=entry_of(state)._replace(field=field))
