"""One node: the facts of the call, and the sysop's commands for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from door.features.desk.asks import NODES, CallAct, NodeListing
from door.features.desk.pages.acts import ON_CALLS
from door.features.desk.pages.desk import idle_text, marks
from door.pages.api import Visit
from door.pages.page import doing, on_reply
from door.pages.sheets import SheetPage, SheetState
from door.term.canvas import GREY, WHITE, style
from door.ui.blocks import Lines, Text
from door.ui.commands import Command
from door.ui.screen import Effects, Event, No, Speech, Tick
from door.ui.texts import Sentence, tr

FACTS: Final = (
    tr.sysop.label_caller,
    tr.sysop.label_where,
    tr.sysop.label_idle,
    tr.sysop.label_online,
    tr.sysop.label_address,
    tr.sysop.label_client,
    tr.sysop.label_screen,
)
LIVE_ACTS: Final = {
    "watch": ("v", tr.keys.watch, tr.sysop.node_watch_help),
    "chat": ("c", tr.keys.chat, tr.sysop.node_chat_help),
}


@dataclass(frozen=True, slots=True)
class NodeState(SheetState):
    """`listing` is missing until the facts arrive. `gone`: the call is over, and `ends` says so."""

    listing: NodeListing | None = None
    gone: bool = False
    ends: Sentence | None = tr.sysop.caller_left

    @property
    def node(self) -> int:
        return int(self.arg) if self.arg.isdecimal() else 0


Next = tuple[NodeState, Effects]


class _NodePage(SheetPage[NodeState]):
    """The call on the node in the argument."""

    TITLE = tr.sysop.title_desk
    STATE = NodeState
    REFRESH = 1.0
    FOOT = 3

    def load(self, state: NodeState) -> Effects:
        return (NODES(state.node),)

    def title(self, state: NodeState) -> str:
        return tr.sysop.title_node(node=state.node)

    def sheet(self, state: NodeState) -> Text:
        listing = state.listing
        assert listing is not None
        words = tuple(tr.common.full_stop(text=f"{name}: {value}") for name, value in facts(listing))
        return Text(self.title(state), lines_of(listing), listing.who, words=words)

    def commands(self, state: NodeState) -> tuple[Command[NodeState], ...]:
        listing = state.listing
        if listing is None or state.gone:
            return ()
        args = {"watch": state.arg, "chat": f"{state.node} {listing.handle}"}
        return (
            *(
                Command(name, key, label, doing(Visit(f"sysop-{name}", args[name])))
                for name, (key, label, _) in LIVE_ACTS.items()
            ),
            *(
                Command(name, act.key, act.label, partial(self.ask, name))
                for name, act in ON_CALLS.items()
                if act.label and act.key
            ),
        )

    def ask(self, name: str, state: NodeState) -> Next:
        (asked,), listing = ON_CALLS[name].questions, state.listing
        assert listing is not None
        if name == "minutes" and listing.left is None:
            return state.refuse(tr.sysop.caller_has_no_limit(who=listing.who))
        prompt = asked.prompt(who=listing.who, address=listing.address or tr.sysop.address_of_this_call())
        return state.ask(prompt, asked.limit, partial(self.act, name), may_be_empty=asked.may_be_empty)

    def act(self, name: str, state: NodeState, text: str) -> Next:
        if text.lower() == "q":  # as the question of a farewell says, since an empty answer is one
            return state.say(""), self.wake(state)
        handle = state.listing.handle if state.listing else None
        ends = ON_CALLS[name].ends
        return replace(state, ends=ends), (CallAct(name, state.node, text, handle),)

    def receive(self, state: NodeState, reply: Event) -> Next | None:
        listings = NODES.answer_in(reply)
        if listings is not None:
            return self._take_listing(state, next((one for one in listings if one.node == state.node), None))
        if isinstance(reply, Tick) and state.gone:
            return state, ()
        if isinstance(reply, No):
            state, effects = on_reply(self, replace(state, ends=tr.sysop.caller_left), reply)
            return state, (*effects, *self.load(state))
        return None

    def _take_listing(self, state: NodeState, listing: NodeListing | None) -> Next:
        """Update the facts. A different caller on the node means that the call is over."""
        known = state.listing
        if listing is None or (known and known.handle and known.handle != listing.handle):
            who = known.who if known else self.title(state)
            state = state.say(state.ends(who=who) if state.ends else state.note)
            sheet = state.sheet if known else Text(self.title(state), ())
            return replace(state, gone=True, sheet=sheet), ()
        return self.with_sheet(replace(state, listing=listing)), self.wake(state)

    def tell(self, before: NodeState | None, after: NodeState) -> Speech:
        """Say the facts once. After that, say only the caller's moves."""
        speech = super().tell(before, after)
        if not (before and before.listing and after.listing) or before.sheet == after.sheet:
            return speech
        same = replace(before, sheet=after.sheet)
        lines = super().tell(same, after).lines
        if before.listing.where == after.listing.where:
            return replace(speech, lines=lines)
        return replace(speech, lines=(tr.sysop.plain_where(where=after.listing.where), *lines))


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


def lines_of(listing: NodeListing) -> Lines:
    known = [
        (f"{name + ':':<10}{value}", style(GREY if at else WHITE))
        for at, (name, value) in enumerate(facts(listing))
    ]
    ways = (*LIVE_ACTS.values(), *((act.key, act.label, act.help) for act in ON_CALLS.values() if act.key))
    return (
        *known,
        ("", 0),
        *((f"{key.upper()}  {label!s:<8} {help}", style(GREY)) for key, label, help in ways),
    )


PAGE: Final = _NodePage()
