"""Moments: when a game has one, that its badge tells the same, its bell, what its fanfare leaves alone."""

from itertools import pairwise
from random import Random

import pytest
from journal_players import sit_down
from other_words import other_words

from door.games.chance import Chance, commitment
from door.games.frames import UNROLLED, Frame
from door.games.game import GameView
from door.games.mindbuster import rules as codes
from door.games.record import Record, play
from door.games.shutbox.play import BUST
from door.screens import flow
from door.screens.doors import find
from door.screens.pages.scene import BAND_ROWS, draw_fanfare
from door.screens.state import table_after
from door.term.canvas import WHITE, Canvas
from door.testing.stage import Stage, seed_of
from door.ui.screen import Bell, View
from door.ui.texts import SHIPPED, speak, tr

BADGES = {
    "BOX SHUT!": tr.shutbox.badge_box_shut,
    "PERFECT!": tr.microlink.badge_perfect_round,
    "AT LAST!": tr.mindbuster.badge_last_guess,
    "CLEARED!": tr.thieves.badge_table_cleared,
    "AVALANCHE!": tr.switchbox.badge_avalanche,
}


def whole(slug, seed, last_guess=False):
    """A game played well to its end: its `game` line, and its tables, move by move."""
    door = find(slug)
    seats = ("Ann", "computer:regular") if slug == "switchbox" else ("Ann",)
    options = door.INFO.complete({"players": 1} if slug == "mindbuster" else {})
    record = Record(options, seats, Chance(seed_of(seed)), id="ab" * 8, commit=commitment(seed_of(seed)))
    player = sit_down(slug, record, Random(seed))
    tables = [GameView(play(door.game.rules, record), caller="Ann")]
    while not player.over:
        at_last = len(player.moves) == codes.GUESSES - 1
        move = (player.game.code(codes.MINE) if at_last else "RRRR") if last_guess else player.move("well")
        if last_guess:
            player.make(move)
        tables.append(table_after(door.game, tables[-1], move))
    status = door.game.rules.status(tables[-1].position)
    line = {"id": "ab" * 8, "caller": "Ann", "seats": list(seats), "options": {}, "month": "2026-11",
            "seed": seed_of(seed).hex(), "moves": player.moves, "score": status.scores[0]}  # fmt: skip
    return line | ({"options": {"players": 1}} if slug == "mindbuster" else {}), tables


def moments(game, before, after):
    return {frame.moment.title() for frame in game.picture.frames(before, after) if frame.moment}


@pytest.mark.parametrize(
    ("slug", "seed", "title"),
    [("shutbox", 15, "BOX SHUT!"), ("shutbox", 1, "BUST!"), ("microlink", 6, "PERFECT!"),
     ("microlink", 1, ""), ("thieves", 1, "CLEARED!"), ("mindbuster", 1, ""), ("switchbox", 5, ""),
     ("switchbox", 12, "AVALANCHE!")],
)  # fmt: skip
def test_a_game_has_its_moment_and_the_badge_that_tells_of_it(slug, seed, title):
    door = find(slug)
    line, tables = whole(slug, seed)
    own = (
        at for at, table in enumerate(tables[:-1]) if door.game.rules.status(table.position).movers[0] == 0
    )
    seen = {one for at in own for one in moments(door.game, tables[at], tables[at + 1])}
    assert seen - {"BUST!"} == {title} - {"BUST!", ""} and (title != "BUST!" or title in seen)
    assert {BADGES[one] for one in seen & BADGES.keys()} == set(door.badges(line)) & set(BADGES.values())


def test_a_code_broken_in_the_last_guess_or_never():
    door = find("mindbuster")
    line, tables = whole("mindbuster", 3, last_guess=True)
    assert moments(door.game, *tables[-2:]) == {"AT LAST!"} and door.badges(line) == (BADGES["AT LAST!"],)
    never = table_after(door.game, tables[-2], "RRRR")
    assert moments(door.game, tables[-2], never) == {"IT HELD!"}
    assert not any(moments(door.game, *pair) for pair in pairwise(tables[:-1]))


def test_a_slow_motion_leaves_fanfares_and_what_is_read_their_time():
    game, (_, tables) = find("shutbox").game, whole("shutbox", 15)
    normal, slow, quick = (
        flow.motion_frames(game, Stage(find("shutbox"), prefs={"motion": how}).state, *tables[-2:])
        for how in ("normal", "slow", "quick")
    )
    for one, slower, quicker in zip(normal, slow, quick, strict=True):
        times = 1 if one.moment or one.seconds >= flow.READ_SECONDS else 4
        assert slower == one._replace(seconds=times * one.seconds)
        assert (quicker.seconds < one.seconds) == (times > 1)
    assert {bool(one.moment) for one in normal} == {True, False} and normal[-1].seconds >= flow.READ_SECONDS


def test_a_bust_in_longer_words_keeps_to_its_side():
    frame = Frame(0.1, None, moment=BUST, at=UNROLLED + 2)
    own = other_words({BUST.title: "NO LUCK!"})
    speak(lambda: own)
    try:
        canvas = Canvas(80, 23)
        draw_fanfare(canvas, frame, WHITE, View())
    finally:
        speak(lambda: SHIPPED)
    assert "N O   L U C K !" in canvas.text()
    assert all(line[: BUST.left].strip() == "" for line in canvas.text().splitlines())


@pytest.mark.parametrize("how", [{}, {"fast": True}, {"plain": True}], ids=str)
def test_the_bell_rings_once_however_a_moment_is_shown(how):
    for slug, seed, last_guess in (("shutbox", 15, False), ("mindbuster", 3, True)):
        line, _ = whole(slug, seed, last_guess)
        stage = Stage(find(slug), first_seed=seed, options=line["options"], **how)
        (stage.say("") if how.get("plain") else stage.press("enter"))
        for move in line["moves"]:
            stage.state, effects = flow.enter(stage.door.game, stage.state, move)
            stage.carry_out(effects)
        assert stage.state.scene == "done" and sum(isinstance(e, Bell) for e in stage.effects) == 1


@pytest.mark.parametrize("view", [View(), View(mono=True), View(ascii=True), View(119, 49)], ids=str)
@pytest.mark.parametrize(("slug", "seed"), [("shutbox", 15), ("microlink", 6), ("thieves", 1)])
def test_a_fanfare_leaves_alone_what_is_not_under_it(slug, seed, view):
    stage = Stage(find(slug), view, first_seed=seed, patient=True).press("enter")
    choose = sit_down(slug, stage.state.record, Random(seed)).choose
    while not (stage.state.frames and (frame := stage.state.frames[stage.state.at]).moment):
        if stage.state.frames:
            stage.press("enter")
            continue
        move = choose(stage.position, "well")
        stage.state, effects = flow.enter(stage.door.game, stage.state, move)
        stage.carry_out(effects)
        while stage.state.frames and stage.state.frames[stage.state.at].seconds:
            if stage.state.frames[stage.state.at].moment:
                break
            stage.tick()
    bare = stage.door.draw(
        stage.state._replace(
            motion=stage.state.motion._replace(
                frames=tuple(one._replace(moment=None) for one in stage.state.frames)
            )
        ),
        view,
    )
    for at in range(UNROLLED, UNROLLED + 3):
        canvas = stage.door.draw(
            stage.state._replace(motion=stage.state.motion._replace(at=stage.state.at + at)), view
        )
        assert (canvas.cols, canvas.rows) == (bare.cols, bare.rows)
        top = frame.moment.row + bare.rows - 23  # there may be faces above the board
        assert canvas.cells[:top] == bare.cells[:top]
        assert canvas.cells[top + BAND_ROWS :] == bare.cells[top + BAND_ROWS :]
        title = " ".join(frame.moment.title())
        assert not view.ascii or title in canvas.text()
        assert not [spot for spot in canvas.spots if spot.y < bare.rows - 2 and spot.x < 80]
