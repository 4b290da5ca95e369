"""The board's own pages in every state that is looked at, and what a terminal shows of them."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

from table_values import FEW, FORM, LADDER, LONG, NONE, RANKED, TABLES, UNRATED
from terminal import Terminal

from door.call.phone import view_for
from door.call.status import Contest, StatusFields
from door.features.bulletins import pages as bulletin
from door.features.bulletins.pages import HALL_PAGE as hall
from door.features.bulletins.pages import PAGE as bulletins
from door.features.callers import asks as callers_asks
from door.features.callers.asks import CallerRow, CallersFound
from door.features.callers.pages import callers
from door.features.callers.pages.callers import CALLER as caller
from door.features.callers.pages.callers import WHO_PAGE as who
from door.features.callers.pages.profile import PAGE as profile
from door.features.chat import pages as chat
from door.features.chat.pages import InChat
from door.features.desk.pages.accounts import LETTERS_PAGE
from door.features.doors import pages as archive
from door.features.externals import pages as more_doors
from door.features.forum import asks as forum_asks
from door.features.forum.pages import forum, post
from door.features.letters import asks as letters_asks
from door.features.letters.asks import Addressee, MailContents
from door.features.letters.pages import letter, mail
from door.features.logon.pages import logon
from door.features.menu.pages import goodbye, menu
from door.features.menu.pages.goodbye import HELP as help
from door.features.news import asks as news_asks
from door.features.news.asks import WhatIsNew
from door.features.news.news_files import NewsItem
from door.features.news.pages import news, tour
from door.features.replays import pages as queries
from door.features.replays import pages as replays
from door.features.replays.pages import REPLAY, ReplayFound, ReplayRow
from door.features.settings import pages as outside
from door.features.settings.pages import PAGE as settings
from door.features.tables import asks as seats
from door.features.tables.asks import LadderFound
from door.features.tables.pages import tables
from door.features.tables.pages.ladder import PAGE as ladder
from door.features.tables.pages.new_table import PAGE as new_table
from door.features.wall import pages as wall_asks
from door.features.wall.pages import PAGE as wall
from door.features.watching import pages as looking
from door.features.watching import pages as watching_pages
from door.features.watching.pages import GalleryFound, GameRow, WatcherRow
from door.games.info import Feat
from door.pages.api import (
    HALL,
    HANDLE,
    PREFERENCES,
    PROFILE,
    CallerLine,
    Done,
    DoorListing,
    DoorPast,
    HandleChecked,
    Online,
    OnTv,
)
from door.pages.api import CallerProfile as CallerProfile
from door.play.api import Setup
from door.play.books import DAYS, DEALS, Badge, Books, Daily, LuckRow, PastDeal, PlaceRow, Run, overtaken_line
from door.play.next_thing import PuzzleTally, Suggestion
from door.play.replay import RecordedGame
from door.records.community.community import Chosen, LastCall, Posted, Solver
from door.records.community.forum import ForumPost, ThreadRow, Window
from door.records.community.letters import Letter
from door.records.ledger.closed_months import Own
from door.records.ledger.contest import ChoiceSums
from door.records.ledger.standings import History, Won
from door.screens.doors import DOORS
from door.settings.skeleton import SKELETON
from door.term.art import fill_in, read_art
from door.term.canvas import Canvas
from door.term.decoder import Decoder
from door.term.keys import Key
from door.term.profile import Profile
from door.ui.screen import Answer, Effects, No, View
from door.ui.texts import tr
from door.ui.widgets import centre

SIZES = ((80, 24), (132, 50))
USUAL = Profile(charset="utf-8", colours="256", aix=True)
MONTH = {"month": "2026-11", "last_month": "2026-10"}
TABLE = (PlaceRow(1, "Ann", 1312, 12), PlaceRow(2, LONG, 987, 9), PlaceRow(3, "Björn", 987, 8))
DECLARED = tuple(PlaceRow(row.place, row.handle, row.rating, row.games) for row in RANKED[:3])
FULL = Books(**MONTH, standing=TABLE, winners=TABLE, rank=2, score=987, turns_left=3, free_turns=1)
FIVE = (
    DoorListing("shutbox", "Shut The Box", "Two dice, nine tiles, a month to be first", 10, FULL),
    DoorListing("microlink", "Shut The Box (MicroLink)", "Five turns a player", 11, Books(**MONTH), True),
    DoorListing("mindbuster", "MindBuster!", "Break the code", 13, Books(**MONTH, turns_left=0), False, True),
    DoorListing("thieves", "Forty Thieves", "Seven stacks of five", 12, Books(**MONTH, turns_left=1000)),
    DoorListing("switchbox", "Switchbox", "Balls fall, switches flip", 14, FULL._replace(rank=1234)),
)
DEAL = Daily(
    "2026-11-10", "ab" * 32, may_play=True, month=TABLE, last_day="2026-11-09", last=TABLE,
    last_seed="cd" * 32,
)  # fmt: skip
DEALT = (
    replace(FIVE[3], books=FIVE[3].books._replace(daily=DEAL._replace(played_last=True))),
    replace(FIVE[1], books=FIVE[1].books._replace(daily=DEAL._replace(played=True, today=TABLE, month=()))),
)
AHEAD = Suggestion("rival", "shutbox", "Wolfgang Amadeus M20 is 1234 points ahead of you", tr.next.to_visit)
VALUES = {
    "BOARD": "The Door", "SYSOP": "Sysop", "NODE": "1", "DATE": "2026-11-10", "TIME": "20:00",
    "ALIAS": LONG, "CALLERS": "3", "DOOR": "Shut The Box", "MONTH": "October 2026", "WINNER": LONG,
    "SCORE": "1312",
}  # fmt: skip


@cache
def art() -> dict[str, Canvas]:
    """The shipped art as a lobby holds it."""
    drawn = {
        path.stem: fill_in(read_art(path.read_bytes()), VALUES)
        for path in (SKELETON / "ansi_art").glob("*.ans")
    }
    return {**drawn, "shutbox-winner": drawn["winner"]}


@dataclass(frozen=True)
class Everything(menu.MenuLobby):
    """The board as any page sees it."""

    policy: str = "open"
    offered: str = ""
    guests: bool = False
    closed: str = ""
    on_tv: OnTv | None = None
    today: tuple[tuple[str, int], ...] = ()


def lobby(**changes: Any) -> Everything:
    terminal = {"charset": "utf-8", "colours": "256", "mouse": "on", "plain": "off", "size": "80x24",
                "term": "xterm-256color"}  # fmt: skip
    known = Everything("The Door", "Sysop", 1, LONG, calls=1234, clock="Tue 10 Nov, 20:00", doors=FIVE,
                       art=art(), prefs={"motion": "off"}, terminal=terminal)  # fmt: skip
    return replace(known, **changes)


class Scene(NamedTuple):
    """A page, and what brings it to the state that is looked at."""

    page: Any
    lobby: Everything
    events: tuple[Any, ...] = ()
    arg: str = ""
    status: StatusFields | None = None

    @property
    def state(self) -> Any:
        return self.opened[0]

    @property
    def opened(self) -> tuple[Any, Effects]:
        """The state, and what the page asks for in it."""
        face = art().get(getattr(self.page, "FACE", ""))
        state, effects = self.page.start(replace(self.lobby, face=face), self.arg)
        for event in self.events:
            state, effects = self.page.update(state, event)
        return state, effects


AREAS = Answer(forum_asks.FORUM, (
    forum_asks.Area("general", "General", 2, 0, "09 Nov, 19:30", LONG),
    forum_asks.Area("shutbox", "Shut The Box", 31, 12, "10 Nov, 19:58", "Ann"),
    forum_asks.Area("microlink", "Shut The Box (MicroLink)", 0, 0),
))  # fmt: skip
PUZZLES = ThreadRow("1", "shutbox", "Puzzle of 9 November: 6 of 9 callers solved it", "", 4, 3,
                    "10 Nov, 19:58", "Ann", 2)  # fmt: skip
THREADS = Answer(forum_asks.THREADS, forum_asks.ThreadsFound("Shut The Box", (
    PUZZLES, ThreadRow("2", "shutbox", "x" * 60, LONG, 10_000, 0, "09 Nov 2025, 14:05", LONG, 10_000),
)))  # fmt: skip
THREAD = Answer(forum_asks.POSTS, Window(PUZZLES, (
    ForumPost(2, LONG, ("With a 6 and a 3 I always shut the 9. What do you lose by it?",), "09 Nov, 20:15"),
    ForumPost(3, "Ann", (f"> #2 {LONG}:", "> With a 6 and a 3 I always shut the 9. What do you lose by it?",
                    "Half a point: the 9 can wait, the 6 and the 3 can't.", "",
                    "But who counts?"), "10 Nov, 19:30"),
    ForumPost(4, "Björn", tuple(f"Line {at} of a long answer, which goes on and on." for at in range(1, 21)),
         "10 Nov, 19:58"),
), 4))  # fmt: skip


ANSWERS = Answer(bulletin.CROWD, bulletin.PuzzleCrowd(
    "Shut The Box", "2026-11-10",
    (*(Chosen(move, callers, move == "9") for move, callers in (
        ("9", 11), ("4 5", 5), ("the king of clubs from stack 3", 2), ("1 8", 2), ("2 7", 1), ("3 6", 1),
        ("1 3 5", 1),
    )),), "4 5", "2026-11",
    ((Solver("Ann", 10, 10), 10), (Solver(LONG, 8, 10), 2), (Solver("Björn", 0, 1), 0)),
))  # fmt: skip


def typed(text: str) -> tuple[Key, ...]:
    return tuple(map(Key, text))


STRANGER = lobby(handle="", doors=(), prefs={}, offered="")
ENTER, RIGHT, DOWN, PAGE = Key("enter"), Key("right"), Key("down"), Key("pgdn")
CALLERS = tuple(Online(node, name, "Shut The Box (MicroLink)", 61) for node, name in ((1, LONG), (64, "Ann")))
ONLINE = Answer(callers_asks.WHO, CALLERS)
IGNORED = Answer(callers_asks.WHO, (CALLERS[0], replace(CALLERS[1], ignored=True)))
YES = Answer(letters_asks.ADDRESSEE, Addressee(""))
POSTED = tuple(Posted(name, text, "10 Nov, 19:30") for name, text in (
    ("Ann", "snake eyes again"), (LONG, "W" * 70), ("Björn", "my jokers steal the wrong cards"),
))  # fmt: skip
CALLS = (LastCall("Ann", "10 Nov, 18:00", 2, 61, ("Shut The Box",)),
         LastCall(LONG, "09 Nov 2025", 64, 1440, tuple(card.name for card in FIVE)),
         LastCall("Björn", "10 Nov, 19:00", 1, 0))  # fmt: skip
WON = tuple(Won(month, card.slug, TABLE) for month in ("2026-10", "2026-09") for card in FIVE)
PAST = tuple(
    DoorPast(card.name, card.accent, History(card.slug, 21, 312, (
        Own("2026-11", 2, 987, 9), Own("2026-10", 1, 1312, 12), Own("2026-09", 11, 45, 1)))
        if at < 2 else History(card.slug)) for at, card in enumerate(FIVE)
)  # fmt: skip
OWN = CallerProfile(
    LONG,
    1234,
    "01 Mar 2024",
    "09 Nov, 21:14",
    PAST,
    (("ssh-ed25519 SHA256:" + "k" * 43 + " ann@home", "ssh-ed25519 AAAA ann@home"),),
)


def of_profile(**changes: Any) -> Answer[CallerProfile]:
    return Answer(PROFILE, replace(OWN, **changes))


FEWER = tuple(f"Wolfgang Amadeus {at}" for at in range(6))
REPLAYS = Answer(queries.REPLAYS, (
    ReplayRow("0123456789abcdef", "22 Nov, 19:58", "mindbuster", f"{LONG}, computer (holmes)", "11"),
    ReplayRow("0123456789abcde0", "09 Nov 2025", "switchbox", f"{LONG}, {LONG[::-1]}", "-123:1234"),
    ReplayRow("0123456789abcde1", "08 Nov 2025", "shutbox", "Ann", "96"),
))  # fmt: skip
GAME = RecordedGame(
    "0123456789abcdef", "shutbox", "contest", "2026-11-09T20:00:00.000Z", DOORS[0].INFO.defaults(), (LONG,),
    "00" * 32, (("quit",),), (0,), commit="66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
)  # fmt: skip
TURNED_ON = outside.Channels(
    f"https://board.example.org/yours/{'Ab3_' * 5}xy.atom", "https://ntfy.sh/my-very-own-topic", "text",
    offered=("feed", "webhook", "mail"),
)  # fmt: skip
CHANNELS = Answer(outside.CHANNELS, TURNED_ON)
CODE_SENT = Answer(outside.CHANNELS, replace(TURNED_ON, waits="ann@example.org"))
WATCHED = Answer(REPLAY, ReplayFound(GAME, Setup(LONG, GAME.options, FULL, prefs={"motion": "off"})))
LUCK = (LuckRow(1, LONG, 123_456.78, -99_999.99, 98_765.43, 1000), LuckRow(2, "Ann", 170.99, 12.01, 0, 1))
LUCKY = History("shutbox", 21, 312, (
    Own("2026-11", 2, 987, 9, ChoiceSums(9, 98700, -4211, 15750)),
    Own("2026-10", 1, 1312, 12, ChoiceSums(12, 131200, 9000, 30000)),
    Own("2026-09", 1000, 999_999, 10_000, ChoiceSums(10_000, 99_999_900, -99_999_999, 88_888_888)),
))  # fmt: skip
BADGES = (
    Badge(tr.switchbox.badge_avalanche.id, 11, "2026-11", "0123456789abcdef"),
    Badge(tr.thieves.badge_all_cards.id, 1, "2026-10", "ab"),
)
RUN = Run(2, 3, 4)
FEAT = Feat(tr.shutbox.goal_boxes_shut, tr.count.boxes)
RUNS = {DAYS: Run(3, 12, 1000), DEALS: Run(0, 999, 1234)}
LETTERS = (Letter("Ann", ("Dear sysop,", "the dice are fine."), "10 Nov, 19:00"),
           Letter(LONG, tuple("w" * 70 for _ in range(20)), "10 Nov, 19:30"))  # fmt: skip
FOR_SYSOP = (
    *LETTERS, Letter("Björn", ("I have joined the board.",), "10 Nov, 19:40", "3", about="joined"),
    Letter("Ann", ("My game has gone. Are you there?",), "10 Nov, 19:59", "4", about="page"),
    Letter(LONG, ("I have joined the board.",), "10 Nov, 19:59", "5", about="waits"),
)  # fmt: skip
MAIL = Answer(letters_asks.MAIL, MailContents(
            (CallerLine(LONG, 64, "19:58", "w " * 99), CallerLine("Ann", 2, "19:59", "are you there?")),
            (replace(LETTERS[0], read=True), LETTERS[1])))  # fmt: skip
DRAFTS = (Letter("", ("The dice",), "09 Nov, 21:07", "6", about="draft"),
          Letter(LONG, ("Dear Wolfgang,", "how ar"), "10 Nov, 18:00", "7", about="draft"))  # fmt: skip
ALL = Answer(callers_asks.CALLERS, CallersFound((
    CallerRow(LONG, "10 Nov, 19:00", 1234, 1, "Shut The Box (MicroLink)", 64),
    CallerRow("Ann", "10 Nov, 18:00", 7, 1234, "Switchbox"), CallerRow("Björn@VERT-BOARD.ORG", "", 0),
), 12_345))  # fmt: skip
SAID = (("Ann", "Hello all"), (LONG, "w" * 200), ("Björn", "I am at the last two tiles."))
GAMES = Answer(watching_pages.GAMES, (
    GameRow("Switchbox", f"{LONG} and Ann", "Ann to move, 4:12", 12, 3, id="t1"),
    GameRow("Shut The Box (MicroLink)", "Ann", "▓▒░·· 104 to 98", 61, 250, node=2),
    GameRow("MindBuster!", LONG, "█ ▒▒ ███▒ █▒▒ ██▒ █▒ ███▒ 9 of 10", 0, node=64, asks=True),
))  # fmt: skip
WATCHERS = Answer(watching_pages.GALLERY, GalleryFound(
    (WatcherRow(LONG, 64, False), WatcherRow("Ann", 2), WatcherRow("Björn", 250)),
    ((LONG, "w" * 70), ("Ann", "Why the three?")), True, False, "ask",
))  # fmt: skip
TABLE_WATCHERS = replace(WATCHERS, value=replace(WATCHERS.value, own=False))
PICTURE = Canvas(80, 21)
PICTURE.fill(0, 0, 40, 21, "█", 12)
ON_TV = OnTv(f"On now: {LONG} and {LONG[::-1]} at Shut The Box (MicroLink)", "▓▒░·· 104 to 98 " * 3, PICTURE)
ITEMS = (NewsItem("10 November 2026", PICTURE), NewsItem("9 November 2026", Canvas(80, 60)))
ITEMS[1].picture.put(2, 0, "TOURNAMENT NIGHT")
ITEMS[1].picture.put(2, 59, "The last line")
UNFINISHED = Answer(letters_asks.MAIL, MAIL.value._replace(drafts=DRAFTS))
DRAFT = Answer(letters_asks.ADDRESSEE, Addressee(LONG, ("Dear Wolfgang,", "how ar")))
TO_SYSOP = Answer(letters_asks.MAIL, MailContents((), tuple(replace(one, read=True) for one in FOR_SYSOP)))

SHARED = Answer(replays.SHARE, replays.Shared((
    "Shut The Box, the daily deal of 21 November 2026", "▓▓▓▓▓▓▓░░ 7 shut, 96 points, 1st today",
    "Play it at https://bbs.example.org/play/shutbox",
), "terminal"))  # fmt: skip
PAST_DEALS = Answer(archive.ARCHIVE, (
    PastDeal("2026-11-20", PlaceRow(1, LONG, 435), 1208, 98, 732), PastDeal("2026-11-19"),
    PastDeal("2026-11-18", PlaceRow(1, "Ann", 122), 1, 122, 1),
    PastDeal("2026-09-30", PlaceRow(1, "Bo", 9), 2, 0),
))  # fmt: skip
TAKEN = Answer(
    replays.TAKE,
    replays.Take(
        ("Game:       3f2a", "", *(f"Move {number}: shuts {number}." for number in range(1, 31))),
        "https://bbs.example/games/2026-11/3f2a/", True, "address", "cast 3f2a",
    ),
)  # fmt: skip
HIDDEN = Answer(replays.TAKE, replays.Take(("Game:       3f2a",), "", False, "browser", ""))
FETCHED = "For 15 minutes, and once: https://bbs.example/take/Ab3dE6gH9jKl.cast"
SCENES: dict[str, Scene] = {
    "logon": Scene(logon.PAGE, STRANGER),
    "logon_offered": Scene(logon.PAGE, replace(STRANGER, offered=LONG)),
    "logon_password": Scene(
        logon.PAGE,
        STRANGER,
        (
            *typed(LONG),
            ENTER,
            Answer(HANDLE, HandleChecked(LONG, True)),
            *typed("wrong"),
            ENTER,
            No("Wrong password."),
        ),
    ),
    "logon_new": Scene(
        logon.PAGE,
        STRANGER,
        (
            *typed("new"),
            ENTER,
            *typed("sysop"),
            ENTER,
            Answer(HANDLE, HandleChecked("sysop", False, "The handle sysop is reserved.")),
        ),
    ),
    "logon_validates": Scene(logon.PAGE, replace(STRANGER, policy="validate"), (*typed("new"), ENTER)),
    "logon_tv": Scene(logon.PAGE, replace(STRANGER, on_tv=ON_TV)),
    "logon_tv_race": Scene(logon.PAGE, replace(STRANGER, on_tv=replace(ON_TV, picture=None))),
    "logon_confirm": Scene(
        logon.PAGE, STRANGER, (*typed(LONG), ENTER, Answer(HANDLE, HandleChecked(LONG, False)))
    ),
    "menu": Scene(menu.PAGE, lobby()),
    "menu_marked": Scene(menu.PAGE, lobby(), (DOWN,)),
    "menu_suggestion": Scene(menu.PAGE, lobby(suggestion=AHEAD, unread=2, letters=1)),
    "menu_suggestion_alone": Scene(menu.PAGE, lobby(suggestion=AHEAD)),
    "menu_suggestion_no_room": Scene(
        menu.PAGE, lobby(suggestion=AHEAD, unread=1, letters=12, chatting=(LONG, "Ann", "Björn"))
    ),
    "menu_no_doors": Scene(menu.PAGE, lobby(doors=())),
    "menu_no_art": Scene(menu.PAGE, lobby(art={})),
    "bulletins_winner": Scene(bulletins, lobby()),
    "bulletins_rows": Scene(bulletins, lobby(), (RIGHT,)),
    "bulletins_daily": Scene(bulletins, lobby(doors=DEALT), (RIGHT,)),
    "bulletins_daily_played": Scene(bulletins, lobby(doors=DEALT), (RIGHT, RIGHT, RIGHT)),
    "bulletins_empty": Scene(bulletins, lobby(), (RIGHT, RIGHT)),
    "bulletins_far_down": Scene(bulletins, lobby(doors=FIVE[4:]), ()),
    "who": Scene(who, lobby(), (ONLINE,)),
    "who_writing": Scene(who, lobby(), (ONLINE, Key("m"), *typed("good luck"))),
    "who_sent": Scene(who, lobby(), (ONLINE, Key("m"), *typed("good luck"), ENTER, Done("Sent to Ann."))),
    "who_ignored": Scene(who, lobby(), (IGNORED, Done("You are ignoring Ann from now on."))),
    "menu_expert": Scene(menu.PAGE, lobby(prefs={"expert": "on"}, unread=2)),
    "menu_tables": Scene(
        menu.PAGE,
        lobby(
            unread=1, tables_waiting=3, is_sysop=True, more=(("lord", "Legend"), ("tw", "Trade Wars 2002"))
        ),
    ),
    "menu_mail": Scene(menu.PAGE, lobby(unread=1, letters=12, chatting=(LONG, "Ann", "Björn"))),
    "menu_unvalidated": Scene(menu.PAGE, lobby(unvalidated=True)),
    "menu_guest": Scene(menu.PAGE, lobby(handle="Guest #64", guest=True)),
    "tables": Scene(tables.PAGE, lobby(), (TABLES,)),
    "tables_challenge": Scene(tables.PAGE, lobby(), (TABLES, DOWN)),
    "tables_far_down": Scene(tables.PAGE, lobby(), (TABLES, Key("end"))),
    "tables_none_own": Scene(tables.PAGE, lobby(), (FEW,)),
    "tables_none": Scene(tables.PAGE, lobby(), (NONE,)),
    "tables_of_a_door": Scene(tables.PAGE, lobby(), (TABLES,), "microlink"),
    "tables_of_a_door_none": Scene(tables.PAGE, lobby(), (NONE,), "thieves"),
    "tables_refused": Scene(tables.PAGE, lobby(), (FEW, ENTER, No("Somebody has just taken that seat."))),
    "new_table": Scene(new_table, lobby(), (FORM,)),
    "new_table_challenge": Scene(new_table, lobby(), (FORM, RIGHT, DOWN, DOWN), "Ann"),
    "new_table_seats": Scene(new_table, lobby(), (FORM, RIGHT, *[DOWN] * 3, RIGHT, RIGHT, DOWN, RIGHT)),
    "new_table_typing": Scene(new_table, lobby(), (FORM, RIGHT, DOWN, RIGHT, Key("f"), *typed("Björn"))),
    "new_table_refused": Scene(
        new_table, lobby(), (UNRATED, Key("up"), ENTER, No("Nobody here is called Zoe."))
    ),
    "ladder": Scene(ladder, lobby(), (Answer(seats.LADDER, LADDER),), "switchbox"),
    "ladder_empty": Scene(
        ladder, lobby(), (Answer(seats.LADDER, LadderFound("switchbox", "Switchbox", ())),), "switchbox"
    ),
    "watch": Scene(looking.WATCH, lobby(), (GAMES, DOWN, DOWN)),
    "watch_none": Scene(looking.WATCH, lobby(), (Answer(watching_pages.GAMES, ()),)),
    "watch_refused": Scene(looking.WATCH, lobby(), (GAMES, ENTER, No("That's your own game."))),
    "gallery": Scene(looking.GALLERY_PAGE, lobby(), (WATCHERS,)),
    "gallery_saying": Scene(looking.GALLERY_PAGE, lobby(), (WATCHERS, Key("t"), *typed("Because I can."))),
    "gallery_table": Scene(looking.GALLERY_PAGE, lobby(), (TABLE_WATCHERS,)),
    "gallery_none": Scene(looking.GALLERY_PAGE, lobby(), (Answer(watching_pages.GALLERY, GalleryFound(())),)),
    "wall": Scene(wall, lobby(), (Answer(wall_asks.WALL, POSTED * 5),)),
    "wall_bare": Scene(wall, lobby(), (Answer(wall_asks.WALL, ()),)),
    "wall_writing": Scene(wall, lobby(), (Answer(wall_asks.WALL, POSTED), Key("o"), *typed("x" * 70))),
    "wall_refused": Scene(
        wall,
        lobby(),
        (
            Answer(wall_asks.WALL, POSTED),
            Key("o"),
            *typed("x"),
            ENTER,
            No("You can send one a minute. Please wait 41 seconds."),
        ),
    ),
    "callers": Scene(callers.LAST, lobby(), (Answer(callers_asks.LAST_CALLERS, CALLS),)),
    "callers_none": Scene(callers.LAST, lobby(), (Answer(callers_asks.LAST_CALLERS, ()),)),
    "everybody": Scene(callers.EVERYBODY, lobby(), (ALL, DOWN)),
    "everybody_found": Scene(callers.EVERYBODY, lobby(), (ALL, Key("f"), *typed("ann"))),
    "everybody_nobody": Scene(
        callers.EVERYBODY, lobby(), (Answer(callers_asks.CALLERS, CallersFound((), 0)),)
    ),
    "caller": Scene(caller, lobby(), (of_profile(calling=f"{LONG} has been calling for 2 years."),), LONG),
    "caller_ignored": Scene(
        caller, lobby(), (of_profile(keys=()), Key("i"), Done("You are ignoring Ann from now on.")), "Ann"
    ),
    "caller_none": Scene(caller, lobby(), (No("Nobody here is called Zoe."),), "Zoe"),
    "news": Scene(news.PAGE, lobby(), (Answer(news_asks.NEWS, WhatIsNew(CALLS * 3, POSTED * 3)),)),
    "news_birthday": Scene(
        news.PAGE,
        lobby(letters=2),
        (Answer(news_asks.NEWS, WhatIsNew(CALLS, POSTED, ("Ann has been calling for a year.",))),),
    ),
    "news_passed": Scene(
        news.PAGE,
        lobby(),
        (
            Answer(
                news_asks.NEWS, WhatIsNew(CALLS, POSTED, (overtaken_line((LONG, "Ann"), "Shut The Box", 12),))
            ),
        ),
    ),
    "news_feats": Scene(
        news.PAGE,
        lobby(),
        (
            Answer(
                news_asks.NEWS,
                WhatIsNew(
                    CALLS,
                    POSTED,
                    feats=(
                        ("Ann", "A box shut, Shut The Box"),
                        (LONG, "A code broken in the last guess, MindBuster"),
                    ),
                ),
            ),
        ),
    ),
    "news_tables": Scene(
        news.PAGE, lobby(tables_waiting=1), (Answer(news_asks.NEWS, WhatIsNew(CALLS, POSTED)),)
    ),
    "news_item": Scene(news.PAGE, lobby(), (Answer(news_asks.NEWS, WhatIsNew(CALLS, POSTED, (), ITEMS)),)),
    "news_item_next": Scene(
        news.PAGE, lobby(), (Answer(news_asks.NEWS, WhatIsNew(CALLS, POSTED, (), ITEMS)), ENTER)
    ),
    "news_deals": Scene(news.PAGE, lobby(doors=DEALT), (Answer(news_asks.NEWS, WhatIsNew(CALLS, ())),)),
    "news_tour": Scene(tour.PAGE, lobby()),
    "news_tour_screen": Scene(tour.PAGE, lobby(), (ENTER,)),
    "news_tour_people": Scene(tour.PAGE, lobby(), (ENTER, ENTER)),
    "inbox": Scene(mail.PAGE, lobby(), (MAIL, DOWN, DOWN)),
    "inbox_unfinished": Scene(mail.PAGE, lobby(), (UNFINISHED, DOWN)),
    "inbox_empty": Scene(mail.PAGE, lobby(), (Answer(letters_asks.MAIL, MailContents((), ())),)),
    "inbox_message": Scene(mail.PAGE, lobby(), (MAIL, DOWN, ENTER)),
    "inbox_letter": Scene(mail.PAGE, lobby(), (MAIL, DOWN, DOWN, ENTER, PAGE)),
    "inbox_sure": Scene(mail.PAGE, lobby(), (MAIL, Key("end"), ENTER, Key("d"))),
    "inbox_reply": Scene(
        mail.PAGE, lobby(), (MAIL, *typed("On my way."), ENTER, No("Ann is not on any more.")), "reply"
    ),
    "inbox_nobody_wrote": Scene(
        mail.PAGE, lobby(), (Answer(letters_asks.MAIL, MailContents((), ())),), "reply"
    ),
    "inbox_writing": Scene(
        mail.PAGE, lobby(), (MAIL, Key("n"), *typed("Zoe"), ENTER, No("Nobody here is called Zoe."))
    ),
    "puzzle": Scene(bulletin.PUZZLE_PAGE, lobby(), (ANSWERS,), "shutbox 2026-11-10"),
    "puzzle_first": Scene(
        bulletin.PUZZLE_PAGE,
        lobby(),
        (Answer(bulletin.CROWD, bulletin.PuzzleCrowd("Switchbox", "2026-11-10", (), "", "2026-11", ())),),
        "switchbox 2026-11-10",
    ),
    "forum": Scene(forum.AREAS_PAGE, lobby(), (AREAS,)),
    "forum_all_read": Scene(forum.AREAS_PAGE, lobby(), (AREAS, Key("k"))),
    "forum_threads": Scene(forum.THREADS_PAGE, lobby(is_sysop=True), (THREADS, DOWN), "shutbox"),
    "forum_threads_none": Scene(
        forum.THREADS_PAGE,
        lobby(),
        (Answer(forum_asks.THREADS, forum_asks.ThreadsFound("General", ())),),
        "general",
    ),
    "forum_title": Scene(forum.THREADS_PAGE, lobby(), (THREADS, Key("t")), "shutbox"),
    "forum_thread": Scene(forum.THREAD_PAGE, lobby(is_sysop=True), (THREAD,), "1"),
    "forum_thread_on": Scene(forum.THREAD_PAGE, lobby(), (THREAD, ENTER, ENTER), "1"),
    "forum_answer": Scene(
        post.PAGE,
        lobby(),
        typed("Not I."),
        "\n".join(("1", "Puzzle of 9 November", f"> #2 {LONG}:", "> With a 6 and a 3 I shut the 9.")),
    ),
    "forum_new_thread": Scene(post.PAGE, lobby(), (), "\nshutbox\nWho plays MicroLink?"),
    "bulletins_ladder": Scene(bulletins, lobby(doors=(replace(FIVE[4], ladder=RANKED[:3]),))),
    "replays": Scene(replays.PAGE, lobby(), (REPLAYS, DOWN), "shutbox"),
    "replays_of": Scene(replays.PAGE, lobby(), (REPLAYS, Key("f"), *typed("Ann")), "mine"),
    "replays_empty": Scene(replays.PAGE, lobby(), (Answer(queries.REPLAYS, ()),), "2026-10"),
    "replay": Scene(replays.GAME, lobby(), (WATCHED, RIGHT), "ab"),
    "replay_proof": Scene(replays.GAME, lobby(), (WATCHED, Key("v")), "ab"),
    "replay_none": Scene(replays.GAME, lobby(), (No("The journal has no game 'zz'."),), "zz"),
    "take": Scene(replays.TAKE_PAGE, lobby(), (TAKEN, Answer(replays.FETCH, FETCHED)), "3f2a"),
    "archive": Scene(archive.PAGE, lobby(), (PAST_DEALS, DOWN), "shutbox"),
    "deals": Scene(archive.DEALS_PAGE, lobby(), (PAST_DEALS,), "shutbox"),
    "deals_none": Scene(archive.DEALS_PAGE, lobby(), (Answer(archive.ARCHIVE, ()),), "shutbox"),
    "archive_empty": Scene(archive.PAGE, lobby(), (Answer(archive.ARCHIVE, ()),), "shutbox"),
    "archive_date": Scene(
        archive.PAGE, lobby(), (PAST_DEALS, Key("d"), *typed("yesterday"), ENTER), "shutbox"
    ),
    "share": Scene(replays.SHARE_PAGE, lobby(), (SHARED,), "shutbox"),
    "take_text": Scene(replays.TAKE_PAGE, lobby(), (TAKEN, RIGHT), "3f2a"),
    "take_hidden": Scene(replays.TAKE_PAGE, lobby(), (HIDDEN,), "3f2a"),
    "bulletins_ladder_then": Scene(
        bulletins, lobby(doors=(replace(FIVE[4], ladder=RANKED[:3], books=FULL._replace(ladder=DECLARED)),))
    ),
    "bulletins_luck": Scene(bulletins, lobby(doors=(replace(FIVE[1], luck=LUCK),))),
    "hall": Scene(hall, lobby(), (Answer(HALL, WON),)),
    "hall_earlier": Scene(hall, lobby(), (Answer(HALL, WON), RIGHT, PAGE)),
    "hall_empty": Scene(hall, lobby(), (Answer(HALL, ()),)),
    "outside": Scene(outside.OUTSIDE_PAGE, lobby(), (CHANNELS,)),
    "outside_code": Scene(outside.OUTSIDE_PAGE, lobby(), (CHANNELS, CODE_SENT)),
    "outside_nothing": Scene(outside.OUTSIDE_PAGE, lobby(), (Answer(outside.CHANNELS, outside.Channels()),)),
    "profile": Scene(profile, lobby(), (of_profile(),)),
    "profile_ladder": Scene(
        profile,
        lobby(),
        (
            of_profile(
                doors=(
                    replace(PAST[4], ladder=RANKED[1]),
                    replace(PAST[0], ladder=replace(RANKED[3], handle=LONG)),
                )
            ),
        ),
    ),
    "profile_luck": Scene(
        profile,
        lobby(),
        (
            of_profile(
                runs=RUNS,
                doors=(
                    replace(
                        PAST[0],
                        history=replace(LUCKY, runs={FEAT: RUN}, badges=BADGES),
                        puzzles=PuzzleTally("", 3, 4, 2),
                    ),
                    DoorPast(FIVE[1].name, 14, History("microlink"), puzzles=PuzzleTally("", 0, 1)),
                ),
            ),
        ),
    ),
    "profile_keys": Scene(profile, lobby(), (of_profile(), Key("end"), Key("k"), *typed("ssh-"))),
    "profile_ignored": Scene(
        profile, lobby(), (of_profile(ignored=(*FEWER, LONG)), Key("end"), Key("i"), *typed("Ann"))
    ),
    "profile_guest": Scene(
        profile,
        lobby(handle="Guest #64", guest=True),
        (Answer(PROFILE, CallerProfile("Guest #64", 0, "", "", PAST[2:], ())),),
    ),
    "feedback": Scene(letter.PAGE, lobby(), (YES,)),
    "feedback_refused": Scene(letter.PAGE, lobby(), (No("You can send one a minute. Please wait."),)),
    "feedback_writing": Scene(letter.PAGE, lobby(), (YES, *typed("Dear sysop,"), ENTER, *typed("the dice"))),
    "feedback_sent": Scene(
        letter.PAGE,
        lobby(),
        (YES, *typed("Hello"), ENTER, ENTER, Done("The sysop has your letter. Thank you.")),
    ),
    "feedback_thrown": Scene(letter.PAGE, lobby(), (YES, *typed("Dear sysop, " * 10), Key("esc"))),
    "chat": Scene(chat.PAGE, lobby(), (InChat(SAID, ("Ann", "Björn", LONG[::-1])), *typed("And you?"))),
    "chat_alone": Scene(chat.PAGE, lobby(), (InChat((), ()),)),
    "page_sysop": Scene(letter.PAGING, lobby(), tuple(typed("My game has gone."))),
    "page_sysop_refused": Scene(
        letter.PAGING,
        lobby(),
        (*typed("Help!"), ENTER, No(tr.people.page_again_later(when="on Wednesday at 18:00", key="F"))),
    ),
    "page_sysop_paged": Scene(
        letter.PAGING, lobby(), (*typed("Help!"), ENTER, Done(tr.people.sysop_paged()))
    ),
    "write": Scene(letter.PAGE, lobby(), (YES, *typed("Dear Björn,")), LONG),
    "write_unfinished": Scene(letter.PAGE, lobby(), (DRAFT,), LONG),
    "letters": Scene(LETTERS_PAGE, lobby(), (TO_SYSOP,)),
    "letters_none": Scene(LETTERS_PAGE, lobby(), (Answer(letters_asks.MAIL, MailContents((), ())),)),
    "settings": Scene(settings, lobby(), (DOWN, DOWN)),
    "settings_password": Scene(settings, lobby(), (*[DOWN] * len(PREFERENCES), ENTER, *typed("secret"))),
    "help": Scene(help, lobby()),
    "help_below": Scene(help, lobby(), (PAGE,)),
    "goodbye": Scene(goodbye.PAGE, lobby(today=(("Shut The Box", 104), ("MindBuster!", 6)))),
    "goodbye_no_art": Scene(goodbye.PAGE, lobby(art={})),
    "splash": Scene(more_doors.SPLASH, lobby(), (), "shutbox"),
}


def shown(scene: Scene, profile: Profile) -> tuple[bytes, Terminal]:
    """What is sent for a scene, and the terminal that got it (one that wraps at once, as CTerm)."""
    view = view_for(profile, Decoder())
    books = scene.lobby.doors[0].books if scene.page is more_doors.SPLASH else None
    contest = Contest(books.turns_left, books.free_turns, books.rank, books.score) if books else None
    handle = scene.lobby.handle
    status = scene.status or StatusFields(handle, 64, scene.page.TITLE(), contest, 1440 if handle else None)
    data = view.opening() + view.show(scene.page, scene.state, status)
    terminal = Terminal(profile.cols, profile.rows, profile.charset, at_once=True)
    terminal.feed(data)
    return data, terminal


def drawn(scene: Scene, size: tuple[int, int] = (80, 24), **tier: bool) -> Canvas:
    """A scene as its page draws it in the middle of a terminal of that size, below the status line."""
    view = View(size[0], size[1] - 1, **tier)
    return centre(scene.page.draw(scene.state, view), view.cols, view.rows)
