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


def visit(page: Any, *events: Any, arg: str = "", who: Everything | None = None, **changes: Any) -> Scene:
    """Return the page as these events leave it, for a caller whose lobby has these changes."""
    return Scene(page, replace(who or lobby(), **changes), events, arg)


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


def entered(text: str) -> tuple[Key, ...]:
    return (*typed(text), ENTER)


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


def news_of(*found: Any, **more: Any) -> Answer[WhatIsNew]:
    return Answer(news_asks.NEWS, WhatIsNew(*found, **more))


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
FEATS = (("Ann", "A box shut, Shut The Box"), (LONG, "A code broken in the last guess, MindBuster"))
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
NO_MAIL = Answer(letters_asks.MAIL, MailContents((), ()))
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
    "logon": visit(logon.PAGE, who=STRANGER),
    "logon_offered": visit(logon.PAGE, who=STRANGER, offered=LONG),
    "logon_password": visit(
        logon.PAGE,
        *entered(LONG),
        Answer(HANDLE, HandleChecked(LONG, True)),
        *entered("wrong"),
        No("Wrong password."),
        who=STRANGER,
    ),
    "logon_new": visit(
        logon.PAGE,
        *entered("new"),
        *entered("sysop"),
        Answer(HANDLE, HandleChecked("sysop", False, "The handle sysop is reserved.")),
        who=STRANGER,
    ),
    "logon_validates": visit(logon.PAGE, *entered("new"), who=STRANGER, policy="validate"),
    "logon_tv": visit(logon.PAGE, who=STRANGER, on_tv=ON_TV),
    "logon_tv_race": visit(logon.PAGE, who=STRANGER, on_tv=replace(ON_TV, picture=None)),
    "logon_confirm": visit(
        logon.PAGE, *entered(LONG), Answer(HANDLE, HandleChecked(LONG, False)), who=STRANGER
    ),
    "menu": visit(menu.PAGE),
    "menu_marked": visit(menu.PAGE, DOWN),
    "menu_suggestion": visit(menu.PAGE, suggestion=AHEAD, unread=2, letters=1),
    "menu_suggestion_alone": visit(menu.PAGE, suggestion=AHEAD),
    "menu_suggestion_no_room": visit(
        menu.PAGE, suggestion=AHEAD, unread=1, letters=12, chatting=(LONG, "Ann", "Björn")
    ),
    "menu_no_doors": visit(menu.PAGE, doors=()),
    "menu_no_art": visit(menu.PAGE, art={}),
    "bulletins_winner": visit(bulletins),
    "bulletins_rows": visit(bulletins, RIGHT),
    "bulletins_daily": visit(bulletins, RIGHT, doors=DEALT),
    "bulletins_daily_played": visit(bulletins, RIGHT, RIGHT, RIGHT, doors=DEALT),
    "bulletins_empty": visit(bulletins, RIGHT, RIGHT),
    "bulletins_far_down": visit(bulletins, doors=FIVE[4:]),
    "who": visit(who, ONLINE),
    "who_writing": visit(who, ONLINE, Key("m"), *typed("good luck")),
    "who_sent": visit(who, ONLINE, Key("m"), *entered("good luck"), Done("Sent to Ann.")),
    "who_ignored": visit(who, IGNORED, Done("You are ignoring Ann from now on.")),
    "menu_expert": visit(menu.PAGE, prefs={"expert": "on"}, unread=2),
    "menu_tables": visit(
        menu.PAGE,
        unread=1,
        tables_waiting=3,
        is_sysop=True,
        more=(("lord", "Legend"), ("tw", "Trade Wars 2002")),
    ),
    "menu_mail": visit(menu.PAGE, unread=1, letters=12, chatting=(LONG, "Ann", "Björn")),
    "menu_unvalidated": visit(menu.PAGE, unvalidated=True),
    "menu_guest": visit(menu.PAGE, handle="Guest #64", guest=True),
    "tables": visit(tables.PAGE, TABLES),
    "tables_challenge": visit(tables.PAGE, TABLES, DOWN),
    "tables_far_down": visit(tables.PAGE, TABLES, Key("end")),
    "tables_none_own": visit(tables.PAGE, FEW),
    "tables_none": visit(tables.PAGE, NONE),
    "tables_of_a_door": visit(tables.PAGE, TABLES, arg="microlink"),
    "tables_of_a_door_none": visit(tables.PAGE, NONE, arg="thieves"),
    "tables_refused": visit(tables.PAGE, FEW, ENTER, No("Somebody has just taken that seat.")),
    "new_table": visit(new_table, FORM),
    "new_table_challenge": visit(new_table, FORM, RIGHT, DOWN, DOWN, arg="Ann"),
    "new_table_seats": visit(new_table, FORM, RIGHT, *[DOWN] * 3, RIGHT, RIGHT, DOWN, RIGHT),
    "new_table_typing": visit(new_table, FORM, RIGHT, DOWN, RIGHT, Key("f"), *typed("Björn")),
    "new_table_refused": visit(new_table, UNRATED, Key("up"), ENTER, No("Nobody here is called Zoe.")),
    "ladder": visit(ladder, Answer(seats.LADDER, LADDER), arg="switchbox"),
    "ladder_empty": visit(
        ladder, Answer(seats.LADDER, LadderFound("switchbox", "Switchbox", ())), arg="switchbox"
    ),
    "watch": visit(looking.WATCH, GAMES, DOWN, DOWN),
    "watch_none": visit(looking.WATCH, Answer(watching_pages.GAMES, ())),
    "watch_refused": visit(looking.WATCH, GAMES, ENTER, No("That's your own game.")),
    "gallery": visit(looking.GALLERY_PAGE, WATCHERS),
    "gallery_saying": visit(looking.GALLERY_PAGE, WATCHERS, Key("t"), *typed("Because I can.")),
    "gallery_table": visit(looking.GALLERY_PAGE, TABLE_WATCHERS),
    "gallery_none": visit(looking.GALLERY_PAGE, Answer(watching_pages.GALLERY, GalleryFound(()))),
    "wall": visit(wall, Answer(wall_asks.WALL, POSTED * 5)),
    "wall_bare": visit(wall, Answer(wall_asks.WALL, ())),
    "wall_writing": visit(wall, Answer(wall_asks.WALL, POSTED), Key("o"), *typed("x" * 70)),
    "wall_refused": visit(
        wall,
        Answer(wall_asks.WALL, POSTED),
        Key("o"),
        *entered("x"),
        No("You can send one a minute. Please wait 41 seconds."),
    ),
    "callers": visit(callers.LAST, Answer(callers_asks.LAST_CALLERS, CALLS)),
    "callers_none": visit(callers.LAST, Answer(callers_asks.LAST_CALLERS, ())),
    "everybody": visit(callers.EVERYBODY, ALL, DOWN),
    "everybody_found": visit(callers.EVERYBODY, ALL, Key("f"), *typed("ann")),
    "everybody_nobody": visit(callers.EVERYBODY, Answer(callers_asks.CALLERS, CallersFound((), 0))),
    "caller": visit(caller, of_profile(calling=f"{LONG} has been calling for 2 years."), arg=LONG),
    "caller_ignored": visit(
        caller, of_profile(keys=()), Key("i"), Done("You are ignoring Ann from now on."), arg="Ann"
    ),
    "caller_none": visit(caller, No("Nobody here is called Zoe."), arg="Zoe"),
    "news": visit(news.PAGE, news_of(CALLS * 3, POSTED * 3)),
    "news_birthday": visit(
        news.PAGE, news_of(CALLS, POSTED, ("Ann has been calling for a year.",)), letters=2
    ),
    "news_passed": visit(
        news.PAGE, news_of(CALLS, POSTED, (overtaken_line((LONG, "Ann"), "Shut The Box", 12),))
    ),
    "news_feats": visit(news.PAGE, news_of(CALLS, POSTED, feats=FEATS)),
    "news_tables": visit(news.PAGE, news_of(CALLS, POSTED), tables_waiting=1),
    "news_item": visit(news.PAGE, news_of(CALLS, POSTED, (), ITEMS)),
    "news_item_next": visit(news.PAGE, news_of(CALLS, POSTED, (), ITEMS), ENTER),
    "news_deals": visit(news.PAGE, news_of(CALLS, ()), doors=DEALT),
    "news_tour": visit(tour.PAGE),
    "news_tour_screen": visit(tour.PAGE, ENTER),
    "news_tour_people": visit(tour.PAGE, ENTER, ENTER),
    "inbox": visit(mail.PAGE, MAIL, DOWN, DOWN),
    "inbox_unfinished": visit(mail.PAGE, UNFINISHED, DOWN),
    "inbox_empty": visit(mail.PAGE, NO_MAIL),
    "inbox_message": visit(mail.PAGE, MAIL, DOWN, ENTER),
    "inbox_letter": visit(mail.PAGE, MAIL, DOWN, DOWN, ENTER, PAGE),
    "inbox_sure": visit(mail.PAGE, MAIL, Key("end"), ENTER, Key("d")),
    "inbox_reply": visit(mail.PAGE, MAIL, *entered("On my way."), No("Ann is not on any more."), arg="reply"),
    "inbox_nobody_wrote": visit(mail.PAGE, NO_MAIL, arg="reply"),
    "inbox_writing": visit(mail.PAGE, MAIL, Key("n"), *entered("Zoe"), No("Nobody here is called Zoe.")),
    "puzzle": visit(bulletin.PUZZLE_PAGE, ANSWERS, arg="shutbox 2026-11-10"),
    "puzzle_first": visit(
        bulletin.PUZZLE_PAGE,
        Answer(bulletin.CROWD, bulletin.PuzzleCrowd("Switchbox", "2026-11-10", (), "", "2026-11", ())),
        arg="switchbox 2026-11-10",
    ),
    "forum": visit(forum.AREAS_PAGE, AREAS),
    "forum_all_read": visit(forum.AREAS_PAGE, AREAS, Key("k")),
    "forum_threads": visit(forum.THREADS_PAGE, THREADS, DOWN, arg="shutbox", is_sysop=True),
    "forum_threads_none": visit(
        forum.THREADS_PAGE, Answer(forum_asks.THREADS, forum_asks.ThreadsFound("General", ())), arg="general"
    ),
    "forum_title": visit(forum.THREADS_PAGE, THREADS, Key("t"), arg="shutbox"),
    "forum_thread": visit(forum.THREAD_PAGE, THREAD, arg="1", is_sysop=True),
    "forum_thread_on": visit(forum.THREAD_PAGE, THREAD, ENTER, ENTER, arg="1"),
    "forum_answer": visit(
        post.PAGE,
        *typed("Not I."),
        arg="\n".join(("1", "Puzzle of 9 November", f"> #2 {LONG}:", "> With a 6 and a 3 I shut the 9.")),
    ),
    "forum_new_thread": visit(post.PAGE, arg="\nshutbox\nWho plays MicroLink?"),
    "bulletins_ladder": visit(bulletins, doors=(replace(FIVE[4], ladder=RANKED[:3]),)),
    "replays": visit(replays.PAGE, REPLAYS, DOWN, arg="shutbox"),
    "replays_of": visit(replays.PAGE, REPLAYS, Key("f"), *typed("Ann"), arg="mine"),
    "replays_empty": visit(replays.PAGE, Answer(queries.REPLAYS, ()), arg="2026-10"),
    "replay": visit(replays.GAME, WATCHED, RIGHT, arg="ab"),
    "replay_proof": visit(replays.GAME, WATCHED, Key("v"), arg="ab"),
    "replay_none": visit(replays.GAME, No("The journal has no game 'zz'."), arg="zz"),
    "take": visit(replays.TAKE_PAGE, TAKEN, Answer(replays.FETCH, FETCHED), arg="3f2a"),
    "archive": visit(archive.PAGE, PAST_DEALS, DOWN, arg="shutbox"),
    "deals": visit(archive.DEALS_PAGE, PAST_DEALS, arg="shutbox"),
    "deals_none": visit(archive.DEALS_PAGE, Answer(archive.ARCHIVE, ()), arg="shutbox"),
    "archive_empty": visit(archive.PAGE, Answer(archive.ARCHIVE, ()), arg="shutbox"),
    "archive_date": visit(archive.PAGE, PAST_DEALS, Key("d"), *entered("yesterday"), arg="shutbox"),
    "share": visit(replays.SHARE_PAGE, SHARED, arg="shutbox"),
    "take_text": visit(replays.TAKE_PAGE, TAKEN, RIGHT, arg="3f2a"),
    "take_hidden": visit(replays.TAKE_PAGE, HIDDEN, arg="3f2a"),
    "bulletins_ladder_then": visit(
        bulletins, doors=(replace(FIVE[4], ladder=RANKED[:3], books=FULL._replace(ladder=DECLARED)),)
    ),
    "bulletins_luck": visit(bulletins, doors=(replace(FIVE[1], luck=LUCK),)),
    "hall": visit(hall, Answer(HALL, WON)),
    "hall_earlier": visit(hall, Answer(HALL, WON), RIGHT, PAGE),
    "hall_empty": visit(hall, Answer(HALL, ())),
    "outside": visit(outside.OUTSIDE_PAGE, CHANNELS),
    "outside_code": visit(outside.OUTSIDE_PAGE, CHANNELS, CODE_SENT),
    "outside_nothing": visit(outside.OUTSIDE_PAGE, Answer(outside.CHANNELS, outside.Channels())),
    "profile": visit(profile, of_profile()),
    "profile_ladder": visit(
        profile,
        of_profile(
            doors=(
                replace(PAST[4], ladder=RANKED[1]),
                replace(PAST[0], ladder=replace(RANKED[3], handle=LONG)),
            )
        ),
    ),
    "profile_luck": visit(
        profile,
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
    "profile_keys": visit(profile, of_profile(), Key("end"), Key("k"), *typed("ssh-")),
    "profile_ignored": visit(
        profile, of_profile(ignored=(*FEWER, LONG)), Key("end"), Key("i"), *typed("Ann")
    ),
    "profile_guest": visit(
        profile,
        Answer(PROFILE, CallerProfile("Guest #64", 0, "", "", PAST[2:], ())),
        handle="Guest #64",
        guest=True,
    ),
    "feedback": visit(letter.PAGE, YES),
    "feedback_refused": visit(letter.PAGE, No("You can send one a minute. Please wait.")),
    "feedback_writing": visit(letter.PAGE, YES, *entered("Dear sysop,"), *typed("the dice")),
    "feedback_sent": visit(
        letter.PAGE, YES, *entered("Hello"), ENTER, Done("The sysop has your letter. Thank you.")
    ),
    "feedback_thrown": visit(letter.PAGE, YES, *typed("Dear sysop, " * 10), Key("esc")),
    "chat": visit(chat.PAGE, InChat(SAID, ("Ann", "Björn", LONG[::-1])), *typed("And you?")),
    "chat_alone": visit(chat.PAGE, InChat((), ())),
    "page_sysop": visit(letter.PAGING, *typed("My game has gone.")),
    "page_sysop_refused": visit(
        letter.PAGING,
        *entered("Help!"),
        No(tr.people.page_again_later(when="on Wednesday at 18:00", key="F")),
    ),
    "page_sysop_paged": visit(letter.PAGING, *entered("Help!"), Done(tr.people.sysop_paged())),
    "write": visit(letter.PAGE, YES, *typed("Dear Björn,"), arg=LONG),
    "write_unfinished": visit(letter.PAGE, DRAFT, arg=LONG),
    "letters": visit(LETTERS_PAGE, TO_SYSOP),
    "letters_none": visit(LETTERS_PAGE, NO_MAIL),
    "settings": visit(settings, DOWN, DOWN),
    "settings_password": visit(settings, *[DOWN] * len(PREFERENCES), ENTER, *typed("secret")),
    "help": visit(help),
    "help_below": visit(help, PAGE),
    "goodbye": visit(goodbye.PAGE, today=(("Shut The Box", 104), ("MindBuster!", 6))),
    "goodbye_no_art": visit(goodbye.PAGE, art={}),
    "splash": visit(more_doors.SPLASH, arg="shutbox"),
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
