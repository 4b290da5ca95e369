"""The pages of scores: all scorecards side by side, and the end of a game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Final

from door.games.game import AT_TABLE, EVERYBODY, KINDS, Ending, GameView, computer_level, reader
from door.games.microlink.choices import short, who
from door.games.microlink.motion import sight
from door.games.microlink.record import range_of_ten
from door.games.microlink.rules import PERFECT_GAME, TURNS, Game, dots
from door.games.seating import over_line
from door.term.canvas import BLINK, BRIGHT_CYAN, BRIGHT_GREEN, CYAN, DARK, GREY, WHITE, YELLOW, Canvas
from door.term.keys import Key
from door.ui.lettering import figure
from door.ui.screen import Tier, View
from door.ui.texts import tr
from door.ui.widgets import Hint, cut, keys_line, panel
from door.ui.words import Lines
from door.ui.words import names as listed

our: Final = tr.microlink

COLS: Final = 80
ROWS: Final = 23
DOTS: Final = 50
_ANY: Final = (Hint("enter", tr.door_keys.back, tr.door_keys.any_key),)
_ALL_SCORES: Final = (Hint("a", our.key_allscores),)


# -- the end -----------------------------------------------------------------------------------------


def ending(table: GameView) -> Ending:
    game, seat = table.position, reader(table)
    own = [turn.score for turn in game.turns if turn.seat == max(seat, 0)]
    sums: tuple[tuple[str, str], ...] = tuple(
        (our.turn_number(number=number), str(points)) for number, points in enumerate(own, 1)
    )
    if table.kind == AT_TABLE and seat < 0:
        sums = tuple((who(game, at), str(total)) for at, total in enumerate(game.totals))
    said = our.given_up() if game.given_up else our.not_finished() if not game.over else _verdict(game)
    return Ending(verdict(game, 48), sums, (said, over_line(table, game.totals)))


def verdict(game: Game, room: int) -> str:
    """Return the winner and the score in a sentence of at most `room` characters."""
    if game.given_up:
        turns = sum(turn.seat == 0 for turn in game.turns)
        return our.given_up_after(turns=turns, most=TURNS)
    if not game.over:
        return our.not_finished()
    if len(game.seats) == 1:
        return our.perfect_game() if game.totals[0] == PERFECT_GAME else _verdict(game)
    best = max(game.totals)
    said = our.wins_with(won=_verdict(game).removesuffix("."), best=best)
    if len(said) <= room or len(game.winners) == 1:
        return said
    return our.share_with(players=tr.count.players(n=len(game.winners)), best=best)


def _verdict(game: Game) -> str:
    names = [who(game, seat) for seat in game.winners]
    if len(game.seats) == 1:
        return our.all_turns_played()
    if len(names) > 1:
        return our.share_the_win(names=listed(names))
    return our.player_wins(name=names[0])


def last(table: GameView, view: View) -> Canvas:
    """Draw everybody's final graph, with the Top Ten's range.  The figures are in the panels below."""
    game = table.position
    canvas = Canvas(COLS, ROWS)
    canvas.put(4, 0, "MicroLink Shut The Box", WHITE)
    if table.kind == "daily":
        canvas.right(75, 0, KINDS["daily"](), YELLOW)
    canvas.put(4, 2, our.dots_explained(), GREY)
    _graphs(canvas, table, game.totals, 3)
    return canvas


def beside(table: GameView) -> tuple[str, Lines]:
    game, alone = table.position, len(table.position.seats) == 1
    names = (
        our.turn_number(number=at) if alone else cut(short(game, turn.seat), 10)
        for at, turn in enumerate(game.turns, 1)
    )
    turns = zip(names, game.turns, strict=True)
    return our.label_turns(), tuple(f"{name:<10} {turn.score:>4}" for name, turn in turns)


def brief(table: GameView) -> str:
    """Return the reader's turns (or the first seat's), darker for more doors shut, and the totals, theirs
    first: "▒▓█▒· 158 to 141".
    """
    game, me = table.position, max(reader(table), 0)
    turns = "".join("░▒▓█"[turn.doors // 3] for turn in game.turns if turn.seat == me)
    others = [total for seat, total in enumerate(game.totals) if seat != me]
    totals = (
        reduce(lambda first, second: our.score_to(first=first, second=second), (game.totals[me], *others))
        if others
        else tr.count.points(n=game.totals[0])
    )
    return f"{turns.ljust(TURNS, '·')} {totals}"


# -- all scorecards ------------------------------------------------------------------------------------


def hints(table: GameView) -> tuple[Hint, ...]:
    return _ALL_SCORES * (table.eyes == EVERYBODY and table.position.over)


def _cards(canvas: Canvas, game: Game, totals: Sequence[int], of: Tier) -> None:
    """Draw every player's card side by side, with a flashing arrow above the highest."""
    many = len(game.seats)
    w = 19 if many > 3 else 24
    x = (COLS - many * w - (many - 1)) // 2
    best = max(totals)
    for seat, total in enumerate(totals):
        first = total == best
        panel(canvas, x, 1, w, 9, "", BRIGHT_CYAN if first else CYAN)
        name = cut(short(game, seat) if many > 3 else who(game, seat), w - 2)
        canvas.centre(2, name, WHITE if first else GREY, x, w)
        if first and many > 1:
            canvas.centre(0, our.mark_highest(), YELLOW | BLINK, x, w)
        small = many > 3
        digits = figure(total, YELLOW if first else GREY, of == "ascii", small, drop=small)
        canvas.blit(digits, x + (w - digits.cols) // 2, 4)
        canvas.centre(8, our.dots_of_most(dots=dots(total), most=DOTS), DARK, x, w)
        x += w + 1


def all_scores(table: GameView, of: Tier) -> Canvas:
    """Draw every player's card, and below them the graphs on one scale with the Top Ten's range."""
    canvas, game = Canvas(COLS, ROWS), table.position
    totals = sight(table).totals
    canvas.put(4, 11, cut(our.label_all_scores(), 10), BRIGHT_CYAN)
    canvas.put(15, 11, cut(our.dots_explained(), 64), GREY)
    _cards(canvas, game, totals, of)
    _graphs(canvas, table, totals, 12)
    keys_line(canvas, _ANY, BRIGHT_CYAN)
    canvas.hot(0, 0, COLS, ROWS - 1, Key("enter"))
    return canvas


def _graphs(canvas: Canvas, table: GameView, totals: Sequence[int], top: int) -> None:
    """Draw all players' graphs on one scale from row `top` on, with a flashing arrow at the highest."""
    game, many, left = table.position, len(totals), 23
    panel(canvas, 1, top, 78, many + 4, "", CYAN)
    for seat, total in enumerate(totals):
        y, first, filled = top + 2 + seat, total == max(totals), dots(total)
        canvas.put(2, y, "►" if first and many > 1 else " ", YELLOW | BLINK)
        canvas.put(4, y, cut(who(game, seat), 18), WHITE if first else GREY)
        canvas.put(left, y, "■" * filled, YELLOW if first else BRIGHT_CYAN)
        canvas.put(left + filled, y, "·" * (DOTS - filled), DARK)
        if many > 1 or not game.over:  # if alone, the end page shows it in large digits
            canvas.right(76, y, str(total), WHITE)
    _marks(canvas, table, left, top, top + many + 3)


def _range(table: GameView) -> tuple[int, int] | None:
    """Return the Top Ten's range, including the scores of a game that has just entered it."""
    game = table.position
    counts = table.kind in ("contest", "free", AT_TABLE) and game.over and not game.given_up
    seated = zip(game.totals, table.seats, strict=False)
    return range_of_ten(table.tally, [row for row in seated if not computer_level(row[1])] if counts else ())


def _marks(canvas: Canvas, table: GameView, left: int, top: int, bottom: int) -> None:
    """Draw lines from above and below at the ends of the Top Ten's range."""
    span = _range(table)
    if span is None:
        canvas.put(4, bottom + 1, our.no_top_ten(), GREY)
        return
    low, high = (left + max(dots(points) - 1, 0) for points in span)
    for y, post in ((top, "╥"), (top + 1, "║"), (bottom - 1, "║"), (bottom, "╨")):
        canvas.put(low, y, post, BRIGHT_GREEN)
        canvas.put(high, y, post, BRIGHT_GREEN)
    for y in (top, bottom):
        canvas.put(low + 1, y, "─" * (high - low - 1), BRIGHT_GREEN)
    canvas.put(4, bottom + 1, our.top_ten_range(low=span[0], high=span[1]), BRIGHT_GREEN)


def lines(table: GameView) -> tuple[str, ...]:
    game, totals, span = table.position, sight(table).totals, _range(table)
    best = max(totals)
    said = (
        (our.plain_dots_highest if total == best and len(totals) > 1 else our.plain_dots)(
            who=who(game, seat), total=total, dots=dots(total), most=DOTS
        )
        for seat, total in enumerate(totals)
    )
    return (*said, our.plain_top_ten_range(low=span[0], high=span[1]) if span else our.no_top_ten())
