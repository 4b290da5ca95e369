"""A letter to the sysop or to a caller. Words wrap, and an empty line sends it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.features.letters.asks import (
    ADDRESSEE,
    PAGE_SYSOP,
    THROW_AWAY,
    Addressee,
    KeepDraft,
    Write,
)
from door.pages.api import Done, Lobby
from door.pages.lines import LinePage, LineState
from door.pages.sheets import QuestionPage
from door.records.community.letters import LETTER_LINES, WIDTH
from door.term.canvas import GREY, style
from door.term.keys import Key
from door.ui.blocks import OpenLine, Writing
from door.ui.commands import Command
from door.ui.screen import Answer, Bell, Effect, Effects, Event, Leave, No, Speech
from door.ui.texts import tr
from door.ui.widgets import Field, type_key, wrap


@dataclass(frozen=True, slots=True)
class LetterState(LineState):
    """A letter to the caller `to`, or ("") to the sysop.

    - `begun`: the board knows the addressee. `kept`: it has a draft of the letter.
    - `lines` are complete; `field` is the line being typed.
    """

    to: str = ""
    begun: bool = False
    lines: tuple[str, ...] = ()
    kept: bool = False


Next = tuple[LetterState, Effects]


class LetterPage(LinePage[LetterState]):
    """The argument is the handle. If lines follow it, the board knows the caller, and they are a draft."""

    TITLE = tr.mail.title_letter
    FOOT = 3
    DRAFTS = True
    """The board keeps a letter that it refuses."""

    def start(self, lobby: Lobby, arg: str) -> Next:
        to, known, draft = arg.partition("\n")
        state = LetterState(lobby, to=to, field=Field(limit=WIDTH))
        if known:
            return _begin(state, tuple(filter(None, draft.split("\n")))), (KeepDraft(),)
        return state, (KeepDraft(), ADDRESSEE(to))

    def receive(self, state: LetterState, reply: Event) -> Next | None:
        match reply:
            case Answer(_, Addressee(_, draft)):
                return _begin(state, draft), ()
            case Done(""):
                return self.leave(state)
            case Done(note):
                return replace(state.say(note), busy=False, over=True), ()
            case No(why):
                refused = state.say(why, wrong=True)
                if not state.begun:
                    return replace(refused, over=True), (Bell(),)
                return replace(refused, busy=False, kept=self.DRAFTS), (Bell(),)
        return None

    def title(self, state: LetterState) -> str:
        if state.to:
            return tr.mail.title_letter_to(who=state.to)
        return tr.mail.title_feedback(who=state.lobby.sysop)

    def count(self, state: LetterState) -> str:
        return tr.mail.letter_lines_used(lines=len(state.lines), most=LETTER_LINES)

    def commands(self, state: LetterState) -> tuple[Command[LetterState], ...]:
        if state.over:
            return (Command("back", "enter", tr.keys.back, self.leave, words=("q",)),)
        return (
            self.enter(tr.keys.next_line),
            Command("up", "backspace", tr.keys.back_up, self.back_up),
            Command("throw", "esc", tr.keys.throw_away, self.throw_away, also=("ctrl-c",), words=("q",)),
        )

    def enter_line(self, state: LetterState, text: str) -> Next:
        """Add a line, or several after wrapping. An empty line sends the letter."""
        text = text.strip() if state.lobby.plain else text.rstrip()
        lines = (*state.lines, *wrap(text, WIDTH))
        if len(lines) > LETTER_LINES:
            return state.refuse(tr.mail.letter_too_long(most=LETTER_LINES, width=WIDTH))
        if not lines:
            return self.discard(state)
        fresh = replace(state.say(""), lines=lines, field=Field(limit=WIDTH))
        if text and len(lines) < LETTER_LINES:
            return fresh, ()
        return replace(fresh.say(tr.common.one_moment()), busy=True), (self.sends(state, lines),)

    def sends(self, state: LetterState, lines: tuple[str, ...]) -> Effect:
        return Write(lines, state.to)

    def on_key(self, state: LetterState, key: Key) -> Next:
        """Type a key. A word that doesn't fit moves to the next line."""
        state, field = state.say(""), type_key(state.field, key)
        if field is not state.field or not (key.text and key.text.isprintable()):
            return replace(state, field=field), ()
        if field.cursor < len(field.value):
            return state, (Bell(),)
        if len(state.lines) + 1 >= LETTER_LINES:
            return state.refuse(tr.mail.letter_full(most=LETTER_LINES))
        written, blank, word = (field.value + key.text).rpartition(" ")
        if not blank:
            written, word = field.value, key.text
        field = Field(word, len(word), WIDTH)
        return replace(state, lines=(*state.lines, written.rstrip()), field=field), ()

    def back_up(self, state: LetterState) -> Next:
        """Erase a character, or reopen the line above an empty one."""
        if state.busy:
            return state, ()
        if state.field.value or not state.lines:
            return self.on_key(state, Key("backspace"))
        *lines, last = state.lines
        return replace(state.say(""), lines=tuple(lines), field=Field(last, len(last), WIDTH)), ()

    def throw_away(self, state: LetterState) -> Next:
        """Leave at once if the letter is empty, else ask first."""
        if not (state.lines or state.field.value):
            return self.discard(state)
        answers = (tr.keys.throw_it_away, tr.keys.keep_writing)
        prompt, field = tr.mail.confirm_throw_away(), Field(limit=1)
        sure = OpenLine(prompt, field, lambda state, yes: self.discard(state), answers=answers)
        return replace(state.say(""), entry=sure), ()

    def discard(self, state: LetterState) -> Next:
        empty = replace(state.say(""), lines=(), field=Field(limit=WIDTH), busy=state.kept)
        return empty, (THROW_AWAY(state.to) if state.kept else Leave(),)

    def body(self, state: LetterState) -> Writing:
        if not (state.begun or state.over):
            return Writing(((tr.common.one_moment(), style(GREY)),), None)
        about = "" if state.to else f"{tr.mail.feedback_about()}\n{tr.mail.feedback_sysop_only()}"
        lines = tuple((line, style(GREY)) for line in state.lines)
        return Writing(lines, None if state.over or state.busy else state.field, above=about)

    def tell(self, before: LetterState | None, after: LetterState) -> Speech:
        lines: list[str] = []
        if not (after.begun or after.over):
            return Speech()
        begins = after.begun and (before is None or not before.begun)
        if begins:
            lines.append(tr.mail.plain_letter_help(title=self.title(after), most=LETTER_LINES, width=WIDTH))
            lines += [] if after.to else [tr.mail.feedback_sysop_only()]
        if after.note and (before is None or before.notes != after.notes):
            lines.append(after.note)
            lines += after.lines if begins else ()
        if after.entry:
            return Speech(tuple(lines), after.entry.prompt)
        number = len(after.lines) + 1
        prompt = "" if after.busy else tr.mail.ask_letter_line(number=number)
        return Speech(tuple(lines), tr.common.plain_prompt_go_back() if after.over else prompt)


def _begin(state: LetterState, draft: tuple[str, ...]) -> LetterState:
    """Begin to write, or restore a draft with its last line open. In plain mode all lines are complete."""
    state = replace(state.say(tr.mail.draft_restored() if draft else ""), begun=True)
    if not draft:
        return state
    if state.lobby.plain:
        return replace(state, lines=draft, kept=True)
    return replace(state, kept=True, lines=draft[:-1], field=Field(draft[-1], len(draft[-1]), WIDTH))


def draft_lines(state: LetterState) -> tuple[str, ...]:
    """Return the lines written so far, or nothing if they are sent or being sent."""
    return () if state.over or state.busy else tuple(filter(None, (*state.lines, state.field.value)))


PAGE: Final = LetterPage()


REASON: Final = 70
"""Characters of the reason to page the sysop."""


class _Paging(QuestionPage):
    """Page the sysop with one line, which also waits among the letters."""

    TITLE = tr.people.title_page_sysop
    FACE = "page"
    ABOUT = tr.people.page_sysop_about
    ASKS = tr.people.ask_page_reason
    LIMIT = REASON
    ACT = PAGE_SYSOP


PAGING: Final = _Paging()
