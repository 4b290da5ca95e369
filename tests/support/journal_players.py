"""Players for the journals that are laid down (`lay_journal`): every seat of every door, by the rules.

Law: here alone the laying of a journal knows the doors' own modules, as they are in the release that
lays it.  A player is asked for one legal move at a time, "well" (as the door's best computer would,
or as somebody would who knew the stock) or "wild" (any legal move).  Seats of computers always play
at their level.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from door.games.game import computer_level
from door.games.microlink import computer as link_computer
from door.games.microlink import rules as link
from door.games.mindbuster import coach as mind_coach
from door.games.mindbuster import computer as mind_computer
from door.games.mindbuster import rules as mind
from door.games.record import Record
from door.games.shutbox import rules as box
from door.games.shutbox.computer import best_sets
from door.games.shutbox.play import variant
from door.games.switchbox import computer as switch_computer
from door.games.switchbox import rules as switch
from door.games.switchbox.rules import gift_refused
from door.games.thieves import rules as cards
from door.games.thieves.computer import solve

TO_SHUT = box.Variant(shut_bonus=10_000)
"""What the best sets are reckoned for: a shut box and its free turn above all."""

PATIENCE = 200
"""Moves after which whoever passes for ever gives up."""


@dataclass
class Table:
    """A game in play: `choose` gives a legal move for the manner asked for, `moves` are those made."""

    game: Any
    apply: Callable[[Any, str], Any]
    choose: Callable[[Any, str], str]
    moves: list[str] = field(default_factory=list)

    @property
    def over(self) -> bool:
        return bool(self.game.over)

    def move(self, manner: str) -> str:
        """The next move, made."""
        return self.make(self.choose(self.game, manner) if len(self.moves) < PATIENCE else "quit")

    def make(self, move: str) -> str:
        """That move, made; it is the caller's to keep."""
        self.game = self.apply(self.game, move)
        self.moves.append(move)
        return move


def sit_down(slug: str, begun: Record, rng: Random) -> Table:
    """The table of a game that was begun, with the moves it has already."""
    table = TABLES[slug](begun, rng)
    for move in begun.moves:
        table.make(move)
    return table


def _shutbox(begun: Record, rng: Random) -> Table:
    def choose(game: box.BoxGame, manner: str) -> str:
        if manner == "wild":
            return box.move_text(rng.choice(box.legal(game.open, game.total)))
        worth = TO_SHUT if game.variant.tiles == 9 else game.variant
        return box.move_text(best_sets(worth, game.open, game.total)[0][0])

    return Table(box.begin(variant(begun.options), begun.chance), box.apply, choose)


def _microlink(begun: Record, rng: Random) -> Table:
    def choose(game: link.LinkGame, manner: str) -> str:
        level = computer_level(game.seats[game.seat])
        if manner == "wild" and not level:
            return rng.choice(link.legal(game))
        return link_computer.move(game, game.seat, level or "expert")

    return Table(link.new_game(begun.options, begun.seats, begun.chance), link.apply, choose)


def _mindbuster(begun: Record, rng: Random) -> Table:
    level = str(begun.options["level"])

    def choose(game: mind.MindGame, manner: str) -> str:
        if game.phase == "answer":
            return mind_coach.guess(game, mind.THEIRS, level)
        if game.phase == "guess" and manner == "well":
            known = game.history(mind.MINE)
            return mind_computer.guess(game.holes, game.colours, known, "holmes", f"{game.own} {begun.id}")
        code = game.phase == "code"
        pegs = "".join(rng.choices(game.palette + ("" if code else mind.NO_PEG), k=game.holes))
        return f"{mind.CODE}{pegs}" if code else pegs

    return Table(mind.new_game(begun.options, begun.seats, begun.chance), mind.apply, choose)


def _thieves(begun: Record, rng: Random) -> Table:
    plan: list[str] = []

    def choose(game: cards.ThievesGame, manner: str) -> str:
        legal = cards.legal(game)
        if manner == "wild":
            return rng.choice(legal)
        plan[:] = plan or solve(game).moves
        return plan.pop(0) if plan else legal[-1]

    return Table(cards.new_game(begun.options, begun.seats, begun.chance), cards.apply, choose)


def _switchbox(begun: Record, rng: Random) -> Table:
    def level_at(game: switch.SwitchGame, seat: int) -> str:
        name = game.seats[seat]
        return name.removeprefix("computer:") if name.startswith("computer:") else ""

    def choose(game: switch.SwitchGame, manner: str) -> str:
        giver, mover = level_at(game, game.stand.by), level_at(game, game.stand.mover)
        if giver and not gift_refused(game.terms, game.stand) and switch_computer.gives_ball(game, giver):
            return switch.GIFT + switch.random_ball(game)
        if mover or manner == "well":
            return switch_computer.choose(game, mover or "skilled")
        moves = [move for move in switch.legal(game) if not (giver and move.startswith(switch.GIFT))]
        return rng.choice(moves)

    return Table(switch.new_game(begun.options, begun.seats, begun.chance), switch.apply, choose)


TABLES: dict[str, Callable[[Record, Random], Table]] = {
    "shutbox": _shutbox,
    "microlink": _microlink,
    "mindbuster": _mindbuster,
    "thieves": _thieves,
    "switchbox": _switchbox,
}
