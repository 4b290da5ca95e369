"""A door on another machine as a file describes it, and a caller as the other side knows them."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from door.ui.sentence import MaybeSaid
from door.ui.texts import tr

FarKind = Literal["rlogin", "telnet", "ssh", "bbslink", "doorparty"]
PORTS: Final = {"rlogin": 513, "telnet": 23, "ssh": 22, "bbslink": 80, "doorparty": 2022}
BBSLINK, DOORPARTY = "games.bbslink.net", "dp.throwbackbbs.com"

_ADDRESS: Final = re.compile(
    r"(?:(?P<user>[^@/\s]{1,40})@)?(?:\[(?P<v6>[0-9A-Fa-f:.]{2,45})\]|(?P<host>[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?))"
    r"(?::(?P<port>[0-9]{1,5}))?(?:/(?P<door>[\w.-]{1,30}))?",
    re.ASCII,
)


class FarError(Exception):
    """The other side can't be reached, or refuses. `why` is a sentence for the caller. The text is the reason
    for the log."""

    def __init__(self, why: MaybeSaid, reason: str) -> None:
        super().__init__(reason)
        self.why = why


class FarAddress(NamedTuple):
    """A host and its port, perhaps with a user, and with a door there."""

    host: str
    port: int
    user: str = ""
    door: str = ""


def parse_address(text: str, kind: FarKind) -> FarAddress:
    """Parse `HOST`, `HOST:PORT` or `[IPv6]:PORT`: with `USER@` before it for SSH, with `/DOOR` behind it for
    rlogin. ValueError says what was expected."""
    found = _ADDRESS.fullmatch(text)
    parts = found.groupdict() if found else {}
    port = int(parts.get("port") or PORTS[kind])
    bad = not parts or not 0 < port < 65536
    if parts.get("v6"):
        try:
            ipaddress.IPv6Address(parts["v6"])
        except ValueError:
            bad = True
    if bad or (parts["user"] and kind != "ssh") or (parts["door"] and kind != "rlogin"):
        raise ValueError(tr.must.be_far_place(text=repr(text[:60]), form=FORMS[kind]))
    return FarAddress(parts["v6"] or parts["host"], port, parts["user"] or "", parts["door"] or "")


FORMS: Final = {
    "rlogin": "HOST, HOST:PORT, HOST/DOOR", "telnet": "HOST, HOST:PORT", "ssh": "USER@HOST, USER@HOST:PORT"
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class FarDoor:
    """A door elsewhere. Callers see its `name`.

    - `login`: the caller's name for the other side, with placeholders. `password`: what rlogin sends as the
      first name, SSH's and DoorParty's password, or "".
    - `door`: a door there, by its code. `command`: what SSH runs instead of a shell.
    - `key`: an SSH private key. `strips_telnet`: the other side speaks telnet on its rlogin port.
    - `system`, `auth`, `scheme` are BBSLink's codes, `tag` is DoorParty's.
    - `telnet`: BBSLink's port for players; `rlogin`: DoorParty's.
    """

    kind: FarKind
    name: str
    host: str
    port: int
    login: str = ""
    password: str = field(default="", repr=False)
    door: str = ""
    command: str = ""
    key: str = field(default="", repr=False)
    strips_telnet: bool = False
    system: str = ""
    auth: str = field(default="", repr=False)
    scheme: str = field(default="", repr=False)
    tag: str = ""
    telnet: int = 23
    rlogin: int = 513

    @property
    def at(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


class FarCaller(NamedTuple):
    """A caller as the other side knows them: a name, the window, the terminal, and a number that stays the
    same."""

    login: str
    cols: int
    rows: int
    terminal: str
    number: int = 0
