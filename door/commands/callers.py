"""`door callers …`: manage accounts, whether the board runs or not.

`door.records.callers.accounts` changes the accounts. Here are the command's input and output.
"""

from __future__ import annotations

import argparse
import asyncio
import getpass
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final

from door.commands import CommandError, bans
from door.commands.clock import clock_of
from door.commands.console import tell
from door.commands.shared import agreed, doors, plainly, settings
from door.commands.styled import styled
from door.midend.door import games_of
from door.records.callers.accounts import Accounts, facts, marks
from door.records.callers.callers import Callers
from door.records.callers.passwords import Passwords
from door.records.clock import board_clock
from door.records.journal.journal import Journal
from door.records.ledger.ledger_cache import read_ledger
from door.records.play.saves import Saves
from door.records.tables.table_files import TableFiles
from door.settings import Settings
from door.ui.texts import tr

LONGEST: Final = 4096


_Act = Callable[[Accounts, Settings, argparse.Namespace], Iterable[str]]


def _list(accounts: Accounts, settings: Settings, args: argparse.Namespace) -> Iterable[str]:
    part, found = args.part.strip(), False
    head = tr.command.callers_handle(), tr.command.callers_calls(), tr.command.callers_level()
    yield styled("bold", _row(*head, tr.command.callers_last_call(), ""))
    for c in accounts.callers.each(part, lambda fault: print(fault, file=sys.stderr)):
        found = True
        yield _row(c.handle, c.calls, c.level, c.last_call[:10] or tr.command.never_called(), marks(c))
    if part and not found:
        raise CommandError(tr.command.no_caller_with(part=repr(part)))


def _row(handle: str, calls: object, level: object, last: str, rest: str) -> str:
    return f"{handle:<33}  {calls:>6}  {level:>5}  {last:<10}  {rest}".rstrip()


def _add(accounts: Accounts, settings: Settings, args: argparse.Namespace) -> Iterable[str]:
    callers = accounts.callers
    if fault := callers.check_handle(args.name):
        raise CommandError(fault)
    password, level = _password(args.password_stdin), settings.callers.new_level
    caller = asyncio.run(callers.register(args.name, password, level))
    if args.sysop:
        caller = callers.change(caller.handle, lambda c: replace(c, sysop=True))
    return [(tr.command.sysop_added if caller.sysop else tr.command.caller_added)(handle=caller.handle)]


def _show(accounts: Accounts, settings: Settings, args: argparse.Namespace) -> Iterable[str]:
    return [f"{f'{name}:':<11}{value}" for name, value in facts(accounts.callers.known(args.name))]


def _passwd(accounts: Accounts, settings: Settings, args: argparse.Namespace) -> Iterable[str]:
    caller = accounts.callers.known(args.name)
    asyncio.run(accounts.callers.set_password(caller.handle, _password(args.password_stdin)))
    return [tr.command.new_password(handle=caller.handle)]


def _key(accounts: Accounts, settings: Settings, args: argparse.Namespace) -> Iterable[str]:
    caller = accounts.callers.known(args.name)
    if args.remove is not None:
        accounts.change_keys(caller.handle, str(args.remove))
    for line in _key_lines(args.file) if args.file else ():
        accounts.change_keys(caller.handle, line)
    keys = [f"{number}  {line}" for number, line in enumerate(accounts.callers.known(args.name).keys, 1)]
    return keys or [tr.command.no_ssh_keys(handle=caller.handle)]


def _key_lines(file: str) -> list[str]:
    """Return the keys of a file in the form of `ssh-keygen` or `authorized_keys`, one per line."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise CommandError(tr.command.key_file_not_text(file=file)) from None
    found = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if not found:
        raise CommandError(tr.command.key_file_empty(file="stdin" if file == "-" else file))
    return found


def _ban(accounts: Accounts, settings: Settings, args: argparse.Namespace) -> Iterable[str]:
    said = accounts.ban(args.name, " ".join(args.reason))
    caller = accounts.callers.known(args.name)
    tell(args.board, lambda card: card["handle"] == caller.handle, caller.banned, "put-out")
    return [said]


def _validate(accounts: Accounts, settings: Settings, args: argparse.Namespace) -> Iterable[str]:
    caller = accounts.callers.known(args.name)
    said = accounts.validate(args.name)
    if caller.unvalidated:
        tell(args.board, lambda card: card["handle"] == caller.handle, tr.accounts.you_are_validated())
    return [said]


def _remove(accounts: Accounts, settings: Settings, args: argparse.Namespace) -> Iterable[str]:
    caller = accounts.callers.known(args.name)
    if sys.stdin.isatty() and not agreed(tr.command.ask_remove(handle=caller.handle)):
        raise CommandError(tr.command.nothing_removed())
    return [accounts.remove(caller.handle)]


def _turns(accounts: Accounts, settings: Settings, args: argparse.Namespace) -> Iterable[str]:
    clock_of(settings)
    return [accounts.grant(args.name, f"{args.slug} {args.turns}")]


def _action(act: _Act) -> Callable[[argparse.Namespace], int]:
    def run(args: argparse.Namespace) -> int:
        chosen = settings(args.board)
        with plainly():
            accounts = _accounts(chosen)
            for line in accounts.finish_rename():
                print(line, file=sys.stderr)
            for line in act(accounts, chosen, args):
                print(line)
        return 0

    return run


def _accounts(chosen: Settings) -> Accounts:
    data, catalogue = chosen.data, doors()
    journal = Journal(data / "journal", chosen.zone, board_clock(data, chosen.zone))

    def on_books(key: str) -> bool:
        return key in read_ledger(journal.files, catalogue, data / "cache").names

    names = {slug: door.INFO.name() for slug, door in catalogue.items()}
    passwords = Passwords.at_cost(chosen.callers.password_passes, chosen.callers.password_kilobytes)
    callers, saves = Callers(data / "callers", passwords), Saves(data / "saves")
    tables = TableFiles(data / "tables", games_of(catalogue))
    return Accounts(callers, journal, saves, names, on_books, chosen.board.sysop, tables)


ACTIONS: Final = {
    "list": _action(_list),
    "add": _action(_add),
    "show": _action(_show),
    "passwd": _action(_passwd),
    "key": _action(_key),
    "validate": _action(_validate),
    "ban": _action(_ban),
    "unban": _action(lambda a, _, args: [a.unban(args.name)]),
    "level": _action(lambda a, _, args: [a.set_level(args.name, args.level)]),
    "sysop": _action(lambda a, _, args: [a.set_sysop(args.name, args.answer)]),
    "turns": _action(_turns),
    "rename": _action(lambda a, _, args: [a.rename(args.name, args.to)]),
    "remove": _action(_remove),
    "ban-address": bans.ban,
    "unban-address": bans.unban,
    "bans": bans.bans,
}


def _password(from_stdin: bool) -> str:
    """Read the password: a line of stdin if it is piped or asked for, else typed twice without echo."""
    if from_stdin or not sys.stdin.isatty():
        line = sys.stdin.readline(LONGEST)
        if not line:
            raise CommandError(tr.command.no_password_on_stdin())
        return line.rstrip("\r\n")
    first = getpass.getpass(f"{tr.command.ask_password()} ")
    if getpass.getpass(f"{tr.command.ask_password_again()} ") != first:
        raise CommandError(tr.command.passwords_differ())
    return first
