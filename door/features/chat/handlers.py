"""Chat: entering the room, and saying a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from door.call import access
from door.call.api import Call
from door.call.bus import sendable
from door.call.feature import Feature, Features
from door.call.handlers import Handlers
from door.call.roster import CallMessage
from door.call.stack import Layer
from door.call.topic import LocalReader
from door.features.chat import pages
from door.features.chat.pages import PAGE, EnterChat, SayInChat
from door.features.chat.room import Chat
from door.term.charset import clean
from door.ui.texts import tr

HANDLERS: Final = Handlers()
SAY_SECONDS: Final = 1.0
"""Minimum seconds between two lines of one caller. The second one waits."""


@HANDLERS.on(EnterChat)
def _enter(call: Call, layer: Layer, effect: EnterChat) -> None:
    """Enter Chat. If the room was empty, notify callers at the main menu."""
    room, own = call.services[Chat], call.who.handle
    key = dict(call.services.settings().board.commands).get("chat", "")
    first = room.is_empty and not access.not_heard_yet(call)
    first = first and not room.told.take(own, call.services.now())
    room.follow(call, layer)
    call.services.roster.show(call.node)
    if first and key:
        call.services.roster.post.send_to_all(ChatBegins(own, key.upper()), but=call.node)


@sendable
@dataclass(frozen=True, slots=True)
class ChatBegins(CallMessage[None]):
    """A caller has entered Chat, where nobody was before. `key` opens it in the main menu."""

    who: str
    key: str


@HANDLERS.on(ChatBegins)
def _chat_begins(call: Call, message: ChatBegins) -> None:
    at_menu = bool(call.stack) and call.stack.top.screen is call.services[Features].pages["menu"]
    if at_menu and not call.who.ignores(message.who):
        call.messages.notify(tr.menu.one_in_chat(who=message.who, key=message.key))


@HANDLERS.on(SayInChat)
async def _say(call: Call, layer: Layer, effect: SayInChat) -> None:
    text, reader = clean(effect.text, pages.LIMIT).strip(), layer.link
    if text:
        if reason := access.not_heard_yet(call):
            call.messages.notify(reason)
            return
        await call.messages.take_turn(SAY_SECONDS)
        if isinstance(reader, LocalReader):
            reader.source.say(reader, text)


FEATURE: Final = Feature("chat", (HANDLERS,), {"chat": PAGE}, makes=(lambda services: Chat(services.roster),))
