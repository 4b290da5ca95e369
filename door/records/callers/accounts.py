"""The sysop's actions on accounts, for the desk and the command line.

Guarantees: a running board sees a change to a caller's file the next time it reads the file. Turns, renames
and removals are lines of the journal as well, and an account never changes if its line can't be written.
Everything waits for the disk, so it needs a thread.

A caller is renamed or removed everywhere: one unit changes the caller's document and all that goes by the
handle, which is saved games, seats in matches, letters, posts, lists of ignored callers, and what is told
outside the board. It has the journal's line, and is decided again if something else has changed meanwhile.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from door.records.callers.caller_file import Caller, CallerError, check_handle
from door.records.callers.callers import Callers, spelt
from door.records.callers.once import BY_SYSOP, new_word, once
from door.records.community import letters
from door.records.community.forum import Threads
from door.records.community.signed import signature_changes
from door.records.journal import lines
from door.records.journal.journal import Journal, JournalPlan
from door.records.journal.lines import RecordsError, caller_key
from door.records.play.saves import Saves
from door.records.store import Change, Conflict
from door.records.tables.table_files import TableFiles
from door.records.trail import note_change
from door.ui.texts import Said, Sentence, tr
from door.ui.words import commas

TRIES: Final = 20
"""How often a rename or a removal is decided again."""

REASON: Final = 200
"""Characters of a ban's reason, at most."""

HIGHEST: Final = 1000
"""The highest access level, and the most turns granted at once."""

BANNED: Final = "banned by the sysop"
"""The reason in the file of a caller who was banned without one."""


def why_banned(text: str) -> Said:
    """Tell a caller that they are banned, with the reason if the sysop gave one."""
    given = text.strip() not in ("", BANNED)
    return tr.logon.handle_banned(text=text) if given else tr.logon.handle_banned_no_reason()


@dataclass(frozen=True, slots=True)
class Accounts:
    """Changes accounts. Every method returns a sentence about the change, and raises RecordsError with one
    if it failed.

    `doors` are names by slug, `on_books(key)` is True if a handle has games in the journal, and `by` is the
    sysop's name, for the journal. `removed` is called with a caller who has been
    removed.
    """

    callers: Callers
    journal: Journal
    saves: Saves
    doors: Mapping[str, str]
    on_books: Callable[[str], bool]
    by: str
    tables: TableFiles
    removed: Callable[[Caller], object] = lambda caller: None

    def search(self, part: str = "") -> list[Caller]:
        """Return the callers with `part` in their handles, by handle."""
        return list(self.callers.each(part.strip()))

    # -- the account

    def set_level(self, name: str, text: str) -> Said:
        """Change a caller's access level."""
        level = _number(text, tr.accounts.what_access_level(), 0)
        caller = self._change("level", name, lambda c: replace(c, level=level), lambda c: c.level)
        return tr.accounts.has_level(handle=caller.handle, level=level)

    def set_sysop(self, name: str, text: str) -> Said:
        """Make a caller a sysop from the next call on, or no longer: "yes" or "no"."""
        answer = text.strip().casefold()
        if answer not in ("yes", "no", "y", "n"):
            raise CallerError(tr.accounts.answer_yes_or_no())
        sysop = answer.startswith("y")
        caller = self._change("sysop", name, lambda c: replace(c, sysop=sysop), lambda c: c.sysop)
        return (tr.accounts.now_a_sysop if sysop else tr.accounts.not_a_sysop)(handle=caller.handle)

    def ban(self, name: str, reason: str) -> Said:
        """Ban a caller from now on, with that reason."""
        reason = reason.strip() or BANNED
        if not reason.isprintable() or len(reason) > REASON:
            raise CallerError(tr.accounts.reason_too_long(most=REASON))
        caller = self._change("ban", name, lambda c: replace(c, banned=reason), lambda c: c.banned)
        return tr.accounts.handle_banned(handle=caller.handle, reason=reason)

    def unban(self, name: str, text: str = "") -> Said:
        """Lift a caller's ban."""
        was = self.callers.get_or_raise(name)
        if not was.banned:
            return tr.accounts.handle_not_banned(handle=was.handle)
        caller = self._change("unban", name, lambda c: replace(c, banned=""), lambda c: c.banned)
        return tr.accounts.handle_may_call_again(handle=caller.handle)

    def _change(
        self, what: str, name: str, edit: Callable[[Caller], Caller],
        value: Callable[[Caller], object] = lambda caller: "",
    ) -> Caller:  # fmt: skip
        """Edit a caller's file, and note the change of that value in the trail."""
        before: list[object] = []

        def note_and_edit(caller: Caller) -> Caller:
            before[:] = [value(caller)]
            return edit(caller)

        caller = self.callers.change(name, note_and_edit)
        note_change(what, self.by, caller.handle, before[0], value(caller))
        return caller

    def invite(self, name: str, text: str = "") -> Said:
        """Give a caller a one-time word, with which they choose a new password. It is shown only now."""
        word, until = new_word(), self.journal.now() + BY_SYSOP
        caller = self._change("invite", name, lambda c: replace(c, word=once(word, until)))
        return tr.accounts.has_word(handle=caller.handle, word=word, days=tr.count.days(n=BY_SYSOP.days))

    def change_keys(self, name: str, text: str) -> Said:
        """Add an SSH key, given as an OpenSSH public key line, or remove the key of that number."""
        text = text.strip()
        if not text.removeprefix("-").isdecimal():
            handle = self.callers.add_key(self.callers.get_or_raise(name).handle, text).handle
            note_change("key", self.by, handle, after=" ".join(text.split()[:2]))
            return tr.accounts.key_added(handle=handle)
        caller, number = self.callers.get_or_raise(name), int(text) if len(text) < 7 else 0
        if not 1 <= number <= len(caller.keys):
            raise CallerError(tr.accounts.no_such_key(handle=caller.handle, number=text))
        gone = caller.keys[number - 1]
        self.callers.change(name, lambda c: replace(c, keys=tuple(key for key in c.keys if key != gone)))
        note_change("key", self.by, caller.handle, before=" ".join(gone.split()[:2]))
        return tr.accounts.key_removed(handle=caller.handle, number=number)

    def validate(self, name: str, text: str = "") -> Said:
        """Let a new caller's games count from now on, and write to tell them."""
        was = self.callers.get_or_raise(name)
        if not was.unvalidated:
            return tr.accounts.already_validated(handle=was.handle)
        store = self.journal.store
        self.callers.change(
            name,
            lambda c: replace(c, unvalidated=False),
            along=lambda: letters.validation_changes(store, was.handle),
        )
        note_change("validate", self.by, was.handle)
        letters.Letters(store, self.journal.now).send(
            self.by, was.handle, (tr.accounts.you_are_validated(),), "validated"
        )
        return tr.accounts.now_validated(handle=was.handle)

    # -- the account and the books

    def grant(self, name: str, text: str) -> Said:
        """Grant more turns for today, or take some: "shutbox 3"."""
        caller, (slug, turns) = self.callers.get_or_raise(name), self._turns(text)
        zone = self.journal.zone

        def grant_lines(now: datetime) -> list[lines.Fields]:
            day = lines.day_of(now, zone)
            return [lines.grant(lines.stamp(now), caller.handle, slug, day, turns, self.by)]

        day = self.journal.decide_now(grant_lines).entries[0].fields["day"]
        note_change("turns", self.by, caller.handle, after=f"{slug} {turns:+d} {day}")
        said = (tr.count.more_turns if turns > 0 else tr.count.fewer_turns)(n=abs(turns))
        return tr.accounts.turns_granted(handle=caller.handle, turns=said, door=self.doors[slug], day=day)

    def _turns(self, text: str) -> tuple[str, int]:
        slug, _, count = text.strip().rpartition(" ")
        if slug.strip() not in self.doors:
            raise CallerError(tr.accounts.no_such_door(door=repr(slug.strip()), doors=commas(self.doors)))
        turns = _number(count, tr.accounts.what_turns(), -HIGHEST)
        if not turns:
            raise CallerError(tr.accounts.turns_not_zero())
        return slug.strip(), turns

    def rename(self, name: str, to: str) -> Said:
        """Give a caller another handle. Their games go along."""
        to, old = spelt(to), self.callers.get_or_raise(name).handle
        if to == old:
            raise CallerError(tr.accounts.handle_is_that_already(handle=old))
        if fault := check_handle(to):  # "" would remove them
            raise CallerError(fault)
        if self.on_books(caller_key(to)) and caller_key(to) != caller_key(old):
            raise CallerError(tr.accounts.handle_has_games(handle=to))
        self._move(old, to)
        note_change("rename", self.by, to, old, to)
        return tr.accounts.handle_renamed(old=old, new=to)

    def clear_posts(self, name: str, text: str = "") -> Said:
        """Delete everything that a caller has written in the forum."""
        handle = self.callers.get_or_raise(name).handle
        count = Threads(self.journal.store).delete_all_of(handle)
        note_change("posts", self.by, handle, before=str(count), after="0")
        return tr.accounts.posts_deleted(handle=handle, posts=tr.count.posts(n=count))

    def remove(self, name: str, text: str = "") -> Said:
        """Remove a caller. Their games stay in the journal. Saved games and homes at external
        doors are deleted, and seats given up."""
        caller = self.callers.get_or_raise(name)
        self._move(caller.handle, "")
        self.removed(caller)
        note_change("remove", self.by, caller.handle)
        return tr.accounts.handle_removed(handle=caller.handle)

    def _move(self, old: str, to: str) -> None:
        """Rename a caller, or with "" remove them. If it fails, nothing has changed."""
        for _ in range(TRIES):
            with suppress(Conflict):
                return self._try(old, to)
        raise RecordsError(tr.records.cannot_be_done(reason=tr.records.document_changed(key=old)))

    def _try(self, old: str, to: str) -> None:
        """Write the unit. Raises Conflict."""
        changes = [*self._changes(old, to)]
        event = {"do": "rename", "who": old, "to": to} if to else {"do": "remove", "who": old}
        tables = self.tables.changes(event, lines.stamp(self.journal.now()))
        id = secrets.token_hex(8)

        def plan(now: datetime) -> JournalPlan:
            t = lines.stamp(now)
            line = lines.rename(t, old, to, id) if to else lines.remove(t, old)
            ends = [line for table in tables for line in self.tables.lines(table.match, now)]
            return JournalPlan([line, *ends], changes + [table.change for table in tables])

        versions = self.journal.decide_now(plan).versions
        self.tables.take(tables, versions[len(changes) :])
        for key in {change.key for change in changes if change.kind == "caller"}:
            self.callers.changed(key)

    def _changes(self, old: str, to: str) -> Iterator[Change]:
        """Yield the changes of the caller's document, and of all documents with the handle."""
        yield from self.callers.renaming(old, to) if to else self.callers.removing(old)
        yield from self.callers.forgetting(old, to)
        yield from signature_changes(self.journal.store, old, to)
        saves, slugs = self.saves, tuple(self.doors)
        yield from saves.rename_changes(old, to, slugs) if to else saves.removal_changes(old, slugs)


def _number(text: str, what: str, low: int) -> int:
    """Parse a whole number from `low` to HIGHEST."""
    text = text.strip()
    if not re.fullmatch(r"[-+]?[0-9]{1,4}", text, re.ASCII) or not low <= int(text) <= HIGHEST:
        raise CallerError(
            tr.accounts.not_a_number_from_to(what=what, least=low, most=HIGHEST, text=repr(text[:20]))
        )
    return int(text)


def facts(caller: Caller) -> tuple[tuple[Sentence, str], ...]:
    """Return facts about a caller with their names. The password is only shown as set or not."""
    return (
        (tr.sysop.fact_handle, caller.handle),
        (tr.sysop.fact_since, caller.created or tr.sysop.fact_unknown()),
        (tr.sysop.fact_calls, str(caller.calls)),
        (tr.sysop.fact_last_call, caller.last_call or tr.sysop.fact_never()),
        (tr.sysop.fact_from, caller.address or tr.sysop.fact_unknown()),
        (tr.sysop.fact_sysop, tr.sysop.fact_yes() if caller.sysop else tr.sysop.fact_no()),
        (tr.sysop.fact_level, str(caller.level)),
        (tr.sysop.fact_banned, caller.banned or tr.sysop.fact_no()),
        *(((tr.sysop.fact_validated, tr.sysop.fact_no()),) if caller.unvalidated else ()),
        (tr.sysop.fact_password, tr.sysop.fact_set() if caller.password else tr.sysop.fact_none()),
        (tr.sysop.fact_ssh_keys, str(len(caller.keys))),
    )


def marks(caller: Caller) -> str:
    """Return a few words about a caller's special state."""
    return commas(
        [tr.accounts.mark_sysop()] * caller.sysop
        + [tr.accounts.mark_not_validated()] * caller.unvalidated
        + ([tr.accounts.mark_banned(reason=caller.banned)] if caller.banned else [])
    )
