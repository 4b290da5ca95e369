"""Sentences that the screen and plain mode share.

Law: values in, sentences out.  A sentence contains a code only if the viewer may know it (`knows`).
"""

from __future__ import annotations

from typing import Final

from door.games import api
from door.games.mindbuster import rules
from door.games.mindbuster.record import (
    PAR,
    PLAYERS,
    full_name,
    kind_name,
    level_of,
    record_of,
    with_one_more,
)
from door.games.mindbuster.rules import GUESSES, MINE, THEIRS, Marks, MindGame, mark, pegs_text, result, score
from door.ui.texts import MaybeSaid, tr
from door.ui.words import Lines, commas, sentences

our: Final = tr.mindbuster

_SIGNS: Final = 22


def left_side(table: api.GameView) -> int:
    """Return the side shown on the left: the reader's, or the first seat's."""
    return max(api.reader(table), MINE)


def name(table: api.GameView, side: int) -> str:
    return api.seating.short_name(table.position.seats[side]) or our.your_opponent()


def knows(table: api.GameView, side: int) -> bool:
    """True if this viewer may know the code that this side guesses."""
    return shows_code(table) or side == 1 - table.eyes


def shows_code(table: api.GameView) -> bool:
    return table.eyes == api.EVERYBODY and bool(table.position.over)


def scored_row(table: api.GameView) -> tuple[int, int] | None:
    """Return the row that Show Scoring shows, None while it is closed."""
    return table.board.shown if table.board is not None else None


def rest(table: api.GameView) -> tuple[api.GamePlan, tuple[str, ...]] | None:
    """Return a solo game that continues a duel won by the computer, with its first moves.  The same chance
    gives the same code.
    """
    game = table.position
    if table.eyes == api.WATCHER or api.reader(table) != MINE or game.between_callers or game.given_up:
        return None
    if not game.beaten or game.broken or len(game.guesses) == GUESSES:
        return None
    return api.GamePlan({**table.options, "players": 1}, game.seats[:1], ranked=False), game.guesses


def keeps_code(table: api.GameView) -> bool:
    """True if the code stays hidden at the end, because the caller may play on."""
    return table.eyes != api.EVERYBODY and table.frame is None and rest(table) is not None


def making(table: api.GameView) -> bool:
    if not api.has_hand(table) or table.position.over:
        return False
    return hiding(table) or (table.position.phase != "code" and table.position.mover == table.eyes)


def hiding(table: api.GameView) -> bool:
    """True if that row is the caller's own code.  Two callers hide theirs at the same time."""
    game = table.position
    return game.phase == "code" and api.has_hand(table) and not game.code(1 - table.eyes)


def marks_text(marks: Marks) -> str:
    """Return a score in words: "1 black, 2 white", or "nothing"."""
    black, white = marks
    said = (our.count_black(count=black) if black else "", our.count_white(count=white) if white else "")
    return commas(said) or our.scored_nothing()


def headline(table: api.GameView) -> str:
    """Return a finished game's result in a sentence or two."""
    game, used = table.position, len(table.position.guesses)
    if game.given_up:
        return our.given_up_not_broken()
    if not game.over:
        return our.ended_before_broken()
    if not game.duel:
        who = our.you_as_subject() if api.reader(table) == MINE else name(table, MINE)
        return our.broke_code_in(who=who, used=used) if game.broken else our.code_held(guesses=GUESSES)
    if game.broken and game.beaten:
        return our.both_broken(used=used)
    if not game.broken and not game.beaten:
        return our.both_held()
    won = int(game.beaten)
    who = our.you_as_subject() if won == api.reader(table) else name(table, won)
    whose = our.whose_yours() if won == 1 - api.reader(table) else our.whose_name(name=name(table, 1 - won))
    held = our.hers_held() if api.computer_level(game.seats[won]) == "lisa" else our.his_held()
    if won == api.reader(table):
        held = our.yours_held()
    told = not game.between_callers and (won != MINE or api.reader(table) == MINE)
    return sentences(our.broke_whose_code(who=who, whose=whose, used=used), held if told else "")


def links_text(guess: str, code: str) -> Lines:
    """Explain a guess's score hole by hole, like the lines of Show Scoring."""
    said = []
    for here, there in rules.links(guess, code):
        colour = rules.NAMES[guess[here]]()
        if here == there:
            said.append(our.direct_hit(colour=colour, here=here + 1))
        else:
            said.append(our.near_miss(colour=colour, here=here + 1, there=there + 1))
    return tuple(said) or (our.nothing_in_code(),)


def row_text(table: api.GameView, side: int, row: int) -> str:
    """Return a row in words: "Guess 2: R W B G, 1 black, 2 white"."""
    game = table.position
    whose = our.label_guess() if not game.duel or side == api.reader(table) else name(table, side)
    guess = game.rows(side)[row]
    marks = marks_text(mark(guess, game.code(side)))
    return our.row_marked(whose=whose, row=row + 1, guess=pegs_text(guess), marks=marks)


def describe(before: MindGame | None, move: str, after: MindGame) -> Lines:
    if before is None:
        return () if after.between_callers else (our.move_hidden_code(hidden=after.hidden),)
    side = before.mover
    who = api.seating.short_name(after.seats[side])
    if move == api.QUIT:
        return (our.move_gives_up(who=after.seats[0]),)
    if before.phase == "code":
        return (our.move_hides(who=who, code=move.removeprefix(rules.CODE)),)
    black, white = mark(move, after.code(side))
    broken = our.move_code_broken() if black == after.holes else ""
    turn = len(after.rows(side))
    return (our.move_guess(turn=turn, who=who, move=move, black=black, white=white, broken=broken),)


def message(table: api.GameView) -> str:
    game, frame = table.position, table.frame
    if frame is not None:
        return "" if frame.side == api.reader(table) else our.name_guesses(name=name(table, frame.side))
    if game.over or scored_row(table) is not None:
        return ""
    if hiding(table):
        return our.hide_a_code()
    if not making(table):
        return waits(table)
    row = len(game.rows(table.eyes))
    if not row:
        hidden = our.code_hidden(name=name(table, 1 - table.eyes)) if game.duel else ""
        return sentences(hidden, our.first_guess(guesses=GUESSES))
    scored = _last_marks(game, table.eyes)
    if not game.duel:
        return our.your_guess_scored(scored=scored, row=row + 1, guesses=GUESSES)
    other = 1 - table.eyes
    return our.your_guess_and_theirs(
        scored=scored, name=name(table, other), theirs=_last_marks(game, other), row=row + 1, guesses=GUESSES
    )


def _last_marks(game: MindGame, side: int) -> str:
    return marks_text(mark(game.rows(side)[-1], game.code(side)))


def waits(table: api.GameView) -> MaybeSaid:
    game = table.position
    who, last = name(table, game.mover), 1 - game.mover if game.duel else MINE
    if game.phase == "code":
        return our.who_hides_code(who=who)
    if game.phase == "answer" and not game.between_callers:
        return our.who_is_thinking(who=who)
    if not game.rows(last):
        return our.who_is_to_guess(who=who)
    said = our.yours_scored_next if last == api.reader(table) else our.theirs_scored_next
    return said(name=name(table, last), scored=_last_marks(game, last), who=who)


def whose_code(table: api.GameView, side: int) -> str:
    """Return the owner of the code that this side guesses: "Your code", "Bob's code", "The code"."""
    if not table.position.duel:
        return our.label_the_code()
    return (
        our.label_your_code()
        if side == 1 - api.reader(table)
        else our.label_code_of(name=name(table, 1 - side))
    )


def _codes(table: api.GameView) -> Lines:
    """Name the codes of a finished game, the reader's own last; nothing for a watcher."""
    game, first = table.position, left_side(table)
    if table.eyes == api.WATCHER or not game.over:
        return ()
    if not game.between_callers:
        return () if keeps_code(table) else (our.plain_code_was(spoken=pegs_text(game.hidden)),)
    return tuple(
        our.plain_whose_code_was(whose=whose_code(table, side), spoken=pegs_text(game.code(side)))
        for side in (first, 1 - first)
    )


def brief(table: api.GameView) -> str:
    """Return the scores of the reader or the first seat with one sign for each peg (black █, white ▒, none
    ·): "▒ █▒ ████ broken in 3".
    """
    game = table.position
    rows = ["█" * black + "▒" * white or "·" for _, (black, white) in game.history(left_side(table))]
    signs = " ".join(rows)[-_SIGNS:]
    if game.beaten if left_side(table) else game.broken:
        told = our.broken_in_rows(rows=len(rows))
    elif not game.over:
        told = our.rows_of_guesses(rows=len(rows), guesses=GUESSES)
    else:
        told = our.result_given_up() if game.given_up else our.result_not_broken()
    return f"{signs} {told}".strip()


def ending(table: api.GameView) -> api.Ending:
    game, said, mine = table.position, headline(table), left_side(table)
    looks_on = game.between_callers and api.reader(table) < 0
    whose = our.label_guesses_of(name=name(table, mine)) if looks_on else our.label_guesses_used()
    sums = [(whose, f"{len(game.rows(mine))}")]
    if game.duel:
        sums.append((our.label_guesses_of(name=name(table, 1 - mine)), f"{len(game.rows(1 - mine))}"))
    if not looks_on and score(game, mine) != len(game.rows(mine)):
        sums.append((our.label_counts_as(), f"{score(game, mine)}"))
    advice = ""
    plays = table.caller or table.kind == api.AT_TABLE or game.between_callers
    lines: list[str] = (
        [said, *_codes(table)] if plays else [our.plain_code_held(spoken=pegs_text(game.hidden))]
    )
    if not plays and game.broken:  # the record already shows the code
        lines = [our.plain_code_broken(score=score(game))]
    if api.seating.in_month(table):
        par = PAR[game.holes, game.colours] / 100
        if score(game, mine) == len(game.rows(mine)):
            sums.append((our.label_par_of(size=f"{game.holes}x{game.colours}"), f"{par:.2f}"))
        kind = level_of(table.seats, table.options) if game.duel else "solo"
        of = with_one_more(record_of(table.tally, table.caller, kind), result(game))
        won = our.won_of_games(won=of["won"], games=of["won"] + of["lost"] + of["drawn"])
        streak = of["streak"]
        lost = result(game) == "lost" and not game.given_up
        advice = our.advice_first_guesses() if lost and not of["won"] else ""
        sums += [
            (our.label_won_so_far(), won),
            (our.label_streak(), our.streak_and_best(streak=streak, best=of["longest"])),
        ]
        lines.append(our.plain_streak(kind=kind_name(kind), won=won, streak=streak, longest=of["longest"]))
    lines.append(api.seating.over_line(table, (score(game, MINE), score(game, THEIRS))))
    early = max(len(game.guesses), len(game.answers)) < GUESSES  # the last guess has had a fanfare
    return api.Ending(
        said, tuple(sums), tuple(lines), bell=early and (game.broken or game.beaten), play_on=rest(table),
        advice=advice,
    )  # fmt: skip


# -- plain mode ----------------------------------------------------------------------------


def say(before: api.GameView | None, after: api.GameView) -> Lines:
    game = after.position
    if before is None:
        return (*_introduction(after), *_whole(after))
    lines: list[str] = []
    if before.position.phase == "code":
        lines += _own_code(after)
    for side in (MINE, THEIRS):
        known = len(before.position.rows(side))
        lines += [row_text(after, side, row) for row in range(known, len(game.rows(side)))]
    thinks = game.phase == "answer" and not game.between_callers
    return (*lines, our.who_is_thinking(who=name(after, THEIRS))) if thinks else tuple(lines)


def _own_code(table: api.GameView) -> Lines:
    mine = api.reader(table)
    shown = mine >= 0 and table.position.duel and knows(table, 1 - mine)
    code = table.position.code(1 - mine) if shown else ""
    return (our.plain_hidden_code(spoken=pegs_text(code)),) if code else ()


def _introduction(table: api.GameView) -> Lines:
    game = table.position
    names = (f"{at} {letter} {rules.NAMES[letter]()}" for at, letter in enumerate(game.palette, 1))
    return (
        our.plain_opening(against=_against(table), holes=game.holes, colours=game.colours, guesses=GUESSES),
        our.plain_colours(colours=commas(names)),
        our.plain_pegs(),
    )


def _against(table: api.GameView) -> str:
    if not table.position.duel:
        return kind_name("solo")
    if api.reader(table) < 0:
        return our.plain_against(name=name(table, MINE), other=name(table, THEIRS))
    other = 1 - left_side(table)
    full = full_name(level_of(table.seats, table.options))
    return our.plain_duel_with(name=name(table, other) if table.position.between_callers else full)


def _whole(table: api.GameView) -> Lines:
    """Return every row so far; after the end, also the codes and how each row was scored."""
    game = table.position
    lines = list(_own_code(table))
    if shows_code(table) and api.reader(table) >= 0:
        lines.append(our.plain_code_to_break(spoken=pegs_text(game.code(api.reader(table)))))
    elif shows_code(table):
        sides = (MINE, THEIRS) if game.duel else (MINE,)
        lines += [f"{whose_code(table, side)}: {pegs_text(game.code(side))}" for side in sides]
    for row in range(len(game.guesses)):
        for side in (MINE, THEIRS):
            if row < len(game.rows(side)):
                lines.append(row_text(table, side, row))
                if game.over and knows(table, side):
                    lines += links_text(game.rows(side)[row], game.code(side))
    return tuple(lines)


def recap(table: api.GameView) -> Lines:
    return (*_whole(table), _introduction(table)[1])


def prompt(table: api.GameView) -> str:
    if not making(table):
        return ""
    if hiding(table):
        game = table.position
        which = our.plain_prompt_code(holes=game.holes, palette=" ".join(game.palette))
        return our.plain_prompt_hide() if table.board.hand.full else which
    if table.board.hand.full:
        return our.plain_prompt_enter()
    return our.plain_prompt_guess(row=len(table.position.rows(table.eyes)) + 1)


# -- the computer players ------------------------------------------------------------


_FACED: Final = 6
"""With more of its rows filled than this, the computer's face has no room below them."""


def company(seen: api.GameView, table: api.GameView) -> api.Speaker | None:
    """Return the computer, placed below its rows.  Return None in solo games, between callers, or on the
    page of Show Scoring.
    """
    game = seen.position
    if not game.duel or game.between_callers or scored_row(table) is not None:
        return None
    seat, filled = game.seats[THEIRS], len(table.position.answers)
    y = 1 + 2 * max(filled, _FACED)
    x, rows = 33, 21 - y
    face = (x, y, 12, rows) if filled <= _FACED else None
    words = (x + 12, y, 13, rows) if face else (x, y, 25, rows) if rows else None
    character = PLAYERS.get(api.computer_level(seat), PLAYERS["watson"]).character
    return api.Speaker(api.seating.short_name(seat), character, _mood(game), len(game.answers), face, words)


def _mood(game: MindGame) -> api.Mood:
    if game.over and not game.given_up and (came_to := result(game)) != "drawn":
        return "win" if came_to == "lost" else "loss"
    if not game.answers:
        return "greeting"
    black, white = mark(game.answers[-1], game.own)
    return "good" if 2 * black + white > game.holes else "bad"
