"""The feed of winners and records (Atom, RFC 4287), for feed readers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree as xml

from door.term.charset import clean
from door.ui.texts import tr
from door.ui.words import month_name, names
from door.web.api import Shown
from door.web.board import LedgerFacts, PublicBoard
from door.web.pages import PageFrame

MOST: Final = 50
"""Most entries, the latest ones."""

NEVER: Final = "1970-01-01T00:00:00Z"


class FeedEntry(NamedTuple):
    """An entry: when, what it is about, its title, and the path of its page."""

    t: str
    about: str
    title: str
    path: str


def atom(board: PublicBoard, frame: PageFrame, known: LedgerFacts, shown: Shown, identity: str) -> bytes:
    """Return the feed. A board's own pages have their full addresses, if it knows them. `identity` is a text
    that no other board has, and that stays.
    """
    root = f"{board.address}/" if board.is_live and board.address.startswith("http") else ""
    entries = sorted(_entries(frame, known, shown), reverse=True)[:MOST]
    feed = xml.Element("feed", {"xmlns": "http://www.w3.org/2005/Atom", "xml:lang": frame.language})
    _head(
        feed,
        identity,
        tr.public.feed_of(name=frame.board),
        entries[0].t if entries else NEVER,
        f"{root}games/",
    )
    if root:
        xml.SubElement(feed, "link", rel="self", href=f"{root}feed.atom")
    xml.SubElement(xml.SubElement(feed, "author"), "name").text = clean(frame.board)
    for entry in entries:
        one = xml.SubElement(feed, "entry")
        _head(one, f"{identity} {entry.about}", entry.title, entry.t, root + entry.path)
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + xml.tostring(feed, "unicode").encode() + b"\n"


def _head(element: xml.Element, about: str, title: str, t: str, link: str) -> None:
    """Add what a feed and its entries have in common. An id never changes, whatever the title says."""
    xml.SubElement(element, "id").text = uuid5(NAMESPACE_URL, about).urn
    xml.SubElement(element, "title").text = clean(title)
    xml.SubElement(element, "updated").text = t
    xml.SubElement(element, "link", href=link)


def _entries(frame: PageFrame, known: LedgerFacts, shown: Shown) -> Iterator[FeedEntry]:
    def name_of(handle: str) -> str:
        return shown(handle) or tr.public.caller()

    for won in known.hall:
        year, month = map(int, won.month.split("-"))
        ended = f"{year + month // 12:04d}-{month % 12 + 1:02d}-01T00:00:00Z"
        winners = names([name_of(row.caller) for row in won.rows if row.place == 1])
        title = tr.public.feed_winner(
            caller=winners, month=month_name(won.month), door=frame.doors.get(won.slug, won.slug)
        )
        yield FeedEntry(ended, f"{won.month} {won.slug}", title, f"games/{won.month}/")
    for record in known.records:
        title = tr.public.feed_record(
            caller=name_of(record.caller), door=frame.doors.get(record.slug, record.slug), score=record.score
        )
        yield FeedEntry(record.t, f"{record.t} {record.slug}", title, f"games/{record.t[:7]}/")
