"""`door texts …`: the board's sentences listed, read and put in other words."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from door.commands import CommandError
from door.midend.doors import infos
from door.session.texts import known
from door.settings import SettingsError, load
from door.settings.change import KeyRefused, put_text
from door.settings.texts import WORDS

_Act = Callable[[Path, argparse.Namespace], Iterable[str]]


def said(board: Path) -> dict[str, str]:
    """Every text by its key, as the board says it."""
    every, instead = known(), load(board, infos(), known=known).texts
    texts = {key: instead.get(text, text.shipped) for key, text in every.texts.items()}
    return texts | {f"{WORDS}.{word}": instead.get(word, word) for word in sorted(every.words)}


def _list(board: Path, args: argparse.Namespace) -> Iterable[str]:
    """A line a text: those with a word in their key or sentence."""
    word, every = (args.word or "").casefold(), known()
    found = {key: text for key, text in said(board).items() if word in f"{key}\n{text}".casefold()}
    if not found:
        raise CommandError(f"No text has {args.word!r} in it; `door texts list` lists all of them.")
    for key, text in found.items():
        yield f"{' ' if text == every.shipped(key) else '*'} {key}: {_one_line(text)}"


def _get(board: Path, args: argparse.Namespace) -> Iterable[str]:
    texts = said(board)
    if args.key not in texts:
        raise CommandError(f"There is no text {args.key!r}; `door texts list WORD` finds one.")
    return [_one_line(texts[args.key])]


def _set(board: Path, args: argparse.Namespace) -> Iterable[str]:
    words = " ".join(args.text)
    before = put_text(board, infos(), known(), args.key, words)
    return [f"{args.key}: {_one_line(before)} -> {words}"]


def _one_line(text: str) -> str:
    return text.replace("\n", "\\n")


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
