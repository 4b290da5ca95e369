"""`door callers …`: manage accounts and banned addresses, whether the board runs or not.

`door.records.callers.accounts` changes the accounts. Here are the command's input and output.
"""

from __future__ import annotations

import argparse
import asyncio
import getpass
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from door.commands import CliCommand, CommandError, flag, path, word
from door.commands.clock import clock_of
from door.commands.parts.owner import carried_out
from door.commands.parts.shared import agreed, doors, plainly, read_input, settings, store, style
from door.net.guard.nodes import within
from door.play.replay import games_of
from door.records.access.bans import Bans
from door.records.callers.accounts import Accounts, facts, marks
from door.records.callers.caller_file import Caller
from door.records.callers.callers import Callers, spelt
from door.records.callers.imports import MOST_BYTES, bring, read_rows, sift
from door.records.callers.passwords import Passwords, check_password_rule
from door.records.clock import board_clock
from door.records.files.disk import open_file
from door.records.files.homes import remove_homes
from door.records.files.owner import NewerRelease, Owned, owning
from door.records.journal.journal import Journal
from door.records.journal.lines import stamp
from door.records.ledger.live_ledger import read_ledger
from door.records.play.saves import Saves
from door.records.store import Store, StoreRefused
from door.records.tables.table_files import TableFiles
from door.records.trail import note_change
from door.server.log import trail_in
from door.settings import Settings
from door.settings.access import reserved_handles
from door.ui.texts import tr

LONGEST: Final = 4096
MOST_KEY_BYTES: Final = 1_000_000


class _AccountActs(NamedTuple):
    """The accounts as they are now, and the way to change them."""

    accounts: Accounts
    settings: Settings

    def act(self, do: str, about: str, text: str = "") -> str:
        """Have the board carry out an act of the sysop's; without one, do it here."""
        request = {"do": "account", "act": do, "about": about, "text": text}
        return carried_out(self.settings.data, request, lambda: self._alone(do, about, text))

    def _alone(self, do: str, about: str, text: str) -> str:
        accounts = self.accounts
        with suppress(StoreRefused):  # the act itself fails, and says why
            for line in accounts.journal.store.open():
                print(line, file=sys.stderr)
        with trail_in(self.settings):
            return self._do(do, about, text)

    def _do(self, do: str, about: str, text: str) -> str:
        from door.features.desk.pages.acts import ON_ACCOUNTS

        accounts, callers = self.accounts, self.accounts.callers
        if run := ON_ACCOUNTS[do].run:
            return run(accounts, about, text)
        if do == "add":
            asyncio.run(callers.register(about, text, self.settings.callers.new_level))
            note_change(do, accounts.by, about)
        elif do == "password":
            asyncio.run(callers.set_password(about, text))
            note_change(do, accounts.by, about)
        elif do == "keep-out":
            made = self._bans().ban(about, int(text) if text else None, accounts.by)
            note_change(do, accounts.by, made.address, after=text or "ever")
            return tr.sysop.address_banned(address=made.address, length=made.length)
        else:
            lifted = self._bans().lift(about)
            note_change(do, accounts.by, lifted.address)
            return tr.sysop.ban_lifted(address=lifted.address)
        return ""

    def _bans(self) -> Bans:
        return _bans(self.settings, self.accounts.journal.store)


_Act = Callable[[_AccountActs, argparse.Namespace], Iterable[str]]


def _list(hand: _AccountActs, args: argparse.Namespace) -> Iterable[str]:
    part, found = args.part.strip(), False
    head = tr.command.callers_handle(), tr.command.callers_calls(), tr.command.callers_level()
    yield style("bold", _row(*head, tr.command.callers_last_call(), ""))
    for c in hand.accounts.callers.each(part, lambda fault: print(fault, file=sys.stderr)):
        found = True
        yield _row(c.handle, c.calls, c.level, c.last_call[:10] or tr.command.never_called(), marks(c))
    if part and not found:
        raise CommandError(tr.command.no_caller_with(part=repr(part)))


def _row(handle: str, calls: object, level: object, last: str, rest: str) -> str:
    return f"{handle:<33}  {calls:>6}  {level:>5}  {last:<10}  {rest}".rstrip()


def _add(hand: _AccountActs, args: argparse.Namespace) -> Iterable[str]:
    if fault := hand.accounts.callers.check_handle(args.name):
        raise CommandError(fault)
    handle, password = spelt(args.name), _password(args.password_stdin)
    if fault := check_password_rule(password, args.sysop):
        raise CommandError(fault)
    hand.act("add", handle, password)
    if args.sysop:
        hand.act("sysop", handle, "yes")
    return [(tr.command.sysop_added if args.sysop else tr.command.caller_added)(handle=handle)]


def _import(hand: _AccountActs, args: argparse.Namespace) -> Iterable[str]:
    """Bring the callers of a list. A board that runs could let somebody else take a handle meanwhile, so it
    must be stopped."""
    try:
        data = read_input(args.file, MOST_BYTES)
    except OSError as error:
        raise CommandError(tr.command.import_unreadable(file=args.file, why=error.strerror)) from None
    rows, rules = read_rows(data, args.file), hand.settings.callers
    with nullcontext() if args.dry_run else _own(hand.settings.data):
        callers = hand.accounts.callers
        found = sift(
            callers, rows, rules.new_level, reserved_handles(hand.settings), stamp(datetime.now(UTC))
        )
        for line, why in found.out:
            print(tr.command.import_left_out(file=args.file, line=line, why=why), file=sys.stderr)
        counts = {"new": tr.count.callers(n=len(found.new)), "out": tr.count.rows(n=len(found.out))}
        if args.dry_run:
            yield from (caller.handle for caller in found.new)
            yield tr.command.import_would(**counts)
            return
        for _ in bring(callers, found.new, lambda handle, word: print(f"{handle},{word}")):
            sys.stdout.flush()
        print(tr.command.import_done(**counts), file=sys.stderr)


@contextmanager
def _own(data: Path) -> Iterator[None]:
    try:
        with owning(data):
            yield
    except (Owned, NewerRelease) as error:
        raise CommandError(tr.command.import_needs_rest(why=error)) from None


def _show(hand: _AccountActs, args: argparse.Namespace) -> Iterable[str]:
    return [
        f"{f'{name}:':<11}{value}" for name, value in facts(hand.accounts.callers.get_or_raise(args.name))
    ]


def _passwd(hand: _AccountActs, args: argparse.Namespace) -> Iterable[str]:
    caller = hand.accounts.callers.get_or_raise(args.name)
    hand.act("password", caller.handle, _password(args.password_stdin))
    return [tr.command.new_password(handle=caller.handle)]


def _key(hand: _AccountActs, args: argparse.Namespace) -> Iterable[str]:
    caller = hand.accounts.callers.get_or_raise(args.name)
    if args.remove is not None:
        hand.act("keys", caller.handle, str(args.remove))
    for line in _key_lines(args.file) if args.file else ():
        hand.act("keys", caller.handle, line)
    keys = hand.accounts.callers.get_or_raise(args.name).keys
    return [f"{number}  {line}" for number, line in enumerate(keys, 1)] or [
        tr.command.no_ssh_keys(handle=caller.handle)
    ]


def _key_lines(file: str) -> list[str]:
    """Return the keys of a file in the form of `ssh-keygen` or `authorized_keys`, one per line."""
    data = read_input(file, MOST_KEY_BYTES)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text or len(data) > MOST_KEY_BYTES:
        raise CommandError(tr.command.key_file_not_text(file=file))
    found = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if not found:
        raise CommandError(tr.command.key_file_empty(file="stdin" if file == "-" else file))
    return found


def _export(hand: _AccountActs, args: argparse.Namespace) -> Iterable[str]:
    """Write all that the board keeps of a caller, as JSON, to a file of mode 600 or to stdout."""
    from door.records.callers.export import export

    accounts = hand.accounts
    caller, journal = accounts.callers.get_or_raise(args.name), accounts.journal
    made = json.dumps(export(caller, journal, stamp(journal.now())), indent=1, ensure_ascii=False)
    if args.file is None:
        return [made]
    fd = open_file(args.file, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    with os.fdopen(fd, "w", encoding="utf-8") as file:
        file.write(f"{made}\n")
    return [tr.command.caller_exported(handle=caller.handle, file=args.file)]


def _remove(hand: _AccountActs, args: argparse.Namespace) -> Iterable[str]:
    caller = hand.accounts.callers.get_or_raise(args.name)
    if sys.stdin.isatty() and not agreed(tr.command.ask_remove(handle=caller.handle)):
        raise CommandError(tr.command.nothing_removed())
    return [hand.act("remove", caller.handle), tr.command.removal_leaves()]


def _clear_posts(hand: _AccountActs, args: argparse.Namespace) -> Iterable[str]:
    caller = hand.accounts.callers.get_or_raise(args.name)
    if sys.stdin.isatty() and not agreed(tr.command.ask_delete_posts(handle=caller.handle)):
        raise CommandError(tr.command.nothing_removed())
    return [hand.act("posts", caller.handle)]


def _turns(hand: _AccountActs, args: argparse.Namespace) -> Iterable[str]:
    clock_of(hand.settings)
    return [hand.act("turns", args.name, f"{args.slug} {args.turns}")]


def _act(do: str, *names: str) -> Callable[[argparse.Namespace], int]:
    """Return a command that carries out an act. `names` are the arguments with the act's subject and text."""

    def act(hand: _AccountActs, args: argparse.Namespace) -> Iterable[str]:
        about, text = [*(getattr(args, name) for name in names), None][:2]
        return [hand.act(do, about, " ".join(text) if isinstance(text, list) else str(text or ""))]

    return _action(act)


def _action(act: _Act) -> Callable[[argparse.Namespace], int]:
    def run(args: argparse.Namespace) -> int:
        chosen = settings(args.board)
        with plainly():
            for line in act(_AccountActs(_accounts(chosen), chosen), args):
                print(line)
        return 0

    return run


def _accounts(chosen: Settings) -> Accounts:
    data, catalogue = chosen.data, doors()
    journal = Journal(store(chosen), chosen.zone, board_clock(data, chosen.zone))

    def on_books(key: str) -> bool:
        return key in read_ledger(journal.folder, catalogue, data / "cache").names

    names = {slug: door.INFO.name() for slug, door in catalogue.items()}
    passwords = Passwords.at_cost(chosen.callers.password_passes, chosen.callers.password_kilobytes)
    callers, saves = Callers(journal.store, passwords), Saves(journal.store)
    tables = TableFiles(journal.store, games_of(catalogue))

    def clear_homes(caller: Caller) -> None:
        remove_homes(chosen.homes, caller.doors)

    return Accounts(callers, journal, saves, names, on_books, chosen.board.sysop, tables, clear_homes)


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


# -- banned addresses ------------------------------------------------------------------------


def _list_bans(args: argparse.Namespace) -> int:
    chosen = settings(args.board)
    kept = store(chosen)
    with plainly():
        bans = _bans(chosen, kept)
        bans.look()
        standing = bans.standing()
    callers = Callers(kept)
    each = callers.each(fault=lambda sentence: print(sentence, file=sys.stderr))
    banned = [caller for caller in each if caller.banned]
    for caller in banned:
        print(f"{caller.handle:<24}  {caller.banned}")
    for one in standing:
        print(
            f"{one.address:<24}", tr.command.banned_since(date=one.since[:10], length=one.length, by=one.by)
        )
    if not banned and not standing:
        print(tr.command.nobody_is_banned())
    return 0


def _bans(chosen: Settings, kept: Store) -> Bans:
    def trusted(address: str) -> bool:
        return within(address, chosen.limits.trusted)

    return Bans(kept, lambda: datetime.now(UTC), trusted)


# -- the commands ----------------------------------------------------------------------------


def _turns_word(text: str) -> int:
    """Parse turns to grant, or to take away if negative."""
    if not re.fullmatch(r"[-+]?[0-9]{1,4}", text, re.ASCII) or not 1 <= abs(int(text)) <= 1000:
        raise argparse.ArgumentTypeError(tr.usage.not_turns(text=repr(text)))
    return int(text)


_NAME: Final = word("name", "NAME")
_PASSWORD: Final = flag("--password-stdin", tr.usage.password_stdin)
_ADDRESS: Final = word("address", "ADDRESS")

CALLERS: Final = {
    "list": CliCommand(tr.usage.callers_list, _action(_list), (word("part", "PART", nargs="?", default=""),)),
    "add": CliCommand(tr.usage.callers_add, _action(_add),
                   (_NAME, flag("--sysop", tr.usage.callers_add_sysop), _PASSWORD)),
    "import": CliCommand(tr.usage.callers_import, _action(_import),
                      (word("file", "FILE.csv", tr.usage.callers_import_file),
                       flag("--dry-run", tr.usage.callers_import_dry_run))),
    "show": CliCommand(tr.usage.callers_show, _action(_show), (_NAME,)),
    "passwd": CliCommand(tr.usage.callers_passwd, _action(_passwd), (_NAME, _PASSWORD)),
    "invite": CliCommand(tr.usage.callers_invite, _act("invite", "name"), (_NAME,)),
    "key": CliCommand(tr.usage.callers_key, _action(_key), (
        _NAME,
        word("file", "FILE", tr.usage.callers_key_file, nargs="?"),
        word("--remove", "N", tr.usage.callers_key_remove, type=int),
    )),
    "validate": CliCommand(tr.usage.callers_validate, _act("validate", "name"), (_NAME,)),
    "ban": CliCommand(tr.usage.callers_ban, _act("ban", "name", "reason"),
                   (_NAME, word("reason", "REASON", nargs="*"))),
    "unban": CliCommand(tr.usage.callers_unban, _act("unban", "name"), (_NAME,)),
    "ban-address": CliCommand(
        tr.usage.callers_ban_address, _act("keep-out", "address", "days"),
        (_ADDRESS, word("--days", "N", tr.usage.callers_ban_address_days, type=int)),
    ),
    "unban-address": CliCommand(tr.usage.callers_unban_address, _act("let-in", "address"), (_ADDRESS,)),
    "bans": CliCommand(tr.usage.callers_bans, _list_bans),
    "level": CliCommand(tr.usage.callers_level, _act("level", "name", "level"),
                     (_NAME, word("level", "N", tr.usage.callers_level_level))),
    "sysop": CliCommand(
        tr.usage.callers_sysop, _act("sysop", "name", "answer"),
        (_NAME, word("answer", "yes|no", choices=["yes", "no"])),
    ),
    "turns": CliCommand(tr.usage.callers_turns, _action(_turns), (
        _NAME,
        word("slug", "SLUG", tr.usage.door_slug),
        word("turns", "N", tr.usage.callers_turns_more, type=_turns_word),
    )),
    "rename": CliCommand(tr.usage.callers_rename, _act("rename", "name", "to"),
                      (_NAME, word("to", "NEW"))),
    "export": CliCommand(tr.usage.callers_export, _action(_export), (
        _NAME, word("file", "FILE", tr.usage.callers_export_file, nargs="?", type=path),
    )),
    "clear-posts": CliCommand(tr.usage.callers_clear_posts, _action(_clear_posts), (_NAME,)),
    "remove": CliCommand(tr.usage.callers_remove, _action(_remove), (_NAME,)),
}  # fmt: skip
