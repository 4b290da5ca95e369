"""What stands around any game, at every door alike: the one vocabulary, on screen and in plain mode."""

import re
from dataclasses import replace

import pytest
from door_events import BY_SLUG, DOORS
from heard import heard

from door.games.chance import Chance, commitment
from door.games.record import Record
from door.play.api import MET, Begun, Booked, Finish, News, OpenTables, Remember, SaveMove
from door.play.books import Books, Daily, PlaceRow
from door.screens import doors
from door.screens.door import GameDoor
from door.screens.flow import FIRST_SECONDS
from door.screens.pages import daily, help, leave, title
from door.screens.state import choices, idea
from door.term.canvas import Canvas
from door.term.keys import Key, Line, Mouse
from door.testing.stage import Stage, seed_of
from door.ui.screen import Bell, Leave, No, View, Wake
from door.ui.speech import to_page

ROWS = tuple(PlaceRow(place, f"Caller {place}", 500 - place, 31) for place in range(1, 4))
BOOKS = Books("2026-11", ROWS, "2026-10", ROWS, turns_left=5, daily=Daily("2026-11-21", may_play=True))


def opened(door, keys="", **setup):
    """A stage after these keys, nothing moving."""
    stage = Stage(door, **{"books": BOOKS, "fast": True, **setup})
    return stage.press(keys)


def to_board(stage):
    """On to where the caller is asked for a move: holds are passed."""
    for _ in range(20):
        if not stage.state.frames:
            break
        stage.press("enter")
    return stage


def over(door, **setup):
    """A contest game that was given up, its end on screen."""
    return opened(door, "enter q g", **setup)


@BY_SLUG
@pytest.mark.parametrize("page", [opened, over])
def test_the_label_of_each_key_on_a_page_is_a_word_for_it(door, page):
    stage = page(door, plain=True, tables=True)
    rows, words = stage.canvas.text().split("\n"), {}
    for spot in stage.canvas.spots:
        if isinstance(spot.target, Key) and (
            found := re.match(r"\[.+\] (.+)", rows[spot.y][spot.x :][: spot.w])
        ):
            words[found[1].rstrip()] = "" if spot.target.name == "enter" else spot.target.name
    assert len(words) > 5
    for word, key in words.items():
        assert door.update(stage.state, Line(word)) == door.update(stage.state, Line(key)), word


@BY_SLUG
@pytest.mark.parametrize("keys", ["d", "enter q", "enter f2", "p q", "p f2"])
def test_a_key_a_click_a_word_and_a_button_on_a_page_over_a_game_do_the_same(door, keys):
    begin, _, last = keys.rpartition(" ")
    stage = to_board(opened(door, begin)).press(last)
    state, layout = stage.state, (daily if last == "d" else leave).layout(door.game, stage.state)
    plain = state._replace(setup=replace(state.setup, plain=True))
    spots = {spot.target.name for spot in stage.canvas.spots if isinstance(spot.target, Key)}
    assert {one.key for one in layout.visible} == spots and len(spots) > 1
    assert [line for line, _ in to_page(layout)["buttons"]] == [one.id for one in layout.visible]
    for one in layout.visible:
        done = door.update(state, Key(one.key))
        assert done != (state, ()), one
        for key in one.also:
            assert door.update(state, Key(key)) == done, key
        told = door.update(plain, Key(one.key))
        for word in (*one.words, str(one.label).lower(), one.id):
            assert door.update(plain, Line(word)) == told, word


@BY_SLUG
@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("path", ["h", "b", "s", "d"])
def test_the_buttons_of_a_page_in_words_turn_its_sheets_and_leave_it_to_its_scene(door, path, plain):
    stage = opened(door, plain=plain)
    if plain:
        stage.say(path)
    else:
        stage.press(path)
    turns = 0
    for _ in range(30):
        buttons = [line for line, _ in to_page(door.layout(stage.state))["buttons"]]
        if "n" not in buttons:
            break
        turns += 1
        stage.send(Line("n"))
        assert stage.state.page.at == turns and stage.state.scene == "title"
    assert turns > 0 or path != "h"
    stage.send(Line(buttons[-1]))
    assert (stage.state.page.name, stage.state.scene, stage.left) == ("", "title", False)


def test_the_word_for_the_dice_has_buttons_for_help_and_for_the_way_back():
    door = next(one for one in DOORS if one.INFO.slug == "shutbox")
    stage = Stage(door, asks=True).press("enter")
    assert [line for line, _ in to_page(door.layout(stage.state))["buttons"]] == ["q", "?"]
    for line, scene, page in (("?", "word", "help"), ("q", "word", ""), ("q", "title", "")):
        stage.send(Line(line))
        assert (stage.state.scene, stage.state.page.name) == (scene, page)


def test_the_end_of_a_game_suggests_one_thing_that_tab_does_or_the_word_next():
    door = next(one for one in DOORS if one.INFO.slug == "shutbox")
    deal = over(door, plain=True)
    assert "[Tab] You haven't played today's deal" in deal.text
    assert "You haven't played today's deal. Type next to see it." in heard(deal)
    assert deal.press("tab").state.page.name == "daily"
    behind = BOOKS._replace(daily=None, rank=2, score=498, rival=ROWS[0])
    stage = over(door, books=behind)
    assert "[Tab] Caller 1 is 1 point ahead of you: play again" in stage.text
    begun = stage.state.record
    assert stage.press("tab").state.record is not begun
    empty = over(door, books=BOOKS._replace(daily=None, standing=(), winners=()), plain=True)
    assert "Nobody leads this month. Type next to play again." in heard(empty)
    none = over(door, books=behind, prefs={"suggest": "off"})
    assert "[Tab]" not in none.text and none.press("tab").state.scene == "done"
    none = over(door, books=behind, prefs={"suggest": "off"}, plain=True)
    none.say("")
    assert none.state.scene == "title", "Enter goes on, with or without a suggestion"


# -- the caller's word -----------------------------------------------------------------------


@BY_SLUG
def test_the_next_game_is_sealed_before_a_word_is_asked_for_and_begins_with_it(door):
    stage = opened(door, "enter", asks=True)
    seal = commitment(seed_of(1))
    assert seal in stage.text and not stage.games and "[Esc]" in stage.text.splitlines()[22]
    stage.press("q ? space x enter")
    begun = stage.state.record
    assert (begun.commit, *begun.words, stage.games[0].word) == (seal, "q? x", "q? x")
    stage.press("q g")
    assert stage.games[0].score == stage.replay().score, "played with the word in the chance"
    proof = stage.press("v").text
    assert "q? x" in proof and "can replay the game." in proof


@BY_SLUG
def test_enter_alone_gives_no_word_and_esc_begins_nothing(door):
    stage = opened(door, "enter esc", asks=True)
    assert stage.state.scene == "title" and not stage.games
    stage.press("enter enter")
    assert stage.games[0].word == "" and stage.games[0].chance == Chance(seed_of(1))


@BY_SLUG
def test_enter_held_down_on_the_title_page_gives_no_word(door):
    stage = opened(door, "enter enter enter", asks=True, patient=True)
    assert not stage.games
    stage.settle()
    assert stage.press("enter").games


@BY_SLUG
def test_no_word_is_asked_for_where_nothing_counts_or_all_have_the_same(door):
    assert opened(door, "p", asks=True).games
    if door.INFO.daily:
        assert opened(door, "d enter", asks=True).games[0].daily


@BY_SLUG
def test_straight_into_a_game_leads_by_the_page_of_the_word(door):
    stage = Stage(door, books=BOOKS, fast=True, straight=True, asks=True)
    assert stage.state.scene == "word"
    assert stage.press("enter").state.scene == "play"


def test_help_lies_over_the_page_of_the_word():
    stage = opened(doors.find("shutbox"), "enter a f1", asks=True)
    assert stage.state.page.name == "help" and "asks you for a word" in stage.text
    stage.press("esc b enter")
    assert stage.games[0].word == "ab"


@BY_SLUG
def test_a_word_in_plain_mode(door):
    stage = Stage(door, plain=True, books=BOOKS, asks=True)
    *said, prompt = stage.say("")
    assert commitment(seed_of(1)) in " ".join(said) and prompt.startswith("Your word?")
    assert any("of " in line for line in stage.say("?")) and stage.state.page.name == "help"
    assert stage.say("q")[-1] == prompt and not stage.games
    stage.say("q")
    assert stage.state.scene == "title"
    stage.say("", "two words")
    assert stage.games[0].word == "two words"


def test_a_game_instead_of_the_one_that_was_given_up_is_sealed_too():
    stage = opened(doors.find("shutbox"), "enter enter n y", asks=True)
    assert commitment(seed_of(2)) in stage.text and len(stage.games) == 1
    assert stage.press("w enter").games[1].word == "w"


# -- the title page --------------------------------------------------------------------------


@BY_SLUG
def test_the_title_page_shows_the_keys_that_work_everywhere(door):
    text = opened(door).text
    for key in ("[Enter]", "[P]", "[B]", "[H]", "[Q]"):
        assert key in text.splitlines()[22], key
    assert "[D]" in text.splitlines()[18], "what there is once a day has a line of its own"
    assert ("[S]" in text) == bool(choices(door.game, opened(door).state))


@BY_SLUG
def test_t_opens_the_tables_from_the_title_page_where_the_board_has_them(door):
    stage = opened(door, "t", tables=True)
    assert stage.effects[-1] == OpenTables() and "[T]" in stage.text.splitlines()[22]
    assert opened(door, "t").state.page.name == "bulletin", "and is the bulletin where there are none"
    for word in ("t", "tables"):
        plain = Stage(door, plain=True, books=BOOKS, tables=True)
        plain.say(word)
        assert plain.effects[-1] == OpenTables()
    assert "tables" in door.tell(None, plain.state).prompt
    assert Stage(door, plain=True, books=BOOKS).say("tables")[0].startswith('"tables" is not')


@BY_SLUG
@pytest.mark.parametrize("key", ["q", "esc", "n", "ctrl-x"])
def test_the_title_page_is_left(door, key):
    assert opened(door, key).left


@BY_SLUG
def test_turns_that_are_out_are_told_before_and_after_enter(door):
    stage = opened(door, books=Books(turns_left=0))
    assert "midnight" in stage.text
    stage.press("enter")
    assert stage.state.scene == "title" and stage.bells == 1 and "no turns left" in stage.text


@BY_SLUG
def test_a_word_of_the_command_line_that_means_nothing_is_refused_by_name(door):
    stage = opened(door, argv=("xyzzy",))
    assert "xyzzy" in stage.text and stage.bells == 1 and not stage.games


def test_a_word_that_is_nearly_one_is_suggested():
    stage = opened(doors.find("mindbuster"), argv=("einstien",))
    assert 'doesn\'t know "einstien". Did you mean einstein?' in stage.text and not stage.games


# -- playing, leaving --------------------------------------------------------------------------


@BY_SLUG
def test_the_seal_is_known_before_the_first_move_and_the_seed_after_the_last(door):
    stage = opened(door, "enter")
    seed = stage.games[0].seed
    assert stage.state.table.commit == commitment(seed)
    assert seed.hex() not in door.tell(None, stage.state).lines
    stage.press("q g")
    proof = stage.press("v").text
    assert seed.hex() in proof and commitment(seed) in proof and "the seal is the seed's SHA-256" in proof


MOVES = {
    "shutbox": "6 6 6 6 2 enter",
    "thieves": "1 2 3 4 5 6 7",
    "mindbuster": "r w b g enter r r w w enter",
    "blank": "h",
}


@BY_SLUG
@pytest.mark.parametrize("how", ["fast", "plain"])
def test_nothing_moves_by_itself_in_fast_and_plain_mode(door, how):
    stage = Stage(door, books=BOOKS, patient=True, **{how: True}).press("enter enter")
    stage.press(MOVES.get(door.INFO.slug, "1 4 enter 3 enter 5 enter"))
    assert stage.games[0].moves, "a move was made"
    assert "motion" not in {effect.name for effect in stage.effects if isinstance(effect, Wake)}


# -- the demonstration of a first visit -----------------------------------------------------------


def shown(stage, name):
    """Let the first tick of that name happen."""
    stage.tick(next(wake for wake in stage.waiting if wake.name == name))


def without_examples(door):
    """The door as a package may bring it: a computer or a coach plays its demonstration."""
    return GameDoor(
        replace(door.game, info=replace(door.game.info, face=replace(door.game.info.face, examples=())))
    )


def until_moved(stage):
    """Let the demonstration make its next move."""
    for _ in range(2000):
        if stage.state.table is None or len(stage.state.table.moves) > stage.state.run.since:
            return stage
        shown(stage, "motion")
    raise AssertionError("it makes no move")


@BY_SLUG
def test_a_first_visit_is_shown_a_game_that_any_key_ends(door):
    stage = Stage(door, patient=True, new=True)
    assert idea(door.game) in " ".join(stage.text.split()) and stage.prefs[MET] == "yes"
    shown(stage, "idle")
    until_moved(stage)
    assert stage.state.demo.is_running and idea(door.game) in stage.text
    assert not any(game.ranked for game in stage.games)
    assert {spot.target for spot in stage.canvas.spots} == {Key("enter")}
    stage.press("enter")
    assert stage.state.scene == "title"
    assert all(wake.seconds > FIRST_SECONDS for wake in stage.waiting if wake.name == "idle")


@pytest.mark.parametrize("door", [door for door in DOORS if door.game.info.face.examples], ids=str)
def test_every_example_ends_with_its_best_moment_and_counts_for_nothing(door):
    game, stage = door.game, Stage(door, patient=True)
    for one in game.info.face.examples:
        stage.press("e")
        seen = []
        while stage.state.scene == "play":
            seen.append(stage.state.table)
            assert len(seen) < 3000
            shown(stage, "motion")
        before, last = [table for table in seen if len(table.moves) < len(one.moves.split(","))][-1], seen[-1]
        moments = [frame for frame in game.picture.frames(before, last) if frame.moment]
        assert moments or game.rules.status(last.position).ended, one
        assert stage.state.scene == "title" and stage.state.table is None and not stage.games
        assert not [effect for effect in stage.effects if isinstance(effect, Finish | SaveMove)]
        stage.effects.clear()
    assert len(game.info.face.examples) >= 2
    stage.press("enter")
    assert stage.state.scene == "play" and stage.games[-1].ranked


@BY_SLUG
def test_a_demonstration_without_an_example_ends_after_a_while(door):
    stage = Stage(without_examples(door), patient=True).press("e")
    shown(stage, "shown")
    assert stage.state.scene == "title" and not stage.games[0].ranked and stage.state.table is None
    stage.press("enter")
    assert stage.state.scene == "play" and stage.games[-1].ranked


@BY_SLUG
def test_a_key_on_the_title_page_is_all_it_takes_to_have_no_demonstration(door):
    stage = Stage(door, patient=True, new=True).press("h esc")
    for wake in [wake for wake in stage.waiting if wake.seconds <= FIRST_SECONDS]:
        stage.tick(wake)
    assert stage.state.scene == "title" and not stage.games


@BY_SLUG
def test_plain_mode_is_told_the_idea_and_an_example_in_a_few_lines(door):
    stage = Stage(door, plain=True, new=True)
    assert idea(door.game) in door.tell(None, stage.state).lines and not stage.waiting
    lines = stage.say("example")
    assert stage.state.scene == "title" and lines[-1] == title.layout(door.game, stage.state).prompt
    assert len(lines) < 50 and not any(game.ranked for game in stage.games)


@BY_SLUG
def test_a_seed_that_does_not_fit_its_seal_is_told(door):
    stage = over(door)
    state = stage.state._replace(booked=Booked(stage.games[0].id, "00" * 32, BOOKS))
    shown, _ = door.update(state, Key("v"))
    assert "The seal is NOT" in door.draw(shown, View()).text()


@BY_SLUG
def test_a_game_left_for_later_waits_and_goes_on(door):
    stage = opened(door, "enter")
    before = stage.state.table.position
    assert "Leave this game?" in stage.press("q").text
    stage.press("l")
    assert stage.left and stage.games[0].score is None
    stage.state, _ = door.start(replace(stage.setup, waiting=True))
    assert "waiting" in stage.text
    stage.press("enter")
    assert stage.state.table.position == before and len(stage.games) == 1 and "goes on" in stage.text


@BY_SLUG
def test_a_game_that_was_dropped_after_its_last_move_ends_when_it_is_resumed(door):
    done = over(door).games[0]
    begun = Begun(
        Record(done.options, done.seats, Chance(done.seed), tuple(done.moves), done.id, commit=""),
        resumed=True,
    )
    state, effects = door.update(door.start(opened(door).setup)[0], begun)
    assert [effect for effect in effects if isinstance(effect, Finish)] == [Finish()]
    assert state.scene == "done"


@BY_SLUG
@pytest.mark.parametrize("key", ["esc", "enter", "n", "p"])
def test_thinking_better_of_leaving(door, key):
    stage = to_board(opened(door, "enter"))
    before = stage.state.table
    assert stage.press(f"q {key}").state.table == before and stage.state.page.name == "" and not stage.left


@BY_SLUG
def test_a_question_darkens_nothing_where_there_is_one_colour(door, monkeypatch):
    state = to_board(opened(door, "enter")).press("q").state
    tinted = []
    monkeypatch.setattr(Canvas, "tint", lambda *args: tinted.append(args))
    for view in (View(), View(mono=True)):
        door.draw(state, view)
        assert sum(height > 1 for _, _, _, _, height, _ in tinted) == 1, "a shadow in colour alone"


@BY_SLUG
def test_help_names_the_keys_that_work_on_the_title_page_a_line_each_in_plain_mode(door):
    stage = opened(door, plain=True, tables=True)
    shown = title.layout(door.game, stage.state).commands
    keys = {one.key for one in shown if one.label}
    pages = help.help_pages(door.game, stage.state)
    assert not any("Esc" in line for page in pages for line in page.lines), "nobody types that"
    (around,) = (page for page in pages if page.title == "Around the game")
    named = [match[1].lower() for line in around.lines if (match := re.match(r"   (\w+)  ", line))]
    assert sorted(named) == sorted(keys)


def test_help_in_a_game_tells_the_rules_that_it_began_with():
    (shutbox,) = (door for door in DOORS if door.INFO.slug == "shutbox")
    stage = to_board(opened(shutbox, "enter"))
    state = stage.state
    assert state.table.options["tiles"] == 9
    changed = state._replace(setup=replace(state.setup, options={**state.setup.options, "tiles": 12}))
    told = " ".join(line for page in help.help_pages(shutbox.game, changed) for line in page.lines)
    assert "holds 9 tiles" in told and "holds 12 tiles" not in told
    before = help.help_pages(shutbox.game, changed._replace(scene="title"))
    assert any("holds 12 tiles" in line for page in before for line in page.lines)


@BY_SLUG
def test_a_game_given_up_is_handed_in_with_its_last_move(door):
    stage = over(door)
    assert stage.games[0].moves[-1] == "quit" and stage.games[0].score == stage.replay().score
    last = [type(effect) for effect in stage.effects if isinstance(effect, SaveMove | Finish)][-2:]
    assert last == [SaveMove, Finish] and stage.state.scene == "done"


@BY_SLUG
def test_another_game_is_asked_about_and_needs_a_turn(door):
    stage = opened(door, "enter f2")
    assert "A new game?" in stage.text
    stage.press("y")
    assert len(stage.games) == 2 and stage.games[0].score is not None and stage.state.scene == "play"
    stage.send(News(BOOKS._replace(turns_left=0)))
    assert "no turns left" in stage.press("f2").text
    stage.press("y")
    assert len(stage.games) == 2 and stage.games[1].score is None


# -- after a game ------------------------------------------------------------------------------


@BY_SLUG
def test_the_end_shows_score_month_and_turns_and_holds(door):
    stage = over(door)
    text = stage.text
    assert "Final score" in text and "Turns left: 4" in text and "1st place" in text
    assert stage.press("6").text == text


@BY_SLUG
def test_enter_leads_to_the_title_page_and_y_to_another_game(door):
    stage = over(door).press("enter")
    assert stage.state.scene == "title" and len(stage.games) == 1
    assert len(over(door).press("y").games) == 2


@BY_SLUG
def test_what_was_typed_for_the_last_page_begins_no_game(door):
    stage = opened(door, "enter", patient=True)
    stage.press("q g enter enter")
    assert stage.state.scene == "done" and len(stage.games) == 1
    stage.settle()
    assert len(stage.press("y").games) == 2


@BY_SLUG
def test_the_same_game_again_is_practice_and_the_books_hear_nothing(door):
    stage = over(door)
    first = door.game.rules.new(stage.games[0].options, stage.games[0].seats, stage.state.record.chance)
    stage.press("a")
    heard = len([effect for effect in stage.effects if isinstance(effect, Finish | SaveMove)])
    assert stage.state.table.position == first and stage.state.table.kind == "practice"
    stage.press("q g")
    assert heard == len([effect for effect in stage.effects if isinstance(effect, Finish | SaveMove)])
    assert stage.state.scene == "done" and "nothing is recorded" in stage.text


@BY_SLUG
def test_the_board_is_looked_at_once_more(door):
    stage = over(door)
    page = stage.press("l").text
    assert page != over(door).text and "[Enter] back" in page.splitlines()[-1]
    assert stage.press("enter").text == over(door).text


# -- practice ------------------------------------------------------------------------------------


@BY_SLUG
def test_practice_costs_nothing_and_says_so(door):
    stage = opened(door, "p")
    (game,) = stage.games
    assert not game.ranked and stage.state.table.kind == "practice"
    assert "End this game?" in stage.press("q").text
    stage.press("g")
    assert "nothing is recorded" in stage.text and stage.state.scene == "done"
    assert stage.games[0].score == stage.replay().score


@BY_SLUG
def test_no_move_is_taken_back_in_a_game_that_counts(door):
    stage = to_board(opened(door, "enter"))
    stage.press("backspace" if door.game.board.key(stage.state.table, Key("u")) else "u")
    assert stage.games[0].moves == [] and not stage.state.table.moves


# -- the daily deal ------------------------------------------------------------------------------


@BY_SLUG
def test_every_door_has_a_daily_deal_that_the_sysop_may_switch_off(door):
    assert door.INFO.daily and door.INFO.defaults()["daily"] is True
    assert set(door.INFO.deal) <= {option.name for option in door.INFO.options}


# -- help, bulletin, settings ----------------------------------------------------------------------


@BY_SLUG
@pytest.mark.parametrize("before", ["", "enter", "enter q g"])
@pytest.mark.parametrize("key", ["f1", "?"])
def test_help_from_everywhere_goes_to_its_last_page_and_back(door, before, key):
    stage = to_board(opened(door, before))
    scene = stage.state.scene
    stage.press(key)
    pages = int(re.search(r" 1/(\d+)", stage.text)[1])
    stage.press("pgdn " * (pages - 1))
    assert f" {pages}/{pages} " in stage.text
    assert stage.press("pgdn").state.page.name == "help", "a key that turns pages closes none"
    assert stage.press("enter").state.scene == scene and stage.state.page.name == ""


@BY_SLUG
def test_the_bulletin_shows_both_months(door):
    text = opened(door, "b").text
    assert "November 2026 so far" in text and "October 2026: the winners" in text and "Caller 3" in text
    assert opened(door, "b esc").state.page.name == ""


@BY_SLUG
def test_a_key_that_turns_pages_closes_none(door):
    for key in ("pgdn", "pgup", "down", "right", "home", "end", "2", "w", "s"):
        assert opened(door, f"b {key}").state.page.name == "bulletin", key


@BY_SLUG
def test_the_form_is_walked_and_changed_by_the_keys_of_every_form(door):
    top = opened(door, "s")
    rows = choices(door.game, top.state)
    if not rows:
        return
    for key in ("up", "8", "w", "backtab", "end", "pgdn"):
        assert opened(door, f"s {key}").state.page.at == len(rows) - 1, key
    listed = [at for at, row in enumerate(rows) if len(row.values) > 1]
    at = listed[0]
    moved = "down " * at
    for key in ("down", "2", "s", "tab"):
        assert opened(door, f"s {moved} {key}").state.page.at == (at + 1) % len(rows), key
    held = [rows[at].value(opened(door, f"s {moved} {key}").state.chosen) for key in ("right", "6", "d", "+")]
    assert len(set(held)) == 1
    for key in ("left", "4", "a", "-"):
        again = opened(door, f"s {moved} right {key}").state
        assert rows[at].value(again.chosen) == rows[at].value(top.state.chosen), key
    for key in ("q", "x", "esc", "enter", "f3"):
        assert opened(door, f"s {moved} {key}").state.page.name == "", key


@BY_SLUG
def test_settings_change_are_remembered_and_hold_from_the_next_game(door):
    stage = opened(door, "s")
    rows = choices(door.game, stage.state)
    if not rows:
        assert stage.state.page.name == ""
        return
    for at, row in enumerate(rows):
        stage = opened(door, "s" + " down" * at)
        if not row.values:
            continue
        before = row.value(stage.state.chosen)
        stage.press("right")
        changed = row.value(stage.state.chosen)
        assert changed != before or len(row.values) == 1
        assert stage.prefs.get(row.key) == changed
        again = Stage(door, prefs=stage.prefs, fast=True)
        assert row.value(again.state.chosen) == changed


@BY_SLUG
def test_a_click_on_a_row_changes_it(door):
    stage = opened(door, "s")
    spots = [spot for spot in stage.canvas.spots if isinstance(spot.target, int)]
    for spot in spots:
        stage = opened(door, "s")
        row = choices(door.game, stage.state)[spot.target]
        before = row.value(stage.state.chosen)
        stage.send(Mouse(spot.x, spot.y, target=spot.target))
        if row.values:
            assert row.value(stage.state.chosen) != before or len(row.values) == 1


# -- plain mode --------------------------------------------------------------------------------------


@BY_SLUG
def test_plain_mode_asks_in_every_scene(door):
    stage = opened(door, plain=True)
    speech = door.tell(None, stage.state)
    assert speech.lines[0] == door.INFO.name() and speech.prompt.startswith("Play? (Enter")
    assert stage.say("")[-1]
    assert stage.say("q")[-1] == "Leave it for later (l), give it up (g), or play on (Enter)?"
    said = stage.say("g")
    assert said[-1] == "Play again? (y/n)"
    assert any(line.startswith("Game over. Score: ") for line in said)
    assert f"Seed: {stage.games[0].seed.hex()}" in stage.say("v")


@BY_SLUG
@pytest.mark.parametrize("path", [("q",), ("new",), ("d", "y", "q")])
def test_a_word_that_is_no_answer_ends_no_game(door, path):
    stage = opened(door, plain=True, books=BOOKS)
    stage.say(*(() if path[0] == "d" else ("",)), *path)
    before = stage.state
    for word in ("goodbye", "list", "yesterday"):
        assert f'"{word}" is not one of the choices.' in stage.say(word)
        assert (stage.state.scene, stage.state.page.name) == ("play", before.page.name) and not stage.left
    assert stage.say("play on") and stage.state.page.name == ""
    stage.say("q", "give it up")
    assert stage.state.scene == "done"


@BY_SLUG
def test_a_new_game_is_no_way_to_give_one_up_by_a_key_that_is_not_shown(door):
    stage = to_board(opened(door, "enter"))
    assert stage.press("f2 g").state.page.name == "new" and stage.games[0].score is None


@BY_SLUG
@pytest.mark.parametrize("answer", ["n", "no", "q"])
def test_no_to_another_game_spends_nothing(door, answer):
    stage = opened(door, plain=True)
    stage.say("", "q", "g", answer)
    assert stage.left and len(stage.games) == 1


@BY_SLUG
@pytest.mark.parametrize("path", [(), ("",), ("", "q"), ("", "q", "g"), ("d",), ("?",), ("b",), ("s",)])
def test_a_line_that_means_nothing_is_told_so_everywhere(door, path):
    stage = opened(door, plain=True)
    stage.say(*path)
    before = stage.state
    said = stage.say("xyzzy")
    assert len(said) > 1, f"{before.scene} {before.page.name}: silent"


@BY_SLUG
def test_settings_by_lines(door):
    stage = opened(door, plain=True)
    if not choices(door.game, stage.state):
        return
    assert stage.say("s")[-1].startswith("Which setting?")
    assert any("There is no setting 'xyzzy'" in line for line in stage.say("xyzzy 3"))
    row = next(row for row in choices(door.game, stage.state) if len(row.values) > 1)
    other = next(v for v in row.values if v != row.value(stage.state.chosen))
    stage.say(f"{row.key} {other}")
    assert stage.prefs[row.key] == other
    assert any("can be" in line for line in stage.say(f"{row.key} xyzzy"))


# -- the board's answers --------------------------------------------------------------------------


@BY_SLUG
def test_a_save_that_the_rules_refuse_is_told_in_a_sentence(door):
    stage = opened(door)
    full = stage.setup.options
    begun = Begun(
        Record(full, seats_of(door), Chance(bytes(32)), ("no such move",), "x", commit=""), resumed=True
    )
    state, effects = door.update(stage.state, begun)
    assert state.scene == "title" and "can't go on: move 1" in state.note.text and effects == (Bell(),)


def seats_of(door):
    stage = opened(door, "enter")
    return stage.games[0].seats


@BY_SLUG
def test_a_refusal_and_news_change_the_books_anywhere(door):
    books = Books(month="2026-12", turns_left=1)
    for keys in ("", "enter", "enter q", "enter q g"):
        stage = opened(door, keys)
        scene = stage.state.scene
        stage.send(News(books))
        assert stage.state.books == books and stage.state.scene == scene
        assert door.update(stage.state, No("No."))[0].note.text == "No."
        assert Leave() not in stage.effects


@BY_SLUG
def test_a_full_disk_is_told_at_the_end(door):
    stage = over(door)
    state, _ = door.update(stage.state, Booked(stage.games[0].id, "00" * 32, BOOKS, "The disk is full."))
    assert "The disk is full." in door.draw(state, View()).text()


@BY_SLUG
def test_nothing_is_remembered_that_was_not_chosen(door):
    stage = over(door)
    assert not [effect for effect in stage.effects if isinstance(effect, Remember)]


@pytest.mark.parametrize("door", [DOORS[-1], doors.find("shutbox"), doors.find("thieves")], ids=repr)
def test_a_held_enter_at_an_end_page_begins_nothing(door):
    stage = Stage(door, fast=True, patient=True, books=Books("2026-11", turns_left=5)).press("enter q g")
    for _ in range(50):
        stage.press("enter")
    assert stage.state.scene == "done" and len(stage.games) == 1, "held down, it answers nothing"
    stage.release().press("enter")
    for _ in range(50):
        stage.press("enter")
    assert stage.state.scene == "title" and len(stage.games) == 1 and stage.books.turns_left == 4
    stage.release().press("enter")
    assert len(stage.games) == 2


def test_with_no_turns_left_the_pages_tell_the_hours_and_light_no_play():
    door = doors.find("shutbox")
    stage = Stage(door, fast=True, books=Books("2026-11", turns_left=1, hours=5)).press("enter q g")
    assert "Turns left: 0" in stage.text and "New ones in 5 hours" in stage.text and "[Y]" not in stage.text
    stage.press("enter")
    assert "New turns come in 5 hours, at midnight. You can always practise: P." in stage.text
    assert "[Enter]" not in stage.text
    spoken = Stage(door, plain=True, books=Books("2026-11", turns_left=0, hours=1))
    first = door.tell(None, spoken.state)
    assert "Turns left today: 0. New ones in 1 hour." in first.lines and "Enter" not in first.prompt
    assert spoken.say("")[0].startswith("You have no turns left today. New ones ")
    waits = Stage(door, waiting=True, books=Books("2026-11", turns_left=0, hours=1))
    assert "[Enter] play" in waits.text


def test_did_you_mean_is_a_word_that_the_door_takes():
    stage = Stage(doors.find("mindbuster"), argv=("duell",))
    assert "Did you mean duel?" in stage.text
    stage = Stage(doors.find("microlink"), argv=("yess",))
    assert 'doesn\'t know "yess".' in stage.text
    assert "Did you mean" not in stage.text, "yes means nothing there"
