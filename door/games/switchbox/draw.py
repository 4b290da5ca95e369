"""The door's screens on a grid of 80×23, in the middle of whatever there is.

Law: `draw` is pure, and whatever stays as it is comes from a cache: a level of switches is one
picture for each way it can stand, a card one for what it says, so that a moved cursor costs a
few blits.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from door.games.switchbox import art, front, motion
from door.games.switchbox.art import COLUMN, EXIT_ROW, TOP, Tier, column_x, inks, level_x
from door.games.switchbox.box import BASE, ENTRIES, FIRST_ENTRY, LEVELS, SWITCHES, Box
from door.games.switchbox.help import pages
from door.games.switchbox.motion import ROWS_A_LEVEL, Frame
from door.games.switchbox.rules import Game, gain, preview
from door.games.switchbox.state import EntrySpot, Sight, State, sight, sitter
from door.games.switchbox.turns import ROUNDS, Figures
from door.games.switchbox.words import name, preview_line, round_name
from door.term.canvas import BROWN, WHITE, YELLOW, Canvas, style
from door.ui.screen import View
from door.ui.widgets import Hint, centred, cut, draw_page, keys_line, message, panel
from door.ui.words import counted, seal

COLS: Final = 80
ROWS: Final = 23
ACCENT: Final = YELLOW
PAST_ROW: Final = 20
NOTE_ROW: Final = 21
CARD_COLS: Final = 15
CARD_AT: Final = ((0, 1), (COLS - CARD_COLS, 1))
SLOT_AT: Final = ((16, 1), (59, 1))
"""Beside each card, towards the box: the arrow, or the goal."""
UNDER_AT: Final = ((0, 8), (COLS - 10, 8))
"""Below each card: the four figures, ten columns × five rows."""
LEFT_AT: Final = (0, COLS - 6)
"""Beside the lowest level: the passes and random balls a side has left, six columns."""

_PLAY: Final = (
    Hint("enter", "drop", "1-8 Enter"), Hint("+", "random"), Hint("-", "pass"), Hint("v", "preview"),
    Hint("t", "tables"), Hint("h", "help"), Hint("q", "leave"),
)  # fmt: skip
_CONTEST: Final = tuple(hint for hint in _PLAY if hint.key != "v")
_SKIP: Final = (Hint("enter", "skip", "any key"),)
_WAIT: Final = (Hint("h", "help"), Hint("q", "leave"))
_DEMO: Final = (Hint("enter", "next ball"), Hint("h", "help"), Hint("esc", "end the demonstration"))
_ROUND: Final = (Hint("enter", "go on"), Hint("h", "help"), Hint("q", "leave"))
_ASK: Final = (Hint("l", "for later"), Hint("g", "give it up"), Hint("esc", "play on"))
_END: Final = (Hint("g", "end it"), Hint("esc", "play on"))


def draw(state: State, view: View) -> Canvas:
    """The state on columns × rows of `view`."""
    of = art.tier(view)
    if state.over == "help":
        canvas = Canvas(COLS, ROWS)
        draw_page(canvas, pages(state.setup.options), state.page, ACCENT, "Switchbox")
    elif state.over == "tables":
        canvas = front.tables(state, of)
    elif state.scene == "setup":
        canvas = front.setup(state, of)
    elif state.game is None or state.scene in ("title", "opening"):
        canvas = front.title(state, of)
    elif state.scene == "done":
        canvas = front.result(state, state.game, of)
    else:
        canvas = _table(state, state.game, of)
    if state.over == "ask":
        _ask(canvas, state)
    return centred(canvas, view.cols, view.rows)


def _ask(canvas: Canvas, state: State) -> None:
    canvas.spots.clear()
    lines = ("A game left for later waits here with the same balls.",
             "One given up keeps the total of its finished rounds.")  # fmt: skip
    hints = _ASK if state.ranked else _END
    if state.ranked:
        message(canvas, "Leave this game?", lines, hints, ACCENT)
    else:
        message(
            canvas, "End this practice game?", ("It counts for nothing and does not wait.",), hints, ACCENT
        )
    canvas.fill(0, ROWS - 1, COLS - 1, 1)
    keys_line(canvas, hints, ACCENT)


# -- the table ----------------------------------------------------------------------------------


def _table(state: State, game: Game, of: Tier) -> Canvas:
    """The box with both cards: whatever a game in progress shows."""
    frame = _frame(state, game)
    now = sight(state, game, frame.out)
    canvas = _base(now.round, round_name(game, now.round), now.values, _kind(state), of).copy()
    _switches(canvas, frame.box, of)
    _entries(canvas, state, game, of)
    if lit := _lit(state, game, frame):
        canvas.blit(_exits(now.values, lit, of), column_x(0), EXIT_ROW - 1)
    for seat in (0, 1):
        _side(canvas, state, game, now, seat, of)
    if state.preview and state.scene == "choosing":
        _preview(canvas, state, game, of)
    for column, row in frame.balls:
        canvas.blit(art.ball(of), column_x(column), TOP + row)
    _notes(canvas, state, game, of)
    keys_line(canvas, _hints(state, game), ACCENT)
    return canvas


def _frame(state: State, game: Game) -> Frame:
    """The box as it is to be shown now."""
    if state.scene == "falling":
        shown = motion.falling(state.before, game)
        if shown:
            return shown[min(state.frame, len(shown) - 1)]
    return Frame(game.box, (), True)


def _switches(canvas: Canvas, box: Box, of: Tier) -> None:
    for level in range(LEVELS):
        mask = (1 << SWITCHES[level]) - 1
        lean, load = box.lean >> BASE[level] & mask, box.load >> BASE[level] & mask
        canvas.blit(art.level_picture(level, lean, load, of), level_x(level), TOP + ROWS_A_LEVEL * level)


def _entries(canvas: Canvas, state: State, game: Game, of: Tier) -> None:
    last = game.last.move[-1:] if game.last is not None else ""
    at = int(last) if last in tuple("12345678") else 0
    cursor = state.cursor if state.scene == "choosing" else 0
    canvas.blit(
        _numbers(cursor, at, state.scene in ("choosing", "offer"), of), column_x(FIRST_ENTRY), TOP - 1
    )


@lru_cache(maxsize=512)
def _numbers(cursor: int, last: int, hot: bool, of: Tier) -> Canvas:
    """The numbers 1 to 8 above the box, the cursor at one of them (0: nobody's choice now)."""
    ink, canvas = inks(of), Canvas(COLUMN * ENTRIES, 1)
    for entry in range(1, ENTRIES + 1):
        x, here = COLUMN * (entry - 1), entry == cursor
        text = f"►{entry}◄ " if here else f" {entry}  "
        text = text.replace("►", ">").replace("◄", "<") if of == "ascii" else text
        look = ink.accent if here else ink.bright if cursor or entry == last else ink.dim
        canvas.put(x, 0, text, look)
        if hot:
            canvas.hot(x, 0, COLUMN, 1 + ROWS_A_LEVEL, EntrySpot(entry))
    return canvas


@lru_cache(maxsize=64)
def _base(number: int, called: str, values: tuple[int, ...], kind: str, of: Tier) -> Canvas:
    """What stays as it is for a round: the casing, the header, and what the exits are worth."""
    canvas, ink = art.casing(of).copy(), inks(of)
    canvas.put(1, 0, "SWITCHBOX", ink.accent)
    canvas.put(23, 0, f"Round {number + 1} of {ROUNDS}", ink.bright)
    canvas.put(37, 0, called, ink.text)
    canvas.right(78, 0, kind, ink.dim)
    canvas.blit(_exits(values, (), of), column_x(0), EXIT_ROW - 1)
    return canvas


def _kind(state: State) -> str:
    """What the game counts for, and its seal, in short."""
    kind = "demonstration" if state.demo else "contest" if state.ranked else "practice"
    return f"{kind}  sealed {seal(state.begun.commit)[:9]}" if state.begun is not None else kind


@lru_cache(maxsize=512)
def _exits(values: tuple[int, ...], lit: tuple[int, ...], of: Tier) -> Canvas:
    """What the exits are worth, two rows with the partitions between them; those `lit` marked."""
    ink = inks(of)
    canvas = Canvas(COLUMN * len(values), 2)
    for at, value in enumerate(values):
        x, on = COLUMN * at, at + 1 in lit
        look = ink.text if value >= 0 else ink.bad
        if on:
            look = style(WHITE, BROWN) if of == "colour" else ink.accent
            canvas.put(x, 0, " vv" if of == "ascii" else " ▼▼", ink.accent)
        canvas.put(x, 1, f"{value:>3}"[:4], look)
        if at and len(str(values[at - 1])) < COLUMN:
            canvas.put(x - 1, 1, "|" if of == "ascii" else "│", ink.dim)
    return canvas


def _lit(state: State, game: Game, frame: Frame) -> tuple[int, ...]:
    """The exits (1..16) that balls of the latest move came out by, once they have."""
    if state.preview and state.scene == "choosing":
        return tuple(sorted(set(preview(game, state.cursor).exits)))
    return tuple(sorted(set(game.last.exits))) if frame.out and game.last is not None else ()


def _preview(canvas: Canvas, state: State, game: Game, of: Tier) -> None:
    """Where a ball at the cursor would go: a mark at every switch it or a freed one would hit."""
    for hit in preview(game, state.cursor).hits:
        mark = "XX" if hit.effect == "stops" else "vv" if of == "ascii" else "▼▼"
        y = TOP + ROWS_A_LEVEL * hit.level
        canvas.put(column_x(hit.column) + 1, y, mark, inks(of).good)


# -- the cards ----------------------------------------------------------------------------------------


def _side(canvas: Canvas, state: State, game: Game, now: Sight, seat: int, of: Tier) -> None:
    """A player's card, the arrow or the goal beside it, and the four figures below it."""
    moves = now.mover == seat
    card = _card(*_names(game, seat), now.points[seat], now.goal, now.totals[seat], moves, of)
    canvas.blit(card, *CARD_AT[seat])
    x, y = SLOT_AT[seat]
    if moves:
        canvas.blit(art.arrow(bool(seat), of), x, y)
    elif now.mover >= 0:
        canvas.put(x, y + 1, "GOAL".center(5), inks(of).text)
        canvas.put(x, y + 2, str(now.goal).center(5), inks(of).accent)
    if game.rounds:
        fresh = state.scene == "round"
        canvas.blit(_under(len(game.rounds), game.rounds[-1][seat], fresh, of), *UNDER_AT[seat])
    for at, line in enumerate(_left(game, seat)):
        canvas.put(LEFT_AT[seat], 14 + at, line, inks(of).text)


def _names(game: Game, seat: int) -> tuple[str, str]:
    """A card's title and what is written at its foot: a computer's level."""
    level = sitter(game, seat)
    title = name(game, seat).removeprefix("The ")
    return title, "" if not level or game.terms.solitaire else level


@lru_cache(maxsize=256)
def _card(title: str, foot: str, points: int, goal: int, total: int, moves: bool, of: Tier) -> Canvas:
    """A score card: the round's points, how far they are to the goal, and the grand total."""
    ink, canvas = inks(of), Canvas(CARD_COLS, 7)
    edge = ink.accent if moves else ink.edge
    border = "double" if moves else "single"
    panel(canvas, 0, 0, CARD_COLS, 7, title, edge, ink.bright, border)
    figure = art.figure(points, CARD_COLS - 2, ink.good if points >= goal else ink.bright, of)
    canvas.blit(figure, (CARD_COLS - figure.cols) // 2, 1)
    full = round(max(0.0, min(points / goal, 1.0)) * (CARD_COLS - 4))
    done, rest = ("#", "-") if of == "ascii" else ("█", "░")
    canvas.put(2, 4, done * full, ink.good if points >= goal else ink.accent)
    canvas.put(2 + full, 4, rest * (CARD_COLS - 4 - full), ink.dim)
    canvas.put(2, 5, "Total", ink.text)
    canvas.right(CARD_COLS - 3, 5, f"{total}", ink.bright)
    if foot:
        canvas.right(CARD_COLS - 3, 6, f" {foot} ", ink.text)
    return canvas


@lru_cache(maxsize=256)
def _under(number: int, card: Figures, fresh: bool, of: Tier) -> Canvas:
    """The four figures of a round that ended."""
    ink, canvas = inks(of), Canvas(10, 5)
    canvas.put(0, 0, f"Round {number}:", ink.accent if fresh else ink.dim)
    lines = (("score", f"{card.points}"), ("+goal", f"{card.with_goal}"), ("diff", f"{card.difference:+}"))
    for at, (label, value) in enumerate((*lines, ("TOTAL", f"{card.total}")), 1):
        canvas.put(0, at, label, ink.text if fresh else ink.dim)
        canvas.right(9, at, value, ink.bright if fresh else ink.text)
    return canvas


def _left(game: Game, seat: int) -> tuple[str, ...]:
    """The passes and the random balls a side has left, where they are counted."""
    terms, lines = game.terms, []
    if terms.limited_passes and not terms.solitaire:
        lines.append(f"pass {game.stand.passes[seat]}")
    if terms.gifts and not terms.solitaire:
        lines.append(f"give {game.stand.gifts[seat]}")
    return tuple(lines)


# -- words ---------------------------------------------------------------------------------------------


def _notes(canvas: Canvas, state: State, game: Game, of: Tier) -> None:
    """What happened last and before, and what is asked now."""
    ink = inks(of)
    if state.preview and state.scene == "choosing":
        line = preview_line(state.cursor, preview(game, state.cursor), gain(game, state.cursor))
        canvas.centre(NOTE_ROW, cut(line, 78), ink.good)
        return
    if state.scene == "falling" and state.frame + 1 < len(motion.falling(state.before, game)):
        canvas.centre(PAST_ROW, cut(state.past, 78), ink.dim)
        return
    above, below = (state.past, state.note) if state.scene != "round" else (state.note, _round_note(game))
    if state.scene == "offer":
        above, below = state.note, f"Give {name(game, game.stand.mover)} a random ball for the next turn?"
    canvas.centre(PAST_ROW, cut(above, 78), ink.text if state.scene in ("round", "offer") else ink.dim)
    mark = "! " if state.refused else ""
    canvas.centre(NOTE_ROW, cut(f"{mark}{below}", 78), ink.bad if state.refused else ink.bright)


def _round_note(game: Game) -> str:
    mine, other = game.rounds[-1]
    return f"Round {len(game.rounds)} is over: {counted(mine.points, 'point')} to {other.points}."


def _hints(state: State, game: Game) -> tuple[Hint, ...]:
    if state.scene == "choosing":
        return _CONTEST if state.ranked else _PLAY
    if state.demo:
        return _DEMO
    if state.scene == "offer":
        return (Hint("g", "give it"), Hint("enter", "keep it"), *_WAIT)
    return {"falling": _SKIP, "round": _ROUND}.get(state.scene, _WAIT)
