"""A computer player's face and words: on the board or beside it, in plain mode, and at the end.

The game decides who speaks, about what, and in which space (`Game.company`). Words follow what has been
shown, so they never give away a move in progress.
"""

from __future__ import annotations

from typing import Final

from door.games.company import Speaker, line, portrait
from door.games.contract import Door
from door.games.game import AT_TABLE, GameView
from door.play.api import VOICES
from door.screens.state import BoardNews, NewsItem, PageNews, State, table_of
from door.term.canvas import Canvas, picture
from door.ui.screen import View
from door.ui.widgets import cut, fold
from door.ui.words import Lines

_ROOM: Final = 11
"""Columns that words beside a face need."""

_WIDE: Final = 30
"""Columns beside the board that have room for both."""


def table_as_shown(state: State) -> GameView:
    """Return the table as shown so far: before a move in progress, until a frame waits."""
    before, shown = state.motion.before, state.frames[: state.at + 1]
    moves = before is not None and shown and all(frame.seconds for frame in shown)
    return before if moves and before is not None else table_of(state)


def _spoken_words(speaker: Speaker | None, table: GameView) -> str:
    words = "" if table.choices.get(VOICES) == "off" else line(speaker, table.commit)
    return f'"{words}"' if words else ""


def board_lines(game: Door, before: GameView | None, after: GameView) -> Lines:
    """Return the lines for plain mode: the game's own, and the computer's new words."""
    lines, speaker = game.words.say(before, after), game.picture.company(after, after)
    words = _spoken_words(speaker, after)
    if speaker is None or not words:
        return lines
    if before and words == _spoken_words(game.picture.company(before, before), before):
        return lines
    return (*lines, f"{speaker.name}: {words}")


def _news_lines(game: Door, news: NewsItem) -> Lines:
    match news:
        case BoardNews():
            return board_lines(game, *news)
        case PageNews(lines, state):
            return lines(game, state)
    return (news,)


def new_lines(game: Door, before: State | None, after: State) -> Lines:
    """Return the lines for plain mode since the state before, or all of them."""
    return tuple(line for one in after.news_after(before) for line in _news_lines(game, one) if line)


def message_words(game: Door, state: State, beside: int) -> str:
    """Return its words with its name for the message line, if neither picture nor side panel has room."""
    table = table_of(state)
    speaker = game.picture.company(table_as_shown(state), table)
    words = _spoken_words(speaker, table)
    if speaker is None or not words or speaker.words or (beside >= _WIDE and table.kind != AT_TABLE):
        return ""
    return f"{speaker.name}: {words}"


def quote(game: Door, table: GameView, cols: int) -> str:
    """Return its last words after the game, with its name if they fit the columns."""
    speaker = game.picture.company(table, table) if game.rules.status(table.position).ended else None
    words = _spoken_words(speaker, table)
    named = f"{speaker.name}: {words}" if speaker and words else ""
    return named if len(named) <= cols else words


# -- pictures --------------------------------------------------------------------------------


@picture
def _bubble(words: str, cols: int, rows: int) -> Canvas:
    """Centre the words in that space."""
    canvas = Canvas(cols, rows)
    if rows == 1:
        canvas.centre(0, cut(words, cols))
        return canvas
    lines = fold(words, cols - 2, rows)
    canvas.put_lines(1, (rows - len(lines)) // 2, lines)
    return canvas


def draw_face(game: Door, state: State, canvas: Canvas, view: View) -> None:
    """Draw its face and words on the board's picture as far as they fit."""
    speaker = game.picture.company(table_as_shown(state), table_of(state))
    if speaker is None:
        return
    if speaker.face:
        canvas.blit(portrait(speaker.character.face, view.tier), *speaker.face[:2])
    words, (x, y, cols, rows) = _spoken_words(speaker, table_of(state)), speaker.words or (0, 0, 0, 0)
    if rows and (words or rows > 1):
        canvas.blit(_bubble(words, cols, rows), x, y)


def face_panel(game: Door, state: State, view: View, cols: int) -> Canvas | None:
    """Return its face, and words if they fit, for a panel of so many columns.

    Return None if the board shows it, or nobody speaks.
    """
    speaker = game.picture.company(table_as_shown(state), table_of(state))
    if speaker is None or speaker.face:
        return None
    face = portrait(speaker.character.face, view.tier)
    room = cols - face.cols
    canvas = Canvas(cols, face.rows)
    if room < _ROOM + 2:
        canvas.blit(face, room // 2)
        return canvas
    canvas.blit(face)
    canvas.blit(_bubble(_spoken_words(speaker, table_of(state)), room, face.rows), face.cols)
    return canvas
