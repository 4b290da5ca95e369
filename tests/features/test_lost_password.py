"""A caller who has lost the password gets a one-time word by e-mail or from the sysop. Nobody else learns who
has an address, gets a second use out of a word, or keeps a caller out with one."""

import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from boardroom import PASSWORD, Boardroom
from callline import DUMB, XTERM, CallDouble
from outside_servers import Post, post_office
from records_kit import right_password
from seats import a_board

from door.features.desk.handlers import accounts
from door.notify.outside import Outside
from door.records.access.bans import Bans
from door.records.access.failed_logons import FailedLogons
from door.records.callers.caller_file import Caller, CallerError, check_handle
from door.records.callers.logons import LogonGate, WrongGuess
from door.records.callers.once import BY_MAIL, BY_SYSOP, fits_once, new_word, once
from door.server.remote_callers import RloginAuth
from door.settings.models import MailSettings, Web
from door.ui.texts import tr

WORD = re.compile(r"^    (\w{4}(?:-\w{4}){3})\r?$", re.MULTILINE)
SENT = "one-time word is on its"
NOW = datetime(2026, 11, 28, tzinfo=UTC)


@dataclass
class Scene:
    board: Boardroom
    post: Post

    async def proves_address(self, handle: str) -> None:
        outside = self.board.services[Outside]
        await outside.send_code(handle, f"{handle.lower()}@example.org")
        code = re.search(r"\d{6}", self.post.mails.pop()["Subject"])
        assert code
        await outside.set_mail(handle, code[0], "")

    @property
    def mailing(self) -> bool:
        return any("_mail_word" in repr(task.get_coro()) for task in self.board.tasks)

    async def asks(self, handle: str, wants: str = SENT, address: str = "127.0.0.1") -> CallDouble:
        """Somebody asks for a word in plain mode, and the board has done what it does then."""
        line, _ = self.board.call(replace(DUMB, address=address))
        await line.say(f"{handle}\rlost\r", wants)
        await self.board.until(lambda: not self.mailing, "the e-mail")
        return line

    def word(self) -> str:
        mail = self.post.mails.pop()
        found = WORD.search(mail.get_content())
        assert found and found[1] not in mail["Subject"]
        return found[1]


@asynccontextmanager
async def scene(folder: Path, **refuses: str) -> AsyncIterator[Scene]:
    async with a_board(folder, "Ann", "Bob") as board, post_office(**refuses) as post:
        board.settings = replace(
            board.settings, web=Web(url="https://board.example.org"),
            mail=MailSettings(host="127.0.0.1", port=post.port, tls="off", sender="door@example.org"),
        )  # fmt: skip
        for handle in ("Ann", "Bob"):
            await board.callers.set_password(handle, PASSWORD)
        yield Scene(board, post)


async def test_a_word_by_mail_leads_to_a_new_password_on_a_screen(tmp_path):
    async with scene(tmp_path) as it:
        await it.proves_address("Ann")
        line, _ = it.board.call(XTERM)
        await line.shows("Your handle")
        await line.press("Ann\r", "Password for Ann.*F2. Lost password")
        await line.press("wrong guess\r", "Wrong password. If you have lost it, type LOST.")
        await line.press("\x1bOQ", SENT)
        await it.board.until(lambda: it.post.mails, "the e-mail")
        assert [mail["To"] for mail in it.post.mails] == ["ann@example.org"]
        word = it.word()
        assert await right_password(it.board.callers, "Ann", PASSWORD), "the password works until then"
        await line.press(f"{word}\r", "Choose a password")
        await line.press("new words\r", "Type it again")
        await line.press("new words\r", "Hello, Ann|LAST CALLERS|Since your last call")
        assert await right_password(it.board.callers, "Ann", "new words")
        assert not await right_password(it.board.callers, "Ann", PASSWORD)
        assert it.board.callers.get_or_raise("Ann").word == ""


async def test_a_word_works_once_in_plain_mode_and_the_next_ends_the_one_before(tmp_path):
    async with scene(tmp_path) as it:
        await it.proves_address("Ann")
        line = await it.asks("Ann")
        old = it.word()
        it.board.clock.on(minutes=2)
        await line.say("lost\r", SENT)
        await it.board.until(lambda: it.post.mails, "the second e-mail")
        new = it.word()
        await line.say(f"{old}\r", "Wrong password")
        await line.say(f"{new.upper().replace('-', ' ')}\rnew words\rnew words\r", "main menu")
        other, _ = it.board.call(DUMB)
        await other.say(f"Ann\r{new}\r", "Wrong password")


async def test_two_calls_with_one_word_set_one_password(tmp_path):
    async with scene(tmp_path) as it:
        await it.proves_address("Ann")
        first = await it.asks("Ann")
        word = it.word()
        second, _ = it.board.call(DUMB)
        await first.say(f"{word}\r", "Choose a password")
        await second.say(f"Ann\r{word}\r", "Choose a password")
        await first.say("first words\rfirst words\r", "main menu")
        await second.say("second words\rsecond words\r", "Wrong password|has ended")
        assert await right_password(it.board.callers, "Ann", "first words")


async def test_the_file_decides_which_word_was_used(tmp_path):
    async with scene(tmp_path) as it:
        files = it.board.callers
        files.change("Ann", lambda caller: replace(caller, word=once("abcd", NOW)))
        with pytest.raises(CallerError, match="has ended"):
            await files.set_password("Ann", "other words", word=once("wxyz", NOW))
        assert await right_password(files, "Ann", PASSWORD)


async def test_a_word_ends_after_an_hour_and_when_its_caller_logs_on_by_password(tmp_path):
    async with scene(tmp_path) as it:
        for handle in ("Ann", "Bob"):
            await it.proves_address(handle)
        await it.asks("Ann")
        late = it.word()
        it.board.clock.on(hours=1, seconds=1)
        line, _ = it.board.call(DUMB)
        await line.say(f"Ann\r{late}\r", "Wrong password")
        await it.asks("Bob")
        unused = it.word()
        line, _ = it.board.call(DUMB)
        await line.say(f"Bob\r{PASSWORD}\r", "main menu")
        await it.board.until(lambda: not it.board.callers.get_or_raise("Bob").word, "the end of the word")
        other, _ = it.board.call(DUMB)
        await other.say(f"Bob\r{unused}\r", "Wrong password")


async def test_the_answer_does_not_tell_who_has_an_address(tmp_path):
    async with scene(tmp_path) as it:
        await it.proves_address("Ann")
        it.board.callers.add(Caller("Carl"))
        await it.proves_address("Carl")
        it.board.callers.change("Carl", lambda caller: replace(caller, banned="cheating"))
        heard = []
        for handle in ("Ann", "Bob", "Carl"):
            line = await it.asks(handle)
            heard.append(line.sent.decode().replace(handle, "X"))
            await line.say("lost\r", "too often")
            line.drop()
        assert len(set(heard)) == 1
        assert [mail["To"] for mail in it.post.mails] == ["ann@example.org"]
        assert not it.board.callers.get_or_raise("Bob").word


async def test_sysops_get_no_word_by_mail(tmp_path):
    async with scene(tmp_path) as it:
        await it.proves_address("Ann")
        it.board.callers.change("Ann", lambda caller: replace(caller, sysop=True))
        await it.asks("Ann")
        assert not it.post.mails and not it.board.callers.get_or_raise("Ann").word


async def test_nobody_fills_a_mailbox_or_keeps_a_caller_from_the_last_word(tmp_path):
    async with scene(tmp_path) as it:
        await it.proves_address("Ann")
        for n in range(5):
            await it.asks("Ann", address=f"203.0.113.{n}")
            it.board.clock.on(minutes=2)
        await it.asks("Ann", "too often", address="203.0.113.9")
        assert len(it.post.mails) == 5
        line, _ = it.board.call(DUMB)
        await line.say(f"Ann\r{it.word()}\rnew words\rnew words\r", "main menu")


async def test_an_address_asks_five_times_a_day_whatever_handles_it_types(tmp_path):
    async with scene(tmp_path) as it:
        for n in range(6):
            it.board.callers.add(Caller(f"Caller{n}"))
            await it.asks(f"Caller{n}", "too often" if n == 5 else SENT, address="203.0.113.1")
            it.board.clock.on(minutes=2)


async def test_a_banned_address_gets_nobody_a_word(tmp_path):
    async with scene(tmp_path) as it:
        await it.proves_address("Ann")
        it.board.services[Bans].ban("203.0.113.1", None, "Sysop")
        line = await it.asks("Ann", str(tr.refused.address_banned()), address="203.0.113.1")
        await line.closed()
        assert not it.post.mails and not it.board.callers.get_or_raise("Ann").word


async def test_guesses_at_a_word_count_as_wrong_passwords(tmp_path):
    async with scene(tmp_path) as it:
        await it.proves_address("Ann")
        line = await it.asks("Ann")
        for _ in range(2):
            await line.say(f"{new_word()}\r", "Wrong password")
        assert {strike.misses for strike in it.board.services[FailedLogons].strikes(it.board.time())} == {2}


async def test_a_word_is_for_the_log_on_page_alone(tmp_path):
    async with scene(tmp_path) as it:
        services, word = it.board.services, new_word()
        services.callers.change("Ann", lambda c: replace(c, word=once(word, services.now() + BY_MAIL)))
        assert services[LogonGate].known("Ann"), "SSH still asks for the password"
        with pytest.raises(WrongGuess):
            await services[LogonGate].password("Ann", word, "203.0.113.1")
        rlogin = RloginAuth(services[LogonGate], lambda: (), services.now)
        assert not (await rlogin.prove("Ann", word, "203.0.113.1")).proved
        assert not await right_password(services.callers, "Ann", word), "nor under Settings"
        assert check_handle("Lost"), "ssh lost@ leads to the log-on page"


async def test_a_board_without_mail_names_the_sysop_whose_word_works(tmp_path):
    async with scene(tmp_path) as it:
        it.board.settings = replace(it.board.settings, mail=MailSettings())
        line = await it.asks("Ann", "Ask Sysop for a one-time word")
        said = accounts(it.board.services, "Sysop").invite("Ann")
        found = re.search(r"\w{4}(?:-\w{4}){3}", said)
        assert found and "7 days" in said
        it.board.clock.on(days=6)
        other, _ = it.board.call(DUMB)
        await other.say(f"Ann\r{found[0]}\rnew words\rnew words\r", "main menu")
        line.drop()


async def test_a_mail_server_that_fails_is_a_line_of_the_log(tmp_path, caplog):
    async with scene(tmp_path, RCPT="450 later") as it:
        one = it.board.services[Outside].subscribers
        one.change("Ann", lambda own: replace(own, mail="ann@example.org"))
        with caplog.at_level(logging.WARNING):
            await it.asks("Ann")
        assert "one-time word for caller 'Ann': 450 later" in caplog.text
        assert "ann@example.org" not in caplog.text


def test_a_word_fits_until_it_ends_and_a_damaged_one_never():
    word = new_word()
    ann = Caller("Ann", word=once(word, NOW + BY_SYSOP))
    assert fits_once(ann, word, NOW) and not fits_once(ann, word, NOW + BY_SYSOP)
    assert fits_once(replace(ann, word=once(word)), word, NOW + timedelta(days=9999))
    for damaged in ("", " ", "x", f"{once(word)} never mind the 1st", once(word)[:-1], "é"):
        assert not fits_once(replace(ann, word=damaged), word, NOW), damaged
        assert not fits_once(replace(ann, word=damaged), "", NOW), damaged
