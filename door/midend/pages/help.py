"""Help at every door: the game's own pages, then those that are alike everywhere, credits last.

Law: pure, words only.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from door.games.game import Game
from door.games.info import Info, Options
from door.midend.pages.daily import help_page
from door.ui.widgets import Page, wrap


def pages(game: Game, options: Options, plain: bool) -> tuple[Page, ...]:
    """All pages for a board with these complete options; `plain` mode has keys of its own."""
    common = tuple(
        sorted((key, options[key]) for key in ("turns_per_day", "ranking", "top") if key in options)
    )
    daily = game.info.daily and bool(options.get("daily", True))
    return (*game.help(options, plain), *_common(_Card(game.info), common, daily, plain))


class _Card:
    """A door's card as a key of the memo."""

    def __init__(self, info: Info) -> None:
        self.info = info

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Card) and other.info is self.info

    def __hash__(self) -> int:
        return hash(self.info.slug)


@lru_cache(maxsize=64)
def _common(card: _Card, options: tuple[tuple[str, Any], ...], daily: bool, plain: bool) -> tuple[Page, ...]:
    info = card.info
    deal = (help_page(info.alike, info.missed),) if daily else ()
    return (_keys(info, plain), _contest(info, dict(options)), *deal, _fair(info), *_credits(info))


def _keys(info: Info, plain: bool) -> Page:
    return Page("Around the game", (
        "Before and after a game the same keys work at every door:", "",
        "   Enter   play, or go on with the game that waits",
        "   D       the daily deal          P   practice: no turn, no score",
        "   S       settings                B   the bulletin and the records",
        "   H or ?  this help               Q   leave", "",
        "After a game: Y plays again, C asks the coach, L looks at the board once",
        "more, A deals the same again for practice, V shows the proof.", "",
        "During a game Q or Esc asks whether to leave it for later or to give it",
        "up, N begins another. In practice U takes a move back.",
        "Type the letter and press Enter." if plain else "Every key shown on the last line can be clicked.",
    ))  # fmt: skip


def _contest(info: Info, options: dict[str, Any]) -> Page:
    turns, top = int(options.get("turns_per_day", 0)), int(options.get("top", 3))
    best = options.get("ranking", info.contest) == "best"
    daily = (
        f"Turns a day: {turns}. New turns come at midnight, board time."
        if turns
        else "You may start as many games as you like."
    )
    counts = "your best single game counts" if best else "the scores of all your games are added up"
    fewer = "The lower score leads." if info.fewer_is_better else "The higher score leads."
    return Page("Turns and the month", (
        daily, "A turn is spent when the game starts.", "",
        "If the line drops, nothing is lost: the game waits as you left it, and",
        f"goes on with the same {info.alike} when you call again.", "",
        f"Each month is a contest of its own: {counts}.",
        f"{fewer} Of equal scores the earlier one leads.", "",
        f"At the month's end its first {top} are recorded and shown here, and in",
        "the bulletin, throughout the next month.",
    ))  # fmt: skip


def _fair(info: Info) -> Page:
    return Page("It can be proved", (
        "Before a game begins the board draws a secret seed for it and shows you",
        "its seal, a SHA-256 fingerprint. All that chance brings follows from the",
        "seed, and a fingerprint fits one seed only: nobody, the sysop included,",
        "can change it once you have seen it.", "",
        "When the game is over the seed is shown: V opens its page. The board's",
        "journal keeps it with your moves, and anybody can play the game again",
        "from them and count the score.",
    ))  # fmt: skip


def _credits(info: Info) -> tuple[Page, ...]:
    lines = tuple(line for text in info.credits for line in wrap(text, 72))
    return (Page("Credits", lines),) if lines else ()
