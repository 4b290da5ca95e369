"""Sends e-mail through the sysop's server.

Guarantees: nothing takes longer than `SECONDS`. The client is loaded for the first e-mail.
"""

from __future__ import annotations

import asyncio
from email.message import EmailMessage
from typing import Final

from door.notify.webhook import count_attempt, tls
from door.settings.models import MailSettings
from door.ui.texts import tr

SECONDS: Final = 60.0
CLOSING: Final = 421
"""The answer of a server that closes the connection, whatever it was asked (RFC 5321, 3.8)."""

PERMANENT: Final = 500
"""The first code of answers that stay the same if asked again."""


class MailError(Exception):
    """An e-mail that was not sent. The text says why, in the server's words.

    `alone`: it says nothing about e-mails to others. `lasting`: its address was refused for good.
    """

    def __init__(self, why: str, alone: bool = False, lasting: bool = False) -> None:
        super().__init__(why)
        self.alone, self.lasting = alone, lasting


async def send(settings: MailSettings, message: EmailMessage) -> None:
    """Send an e-mail. Raises MailError, whose text doesn't name the address."""
    try:
        with count_attempt("mail"):
            await _send(settings, message)
    except MailError as error:
        raise MailError(str(error).replace(message["To"], "***"), error.alone, error.lasting) from None


async def _send(settings: MailSettings, message: EmailMessage) -> None:
    import aiosmtplib

    context = None if settings.tls == "off" else await asyncio.to_thread(tls)
    try:
        client = aiosmtplib.SMTP(
            hostname=settings.host,
            port=settings.port,
            username=settings.user or None,
            password=settings.password or None,
            use_tls=settings.tls == "tls",
            start_tls=settings.tls == "starttls",
            tls_context=context,
            timeout=SECONDS,
            local_hostname=settings.sender.rpartition("@")[2],
        )
        async with asyncio.timeout(SECONDS), client:
            try:
                await client.send_message(message)
            except asyncio.CancelledError:
                client.close()  # a server that is waited for gets no goodbye
                raise
    except aiosmtplib.SMTPRecipientsRefused as error:
        first = error.recipients[0]
        is_alone, is_lasting = first.code != CLOSING, first.code >= PERMANENT
        raise MailError(f"{first.code} {first.message}", is_alone, is_lasting) from None
    except aiosmtplib.SMTPDataError as error:
        raise MailError(f"{error.code} {error.message}", alone=error.code != CLOSING) from None
    except aiosmtplib.SMTPResponseException as error:
        raise MailError(f"{error.code} {error.message}") from None
    except TimeoutError:
        raise MailError(tr.outside.no_answer(seconds=tr.count.seconds(n=round(SECONDS)))) from None
    except (aiosmtplib.SMTPException, OSError) as error:
        raise MailError(str(error) or type(error).__name__) from None
    finally:
        # Before Python 3.12, `asyncio.wait_for` loses a cancellation that comes together with the result.
        if (task := asyncio.current_task()) and task.cancelling():
            raise asyncio.CancelledError
