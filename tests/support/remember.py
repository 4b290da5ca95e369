"""Work that hundreds of boards of one run repeat, with the same outcome each time."""

import gzip
import shutil
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from door.records.files import plain_yaml
from door.term import art


def remember_yaml() -> None:
    """Compose the nodes of a text once. Hundreds of boards read the same few files."""
    known, compose = {}, plain_yaml._Core.get_single_node

    def get_single_node(core):  # type: ignore[no-untyped-def]
        text = core.buffer
        if text not in known:
            known[text] = compose(core)  # or raises, with what the core has read
        return known[text]

    plain_yaml._Core.get_single_node = get_single_node  # type: ignore[method-assign]


def remember_art() -> None:
    """Draw a file of art once. Each `door check` reads all of them."""
    known = cache(art.draw_file)
    art.draw_file = lambda *given: [row[:] for row in known(*given)]  # type: ignore[attr-defined]


def remember_compression() -> None:
    """Compress the web's files once. Each web listener compresses all of them."""
    known = lru_cache(200)(gzip.compress)
    gzip.compress = lambda data, *more, **named: known(bytes(data), *more, **named)


def remember_all() -> None:
    remember_yaml()
    remember_art()
    remember_compression()


def read_ahead() -> None:
    """Read what each new board reads when it starts, so that processes forked from this one needn't."""
    remember_all()
    board, skeleton = import_module("door.server.board"), import_module("door.settings.skeleton")
    import_module("door.net.web.site").make_files()
    for path in (skeleton.SKELETON / "ansi_art").glob("*.ans"):
        art.read_art(path.read_bytes())
    with TemporaryDirectory() as folder:
        config = Path(folder, "config")
        shutil.copytree(skeleton.SKELETON / "config", config)
        board.read_settings(Path(folder))
        turn_web_off(config / "board.yaml")
        board.read_settings(Path(folder))


def turn_web_off(board_file: Path) -> None:
    """Give a new board no web listener."""
    board_file.write_text(board_file.read_text().replace("web: 127.0.0.1:8080", 'web: "off"'))
