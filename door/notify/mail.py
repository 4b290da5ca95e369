"""Sends e-mail through the sysop's server.

Guarantees: nothing takes longer than `SECONDS`. The client is loaded for the first e-mail.
"""

from __future__ import annotations

import asyncio
from email.message import EmailMessage
from typing import Final

from door.notify.webhook import tls
from door.settings.models import Mail
from door.ui.texts import tr

SECONDS: Final = 60.0


class MailError(Exception):
    """An e-mail that was not sent. The text says why, in the server's words. `lasting`: its address was
    refused."""

    def __init__(self, why: str, lasting: bool = False) -> None:
        super().__init__(why)
        self.lasting = lasting


async def send(settings: Mail, message: EmailMessage) -> None:
    """Send an e-mail. Raises MailError, whose text doesn't name the address."""
    try:
        await _send(settings, message)
    except MailError as error:
        raise MailError(str(error).replace(message["To"], "***"), error.lasting) from None


async def _send(settings: Mail, message: EmailMessage) -> None:
    import aiosmtplib

    context = None if settings.tls == "off" else await asyncio.to_thread(tls)
    try:
        async with asyncio.timeout(SECONDS):
            await aiosmtplib.send(
                message,
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
    except aiosmtplib.SMTPRecipientsRefused as error:
        first = error.recipients[0]
        raise MailError(f"{first.code} {first.message}", lasting=first.code >= 500) from None
    except aiosmtplib.SMTPResponseException as error:
        raise MailError(f"{error.code} {error.message}") from None
    except TimeoutError:
        raise MailError(tr.outside.no_answer(seconds=tr.count.seconds(n=round(SECONDS)))) from None
    except (aiosmtplib.SMTPException, OSError) as error:
        raise MailError(str(error) or type(error).__name__) from None
