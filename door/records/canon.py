"""Is a line written as the journal writes lines?

Law: exactly what the journal's description asks, no more: UTF-8, one JSON object, keys
sorted, none twice, no spaces after separators.  Which characters are escaped, or how a
number is spelt, is the writer's own affair.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

_WRITERS: Final = (
    json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False),
    json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False),
)
_TEXT: Final = re.compile(r'"(?:[^"\\]|\\.)*"')


class Unreadable(Exception):
    """The line is not one of a journal; the text says why."""


def _no_number(name: str) -> Any:
    raise Unreadable(f"{name} is no number that JSON has")


def _ordered(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise Unreadable("a key stands there twice")
    if names != sorted(names):
        raise Unreadable("the keys are not sorted")
    return dict(pairs)


_READER: Final = json.JSONDecoder(parse_constant=_no_number)
_STRICT: Final = json.JSONDecoder(parse_constant=_no_number, object_pairs_hook=_ordered)


def read_line(raw: bytes) -> dict[str, Any]:
    """What the line says; Unreadable tells why it is none."""
    try:
        text = raw.decode("utf-8")
        value = _READER.decode(text)
        if not isinstance(value, dict):
            raise Unreadable("the line is not a JSON object")
        if not any(writer.encode(value) == text for writer in _WRITERS):
            _check_spelling(text)
    except UnicodeDecodeError:
        raise Unreadable("the line is not UTF-8") from None
    except RecursionError:
        raise Unreadable("the line is nested too deeply") from None
    except ValueError:
        raise Unreadable("the line is not JSON that can be read") from None
    return value


def _check_spelling(text: str) -> None:
    """Written otherwise than we would: is it still as described?"""
    _STRICT.decode(text)
    if re.search(r"\s", _TEXT.sub("", text)):
        raise Unreadable("there are spaces between the parts")
