"""Read a sysop's file as plain values with line numbers. All faults together are one SettingsError."""

from __future__ import annotations

import contextlib
import difflib
import math
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

from yaml.nodes import ScalarNode, SequenceNode

from door.records.files import plain_yaml
from door.records.files.disk import open_to_read, read_file
from door.records.files.plain_yaml import FILE, Document, KeyPath, YamlError, YamlFault
from door.ui.texts import tr

BYTES: Final = 65_536
SECRETS: Final = {
    "board": ("store",),
    "callers": ("new_password", "boards"),
    "mail": ("password",),
    "metrics": ("token",),
}
OF_DOORS: Final = ("password", "ssh_key", "auth", "scheme")
"""Keys that may come from a file: of the board's sections, besides the addresses of webhooks, and of an
external door's file."""

FROM_FILE: Final = "@file:"
CREDENTIALS: Final = "/run/credentials/door.service"
"""Where the service's credentials are while it runs, for commands that others run."""

UNREADABLE: Final = "https://unreadable.invalid/"
"""The beginning of a secret that can't be read: it passes for a password, a key and an address, also a
database's."""

_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")


class SettingsError(Exception):
    """The settings can't be used. `errors` has every fault as `file:line: key: reason`."""

    def __init__(self, errors: tuple[str, ...]) -> None:
        super().__init__("\n".join(errors))
        self.errors = errors


def refuse(faults: Iterable[YamlFault]) -> SettingsError:
    """Return the faults as one error, in the order of files and lines."""
    return SettingsError(tuple(str(fault) for fault in sorted(faults)))


def refuse_file(file: str | Path, reason: str, line: int = 1) -> SettingsError:
    """Return the fault of a whole file as an error."""
    return refuse([YamlFault(str(file), line, FILE, reason)])


def nearest(word: object, words: Iterable[str], likeness: float = 0.6) -> str:
    """Return the word that was probably meant, in any case, or ""."""
    said, known = str(word).casefold(), {name.casefold(): name for name in words}
    found = difflib.get_close_matches(said, known, 1, likeness)
    longer = [name for name in known if len(said) >= 4 and name.startswith(said)]
    return known[(longer or found)[0]] if longer or found else ""


def either(words: Sequence[str]) -> str:
    """Return "a", "a or b" or "a, b or c"."""
    *most, last = words or ("",)
    return tr.common.either(most=", ".join(most), last=last) if most else last


def read(path: Path, most: int = BYTES, values: int = plain_yaml.VALUES) -> Document:
    """Read one file of limited size and number of values. SettingsError if it isn't a YAML mapping."""
    file = str(path)
    return parse(file, _decode(file, _bytes(path, file, most)), values)


def parse(file: str, text: str, values: int = plain_yaml.VALUES) -> Document:
    """Parse `text`. Faults name `file`."""
    try:
        return plain_yaml.parse(file, text, values)
    except YamlError as error:
        raise refuse([error.fault]) from None


def _bytes(path: Path, file: str, most: int) -> bytes:
    try:
        with open_to_read(path) as opened:
            data = opened.read(most + 1)
    except OSError as error:
        raise refuse_file(file, tr.check.cannot_be_read(why=error.strerror or error)) from None
    if len(data) > most:
        raise refuse_file(file, tr.check.file_too_large(kilobytes=most // 1024))
    return data


def _decode(file: str, data: bytes) -> str:
    if data.startswith(_UTF_16):
        raise refuse_file(file, tr.check.utf_sixteen())
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        reason = tr.check.not_utf_eight(byte=f"{data[error.start]:#04x}")
        raise refuse_file(file, reason, line) from None
    return text


def with_secrets(board: Path, document: Document, needed: bool = True) -> Document:
    """Replace `@file:NAME` in the board's and a door's passwords, keys and addresses by that file's content.

    NAME is a credential of the service (LoadCredential=), or a path from the board's folder. If secrets
    aren't `needed`, one that can't be read becomes a value that nobody can guess.
    """
    faults = list[YamlFault]()

    def fill_in(value: Any, key_path: KeyPath) -> Any:
        if isinstance(value, tuple):
            return tuple(fill_in(one, (*key_path, at)) for at, one in enumerate(value))
        before, mark, file = value.partition(FROM_FILE) if isinstance(value, str) else (value, "", "")
        try:
            return before + secret(board, file) if mark else value
        except (OSError, UnicodeDecodeError) as error:
            if not needed:
                return f"{before}{UNREADABLE}{token_hex(8)}"
            reason = tr.check.secret_unreadable(file=file, why=getattr(error, "strerror", None) or error)
            faults.append(document.fault(key_path, reason))

    def fill(section: dict[str, Any], keys: Iterable[str], *key_path: str) -> dict[str, Any]:
        return section | {key: fill_in(section[key], (*key_path, key)) for key in keys if key in section}

    values = fill({**document.values}, OF_DOORS)
    for name, keys in SECRETS.items():
        if isinstance(section := values.get(name), dict):
            values[name] = fill(section, keys, name)
    if isinstance(webhooks := values.get("webhooks"), dict):
        values["webhooks"] = {
            name: fill(one, ("url",), "webhooks", name) if isinstance(one, dict) else one
            for name, one in webhooks.items()
        }
    if faults:
        raise refuse(faults)
    return replace(document, values=values)


LONGEST_SECRET: Final = 8000
"""Most bytes of a secret: an SSH key is the longest."""


def secret(board: Path, file: str) -> str:
    """Return what a file says, here or of the service's credentials. Raises OSError or ValueError."""
    credential = Path(os.environ.get("CREDENTIALS_DIRECTORY", CREDENTIALS), file)
    path = credential if os.access(credential, os.R_OK) else board / file
    return read_file(path, LONGEST_SECRET).decode().strip()


# -- words of the command line and the environment -------------------------------------------------------


def parse_words(schema: Mapping[str, Any], words: str) -> Any:
    """Parse the words as the key's type. Other words stay text, and the check says what was expected."""
    words = words.strip()
    kind = schema.get("type") or ("string" if isinstance(schema.get("enum", [0])[0], str) else "integer")
    if kind == "string":
        quoted = re.fullmatch(r"""(["']).*\1""", words)
        return _read(words) if quoted else words
    if kind == "array":
        texts = schema.get("items", {}).get("type") == "string"
        return _list(words if words.startswith("[") else f"[{words}]", texts)
    return _read(words)


def _read(words: str) -> Any:
    """Parse a plain value. Anything else stays text."""
    try:
        (value,) = parse("", f"x: [{words}]").values["x"]
    except (SettingsError, ValueError):
        return words
    plain = isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))
    return value if plain else words


def _list(words: str, texts: bool) -> Any:
    """Parse a list. With `texts`, each item is kept as typed, even if YAML would want quotes (`::1/128`)."""
    with contextlib.suppress(SettingsError):
        values = parse("", f"x: {words}").values["x"]
        node = plain_yaml.node(words)
        if not texts or not isinstance(node, SequenceNode):
            return values
        return tuple(item.value if isinstance(item, ScalarNode) else None for item in node.value)
    if texts and words.endswith("]"):
        return tuple(item.strip().strip("\"'") for item in words[1:-1].split(","))
    return words
