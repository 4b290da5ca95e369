"""A finished game, for replays, from its two lines in the journal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from door.games.game import AT_TABLE
from door.midend.doors import find
from door.midend.replays.finished import Finished
from door.records.audit.proof import complete
from door.records.journal.find import NotFound, find_game
from door.records.journal.grammar import Wrong, fits
from door.records.journal.lines import Fields
from door.ui.texts import tr


def read_finished(folder: Path, id: str, least: int = 1) -> Finished:
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
    return finished(slug, options, began, ended)


def finished(slug: str, options: Mapping[str, Any], began: Fields, ended: Fields) -> Finished:
    """Join the two lines; `began` is {} if the journal doesn't have it."""
    match, race = ended["kind"] == "match", _is_race(ended["moves"])
    scores = ended["scores"] if match else [ended["score"]]
    kind = "daily" if ended["kind"] == "daily_game" else "free" if began.get("free") is True else "contest"
    return Finished(
        ended["id"], slug, AT_TABLE if match else kind, ended["t"], options, tuple(ended["seats"]),
        ended["seed"], tuple(map(tuple, ended["moves"] if race else [ended["moves"]])), tuple(scores),
        tuple(began.get("words", ())), str(began.get("commit", "")), str(ended.get("day", "")),
        str(ended.get("month", "")), tuple(ended.get("places", ())), str(ended.get("end", "over")), race,
        tuple(began.get("seals", ())), tuple(ended.get("salts", ())),
    )  # fmt: skip


def _is_race(moves: Sequence[Any]) -> bool:
    return bool(moves) and isinstance(moves[0], list)
