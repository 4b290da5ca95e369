"""The certificate of the listeners that speak TLS. It is read again when its files change."""

from __future__ import annotations

import logging
import ssl
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from door.ui.texts import tr

log = logging.getLogger("door.net")
WARN_BEFORE: Final = timedelta(days=14)


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


def warning_of(certificate: Path, now: datetime, host: str = "") -> str:
    """Return a sentence if the certificate has run out, soon will, or isn't for `host`. Otherwise "".

    `host` is a name or an IP address. A file that isn't a certificate is no matter of this function's.
    """
    from cryptography import x509  # loaded when it is needed

    try:
        first = x509.load_pem_x509_certificate(certificate.read_bytes())
    except (OSError, ValueError):
        return ""
    ends = first.not_valid_after_utc
    if now >= ends:
        return tr.check.certificate_is_over(certificate=certificate, day=f"{ends:%Y-%m-%d}")
    if now >= ends - WARN_BEFORE:
        return tr.check.certificate_ends(certificate=certificate, day=f"{ends:%Y-%m-%d}")
    if host and not any(_fits(host.lower(), name) for name in _names(first)):
        return tr.check.certificate_of_another(certificate=certificate, host=host)
    return ""


def _names(certificate: Any) -> list[str]:
    """Return the names and IP addresses that a certificate is for."""
    from cryptography import x509

    try:
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (x509.ExtensionNotFound, ValueError):
        return []
    addresses = names.get_values_for_type(x509.IPAddress)
    return [*(name.lower() for name in names.get_values_for_type(x509.DNSName)), *map(str, addresses)]


def _fits(host: str, name: str) -> bool:
    return host == name or (name.startswith("*.") and host.partition(".")[2] == name[2:])


class Certificate:
    """The certificate in force. `files()` may name other files at any time. Raises BadCertificate at first;
    later a bad one is an error in the log, and the one before stays. The log warns once a day, from
    `WARN_BEFORE` its end on.
    """

    def __init__(self, files: Callable[[], tuple[Path, Path]]) -> None:
        self._files = files
        self._seen = self._state()
        self._context = load_context(*files())
        self._looked = ""
        self._warn()

    def __call__(self) -> ssl.SSLContext:
        if (state := self._state()) != self._seen:
            self._seen = state
            try:
                self._context = load_context(*self._files())
                log.info("tls: the certificate in %s is used from now on", self._files()[0])
            except BadCertificate as error:
                log.error("tls: %s; the certificate from before is still used", error)
            self._looked = ""
        self._warn()
        return self._context

    def _warn(self) -> None:
        """Look at the certificate's end, once a day."""
        now = datetime.now(UTC)
        if (day := f"{now:%Y-%m-%d}") != self._looked:
            self._looked = day
            if warning := warning_of(self._files()[0], now):
                log.warning("tls: %s", warning)

    def _state(self) -> list[tuple[Path, int, int]]:
        """Return what tells whether the files are others than before."""
        return [(path, *_version(path)) for path in self._files()]


def _version(path: Path) -> tuple[int, int]:
    try:
        state = path.stat()
    except OSError:
        return 0, 0
    return state.st_mtime_ns, state.st_ino
