"""One key of the settings: what it means, what it may be, what it is; and another value for it.

A value that is wrong is refused in the words of `door check`, and stays typed to be mended.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from door.board import paper, slate
from door.board.api import Answer, BoardEffects, BoardEvent, Denied, Done, Lobby
from door.board.sysop.clerk import Administer
from door.settings.keys import KEPT_SECRET
from door.settings.keys import Key as Setting
from door.settings.live import APPLIES
from door.term.canvas import BRIGHT_RED, GREY, YELLOW, Canvas, style
from door.term.keys import Key, Line
from door.ui.screen import Bell, Effects, Speech, View
from door.ui.widgets import Field, Hint, wrap

TITLE: Final = "Setting"
KEYS: Final = (Hint("enter", "Change"), Hint("d", "Default"), paper.BACK)
SURE: Final = (Hint("y", "Do it"), Hint("n", "Leave it as it is"))
LIMIT: Final = 1000
PROMPT: Final = "New value:"


@dataclass(frozen=True, slots=True)
class State:
    """`setting` is None until it was looked up; `tried` is the last value that was typed, `refused`
    why it was not taken, `sure` a question that is open about it."""

    name: str
    slate: slate.Slate
    setting: Setting | None = None
    tried: str = ""
    refused: str = ""
    sure: str = ""


Next = tuple[State, BoardEffects | Effects]


def start(lobby: Lobby, arg: str) -> Next:
    sheet = paper.Paper(TITLE, (), keys=KEYS, foot=slate.FOOT)
    return State(arg, slate.Slate(sheet)), (Administer("keys"),)


def update(state: State, event: BoardEvent) -> Next:
    on = state.slate
    match event:
        case Answer(topic="keys", value=settings):
            return _shown(state, next((one for one in settings if one.name == state.name), None)), ()
        case Answer(topic="sure", value=question):
            return replace(state, slate=on.said(question, wrong=True), sure=question), (Bell(),)
        case Key() | Line() if state.sure:
            return _answered(state, event)
        case Done(note):
            return replace(state, slate=on.said(note), tried="", refused=""), (Administer("keys"),)
        case Denied(note):
            refused = replace(state, slate=on.said("Not changed.", wrong=True), refused=note)
            return _papered(refused), (Bell(),)
        case Key() | Line() if on.entry:
            return _typed(state, on.entry, event)
        case Key("enter" | "e" | "E") | Line("e" | "E" | "edit" | "change"):
            return _ask(state)
        case Key("d" | "D") | Line("d" | "D" | "default"):
            return _put(state, state.setting.default) if state.setting else (state, (Bell(),))
    turned = paper.turn(on.sheet, event)
    return (state, ()) if turned is None else (replace(state, slate=replace(on, sheet=turned[0])), turned[1])


def _plain(shown: str) -> str:
    """The value as it is typed: neither a secret nor an empty text's quotes."""
    return "" if shown in (KEPT_SECRET, '""') else shown


def _shown(state: State, setting: Setting | None) -> State:
    if setting is None:
        return replace(state, slate=state.slate.said(f"There is no key {state.name}.", wrong=True))
    return _papered(replace(state, setting=setting))


def _papered(state: State) -> State:
    """The setting on its paper, and why the last value was refused."""
    setting = state.setting
    if setting is None:
        return replace(state, slate=state.slate.said(state.refused, wrong=True))
    wrong = ("", *wrap(state.refused, 74)) if state.refused else ()
    lines = (*lines_of(setting), *((line, style(BRIGHT_RED)) for line in wrong))
    sheet = replace(state.slate.sheet, title=setting.name, note=str(setting.file), lines=lines)
    return replace(state, slate=replace(state.slate, sheet=sheet))


def lines_of(setting: Setting) -> Iterator[tuple[str, int]]:
    """The meaning, then the facts."""
    for line in wrap(setting.help, 74):
        yield line, style(GREY)
    yield "", 0
    facts = (
        ("Now", setting.shown), ("Default", setting.default), ("May be", setting.allowed),
        ("A change", APPLIES[setting.when]),
    )  # fmt: skip
    for name, value in facts:
        first, *more = wrap(value, 64) or ("",)
        ink = style(YELLOW if name == "Now" else GREY)
        yield f"{name + ':':<10}{first}", ink
        for line in more:
            yield f"{'':<10}{line}", ink


def _ask(state: State) -> Next:
    """The value that is there, or the last that was typed, to be changed."""
    if state.setting is None:
        return state, (Bell(),)
    value = state.tried or _plain(state.setting.shown)
    entry = slate.Entry(PROMPT, Field(value, len(value), LIMIT))
    return replace(state, slate=replace(state.slate, entry=entry, note="", wrong=False)), ()


def _typed(state: State, open: slate.Entry, event: Key | Line) -> Next:
    still, text = slate.type_in(open, event)
    if still:
        return replace(state, slate=replace(state.slate, entry=still)), ()
    if not text:
        return replace(
            state, slate=state.slate.said('Nothing was changed; "" is an empty text.'), tried=""
        ), ()
    return _put(state, text)


def _put(state: State, text: str) -> Next:
    waiting = replace(state, slate=state.slate.said("One moment ..."), tried=text, refused="")
    return waiting, (Administer("set", state.name, text),)


def _answered(state: State, event: Key | Line) -> Next:
    """The answer to the open question."""
    answer = event.name if isinstance(event, Key) else event.text.strip()
    if answer.lower() in ("y", "yes"):
        waiting = replace(state, slate=state.slate.said("One moment ..."), sure="")
        return waiting, (Administer("set", state.name, state.tried, sure=True),)
    if answer.lower() in ("n", "no", "esc"):
        return replace(state, slate=state.slate.said("Nothing was changed."), sure=""), ()
    return state, (Bell(),)


def draw(state: State, view: View) -> Canvas:
    """The paper with its note; a long reason takes the rows above the last."""
    keys = SURE if state.sure else KEYS
    return slate.draw(replace(state.slate, sheet=replace(state.slate.sheet, keys=keys)), view)


def tell(before: State | None, after: State) -> Speech:
    if after.setting is None and not after.slate.note:
        return Speech()
    lines: list[str] = []
    if before is None or before.setting != after.setting:
        lines += paper.tell(None, after.slate.sheet).lines
    if after.refused and (before is None or after.slate is not before.slate) and not after.slate.entry:
        lines.append(after.refused)
    if after.slate.note and (before is None or after.slate.note != before.slate.note):
        lines.append(after.slate.note)
    ask = "Y or N?" if after.sure else "E to change it, D for the default, Enter to go back."
    return Speech(tuple(lines), after.slate.entry.prompt if after.slate.entry else ask)
