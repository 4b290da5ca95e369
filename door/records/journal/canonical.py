"""Is a line written as the journal writes lines?

Law: exactly what the journal's description asks, no more: UTF-8, one JSON object, keys
sorted, none twice, no spaces after separators.  Which characters are escaped, or how a
number is spelt, is the writer's own affair.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

_UNSPACED: Final = re.compile(r'[^"\s]*+(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"[^"\s]*+)*+')
"""Texts in quotes, and between them no white space.  Nothing is tried twice, whatever a line holds."""


class Unreadable(Exception):
    """The line is not one of a journal; the text says why."""


def _no_number(name: str) -> Any:
    raise Unreadable(f"{name} is no number that JSON has")


def _ordered(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Unreadable("a key stands there twice")
    if list(found) != sorted(found):
        raise Unreadable("the keys are not sorted")
    return found


_READER: Final = json.JSONDecoder(parse_constant=_no_number, object_pairs_hook=_ordered)


def read_line(raw: bytes) -> dict[str, Any]:
    """What the line says; Unreadable tells why it is none."""
    try:
        text = raw.decode("utf-8")
        value = _READER.decode(text)
    except UnicodeDecodeError:
        raise Unreadable("the line is not UTF-8") from None
    except RecursionError:
        raise Unreadable("the line is nested too deeply") from None
    except ValueError:
        raise Unreadable("the line is not JSON that can be read") from None
    if not isinstance(value, dict):
        raise Unreadable("the line is not a JSON object")
    if not _UNSPACED.fullmatch(text):
        raise Unreadable("there are spaces between the parts")
    return value
