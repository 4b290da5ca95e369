"""MindBuster's daily deal on real files: one code for all, fewer guesses first, laid open and proved."""

from records_kit import Clock, journal_lines, make_store, moved

from door.games.mindbuster import rules
from door.play.api import Begun
from door.records.audit.audit import audit
from door.records.play.game_store import GameStore
from door.records.play.lifecycle import GameWish
from door.screens.doors import find

DOOR = find("mindbuster")
assert DOOR is not None
DOORS = {"mindbuster": DOOR}


async def played(store: GameStore, caller: str, guesses: int) -> str:
    """The day's deal broken with so many guesses, or given up after ten (11); the code."""
    wish = GameWish("mindbuster", caller, DOORS["mindbuster"].INFO.deal)
    begun = await store.games.begin(store.daily, wish)
    assert isinstance(begun, Begun), begun
    game = rules.new_game(begun.record.options, begun.record.seats, begun.record.chance)
    wrong = next(peg * game.holes for peg in game.palette if peg * game.holes != game.hidden)
    moves = [wrong] * (guesses - 1) + ([game.hidden] if guesses <= rules.GUESSES else [])
    for move in moves:
        game = rules.apply(game, move)
        assert await moved(store, begun.record.id, move) == ""
    await store.games.finish(begun.record.id)
    return game.hidden


def standing(store: GameStore, caller: str) -> tuple[list[tuple[str, int]], list[tuple[str, int, int]]]:
    """Today's table and the month's, as that caller sees them."""
    daily = store.standings.books("mindbuster", caller).daily
    assert daily is not None
    today = [(row.caller, row.score) for row in daily.today]
    return today, [(row.caller, row.score, row.games) for row in daily.month]


async def test_it_is_solo_at_the_sysops_size_and_the_same_code_for_everybody(tmp_path):
    store = make_store(tmp_path, Clock(), doors=DOORS, holes=5, colours=8)
    await store.open()
    codes = {await played(store, caller, 3) for caller in ("Ann", "Bob")}
    assert len(codes) == 1 and all(len(code) == 5 for code in codes)
    turn = next(line for line in journal_lines(tmp_path / "journal") if line["kind"] == "daily_turn")
    assert turn["options"] == {"holes": 5, "colours": 8, "players": 1}
    await store.close()


async def test_fewer_guesses_lead_and_a_day_not_played_counts_as_one_not_broken(tmp_path):
    clock = Clock()
    store = make_store(tmp_path, clock, doors=DOORS)
    await store.open()
    for caller, guesses in (("Ann", 6), ("Bob", 4), ("Cy", 11)):
        await played(store, caller, guesses)
    assert standing(store, "Ann")[0] == [("Bob", 4), ("Ann", 6), ("Cy", 11)]
    clock.pass_by(days=1)
    await store.roll_over()
    await played(store, "Ann", 5)
    await played(store, "Cy", 2)
    today, month = standing(store, "Ann")
    assert today == [("Cy", 2), ("Ann", 5)]
    assert month == [("Ann", 11, 2), ("Cy", 13, 2), ("Bob", 4, 1)], "Bob stands at 4 + 11"
    clock.pass_by(days=2)
    await store.roll_over()
    report = audit(tmp_path / "journal", DOORS)
    assert report.faults == () and report.games == 5
    said = {line["kind"] for line in journal_lines(tmp_path / "journal")}
    assert {"daily", "daily_turn", "daily_score", "reveal", "daily_game"} & said >= {"reveal", "daily_score"}
    again = make_store(tmp_path, clock, doors=DOORS)
    await store.close()
    await again.open()
    assert standing(again, "Ann")[1] == month
    await again.close()
