"""The pages before a game: the title, and the set-up page where the players are chosen."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from door.games.microlink import art, seating, toggles
from door.games.microlink.art import Tier, inks
from door.games.microlink.computer import level
from door.games.microlink.lastline import switches
from door.games.microlink.seating import Player, Seating
from door.games.microlink.state import SeatSpot, State, counts
from door.midend.ranks import draw_ranks
from door.midend.words import turns_line
from door.term.canvas import BLACK, BLUE, WHITE, Canvas, style
from door.ui.widgets import Hint, cut, keys_line, panel

COLS: Final = 80
ROWS: Final = 23

_TITLE_KEYS: Final = (
    Hint("enter", "play"), Hint("h", "help"), Hint("t", "Top Ten"), Hint("s", "statistics"),
    Hint("b", "boss"), Hint("q", "leave"),
)  # fmt: skip
_SEAT_KEYS: Final = (
    Hint("enter", "begin"), Hint("up", "row", "↑↓"), Hint("right", "who", "←→"), Hint("insert", "add", "Ins"),
    Hint("delete", "remove", "Del"), Hint("f1", "help"), Hint("esc", "back"),
)  # fmt: skip


# -- the title page ----------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _sign(of: Tier) -> Canvas:
    """The title page without what changes: the name over a row of nine doors."""
    canvas, ink = Canvas(COLS, ROWS), inks(of)
    canvas.put(5, 0, "M i c r o L i n k", ink.bright)
    logo = art.logo(of)
    canvas.blit(logo, (COLS - logo.cols) // 2, 1)
    for number in range(1, art.DOORS + 1):
        face: art.Face = "shut" if number in (2, 5) else "up"
        canvas.blit(art.door(number, face, of), art.door_x(number), 6)
    return canvas


def title(state: State, of: Tier) -> Canvas:
    """The title page: last month's first, this month's standing, toggles, turns, keys."""
    canvas, ink, books = _sign(of).copy(), inks(of), state.books
    draw_ranks(canvas, 11, books, ink.edge)
    canvas.centre(19, turns_line(books), ink.bright)
    canvas.centre(20, cut(state.note or _invitation(state), COLS - 2), ink.note if state.note else ink.text)
    canvas.blit(switches(state.on, toggles.ALL, of), 0, 21)
    keys_line(canvas, _TITLE_KEYS, ink.accent)
    return canvas


def _invitation(state: State) -> str:
    if state.scene in ("opening", "closing"):
        return "The dice are being sealed."
    if state.demo:
        return "Demo is on: ENTER seats players, and the computer plays for them all."
    if state.waiting:
        return "A game of yours is waiting: ENTER goes on with it."
    if not state.books.may_play:
        return "New turns come at midnight, board time. Practice costs none: ENTER."
    return "One to four players. ENTER seats them."


# -- the set-up page -------------------------------------------------------------------------------


def set_up(state: State, of: Tier) -> Canvas:
    """Who plays: a row a player, edited in place."""
    kind = "demonstration" if state.demo else "contest" if counts(state) else "practice"
    return _sheet(state.seating, kind, stake(state), turns_line(state.books), of)


@lru_cache(maxsize=64)
def _sheet(now: Seating, kind: str, stake: str, turns: str, of: Tier) -> Canvas:
    """The whole page; `kind` and `stake` say what the game counts for."""
    canvas, ink = Canvas(COLS, ROWS), inks(of)
    panel(canvas, 1, 0, COLS - 2, ROWS - 2, "MicroLink Shut The Box", ink.accent, ink.bright, "double-top")
    canvas.put(5, 2, "Who plays?", ink.accent)
    canvas.put(5, 3, "──────────", ink.dim)
    canvas.put(19, 2, "One to four, people at this keyboard and computers.", ink.text)
    for row, player in enumerate(now.players):
        _seat(canvas, row, player, now.row == row, of)
    _other_row(canvas, _seat_row(now.adding), now.adding, now.row, "add a player", of)
    ground = _other_row(canvas, 15, now.counting, now.row, "This game", of)
    canvas.put(19, 15, f"◄ {kind:<18} ►", ink.accent | ground)
    canvas.put(43, 15, stake[:31], ink.text | ground)
    canvas.put(19, 16, turns, ink.text)
    canvas.centre(18, cut(now.note, 74), ink.note)
    keys_line(canvas, _SEAT_KEYS, ink.accent)
    return canvas


def _other_row(canvas: Canvas, y: int, row: int, at: int, text: str, of: Tier) -> int:
    """A row that is not a player's; the background it stands on."""
    ink, here = inks(of), row == at
    _bar(canvas, y, here, of)
    ground = (BLUE if here and of == "colour" else BLACK) << 4
    canvas.put(8, y, text, ink.bright | ground if here else ink.text)
    canvas.hot(5, y, 70, 1, SeatSpot(row, "row"))
    return ground


def _seat_row(row: int) -> int:
    return 5 + row * 2


def _bar(canvas: Canvas, y: int, here: bool, of: Tier) -> None:
    if here:
        canvas.fill(5, y, 70, 1, " ", style(WHITE, BLUE if of == "colour" else BLACK))
        canvas.put(6, y, "►", inks(of).accent | (BLUE << 4 if of == "colour" else 0))


def _seat(canvas: Canvas, row: int, player: Player, here: bool, of: Tier) -> None:
    ink, y = inks(of), _seat_row(row)
    _bar(canvas, y, here, of)
    ground = (BLUE if here and of == "colour" else BLACK) << 4
    canvas.put(8, y, f"Player {row + 1}", ink.bright | ground if here else ink.text)
    kind = f"computer: {player.kind}" if player.kind else "person"
    canvas.put(19, y, f"◄ {kind:<18} ►", ink.accent | ground)
    canvas.hot(5, y, 70, 1, SeatSpot(row, "row"))
    canvas.hot(19, y, 22, 1, SeatSpot(row, "kind"))
    if player.kind:
        canvas.put(43, y, level(player.kind).way.partition(",")[0][:27], ink.text | ground)
    else:
        canvas.put(43, y, player.name.ljust(seating.LONGEST, "_"), ink.bright | ground)
        if here:
            canvas.cursor = (43 + min(len(player.name), seating.LONGEST), y)
    canvas.put(71, y, "[x]", ink.text | ground)
    canvas.hot(71, y, 3, 1, SeatSpot(row, "remove"))


def stake(state: State) -> str:
    """What a game begun now would count for, in a few words."""
    if state.demo:
        return "the computer plays for all"
    if not state.saved:
        return "not saved to the Top Ten (T)"
    if state.seating.practice:
        return "costs nothing, counts nothing"
    if not seating.counts(state.seating, state.setup.caller):
        return "practice: you are not first"
    return "costs a turn, and counts"


FRONT: Final[dict[str, Callable[[State, Tier], Canvas]]] = {
    "title": title,
    "opening": title,
    "closing": title,
    "seating": set_up,
}
