"""The three character sets of callers' terminals, and substitutes for characters they lack.

Every character has exactly one look in every set, one column wide. If a set lacks it, `LOOKALIKE` is
followed, then accents are stripped, and the last resort is "?". No function here fails.

CP437 has a glyph for each of the 256 bytes, but terminals act on some of them instead of showing them. Those
glyphs get a look-alike, and their bytes are never sent. `encoder` has a name for each kind of terminal.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cache, partial
from typing import Final, TypeVar

from wcwidth import wcwidth

Key = TypeVar("Key")
Value = TypeVar("Value")

CHARSETS: Final = ("utf-8", "cp437", "ascii")
CP437_BBS: Final = "cp437-bbs"
"""The encoding of BBS programs, which draw most control characters; plain "cp437" sends none of them."""
CP437_CTERM: Final = "cp437-cterm"
"""The encoding of CTerm, and of files of art."""

# fmt: off
CP437: Final[str] = (
    " ☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼"
    + "".join(map(chr, range(0x20, 0x7F))) + "⌂"
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
    "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\N{NO-BREAK SPACE}"
)
"""The glyph of every byte. 0x00 and 0xFF are blanks."""

# BEL BS HT LF VT FF CR SO SI ESC: VT is a line feed and SO/SI switch fonts on what is not CTerm
ACTED_ON: Final = frozenset({0x00, 0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x1B})
# PuTTY answers ENQ by typing its name, CAN and SUB break sequences off, DEL erases a character
CONTROLS: Final = frozenset({*range(0x20), 0x7F})
_UNSENT: Final = {"cp437": CONTROLS, CP437_BBS: ACTED_ON | {0x05}, CP437_CTERM: ACTED_ON}

# Words whose first character replaces each of the others.
_STAND_INS: Final = """
    -─‐‑‒–—―−↔⌐¬ =═≡ |│║↕↨⌠⌡ +┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╒╓╕╖╘╙╛╜╞╟╡╢╤╥╧╨╪╫†‡ ■◘◙□▪▫◼◻ #█▓■ %▒♂♀‰ :░÷
    "▀“”„‟″ _▄▬ [▌ ]▐ ∙•●◦⋅∘‧ ·∙ .·… o○◯⚪σφ°œøØ ●⚫ @☺☻ h♥ d♦δðđ c♣¢© s♠ ♥♡ ♦♢◆◇ ♣♧ ♠♤ &♪♫ *☼★☆✶✱✻✦⁎∗√✓✔
    >►▶→⇒➔⟶▷›»≥ <◄‹«≤ ◄◀←⇐⟵◁ ^▲↑⇑△⌂ v▼↓⇓▽ !‼¡ P¶₧Þ S§ L∟£Ł Y¥ fƒ E€Σ∑ ?¿ /½¼╱ aαæ ßβ Bß rΓ® nπ∩ⁿ µμ
    uµ tτ OΦΘΩΩŒ 8∞ eε∈ x×✗✘✕╳ ~≈± 2²⚁ AÆ DÐĐ pþ lł iı '‘’‚‛′`´ T™ \\╲ ▄▁▂▃▖▗ █▅▆▇▋▊▉▙▛▜▟ ▀▔▘▝ ▌▏▎▍ ▐▕
    ▒▚▞ ─╌╍┄┅┈┉╴╶╸╺╼╾━ │╎╏┆┇┊┋╵╷╹╻╽╿┃ ┌╭┏ ┐╮┓ └╰┗ ┘╯┛ ├┣ ┤┫ ┬┳ ┴┻ ┼╋ 1⚀ 3⚂ 4⚃ 5⚄ 6⚅
"""
# fmt: on
LOOKALIKE: Final = {char: word[0] for word in _STAND_INS.split() for char in word[1:]}
"""Substitutes for missing characters. A substitute may itself have one."""

_SENT: Final = {
    name: {char: bytes((byte,)) for byte, char in enumerate(CP437) if byte not in unsent and byte != 0xFF}
    for name, unsent in _UNSENT.items()
}
_LIMIT: Final = 16384


@cache
def code_page(name: str) -> str:
    """Return the 256 characters of a single-byte character set, its controls as CP437's glyphs."""
    high = bytes(range(0x80, 0x100)).decode(name, "replace")
    shown = (char if printable(char) and char != "\N{REPLACEMENT CHARACTER}" else " " for char in high)
    return CP437[:0x80] + "".join(shown)


def printable(char: str) -> bool:
    """True if a character takes exactly one column. False for controls, marks, wide characters and blanks
    except " ".
    """
    if " " <= char <= "~":
        return True
    return unicodedata.category(char)[0] in "LNPS" and wcwidth(char) == 1


def clean(text: str, width: int | None = None) -> str:
    """Make a caller's text safe for every terminal: printable width-1 characters in NFC.

    Line ends and other blanks become spaces. Anything else that is not printable is dropped. At most `width`
    characters are kept.
    """
    if text.isascii() and text.isprintable():
        return text if width is None else text[:width]
    composed = unicodedata.normalize("NFC", text)
    kept = "".join(" " if char.isspace() else char for char in composed if char.isspace() or printable(char))
    return kept if width is None else kept[:width]


class Bounded(dict[Key, Value]):
    """A cache of computed values that is emptied at `_LIMIT` entries, because callers choose some of the
    keys.
    """

    __slots__ = ("_work_out",)

    def __init__(self, work_out: Callable[[Key], Value]) -> None:
        super().__init__()
        self._work_out = work_out

    def __missing__(self, key: Key) -> Value:
        if len(self) >= _LIMIT:
            self.clear()
        self[key] = found = self._work_out(key)
        return found


def _glyph_bytes(encoding: str, code: int) -> bytes:
    """Return the bytes that draw a code point in one column."""
    char = chr(code) if 0 <= code <= 0x10FFFF else "?"
    if char in "\0\N{NO-BREAK SPACE}":
        return b" "
    seen = 0
    while (found := _own(encoding, char)) is None and char in LOOKALIKE and seen < 5:
        char, seen = LOOKALIKE[char], seen + 1
    return found or _own(encoding, unicodedata.normalize("NFKD", char)[0]) or b"?"


def _own(encoding: str, char: str) -> bytes | None:
    """Return the character's bytes in this set, or None if the set lacks it."""
    if encoding in _SENT:
        return _SENT[encoding].get(char)
    if encoding == "utf-8":
        return char.encode() if printable(char) else None
    return char.encode() if " " <= char <= "~" else None


@cache
def encoder(encoding: str) -> Bounded[int, bytes]:
    """Return a map from code points to the bytes that draw them.

    `encoding` is one of `CHARSETS`, CP437_BBS or CP437_CTERM. Any other name means "ascii".
    """
    known = encoding in CHARSETS or encoding in _SENT
    return Bounded(partial(_glyph_bytes, encoding)) if known else encoder("ascii")


def encode(text: str, encoding: str) -> bytes:
    """Encode `text` (one line) as a terminal shows it, one column a character."""
    drawn = encoder(encoding)
    return b"".join([drawn[ord(char)] for char in text])
