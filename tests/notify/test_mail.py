"""E-mail: a server that can't encrypt gets no password, and one that says nothing is left alone."""

import asyncio
import itertools
from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import SMTP, default

import pytest
from outside_servers import Post, post_office

from door.notify import mail
from door.notify.mail import MailError, send
from door.notify.words import BoardAddress, code_mail
from door.settings.models import MailSettings

CODE = code_mail(
    "ann@example.org",
    "123456",
    BoardAddress("Die Tür", ""),
    "door@example.org",
    datetime(2026, 11, 10, tzinfo=UTC),
)


def settings(post: Post, **more: str) -> MailSettings:
    return MailSettings(host="127.0.0.1", port=post.port, sender="door@example.org", **more)  # type: ignore[arg-type]


async def test_a_name_in_any_letters_is_sent():
    async with post_office() as post:
        await send(settings(post, tls="off"), CODE)
    [message] = post.mails
    assert (message["From"], message["To"]) == ("Die Tür <door@example.org>", "ann@example.org")
    assert message["Subject"] == "Die Tür: your code is 123456" and "Die Tür" in message.get_content()
    assert message["Auto-Submitted"] == "auto-generated"


@pytest.mark.parametrize(
    "name", ["Tür <1>", 'Tür, "x" <1@2>', 'A "q", B', "Tür (x) @ y", "The Door; (night)", "x" * 60]
)
def test_any_name_of_the_board_leaves_the_sender_s_address_as_it_is(name):
    mail = code_mail(
        "a@b.org", "1", BoardAddress(name, ""), "door@example.org", datetime(2026, 11, 10, tzinfo=UTC)
    )
    read = message_from_bytes(mail.as_bytes(policy=SMTP), policy=default)
    (sender,) = read["From"].addresses
    assert (sender.display_name, sender.addr_spec) == (name, "door@example.org")


@pytest.mark.parametrize("tls", ["starttls", "tls"])
async def test_a_server_that_cannot_encrypt_gets_no_password(tls):
    async with post_office() as post:
        with pytest.raises(MailError):
            await send(settings(post, tls=tls, user="door", password="secret"), CODE)
    assert post.mails == []
    assert not any("AUTH" in line or "secret" in line or "c2VjcmV0" in line for line in post.commands)


async def test_a_server_that_says_nothing_is_one_sentence(monkeypatch):
    monkeypatch.setattr(mail, "SECONDS", 0.05)
    async with post_office(hello="") as post:
        with pytest.raises(MailError, match=r"(no answer within 0 seconds|[Tt]imed out)"):
            await send(settings(post, tls="off"), CODE)


async def test_the_log_learns_no_address():
    async with post_office(RCPT="550 <ann@example.org> is unknown") as post:
        with pytest.raises(MailError, match=r"^550 <\*\*\*> is unknown$") as caught:
            await send(settings(post, tls="off"), CODE)
    assert caught.value.lasting


async def test_a_sender_that_is_cancelled_ends_at_once_wherever_it_is():
    """Before Python 3.12 a wait that ends in the moment of its cancellation has not been cancelled."""
    async with post_office() as post:
        for moment in itertools.count():
            sending = asyncio.create_task(send(settings(post, tls="off"), CODE))
            for _ in range(moment):
                await asyncio.sleep(0)
            if sending.done():
                break
            sending.cancel()
            await asyncio.wait([sending])
            assert sending.cancelled(), moment
    assert moment > 10
