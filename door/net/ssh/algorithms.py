"""The SSH algorithms that a client is offered, by its version line.

Guarantees: nothing here is broken, and every list has strict key exchange (the fix for Terrapin). A client's
version arrives before our lists are sent. Both sides sign it, so nobody in between can change it unseen.

    modern   OpenSSH from 9.9 on, which always has ML-KEM: only exchanges that a quantum computer
             cannot break later, only encrypt-then-MAC, only Ed25519. Nothing weaker is offered.
    wide     all others. OpenSSH before 9.9, PuTTY and libssh lack ML-KEM; SyncTERM from 1.10
             has it, but knows AES-CTR with plain HMAC-SHA-2 only.
    cryptlib SyncTERM before 1.10 and NetRunner: RSA host keys, NIST's curve and groups of 2048
             bits and more. Only they are offered group exchange, in which the client chooses the size.

SHA-1, CBC, MD5, DSA and 64-bit tags are on no list. Nor is ChaCha20, because a client that was never patched
against Terrapin is still safe with AES.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from asyncssh.kex import get_kex_algs

ED25519: Final = b"ssh-ed25519"
RSA: Final = b"rsa-sha2-256"
"""One hash for all, because asyncssh keeps the choice on the key itself."""

QUANTUM_SAFE: Final = b"mlkem768x25519-sha256"


class Algorithms(NamedTuple):
    """The algorithms to offer, best first. `host_keys` are the types of ours that may be used."""

    kex: tuple[bytes, ...]
    ciphers: tuple[bytes, ...]
    macs: tuple[bytes, ...]
    host_keys: tuple[bytes, ...]


_STRONG_MACS: Final = (b"hmac-sha2-256-etm@openssh.com", b"hmac-sha2-512-etm@openssh.com")
_CIPHERS: Final = (
    b"aes256-gcm@openssh.com", b"aes128-gcm@openssh.com", b"aes256-ctr", b"aes192-ctr", b"aes128-ctr",
)  # fmt: skip

WIDE: Final = Algorithms(
    kex=(
        *((QUANTUM_SAFE,) if QUANTUM_SAFE in get_kex_algs() else ()),
        b"curve25519-sha256", b"curve25519-sha256@libssh.org", b"ecdh-sha2-nistp256",
        b"diffie-hellman-group16-sha512", b"diffie-hellman-group14-sha256",
    ),
    ciphers=_CIPHERS,
    macs=(*_STRONG_MACS, b"hmac-sha2-256", b"hmac-sha2-512"),
    host_keys=(ED25519, RSA),
)  # fmt: skip
MODERN: Final = (
    Algorithms((QUANTUM_SAFE,), _CIPHERS, _STRONG_MACS, (ED25519,)) if QUANTUM_SAFE in WIDE.kex else WIDE
)
CRYPTLIB: Final = WIDE._replace(kex=(*WIDE.kex, b"diffie-hellman-group-exchange-sha256"), host_keys=(RSA,))

_OPENSSH: Final = re.compile(r"SSH-2\.0-OpenSSH_(\d{1,4})\.(\d{1,4})")
_FIRST_WITH_ML_KEM: Final = (9, 9)


def algorithms_for(version: str) -> Algorithms:
    """Return what to offer a client whose version line (`SSH-2.0-…`) is `version`."""
    if version.startswith("SSH-2.0-cryptlib"):
        return CRYPTLIB
    found = _OPENSSH.match(version)
    return MODERN if found and (int(found[1]), int(found[2])) >= _FIRST_WITH_ML_KEM else WIDE
