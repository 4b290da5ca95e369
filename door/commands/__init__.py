"""The commands of `door`. Each module has a table of its commands, with the words that may follow.

A command prints its result to stdout and returns its exit code. It raises CommandError with one plain
sentence if it fails.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from door.ui.texts import tr

Help = Callable[[], str]
Argument = tuple[str, Help | None, Mapping[str, Any]]


class CommandError(Exception):
    """A command failed. The text is a plain sentence, or a line for each fault."""


class CliCommand(NamedTuple):
    """A command: its `--help`, its function, and its arguments."""

    help: Help
    run: Callable[[argparse.Namespace], int]
    arguments: tuple[Argument, ...] = ()


def word(name: str, metavar: str, help: Help | None = None, **how: Any) -> Argument:
    """Return an argument, or an option with a value. `how` is argparse's."""
    return name, help, {"metavar": metavar, **how}


def flag(name: str, help: Help, **how: Any) -> Argument:
    """Return an option without a value."""
    return name, help, {"action": "store_true", **how}


# -- what a word may be: each parser raises argparse's error with a sentence ------------------


def month(text: str) -> str:
    """Parse a month, such as "2026-11"."""
    if not re.fullmatch(r"[0-9]{4}-(?:0[1-9]|1[0-2])", text, re.ASCII) or text.startswith("0000"):
        raise argparse.ArgumentTypeError(tr.usage.not_a_month(text=repr(text)))
    return text


def path(text: str) -> Path:
    """Parse a path. "" is refused, although `Path` takes it for this folder."""
    if not text:
        raise argparse.ArgumentTypeError(tr.usage.no_path())
    return Path(text)


def up_to(most: int, wrong: Callable[..., str]) -> Callable[[str], int]:
    """Return a parser of whole numbers from 0. `wrong` is the sentence for anything else."""

    def parse(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and int(text) <= most):
            raise argparse.ArgumentTypeError(wrong(text=repr(text), most=most))
        return int(text)

    return parse
