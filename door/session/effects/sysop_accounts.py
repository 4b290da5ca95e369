"""The sysop's books, asked for by pages of the board: callers' accounts, the settings, the hours.

Law: who asks is checked here, by their file as it is now, whatever page they came from.  The
work itself is the same hand's that the command line has (`door.records.callers.accounts`,
`door.settings.change`), in a thread, beside the board's own journal; who is on line sees it at
once.  Every act is a line in the log, without what was secret in it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Final

from door.board import api as board
from door.board.sysop.clerk import Account, AccountRow, Administer, Hours
from door.games.info import Info
from door.records.callers.accounts import Accounts, facts, marks
from door.records.callers.caller_file import Caller
from door.records.callers.handles import key_of
from door.records.journal.journal import Journal
from door.records.journal.lines import RecordsError
from door.records.play.saves import Saves
from door.session.call import lobby
from door.session.call.api import Call, Services
from door.session.call.stack import Layer
from door.session.clock import access
from door.session.effects import refresh, sysop_bans
from door.session.effects.community import key_name, pasts, shown_time
from door.session.effects.handlers import Handlers
from door.session.effects.sysop_nodes import NOT_YOU, is_sysop
from door.settings import SettingsError, hours
from door.settings.change import KeyRefused, meant, put
from door.settings.keys import keys
from door.ui.words import counted

LOG = logging.getLogger("door.sysop")
HANDLERS: Final = Handlers()
Answer = board.Answer | board.Done | board.Denied
OWN: Final = "You cannot do that to your own account here; ask another sysop."
SPANS: Final = {"type": "array", "items": {"type": "string"}}
NO_OWN: Final = frozenset({"ban", "remove", "rename", "sysop"})
"""Acts that a sysop cannot do to their own account from inside the board."""

FAREWELLS: Final[Mapping[str, str]] = {
    "ban": "You are banned from this board: {text}",
    "remove": "Your account has been removed by the sysop.",
    "rename": "The sysop has given you another handle, {text}. Please call again with it.",
}
WORDS: Final = "bdfghklmnprstvz", "aeiou"
"""What a made password is spelt of: syllables that can be read out over a telephone."""


def accounts(services: Services, by: str) -> Accounts:
    """The hand, with a journal of its own: to be used in a thread."""
    data, settings = services.settings().data, services.settings()
    journal = Journal(data / "journal", settings.zone, services.now)
    names = {slug: door.INFO.name for slug, door in services.doors.items()}

    def on_books(key: str) -> bool:
        return services.store.ledger.read(lambda ledger: key in ledger.names)

    return Accounts(services.callers, journal, Saves(data / "saves"), names, on_books, by)


# -- looking ---------------------------------------------------------------------------------


async def _accounts(call: Call, effect: Administer) -> Answer:
    found = await asyncio.to_thread(accounts(call.services, call.who.handle).search, effect.text)
    nodes = {key_of(one.who.handle): one.node for one in call.services.roster.on()}
    rows = tuple(
        AccountRow(
            caller.handle, caller.calls, caller.level, shown_time(call, caller.last_call), marks(caller),
            nodes.get(key_of(caller.handle), 0),
        )
        for caller in found
    )  # fmt: skip
    return board.Answer(effect.act, rows)


async def _account(call: Call, effect: Administer) -> Answer:
    services = call.services
    caller = await asyncio.to_thread(accounts(services, call.who.handle).caller, effect.about)
    known = await pasts(services, caller.handle)
    past = tuple((slug, services.doors[slug].INFO.name, own) for slug, own in known.items())
    there = _on_line(services, caller.handle)
    told = tuple(_told(call, caller, name, value) for name, value in facts(caller))
    node = there.node if there else 0
    names = tuple(key_name(line) for line in caller.keys)
    card = Account(caller.handle, told, past, bool(caller.banned), caller.sysop, node, names)
    return board.Answer(effect.act, card)


def _told(call: Call, caller: Caller, name: str, value: str) -> tuple[str, str]:
    """A fact by the board's clock; an address that is kept out says so."""
    if name in ("since", "last call"):
        return name, shown_time(call, value) or value
    if name == "from" and caller.address:
        now = asyncio.get_running_loop().time()
        failed_logons = call.services.failed_logons
        why = "by the sysop" if failed_logons.kept_out(caller.address) else "for wrong passwords"
        kept_out = failed_logons.wait(caller.handle, caller.address, now).banned
        return name, f"{value}, kept out {why}" if kept_out else value
    return name, value


async def _keys(call: Call, effect: Administer) -> Answer:
    services = call.services
    return board.Answer(
        effect.act, await asyncio.to_thread(keys, services.settings().folder, _infos(services))
    )


async def _hours(call: Call, effect: Administer) -> Answer:
    services, settings, now = call.services, call.services.settings(), call.services.now()
    rows = [_hours_of("board", "The board", settings.board.hours, None, now)]
    for slug, door in settings.doors.items():
        if slug in services.doors:
            name = services.doors[slug].INFO.name
            rows.append(_hours_of(f"doors.{slug}", name, door.hours, door.access_level, now))
    for slug, program in settings.externals.items():
        section = f"external.{slug}"
        rows.append(_hours_of(section, program.name, program.hours, program.access_level, now))
    return board.Answer(effect.act, (f"now {now:%A %H:%M %Z}", tuple(rows)))


def _hours_of(section: str, name: str, texts: tuple[str, ...], level: int | None, now: datetime) -> Hours:
    state = hours.look(texts, now)
    return Hours(
        section, name, ", ".join(texts) or "always", hours.stands_words(state, now), level, state.open
    )


async def _bans(call: Call, effect: Administer) -> Answer:
    hand = accounts(call.services, call.who.handle)
    return board.Answer(effect.act, await asyncio.to_thread(sysop_bans.listed, call.services, hand))


def _infos(services: Services) -> dict[str, Info]:
    return {slug: door.INFO for slug, door in services.doors.items() if slug in services.settings().doors}


# -- changing --------------------------------------------------------------------------------


def _by_hand(
    method: Callable[[Accounts, str, str], str],
) -> Callable[[Call, Administer], Awaitable[Answer]]:
    """An act that is one of `Accounts`, of the handle and the text."""

    async def act(call: Call, effect: Administer) -> Answer:
        hand = accounts(call.services, call.who.handle)
        told = await asyncio.to_thread(method, hand, effect.about, effect.text)
        await _followed(call, effect)
        return board.Done(told)

    return act


async def _followed(call: Call, effect: Administer) -> None:
    """The board takes it in; whoever it is about, if they are on line, sees it."""
    services = call.services
    await services.store.refresh()
    there = _on_line(services, effect.about)
    if there is None:
        return
    if effect.act in FAREWELLS:
        there.evict(FAREWELLS[effect.act].format(text=effect.text))
        return
    there.who.known(services.callers.find(there.who.handle) or there.who.caller)
    refresh.news(there)
    if there.stack and not there.stack.top.slug and there is not call:
        there.post(there.stack.top, lobby.of(there))


async def _password(call: Call, effect: Administer) -> Answer:
    services, made = call.services, effect.text or made_up()
    caller = await services.callers.set_password(effect.about, made)
    return board.Done(_new_password(caller.handle, made, effect.text))


async def _add(call: Call, effect: Administer) -> Answer:
    services, made = call.services, effect.text or made_up()
    level = services.settings().callers.new_level
    caller = await services.callers.register(effect.about, made, level)
    return board.Done(_new_password(caller.handle, made, effect.text))


def _new_password(handle: str, made: str, typed: str) -> str:
    told = "" if typed else f": {made}  (shown this once)"
    return f"{handle} has a new password{told or '.'}"


def made_up() -> str:
    """A password of four syllables and four digits, about 38 bits."""
    syllables = "".join(secrets.choice(letters) for _ in range(4) for letters in WORDS)
    return f"{syllables}-{secrets.randbelow(10_000):04d}"


async def _keep_out(call: Call, effect: Administer) -> Answer:
    return board.Done(await sysop_bans.keep_out(call.services, call.who.handle, effect.about, effect.text))


async def _let_in(call: Call, effect: Administer) -> Answer:
    lifted = await asyncio.to_thread(call.services.bans.lift, effect.about)
    return board.Done(f"{lifted.address} may call again.")


def _sends_away(call: Call, effect: Administer) -> str:
    """The question to ask where hours would close the board or a door over callers now, or ""."""
    services = call.services
    section, _, key = effect.about.rpartition(".")
    if key != "hours":
        return ""
    slug = section.partition(".")[2]
    callers = access.inside(services, slug)
    try:
        shuts = not hours.look(tuple(map(str, meant(SPANS, effect.text))), services.now()).open
    except (ValueError, TypeError):
        return ""  # it is refused in the words of `door check`
    if not (shuts and callers):
        return ""
    what = slug or "the board"
    return f"That closes {what} now, with {counted(len(callers), 'caller')} inside. Do it? (Y/N)"


async def _set(call: Call, effect: Administer) -> Answer:
    services, folder = call.services, call.services.settings().folder
    if not effect.sure and (question := _sends_away(call, effect)):
        return board.Answer("sure", question)
    try:
        saved = await asyncio.to_thread(put, folder, _infos(services), effect.about, effect.text)
    except SettingsError as error:
        return _faults(call, error)
    services.reload()
    if saved.before == saved.after:
        return board.Done(f"It is {saved.after} already.")
    return board.Done(f"{saved.before} -> {saved.after}; {saved.applies}.")


def _faults(call: Call, error: SettingsError) -> board.Denied:
    """What `door check` would say, files named from the board's folder."""
    folder = call.services.settings().folder
    return board.Denied("\n".join(line.removeprefix(f"{folder}/") for line in error.errors))


ACTS: Final[dict[str, Callable[[Call, Administer], Awaitable[Answer]]]] = {
    "accounts": _accounts,
    "account": _account,
    "turns": _by_hand(Accounts.grant),
    "level": _by_hand(Accounts.set_level),
    "sysop": _by_hand(Accounts.set_sysop),
    "keys-of": _by_hand(Accounts.change_keys),
    "ban": _by_hand(Accounts.ban),
    "unban": _by_hand(Accounts.unban),
    "rename": _by_hand(Accounts.rename),
    "remove": _by_hand(Accounts.remove),
    "password": _password,
    "add": _add,
    "keys": _keys,
    "set": _set,
    "hours": _hours,
    "bans": _bans,
    "keep-out": _keep_out,
    "let-in": _let_in,
}
LOOKS: Final = frozenset({"accounts", "account", "keys", "hours", "bans"})
UNTOLD: Final = frozenset({"password", "add", "set"})
"""Acts whose text the log does not get: it may be a secret."""


@HANDLERS.answered(Administer)
async def administer(call: Call, layer: Layer, effect: Administer) -> Answer:
    """Does what the page asks for, if it is a sysop's page."""
    if not is_sysop(call):
        return board.Denied(NOT_YOU)
    if effect.act in NO_OWN and key_of(effect.about) == key_of(call.who.handle):
        return board.Denied(OWN)
    try:
        answer = await ACTS[effect.act](call, effect)
    except (RecordsError, KeyRefused) as error:
        return board.Denied(str(error))
    except SettingsError as error:
        return _faults(call, error)
    except OSError as error:
        return board.Denied(f"{error.filename or 'The disk'}: {error.strerror or error}.")
    if effect.act not in LOOKS and isinstance(answer, board.Done):
        text = "" if effect.act in UNTOLD else f" text={effect.text!r}"
        LOG.info("sysop %s by=%r about=%r%s", effect.act, call.who.handle, effect.about, text)
    return answer


def _on_line(services: Services, handle: str) -> Call | None:
    """That caller's call, if they are on."""
    key = key_of(handle)
    found = (one for one in services.roster.on() if key_of(one.who.handle) == key)
    return next(found, None)
