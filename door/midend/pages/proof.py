"""The proof's page: a game's seal and its seed, and that one is the other's fingerprint.

Law: pure.  What it says is worked out here and now, not believed.
"""

from __future__ import annotations

from typing import Final

from door.games.chance import commitment
from door.games.game import Game
from door.midend.api import Booked
from door.midend.state import State
from door.term.canvas import Canvas
from door.ui.screen import COLS, ROWS, View
from door.ui.texts import tr
from door.ui.widgets import BACK, Page, draw_page, keys_line

TITLE: Final = tr.proof.title


def page(state: State) -> Page:
    """The page as text."""
    begun, booked = state.begun, state.booked
    if begun is None or booked is None:
        return Page(TITLE(), (tr.proof.game_being_recorded(),))
    head = (tr.proof.plain_game_id(id=begun.id), "", tr.proof.seal_shown_before(), f"  {begun.commit}", "")
    if not booked.seed:
        return Page(TITLE(), (*head, *_of_the_day(booked), tr.daily.seed_shown_tomorrow()))
    given = (tr.proof.your_word(), f"  {begun.word}", "") if begun.word else ()
    return Page(
        TITLE(),
        (
            *head,
            tr.proof.seed_now_shown(),
            f"  {booked.seed}",
            "",
            *given,
            checked(booked.seed, begun.commit),
            "",
            *(tr.proof.follows_from_both() if given else tr.proof.follows_from_seed()).split("\n"),
        ),
    )


def _of_the_day(booked: Booked) -> tuple[str, ...]:
    """How a daily deal's two seals belong together."""
    daily = booked.books.daily
    return (*tr.proof.seal_of_the_day().split("\n"), f"  {daily.sealed if daily else ''}", "")


def checked(seed: str, seal: str) -> str:
    """Whether the seal is the SHA-256 of the seed, both in hexadecimal digits, as a sentence."""
    return tr.proof.seal_fits() if commitment(bytes.fromhex(seed)) == seal else tr.proof.seal_does_not_fit()


def draw(game: Game, state: State, view: View) -> Canvas:
    """The page on 80×23."""
    canvas = Canvas(COLS, ROWS)
    draw_page(canvas, (page(state),), 0, game.info.accent, game.info.name(), keys=False)
    keys_line(canvas, (BACK,), game.info.accent)
    return canvas


def lines(game: Game, state: State) -> tuple[str, ...]:
    """The same in words, a value a line."""
    begun, booked = state.begun, state.booked
    if begun is None or booked is None:
        return page(state).lines
    if not booked.seed:
        daily = booked.books.daily
        day = tr.proof.plain_seal_of_day(sealed=daily.sealed) if daily else ""
        return (
            tr.proof.game_id(id=begun.id),
            tr.proof.plain_seal_of_door(seal=begun.commit),
            day,
            tr.daily.seed_shown_tomorrow(),
        )
    word = (tr.proof.plain_word(word=begun.word),) if begun.word else ()
    seal, seed = tr.proof.plain_seal(seal=begun.commit), tr.proof.plain_seed(seed=booked.seed)
    return (tr.proof.game_id(id=begun.id), seal, seed, *word, checked(booked.seed, begun.commit))
