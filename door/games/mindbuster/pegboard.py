"""The peg boards: ten rows of holes with their scores, the row in hand, the cursor, and appearing rows.

Law: a still board is a cached picture, and the row in hand is drawn over it.  A board is 31 columns × 21
rows: its header, then two screen rows for each guess.  The caller's score appears peg by peg, then the
computer's row and its score.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from door.games.company import Character, Mood, Place, Speaker
from door.games.frames import Frame, Moment, fanfare, film
from door.games.game import QUIT, Table, computer_level
from door.games.mindbuster import art
from door.games.mindbuster.art import Look
from door.games.mindbuster.board import Back, Hole
from door.games.mindbuster.card import called
from door.games.mindbuster.hand import Hand
from door.games.mindbuster.rules import GUESSES, MINE, THEIRS, UNSET, Game, Marks, mark, result
from door.games.mindbuster.words import knows, left, shown
from door.term.canvas import (
    BLACK,
    DARK,
    GREY,
    MAGENTA,
    WHITE,
    YELLOW,
    Canvas,
    Sprite,
    lettered,
    picture,
    style,
)
from door.ui.texts import tr

our: Final = tr.mindbuster
COLS: Final = 31
ROWS: Final = 21
MARKS: Final = 28
Rows = tuple[tuple[str, Marks | None], ...]


def hole_x(hole: int, holes: int) -> int:
    return 3 + 5 * hole if holes == 5 else 4 + 6 * hole


def row_y(row: int) -> int:
    """Return the first screen row of guess `row` (from 0)."""
    return 1 + 2 * row


def rows_shown(table: Table, side: int) -> Rows:
    """Return one side's rows.  The last is empty while its pegs and marks are `coming`."""
    frame, rows = table.frame, table.position.history(side)
    if frame is None or frame.side != side or not rows:
        return tuple(rows)
    return (*rows[:-1], (UNSET * len(rows[-1][0]), None))


def code_shown(table: Table, side: int) -> str:
    """Return a board's code as this viewer may see it; blank until it is set."""
    game, code = table.position, table.position.code(side)
    if not code:
        return UNSET * int(game.holes)
    return code if knows(table, side) else "?" * int(game.holes)


@picture
def _empty(holes: int, look: Look) -> Canvas:
    canvas = Canvas(COLS, ROWS)
    colour = look.tier == "colour"
    strip = style(BLACK, MAGENTA) if colour else GREY
    bar(canvas, look)
    canvas.fill(0, 1, 2, ROWS - 1, " ", strip)
    for row in range(GUESSES):
        y = row_y(row)
        canvas.right(1, y, f"{row + 1}", strip)
        for hole in range(holes):
            canvas.blit(art.peg(UNSET, look), hole_x(hole, holes), y)
        if colour:
            canvas.fill(MARKS, y, 2, 2, "░", DARK)
        else:
            canvas.put(MARKS - 1, y, "│", DARK)
            canvas.put(MARKS - 1, y + 1, "│", DARK)
    return canvas


@picture
def standing(rows: Rows, holes: int, look: Look, spots: bool = False, first: int = 0) -> Canvas:
    """Draw a board with these rows, numbered from `first` + 1.  With `spots`, a click copies a row."""
    if not rows:
        return _empty(holes, look)
    canvas = standing(rows[:-1], holes, look, spots, first).copy()
    at = len(rows) - 1
    y, (pegs, marks) = row_y(at), rows[at]
    canvas.right(1, y, f"{first + at + 1:>2}", bar_ink(look))
    for hole, peg in enumerate(pegs):
        if peg != UNSET:
            canvas.blit(art.peg(peg, look), hole_x(hole, holes), y)
    if marks is not None:
        canvas.blit(art.score(*marks, look, bool((first + at) % 2)), MARKS - 1, y)
    if spots:
        canvas.hot(0, y, COLS, 2, Back(first + at))
    return canvas


def bar_ink(look: Look) -> int:
    return style(WHITE, MAGENTA) if look.tier == "colour" else WHITE


def bar(canvas: Canvas, look: Look, left: str = "", right: str = "") -> None:
    """Draw the first row of a board or panel, as wide as its canvas."""
    ink = bar_ink(look)
    canvas.fill(0, 0, canvas.cols, 1, " ", ink)
    canvas.put(1, 0, left, ink)
    canvas.right(canvas.cols - 2, 0, right, ink)


def header(canvas: Canvas, x: int, name: str, code: str, look: Look) -> None:
    """Draw a board's first row: the guesser's name and the code."""
    canvas.put(x + 1, 0, name, bar_ink(look))
    at = x + COLS - 3 * len(code) - (len(code) < 5)
    for hole, peg in enumerate(code):
        art.small_peg(canvas, at + 3 * hole, 0, peg, look)


def in_hand(canvas: Canvas, x: int, y: int, holes: int, look: Look) -> None:
    """Draw the row being made as empty holes that answer the mouse."""
    for hole in range(holes):
        at = x + hole_x(hole, holes)
        canvas.blit(art.peg(UNSET, look), at, y)
        canvas.hot(at - 1, y, 6, 2, Hole(hole))


def held(x: int, y: int, hand: Hand, look: Look) -> Iterator[Sprite]:
    """Yield the pegs of the row in hand, and the cursor's brackets."""
    holes = len(hand.pegs)
    for hole, peg in enumerate(hand.pegs):
        if peg != UNSET:
            yield Sprite(art.peg(peg, look), x + hole_x(hole, holes), y)
    at = x + hole_x(hand.cursor, holes)
    left, right = "[]" if look.tier == "ascii" else "▐▌"
    yield Sprite(lettered(left, YELLOW, art.PEG_ROWS), at - 1, y)
    yield Sprite(lettered(right, YELLOW, art.PEG_ROWS), at + 4, y)


def mark_row(canvas: Canvas, x: int, row: int, look: Look) -> None:
    """Highlight the number of the row to be guessed, as a tab that opens to the board."""
    ink = style(YELLOW) if look.tier == "colour" else style(BLACK, GREY)
    canvas.put(x, row_y(row), f"{row + 1:>2}", ink)
    if look.tier == "colour":
        canvas.put(x, row_y(row) + 1, "  ")


# -- animation -------------------------------------------------------------------------------------

PEG_SECONDS: Final = 0.14
AT_LAST: Final = Moment(our.banner_at_last, 6, film(__file__, "lock", "lock", "lock_open"))
HELD: Final = Moment(our.banner_held, 6)
"""A code that held for ten guesses."""


class Peg(NamedTuple):
    """A picture of that side's last row, with so many of its pegs and marks visible."""

    side: int
    pegs: int
    marks: int


def frames(before: Table | None, after: Table) -> tuple[Frame, ...]:
    """Return a frame for every piece of the row just entered, first the board without it.  The guesser's
    own pegs don't appear one by one.
    """
    game = after.position
    if before is None or not after.moves or after.moves[-1] == QUIT or not game.guesses:
        return ()
    side = THEIRS if len(game.answers) > len(before.position.answers) else MINE
    rows = game.rows(side)
    black, white = mark(rows[-1], game.code(side))
    scored = black + white
    coming = [Peg(side, pegs, 0) for pegs in range(game.holes)] if side != left(after) else []
    if coming or scored:
        coming += [Peg(side, game.holes, marks) for marks in range(scored + 1)]
    one_by_one = tuple(Frame(PEG_SECONDS, peg) for peg in coming)
    if len(rows) < GUESSES or (black < game.holes and game.duel):
        return one_by_one
    moment = AT_LAST if black == game.holes else HELD
    return (*one_by_one, *fanfare(moment, Peg(side, game.holes, scored)))


def coming(table: Table, x: int, look: Look) -> tuple[Sprite, ...]:
    """Return the visible part of a board's last row at column `x`: first pegs, then black, then white."""
    peg, rows = table.frame, table.position.history(table.frame.side)
    (pegs, marks), y = rows[-1], row_y(len(rows) - 1)
    out = [
        Sprite(art.peg(letter, look), x + hole_x(hole, len(pegs)), y)
        for hole, letter in enumerate(pegs[: peg.pegs])
    ]
    if peg.pegs < len(pegs):
        return tuple(out)
    black = min(marks[0], peg.marks)
    score = art.score(black, min(marks[1], peg.marks - black), look, bool((len(rows) - 1) % 2))
    return (*out, Sprite(score, x + MARKS - 1, y))


# -- the computer players ------------------------------------------------------------


CHARACTERS: Final[Mapping[str, Character]] = {
    level: Character(level, *voice)
    for level, *voice in (
        ("homer", our.homer_greeting, our.homer_good, our.homer_bad, our.homer_win, our.homer_loss),
        ("bart", our.bart_greeting, our.bart_good, our.bart_bad, our.bart_win, our.bart_loss),
        ("lisa", our.lisa_greeting, our.lisa_good, our.lisa_bad, our.lisa_win, our.lisa_loss),
        ("watson", our.watson_greeting, our.watson_good, our.watson_bad, our.watson_win, our.watson_loss),
        ("holmes", our.holmes_greeting, our.holmes_good, our.holmes_bad, our.holmes_win, our.holmes_loss),
        ("einstein", our.einstein_greeting, our.einstein_good, our.einstein_bad, our.einstein_win,
         our.einstein_loss),
    )
}  # fmt: skip
"""The character of each level, whose name its face has."""

_FACED: Final = 6
"""With more of its rows filled than this, the computer's face has no room below them."""


def company(seen: Table, table: Table) -> Speaker | None:
    """Return the computer, placed below its rows.  Return None in solo games, between callers, or on the
    page of Show Scoring.
    """
    game = seen.position
    if not game.duel or game.between_callers or shown(table) is not None:
        return None
    seat, filled = game.seats[THEIRS], len(table.position.answers)
    y = row_y(max(filled, _FACED))
    x, rows = COLS + 2, ROWS - y
    face = Place(x, y, 12, rows) if filled <= _FACED else None
    words = Place(x + 12, y, 13, rows) if face else Place(x, y, 25, rows) if rows else None
    character = CHARACTERS.get(computer_level(seat), CHARACTERS["watson"])
    return Speaker(called(seat), character, _mood(game), len(game.answers), face, words)


def _mood(game: Game) -> Mood:
    if game.over and not game.given_up and (came_to := result(game)) != "drawn":
        return "win" if came_to == "lost" else "loss"
    if not game.answers:
        return "greeting"
    black, white = mark(game.answers[-1], game.own)
    return "good" if 2 * black + white > game.holes else "bad"
