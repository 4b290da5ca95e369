"""One node: all there is to know of the call, and what the sysop may do to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from door.board.api import Denied, Done, Lobby, Visit
from door.board.community.mail import WIDTH
from door.board.sysop import desk
from door.board.sysop.desk import idle_text, marks
from door.board.sysop.effects import (
    BanAddress,
    BanCaller,
    GiveMinutes,
    HangUpNode,
    ListNodes,
    NodeAct,
    NodeListing,
    NodesFound,
    SendLine,
)
from door.board.widgets import pager, pager_input
from door.board.widgets.look import GO_BACK, LETTER
from door.term.canvas import GREY, WHITE, style
from door.term.keys import Key, Line
from door.ui.screen import Bell, Effects, Event, Leave, Speech, Tick, Wake
from door.ui.texts import Text, word
from door.ui.widgets import Hint
from door.ui.words import counted

TITLE: Final = desk.TITLE
NODE: Final = Text("Node {node}")
THIS_ADDRESS: Final = Text("this call's address")
TIME: Final = Text("{minutes}, {left}")
TIME_LEFT: Final = Text("{minutes} left")
UNLIMITED: Final = Text("no limit")
WHERE: Final = Text("Where: {where}.")
NONE: Final = Text("none")
FACTS: Final = (
    Text("Caller"), Text("Where"), Text("Idle"), Text("On line"), Text("Address"),
    Text("Client"), Text("Screen"),
)  # fmt: skip
EVERY: Final = 1.0
LEFT: Final = Text("{who} has left.")

OWN: Final = Text("That is your own call.")
WATCHES: Final = Text("{who} on node {node} is watching you.")
SENT: Final = Text("Sent to {who}.")
LONG: Final = Text("A message has at most {most} characters.")
LONG_REASON: Final = Text("A reason has at most {most} characters.")
FAREWELL: Final = Text("The sysop has ended this call.")
HANGS_UP: Final = Text("{who} is being disconnected.")
MINUTES: Final = Text("Give minutes as a number, at most 999: 15, or -10 to take 10 away.")
NO_LIMIT: Final = Text("{who} has no time limit.")
MORE: Final = Text("The sysop gives you {minutes} more.")
FEWER: Final = Text("The sysop has shortened this call by {minutes}.")
MINUTES_LEFT: Final = Text("{who} has {left} left.")
NO_HANDLE: Final = Text("This caller has no handle to ban; ban the address.")
NO_ADDRESS: Final = Text("This call has no address to ban.")
BANNED: Final = Text("{who} is banned and is being disconnected.")


@dataclass(frozen=True, slots=True)
class Doing:
    """An act that asks for a line first: its label and what it does, the question, the longest
    answer, whether an empty answer is one (else it gives the act up), and what is said once the
    call is over (nothing where the answer to the act has said it)."""

    label: str
    help: Text
    act: type[NodeAct]
    prompt: Text
    limit: int
    may_be_empty: bool = False
    ends: Text | None = LEFT


DOINGS: Final[dict[str, Doing]] = {
    "m": Doing("Message", Text("a line on their status line, and under Messages"), SendLine,
               Text("To {who}:"), WIDTH),
    "t": Doing("Time", Text("more or fewer minutes for this call"), GiveMinutes,
               Text("Minutes to add (-10 takes 10 away):"), 4),
    "h": Doing("Hang up", Text("their game is saved; they see your farewell"), HangUpNode,
               Text("Farewell message (Enter for the default, Q to cancel):"), 70, True,
               Text("{who} was disconnected.")),
    "b": Doing("Ban", Text("this handle, until you lift it"), BanCaller,
               Text("Reason for the ban, shown to {who}:"), 70,
               ends=Text("{who} is banned and disconnected.")),
    "a": Doing("Ban IP", Text("this address, for some days or until you lift it"), BanAddress,
               Text("Days to ban {address}, or EVER:"), 4, ends=None),
}  # fmt: skip
PLACES: Final = {
    "v": ("Watch", Text("see their screen"), "sysop-watch"),
    "c": ("Chat", Text("break in; what they are doing waits, and so does their time"), "sysop-chat"),
}
KEYS: Final = (
    *(Hint(key, place[0]) for key, place in PLACES.items()),
    *(Hint(key, doing.label) for key, doing in DOINGS.items()),
    pager.BACK,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class State(pager_input.State):
    """`listing` is None until the first look, and once the call is over `gone` says so; `ends` is what
    is said then."""

    node: int
    listing: NodeListing | None = None
    doing: Doing | None = None
    gone: bool = False
    away: bool = False
    ends: Text | None = LEFT


Next = tuple[State, Effects]


def start(lobby: Lobby, arg: str) -> Next:
    node = int(arg) if arg.isdecimal() else 0
    return State.titled(NODE(node=node), KEYS, node=node), _look(node)


def _look(node: int) -> Effects:
    return (ListNodes(node),)


def update(state: State, event: Event) -> Next:
    match event:
        case NodesFound(listings):
            return _seen(state, next((listing for listing in listings if listing.node == state.node), None))
        case Tick():
            return state, () if state.away or state.gone else _look(state.node)
        case Lobby():
            return replace(state, away=False), _look(state.node)
        case Done(note):
            return state.said(note), _look(state.node)
        case Denied(note):
            return state.said(note, wrong=True, ends=LEFT), _look(state.node)
        case Key() | Line() if state.entry and state.doing:
            return _typed(state, state.entry, state.doing, event)
        case Key(name):
            return _key(state, name.lower())
        case Line(text):
            return _key(state, text.strip().lower() or "enter")
    return state, ()


def _seen(state: State, listing: NodeListing | None) -> Next:
    """The call as it is now; another caller's on the same node is another call."""
    known = state.listing
    if listing is None or (known and known.handle and known.handle != listing.handle):
        who = known.who if known else NODE(node=state.node)
        note = state.ends(who=who) if state.ends else state.note
        sheet = replace(state.sheet, keys=(pager.BACK,))
        return state.said(note, sheet=sheet, gone=True, doing=None), ()
    sheet = replace(state.sheet, lines=lines_of(listing), note=listing.who)
    return replace(state, sheet=sheet, listing=listing), (Wake(EVERY, "look"),)


def _key(state: State, name: str) -> Next:
    if name in pager.LEAVE:
        return state, (Leave(),)
    if state.listing is None or state.gone or name not in PLACES | DOINGS:
        return state, (Bell(),)
    listing = state.listing
    if name in PLACES:
        page = PLACES[name][-1]
        arg = f"{state.node} {listing.handle}" if page == "sysop-chat" else str(state.node)
        return replace(state, away=True), (Visit(page, arg),)
    doing = DOINGS[name]
    prompt = doing.prompt(who=listing.who, address=listing.address or THIS_ADDRESS())
    return state.asking(prompt, doing.limit, doing=doing), ()


def _typed(state: State, open: pager_input.Entry, doing: Doing, event: Key | Line) -> Next:
    text = state.typed(open, event)
    if isinstance(text, tuple):
        return text
    done = state.said("", doing=None)
    given_up = (isinstance(event, Key) and event.name != "enter") or text.lower() == "q"
    if given_up or not (text or doing.may_be_empty):
        return done, ()
    handle = state.listing.handle if state.listing else None
    return replace(done, ends=doing.ends), (doing.act(state.node, text, handle),)


# -- screen ----------------------------------------------------------------------------------


def facts(listing: NodeListing) -> tuple[tuple[str, str], ...]:
    """What is known of a call, by name."""
    left = UNLIMITED() if listing.left is None else TIME_LEFT(minutes=counted(listing.left, "minute"))
    values = (
        listing.who + marks(listing), listing.where, idle_text(listing.idle),
        TIME(minutes=counted(listing.minutes, "minute"), left=left), listing.address or NONE(),
        listing.client, listing.screen,
    )  # fmt: skip
    return tuple(zip(map(str, FACTS), values, strict=True))


def lines_of(listing: NodeListing) -> tuple[tuple[str, int], ...]:
    """The facts as lines of a paper, and below them what may be done."""
    known = [
        (f"{name + ':':<10}{value}", style(GREY if at else WHITE))
        for at, (name, value) in enumerate(facts(listing))
    ]
    ways: list[tuple[str, str, Text]] = [(key, label, help) for key, (label, help, _) in PLACES.items()]
    ways += [(key, doing.label, doing.help) for key, doing in DOINGS.items()]
    return (
        *known,
        ("", 0),
        *((f"{key.upper()}  {word(label):<8} {help}", style(GREY)) for key, label, help in ways),
    )


draw: Final = pager_input.draw


def tell(before: State | None, after: State) -> Speech:
    """The facts once; then only where the caller is."""
    if after.listing is None and not after.gone:
        return Speech()
    lines, ways = list[str](), after.sheet.keys[:-1]
    if before is None or before.listing is None:
        lines += [f"{name}: {value}." for name, value in facts(after.listing)] if after.listing else []
        lines += [", ".join(f"{way.key.upper()} {way.text}" for way in ways) + "."] if ways else []
    elif after.listing and before.listing.where != after.listing.where:
        lines.append(WHERE(where=after.listing.where))
    return pager_input.told(lines, before, after, LETTER() if ways else GO_BACK())
