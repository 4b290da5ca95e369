"""A terminal's abilities: a frozen guess from what the connection told us, with corrections.

Nothing is measured or sent here. The far end chose all names and numbers, so each is bounded or ignored. The
table `TERMS` is everything we know about kinds of terminals. `door.term.probe` corrects the guess by asking,
and the caller's own settings (`overridden`) override both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Literal

from door.term.charset import CHARSETS, CP437_BBS, CP437_CTERM

LEAST_COLS: Final = 80
LEAST_ROWS: Final = 24
LARGEST: Final = 500
COLOURS: Final = ("mono", "16", "256", "rgb")
PHONE: Final = "web-phone"
UPRIGHT: Final = "web-upright"
PAGE: Final = "page"
"""The terminal's names of the board's own page: on a phone, on one held upright, and as text (`/plain`)."""

Why = Literal["", "small", "silent", "dumb", "reader"]
"""Why the board chose lines of text: the window, no answer, no cursor, a screen reader."""


@dataclass(frozen=True, slots=True)
class Profile:
    """One caller's terminal: columns × rows, and how to draw on it.

    `charset` is one of `CHARSETS`, `colours` one of `COLOURS`.

    - `ice`: bright backgrounds use the blink bit once that is switched on.
    - `aix`: understands SGR 22-27, 90-97 and 100-107, like xterm.
    - `bce`: erasing uses the current background. GNU screen uses the window's own.
    - `ech`: with `bce`, CSI n X erases n cells.
    - `seams`: its font may leave hairlines between full blocks.
    - `rich`: draws shades, and orange, even with `colours` 16.
    - `cterm`: SyncTERM's own emulation.
    - `glyphs`: draws the CP437 glyphs of control characters, like CTerm and unlike PuTTY.
    - `plain`: wants lines of text instead of screens; `reason` says why if the board chose it.
    - `sized`: the connection gave the size. `sure`: the character set is not a guess.
    """

    cols: int = LEAST_COLS
    rows: int = LEAST_ROWS
    charset: str = "cp437"
    colours: str = "16"
    mouse: bool = False
    plain: bool = False
    ice: bool = False
    term: str = ""
    aix: bool = False
    bce: bool = True
    ech: bool = False
    seams: bool = False
    rich: bool = False
    cterm: bool = False
    glyphs: bool = False
    sized: bool = False
    sure: bool = False
    reason: Why = ""

    @classmethod
    def from_hints(
        cls,
        term: str = "",
        cols: int | None = None,
        rows: int | None = None,
        charset: str = "",
        environ: Mapping[str, str] | None = None,
    ) -> Profile:
        """Guess from the terminal's name, window size, named charset and environment.

        Nothing is required and nothing raises. A size of 0 or None means unknown (80×24), and sizes above
        500 are clamped. An unknown name is an ANSI terminal with 16 colours and CP437.
        """
        return _guess(term.strip().lower()[:40], cols or 0, rows or 0, charset, *(environ or {}).items())

    @property
    def terminal_and_size(self) -> str:
        """Return the terminal's name and the size that it reports, "" if it reports none."""
        return f"{self.term} {self.cols}x{self.rows}" if self.sized else ""

    @property
    def clipboard(self) -> bool:
        """True if the terminal puts what OSC 52 brings into the clipboard, or ignores it without a trace."""
        return self.charset == "utf-8" and self.term.startswith(_CLIPBOARDS)

    @property
    def encoding(self) -> str:
        """Return the name for `charset.encoder`."""
        if self.charset != "cp437":
            return self.charset
        return CP437_CTERM if self.cterm else CP437_BBS if self.glyphs else "cp437"

    def resize(self, cols: int, rows: int) -> Profile:
        """Return the same terminal with another window. Below 80×24 it is plain until it grows again."""
        cols, rows = _clamp(cols, LEAST_COLS), _clamp(rows, LEAST_ROWS)
        plain, why = self.plain, self.reason
        if not plain or why == "small":
            plain, why = (True, "small") if too_small(cols, rows) else (False, "")
        if (cols, rows, plain, why) == (self.cols, self.rows, self.plain, self.reason):
            return self
        return replace(self, cols=cols, rows=rows, plain=plain, reason=why)

    def overridden(self, prefs: Mapping[str, str]) -> Profile:
        """Apply the caller's settings. Unknown settings are ignored.

        "charset" and "colours" take names, "mouse", "ice" and "plain" take "on" or "off", "size" takes
        "132x50". A terminal that reports its size keeps it, unless the size was chosen on one that reported
        the same (`SIZE_FOR`). A window that is too small stays plain, and so does the page of lines.
        """
        asked: dict[str, Any] = {}
        for key, allowed in (("charset", CHARSETS), ("colours", COLOURS)):
            if prefs.get(key) in allowed:
                asked[key] = prefs[key]
        for key in ("mouse", "ice"):
            if prefs.get(key) in _SWITCH:
                asked[key] = _SWITCH[prefs[key]]
        changed = replace(self, **asked) if asked else self
        if prefs.get("plain") in _SWITCH and self.term != PAGE:
            changed = replace(changed, plain=_SWITCH[prefs["plain"]], reason="")
        size = re.fullmatch(r"(\d{1,3})x(\d{1,3})", prefs.get("size", ""))
        if self.sized and prefs.get(SIZE_FOR) != self.terminal_and_size:
            size = None
        if size and 10 <= int(size[1]) <= LARGEST and 10 <= int(size[2]) <= LARGEST:
            return replace(changed.resize(int(size[1]), int(size[2])), sized=True)
        return changed.resize(self.cols, self.rows)


SIZE_FOR: Final = "size_for"
"""The setting that holds what the terminal reported when its caller chose a size."""


@lru_cache(maxsize=256)  # callers' terminals are few, and each is guessed three times at a connect
def _guess(name: str, cols: int, rows: int, charset: str, *environ: tuple[str, str]) -> Profile:
    known = _implied_by(name) | _from_environ(dict(environ))
    if charset in CHARSETS:
        known |= {"charset": charset, "sure": known.get("sure", True)}
    return Profile(term=name, sized=cols > 0 and rows > 0, **known).resize(cols, rows)


_CLIPBOARDS: Final = ("xterm", "tmux", "screen", "foot", "alacritty", "wezterm", "ghostty", "rio", "contour")
"""Names of terminals that read operating system commands (ECMA-48 OSC) to their end."""

_SWITCH: Final = {"on": True, "off": False, "yes": True, "no": False, "true": True, "false": False}


def too_small(cols: int, rows: int) -> bool:
    """True if a window of that size gets lines of text."""
    return cols < LEAST_COLS or rows < LEAST_ROWS


def _clamp(size: int, unknown: int) -> int:
    return unknown if size <= 0 else min(size, LARGEST)


# -- kinds of terminal -------------------------------------------------------------------

_BBS: Final[dict[str, Any]] = {"charset": "cp437", "colours": "16"}
_ICE: Final[dict[str, Any]] = _BBS | {"ice": True, "glyphs": True, "sure": True}
_UTF: Final[dict[str, Any]] = {"charset": "utf-8", "colours": "16", "aix": True}
_MOUSE: Final[dict[str, Any]] = _UTF | {"mouse": True, "ech": True}
_FULL: Final[dict[str, Any]] = _MOUSE | {"colours": "rgb"}
_PLAIN: Final[dict[str, Any]] = {"charset": "ascii", "colours": "mono", "plain": True, "reason": "dumb"}

# name prefixes and their profiles; the first match counts, and any other name is a BBS terminal
TERMS: Final[tuple[tuple[tuple[str, ...], dict[str, Any]], ...]] = (
    (("syncterm", "cterm"), _ICE | {"mouse": True, "cterm": True}),
    (("web",), _MOUSE | {"sure": True, "rich": True}),  # the board's own page
    (("page",), _PLAIN | {"charset": "utf-8", "reason": ""}),  # its page of lines
    (("icy",), _ICE | {"mouse": True}),
    (("netrunner",), _ICE | {"sure": False}),  # over SSH it claims rows that it does not have
    (("magiterm",), _ICE),
    (("ansi-bbs",), _BBS | {"glyphs": True}),
    (("ansi-256",), _BBS | {"colours": "256"}),
    (("xterm-kitty", "xterm-ghostty"), _FULL),
    (("xterm", "rxvt"), _MOUSE | {"seams": True}),
    (("linux", "console"), _UTF | {"aix": False, "ech": True}),
    (("screen",), _MOUSE | {"ech": False, "bce": False}),
    (("putty", "tmux", "st-"), _MOUSE),
    (("konsole", "vte", "gnome", "kitty", "alacritty", "foot", "wezterm", "ghostty"), _FULL),
    (("contour", "iterm", "mintty", "ms-terminal"), _FULL),
    (("cygwin", "eterm"), _UTF),
    (("tintin",), _UTF | {"colours": "256"}),
    (("mudlet", "dumb", "network", "teletype", "tty", "vt52", "ibm-3"), _PLAIN),
    (("vtnt",), _BBS),
    (("vt",), {"charset": "ascii", "colours": "16"}),
)

# colours implied by a part of a name
_DEPTHS: Final = {"direct": "rgb", "truecolor": "rgb", "256color": "256", "-m": "mono", "-mono": "mono"}

# bits of the MUD Terminal Type Standard ("mtts 271") and their meaning, the better last
_MTTS: Final[tuple[tuple[int, dict[str, Any]], ...]] = (
    (1, {"colours": "16"}),
    (4, {"charset": "utf-8", "sure": True}),
    (8, {"colours": "256", "aix": True}),
    (16, {"mouse": True}),
    (256, {"colours": "rgb", "aix": True}),
    (64, {"plain": True, "reason": "reader"}),
)


def _implied_by(name: str) -> dict[str, Any]:
    if bits := re.fullmatch(r"mtts (\d{1,6})", name):
        known = {"charset": "ascii", "colours": "mono"}
        for bit, promise in _MTTS:
            known |= promise if int(bits[1]) & bit else {}
        return known
    known = dict(next((row for starts, row in TERMS if name.startswith(starts)), _BBS))
    named = (depth for part, depth in _DEPTHS.items() if name.endswith(part))
    return known | {"colours": next(named, known["colours"])}


_EAST_ASIA: Final = ("ja", "ko", "zh")
"""Languages whose terminals may draw our boxes and arrows two columns wide."""


def _from_environ(environ: Mapping[str, str]) -> dict[str, Any]:
    """Read the client's environment: the locale's charset, COLORTERM and NO_COLOR."""
    known: dict[str, Any] = {}
    locale = next((environ[key] for key in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(key)), "")
    if re.search(r"utf-?8", locale[:80], re.IGNORECASE):
        known |= {"charset": "utf-8", "sure": not locale.startswith(_EAST_ASIA)}
    elif re.search(r"(cp|ibm)-?437", locale[:80], re.IGNORECASE):
        known |= {"charset": "cp437", "sure": True}
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        known |= {"colours": "rgb", "aix": True}
    if environ.get("NO_COLOR"):
        known["colours"] = "mono"
    return known
