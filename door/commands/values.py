"""What a word of the command line must be: each function gives its value, or says in a sentence of
argparse's why it is none."""

from __future__ import annotations

import argparse
import re


def month(text: str) -> str:
    """A month, such as "2026-11"."""
    if not re.fullmatch(r"[0-9]{4}-(?:0[1-9]|1[0-2])", text, re.ASCII) or text.startswith("0000"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a month; write it as YYYY-MM, such as 2026-11")
    return text


def listener(text: str) -> str:
    """Where to listen: "HOST:PORT", or "off"."""
    from door.settings import address

    try:
        address(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def turns(text: str) -> int:
    """Turns to grant, or below 0 to take away."""
    if not re.fullmatch(r"[-+]?[0-9]{1,4}", text, re.ASCII) or not 1 <= abs(int(text)) <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of turns, 1 to 1000 (or -1 to -1000)")
    return int(text)


def node(text: str) -> int:
    """A node's number."""
    if not re.fullmatch(r"[1-9][0-9]{0,4}", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"{text!r} is not a node; door nodes lists them")
    return int(text)


def lines(text: str) -> int:
    """How many lines, 0 to 1000."""
    return _up_to(1000, "lines", text)


def jobs(text: str) -> int:
    """How many processes, 0 to 999."""
    return _up_to(999, "processes", text)


def _up_to(most: int, what: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and int(text) <= most):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of {what}, 0 to {most}")
    return int(text)
