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
from door.ui.texts import Text
from door.ui.words import counted

REASON: Final = 200
"""Characters of a ban's reason, at most."""

HIGHEST: Final = 1000
"""The highest access level, and the most turns granted at once."""

BANNED: Final = "banned by the sysop"
VALIDATED: Final = Text("You are validated: your games count from now on.")
HAS_LEVEL: Final = Text("{handle} has access level {level}.")
YES_OR_NO: Final = Text("Say yes or no.")
IS_SYSOP: Final = Text("{handle} is a sysop now.")
NO_SYSOP: Final = Text("{handle} is no sysop.")
LONG_REASON: Final = Text("A reason is one printable line of at most {most} characters.")
IS_BANNED: Final = Text("{handle} is banned: {reason}")
MAY_CALL: Final = Text("{handle} may call again.")
KEY_ADDED: Final = Text("Added the key to {handle}.")
NO_SUCH_KEY: Final = Text("{handle} has no key number {number}.")
KEY_REMOVED: Final = Text("Removed key {number} of {handle}.")
IS_VALID: Final = Text("{handle} is validated already.")
NOW_VALID: Final = Text("{handle} is validated.")
GRANTED: Final = Text("{handle} has {turns} at {door} on {day}.")
NOT_BANNED: Final = Text("{handle} is not banned.")
NO_DOOR: Final = Text("There is no door {door}; the doors are {doors}.")
NO_TURNS: Final = Text("Give a number of turns other than 0.")
AN_ACCESS_LEVEL: Final = Text("An access level")
A_NUMBER_OF_TURNS: Final = Text("A number of turns")
NO_NUMBER: Final = Text("{what} is a whole number, {least} to {most}, not {text}.")
ON_BOOKS: Final = Text("Somebody else's games are on the books as {handle}; choose another handle.")
RENAMED: Final = Text("{old} is now {new}.")
REMOVED: Final = Text("{handle} is removed; the games stay in the journal, the handle stays taken.")
SYSOP: Final = Text("sysop")
NOT_VALID: Final = Text("not validated")
BANNED_FOR: Final = Text("banned: {reason}")
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
        return list(self.callers.each(part.strip()))

    # -- the account

    def set_level(self, name: str, text: str) -> str:
        """Another access level."""
        level = _number(text, AN_ACCESS_LEVEL(), 0)
        caller = self.callers.change(name, lambda c: replace(c, level=level))
        return HAS_LEVEL(handle=caller.handle, level=level)

    def set_sysop(self, name: str, text: str) -> str:
        """A sysop from the next call on, or none any more: "yes" or "no"."""
        answer = text.strip().casefold()
        if answer not in ("yes", "no", "y", "n"):
            raise CallerError(YES_OR_NO())
        sysop = answer.startswith("y")
        caller = self.callers.change(name, lambda c: replace(c, sysop=sysop))
        return (IS_SYSOP if sysop else NO_SYSOP)(handle=caller.handle)

    def ban(self, name: str, reason: str) -> str:
        """Refused from now on, with that reason."""
        reason = reason.strip() or BANNED
        if not reason.isprintable() or len(reason) > REASON:
            raise CallerError(LONG_REASON(most=REASON))
        caller = self.callers.change(name, lambda c: replace(c, banned=reason))
        return IS_BANNED(handle=caller.handle, reason=reason)

    def unban(self, name: str, text: str = "") -> str:
        """Let in again."""
        was = self.callers.known(name)
        if not was.banned:
            return NOT_BANNED(handle=was.handle)
        caller = self.callers.change(name, lambda c: replace(c, banned=""))
        return MAY_CALL(handle=caller.handle)

    def change_keys(self, name: str, text: str) -> str:
        """Another SSH key, an OpenSSH public key line; or the key of that number taken away."""
        text = text.strip()
        if not text.isdecimal():
            return KEY_ADDED(handle=self.callers.add_key(self.callers.known(name).handle, text).handle)
        caller = self.callers.known(name)
        if not 1 <= int(text[:6]) <= len(caller.keys):
            raise CallerError(NO_SUCH_KEY(handle=caller.handle, number=text))
        gone = caller.keys[int(text) - 1]
        self.callers.change(name, lambda c: replace(c, keys=tuple(key for key in c.keys if key != gone)))
        return KEY_REMOVED(handle=caller.handle, number=int(text))

    def validate(self, name: str, text: str = "") -> str:
        """Their games count from now on, which they are written."""
        was = self.callers.known(name)
        if not was.unvalidated:
            return IS_VALID(handle=was.handle)
        self.callers.change(name, lambda c: replace(c, unvalidated=False))
        box = letters.Letters(self.callers.folder.parent, self.journal.now)
        for one in box.box(letters.SYSOP):
            if one.about == "waits" and caller_key(one.handle) == caller_key(was.handle):
                box.delete(letters.SYSOP, one.id)
        box.send(self.by, was.handle, (VALIDATED(),), "validated")
        return NOW_VALID(handle=was.handle)

    # -- the account and the books

    def grant(self, name: str, text: str) -> str:
        """More turns for today, or fewer: "shutbox 3"."""
        caller, (slug, turns) = self.callers.known(name), self._turns(text)
        zone = self.journal.zone

        def granted(now: datetime) -> list[lines.Fields]:
            day = lines.day_of(now, zone)
            return [lines.grant(lines.stamp(now), caller.handle, slug, day, turns, self.by)]

        day = self.journal.append_now(granted)[0].fields["day"]
        said = counted(abs(turns), "more turn" if turns > 0 else "fewer turn")
        return GRANTED(handle=caller.handle, turns=said, door=self.doors[slug], day=day)

    def _turns(self, text: str) -> tuple[str, int]:
        slug, _, count = text.strip().rpartition(" ")
        if slug.strip() not in self.doors:
            raise CallerError(NO_DOOR(door=repr(slug.strip()), doors=", ".join(self.doors)))
        turns = _number(count, A_NUMBER_OF_TURNS(), -HIGHEST)
        if not turns:
            raise CallerError(NO_TURNS())
        return slug.strip(), turns

    def rename(self, name: str, to: str) -> str:
        """Another handle; the games go along."""
        self.finish_rename()
        before = self.callers.known(name)
        if self.on_books(caller_key(to)) and caller_key(to) != caller_key(before.handle):
            raise CallerError(ON_BOOKS(handle=to))
        old, new = self._renames.rename(before.handle, to)
        return RENAMED(old=old, new=new)

    def finish_rename(self) -> list[str]:
        """Do what a kill left of a rename or a removal; return a sentence about it, if there was one."""
        return self._renames.finish()

    @property
    def _renames(self) -> Renames:
        return Renames(self.callers, self.journal, self.saves, tuple(self.doors), self.tables)

    def remove(self, name: str, text: str = "") -> str:
        """Remove a caller: their games stay in the journal, those that wait are dropped, seats given up."""
        return REMOVED(handle=self._renames.remove(name))


def _number(text: str, what: str, low: int) -> int:
    """A whole number from `low` to HIGHEST."""
    text = text.strip()
    if not re.fullmatch(r"[-+]?[0-9]{1,4}", text, re.ASCII) or not low <= int(text) <= HIGHEST:
        raise CallerError(NO_NUMBER(what=what, least=low, most=HIGHEST, text=repr(text[:20])))
    return int(text)


FACTS: Final = (
    "since", "calls", "last call", "from", "sysop", "level", "banned", "validated", "password", "SSH keys",
    "unknown", "never", "yes", "no", "set", "none",
)  # fmt: skip
"""What `facts` says; on the desk in the sysop's words."""


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
        [SYSOP()] * caller.sysop
        + [NOT_VALID()] * caller.unvalidated
        + ([BANNED_FOR(reason=caller.banned)] if caller.banned else [])
    )
