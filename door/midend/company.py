"""A computer's face and words at any door: on the board or beside it, in plain mode, at the end.

Law: pure.  Who speaks, of what, and where both have room is the game's to say (`Game.company`); the words
keep to what has been shown, so that none tells of a move that is still under way.
"""

from __future__ import annotations

from typing import Final

from door.games.company import Speaker, line, portrait
from door.games.game import AT_TABLE, Game, Table
from door.midend.api import VOICES
from door.midend.state import State, table_of
from door.term.canvas import GREY, Canvas, picture
from door.ui.screen import View
from door.ui.widgets import cut, folded
from door.ui.words import Lines

_ROOM: Final = 11
"""Columns in which words can be read beside a face."""

_WIDE: Final = 30
"""Columns beside the board that have room for both."""


def seen(state: State) -> Table:
    """The table as far as it has been shown: the one before a move that is under way, until a frame of it
    waits."""
    table, shown = table_of(state), state.frames[: state.at + 1]
    if table.before is None or not shown or not all(frame.seconds for frame in shown):
        return table
    return table._replace(position=table.before, moves=table.moves[:-1])


def _quoted(speaker: Speaker | None, table: Table) -> str:
    """What it says at that table, "" for nothing."""
    words = "" if table.choices.get(VOICES) == "off" else line(speaker, table.commit)
    return f'"{words}"' if words else ""


def told(game: Game, before: Table | None, after: Table) -> Lines:
    """What plain mode says: the game's own lines, and the computer's words where they are new."""
    lines, speaker = game.say(before, after), game.company(after, after)
    words = _quoted(speaker, after)
    if speaker is None or not words or (before and words == _quoted(game.company(before, before), before)):
        return lines
    return (*lines, f"{speaker.name}: {words}")


def named(game: Game, state: State, beside: int) -> str:
    """Its words for the message line, with its name, where neither the picture nor the columns beside it have
    room for them."""
    table = table_of(state)
    speaker = game.company(seen(state), table)
    words = _quoted(speaker, table)
    if speaker is None or not words or speaker.words or (beside >= _WIDE and table.kind != AT_TABLE):
        return ""
    return f"{speaker.name}: {words}"


def quote(game: Game, table: Table, cols: int) -> str:
    """Its last words, once the game is over, with its name where they have room in so many columns."""
    speaker = game.company(table, table) if game.status(table.position).over else None
    words = _quoted(speaker, table)
    named = f"{speaker.name}: {words}" if speaker and words else ""
    return named if len(named) <= cols else words


# -- pictures --------------------------------------------------------------------------------


@picture
def _bubble(words: str, cols: int, rows: int) -> Canvas:
    """The words in the middle of that much room."""
    canvas = Canvas(cols, rows)
    if rows == 1:
        canvas.centre(0, cut(words, cols))
        return canvas
    lines = folded(words, cols - 2, rows)
    for y, text in enumerate(lines, start=(rows - len(lines)) // 2):
        canvas.put(1, y, text, GREY)
    return canvas


def join(game: Game, state: State, canvas: Canvas, view: View) -> None:
    """Its face and its words on the board's picture, as far as they have room there."""
    speaker = game.company(seen(state), table_of(state))
    if speaker is None:
        return
    if place := speaker.face:
        canvas.blit(portrait(speaker.character.face, view.tier), place.x, place.y)
    words = _quoted(speaker, table_of(state))
    if (place := speaker.words) and (words or place.rows > 1):
        canvas.blit(_bubble(words, place.cols, place.rows), place.x, place.y)


def aside(game: Game, state: State, view: View, cols: int) -> Canvas | None:
    """Its face in so many columns, and its words where they have room beside it; None where the board has it,
    or there is nobody."""
    speaker = game.company(seen(state), table_of(state))
    if speaker is None or speaker.face:
        return None
    face = portrait(speaker.character.face, view.tier)
    room = cols - face.cols
    canvas = Canvas(cols, face.rows)
    if room < _ROOM + 2:
        canvas.blit(face, room // 2)
        return canvas
    canvas.blit(face)
    canvas.blit(_bubble(_quoted(speaker, table_of(state)), room, face.rows), face.cols)
    return canvas
