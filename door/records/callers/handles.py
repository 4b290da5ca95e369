"""Rules for handles: which are valid, and which are the same or look alike.

Guarantees: a handle has 2–20 letters, digits, spaces and - _ . ', and begins with a letter or a digit.
Letters are the Latin ones in CP437, which every terminal can show and which leave no look-alikes from other
alphabets. Handles that are equal casefolded belong to the same caller. A new handle must not look like an
existing one either (accents dropped, 0 for o, 1 and i for l, 5 for s).
"""

from __future__ import annotations

import base64
import binascii
import string
import unicodedata
from collections.abc import Collection
from typing import Final

from door.ui.texts import MaybeSaid, tr

RESERVED: Final = (
    "sysop", "guest", "new", "all", "computer", "system", "operator", "root", "admin", "board", "door",
    "nobody", "off", "bye", "logoff", "quit", "removed", "the sysop", "the board", "the command line",
    "plain", "ansi",
)  # fmt: skip
LETTERS: Final = frozenset(string.ascii_letters + "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜáíóúñÑß")
DIGITS: Final = frozenset(string.digits)
INSIDE: Final = frozenset(" -_.'")
_LOOKS: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s", "æ": "ae"})


def key_of(handle: str) -> str:
    """Return the key by which handles are compared."""
    return unicodedata.normalize("NFC", handle).casefold()


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
    except (IndexError, binascii.Error):
        return tr.accounts.not_a_public_key()
    kind = parts[0].encode()
    if len(line) > 4000 or blob[: 4 + len(kind)] != len(kind).to_bytes(4, "big") + kind:
        return tr.accounts.key_type_mismatch()
    return ""
