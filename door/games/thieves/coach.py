"""The coach of Forty Thieves: the best score with every card face up, and the moves that make it.

Players don't know the stock, so the best possible score rates the cards, not the player.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, Final, NamedTuple

from door.games.coaching import Coach, Worth
from door.games.game import QUIT, GameView
from door.games.luck import AGAIN, Remark, Verdict, Way
from door.games.record import Record
from door.games.thieves.rules import TAKES, TURN, Game, apply, legal, new_game
from door.games.thieves.solver import solve, solve_game
from door.games.thieves.words import letters
from door.ui.texts import tr
from door.ui.widgets import TextPage
from door.ui.words import Lines

our: Final = tr.thieves
LOST: Final = {TURN: our.coach_lost_turning, QUIT: our.coach_lost_giving_up}


class BestScore(NamedTuple):
    """The best score of a game.  It is `exact` if nothing better is possible.

    `deals` has the runs of each deal that lead to it.  `way` is the last moment at which it was still
    possible, with the moves from there.
    """

    score: int
    exact: bool
    deals: tuple[Lines, ...]
    way: Way | None = None


class CardsCoach(Coach):
    """The coach of cards.  It ranks only positions without a stock, because players can't see the stock."""

    clear = 2.0

    def look(self, record: Record, step: int) -> tuple[BestScore]:
        """Return the best possible score from the first deal on, and the last moment at which it was
        possible.
        """
        first = new_game(record.options, record.seats, record.chance)
        score, exact, moves = solve_game(first)
        made = tuple(move for move in record.moves if move != QUIT)
        way = _last_chance(first, made, score, moves) if exact else None
        return (BestScore(score, exact, runs(first, moves), way),)

    def rank(self, position: Game) -> Sequence[Worth]:
        if position.stock:
            return ()
        worths = []
        for stack in map(str, position.fitting):
            after = apply(position, stack)
            left = solve(after).score if after.deal == position.deal else 0
            worths.append(Worth(stack, after.score + left))
        return worths

    def play(self, position: Game, seat: int, level: str) -> str:
        """Return the first move that goes on: players can't see the stock either."""
        return next(iter(legal(position)), QUIT)

    def pages(self, parts: Sequence[Any], table: GameView, plain: bool) -> tuple[TextPage, ...]:
        best, made = parts[0][0], table.position.score
        head = (our.coach_possible if best.exact else our.coach_cut_short)(
            score=max(best.score, made), made=made
        )
        how = (our.coach_this_way(),) * bool(best.deals)
        deals = [TextPage(our.coach_deal(number=at), lines) for at, lines in enumerate(best.deals, 1)]
        return TextPage(our.coach_title(), (head, *_loss_line(best, table), *how)), *deals

    def verdict(self, parts: Sequence[Any], table: GameView) -> Verdict:
        """Return the best score with every card face up, and the way to it from its last chance."""
        best, made = parts[0][0], table.position.score
        if best.exact and made == best.score:
            return Verdict(our.coach_nobody_more(made=made))
        said = our.coach_verdict if best.exact else our.coach_verdict_cut
        return Verdict(said(score=max(best.score, made), made=made), way=best.way)

    def remarks(self, parts: Sequence[Any], tables: Sequence[GameView]) -> Mapping[int, Remark]:
        """Return a remark on each run of cards, at its last card, and on the move that lost the best score.
        The longest runs are marked.
        """
        moves, found, worth, cards, points = tables[-1].moves, dict[int, Remark](), dict[int, int](), 0, 0
        for number, move in enumerate(moves, start=1):
            if move not in TAKES:
                cards, points = 0, 0
                continue
            cards += 1
            points += tables[number].position.score - tables[number - 1].position.score
            if number == len(moves) or moves[number] not in TAKES:
                worth[number] = points
                found[number] = Remark(
                    our.coach_run(cards=tr.count.cards(n=cards), points=tr.count.points(n=points))
                )
        for number in sorted(worth, key=lambda at: -worth[at])[:AGAIN]:
            found[number] = found[number]._replace(marked=worth[number] > 0)
        best = parts[0][0] if parts else None
        if best and best.way and tables[-1].position.score != best.score:
            found[best.way.at + 1] = Remark(our.coach_remark(score=best.score), True)
        return found


def _last_chance(first: Game, made: Sequence[str], score: int, best: Sequence[str]) -> Way:
    """Find the last moment at which that score was still possible, by halving: a lost score stays lost.

    A cleared deal has the same worth for everybody, so only the last deal played can have lost anything.
    """
    games = tuple(accumulate(made, apply, initial=first))
    deal = games[-1].deal
    later = _after_deal(first, best, deal)

    def way(at: int) -> tuple[str, ...] | None:
        found = solve(games[at])
        whole = found.cleared if later is not None else games[at].score + found.score == score
        return (*found.moves, *(later or ())) if whole and found.exact else None

    low, high = next(at for at, game in enumerate(games) if game.deal == deal), len(games)
    moves = way(low) or ()
    while high - low > 1:
        middle = (low + high) // 2
        possible = way(middle)
        low, high, moves = (middle, high, possible) if possible is not None else (low, middle, moves)
    return Way(low, moves)


def _after_deal(first: Game, moves: Sequence[str], deal: int) -> tuple[str, ...] | None:
    """Return the moves after that deal was cleared, None if it is the last deal."""
    games = accumulate(moves, apply, initial=first)
    begun = next((at for at, game in enumerate(games) if game.deal > deal), None)
    return None if begun is None else tuple(moves[begun:])


def runs(game: Game, moves: Sequence[str]) -> tuple[Lines, ...]:
    """Return the moves deal by deal, one line for each run: the stock card, then each stack with the card
    taken from it, like "JC  3:10H 1:9C".
    """
    deals: list[list[tuple[str, list[str]]]] = [[(letters(game.current), [])]]
    for move in moves:
        after = apply(game, move)
        if move == TURN:
            deals[-1].append((letters(after.current), []))
        else:
            deals[-1][-1][1].append(f"{move}:{letters(game.stacks[int(move) - 1][-1])}")
        if after.deal > game.deal:
            deals.append([(letters(after.current), [])])
        game = after
    return tuple(tuple(f"{card:>5}  {' '.join(takes) or '-'}" for card, takes in deal) for deal in deals)


def _loss_line(best: BestScore, table: GameView) -> Lines:
    if best.way is None or table.position.score == best.score:
        return ()
    at, moves = best.way.at, table.moves
    move = moves[at] if at < len(moves) else QUIT
    lost = LOST[move]() if move in LOST else our.coach_lost_taking(stack=move)
    if at == 0:
        return (our.coach_lost_at_once(lost=lost),)
    return (our.coach_lost_at_move(at=at, moves=len(moves), lost=lost),)


COACH: Final = CardsCoach()
