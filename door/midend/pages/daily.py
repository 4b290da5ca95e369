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
from door.midend.words import GO_ON, YOUR_PLACE
from door.term.canvas import DARK, GREY, WHITE, YELLOW, Canvas
from door.ui.screen import COLS, ROWS, View
from door.ui.texts import Text, word
from door.ui.widgets import BACK, Column, Hint, Page, keys_line, page_frame, paged, table
from door.ui.words import counted, day_name, month_name, ordinal

TEASER_WAITING: Final = Text("Daily deal: your game is waiting.")
TEASER_PLACE: Final = Text("{place} of today")
TEASER_NO_PLACE: Final = Text("no place today")
TEASER_PLAYED: Final = Text("Daily deal: {score}, {place}.")
TEASER: Final = Text("Daily deal: the same {what} for everybody today, no turn spent.")
WAITING: Final = Text("Your game is waiting. It is closed an hour after midnight.")
PLACE_TODAY: Final = Text("You are {place} of today")
NO_PLACE_TODAY: Final = Text("No place today")
PLAYED: Final = Text("{own} with {score}. The next one comes at midnight.")
CLOSED: Final = Text("This day's deal is closed. The next one comes at midnight.")
OPEN: Final = Text("The same {what} for everybody, once, until midnight. It costs no turn.")
TITLE: Final = Text("The daily deal, {day}")
TODAY: Final = Text("Today")
NOT_SEALED: Final = Text("The seed of all doors is made and sealed when the first caller begins.")
SEALED_TODAY: Final = Text("The seed of all doors was sealed today: {seal}")
SEALED_BEFORE: Final = Text("The seed of all doors was sealed the day before: {seal}")
SPOKEN_TODAY: Final = Text("Seed of all doors, sealed today: {seal}")
SPOKEN_BEFORE: Final = Text("Seed of all doors, sealed the day before: {seal}")
IN: Final = Text(" in {days}")
TODAY_PLACE: Final = Text("Today {score}, {place}")
NOBODY_YET: Final = Text("Nobody yet.")
SHOWN_LATER: Final = Text("Shown once you have played.")
NO_DAY: Final = Text("No day played yet.")
CAN_BE_CHECKED: Final = Text("{last} All of it can be checked now.")
SEED: Final = Text("Seed {seed}")
NOBODY_WON: Final = Text("{day}: nobody won.")
WON_BY: Final = Text("{day}: won by {caller} with {score}.")
SPOKEN_TITLE: Final = Text("The daily deal, {day}.")
SEED_OF: Final = Text("Seed of {day}: {seed}")
TYPE_L: Final = Text("Type l to look back on your game of that day.")
ASK_GO_ON: Final = Text("Go on with it? (y/n)")
ASK_PLAY: Final = Text("Play it? (y/n)")
OPENING: Final = Text("The daily deal of {day}.")
COUNTS_FOR: Final = Text("Counts for {daily}")
PLACE: Final = Text("{place} place")
NO_PLACE: Final = Text("no place")
MONTH_PLACE: Final = Text("Month's deals {score}, {place}")
MONTH_NO_PLACE: Final = Text("Month's deals: no place")
SEED_TOMORROW: Final = Text("The seed is shown tomorrow, when everybody has had this deal.")

HELP: Final = Text("""\
The daily deal
Once a day everybody may play the same {what}: D opens its page. It
costs no turn and counts in tables of its own, today's and the
month's, which adds up the days. Today's table is shown once you have
played.{missed}

Begin it before midnight, board time, and end it within an hour after.
A game not ended by then is given up, with the score that stood.

A day's seed is sealed the day before and shown the day after. Each
door's own seed is made of it: the deal's page shows the day's seal, the
table that of the door's seed, the same for everybody. With the day's
seed all of it can be checked, and the audit replays each game.""")
MISSED: Final = Text("\nA day you do not play counts {missed} in the month.")

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
        return TEASER_WAITING()
    if daily.played:
        place = TEASER_PLACE(place=ordinal(daily.rank)) if daily.rank else TEASER_NO_PLACE()
        return TEASER_PLAYED(score=counted(daily.score, unit), place=place)
    return TEASER(what=word(what))


def standing_now(daily: Daily, what: str) -> str:
    """What the caller may do about it, one sentence of at most 72 characters."""
    if daily.waiting:
        return WAITING()
    if daily.played:
        own = PLACE_TODAY(place=ordinal(daily.rank)) if daily.rank else NO_PLACE_TODAY()
        return PLAYED(own=own, score=daily.score)
    if not daily.may_play:
        return CLOSED()
    return OPEN(what=word(what))


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
    head = TITLE(day=day_name(daily.day))
    canvas.put(4, 2, head, accent)
    canvas.put(4, 3, "─" * len(head), DARK)
    canvas.put(4, 4, standing_now(daily, what), WHITE)
    canvas.put(4, 5, _seal(daily, 16), GREY)
    canvas.put(4, 7, TODAY(), YELLOW)
    canvas.put(_RIGHT, 7, month_name(daily.day[:7]), YELLOW)
    nobody, no_day = (NOBODY_YET(), NO_DAY()) if daily.played else (SHOWN_LATER(), SHOWN_LATER())
    for x, columns, rows, none, rank, score in (
        (4, _TODAY, daily.today, nobody, daily.rank, daily.score),
        (_RIGHT, _MONTH, daily.month, no_day, daily.month_rank, daily.month_score),
    ):
        cells = [(f"{row.place}", row.caller, f"{row.score}", f"{row.games}") for row in rows[:SHOWN]]
        mine = [at for at, row in enumerate(rows) if row.caller.casefold() == caller.casefold()]
        table(canvas, x, 8, columns, cells, mine, accent)
        if not rows:
            canvas.put(x + 4, 9, none, DARK)
        if rank > SHOWN:
            canvas.put(x + 4, 17, YOUR_PLACE(place=ordinal(rank), score=score), accent)
    if daily.last_day:
        said = CAN_BE_CHECKED(last=_last(daily))
        canvas.put(4, 18, said if len(said) <= 74 else _last(daily), GREY)
        canvas.put(4, 19, SEED(seed=daily.last_seed), DARK)
    last = (LAST,) if daily.played_last else ()
    keys_line(canvas, (*last, *more, *keys(daily)), accent)


def _seal(daily: Daily, digits: int) -> str:
    """When the day's seed was sealed, and the seal's first digits in groups of four."""
    if not daily.sealed:
        return NOT_SEALED()
    seal = " ".join(daily.sealed[at : at + 4] for at in range(0, digits, 4))
    return (SEALED_TODAY if daily.late else SEALED_BEFORE)(seal=seal)


def _last(daily: Daily) -> str:
    """Who won the last day that is revealed."""
    day = day_name(daily.last_day)
    if not daily.last:
        return NOBODY_WON(day=day)
    return WON_BY(day=day, caller=daily.last[0].caller, score=daily.last[0].score)


# -- in words --------------------------------------------------------------------------------


def lines(game: Game, state: State) -> tuple[str, ...]:
    """All of it in words."""
    daily = state.books.daily
    if daily is None:
        return ()
    seal = daily.sealed and (SPOKEN_TODAY if daily.late else SPOKEN_BEFORE)(seal=daily.sealed)
    said = [SPOKEN_TITLE(day=day_name(daily.day)), standing_now(daily, game.info.alike), seal]
    if daily.played:
        said += [f"{TODAY()}:", *(f"{row.place}. {row.caller}, {row.score}" for row in daily.today)]
    if daily.month:
        said.append(f"{month_name(daily.day[:7])}:")
        said += [
            f"{row.place}. {row.caller}, {row.score}{IN(days=counted(row.games, 'day'))}"
            for row in daily.month
        ]
    if daily.last_day:
        said += [_last(daily), SEED_OF(day=day_name(daily.last_day), seed=daily.last_seed)]
    if daily.played_last:
        said.append(TYPE_L())
    return tuple(line for line in said if line)


def asked(daily: Daily) -> str:
    """The page's question in plain mode."""
    if daily.waiting:
        return ASK_GO_ON()
    return ASK_PLAY() if daily.may_play else GO_ON()


def opening(begun: Begun) -> str:
    """What a daily deal begins with, one sentence."""
    return OPENING(day=day_name(begun.daily))


def outcome(begun: Begun, booked: Booked) -> tuple[str, ...]:
    """What the books answer to a daily deal, a line or two of at most 25 characters each."""
    daily = booked.books.daily
    if daily is None or begun.daily != daily.day:
        return (COUNTS_FOR(daily=begun.daily),)
    return (
        TODAY_PLACE(score=daily.score, place=PLACE(place=ordinal(daily.rank)) if daily.rank else NO_PLACE()),
        MONTH_PLACE(score=daily.month_score, place=ordinal(daily.month_rank))
        if daily.month_rank
        else MONTH_NO_PLACE(),
    )


def help_page(what: str, missed: int = 0) -> Page:
    """What the daily deal is, as a page of a door's help; a day not played counts `missed` in the month."""
    return paged(HELP(what=word(what), missed=MISSED(missed=missed) if missed else ""))
