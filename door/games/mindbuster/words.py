"""Sentences that the screen and plain mode share.

Law: values in, sentences out.  A code is in a sentence only for eyes that may know it (`knows`).
"""

from __future__ import annotations

from typing import Final

from door.games.game import AT_TABLE, EVERYBODY, WATCHER, Ending, Plan, Table, has_hand, reader
from door.games.mindbuster.card import PAR, PLAYERS, called, level_of
from door.games.mindbuster.hand import spoken
from door.games.mindbuster.record import kind_name, record_of, with_one_more
from door.games.mindbuster.rules import (
    GUESSES,
    LETTERS,
    MINE,
    NAMES,
    THEIRS,
    Game,
    Marks,
    links,
    mark,
    result,
    score,
)
from door.games.seating import in_month, over_line
from door.ui.texts import Text
from door.ui.words import Lines

YOUR_OPPONENT: Final = Text("Your opponent")
GAVE_UP: Final = Text("Given up: the code counts as not broken.")
ENDED_BEFORE: Final = Text("The game ended before a code was broken.")
YOU: Final = Text("You")
BROKE: Final = Text("{who} broke the code in {used}.")
CODE_HELD: Final = Text("The code held for {guesses} guesses.")
BOTH_BROKEN: Final = Text("Both codes are broken in {used}: a draw.")
BOTH_HELD: Final = Text("Both codes held: a draw.")
YOUR: Final = Text("your")
ITS: Final = Text("{name}'s")
YOURS_HELD: Final = Text(" Yours held.")
HERS_HELD: Final = Text(" Hers held.")
HIS_HELD: Final = Text(" His held.")
BLACK: Final = Text("{count} black")
WHITE: Final = Text("{count} white")
NOTHING: Final = Text("nothing")
THEIRS_SCORED: Final = Text("; {name}'s {scored}")
BROKE_WHOSE: Final = Text("{who} broke {whose} code in {used}.{held}")
DIRECT_HIT: Final = Text("Direct hit: {colour} in hole {here}.")
NEAR_MISS: Final = Text("Near miss: {colour} in hole {here} of the guess, hole {there} of the code.")
NOTHING_IN_CODE: Final = Text("Nothing of the guess is in the code.")
GUESS: Final = Text("Guess", 9)
IS_GUESSING: Final = Text("{name} guesses.")
HIDE_A_CODE: Final = Text("Hide a code: a colour in every hole, then ENTER. ENTER alone picks at random.")
CODE_HIDDEN: Final = Text("Your code is hidden. Now break {name}'s.  ")
FIRST_GUESS: Final = Text("{hidden}Guess 1 of {guesses}.")
SCORED: Final = Text("Your guess scored {scored}{theirs}.  Guess {row} of {guesses}.")
HIDES_CODE: Final = Text("{who} hides a code.")
IS_THINKING: Final = Text("{who} is thinking.")
IS_TO_GUESS: Final = Text("{who} is to guess.")
YOURS_SCORED: Final = Text("Your guess scored {scored}.  {who} is to guess.")
ITS_SCORED: Final = Text("{name}'s guess scored {scored}.  {who} is to guess.")
THE_CODE: Final = Text("The code", 9)
YOUR_CODE: Final = Text("Your code", 9)
ITS_CODE: Final = Text("{name}'s code")
TOLD_BROKEN: Final = Text("The code was broken in {score}.")
TOLD_HELD: Final = Text("The code was not broken: it was {spoken}.")
TOLD_CODE: Final = Text("The code was {spoken}.")
ITS_CODE_WAS: Final = Text("{whose} was {spoken}.")
BROKEN_ROWS: Final = Text("broken in {rows}")
OF_GUESSES: Final = Text("{rows} of {guesses} guesses")
GIVEN_UP: Final = Text("given up")
UNBROKEN: Final = Text("not broken")
ITS_GUESSES: Final = Text("{name}'s guesses")
GUESSES_USED: Final = Text("Guesses used")
COUNTS_AS: Final = Text("Not broken: counts as")
PAR_OF: Final = Text("Par of {size}")
WON_SO_FAR: Final = Text("Won so far")
WON_OF: Final = Text("{won} of {games}", 14)
STREAK: Final = Text("Streak")
STREAK_BEST: Final = Text("{streak}, best {best}")
TOLD_STREAK: Final = Text("{kind}: {won} won; streak {streak}, longest {longest}.")

_SIGNS: Final = 22


def left(table: Table) -> int:
    """The side that is on the left: the reader's, or the first seat's."""
    return max(reader(table), MINE)


def name(table: Table, side: int) -> str:
    """What the seat of that side is called."""
    return called(table.position.seats[side]) or YOUR_OPPONENT()


def knows(table: Table, side: int) -> bool:
    """Whether these eyes may know the code that this side's guesses are at."""
    return opened(table) or side == 1 - table.eyes


def opened(table: Table) -> bool:
    """Whether both codes lie open."""
    return table.eyes == EVERYBODY and bool(table.position.over)


def rest(table: Table) -> tuple[Plan, tuple[str, ...]] | None:
    """A duel that the computer has won: the caller may go on at its code, alone; the same chance hides it."""
    game = table.position
    if table.eyes == WATCHER or reader(table) != MINE or game.between_callers or game.given_up:
        return None
    if not game.beaten or game.broken or len(game.guesses) == GUESSES:
        return None
    return Plan({**table.options, "players": 1}, game.seats[:1], ranked=False), game.guesses


def kept(table: Table) -> bool:
    """Whether the end of the game keeps the code, so that it can be played on for."""
    return table.eyes != EVERYBODY and table.frame is None and rest(table) is not None


def making(table: Table) -> bool:
    """Whether these eyes' own row is being made."""
    if table.board is None or not has_hand(table) or table.position.over:
        return False
    return hiding(table) or (table.position.phase != "code" and table.position.mover == table.eyes)


def hiding(table: Table) -> bool:
    """Whether that row is the caller's own code: two callers hide theirs at the same time."""
    game = table.position
    return game.phase == "code" and has_hand(table) and not game.code(1 - table.eyes)


def marks_text(marks: Marks) -> str:
    """ "1 black, 2 white", or "nothing"."""
    said = [text(count=count) for count, text in zip(marks, (BLACK, WHITE), strict=True) if count]
    return ", ".join(said) or NOTHING()


def headline(table: Table) -> str:
    """How a finished game went, in a sentence or two."""
    game, used = table.position, len(table.position.guesses)
    if game.given_up:
        return GAVE_UP()
    if not game.over:
        return ENDED_BEFORE()
    if not game.duel:
        who = YOU() if reader(table) == MINE else name(table, MINE)
        return BROKE(who=who, used=used) if game.broken else CODE_HELD(guesses=GUESSES)
    if game.broken and game.beaten:
        return BOTH_BROKEN(used=used)
    if not game.broken and not game.beaten:
        return BOTH_HELD()
    won = int(game.beaten)
    who = YOU() if won == reader(table) else name(table, won)
    whose = YOUR() if won == 1 - reader(table) else ITS(name=name(table, 1 - won))
    told = not game.between_callers and (won != MINE or reader(table) == MINE)
    held = _held(table, won) if told else ""
    return BROKE_WHOSE(who=who, whose=whose, used=used, held=held)


def _held(table: Table, won: int) -> str:
    """That the winner's own code held."""
    if won == reader(table):
        return YOURS_HELD()
    return HERS_HELD() if name(table, won) == PLAYERS["lisa"].short else HIS_HELD()


def links_text(guess: str, code: str) -> Lines:
    """How a guess was scored, hole by hole: what the lines of Show Scoring say."""
    said = []
    for here, there in links(guess, code):
        colour = NAMES[LETTERS.index(guess[here])]()
        if here == there:
            said.append(DIRECT_HIT(colour=colour, here=here + 1))
        else:
            said.append(NEAR_MISS(colour=colour, here=here + 1, there=there + 1))
    return tuple(said) or (NOTHING_IN_CODE(),)


def row_text(table: Table, side: int, row: int) -> str:
    """ "Guess 2: R W B G, 1 black, 2 white"."""
    game = table.position
    whose = GUESS() if not game.duel or side == reader(table) else name(table, side)
    guess = game.rows(side)[row]
    return f"{whose} {row + 1}: {spoken(guess)}, {marks_text(mark(guess, game.code(side)))}"


def message(table: Table) -> str:
    """What stands on the message line."""
    game, frame = table.position, table.frame
    if frame is not None:
        return "" if frame.side == reader(table) else IS_GUESSING(name=name(table, frame.side))
    if game.over or (table.board is not None and table.board.shown is not None):
        return ""
    if hiding(table):
        return HIDE_A_CODE()
    if not making(table):
        return waits(table)
    row = len(game.rows(table.eyes))
    if not row:
        hidden = CODE_HIDDEN(name=name(table, 1 - table.eyes)) if game.duel else ""
        return FIRST_GUESS(hidden=hidden, guesses=GUESSES)
    theirs = (
        THEIRS_SCORED(name=name(table, 1 - table.eyes), scored=_scored(game, 1 - table.eyes))
        if game.duel
        else ""
    )
    return SCORED(scored=_scored(game, table.eyes), theirs=theirs, row=row + 1, guesses=GUESSES)


def _scored(game: Game, side: int) -> str:
    """What the last guess of a side scored."""
    return marks_text(mark(game.rows(side)[-1], game.code(side)))


def waits(table: Table) -> str:
    """What is going on while these eyes only look on."""
    game = table.position
    who, last = name(table, game.mover), 1 - game.mover if game.duel else MINE
    if game.phase == "code":
        return HIDES_CODE(who=who)
    if game.phase == "answer" and not game.between_callers:
        return IS_THINKING(who=who)
    if not game.rows(last):
        return IS_TO_GUESS(who=who)
    said = YOURS_SCORED if last == reader(table) else ITS_SCORED
    return said(name=name(table, last), scored=_scored(game, last), who=who)


def whose_code(table: Table, side: int) -> str:
    """Whose code it is that this side's guesses are at: "Your code", "Bob's code", "The code"."""
    if not table.position.duel:
        return THE_CODE()
    return YOUR_CODE() if side == 1 - reader(table) else ITS_CODE(name=name(table, 1 - side))


def _told(game: Game) -> str:
    """The end for a reader of the record, who has seen a code that was broken."""
    return TOLD_BROKEN(score=score(game)) if game.broken else TOLD_HELD(spoken=spoken(game.hidden))


def _codes(table: Table) -> Lines:
    """The codes that there were to break, the reader's own last; none for one who only looks on as yet."""
    game, first = table.position, left(table)
    if table.eyes == WATCHER or not game.over:
        return ()
    if not game.between_callers:
        return () if kept(table) else (TOLD_CODE(spoken=spoken(game.hidden)),)
    return tuple(
        ITS_CODE_WAS(whose=whose_code(table, side), spoken=spoken(game.code(side)))
        for side in (first, 1 - first)
    )


def brief(table: Table) -> str:
    """The reader's scores, or the first seat's, a sign a peg (black █, white ▒, none ·): "▒ █▒ ████
    broken in 3"."""
    game = table.position
    rows = ["█" * black + "▒" * white or "·" for _, (black, white) in game.history(left(table))]
    signs = " ".join(rows)[-_SIGNS:]
    broken = game.beaten if left(table) else game.broken
    if broken or not game.over:
        told = BROKEN_ROWS(rows=len(rows)) if broken else OF_GUESSES(rows=len(rows), guesses=GUESSES)
    else:
        told = GIVEN_UP() if game.given_up else UNBROKEN()
    return f"{signs} {told}".strip()


def ending(table: Table) -> Ending:
    """What the game came to."""
    game, said, mine = table.position, headline(table), left(table)
    looks_on = game.between_callers and reader(table) < 0
    sums = [(ITS_GUESSES(name=name(table, mine)) if looks_on else GUESSES_USED(), f"{len(game.rows(mine))}")]
    if game.duel:
        sums.append((ITS_GUESSES(name=name(table, 1 - mine)), f"{len(game.rows(1 - mine))}"))
    if not looks_on and score(game, mine) != len(game.rows(mine)):
        sums.append((COUNTS_AS(), f"{score(game, mine)}"))
    plays = table.caller or table.kind == AT_TABLE or game.between_callers
    lines = [said, *_codes(table)] if plays else [_told(game)]
    if in_month(table):
        par = PAR[game.holes, game.colours] / 100
        if score(game, mine) == len(game.rows(mine)):
            sums.append((PAR_OF(size=f"{game.holes}x{game.colours}"), f"{par:.2f}"))
        kind = level_of(table.seats, table.options) if game.duel else "solo"
        of = with_one_more(record_of(table.tally, table.caller, kind), result(game))
        won, streak = WON_OF(won=of["won"], games=of["won"] + of["lost"] + of["drawn"]), of["streak"]
        sums += [(WON_SO_FAR(), won), (STREAK(), STREAK_BEST(streak=streak, best=of["longest"]))]
        lines.append(TOLD_STREAK(kind=kind_name(kind), won=won, streak=streak, longest=of["longest"]))
    lines.append(over_line(table, (score(game, MINE), score(game, THEIRS))))
    early = max(len(game.guesses), len(game.answers)) < GUESSES  # the last guess has had its fanfare
    return Ending(said, tuple(sums), tuple(lines), bell=early and (game.broken or game.beaten))
