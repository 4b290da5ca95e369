"""What a score was made of adds up; the dearest choices come once more; the coach is silent in time."""

import contextlib
import math
import pickle
import random
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from effort import examples, some
from heard import heard
from hypothesis import given
from hypothesis import strategies as st
from whole import against_borders, lost_text

from door.games.analysis import Account
from door.games.blank import DOOR as blank
from door.games.chance import Chance, commitment
from door.games.game import EVERYBODY, Front, GameView, IllegalMove
from door.games.microlink import play as microlink
from door.games.microlink import rules as microlink_rules
from door.games.mindbuster import computer
from door.games.mindbuster.rules import mark
from door.games.record import Record, play
from door.games.shutbox import computer as shutbox
from door.games.shutbox.rules import MICROLINK, BoxGame, Variant, apply, begin, legal, move_text
from door.games.thieves import rules as thieves
from door.games.thieves.computer import solve_game
from door.play.api import Begun, News
from door.play.books import Books, Daily, PlaceRow
from door.play.next_thing import TALLY, read_tally
from door.play.replay import Puzzle, play_solo
from door.records.journal.lines import encode
from door.records.replays import puzzle_of as puzzle_and_player
from door.screens.door import GameDoor
from door.screens.doors import find
from door.screens.state import Thinking
from door.term.keys import Key, Line
from door.testing.stage import VIEW, Stage
from door.ui.screen import View
from door.ui.texts import tr
from door.ui.widgets import fit_pages
from door.ui.words import seal

seeds = st.binary(min_size=32, max_size=32)
VIEWS = (View(), View(132, 49), View(132, 49, ascii=True), View(100, 39, mono=True))
LONG_HANDLE = "Bartholomew Fitz-Ann"
BOXES = (Variant(), Variant(tiles=12), Variant(bonus_per_tile=0, shut_bonus=1000), MICROLINK)


def chosen(how: str, box: BoxGame, dice: random.Random) -> str:
    """A move made at random, by the best choice, or by mostly the best."""
    if how == "best" or (how == "played" and dice.random() < 0.7):
        return move_text(shutbox.best_sets(box.variant, box.open, box.total)[0][0])
    return move_text(dice.choice(legal(box.open, box.total)))


def boxed(box: Variant, how: str, seed: bytes, stop: int = 99) -> tuple[BoxGame, Account]:
    """A box played to its end, or given up after `stop` moves, and what its score was made of."""
    dice, game, moves = random.Random(seed), begin(box, Chance(seed)), []
    while not game.over:
        moves.append(chosen(how, game, dice) if stop else "quit")
        game, stop = apply(game, moves[-1]), stop - 1
    options = {"tiles": box.tiles, "bonus_per_tile": box.bonus_per_tile, "shut_bonus": box.shut_bonus}
    review = Record({**options, "free_turn": box.free_turn}, ("Ann",), Chance(seed), tuple(moves))
    return game, shutbox.COACH.account_of(review, game.score)


@examples(40)
@given(seeds, st.sampled_from(BOXES), st.sampled_from(["random", "best", "played"]), st.integers(0, 12))
def test_a_box_s_score_is_par_and_luck_less_its_choices(seed, box, how, stop):
    game, made = boxed(box, how, seed, stop)
    assert made.score == game.score == pytest.approx(made.par + made.luck - made.cost, abs=1e-9)
    assert made.cost >= 0 and (how != "best" or game.why == "quit" or made.cost == 0)
    par, luck, cost = made.rounded_parts
    assert par + luck - cost == pytest.approx(game.score, abs=1e-9) and abs(luck - made.luck) < 0.011
    assert len(made.sentence()) <= 72 and len(made.text()) <= 72


@examples(15)
@given(seeds, st.sampled_from(["random", "best", "played"]), st.integers(1, 40))
def test_a_microlink_score_is_par_and_luck_less_its_choices_seat_by_seat(seed, how, stop):
    dice, seats = random.Random(seed), ("Ann", "Bert")
    game, moves = microlink_rules.new_game({}, seats, Chance(seed)), []
    while not game.over:
        moves.append(chosen(how, game.box, dice) if len(moves) < stop else "quit")
        game = microlink_rules.apply(game, moves[-1])
    coach = microlink.COACH
    rows = coach.look(Record({}, seats, Chance(seed), tuple(moves)), 0)
    assert all(moves[row.at] == row.move for row in rows if row.is_choice)
    for seat, total in enumerate(game.totals):
        made = coach.account([row for row in rows if row.seat == seat], {}, total)
        assert made.score == total == pytest.approx(made.par + made.luck - made.cost, abs=1e-9)


def test_par_is_what_the_rules_say_the_best_play_averages():
    assert shutbox.average(Variant()) == pytest.approx(122.4956, abs=5e-5)
    assert shutbox.average(MICROLINK) == pytest.approx(34.197044, abs=5e-7)


def test_over_many_games_luck_averages_nothing():
    """300 games by the best play: a game's luck deviates by some 68 points, their mean by 4."""
    lucks = [boxed(Variant(), "best", random.Random(n).randbytes(32))[1].luck for n in range(300)]
    assert abs(sum(lucks) / len(lucks)) < 4 * 68 / 300**0.5


# -- at the door ------------------------------------------------------------------------------


def worst(stage: Stage) -> str:
    """The worst move there is, as plain mode takes it."""
    box = getattr(stage.position, "box", stage.position)
    return move_text(shutbox.best_sets(box.variant, box.open, box.total)[-1][0])


def ended(slug: str, **setup: object) -> Stage:
    """A stage in plain mode whose game was played as badly as can be."""
    stage = Stage(find(slug), plain=True, straight=True, **setup)
    while stage.asked:
        stage.say(worst(stage))
    return stage


@pytest.mark.parametrize("slug", ["shutbox", "microlink"])
def test_the_end_page_has_the_verdict_and_the_coach_the_sum(slug):
    stage = ended(slug)
    line = stage.state.look.verdict.line
    assert line.startswith("Your mistakes cost") and line in heard(stage)
    said = stage.say("c")
    assert line in said
    made = stage.state.look.verdict.account
    assert f"{made.text()}." in said or made.text() in said
    assert made.score == stage.games[0].score


@pytest.mark.parametrize("slug", ["shutbox", "microlink"])
def test_the_dearest_are_made_once_more_and_judged_at_once(slug):
    stage = ended(slug)
    before, books = stage.games[0].moves[:], stage.state.books
    dear = stage.state.look.verdict.dear
    assert [one.cost for one in dear] == sorted((one.cost for one in dear), reverse=True)
    for place, one in enumerate(dear, 1):
        cost, said = f"{one.cost:.2f}".removesuffix(".00"), stage.say(str(place))
        assert f"Costly move {place}: {one.move} lost {cost}. What would you play instead?" in said
        assert stage.say("zz") and stage.state.again.judged is None, "a line that is no move"
        assert f"{one.move} loses {cost}. The best move is {one.best}." in stage.say(one.move)
        stage.say(str(place))
        assert f"{one.best} is the best move." in stage.say(one.best)
        stage.say("")
    assert stage.state.scene == "done" and stage.state.books == books and stage.games[0].moves == before


def test_play_goes_on_from_there_for_practice_with_the_same_dice():
    stage = ended("shutbox")
    one, game = stage.state.look.verdict.dear[0], stage.games[0]
    stage.say("1")
    there = stage.state.again.table.position
    stage.say(one.best)
    stage.say("g")
    assert stage.state.scene == "play" and stage.state.table.kind == "practice"
    assert stage.position == there and stage.state.table.moves == tuple(game.moves[: one.at])
    while stage.asked:
        stage.say(worst(stage))
    assert len(stage.games) == 1 and game.score is not None, "the books hear nothing of it"


def test_the_dearest_once_more_by_keys():
    stage = Stage(find("shutbox"), fast=True).press("enter")
    while stage.asked:
        pulled = worst(stage).split()
        stage.press(
            " ".join("2 6" if str(tile) in pulled else "6" for tile in shut_tiles(stage.position.open))
        )
        stage.press("enter")
    text = stage.press("c").text
    assert "◄1" in text and re.search(r"\[1(-\d)?\] costly moves", text)
    text = stage.press("1").text
    assert stage.state.page.name == "again" and "Costly move" in text and "[Esc] back to the coach" in text
    stage.press("enter")
    assert "You haven't pulled a tile down." in stage.text and stage.bells
    assert stage.press("esc").state.page.name == "coach" and stage.press("esc").state.page.name == ""


def shut_tiles(mask: int) -> list[int]:
    return [tile for tile in range(1, 13) if mask >> tile - 1 & 1]


# -- the doors whose coach estimates, or knows the cards ---------------------------------------------


def over(slug: str, seed: int = 1, view: View = VIEW, **setup: object) -> Stage:
    """A stage where a game of legal moves chosen at random has ended."""
    stage, dice = Stage(find(slug), view, fast=True, **setup).press("enter"), random.Random(seed)
    ended = to_the_end(slug, stage.state.record, dice)
    stage.games[-1].moves = list(ended.moves)
    stage.send(Begun(ended, resumed=True))
    return stage


def to_the_end(slug: str, begun: Record, dice: random.Random) -> Record:
    """A game of legal moves chosen at random; the computer's are its own where it plays along."""
    game, moves = find(slug).game, []
    position = game.rules.new(begun.options, begun.seats, begun.chance)
    while not (status := game.rules.status(position)).ended:
        with contextlib.suppress(IllegalMove):
            if begun.options.get("solitaire") and status.movers[0]:
                move = game.rules.computer(position, status.movers[0], game.info.players.computers[0])
            else:
                move = MOVES[slug](dice, position)
            position = game.rules.apply(position, move)
            moves.append(move)
    return begun._replace(moves=tuple(moves))


def any_tiles(dice: random.Random, position: Any) -> str:
    box = getattr(position, "box", position)
    return move_text(dice.choice(legal(box.open, box.total)))


def any_code(dice: random.Random, position: Any) -> str:
    pegs = "".join(dice.choice(position.palette) for _ in range(position.holes))
    return f"code {pegs}" if position.phase == "code" else pegs


MOVES: dict[str, Callable[[random.Random, Any], str]] = {
    "shutbox": any_tiles,
    "microlink": any_tiles,
    "mindbuster": any_code,
    "switchbox": lambda dice, position: dice.choice("12345678"),
    "thieves": lambda dice, position: dice.choice([*"1234567", "turn"]),
}


@pytest.mark.parametrize("players", ["1", "2"])
def test_bits_found_are_those_of_the_best_guesses_and_luck_less_choices(players):
    stage = over("mindbuster", 3, prefs={"players": players}).press("c")
    game, made = stage.state.table.position, stage.state.look.verdict.account
    left = computer.possible(game.holes, game.colours, game.history(0))
    assert made.score == pytest.approx(math.log2(1296 / left), abs=1e-9)
    assert made.score == pytest.approx(made.par + made.luck - made.cost, abs=1e-9) and made.cost > 0
    lucks = [row.seen.bits_gained - row.seen.promised for (row,) in stage.state.look.parts if row.seat == 0]
    assert len(lucks) == len(game.guesses) and made.luck == pytest.approx(sum(lucks), abs=1e-9)
    for one in stage.state.look.verdict.dear:
        assert stage.state.table.moves[one.at] == one.move


def test_no_guess_of_4_by_6_promises_more_than_the_best():
    """Each of the 1,296 codes as a guess, each code still possible as the answer, counted by the rules."""
    codes = ["".join(pegs) for pegs in product("RWBGYK", repeat=4)]
    for history in ((), (("RRWB", (1, 1)), ("WRGG", (0, 2)))):
        left = [code for code in codes if all(mark(pegs, code) == marks for pegs, marks in history)]
        some = codes if history else ["RRRR", "RRRW", "RRWW", "RRWB", "RWBG"]  # a guess of each kind
        most = max(expected_bits(guess, left) for guess in some)
        best, bits = computer.most_promised(4, 6, history)
        promised = computer.promised_bits(4, 6, history, "RRRR")
        assert bits == pytest.approx(most, abs=1e-9) == expected_bits(best, left)
        assert promised == pytest.approx(expected_bits("RRRR", left), abs=1e-9)


@pytest.mark.whole("guesses")
def test_after_every_first_guess_of_4_by_6_the_best_is_the_best_of_all():
    """A first guess of each kind, every score it may get, and all 1,296 guesses there, each weighed against
    every code that is left; those with holes left empty, too, of which none promises more."""
    letters = "RWBGYK-"
    guesses = np.array(list(product(range(7), repeat=4)))
    codes = guesses[(guesses < 6).all(axis=1)]
    black = (guesses[:, None, :] == codes[None, :, :]).sum(axis=2)
    often = [((guesses == peg).sum(axis=1), (codes == peg).sum(axis=1)) for peg in range(6)]
    alike = sum(np.minimum(ours[:, None], theirs[None, :]) for ours, theirs in often)
    marks, seen = 5 * black + alike - black, 0
    for first in ("RRRR", "RRRW", "RRWW", "RRWB", "RWBG"):
        given = marks[(guesses == [letters.index(peg) for peg in first]).all(axis=1).argmax()]
        for score in sorted(set(given)):
            some = marks[:, given == score]
            share = np.stack([(some == one).mean(axis=1) for one in range(25)])
            bits = -(share * np.log2(np.where(share > 0, share, 1))).sum(axis=0)
            history, seen = [(first, divmod(int(score), 5))], seen + 1
            best, most = computer.most_promised(4, 6, history)
            chosen = (guesses == [letters.index(peg) for peg in best]).all(axis=1).argmax()
            assert most == pytest.approx(bits.max(), abs=1e-9) == bits[chosen], (history, best)
            assert computer.promised_bits(4, 6, history, first) == pytest.approx(
                bits[(guesses == [letters.index(p) for p in first]).all(axis=1)][0]
            )
    assert seen == 57


def test_the_best_guess_by_a_sample_costs_nothing():
    best, bits = computer.most_promised(4, 8, ())
    assert bits == computer.promised_bits(4, 8, (), best), "of all 4,096 codes, not of the sample"


def expected_bits(guess: str, left: list[str]) -> float:
    parts = Counter(mark(guess, code) for code in left).values()
    return -sum(part / len(left) * math.log2(part / len(left)) for part in parts)


@pytest.mark.parametrize(("colours", "estimated"), [("6", False), ("8", True)])
def test_a_search_that_is_cut_is_called_an_estimate(colours, estimated):
    stage = over("mindbuster", prefs={"players": "1", "colours": colours}, options={"choose_size": True})
    assert ("An estimate." in stage.press("c").text) is estimated


@pytest.mark.parametrize("seed", [1, 2])
def test_the_best_of_forty_thieves_was_possible_until_then_and_no_longer(seed):
    stage = over("thieves", seed).press("c")
    begun, game = stage.state.record, stage.door.game
    ((best,),) = stage.state.look.parts
    way = stage.state.look.verdict.way
    position = game.rules.new(begun.options, begun.seats, begun.chance)
    for move in stage.state.table.moves[: way.at]:
        position = game.rules.apply(position, move)
    lost = game.rules.apply(position, stage.state.table.moves[way.at])
    assert solve_game(position)[0] == best.score > solve_game(lost)[0]
    for move in way.moves:
        position = game.rules.apply(position, move)
    assert position.score == best.score
    stage.press("w " + "right " * len(way.moves))
    assert f"Move {len(way.moves)} of {len(way.moves)}" in stage.text and f"Score {best.score}" in stage.text
    assert stage.press("right").state.page.name == "way"
    assert stage.press("enter").state.page.name == "coach"


@pytest.mark.parametrize("slug", list(MOVES))
def test_what_the_coach_shows_has_room_in_every_view(slug):
    stage = over(slug, caller=LONG_HANDLE)
    keys = f"c {'pgdn ' * 8} c 1 esc 2 esc w right end right esc"
    seen = set()
    for key in ["", *keys.split()]:
        stage.press(key)
        seen.add(stage.state.page.name)
        if stage.state.page.name == "again":
            pickle.dumps((stage.door.game.coach.judge, stage.state.again.table.position))
        is_board = stage.state.page.name in ("again", "way")
        for stage.view in VIEWS:
            with lost_text() as lost:
                text = stage.text
            assert (lost == [] and not against_borders(text)) or is_board, (key, text)
    assert {"coach", "way" if slug == "thieves" else "again"} <= seen


OTHERS: list[tuple[str, dict[str, Any]]] = [
    ("shutbox", {"tiles": 12}), ("shutbox", {"bonus_per_tile": 1000, "shut_bonus": 0}),
    ("mindbuster", {"holes": 5, "colours": 8, "players": 1}), ("mindbuster", {"colours": 3}),
    ("switchbox", {"goals": (1, 1, 1, 1)}), ("switchbox", {"exits_1": (-5, 9) * 8, "double_goals": True}),
    *(("switchbox", {name: True}) for name in ("lowball", "gifts", "solitaire")),
    ("thieves", {"jokers": 5, "turn_at_will": True}), ("thieves", {"jokers": 0}),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "options"), some(OTHERS), ids=str)
def test_a_game_of_other_options_is_coached(slug, options):
    game, dice = find(slug).game, random.Random(1)
    begun = Record(game.info.complete(options), ("Ann",), Chance(dice.randbytes(32)), ())
    review = to_the_end(slug, begun, dice)
    table = GameView(play(game.rules, review), eyes=EVERYBODY, caller="Ann")
    coach = game.coach
    parts = tuple(coach.look(review, step) for step in range(coach.steps(table)))
    verdict = coach.verdict(parts, table)
    assert verdict.line and len(verdict.line) <= 78
    for plain in (False, True):
        pages = fit_pages(coach.pages(parts, table, plain))
        assert pages and all(len(line) <= 74 for page in pages for line in page.lines)
    for one in verdict.dear:
        again = coach.judge(play_solo(game, review.upto(one.at)).position, one.move)
        assert again.cost == pytest.approx(one.cost, abs=1e-9) and again.best == one.best


# -- the day's puzzle ------------------------------------------------------------------------------

DAY = "2026-12-01"


def puzzle_of(folder: Path, slug: str, day: str) -> Puzzle | None:
    """The puzzle without its player."""
    return puzzle_and_player(folder, find, slug, day)[0]


def journal_of(folder: Path, slug: str, games: int = 30) -> Path:
    """A November of games chosen at random, with their turns; `folder` of the journal."""
    journal, door = folder / "journal", find(slug)
    journal.mkdir()
    with (journal / "2026-11.jsonl").open("wb") as file:
        for number in range(games):
            dice = random.Random(number)
            seed, options = dice.randbytes(32), door.INFO.complete({})
            moves = to_the_end(slug, Record(options, ("Zaphod",), Chance(seed), ()), dice).moves
            shared = {"id": f"g{number}", "door": slug, "caller": "Zaphod", "options": {}}
            game = {"kind": "game", "seats": ["Zaphod"], "seed": seed.hex(), "moves": moves, "score": 1}
            for line in (shared | {"kind": "turn"}, shared | game):
                file.write(encode(line) + b"\n")
    return journal


EXAMPLES = {"shutbox": 3, "microlink": 3, "mindbuster": 12, "thieves": 60, "switchbox": 2}
each_example = pytest.mark.parametrize(
    "slug",
    [pytest.param(slug, marks=[pytest.mark.whole("cards")] * (slug == "thieves")) for slug in EXAMPLES],
)
"""Games of a November among which there is a puzzle."""


@cache
def example(slug: str) -> Puzzle:
    with TemporaryDirectory() as folder:
        puzzle = puzzle_of(journal_of(Path(folder), slug, EXAMPLES[slug]), slug, DAY)
    assert puzzle
    return puzzle


@pytest.mark.parametrize("slug", ["shutbox", "microlink"])
def test_the_day_s_puzzle_is_the_same_for_everybody_and_has_one_clear_answer(tmp_path, slug):
    journal = journal_of(tmp_path, slug)
    puzzle = puzzle_of(journal, slug, DAY)
    assert puzzle == puzzle_of(journal, slug, DAY) and "Zaphod" not in str(puzzle)
    days = {puzzle_of(journal, slug, f"2026-12-{day:02}").record.chance for day in range(1, 11)}
    assert len(days) > 3, "another one on another day"
    game = find(slug).game
    position = play_solo(game, puzzle.record).position
    box = getattr(position, "box", position)
    costs = sorted(game.coach.judge(position, move_text(mask)).cost for mask in legal(box.open, box.total))
    assert costs[0] == 0 and costs[1] == pytest.approx(puzzle.gap) and puzzle.gap >= 1.5
    assert puzzle_of(journal, slug, "2026-11-30") is None, "October had no game"
    assert puzzle_of(journal, "thieves", DAY) is None


def test_who_played_it_is_known_by_the_handle_they_have_now(tmp_path):
    journal = journal_of(tmp_path, "shutbox")
    assert puzzle_and_player(journal, find, "shutbox", DAY)[1] == "Zaphod"
    lines = [
        {"kind": "rename", "caller": "Zaphod", "to": "Trillian"},
        {"kind": "rename", "caller": "ford", "to": "Zaphod"},
        {"kind": "rename", "caller": "zaphod", "to": "Arthur"},
        {"kind": "remove", "caller": "trillian"},
    ]
    for count, now in ((2, "Trillian"), (3, "Trillian"), (4, "")):
        text = b"".join(encode(line) + b"\n" for line in lines[1:count])
        (journal / "2026-12.jsonl").write_bytes(encode(lines[0]) + b"\n{}\nnot a line\n" + text)
        assert puzzle_and_player(journal, find, "shutbox", DAY)[1] == now


@pytest.mark.whole("cards")
def test_a_puzzle_of_cards_hides_none_and_has_one_best_stack():
    puzzle = example("thieves")
    game = find("thieves").game
    position = play_solo(game, puzzle.record).position
    assert not position.stock and puzzle.gap >= 2
    worths = sorted((most(position, str(stack)) for stack in position.fitting), reverse=True)
    assert worths[0] - worths[1] == puzzle.gap
    for stack in position.fitting:
        assert game.coach.judge(position, str(stack)).cost == worths[0] - most(position, str(stack))


def most(position: Any, move: str) -> int:
    """The points that follow, by trying all there is in this deal."""
    later = thieves.apply(position, move)
    if later.deal > position.deal or not later.fitting:
        return later.score - position.score
    return later.score - position.score + max(most(later, str(stack)) for stack in later.fitting)


def test_a_puzzle_of_codes_is_one_that_no_possible_code_tells_apart_as_well():
    puzzle = example("mindbuster")
    game = find("mindbuster").game
    position = play_solo(game, puzzle.record).position
    codes = ["".join(pegs) for pegs in product("RWBGYK", repeat=4)]
    history = position.history(0)
    left = [code for code in codes if all(mark(pegs, code) == marks for pegs, marks in history)]
    most = max(expected_bits(guess, left) for guess in codes)
    possible = max(expected_bits(guess, left) for guess in left)
    assert most - possible == pytest.approx(puzzle.gap) and puzzle.gap >= 0.3
    assert game.coach.judge(position, left[0]).cost >= puzzle.gap - 1e-9


def test_a_puzzle_of_balls_has_one_best_drop():
    puzzle = example("switchbox")
    game = find("switchbox").game
    position = play_solo(game, puzzle.record).position
    costs = sorted(game.coach.judge(position, str(entry)).cost for entry in range(1, 9))
    assert costs[0] == 0 and costs[1] == pytest.approx(puzzle.gap) and puzzle.gap >= 20


def test_lines_that_cannot_be_played_make_no_puzzle(tmp_path):
    journal = journal_of(tmp_path, "shutbox", 3)
    text = (journal / "2026-11.jsonl").read_text()
    broken = re.sub('"moves":.[^]]*.', '"moves":["9 8 7"]', text) + "not a line\n{}\n"
    (journal / "2026-11.jsonl").write_text(broken)
    assert puzzle_of(journal, "shutbox", DAY) is None


@pytest.mark.parametrize("slug", ["shutbox", "microlink"])
@pytest.mark.parametrize("plain", [False, True])
def test_a_puzzle_is_judged_at_once_and_asked_once_a_day(tmp_path, slug, plain):
    journal = journal_of(tmp_path, slug)
    stage = Stage(find(slug), plain=plain, fast=True, caller=LONG_HANDLE)
    days = (("2026-12-01", True), ("2026-12-02", True), ("2026-12-03", False), ("2026-12-05", True))
    told = ["Solved 1 of 1.", "Solved 2 of 2, 2 days in a row.", "Solved 2 of 3.", "Solved 3 of 4."]
    for (day, right), tally in zip(days, told, strict=True):
        stage.puzzle = puzzle_of(journal, slug, day)
        books = stage.state.books
        stage.send(Line("w") if plain else Key("w"))
        position = stage.state.again.table.position
        box = getattr(position, "box", position)
        best = shutbox.best_sets(box.variant, box.open, box.total)
        assert plain or ("what would you play?" in stage.text and "Zaphod" not in stage.text)
        said = stage.say(move_text(best[0 if right else -1][0]))
        assert tally in said[0] and said[0].startswith("Right! ") is right and len(said[0]) <= 78
        assert stage.prefs["puzzle"].startswith(day) and stage.state.books == books and not stage.games
        stage.send(Line("") if plain else Key("esc"))
        assert stage.state.scene == "title" and not stage.state.page.name
        stage.send(Line("w") if plain else Key("w"))
        assert not stage.state.page.name
        assert f"You have already answered today's puzzle. {tally}" in heard(stage)


@each_example
def test_a_puzzle_has_room_in_every_view_and_nothing_to_know_its_game_by(slug):
    puzzle = example(slug)
    for view, by in product(VIEWS, ("", "Bo", LONG_HANDLE, "W" * 30)):
        stage = Stage(find(slug), view, fast=True, caller=LONG_HANDLE)
        stage.puzzle = puzzle._replace(by=by)
        text = stage.press("w").text
        assert "would you play?" in text and by in text and not re.search("sealed *:? [0-9a-f]{4} ", text)
        assert f" {seal(commitment(puzzle.record.chance.seed))[:9]}" not in text
        assert "[Esc] back" in text and not stage.press("esc").state.page.name


def test_a_puzzle_that_comes_late_disturbs_no_game_and_no_prompt_stands_before_it():
    stage = Stage(find("switchbox"), plain=True)
    stage.send(Key("w"))
    waits = stage.state._replace(thinking=Thinking("puzzle"))
    assert find("switchbox").tell(stage.state, waits).prompt == ""
    thinks = stage.state._replace(scene="play", thinking=Thinking("move 1 0 1"))
    after, effects = find("switchbox").update(thinks, stage.puzzle)
    assert after.thinking.name == thinks.thinking.name and effects == ()


def test_no_puzzle_is_a_sentence_and_a_door_without_one_offers_none():
    stage = Stage(find("shutbox")).press("w")
    assert "There is no puzzle today" in stage.text and "[W] puzzle" not in stage.text
    won = (PlaceRow(1, "Ann", 10),)
    daily = Daily("2026-09-21", may_play=True)
    everything = Books(month="2026-09", turns_left=5, daily=daily, winners=won)
    for slug in MOVES:
        text = Stage(find(slug), books=everything, tables=True).text
        assert "[D] Daily deal: " in text and "[W] puzzle" in text and "[T] tables" in text
        assert "[Q] back" in text
        assert "[S] setup" in text or not find(slug).game.board.choices(Front(find(slug).INFO.defaults()))
    assert "puzzle" not in Stage(GameDoor(blank)).press("w").text
    spoken = Stage(find("thieves"), plain=True, books=everything)
    assert "puzzle" in find("thieves").tell(None, spoken.state).prompt
    assert any(line.startswith("There is no puzzle today") for line in spoken.say("puzzle"))


@pytest.mark.parametrize(
    "text", ["", "x", "2026-12-01 1 2", "2026-12-01 a b c", "2026-12-01 1 2 999999999999"]
)
def test_a_tally_edited_by_hand_is_read_or_begins_anew(text):
    tally = read_tally({TALLY: text})
    assert tally.after("2026-12-02", "2026-12-01", True).solved == tally.solved + 1


# -- silent in time -----------------------------------------------------------------------------


@pytest.mark.parametrize("slug", ["shutbox", "microlink"])
def test_of_a_daily_deal_nothing_is_said_until_everybody_has_had_it(slug):
    day = Daily("2026-09-21", "ab" * 32, may_play=True, last_day="2026-09-20", last_seed="cd" * 32)
    stage = Stage(find(slug), plain=True, books=Books(month="2026-09", turns_left=5, daily=day))
    stage.say("d")
    stage.say("y")
    assert stage.state.table.kind == "daily"
    for practice in (False, True):
        if practice:
            stage.say("a")
        stage.say(worst(stage))
        assert slug != "microlink" or not any("Coach:" in line for line in stage.say("c"))
        while stage.asked:
            stage.say(worst(stage))
        assert stage.state.look.verdict is None and not any("luck" in line for line in heard(stage))
        assert tr.play.coach_not_of_todays_deal() in stage.say("c") and not stage.state.page.name
        assert "[C]" not in stage.text
    laid_open = day._replace(day="2026-09-22", last_day="2026-09-21")
    stage.send(News(stage.state.books._replace(daily=laid_open)))
    assert "[C] coach" in stage.text and any("mistakes" in line for line in stage.say("c"))


@pytest.mark.parametrize("slug", list(MOVES))
def test_a_choice_once_more_says_how_it_is_made(slug):
    stage = over(slug).press("c 1")
    if stage.state.page.name == "again":
        assert "Enter" in stage.text.rstrip().split("\n")[-1]


@each_example
def test_an_answered_puzzle_says_what_each_move_loses_and_is_shared_without_its_moves(slug):
    door, puzzle = find(slug), example(slug)
    position = play_solo(door.game, puzzle.record).position
    best = door.game.coach.best(position)
    for view in some(VIEWS, 1):
        stage = Stage(door, view, fast=True, caller=LONG_HANDLE)
        stage.puzzle = puzzle
        stage.press("w").say(best)
        costs = stage.state.again.judged.costs
        assert costs[0] == (best, 0) and [cost for _, cost in costs] == sorted(cost for _, cost in costs)
        assert all(door.game.coach.judge(position, move).cost == pytest.approx(cost) for move, cost in costs)
        if len(costs) > 1:
            shown = stage.text
            assert "What each move loses" in shown and "best" in shown
            assert f"-{puzzle.gap:.2f}".removesuffix(".00") in shown, "and so much the next one"
    after, (visit,) = door.update(stage.state, Key("z"))
    slug_of_it, heading, row = visit.arg.split("\n")
    assert (visit.page, slug_of_it, after) == ("share", slug, stage.state)
    assert heading.endswith(", the puzzle of 1 December 2026") and row == "▓▓▓▓▓▓▓▓▓ Solved 1 of 1."
    spoken = Stage(door, plain=True, fast=True)
    spoken.puzzle = puzzle
    spoken.send(Line("w"))
    said = " ".join(spoken.say(best))
    assert ("What other moves lose: " in said) == (len(costs) > 1)
