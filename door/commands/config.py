"""`door config …` and `door texts …`: list, read and set keys and sentences. Comments stay."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from door.commands import CliCommand, CommandError, flag, word
from door.commands.parts.shared import style
from door.screens.doors import infos
from door.settings import SettingsError, load
from door.settings.change import KeyRefused, find, find_text, put, put_text
from door.settings.keys import SettingKey, externals_of, keys
from door.settings.load import BOARD_FILE
from door.settings.reload import APPLIES_SHORT
from door.ui.sentence import ENGLISH, KNOWN
from door.ui.sentence import Texts as ById
from door.ui.texts import tr

WIDTH: Final = 76
LONGEST: Final = 65_536

_Act = Callable[[Path, argparse.Namespace], Iterable[str]]


def _list(board: Path, args: argparse.Namespace) -> Iterable[str]:
    """Print a line per key. If a word narrows the list, also print each key's meaning and allowed values."""
    word = (args.word or "").lower()
    found = [key for key in keys(board, infos()) if word in key.name]
    if not found:
        raise CommandError(tr.command.no_key_with(word=repr(args.word)))
    return _explain(found) if word else _table(found)


def _table(found: Sequence[SettingKey]) -> Iterable[str]:
    file = None
    for key in found:
        if key.file != file:
            file = key.file
            yield style("bold", f"{file}:")
        mark = "*" if key.changed else " "
        yield f" {mark} {key.name:<34} {_short(key.shown):<28} {APPLIES_SHORT[key.when]()}"
    yield tr.command.config_marks()


def _short(value: str) -> str:
    return value if len(value) <= 27 else value[:26] + "…"


def _explain(found: Sequence[SettingKey]) -> Iterable[str]:
    for key in found:
        yield f"{key.name}: {key.shown}"
        yield from textwrap.wrap(key.help, WIDTH, initial_indent="    ", subsequent_indent="    ")
        yield f"    {tr.command.key_allowed(allowed=key.allowed, default=key.default)}"
        yield f"    {tr.command.key_in_file(file=key.file, applies=APPLIES_SHORT[key.when]())}"


def _get(board: Path, args: argparse.Namespace) -> Iterable[str]:
    find(infos(), args.key, externals_of(board))
    return [key.shown for key in keys(board, infos()) if key.name == args.key]


def _set(board: Path, args: argparse.Namespace) -> Iterable[str]:
    return _put(board, args.key, _value(args))


def _unset(board: Path, args: argparse.Namespace) -> Iterable[str]:
    return _put(board, args.key, None)


def _put(board: Path, name: str, value: str | None) -> Iterable[str]:
    data = None
    with suppress(SettingsError):  # the new value may repair it
        data = load(board, infos()).data if name == "board.data" else None
    saved = put(board, infos(), name, value)
    from door.commands.console import ask

    with suppress(CommandError):  # a board that is down notes it at its start
        for _ in ask(board, {"do": "settings"}):
            pass
    if saved.same:
        yield tr.command.value_is_same(key=saved.name, value=saved.after)
    else:
        yield tr.command.value_changed(
            key=saved.name, before=saved.before, value=saved.after, applies=saved.applies
        )
        if data and data.exists():
            yield tr.command.data_stays(data=data)
    for fault in saved.faults:
        print(tr.command.still_wrong(fault=fault), file=sys.stderr)


def _value(args: argparse.Namespace) -> str:
    """Return the command's words, or with --stdin a line of input, which keeps secrets out of `ps`."""
    if args.stdin == bool(args.value):
        raise CommandError(tr.command.no_value_given())
    if not args.stdin:
        return " ".join(args.value)
    line = sys.stdin.readline(LONGEST)
    if not line:
        raise CommandError(tr.command.no_value_on_stdin())
    return line.rstrip("\r\n")


# -- texts -----------------------------------------------------------------------------------


def texts_by_id(board: Path) -> dict[str, str]:
    """Return every text by its id, with each plural form separate."""
    own = load(board, infos()).texts.of(ENGLISH).texts
    return dict(_flat({id: own.get(id, text) for id, text in KNOWN.texts.items()}))


def _flat(texts: ById) -> Iterator[tuple[str, str]]:
    for id, text in texts.items():
        if isinstance(text, str):
            yield id, text
        else:
            yield from ((f"{id}.{form}", one) for form, one in text.by_category.items())


def _list_texts(board: Path, args: argparse.Namespace) -> Iterable[str]:
    """Print a line per text with a word in its id or sentence."""
    word, shipped = (args.word or "").casefold(), dict(_flat(KNOWN.texts))
    found = {id: text for id, text in texts_by_id(board).items() if word in f"{id}\n{text}".casefold()}
    if not found:
        raise CommandError(tr.command.no_text_with(word=repr(args.word)))
    for id, text in found.items():
        yield f"{' ' if text == shipped.get(id) else '*'} {id}: {_one_line(text)}"


def _get_text(board: Path, args: argparse.Namespace) -> Iterable[str]:
    id, form = find_text(args.key)
    every = texts_by_id(board)
    if (key := f"{id}.{form}" if form else id) in every:
        return [_one_line(every[key])]
    forms = [key for key in every if key.rpartition(".")[0] == id] or [id]
    if form:
        raise CommandError(tr.command.no_such_form(id=id, form=repr(form), forms=", ".join(forms)))
    return [f"{key}: {_one_line(every[key])}" for key in forms]


def _set_text(board: Path, args: argparse.Namespace) -> Iterable[str]:
    id, form = find_text(args.key)
    key, words = f"{id}.{form}" if form else id, " ".join(args.text)
    if not (board / BOARD_FILE).exists():
        load(board, infos())  # raises the error
    before = put_text(board, key, words)
    yield f"{key}: {_one_line(before)} -> {words}"


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


_KEY: Final = word("key", "KEY", tr.usage.key)
_TEXT: Final = word("key", "KEY", tr.usage.texts_key)

CONFIG: Final = {
    "list": CliCommand(tr.usage.config_list, _action(_list),
                    (word("word", "WORD", tr.usage.config_list_word, nargs="?"),)),
    "get": CliCommand(tr.usage.config_get, _action(_get), (_KEY,)),
    "set": CliCommand(tr.usage.config_set, _action(_set), (
        _KEY,
        word("value", "VALUE", tr.usage.config_set_value, nargs="*"),
        flag("--stdin", tr.usage.config_set_stdin),
    )),
    "unset": CliCommand(tr.usage.config_unset, _action(_unset), (_KEY,)),
}  # fmt: skip
TEXTS: Final = {
    "list": CliCommand(tr.usage.texts_list, _action(_list_texts),
                    (word("word", "WORD", tr.usage.texts_list_word, nargs="?"),)),
    "get": CliCommand(tr.usage.texts_get, _action(_get_text), (_TEXT,)),
    "set": CliCommand(tr.usage.texts_set, _action(_set_text),
                   (_TEXT, word("text", "TEXT", tr.usage.texts_set_text, nargs="+"))),
}  # fmt: skip
