"""A folder whose permissions count even when the tests are root's."""

import codecs
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

NOBODY = 65534


@contextmanager
def unprivileged(lay: Callable[[Path], None] = lambda folder: None) -> Iterator[Path]:
    """Yield a new folder in which `lay` has put things, and be somebody for whom its modes hold; root again
    afterwards."""
    folder, root = Path(tempfile.mkdtemp(prefix="door-unprivileged-")), os.geteuid() == 0
    codecs.lookup("utf-8-sig")  # nobody may not read root's Python, and a failed look-up is remembered
    lay(folder)
    if root:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
        os.seteuid(NOBODY)
    try:
        yield folder
    finally:
        if root:
            os.seteuid(0)
        for path, _, _ in os.walk(folder):
            Path(path).chmod(0o700)
        shutil.rmtree(folder)
