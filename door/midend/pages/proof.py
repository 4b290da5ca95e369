"""The proof page: a game's commitment and seed, and the check that they match.

Pure. The check is computed here, not trusted.
"""

from __future__ import annotations

from typing import Final

from door.games.chance import commitment
from door.games.contract import Game
from door.midend.api import Booked
from door.midend.state import State
from door.term.canvas import Canvas
from door.ui.screen import COLS, ROWS, View
from door.ui.texts import tr
from door.ui.widgets import BACK, Page, draw_page, keys_line

TITLE: Final = tr.proof.title


def page(state: State) -> Page:
    """Return the page as text."""
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
    """Explain how a daily deal's two commitments belong together."""
    daily = booked.books.daily
    return (*tr.proof.seal_of_the_day().split("\n"), f"  {daily.sealed if daily else ''}", "")


def checked(seed: str, seal: str) -> str:
    """Check that the commitment is the SHA-256 of the seed (both in hex). Return the result as a sentence."""
    return tr.proof.seal_fits() if commitment(bytes.fromhex(seed)) == seal else tr.proof.seal_does_not_fit()


def draw(game: Game, state: State, view: View) -> Canvas:
    """Draw the page on 80×23."""
    canvas = Canvas(COLS, ROWS)
    draw_page(canvas, (page(state),), 0, game.info.accent, game.info.name(), keys=False)
    keys_line(canvas, (BACK,), game.info.accent)
    return canvas


def lines(game: Game, state: State) -> tuple[str, ...]:
    """Return the page in words, one value per line."""
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
