"""Chromium, driven by Playwright, and a page of the board in it."""

import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from boardroom import PASSWORD
from effort import PATIENCE
from served import Served

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

FLAGS = ("--no-sandbox", "--enable-unsafe-swiftshader", "--disable-background-networking")
ROWS = """Array.from({length: door.term.rows},
    (_, y) => door.term.buffer.active.getLine(y).translateToString(true)).join("\\n")"""
LOUD = ("GPU stall due to ReadPixels", "task queue exceeded allotted deadline")
"""What the browser's own pictures, and a slow machine, make it say."""
LIGHT = "localStorage.renderer ??= 'dom'"
"""WebGL is drawn by the processor here, which costs more than all else."""


@contextmanager
def browsing() -> Iterator[Any]:
    """A Chromium that runs. Playwright is loaded only now: it takes half a second."""
    playwright = pytest.importorskip("playwright.sync_api", reason="no playwright")
    with playwright.sync_playwright() as library:
        browser = library.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


class Page:
    """A page of the board, its terminal's text, and what the browser complained of."""

    def __init__(self, context: Any, board: Served, query: str = "") -> None:
        self.page = context.new_page()
        self.complaints: list[str] = []
        self.received: list[bytes] = []
        self.page.on(
            "console", lambda said: any(one in said.text for one in LOUD) or self.complaints.append(said.text)
        )
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._keep))
        self.page.goto(f"http://127.0.0.1:{board.port('web')}/{query}")

    def _keep(self, data: bytes | str) -> None:
        if isinstance(data, bytes):
            self.received.append(data)

    @property
    def text(self) -> str:
        text: str = self.page.evaluate(f"window.door?.term ? {ROWS} : ''")
        return text

    def until(self, shows: str | Callable[[], object]) -> str:
        """Wait until the screen shows a text, or something is so. Return the screen."""
        deadline = time.monotonic() + PATIENCE
        fits = shows if callable(shows) else lambda: re.search(shows, self.text)
        while not fits():
            assert time.monotonic() < deadline, (
                f"never {shows!r}:\n{self.text}\n{self.complaints} {getattr(self, 'buttons', '')}"
            )
            self.page.wait_for_timeout(50)
        return self.text

    def settled(self) -> str:
        """Wait until nothing moves. Return the screen."""
        text = ""
        while text != (text := self.text):
            self.page.wait_for_timeout(250)
        return text

    def type(self, *texts: str) -> None:
        for text in texts:
            self.page.keyboard.type(text)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def log_on(self, handle: str) -> None:
        self.until("Your handle")
        self.type(handle, "\n")
        self.until("Password")
        self.type(PASSWORD, "\n")
        deadline = time.monotonic() + PATIENCE
        while "Main Menu" not in (text := self.settled()):
            assert time.monotonic() < deadline, text
            self.press("Enter")
            self.until(lambda text=text: self.text != text)

    def click(self, x: float, y: float) -> None:
        """Click on a cell of the screen."""
        box = self.page.locator(".xterm-screen").bounding_box()
        cols, rows = self.page.evaluate("[door.term.cols, door.term.rows]")
        self.page.mouse.click(
            box["x"] + (x + 0.5) * box["width"] / cols, box["y"] + (y + 0.5) * box["height"] / rows
        )

    def done(self) -> None:
        assert self.complaints == []
        self.page.close()
