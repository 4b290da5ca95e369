"""The certificate of the listeners that speak TLS. It is read again when its files change."""

from __future__ import annotations

import logging
import ssl
from collections.abc import Callable
from pathlib import Path

from door.ui.catalogue import tr

log = logging.getLogger("door.net")


class BadCertificate(Exception):
    """The certificate or its key can't be used. The text is one sentence."""


def load_context(certificate: Path, key: Path) -> ssl.SSLContext:
    """Return a context with that certificate and its key, which are PEM files. Raises BadCertificate."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    for path in (certificate, key):
        try:
            path.open("rb").close()
        except OSError as error:
            raise BadCertificate(f"{path}: {(error.strerror or str(error)).lower()}") from None
    try:
        context.load_cert_chain(certificate, key, password=lambda: b"")  # never ask on the terminal
    except (ssl.SSLError, OSError, ValueError) as error:
        why = getattr(error, "reason", None) or str(error)
        raise BadCertificate(tr.check.bad_certificate(certificate=certificate, key=key, why=why)) from None
    return context


class Certificate:
    """The certificate in force. `files()` may name other files at any time. Raises BadCertificate at first;
    later a bad one is an error in the log, and the one before stays."""

    def __init__(self, files: Callable[[], tuple[Path, Path]]) -> None:
        self._files = files
        self._seen = self._state()
        self._context = load_context(*files())

    def __call__(self) -> ssl.SSLContext:
        if (state := self._state()) != self._seen:
            self._seen = state
            try:
                self._context = load_context(*self._files())
                log.info("tls: the certificate in %s is used from now on", self._files()[0])
            except BadCertificate as error:
                log.error("tls: %s; the certificate from before is still used", error)
        return self._context

    def _state(self) -> list[tuple[Path, int, int]]:
        """Return what tells whether the files are others than before."""
        return [(path, *_version(path)) for path in self._files()]


def _version(path: Path) -> tuple[int, int]:
    try:
        state = path.stat()
    except OSError:
        return 0, 0
    return state.st_mtime_ns, state.st_ino
