"""Callers get notices outside the board by a feed, a webhook and e-mail, and no more than they want."""

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from boardroom import Boardroom
from outside_servers import Hook, Post, post_office, web_hook
from records_kit import accounts_of
from seats import GAME, AtBoard, a_board, chosen, match_of

from door.features.letters.handlers import leave
from door.features.settings.handlers import FEATURE as SETTINGS
from door.features.tables.hub import TableHub
from door.net.web.http import BadRequest, Request, read
from door.net.web.site import Site
from door.notify import outside as outside_module
from door.notify.outside import LONGEST_PAUSE, OutsideError
from door.notify.outside import Outside as OutsideService
from door.play.match.values import Match, Proposal
from door.records.community.subscribers import SHOWN, Subscribers
from door.server.listeners import personal
from door.settings.models import MailSettings, OutsideSettings, Web
from door.ui.texts import tr

ATOM = "{http://www.w3.org/2005/Atom}"
URL = "https://board.example.org"


@dataclass
class Scene:
    """Ann and Bob, who are not on the board, and the servers that tell them."""

    board: Boardroom
    hook: Hook
    post: Post

    def __post_init__(self) -> None:
        self.outside = self.board.services[OutsideService]

    async def subscribes(self, handle: str) -> None:
        """A caller turns everything on."""
        await self.outside.set_feed(handle, True, "")
        await self.outside.set_webhook(handle, self.hook.url, "json", "")
        await self.turns_mail_on(handle)
        self.hook.bodies.clear()

    async def turns_mail_on(self, handle: str) -> None:
        await self.outside.send_code(handle, f"{handle.lower()}@example.org")
        code = re.search(r"\d{6}", self.post.mails.pop()["Subject"])
        assert code
        await self.outside.set_mail(handle, code[0], "")

    def feed(self, handle: str) -> list[str]:
        """The titles in a caller's feed, newest first."""
        one = self.outside.subscribers.of(handle)
        assert one
        page = self.outside.feed(f"/yours/{one.feed}.atom")
        assert page
        return [
            entry.findtext(f"{ATOM}title", "") for entry in ElementTree.fromstring(page).iter(f"{ATOM}entry")
        ]

    async def opens(self) -> Match:
        """Ann challenges Bob to Switchbox."""
        terms = Proposal(door="switchbox", options=GAME.info.defaults(), clock="3d", to="Bob")
        return await self.board.store.tables.open_table("Ann", terms)

    async def does(self, match: Match, **event: Any) -> Match:
        return await self.board.store.tables.do(match.terms.id, event)

    async def moves(self, match: Match) -> Match:
        seat = match.movers[0]
        return await self.does(match, **chosen(GAME, match, seat), seat=seat)

    async def on_disk(self) -> None:
        """Waits for the first notice in the file."""
        file = self.board.folder / "data" / "outside" / "notices.jsonl"
        await self.board.until(lambda: file.exists() and "challenged" in file.read_text(), "a notice")

    async def heard(self, count: int) -> list[str]:
        """The webhook's messages since the last time, each with its caller."""
        await self.board.until(lambda: len(self.hook.bodies) >= count, "the webhook")
        told, self.hook.bodies = [json.loads(body) for body in self.hook.bodies], []
        return [f"{one['caller']}: {one['message']}" for one in told]


@asynccontextmanager
async def scene(folder: Path, **refuses: str) -> AsyncIterator[Scene]:
    async with a_board(folder, "Ann", "Bob") as board, web_hook() as hook, post_office(**refuses) as post:
        board.settings = replace(
            board.settings,
            web=Web(url=URL),
            outside=OutsideSettings(networks=("127.0.0.0/8",)),
            mail=MailSettings(host="127.0.0.1", port=post.port, tls="off", sender="door@example.org"),
        )
        sending = board.keep(board.services[OutsideService].outbox.run())
        yield Scene(board, hook, post)
        sending.cancel()


async def test_a_game_by_days_is_played_to_its_end_and_each_move_is_told_three_ways(tmp_path):
    async with scene(tmp_path) as it:
        for handle in ("Ann", "Bob"):
            await it.subscribes(handle)
        match = await it.opens()
        challenge = "Ann challenges you to Switchbox."
        assert await it.heard(1) == [f"Bob: {challenge}"] and it.feed("Bob") == [challenge]
        assert await it.outside.send_mails()
        assert [(mail["To"], mail["Subject"]) for mail in it.post.mails] == [
            ("bob@example.org", f"The Door: {challenge}")
        ]
        match = await it.does(match, do="sit", seat=1, who="Bob")
        match = it.board.store.tables.get(match.terms.id) or match
        turns = 0
        while match.stage != "over":
            who = match.seats[match.movers[0]]
            other = {"Ann": "Bob", "Bob": "Ann"}[who]
            said = f"It's your move in Switchbox against {other}."
            assert await it.heard(1) == [f"{who}: {said}"], turns
            assert it.feed(who)[0] == said
            it.post.mails.clear()
            it.board.clock.on(hours=13)
            assert await it.outside.send_mails()
            assert [(mail["To"], mail["Subject"]) for mail in it.post.mails] == [
                (f"{who.lower()}@example.org", f"The Door: {said}")
            ]
            while match.stage != "over" and match.seats[match.movers[0]] == who:
                match = await it.moves(match)
            turns += 1
        assert turns > 4 and match.end == "over"
        assert len(it.feed("Ann")) == min(
            SHOWN, len(it.outside.subscribers.notices("")) or len(it.feed("Ann"))
        )
        assert it.hook.bodies == []


async def test_an_e_mail_says_what_still_waits_and_there_are_two_a_day(tmp_path):
    async with scene(tmp_path) as it:
        await it.turns_mail_on("Bob")
        first, second = await it.opens(), await it.opens()
        await leave(it.board.services, "Ann", "Bob", ("Hello",))
        await it.does(first, do="withdraw", seat=0)
        assert await it.outside.send_mails()
        [mail] = it.post.mails
        assert mail["Subject"] == "The Door: 2 things wait for you"
        text = mail.get_content()
        assert text.count("Ann challenges you to Switchbox.") == 1 and "Ann has left you a letter." in text
        off = mail["List-Unsubscribe"].strip("<>")
        assert off.startswith(f"{URL}/yours/") and off in text
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        for expected in (2, 2, 2):
            it.board.clock.on(hours=1)
            await it.opens()
            assert await it.outside.send_mails()
            assert len(it.post.mails) == expected, "two a day"
        it.board.clock.on(hours=23)
        assert await it.outside.send_mails()
        assert it.post.mails[-1]["Subject"] == "The Door: Ann challenges you to Switchbox.", "each once"
        assert second.terms.id


async def test_who_is_on_the_board_gets_no_e_mail_and_who_sees_the_table_is_told_at_the_call_s_end(tmp_path):
    async with scene(tmp_path) as it:
        await it.subscribes("Bob")
        match = await it.opens()
        await it.heard(1)
        bob = await AtBoard.on(it.board, "Bob")
        await bob.sits(match.terms.id)
        match = match_of(it.board, match.terms.id)
        if match.seats[match.movers[0]] == "Bob":
            match = await it.moves(match)
        while match.seats[match.movers[0]] == "Ann":
            match = await it.moves(match)
        assert await it.outside.send_mails()
        assert (it.post.mails, it.hook.bodies) == ([], [])
        await it.board.loses(bob.line, "Bob")
        assert await it.heard(1) == ["Bob: It's your move in Switchbox against Ann."]
        assert await it.outside.send_mails()
        assert len(it.post.mails) == 1


async def test_a_restart_says_nothing_twice_and_sends_the_e_mail_that_was_due(tmp_path, monkeypatch):
    monkeypatch.setattr(outside_module, "LOOK_SECONDS", 0.01)
    async with scene(tmp_path) as it:
        await it.turns_mail_on("Bob")
        await it.opens()
        services, again = it.board.services, list[str]()

        def tell(caller: str, sentence: str, table: str) -> None:
            again.append(caller)

        TableHub(it.board.store, services.roster, it.board.keep, lambda _: True, tell)
        assert again == []
        await it.on_disk()
        (make,) = SETTINGS.makes
        later = make(services)
        assert isinstance(later, OutsideService)
        job = it.board.keep(later.follow())
        await it.board.until(lambda: len(it.post.mails) == 1, "the e-mail")
        it.board.clock.on(hours=-1)
        match = await it.opens()
        later.tell("Bob", tr.outside.challenged(who="Ann", game="Switchbox"), match.terms.id)
        await it.board.until(lambda: len(it.post.mails) == 2, "an e-mail, although the clock was set back")
        job.cancel()


async def test_a_banned_caller_gets_no_e_mail_and_a_damaged_file_disturbs_nobody(tmp_path, caplog):
    async with scene(tmp_path) as it:
        await it.turns_mail_on("Bob")
        it.board.callers.change("Bob", lambda caller: replace(caller, banned="no"))
        await it.opens()
        assert await it.outside.send_mails() and it.post.mails == []
        file = tmp_path / "data" / "outside" / "callers.jsonl"
        file.write_text(
            f'{file.read_text()}[]\n{{"handle": 1}}\n{{"handle": "Ann", "id": "x", "mailed": 3}}\nrubbish\n'
        )
        it.outside.subscribers.look()
        assert [one.handle for one in it.outside.subscribers.every()] == ["Bob"]
        file.unlink()
        file.mkdir()
        it.outside.subscribers.look()
        it.outside.subscribers.look()
        assert [one.handle for one in it.outside.subscribers.every()] == ["Bob"]
        with pytest.raises(OutsideError, match="can't save"):
            await it.outside.set_feed("Ann", True, "")
        assert caplog.text.count("outside/ cannot be read") == 1


async def test_an_address_is_secret_and_can_be_new_and_says_nothing_to_a_wrong_one(tmp_path):
    async with scene(tmp_path) as it:
        await it.subscribes("Bob")
        site = Site({}, personal=lambda path, posts: personal(it.outside, path, posts))

        def page(path: str, method: str = "GET") -> tuple[int, str, str]:
            answer = site.page(Request(method, path, "", (), True), "192.0.2.1")
            return answer.status, answer.headers["Cache-Control"], answer.body.decode()

        bob = it.outside.subscribers.of("Bob")
        assert bob and len(bob.feed) == len(bob.off) == 22
        status, caching, _ = page(f"/yours/{bob.feed}.atom")
        assert (status, caching) == (200, "no-store")
        wrong = page(f"/yours/{'A' * 22}.atom")
        assert wrong == page("/nothing") and wrong[0] == 404
        await it.outside.set_feed("Bob", True, "")
        assert page(f"/yours/{bob.feed}.atom") == wrong, "the old address is gone"
        off = f"/yours/{bob.off}/off"
        assert "No more e-mail</button>" in page(off)[2]
        now = it.outside.subscribers.of("Bob")
        assert now and now.mail, "a program that only looks at the link turns nothing off"
        for _ in range(2):
            assert "You will get no more e-mail" in page(off, "POST")[2]
            await it.board.until(lambda: not it.outside.subscribers.of("Bob").mail, "it is off")  # type: ignore[union-attr]


def test_only_the_one_click_address_may_be_posted_to():
    head = "POST {} HTTP/1.1\r\nHost: x\r\nContent-Length: 26\r\n\r\n"
    request = read(head.format(f"/yours/{'x' * 22}/off").encode())
    assert request.method == "POST" and not request.keeps_alive, "its body is never read as a request"
    for path in ("/", f"/yours/{'x' * 22}.atom", "/yours/x/off"):
        with pytest.raises(BadRequest):
            read(head.format(path).encode())


async def test_a_rename_takes_everything_along_and_a_removal_nothing(tmp_path):
    async with scene(tmp_path) as it:
        await it.subscribes("Bob")
        await it.opens()
        before = it.outside.subscribers.of("Bob")
        accounts = accounts_of(it.board.store, it.board.callers)
        await it.heard(1)
        await it.on_disk()
        accounts.rename("Bob", "Rob")
        it.outside.subscribers.look()
        after = it.outside.subscribers.of("Rob")
        assert before and after == replace(before, handle="Rob") and it.outside.subscribers.of("Bob") is None
        again = Subscribers(it.board.store.journal.store)
        again.look()
        assert len(again.notices(after.id)) == 1, "a restart keeps the feed"
        accounts.remove("Rob")
        it.outside.subscribers.look()
        assert it.outside.subscribers.of("Rob") is None and it.outside.subscribers.notices(after.id) == ()
        assert not any(path.read_text() for path in (it.board.folder / "data" / "outside").iterdir())


@pytest.mark.parametrize("word", ["MAIL", "DATA", "RCPT"])
async def test_a_server_that_refuses_is_one_line_and_nobody_is_disturbed(tmp_path, caplog, word):
    async with scene(tmp_path) as it:
        await it.turns_mail_on("Bob")
        await it.opens()
        it.post.refuses[word] = "550 not you"
        sent = await it.outside.send_mails()
        assert sent is (word != "MAIL"), "one address that is refused doesn't stop the others"
        assert [one.message for one in caplog.records if one.name == "door.notify"] == [
            "e-mail to caller 'Bob': 550 not you"
        ]
        it.post.refuses.clear()
        it.board.pass_time(LONGEST_PAUSE)
        assert await it.outside.send_mails()
        assert len(it.post.mails) == (0 if word == "RCPT" else 1)


@pytest.mark.parametrize("answer", ["452 4.2.2 mailbox full", "450 greylisted", "421 go away"])
async def test_one_full_mailbox_stops_nobody_elses_e_mail(tmp_path, answer):
    others = [f"Cid{n}" for n in range(8)]
    async with scene(tmp_path) as it:
        for handle in others:
            await it.board.register(handle)
        for handle in ("Bob", *others):
            await it.turns_mail_on(handle)
        it.outside._waits = _always
        for handle in ("Bob", *others):
            it.outside.tell(handle, tr.outside.test_message(board="x"))
        it.post.full = {"bob@example.org": answer}
        for _ in range(3):
            sent = await it.outside.send_mails()
        if answer.startswith("421"):
            assert not sent, "the server closes for everybody"
            return
        assert sent
        assert sorted(mail["To"] for mail in it.post.mails) == [f"cid{n}@example.org" for n in range(8)]
        asked = sum("RCPT TO:<bob" in line for line in it.post.commands)
        assert asked == 2, "once for its code, and once now"
        it.post.full, it.post.mails = {}, []
        it.board.pass_time(LONGEST_PAUSE)
        assert await it.outside.send_mails() and [mail["To"] for mail in it.post.mails] == ["bob@example.org"]


async def test_a_caller_whose_e_mail_has_failed_for_days_hears_of_it_on_the_board(tmp_path):
    async with scene(tmp_path) as it:
        await it.turns_mail_on("Bob")
        await it.opens()
        it.post.full = {"bob@example.org": "452 4.2.2 mailbox full"}
        assert await it.outside.send_mails()
        failed = it.outside.subscribers.of("Bob").failed
        it.board.clock.on(hours=47)
        line, call = it.board.proved_call("Bob")
        assert "has failed" not in await line.shows("MAIN MENU|Main Menu|TURNS|Since your last call")
        line.drop()
        await call
        it.board.clock.on(hours=2)
        it.board.pass_time(LONGEST_PAUSE)
        assert await it.outside.send_mails() and it.outside.subscribers.of("Bob").failed == failed
        line, call = it.board.proved_call("Bob")
        await line.shows("E-mail to you has failed since")
        line.drop()
        await call
        it.post.full = {}
        it.board.pass_time(LONGEST_PAUSE)
        assert await it.outside.send_mails() and len(it.post.mails) == 1
        assert not it.outside.subscribers.of("Bob").failed


async def _always(handle: str, about: str) -> bool:
    return True


async def test_a_code_in_other_letters_is_a_wrong_code(tmp_path):
    async with scene(tmp_path) as it:
        await it.outside.send_code("Bob", "bob@example.org")
        with pytest.raises(OutsideError, match=re.escape(str(tr.outside.wrong_code()))):
            await it.outside.set_mail("Bob", "12345é", "")


async def test_what_cannot_be_turned_on_says_why(tmp_path):
    async with scene(tmp_path) as it:
        outside = it.outside
        with pytest.raises(OutsideError, match="isn't a web address"):
            await outside.set_webhook("Bob", "ntfy.sh/x", "text", "")
        it.hook.answers = [b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n"]
        with pytest.raises(OutsideError, match="a redirect, which is not followed"):
            await outside.set_webhook("Bob", it.hook.url, "text", "")
        it.board.settings = replace(it.board.settings, outside=OutsideSettings())
        with pytest.raises(OutsideError, match="a private address"):
            await outside.set_webhook("Bob", it.hook.url, "text", "")
        with pytest.raises(OutsideError, match="isn't an e-mail address"):
            await outside.send_code("Bob", "bob@example.org\r\nBcc: all@example.org")
        with pytest.raises(OutsideError, match="has expired"):
            await outside.set_mail("Bob", "123456", "")
        await outside.send_code("Bob", "bob@example.org")
        with pytest.raises(OutsideError, match="too often"):
            await outside.send_code("Ann", "bob@example.org")
        for _ in range(5):
            with pytest.raises(OutsideError, match="isn't the code"):
                await outside.set_mail("Bob", "no", "")
        with pytest.raises(OutsideError, match="has expired"):
            await outside.set_mail("Bob", re.findall(r"\d{6}", it.post.mails[-1]["Subject"])[0], "")
        it.board.clock.on(minutes=31)
        it.post.refuses["MAIL"] = "451 later"
        with pytest.raises(OutsideError, match="couldn't be sent"):
            await outside.send_code("Bob", "bob@example.org")
        it.board.settings = replace(
            it.board.settings, mail=MailSettings(), outside=OutsideSettings(feeds=False, webhooks=False)
        )
        assert outside.channels == ()
        for act in (outside.set_feed("Bob", True, ""), outside.send_code("Bob", "bob@example.org")):
            with pytest.raises(OutsideError, match="This board"):
                await act
    assert outside.subscribers.of("Bob") is None
