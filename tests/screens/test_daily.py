"""Doors that offer the daily deal: the page, the game, what is said of it, on screen and in plain mode."""

import re
from dataclasses import replace

import pytest
from boxplay import play_out
from deals import DEAL, PLAYED, books
from door_events import DOORS as EVERY_DOOR
from door_events import by_slug

from door.play.api import News, SaveMove
from door.play.books import Daily
from door.screens import doors as catalogue
from door.screens.pages import coach
from door.screens.pages.daily import layout, standing_now, teaser
from door.screens.pages.result import brief
from door.screens.play import play_on
from door.screens.watch import deal_of
from door.testing.events import check_scores
from door.testing.stage import Stage
from door.ui.screen import Visit
from door.ui.texts import tr

DOORS = [door for door in EVERY_DOOR if door.INFO.daily]
BY_SLUG = by_slug(DOORS)
WAITING = Daily("2026-11-21", "ab" * 32, may_play=True, waiting=True)
NEITHER = Daily("2026-11-21")


def finished(stage):
    """Gives the game up; the stage."""
    return stage.press("q g")


@BY_SLUG
def test_the_title_says_so_and_d_opens_the_page(door):
    stage = Stage(door, books=books())
    assert "[D] Daily deal: the same" in stage.text
    page = stage.press("d").text
    for said in ("The daily deal, 21 November 2026", "sealed the day before: abab abab abab abab",
                 "Play first to see it.", "Caller 1", "20 November 2026: won by Caller 1 with 499.",
                 "cd" * 32, "[Enter] play it"):  # fmt: skip
        assert said in page, said
    assert "[D] Daily deal" in stage.press("esc").text
    assert not stage.games


@BY_SLUG
def test_the_deal_costs_no_turn_and_can_be_had_without_one(door):
    stage = Stage(door, books=books(turns=0), fast=True).press("d enter")
    (game,) = stage.games
    assert game.daily == "2026-11-21" and "the daily deal" in stage.text.lower()
    finished(stage)
    assert stage.books.turns_left == 0 and [e for e in stage.effects if isinstance(e, SaveMove)]
    check_scores(stage)


@BY_SLUG
def test_everybody_has_the_same_and_another_day_another(door):
    first, other = (Stage(door, books=books(), fast=True, first_seed=n).press("d enter") for n in (1, 7))
    assert first.games[0].seed == other.games[0].seed
    assert first.text == other.text
    later = Stage(door, books=books(Daily("2026-11-22", may_play=True)), fast=True).press("d enter")
    assert later.text != first.text


@BY_SLUG
def test_a_game_that_counts_ends_with_a_word_for_each_key_that_looks_back(door):
    text = finished(Stage(door, books=books(), fast=True).press("enter")).text
    assert {"[D] daily", "[Z] share", "[O] wall"} <= {*re.findall(r"\[\w\] \w+", text)}


@BY_SLUG
def test_z_shares_the_deal_without_a_word_of_its_seed_or_moves(door):
    stage = finished(Stage(door, books=books(), fast=True).press("d enter")).press("z")
    assert "[Z] share" in finished(Stage(door, books=books(), fast=True).press("d enter")).text
    (visit,) = [one for one in stage.effects if isinstance(one, Visit)]
    slug, heading, row = visit.arg.split("\n")
    assert (visit.page, slug) == ("share", door.INFO.slug)
    assert heading == f"{door.INFO.name()}, the daily deal of 21 November 2026"
    assert row.startswith(brief(door.game, stage.state.table)) and stage.games[0].seed.hex()[:8] not in row


def test_a_practice_game_is_not_shared():
    stage = Stage(catalogue.find("shutbox"), fast=True).press("p q g z")
    assert tr.share.needs_counting_game() in stage.text
    assert not [one for one in stage.effects if isinstance(one, Visit)]


@BY_SLUG
def test_the_end_shows_the_days_place_and_keeps_the_seed(door):
    stage = finished(Stage(door, books=books(), fast=True).press("d enter"))
    text = stage.text
    game = stage.games[0]
    assert f"Today {game.score}, no place" in text and "Month's deals: no place" in text, "it was given up"
    assert "The seed will be shown tomorrow, when everybody has had this deal." in text
    assert game.seed.hex() not in text and game.seed.hex()[:32] not in text
    page = stage.press("d").text
    assert f"{game.score} isn't among today's places." in page and "[Enter] back" in page
    stage.press("enter")
    assert len(stage.games) == 1  # once a day


@BY_SLUG
def test_todays_deal_played_on_for_practice_is_still_the_days_deal(door):
    """Nobody may watch it who has not played it, however it goes on; the coach waits for tomorrow."""
    ended = finished(Stage(door, books=books(), fast=True).press("d enter")).state
    moves = ended.table.moves
    for first in {0, len(moves) // 2}:
        state, _ = play_on(door.game, ended, moves[:first])
        assert state.table.kind == "practice" and deal_of(state) == "2026-11-21"
    assert coach.open_page(door.game, ended)[0].page.name == "", "where another choice could be played on"
    opened = ended._replace(setup=replace(ended.setup, books=books(DEAL._replace(last_day="2026-11-21"))))
    state, _ = play_on(door.game, opened, moves[:1])
    assert deal_of(state) == "", "its seed is known to everybody"


@BY_SLUG
def test_contest_games_are_as_before(door):
    stage = finished(Stage(door, books=books(), fast=True).press("enter"))
    assert stage.games[0].daily == "" and stage.games[0].seed.hex()[:32] in stage.press("v").text
    assert stage.books.daily == DEAL and "the daily deal" not in stage.text.splitlines()[0]


@BY_SLUG
def test_a_board_without_it_does_not_show_it(door):
    stage = Stage(door)
    assert "aily" not in stage.text
    assert stage.press("d").text == Stage(door).text


@pytest.mark.parametrize("daily", [DEAL, PLAYED, WAITING, NEITHER])
def test_the_page_fits_and_says_what_may_be_done(daily):
    stage = Stage(catalogue.find("shutbox"), books=books(daily), caller="caller 2").press("d")
    text = stage.text
    assert standing_now(daily, tr.play.chance_word_dice) in text
    assert len(standing_now(daily, tr.play.chance_word_dice)) <= 72
    assert len(teaser(daily, tr.play.chance_word_cards)) <= 78
    hints = [one.hint for one in layout(stage.door.game, stage.state).visible]
    assert hints and all(f"[{hint.label_text}] {hint.text}" in text for hint in hints)
    rows = text.splitlines()
    assert all(len(row) == 79 and row[1] in "╒│╘" and row[78] in "╕│╛" for row in rows[:21])
    if daily is PLAYED:
        assert "You are 12th with 88." in text and "You are 11th with 123." in text and "sealed today" in text


@pytest.mark.parametrize("key", ["enter", "esc", "q"])
def test_the_page_of_a_deal_that_was_just_switched_off_can_be_left(key):
    stage = Stage(catalogue.find("shutbox"), books=books()).press("d")
    stage.send(News(books(None)))
    assert stage.state.page.name == "daily" and f"[Enter] {tr.door_keys.back()}" in stage.text
    assert stage.press(key).state.page.name == "" and not stage.games


def test_a_daily_box_that_is_shut_earns_no_free_turn():
    shutbox = catalogue.find("shutbox")

    for day in range(1, 60):  # one of these days' dice let the box be shut
        daily = Daily(f"2026-{day // 28 + 1:02d}-{day % 28 + 1:02d}", may_play=True)
        stage = Stage(shutbox, books=books(daily), plain=True)
        stage.say("d", "y")
        said = play_out(stage)
        if "The box is shut!" in said:
            break
    assert "The box is shut!" in said and not any("free turn" in line for line in said)
    assert shutbox.INFO.journal_options(stage.games[0].options) == {"free_turn": False}
    assert stage.replay().free_turns == 0 and stage.games[0].score == 435


@BY_SLUG
def test_plain_mode_offers_asks_and_says_the_tables(door):
    stage = Stage(door, books=books(), plain=True)
    speech = door.tell(None, stage.state)
    assert any(line.startswith("Daily deal: the same") for line in speech.lines)
    assert "daily" in speech.prompt
    said = stage.say("d")
    assert said[0] == "The daily deal, 21 November 2026" and said[-1] == "Play it? (y/n)"
    assert "The day's seed, sealed the day before: " + "ab" * 32 in said
    assert "1. Caller 1, 499 in 31 days" in said
    assert "Seed of 20 November 2026: " + "cd" * 32 in said
    assert stage.say("n")[-1] == speech.prompt and not stage.games
    said = stage.say("d", "y")
    assert any(line.startswith("The daily deal of 21 November 2026.") for line in said)
    assert any(line.startswith("Seal: ") for line in said)
    said = stage.say("q", "g")
    score = stage.games[0].score
    assert f"Today {score}, no place." in said and f"Game over. Score: {score}" in said
    assert "The seed will be shown tomorrow, when everybody has had this deal." in said
    assert not any(line.startswith("Seed: ") for line in said)
    said = stage.say("d")
    assert said[-1] == "Enter to go on:"
    assert f"{score} isn't among today's places. The next deal comes at midnight." in said
    asked = "Enter to go on (d for the day's table, g for a contest game, which uses a turn):"
    assert stage.say("")[-1] == asked


@BY_SLUG
@pytest.mark.parametrize("plain", [False, True])
def test_the_end_of_a_deal_begins_no_contest_game_unsaid(door, plain):
    stage = Stage(door, books=books(), fast=True, plain=plain)
    press = stage.say if plain else stage.press
    for key in ("d", "y" if plain else "enter", "q", "g", "y"):
        press(key)
    assert len(stage.games) == 1 and stage.books.turns_left == 5, "Y takes no turn"
    asked = door.tell(stage.state, stage.state).prompt if plain else stage.text
    assert "uses a turn" in asked and "gain" not in asked.replace("same again", "")
    press("d")
    assert stage.state.page.name == "daily"
    assert "isn't among today's places" in "".join(door.tell(None, stage.state).lines)
    press("enter" if not plain else "")
    press("g")
    assert [game.daily for game in stage.games] == ["2026-11-21", ""] and stage.books.turns_left == 4


@BY_SLUG
def test_the_proof_tells_the_days_seal_from_the_doors(door):
    stage = finished(Stage(door, books=books(), fast=True).press("d enter")).press("v")
    assert stage.state.record.commit in stage.text and "ab" * 32 in stage.text and "all doors:" in stage.text
    assert "»" not in stage.text
    assert "ab" * 32 in Stage(door, books=books(), plain=True).say("d")[2]


@BY_SLUG
def test_after_a_deal_without_turns_no_game_is_offered(door):
    stage = finished(Stage(door, books=books(turns=0), fast=True).press("d enter"))
    assert "contest" not in stage.text and "[Y]" not in stage.text and "[D] the day's table" in stage.text
    stage.press("g y")
    assert len(stage.games) == 1


def test_a_score_at_the_edge_of_midnight_says_for_which_day_it_counts():
    door = DOORS[0]
    stage = Stage(door, books=books(), fast=True).press("d enter")
    stage.books = books(Daily("2026-11-22", may_play=True))
    stage.press("q g")
    assert "Your game of 2026-11-21" in stage.text and "Today" not in stage.text
