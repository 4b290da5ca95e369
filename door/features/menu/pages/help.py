"""The board's help."""

from __future__ import annotations

from typing import Final

from door.features.menu.pages import menu
from door.pages.blocks import Text
from door.pages.sheets import SheetPage, SheetState, paper
from door.ui.texts import tr


class _Help(SheetPage[SheetState]):
    """How to get around, and how scores count."""

    TITLE = tr.help.title

    def sheet(self, state: SheetState) -> Text:
        shown, told = (
            "\n".join((about(), tr.help.turns_and_more(**menu.keys(state.lobby), others=others())))
            for about, others in (
                (tr.help.getting_about, tr.help.whos_online),
                (tr.help.plain_getting_about, tr.help.plain_whos_online),
            )
        )
        return paper(tr.help.heading(board=state.lobby.board), shown, told=told)


PAGE: Final = _Help()
