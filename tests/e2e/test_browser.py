"""The board in a real browser: its picture, a game, lost lines, two tabs, a phone.

It wants Chromium on the path and the package playwright, which `.ci/run` installs. Any message on the
browser's console fails a test.
"""

import io
import itertools
import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from socketserver import BaseRequestHandler, ThreadingTCPServer
from types import MappingProxyType
from typing import Any

import pytest
from boardroom import PASSWORD
from browser import CHROMIUM, LIGHT, Page, browsing
from effort import PATIENCE
from journal_facts import lines_of
from random_matches import KINDS, random_match
from records_kit import write_journal
from served import Served, ready_folder, served

from door.cli import main
from door.export.pixels import ORANGE, PALETTE
from door.screens.doors import DOORS

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
pytestmark = [pytest.mark.whole("browser"), pytest.mark.skipif(CHROMIUM is None, reason="no Chromium")]


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = ready_folder(
        tmp_path_factory.mktemp("web"), "Alice", "Bob", "Carla", "Dora", "Eve", "Fay", motion="off"
    )
    with served(folder, "--telnet", "127.0.0.1:0", "--ssh", "off", "--web", "127.0.0.1:0") as running:
        yield running


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with browsing() as browser:
        yield browser


@pytest.fixture
def desk(chromium: Any) -> Iterator[Any]:
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(LIGHT)
    yield context
    context.close()


# -- the picture ------------------------------------------------------------------------------------


def check_picture(page: Page) -> None:
    """Compare what the browser shows with the board's own picture, pixel by pixel. Stars twinkle, so one of
    the two may be a moment behind: they are equal at some moment."""
    from pictures import after_bytes, picture_in_all_colours
    from PIL import Image, ImageChops

    page.page.evaluate("door.term.options.cursorBlink = false; door.term.write('\\x1b[?25l')")
    cols, rows = page.page.evaluate("[door.term.cols, door.term.rows]")

    def difference() -> object:
        page.page.evaluate(DRAWN)
        shot = page.page.locator(".xterm-screen").screenshot()
        ours = picture_in_all_colours(after_bytes(cols, rows, b"".join(page.received)))
        theirs = Image.open(io.BytesIO(shot)).convert("RGB").resize(ours.size, Image.Resampling.NEAREST)
        return ImageChops.difference(ours, theirs).getbbox()

    page.until(lambda: difference() is None)


DRAWN = "new Promise(go => door.term.write('', () => requestAnimationFrame(() => requestAnimationFrame(go))))"
CANVASES = "document.querySelectorAll('.xterm-screen canvas').length"


@pytest.mark.parametrize("renderer", ["webgl", "dom"])
def test_the_picture_is_the_board_s_own_pixel_for_pixel(board, desk, renderer):
    from PIL import Image

    page = Page(desk, board, f"?renderer={renderer}")
    page.until("Your handle")
    check_picture(page)
    assert bool(page.page.evaluate(CANVASES)) == (renderer == "webgl")
    page.page.evaluate("door.term.write('\\x1b[H\\x1b[38;5;208m\u2588')")  # the one colour beyond the sixteen

    def first_pixel() -> object:
        shot = Image.open(io.BytesIO(page.page.locator(".xterm-screen").screenshot())).convert("RGB")
        return shot.getpixel((3, 3))

    page.until(lambda: first_pixel() == PALETTE[ORANGE])
    page.done()


def test_a_lost_webgl_context_costs_no_picture(board, chromium):
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    page = Page(context, board)
    page.until("Your handle")
    page.until(lambda: page.page.evaluate(CANVASES))
    page.page.evaluate("""[...document.querySelectorAll('.xterm-screen canvas')]
        .map((one) => one.getContext('webgl2')).find((one) => one)
        .getExtension('WEBGL_lose_context').loseContext()""")
    page.until(lambda: not page.page.evaluate(CANVASES))
    assert page.page.evaluate("localStorage.renderer") == "dom", "the next call begins without it"
    check_picture(page)
    page.complaints = [one for one in page.complaints if "contextlo" not in one.lower()]  # the add-on's own
    page.done()
    context.close()


# -- a game -----------------------------------------------------------------------------------------


def sets(tiles: set[int], total: int) -> tuple[int, ...]:
    """Return the fewest open tiles that make the total, or ()."""
    every = itertools.chain.from_iterable(
        itertools.combinations(sorted(tiles), size) for size in (1, 2, 3, 4)
    )
    return next((some for some in every if sum(some) == total), ())


def test_a_whole_game_by_mouse_and_keys_and_its_image_is_saved(board, desk):
    page = Page(desk, board)
    page.log_on("Alice")
    page.type("1")
    page.until("practice")
    page.press("Enter")
    page.until(r"\d+ to match")
    tiles = set(range(1, 10))
    while found := re.search(r"(\d+) to match", page.settled()):
        some = sets(tiles, int(found[1]))
        for tile in some:
            page.click(8 * tile - 3, 5)
        page.until("matches")
        page.press("Enter")
        tiles -= set(some)
        now = f"{9 - len(tiles)} of 9 closed"
        page.until(lambda now=now: now in page.text or "match" not in page.text)
    page.until(
        lambda: [line for line in lines_of(board.folder / "data" / "journal") if line["kind"] == "game"]
    )
    page.until(r"\[X\] save")
    page.type("x")
    page.until("with your browser")
    with page.page.expect_download() as saving:
        page.type("i")
    assert re.fullmatch(r"shutbox-\w+\.png", saving.value.suggested_filename)
    assert Path(saving.value.path()).read_bytes().startswith(b"\x89PNG")
    page.until("Your browser saves shutbox-")
    page.done()


# -- straight into a game -----------------------------------------------------------------------------


def test_an_address_leads_a_guest_straight_into_the_game(chromium, tmp_path):
    folder = ready_folder(tmp_path, motion="off")
    config = folder / "config" / "board.yaml"
    config.write_text(config.read_text().replace("guests: false", "guests: true"))
    with served(folder, "--telnet", "127.0.0.1:0", "--ssh", "off", "--web", "127.0.0.1:0") as board:
        context = chromium.new_context(viewport={"width": 1280, "height": 800})
        context.add_init_script(LIGHT)
        page = Page(context, board, "play/shutbox")
        page.until(r"\d+ to match")
        page.type("q")
        page.until("End this game|Leave this game")
        page.type("g")
        assert "call as NEW" in " ".join(page.until("call\\s+as\\s+NEW").split())
        page.done()
        plain = Page(context, board, "play/shutbox/plain")
        plain.until(lambda: "Tiles to shut" in plain.page.locator("main").inner_text())
        plain.done()
        context.close()


def test_a_board_without_guests_says_so_there_and_asks_for_a_handle(board, desk):
    page = Page(desk, board, "play/shutbox")
    shown = page.until("Your handle")
    assert "This board doesn't take guests. Log on to play, or type NEW" in " ".join(shown.split())
    page.done()


# -- lost lines ---------------------------------------------------------------------------------------


def test_a_lost_line_is_called_again_and_the_call_is_still_there(board, desk):
    page = Page(desk, board)
    page.log_on("Bob")
    page.type("w")
    page.until("Who's online")
    calls = page.page.evaluate("door.line().close(4000)")
    page.until(lambda: page.page.evaluate("sessionStorage.call && door.line()?.readyState === 1"))
    assert "Who's online" in page.until("Who's online") and calls is None
    page.page.reload()
    assert "Who's online" in page.until("Who's online")
    page.press("Escape")
    page.until("Main Menu")
    page.done()


class Proxy(ThreadingTCPServer):
    """A proxy in front of the board that passes no WebSocket on, until it `passes`."""

    daemon_threads = True
    passes = False

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", 0), ProxyLine)
        self.board = port
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def port(self, kind: str) -> int:
        return int(self.server_address[1])


class ProxyLine(BaseRequestHandler):
    server: Proxy

    def handle(self) -> None:
        head = b""
        while b"\r\n\r\n" not in head and (data := self.request.recv(4096)):
            head += data
        if b"upgrade: websocket" in head.lower() and not self.server.passes:
            self.request.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            return
        if b"upgrade:" not in head.lower():
            head = re.sub(rb"(?i)connection: [^\r]*", b"Connection: close", head)
        with socket.create_connection(("127.0.0.1", self.server.board)) as there:
            there.sendall(head)
            threading.Thread(target=self._pump, args=(self.request, there), daemon=True).start()
            self._pump(there, self.request)

    def _pump(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)


@pytest.mark.parametrize(("path", "place"), [("", "#notice"), ("plain", "#log")])
def test_a_call_that_never_begins_is_not_told_as_lost(board, desk, path, place):
    """Behind a proxy that passes no WebSocket on. Then it does."""
    with Proxy(board.port("web")) as proxy:
        page = Page(desk, proxy, path)
        said = page.page.locator(place)
        page.until(lambda: "can't be reached. Trying again" in said.inner_text())
        page.until(lambda: "Please tell its sysop" in said.inner_text())
        assert "lost" not in said.inner_text() and said.inner_text().count("tell its sysop") == 1
        proxy.passes = True
        page.until(lambda: "Your handle" in (page.text or page.page.locator("#asks").inner_text()))
        page.page.close()
        proxy.shutdown()


@pytest.mark.parametrize("path", ["", "plain"])
def test_a_browser_without_javascript_reads_first_what_it_can_do(board, chromium, path):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{board.port('web')}/{path}")
    text = " ".join(page.locator("body").inner_text().split())
    assert text.index("you need JavaScript") < (text.index("Send") if "Send" in text else 999), text
    page.get_by_role("link", name="Games, standings and replays to read").click()
    page.wait_for_url("**/games/")
    context.close()


def test_two_tabs_do_not_fight(board, desk):
    first, second = Page(desk, board), Page(desk, board)
    first.log_on("Carla")
    second.log_on("Carla")
    assert "again" in first.page.locator("#notice").inner_text()
    assert "Main Menu" in second.text
    first.done()
    second.done()


def test_the_size_follows_the_window(board, desk):
    page = Page(desk, board)
    page.until("Your handle")
    page.page.set_viewport_size({"width": 1400, "height": 1000})
    page.until(lambda: page.page.evaluate("door.term.cols") >= 87 and "Your handle" in page.text)
    page.done()


def test_a_narrower_window_shifts_no_row(board, chromium):
    context = chromium.new_context(viewport={"width": 1920, "height": 1000})
    page = Page(context, board)
    page.log_on("Carla")
    assert page.page.evaluate("door.term.cols") == 96, "rows are longer than the next window"
    page.page.set_viewport_size({"width": 1280, "height": 800})
    page.until(lambda: page.page.evaluate("door.term.cols") == 80)
    page.until(lambda: page.settled().splitlines()[0].strip().startswith("Carla"))
    assert page.page.evaluate("door.term.buffer.active.viewportY") == 0
    assert page.page.evaluate("door.term.buffer.active.baseY") == 0
    page.done()


# -- a phone ---------------------------------------------------------------------------------------------


def test_a_phone_on_its_side_has_the_screen_s_keys_and_a_field(board, chromium):
    width, height = 844, 390
    context = chromium.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=1, has_touch=True, is_mobile=True
    )
    context.add_init_script(LIGHT)
    page = Page(context, board)
    page.until("Your handle")
    tapped = page.page.get_by_role
    for text in ("Dora", PASSWORD):
        page.page.get_by_label("Type here").fill(text)
        tapped("button", name="Send").tap()
        page.until(lambda text=text: (text == "Dora" and "Password" in page.text) or "[Enter]" in page.text)
        if text == "Dora":
            page.until(lambda: page.page.locator("#text").get_attribute("type") == "password")
    page.until(lambda: not page.page.locator("#entry").is_visible())
    box = page.page.locator(".xterm-screen").bounding_box()
    assert box["width"] <= width and page.page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.page.evaluate("(({scrollWidth, clientWidth}) => scrollWidth <= clientWidth)(keys)")
    smallest = page.page.evaluate(
        "Math.min(...[...document.querySelectorAll('#keys button')].map((one) => one.offsetHeight))"
    )
    assert smallest >= 44
    deadline = time.monotonic() + PATIENCE
    while "Main Menu" not in page.text:
        assert time.monotonic() < deadline, page.text
        page.page.get_by_text("⏎").tap()
        page.page.wait_for_timeout(200)
    page.page.locator("#keys button", has_text="Who").first.tap()
    page.until("Who's online")
    page.done()
    context.close()


# -- the page of lines ---------------------------------------------------------------------------------------

RELEASES = Path(__file__).parents[1] / "releases"
AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"


def answer(page: Page, text: str, until: str) -> str:
    """Answer the page's question with the keyboard alone. Return everything it has said by then."""
    page.page.keyboard.type(text)
    page.page.keyboard.press("Enter")
    said = page.page.locator("main")
    page.until(lambda: re.search(until, said.inner_text()))
    return str(said.inner_text())


def test_a_whole_call_by_keyboard_on_the_page_of_lines(board, desk):
    page = Page(desk, board, "plain")
    page.until(lambda: "Your handle" in page.page.locator("#asks").inner_text())
    answer(page, "Eve", "Password")
    assert page.page.locator("#line").get_attribute("type") == "password"
    said = answer(page, PASSWORD, "Main Menu|main menu")
    assert PASSWORD not in said and "(not shown)" in said
    answer(page, "1", "Shut The Box")
    answer(page, "", r"Roll: \d \+ \d")
    page.page.reload()
    page.until(lambda: re.search(r"Roll: \d", page.page.locator("main").inner_text()))
    assert page.page.evaluate("document.activeElement.id") == "line"
    page.done()


def tab_to(page: Page, name: str) -> None:
    """Move the focus to a button or a field of that name by Tab alone."""
    named = "(one => one.ariaLabel || one.labels?.[0]?.innerText || one.innerText)(document.activeElement)"
    for _ in range(60):
        if str(page.page.evaluate(named)).startswith(name):
            return
        page.press("Tab")
    raise AssertionError(f"no {name} among the focusable things")


def test_pages_of_the_board_are_headings_tables_and_forms_for_the_keyboard(board, desk):
    page = Page(desk, board, "plain")
    shown = page.page.locator("#page")
    page.until(lambda: "Your handle" in page.page.locator("#asks").inner_text())
    answer(page, "Fay", "Password")
    answer(page, PASSWORD, "Main menu command")
    tab_to(page, "Go on")
    page.press("Enter")
    page.until(lambda: "This page is always plain text" in shown.inner_text())
    page.page.locator("#line").focus()
    answer(page, "", "Other Callers")
    answer(page, "", "turns left")
    page.until(lambda: shown.locator("table").count())
    menu = shown.inner_text()
    answer(page, "w", "Who's online")
    page.until(lambda: "Who's online" in shown.locator("h2").inner_text())
    page.until(lambda: shown.locator("table th[scope=row]").count())
    assert shown.locator("th[scope=col]").first.inner_text() and "Fay" in shown.locator("table").inner_text()
    assert page.page.evaluate("document.activeElement.id") == "line", "the focus stays where it was"
    tab_to(page, "Back")
    page.press("Enter")
    page.until(lambda: shown.inner_text() == menu)
    page.page.locator("#line").focus()
    answer(page, "s", "Which setting")
    assert shown.locator("select").count()
    said = page.page.locator("#log").inner_text()
    tab_to(page, "Bell")
    before = page.page.evaluate("document.activeElement.value")
    page.press("ArrowDown" if before == "on" else "ArrowUp")
    page.until(lambda: page.page.locator("#log").inner_text() != said)
    new = page.page.locator("#log").inner_text().removeprefix(said)
    page.until(lambda: page.page.evaluate("document.activeElement.value") not in ("", before))
    assert new.count("\n") < 12 and "Who's online" not in new, "only what is new is said"
    check_axe(page.page)
    page.done()


RULES = """axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']})
    .then((found) => found.violations.map((one) => one.id + ' ' + one.nodes[0].html))"""


LOOKS: tuple[tuple[int, dict[str, str]], ...] = (
    (1280, {}),
    (1280, {"color_scheme": "dark"}),
    (1280, {"forced_colors": "active"}),
    (320, {"color_scheme": "light", "forced_colors": "none"}),
)


def check_axe(page: Any) -> None:
    """Let axe look at a page as it is, wide, at 400 % and in other colours."""
    if not AXE.exists():
        return
    page.evaluate(AXE.read_text("utf-8"))
    for width, look in LOOKS:
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(**look)
        assert page.evaluate(RULES) == [], (width, look)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.skipif(not AXE.exists(), reason="no axe-core in node_modules")
@pytest.mark.parametrize("path", ["", "plain"])
def test_axe_finds_nothing(board, chromium, path):
    context = chromium.new_context(bypass_csp=True)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{board.port('web')}/{path}")
    page.wait_for_timeout(500)
    check_axe(page)
    context.close()


# -- other things --------------------------------------------------------------------------------------------


def test_nothing_is_asked_for_elsewhere_and_the_first_load_is_small(board, desk):
    page = desk.new_page()
    sizes: list[int] = []
    hosts: set[str] = set()
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    page.add_init_script("""globalThis.WebSocket = class extends WebSocket {
        constructor(...all) {
            super(...all);
            this.addEventListener('message', () => { globalThis.first ??= performance.now(); });
        }
    }""")
    page.goto(f"http://127.0.0.1:{board.port('web')}/")
    page.wait_for_load_state("networkidle")
    first = page.evaluate("first - performance.getEntriesByType('navigation')[0].loadEventEnd")
    print(f"first load {sum(sizes)} bytes; first bytes of the call {first:.0f} ms after load")
    assert hosts == {f"127.0.0.1:{board.port('web')}"} and 0 < sum(sizes) <= 200 * 1024
    assert json.dumps(page.context.cookies()) == "[]"
    page.close()


# -- the public pages, as a static site ----------------------------------------------------------------------


ENDS = ("game", "match", "daily_game")
Site = tuple[str, dict[str, str]]
BY_SLUG = {door.INFO.slug: door for door in DOORS}


class Files(SimpleHTTPRequestHandler):
    """Any web server that knows no types of its own."""

    extensions_map = MappingProxyType(
        {".mjs": "text/javascript", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
         ".html": "text/html", "": "application/octet-stream"}
    )  # fmt: skip

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A board's folder with a game of each kind and door."""
    folder = tmp_path_factory.mktemp("published")
    ready_folder(folder / "board", "Alice", motion="off")
    lines: list[dict[str, Any]] = []
    for journal in RELEASES.glob("journals/*/journal"):
        every = lines_of(journal)
        ended = {(f["kind"], f.get("door", f["id"])): f["id"] for f in every if f["kind"] in ENDS}
        lines += [f for f in every if f.get("id") in ended.values() or f["kind"] in ("daily", "reveal")]
    for number, kind in enumerate(KINDS):
        lines += random_match(Random(number), NOON, kind).lines()
    lines.sort(key=lambda f: f["t"])
    write_journal(folder / "board" / "data" / "journal", by_month(lines))
    return folder


@pytest.fixture(scope="module")
def site(played: Path) -> Iterator[Site]:
    """A published site: its address, and the path of a game of each kind and door."""
    assert main(["--board", str(played / "board"), "publish", str(played / "site")]) == 0
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(played / "site")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    pages = (played / "site" / "games").glob("*/*/index.html")
    paths = {}
    for page in pages:
        began = json.loads((page.parent / "lines.jsonl").read_text().splitlines()[-1])
        paths[f"{began['kind']} {page.parent.name}"] = f"{page.parent.relative_to(played / 'site')}/"
    yield f"http://127.0.0.1:{server.server_port}/", paths
    server.shutdown()


@pytest.fixture(scope="module")
def live(played: Path, site: Site) -> Iterator[Served]:
    """That board itself, which draws its pages when they are asked for."""
    folder = played / "board"
    with served(folder, "--telnet", "127.0.0.1:0", "--ssh", "off", "--web", "127.0.0.1:0") as running:
        yield running


def address(live: Served) -> str:
    return f"http://127.0.0.1:{live.port('web')}/"


def every_kind(played: Path) -> list[str]:
    """The paths of the site's pages, except those of games."""
    found = (page.parent.relative_to(played / "site") for page in (played / "site").rglob("index.html"))
    paths = [f"{path}/" for path in found if len(path.parts) < 3]
    assert {"games", "hall", "daily", "ladder"} == {path.split("/")[0] for path in paths}
    return paths


def by_month(lines: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    months: dict[str, list[dict[str, Any]]] = {}
    for line in lines:
        months.setdefault(line["t"][:7], []).append({k: v for k, v in line.items() if k not in ("v", "prev")})
    return months


def opened(desk: Any, address: str) -> tuple[Any, list[str]]:
    """A page, and what the browser complains of."""
    page, complaints = desk.new_page(), list[str]()
    page.on("console", lambda said: complaints.append(said.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    return page, complaints


@pytest.mark.long(20)
def test_a_game_of_each_kind_is_proved_and_a_forged_line_is_not(desk, site):
    address, paths = site
    assert len(paths) >= 12
    shown = 0
    for path in paths.values():
        page, complaints = opened(desk, address + path)
        page.click("#prove")
        assert "Proved:" in page.inner_text("#verdict")
        shown += page.locator("#steps tbody tr").count()
        page.fill("#lines", re.sub(r'("scores?":\[?)', r"\g<1>9", page.input_value("#lines")))
        page.click("#prove")
        assert "Not proved:" in page.inner_text("#verdict")
        assert complaints == []
        page.close()
    assert shown > 100, "moves in the tables"


def test_a_film_is_played(desk, site):
    address, paths = site
    page, complaints = opened(desk, address + next(iter(paths.values())))
    assert page.evaluate("document.querySelector('img').naturalWidth") == 1280
    page.click("#film")
    page.wait_for_selector("#player .xterm-rows")
    page.wait_for_function("document.querySelector('#player .xterm-rows').textContent.trim().length > 40")
    assert complaints == []
    page.close()


def test_the_board_draws_a_film_when_somebody_asks(desk, site, live):
    path = next(iter(site[1].values()))
    page, complaints = opened(desk, address(live) + path)
    assert page.evaluate("document.querySelector('img').naturalWidth") == 1280
    page.click("#film")
    page.locator("#player .xterm-rows", has_text=re.compile(r"\w{4}")).wait_for()
    assert complaints == []
    page.route("**/film.cast", lambda route: route.fulfill(status=503, body="Please try again."))
    page.reload()
    page.click("#film")
    page.locator("#no-film", has_text="Please try again.").wait_for()
    page.close()


def test_who_is_on_is_asked_again(desk, live):
    page = desk.new_page()
    page.clock.install()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text))
    page.goto(f"{address(live)}who/")
    assert "Nobody is on" in page.inner_text("main")
    Page(desk, live).log_on("Alice")
    page.clock.fast_forward(31_000)
    page.locator("main", has_text="Alice").wait_for()
    assert complaints == []


@pytest.mark.parametrize("screen", [(1280, 800), (390, 844)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_public_pages_are_as_wide_as_the_screen_and_can_be_read_without_scripts(
    chromium, site, played, screen
):
    root, paths = site
    context = chromium.new_context(
        viewport=dict(zip(("width", "height"), screen, strict=True)), java_script_enabled=False
    )
    page = context.new_page()
    for path in (*every_kind(played), *paths.values()):
        page.goto(root + path)
        wide = page.locator("html").evaluate("html => html.scrollWidth")
        assert wide <= screen[0], path
        assert page.locator("h1").count() == 1 and page.locator("main").inner_text().strip(), path
    context.close()


@pytest.mark.skipif(not AXE.exists(), reason="no axe-core in node_modules")
@pytest.mark.long(20)
def test_axe_finds_nothing_on_any_public_page(chromium, site, live, played):
    root, paths = site
    context = chromium.new_context(bypass_csp=True)
    game = next(iter(paths.values()))
    one_of_each = {(path.split("/")[0], path.count("/")): path for path in (*every_kind(played), game)}
    pages = [root + path for path in one_of_each.values()]
    for one in (*pages, f"{address(live)}who/", address(live) + game):
        page, complaints = opened(context, one)
        check_axe(page)
        assert complaints == []
        page.close()
    context.close()
