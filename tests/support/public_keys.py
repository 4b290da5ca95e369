"""Public keys for tests of accounts."""

import base64
import os


def key_line() -> tuple[str, bytes]:
    """A new public key, as an OpenSSH line and as bytes. Nobody has the private half."""
    kind = b"ssh-ed25519"
    blob = len(kind).to_bytes(4, "big") + kind + (32).to_bytes(4, "big") + os.urandom(32)
    return f"ssh-ed25519 {base64.b64encode(blob).decode()} somebody@somewhere", blob
