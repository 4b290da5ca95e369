"""The door's help: pages in our own words, for the screen and for plain mode alike."""

from __future__ import annotations

from typing import Final

from door.ui.widgets import Page

PAGES: Final = (
    Page(
        "The game",
        (
            "One to four players take turns at a box with nine doors, numbered 1 to",
            "9. A player rolls two dice and shuts open doors that add up to them:",
            "for a 7 that may be the 7, 1 and 6, 2 and 5, 3 and 4, or 1, 2 and 4.",
            "Then the dice roll again.",
            "",
            "A turn is over when the roll cannot be made with the doors still open,",
            "or when all nine are shut. The numbers on the shut doors are added to",
            "the player's score, and 5 more if all are shut: 50 for a perfect round.",
            "All doors open, and the next player has the box.",
            "",
            "Everybody has five turns. The highest score wins; a tie is shared. On",
            "the scorecard one of 50 dots is filled for every five points: a row",
            "full of dots would be 250, a perfect game.",
        ),
    ),
    Page(
        "The keys",
        (
            "1 to 9        shut that door, or open it again before the next roll",
            "← →           point at a door        ↓ shut it    ↑ open it again",
            "Space         the door pointed at, either way",
            "Enter         the doors make the roll: roll again; go on past a message",
            "Esc           end the game before its time (asks first)",
            "",
            "A  AllScores  every scorecard, and where the Top Ten lies",
            "T  Top Ten    S  statistics (between games)    H, ?, F1  this help",
            "B  Boss       something to be seen with; type OK there to come back",
            "C  Coach      at the end of a turn in practice, or after a game",
            "",
            "With a mouse, click doors, message boxes, and anything on the last line.",
            "With numpad moves on (M on the title page) 4 and 6 point, 2 shuts and 8",
            "opens, as on the board's other box; the odd numbers are doors still.",
        ),
    ),
    Page(
        "The toggles",
        (
            "Each flips a habit of the game at any time, and is remembered:",
            "",
            "R  yes   a message waits for Enter before the dice are rolled; without",
            "         it they roll as soon as the shut doors make the roll",
            "N  yes   a message waits for Enter before the next player's turn",
            "D  no    demonstration: the computer plays for everybody; such a game",
            "         counts for nothing, and a contest game waits meanwhile",
            "F  no    fast: nothing moves      P  yes   pips on the dice, not numerals",
            '         (any key skips)          K  no    say "Can\'t use this roll!"',
            "",
            "M  no    numpad moves             W  no    black and white (title page)",
            "",
            "At the start, door play microlink R P flips those from their defaults;",
            "there B is black and white, and T saves nothing to the Top Ten.",
        ),
    ),
    Page(
        "The players",
        (
            "The set-up page has up to four seats. Type a person's name; ← and →",
            "make the seat a computer's. Their points a turn, on average:",
            "",
            "   beginner   20.9    shuts the lowest doors first",
            "   casual     25.3    likes the doors in the middle",
            "   careful    29.9    looks one roll ahead",
            "   expert     34.2    the best there can be, worked out exactly",
            "",
            "The computer sees what you see; it chooses doors, never dice.",
            "",
            "With you in the first seat it is a contest game: it costs a turn, and",
            "your score counts in the month and the Top Ten. Practice costs nothing",
            "and counts for nothing; there the coach helps at the end of each turn.",
        ),
    ),
    Page(
        "The month, and the dice",
        (
            "A dropped game waits, and goes on with the same dice when you call",
            "again. A game given up scores the turns that were finished.",
            "",
            "Each month is a contest; its first are shown here all through the next.",
            "Top Ten and statistics have every game ever finished at this door.",
            "",
            "Before the first roll the board shows the seal of your dice, a SHA-256",
            "fingerprint of the secret they all come from. The secret is shown when",
            "the game is over, so that nobody can have changed the dice:",
            "",
            "   door audit          checks every game on the books",
            "   door replay ID      shows one game, move by move",
        ),
    ),
)
