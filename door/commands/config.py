"""`door config …` and `door texts …`: keys and sentences listed, read and set; comments stay."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from door.commands import CommandError
from door.commands.styled import styled
from door.midend.doors import infos
from door.settings import SettingsError, load
from door.settings.change import KeyRefused, find, find_text, put, put_text
from door.settings.keys import Key, externals_of, keys
from door.settings.reload import APPLIES_SHORT
from door.settings.texts import now_called, old_keys
from door.ui.sentence import ENGLISH, KNOWN
from door.ui.sentence import Texts as ById

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
    data = None
    with suppress(SettingsError):  # what is wrong now may be put right
        data = load(board, infos()).data if args.key == "board.data" else None
    saved = put(board, infos(), args.key, _value(args))
    if saved.same:
        yield f"{saved.name}: it is {saved.after} already."
    else:
        yield f"{saved.name}: {saved.before} -> {saved.after}; applies {saved.applies}."
        if data and data.exists():
            yield f"What the board has kept is in {data} still: stop the board and move it."
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


# -- texts -----------------------------------------------------------------------------------


def said(board: Path) -> dict[str, str]:
    """Return every text by its id, each plural form by itself, as the board says it."""
    own = load(board, infos()).texts.of(ENGLISH).texts
    return dict(_flat({id: own.get(id, text) for id, text in KNOWN.texts.items()}))


def _flat(texts: ById) -> Iterator[tuple[str, str]]:
    for id, text in texts.items():
        if isinstance(text, str):
            yield id, text
        else:
            yield from ((f"{id}.{form}", one) for form, one in text.by_category.items())


def _list_texts(board: Path, args: argparse.Namespace) -> Iterable[str]:
    """A line a text: those with a word in their id or sentence."""
    word, shipped = (args.word or "").casefold(), dict(_flat(KNOWN.texts))
    found = {id: text for id, text in said(board).items() if word in f"{id}\n{text}".casefold()}
    if not found:
        raise CommandError(f"No text has {args.word!r} in it; `door texts list` lists all of them.")
    for id, text in found.items():
        yield f"{' ' if text == shipped.get(id) else '*'} {id}: {_one_line(text)}"


def _get_text(board: Path, args: argparse.Namespace) -> Iterable[str]:
    id, form = _found(args.key)
    every = said(board)
    if (key := f"{id}.{form}" if form else id) in every:
        return [_one_line(every[key])]
    forms = [key for key in every if key.rpartition(".")[0] == id]
    if form:
        raise CommandError(f"{id} has no form {form!r}; it has {', '.join(forms)}.")
    return [f"{key}: {_one_line(every[key])}" for key in forms]


def _set_text(board: Path, args: argparse.Namespace) -> Iterable[str]:
    id, form = _found(args.key)
    key, words = f"{id}.{form}" if form else id, " ".join(args.text)
    before = put_text(board, key, words)
    return [f"{key}: {_one_line(before)} -> {words}"]


def _found(key: str) -> tuple[str, str]:
    """Return the id and the plural form that a key names; an old key is told by its new name."""
    id, form = find_text(key)
    if key in old_keys():
        print(f"{key} is now called {now_called(key)}.", file=sys.stderr)
    return id, form


def _one_line(text: str) -> str:
    return text.replace("\n", "\\n")


# -- the commands ----------------------------------------------------------------------------


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
TEXTS: Final = {"list": _action(_list_texts), "get": _action(_get_text), "set": _action(_set_text)}
