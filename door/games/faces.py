"""The faces of computers, as `door.games.company.Face` has them.  They are drawn after nobody's drawings."""

from __future__ import annotations

from typing import Final

from door.games.company import Face, pixels

HOMER: Final = Face(
    pixels("""
...BBBBBB...
..BBByyBBB..
..BByyyyBB..
..BBBBBBBBBB
..ssssssss..
.ssssssssss.
.swwksswwks.
.ssssssssss.
.sssssRssss.
sRssssRsssRs
.ssggggggss.
.sgggkkgggs.
..ggkrrkgg..
...gggggg...
..wwssssww..
.wwwwwwwwww.
"""),
    (
        "   .----.   ",
        "  /  ()  \\_ ",
        " '--------' ",
        " | o    o | ",
        "(|   ()   |)",
        " | .-~~-. | ",
        "  \\ '=='_/  ",
        "  /`----'\\  ",
    ),
)

BART: Final = Face(
    pixels("""
............
...nnnnnn...
..nnnnnnnn..
nnnnnnnnnn..
...RRkRRkR..
..ssssssss..
..skkssskks.
..swkssswks.
.sssssssssss
.ssssssRsss.
..srsssssrs.
..sswwkwwss.
...ssrrsss..
....ssss....
...yyyyyyy..
..yyBBBBByy.
"""),
    (
        "   .-----.  ",
        " __|     |  ",
        "'--|_____|  ",
        "   ^ v ^ v  ",
        "  | O   O | ",
        " (|  . :  |)",
        "   \\ HH# /  ",
        "   /'---'\\  ",
    ),
)

LISA: Final = Face(
    pixels("""
....yy.yy...
..RRyyyyyRR.
.RRRRRyRRRRR
.RRRRRRRRRRR
RRssssssssRR
RRssssssssRR
RRwwwsswwwRR
RRwkwwwwkwRR
RRwwwsswwwRR
RRssssssssRR
yyssssssssyy
RR.ssrrrs.RR
RR..ssss..RR
R....ss....R
...mmmmmm...
..mmmwwmmm..
"""),
    (
        "    >oo<    ",
        "  .------.  ",
        " /########\\ ",
        " #( )--( )# ",
        " #    ,   # ",
        " #\\  --  /# ",
        " #  '--'  # ",
        " *  /||\\  * ",
    ),
)

WATSON: Final = Face(
    pixels("""
....gggg....
...gggggg...
...gggggg...
...dddddd...
.gggggggggg.
..ssssssss..
..RRssssRR..
.sswksswkss.
.ssssssssss.
..sssRRsss..
..sRRRRRRs..
.RRRRssRRRR.
..RsskkssR..
...ssssss...
..kkwRRwkk..
.BBBBwwBBBB.
"""),
    (
        "    ____    ",
        "   /    \\   ",
        "  _|____|_  ",
        " '--------' ",
        "  | o  o |  ",
        " (|  ()  |) ",
        "  /~~~~~~\\  ",
        "   \\_><_/   ",
    ),
)

HOLMES: Final = Face(
    pixels("""
.....dd.....
....sdds....
...sdsdsd...
..sdsdsdsd..
.dsdsdsdsdd.
ddddddddddd.
..ssssssss..
..skksskks..
..swksswks..
..ssssssss..
...sssRss...
...ssssss.g.
...ssssksRR.
....sssskRR.
..nnwnnwnn..
.nnnnwwnnnn.
"""),
    (
        "    _/\\_    ",
        "   /#/\\#\\   ",
        " _/#/##\\#\\_ ",
        "'---------' ",
        "  | -  - |  ",
        "  |  /   | .",
        "   \\ --==U  ",
        "   /\\__/\\   ",
    ),
)

EINSTEIN: Final = Face(
    pixels("""
.ww.wwww.ww.
wwwwwwwwwwww
wwwwwwwwwwww
wwwssssssww.
wwssssssssww
wwssssssssww
.wwwwsswwww.
wwskksskksww
.wswksswksw.
..ssssssss..
..sssRRsss..
..wwwwwwww..
.swwwwwwwws.
...sskkss...
...ssssss...
..dddssddd..
"""),
    (
        " \\(||||||)/ ",
        "((||||||||))",
        "(((      )))",
        " (( o  o )) ",
        "  (  ()  )  ",
        "  | ~~~~ |  ",
        "   \\ -- /   ",
        "   /'--'\\   ",
    ),
)

MICROLINK: Final = Face(
    pixels("""
.gggggggggg.
gggggggggggg
ggkkkkkkkkgg
gkkkkkkkkkkg
gkkGGkkGGkkg
gkkGGkkGGkkg
gkkkkkkkkkkg
gkGkkkkkkGkg
gkkGGGGGGkkg
ggkkkkkkkkgg
gggggggggRgg
...dddddd...
wwwwwwwwwwww
wwwwwwwkkkkw
wgwgwgwwwwww
wwwwwwwwwwww
"""),
    (
        " .--------. ",
        " | .----. | ",
        " | |o  o| | ",
        " | |\\__/| | ",
        " | '----' | ",
        " '---..---' ",
        " ___|__|___ ",
        "|::::  [==]|",
    ),
)

SWITCHBOX: Final = Face(
    pixels("""
..yy..
.cccc.
cwkcwk
cccccc
ckRRkc
.cccc.
..dd..
.d..d.
"""),
    (
        "  **  ",
        "[o__o]",
        "[ == ]",
        " d  b ",
    ),
)
