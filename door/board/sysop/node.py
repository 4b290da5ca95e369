"""One node: the facts of the call, and the sysop's commands for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board.api import Done, Lobby, Visit
from door.board.sysop import desk
from door.board.sysop.acts import ON_CALLS
from door.board.sysop.desk import idle_text, marks
from door.board.sysop.effects import NODES, CallAct, NodeListing
from door.board.widgets import pager, pager_input
from door.term.canvas import GREY, WHITE, style
from door.term.keys import Key, Line
from door.ui.screen import Answer, Bell, Effects, Event, Leave, No, Speech, Tick, Wake
from door.ui.texts import Sentence, tr
from door.ui.widgets import Hint
from door.ui.words import commas

TITLE: Final = desk.TITLE
FACTS: Final = (
    tr.sysop.label_caller,
    tr.sysop.label_where,
    tr.sysop.label_idle,
    tr.sysop.label_online,
    tr.sysop.label_address,
    tr.sysop.label_client,
    tr.sysop.label_screen,
)
EVERY: Final = 1.0


ACTS: Final = {act.key: (name, act) for name, act in ON_CALLS.items() if act.key}
PLACES: Final = {
    "v": (tr.keys.watch, tr.sysop.node_watch_help, "sysop-watch"),
    "c": (tr.keys.chat, tr.sysop.node_chat_help, "sysop-chat"),
}
KEYS: Final = (
    *(Hint(key, place[0]) for key, place in PLACES.items()),
    *(Hint(key, act.label) for key, (_, act) in ACTS.items() if act.label),
    pager.BACK,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class State(pager_input.State):
    """`listing` is missing until the facts arrive. `doing` is the key of the act being
    asked about. `gone`: the call is over, and `ends` says so."""

    node: int
    listing: NodeListing | None = None
    doing: str = ""
    gone: bool = False
    away: bool = False
    ends: Sentence | None = tr.sysop.caller_left


Next = tuple[State, Effects]


def start(lobby: Lobby, arg: str) -> Next:
    node = int(arg) if arg.isdecimal() else 0
    return State.titled(tr.sysop.title_node(node=node), KEYS, node=node), _look(node)


def _look(node: int) -> Effects:
    return (NODES(node),)


def update(state: State, event: Event) -> Next:
    match event:
        case Answer(_, listings):
            return _seen(state, next((listing for listing in listings if listing.node == state.node), None))
        case Tick():
            return state, () if state.away or state.gone else _look(state.node)
        case Lobby():
            return replace(state, away=False), _look(state.node)
        case Done(note):
            return state.said(note), _look(state.node)
        case No(note):
            return state.said(note, wrong=True, ends=tr.sysop.caller_left), _look(state.node)
        case Key() | Line() if state.entry and state.doing:
            return _typed(state, state.entry, event)
        case Key(name):
            return _key(state, name.lower())
        case Line(text):
            return _key(state, text.strip().lower() or "enter")
    return state, ()


def _seen(state: State, listing: NodeListing | None) -> Next:
    """Update the facts. A different caller on the node means that the call is over."""
    known = state.listing
    if listing is None or (known and known.handle and known.handle != listing.handle):
        who = known.who if known else tr.sysop.title_node(node=state.node)
        note = state.ends(who=who) if state.ends else state.note
        sheet = replace(state.sheet, keys=(pager.BACK,))
        return state.said(note, sheet=sheet, gone=True, doing=""), ()
    sheet = replace(state.sheet, lines=lines_of(listing), note=listing.who)
    return replace(state, sheet=sheet, listing=listing), (Wake(EVERY, "look"),)


def _key(state: State, name: str) -> Next:
    if name in pager.LEAVE:
        return state, (Leave(),)
    if state.listing is None or state.gone or name not in PLACES | ACTS:
        return state, (Bell(),)
    listing = state.listing
    if name in PLACES:
        page = PLACES[name][-1]
        arg = f"{state.node} {listing.handle}" if page == "sysop-chat" else str(state.node)
        return replace(state, away=True), (Visit(page, arg),)
    (asked,) = ACTS[name][1].questions
    prompt = asked.prompt(who=listing.who, address=listing.address or tr.sysop.address_of_this_call())
    return state.asking(prompt, asked.limit, doing=name), ()


def _typed(state: State, open: pager_input.Entry, event: Key | Line) -> Next:
    text = state.typed(open, event)
    if isinstance(text, tuple):
        return text
    name, act = ACTS[state.doing]
    done = state.said("", doing="")
    given_up = (isinstance(event, Key) and event.name != "enter") or text.lower() == "q"
    if given_up or not (text or act.questions[0].may_be_empty):
        return done, ()
    handle = state.listing.handle if state.listing else None
    return replace(done, ends=act.ends), (CallAct(name, state.node, text, handle),)


# -- screen ----------------------------------------------------------------------------------


def facts(listing: NodeListing) -> tuple[tuple[str, str], ...]:
    """Return the facts of a call, with labels."""
    left = (
        tr.sysop.no_time_limit()
        if listing.left is None
        else tr.sysop.time_left(minutes=tr.count.minutes(n=listing.left))
    )
    values = (
        listing.who + marks(listing),
        listing.where,
        idle_text(listing.idle),
        tr.sysop.time_on_and_left(minutes=tr.count.minutes(n=listing.minutes), left=left),
        listing.address or tr.sysop.no_value(),
        listing.client,
        listing.screen,
    )
    return tuple(zip(map(str, FACTS), values, strict=True))


def lines_of(listing: NodeListing) -> tuple[tuple[str, int], ...]:
    """Return the facts as lines, and the commands below them."""
    known = [
        (f"{name + ':':<10}{value}", style(GREY if at else WHITE))
        for at, (name, value) in enumerate(facts(listing))
    ]
    ways = (
        *((key, label, help) for key, (label, help, _) in PLACES.items()),
        *((key, act.label, act.help) for key, (_, act) in ACTS.items()),
    )
    return (
        *known,
        ("", 0),
        *((f"{key.upper()}  {label!s:<8} {help}", style(GREY)) for key, label, help in ways),
    )


draw: Final = pager_input.draw


def tell(before: State | None, after: State) -> Speech:
    """Say the facts once. After that, say only the caller's moves."""
    if after.listing is None and not after.gone:
        return Speech()
    lines, ways = list[str](), after.sheet.keys[:-1]
    if before is None or before.listing is None:
        lines += [f"{name}: {value}." for name, value in facts(after.listing)] if after.listing else []
        lines += (
            [tr.common.full_stop(text=commas(f"{way.key.upper()} {way.text}" for way in ways))]
            if ways
            else []
        )
    elif after.listing and before.listing.where != after.listing.where:
        lines.append(tr.sysop.plain_where(where=after.listing.where))
    return pager_input.told(
        lines, before, after, tr.common.plain_prompt_letter() if ways else tr.common.plain_prompt_go_back()
    )
