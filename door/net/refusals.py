"""What callers are told who see no screen: why they are not let in, or what ends their call.

Law: nothing is known of most of these terminals; what their character set lacks is drawn by a look-alike.
"""

from __future__ import annotations

from typing import Final

from door.term.charset import encode
from door.ui.texts import Text

BUSY: Final = Text("All nodes are busy. Please call again later.")
CROWDED: Final = Text("Too many callers are logging on just now. Please call again in a minute.")
ADDRESS: Final = Text("There are too many calls from your address.")
BANNED: Final = Text("Your address is banned from this board.")
CLOSING: Final = Text("The board is closing. Please call again later.")
DOWN: Final = Text("The board is going down. Please call again soon.")
ROOM: Final = Text("The board is full, and you have not logged on yet. Please call again in a minute.")
FAULT: Final = Text("A fault on the board ends this call. Please call again.")

NO_TERMINAL: Final = Text('Use "ssh -t": this board needs a terminal.')
NO_COMMANDS: Final = Text("This board runs no commands: call it without one.")
NO_SUBSYSTEMS: Final = Text("This board has no such service: it is for callers at a terminal.")
TOO_MANY: Final = Text("Too many attempts: call again later")

NAMELESS: Final = Text("{board} did not say who you are.")
VISITOR_BANNED: Final = Text("You are banned from this door: {text}")
DOOR_CLOSES: Final = Text("This door is closing now.")
SAVED: Final = Text("Your game is saved.")
WAITS: Final = Text("Your game is saved; it goes on the next time.")


def line_of(sentence: str, charset: str) -> bytes:
    """The sentence on a line of its own; `charset` is "" where it is not known."""
    return b"\r\n%s\r\n" % encode(sentence, charset)
