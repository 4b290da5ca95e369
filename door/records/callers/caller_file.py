"""A caller, and the YAML text of their file.

Guarantees: shorthand that a sysop may have typed is accepted (`banned: true`). A fault gives one sentence
with the file and the key. Unknown keys are kept as they are.
"""

from __future__ import annotations

import base64
import string
import unicodedata
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from door.records.files.plain_yaml import YamlError, dump, parse, simple
from door.records.journal.lines import RecordsError, caller_key
from door.records.store import Forbidden, Odd, StoreRefused
from door.ui.texts import MaybeSaid, Said, reason_of, tr

RESERVED: Final = (
    "sysop", "guest", "new", "all", "computer", "system", "operator", "root", "admin", "board", "door",
    "nobody", "off", "bye", "logoff", "quit", "removed", "the sysop", "the board", "the command line",
    "plain", "ansi", "lost",
)  # fmt: skip
LETTERS: Final = frozenset(string.ascii_letters + "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜáíóúñÑß")
DIGITS: Final = frozenset(string.digits)
INSIDE: Final = frozenset(" -_.'")
_LOOKS: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s", "æ": "ae"})


def looks_of(handle: str) -> str:
    """Return a key that is equal for handles that look alike."""
    bare = unicodedata.normalize("NFKD", handle.casefold())
    plain = bare if bare.isascii() else "".join(c for c in bare if not unicodedata.combining(c))
    return plain.translate(_LOOKS)


def check_handle(text: str, reserved: Collection[str] = ()) -> MaybeSaid:
    """Return the rule that a handle breaks, as a sentence, or ""."""
    if not 2 <= len(text) <= 20:
        return tr.accounts.handle_length()
    if any(c not in LETTERS and c not in DIGITS and c not in INSIDE for c in text):
        return tr.accounts.handle_characters()
    if text[0] in INSIDE:
        return tr.accounts.handle_first_character()
    if text[-1] == " " or "  " in text:
        return tr.accounts.handle_spaces()
    looks = looks_of(text)
    if any(looks_of(name) == looks for name in (*RESERVED, *reserved)):
        return tr.accounts.handle_reserved(handle=text)
    return ""


def check_key(line: str) -> MaybeSaid:
    """Return the fault of an OpenSSH public key line, as a sentence, or ""."""
    parts = line.split()
    try:
        blob = base64.b64decode(parts[1], validate=True)
    except (IndexError, ValueError):
        return tr.accounts.not_a_public_key()
    kind = parts[0].encode()
    if len(line) > 4000 or blob[: 4 + len(kind)] != len(kind).to_bytes(4, "big") + kind:
        return tr.accounts.key_type_mismatch()
    return ""


# -- the file ------------------------------------------------------------------------------------


NEW_LEVEL: Final = 10


class CallerError(RecordsError):
    """A fault in a caller's file, or a request that must be refused. The text is one sentence."""


class CallerStoreRefused(CallerError):
    """The store can't read or write callers now. The text is for the log, and for sysops."""


def refused_by_store(error: StoreRefused, why: Said) -> CallerError:
    """Return the error for callers' files. One file that can't be used is a fault of that file."""
    return (CallerError if isinstance(error, Odd | Forbidden) else CallerStoreRefused)(why)


@dataclass(frozen=True, slots=True)
class Caller:
    """A caller, as in their file.

    `created` and `last_call` are RFC 3339 UTC; `last_call` is "" before the first call. `banned` is the
    reason, or "". `password` is an argon2id string, or "" if none is set. `word` is a one-time word as `once`
    writes it, or "". `keys` are OpenSSH public key lines. `prefs` and `doors` (slug: preference: value) are
    remembered choices. `ignored` are handles.
    `unvalidated`: the sysop hasn't yet let the caller's games count. `address` belongs to the last call.
    `online_seconds` belong to the day `online_day` (YYYY-MM-DD, the board's). `extra` keeps any other keys
    in the file.
    """

    handle: str
    created: str = ""
    last_call: str = ""
    calls: int = 0
    sysop: bool = False
    level: int = NEW_LEVEL
    banned: str = ""
    password: str = field(default="", repr=False)
    word: str = field(default="", repr=False)
    keys: tuple[str, ...] = ()
    prefs: Mapping[str, str] = field(default_factory=dict)
    doors: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict, repr=False)
    online_day: str = ""
    online_seconds: int = 0
    address: str = ""
    ignored: tuple[str, ...] = ()
    unvalidated: bool = False

    def ignores(self, handle: str) -> bool:
        return caller_key(handle) in map(caller_key, self.ignored)

    def remember(self, slug: str, key: str, value: str) -> Caller:
        """Return the caller with one preference for a door set."""
        return replace(self, doors={**self.doors, slug: {**self.doors.get(slug, {}), key: value}})

    def prefer(self, key: str, value: str) -> Caller:
        """Return the caller with one of the board's preferences set."""
        return replace(self, prefs={**self.prefs, key: value})


# -- a file's text ------------------------------------------------------------------------


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or isinstance(value, tuple | dict):
        raise ValueError(tr.must.be_plain_text())
    return str(value)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(tr.must.be_true_or_false())
    return value


def _count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(tr.must.be_a_count())
    return value


def _ban(value: Any) -> str:
    if isinstance(value, bool):
        return "banned by the sysop" if value else ""
    return "" if value is None else _text(value)


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, tuple):
        raise ValueError(tr.must.be_a_list())
    return tuple(_text(line) for line in value)


def _each(value: Any, read: Callable[[Any], Any]) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(tr.must.be_keys())
    return {_text(key): read(item) for key, item in value.items()}


def _prefs(value: Any) -> Mapping[str, str]:
    return _each(value, _text)


def _doors(value: Any) -> Mapping[str, Mapping[str, str]]:
    return _each(value, _prefs)


FIELDS: Final[dict[str, Callable[[Any], Any]]] = {
    "handle": _text, "created": _text, "last_call": _text, "calls": _count, "sysop": _flag,
    "level": _count, "banned": _ban, "password": _text, "keys": _texts, "prefs": _prefs, "doors": _doors,
    "address": _text, "online_day": _text, "online_seconds": _count,
    "ignored": _texts, "unvalidated": _flag, "word": _text,
}  # fmt: skip
SELDOM: Final = ("address", "online_day", "online_seconds", "ignored", "unvalidated", "word")
"""Keys that a file has only if they aren't empty."""


def parse_caller(text: str, name: str) -> Caller:
    """Parse a caller's file. Raises CallerError with `name`, the key and the fault."""
    tree = simple(text) or _tree(text, name)
    if "handle" not in tree:
        raise CallerError(tr.records.no_caller_file(file=name))
    known, extra = dict[str, Any](), dict[str, Any]()
    for key, value in tree.items():
        try:
            if read := FIELDS.get(key):
                known[key] = read(value)
            else:
                extra[key] = value
        except ValueError as error:
            raise CallerError(tr.records.caller_fault(file=name, key=key, why=reason_of(error))) from None
    return Caller(**known, extra=extra)


def _tree(text: str, name: str) -> dict[str, Any]:
    try:
        document = parse(name, text)
    except YamlError as error:
        raise CallerError(tr.common.as_it_is(text=f"{error.fault}.")) from None
    if document.faults:
        raise CallerError(tr.common.as_it_is(text=f"{document.faults[0]}."))
    return document.values


def write_caller(caller: Caller) -> str:
    tree = {key: getattr(caller, key) for key in FIELDS if key not in SELDOM or getattr(caller, key)}
    return dump({**tree, **caller.extra})
