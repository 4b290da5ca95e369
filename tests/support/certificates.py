"""Certificates for tests of TLS."""

import datetime
import ssl
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

DAY = datetime.timedelta(days=1)


def trusting() -> ssl.SSLContext:
    """What a client has that asks for no proof."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def write_certificate(folder: Path, name: str, days: int = 90, of: str = "localhost") -> tuple[Path, Path]:
    """Write a certificate of that name and its key, in place of those that are there. Return their paths.

    It is for the host `of`, and ends in that many days.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    own = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(
            own, own, key.public_key(), x509.random_serial_number(), now - 99 * DAY, now + days * DAY
        )
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(of)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    paths = folder / "board.pem", folder / "board.key"
    paths[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return paths
