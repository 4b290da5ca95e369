"""Parsers of command-line words. Each returns a value, or raises argparse's error with a sentence."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path

from door.ui.catalogue import tr


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


def listener(text: str) -> str:
    """Parse "HOST:PORT" or "off"."""
    from door.settings import address

    try:
        address(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def turns(text: str) -> int:
    """Parse turns to grant, or to take away if negative."""
    if not re.fullmatch(r"[-+]?[0-9]{1,4}", text, re.ASCII) or not 1 <= abs(int(text)) <= 1000:
        raise argparse.ArgumentTypeError(tr.usage.not_turns(text=repr(text)))
    return int(text)


def size(text: str) -> tuple[int, int]:
    """Parse a screen's columns and rows, such as "80x24"."""
    found = re.fullmatch(r"([0-9]{1,3})[x×]([0-9]{1,3})", text, re.ASCII)
    if not found or not (10 <= int(found[1]) <= 500 and 5 <= int(found[2]) <= 200):
        raise argparse.ArgumentTypeError(tr.usage.not_a_size(text=repr(text)))
    return int(found[1]), int(found[2])


def seconds(text: str) -> float:
    """Parse seconds, 0.1 to 60."""
    if not re.fullmatch(r"[0-9]{1,2}(\.[0-9]{1,3})?", text, re.ASCII) or not 0.1 <= float(text) <= 60:
        raise argparse.ArgumentTypeError(tr.usage.not_seconds(text=repr(text)))
    return float(text)


def moves(text: str) -> int:
    """Parse a number of moves, 0 to 9999."""
    return _up_to(9999, tr.usage.not_moves, text)


def node(text: str) -> int:
    """Parse a node's number."""
    if not re.fullmatch(r"[1-9][0-9]{0,4}", text, re.ASCII):
        raise argparse.ArgumentTypeError(tr.usage.not_a_node(text=repr(text)))
    return int(text)


def lines(text: str) -> int:
    """Parse a number of lines, 0 to 1000."""
    return _up_to(1000, tr.usage.not_lines, text)


def jobs(text: str) -> int:
    """Parse a number of processes, 0 to 999."""
    return _up_to(999, tr.usage.not_processes, text)


def _up_to(most: int, wrong: Callable[..., str], text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and int(text) <= most):
        raise argparse.ArgumentTypeError(wrong(text=repr(text), most=most))
    return int(text)
