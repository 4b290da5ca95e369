"""An exported cast in asciinema's own player, in a real browser, to its end.

It wants Chromium on the path and the npm package asciinema-player: in node_modules at the root, or where
ASCIINEMA_PLAYER says (the folder with asciinema-player.min.js).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

import pytest
from replayed import finished, played

from door.commands.export import Wish, export

ROOT = Path(__file__).parent.parent.parent
BUNDLE = Path(os.environ.get("ASCIINEMA_PLAYER", ROOT / "node_modules/asciinema-player/dist/bundle"))
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PAGE = """<!doctype html><meta charset="utf-8"><title>plays</title><link rel="stylesheet" href="{css}">
<div id="player"></div><script src="{js}"></script><script>
const player = AsciinemaPlayer.create({{data: {cast}}}, document.getElementById("player"),
                                      {{autoPlay: true, speed: 50}});
player.addEventListener("ended", () => {{
  const lines = [...document.querySelectorAll(".ap-line")].map(line => line.textContent);
  document.title = "ended: " + lines.join("|");
}});
</script>"""

pytestmark = pytest.mark.skipif(
    not (CHROMIUM and (BUNDLE / "asciinema-player.min.js").exists()),
    reason="no Chromium, or no asciinema-player",
)


@pytest.mark.parametrize("kind", ["cast", "cast3"])
def test_the_player_plays_a_cast_to_its_last_screen(tmp_path: Path, kind: str) -> None:
    stage, _ = played("shutbox", 2)
    game = finished(stage)
    cast = export(stage.door.game, game, kind, Wish(), "").decode()
    css, js = ((BUNDLE / f"asciinema-player.{end}").resolve().as_uri() for end in ("css", "min.js"))
    page = tmp_path / "page.html"
    page.write_text(PAGE.format(css=css, js=js, cast=json.dumps(cast).replace("</", "<\\/")))
    done = subprocess.run(
        [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/browser",
         "--virtual-time-budget=60000", "--dump-dom", page.as_uri()],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    said = re.search(r"<title>ended: (.*?)</title>", done.stdout, re.S)
    assert said, "it has not come to its end"
    shown = unescape(said[1])
    last = len(game.sides[0])
    assert f"Move {last} of {last}" in shown and f"Score: {game.scores[0]}" in shown
