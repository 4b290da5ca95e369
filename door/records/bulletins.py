"""The monthly bulletin of a door, as plain text and as ANSI art.

Law: pure.  What is printed comes from the ledger alone, so that deleting every bulletin
changes nothing; the chain head at the foot lets anybody who kept one show that the journal's
tail was not cut since.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from door.games.api import Door, Info, Options, Row
from door.records.ledger import Ledger
from door.records.tables import ranking_of, top_of, winners_of

MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bulletin:
    """One door's month: `closed` says that it is over, `head` is the journal's last hash."""

    info: Info
    month: str
    ranking: str
    closed: bool
    rows: tuple[Row, ...]
    head: str


def month_name(month: str) -> str:
    """ "November 2025" for "2025-11"."""
    return f"{MONTHS[int(month[5:7]) - 1]} {month[:4]}"


def bulletin(ledger: Ledger, info: Info, options: Options, month: str, now: str) -> Bulletin:
    """The bulletin of a month as of month `now`: its winners if it is over, else how it stands."""
    closed, ranking = month < now, ranking_of(info, options)
    won = ledger.winners.get((month, info.slug))
    if closed:
        rows = winners_of(ledger, info, options, month)
        return Bulletin(info, month, won.ranking if won else ranking, True, rows, ledger.head)
    rows = ledger.standing(month, info.slug, ranking)[: top_of(options)]
    return Bulletin(info, month, ranking, False, rows, ledger.head)


def headline(b: Bulletin) -> str:
    """What the bulletin says first."""
    if not b.rows:
        return "Nobody played." if b.closed else "Nobody has finished a game yet."
    if b.closed:
        return f"The winner is {b.rows[0].caller}."
    return f"{b.rows[0].caller} leads."


def basis(b: Bulletin) -> str:
    """What ranks, in words."""
    if b.ranking == "best":
        return "best single game"
    return "sum of all games"


def table_lines(rows: Sequence[Row]) -> list[str]:
    """Aligned columns, a line a row."""
    return [f"{r.place:>3}. {r.caller:<20} {r.score:>9,} {r.games:>6}" for r in rows]


def text_lines(b: Bulletin) -> list[str]:
    """The bulletin as plain lines."""
    state = "final" if b.closed else "so far"
    lines = [b.info.name, f"{month_name(b.month)}, {state}, by the {basis(b)}", "", headline(b), ""]
    if b.rows:
        lines += [f"{'':>3}  {'Caller':<20} {'Score':>9} {'Games':>6}", *table_lines(b.rows), ""]
    return [*lines, f"Journal's head: {b.head[:16]}", b.head]


def bulletin_text(b: Bulletin) -> str:
    """The .txt: plain lines."""
    return "\n".join(text_lines(b)) + "\n"


def bulletin_files(
    ledger: Ledger, doors: Mapping[str, Door], options: Mapping[str, Options], month: str
) -> dict[str, bytes]:
    """The files of data/bulletins by name."""
    files: dict[str, bytes] = {}
    for slug, door in doors.items():
        b = bulletin(ledger, door.INFO, options[slug], month, month)
        files[f"{slug}-{month}.txt"] = bulletin_text(b).encode()
    return files
