"""Who is on a call, and what they have done on it.

Law: changed by its own methods alone.  No clock, no file and no network: what is known of the caller
is handed in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from door.net.line import Hints
from door.records.callers.caller_file import Caller
from door.records.journal.lines import caller_key

OWN_RULES: Final = frozenset({"pipe", "local", "host"})
"""Kinds of lines that hours and levels do not apply to: the board's console, another board's menu."""


class Identity:
    """`kind` is how the call came in (`Hints.kind`), `address` from where; a `console` is the board's own
    account at one of the sysop's pages, who is no caller.

    `caller` is the caller's file as last read, None for a guest, a console and before the log-on;
    `admitted` the log-on and `since` the caller's last call before it (RFC 3339 UTC, "" for none)."""

    def __init__(self, hints: Hints, console: bool = False) -> None:
        self.kind, self.address, self.console = hints.kind, hints.address, console
        self.offered = hints.handle if hints.kind in ("ssh", "rlogin") else ""
        self.handle = self.admitted = self.since = ""
        self.caller: Caller | None = None
        self.guest = False
        self.misses = 0
        self.unsaved: list[Callable[[Caller], Caller]] = []  # changes of the file that wait to be written
        self.choices: dict[str, str] = {}
        self._ignored_here: frozenset[str] = frozenset()

    @property
    def local(self) -> bool:
        """Whether the call is from this machine's own terminal or a pipe."""
        return self.kind in ("pipe", "local")

    @property
    def own_rules(self) -> bool:
        """Whether hours and levels are none of this board's matter."""
        return self.console or self.kind in OWN_RULES

    def claim(self, handle: str) -> None:
        """Goes by that handle from now on."""
        self.handle = handle

    def enter_as_guest(self) -> None:
        """Is nobody the board knows."""
        self.guest = True

    def missed(self) -> int:
        """A wrong password; how many that makes on this call."""
        self.misses += 1
        return self.misses

    def choose(self, key: str, value: str) -> None:
        """A choice made before it is known whose it is; one made later is not for here."""
        if not self.admitted:
            self.choices[key] = value

    def log_on(self, handle: str, at: str) -> None:
        """The caller is who they say, at that moment."""
        self.handle, self.admitted = handle, at

    def known(self, caller: Caller | None) -> None:
        """The caller's file as it is now."""
        if self.caller is None and caller is not None:
            self.since = caller.last_call
        self.caller = caller

    # -- whom they do not hear

    def ignores(self, handle: str) -> bool:
        """Whether nothing of that caller's reaches this one."""
        return caller_key(handle) in self.ignored

    @property
    def ignored(self) -> frozenset[str]:
        """Those callers' keys."""
        return self._ignored_here.union(map(caller_key, self.caller.ignored if self.caller else ()))

    def ignore_here(self, handle: str, ignored: bool) -> None:
        """For as long as the call lasts."""
        key = {caller_key(handle)}
        self._ignored_here = self._ignored_here | key if ignored else self._ignored_here - key


class CallHistory:
    """What has happened on the call: the doors opened, in that order, and the games ended, door's name
    and score."""

    def __init__(self) -> None:
        self.doors: tuple[str, ...] = ()
        self.games: tuple[tuple[str, int], ...] = ()

    def visit(self, slug: str) -> None:
        if slug not in self.doors:
            self.doors += (slug,)

    def end_game(self, door: str, score: int) -> None:
        self.games += ((door, score),)
