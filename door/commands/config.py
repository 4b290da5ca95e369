"""`door config …` and `door texts …`: keys and sentences listed, read and set; comments stay."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from door.commands import CommandError
from door.commands.styled import styled
from door.midend.doors import infos
from door.session.texts import known
from door.settings import SettingsError, load
from door.settings.change import KeyRefused, find, put, put_text
from door.settings.keys import Key, externals_of, keys
from door.settings.reload import APPLIES_SHORT
from door.settings.texts import WORDS

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
    """Every text by its key, as the board says it."""
    every, instead = known(), load(board, infos(), known=known).texts
    texts = {key: instead.get(text, text.shipped) for key, text in every.texts.items()}
    return texts | {f"{WORDS}.{word}": instead.get(word, word) for word in sorted(every.words)}


def _list_texts(board: Path, args: argparse.Namespace) -> Iterable[str]:
    """A line a text: those with a word in their key or sentence."""
    word, every = (args.word or "").casefold(), known()
    found = {key: text for key, text in said(board).items() if word in f"{key}\n{text}".casefold()}
    if not found:
        raise CommandError(f"No text has {args.word!r} in it; `door texts list` lists all of them.")
    for key, text in found.items():
        yield f"{' ' if text == every.shipped(key) else '*'} {key}: {_one_line(text)}"


def _get_text(board: Path, args: argparse.Namespace) -> Iterable[str]:
    texts = said(board)
    if args.key not in texts:
        raise CommandError(f"There is no text {args.key!r}; `door texts list WORD` finds one.")
    return [_one_line(texts[args.key])]


def _set_text(board: Path, args: argparse.Namespace) -> Iterable[str]:
    words = " ".join(args.text)
    before = put_text(board, infos(), known(), args.key, words)
    return [f"{args.key}: {_one_line(before)} -> {words}"]


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
