"""The daily deal's page, alike at every door that offers one: what it is, today's table, the month's.

Law: pure.  It shows `Books.daily` where the game offers the deal (`Info.daily`); `what` is what everybody
has alike there (`Info.alike`): "dice", "cards".
"""

from __future__ import annotations

from typing import Final

from door.games.game import Game
from door.midend.api import Begun, Booked
from door.midend.books import Daily
from door.midend.state import State
from door.term.canvas import DARK, GREY, WHITE, YELLOW, Canvas
from door.ui.screen import COLS, ROWS, View
from door.ui.widgets import BACK, Column, Hint, Page, keys_line, page_frame, table
from door.ui.words import counted, day_name, month_name, ordinal

SHOWN: Final = 8
_RIGHT: Final = 39
_TODAY: Final = (Column("", 2, True), Column("caller", 20), Column("score", 6, True))
_MONTH: Final = (*_TODAY, Column("days", 4, True))
_PLAY: Final = (Hint("enter", "play it"), Hint("esc", "back"))
LAST: Final = Hint("l", "look back")
PUZZLE: Final = Hint("w", "the day's puzzle")
_GO_ON: Final = (Hint("enter", "go on with it"), Hint("esc", "back"))


def teaser(daily: Daily, what: str, unit: str = "point") -> str:
    """The deal as it stands for the caller, one sentence of at most 78 characters."""
    if daily.waiting:
        return "Daily deal: your game is waiting."
    if daily.played:
        place = f"{ordinal(daily.rank)} of today" if daily.rank else "no place today"
        return f"Daily deal: {counted(daily.score, unit)}, {place}."
    return f"Daily deal: the same {what} for everybody today, no turn spent."


def standing_now(daily: Daily, what: str) -> str:
    """What the caller may do about it, one sentence of at most 72 characters."""
    if daily.waiting:
        return "Your game is waiting. It is closed an hour after midnight."
    if daily.played:
        own = f"You are {ordinal(daily.rank)} of today" if daily.rank else "No place today"
        return f"{own} with {daily.score}. The next one comes at midnight."
    if not daily.may_play:
        return "This day's deal is closed. The next one comes at midnight."
    return f"The same {what} for everybody, once, until midnight. It costs no turn."


def keys(daily: Daily) -> tuple[Hint, ...]:
    """The page's keys."""
    return _GO_ON if daily.waiting else _PLAY if daily.may_play else (BACK,)


def draw(game: Game, state: State, view: View) -> Canvas:
    """The page on 80×23."""
    canvas, info = Canvas(COLS, ROWS), game.info
    if state.books.daily is not None:
        more = (PUZZLE,) if game.sharp is not None else ()
        draw_daily(canvas, state.books.daily, info.alike, info.name, state.setup.caller, info.accent, more)
    return canvas


def draw_daily(
    canvas: Canvas, daily: Daily, what: str, name: str, caller: str, accent: int, more: tuple[Hint, ...] = ()
) -> None:
    """The page on 80×23, `more` keys before its own; the caller's own rows in the accent colour."""
    page_frame(canvas, name, accent)
    head = f"The daily deal, {day_name(daily.day)}"
    canvas.put(4, 2, head, accent)
    canvas.put(4, 3, "─" * len(head), DARK)
    canvas.put(4, 4, standing_now(daily, what), WHITE)
    canvas.put(4, 5, _seal(daily, 16), GREY)
    canvas.put(4, 7, "Today", YELLOW)
    canvas.put(_RIGHT, 7, month_name(daily.day[:7]), YELLOW)
    nobody = "Nobody yet." if daily.played else "Shown once you have played."
    for x, columns, rows, none, rank, score in (
        (4, _TODAY, daily.today, nobody, daily.rank, daily.score),
        (_RIGHT, _MONTH, daily.month, "No day played yet.", daily.month_rank, daily.month_score),
    ):
        cells = [(f"{row.place}", row.caller, f"{row.score}", f"{row.games}") for row in rows[:SHOWN]]
        mine = [at for at, row in enumerate(rows) if row.caller.casefold() == caller.casefold()]
        table(canvas, x, 8, columns, cells, mine, accent)
        if not rows:
            canvas.put(x + 4, 9, none, DARK)
        if rank > SHOWN:
            canvas.put(x + 4, 17, f"You are {ordinal(rank)} with {score}.", accent)
    if daily.last_day:
        said = f"{_last(daily)} All of it can be checked now."
        canvas.put(4, 18, said if len(said) <= 74 else _last(daily), GREY)
        canvas.put(4, 19, f"Seed {daily.last_seed}", DARK)
    last = (LAST,) if daily.played_last else ()
    keys_line(canvas, (*last, *more, *keys(daily)), accent)


def _seal(daily: Daily, digits: int) -> str:
    """When the day's seed was sealed, and the seal's first digits in groups of four."""
    if not daily.sealed:
        return "The seed of all doors is made and sealed when the first caller begins."
    seal = " ".join(daily.sealed[at : at + 4] for at in range(0, digits, 4))
    return f"The seed of all doors was sealed {'today' if daily.late else 'the day before'}: {seal}"


def _last(daily: Daily) -> str:
    """Who won the last day that is revealed."""
    day = day_name(daily.last_day)
    if not daily.last:
        return f"{day}: nobody won."
    return f"{day}: won by {daily.last[0].caller} with {daily.last[0].score}."


# -- in words --------------------------------------------------------------------------------


def lines(game: Game, state: State) -> tuple[str, ...]:
    """All of it in words."""
    daily = state.books.daily
    if daily is None:
        return ()
    seal = daily.sealed and (
        f"Seed of all doors, sealed {'today' if daily.late else 'the day before'}: {daily.sealed}"
    )
    said = [f"The daily deal, {day_name(daily.day)}.", standing_now(daily, game.info.alike), seal]
    if daily.played:
        said += ["Today:", *(f"{row.place}. {row.caller}, {row.score}" for row in daily.today)]
    if daily.month:
        said.append(f"{month_name(daily.day[:7])}:")
        said += [
            f"{row.place}. {row.caller}, {row.score} in {counted(row.games, 'day')}" for row in daily.month
        ]
    if daily.last_day:
        said += [_last(daily), f"Seed of {day_name(daily.last_day)}: {daily.last_seed}"]
    if daily.played_last:
        said.append("Type l to look back on your game of that day.")
    return tuple(line for line in said if line)


def asked(daily: Daily) -> str:
    """The page's question in plain mode."""
    if daily.waiting:
        return "Go on with it? (y/n)"
    return "Play it? (y/n)" if daily.may_play else "Enter to go on:"


def opening(begun: Begun, what: str) -> str:
    """What a daily deal begins with, one sentence."""
    return f"The daily deal of {day_name(begun.daily)}: the same {what} for everybody."


def outcome(begun: Begun, booked: Booked) -> tuple[str, ...]:
    """What the books answer to a daily deal, a line or two of at most 25 characters each."""
    daily = booked.books.daily
    if daily is None or begun.daily != daily.day:
        return (f"Counts for {begun.daily}",)
    return (
        f"Today {daily.score}, {f'{ordinal(daily.rank)} place' if daily.rank else 'no place'}",
        f"Month {daily.month_score}, {ordinal(daily.month_rank)} place"
        if daily.month_rank
        else "Month: no place",
    )


def help_page(what: str, missed: int = 0) -> Page:
    """What the daily deal is, as a page of a door's help; a day not played counts `missed` in the month."""
    counts = (f"A day you do not play counts {missed} in the month.",) if missed else ()
    return Page(
        "The daily deal",
        (
            f"Once a day everybody may play the same {what}: D opens its page. It",
            "costs no turn and counts in tables of its own, today's and the",
            "month's, which adds up the days. Today's table is shown once you have",
            "played.",
            *counts,
            "",
            "Begin it before midnight, board time, and end it within an hour after.",
            "A game not ended by then is given up, with the score that stood.",
            "",
            "A day's seed is sealed the day before and shown the day after. Each",
            "door's own seed is made of it: the deal's page shows the day's seal, the",
            "table that of the door's seed, the same for everybody. With the day's",
            "seed all of it can be checked, and the audit replays each game.",
        ),
    )


SEED_TOMORROW: Final = "The seed is shown tomorrow, when everybody has had this deal."
