"""`door callers …`: the sysop's hand on accounts, while the board runs or not.

A caller's file is edited under the callers' lock and a running board sees it at its next look.
What concerns the books (turns, another handle, removal) is a line of the journal as well: an
account never changes where its line could not be written.
"""

from __future__ import annotations

import argparse
import asyncio
import getpass
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from door.commands import CommandError
from door.commands.shared import door_of, doors, plainly, settings
from door.records import lines
from door.records.callers import Caller, Callers
from door.records.carry import read_ledger
from door.records.journal import Journal
from door.records.ledger import caller_key
from door.records.lines import RecordsError
from door.records.saves import Saves
from door.settings import Settings

LONGEST: Final = 4096


@dataclass(frozen=True, slots=True)
class _Desk:
    """What an action works with."""

    settings: Settings
    callers: Callers
    journal: Journal

    def caller(self, name: str) -> Caller:
        """The caller of that name; CommandError where there is none."""
        caller = self.callers.read(name)
        if caller is None:
            raise CommandError(f"There is no caller {name}.")
        return caller


_Act = Callable[[_Desk, argparse.Namespace], Iterable[str]]


def _list(desk: _Desk, args: argparse.Namespace) -> Iterable[str]:
    for fault in desk.callers.broken():
        print(fault, file=sys.stderr)
    rows = [("handle", "calls", "last call", "")]
    rows += [(c.handle, str(c.calls), c.last_call[:10] or "never", _marks(c)) for c in desk.callers.all()]
    return [f"{handle:<20}  {calls:>6}  {last:<10}  {marks}".rstrip() for handle, calls, last, marks in rows]


def _marks(caller: Caller) -> str:
    marks = (["sysop"] if caller.sysop else []) + ([f"banned: {caller.banned}"] if caller.banned else [])
    return ", ".join(marks)


def _add(desk: _Desk, args: argparse.Namespace) -> Iterable[str]:
    if fault := desk.callers.check_handle(args.name):
        raise CommandError(fault)
    caller = asyncio.run(desk.callers.register(args.name, _password(args.password_stdin)))
    if args.sysop:
        caller = desk.callers.change(caller.handle, lambda c: replace(c, sysop=True))
    return [f"{caller.handle} is a caller now{', and a sysop' if caller.sysop else ''}."]


def _show(desk: _Desk, args: argparse.Namespace) -> Iterable[str]:
    caller = desk.caller(args.name)
    facts = {
        "handle": caller.handle,
        "since": caller.created or "unknown",
        "calls": str(caller.calls),
        "last call": caller.last_call or "never",
        "sysop": "yes" if caller.sysop else "no",
        "level": str(caller.level),
        "banned": caller.banned or "no",
        "password": "set" if caller.password else "none",
        "SSH keys": str(len(caller.keys)),
    }
    return [f"{name + ':':<11}{value}" for name, value in facts.items()]


def _passwd(desk: _Desk, args: argparse.Namespace) -> Iterable[str]:
    caller = desk.caller(args.name)
    asyncio.run(desk.callers.set_password(caller.handle, _password(args.password_stdin)))
    return [f"{caller.handle} has a new password."]


def _key(desk: _Desk, args: argparse.Namespace) -> Iterable[str]:
    caller = desk.caller(args.name)
    if args.remove is not None:
        caller = _without_key(desk, caller, args.remove)
    for line in _key_lines(args.file) if args.file else ():
        caller = desk.callers.add_key(caller.handle, line)
    keys = [f"{number}  {line}" for number, line in enumerate(caller.keys, 1)]
    return keys or [f"{caller.handle} has no SSH keys."]


def _without_key(desk: _Desk, caller: Caller, number: int) -> Caller:
    if not 1 <= number <= len(caller.keys):
        raise CommandError(f"{caller.handle} has no key number {number}.")
    gone = caller.keys[number - 1]
    return desk.callers.change(
        caller.handle, lambda c: replace(c, keys=tuple(line for line in c.keys if line != gone))
    )


def _key_lines(file: str) -> list[str]:
    """The keys of a file as `ssh-keygen` and `authorized_keys` have them, a line each."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise CommandError(f"{file}: is not text, so it is no public key.") from None
    found = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if not found:
        raise CommandError(f"{'stdin' if file == '-' else file}: there is no key in it.")
    return found


def _ban(desk: _Desk, args: argparse.Namespace) -> Iterable[str]:
    reason = " ".join(args.reason) or "banned by the sysop"
    if not reason.isprintable() or len(reason) > 200:
        raise CommandError("A reason is one printable line of at most 200 characters.")
    caller = desk.callers.change(args.name, lambda c: replace(c, banned=reason))
    return [f"{caller.handle} is banned: {reason}"]


def _unban(desk: _Desk, args: argparse.Namespace) -> Iterable[str]:
    caller = desk.callers.change(args.name, lambda c: replace(c, banned=""))
    return [f"{caller.handle} may call again."]


def _turns(desk: _Desk, args: argparse.Namespace) -> Iterable[str]:
    caller, door = desk.caller(args.name), door_of(args.slug)
    by, zone = desk.settings.board.sysop, desk.journal.zone

    def granted(now: datetime) -> list[lines.Fields]:
        return [
            lines.grant(lines.stamp(now), caller.handle, args.slug, lines.day_of(now, zone), args.turns, by)
        ]

    day = desk.journal.append_now(granted)[0].fields["day"]
    return [f"{caller.handle} has {args.turns:+d} turns at {door.INFO.name} on {day}."]


def _rename(desk: _Desk, args: argparse.Namespace) -> Iterable[str]:
    before = desk.caller(args.name)
    _check_unused(desk, before, args.to)
    after = desk.callers.rename(before.handle, args.to)
    try:
        desk.journal.append_now(lambda now: [lines.rename(lines.stamp(now), before.handle, after.handle)])
    except RecordsError:
        desk.callers.rename(after.handle, before.handle)
        raise
    Saves(desk.settings.data / "saves").move(before.handle, after.handle, list(doors()))
    return [f"{before.handle} is {after.handle} from now on."]


def _check_unused(desk: _Desk, caller: Caller, to: str) -> None:
    """CommandError where somebody else has games on the books under that handle."""
    ledger, _ = read_ledger(desk.journal, doors(), desk.settings.data / "cache")
    if caller_key(to) in ledger.names and caller_key(to) != caller_key(caller.handle):
        raise CommandError(f"Somebody else's games are on the books as {to}; choose another handle.")


def _remove(desk: _Desk, args: argparse.Namespace) -> Iterable[str]:
    caller = desk.caller(args.name)
    if sys.stdin.isatty() and input(f"Remove {caller.handle}? (y/n) ").strip().casefold() not in ("y", "yes"):
        raise CommandError("Nothing was removed.")
    desk.journal.append_now(lambda now: [lines.remove(lines.stamp(now), caller.handle)])
    desk.callers.remove(caller.handle)
    return [f"{caller.handle} is removed; the games stay in the journal, the handle stays taken."]


def _action(act: _Act) -> Callable[[argparse.Namespace], int]:
    def run(args: argparse.Namespace) -> int:
        chosen = settings(args.board)
        data = chosen.data
        with plainly():
            journal = Journal(data / "journal", chosen.zone, lambda: datetime.now(UTC))
            for line in act(_Desk(chosen, Callers(data / "callers"), journal), args):
                print(line)
        return 0

    return run


ACTIONS: Final = {
    "list": _action(_list),
    "add": _action(_add),
    "show": _action(_show),
    "passwd": _action(_passwd),
    "key": _action(_key),
    "ban": _action(_ban),
    "unban": _action(_unban),
    "turns": _action(_turns),
    "rename": _action(_rename),
    "remove": _action(_remove),
}


def _password(from_stdin: bool) -> str:
    """The password: a line of stdin when it is piped or asked for, else typed twice, unseen."""
    if from_stdin or not sys.stdin.isatty():
        line = sys.stdin.readline(LONGEST)
        if not line:
            raise CommandError("There was no password on stdin.")
        return line.rstrip("\r\n")
    first = getpass.getpass("Password: ")
    if getpass.getpass("Again: ") != first:
        raise CommandError("The two passwords differ; nothing was changed.")
    return first
