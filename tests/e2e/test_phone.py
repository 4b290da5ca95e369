"""A phone held upright: everything is large enough, and games are played to their ends by taps alone."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from boardroom import PASSWORD
from browser import CHROMIUM, LIGHT, ROWS, Page, browsing
from served import Served, ready_folder, served

pytestmark = [pytest.mark.whole("browser"), pytest.mark.skipif(CHROMIUM is None, reason="no Chromium")]

SMALLEST = """Math.min(...[...document.querySelectorAll('#words p, #page *, #pad button, #asks, #where')]
    .filter((one) => one.offsetParent && one.textContent.trim())
    .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
FITS = """(({scrollWidth, scrollHeight}) => scrollWidth <= innerWidth && scrollHeight <= innerHeight)(
    document.documentElement)"""
LEAST_BUTTON = """Math.min(...[...document.querySelectorAll('#pad button')].map((one) => one.offsetHeight))"""
SEEN = f"""[window.door?.term ? {ROWS} : '', document.querySelector('#words').innerText,
    ...[...document.querySelectorAll('#pad button')].map((one) => one.innerText)].join('\\0')"""
CHANGED = f"""async ([before, patience]) => {{
    const wait = (time) => new Promise((done) => setTimeout(done, time)), end = Date.now() + patience;
    while ({SEEN} === before) {{
        if (Date.now() > end) return false;
        await wait(20);
    }}
    for (let last; last !== (last = {SEEN}); ) await wait(80);
    return true;
}}"""
"""Wait in the page until it has changed and nothing moves any more. False after `patience` milliseconds."""
AGAIN = 2_000
"""Milliseconds until a tap without effect is made again."""
TAPS = 15

OVER = "Play again"
"""A button of every end page."""


class Phone(Page):
    """A page of the board on a phone, and a thumb."""

    @property
    def buttons(self) -> list[str]:
        texts: list[str] = self.page.locator("#pad button").all_inner_texts()
        return texts

    @property
    def words(self) -> str:
        return str(self.page.locator("#words").inner_text())

    def check(self) -> None:
        assert self.page.evaluate(SMALLEST) >= 16 and self.page.evaluate(FITS)
        assert not self.buttons or self.page.evaluate(LEAST_BUTTON) >= 44
        assert [text for text in self.buttons if text[:1] != text[:1].upper()] == []

    def tap(self, name: str) -> None:
        """Tap a button, and wait until that has changed the screen and nothing moves any more.

        An Enter right after a page has changed may have been meant for the page before: it has no effect.
        """
        before = self.page.evaluate(SEEN)
        found = self.page.locator("#pad button", has_text=re.compile(f"^{re.escape(name)}$"))
        for _ in range(TAPS):
            found.first.tap()
            if self.page.evaluate(CHANGED, [before, AGAIN]):
                return
        raise AssertionError(f"{name} does nothing:\n{self.text}\n{self.complaints}")

    def enter(self, text: str) -> None:
        self.page.locator("#text").fill(text)
        self.page.get_by_role("button", name="Send").tap()

    def log_on(self, handle: str) -> None:
        self.until(lambda: "Your handle" in self.page.locator("#asks").inner_text())
        self.check()
        self.enter(handle)
        self.until(lambda: self.page.locator("#text").get_attribute("type") == "password")
        assert self.page.evaluate("document.activeElement.id") == "text", "the keyboard stays"
        self.enter(PASSWORD)
        page = self.page.locator("#page")
        self.until(lambda: "To the menu" in self.buttons or "Main Menu" in page.inner_text())
        self.check()
        if "To the menu" in self.buttons:
            self.tap("To the menu")
        self.until(lambda: "Main Menu" in page.inner_text())
        self.check()

    def open(self, card: str) -> None:
        self.page.locator(".card", has_text=card).first.tap()

    def play_on(self, tap: Callable[[Phone, int], None], most: int) -> None:
        """Tap until the game is over."""
        for turn in range(most):
            if OVER in self.buttons:
                return
            tap(self, turn)
        self.until(lambda: OVER in self.buttons)


def tap_one(phone: Phone, *names: str) -> None:
    """Tap the first of these buttons that is there, or wait a moment."""
    buttons = phone.buttons
    name = next((one for one in names if one in buttons), "")
    phone.tap(name) if name else phone.page.wait_for_timeout(100)


def shut(phone: Phone, turn: int) -> None:
    """Shut the first tiles or doors that add up to the roll."""
    rolls = re.findall(r"Roll: \d(?: \+ \d = (\d+))?", phone.words)
    tiles = [int(one) for one in (re.findall(r"Open: ([\d ]+)", phone.words) or [""])[-1].split()]
    if any(map(str.isdigit, phone.buttons)) and rolls and rolls[-1]:
        sums = (some for count in (1, 2, 3, 4) for some in itertools.combinations(tiles, count))
        for tile in next((some for some in sums if sum(some) == int(rolls[-1])), ()):
            phone.tap(str(tile))
    tap_one(phone, "Enter", "Shut", "Go", "Go on")


def guess(phone: Phone, turn: int) -> None:
    tap_one(phone, "OK", "Random", "Go on")


def take(phone: Phone, turn: int) -> None:
    tap_one(phone, str(turn % 8), "Turn", "Go on")


def drop(phone: Phone, turn: int) -> None:
    tap_one(phone, str(turn % 8 + 1), "Next ball", "Next round", "Go on")


def has_ended(phone: Phone) -> bool:
    """Whether a table's game is over here. A late tap, meant for a ball, may have declined the rematch."""
    return "Rematch" in phone.page.locator("#asks").inner_text() or "Just finished" in phone.text


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = ready_folder(tmp_path_factory.mktemp("web"), "Alice", "Bob", "Carla", motion="off")
    with served(folder, "--telnet", "127.0.0.1:0", "--ssh", "off", "--web", "127.0.0.1:0") as running:
        yield running


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browsing() as browser:
        yield browser


def phone_of(chromium: Any, board: Served, width: int = 390, height: int = 844) -> Phone:
    size = {"width": width, "height": height}
    context = chromium.new_context(viewport=size, device_scale_factor=2, has_touch=True, is_mobile=True)
    context.add_init_script(LIGHT)
    return Phone(context, board)


GAMES = (
    ("Shut The Box", shut), ("MicroLink", shut), ("MindBuster", guess), ("Forty Thieves", take),
    ("Switchbox", drop),
)  # fmt: skip


def begin(phone: Phone, card: str) -> None:
    phone.open(card)
    phone.until(lambda: "Play" in phone.buttons)
    phone.check()
    phone.tap("Play")
    phone.until(lambda: "Play" not in phone.buttons)
    phone.check()


def give_up(phone: Phone) -> None:
    phone.until(lambda: {"Leave", "Exit", "…"} & {*phone.buttons})
    if not {"Leave", "Exit"} & {*phone.buttons}:
        phone.page.locator("#pad button", has_text="…").tap()  # it shows the other keys
        phone.until(lambda: {"Leave", "Exit"} & {*phone.buttons})
    phone.tap("Leave" if "Leave" in phone.buttons else "Exit")
    phone.until(lambda: "Give it up" in phone.buttons)
    phone.check()
    phone.tap("Give it up")
    phone.until(lambda: OVER in phone.buttons)
    phone.check()


def go_back(phone: Phone) -> None:
    phone.tap("Back" if "Back" in phone.buttons else "Exit")
    phone.until(lambda: phone.page.locator(".card").count())


@pytest.mark.long(90)
def test_a_game_of_each_kind_is_played_to_its_end_by_taps(board, chromium):
    phone = phone_of(chromium, board)
    phone.log_on("Alice")
    for card, tap in GAMES:
        begin(phone, card)
        phone.play_on(tap, 600)
        phone.check()
        go_back(phone)
    phone.done()


@pytest.mark.long(25)
def test_the_smallest_phone_shows_all_of_every_game(board, chromium):
    phone = phone_of(chromium, board, 360, 640)
    phone.log_on("Carla")
    for card, tap in GAMES:
        begin(phone, card)
        for turn in range(4):
            if OVER not in phone.buttons:
                tap(phone, turn)
                phone.check()
        if OVER not in phone.buttons:
            give_up(phone)
        go_back(phone)
    phone.done()


def test_words_begin_at_their_top_and_follow_a_game_to_its_end(board, chromium):
    phone = phone_of(chromium, board, 360, 500)  # a title's sentences don't fit
    phone.log_on("Alice")
    phone.open("Shut The Box")
    phone.until(lambda: "Play" in phone.buttons)
    words = phone.page.locator("#words")
    assert words.evaluate("one => one.scrollHeight > one.clientHeight"), "they scroll"
    assert words.evaluate("one => one.scrollTop") == 0
    phone.tap("Example")
    phone.until(lambda: phone.words.count("Roll:") > 1)
    end = "one => one.scrollHeight - one.clientHeight - one.scrollTop"
    phone.until(lambda: words.evaluate("one => one.scrollTop") > 0 and words.evaluate(end) < 2)
    phone.done()


@pytest.mark.long(35)
def test_two_phones_play_a_table_to_its_end_by_taps(board, chromium):
    alice, bob = phone_of(chromium, board), phone_of(chromium, board)
    alice.log_on("Alice")
    bob.log_on("Bob")
    alice.page.get_by_role("button", name="Tables", exact=True).tap()
    alice.until(lambda: "New table" in alice.buttons)
    alice.tap("New table")
    alice.page.get_by_label("Game").select_option(label="Switchbox")
    alice.until(lambda: "Switchbox with" in alice.page.locator("#page").inner_text())
    alice.check()
    alice.tap("Open the table")
    bob.page.get_by_role("button", name="Tables", exact=True).tap()
    bob.until(lambda: bob.page.locator(".card", has_text="Switchbox").count())
    bob.open("Switchbox")
    bob.until(lambda: "Talk" in bob.buttons)
    for turn in range(1000):
        if has_ended(alice) and has_ended(bob):
            break
        for one in (alice, bob):
            drop(one, turn)
            one.check()
    assert has_ended(alice) and has_ended(bob), (alice.text, bob.text)
    alice.done()
    bob.done()


def test_a_phone_is_turned_in_the_middle_of_a_game(board, chromium):
    phone = phone_of(chromium, board)
    phone.log_on("Bob")
    phone.open("Shut The Box")
    phone.until(lambda: "Play" in phone.buttons)
    phone.tap("Play")
    phone.until(lambda: "Roll:" in phone.words)
    phone.page.set_viewport_size({"width": 844, "height": 390})
    phone.until("to match")
    assert not phone.page.locator("#words").is_visible() and phone.page.locator("#keys").is_visible()
    phone.page.set_viewport_size({"width": 390, "height": 844})
    phone.until(lambda: phone.page.locator("#words").is_visible() and "Roll:" in phone.words)
    phone.check()
    phone.done()


def test_a_result_goes_to_the_share_sheet(board, chromium):
    """The browser asks for the sheet while the tap still counts as the caller's wish."""
    phone = phone_of(chromium, board)
    phone.page.evaluate(
        """void (navigator.share = ({text}) => {
            window.shared = [text, navigator.userActivation.isActive];
            return Promise.resolve();
        })"""
    )
    phone.log_on("Bob")
    phone.open("Shut The Box")
    phone.until(lambda: "Play" in phone.buttons or "Roll:" in phone.words)
    if "Play" in phone.buttons:
        phone.tap("Play")
    give_up(phone)
    phone.tap("Share")
    phone.until(lambda: phone.page.evaluate("window.shared"))
    text, is_wished = phone.page.evaluate("window.shared")
    heading, row, where = text.split("\n")
    assert is_wished and heading.startswith("Shut The Box, ") and "points" in row and "░" in row
    assert re.fullmatch(r"Play it (at https?://\S+/play/shutbox|on .+)", where)
    assert heading in phone.page.locator("#page").inner_text(), "and the page has them to be marked"
    phone.check()
    phone.done()
