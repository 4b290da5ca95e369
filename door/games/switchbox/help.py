"""The door's help: pages in our own words, for the screen and for plain mode alike."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from door.games.info import Options
from door.games.switchbox.computer import DESCRIBED
from door.ui.widgets import Page, wrap


def pages(options: Options, plain: bool = False) -> tuple[Page, ...]:
    """The help pages for a board with these complete options; `plain` mode has keys of its own."""
    turns = int(str(options["turns_per_day"]))
    contest = str(options["contest_levels"])
    return _pages(turns, options["ranking"] == "best", str(options["level"]), contest, plain)


@lru_cache(maxsize=16)
def _pages(turns: int, best: bool, level: str, contest: str, plain: bool) -> tuple[Page, ...]:
    keys = _LINES if plain else _KEYS
    return (_BOX, _BALLS, _ROUNDS, _FIGURES, keys, _COMPUTERS, _SOLITAIRE, _VARIANTS,
            _contest(turns, best, level, contest), _FAIR)  # fmt: skip


_BOX: Final = Page(
    "The box",
    (
        "Thirty switches stand in five levels, four at the top, eight at the",
        "bottom. Balls go in by one of eight entries and come out, sometimes,",
        "by one of sixteen exits. What comes out scores for whoever dropped",
        "the ball that started it.",
        "",
        "A switch is a small seesaw over two columns. One side is a platform,",
        "flat, and strong enough for one ball. The other is a trigger, up in",
        "the air, which no ball can rest on. A switch leans to the side its",
        "platform is on. A ball on the platform: the switch is loaded.",
        "",
        "At the start each switch leans one way or the other by chance, and",
        "nothing is loaded. From then on there is no chance in the box at all:",
        "whoever looks closely enough can tell what a ball will do.",
    ),
)
_BALLS: Final = Page(
    "What a ball does",
    (
        "Balls fall straight down, level by level.",
        "",
        "Empty platform    the ball stays there, and the turn is over",
        "Trigger           the switch tips over, the ball falls on",
        "Loaded switch     whichever side is hit, two balls go on, one down",
        "                  each column; the switch is empty and leans as before",
        "",
        "Landing on a full platform the ball slides across to the trigger: the",
        "only time that a ball moves sideways.",
        "",
        "One goes in, two come out; two may hit two loaded switches and become",
        "four. The columns are staggered, so an avalanche spreads as it goes.",
        "Layers of loaded switches are worth more than a quick point, as long",
        "as it is you who sets them off.",
    ),
)
_ROUNDS: Final = Page(
    "Four rounds",
    (
        "Players take turns with one ball each. The box stays as it is from",
        "round to round; the goals and the exits change:",
        "",
        "Round              goal   an exit is worth, from the middle outwards",
        "1  Equality          10   2 everywhere",
        "2  Fibonacci         40   1  2  3  5  8  13  21  34",
        "3  One by one        20   1  2  3  4  5   6   7   8",
        "4  Squares          100   1  4  9 16 25  36  49  64",
        "",
        "When a player's points reach the goal, the other has one last turn,",
        "and the round is over. That last ball may still win it.",
        "",
        "The arrow stands beside the card of the player to move, the round's",
        "goal beside the other card.",
    ),
)
_FIGURES: Final = Page(
    "Four figures",
    (
        "At a round's end four figures come up under each card:",
        "",
        "score     the points of the round",
        "+goal     the same, plus the goal for who has reached it",
        "diff      the lead: added to one player, taken from the other",
        "TOTAL     the grand total: what it was, plus the second and the third",
        "",
        "An example: the goal is 20, Ann has 18 points and Bob 22. Ann: 18, 18,",
        "-4, so that her total grows by 14. Bob: 22, 42, +4, and his by 46.",
        "",
        "The highest grand total after four rounds wins. Rounds 1 and 3 pay",
        "little: they are good for filling the box.",
    ),
)
_KEYS: Final = Page(
    "The keys",
    (
        "1 to 8          drop a ball into that entry",
        "+               drop it into an entry that chance picks",
        "-               pass",
        "← → or A D      the cursor from entry to entry",
        "Enter or Space  drop where the cursor is (also ↓, S or X)",
        "V               practice games: where would this ball go?",
        "                It follows the cursor until V is pressed again.",
        "G               give a random ball, where that variant is on",
        "",
        "With a mouse, click an entry to drop a ball into it. Any key ends the",
        "fall of a ball. T shows the tables, H, ? or F1 this help.",
        "Q or Esc asks whether to leave the game for later or to give it up.",
    ),
)
_LINES: Final = Page(
    "What to type",
    (
        "1 to 8   drop a ball into that entry",
        "+        drop it into an entry that chance picks",
        "-        pass",
        "b        the whole box; after a move only levels that changed are told",
        "v3       practice games: where would a ball in 3 go?",
        "t        the tables",
        "?        this help",
        "q        leave the game for later, or give it up; you are asked which",
        "Entry 1 is above exit 5, entry 8 above exit 12.",
        "Each level's switches are told from left to right, each over two exits.",
    ),
)
_COMPUTERS: Final = Page(
    "The computer",
    (
        "It sees what you see, the whole box, and nothing else. Levels:",
        "",
        *(f"{level:<12}{told}" for level, told in DESCRIBED.items()),
        "",
        "It never passes, unless passes are limited: two players who may both",
        "pass for ever, and look ahead, would.",
        "",
        "On the title page S opens the set-up page: the computer's level, a",
        "second person at your keyboard, solitaire, or the computer against",
        "itself (D shows that at once).",
    ),
)
_SOLITAIRE: Final = Page(
    "Solitaire",
    (
        "You against the box, which drops balls at random.",
        "",
        "1. The box begins every round, and keeps dropping until it scores.",
        "2. From then on you take turns, yours by choice, the box's by chance.",
        "3. Whenever you score, the box drops again until it scores too: wait",
        "   for an avalanche rather than take a few points.",
        "4. If you reach the goal first, the box has its last turn, and that",
        "   one is not random: it plays the ball that scores most.",
        "",
        "Your passing while the box keeps the turn is done for you.",
    ),
)
_VARIANTS: Final = Page(
    "Other rules",
    (
        "The set-up page has them; games by your own rules are practice.",
        "",
        "Doubled goals         twice as many points to reach in each round",
        "Exits                 your own values, round by round, negative too:",
        "                      E edits sixteen, or eight from the middle out",
        "Lowball               the lower grand total wins",
        "Limited passes        three a half; not twice running, and not right",
        "                      after the other player's pass",
        "Random balls to give  twice a game, after your own turn: G makes the",
        "                      other's next turn a random ball",
        "Go on after scoring   who scores drops again",
    ),
)


def _contest(turns: int, best: bool, level: str, contest: str) -> Page:
    daily = "You may start as many games as you like." if not turns else f"Turns a day: {turns}."
    counts = "your best single grand total counts" if best else "your grand totals are added up"
    against = {
        "same": f"the computer at level {level}",
        "stronger": f"the computer at level {level}, or a stronger one",
        "ladder": f"the computer at level {level}, a stronger one, or a weaker one until you have beaten it",
        "any": f"the computer, at level {level} unless you choose another",
    }[contest]
    return Page(
        "Turns and the month",
        (
            daily + (" New turns come at midnight, board time." if turns else ""),
            "A turn is spent when a contest game starts. Should the line drop, the",
            "game waits as you left it and goes on when you call again.",
            "",
            *wrap(f"Each month is a contest of its own: {counts}.", 70),
            *wrap(
                f"Contest games are played by the board's rules against {against}. Everything else is "
                "practice: two people at one keyboard, demonstrations, other rules.",
                70,
            ),
            "",
            "A game you give up keeps the total of its finished rounds.",
            "The tables (T) show the games won against each level, the highest",
            "grand totals, and the biggest drops.",
        ),
    )


_FAIR: Final = Page(
    "The switches can be checked",
    (
        "Before your game the board draws a secret seed and shows you its seal,",
        "a SHA-256 fingerprint. The thirty switches and every random ball",
        "follow from the seed: nobody, the sysop included, can change them once",
        "you have seen it.",
        "",
        "When the game is over the seed is shown. The board's journal keeps it",
        "with every move, and anybody can play the game again from them:",
        "",
        "   door audit          checks every game on the books",
        "   door replay ID      shows one game, move by move",
    ),
)
