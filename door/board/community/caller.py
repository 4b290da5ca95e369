"""Another caller's public profile, and the ways to reach them."""

from __future__ import annotations

from typing import Final

from door.board import profile
from door.board.api import IGNORE, PROFILE, Visit
from door.board.replays import BY
from door.board.widgets.blocks import Text
from door.board.widgets.page import doing
from door.board.widgets.sheets import SheetPage, SheetState
from door.ui.commands import Command
from door.ui.screen import Effects
from door.ui.texts import tr

State = SheetState


class _Page(SheetPage[State]):
    """The argument is the caller's handle."""

    TITLE = tr.profile.title
    QUERY = PROFILE
    FOOT = 3

    def load(self, state: State) -> Effects:
        return (PROFILE(state.arg),)

    def title(self, state: State) -> str:
        return state.found.handle if state.found else state.arg

    def sheet(self, state: State) -> Text:
        return Text(state.found.handle, tuple(profile.lines_of(state.found, guest=False)))

    def commands(self, state: State) -> tuple[Command[State], ...]:
        if not state.found:
            return ()
        who = state.arg
        return (
            Command("replays", "r", tr.keys.replays, doing(Visit("replays", f"{BY}{who}"))),
            Command("write", "m", tr.keys.write, doing(Visit("write", who))),
            Command("challenge", "c", tr.keys.challenge, doing(Visit("new-table", who))),
            Command("ignore", "i", tr.keys.ignore, doing(IGNORE(who))),
        )


PAGE: Final = _Page()
