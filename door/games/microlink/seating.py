"""Who sits down: the rows of the set-up page, edited in place.

Law: frozen values; a key gives the next seating or the reason why not, in its `note`.  A
seat is a person with a name or a computer with a level, so that no typed name can ever be
taken for a computer; the rules see only the names that `seats` makes of them.

A contest game is played by the caller in the first seat; any other company is practice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from door.games.microlink.computer import LEVELS
from door.games.microlink.rules import COMPUTER, MOST_SEATS, level_of, seats_refusal
from door.term.keys import Key

PERSON: Final = ""
KINDS: Final = (PERSON, *(level.name for level in LEVELS))
LONGEST: Final = 20
SEPARATOR: Final = "|"


@dataclass(frozen=True, slots=True)
class Player:
    """A seat: the level of a computer ("" for a person), and a person's name."""

    kind: str = PERSON
    name: str = ""

    @property
    def seat(self) -> str:
        """The seat as the rules name it."""
        return f"{COMPUTER}{self.kind}" if self.kind else self.name.strip()


@dataclass(frozen=True, slots=True)
class Seating:
    """The set-up page.  `row` counts the players, then "add a player", then what it counts for.

    `practice` asks for a game that is charged to nobody and counts for nothing.
    """

    players: tuple[Player, ...]
    row: int = 0
    practice: bool = False
    note: str = ""

    @property
    def adding(self) -> int:
        """The row that adds a player."""
        return len(self.players)

    @property
    def counting(self) -> int:
        """The row that says what the game counts for."""
        return len(self.players) + 1


def seated(caller: str, others: str = "", practice: bool = False) -> Seating:
    """The caller with the company of last time (seats joined by `SEPARATOR`), if it still can be."""
    players = tuple(player_of(seat) for seat in others.split(SEPARATOR) if seat)
    seating = Seating((Player(name=caller), *players), practice=practice)
    return replace(seating, players=seating.players[:1]) if refusal(seating) else seating


def player_of(seat: str) -> Player:
    """The player of a seat's name; a level that there is none of becomes the best."""
    level = level_of(seat)
    if not level:
        return Player(name=seat)
    return Player(level if level in KINDS else KINDS[-1])


def seats(seating: Seating) -> tuple[str, ...]:
    """The seats in order, as the rules and the journal name them."""
    return tuple(player.seat for player in seating.players)


def refusal(seating: Seating) -> str:
    """Why these players cannot sit down, one sentence; "" where they can."""
    for number, player in enumerate(seating.players, 1):
        if player.kind == PERSON and (reason := name_refusal(player.name)):
            return f"Player {number}: {reason}"
    return seats_refusal(seats(seating))


def name_refusal(name: str) -> str:
    """Why nobody can be called that, one sentence; "" for a fit name.  An empty one is not asked about."""
    if name.strip().casefold().startswith(COMPUTER):
        return 'no name begins with "computer:"; a computer is a kind of player, not a name.'
    if bad := [char for char in name if not fits(char)]:
        return f'a name cannot hold "{bad[0]}".'
    return f"a name has at most {LONGEST} characters." if len(name.strip()) > LONGEST else ""


def fits(char: str) -> bool:
    """Whether every terminal of the board can show it, and lists can be told apart."""
    if char in (SEPARATOR, ","):
        return False
    try:
        return char.isprintable() and bool(char.encode("cp437"))
    except UnicodeEncodeError:
        return False


def counts(seating: Seating, caller: str) -> bool:
    """Whether it is a contest game: not practice, and the caller in the first seat."""
    first = seating.players[:1]
    return not seating.practice and bool(first) and first[0].seat.casefold() == caller.casefold()


# -- keys --------------------------------------------------------------------------------------


def press(seating: Seating, key: Key) -> Seating:
    """The seating after a key; ENTER and ESC are not asked for here."""
    seating = replace(seating, note="")
    name = key.name
    if name in ("up", "backtab", "down", "tab"):
        step = -1 if name in ("up", "backtab") else 1
        return replace(seating, row=(seating.row + step) % (seating.counting + 1))
    if name in ("insert", "ctrl-n"):
        return add(seating)
    if name in ("delete", "ctrl-d"):
        return remove(seating, seating.row)
    if name in ("left", "right"):
        return turn(seating, seating.row, 1 if name == "right" else -1)
    if seating.row == seating.counting and name == " ":
        return replace(seating, practice=not seating.practice)
    return _typed(seating, key) if seating.row < len(seating.players) else seating


def add(seating: Seating) -> Seating:
    """One player more, the expert first."""
    if len(seating.players) >= MOST_SEATS:
        return replace(seating, note=f"There are at most {MOST_SEATS} players.")
    player = Player(KINDS[-1])
    return replace(seating, players=(*seating.players, player), row=len(seating.players), note="")


def remove(seating: Seating, row: int) -> Seating:
    """One player fewer."""
    if row >= len(seating.players):
        return seating
    players = (*seating.players[:row], *seating.players[row + 1 :])
    note = "" if players else seats_refusal(())
    return replace(seating, players=players, row=min(seating.row, max(len(players) - 1, 0)), note=note)


def turn(seating: Seating, row: int, step: int) -> Seating:
    """The next kind of player in that row, or the other kind of game in the last one."""
    if row == seating.counting:
        return replace(seating, practice=not seating.practice, row=row, note="")
    if row >= len(seating.players):
        return seating
    player = seating.players[row]
    kind = KINDS[(KINDS.index(player.kind) + step) % len(KINDS)]
    return _put(replace(seating, row=row, note=""), replace(player, kind=kind))


def _typed(seating: Seating, key: Key) -> Seating:
    player = seating.players[seating.row]
    if key.name == "ctrl-u":
        return _put(seating, replace(player, name=""))
    if key.name == "backspace":
        return _put(seating, replace(player, name=player.name[:-1]))
    if not key.text or not key.text.isprintable():
        return seating
    if player.kind:
        return replace(seating, note="A computer has no name to type; ← → make it a person.")
    if not fits(key.text):
        return replace(seating, note=f'A name cannot hold "{key.text}".')
    if len(player.name) >= LONGEST:
        return replace(seating, note=f"A name has at most {LONGEST} characters.")
    return _put(seating, replace(player, name=(player.name + key.text).lstrip()))


def _put(seating: Seating, player: Player) -> Seating:
    players = (*seating.players[: seating.row], player, *seating.players[seating.row + 1 :])
    return replace(seating, players=players)


# -- lines: plain mode ---------------------------------------------------------------------------


def read(seating: Seating, caller: str, text: str) -> Seating:
    """The caller and the company of a typed line: names, or "computer expert", commas between.

    What cannot be is in the `note`, and the players stay as they were.
    """
    words: Sequence[str] = [part.strip() for part in text.split(",")]
    if text.strip().casefold() in ("nobody", "alone", "none"):
        words = ()
    players = [Player(name=caller)]
    for word in words:
        head, _, level = word.casefold().partition(" ")
        if head == "computer" and level.strip() not in KINDS[1:]:
            return replace(seating, note=f"A computer is one of: {', '.join(KINDS[1:])}.")
        players.append(Player(level.strip()) if head == "computer" else Player(name=word))
    wanted = replace(seating, players=tuple(players), note="")
    return replace(seating, note=refusal(wanted)) if refusal(wanted) else wanted
