"""The sysop's pages in every state that is looked at."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import board_scenes
from board_scenes import LONG, Everything, Scene, lobby, typed

from door.call.status import StatusFields, status_row
from door.features.desk import asks as queries
from door.features.desk.asks import (
    AccountFacts,
    AccountRow,
    Barred,
    Glimpse,
    Heard,
    Hours,
    HoursFound,
    NodeListing,
    SysopAct,
)
from door.features.desk.pages import watch
from door.features.desk.pages.accounts import ACCOUNT_PAGE as account
from door.features.desk.pages.accounts import ACCOUNTS_PAGE as accounts
from door.features.desk.pages.accounts import BANS_PAGE as bans
from door.features.desk.pages.desk import PAGE as desk
from door.features.desk.pages.node import PAGE as node
from door.features.desk.pages.played import PAGE as played
from door.features.desk.pages.settings import HOURS_PAGE as hours
from door.features.desk.pages.settings import SETTING_PAGE as setting
from door.features.desk.pages.settings import SETTINGS_PAGE as config
from door.features.log import pages as log_asks
from door.features.log import pages as log_pages
from door.features.log.pages import LogLines
from door.features.menu.pages.goodbye import HELP as help
from door.pages.api import Done
from door.records.access.played import DoorMonth, DoorPlayed
from door.records.ledger.closed_months import Own
from door.records.ledger.standings import History
from door.settings.keys import SettingKey as Setting
from door.term.keys import Key
from door.ui.screen import Answer, No, View

V6 = "2001:db8:85a3:1234:5678:8a2e:370:7334"
CARDS = (
    NodeListing(1, LONG, "Main Menu", 4, 0, None, "telnet", "127.0.0.1", "telnet xterm", "utf-8 80x24"),
    NodeListing(2, "Bo", "Shut The Box (MicroLink)", 754, 61, 59, "ssh", V6, "ssh syncterm", "cp437 132x37"),
    NodeListing(3, "", "Log-on", 12, 0, None, "telnet", "203.0.113.77", "telnet unknown", "cp437 80x24"),
    NodeListing(
        250, "Cy", "Chat with the sysop", 40_000, 1440, 1440, "rlogin", "198.51.100.200", "rlogin ansi-bbs",
        "ascii plain text", watched=2, talking=True,
    ),
)  # fmt: skip
LOG = (
    "2026-11-10T20:00:01Z INFO door.net call node=1 telnet from 127.0.0.1",
    f"2026-11-10T20:00:02Z WARNING door.call log-on failed node=1 handle='{LONG}' address={V6}",
    "2026-11-10T20:00:03Z ERROR door.board settings not reloaded: board.yaml:3: no",
)
HELPED = help.start(lobby(), "")[0]
SEEN = Glimpse(
    CARDS[1], help, HELPED, View(80, 23), status_row(StatusFields("Bo", 2, "Help", None, 59), 80), plain=False
)  # fmt: skip
SAID = "The Door, main menu.\r\nMain menu command? hx\b \b\r\nGETTING ABOUT\r\nEnter"
TOLD = replace(SEEN, plain=True, said=SAID)
TALK = (Heard(("Hello?", "w" * 200)), *[Key(c) for c in "yes"], Key("enter"), Heard((), "and now"))
NODES = Answer(queries.NODES, CARDS)
LOGGED = Answer(log_asks.LOG, LogLines({"": 3}, LOG))
DOWN, ENTER = Key("down"), Key("enter")

DESK = {
    "desk": Scene(desk, lobby(is_sysop=True), (NODES, DOWN)),
    "desk_refused": Scene(desk, lobby(is_sysop=True), (NODES, No("Sysops only."))),
    "announcement": Scene(
        watch.ANNOUNCE_PAGE, lobby(is_sysop=True), typed("Backup at ten, back at half past.")
    ),
    "node": Scene(node, lobby(), (NODES,), "250"),
    "node_message": Scene(node, lobby(), (NODES, Key("m"), *typed("Backup at ten")), "2"),
    "node_done": Scene(node, lobby(), (NODES, Done("Sent to Bo.")), "2"),
    "node_gone": Scene(node, lobby(), (NODES, Answer(queries.NODES, CARDS[:1])), "2"),
    "watch": Scene(watch.PAGE, lobby(), (SEEN,), "2"),
    "watch_over": Scene(watch.PAGE, lobby(), (SEEN, No("Bo has left (hung up).")), "2"),
    "watch_text": Scene(watch.PAGE, lobby(), (TOLD,), "2"),
    "chat": Scene(watch.CHAT_PAGE, lobby(), (Heard(()), *TALK), "2 Bo"),
    "chat_over": Scene(watch.CHAT_PAGE, lobby(), (Heard(()), *TALK, No("Bo has left the chat.")), "2 Bo"),
    "log": Scene(log_pages.PAGE, lobby(), (LOGGED,)),
    "log_word": Scene(
        log_pages.PAGE,
        lobby(),
        (Answer(log_asks.LOG, LogLines({"": 3}, LOG)), Key("f"), *typed("fail"), ENTER),
    ),
}

LOBBY = Everything("The Door", "Maggie", 1, "Maggie", is_sysop=True)
ROWS = (
    AccountRow("Ann", 12, 10, "10 Nov, 20:00", "", 3),
    AccountRow("Bo", 0, 3, "", "banned: too loud on the wall, and louder still in the chat"),
    AccountRow(LONG, 123456, 1000, "31 Dec 2025", "sysop"),
    *(AccountRow(f"Caller {number:02d}", number, 10, "09 Nov, 07:15") for number in range(30)),
)
PAST = History("shutbox", 41, 435, (Own("2026-11", 1, 1312, 12), Own("2026-10", 2, 987, 9)))
ANN = Answer(queries.ACCOUNT, AccountFacts(
    LONG,
    (("Since", "21 Sep, 05:58"), ("Calls", "12"), ("Last call", "10 Nov, 20:00"),
     ("From", "203.0.113.9, banned for wrong passwords"), ("Sysop", "no"), ("Level", "10"),
     ("Banned", "no"), ("Password", "set"), ("SSH keys", "2")),
    (("shutbox", "Shut The Box", PAST), ("thieves", "Forty Thieves", History("thieves"))),
    online=3,
    keys=("ssh-ed25519 SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU ann@home",),
))  # fmt: skip
BANNED = Answer(
    queries.ACCOUNT,
    AccountFacts("Bo", (("Banned", "too loud"), ("Validated", "no")), (), True, unvalidated=True),
)
BOARD, BOX = Path("config", "board.yaml"), Path("config", "doors", "shutbox.yaml")
HELP = "Minutes without a key before the board hangs up, 1 to 1440; 0 means no limit."
KEYS = (
    Setting("board.name", BOARD, "The Attic", "The Door", "live", "The board's name.", "text"),
    Setting("limits.nodes", BOARD, "250", "250", "next call", "Callers at once.", "a whole number, 1 to 9"),
    Setting("limits.idle_minutes", BOARD, "25", "10", "next call", HELP, "a whole number, 0 to 1440"),
    Setting("callers.new_password", BOARD, "(secret)", '""', "live", "What they must know.", "text", True),
    Setting("doors.shutbox.tiles", BOX, "9", "9", "live", "Tiles.", "9 or 12"),
)  # fmt: skip
SET_KEYS = Answer(queries.SETTINGS, KEYS)
WEEK = "mon-fri 18:00-23:30, sat-sun 10:00-02:00"
OPEN = (
    Hours("board", "The board", WEEK, "open until 23:30"),
    Hours("doors.shutbox", "Shut The Box", "always", "always open", 0),
    Hours(
        "doors.microlink", "MicroLink Shut The Box", WEEK, "closed, opens on Wednesday at 18:00", 1000, False
    ),
)
PLAYED = (
    DoorPlayed("shutbox", "Shut The Box", DoorMonth(1204, 360_060, 87, 41), DoorMonth(998, 299_000, 80, 39)),
    DoorPlayed("toy", LONG, DoorMonth(1, 60, 1, 0), DoorMonth()),
    DoorPlayed("dice", "Dice", DoorMonth(), DoorMonth()),
)
NETWORK = "2001:db8:85a3:1234::/64"
KEPT_OUT = (
    Barred(
        LONG,
        "deals the cards from below, and says so in the wall's every second line",
        "",
        SysopAct("unban", LONG),
    ),
    Barred(
        "203.0.113.9",
        "until 2026-11-13 20:00 UTC, by Maggie",
        "2026-11-10",
        SysopAct("let-in", "203.0.113.9"),
    ),
    Barred(NETWORK, f"until you lift it, by {LONG}", "2026-11-10", SysopAct("let-in", NETWORK)),
)
REFUSED = "config/board.yaml:54: limits.idle_minutes: must be a whole number, not 'soon, very soon, or later'"
NO = No(REFUSED)


def scene(page: Any, arg: str, events: tuple[Any, ...]) -> Scene:
    return Scene(page, LOBBY, events, arg, StatusFields("Maggie", 1, page.TITLE()))


BOOKS = {
    "callers": scene(accounts, "", (Answer(queries.ACCOUNTS, ROWS), DOWN)),
    "callers_far_down": scene(accounts, "", (Answer(queries.ACCOUNTS, ROWS), Key("end"))),
    "callers_find": scene(accounts, "", (Answer(queries.ACCOUNTS, ROWS), Key("f"), *typed("wol"))),
    "callers_none": scene(accounts, "", (Key("f"), *typed("zz"), ENTER, Answer(queries.ACCOUNTS, ()))),
    "caller": scene(account, LONG, (ANN,)),
    "caller_banned": scene(account, "Bo", (BANNED,)),
    "caller_password": scene(account, LONG, (ANN, Key("p"), *typed("secret"))),
    "caller_done": scene(account, LONG, (ANN, Done("It is done."))),
    "caller_gone": scene(account, "Zed", (No("There is no caller called Zed."),)),
    "caller_new": scene(account, "", typed("Zed")),
    "config": scene(config, "", (Answer(queries.SETTINGS, KEYS),)),
    "config_keys": scene(config, "limits", (Answer(queries.SETTINGS, KEYS), DOWN)),
    "setting": scene(setting, "limits.idle_minutes", (SET_KEYS,)),
    "setting_typing": scene(setting, "limits.idle_minutes", (SET_KEYS, ENTER, *typed("0"))),
    "setting_refused": scene(setting, "limits.idle_minutes", (SET_KEYS, ENTER, ENTER, NO)),
    "bans": scene(bans, "", (Answer(queries.BANS, KEPT_OUT), DOWN)),
    "bans_lifting": scene(bans, "", (Answer(queries.BANS, KEPT_OUT), DOWN, DOWN, ENTER)),
    "bans_none": scene(bans, "", (Answer(queries.BANS, ()), Done("203.0.113.9 may call again."))),
    "doors": scene(played, "", (Answer(queries.DOORS_PLAYED, PLAYED), DOWN)),
    "hours": scene(hours, "", (Answer(queries.HOURS, HoursFound("now Tuesday 20:00 CET", OPEN)), DOWN, DOWN)),
}  # fmt: skip

# All that stand in tests/golden, by the names of their files.
PAGES = {f"board_{name}": scene for name, scene in board_scenes.SCENES.items()} | {
    f"sysop_{name}": scene for name, scene in (DESK | BOOKS).items()
}
ANEW = {"board_replay", "board_settings", "board_settings_password", "sysop_watch_text"}
"""Pages that show more in a window of 110 × 50."""
