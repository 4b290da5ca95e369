"""What the pages of messages and letters ask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from door.pages.api import CallerLine
from door.records.community.letters import Letter
from door.ui.screen import Act, Effect, Query, Question


class MailContents(NamedTuple):
    """Messages of this call, letters, and unfinished letters (`drafts`, with recipients), newest last."""

    notes: tuple[CallerLine, ...]
    letters: tuple[Letter, ...]
    drafts: tuple[Letter, ...] = ()


class Addressee(NamedTuple):
    """A registered handle to write to, or "" for the sysop. `draft` is an unfinished letter."""

    to: str
    draft: tuple[str, ...] = ()


MAIL: Final[Query[bool, MailContents]] = Query("mail")
"""The caller's messages and letters, or (True) the letters to the sysop, which only a sysop gets."""

ADDRESSEE: Final[Query[str, Addressee]] = Query("addressee")
"""The caller of that name to whom this one can write, or ("") the sysop."""


@dataclass(frozen=True, slots=True)
class OpenLetter(Question):
    id: str


PAGE_SYSOP: Final[Act[str]] = Act("page-sysop")
"""Page the sysop, with a reason."""

THROW_AWAY: Final[Act[str]] = Act("throw-away")
"""Delete the draft to a caller, or ("") to the sysop."""


@dataclass(frozen=True, slots=True)
class Delete(Effect):
    """Delete the caller's message or letter, or (`sysops`) the sysop's → `Done` or `No`."""

    what: CallerLine | Letter
    sysops: bool = False


@dataclass(frozen=True, slots=True)
class KeepDraft(Effect):
    """Save the letter as a draft if its page closes before it is sent."""


@dataclass(frozen=True, slots=True)
class Write(Effect):
    """Send a letter to a caller, or ("") to the sysop → `Done` or `No`."""

    lines: tuple[str, ...]
    to: str = ""
