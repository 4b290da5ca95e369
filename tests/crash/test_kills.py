"""The crash harness, briefly; `python tests/support/crash_harness.py --kills 300` goes on for longer."""

from crash_harness import ring


async def test_a_killed_board_keeps_its_word(tmp_path):
    made = ring(tmp_path, bots=2, seed=9)
    await made.run(5)
    assert made.kills == 5 and sum(bot.drops for bot in made.bots) >= 1
    assert sum(len(bot.games) for bot in made.bots) >= 4
