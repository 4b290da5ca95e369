"""The menu's doors, and the board's life beside them: who is on, a game in small, the leaders, the wall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from door.pages.api import DoorListing, DoorsLobby, Lobby, Online, OnTv
from door.play.books import Books, Hundredths
from door.records.community.community import Posted
from door.term.canvas import BRIGHT_CYAN, CYAN, DARK, GREY, WHITE, YELLOW, Canvas, style
from door.ui import look
from door.ui.lettering import small
from door.ui.screen import Query, View
from door.ui.texts import tr
from door.ui.widgets import cut, wrap
from door.ui.words import sentences, speakable

GAP: Final = 2
NARROW: Final = 30
HEADING: Final = 3
"""Columns of a heading's line around its text, at least."""

SECONDS: Final = 10.0
CALLERS, LINES = 5, 4


@dataclass(frozen=True, slots=True)
class Living:
    """`on` are the first callers of `count`, `wall` its last lines, the newest last."""

    on: tuple[Online, ...]
    count: int
    tv: OnTv
    wall: tuple[Posted, ...]


LIVING: Final[Query[None, Living]] = Query("living")


def has_room(lobby: Lobby) -> bool:
    """True if the caller's screen is wide enough, and they don't want short menus."""
    cols = lobby.terminal.get("size", "").partition("x")[0]
    return (
        not lobby.plain and lobby.prefs.get("expert") != "on" and cols.isdecimal() and int(cols) >= look.WIDE
    )


def beside(menu: Canvas, living: Living, lobby: DoorsLobby, view: View) -> Canvas:
    """Return the menu with the board's life at its right, if both fit."""
    cols = min(view.cols - menu.cols - GAP, look.WIDTH // 2 + GAP)
    if cols < NARROW:
        return menu
    panel = Canvas(cols, max(menu.rows, min(view.rows, 2 * look.HEIGHT)))
    y = _section(panel, 0, tr.menu.on_the_board(count=living.count), _callers(living))
    tv, by = living.tv, 2 if cols > look.WIDTH // 2 else 3
    heading, told = tv.title, [speakable(tv.stand)]
    if len(heading) > cols - HEADING:
        heading, told = tr.keys.board_tv(), [*wrap(tv.title, cols - 1), *told]
    if tv.picture and not view.ascii and panel.rows > look.HEIGHT + 3:
        picture = small(tv.picture, by)
        panel.blit(picture, 0, y + 1)
        told = [""] * picture.rows + told
    if tv.title:
        y = _section(panel, y, heading, told)
    y = _section(
        panel, y, tr.menu.leads_the_month(), _leaders(lobby) or wrap(tr.menu.nobody_leads(), cols - 1)
    )
    wall = tuple(f"{line.handle}: {line.text}" for line in living.wall)
    wall = wall or wrap(tr.people.no_wall_lines(), cols - 1)
    y = _section(panel, y, tr.menu.on_the_wall(), wall[-max(1, panel.rows - y - 1) :])
    wide = Canvas(menu.cols + GAP + cols, min(panel.rows, max(menu.rows, y - 1)))
    wide.blit(menu)
    wide.blit(panel, menu.cols + GAP, 0)
    return wide


def _callers(living: Living) -> tuple[str, ...]:
    return tuple(f"{one.handle}: {one.where}" for one in living.on[:CALLERS])


def _leaders(lobby: DoorsLobby) -> tuple[str, ...]:
    first = ((door.name, door.books.standing[0]) for door in lobby.doors if door.books.standing)
    return tuple(f"{name}: {row.caller}, {row.score}" for name, row in first)


def _section(canvas: Canvas, y: int, heading: str, lines: Sequence[str]) -> int:
    """Draw a heading with its lines, as many as fit. Return the row after a blank one.

    An empty line is left as it is, for a picture.
    """
    room = canvas.cols - 1
    if not lines or y + 1 >= canvas.rows:
        return y
    title = cut(heading, canvas.cols - HEADING)
    canvas.put(0, y, f"─ {title} " + "─" * (room - len(title) - 3), style(CYAN))
    canvas.put(2, y, title, style(BRIGHT_CYAN))
    for at, line in enumerate(lines[: canvas.rows - y - 1], y + 1):
        name, colon, rest = line.partition(": ")
        x = canvas.put(0, at, cut(name + colon, room), style(WHITE if colon else GREY))
        canvas.put(x, at, cut(rest, room - x), style(GREY))
    return y + len(lines) + 2


# -- doors ---------------------------------------------------------------------------------------


def draw_door(
    canvas: Canvas, left: int, y: int, at: int, listing: DoorListing, marked: bool, expert: bool = False
) -> None:
    back = look.draw_row(canvas, left + 4, y, marked)
    canvas.put(left + 6, y, str(at + 1), style(YELLOW, back))
    ink = DARK if listing.shut and not marked else WHITE if marked else listing.accent
    canvas.put(left + 8, y, cut(listing.name, 30), style(ink, back))
    books = listing.books
    canvas.put(left + 46, y, turns(books), style(GREY, back))
    canvas.right(left + 66, y, month(books), style(GREY, back))
    canvas.right(left + 72, y, f"#{books.rank}" if books.rank else "-", style(BRIGHT_CYAN, back))
    canvas.hot(left + 4, y, 72, 1 if expert else 2, at)
    if expert:
        waits = tr.menu.game_waits() if listing.waiting else ""
        canvas.right(left + 44, y, tr.menu.door_closed() if listing.shut else waits, style(YELLOW, back))
        return
    ink = YELLOW if listing.waiting and not listing.shut else DARK
    canvas.put(left + 8, y + 1, cut(note(listing), 66), style(ink))


def note(listing: DoorListing) -> str:
    """Return why the door is closed, that a game waits there, or what it is."""
    return listing.shut or (tr.menu.your_game_waits() if listing.waiting else listing.tagline)


def month(books: Books) -> str:
    """Return the caller's figure of the month. One that is not a plain score has a word: "par +0.66"."""
    if not books.rank:
        return "-"
    if isinstance(books.score, Hundredths):
        return tr.play.score_to_measure(measure=tr.play.measure_par(), score=books.score)
    return f"{books.score}"


def turns(books: Books) -> str:
    """Return the turns left in at most 13 columns. Without a limit, free turns are not shown."""
    if books.turns_left is None:
        return tr.menu.no_turn_limit()
    if not books.free_turns:
        return f"{books.turns_left}"
    return tr.menu.turns_and_free(turns=books.turns_left, free=books.free_turns)


def door_line(number: int, listing: DoorListing, in_short: bool = False) -> str:
    """Return a door's row in words, with what it is unless `in_short`."""
    books = listing.books
    if listing.shut:
        return f"{number} {listing.name}: {listing.shut}"
    if books.turns_left is None:
        parts: list[str] = [tr.menu.plain_no_turn_limit()]
    else:
        parts = [tr.menu.plain_turns_left(turns=books.turns_left)]
        parts += [tr.menu.plain_free_turns(turns=books.free_turns)] if books.free_turns else []
    parts += [tr.menu.plain_rank(score=month(books), rank=books.rank)] if books.rank else []
    parts += [tr.menu.plain_game_waits()] if listing.waiting else []
    line = f"{number} {listing.name}: {', '.join(parts)}."
    return line if in_short else sentences(line, tr.common.full_stop(text=listing.tagline))
