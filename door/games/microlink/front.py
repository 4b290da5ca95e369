"""The pages around a game: title, set-up, result, Top Ten, and all scorecards side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from door.games.api import Books, Row
from door.games.lettering import lettering
from door.games.microlink import art, seating, toggles
from door.games.microlink.art import Tier, inks
from door.games.microlink.computer import level
from door.games.microlink.lastline import Valid, valid_keys
from door.games.microlink.pages import coach_pages
from door.games.microlink.record import range_of_ten, top_ten
from door.games.microlink.rules import PERFECT_GAME, Game, dots
from door.games.microlink.seating import Player
from door.games.microlink.state import SeatSpot, State, sight, who
from door.games.shutbox.tell import turns_left
from door.games.widgets import Column, Hint, keys_line, month_name, ordinal, panel, table
from door.term.canvas import BLACK, BLUE, WHITE, Canvas, style
from door.term.keys import Key

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
_DONE_LOOK: Final = (Valid("t", "Ten"), Valid("s", "Stats"), Valid("b", "Boss"), Valid("h", "Help"))
_ANY: Final = (Hint("enter", "back", "any key"),)
_PLACES: Final = (Column("", 3, True), Column("", 16), Column("", 6, True), Column("", 4, True))


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
    _ranks(canvas, 3, books.winners, f"{_month(books.last_month, 'Last month')}: the winners", of,
           "Nobody played last month.")  # fmt: skip
    _ranks(canvas, 41, books.standing[:5], f"{_month(books.month, 'This month')} so far", of,
           "No game finished yet.")  # fmt: skip
    if books.winners:
        canvas.put(6, 16, f"Winner: {books.winners[0].caller}"[:32], ink.note)
    if books.rank:
        canvas.put(44, 16, f"You are {ordinal(books.rank)} with {books.score}.", ink.text)
    canvas.centre(18, turns_left(books), ink.bright)
    canvas.centre(19, (state.note or _invitation(state))[: COLS - 2], ink.note if state.note else ink.text)
    _switches(canvas, state, of)
    keys_line(canvas, _TITLE_KEYS, ink.accent)
    return canvas


def _month(month: str, otherwise: str) -> str:
    return month_name(month) if month else otherwise


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


def _ranks(canvas: Canvas, x: int, rows: Sequence[Row], head: str, of: Tier, nobody: str) -> None:
    """Half the title page's width: places, callers, scores, games."""
    ink = inks(of)
    panel(canvas, x, 10, 37, 8, head, ink.edge, ink.head)
    if not rows:
        canvas.put(x + 3, 12, nobody[:33], ink.text)
        return
    texts = [(f"{row.place}.", row.caller, str(row.score), f"x{row.games}" if row.games else "") for row in rows[:5]]
    table(canvas, x + 1, 11, _PLACES, texts, (ink.note, ink.bright, ink.bright))


def _switches(canvas: Canvas, state: State, of: Tier) -> None:
    """The toggles in a row, as they stand."""
    ink, x = inks(of), 2
    for toggle in toggles.ALL:
        on = toggle.letter in state.on
        end = canvas.put(x, 20, toggle.word, ink.text)
        canvas.put(x + toggle.word.find(toggle.letter.upper()), 20, toggle.letter.upper(), ink.accent)
        end = canvas.put(end + 1, 20, "yes" if on else "no", ink.bright if on else ink.dim)
        canvas.hot(x, 20, end - x, 1, Key(toggle.letter))
        x = end + 2


# -- the set-up page -------------------------------------------------------------------------------


def set_up(state: State, of: Tier) -> Canvas:
    """Who plays: a row a player, edited in place."""
    canvas, ink, now = Canvas(COLS, ROWS), inks(of), state.seating
    panel(canvas, 1, 0, COLS - 2, ROWS - 2, "MicroLink Shut The Box", ink.accent, ink.bright, "double-top")
    canvas.put(5, 2, "Who plays?", ink.accent)
    canvas.put(5, 3, "──────────", ink.dim)
    canvas.put(19, 2, "One to four, people at this keyboard and computers.", ink.text)
    for row, player in enumerate(now.players):
        _seat(canvas, row, player, now.row == row, of)
    y = _seat_row(now.adding)
    _bar(canvas, y, now.row == now.adding, of)
    canvas.put(8, y, "add a player", ink.bright if now.row == now.adding else ink.text)
    canvas.hot(5, y, 70, 1, SeatSpot(now.adding, "row"))
    _stake(canvas, state, of)
    canvas.centre(18, now.note[:74], ink.note)
    keys_line(canvas, _SEAT_KEYS, ink.accent)
    return canvas


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


def _stake(canvas: Canvas, state: State, of: Tier) -> None:
    """What the game counts for, and why."""
    ink, now = inks(of), state.seating
    y, here = 15, now.row == now.counting
    _bar(canvas, y, here, of)
    ground = (BLUE if here and of == "colour" else BLACK) << 4
    kind = "demonstration" if state.demo else "practice" if now.practice or not state.saved else "contest"
    canvas.put(8, y, "This game", ink.bright | ground if here else ink.text)
    canvas.put(19, y, f"◄ {kind:<18} ►", ink.accent | ground)
    canvas.hot(5, y, 70, 1, SeatSpot(now.counting, "row"))
    canvas.put(43, y, stake(state)[:31], ink.text | ground)
    canvas.put(19, 16, turns_left(state.books), ink.text)


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


# -- the result -------------------------------------------------------------------------------------


def result(state: State, of: Tier) -> Canvas:
    """What a game came to: the cards, the month, and the proof of the dice."""
    canvas, ink, game = Canvas(COLS, ROWS), inks(of), state.game
    if game is None:
        return title(state, of)
    canvas.put(3, 0, " MicroLink Shut The Box ", ink.bright)
    canvas.centre(1, verdict(game), ink.note)
    _cards(canvas, 2, game, game.totals, True, of)
    panel(canvas, 2, 13, 76, 8, "", ink.edge)
    for row, (text, strong) in enumerate(_proof(state)):
        canvas.put(5, 14 + row, text[:72], ink.bright if strong else ink.text)
    if state.back:
        canvas.centre(21, "ENTER goes back to your contest game.", ink.note)
    elif state.note:
        canvas.centre(21, state.note[:78], ink.note)
    coach = (Valid("c", "Coach"),) if coach_pages(state) else ()
    look = (Valid("a", "All"), *coach, *_DONE_LOOK)
    valid_keys(canvas, ((Valid("enter", "Again"),), look, (Valid("esc", "Leave"),)), of)
    return canvas


def verdict(game: Game) -> str:
    """Who has won, one sentence."""
    if game.given_up:
        return f"Given up after {len(game.turns)} turns."
    if len(game.seats) == 1:
        total = game.totals[0]
        return "A perfect game!" if total == PERFECT_GAME else f"Five turns, {total} points."
    names = [who(game, seat) for seat in game.winners]
    if len(names) == 1:
        return f"{names[0]} wins with {max(game.totals)}!"
    return f"{', '.join(names[:-1])} and {names[-1]} share the win with {max(game.totals)}!"


def _proof(state: State) -> list[tuple[str, bool]]:
    """The month, the turns, and how the dice are checked: texts, and whether they stand out."""
    booked = state.booked
    if booked is None:
        return [("The board is writing the game down.", False)]
    if not state.ranked:
        what = "A demonstration" if state.demo else "A practice game"
        return [(f"{what}: it costs no turn and counts for nothing.", True), (f"Seed {booked.seed}", False)]
    books = booked.books
    month = f"{_month(books.month, 'This month')}: {books.score} points"
    rank = f", {ordinal(books.rank)} place." if books.rank else "."
    return [
        (month + rank, True), (turns_left(books), False), ("", False),
        (f"The seed of these dice: {booked.seed[:32]}", False),
        (f"                        {booked.seed[32:]}", False),
        (f"Check them: door replay {booked.id}", False),
    ]  # fmt: skip


# -- all scorecards ------------------------------------------------------------------------------------

CARD_COLS: Final = 19


def _cards(canvas: Canvas, y: int, game: Game, totals: Sequence[int], lit: bool, of: Tier) -> None:
    """Every player's card side by side, an arrow above the highest."""
    ink, many = inks(of), len(game.seats)
    x = (COLS - many * CARD_COLS - (many - 1)) // 2
    best = max(totals)
    for seat, total in enumerate(totals):
        first = total == best
        panel(canvas, x, y + 1, CARD_COLS, 9, "", ink.accent if first else ink.edge)
        canvas.centre(y + 2, _on_card(game, seat), ink.bright if first else ink.text, x, CARD_COLS)
        if first and lit:
            canvas.centre(y, "▼ highest ▼", ink.note, x, CARD_COLS)
        figure = _figure(total, ink.note if first else ink.text, of)
        canvas.blit(figure, x + (CARD_COLS - figure.cols) // 2, y + 4)
        canvas.centre(
            y + 8, f"{dots(total)} of 50 dots", ink.dim if of == "colour" else ink.text, x, CARD_COLS
        )
        x += CARD_COLS + 1


def _on_card(game: Game, seat: int) -> str:
    name, room = who(game, seat), CARD_COLS - 2
    if len(name) > room and name.startswith("computer ("):
        name = name.replace("(", "").replace(")", "")
        name = name if len(name) <= room else name.removeprefix("computer ")
    return name[:room]


@lru_cache(maxsize=256)
def _figure(number: int, tint: int, of: Tier) -> Canvas:
    if of != "ascii":
        return lettering(str(number), tint)
    canvas = Canvas(len(str(number)) + 4, 4)
    canvas.put(0, 1, f"[ {number} ]", tint)
    return canvas


def all_scores(state: State, of: Tier) -> Canvas:
    """Every player's card, and below the graphs on one scale with the Top Ten's range marked."""
    canvas, ink, game = Canvas(COLS, ROWS), inks(of), state.game
    if game is None:
        return title(state, of)
    totals = sight(state, game).totals if state.scene != "done" else game.totals
    canvas.put(3, 0, "AllScores", ink.accent)
    _cards(canvas, 0, game, totals, state.lit, of)
    _compared(canvas, state, game, totals, of)
    keys_line(canvas, _ANY, ink.accent)
    canvas.hot(0, 0, COLS, ROWS - 1, Key("enter"))
    return canvas


def _compared(canvas: Canvas, state: State, game: Game, totals: Sequence[int], of: Tier) -> None:
    ink, many = inks(of), len(totals)
    left, top = 24, 12
    panel(canvas, 1, top, 78, many + 4, "", ink.edge)
    full, empty = ("#", ".") if of == "ascii" else ("■", "·")
    for seat, total in enumerate(totals):
        y, first = top + 2 + seat, total == max(totals)
        canvas.put(2, y, "►" if first and state.lit else " ", ink.note)
        canvas.put(4, y, who(game, seat)[:18], ink.bright if first else ink.text)
        filled = dots(total)
        canvas.put(left, y, full * filled, ink.note if first else ink.accent)
        canvas.put(left + filled, y, empty * (50 - filled), ink.dim)
        canvas.right(77, y, str(total), ink.bright)
    _marks(canvas, state, left, top, top + many + 3, of)


def _marks(canvas: Canvas, state: State, left: int, top: int, bottom: int, of: Tier) -> None:
    """Lines that jut in from above and below at the ends of the Top Ten's range."""
    ink, span = inks(of), range_of_ten(state.books.tally)
    if span is None:
        canvas.put(4, bottom + 1, "The Top Ten is empty as yet.", ink.text)
        return
    low, high = (left + max(dots(points) - 1, 0) for points in span)
    for x in (low, high):
        canvas.put(x, top, "╥", ink.good)
        canvas.put(x, top + 1, "║", ink.good)
        canvas.put(x, bottom - 1, "║", ink.good)
        canvas.put(x, bottom, "╨", ink.good)
    canvas.put(low + 1, top, "─" * (high - low - 1), ink.good)
    canvas.put(low + 1, bottom, "─" * (high - low - 1), ink.good)
    canvas.put(4, bottom + 1, f"║ the range of the Top Ten: {span[0]} to {span[1]}", ink.good)


def top_ten_page(books: Books) -> tuple[str, ...]:
    """The Top Ten as lines, best first."""
    rows = top_ten(books.tally)
    return tuple(f"{place}. {name}, {score}, {day}" for place, (score, name, day) in enumerate(rows, 1))


_TEN: Final = (Column("", 3, True), Column("", 40), Column("score", 5, True), Column("day", 10))


def top_ten_screen(state: State, of: Tier) -> Canvas:
    """The ten highest scores ever made at this door."""
    canvas, ink = Canvas(COLS, ROWS), inks(of)
    panel(canvas, 1, 0, COLS - 2, ROWS - 2, "MicroLink Shut The Box", ink.accent, ink.bright, "double-top")
    word = "Top Ten" if of == "ascii" else ""
    canvas.put(6, 2, word, ink.accent)
    if not word:
        canvas.blit(lettering("TOP TEN", ink.accent), 6, 2)
    rows = top_ten(state.books.tally)
    texts = [(f"{place}.", name, str(score), day) for place, (score, name, day) in enumerate(rows, 1)]
    if texts:
        table(canvas, 6, 7, _TEN, texts, (ink.note, ink.bright, ink.bright), ink.dim)
    else:
        canvas.put(6, 8, "Nobody is in it yet. A whole game puts you there.", ink.text)
    keys_line(canvas, _ANY, ink.accent)
    canvas.hot(0, 0, COLS, ROWS - 1, Key("enter"))
    return canvas


SCENES: Final[dict[str, Callable[[State, Tier], Canvas]]] = {
    "title": title,
    "opening": title,
    "closing": title,
    "seating": set_up,
    "done": result,
}
