"""What a sysop does to accounts: one hand, whether it writes in the board or on the command line.

Law: a caller's file is edited under the callers' lock and a running board sees it at its next
look.  What concerns the books (turns, another handle, removal) is a line of the journal as well,
and an account never changes where its line could not be written.

Everything here waits for the disk, and is meant for a thread or a process of its own: the
journal it is given must be nobody else's (the board's own writer has one of its own).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from door.records.callers.caller_file import Caller, CallerError
from door.records.callers.callers import Callers
from door.records.callers.renames import Renames
from door.records.community import letters
from door.records.journal import lines
from door.records.journal.journal import Journal
from door.records.journal.lines import caller_key
from door.records.play.saves import Saves
from door.records.tables.table_files import TableFiles

REASON: Final = 200
"""Characters of a ban's reason, at most."""

HIGHEST: Final = 1000
"""The highest access level, and the most turns granted at once."""

BANNED: Final = "banned by the sysop"
VALIDATED: Final = "You are validated: your games count from now on."
"""What the caller is written then."""


@dataclass(frozen=True, slots=True)
class Accounts:
    """Every method gives a sentence about what was done, and raises RecordsError with one where
    it could not be.

    `doors` are names by slug; `on_books` says whether a handle (its key) has games on the books;
    `by` is the sysop's name, for the journal.
    """

    callers: Callers
    journal: Journal
    saves: Saves
    doors: Mapping[str, str]
    on_books: Callable[[str], bool]
    by: str
    tables: TableFiles

    def search(self, part: str = "") -> list[Caller]:
        """The callers with that in their handles, by handle."""
        return self.callers.all(part.strip())

    # -- the account

    def set_level(self, name: str, text: str) -> str:
        """Another access level."""
        level = _number(text, "An access level", 0)
        caller = self.callers.change(name, lambda c: replace(c, level=level))
        return f"{caller.handle} has access level {level}."

    def set_sysop(self, name: str, text: str) -> str:
        """A sysop from the next call on, or none any more: "yes" or "no"."""
        answer = text.strip().casefold()
        if answer not in ("yes", "no", "y", "n"):
            raise CallerError("Say yes or no.")
        sysop = answer.startswith("y")
        caller = self.callers.change(name, lambda c: replace(c, sysop=sysop))
        return f"{caller.handle} is {'a sysop now' if sysop else 'no sysop'}."

    def ban(self, name: str, reason: str) -> str:
        """Refused from now on, with that reason."""
        reason = reason.strip() or BANNED
        if not reason.isprintable() or len(reason) > REASON:
            raise CallerError(f"A reason is one printable line of at most {REASON} characters.")
        caller = self.callers.change(name, lambda c: replace(c, banned=reason))
        return f"{caller.handle} is banned: {reason}"

    def unban(self, name: str, text: str = "") -> str:
        """Let in again."""
        caller = self.callers.change(name, lambda c: replace(c, banned=""))
        return f"{caller.handle} may call again."

    def change_keys(self, name: str, text: str) -> str:
        """Another SSH key, an OpenSSH public key line; or the key of that number taken away."""
        text = text.strip()
        if not text.isdecimal():
            return f"Added the key to {self.callers.add_key(self.callers.known(name).handle, text).handle}."
        caller = self.callers.known(name)
        if not 1 <= int(text[:6]) <= len(caller.keys):
            raise CallerError(f"{caller.handle} has no key number {text}.")
        gone = caller.keys[int(text) - 1]
        self.callers.change(name, lambda c: replace(c, keys=tuple(key for key in c.keys if key != gone)))
        return f"Removed key {int(text)} of {caller.handle}."

    def validate(self, name: str, text: str = "") -> str:
        """Their games count from now on, which they are written."""
        was = self.callers.known(name)
        if not was.unvalidated:
            return f"{was.handle} is validated already."
        self.callers.change(name, lambda c: replace(c, unvalidated=False))
        box = letters.Letters(self.callers.folder.parent, self.journal.now)
        for one in box.box(letters.SYSOP):
            if one.about == "waits" and caller_key(one.handle) == caller_key(was.handle):
                box.delete(letters.SYSOP, one.id)
        box.send(self.by, was.handle, (VALIDATED,), "validated")
        return f"{was.handle} is validated."

    # -- the account and the books

    def grant(self, name: str, text: str) -> str:
        """More turns for today, or fewer: "shutbox 3"."""
        caller, (slug, turns) = self.callers.known(name), self._turns(text)
        zone = self.journal.zone

        def granted(now: datetime) -> list[lines.Fields]:
            day = lines.day_of(now, zone)
            return [lines.grant(lines.stamp(now), caller.handle, slug, day, turns, self.by)]

        day = self.journal.append_now(granted)[0].fields["day"]
        return f"{caller.handle} has {turns:+d} turns at {self.doors[slug]} on {day}."

    def _turns(self, text: str) -> tuple[str, int]:
        slug, _, count = text.strip().rpartition(" ")
        if slug.strip() not in self.doors:
            raise CallerError(f"There is no door {slug.strip()!r}; the doors are {', '.join(self.doors)}.")
        turns = _number(count, "A number of turns", -HIGHEST)
        if not turns:
            raise CallerError("Give a number of turns other than 0.")
        return slug.strip(), turns

    def rename(self, name: str, to: str) -> str:
        """Another handle; the games go along."""
        self.finish_rename()
        before = self.callers.known(name)
        if self.on_books(caller_key(to)) and caller_key(to) != caller_key(before.handle):
            raise CallerError(f"Somebody else's games are on the books as {to}; choose another handle.")
        old, new = self._renames.rename(before.handle, to)
        return f"{old} is now {new}."

    def finish_rename(self) -> list[str]:
        """Does what a kill left of a rename; a sentence about it, if there was one."""
        return self._renames.finish()

    @property
    def _renames(self) -> Renames:
        return Renames(self.callers, self.journal, self.saves, tuple(self.doors), self.tables)

    def remove(self, name: str, text: str = "") -> str:
        """No caller any more; the games stay in the journal, but for those that wait."""
        caller = self.callers.known(name)
        self.journal.append_now(lambda now: [lines.remove(lines.stamp(now), caller.handle)])
        self.callers.remove(caller.handle)
        self.saves.drop(caller.handle, tuple(self.doors))
        letters.drop(self.callers.folder.parent, caller.handle)
        return f"{caller.handle} is removed; the games stay in the journal, the handle stays taken."


def _number(text: str, what: str, low: int) -> int:
    """A whole number from `low` to HIGHEST."""
    text = text.strip()
    if not re.fullmatch(r"[-+]?[0-9]{1,4}", text, re.ASCII) or not low <= int(text) <= HIGHEST:
        raise CallerError(f"{what} is a whole number, {low} to {HIGHEST}, not {text[:20]!r}.")
    return int(text)


def facts(caller: Caller) -> tuple[tuple[str, str], ...]:
    """What is kept of a caller, by name; of the password only whether there is one."""
    return (
        ("handle", caller.handle),
        ("since", caller.created or "unknown"),
        ("calls", str(caller.calls)),
        ("last call", caller.last_call or "never"),
        ("from", caller.address or "unknown"),
        ("sysop", "yes" if caller.sysop else "no"),
        ("level", str(caller.level)),
        ("banned", caller.banned or "no"),
        *((("validated", "no"),) if caller.unvalidated else ()),
        ("password", "set" if caller.password else "none"),
        ("SSH keys", str(len(caller.keys))),
    )


def marks(caller: Caller) -> str:
    """What is special about a caller, in a few words."""
    return ", ".join(
        ["sysop"] * caller.sysop
        + ["not validated"] * caller.unvalidated
        + ([f"banned: {caller.banned}"] if caller.banned else [])
    )
