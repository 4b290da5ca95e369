"""Messages of this call and letters, to the caller or to the sysop.

The page is a list, with the open message on top. A message is answered on one line, a letter by a letter.
The reply key on any other screen opens the last message with the line to answer it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board.api import Done, Lobby, Note, Visit
from door.board.community.effects import Allowed, AskMail, Delete, Mail, MaySend, MayWrite, OpenLetter, Send
from door.board.sysop.effects import SysopAct
from door.board.widgets import listbox, pager, pager_input
from door.board.widgets.listbox import ListboxPage, Next, Row, State, numbered
from door.records.community.letters import Letter
from door.term.canvas import WHITE, YELLOW, Canvas, style
from door.term.keys import Key, Line
from door.ui.screen import Bell, Event, Leave, No, Speech, View
from door.ui.texts import Sentence, tr
from door.ui.widgets import Column, Hint, row_text
from door.ui.words import commas

REPLY: Final = "reply"
"""The argument that opens the page on the reply to the last message."""

WIDTH: Final = 200
"""Characters of a message."""

HANDLE: Final = 33
"""Characters of a handle, with the board it comes from."""

COLUMNS: Final = (Column(tr.heads.when, 14), Column(tr.heads.sender, 20), Column(tr.heads.text, 34))
WIDE: Final = (Column(tr.heads.when, 14), Column(tr.heads.sender, 33), Column(tr.heads.text, 53))
SECTIONS: Final = (tr.mail.section_this_call, tr.mail.section_letters)
PROMPT: Final = tr.mail.plain_prompt
KEYS: Final = (
    Hint("down", tr.keys.choose, "↑↓"), Hint("enter", tr.keys.read), Hint("r", tr.keys.reply, row=True),
    Hint("d", tr.keys.delete, row=True),
    Hint("n", tr.keys.new_letter), pager.BACK,
)  # fmt: skip
READ: Final = (Hint("r", tr.keys.reply), Hint("d", tr.keys.delete), *pager.READ)
HEADS: Final = {"joined": tr.mail.new_caller_joined, "waits": tr.mail.new_caller_waits}
"""Headings of letters that the board itself wrote, by topic."""

VALIDATE: Final = Hint("v", tr.keys.validate)

Thing = Note | Letter


@dataclass(frozen=True, slots=True)
class Mailbox(State[Thing]):
    """The list. `paper` is the open message. `sent` is the last entry until its result arrives."""

    paper: pager.Pager | None = None
    sent: pager_input.Entry | None = None
    plain: bool = False


class _Page(ListboxPage[Thing]):
    """The list of messages, or (`sysops`) of letters to the sysop."""

    def __init__(self, title: Sentence, sysops: bool) -> None:
        self.TITLE, self.sysops = title, sysops
        self.KEYS = tuple(hint for hint in KEYS if not (sysops and hint.key == "n"))
        self.PROMPT = tr.mail.plain_prompt_sysop if sysops else PROMPT

    def ask(self, of: str) -> AskMail:
        return AskMail(self.sysops)

    def start(self, lobby: Lobby, arg: str) -> Next[Thing]:
        return Mailbox(self.TITLE(), "", self.KEYS, arg, plain=lobby.plain), (self.ask(arg),)

    def update(self, state: State[Thing], event: Event) -> Next[Thing]:
        assert isinstance(state, Mailbox)
        match event:
            case Mail() if state.of == REPLY and not state.come:
                return self._answer_last(state, event)
            case Done() | Key("esc" | "ctrl-c") if state.of == REPLY and (state.entry or state.sent):
                return state, (Leave(),)
            case Done():
                return super().update(replace(state, paper=None, sent=None), event)
            case Allowed(refusal, to):
                return self._allowed(state, refusal, to)
            case No(note):
                return self._denied(state, note)
            case Key() | Line() if state.paper and not state.entry:
                return self._reading(state, state.paper, event)
        return super().update(state, event)

    def listed(self, state: State[Thing], answer: object) -> State[Thing]:
        return (
            self._listed(state, answer) if isinstance(answer, Mail) and isinstance(state, Mailbox) else state
        )

    def _listed(self, state: Mailbox, answer: Mail) -> Mailbox:
        things: list[Thing] = [*reversed(answer.drafts), *reversed(answer.notes), *reversed(answer.letters)]
        counts = ((len(answer.notes), tr.count.messages), (len(answer.letters), tr.count.letters))
        said = [what(n=count) for count, what in counts if count]
        note = commas(said) or (tr.count.letters if self.sysops else tr.count.messages)(n=0)
        listed = state.listing(
            things, _row, note, tr.mail.no_letters() if self.sysops else tr.mail.no_messages(), _key
        )
        gone = not state.rows or not listed.rows or _key(listed.marked) != _key(state.marked)
        waits = any(map(_waits, things))
        keys = (*self.KEYS[:2], VALIDATE, *self.KEYS[2:]) if waits else self.KEYS
        return replace(listed, keys=keys, paper=None if gone else state.paper)

    def _answer_last(self, state: Mailbox, answer: Mail) -> Next[Thing]:
        """Open the last message and the line to answer it on."""
        listed = self._listed(state, answer)
        if not answer.notes:
            return listed.telling(tr.mail.no_messages_this_call(), wrong=True), (Bell(),)
        return self.reply(replace(listed, paper=_paper(listed.marked)))

    def open(self, state: State[Thing]) -> Next[Thing]:
        assert isinstance(state, Mailbox)
        thing = state.marked
        if _is_draft(thing):
            return self.reply(state)
        new = isinstance(thing, Letter) and not thing.read and not self.sysops and thing.id
        effects = (OpenLetter(new),) if new else ()
        return replace(state.telling(""), paper=_paper(thing)), effects

    def key(self, state: State[Thing], name: str) -> Next[Thing] | None:
        assert isinstance(state, Mailbox)
        if name == "n" and not self.sysops:
            return state.asking(tr.mail.ask_recipient(), HANDLE), ()
        if state.plain and name == "r":
            return state.unsaid(), (self.ask(state.of),)
        if name in ("r", "d") and not state.rows:
            return state, (Bell(),)
        if name == "r":
            return self.reply(state)
        if name == "v" and state.rows:
            return self.validate(state)
        return (state.asking(tr.mail.confirm_delete(), 1, state.marked), ()) if name == "d" else None

    def word(self, state: State[Thing], text: str) -> Next[Thing] | None:
        """Handle a plain-mode command such as "d 2" or "n"."""
        letter, number = text[:1].lower(), text[1:].strip()
        there = numbered(state, number)
        if there and letter in ("d", "v"):
            return self.key(there, letter)
        return self.key(state, text.lower()) if text.lower() in ("r", "n") else None

    def reply(self, state: Mailbox) -> Next[Thing]:
        """Answer the marked message on a line, or the marked letter by a letter."""
        thing = state.marked
        if isinstance(thing, Note) and thing.node:
            return replace(state, about=thing), (MaySend(0, thing.handle),)
        to = thing.handle if isinstance(thing, Letter) else ""
        return state, (_letter(to),)

    def validate(self, state: Mailbox) -> Next[Thing]:
        """Validate the new caller whom the marked letter is about."""
        if not (self.sysops and _waits(state.marked)):
            return (state.telling(tr.mail.select_waiting_caller(), wrong=True) if self.sysops else state), (
                Bell(),
            )
        return state.telling(""), (SysopAct("validate", state.marked.handle),)

    def _reading(self, state: Mailbox, paper: pager.Pager, event: Key | Line) -> Next[Thing]:
        said = (event.name if isinstance(event, Key) else event.text.strip()).lower()
        if said == "r":
            return self.reply(state)
        if said == "v":
            return self.validate(state)
        if said == "d":
            return state.asking(tr.mail.confirm_delete(), 1, state.marked), ()
        turned, effects = pager.turn(paper, event) or (paper, (Bell(),))
        if effects == (Leave(),):
            state = replace(state.telling(""), paper=None)
            return state.unsaid() if state.plain else state, (self.ask(state.of),)
        return replace(state, paper=turned), effects

    def entered(self, state: State[Thing], text: str) -> Next[Thing]:
        assert isinstance(state, Mailbox) and state.entry is not None
        sure, about = state.entry.is_question, state.about
        after = replace(state.telling(""), sent=state.entry, about=about)
        if text and about is None:
            return after, (MayWrite("" if text.casefold() == "sysop" else text),)
        if text.lower() == "y" and sure and about is not None:
            return after, (Delete(about, self.sysops),)
        if text and not sure and about is not None:
            return after, (Send(0, about.handle, text),)
        return state.telling(""), (Leave(),) if state.of == REPLY else ()

    def _allowed(self, state: Mailbox, refusal: str, to: str) -> Next[Thing]:
        if refusal:
            return self._denied(state, refusal)
        if isinstance(state.about, Note):
            return state.asking(tr.mail.ask_message_to(handle=to), WIDTH, state.about), ()
        return replace(state.telling(""), sent=None), (_letter(to),)

    def _denied(self, state: Mailbox, note: str) -> Next[Thing]:
        """Show the refusal, and restore the line that was typed."""
        again = None if state.sent and state.sent.is_question else state.sent
        return replace(state.telling(note, wrong=True), about=state.about, entry=again, sent=None), (Bell(),)

    def draw(self, state: State[Thing], view: View) -> Canvas:
        if not isinstance(state, Mailbox) or state.paper is None:
            return listbox.draw(state, view)
        return pager_input.draw(pager_input.State(state.paper, state.entry, state.said, state.wrong), view)

    def tell(self, before: State[Thing] | None, after: State[Thing]) -> Speech:
        if not isinstance(after, Mailbox) or after.paper is None:
            left = isinstance(before, Mailbox) and before.paper is not None
            return super().tell(None if left else before, after)
        same = before if isinstance(before, Mailbox) and before.paper else None
        now, then = (
            None if one is None or one.paper is None
            else pager_input.State(one.paper, one.entry, one.said, notes=one.notes) for one in (after, same)
        )  # fmt: skip
        assert now is not None
        return pager_input.tell(
            then,
            now,
            (tr.mail.plain_prompt_validate if _waits(after.marked) else tr.mail.plain_prompt_letter)(),
        )


def _letter(to: str) -> Visit:
    """Open a letter to that caller, or ("") to the sysop."""
    return Visit("write", to) if to else Visit("feedback")


def _row(thing: Thing) -> Row:
    """Return a row: time, sender, and the first words."""
    if isinstance(thing, Note):
        when, text, new = thing.when, thing.text, False
        told: str = tr.mail.plain_message(heading=_from(thing), text=text)
    else:
        when, text, new = thing.t, _begins(thing), not thing.read
        told = _new(tr.mail.plain_letter(who=thing.handle, when=when, text=text), new)
    who = thing.handle or (tr.sysop.message_sender() if isinstance(thing, Note) else "")
    section = SECTIONS[isinstance(thing, Letter)]()
    if _is_draft(thing):
        who, section, new = (
            tr.mail.draft_to(who=who or tr.mail.the_sysop()),
            tr.mail.section_unfinished(),
            False,
        )
        told = tr.mail.plain_letter(who=who, when=when, text=text)
    cells = (when, who, _new(text, new))
    narrow, wide = (row_text(columns, cells).rstrip() for columns in (COLUMNS, WIDE))
    return Row(narrow, strong=new, spoken=told, section=section, wide=wide)


def _new(text: str, new: bool) -> str:
    return tr.mail.mark_new(text=text) if new else text


def _key(thing: Thing) -> object:
    """Return the message's identity, which stays the same once it is read."""
    return thing if isinstance(thing, Note) else (thing.id, thing.about)


def _waits(thing: Thing) -> bool:
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


def _from(note: Note) -> str:
    if not note.node:
        return tr.mail.message_heading_board(when=note.when, who=tr.sysop.message_sender())
    return tr.mail.message_heading(when=note.when, who=note.handle, node=note.node)


def _paper(thing: Thing) -> pager.Pager:
    """Return the whole message, with sender and time above."""
    if isinstance(thing, Note):
        head, text = _from(thing), pager.sentence(thing.text, style(WHITE), indent=2)
    else:
        head = _heading(thing)
        lines = () if thing.about in HEADS else thing.lines
        text = tuple((f"  {line}".rstrip(), style(WHITE)) for line in lines)
    title = tr.mail.label_message() if isinstance(thing, Note) else tr.mail.label_letter()
    keys = (VALIDATE, *READ) if _waits(thing) else READ
    return pager.Pager(title, ((head, style(YELLOW)), ("", 0), *text), keys=keys, foot=pager_input.FOOT)


TITLE: Final = tr.mail.title
PAGE: Final = _Page(TITLE, sysops=False)
LETTERS: Final = _Page(tr.mail.title_sysop, sysops=True)
