"""`door replay ID --coach`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from door.commands import CommandError
from door.commands.shared import door_of, settings
from door.games.chance import keyed
from door.games.game import COMPUTER, IllegalMove
from door.midend.door import GameDoor
from door.midend.replay import coached
from door.records.journal.find import find_game
from door.records.journal.lines import Fields, RecordsError
from door.settings.doors import complete


def coach(board: Path, id: str) -> int:
    """Says what the coach makes of a finished game, found by the beginning of its id."""
    try:
        began, ended = find_game(settings(board).data / "journal", id)
    except RecordsError as error:
        raise CommandError(str(error)) from None
    try:
        lines = list(_said({**began, **ended}))
    except (IllegalMove, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        why = str(error) or type(error).__name__
        raise CommandError(f"The game {ended['id']} cannot be replayed (see `door audit`): {why}") from None
    print("\n".join("".join(c if c.isprintable() else "?" for c in line) for line in lines))
    return 0


def _said(line: Fields) -> Iterator[str]:
    """To the caller, or to everybody who sat at the table."""
    door, seats = door_of(line["door"]), tuple(line["seats"])
    assert isinstance(door, GameDoor)
    options, chance = complete(door.INFO, line["options"]), keyed(line["seed"], line.get("words", ()))
    if line["kind"] != "match":
        yield from coached(door.game, options, seats, chance, line["moves"])
        return
    race = bool(line["moves"]) and isinstance(line["moves"][0], list)
    for seat, who in enumerate(seats):
        if not who.startswith(COMPUTER):
            yield f"{who}:"
            own = ((who,), chance, line["moves"][seat]) if race else (seats, chance, line["moves"])
            yield from coached(door.game, options, *own, who)
