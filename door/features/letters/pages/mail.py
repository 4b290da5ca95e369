"""Messages of this call and letters, to the caller or to the sysop.

The page is a list, with the open message on top. A message is answered on one line, a letter by a letter.
The reply key on any other screen opens the last message with the line to answer it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from door.features.letters.asks import ADDRESSEE, MAIL, Addressee, Delete, MailContents, OpenLetter
from door.features.messages.asks import WIDTH, Send
from door.pages.api import CallerLine, Done, Visit
from door.pages.lists import ListPage, ListState
from door.pages.page import asking, doing, sending
from door.records.community.letters import Letter
from door.term.canvas import WHITE, YELLOW, style
from door.ui.blocks import Row, Text, sentence
from door.ui.commands import Command
from door.ui.screen import Answer, Effects, Event, Leave
from door.ui.texts import Sentence, tr
from door.ui.widgets import Column
from door.ui.words import commas

REPLY: Final = "reply"
"""The argument that opens the page on the reply to the last message."""

HANDLE: Final = 33
"""Characters of a handle, with the board it comes from."""

HEADS: Final = {"joined": tr.mail.new_caller_joined, "waits": tr.mail.new_caller_waits}
"""Headings of letters that the board itself wrote, by topic."""

Thing = CallerLine | Letter
State = ListState[Thing]
Next = tuple[State, Effects]


class MailPage(ListPage[State, Thing]):
    """The list of messages, or (`sysops`) of letters to the sysop."""

    QUERY = MAIL
    FACE = "messages"
    COLUMNS = (
        Column(tr.heads.when, 14),
        Column(tr.heads.sender, 20, grow=1, most=33),
        Column(tr.heads.text, 34, grow=2),
    )

    def __init__(self, title: Sentence, sysops: bool) -> None:
        self.TITLE, self.sysops = title, sysops

    def load(self, state: State) -> Effects:
        return (MAIL(self.sysops),)

    def rows(self, state: State, found: MailContents) -> Sequence[Thing]:
        return [*reversed(found.drafts), *reversed(found.notes), *reversed(found.letters)]

    def key(self, thing: Thing) -> object:
        """Return the message's identity, which stays the same once it is read."""
        return thing if isinstance(thing, CallerLine) else (thing.id, thing.about)

    def count(self, state: State) -> str:
        things = [one for one in state.rows or () if not _is_draft(one)]
        notes = sum(isinstance(one, CallerLine) for one in things)
        counts = ((notes, tr.count.messages), (len(things) - notes, tr.count.letters))
        said = [what(n=count) for count, what in counts if count]
        return commas(said) or (tr.count.letters if self.sysops else tr.count.messages)(n=0)

    def empty(self, state: State) -> str:
        return tr.mail.no_letters() if self.sysops else tr.mail.no_messages()

    def section(self, thing: Thing) -> str:
        if _is_draft(thing):
            return tr.mail.section_unfinished()
        return tr.mail.section_this_call() if isinstance(thing, CallerLine) else tr.mail.section_letters()

    def row(self, state: State, thing: Thing) -> Row:
        """Return time, sender, and the first words."""
        if isinstance(thing, CallerLine):
            cells = (thing.when, thing.handle or tr.sysop.message_sender(), thing.text)
            return Row(cells, told=tr.mail.plain_message(heading=_from(thing), text=thing.text))
        text, who = _begins(thing), thing.handle
        if _is_draft(thing):
            who = tr.mail.draft_to(who=who or tr.mail.the_sysop())
        new = not thing.read and not _is_draft(thing)
        mark: Callable[..., str] = tr.mail.mark_new if new else tr.common.as_it_is
        told = mark(text=tr.mail.plain_letter(who=who, when=thing.t, text=text))
        return Row((thing.t, who, mark(text=text)), new, told)

    def detail(self, state: State) -> Text:
        """Return the whole message, with sender and time above."""
        thing = state.marked_row
        if isinstance(thing, CallerLine):
            title, head, text = tr.mail.label_message(), _from(thing), sentence(thing.text, style(WHITE))
        else:
            lines = () if thing.about in HEADS else thing.lines
            title, head = tr.mail.label_letter(), _heading(thing)
            text = tuple((line, style(WHITE)) for line in lines)
        return Text(title, ((head, style(YELLOW)), ("", 0), *text))

    def commands(self, state: State) -> tuple[Command[State], ...]:
        reads = Command("read", "enter", tr.keys.read, self.read, on_row=True)
        to = sending(lambda text: ADDRESSEE("" if text.casefold() == "sysop" else text))
        ask = asking(tr.mail.ask_recipient, HANDLE, to)
        writes: Command[State] = Command("new", "n", tr.keys.new_letter, ask)
        return (
            *([] if state.opened else [reads]),
            *self.more(state),
            Command("reply", "r", tr.keys.reply, self.reply, on_row=True),
            Command("delete", "d", tr.keys.delete, self.delete, on_row=True),
            *([] if self.sysops or state.opened else [writes]),
        )

    def fits(self, state: State, thing: Thing, command: Command[State]) -> bool:
        return command.id != "reply" or not _is_draft(thing)

    def more(self, state: State) -> tuple[Command[State], ...]:
        """Return what else may be done with a letter."""
        return ()

    def read(self, state: State) -> Next:
        thing = state.marked_row
        if _is_draft(thing):
            return self.reply(state)
        new = isinstance(thing, Letter) and not thing.read and not self.sysops and thing.id
        return replace(state, opened=True, top=0), (OpenLetter(new),) if new else ()

    def reply(self, state: State) -> Next:
        """Answer the marked message on a line, or the marked letter by a letter."""
        thing = state.marked_row
        if isinstance(thing, CallerLine) and thing.node:
            leaves = doing(Leave()) if state.arg == REPLY else None
            send = sending(partial(Send, 0, thing.handle))
            return state.ask(tr.mail.ask_message_to(handle=thing.handle), WIDTH, send, gives_up=leaves)
        return state, (_letter(thing.handle if isinstance(thing, Letter) else ""),)

    def delete(self, state: State) -> Next:
        return state.ask(tr.mail.confirm_delete(), 1, doing(Delete(state.marked_row, self.sysops)))

    def receive(self, state: State, reply: Event) -> Next | None:
        answers = state.arg == REPLY
        match reply:
            case Answer(_, MailContents(notes=notes)) if answers and state.rows is None:
                return self._answer_last(super().receive(state, reply) or (state, ()), bool(notes))
            case Done() if answers and state.sent:
                return state, (Leave(),)
            case Done(note) if state.opened:
                return self.again(replace(state.say(note), opened=False))
            case Answer(_, Addressee(to, draft)):  # the letter needn't ask again
                return state.say(""), (Visit("write", "\n".join((to, *(draft or ("",))))),)
        return super().receive(state, reply)

    def _answer_last(self, listed: Next, notes: bool) -> Next:
        if not notes:
            return listed[0].refuse(tr.mail.no_messages_this_call())
        return self.reply(replace(listed[0], opened=True))


def _letter(to: str) -> Visit:
    """Open a letter to that caller, or ("") to the sysop."""
    return Visit("write", to) if to else Visit("feedback")


def waits(thing: Thing) -> bool:
    """True if the letter is about a new caller who waits to be validated."""
    return isinstance(thing, Letter) and thing.about == "waits"


def _is_draft(thing: Thing) -> bool:
    """True if it is the caller's own unfinished letter."""
    return isinstance(thing, Letter) and thing.about == "draft"


def _begins(letter: Letter) -> str:
    if letter.about in HEADS:
        return HEADS[letter.about]()
    first = next(filter(None, letter.lines), "")
    return tr.mail.begins_with_page(text=first) if letter.about == "page" else first


def _heading(letter: Letter) -> str:
    """Return the sender, the board's words for the topic, and the time."""
    what = {**HEADS, "page": tr.mail.pages_the_sysop}.get(letter.about)
    if what:
        return tr.mail.letter_heading_about(who=letter.handle, what=what(), when=letter.t)
    return tr.mail.letter_heading(who=letter.handle, when=letter.t)


def _from(note: CallerLine) -> str:
    if not note.node:
        return tr.mail.message_heading_board(when=note.when, who=tr.sysop.message_sender())
    return tr.mail.message_heading(when=note.when, who=note.handle, node=note.node)


TITLE: Final = tr.mail.title
PAGE: Final = MailPage(TITLE, sysops=False)
