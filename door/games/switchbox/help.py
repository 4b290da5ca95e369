"""The door's help: pages in our own words, for the screen and for plain mode alike."""

from __future__ import annotations

from typing import Final

from door.games.info import Options
from door.games.switchbox.computer import DESCRIBED
from door.games.switchbox.rules import called
from door.ui.texts import Text, word
from door.ui.widgets import Page, paged, wrap

BOX: Final = Text("""\
The box
Thirty switches stand in five levels, four at the top, eight at the
bottom. Balls go in by one of eight entries and come out, sometimes,
by one of sixteen exits. What comes out scores for whoever dropped
the ball that started it.

A switch is a small seesaw over two columns. One side is a platform,
flat, and strong enough for one ball. The other is a trigger, up in
the air, which no ball can rest on. A switch leans to the side its
platform is on. A ball on the platform: the switch is loaded.

At the start each switch leans one way or the other by chance, and
nothing is loaded. From then on there is no chance in the box at all:
whoever looks closely enough can tell what a ball will do.""")
BALLS: Final = Text("""\
What a ball does
Balls fall straight down, level by level.

Empty platform    the ball stays there, and the turn is over
Trigger           the switch tips over, the ball falls on
Loaded switch     whichever side is hit, two balls go on, one down
                  each column; the switch is empty and leans as before

Landing on a full platform the ball slides across to the trigger: the
only time that a ball moves sideways.

One goes in, two come out; two may hit two loaded switches and become
four. The columns are staggered, so an avalanche spreads as it goes.
Layers of loaded switches are worth more than a quick point, as long
as it is you who sets them off.""")
ROUNDS: Final = Text("""\
Four rounds
Players take turns with one ball each. The box stays as it is from
round to round; the goals and the exits change:

Round              goal   an exit is worth, from the middle outwards
1  Equality          10   2 everywhere
2  Fibonacci         40   1  2  3  5  8  13  21  34
3  One by one        20   1  2  3  4  5   6   7   8
4  Squares          100   1  4  9 16 25  36  49  64

When a player's points reach the goal, the other has one last turn,
and the round is over. That last ball may still win it.{arrow}""")
ARROW: Final = Text("""\


The arrow stands beside the card of the player to move, the round's
goal beside the other card.""")
FIGURES: Final = Text("""\
Four figures
At a round's end each player has four figures:

score     the points of the round
+goal     the same, plus the goal for whoever has reached it
diff      the lead: added to one player, taken from the other
TOTAL     the grand total: what it was, plus the second and the third

An example: the goal is 20, Ann has 18 points and Bob 22. Ann: 18, 18,
-4, so that her total grows by 14. Bob: 22, 42, +4, and his by 46.

The highest grand total after four rounds wins. Rounds 1 and 3 pay
little: they are good for filling the box.""")
KEYS: Final = Text("""\
The keys
1 to 8          drop a ball into that entry
+               drop it into an entry that chance picks
-               pass
◄ ► or A D      the cursor from entry to entry
Enter or Space  drop where the cursor is (also ↓, S or X)
V               practice games: where would this ball go?
                It follows the cursor until V is pressed again.
G               give a random ball, where that variant is on

With a mouse, click an entry to drop a ball into it. Any key ends the
fall of a ball; slow motion (S on the title page) is easier to follow.

After the game C asks the coach what a better ball would have brought,
as far as it sees.""")
TYPED: Final = Text("""\
What to type
1 to 8   drop a ball into that entry
+        drop it into an entry that chance picks
-        pass
box      the whole box; after a move only levels that changed are told
Enter    alone: the box again, with the goal and the points
v3       practice games: where would a ball in 3 go?
g        give a random ball, where that variant is on
Entry 1 is above exit 5, entry 8 above exit 12.
Each level's switches are told from left to right, each over two exits.""")
COMPUTER: Final = Text("""\
The computer
It sees what you see, the whole box, and nothing else. Levels:

{rows}

{contest}

It never passes, unless passes are limited.""")
CONTEST: Final = Text(
    "Contest games are played by the board's rules against {against}. All else is practice: two people at "
    "one keyboard, computers alone, other rules. S on the title page sets it up."
)
AGAINST: Final = {
    "same": Text("the {level} computer"),
    "stronger": Text("the {level} computer or a stronger one"),
    "ladder": Text("the {level} computer, a stronger one, or a weaker one until you have beaten it"),
    "any": Text("any computer, the {level} one unless you choose another"),
}
SOLITAIRE: Final = Text("""\
Solitaire
You against the box, which drops balls at random.

1.  The box begins every round, and keeps dropping until it scores.
2.  From then on you take turns, yours by choice, the box's by chance.
3.  Whenever you score, the box drops again until it scores too: wait
    for an avalanche rather than take a few points.
4.  If you reach the goal first, the box has its last turn, and that
    one is not random: it plays the ball that scores most.

While the box keeps the turn, you pass without a key.""")
VARIANTS: Final = Text("""\
Other rules
The settings have them (S on the title page), for practice.

Doubled goals         twice as many points to reach in each round
Exits                 other values, round by round, negative too; your
                      own are sixteen, or eight from the middle out
Lowball               the lower grand total wins; passes are limited,
                      since whoever may pass at will need never score
Limited passes        three a half; not twice running, and not right
                      after the other player's pass
Random balls to give  twice a game each side may make the other's turn
                      a random ball, right after its own: G
Go on after scoring   whoever scores drops again""")


def pages(options: Options, plain: bool = False) -> tuple[Page, ...]:
    """The game's own pages for a board with these complete options; `plain` mode has keys of its own."""
    level, contest = called(str(options["level"])), str(options["contest_levels"])
    rounds = ROUNDS(arrow="" if plain else ARROW())
    keys = TYPED() if plain else KEYS()
    texts = (BOX(), BALLS(), rounds, FIGURES(), keys, _computers(level, contest), SOLITAIRE(), VARIANTS())
    return tuple(map(paged, texts))


def _computers(level: str, contest: str) -> str:
    told = CONTEST(against=AGAINST[contest](level=word(level)))
    rows = "\n".join(f"{word(name):<12}{how()}" for name, how in DESCRIBED.items())
    return COMPUTER(rows=rows, contest="\n".join(wrap(told, 70)))
