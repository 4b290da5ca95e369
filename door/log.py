"""The board's log: one line an event, to stderr and to a rotating file.

Failed log-ons read `log-on failed node=N handle='NAME' address=ADDR`, which the fail2ban
filter in docs/sysop.md matches.
"""

from __future__ import annotations

import logging
import sys
import time
from logging.handlers import RotatingFileHandler

from door.settings import Settings

FORMAT = "%(asctime)sZ %(levelname)s %(name)s %(message)s"


def start_log(settings: Settings, console: bool = True) -> None:
    """Sets the log up; a log file that cannot be written is said on stderr, the board runs on."""
    log = logging.getLogger("door")
    log.setLevel(settings.log.level.upper())
    log.propagate = False
    form = logging.Formatter(FORMAT, "%Y-%m-%dT%H:%M:%S")
    form.converter = time.gmtime
    if console:
        handler: logging.Handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(form)
        log.addHandler(handler)
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = settings.log_file
    if path is not None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handler = RotatingFileHandler(
                path, maxBytes=settings.log.kilobytes * 1024, backupCount=settings.log.keep, encoding="utf-8"
            )
            handler.setFormatter(form)
            log.addHandler(handler)
        except OSError as error:
            print(f"{path}: the log cannot be written: {error.strerror}", file=sys.stderr)
    if not log.handlers:
        log.addHandler(logging.NullHandler())
