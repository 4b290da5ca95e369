"""A caller's own page: calls, what they finished and won at each door, their SSH keys."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board import look, paper, slate
from door.board.api import (
    AddKey,
    Answer,
    Ask,
    BoardEffects,
    BoardEvent,
    Denied,
    Done,
    DoorPast,
    DropKey,
    Lobby,
    Profile,
)  # fmt: skip
from door.term.canvas import DARK, GREY, WHITE, YELLOW, Canvas, style
from door.term.keys import Key, Line
from door.ui.screen import Bell, Effects, Speech, View
from door.ui.widgets import Hint, cut, month_name, ordinal
from door.ui.words import counted

TITLE: Final = "Profile"
KEYS: Final = (Hint("k", "Add an SSH key"), Hint("d", "Remove one"), *paper.READ)
KEY_LIMIT: Final = 4000
ADD: Final = "Paste an OpenSSH public key:"
DROP: Final = "Number of the key to remove:"


@dataclass(frozen=True, slots=True)
class State:
    lobby: Lobby
    slate: slate.Slate
    profile: Profile | None = None
    adding: bool = False


Next = tuple[State, BoardEffects | Effects]


def start(lobby: Lobby, arg: str) -> Next:
    return State(lobby, slate.Slate(paper.Paper(TITLE, (), keys=KEYS, foot=slate.FOOT))), (Ask("profile"),)


# -- the page -------------------------------------------------------------------------------


def sheet(profile: Profile, guest: bool) -> paper.Paper:
    """All of it as a paper."""
    lines = [(text, style(GREY)) for text in _calls(profile, guest)]
    for past in profile.doors:
        lines += [("", 0), *_door(past)]
    if not guest:
        lines += [("", 0), ("SSH KEYS", style(YELLOW))]
        named = [f"{at:>3}. {name}" for at, (name, _) in enumerate(profile.keys, start=1)]
        lines += [(cut(text, 76), style(WHITE)) for text in named or ["     none: you log on by password"]]
    return paper.Paper(f"{TITLE}: {profile.handle}", tuple(lines), keys=KEYS, foot=slate.FOOT)


def _calls(profile: Profile, guest: bool) -> list[str]:
    if guest:
        return ["You are a guest: your games are not ranked, and nothing is remembered."]
    told = [f"Calls: {profile.calls}", f"First call: {profile.since}" if profile.since else ""]
    told.append(f"Last call: {profile.last_call}" if profile.last_call else "")
    return ["    ".join(text for text in told if text)]


def _door(past: DoorPast) -> list[tuple[str, int]]:
    told = past.history
    if not told.games:
        return [(past.name, style(past.accent)), ("     no game finished yet", style(DARK))]
    games = f"{counted(told.games, 'game')} finished, best {told.best}"
    lines = [(f"{past.name:<30}  {games}", style(past.accent))]
    for month in told.months:
        games = f"{month.games:>4} game{'s' * (month.games != 1)}"
        row = f"     {month_name(month.month):<16} {month.score:>9}  in {games:<10}  "
        ink = style(look.medal(month.place))
        lines.append((f"{row} {ordinal(month.place)} place", ink))
    return lines


# -- what is typed --------------------------------------------------------------------------


def update(state: State, event: BoardEvent) -> Next:
    on = state.slate
    match event:
        case Answer(value=profile):
            fresh = replace(sheet(profile, state.lobby.guest), top=on.sheet.top)
            return replace(state, profile=profile, slate=replace(on, sheet=fresh)), ()
        case Done(note):
            return replace(state, slate=on.said(note)), (Ask("profile"),)
        case Denied(note):
            return replace(state, slate=on.said(note, wrong=True)), ()
        case Key() | Line() if on.entry:
            return _typed(state, on.entry, event)
        case Key("k" | "K") | Line("k" | "K" | "add"):
            return replace(state, slate=on.asking(ADD, KEY_LIMIT), adding=True), ()
        case Key("d" | "D") | Line("d" | "D" | "remove"):
            return _remove(state)
    turned = paper.turn(on.sheet, event)
    if turned is None:
        return state, ()
    return replace(state, slate=replace(on, sheet=turned[0], note="")), turned[1]


def _remove(state: State) -> Next:
    if state.profile is None or not state.profile.keys:
        return replace(state, slate=state.slate.said("There is no key to remove.", wrong=True)), (Bell(),)
    return replace(state, slate=state.slate.asking(DROP, 3), adding=False), ()


def _typed(state: State, open: slate.Entry, event: Key | Line) -> Next:
    still, text = slate.type_in(open, event)
    if still:
        return replace(state, slate=replace(state.slate, entry=still)), ()
    if not text or state.profile is None:
        return replace(state, slate=state.slate.said("")), ()
    waiting = replace(state, slate=state.slate.said("One moment ..."))
    if state.adding:
        return waiting, (AddKey(text),)
    keys = state.profile.keys
    if not (text.isdecimal() and 0 < int(text) <= len(keys)):
        return replace(state, slate=state.slate.said(f"There is no key {text}.", wrong=True)), (Bell(),)
    return waiting, (DropKey(keys[int(text) - 1][1]),)


def draw(state: State, view: View) -> Canvas:
    return slate.draw(state.slate, view)


def tell(before: State | None, after: State) -> Speech:
    if not after.slate.sheet.lines:
        return Speech()
    ask = "K to add an SSH key, D to remove one, Enter to go back."
    return slate.tell(before.slate if before else None, after.slate, ask)
