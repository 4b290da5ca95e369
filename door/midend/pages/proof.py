"""The proof's page: a game's seal and its seed, and that one is the other's fingerprint.

Law: pure.  What it says is worked out here and now, not believed.
"""

from __future__ import annotations

import hashlib
from typing import Final

from door.games.game import Game
from door.midend.api import Begun, Booked
from door.midend.pages.daily import SEED_TOMORROW
from door.midend.state import State
from door.term.canvas import Canvas
from door.ui.screen import COLS, ROWS, View
from door.ui.widgets import BACK, Page, draw_page, keys_line


def page(state: State) -> Page:
    """The page as text."""
    begun, booked = state.begun, state.booked
    if begun is None or booked is None:
        return Page("The proof", ("The game is being put on the books.",))
    head = (
        f"Game {begun.id}.",
        "",
        "The seal you were shown before it began, a SHA-256 fingerprint:",
        f"  {begun.commit}",
        "",
    )
    if not booked.seed:
        return Page("The proof", (*head, *_of_the_day(booked), SEED_TOMORROW))
    given = ("The word that you gave to it:", f"  {begun.word}", "") if begun.word else ()
    return Page("The proof", (
        *head, "The secret seed it was made of, shown now that the game is over:", f"  {booked.seed}", "",
        *given, _checked(begun, booked), "", *(_FROM_BOTH if given else _FROM_SEED),
    ))  # fmt: skip


_FROM_SEED: Final = (
    "All that chance brought follows from the seed. The journal keeps it with",
    "your moves, so that anybody can play the game again and count the score.",
)
_FROM_BOTH: Final = (
    "All that chance brought follows from both. The journal keeps them with",
    _FROM_SEED[1],
)


def _of_the_day(booked: Booked) -> tuple[str, ...]:
    """How a daily deal's two seals belong together."""
    daily = booked.books.daily
    return (
        "It is that of this door's seed, which is made of the day's. The day's",
        "own seal, on the page of the deal, is that of the seed of all doors:",
        f"  {daily.sealed if daily else ''}",
        "",
    )


def _checked(begun: Begun, booked: Booked) -> str:
    fits = hashlib.sha256(bytes.fromhex(booked.seed)).hexdigest() == begun.commit
    return (
        "Checked just now: the seal is the seed's SHA-256." if fits else "The seal is NOT the seed's SHA-256."
    )


def draw(game: Game, state: State, view: View) -> Canvas:
    """The page on 80×23."""
    canvas = Canvas(COLS, ROWS)
    draw_page(canvas, (page(state),), 0, game.info.accent, game.info.name, keys=False)
    keys_line(canvas, (BACK,), game.info.accent)
    return canvas


def lines(game: Game, state: State) -> tuple[str, ...]:
    """The same in words, a value a line."""
    begun, booked = state.begun, state.booked
    if begun is None or booked is None:
        return page(state).lines
    if not booked.seed:
        daily = booked.books.daily
        day = f"Seal of the day's seed, of which this door's is made: {daily.sealed}" if daily else ""
        return (f"Game: {begun.id}", f"Seal of this door's seed: {begun.commit}", day, SEED_TOMORROW)
    word = (f"Your word: {begun.word}",) if begun.word else ()
    seed = f"Seed: {booked.seed}"
    return (f"Game: {begun.id}", f"Seal: {begun.commit}", seed, *word, _checked(begun, booked))
