"""Replays: a finished game on its own board, move by move, as its player saw it."""

import re
from dataclasses import replace

import pytest
from heard import heard
from journal_players import TABLES
from replayed import between, finished, played
from whole import against_borders, lost_text

from door.games.game import EVERYBODY
from door.play.api import Setup, Think, Thought
from door.play.replay import RecordedGame, is_proved
from door.screens.doors import DOORS, find
from door.screens.replays.screen import ReplayScreen
from door.screens.replays.steps import PACE, proof_checks
from door.screens.state import Replay, replay_of
from door.term.keys import Key, Line, Mouse
from door.ui.screen import Closeup, Leave, Tick, View, Wake
from door.ui.speech import to_page
from door.ui.words import no_choice

VIEWS = (View(), View(100, 39), View(132, 49), View(132, 49, ascii=True), View(100, 39, mono=True))
LONG = "Bartholomew Fitz-Ann"
# A door whose player is missing from journal_players.py is left out: it has no game to replay.
SLUGS = [door.INFO.slug for door in DOORS if door.INFO.slug in TABLES]
by_game = pytest.mark.parametrize("slug", SLUGS)


class Viewer:
    """Somebody who watches: helpers answer at once, wakes come due by `tick`."""

    def __init__(self, game: RecordedGame, plain: bool = False, fast: bool = True) -> None:
        door = find(game.door)
        assert door is not None
        self.screen = ReplayScreen(door.game)
        self.setup = Setup("Bob", game.options, prefs={"motion": "off" if fast else "normal"}, plain=plain)
        self.state, _ = self.screen.start(self.setup, game)
        self.wakes: list[Wake] = []
        self.left, self.thoughts = False, 0

    @property
    def replay(self) -> Replay:
        return replay_of(self.state)

    def send(self, event: object) -> Replay:
        self.state, effects = self.screen.update(self.state, event)  # type: ignore[arg-type]
        for effect in effects:
            match effect:
                case Think():
                    self.thoughts += 1
                    self.send(Thought(effect.name, effect.task(*effect.args)))
                case Wake():
                    self.wakes.append(effect)
                case Leave():
                    self.left = True
        return self.replay

    def press(self, keys: str) -> Replay:
        for name in keys.split():
            self.send(Key(" " if name == "space" else name))
        return self.replay

    def tick(self) -> float:
        """The oldest wake comes due; its seconds."""
        wake = self.wakes.pop(0)
        self.send(Tick(wake.name))
        return wake.seconds

    def say(self, text: str) -> tuple[str, ...]:
        before = self.state
        self.send(Line(text))
        return self.screen.tell(before, self.state).lines

    def text(self, view: View = VIEWS[0]) -> str:
        return self.screen.draw(self.state, view).text()


def watched(slug: str, seed: int, caller: str = "Ann", **viewer: bool) -> Viewer:
    """Somebody who watches a game of this seed."""
    return Viewer(finished(played(slug, seed, caller=caller)[0]), **viewer)


@by_game
@pytest.mark.parametrize("seed", [1, 2])
def test_a_replay_at_move_n_is_what_the_player_was_shown_then(slug, seed):
    stage, seen = played(slug, seed)
    game, watcher = stage.door.game, Viewer(finished(stage))
    assert watcher.replay.last == len(seen[-1].moves) and len(seen) > 2
    for table in seen:
        shown = watcher.replay.tables[len(table.moves)]
        assert (shown.position, shown.eyes, shown.before) == (table.position, table.eyes, table.before)
        for view in VIEWS:
            theirs = game.picture.draw(table._replace(tally=None, caller=""), replace(view, cols=80, rows=23))
            assert game.picture.draw(shown, replace(view, cols=80, rows=23)).cells == theirs.cells, len(
                table.moves
            )


def test_a_phone_shows_the_words_and_keys_of_a_replays_pages():
    """Its own lines would step or leave while one is open."""
    watcher = watched("shutbox", 3)
    for key in ("h", "v"):
        watcher.press(key)
        assert watcher.state.page.name and watcher.screen.layout(watcher.state) is None
        assert watcher.screen.closeup(watcher.state) == Closeup(None)
        watcher.press("esc")


@by_game
def test_only_keys_that_work_are_drawn_and_no_line_is_cut(slug):
    watcher = watched(slug, 3, caller=LONG, fast=False)
    while watcher.replay.at < watcher.replay.last or watcher.wakes:
        canvas = watcher.screen.draw(watcher.state, VIEWS[0])
        *board, line, _ = canvas.text().splitlines()
        assert not re.search(r"»|computer:\S", line), line
        text = "\n".join((*board, line))
        assert not re.search(r"\[\S+\]|ENTER|Return|F\d", text), text
        assert {spot.y for spot in canvas.spots} == {canvas.rows - 1}
        watcher.tick() if watcher.wakes else watcher.press("right")


@by_game
def test_every_step_of_a_replay_fits_every_screen(slug):
    watcher = watched(slug, 3, caller=LONG)
    steps = ["right"] * 6 + ["c", "left", "m", "m", "n", "home", "end", "v", "esc", "h", "pgdn", "esc", "end"]
    for key in steps:
        watcher.press(key)
        for view in VIEWS:
            with lost_text() as lost:
                text = watcher.text(view)
            assert lost == [], (key, view)
            assert any(f"[{key}] back" in text for key in ("Q", "Enter", "Esc")), (key, view, text)
            if watcher.state.page.name:
                assert against_borders(text) == []


@by_game
def test_forward_and_back_come_to_the_same_pictures(slug):
    watcher = watched(slug, 4)
    last, ahead = watcher.replay.last, [watcher.text()]
    for _ in range(last):
        watcher.press("right")
        ahead.append(watcher.text())
    assert watcher.press("right").at == last, "there is nothing after the end"
    assert f"Move {last} of {last}" in watcher.text()
    for at in range(last - 1, -1, -1):
        watcher.press("left")
        assert watcher.text() == ahead[at]
    assert watcher.press("left").at == 0 and watcher.press("end").at == last and watcher.press("home").at == 0


def test_the_end_shows_what_was_hidden_and_no_move_before_it_does():
    stage, _ = played("mindbuster", 1, players=1)
    watcher = Viewer(finished(stage))
    hidden = watcher.replay.tables[0].position.hidden
    before = watcher.text()
    watcher.press("end left")
    assert watcher.replay.tables[watcher.replay.at].eyes != EVERYBODY
    now = Viewer(replace_code(finished(stage), hidden))
    assert now.text().splitlines()[:20] == before.splitlines()[:20]
    watcher.press("end")
    assert watcher.text() != Viewer(finished(stage)).text()


def test_who_played_stays_beside_the_move():
    watcher = watched("shutbox", 3)
    assert "Ann" in watcher.text()
    watcher.press("right right")
    assert "Ann: Move 2 of " in watcher.text()


def replace_code(game: RecordedGame, hidden: str) -> RecordedGame:
    """Another seed, which hides another code, with the same seal: nothing but the code differs."""
    other = game._replace(seed="ab" * 32, sides=(("quit",),))
    door = find("mindbuster")
    assert door is not None and Viewer(other).replay.tables[0].position.hidden != hidden
    return other


def test_it_goes_on_by_itself_at_the_pace_that_was_chosen_and_stops_at_the_end():
    watcher = watched("thieves", 5)
    watcher.press("enter")
    assert watcher.replay.plays and watcher.replay.at == 1
    slow = watcher.tick()
    watcher.press("+")
    watcher.tick()
    assert watcher.tick() < slow and watcher.replay.at == 4
    watcher.press("enter")
    watcher.tick()
    assert not watcher.replay.plays and watcher.replay.at == 4
    watcher.press("end left enter")
    assert not watcher.replay.plays and watcher.replay.at == watcher.replay.last
    watcher.wakes.clear()
    watcher.press("enter")
    assert watcher.replay.at == 0 and watcher.replay.plays, "from the start again"
    assert [wake.name for wake in watcher.wakes] == [PACE]
    watcher.press("h")
    watcher.tick()
    assert watcher.replay.at == 0, "nothing moves under the help"


def test_a_caller_with_motion_sees_the_dice_roll_and_a_key_ends_it():
    watcher = watched("shutbox", 1, fast=False)
    watcher.press("right")
    assert watcher.state.frames and watcher.replay.at == 1
    while watcher.wakes:
        watcher.tick()
    assert not watcher.state.frames and watcher.replay.at == 1
    watcher.press("right right")
    assert watcher.replay.at == 3


@pytest.mark.parametrize("slug", ["shutbox", "microlink", "switchbox"])
def test_the_coach_marks_the_dearest_choices_and_the_keys_go_there(slug):
    watcher = watched(slug, 2)
    watcher.press("m")
    assert "have the coach mark" in watcher.text()
    watcher.press("c")
    marked = watcher.replay.marked_moves
    assert 1 <= len(marked) <= 3 and "M goes from mark to mark." in watcher.text()
    watcher.press("home m")
    assert watcher.replay.at == marked[0] and "was better by" in watcher.text()
    watcher.press("n")
    assert watcher.replay.at == marked[-1], "round and round"
    asked = watcher.thoughts
    assert watcher.press("c") and watcher.thoughts == asked, "the coach is asked once"


def test_the_coach_s_costs_stand_at_the_moves_that_cost_them():
    watcher = watched("microlink", 2)
    watcher.press("c")
    game = watcher.replay.tables[-1].position
    steps = [step for turn in game.turns for step in turn.steps if step.shut]
    for at, remark in watcher.replay.remarks.items():
        done = watcher.replay.tables[-1].moves[at - 1]
        assert remark.words.startswith(f"Coach: {done}") and len(steps) >= at


@by_game
def test_the_proof_is_worked_out_there_and_then(slug):
    stage, _ = played(slug, 6)
    game = finished(stage)
    watcher = Viewer(game)
    watcher.press("v")
    assert "PROVED just now" in watcher.text() and game.seed in watcher.text()
    wrong = {
        "seed": game._replace(seed="00" * 32),
        "score": game._replace(scores=(game.scores[0] + 1,)),
        "end": game._replace(sides=(game.sides[0][:-1],)),
        "seal": game._replace(commit="00" * 32),
        "move": game._replace(sides=(("no move", *game.sides[0]),)),
        "door": game._replace(door="chess"),
    }
    for what, lie in wrong.items():
        assert not is_proved(proof_checks(lie)), what
    assert is_proved(proof_checks(game))


def test_plain_mode_tells_moves_takes_numbers_and_says_what_it_does_not_know():
    watcher = watched("shutbox", 1, plain=True)
    first = watcher.screen.tell(None, watcher.state)
    assert "Ann" in first.lines[0] and first.prompt.startswith("Enter for the next move")
    assert any(line.startswith("Move 1 of") for line in watcher.say(""))
    assert any(line.startswith("Move 3 of") for line in watcher.say("3"))
    assert any(line.startswith("Move 2 of") for line in watcher.say("b"))
    assert "Game over." in " ".join(watcher.say("e")) and "last move" in " ".join(watcher.say(""))
    for word in ("frobnicate", "quiet", "xyzzy"):
        assert f'"{word}" is not one' in " ".join(watcher.say(word)) and not watcher.left
    assert any("PROVED" in line for line in watcher.say("v"))
    assert any("Q: back" in line for line in watcher.say("?"))
    assert watcher.say("q") == () and watcher.left


def test_plain_mode_tells_the_coach_s_word_at_a_mark_and_at_the_end_the_code_that_held():
    watcher = watched("mindbuster", 2, plain=True)
    watcher.say("c")
    assert any(line.startswith("Eye: ") for line in watcher.say("m"))
    hidden = " ".join(watcher.replay.tables[0].position.hidden)
    assert f"The code was not broken: it was {hidden}." in watcher.say("e")
    assert "You" not in " ".join(heard(watcher)), "somebody else's game"


@by_game
def test_each_button_of_a_browser_s_page_of_lines_does_something(slug):
    at = watched(slug, 3, plain=True)
    for text, label in to_page(at.screen.button_page(at.state))["buttons"]:
        after, effects = at.screen.update(at.state, Line(text))
        assert (after, effects) != (at.state, ()) and no_choice(text) not in after.news.latest, label


def test_a_click_is_its_key_the_wheel_steps_and_nothing_of_the_game_answers():
    watcher = watched("shutbox", 1)
    canvas = watcher.screen.draw(watcher.state, View(mouse=True))
    assert {type(spot.target) for spot in canvas.spots} == {Key} and canvas.cursor is None
    watcher.send(Mouse(3, 3, "wheel-down"))
    assert watcher.replay.at == 1
    watcher.send(Mouse(3, 22, target=Key("end")))
    assert watcher.replay.at == watcher.replay.last


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if find(slug).game.info.players.versus is not None])
def test_a_game_at_a_table_is_seen_by_everybody_s_eyes_at_every_step(slug):
    match = between("Ann", LONG, slug)
    watcher = Viewer(match)
    assert is_proved(proof_checks(match)) and {table.eyes for table in watcher.replay.tables} == {EVERYBODY}
    if match.seals:
        assert not is_proved(proof_checks(match._replace(salts=match.salts[::-1])))
    for at in range(0, watcher.replay.last + 1):
        for view in VIEWS if at % 7 == 0 else VIEWS[:1]:
            with lost_text() as lost:
                assert f"{at} of" in watcher.text(view) or not at
            assert lost == [], (at, view)
        watcher.press("right")
    proof = watcher.press("c v") and watcher.text()
    assert "PROVED" in proof and (match.commit in proof) == (not match.seals)
    assert all(shown in proof for shown in (*match.seals, *match.salts))
    plain = Viewer(match, plain=True)
    assert all(plain.say("") for _ in range(plain.replay.last))


def test_a_race_is_watched_board_by_board():
    stage, _ = played("shutbox", 1)
    other, _ = played("shutbox", 1, "well", "Bartholomew Fitz-Ann")
    one, two = finished(stage), finished(other)
    race = one._replace(
        kind="table", race=True, seats=("Ann", "Bartholomew Fitz-Ann"), sides=(*one.sides, *two.sides),
        scores=(*one.scores, *two.scores),
    )  # fmt: skip
    watcher = Viewer(race)
    assert "[Tab] side" in watcher.text() and is_proved(proof_checks(race))
    watcher.press("right tab")
    assert (watcher.replay.side, watcher.replay.at) == (1, 1)
    assert watcher.replay.tables[-1].moves == two.sides[0]
    assert "Bartholomew Fitz-Ann's board" in watcher.text()
    watcher.press("tab")
    assert watcher.replay.tables[-1].moves == one.sides[0]
