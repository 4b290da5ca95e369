"""Questions over the board: leave the game, start another one instead, do this at the table?

Pure. `play` or the table carries out the answers.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from door.games.contract import Door
from door.screens import play
from door.screens.layouts import close, leave, question
from door.screens.seat import menu
from door.screens.state import State, TableQuestion, seat_of
from door.ui.blocks import Layout
from door.ui.commands import Command
from door.ui.texts import tr

our: Final = tr.play
KEYS: Final = tr.door_keys
_ON: Final = Command(
    "close", "esc", KEYS.play_on, close, also=("enter", "n", "p", "q", "ctrl-c"),
    words=("no", "quit", "back"),
)  # fmt: skip


def layout(game: Door, state: State) -> Layout:
    """Return the question that is open: its title, lines, answers, and plain mode's prompt."""
    given_up, practice = game.info.given_up(), state.practised
    gives_up = Command("give-up", "g", KEYS.give_up, partial(play.give_up, game), words=("give up",))
    another = partial(play.give_up, game, another="practice" if practice else "contest")
    new = Command("another", "y", KEYS.new_game, another, words=("yes",))
    if state.page.name == "sure":
        asked, run = seat_of(state).sure or TableQuestion("", close)
        sure = Command("confirm", "y", KEYS.answer_yes, run, words=("yes",))
        no = _ON._replace(label=KEYS.answer_no)
        return question(game, menu.TITLE(), (asked,), (sure, no), f"{asked} (y/n)")
    if state.page.name == "leave" and practice:
        gives_up = gives_up._replace(label=KEYS.end_game)
        return question(
            game, our.title_end_game(), (our.practice_not_kept(),), (gives_up, _ON), our.plain_confirm_end()
        )
    if state.page.name == "leave":
        later = Command("later", "l", KEYS.for_later, leave)
        lines = our.game_kept_for_later(alike=game.info.alike()), given_up
        return question(
            game, our.title_leave_game(), lines, (later, gives_up, _ON), our.plain_confirm_leave()
        )
    if practice:
        ends = (our.practice_ends_here(),)
        return question(game, our.title_new_deal(), ends, (new, _ON), our.plain_confirm_new_deal())
    if state.books.may_play:
        lines = our.must_give_up_first(), given_up
        return question(game, our.title_new_game(), lines, (new, _ON), our.plain_confirm_new_game())
    lines = our.no_turns_for_new_game(), given_up
    return question(game, our.title_give_up(), lines, (gives_up, _ON), our.plain_confirm_give_up())
