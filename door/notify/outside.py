"""Tells callers outside the board that it is their turn: by a feed, a webhook of theirs, and e-mail.

Guarantees: `tell` never waits. A caller gets at most two e-mails a day, none while they are on the board,
and none about what no longer waits for them.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from door.notify import mail, webhook, words
from door.notify.webhook import HookMessage, Outbox
from door.records.access.limits import quota
from door.records.access.quota import DAY, Quota
from door.records.community.subscribers import OutsideNotice, Subscriber, Subscribers, new_secret
from door.records.journal.lines import RecordsError, caller_key, stamp
from door.records.part import Part
from door.records.store import Store, StoreError
from door.records.store.rows import why_unsaved
from door.settings import Settings
from door.settings.forms import address, is_mail_address, is_url
from door.ui.texts import MaybeSaid, Said, speaking, tr

LOG = logging.getLogger("door.notify")
LOOK_SECONDS: Final = 5.0
LONGEST_PAUSE: Final = 1800.0
"""Most seconds until the e-mail server, or an address that it doesn't take now, is tried again."""

MAILS_A_DAY: Final = 2
CODE_LASTS: Final = timedelta(minutes=30)
CODE_TRIES: Final = 5
SECRET: Final = r"([A-Za-z0-9_-]{22})"
FEED: Final = re.compile(rf"/yours/{SECRET}\.atom")
OFF: Final = re.compile(rf"/yours/{SECRET}/off")


class OutsideError(RecordsError):
    """A channel that can't be turned on. The text is a sentence."""


@dataclass(slots=True)
class _Code:
    """A code that was sent to `address`, and how often the caller may still mistype it."""

    address: str
    code: str
    until: datetime
    tries: int = CODE_TRIES


@dataclass(slots=True)
class _SendQuotas:
    hooks: Quota = field(default_factory=partial(quota, "hook"))
    tests: Quota = field(default_factory=partial(quota, "hook test"))
    codes: Quota = field(default_factory=partial(quota, "mail code"))
    """By caller, and by address, so that nobody can fill another's mailbox."""

    all_codes: Quota = field(default_factory=partial(quota, "mail codes"))
    words_asked: Quota = field(default_factory=partial(quota, "lost password"))
    words_mailed: Quota = field(default_factory=partial(quota, "one-time words"))


class Outside(Part):
    """The callers' channels, for the data folder of a board.

    `keep` finishes a task in the background. `is_on(handle)` is True if the caller is on the board, and
    `waits(handle, table)` if that table (or with "" a letter) still waits for them.
    """

    def __init__(
        self,
        store: Store,
        settings: Callable[[], Settings],
        now: Callable[[], datetime],
        keep: Callable[[Coroutine[Any, Any, Any]], Any],
        is_on: Callable[[str], bool],
        waits: Callable[[str, str], Awaitable[bool]],
    ) -> None:
        self.subscribers = Subscribers(store)
        self.outbox = Outbox(lambda: settings().outside.networks)
        self._settings, self._now, self._keep = settings, now, keep
        self._is_on, self._waits = is_on, waits
        self._due: set[str] = set()
        self._put_off: dict[str, tuple[int, float]] = {}  # failures in a row, and when to try again
        self._codes: dict[str, _Code] = {}
        self._quotas = _SendQuotas()
        self._changing = asyncio.Lock()

    # -- telling

    def tell(self, handle: str, said: Said, about: str = "") -> None:
        """Tell a caller, if they are a subscriber. `about` is a table's id, or "" for a letter."""
        one = self.subscribers.of(handle)
        if one is None:
            return
        notice = OutsideNotice(one.id, stamp(self._now()), said.recipe, about)
        self.subscribers.note(notice)
        self._keep(asyncio.to_thread(self.subscribers.write_down, notice))
        if one.mail:
            self._due.add(one.id)
        wanted = one.webhook and self._settings().outside.webhooks
        if wanted and not self._quotas.hooks.take(one.id, self._now()):
            self.outbox.put(self._message(one, notice))

    def _message(self, one: Subscriber, notice: OutsideNotice) -> HookMessage:
        with self._speaking(one):
            body, kind = words.message(one, notice, self.board_address)
        return HookMessage(f"caller {one.handle!r}", one.webhook, body, kind)

    @property
    def board_address(self) -> words.BoardAddress:
        """The board's name and web address."""
        settings = self._settings()
        url, listen = settings.web.url, settings.listen
        for scheme, where in (("http", address(listen.web)), ("https", address(listen.web_tls))):
            url = url or (f"{scheme}://{where}" if where else "")
        return words.BoardAddress(settings.board.name, url)

    @contextmanager
    def _speaking(self, one: Subscriber) -> Iterator[None]:
        settings = self._settings()
        language = settings.texts.of(one.language or settings.board.language)
        with speaking(lambda: language):
            yield

    # -- the web listener's answers

    def feed(self, path: str) -> bytes | None:
        """Return the feed at that path, or None."""
        found = FEED.fullmatch(path)
        one = self.subscribers.by_feed(found[1]) if found and self._settings().outside.feeds else None
        if one is None:
            return None
        with self._speaking(one):
            return words.feed(
                one, self.subscribers.notices(one.id), self.board_address, self.board_address.url + path
            )

    def off_page(self, path: str, done: bool) -> bytes | None:
        """Return the page that turns a caller's e-mail off, or None. With `done` turn it off."""
        found = OFF.fullmatch(path)
        one = self.subscribers.by_off(found[1]) if found else None
        if one is None:
            return None
        if done:
            self._keep(self._turn_off(one))
        with self._speaking(one):
            return words.off_page(self.board_address, done, one.language or self._settings().board.language)

    async def _turn_off(self, one: Subscriber) -> None:
        """Turn e-mail off. The address stays valid, so that a second click gets the same answer."""
        await self._change(one.handle, lambda one: replace(one, mail=""))
        LOG.info("e-mail turned off by its link caller=%r", one.handle)

    # -- what a caller chooses

    @property
    def channels(self) -> tuple[str, ...]:
        """The channels that the sysop offers: "feed", "webhook" and "mail"."""
        settings = self._settings()
        has = {
            "feed": settings.outside.feeds and bool(self.board_address.url),
            "webhook": settings.outside.webhooks, "mail": bool(settings.mail.host),
        }  # fmt: skip
        return tuple(name for name, is_there in has.items() if is_there)

    def awaits_code(self, handle: str) -> str:
        """Return the e-mail address that a code was sent to, or ""."""
        sent = self._codes.get(caller_key(handle))
        return sent.address if sent and sent.tries and sent.until > self._now() else ""

    def feed_address(self, one: Subscriber) -> str:
        """Return the address of a caller's feed, or ""."""
        return f"{self.board_address.url}/yours/{one.feed}.atom" if one.feed else ""

    async def set_feed(self, handle: str, is_on: bool, language: str) -> None:
        """Turn a caller's feed on, at a new address, or off."""
        if is_on and not (self._settings().outside.feeds and self.board_address.url):
            raise OutsideError(tr.outside.no_feeds())
        secret = new_secret() if is_on else ""
        await self._change(handle, lambda one: replace(one, feed=secret, language=language))

    async def set_webhook(self, handle: str, url: str, form: str, language: str) -> None:
        """Have a web address told from now on, after a test; "" for none. Raises OutsideError."""
        if url:
            if not self._settings().outside.webhooks:
                raise OutsideError(tr.outside.no_webhooks())
            if not is_url(url):
                raise OutsideError(tr.outside.not_a_url())
            if why := self._quotas.tests.take(handle, self._now()):
                raise OutsideError(why)
            said = tr.outside.test_message(board=self.board_address.name)
            one = Subscriber(handle, webhook=url, form=form)
            body, kind = words.message(
                one, OutsideNotice("", stamp(self._now()), said.recipe), self.board_address
            )
            try:
                await self.outbox.post(url, body, kind)
            except webhook.WebhookError as error:
                LOG.warning("webhook of caller %r, test: %s", handle, error)
                raise OutsideError(tr.outside.webhook_failed(why=error)) from None
        await self._change(handle, lambda one: replace(one, webhook=url, form=form, language=language))

    async def send_code(self, handle: str, to: str) -> None:
        """Send a code to an e-mail address, which proves that it is the caller's. Raises OutsideError."""
        settings, now = self._settings(), self._now()
        if not settings.mail.host:
            raise OutsideError(tr.outside.no_mail())
        if not is_mail_address(to):
            raise OutsideError(tr.outside.not_a_mail_address())
        quotas = self._quotas
        if why := quotas.codes.why_not(handle, now) or quotas.codes.why_not(f"<{to}>", now):
            raise OutsideError(why)
        if why := quotas.all_codes.take("", now):
            raise OutsideError(why)
        for who in (handle, f"<{to}>"):
            quotas.codes.count(who, now)
        code = f"{secrets.randbelow(10**6):06}"
        try:
            await mail.send(
                settings.mail, words.code_mail(to, code, self.board_address, settings.mail.sender, now)
            )
        except mail.MailError as error:
            LOG.warning("e-mail with a code for caller %r: %s", handle, error)
            raise OutsideError(tr.outside.mail_failed()) from None
        self._codes = {key: one for key, one in self._codes.items() if one.until > now}
        self._codes[caller_key(handle)] = _Code(to, code, now + CODE_LASTS)

    async def set_mail(self, handle: str, typed: str, language: str) -> None:
        """Turn e-mail on if that is the code which was sent, or off with "". Raises OutsideError."""
        to = ""
        if typed:
            sent = self._codes.get(caller_key(handle))
            if sent is None or sent.until < self._now() or not sent.tries:
                raise OutsideError(tr.outside.no_code())
            sent.tries -= 1
            if not secrets.compare_digest(sent.code.encode(), typed.strip().encode()):
                raise OutsideError(tr.outside.wrong_code())
            to = sent.address
        self._codes.pop(caller_key(handle), None)
        await self._change(
            handle,
            lambda one: replace(
                one, mail=to, failed="", off=one.off or (new_secret() if to else ""), language=language
            ),
        )

    # -- one-time words

    def why_no_word(self, handle: str, crowd: str) -> MaybeSaid:
        """Count that somebody asks for a one-time word for this caller. Return why nobody may now, or "".

        `crowd` is the key of the address that asks, or "". Every handle is counted alike, so the answer tells
        nobody whether the caller has an e-mail address.
        """
        asked, now = self._quotas.words_asked, self._now()
        who = (handle, *((f"<{crowd}>",) if crowd else ()))
        for one in who:
            if why := asked.why_not(one, now):
                return why
        for one in who:
            asked.count(one, now)
        return ""

    def may_mail_word(self, handle: str) -> bool:
        """True if the caller has proved an e-mail address, and the board hasn't mailed too many words."""
        one = self.subscribers.of(handle)
        if one is None or not one.mail:
            return False
        if why := self._quotas.words_mailed.take("", self._now()):
            LOG.warning("no one-time word for caller %r: %s", handle, why)
        return not why

    async def mail_word(self, handle: str, word: str) -> None:
        """Mail a one-time word to the caller."""
        one, settings = self.subscribers.of(handle), self._settings()
        if one is None or not one.mail:
            return
        with self._speaking(one):
            letter = words.word_mail(one, word, self.board_address, settings.mail.sender, self._now())
        try:
            await mail.send(settings.mail, letter)
        except mail.MailError as error:
            LOG.warning("e-mail with a one-time word for caller %r: %s", handle, error)

    async def _change(self, handle: str, edit: Callable[[Subscriber], Subscriber]) -> None:
        async with self._changing:
            try:
                await asyncio.to_thread(self.subscribers.change, handle, edit)
            except StoreError as error:
                raise OutsideError(why_unsaved(f"the subscription of {handle!r}", error)) from None

    # -- jobs

    async def follow(self) -> None:
        """Read the subscribers again whenever their file has changed, and send the e-mails that are due."""
        await asyncio.to_thread(self.subscribers.look)
        self._due |= {one.id for one in self.subscribers.every() if one.mail}
        pause, fails = LOOK_SECONDS, 0
        while True:
            await asyncio.sleep(pause)
            await asyncio.to_thread(self.subscribers.look)
            fails = 0 if await self.send_mails() else fails + 1
            pause = pause_after(fails) if fails else LOOK_SECONDS

    async def send_mails(self) -> bool:
        """Send the e-mails that are due. Return False if the server fails."""
        settings, time = self._settings(), asyncio.get_running_loop().time
        for id in tuple(self._due) if settings.mail.host else ():
            one, now = self.subscribers.by_id(id), self._now()
            fails, again = self._put_off.get(id, (0, 0.0))
            if one is None or not one.mail:
                self._due.discard(id)
                self._put_off.pop(id, None)
                continue
            if time() < again:
                continue
            if self._is_on(one.handle) or not _may_mail(one, now):
                continue
            self._due.discard(id)
            if not (lines := await self._news(one)):
                continue
            off = f"{self.board_address.url}/yours/{one.off}/off"
            with self._speaking(one):
                letter = words.letter(one, lines, self.board_address, settings.mail.sender, off, now)
            try:
                await mail.send(settings.mail, letter)
            except mail.MailError as error:
                LOG.warning("e-mail to caller %r: %s", one.handle, error)
                if error.alone and not one.failed:
                    await self._change(one.handle, partial(_note_failure, stamp(now)))
                if error.lasting:
                    continue
                self._due.add(id)
                if not error.alone:
                    return False
                self._put_off[id] = fails + 1, time() + pause_after(fails + 1)
                continue
            self._put_off.pop(id, None)
            await self._change(one.handle, partial(_count_mail, stamp(now)))
        return True

    async def _news(self, one: Subscriber) -> list[str]:
        """Return what has come since the last e-mail and still waits, each sentence once."""
        now = stamp(self._now())
        since = max((t for t in one.mailed if t <= now), default="")  # the clock may have been set back
        new = [notice for notice in self.subscribers.notices(one.id) if notice.t > since]
        waiting = [notice for notice in new if await self._waits(one.handle, notice.about)]
        with self._speaking(one):
            return list(dict.fromkeys(map(words.notice_sentence, waiting)))


def pause_after(fails: int) -> float:
    """Return the seconds until something that failed so often in a row is tried again: 80, 160, 320 …"""
    return min(LONGEST_PAUSE, LOOK_SECONDS * 2.0 ** min(fails + 3, 10))


def _count_mail(t: str, one: Subscriber) -> Subscriber:
    return replace(one, mailed=(*one.mailed, t)[-MAILS_A_DAY:], failed="")


def _note_failure(t: str, one: Subscriber) -> Subscriber:
    return replace(one, failed=one.failed or t)


def _may_mail(one: Subscriber, now: datetime) -> bool:
    if len(one.mailed) < MAILS_A_DAY:
        return True
    return not stamp(now - DAY) < one.mailed[-MAILS_A_DAY] <= stamp(now)
