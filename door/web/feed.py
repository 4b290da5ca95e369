"""The feed of winners and records (Atom, RFC 4287), for feed readers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree as xml

from door.term.charset import clean
from door.ui.sentence import language
from door.ui.texts import tr
from door.ui.words import month_name, names
from door.web.api import Shown
from door.web.board import LedgerFacts, PublicBoard
from door.web.pages import PageFrame

MOST: Final = 50
"""Most entries, the latest ones."""

NEVER: Final = "1970-01-01T00:00:00Z"


class FeedEntry(NamedTuple):
    """An entry, or the feed itself: when it was updated, its id, its title, and a link."""

    t: str
    id: str
    title: str
    link: str


def write_feed(head: FeedEntry, author: str, entries: Sequence[FeedEntry], own: str = "") -> bytes:
    """Return a feed. `own` is its own address, or "". It is in the language of this context's reader."""
    feed = xml.Element("feed", {"xmlns": "http://www.w3.org/2005/Atom", "xml:lang": language().code})
    _put(feed, head)
    if own:
        xml.SubElement(feed, "link", rel="self", href=own)
    xml.SubElement(xml.SubElement(feed, "author"), "name").text = clean(author)
    for entry in entries:
        _put(xml.SubElement(feed, "entry"), entry)
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + xml.tostring(feed, "unicode").encode() + b"\n"


def _put(element: xml.Element, entry: FeedEntry) -> None:
    xml.SubElement(element, "id").text = entry.id
    xml.SubElement(element, "title").text = clean(entry.title)
    xml.SubElement(element, "updated").text = entry.t
    xml.SubElement(element, "link", href=entry.link)


def atom(board: PublicBoard, frame: PageFrame, known: LedgerFacts, shown: Shown, identity: str) -> bytes:
    """Return the feed of a board's pages. A board's own pages have their full addresses, if it knows them.
    `identity` is a text that no other board has, and that stays. Ids never change, whatever a title says.
    """
    root = f"{board.address}/" if board.is_live and board.address.startswith("http") else ""
    every = _entries(frame, known, shown, identity, root)
    entries = sorted(every, key=lambda entry: entry.t, reverse=True)[:MOST]
    title, t = tr.public.feed_of(name=frame.board), entries[0].t if entries else NEVER
    head = FeedEntry(t, _id(identity), title, f"{root}games/")
    return write_feed(head, frame.board, entries, root and f"{root}feed.atom")


def _id(about: str) -> str:
    return uuid5(NAMESPACE_URL, about).urn


def _entries(
    frame: PageFrame, known: LedgerFacts, shown: Shown, identity: str, root: str
) -> Iterator[FeedEntry]:
    def name_of(handle: str) -> str:
        return shown(handle) or tr.public.caller()

    for won in known.hall:
        year, month = map(int, won.month.split("-"))
        ended = f"{year + month // 12:04d}-{month % 12 + 1:02d}-01T00:00:00Z"
        winners = names([name_of(row.caller) for row in won.rows if row.place == 1])
        title = tr.public.feed_winner(
            caller=winners, month=month_name(won.month), door=frame.doors.get(won.slug, won.slug)
        )
        id = _id(f"{identity} {won.month} {won.slug}")
        yield FeedEntry(ended, id, title, f"{root}games/{won.month}/")
    for record in known.records:
        title = tr.public.feed_record(
            caller=name_of(record.caller), door=frame.doors.get(record.slug, record.slug), score=record.score
        )
        id = _id(f"{identity} {record.t} {record.slug}")
        yield FeedEntry(record.t, id, title, f"{root}games/{record.t[:7]}/")
