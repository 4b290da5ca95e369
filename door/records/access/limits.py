"""How often and how much callers may create, in one table. docs/security.md prints it.

Guarantees: every `Quota` of the board is made here, by its name. Every kind of document of the store says in
`CREATED_BY` which row bounds it, and everything that a caller's screen can ask for says so in
`records/test_limits.py`. So nothing that callers create can be added without a row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Final, NamedTuple

from door.records.access.quota import DAY, HOUR, MINUTE, Quota


class Limit(NamedTuple):
    """What is limited, for whom (`per`), how often, and how much there may be at a time in words."""

    what: str
    per: str
    rates: tuple[tuple[int, timedelta], ...]
    stock: str = ""


LIMITS: Final[Mapping[str, Limit]] = {
    "account": Limit("new accounts", "address (not a trusted one)", ((5, HOUR), (10, DAY))),
    "accounts": Limit("new accounts", "board", ((100, HOUR),)),
    "letter": Limit("letters and pages", "caller", ((20, HOUR), (60, DAY)),
                    "50 in a mailbox, 10 of them of one sender; in the sysop's 500 a month, 30 of one"),
    "thread": Limit("forum threads", "caller", ((5, HOUR), (10, DAY))),
    "post": Limit("forum posts", "caller", ((1, MINUTE), (20, HOUR), (60, DAY))),
    "table": Limit("tables opened", "caller", ((6, MINUTE), (60, HOUR), (200, DAY)), "a seat at 40 tables"),
    "seat": Limit("seats taken, and offers", "caller", ((15, MINUTE), (400, DAY))),
    "talk": Limit("lines at tables", "caller", ((600, DAY),), "the last 20 of each table"),
    "chat": Limit("lines in Chat, and to a game's watchers", "caller", (), "the last 200 of each talk"),
    "wall": Limit("lines on the wall", "caller", (), "20 a day; the last 200 of all callers"),
    "watch": Limit("games watched", "caller", ((30, MINUTE),)),
    "ask": Limit("requests to watch", "caller", ((5, MINUTE), (100, DAY))),
    "ignore": Limit("callers ignored", "caller", ((10, MINUTE), (100, DAY)), "100 ignored"),
    "page": Limit("notices that somebody is in Chat", "caller", ((1, 5 * MINUTE),)),
    "passed": Limit("notices to callers whom a game has passed", "game", (),
                    "100, to those next behind its caller"),
    "key": Limit("SSH keys", "caller", (), "20"),
    "visit": Limit("visits to external doors, here or on other machines", "caller and door", (),
                   "the door's `visits_per_day` and `minutes`, and `callers` at a time"),
    "queue": Limit("places in the queue for an external door", "caller", (),
                   "one door at a time; 50 callers in a queue"),
    "home": Limit("files in a home", "caller and external door", (),
                  "`home_megabytes` (16), 10,000 files, 32 folders deep; with more, nobody enters"),
    "film": Limit("films of visits", "call", (), "the last visit's: 512 kilobytes, 20,000 pictures"),
    "hook": Limit("messages to a webhook", "caller", ((60, HOUR),)),
    "hook test": Limit("tests of a webhook", "caller", ((4, MINUTE), (30, DAY))),
    "mail code": Limit("codes by e-mail", "caller and e-mail address", ((1, MINUTE), (3, DAY))),
    "mail codes": Limit("codes by e-mail", "board", ((60, HOUR),)),
    "lost password": Limit("requests for a one-time word", "caller, and address (not a trusted one)",
                           ((1, MINUTE), (5, DAY)), "one word of a caller is valid"),
    "one-time words": Limit("one-time words by e-mail", "board", ((60, HOUR),)),
}  # fmt: skip

CREATED_BY: Final[Mapping[str, str]] = {
    "caller": "account", "gone": "account", "outside": "account", "marks": "account",
    "letters": "letter", "drafts": "letter", "feedback": "letter", "thread": "post", "table": "table",
    "holder": "key", "save": "one by caller and door, for a turn of the day",
    "deal": "one by caller, door and day", "puzzle": "one line by caller, door and day",
    "visits": "visit",
    "lines": "wall",
    "list": "the sysop's bans, and 10,000 counts of wrong passwords at most",
    "seed": "the board", "alive": "the board", "announced": "the board", "key": "the board",
}  # fmt: skip
"""What bounds the documents of each kind in the store: a row of `LIMITS`, or what else, in words."""


def quota(name: str) -> Quota:
    """Return a new count of that row."""
    return Quota(*LIMITS[name].rates)


_WINDOWS: Final = {MINUTE: "a minute", 5 * MINUTE: "in 5 minutes", HOUR: "an hour", DAY: "a day"}


def rows() -> Iterator[str]:
    """Yield the table as docs/security.md has it."""
    yield "| callers create | per | at most |"
    yield "|---|---|---|"
    for limit in LIMITS.values():
        often = ", ".join(f"{count} {_WINDOWS[window]}" for count, window in limit.rates)
        yield f"| {limit.what} | {limit.per} | {'; '.join(filter(None, (often, limit.stock)))} |"
