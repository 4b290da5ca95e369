"""Finished games from the journal: for replays, and for the puzzle of the day."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from door.games.game import AT_TABLE
from door.play.replay import GameReader, Puzzle, RecordedGame, has_puzzles, order, puzzle_from
from door.records.audit.proof import complete
from door.records.journal.files import journal_months, read_lines, scan
from door.records.journal.find import HANDLES, NotFound, find_game, handle_now
from door.records.journal.grammar import COMPUTER, Wrong, fits
from door.records.journal.lines import Fields, decode, month_before
from door.ui.texts import tr

Find = Callable[[str], GameReader | None]
"""Returns the game of a door by its slug, or None for an unknown door."""


def read_finished(folder: Path, find: Find, id: str, least: int = 1) -> RecordedGame:
    """Return the finished game whose id begins with `id`, which must have at least `least` characters.

    Raises NotFound if no such game or several are found, or if it can't be replayed.
    """
    began, ended = find_game(folder, id, least)
    slug = str(ended.get("door", began.get("door", "")))
    door = find(slug)
    if door is None:
        raise NotFound(tr.replay.game_of_unknown_door(id=ended["id"], door=repr(slug[:20])))
    if not fits(ended) or (ended["kind"] == "match" and not fits(began)):
        raise NotFound(tr.replay.game_not_whole(id=ended["id"]))
    try:
        options = complete(door, ended.get("options", began.get("options", {})))
    except Wrong as why:
        raise NotFound(tr.replay.game_not_replayable(id=ended["id"], why=str(why))) from None
    return finished_game(slug, options, began, ended)


def finished_game(slug: str, options: Mapping[str, Any], began: Fields, ended: Fields) -> RecordedGame:
    """Join the two lines; `began` is {} if the journal doesn't have it."""
    match, race = ended["kind"] == "match", _is_race(ended["moves"])
    scores = ended["scores"] if match else [ended["score"]]
    kind = "daily" if ended["kind"] == "daily_game" else "free" if began.get("free") is True else "contest"
    return RecordedGame(
        ended["id"], slug, AT_TABLE if match else kind, ended["t"], options, tuple(ended["seats"]),
        ended["seed"], tuple(map(tuple, ended["moves"] if race else [ended["moves"]])), tuple(scores),
        tuple(began.get("words", ())), str(began.get("commit", "")), str(ended.get("day", "")),
        str(ended.get("month", "")), tuple(ended.get("places", ())), str(ended.get("end", "over")), race,
        tuple(began.get("seals", ())), tuple(ended.get("salts", ())),
    )  # fmt: skip


def _is_race(moves: Sequence[Any]) -> bool:
    return bool(moves) and isinstance(moves[0], list)


def players_now(folder: Path, game: RecordedGame) -> tuple[str, ...]:
    """Return today's handles of a game's callers, "" for those who have left. Computers keep their names."""
    months = [month for month in journal_months(folder) if month >= game.t[:7]]
    since = [fields for fields in _handles(folder, months) if str(fields.get("t")) > game.t]
    return tuple(seat if seat.startswith(COMPUTER) else handle_now(seat, since) for seat in game.seats)


# -- puzzles -------------------------------------------------------------------------------------


TRIED: Final = 100
"""Most games to look at."""


def puzzle_of(folder: Path, find: Find, slug: str, day: str) -> tuple[Puzzle | None, str]:
    """Return the day's puzzle at that door, or None without a suitable game last month, and the current
    handle of its player, "" if they have left. Games whose turn is in an earlier month are skipped, and so
    are lines that can't be played."""
    door, path = find(slug), folder / f"{month_before(day[:7])}.jsonl"
    if door is None or not has_puzzles(door.game) or not path.exists():
        return None, ""
    turns: dict[str, Fields] = {}
    games: list[Fields] = []
    handles: list[Fields] = []
    known: dict[str, int] = {}
    head = ""
    for entry, _ in read_lines(path, path.stem):
        fields, head = entry.fields, entry.hash
        if fields.get("kind") in HANDLES:
            handles.append(fields)
        if fields.get("door") == slug and isinstance(fields.get("id"), str):
            if fields.get("kind") == "turn":
                turns[fields["id"]] = fields
            elif fields.get("kind") == "game" and fields["id"] in turns:
                games.append(fields)
                known[fields["id"]] = len(handles)
    for line in order(games, day, head)[:TRIED]:
        try:
            words = turns[line["id"]].get("words", ())
            puzzle = puzzle_from(door.game, door.record_of({**line, "words": words}), day)
            if puzzle is not None:
                since = [*handles[known[line["id"]] :], *_handles(folder, [day[:7]])]
                return puzzle, handle_now(line["caller"], since)
        except Exception:  # a hand-edited line, which the audit reports
            continue
    return None, ""


def _handles(folder: Path, months: Iterable[str]) -> list[Fields]:
    """Return the handle changes of these months."""
    lines = map(decode, scan(folder, months, re.compile(rb'"kind":"re')))
    return [fields for fields in lines if fields.get("kind") in HANDLES]
