"""An exported cast in asciinema's own player, in a real browser, to its end.

It wants Chromium on the path and the npm package asciinema-player: in node_modules at the root, where
`.ci/run` puts it, or where ASCIINEMA_PLAYER says (the folder with asciinema-player.min.js).
"""

import json
import os
from pathlib import Path

import pytest
from browser import CHROMIUM, browsing
from replayed import finished, played

from door.web.game_files import FileWish, export

ROOT = Path(__file__).parent.parent.parent
BUNDLE = Path(os.environ.get("ASCIINEMA_PLAYER", ROOT / "node_modules/asciinema-player/dist/bundle"))
PAGE = """<!doctype html><meta charset="utf-8"><style>{css}</style><div id="player"></div>
<script>{js}</script><script>
AsciinemaPlayer.create({{data: {cast}}}, document.getElementById("player"), {{autoPlay: true, speed: 20}});
const shown = () => [...document.querySelectorAll(".ap-line")].map(line => line.textContent).join("\\n");
</script>"""


@pytest.mark.whole("browser")
@pytest.mark.skipif(
    not (CHROMIUM and (BUNDLE / "asciinema-player.min.js").exists()),
    reason="no Chromium, or no asciinema-player",
)
@pytest.mark.parametrize("kind", ["cast", "cast3"])
def test_the_player_plays_a_cast_to_its_last_screen(kind):
    stage, _ = played("shutbox", 2)
    game = finished(stage)
    last = f"Move {len(game.sides[0])} of {len(game.sides[0])}"
    cast = export(stage.door.game, game, kind, FileWish(), "").decode()
    css, js = ((BUNDLE / f"asciinema-player.{end}").read_text("utf-8") for end in ("css", "min.js"))
    with browsing() as browser:
        page = browser.new_page()
        page.set_content(PAGE.format(css=css, js=js, cast=json.dumps(cast).replace("</", "<\\/")))
        at_the_end = [last, f"Score: {game.scores[0]}"]
        page.wait_for_function(
            "last => last.every(one => shown().includes(one))", arg=at_the_end, timeout=90_000
        )
