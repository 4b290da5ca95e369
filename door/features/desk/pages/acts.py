"""What a sysop can do to accounts, addresses and live calls: one row per act.

The desk's pages, their questions, the log's lines and the command line follow from these tables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from door.features.messages.asks import WIDTH
from door.records.callers.accounts import Accounts, why_banned
from door.ui.texts import Said, Sentence, tr

YES: Final = "YES"


class Asked(NamedTuple):
    """A question for one line. An empty answer cancels, unless it `may_be_empty`."""

    prompt: Sentence
    limit: int
    secret: bool = False
    may_be_empty: bool = False


@dataclass(frozen=True, slots=True)
class DeskAct:
    """An act. Its name in the table is its word in the log.

    - `key` and `label` are on the desk's page. With `sure`, the last answer must be YES.
    - `run` changes an account. `on_own`: sysops may do it to their own account. `farewell` makes the last
      sentence of a caller whose call it ends.
    - `help` explains it on a call's page. `ends` is shown there once the call is over.
    """

    key: str = ""
    label: Sentence | None = None
    questions: tuple[Asked, ...] = ()
    run: Callable[[Accounts, str, str], Said] | None = None
    sure: bool = False
    on_own: bool = True
    farewell: Callable[..., Said] | None = None
    help: Sentence | None = None
    ends: Sentence | None = tr.sysop.caller_left

    @property
    def secret(self) -> bool:
        """True if its answers must not be logged."""
        return any(one.secret for one in self.questions)


PASSWORD: Final = (
    Asked(tr.sysop.ask_new_password, 128, secret=True, may_be_empty=True),
    Asked(tr.sysop.repeat_new_password, 128, secret=True),
)
ON_ACCOUNTS: Final[dict[str, DeskAct]] = {
    "validate": DeskAct("v", tr.keys.validate, run=Accounts.validate),
    "turns": DeskAct("t", tr.sysop.act_turns, (Asked(tr.sysop.ask_grant_turns, 30),), Accounts.grant),
    "level": DeskAct("l", tr.sysop.act_level, (Asked(tr.sysop.ask_access_level, 4),), Accounts.set_level),
    "password": DeskAct("p", tr.sysop.act_password, PASSWORD),
    "invite": DeskAct("i", tr.sysop.act_invite, run=Accounts.invite),
    "keys": DeskAct(
        "k", tr.sysop.fact_ssh_keys, (Asked(tr.sysop.ask_public_key, 4000),), Accounts.change_keys
    ),
    "rename": DeskAct(
        "r",
        tr.sysop.act_rename,
        (Asked(tr.sysop.ask_rename, 20),),
        Accounts.rename,
        on_own=False,
        farewell=tr.sysop.farewell_renamed,
    ),
    "ban": DeskAct(
        "b",
        tr.sysop.act_ban,
        (Asked(tr.sysop.ask_account_ban_reason, 120),),
        Accounts.ban,
        on_own=False,
        farewell=why_banned,
    ),
    "unban": DeskAct("u", tr.sysop.act_unban, run=Accounts.unban),
    "sysop": DeskAct(
        "o", tr.sysop.act_sysop, (Asked(tr.sysop.confirm_make_sysop, 3),), Accounts.set_sysop, on_own=False
    ),
    "remove": DeskAct(
        "d",
        tr.keys.remove,
        (Asked(tr.sysop.confirm_remove_caller, 3),),
        Accounts.remove,
        sure=True,
        on_own=False,
        farewell=tr.sysop.farewell_removed,
    ),
    "posts": DeskAct(
        "f", tr.sysop.act_posts, (Asked(tr.sysop.confirm_delete_posts, 3),), Accounts.clear_posts, sure=True
    ),
    "add": DeskAct("", tr.keys.new_caller, (Asked(tr.sysop.ask_new_caller, 20), *PASSWORD)),
    "keep-out": DeskAct(),
    "let-in": DeskAct(),
}
"""Acts on accounts by handle. The last two are on addresses."""

ON_CALLS: Final[dict[str, DeskAct]] = {
    "message": DeskAct(
        "m", tr.sysop.act_message, (Asked(tr.sysop.ask_message, WIDTH),), help=tr.sysop.node_message_help
    ),
    "minutes": DeskAct(
        "t", tr.sysop.act_time, (Asked(tr.sysop.ask_minutes, 4),), help=tr.sysop.node_time_help
    ),
    "hang-up": DeskAct(
        "h",
        tr.keys.hang_up,
        (Asked(tr.sysop.ask_farewell, 70, may_be_empty=True),),
        help=tr.sysop.node_hang_up_help,
        ends=tr.sysop.was_disconnected,
    ),
    "ban": DeskAct(
        "b",
        tr.sysop.act_ban,
        (Asked(tr.sysop.ask_ban_reason, 70),),
        help=tr.sysop.node_ban_help,
        ends=tr.sysop.banned_disconnected,
    ),
    "ban-address": DeskAct(
        "a",
        tr.sysop.act_ban_address,
        (Asked(tr.sysop.ask_ban_days, 4),),
        help=tr.sysop.node_ban_address_help,
        ends=None,
    ),
}
"""Acts on live calls by node."""
