"""An exported cast in asciinema's own player, in a real browser, to its end.

It wants Chromium on the path and the npm package asciinema-player: in node_modules at the root, where
`.ci/run` puts it, or where ASCIINEMA_PLAYER says (the folder with asciinema-player.min.js).
"""

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from threading import Event, Thread

import pytest
from replayed import finished, played

from door.web.game_files import FileWish, export

ROOT = Path(__file__).parent.parent.parent
BUNDLE = Path(os.environ.get("ASCIINEMA_PLAYER", ROOT / "node_modules/asciinema-player/dist/bundle"))
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
)  # fmt: skip
PAGE = """<!doctype html><meta charset="utf-8"><style>{css}</style><div id="player"></div>
<script>{js}</script><script>
const player = AsciinemaPlayer.create({{data: {cast}}}, document.getElementById("player"),
                                      {{autoPlay: true, speed: 20}});
const shown = () => [...document.querySelectorAll(".ap-line")].map(line => line.textContent).join("\\n");
const told = left => left && !shown().includes({last}) ? setTimeout(told, 50, left - 1)
                                                       : fetch("/", {{method: "POST", body: shown()}});
player.addEventListener("ended", () => told(100));
</script>"""

pytestmark = [
    pytest.mark.whole("browser"),
    pytest.mark.skipif(
        not (CHROMIUM and (BUNDLE / "asciinema-player.min.js").exists()),
        reason="no Chromium, or no asciinema-player",
    ),
]


def posted_by(page: str, profile: Path) -> str:
    """What a page posts once Chromium shows it; one that does not even ask for it is no browser here."""
    posted: Queue[str] = Queue()
    asked = Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.set()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page.encode())

        def do_POST(self) -> None:
            posted.put(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.send_response(204)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.socket.settimeout(5)  # a browser may hang up between being heard and being answered
        Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/"
        try:
            for at in range(2):
                with browser(f"--user-data-dir={profile}{at}", url):
                    if asked.wait(60):
                        return posted.get(timeout=90)
        finally:
            server.shutdown()
    pytest.skip("Chromium does not ask for a page here")


@contextmanager
def browser(*words: str) -> Iterator[None]:
    """Chromium, killed when the block is left: asked to end, it may think about it for ever."""
    process = subprocess.Popen(
        [str(CHROMIUM), *FLAGS, *words],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(30)


@pytest.mark.parametrize("kind", ["cast", "cast3"])
def test_the_player_plays_a_cast_to_its_last_screen(tmp_path, kind):
    stage, _ = played("shutbox", 2)
    game = finished(stage)
    last = f"Move {len(game.sides[0])} of {len(game.sides[0])}"
    cast = export(stage.door.game, game, kind, FileWish(), "").decode()
    css, js = ((BUNDLE / f"asciinema-player.{end}").read_text("utf-8") for end in ("css", "min.js"))
    page = PAGE.format(css=css, js=js, cast=json.dumps(cast).replace("</", "<\\/"), last=json.dumps(last))
    shown = posted_by(page, tmp_path / "browser")
    assert last in shown and f"Score: {game.scores[0]}" in shown
