"""A computer's face and words at any door: beside the board, in plain mode, at the end.

Law: pure.  Who speaks, of what, and where both have room is the game's to say (`Game.company`); the words
keep to what has been shown, so that none tells of a move that is still under way.
"""

from __future__ import annotations

from typing import Final

from door.games.company import line, portrait
from door.games.game import AT_TABLE, Game, Table
from door.midend.state import State, table_of
from door.term.canvas import GREY, Canvas
from door.ui.screen import View
from door.ui.widgets import wrap
from door.ui.words import Lines

_QUOTED: Final = '"{}"'
_ROOM: Final = 11
"""Columns in which words can be read beside a face."""

_WIDE: Final = 30
"""Columns beside the board that have room for both."""


def seen(state: State) -> Table:
    """The table as far as it has been shown: the one before a move that is under way."""
    table = table_of(state)
    if table.before is None or not state.frames or not state.frames[state.at].seconds:
        return table
    return table._replace(position=table.before, moves=table.moves[:-1])


def said(game: Game, table: Table) -> str:
    """What the computer says at that table, "" for nothing."""
    return line(game.company(table, table), table.commit)


def told(game: Game, before: Table | None, after: Table) -> Lines:
    """What plain mode says: the game's own lines, and the computer's words where they are new."""
    lines, speaker = game.say(before, after), game.company(after, after)
    words = line(speaker, after.commit)
    if speaker is None or not words or (before is not None and words == said(game, before)):
        return lines
    return (*lines, f"{speaker.name}: {_QUOTED.format(words)}")


def named(game: Game, state: State, beside: int) -> str:
    """Its words for the message line, with its name, where neither the picture nor the columns beside it have
    room for them."""
    table = table_of(state)
    speaker = game.company(seen(state), table)
    words = line(speaker, table.commit)
    if speaker is None or not words or speaker.words or (beside >= _WIDE and table.kind != AT_TABLE):
        return ""
    return f"{speaker.name}: {_QUOTED.format(words)}"


def join(game: Game, state: State, canvas: Canvas, view: View) -> None:
    """Its face and its words on the board's picture, as far as they have room there."""
    speaker = game.company(seen(state), table_of(state))
    if speaker is None:
        return
    if place := speaker.face:
        canvas.fill(*place)
        canvas.blit(portrait(speaker.character.face, view.tier), place.x, place.y)
    words = line(speaker, table_of(state).commit)
    if (place := speaker.words) and words:
        canvas.fill(*place)
        if place.rows == 1:
            canvas.centre(place.y, _QUOTED.format(words), GREY, place.x, place.cols)
            return
        rows = wrap(_QUOTED.format(words), place.cols - 2)
        for at, row in enumerate(rows, start=place.y + max(place.rows - len(rows), 0) // 2):
            canvas.put(place.x + 1, at, row, GREY)


def aside(game: Game, state: State, view: View, cols: int) -> Canvas | None:
    """Its face in so many columns, and its words where they have room beside it; None where the board has it,
    or there is nobody."""
    speaker = game.company(seen(state), table_of(state))
    if speaker is None or speaker.face:
        return None
    picture = portrait(speaker.character.face, view.tier)
    words = line(speaker, table_of(state).commit)
    room = cols - picture.cols - 2
    canvas = Canvas(cols, picture.rows)
    canvas.blit(picture, 0 if room >= _ROOM else (cols - picture.cols) // 2)
    if words and room >= _ROOM:
        rows = wrap(_QUOTED.format(words), room)
        for y, row in enumerate(rows, start=(picture.rows - len(rows)) // 2):
            canvas.put(picture.cols + 2, y, row, GREY)
    return canvas


def quote(game: Game, table: Table, cols: int) -> str:
    """Its last words, once the game is over, with its name where they have room in so many columns."""
    speaker = game.company(table, table) if game.status(table.position).over else None
    words = _QUOTED.format(line(speaker, table.commit))
    if speaker is None or speaker.mood is None:
        return ""
    named = f"{speaker.name}: {words}"
    return f" {named if len(named) <= cols - 2 else words} "
