"""The proof's page: a game's seal and its seed, and that one is the other's fingerprint.

Law: pure.  What it says is worked out here and now, not believed.
"""

from __future__ import annotations

from typing import Final

from door.games.chance import commitment
from door.games.game import Game
from door.midend.api import Booked
from door.midend.pages.daily import SEED_TOMORROW
from door.midend.state import State
from door.term.canvas import Canvas
from door.ui.screen import COLS, ROWS, View
from door.ui.texts import Text
from door.ui.widgets import BACK, Page, draw_page, keys_line

TITLE: Final = Text("The proof")
BOOKING: Final = Text("The game is being put on the books.")
SPOKEN_GAME: Final = Text("Game {id}.")
SHOWN_SEAL: Final = Text("The seal you were shown before it began, a SHA-256 fingerprint:")
YOUR_WORD: Final = Text("The word that you gave to it:")
SEED: Final = Text("The secret seed it was made of, shown now that the game is over:")
OF_THE_DAY: Final = Text("""\
It is that of this door's seed, which is made of the day's. The day's
own seal, on the page of the deal, is that of the seed of all doors:""")
FROM_SEED: Final = Text("""\
All that chance brought follows from the seed. The journal keeps it with
your moves, so that anybody can play the game again and count the score.""")
FROM_BOTH: Final = Text("""\
All that chance brought follows from both. The journal keeps them with
your moves, so that anybody can play the game again and count the score.""")
FITS: Final = Text("Checked just now: the seal is the seed's SHA-256.")
FITS_NOT: Final = Text("The seal is NOT the seed's SHA-256.")
SPOKEN_DAY: Final = Text("Seal of the day's seed, of which this door's is made: {sealed}")
GAME: Final = Text("Game: {id}")
SPOKEN_DOOR: Final = Text("Seal of this door's seed: {seal}")
SPOKEN_WORD: Final = Text("Your word: {word}")
SPOKEN_SEED: Final = Text("Seed: {seed}")
SPOKEN_SEAL: Final = Text("Seal: {seal}")


def page(state: State) -> Page:
    """The page as text."""
    begun, booked = state.begun, state.booked
    if begun is None or booked is None:
        return Page(TITLE(), (BOOKING(),))
    head = (SPOKEN_GAME(id=begun.id), "", SHOWN_SEAL(), f"  {begun.commit}", "")
    if not booked.seed:
        return Page(TITLE(), (*head, *_of_the_day(booked), SEED_TOMORROW()))
    given = (YOUR_WORD(), f"  {begun.word}", "") if begun.word else ()
    return Page(TITLE(), (
        *head, SEED(), f"  {booked.seed}", "",
        *given, checked(booked.seed, begun.commit), "", *(FROM_BOTH() if given else FROM_SEED()).split("\n"),
    ))  # fmt: skip


def _of_the_day(booked: Booked) -> tuple[str, ...]:
    """How a daily deal's two seals belong together."""
    daily = booked.books.daily
    return (*OF_THE_DAY().split("\n"), f"  {daily.sealed if daily else ''}", "")


def checked(seed: str, seal: str) -> str:
    """Whether the seal is the SHA-256 of the seed, both in hexadecimal digits, as a sentence."""
    return FITS() if commitment(bytes.fromhex(seed)) == seal else FITS_NOT()


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
        day = SPOKEN_DAY(sealed=daily.sealed) if daily else ""
        return (GAME(id=begun.id), SPOKEN_DOOR(seal=begun.commit), day, SEED_TOMORROW())
    word = (SPOKEN_WORD(word=begun.word),) if begun.word else ()
    seal, seed = SPOKEN_SEAL(seal=begun.commit), SPOKEN_SEED(seed=booked.seed)
    return (GAME(id=begun.id), seal, seed, *word, checked(booked.seed, begun.commit))
