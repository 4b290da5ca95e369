"""A caller, and the text of the file that keeps them.

Law: what a sysop may have typed is read kindly (`banned: true` or a reason), what is wrong
gives one sentence with the file and the key, and what is not ours is kept as it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from door.records.files.plain_yaml import YamlError, dump, parse, simple
from door.records.journal.lines import RecordsError, caller_key
from door.ui.catalogue import tr
from door.ui.texts import reason_of

NEW_LEVEL: Final = 10


class CallerError(RecordsError):
    """A caller's file or wish that cannot be honoured; the text is one plain sentence."""


@dataclass(frozen=True, slots=True)
class Caller:
    """A caller as their file has it.

    `created` and `last_call` are RFC 3339 UTC (last_call "" before the first); `banned` is
    the reason, "" for none; `password` an argon2id string, "" where none was set; `keys` are
    OpenSSH public key lines; `prefs` and `doors` (slug: preference: value) are remembered
    choices; `ignored` are handles of callers whom this one does not hear; `unvalidated` says that the sysop
    has yet to let their games count; `address` is where the
    last call came from; `online_seconds` are those of the day `online_day` (YYYY-MM-DD, by the
    board); `extra` whatever else the sysop has put into the file, kept as it is.
    """

    handle: str
    created: str = ""
    last_call: str = ""
    calls: int = 0
    sysop: bool = False
    level: int = NEW_LEVEL
    banned: str = ""
    password: str = field(default="", repr=False)
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
        """Whether this caller does not hear that one."""
        return caller_key(handle) in map(caller_key, self.ignored)

    def remember(self, slug: str, key: str, value: str) -> Caller:
        """The caller with one preference for one door set."""
        return replace(self, doors={**self.doors, slug: {**self.doors.get(slug, {}), key: value}})

    def prefer(self, key: str, value: str) -> Caller:
        """The caller with one preference of the board's set."""
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
    "ignored": _texts, "unvalidated": _flag,
}  # fmt: skip
SELDOM: Final = ("address", "online_day", "online_seconds", "ignored", "unvalidated")
"""What a file has only where it says something."""


def parse_caller(text: str, name: str) -> Caller:
    """The caller of a file's text; CallerError names `name`, the key and what is wrong."""
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
    return Caller(**{**known, "prefs": _of_today(known)}, extra=extra)


def _of_today(known: Mapping[str, Any]) -> Mapping[str, str]:
    """The choices, where an earlier release had motion elsewhere."""
    prefs = dict(known.get("prefs", {}))
    fast = prefs.pop("fast", "") == "on"
    slow = known.get("doors", {}).get("switchbox", {}).get("pace") == "slow"
    return {**({"motion": "off" if fast else "slow"} if fast or slow else {}), **prefs}


def _tree(text: str, name: str) -> dict[str, Any]:
    try:
        document = parse(name, text)
    except YamlError as error:
        raise CallerError(tr.common.as_it_is(text=f"{error.fault}.")) from None
    if document.faults:
        raise CallerError(tr.common.as_it_is(text=f"{document.faults[0]}."))
    return document.values


def write_caller(caller: Caller) -> str:
    """The file's text."""
    tree = {key: getattr(caller, key) for key in FIELDS if key not in SELDOM or getattr(caller, key)}
    return dump({**tree, **caller.extra})
