"""One key of the settings: what it means, what it may be, what it is; and another value for it.

A value that is wrong is refused in the words of `door check`, and stays typed to be mended.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from door.board.api import BoardEffects, BoardEvent, Denied, Done, Lobby
from door.board.sysop.effects import AreYouSure, ChangeSetting, ListSettings, Settings
from door.board.widgets import pager, pager_input
from door.settings.keys import KEPT_SECRET
from door.settings.keys import Key as Setting
from door.settings.reload import APPLIES
from door.term.canvas import BRIGHT_RED, GREY, YELLOW, Canvas, style
from door.term.keys import Key, Line
from door.ui.screen import Bell, Effects, Speech, View
from door.ui.widgets import Field, Hint, wrap

TITLE: Final = "Setting"
KEYS: Final = (Hint("enter", "Change"), Hint("d", "Default"), pager.BACK)
SURE: Final = (Hint("y", "Do it"), Hint("n", "Leave it as it is"))
LIMIT: Final = 1000
PROMPT: Final = "New value:"


@dataclass(frozen=True, slots=True)
class State:
    """`setting` is None until it was looked up; `tried` is the last value that was typed, `refused`
    why it was not taken, `sure` a question that is open about it."""

    name: str
    pager_input: pager_input.PagerInput
    setting: Setting | None = None
    tried: str = ""
    refused: str = ""
    sure: str = ""


Next = tuple[State, BoardEffects | Effects]


def start(lobby: Lobby, arg: str) -> Next:
    sheet = pager.Pager(TITLE, (), keys=KEYS, foot=pager_input.FOOT)
    return State(arg, pager_input.PagerInput(sheet)), (ListSettings(),)


def update(state: State, event: BoardEvent) -> Next:
    on = state.pager_input
    match event:
        case Settings(settings):
            return _shown(state, next((one for one in settings if one.name == state.name), None)), ()
        case AreYouSure(question):
            return replace(state, pager_input=on.said(question, wrong=True), sure=question), (Bell(),)
        case Key() | Line() if state.sure:
            return _answered(state, event)
        case Done(note):
            return replace(state, pager_input=on.said(note), tried="", refused=""), (ListSettings(),)
        case Denied(note):
            refused = replace(state, pager_input=on.said("Not changed.", wrong=True), refused=note)
            return _papered(refused), (Bell(),)
        case Key() | Line() if on.entry:
            return _typed(state, on.entry, event)
        case Key("enter" | "e" | "E") | Line("e" | "E" | "edit" | "change"):
            return _ask(state)
        case Key("d" | "D") | Line("d" | "D" | "default"):
            return _put(state, state.setting.default) if state.setting else (state, (Bell(),))
    turned = pager.turn(on.sheet, event)
    return (
        (state, ())
        if turned is None
        else (replace(state, pager_input=replace(on, sheet=turned[0])), turned[1])
    )


def _plain(shown: str) -> str:
    """The value as it is typed: neither a secret nor an empty text's quotes."""
    return "" if shown in (KEPT_SECRET, '""') else shown


def _shown(state: State, setting: Setting | None) -> State:
    if setting is None:
        return replace(
            state, pager_input=state.pager_input.said(f"There is no key {state.name}.", wrong=True)
        )
    return _papered(replace(state, setting=setting))


def _papered(state: State) -> State:
    """The setting on its paper, and why the last value was refused."""
    setting = state.setting
    if setting is None:
        return replace(state, pager_input=state.pager_input.said(state.refused, wrong=True))
    wrong = ("", *wrap(state.refused, 74)) if state.refused else ()
    lines = (*lines_of(setting), *((line, style(BRIGHT_RED)) for line in wrong))
    sheet = replace(state.pager_input.sheet, title=setting.name, note=str(setting.file), lines=lines)
    return replace(state, pager_input=replace(state.pager_input, sheet=sheet))


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
    entry = pager_input.Entry(PROMPT, Field(value, len(value), LIMIT))
    return replace(state, pager_input=replace(state.pager_input, entry=entry, note="", wrong=False)), ()


def _typed(state: State, open: pager_input.Entry, event: Key | Line) -> Next:
    still, text = pager_input.type_in(open, event)
    if still:
        return replace(state, pager_input=replace(state.pager_input, entry=still)), ()
    if not text:
        return replace(
            state, pager_input=state.pager_input.said('Nothing was changed; "" is an empty text.'), tried=""
        ), ()
    return _put(state, text)


def _put(state: State, text: str) -> Next:
    waiting = replace(state, pager_input=state.pager_input.said("One moment ..."), tried=text, refused="")
    return waiting, (ChangeSetting(state.name, text),)


def _answered(state: State, event: Key | Line) -> Next:
    """The answer to the open question."""
    answer = event.name if isinstance(event, Key) else event.text.strip()
    if answer.lower() in ("y", "yes"):
        waiting = replace(state, pager_input=state.pager_input.said("One moment ..."), sure="")
        return waiting, (ChangeSetting(state.name, state.tried, sure=True),)
    if answer.lower() in ("n", "no", "esc"):
        return replace(state, pager_input=state.pager_input.said("Nothing was changed."), sure=""), ()
    return state, (Bell(),)


def draw(state: State, view: View) -> Canvas:
    """The paper with its note; a long reason takes the rows above the last."""
    keys = SURE if state.sure else KEYS
    return pager_input.draw(
        replace(state.pager_input, sheet=replace(state.pager_input.sheet, keys=keys)), view
    )


def tell(before: State | None, after: State) -> Speech:
    if after.setting is None and not after.pager_input.note:
        return Speech()
    lines: list[str] = []
    if before is None or before.setting != after.setting:
        lines += pager.tell(None, after.pager_input.sheet).lines
    if (
        after.refused
        and (before is None or after.pager_input is not before.pager_input)
        and not after.pager_input.entry
    ):
        lines.append(after.refused)
    if after.pager_input.note and (before is None or after.pager_input.note != before.pager_input.note):
        lines.append(after.pager_input.note)
    ask = "Y or N?" if after.sure else "E to change it, D for the default, Enter to go back."
    return Speech(tuple(lines), after.pager_input.entry.prompt if after.pager_input.entry else ask)
