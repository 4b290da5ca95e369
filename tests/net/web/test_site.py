"""The pages of the web listener, and the files they need."""

import gzip
import hashlib
import json
import re
from collections.abc import Awaitable
from http import HTTPStatus
from importlib.resources import files

import pytest

from door.net.web.http import Request
from door.net.web.site import POLICY, DiskFile, FilePart, NotNow, RedirectTo, Site, WebAnswer, make_files

FILES = make_files()
VENDOR = files("door.net.web") / "vendor"


def get(path: str, site: Site | None = None, address: str = "192.0.2.1", **headers: str) -> WebAnswer:
    named = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    page = (site or Site(FILES)).page(Request("GET", path, "", named, True), address)
    assert isinstance(page, WebAnswer)
    return page


def test_every_file_that_a_page_names_is_served_and_none_comes_from_elsewhere():
    for path, file in FILES.items():
        if path.endswith((".mjs", ".xterm.css")) or "/s/xterm." in path:
            continue
        text = file.body.decode("utf-8", "replace")
        assert "{{" not in text.replace("${", "")
        for named in re.findall(r"/s/[\w.-]+", text):
            assert named in FILES
        assert not re.search(r"(src|href|url\(|from )=?['\"(]?https?:", text), path


def test_a_page_is_checked_each_time_and_a_file_is_kept():
    page = get("/")
    assert page.status is HTTPStatus.OK and page.headers["Cache-Control"] == "no-cache"
    assert page.headers["Content-Security-Policy"] == POLICY and "unsafe" not in POLICY
    assert get("/", if_none_match=page.headers["ETag"]).status is HTTPStatus.NOT_MODIFIED
    script = next(path for path in FILES if path.startswith("/s/terminal.") and path.endswith(".js"))
    assert "immutable" in get(script).headers["Cache-Control"]
    small = get(script, accept_encoding="gzip, deflate")
    assert small.headers["Content-Encoding"] == "gzip"
    assert isinstance(small.body, bytes)
    assert gzip.decompress(small.body) == get(script).body


def test_a_doors_page_is_the_terminal_or_the_page_of_lines():
    site = Site(FILES, plays=lambda slug: slug == "shutbox")
    assert get("/play/shutbox", site).body == get("/", site).body
    assert get("/play/shutbox/plain", site).body == get("/plain", site).body
    for path in ("/play/chess", "/play/", "/play/shutbox/", "/play/shutbox/x", "/play/SHUTBOX"):
        assert get(path, site).status is HTTPStatus.NOT_FOUND


def test_pages_of_other_sites_read_the_json_and_the_feed_of_a_board_with_a_public_address():
    shared = "Access-Control-Allow-Origin"
    known, unknown = (
        Site(FILES, public=lambda path, who: b"{}", known=lambda so=so: so) for so in (True, False)
    )
    for path in ("/api/v1/board.json", "/api/v1/months/2026-11.json", "/feed.atom"):
        page = get(path, known)
        assert page.headers[shared] == "*" and shared not in get(path, unknown).headers
        again = get(path, known, if_none_match=page.headers["ETag"])
        assert again.status is HTTPStatus.NOT_MODIFIED and again.headers[shared] == "*"
    for path in ("/", "/games/", "/journal/head", "/yours/x/feed.atom", "/who/"):
        assert shared not in get(path, known).headers


def test_the_first_load_is_small():
    sizes = [len(file.small or file.body) for file in FILES.values()]
    assert sum(sizes) < 200 * 1024


@pytest.mark.parametrize(
    "path", ["/../pyproject.toml", "/s/", "/s/../http.py", "//", "/%2e%2e/", "/s/xterm.mjs"]
)
def test_no_other_path_leads_anywhere(path):
    assert get(path).status is HTTPStatus.NOT_FOUND


def test_a_public_page_is_sent_as_it_is_and_a_folder_without_its_slash_is_corrected(tmp_path):
    (tmp_path / "index.html").write_bytes(b"games" * 1000)
    found = {
        "/games/": DiskFile(tmp_path / "index.html", "stamp"),
        "/gone/": DiskFile(tmp_path / "gone.html", "stamp"),
        "/who/": b"<h1>Who</h1>",
        "/film.cast": NotNow("Wait."),
        "/games": RedirectTo("/games/"),
    }
    site = Site(FILES, public=lambda path, address: found.get(path))
    page = get("/games/", site, accept_encoding="gzip")
    assert page.body == b"games" * 1000 and "Content-Encoding" not in page.headers
    assert page.headers["Content-Security-Policy"] == POLICY
    assert get("/games/", site, if_none_match='"stamp"').status is HTTPStatus.NOT_MODIFIED
    assert get("/games", site).headers["Location"] == "/games/"
    assert get("/gone/", site).status is HTTPStatus.NOT_FOUND
    who = get("/who/", site)
    assert (who.body, who.headers["Cache-Control"]) == (found["/who/"], "no-cache")
    assert who.headers["Content-Type"].startswith("text/html")
    same = get("/who/", site, if_none_match=who.headers["ETag"])
    assert (same.status, same.body) == (HTTPStatus.NOT_MODIFIED, b"")
    wait = get("/film.cast", site)
    assert (wait.status, wait.body, wait.headers["Retry-After"]) == (503, b"Wait.\n", "60")


RANGES = [
    ("bytes=0-0", 206, b"a", "bytes 0-0/10"), ("bytes=8-99", 206, b"ij", "bytes 8-9/10"),
    ("bytes=7-", 206, b"hij", "bytes 7-9/10"), ("bytes=-2", 206, b"ij", "bytes 8-9/10"),
    ("bytes=-99", 206, b"abcdefghij", "bytes 0-9/10"), ("bytes=10-", 416, b"", "bytes */10"),
    ("bytes=5-2", 416, b"", "bytes */10"), ("bytes=-0", 416, b"", "bytes */10"),
    ("bytes=0-1,4-5", 200, b"abcdefghij", None), ("lines=0-1", 200, b"abcdefghij", None),
    ("bytes=-", 206, b"abcdefghij", "bytes 0-9/10"), (f"bytes={'9' * 30}-", 200, b"abcdefghij", None),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "status", "body", "told"), RANGES)
def test_a_part_of_a_file(tmp_path, asked, status, body, told):
    kept = DiskFile(tmp_path / "2026-11.jsonl", "stamp")
    kept.path.write_bytes(b"abcdefghij")
    site = Site(FILES, public=lambda path, address: kept)
    page = get("/journal/2026-11.jsonl", site, range=asked)
    assert (page.status, page.body, page.headers.get("Content-Range")) == (status, body, told)
    assert page.headers["Accept-Ranges"] == "bytes" and page.headers["Content-Type"] == "application/jsonl"
    whole = get("/journal/2026-11.jsonl", site, range=asked, if_range='"older"')
    assert (whole.status, whole.body) == (200, b"abcdefghij"), "the file is another one now"


def test_a_large_file_is_never_in_memory_as_a_whole(tmp_path):
    kept = DiskFile(tmp_path / "large.jsonl", "stamp")
    with kept.path.open("wb") as file:
        file.truncate(1 << 30)
    site = Site(FILES, public=lambda path, address: kept)
    page = get("/large.jsonl", site)
    assert page.body == FilePart(kept.path, 0, 1 << 30) and page.size == 1 << 30
    assert get("/large.jsonl", site, range="bytes=-100000").body == FilePart(
        kept.path, (1 << 30) - 100_000, 100_000
    )


async def test_monitors_are_answered_at_trusted_addresses_only():
    why = ""

    async def ready() -> str:
        return why

    async def status() -> HTTPStatus:
        page = site.page(Request("GET", "/readyz", "", (), True), "127.0.0.1")
        assert isinstance(page, Awaitable)
        return (await page).status

    site = Site(FILES, ready, lambda address: address == "127.0.0.1")
    assert get("/metrics", site, "127.0.0.1").status is HTTPStatus.NOT_FOUND, "it has a listener of its own"
    assert get("/readyz", site).status is HTTPStatus.FORBIDDEN
    assert await status() is HTTPStatus.OK
    why = "The board is closing."
    assert await status() is HTTPStatus.SERVICE_UNAVAILABLE
    assert get("/healthz", site, "127.0.0.1").body == b"ok\n"


def test_other_people_s_files_are_those_of_the_manifest():
    manifest = json.loads((VENDOR / "manifest.json").read_text())
    present = {one.name for one in VENDOR.iterdir()} - {"manifest.json"}
    assert {one["file"] for one in manifest} | {one["licence_file"] for one in manifest} == present
    for one in manifest:
        assert hashlib.sha256((VENDOR / one["file"]).read_bytes()).hexdigest() == one["sha256"], one["file"]


def test_a_browser_that_asks_for_nothing_is_led_home_and_a_program_reads_a_sentence():
    site = Site(lost=lambda: b"<h1>No such page</h1>")
    page = get("/nothing", site, accept="text/html,application/xhtml+xml")
    assert page.status is HTTPStatus.NOT_FOUND and page.body == b"<h1>No such page</h1>"
    assert page.headers["Content-Type"].startswith("text/html")
    for found in (get("/nothing", site), get("/nothing", Site(), accept="text/html")):
        assert found.status is HTTPStatus.NOT_FOUND and found.headers["Content-Type"].startswith("text/plain")


def _luminance(colour: str) -> float:
    digits = colour if len(colour) == 6 else "".join(digit * 2 for digit in colour)
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.2, "contrast ratio")."""
    dark, light = sorted(map(_luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def test_the_page_of_lines_can_be_read_by_day_and_by_night():
    sheet = files("door.net.web").joinpath("static/plain.css").read_text("utf-8")
    night, day = (dict(re.findall(r"--(\w+): #([0-9a-f]+);", part)) for part in sheet.split("@media")[:2])
    assert night.keys() == day.keys() and not re.findall(r"#[0-9a-f]{3}\b", sheet.partition("\nbody")[2])
    for look in (night, day):
        for text, grounds in {
            **dict.fromkeys(("ink", "title", "second", "third"), ("ground",)),
            "strong": ("key", "field", "offer"),
        }.items():
            assert all(_contrast(look[text], look[ground]) >= 4.5 for ground in grounds), (text, look)
        assert _contrast(look["edge"], look["ground"]) >= 3 and _contrast(look["focus"], look["ground"]) >= 3
