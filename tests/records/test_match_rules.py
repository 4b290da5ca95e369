"""How a match may end: honest ones of every kind are proved, and results that contradict themselves are not."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from random_matches import GAMES, KINDS, Played, after_it, random_match
from records_kit import write_journal

from door.midend.doors import DOORS
from door.records.audit.audit import audit
from door.records.journal.grammar import fits
from door.records.journal.lines import ZERO, Fields, chained
from door.records.ledger.ladder import Strength
from door.records.ledger.ledger import Ledger

BY_SLUG = {door.INFO.slug: door for door in DOORS}
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
MATCHES = int(os.environ.get("DOOR_MATCHES", "150"))


def faults(folder: Path, *lines: Fields) -> list[str]:
    write_journal(folder, {"2026-11": list(lines)})
    return [fault.reason for fault in audit(folder, BY_SLUG).faults]


def test_honest_matches_of_every_kind_are_proved(tmp_path: Path) -> None:
    lines, seen, now = list[Fields](), set[tuple[str, bool, str]](), NOON
    for number in range(MATCHES):
        played = random_match(Random(number), now, KINDS[number % len(KINDS)])
        lines += played.lines()
        seen.add((played.slug, played.race, played.match.end))
        now = after_it(played)
    assert all(map(fits, lines))
    assert {end for _, _, end in seen} == {"over", "time", "resigned", "aborted", "claimed"}
    assert faults(tmp_path, *lines) == []
