from typing import Final

from door.call.api import Call
from door.call.feature import Feature
from door.call.navigation import lay_over
from door.features.letters.handlers import HANDLERS
from door.features.letters.pages import letter, mail, paging


def _reply(call: Call) -> bool:
    lay_over(call, "inbox", mail.REPLY)
    return True


FEATURE: Final = Feature(
    "letters",
    (HANDLERS,),
    {
        "inbox": mail.PAGE,
        "feedback": letter.PAGE,
        "write": letter.PAGE,
        "page": paging.PAGE,
    },
    anywhere=dict.fromkeys(("ctrl-r", "/r", "/reply"), _reply),
)
