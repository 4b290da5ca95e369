"""The games that were begun and not finished, by the id of their turn."""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """Its door, its caller's key, whether it took a free turn, and the key that it was written under."""

    door: str
    caller: str
    free: bool
    begun_by: str


class OpenGames:
    """All of them.  A caller may end under either handle what they began before a rename."""

    def __init__(self) -> None:
        self.turns: dict[str, OpenTurn] = {}

    def begin(self, id: str, turn: OpenTurn) -> None:
        """A game begins."""
        self.turns[id] = turn

    def turn_of(self, id: str, door: str, key: str) -> OpenTurn | None:
        """The turn of a game that this caller may end at that door."""
        turn = self.turns.get(id)
        return turn if turn and turn.door == door and key in (turn.caller, turn.begun_by) else None

    def bury(self, key: str) -> None:
        """That caller's games are nobody's any more."""
        self.turns = {id: turn for id, turn in self.turns.items() if turn.caller != key}

    def move(self, old: str, new: str) -> None:
        """A caller goes by another handle; what stood under that is nobody's."""
        self.bury(new)
        for id, turn in self.turns.items():
            if turn.caller == old:
                self.turns[id] = replace(turn, caller=new)

    def to_json(self) -> list[Any]:
        """All of it as JSON values."""
        return [[id, *astuple(turn)] for id, turn in self.turns.items()]

    def load(self, kept: Any) -> None:
        """Takes up what `to_json` gave; ValueError or TypeError where it is none."""
        self.turns = {id: OpenTurn(*turn) for id, *turn in kept}
