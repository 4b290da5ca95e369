"""The view of the board's own page on a phone held upright: the same screen, and beside it its words.

The page's terminal gets the same bytes as any other. Values for a small
window follow. A page of the board comes as `to_page` has it. A picture comes with the rectangle that matters
(`Closeup`), the sentences of plain mode, and the keys that work now. Only changed values are sent.
"""

from __future__ import annotations

import json
from typing import Any, Final

from door.call.plain import PlainView
from door.call.status import StatusFields, key_bar, parts
from door.call.view import AnsiView
from door.games.keys import Binding
from door.term.canvas import YELLOW, Canvas
from door.term.decoder import Decoder
from door.term.keys import Key
from door.term.profile import UPRIGHT, Profile
from door.ui.blocks import Layout, Text, Writing
from door.ui.screen import ARROWS, COLS, ROWS, Aside, Closeup, Screen
from door.ui.speech import to_page
from door.ui.texts import Said, tr
from door.ui.words import speakable, without_keys

WHOLE: Final = Closeup((0, 0, COLS, ROWS))
SEEN: Final = 3
"""Sentences about the position that follow its picture: the last ones, which have the score."""

Tap = tuple[str, int, int]
"""A digit, and a cell of the picture that is this key."""


class PhoneView(AnsiView):
    """The full screen, and the values that a phone shows in letters of its own."""

    covers_screen = False

    def __init__(self, profile: Profile, decoder: Decoder) -> None:
        super().__init__(profile, decoder)
        self._sent: dict[str, Any] = {}  # what the page knows
        self._before: tuple[Screen, Any] | None = None  # what its words have said
        self._boxed: tuple[str, ...] = ()  # the sentences of a box that were said
        decoder.takes_lines = True

    def opening(self) -> bytes:
        self._sent, self._before = {}, None
        return super().opening()

    def _extras(self, screen: Screen, state: Any, status: StatusFields, canvas: Canvas) -> bytes:
        before, self._before = self._before, (screen, state)
        known = before[1] if before and before[0] is screen else None
        closeup: Closeup | None = screen.closeup(state) if hasattr(screen, "closeup") else None
        layout: Layout | None = None if closeup or not hasattr(screen, "layout") else screen.layout(state)
        closeup = closeup or WHOLE
        page = _page(layout) if layout else None
        speech = screen.tell(known, state)
        values = self._values(closeup, canvas, status, layout, bool(page))
        values |= {"page": page, "question": without_keys(speech.question)}
        values["accent"] = getattr(getattr(screen, "INFO", None), "accent", YELLOW)
        changed = {name: value for name, value in values.items() if self._sent.get(name, ...) != value}
        self._sent, before_box, self._boxed = values, self._boxed, closeup.says
        if page is None:
            boxed = closeup.says if closeup.says != before_box else ()
            lines = [*status.told, *_shorten(speech.lines, closeup.seen), *boxed]
            if lines or known is None:
                changed |= {"lines": lines, "fresh": known is None}
        if not changed:
            return b""
        return b"\x1b]7437;%s\x07" % json.dumps(changed, separators=(",", ":")).encode()

    def _values(
        self, closeup: Closeup, canvas: Canvas, status: StatusFields, layout: Layout | None, is_page: bool
    ) -> dict[str, Any]:
        bar = key_bar(canvas, self._line, self._notice)
        rect = canvas.closeup if layout else closeup.rect
        taps = [] if is_page else _taps(canvas, self._above)
        targets = [spot.target for spot in canvas.spots if spot.target is not None]
        is_pointed_at = not all(isinstance(one, Key) for one in targets)
        digits = {tap[0] for tap in taps}
        keys = [] if is_page else [one for one in bar.keys if one[0] not in digits]
        if taps:  # they do what the cursor's keys do
            keys = [(key, label) for key, label in keys if key not in closeup.cursor and _has_word(label)]
        often = [one for one in keys if one[0] not in closeup.rare]
        rare = [one for one in keys if one[0] in closeup.rare]
        if {"enter", "y"} <= {key for key, _ in often}:  # the question is about Yes; Enter only goes on
            rare = [one for one in often if one[0] == "enter"] + rare
            often = [one for one in often if one[0] != "enter"]
        if not (is_page or often or taps or bar.field):  # a moment that Enter ends
            often = [("enter", tr.keys.go_on())]
        asks = layout is not None and layout.entry is not None and layout.entry.is_question  # by two buttons
        fields = [forms[0] for name, forms in parts(status).items() if name != "node"]
        return {
            "closeup": rect and (rect[0], rect[1] + self._above, *rect[2:]),
            "keys": often,
            "more": rare,
            "field": "" if asks else bar.field or ("any" if closeup.types else ""),
            "taps": taps,
            "arrows": []
            if is_page or is_pointed_at or taps
            else [one for one in ARROWS if one in closeup.cursor],
            "told": bool(status.notice),
            "top": [_without_own_keys(status.notice)] if status.notice else fields,
        }


def _page(layout: Layout) -> dict[str, Any]:
    """Return the page without the keys that its own sentences name. A caller's lines stay as they are."""
    page = to_page(layout)
    page["hint"] = without_keys(page["hint"])
    if page.get("empty"):
        page["empty"] = without_keys(page["empty"])
    if isinstance(layout.body, Text):
        own = {speakable(one[0]): _without_own_keys(one[0]) for one in layout.body.lines or ()}
        page["text"] = [(own.get(words, words), *look) for words, *look in page["text"]]
    if isinstance(layout.body, Writing):
        page["text"] = [(without_keys(words), *look) for words, *look in page["text"]]
        page["text"] += [(line[0], line[1] & 15, False) for line in layout.body.lines]
        page["grows"] = True
        if layout.body.field and not layout.body.field.secret:
            page["value"] = layout.body.field.value
    if layout.entry and not layout.entry.field.secret:
        page["value"] = layout.entry.field.value
    if layout.entry and not layout.entry.is_question:
        page["cancel"] = tr.keys.cancel()  # Esc, which closes the line
    return page


def _shorten(lines: tuple[str, ...], seen: tuple[str, ...]) -> list[str]:
    """Leave out most sentences that repeat the picture."""
    known = [at for at, line in enumerate(lines) if line in seen][:-SEEN]
    rest = (line for at, line in enumerate(lines) if at not in known and not isinstance(line, Aside))
    return [_without_own_keys(line) for line in rest]


def _without_own_keys(text: str) -> str:
    """Return a sentence of the board without its keys. A caller's own words stay as they are."""
    args = text.args.values() if isinstance(text, Said) else (text,)
    if any(isinstance(one, str) and without_keys(one) != one for one in args):
        return text
    return without_keys(text)


def _has_word(label: str) -> bool:
    """False if a label only names keys, such as "1-9"."""
    return any(map(str.isalpha, label))


def _taps(canvas: Canvas, above: int) -> list[Tap]:
    """Return the digits that are parts of the picture."""
    taps: dict[str, Tap] = {}
    for x, y, w, h, target, _ in canvas.spots:
        key = target.keys[0] if isinstance(target, Binding) and target.keys else ""
        if isinstance(target, Key) and (h > 1 or w < 4):
            key = target.name
        if len(key) == 1 and key.isdigit():
            taps.setdefault(key, (key, x + w // 2, y + h // 2 + above))
    return sorted(taps.values())


CallerView = AnsiView | PlainView


def view_for(profile: Profile, decoder: Decoder, pipe: bool = False) -> CallerView:
    """Return a new view for a terminal."""
    decoder.charset = profile.charset
    if profile.plain or pipe:
        return PlainView(profile, decoder, pipe)
    return (PhoneView if profile.term == UPRIGHT else AnsiView)(profile, decoder)
