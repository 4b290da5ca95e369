"""The board in Firefox: its picture, a log-on, the page of lines.

It wants firefox-esr and node on the path and the package puppeteer-core in node_modules, which `.ci/run`
installs. Any message on the browser's console fails the test.
"""

import base64
import io
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from boardroom import PASSWORD
from served import ready_folder, served

ROOT = Path(__file__).parents[2]
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
NODE = shutil.which("node")
pytestmark = [
    pytest.mark.whole("browser"),
    pytest.mark.skipif(FIREFOX is None, reason="no Firefox"),
    pytest.mark.skipif(NODE is None, reason="no node"),
    pytest.mark.skipif(
        not (ROOT / "node_modules" / "puppeteer-core").is_dir(), reason="no puppeteer-core in node_modules"
    ),
]


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What Firefox saw on its calls."""
    folder = ready_folder(tmp_path_factory.mktemp("web"), "Alice", motion="off")
    with served(folder, "--telnet", "127.0.0.1:0", "--ssh", "off", "--web", "127.0.0.1:0") as board:
        ran = subprocess.run(
            [str(NODE), Path(__file__).with_name("firefox.mjs"), f"http://127.0.0.1:{board.port('web')}",
             str(FIREFOX), "Alice", PASSWORD],
            capture_output=True, text=True, timeout=240,
        )  # fmt: skip
    assert ran.returncode == 0, ran.stderr[-3000:]
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def test_the_picture_is_the_board_s_own_pixel_for_pixel(seen):
    from pictures import after_bytes, picture_in_all_colours
    from PIL import Image, ImageChops

    cols, rows = seen["size"]
    ours = picture_in_all_colours(after_bytes(cols, rows, bytes(seen["got"])))
    shot = Image.open(io.BytesIO(base64.b64decode(seen["shot"]))).convert("RGB")
    theirs = shot.resize(ours.size, Image.Resampling.NEAREST)
    assert ImageChops.difference(ours, theirs).getbbox() is None


def test_a_log_on_in_the_terminal_and_on_the_page_of_lines(seen):
    assert "Main Menu" in seen["menu"] and "Main menu command?" in seen["said"]
    assert PASSWORD not in seen["said"] and seen["complaints"] == []
