"""Letters to the sysop. New callers who wait are validated here."""

from __future__ import annotations

from typing import Final

from door.features.desk.asks import SysopAct
from door.features.letters.pages.mail import MailPage, Next, State, waits
from door.ui.commands import Command
from door.ui.texts import tr


class _Letters(MailPage):
    def more(self, state: State) -> tuple[Command[State], ...]:
        if not any(map(waits, (state.marked,) if state.reads else state.rows or ())):
            return ()
        return (Command("validate", "v", tr.keys.validate, self.validate, on_row=True),)

    def validate(self, state: State) -> Next:
        """Validate the new caller whom the marked letter is about."""
        if not waits(state.marked):
            return state.refuse(tr.mail.select_waiting_caller())
        return state, (SysopAct("validate", state.marked.handle),)


PAGE: Final = _Letters(tr.mail.title_sysop, sysops=True)
