"""Is a line written as the journal writes lines?

Law: exactly what the journal's description asks, no more: UTF-8, one JSON object, keys
sorted, none twice, no spaces after separators.  Which characters are escaped, or how a
number is spelt, is the writer's own affair.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from door.ui.catalogue import tr

_UNSPACED: Final = re.compile(r'[^"\s]*+(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"[^"\s]*+)*+')
"""Texts in quotes, and between them no white space.  Nothing is tried twice, whatever a line holds."""


class Unreadable(Exception):
    """The line is not one of a journal; the text says why."""


def _no_number(name: str) -> Any:
    raise Unreadable(tr.audit.no_json_number(name=name))


def _ordered(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Unreadable(tr.audit.key_twice())
    if list(found) != sorted(found):
        raise Unreadable(tr.audit.keys_unsorted())
    return found


_READER: Final = json.JSONDecoder(parse_constant=_no_number, object_pairs_hook=_ordered)


def read_line(raw: bytes) -> dict[str, Any]:
    """What the line says; Unreadable tells why it is none."""
    try:
        text = raw.decode("utf-8")
        value = _READER.decode(text)
    except UnicodeDecodeError:
        raise Unreadable(tr.audit.not_utf_eight()) from None
    except RecursionError:
        raise Unreadable(tr.audit.too_deep()) from None
    except ValueError:
        raise Unreadable(tr.audit.not_json()) from None
    if not isinstance(value, dict):
        raise Unreadable(tr.audit.no_object())
    if not _UNSPACED.fullmatch(text):
        raise Unreadable(tr.audit.spaces())
    return value
