"""The rules in pages, in our own words, for the screen and for plain mode alike."""

from __future__ import annotations

from typing import Final

from door.games.info import Options
from door.games.mindbuster.card import PAR, PLAYERS
from door.games.mindbuster.rules import GUESSES, NOT_BROKEN
from door.ui.texts import Text
from door.ui.widgets import Page, paged

GAME: Final = Text("""\
The game
A code of coloured pegs lies hidden, a peg in each of its four holes,
or five in the expanded game. Any colour may come more than once, and
no hole is empty. You have {guesses} guesses to break it, and each guess is
scored: how many pegs are right, how many nearly.

Solo    You break the computer's code.
Duel    You hide a code, too, before the first guess. You and the
        computer (at a table, another caller) guess in turn, you first,
        and see the scores. A round is a guess and its answer: break the
        code, and it still has its guess of that round. Whoever alone
        breaks the other's code wins; both or neither is a draw.

Your result is the number of guesses you used, {not_broken} if the code was not
broken or you gave up. Fewer is better.""")
ROW: Final = Text("""\
Making a row
Four things make a row, be it a guess or the code you hide:

Colours   Put a colour into each hole, by its letter, its number, or
          by dragging it from the palette.
Random    F4 fills every hole at random, and so does Enter on an empty
          row. Change any of it, or play it by another Enter.
Copy      An earlier row of yours, whole. Change a peg or two: late in
          a game that is often all a good guess takes.
A peg     that is set already may be dragged to another hole, and then
          stands in both; C puts the last one down once more.

NO PEG    leaves a hole out of a guess, so that nothing there scores: a
          clean way to test the others. A hidden code has none.

Enter on a row half filled is refused, so that no guess slips out.""")
MOUSE: Final = Text("""\
With the mouse
Drag      Press on a colour of the palette, hold, let go over a hole.
          If your terminal cannot report dragging, click the colour
          and then the hole.
Click     A click on a colour puts it at the cursor, which goes on.
Copy      Drag a peg of your row to another hole of it. Click any of
          your earlier rows to have it again.
Empty     The right button empties a hole; the wheel turns its colour.

Everything between brackets can be clicked: it is the key it shows.""")
KEYS: Final = Text("""\
With the keys
R W B G Y K O V, or 1-8   a colour in palette order; the cursor goes on
-  or 0                   NO PEG, in a guess
◄ ►  Tab  Home End        to another hole
↑ ↓                       the colour before or after in this hole
Backspace  Del            empty a hole
C  Ins                    the peg before the cursor, once more
=                         copy your last row; again, the one before it
F4  A  *                  random row
Enter                     OK on a full row, random on an empty one
F1  H  ?                  these rules          T   records
F2  N   new game          F3  S   settings     F5  L   show scoring
Esc  Q  Ctrl-Q            leave: for later, or give the game up
Ctrl-X                    leave MindBuster! at once (the game waits)
F6  F                     in practice: how many codes fit your rows
Numpad moves, a setting: 4 and 6 move, 8 and 2 change the colour.""")
TYPED: Final = Text("""\
What to type
rwbg, r w b g, 1 2 3 4   a row: colours by letter or number
-  or 0                  NO PEG in a guess: nothing there scores
random                   a random row; Enter enters it
=  or  = 2               your last row, or your row 2: Enter enters it
board                    every row so far, and the colours; so does
                         Enter alone
lines                    how the computer's last guess was scored
fits                     in practice, how many codes fit your rows
settings                 then colours 5, or level homer, and so on
tables  help  new        the records, these pages, a new game
quit                     leave the game for later, or give it up

A row with a hole unset, or with a colour the game lacks, is refused.""")
SCORE: Final = Text("""\
The score of a guess
A black peg   a direct hit: a peg of the right colour in the right hole.
A white peg   a near miss: a colour of the code, but in another hole.
No peg        nothing.

Direct hits are counted first, and every peg of the guess and of the
code counts once. Then what is left is matched by colour: each pair is
a near miss. So a colour guessed twice that the code has once scores
once, black if it can.

Where the score's pegs stand says nothing of which hole they mean.
Finding that out is the game.""")
EXAMPLES: Final = Text("""\
Four examples
Guess  W Y B K     1 black   the blue one is right
Code   R W B G     1 white   white belongs in another hole

Guess  R B G K     1 black   one green is right
Code   W Y G G               the code's other was not guessed

Guess  Y B Y K     1 black   the second yellow is right
Code   R K Y B     2 white   blue and black in other holes

Guess  R W G G     2 black   white and the last green
Code   G W R G     2 white   red and the other green""")
SEEING: Final = Text("""\
Show Scoring and the solver's eye
Show Scoring (F5 or L) draws how the computer's last guess was scored
in a duel: solid lines join direct hits, dashed lines near misses.
Alone there is nothing to draw, since it would give the code away.

When a game is over, L looks at the boards once more; there F5 shows
any row, yours and the computer's: the arrows turn to other rows, Tab
to the other side.

The coach (C, after a game) is the solver's eye. It goes through the
rows one by one: how many codes were still possible before the guess
and after its score, and what Einstein would have guessed there. The
last page counts in bits what was luck and what the guesses cost.""")
SETTINGS: Final = Text("""\
Settings
They are remembered. A game under way stays as it began: they hold
from your next game, or from when you come back to one you left.

Colours          3 to 8: six are standard.
Holes            4, or 5 in the expanded game.
Players          1 is solo, 2 a duel.
Computer         how well it guesses, from Homer to Einstein.
Sound            beeps, on or off.
Colour numbers   each peg shows its number: for screens without
                 colour, and for eyes that tell some colours badly.
Numpad moves     4 6 8 2 move instead of choosing colours.

The board's own settings (bell, colour) apply at once.""")
RIVALS: Final = Text("""\
Who sits across the table
{rows}

Nobody cheats: the computer is told its own guesses and their scores,
and never sees your code. Five holes in eight colours make 32,768
codes; Einstein may think for a moment there.

On average a standard code, four holes and six colours, takes Einstein
4.3 guesses, Holmes 4.5, Watson 4.6 and Lisa 4.9. Bart breaks about
two codes of three in his ten guesses, Homer one of four.
A duel lost to one of them may be played on (E); the result stands.""")
RECORDS: Final = Text("""\
The month and the records
{sizes}
A game's mark is its guesses less the par of its size, which is what
the best players need on average: {par} here. So 3 guesses are
{three}, and less is better. A lost game has no mark.

The records (T) keep each size apart, solo and against each computer
player: games won, lost and drawn, the average, and the fewest
guesses. Your own record and your streaks of wins stand on their first
page.

The daily deal is one code for everybody, played alone.""")
ALL_SIZES: Final = Text("The month counts games of every size.")
ONE_SIZE: Final = Text("""\
The month counts games of {holes} holes and {colours} colours; others are for
practice.""")
STRATEGY: Final = Text("""\
A little strategy
No score at all is good news: none of those colours is in the code.
As many whites as there are holes: you have every colour, and every
one of them in the wrong hole.

Begin with two or three colours rather than one; two of a colour, two
others, splits the codes well. After each score ask which codes would
have given all the scores so far, and guess one of them if you can.

When two holes are sure, NO PEG in the others asks about those two
alone.""")
MORE: Final = Text("more...")


def pages(options: Options, plain: bool = False) -> tuple[Page, ...]:
    """The game's own pages; `plain` mode has lines instead of keys."""
    game = GAME(guesses=GUESSES, not_broken=NOT_BROKEN)
    rivals = RIVALS(rows="\n".join(f"{level.name:<16} {level.how()}" for level in PLAYERS.values()))
    keys = (TYPED(),) if plain else (ROW(), MOUSE(), KEYS())
    seeing = () if plain else (SEEING(),)
    texts = (game, *keys, SCORE(), EXAMPLES(), *seeing, SETTINGS(), rivals, _records(options), STRATEGY())
    shown = tuple(map(paged, texts))
    return shown if plain else tuple(map(_marked, shown))


def _marked(page: Page) -> Page:
    """The page with "more..." at its foot, where there is room: others follow all of these."""
    room = 14 - len(page.lines)
    return Page(page.title, (*page.lines, *[""] * room, f"{MORE():>72}")) if room >= 0 else page


def _records(options: Options) -> str:
    holes, colours = options["holes"], options["colours"]
    par = PAR[holes, colours] / 100
    sizes = ALL_SIZES() if options["choose_size"] else ONE_SIZE(holes=holes, colours=colours)
    return RECORDS(sizes=sizes, par=f"{par:.2f}", three=f"{3 - par:+.2f}")
