"""What SSH clients of every age are offered: judged by ssh-audit, and tried by clients of each kind."""

import asyncio
import json
import shutil
import sys
from functools import cache
from typing import Any

import asyncssh
import pytest
from effort import PATIENCE
from ssh_kit import HOST_KEY, Accounts, connected, session
from wire import EchoBoard

from door.net.ssh.algorithms import CRYPTLIB, MODERN, WIDE, algorithms_for
from door.net.ssh.server import SshListener


@cache
def old_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-rsa", key_size=3072)


NO_QUANTUM = "does not provide protection against post-quantum attacks"
PLAIN_MAC = "using encrypt-and-MAC mode"


class Board:
    """A listener that began with one host key, and has both by now."""

    async def __aenter__(self) -> int:
        board = EchoBoard()
        self.listener = SshListener("127.0.0.1", 0, board.run, host_keys=[HOST_KEY], auth=Accounts())
        port = (await self.listener.start())[1]
        self.listener.show([HOST_KEY, old_key()])
        return port

    async def __aexit__(self, *_: object) -> None:
        await self.listener.close()


async def audited(port: int, version: str = "") -> tuple[int, dict[str, Any]]:
    """ssh-audit's exit code (2 for a warning, 3 for a failure) and its findings; as it names itself,
    or calling itself `version`."""
    pytest.importorskip("ssh_audit")
    code = "import sys, ssh_audit.globals as g\n"
    code += f"g.SSH_HEADER = 'SSH-{{0}}-{version}'\n" if version else ""
    code += "from ssh_audit.ssh_audit import main\nsys.exit(main())"
    ran = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, "-j", "-p", str(port), "127.0.0.1", stdout=asyncio.subprocess.PIPE
    )
    out, _ = await asyncio.wait_for(ran.communicate(), PATIENCE)
    return ran.returncode or 0, json.loads(out)


def findings(audit: dict[str, Any], grade: str) -> dict[str, set[str]]:
    """Algorithms by what ssh-audit says against them."""
    found: dict[str, set[str]] = {}
    for kind in ("kex", "key", "enc", "mac"):
        for item in audit[kind]:
            for text in item["notes"].get(grade, []):
                found.setdefault(text, set()).add(item["algorithm"])
    return found


@pytest.mark.whole("ssh-audit")
async def test_ssh_audit_finds_no_failure_and_no_warning():
    async with Board() as port:
        code, audit = await audited(port)
    assert not findings(audit, "fail") and not findings(audit, "warn")
    assert code == 0 and not any("Terrapin" in note for note in audit.get("additional_notes", []))
    offered = {item["algorithm"] for item in audit["kex"]}
    assert {"mlkem768x25519-sha256", "kex-strict-s-v00@openssh.com"} <= offered


async def test_what_ssh_audit_says_of_the_offer_to_older_clients():
    """All of it is written down in docs/security.md: nothing broken, and nothing but these two."""
    async with Board() as port:
        _, audit = await audited(port, "OpenSSH_9.2p1")
    weak = findings(audit, "warn")
    assert weak.pop(NO_QUANTUM) == {name.decode() for name in WIDE.kex[1:]}
    assert weak.pop(PLAIN_MAC) == {"hmac-sha2-256", "hmac-sha2-512"}
    assert weak.pop("2048-bit modulus only provides 112-bits of symmetric strength") == {
        "diffie-hellman-group14-sha256"
    }
    assert not weak
    [(curve, named)] = findings(audit, "fail").items()
    assert "elliptic curves" in curve and named == {"ecdh-sha2-nistp256"}


def test_who_is_offered_what():
    modern = ("OpenSSH_9.9", "OpenSSH_9.9p2 Debian-1", "OpenSSH_10.0p2", "OpenSSH_for_Windows_10")
    older = (
        "OpenSSH_9.2p1 Debian-2+deb12u10",
        "OpenSSH_8.9",
        "PuTTY_Release_0.78",
        "SyncTERM_1.10a",
        "x",
        "",
    )
    assert [algorithms_for(f"SSH-2.0-{name}") for name in modern] == [MODERN, MODERN, MODERN, WIDE]
    assert all(algorithms_for(f"SSH-2.0-{name}") == WIDE for name in older)
    assert algorithms_for("SSH-2.0-cryptlib") == algorithms_for("SSH-2.0-cryptlib(SBBS)") == CRYPTLIB
    assert algorithms_for("") == algorithms_for("SSH-2.0-OpenSSH_99999999999.9") == WIDE


@pytest.mark.parametrize("offer", [WIDE, MODERN, CRYPTLIB])
def test_nothing_broken_is_on_any_list(offer):
    names = [name for part in offer for name in part]
    assert len(names) == len(set(names))
    for name in names:
        assert not any(bad in name for bad in (b"sha1", b"cbc", b"md5", b"dss", b"arcfour", b"-64", b"3des"))
        assert name != b"ssh-rsa"


CLIENTS = {
    "OpenSSH_10.2": ("mlkem768x25519-sha256", "aes128-gcm@openssh.com", None, "ssh-ed25519"),
    "SyncTERM_1.10a": ("mlkem768x25519-sha256", "aes256-ctr", "hmac-sha2-256", "ssh-ed25519"),
    "cryptlib(SBBS)": ("diffie-hellman-group-exchange-sha256", "aes256-ctr", "hmac-sha2-256", "rsa-sha2-256"),
    "cryptlib": ("diffie-hellman-group14-sha256", "aes128-ctr", "hmac-sha2-256", "rsa-sha2-256"),
    "libssh_0.9.6": ("curve25519-sha256", "aes256-gcm@openssh.com", None, "rsa-sha2-256"),
    "PuTTY_Release_0.70": (
        "ecdh-sha2-nistp256",
        "aes256-ctr",
        "hmac-sha2-256-etm@openssh.com",
        "ssh-ed25519",
    ),
}


@pytest.mark.parametrize("name", CLIENTS)
async def test_a_client_that_knows_only_this_comes_in(name):
    """Each is asyncssh with that client's name and nothing but what that client has."""
    kex, cipher, mac, key = CLIENTS[name]
    only: dict[str, Any] = {"kex_algs": [kex], "encryption_algs": [cipher], "server_host_key_algs": [key]}
    only |= {"mac_algs": [mac]} if mac else {}
    async with Board() as port, connected(port, client_version=name, **only) as connection:
        process = await session(connection, "syncterm")
        assert await asyncio.wait_for(process.stdout.readexactly(2), PATIENCE) == b"> "
        assert connection.get_extra_info("send_cipher") == cipher


async def test_a_modern_client_cannot_be_talked_down():
    async with Board() as port:
        with pytest.raises(asyncssh.KeyExchangeFailed):
            async with connected(port, client_version="OpenSSH_10.2", kex_algs=["curve25519-sha256"]):
                pass


@pytest.mark.skipif(not shutil.which("ssh"), reason="ssh is not installed")
async def test_openssh_takes_the_best_it_has():
    async with Board() as port:
        ran = await asyncio.create_subprocess_exec(
            "ssh", "-F", "none", "-vv", "-T", "-p", str(port), "-o", "StrictHostKeyChecking=no",
            "-o", "UserKnownHostsFile=/dev/null", "bob@127.0.0.1",
            stdin=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        _, said = await asyncio.wait_for(ran.communicate(), PATIENCE)
    assert b"kex: host key algorithm: ssh-ed25519" in said
    assert b"kex: algorithm: mlkem768x25519-sha256" in said or b"kex: algorithm: curve25519-sha256" in said
    assert b'Use "ssh -t"' in said
