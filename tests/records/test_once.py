"""What a game costs: how often it is replayed, and where; how often its options are packed and its lines
hashed."""

import threading
from collections import Counter
from typing import Any

import pytest
from records_kit import journal_lines, make_store, moved

from door.play import replay
from door.play.api import Begun
from door.records.journal import lines
from door.records.play.lifecycle import GameWish
from door.screens.doors import DOORS

KNOWN = {door.INFO.slug: door for door in DOORS}


@pytest.mark.parametrize("slug", KNOWN)
async def test_a_game_is_replayed_twice_at_most_and_never_while_the_journal_is_written(
    tmp_path, monkeypatch, clock, slug
):
    counts, threads = Counter[str](), set[str]()

    def count(owner: Any, name: str, what: str) -> None:
        original = getattr(owner, name)

        def counted(*args: Any, **named: Any) -> Any:
            counts[what] += 1
            if what == "replays":
                threads.add(threading.current_thread().name)
            return original(*args, **named)

        monkeypatch.setattr(owner, name, counted)

    store = make_store(tmp_path, clock, doors=KNOWN)
    await store.open()
    for owner, name, what in (
        (replay, "play", "replays"),
        (replay.GameReader, "look", "replays"), (type(KNOWN[slug].INFO), "journal_options", "packed"),
        (lines, "digest", "hashed"),
    ):  # fmt: skip
        count(owner, name, what)
    begun = await store.games.begin(store.ranked, GameWish(slug, "Alice"))
    assert isinstance(begun, Begun) and counts == {"packed": 1, "hashed": 1}
    await moved(store, begun.record.id, "quit")
    assert (await store.games.finish(begun.record.id)).score is not None
    store.standings.books(slug, "Alice")
    await store.close()
    assert [line["kind"] for line in journal_lines(tmp_path / "journal")] == ["turn", "game"]
    assert counts == {"packed": 2, "hashed": 2, "replays": 2}
    assert threads and not [name for name in threads if name.startswith("journal")]
