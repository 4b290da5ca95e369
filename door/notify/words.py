"""Makes the messages to callers and webhooks, as values: sentences, feeds, e-mails and JSON.

Law: pure. Sentences are in the language of this context's reader.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from typing import Any, Final, NamedTuple

from door.games.contract import Door
from door.play.match.values import Match, is_live
from door.play.match.view import names
from door.records.community.subscribers import OutsideNotice, Subscriber
from door.records.journal.lines import caller_key
from door.term.charset import clean
from door.ui.texts import Said, from_recipe, tr

LONGEST: Final = 200
"""Characters of a notice."""

JSON: Final = "application/json"
TEXT: Final = "text/plain; charset=utf-8"
ATOM: Final = "application/atom+xml;charset=utf-8"
HTML: Final = "text/html;charset=utf-8"

_MARKDOWN: Final = re.compile(r"([\\*_~`|>#\[\]])")


class BoardAddress(NamedTuple):
    """The board's name and its web address, such as https://board.example.org."""

    name: str
    url: str


# -- whose turn it is ----------------------------------------------------------------------------


def turns(game: Door, match: Match, callers: frozenset[str], is_new: bool) -> Iterator[tuple[str, Said]]:
    """Yield a sentence for each of the `callers` (keys) that a table waits for since its last event.

    Players of a live game are there already, and so is the opener of a new table.
    """
    name, to = game.info.name(), match.terms.to
    if match.stage == "forming" and to and caller_key(to) in callers and match.seat_of(to) < 0:
        yield to, tr.outside.challenged(who=match.terms.by, game=name)
    if is_new or is_live(match.clock or match.terms.clock):
        return
    say = tr.outside.waits_for_you if match.stage == "forming" else tr.outside.your_move
    for seat in match.people:
        if caller_key(who := match.seats[seat]) in callers:
            others = names(match, (at for at in range(len(match.seats)) if at != seat))
            yield who, say(game=name, others=others)


# -- a caller's channels -------------------------------------------------------------------------


def notice_sentence(notice: OutsideNotice) -> str:
    """Return a notice's sentence."""
    return clean(from_recipe(notice.said), LONGEST)


def feed(one: Subscriber, notices: Sequence[OutsideNotice], board: BoardAddress, address: str) -> bytes:
    """Return a caller's Atom feed, newest entry first. `address` is the feed's own."""
    from door.web.feed import NEVER, FeedEntry, write_feed

    entries = [
        FeedEntry(notice.t, _id(one.id, notice.t, notice.about), notice_sentence(notice), board.url)
        for notice in reversed(notices)
    ]
    title, t = tr.outside.feed_title(board=board.name), entries[0].t if entries else NEVER
    return write_feed(FeedEntry(t, _id(one.id), title, board.url), board.name, entries, address)


def _id(*parts: str) -> str:
    return f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, ' '.join(('door', *parts)))}"


def message(one: Subscriber, notice: OutsideNotice, board: BoardAddress) -> tuple[bytes, str]:
    """Return a notice for a caller's webhook, and its content type.

    As text it is the sentence, as ntfy and others take it. As JSON it has the names that Gotify (`title`,
    `message`), Slack and Mattermost (`text`) and Discord (`content`) read.
    """
    said = notice_sentence(notice)
    if one.form == "text":
        return said.encode(), TEXT
    line = f"{board.name}: {said}"
    return _json(
        {
            "board": board.name, "caller": one.handle, "t": notice.t, "url": board.url,
            "table": notice.about, "title": board.name, "message": said, "text": line, "content": line,
            "allowed_mentions": {"parse": []},
        }
    ), JSON  # fmt: skip


def letter(
    one: Subscriber, lines: Sequence[str], board: BoardAddress, sender: str, off: str, now: datetime
) -> EmailMessage:
    """Return an e-mail that says what waits for a caller. `off` is the address that ends them."""
    mail = _mail(board, sender, one.mail, now)
    some = tr.outside.some_things(board=board.name, things=tr.count.things(n=len(lines)))
    mail["Subject"] = tr.outside.one_thing(board=board.name, what=lines[0]) if len(lines) == 1 else some
    mail["List-Unsubscribe"] = f"<{off}>"
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    parts = (
        tr.outside.mail_hello(handle=one.handle), "\n".join(f"- {line}" for line in lines),
        tr.outside.mail_call(url=board.url), tr.outside.mail_stop(url=off),
    )  # fmt: skip
    mail.set_content("\n\n".join(parts) + "\n")
    return mail


def code_mail(to: str, code: str, board: BoardAddress, sender: str, now: datetime) -> EmailMessage:
    """Return the e-mail that proves that an address is the caller's."""
    mail = _mail(board, sender, to, now)
    mail["Subject"] = tr.outside.code_subject(board=board.name, code=code)
    mail.set_content(tr.outside.code_body(board=board.name, code=code))
    return mail


def word_mail(one: Subscriber, word: str, board: BoardAddress, sender: str, now: datetime) -> EmailMessage:
    """Return the e-mail with a one-time word. Its subject, which a locked phone may show, doesn't have it."""
    mail = _mail(board, sender, one.mail, now)
    mail["Subject"] = tr.outside.word_subject(board=board.name)
    parts = (
        tr.outside.mail_hello(handle=one.handle), tr.outside.word_body(board=board.name), f"    {word}",
        tr.outside.word_how(), tr.outside.mail_call(url=board.url),
    )  # fmt: skip
    mail.set_content("\n\n".join(parts) + "\n")
    return mail


def _mail(board: BoardAddress, sender: str, to: str, now: datetime) -> EmailMessage:
    mail = EmailMessage()
    user, _, domain = sender.rpartition("@")
    mail["From"] = Address(board.name, user, domain)  # quotes any name, unlike formataddr
    mail["To"] = to
    mail["Date"] = format_datetime(now)
    mail["Message-ID"] = make_msgid(domain=domain)
    mail["Auto-Submitted"] = "auto-generated"
    return mail


def off_page(board: BoardAddress, done: bool, language: str) -> bytes:
    """Return the page that turns e-mail off, or says that it is off."""
    from door.web.pages import plain_page

    said = (tr.outside.off_done if done else tr.outside.off_question)(board=board.name)
    button = "" if done else tr.outside.off_button()
    title = tr.outside.off_title(board=board.name)
    return plain_page("off.html", title=title, said=said, button=button, language=language)


# -- the sysop's webhooks ------------------------------------------------------------------------


def happening(form: str, event: str, said: str, facts: Mapping[str, Any]) -> bytes:
    """Return an event as a webhook of the sysop's gets it."""
    if form == "discord":
        return _json({"content": _MARKDOWN.sub(r"\\\1", said), "allowed_mentions": {"parse": []}})
    return _json({"event": event, "text": said, **facts})


def _json(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()
