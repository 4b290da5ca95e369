"""Messages between the hosts of a board, as values.

Guarantees: a host carries out each message of another one once, and in order. Messages are numbered, and a
host that misses some asks for them again. Each host says something every second, which shows its last number.
If too many were missed, a `Gap` comes in their place, and everything is read again. So anything that must
last is in the store, and a message about it only rings. A board on files is the only host, and tells nobody.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from door.play.match.values import Refusal
from door.records.store import MOST_SAID, StoreError, message_bytes
from door.ui.texts import Said, from_recipe, tr

LOG = logging.getLogger("door.board")
PATIENCE: Final = 3.0
"""Seconds to wait for another host's answer."""

MOST: Final = MOST_SAID - 200
"""Most bytes of messages that go together, without their address."""

AGAIN: Final = 0.3
"""Seconds before missed messages are asked for once more, when the host says something else."""

LATE: Final = 60.0
"""Seconds after which a host that is gone says nothing more."""

KEPT: Final = 500
"""Messages that a host can say again."""

AT_ONCE: Final = 100
"""Most messages to ask for at a time."""

T = TypeVar("T")


class MessageStore(Protocol):
    """A store through which hosts tell each other mappings, which may be lost. Nothing waits."""

    host: str
    """The name of this host, "" if it is the only one."""

    def say(self, message: Mapping[str, Any]) -> object: ...

    def listen(self, heard: Callable[[Mapping[str, Any]], None]) -> object: ...


# -- values as JSON ------------------------------------------------------------------------------------


class _MessageKind(NamedTuple):
    """A class of values that hosts send to each other, and its fields with their defaults."""

    kind: Any
    fields: Mapping[str, Any]


CARRIED: Final[dict[str, _MessageKind]] = {}
"""The classes of values that hosts send to each other, by their names."""


def sendable(kind: type[T]) -> type[T]:
    """Let hosts send values of this dataclass or named tuple to each other."""
    of: Any = kind
    if is_dataclass(kind):
        known = {
            one.name: one.default if one.default_factory is MISSING else one.default_factory()
            for one in fields(kind)
        }
    else:
        known = {name: of._field_defaults.get(name, MISSING) for name in of._fields}
    CARRIED[kind.__name__] = _MessageKind(kind, known)
    return kind


def pack(value: Any) -> Any:
    """Return a value as JSON has it. Fields with their defaults are left out."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, Said):
        return {"said": value.recipe}
    if isinstance(value, str):
        return str(value)
    carried = CARRIED.get(type(value).__name__)
    if carried and carried.kind is type(value):
        packed = {}
        for name, default in carried.fields.items():
            if (one := getattr(value, name)) != default:
                packed[name] = pack(one)
        return {carried.kind.__name__: packed}
    if isinstance(value, Mapping):
        return {"map": {key: pack(one) for key, one in value.items()}}
    if isinstance(value, frozenset):
        return {"set": sorted(map(pack, value))}
    if isinstance(value, list | tuple):
        return list(map(pack, value))
    raise TypeError(f"{type(value).__name__} can't be sent to another host")


def unpack(packed: Any) -> Any:
    """Return the value. Raises ValueError or TypeError for anything that `pack` hasn't made."""
    if isinstance(packed, list):
        return tuple(map(unpack, packed))
    if not isinstance(packed, dict):
        return packed
    [(name, held)] = packed.items()
    if name == "said":
        return from_recipe(held)
    if name == "set":
        return frozenset(map(unpack, held))
    if name != "map" and name not in CARRIED:
        raise ValueError(f"no host sends {name!r}")
    values = dict(zip(held, map(unpack, held.values()), strict=True))
    return values if name == "map" else CARRIED[name].kind(**values)


def batches(packed: Iterable[Any]) -> Iterator[list[Any]]:
    """Yield as many at a time as fit into a message."""
    batch, room = list[Any](), MOST
    for one in packed:
        length = len(message_bytes(one)) + 2
        if batch and length > room:
            yield batch
            batch, room = [], MOST
        batch.append(one)
        room -= length
    yield batch


# -- the bus --------------------------------------------------------------------------------------------


@sendable
class BusQuestion(NamedTuple):
    """A message whose sender waits for the answer of that number."""

    number: int
    message: Any


@sendable
class BusAnswer(NamedTuple):
    number: int
    answer: Any


@sendable
class Gap(NamedTuple):
    """Messages of that host were lost, or it is new to this one."""


class _Sender:
    """Another host's messages: the number of the `next` one to carry out, and those that came too `early`."""

    def __init__(self, next: int) -> None:
        self.next = next
        self.early: dict[int, Mapping[str, Any]] = {}
        self.asked = 0.0
        """When we have last asked for those between them."""


Heard = Callable[[Any, str], Any]
"""Carries out a message from that host, and returns the answer for a host that asks."""


class CallBus:
    """One host's end. `id` is its name, which no host before it has had."""

    def __init__(self, speaker: MessageStore | None = None) -> None:
        self._speaker = speaker if speaker and speaker.host else None
        self.id = secrets.token_hex(4)
        self._heard: dict[type, list[Heard]] = {}
        self._said, self._kept = 0, dict[int, Mapping[str, Any]]()
        self._senders: dict[str, _Sender] = {}
        self._asked: dict[int, asyncio.Future[Any]] = {}
        self.hears(BusQuestion, self._answer)
        self.hears(BusAnswer, self._take_answer)
        if self._speaker:
            self._speaker.listen(self._hear)

    @property
    def is_alone(self) -> bool:
        """True if there can't be another host."""
        return self._speaker is None

    def hears(self, kind: type[T], heard: Callable[[T, str], Any]) -> None:
        """Register what is done with messages of that kind."""
        self._heard.setdefault(kind, []).append(heard)

    def say(self, *messages: Any, to: str = "") -> None:
        """Tell all other hosts, or one of them. Many messages are said in as few as their length allows."""
        if self._speaker is None:
            return
        for batch in batches(map(pack, messages)):
            self._said += 1
            said = {"do": "say", "by": self.id, "n": self._said, "to": to, "it": batch}
            self._kept[self._said] = said
            self._kept.pop(self._said - KEPT, None)
            try:
                self._speaker.say(said)
            except StoreError as error:  # it is too long
                self._withdraw(self._said)
                LOG.error("%s can't be told to other hosts: %s", next(iter(batch[0])), error)

    def _withdraw(self, number: int) -> None:
        """Say nothing in place of that message, if anybody has missed it."""
        if number in self._kept:
            self._kept[number] = {**self._kept[number], "it": []}

    async def ask(self, host: str, message: Any) -> Any:
        """Return the answer of another host. Raises Refusal if it doesn't answer."""
        number = self._said + 1
        future = self._asked[number] = asyncio.get_running_loop().create_future()
        self.say(BusQuestion(number, message), to=host)
        try:
            async with asyncio.timeout(PATIENCE):
                return await future
        except TimeoutError:
            self._withdraw(number)
            raise Refusal(tr.refused.other_host_silent()) from None
        finally:
            del self._asked[number]

    def _hear(self, message: Mapping[str, Any]) -> None:
        match message:
            case {"do": "say", "by": str(host), "n": int(number)}:
                self._put(host, number, message)
            case {"do": "again", "to": self.id, "n": list(numbers)} if self._speaker:
                for number in numbers:
                    if said := self._kept.get(number):
                        self._speaker.say(said)

    def forget(self, host: str) -> None:
        """Keep nothing of a host that is gone, except for a while which of its messages came last."""
        if sender := self._senders.get(host):
            sender.early.clear()
            asyncio.get_running_loop().call_later(LATE, self._forget_sender, host, sender, sender.next)

    def _forget_sender(self, host: str, sender: _Sender, last: int) -> None:
        if self._senders.get(host) is sender and sender.next == last:
            del self._senders[host]

    def _put(self, host: str, number: int, message: Mapping[str, Any]) -> None:
        """Carry out a message and those behind it, once all before it have come."""
        sender = self._senders.get(host)
        if sender is None or number >= sender.next + KEPT:
            sender = self._senders[host] = _Sender(number)
            if number > 1:
                self._do(Gap(), host)
        if number >= sender.next:
            sender.early[number] = message
        while said := sender.early.pop(sender.next, None):
            sender.next += 1
            if said["to"] in ("", self.id):
                for packed in said["it"]:
                    try:
                        self._do(unpack(packed), host)
                    except Exception as error:  # another release's
                        LOG.error("another host says what can't be understood: %r", error)
        time = asyncio.get_running_loop().time()
        if sender.early and time - sender.asked >= AGAIN and self._speaker:
            sender.asked = time
            missed = [n for n in range(sender.next, max(sender.early)) if n not in sender.early]
            self._speaker.say({"do": "again", "by": self.id, "to": host, "n": missed[:AT_ONCE]})

    def _do(self, message: Any, host: str) -> Any:
        """Return the last handler's answer."""
        answer = None
        for heard in self._heard.get(type(message), ()):
            answer = heard(message, host)
        return answer

    def _answer(self, asked: BusQuestion, host: str) -> None:
        answer = self._do(asked.message, host)
        if inspect.isawaitable(answer):
            asyncio.ensure_future(answer).add_done_callback(
                lambda done: self.say(BusAnswer(asked.number, done.result()), to=host)
            )
        else:
            self.say(BusAnswer(asked.number, answer), to=host)

    def _take_answer(self, answered: BusAnswer, host: str) -> None:
        future = self._asked.get(answered.number)
        if future and not future.done():
            future.set_result(answered.answer)
