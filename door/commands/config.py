"""`door config …`: the settings' keys listed, read and set, the files' comments left alone."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

from door.commands import CommandError
from door.commands.styled import styled
from door.midend.doors import infos
from door.settings import SettingsError
from door.settings.change import KeyRefused, find, put
from door.settings.keys import Key, externals_of, keys
from door.settings.reload import APPLIES_SHORT

WIDTH: Final = 76
LONGEST: Final = 65_536

_Act = Callable[[Path, argparse.Namespace], Iterable[str]]


def _list(board: Path, args: argparse.Namespace) -> Iterable[str]:
    """A line a key; where a word narrows the list, what each key means and may be as well."""
    word = (args.word or "").lower()
    found = [key for key in keys(board, infos()) if word in key.name]
    if not found:
        raise CommandError(f"No key has {args.word!r} in its name; `door config list` lists all of them.")
    return _explained(found) if word else _table(found)


def _table(found: Sequence[Key]) -> Iterable[str]:
    file = None
    for key in found:
        if key.file != file:
            file = key.file
            yield styled("bold", f"{file}:")
        mark = "*" if key.changed else " "
        yield f" {mark} {key.name:<34} {_short(key.shown):<28} {APPLIES_SHORT[key.when]}"
    yield "* marks what differs from the default; last column: when a change applies."


def _short(value: str) -> str:
    return value if len(value) <= 27 else value[:26] + "…"


def _explained(found: Sequence[Key]) -> Iterable[str]:
    for key in found:
        yield f"{key.name}: {key.shown}"
        yield from textwrap.wrap(key.help, WIDTH, initial_indent="    ", subsequent_indent="    ")
        yield f"    Allowed: {key.allowed}. Default: {key.default}."
        yield f"    In {key.file}; applies: {APPLIES_SHORT[key.when]}."


def _get(board: Path, args: argparse.Namespace) -> Iterable[str]:
    find(infos(), args.key, externals_of(board))
    return [key.shown for key in keys(board, infos()) if key.name == args.key]


def _set(board: Path, args: argparse.Namespace) -> Iterable[str]:
    saved = put(board, infos(), args.key, _value(args))
    if saved.before == saved.after:
        yield f"{saved.name}: it is {saved.after} already."
    else:
        yield f"{saved.name}: {saved.before} -> {saved.after}; {saved.applies}."
    for fault in saved.faults:
        print(f"Still wrong: {fault}", file=sys.stderr)


def _value(args: argparse.Namespace) -> str:
    """The words of the command, or with --stdin one line of the input: no secret need stand in a
    list of processes."""
    if args.stdin == bool(args.value):
        raise CommandError("Give the value, or --stdin and the value on standard input.")
    if not args.stdin:
        return " ".join(args.value)
    line = sys.stdin.readline(LONGEST)
    if not line:
        raise CommandError("There was no value on standard input.")
    return line.rstrip("\r\n")


def _action(act: _Act) -> Callable[[argparse.Namespace], int]:
    def run(args: argparse.Namespace) -> int:
        try:
            for line in act(args.board, args):
                print(line)
        except (SettingsError, KeyRefused) as error:
            raise CommandError(str(error)) from None
        return 0

    return run


ACTIONS: Final = {"list": _action(_list), "get": _action(_get), "set": _action(_set)}
