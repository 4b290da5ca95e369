"""Turn a terminal's bytes into keys, mouse events and replies.

Bytes in, values out: no clock, no waiting, no exception, and the same values however the bytes are cut into
chunks. Only a complete, known sequence is a key. Replies, reports and markers never leak as keystrokes.

Bytes alone can't tell the ESC key from the start of a sequence. `feed` keeps an unfinished sequence
(`pending`). The session calls `flush` about 200 ms after the last byte (50 on this machine); then a lone ESC
is the key, and any other unfinished sequence is dropped. On a slow line the rest may still come. It is
dropped up to its end if it comes next, and `late` counts it so that the session can wait longer from then
on. A single letter or digit that can't end the sequence counts as typing.

There is one exception to "however the bytes are cut": Alt with a key arrives as ESC and the key in one
chunk. That combination is ignored.

At most 256 bytes are kept. A longer control sequence is dropped as unknown. Of a longer string (OSC, DCS,
APC, PM) only the beginning is remembered until its end comes.

Pasted text (between CSI 200 ~ and CSI 201 ~) never acts as keys: its line ends become blanks. A paste
without an end is over after `PASTE_LIMIT` keys, or at the next `flush`, for which the session waits seconds
(`pasting`).

Terminals disagree about some keys. 0x08 and 0x7F are both backspace, although SyncTERM's Delete key sends
0x7F. ``ESC [ n ; m R`` is a cursor report, never a modified F3. ESC in front of an arrow (Alt on some
terminals) is dropped. ESC and a backslash end a string that was dropped, and mean nothing. CR LF and CR NUL
are one Enter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from door.term.charset import CP437, printable
from door.term.keys import Input, Key, Line, Mouse, TerminalReply

HELD_LIMIT: Final = 256
PASTE_LIMIT: Final = 65536

# -- tables ------------------------------------------------------------------------------

_LETTERS: Final = {
    **{"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end"},
    **{"P": "f1", "Q": "f2", "R": "f3", "S": "f4"},
    **{"a": "up", "b": "down", "c": "right", "d": "left"},
}


def _keys(names: Mapping[str, str]) -> dict[int, Key]:
    return {ord(letter): Key(name) for letter, name in names.items()}


# ESC [ … letter; K U V and a bare @ are SyncTERM's, a-d rxvt's with shift
_CSI_KEYS: Final = _keys(_LETTERS | {"Z": "backtab"})
_BARE_CSI_KEYS: Final = _keys({"@": "insert", "K": "end", "U": "pgdn", "V": "pgup", "L": "insert"})
# ESC [ number ~, where rxvt has $ ^ @ for ~ with shift and control, and a Sun's console z
_TILDE_KEYS: Final = {
    number: Key(name)
    for number, name in (
        *enumerate(("home", "insert", "delete", "end", "pgup", "pgdn", "home", "end"), start=1),
        *zip((*range(11, 16), *range(17, 22), 23, 24), (f"f{n}" for n in range(1, 13)), strict=True),
        *((223 + n, f"f{n}") for n in range(1, 13)),
        *((214, "home"), (216, "pgup"), (220, "end"), (222, "pgdn"), (247, "insert")),
    )
}
_PASTE: Final = {200: TerminalReply("paste"), 201: TerminalReply("pasted")}
# ESC O letter: arrows, F1-F4, the keypad in application mode, rxvt's a-d with control
_KEYPAD: Final = dict(zip("pqrstuvwxyjklmnoX", "0123456789*+,-./=", strict=True))
_SS3_KEYS: Final = _keys(_LETTERS | _KEYPAD | {"M": "enter", "I": "tab", " ": " "})
_LINUX_KEYS: Final = _keys({letter: f"f{n}" for n, letter in enumerate("ABCDE", start=1)})

_OTHER: Final = TerminalReply("other")
_LINE: Final = b"\x1b]7437;"
"""What a phone's page sends before a line for a page of the board."""
_PASTED: Final = frozenset(_PASTE.values())
_ESC_KEY: Final = Key("esc")
_ENTER, _TAB = Key("enter"), Key("tab")
# the meaning of a single byte; None means no key
_SINGLE: Final[tuple[Key | None, ...]] = tuple(
    {0x08: Key("backspace"), 0x7F: Key("backspace"), 0x09: Key("tab"), 0x0A: _ENTER, 0x0D: _ENTER}.get(
        byte,
        Key(chr(byte)) if 0x20 <= byte < 0x7F else Key(f"ctrl-{chr(byte + 96)}") if 1 <= byte <= 26 else None,
    )
    for byte in range(128)
)
_FAST: Final = {bytes((byte,)): Key(chr(byte)) for byte in range(0x20, 0x7F)}
_CP437_KEYS: Final = tuple(Key(char) if char != "\xa0" else Key(" ") for char in CP437)

_ATTRIBUTES: Final = {b"?": "da", b"=": "da", b">": "da2"}
"""The private mark of a device-attributes answer → the kind of reply."""
_BUTTONS: Final = ("left", "middle", "right", "")
_WHEEL: Final = {64: "wheel-up", 65: "wheel-down"}

# -- shapes ------------------------------------------------------------------------------

# One complete sequence.  The first byte is ESC, and `_SHAPES` checks the second.
_STRING_BODY: Final = rb"[^\x18\x1a\x1b\r\n]*"
_OSC_BODY: Final = rb"[^\x07\x18\x1a\x1b\r\n]*"
_WHOLE: Final = {
    ord("["): re.compile(
        rb"\x1b\[(?:M(?P<x10>[\x20-\xff]{3})|\[(?P<linux>[\x20-\x7e])|(?P<rxvt>\d\d?)\$"
        rb"|(?!M|\[)(?P<params>[0-?]*)(?P<inner>[ -/]*)(?P<final>[@-~]))"
    ),
    ord("O"): re.compile(rb"\x1bO[0-9;]{0,8}(?P<ss3>[ -/:<-~])"),
    ord("]"): re.compile(rb"\x1b\]" + _OSC_BODY + rb"(?:\x07|\x1b\\)"),
    **{ord(intro): re.compile(rb"\x1b[P_^]" + _STRING_BODY + rb"\x1b\\") for intro in "P_^"},
}
# The part of a sequence that has arrived.
_BEGUN: Final = {
    ord("["): re.compile(rb"\x1b\[(?:M[\x20-\xff]{0,2}|\[|[0-?]*[ -/]*)"),
    ord("O"): re.compile(rb"\x1bO[0-9;]{0,8}"),
    ord("]"): re.compile(rb"\x1b\]" + _OSC_BODY + rb"(?:\x1b\Z)?"),
    **{ord(intro): re.compile(rb"\x1b[P_^]" + _STRING_BODY + rb"(?:\x1b\Z)?") for intro in "P_^"},
}
# A sequence whose beginning `flush` has dropped: first complete, then the part that has arrived. Only final
# letters of keys and answers count.
_LATE: Final = re.compile(
    rb"\x1b(?:\[(?:M[\x20-\xff]{3}|\[[A-E]|[0-?]*[ -/]*[A-Z~]|[0-?]+[ -/]*[cmntuxyz])|O[0-9;]*[A-DFHP-S]"
    rb"|\]" + _OSC_BODY + rb"(?:\x07|\x1b\\)|[P_^]" + _STRING_BODY + rb"\x1b\\)"
)
_ONE_SHORT: Final = re.compile(rb"\x1b\[M[\x20-\xff]{2}")
"""A mouse report that lacks one byte. The next byte may as well be typing."""
_LATE_BEGUN: Final = re.compile(
    rb"\x1b(?:\[[0-?]*|\]" + _OSC_BODY + rb"\x1b?|[P_^]" + _STRING_BODY + rb"\x1b?)"
)
_UTF8: Final = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xef][\x80-\xbf]{2}"
    rb"|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}"
)
_UTF8_BEGUN: Final = re.compile(
    rb"(?:[\xc2-\xf4]|\xe0[\xa0-\xbf]|[\xe1-\xef][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]?"
    rb"|[\xf1-\xf3][\x80-\xbf]{1,2}|\xf4[\x80-\x8f][\x80-\xbf]?)\Z"
)


class Decoder:
    """Decodes one call's input.

    `charset` ("utf-8", "cp437" or "ascii") is the meaning of bytes from 0x80 on. It may change at any time
    and applies to the bytes fed afterwards.
    """

    __slots__ = ("_after_cr", "_cut", "_held", "_paste", "_pasted", "charset", "late", "takes_lines")

    def __init__(self, charset: str = "utf-8") -> None:
        self.charset = charset
        self.takes_lines = False  # the board's own page on a phone sends whole lines, too
        self._held = b""
        self._after_cr = False
        self._cut = b""  # the beginning of a sequence that `flush` gave up, if nothing came since
        self.late = 0
        self._paste: str | None = None  # during a paste: "", then "text", or " " if a blank is due
        self._pasted = 0

    @property
    def pending(self) -> bool:
        """True if a sequence is unfinished, so that `flush` has something to decide."""
        return bool(self._held) or self._paste is not None

    @property
    def pasting(self) -> bool:
        """True between the marks of a paste."""
        return self._paste is not None

    def feed(self, data: bytes) -> list[Input]:
        """Return the values of these bytes, given all earlier ones. Unknown sequences give nothing."""
        held = self._held
        if self._cut and data:
            data = self._without_rest(data)
        elif not held and self._paste is None:
            key = _FAST.get(data)
            if key is not None:
                self._after_cr = False
                return [key]
        out: list[Input] = []
        data, self._held, at = held + data, b"", 0
        while at < len(data):
            at = self._step(data, at, out)
        if len(out) == 2 and out[0] is _ESC_KEY and not held and out[1] is not _ESC_KEY:
            out = []  # Alt with a key
        return out if self._paste is None and not _PASTED.intersection(out) else self._join_paste(out)

    def _without_rest(self, data: bytes) -> bytes:
        """Drop the rest of a sequence that `flush` gave up. Return the bytes after it."""
        cut, self._cut = self._cut, b""
        if cut == b"\x1b" and data[0] not in _WHOLE:
            return data
        come = cut + data
        if (found := _LATE.match(come)) and found.end() > len(cut):
            self.late += 1
            return data[found.end() - len(cut) :]
        may_go_on = (len(data) > 1 or data in b"[;") and (come[1] == 0x5B or len(cut) > 1)
        if may_go_on and len(come) <= HELD_LIMIT and _LATE_BEGUN.fullmatch(come):
            self.late += 1
            self._cut = come
            return b""
        return data

    def flush(self) -> list[Input]:
        """Decide about unfinished bytes after a pause: a lone ESC is the key, anything else is dropped."""
        held, self._held = self._held, b""
        if self._paste is not None:
            self._paste = None
        elif held and held.count(b"\x1b") == len(held):
            self._cut = b"\x1b"
            return [_ESC_KEY] * len(held)
        elif held[:1] == b"\x1b" and not _ONE_SHORT.fullmatch(held):
            self._cut = _ending(held) if held[1] in b"]P_^" else held
        return []

    def _join_paste(self, inputs: list[Input]) -> list[Input]:
        """Turn pasted keys into text on one line, and drop the marks around the paste."""
        out: list[Input] = []
        for item in inputs:
            if item in _PASTED:
                self._paste, self._pasted = "" if item == _PASTE[200] else None, 0
            elif self._paste is None or isinstance(item, TerminalReply):
                out.append(item)
            elif isinstance(item, Key) and item.text:
                out += [Key(" "), item] if self._paste == " " else [item]
                self._paste = "text"
            elif item in (_ENTER, _TAB) and self._paste:
                self._paste = " "
        self._pasted += len(inputs)
        if self._pasted > PASTE_LIMIT:
            self._paste = None
        return out

    def _step(self, data: bytes, at: int, out: list[Input]) -> int:
        """Decode one value at `at`, or keep it if it is unfinished. Return the next position."""
        byte = data[at]
        if byte == 0x1B:
            self._after_cr = False
            return self._escape(data, at, out)
        if byte >= 0x80:
            self._after_cr = False
            return self._high(data, at, out)
        tail = self._after_cr and byte in (0x00, 0x0A)
        self._after_cr = byte == 0x0D
        key = _SINGLE[byte]
        if key is not None and not tail:
            out.append(key)
        return at + 1

    def _high(self, data: bytes, at: int, out: list[Input]) -> int:
        """Decode one character from a byte of 0x80 or above."""
        if self.charset == "cp437":
            out.append(_CP437_KEYS[data[at]])
            return at + 1
        if self.charset != "utf-8":
            return at + 1
        if found := _UTF8.match(data, at):
            key = _key_of(found[0])
            if key is not None:
                out.append(key)
            return found.end()
        if _UTF8_BEGUN.match(data, at):
            self._held = data[at:]
            return len(data)
        return at + 1

    def _escape(self, data: bytes, at: int, out: list[Input]) -> int:
        """Decode the ESC key or a sequence. Keep it if it is unfinished."""
        second = data[at + 1] if at + 1 < len(data) else -1
        if second == 0x1B and at + 2 < len(data) and data[at + 2] in b"[O":
            return at + 1
        if second == -1 or (second == 0x1B and at + 2 == len(data)):
            self._held = data[at:]
            return len(data)
        if second not in _WHOLE:
            if second == 0x5C:
                return at + 2
            if second == 0x09:  # Shift-Tab on a Linux console
                out.append(_CSI_KEYS[ord("Z")])
                return at + 2
            out.append(_ESC_KEY)
            return at + 1
        if found := _WHOLE[second].match(data, at):
            if self.takes_lines and found[0].startswith(_LINE):
                out.append(
                    Line(found[0][len(_LINE) :].rstrip(b"\x07\x1b\\").decode("utf-8", "replace").strip())
                )
                return found.end()
            meant = _SHAPES[second](found)
            if meant is not None:
                out.append(meant)
            return found.end()
        begun = _BEGUN[second].match(data, at)
        end = begun.end() if begun else at + 2
        if end == len(data):
            self._held = shorten(data[at:])
        return end


def shorten(held: bytes) -> bytes:
    """Shorten an unfinished sequence to the part that decides where it ends.

    A control sequence continues as a private one that nobody uses.
    """
    if len(held) <= HELD_LIMIT:
        return held
    return b"\x1b[>" + held[-1:] if held[1] == ord("[") else _ending(held)


def _ending(string: bytes) -> bytes:
    """Return what decides where an unfinished string ends. No known string begins with the x."""
    return string[:2] + b"x" + (b"\x1b" if string[-1] == 0x1B else b"")


def _key_of(encoded: bytes) -> Key | None:
    """Return the key of one UTF-8 character, or None for controls, marks and wide characters."""
    try:
        char = encoded.decode()
    except UnicodeDecodeError:  # a surrogate
        return None
    return Key(char) if printable(char) else None


# -- complete sequences -------------------------------------------------------------------


def _csi(found: re.Match[bytes]) -> Input | None:
    if x10 := found["x10"]:
        code, x, y = x10[0] - 32, x10[1] - 33, x10[2] - 33
        return _mouse(code, x, y, released=code & 0b1100011 == 3)
    if linux := found["linux"]:
        return _LINUX_KEYS.get(linux[0], _OTHER)
    if rxvt := found["rxvt"]:
        return _TILDE_KEYS.get(int(rxvt), _OTHER)
    if len(found[0]) > HELD_LIMIT or found["inner"]:
        return _OTHER
    return _control(found["params"], found["final"][0])


def _control(params: bytes, final: int) -> Input | None:
    """Decode a control sequence without intermediate bytes from its parameters and final byte."""
    private = params[:1] if params[:1] in (b"<", b"=", b">", b"?") else b""
    numbers = _numbers(params[len(private) :])
    if private == b"<" and final in b"Mm":
        if len(numbers) != 3:
            return None
        return _mouse(numbers[0], numbers[1] - 1, numbers[2] - 1, released=final == ord("m"))
    if final == ord("c") and private in _ATTRIBUTES:
        return TerminalReply(_ATTRIBUTES[private], numbers)
    if private:
        return _OTHER
    if final == ord("R") and len(numbers) == 2:
        return TerminalReply("cpr", numbers)
    if final in b"~^@z" and numbers:
        return _PASTE.get(numbers[0]) or _TILDE_KEYS.get(numbers[0], _OTHER)
    if not params and final in _BARE_CSI_KEYS:
        return _BARE_CSI_KEYS[final]
    return _CSI_KEYS.get(final, _OTHER)


def _numbers(params: bytes) -> tuple[int, ...]:
    """Return the numbers between semicolons, at most 16 of at most 5 digits. Anything else counts as 0."""
    if not params:
        return ()
    return tuple(int(part) if part.isdigit() and len(part) < 6 else 0 for part in params.split(b";")[:16])


def _mouse(code: int, x: int, y: int, released: bool) -> Mouse | None:
    """`code`: bits 0-1 the button (3: none), 2-4 shift, meta, control, 5 moved, 6 wheel."""
    if not (0 <= x < 1000 and 0 <= y < 1000):
        return None
    if wheel := _WHEEL.get(code & 0b11000011):
        return Mouse(x, y, wheel, "")
    if code & ~0b111111:  # a sideways wheel, or buttons that nobody has
        return None
    button = _BUTTONS[code & 3]
    if released:
        return Mouse(x, y, "release", button)
    return Mouse(x, y, "drag" if code & 32 else "press", button) if button else None


_SHAPES: Final[dict[int, Callable[[re.Match[bytes]], Input | None]]] = {
    ord("["): _csi,
    ord("O"): lambda found: _SS3_KEYS.get(found["ss3"][0], _OTHER),
    **{ord(intro): lambda found: _OTHER for intro in "]P_^"},
}
