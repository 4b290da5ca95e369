"""The caller on a call, and the call's history. It uses no clock, file or network."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from door.net import sanitize
from door.net.line import Hints
from door.records.callers.caller_file import Caller
from door.records.journal.lines import caller_key

OWN_RULES: Final = frozenset({"pipe", "local", "host"})
"""Kinds of calls without hours and levels: the board's console, and another board's menu."""


class Identity:
    """The caller on a call.

    - `kind` is the connection's (`Hints.kind`), and `address` its source.
    - `console`: it is the board's own account on a sysop's page, not a caller.
    - `own_rules`: this board's hours and levels don't apply.
    - `private`: nobody on the way can read the line, because it is encrypted or stays on this machine.
    - `caller` is the caller's file as last read. Guests, consoles and the log-on page have none.
    - `open`: on this call they would like to play.
    - `admitted` is the time of the log-on, `since` the last call before it (RFC 3339 UTC, or "").
    """

    def __init__(self, hints: Hints, console: bool = False) -> None:
        self.kind, self.address, self.console = hints.kind, hints.address, console
        here = sanitize.ip_address(hints.address)
        self.own_rules = console or hints.kind in OWN_RULES
        self.private = hints.encrypted or self.own_rules or (here is not None and here.is_loopback)
        self.offered = hints.handle if hints.kind in ("ssh", "rlogin") else ""
        self.handle = self.admitted = self.since = ""
        self.caller: Caller | None = None
        self.guest = False
        self.misses = 0
        self.unsaved: list[Callable[[Caller], Caller]] = []  # pending changes of the file
        self.choices: dict[str, str] = {}
        self.ignored_here: frozenset[str] = frozenset()
        self.open = False

    @property
    def local(self) -> bool:
        """True if the call comes from this machine's terminal or a pipe."""
        return self.kind in ("pipe", "local")

    def choose(self, key: str, value: str) -> None:
        """Record a setting chosen before the log-on. Later ones go to the caller's file."""
        if not self.admitted:
            self.choices[key] = value

    def forget(self) -> None:
        """Undo a log-on that has failed half-way."""
        self.handle = self.admitted = self.since = ""
        self.caller, self.guest = None, False

    def set_caller(self, caller: Caller | None) -> None:
        """Replace the caller's file."""
        if self.caller is None and caller is not None:
            self.since = caller.last_call
        self.caller = caller

    # -- ignored callers

    def ignores(self, handle: str) -> bool:
        here = caller_key(handle) in self.ignored_here
        return here or (self.caller is not None and self.caller.ignores(handle))

    @property
    def ignored_keys(self) -> frozenset[str]:
        return self.ignored_here.union(map(caller_key, self.caller.ignored if self.caller else ()))

    def ignore_here(self, handle: str, ignored: bool) -> None:
        key = {caller_key(handle)}
        self.ignored_here = self.ignored_here | key if ignored else self.ignored_here - key


class CallHistory:
    """The doors opened on this call, in order, and the games ended (door and score)."""

    def __init__(self) -> None:
        self.doors: tuple[str, ...] = ()
        self.games: tuple[tuple[str, int], ...] = ()

    def visit(self, slug: str) -> None:
        if slug not in self.doors:
            self.doors += (slug,)
