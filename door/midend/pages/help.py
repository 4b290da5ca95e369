"""Help at every door: the game's own pages, then those that are alike everywhere, credits last.

Law: pure, words only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from door.games.game import Game
from door.games.info import Info, Options
from door.midend.pages.daily import help_page
from door.midend.state import State
from door.term.canvas import Canvas
from door.ui.screen import COLS, ROWS, View
from door.ui.texts import Text, word
from door.ui.widgets import PAGE_COLS, Hint, Page, draw_page, fitted, paged, wrap
from door.ui.words import unwrapped

AROUND_THE_GAME: Final = Text("""\
Around the game
Before and after a game the same keys work at every door:

{keys}

After a game: Y plays again, {coach}L looks at the board once more, R replays it move by move, \
A deals the same again for practice, V shows the proof, O puts a line about it on the one-liners' wall.

During a game {out} asks whether to leave it for later or to give it up, N begins another. \
In practice U takes a move back.
{clicked}""")
PLAY: Final = Text("play, or go on with the game that waits")
KEYS: Final = {
    "d": Text("the daily deal"),
    "p": Text("practice: no turn, no score"),
    "s": Text("settings"),
    "b": Text("bulletin and records"),
    "t": Text("games with other callers"),
    "w": Text("the day's puzzle"),
    "h": Text("this help, as ? does"),
    "q": Text("leave"),
}
ASKS_COACH: Final = Text("C asks the coach, ")
OUT: Final = Text("Q or Esc")
TYPED: Final = Text(
    "\nType the letter and press Enter. During a game Enter alone says again what you need to decide."
)
CLICKED: Final = Text("Every key shown on the last line can be clicked.")
COACH: Final = Text("""\
Luck and choices
C after a game asks the coach what was luck and what choices cost.{exact}

Where it numbers your dearest choices, 1 to 3 set them before you once
more, judged at once; G then plays on from there, for practice. Where it
knows a way to the best, W steps through it.

Of a daily deal nothing is said until everybody's day is over.{puzzle}""")
EXACT: Final = Text("""\


Your score is par, what the best play averages, and luck, less choices.

Luck is what a draw made of the game, to the best play, beyond what it
was worth before. A choice costs what the best one was worth beyond it.""")
PUZZLE: Final = Text("""\


W before a game is the day's puzzle, out of last month's games: one
choice is clearly the best. It is asked once a day and costs no turn.""")
TABLE: Final = Text("""\
At a table
{keys}
talk, offer to adjourn, another clock, resign, or go back to the board's
Tables while the game goes on. Your moves are kept as you make them.

Until all have moved a game can be aborted, and nobody loses. Later
that needs everybody; so do another clock, and adjourning.

A line that drops has a minute to come back. Then whoever waits may go
on waiting, adjourn a game on a live clock, or claim it if it is rated.

The board costs nobody a game: while it is down or closed, and when a
caller's minutes are used up, a live clock stands.""")
TABLE_KEYS: Final = Text("T says something, C has all that was said; Q or Esc has all you can do:")
TABLE_TYPED: Final = Text(
    "Type SAY and your words, TIME for the clocks, Enter alone for the board too, Q for all you can do:"
)
CONTEST: Final = Text("""\
Turns and the month
{turns}
A turn is spent when the game starts.

If the line drops, nothing is lost: the game waits as you left it, and \
goes on with the same {alike} when you call again.

Each month is a contest of its own: {counts}. {leads} Of equal scores the earlier one leads. \
A game that is lost or given up has no place in it.

At the month's end its first {top} are recorded and shown here, and in \
the bulletin, throughout the next month.""")
TURNS: Final = Text("Turns a day: {turns}. New turns come at midnight, board time.")
NO_LIMIT: Final = Text("You may start as many games as you like.")
BEST_COUNTS: Final = Text("your best single game counts")
ALL_COUNT: Final = Text("the scores of all your games are added up")
LOWER_LEADS: Final = Text("The lower score leads.")
HIGHER_LEADS: Final = Text("The higher score leads.")
FAIR: Final = Text("""\
It can be proved
Before a game begins the board draws a secret seed for it and shows you
its seal, a SHA-256 fingerprint. All that chance brings follows from the
seed, and a fingerprint fits one seed only: nobody, the sysop included,
can change it once you have seen it.

When the game is over the seed is shown: V opens its page. The board's
journal keeps it with your moves, and anybody can play the game again
from them and count the score.

Where the board asks you for a word, it does so once you have seen the
seal: what chance brings then follows from the seed and your word.""")
PAGE_OF: Final = Text("{title} ({at} of {pages})")
CREDITS: Final = Text("Credits")


def shown(game: Game, state: State) -> tuple[Page, ...]:
    """All pages as this caller reads them; plain mode has keys of its own."""
    info, options, plain = game.info, state.setup.options, state.setup.plain
    daily = (help_page(info.alike, info.missed),) if info.daily and options.get("daily", True) else ()
    around = (_table(plain),) if state.seated else (_keys(game, state), _contest(info, options), *daily)
    coach = (_coach(game),) if game.judge is not None else ()
    every = (*game.help(options, plain), *around, *coach, paged(FAIR()), *_credits(info))
    return every if plain else fitted(every)


def hint(mine: Sequence[Hint]) -> Hint:
    """The key of these pages beside the game's own, which may have taken H."""
    return Hint("?" if any(hint.key == "h" for hint in mine) else "h", "help")


def draw(game: Game, state: State, view: View) -> Canvas:
    """The page on 80×23."""
    canvas = Canvas(COLS, ROWS)
    draw_page(canvas, shown(game, state), state.page, game.info.accent, game.info.name)
    return canvas


def lines(game: Game, state: State) -> tuple[str, ...]:
    """The page in words, with its number."""
    every = shown(game, state)
    at = min(state.page, len(every) - 1)
    said = unwrapped(every[at].lines, PAGE_COLS - 6)
    return (
        PAGE_OF(title=every[at].title, at=at + 1, pages=len(every)),
        *(line.strip() for line in said if line),
    )


def _keys(game: Game, state: State) -> Page:
    info, options, plain = game.info, state.setup.options, state.setup.plain
    there = {
        "d": info.daily and options.get("daily", True), "t": state.setup.tables, "w": game.sharp is not None,
    }  # fmt: skip
    keys = [(key.upper(), text()) for key, text in KEYS.items() if there.get(key, True)]
    cells = [f"   {key:<8}{what}" for key, what in (("Enter", PLAY()), *keys)]
    if not plain:
        left, right = cells[1::2], [f"{key:<4}{what}" for key, what in (*keys[1::2], ("", ""))]
        cells[1:] = [f"{cell:<41}{more}".rstrip() for cell, more in zip(left, right, strict=False)]
    coach = ASKS_COACH() if game.coach is not None else ""
    out, clicked = ("Q", TYPED()) if plain else (OUT(), CLICKED())
    return paged(AROUND_THE_GAME(keys="\n".join(cells), coach=coach, out=out, clicked=clicked))


def _coach(game: Game) -> Page:
    exact, puzzle = EXACT() if game.account else "", PUZZLE() if game.sharp else ""
    return paged(COACH(exact=exact, puzzle=puzzle))


def _table(plain: bool) -> Page:
    return paged(TABLE(keys=TABLE_TYPED() if plain else TABLE_KEYS()))


def _contest(info: Info, options: Options) -> Page:
    turns, top = int(str(options.get("turns_per_day", 0))), int(str(options.get("top", 3)))
    counts = BEST_COUNTS() if options.get("ranking", info.contest) == "best" else ALL_COUNT()
    leads = LOWER_LEADS() if info.fewer_is_better else HIGHER_LEADS()
    daily = TURNS(turns=turns) if turns else NO_LIMIT()
    return paged(CONTEST(turns=daily, alike=word(info.alike), counts=counts, leads=leads, top=top))


def _credits(info: Info) -> tuple[Page, ...]:
    lines = tuple(line for text in info.credits for line in wrap(text(), 72))
    return (Page(CREDITS(), lines),) if lines else ()
