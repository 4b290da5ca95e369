"""For how long the board lets a caller play at a door's tables."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from door.screens.doors import infos
from door.settings import Settings, defaults
from door.settings.access import FAR, let_in_for

NOW = datetime(2026, 11, 28, 20, 0, tzinfo=UTC)  # a Saturday


def board(folder: Path, open_at: tuple[str, ...] = (), **door: object) -> Settings:
    settings = defaults(folder, infos())
    changed = replace(settings.doors["switchbox"], **door)  # type: ignore[arg-type]
    return replace(
        settings,
        doors={**settings.doors, "switchbox": changed},
        board=settings.board.model_copy(update={"hours": open_at}),
    )


@pytest.mark.parametrize(
    ("hours", "door", "level", "left"),
    [
        ((), {}, 10, FAR),
        (("18:00-22:00",), {}, 10, timedelta(hours=2)),
        (("18:00-22:00",), {"hours": ("19:00-21:00",)}, 10, timedelta(hours=1)),
        ((), {"hours": ("06:00-07:00",)}, 10, timedelta()),
        (("06:00-07:00",), {}, 10, timedelta()),
        ((), {"access_level": 20}, 10, timedelta()),
        ((), {"enabled": False}, 10, timedelta()),
        (("06:00-07:00",), {"access_level": 20, "hours": ("06:00-07:00",)}, None, FAR),  # a sysop
        ((), {"enabled": False}, None, timedelta()),
    ],
)
def test_hours_levels_and_closed_doors_keep_a_player_out(tmp_path, hours, door, level, left):
    assert let_in_for(board(tmp_path, hours, **door), "switchbox", level, NOW) == left


def test_so_do_closed_tables_and_a_missing_door(tmp_path):
    settings = board(tmp_path)
    closed = replace(settings, tables=settings.tables.model_copy(update={"enabled": False}))
    assert let_in_for(closed, "switchbox", 10, NOW) == timedelta()
    assert let_in_for(settings, "nowhere", 10, NOW) == timedelta()
