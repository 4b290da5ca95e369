"""Who plays MindBuster's duels: what each of them says.

Law: at most 40 letters of ASCII a line, no two alike; about the game as such, never about a colour or a hole.
A guess is a good one where its score is: neither code is asked for that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from door.games import faces
from door.games.company import Character, Mood, Place, Speaker, Voice
from door.games.game import Table, computer_level
from door.games.mindbuster import pegboard
from door.games.mindbuster.card import called
from door.games.mindbuster.rules import THEIRS, Game, mark, result
from door.ui.texts import Text

HOMER: Final = Voice(
    greeting=Text(
        """\
Is this the line for doughnuts?
I was told there would be snacks.
Ten guesses? I only have two hands.
Go easy. I skipped breakfast. Twice.
My kids say I press ENTER and win.
Which one of us is the computer?""",
        40,
    ),
    good=Text(
        """\
I was aiming for the other one.
Ha! Take that, education!
Somebody write that down. I won't.
My brain just waved at me!
Pegs like me. They are my friends.
That was skill. Or the remote.""",
        40,
    ),
    bad=Text(
        """\
The pegs are laughing. I hear them.
It looked tasty, is all.
What are we doing again?
I guessed with my eyes shut. Again.
Can I phone my daughter?
Stupid little... hey, a nickel!""",
        40,
    ),
    win=Text(
        """\
I won? I WON? Call the newspapers!
Drinks are on you. And snacks.
I would like to thank my sofa.
Even I did not see that coming.
Turn it off before it changes!
Genius runs in my family. Past me.""",
        40,
    ),
    loss=Text(
        """\
You won, but I had the pie.
Tell nobody. I told nobody.
Best of three hundred?
I was only here for the snacks.
Well, there goes my weekend.
Losing burns no calories. Perfect.""",
        40,
    ),
)

BART: Final = Voice(
    greeting=Text(
        """\
Bet you a comic that you lose.
I hacked this board. Kidding. Maybe.
Recess is ten guesses long. Go!
My slingshot says hi.
Don't tell the sysop I'm on.
I've got homework, so make it slow.""",
        40,
    ),
    good=Text(
        """\
Spray that one on a wall!
Smooth as a borrowed skateboard.
Teacher never saw that coming.
Who's in detention now?
Straight A! My first.
I meant that. Prove I didn't.""",
        40,
    ),
    bad=Text(
        """\
The dog ate my good guess.
A water balloon hit my arm.
Just warming up the prank.
Nobody saw that, okay?
I copied from the wrong kid.
That was my evil twin.""",
        40,
    ),
    win=Text(
        """\
Write it a hundred times: Bart won.
Loser buys the milk shakes!
Game over, and no adult helped.
This goes on your locker.
Victory lap, no helmet!
They don't teach that in school.""",
        40,
    ),
    loss=Text(
        """\
Your joystick is newer, that's why.
I let you. It's part of the prank.
Check your chair before you sit.
Wait till I dial in again.
My sister made me say: good game.
I blame line noise.""",
        40,
    ),
)

LISA: Final = Voice(
    greeting=Text(
        """\
I read the rules. Twice.
May the better logic win.
I brought a saxophone and a plan.
Let us keep this educational.
Studies show that I like this game.
Shall we? I have band at four.""",
        40,
    ),
    good=Text(
        """\
Simple set theory, really.
I got extra credit for less.
That one had a nice rhythm.
The library pays off again.
My notes agree with me.
A gold star, if I may.""",
        40,
    ),
    bad=Text(
        """\
That is going into my diary.
A negative result is a result.
I blame the school's budget.
Off key. I heard it too.
Even pioneers got lost.
I shall show my work next time.""",
        40,
    ),
    win=Text(
        """\
Knowledge wins. Pass it on.
I will be gracious. Eventually.
This one is for the librarians.
A victory for homework!
Would you like to see my notes?
Play it on the saxophone: ta-daa.""",
        40,
    ),
    loss=Text(
        """\
Well reasoned. I mean that.
I am learning to be happy for you.
I shall write an essay about it.
You have done your reading.
A rematch, for science?
Second place still gets a book.""",
        40,
    ),
)

WATSON: Final = Voice(
    greeting=Text(
        """\
Dr Watson, at your service.
I have my notebook. Do begin.
Holmes is out. You have me, I fear.
A capital evening for a puzzle.
My old wound says: a close one.
Tea first? No? Very well.""",
        40,
    ),
    good=Text(
        """\
By Jove, that went well.
Holmes would nod. Slightly.
The Strand shall hear of that.
A steady pulse, that guess.
The army taught me something.
Do sit down, you look pale.""",
        40,
    ),
    bad=Text(
        """\
I see, but I do not observe.
Dear me. Strike that from the notes.
The patient did not respond.
Holmes must never hear of it.
The hansom cab distracted me.
A poor diagnosis, I admit.""",
        40,
    ),
    win=Text(
        """\
I say! I have solved one alone!
The case is closed. By me, too.
I must wire Baker Street at once.
A brandy, to steady us both.
Modesty forbids. But hurrah!
Chapter one: Watson wins.""",
        40,
    ),
    loss=Text(
        """\
Brilliant! How did you do it?
You should meet my friend.
I shall write you up handsomely.
Beaten, and gladly. Well played.
The better detective, clearly.
I prescribe a rematch.""",
        40,
    ),
)

HOLMES: Final = Voice(
    greeting=Text(
        """\
You type with two fingers, I see.
The game is afoot.
A three-pipe problem? Hardly.
Data, data! Make your move.
Watson, hold my violin.
You have come by modem, I perceive.""",
        40,
    ),
    good=Text(
        """\
Precisely as I expected.
The obvious that nobody observes.
Singular. Most singular.
One thread, and the skein unwinds.
Scotland Yard may take notes.
My violin rejoices, quietly.""",
        40,
    ),
    bad=Text(
        """\
A red herring, and I bit.
Even my bees mislead me at times.
Curious. The dog did nothing.
Lestrade will enjoy this.
I have blundered, Watson.
One pipe too few.""",
        40,
    ),
    win=Text(
        """\
The case offered few difficulties.
Arrest that code, Inspector.
When all else fails, try logic.
I never guess. Well, ten times.
And now, back to my bees.
Send the bill to Baker Street.""",
        40,
    ),
    loss=Text(
        """\
Beaten four times. Now five.
To me you are now THE caller.
Moriarty never managed that.
I file it under C, for caller.
My violin plays something slow.
Remarkable. And no Yarder, you.""",
        40,
    ),
)

EINSTEIN: Final = Voice(
    greeting=Text(
        """\
Time is relative. Take yours.
I left my socks at home. Begin.
Dice are not for me. Pegs, yes.
I have a theory and a pencil.
As simple as possible, please.
My hair is ready. And you?""",
        40,
    ),
    good=Text(
        """\
So! The universe makes sense.
A pretty equation, that one.
It bends my way, like light.
The thought experiment worked.
I tuned my violin to that.
Energy equals pegs squared.""",
        40,
    ),
    bad=Text(
        """\
My greatest blunder. This week.
Back to the patent office.
Quanta. I never trusted them.
The ether played me a trick.
Who never errs tries nothing new.
Hm. My hair stands up more.""",
        40,
    ),
    win=Text(
        """\
Relatively speaking, I won.
Imagination, and some counting.
No photographs, or I show my tongue.
Stockholm may telephone me.
It was a matter of space-time.
And now I sail my little boat.""",
        40,
    ),
    loss=Text(
        """\
You are faster than my light.
A new theory is needed: yours.
In Princeton they will talk.
I was at rest. You were moving.
Marvellous! Explain it slowly.
One genius was not enough tonight.""",
        40,
    ),
)

CHARACTERS: Final[Mapping[str, Character]] = {
    "homer": Character(faces.HOMER, HOMER),
    "bart": Character(faces.BART, BART),
    "lisa": Character(faces.LISA, LISA),
    "watson": Character(faces.WATSON, WATSON),
    "holmes": Character(faces.HOLMES, HOLMES),
    "einstein": Character(faces.EINSTEIN, EINSTEIN),
}
"""By level."""

_FACED: Final = 6
"""The rows of its board that the computer may have filled while its face has room below."""


def company(seen: Table, table: Table) -> Speaker | None:
    """The computer, below its rows; nobody alone, where two callers play, or on the page of Show Scoring."""
    game = seen.position
    if not game.duel or game.between_callers or (table.board is not None and table.board.shown is not None):
        return None
    seat, filled = game.seats[THEIRS], len(table.position.answers)
    y = pegboard.row_y(max(filled, _FACED))
    x, rows = pegboard.COLS + 2, pegboard.ROWS - y
    face = Place(x, y, 12, rows) if filled <= _FACED else None
    words = Place(x + 12, y, 13, rows) if face else Place(x, y, 25, rows) if rows else None
    character = CHARACTERS.get(computer_level(seat), CHARACTERS["watson"])
    return Speaker(called(seat), character, _mood(game), len(game.answers), face, words)


def _mood(game: Game) -> Mood:
    if game.over and not game.given_up and (came_to := result(game)) != "drawn":
        return "win" if came_to == "lost" else "loss"
    if not game.answers:
        return "greeting"
    black, white = mark(game.answers[-1], game.own)
    return "good" if 2 * black + white > game.holes else "bad"
