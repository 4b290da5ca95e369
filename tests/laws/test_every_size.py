"""Every page of the board in every size and mode: no text is cut without a mark, none touches a border."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from board_scenes import SCENES, drawn, lobby
from centred import missing
from each import each
from effort import some
from sysop_scenes import ANEW, BOOKS, DESK, PAGES
from whole import against_borders

from door.external.api import MoreDoor
from door.features.callers.pages.callers import WHO_PAGE as who
from door.features.callers.pages.profile import PAGE as profile
from door.features.desk.asks import ACCOUNT, BANS, NODES, AccountFacts, Barred, NodeListing, SysopAct
from door.features.desk.pages.accounts import ACCOUNT_PAGE as account
from door.features.desk.pages.accounts import BANS_PAGE as bans
from door.features.desk.pages.desk import PAGE as desk
from door.features.desk.pages.node import PAGE as node
from door.features.externals import pages as more_doors
from door.features.externals.pages import PAGE as more
from door.features.letters.pages import letter, mail
from door.features.logon.pages import logon
from door.features.menu.pages import menu
from door.features.settings.pages import PAGE as settings
from door.features.tables.pages import tables
from door.features.tables.pages.new_table import PAGE as new_table
from door.pages.lists import ListState
from door.pages.sheets import SheetState
from door.term.canvas import BORDERS, CODE, GREY, RED, Canvas
from door.ui import look
from door.ui.blocks import DoorFrame, Layout, Text
from door.ui.drawing import to_canvas
from door.ui.screen import Answer, View
from door.ui.sentence import KNOWN, sentence
from door.ui.widgets import Hint, message, panel

SIZES = ((80, 24), (81, 24), (80, 25), (81, 25), (100, 29), (100, 40), (80, 60), (132, 50))
TIERS: dict[str, dict[str, bool]] = {"colour": {}, "mono": {"mono": True}, "ascii": {"ascii": True}}
KEYS = re.compile(r"\[\S+\] \w")


class Watched:
    """Text that is lost at a canvas's edge, and frames as they were drawn."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.lost: list[str] = []
        put, box = Canvas.put, Canvas.box
        self.frames: list[tuple[Canvas, int, int, int, int, str]] = []

        def watched_put(canvas: Canvas, x: int, y: int, text: str, *style: int) -> int:
            inside = text[max(-x, 0) : max(canvas.cols - x, 0)] if 0 <= y < canvas.rows else ""
            if re.search(r"\w", text) and inside.strip() != text.strip():
                self.lost.append(text)
            return put(canvas, x, y, text, *style)

        def watched_box(canvas: Canvas, x: int, y: int, w: int, h: int, *rest: Any, **named: Any) -> None:
            box(canvas, x, y, w, h, *rest, **named)
            border = named.get("border", rest[1] if len(rest) > 1 else "single")
            self.frames.append((canvas, x, y, w, h, BORDERS[border][3]))

        patch.setattr(Canvas, "put", watched_put)
        patch.setattr(Canvas, "box", watched_box)

    def broken(self) -> list[str]:
        """The rows of frames that are written through."""
        return [
            rows[row]
            for canvas, x, y, w, h, side in self.frames
            for rows in [canvas.text().split("\n")]
            for row in range(y + 1, y + h - 1)
            if not all(at < len(rows[row]) and rows[row][at] in side + "╟╢├┤╠╣" for at in (x, x + w - 1))
        ]


@pytest.mark.parametrize(("size", "tier"), some([(size, tier) for size in SIZES for tier in TIERS]), ids=str)
def test_on_every_page_all_text_is_there_and_apart_from_borders(size, tier, monkeypatch):
    watched = Watched(monkeypatch)
    for name, scene in PAGES.items():
        canvas = drawn(scene, size, **TIERS[tier])
        rows = canvas.text().split("\n")
        assert (watched.lost, watched.broken(), against_borders(canvas.text())) == ([], [], []), name
        assert chr(canvas.cells[-1][-1] & CODE) == " ", name
        written = [at for at, row in enumerate(rows) if row.strip()]
        if name != "sysop_watch_text":
            assert KEYS.search(rows[written[-1]]), f"{name}: the keys stand below all else"
            assert abs(written[0] - (len(rows) - 1 - written[-1])) <= 2, f"{name}: as much is free above it"
        watched.frames.clear()


@each("name", [name for name in PAGES if name not in ANEW])
def test_a_larger_terminal_shows_the_same_in_the_middle(name):
    """Up to the columns from which pages are wide."""
    assert missing(drawn(PAGES[name]), drawn(PAGES[name], (look.WIDE - 2, 50))) == []


def test_all_pages_of_a_wide_window_are_equally_wide():
    """Except a program's screen, and what has art of 80 columns or would have it."""
    narrow = {"board_menu_no_art", "board_goodbye_no_art", "board_splash"}
    widths = {}
    for name in PAGES.keys() - narrow:
        if not name.startswith("sysop_watch"):
            rows = PAGES[name].page.draw(PAGES[name].state, View(132, 49)).text().split("\n")
            bars = [len(row) for row in rows if set(row.strip()) == {"▄"}]
            widths |= {name: max(bars)} if bars else {}
    assert len(widths) > len(PAGES) // 2
    assert {name: found for name, found in widths.items() if found != look.WIDE - 1} == {}


def test_a_row_that_is_gone_or_not_in_the_middle_is_missed():
    narrow, wide = Canvas(80, 23), Canvas(132, 49)
    for canvas, left in ((narrow, 0), (wide, 26)):
        for y, word in enumerate(("first", "second")):
            canvas.put(left + 3, y, word)
    assert missing(narrow, wide) == []
    wide.put(29, 0, "first", RED)
    assert missing(narrow, wide) == ["first"]


def test_text_that_is_lost_and_a_frame_that_is_broken_are_noticed(monkeypatch):
    watched, canvas = Watched(monkeypatch), Canvas(20, 5)
    canvas.box(0, 0, 20, 5)
    assert (watched.lost, watched.broken()) == ([], [])
    canvas.put(10, 1, "breaks through")
    canvas.put(2, 9, "below")
    assert watched.lost == ["breaks through", "below"] and len(watched.broken()) == 1


LONG = "W" * 200


def sysop_pages(view: View) -> dict[str, Canvas]:
    """The sysop's pages about something with endless names."""
    card = NodeListing(64, "Bo", LONG, 0, 1, None, LONG, LONG, LONG, LONG)
    known = Answer(ACCOUNT, AccountFacts(LONG, (("address", LONG),), (), keys=(LONG,)))
    barred = Answer(BANS, (Barred(LONG, LONG, "", SysopAct("unban", LONG)),))
    listed = {desk: Answer(NODES, (card,)), node: Answer(NODES, (card,)), bans: barred, account: known}
    drawn = {}
    for page, answer in listed.items():
        opened, _ = page.start(lobby(), "64")
        drawn[f"{page.TITLE} {len(drawn)}"] = page.draw(page.update(opened, answer)[0], view)
    return drawn


@pytest.mark.parametrize("view", [View(), View(132, 49)])
def test_what_a_sysop_s_list_cuts_is_marked(view):
    for name, canvas in sysop_pages(view).items():
        words = re.findall(r"WWW+\S?", canvas.text())
        assert words and all(word.endswith("»") for word in words), (name, canvas.text())


def test_what_does_not_fit_a_page_or_a_box_is_marked():
    text = Text("Title", ((LONG, GREY), ("w" * 72, GREY)))
    canvas = to_canvas(Layout("Title", text, frame=DoorFrame("", GREY)), View())
    assert re.findall("[Ww]+»? +[│║]", canvas.text()) == ["W" * 72 + "» │", "w" * 72 + "  │"]
    canvas = Canvas(40, 23)
    message(canvas, "Title", [LONG], [Hint("enter", "Go on")])
    assert f"║ {'W' * 35}» ║" in canvas.text()
    panel(canvas, 0, 0, 20, 3, LONG)
    assert canvas.text().startswith("┌─ " + "W" * 14 + "» ┐")


NAMES = {
    "door": "MicroLink Shut The Box", "game": "MicroLink Shut The Box", "of": " of MicroLink Shut The Box",
    "n": 1000, "nth": 1000,
}  # fmt: skip
ROOMS = "accounts bulletins call common hours logon mail menu people refused settings sysop tables watch"
LONGEST = 130
"""Characters of a sentence below a page: two rows of it."""


def sentences() -> list[str]:
    """All that the board's pages may say in a line or two, with long handles and names of doors."""
    said = []
    for id in KNOWN.texts:
        if id.partition(".")[0] in ROOMS.split():
            names = {name: NAMES.get(name, "Wolfgang Amadeus M20") for name in KNOWN.arguments(id)}
            said.append(str(sentence(id)(**names)))
    return [one for one in said if 60 < len(one) <= LONGEST and "\n" not in one and "  " not in one]


def typing(state: SheetState) -> SheetState:
    return state.ask("Handle to ignore, or to hear again:", 30, lambda state, text: (state, ()))[0]


SAYS: dict[str, tuple[Any, Callable[[str], Any]]] = {
    "list": (tables.PAGE, lambda said: SCENES["tables"].state.say(said)),
    "list of one's own": (mail.PAGE, lambda said: SCENES["inbox"].state.say(said)),
    "people": (who, lambda said: SCENES["who"].state.say(said)),
    "paper": (profile, lambda said: SCENES["profile"].state.say(said)),
    "paper with a line": (profile, lambda said: replace(typing(SCENES["profile"].state), note=said)),
    "account": (account, lambda said: BOOKS["caller"].state.say(said)),
    "node": (node, lambda said: DESK["node"].state.say(said)),
    "new table": (new_table, lambda said: SCENES["new_table"].state.say(said)),
    "settings": (settings, lambda said: SCENES["settings"].state.say(said)),
    "letter": (letter.PAGE, lambda said: replace(SCENES["feedback_writing"].state, note=said)),
    "desk": (desk, lambda said: DESK["desk"].state.say(said)),
    "more doors": (more, lambda said: ListState(lobby(), rows=(MoreDoor("a", "A", ""),)).say(said)),
    "menu": (menu.PAGE, lambda said: replace(SCENES["menu"].state, note=said)),
    "log-on": (logon.PAGE, lambda said: replace(SCENES["logon"].state, note=said)),
    "new caller": (logon.PAGE, lambda said: replace(SCENES["logon_validates"].state, note=said)),
    "visit": (more_doors.VISIT, lambda said: more_doors.VisitState(lobby(), "a", note=said)),
}


@each("name", some([*SAYS]))
def test_no_sentence_of_a_page_is_cut(name):
    page, saying = SAYS[name]
    said = sentences()
    assert len(said) > 100
    for text in said:
        rows = page.draw(saying(text), View()).text().split("\n")
        if page is menu.PAGE:  # it says the first line above its commands
            lines, _ = menu.footer(saying(text))
            assert " ".join(lines) == text and all(any(line in row for row in rows) for line in lines)
            continue
        shown = " ".join(" ".join(row.strip(" ║─") for row in rows).split())
        assert text in shown, f"{text}\n" + "\n".join(rows)
