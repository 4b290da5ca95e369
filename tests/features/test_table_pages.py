"""The pages around tables: what is listed and in what order, what keys and words ask of the board."""

from dataclasses import replace
from typing import Any

import pytest
from board_scenes import CALLERS, LONG, lobby
from hypothesis import given
from hypothesis import strategies as st
from table_values import (
    FEW,
    FORM,
    FULL_FORM,
    LADDER,
    MINE,
    NONE,
    RANKED,
    TABLES,
    UNRATED,
    UNRATED_FORM,
    WILHELMINA,
    match,
    row,
)

from door.features.bulletins.pages import PAGE as bulletins
from door.features.callers.asks import WHO
from door.features.callers.pages.callers import WHO_PAGE as who
from door.features.callers.pages.profile import PAGE as profile
from door.features.menu.pages import menu
from door.features.news.asks import NEWS, WhatIsNew
from door.features.news.pages import news
from door.features.tables import asks as queries
from door.features.tables.asks import (
    DECLINE,
    AskTables,
    LadderFound,
    OpenTable,
    Sit,
    TableForm,
    TableReady,
    TablesFound,
    TablesOpened,
    TakeSeat,
    game_name,
)
from door.features.tables.pages import tables
from door.features.tables.pages.ladder import PAGE as ladder
from door.features.tables.pages.new_table import PAGE as new_table
from door.features.tables.pages.new_table import rows_of
from door.features.watching import pages as looking
from door.features.watching.pages import GALLERY, LET_WATCH, GalleryFound, WatcherRow
from door.pages.api import PROFILE, Done, DoorPast, Visit
from door.pages.api import CallerProfile as CallerProfile
from door.play.api import NEXT_MOVE
from door.play.match.values import is_clock, is_live
from door.records.ledger.standings import History
from door.term.keys import Key, Line, Mouse
from door.ui.screen import Answer, Bell, DoAct, Leave, No, View
from door.ui.texts import tr

pytestmark = pytest.mark.files("it has no store")

PLAIN = lobby(terminal={"plain": "on"})
RANKING = Answer(queries.LADDER, LADDER)
ENTER, DOWN, RIGHT = Key("enter"), Key("down"), Key("right")


def at(page: Any, *events: Any, board: Any = None, arg: str = "") -> Any:
    """The page's state after these events."""
    state, _ = page.start(board or lobby(), arg)
    for event in events:
        state, _ = page.update(state, event)
    return state


def asks(page: Any, state: Any, event: Any) -> tuple[Any, ...]:
    """What an event asks of the board."""
    return tuple(page.update(state, event)[1])


def told(page: Any, *events: Any, board: Any = None, arg: str = "") -> tuple[str, ...]:
    """What plain mode says of the last of these events."""
    before = at(page, *events[:-1], board=board or PLAIN, arg=arg) if events else None
    lines: tuple[str, ...] = page.tell(before, at(page, *events, board=board or PLAIN, arg=arg)).lines
    return lines


# -- the list --------------------------------------------------------------------------------


def test_what_waits_for_the_caller_comes_first():
    shuffled = replace(TABLES, mine=tuple(reversed(MINE)))
    state = at(tables.PAGE, shuffled)
    sections = [one.section for one in state.rows]
    assert list(dict.fromkeys(sections)) == list(tables.SECTIONS)
    assert sections.count(tr.tables.section_your_move) == sections.count(tr.tables.section_challenges) == 2


@pytest.mark.parametrize(
    ("section", "effect"),
    [
        (tr.tables.section_your_move, Sit("m1")),
        (tr.tables.section_challenges, TakeSeat("m3")),
        (tr.tables.section_waiting, Sit("m5")),
        (tr.tables.section_free_seats, TakeSeat("f1")),
        (tr.tables.section_to_watch, Sit("o1")),
        (tr.tables.section_ended, Sit("m8")),
    ],
)
def test_enter_and_a_click_open_what_is_marked_or_take_its_seat(section, effect):
    state = at(tables.PAGE, TABLES)
    place = next(at for at, one in enumerate(state.rows) if one.section == section)
    assert asks(tables.PAGE, state.marking(place), ENTER) == (effect,)
    assert asks(tables.PAGE, state, Mouse(1, 1, target=place)) == (effect,)


def test_a_seat_that_was_taken_is_sat_down_in():
    assert asks(tables.PAGE, at(tables.PAGE, FEW, ENTER), TableReady("f1")) == (Sit("f1"),)


def test_a_challenge_is_taken_up_or_declined_and_nothing_else_is():
    state = at(tables.PAGE, TABLES)
    challenge, state = state.marking(2), state.marking(0)
    assert asks(tables.PAGE, challenge, Key("a")) == (TakeSeat("m3"),)
    assert asks(tables.PAGE, challenge, Key("D")) == (DECLINE("m3"),)
    for letter in "ad":
        after, effects = tables.PAGE.update(state, Key(letter))
        assert after.note == tr.tables.not_a_challenge()
        assert not any(isinstance(one, DoAct) for one in effects)


def test_the_mark_stays_on_its_table_whatever_the_list_becomes():
    state = at(tables.PAGE, TABLES, *[DOWN] * 2)
    assert state.marked_row.id == "m5"
    for found in (replace(TABLES, mine=MINE[4:]), replace(TABLES, mine=(*MINE[1:], MINE[0]), free=())):
        assert at(tables.PAGE, TABLES, *[DOWN] * 2, found).marked_row.id == "m5"
    assert at(tables.PAGE, TABLES, *[DOWN] * 2, NONE, FEW).marked_row.id == "f1"
    ended = replace(MINE[4], match=replace(MINE[4].match, stage="over", again="m1"))
    found = replace(TABLES, mine=(*MINE[:4], ended, *MINE[5:]))
    rematch = at(tables.PAGE, TABLES, *[DOWN] * 2, found)
    assert rematch.marked_row.id == "m1"
    back = rematch.marking([one.id for one in rematch.rows].index("m5"))
    assert tables.PAGE.update(back, found)[0].marked_row.id == "m5", "the mark is moved once"


def test_the_list_opens_on_what_the_caller_was_told_of_or_waits_for_an_answer():
    ended = replace(NONE, mine=MINE[-1:])
    assert at(tables.PAGE, TABLES).marked_row.id == "m3", "the newest challenge"
    assert at(tables.PAGE, replace(TABLES, mine=MINE[:2])).marked_row.id == "m1", "the first move"
    for before in (NONE, ended, replace(TABLES, mine=MINE[4:])):
        again = (before, *[DOWN] * 9, TablesOpened(""), lobby())
        assert at(tables.PAGE, *again, TABLES).marked_row.id == "m3"
        assert at(tables.PAGE, *again, TABLES, DOWN, TABLES).marked_row.id == "m4", "the mark is moved once"
    for id in ("m2", "m4", "m8"):
        assert at(tables.PAGE, ended, TablesOpened(id), TABLES).marked_row.id == id
    assert at(tables.PAGE, ended, TablesOpened("gone"), TABLES).marked_row.id == "m3"


@pytest.mark.parametrize("board", [lobby(), PLAIN])
def test_the_only_challenge_is_answered_whatever_is_marked(board):
    one = replace(TABLES, mine=(*MINE[:3], *MINE[4:]))
    state = at(tables.PAGE, one, *[DOWN] * 5, board=board)
    key: Any = Line if board is PLAIN else Key
    assert asks(tables.PAGE, state, key("a")) == (TakeSeat("m3"),)
    assert asks(tables.PAGE, state, key("d")) == (DECLINE("m3"),)
    if board is not PLAIN:
        assert "[A] Accept [D] Decline" in " ".join(tables.PAGE.draw(state, View(132, 49)).text().split())


def test_a_refusal_does_not_stand_below_the_challenge_that_came_right_behind_it():
    state = at(tables.PAGE, FEW, Key("a"))
    assert state.wrong and state.note
    assert at(tables.PAGE, FEW, Key("a"), FEW).wrong
    state = at(tables.PAGE, FEW, Key("a"), replace(FEW, mine=MINE[2:3]))
    assert not state.wrong and asks(tables.PAGE, state, Key("a")) == (TakeSeat("m3"),)


def test_who_is_sent_away_is_who_was_marked_whoever_has_come_since():
    ann, bob, cid = WatcherRow("Ann", 2), WatcherRow("Bob", 3), WatcherRow("Cid", 4, is_in=False)
    before, after = (Answer(GALLERY, GalleryFound(rows, own=True)) for rows in ((ann, bob), (cid, ann, bob)))
    state = at(looking.GALLERY_PAGE, before, Key("down"), after)
    assert asks(looking.GALLERY_PAGE, state, Key("d")) == (LET_WATCH(("Bob", False)),)


def test_an_adjourned_game_is_nobody_s_move():
    adjourned = [one for one in at(tables.PAGE, TABLES).rows if one.table.match.adjourned]
    assert [(one.id, one.section()) for one in adjourned] == [("m9", "Adjourned")]


def test_tables_that_have_ended_are_not_counted():
    assert tables.PAGE.count(at(tables.PAGE, replace(NONE, mine=MINE[-1:]))) == "0 tables"
    assert tables.PAGE.count(at(tables.PAGE, TABLES)) == "11 tables. Rated games left today: 4"


def test_whoever_sits_nowhere_is_told_how_to_begin():
    assert at(tables.PAGE, FEW).note == tr.tables.no_table_of_yours()
    assert at(tables.PAGE, replace(FEW, free=(), mine=MINE[-1:])).note == tr.tables.no_free_seat()
    assert at(tables.PAGE, TABLES).note == ""
    assert "New table (N) opens one" in "".join(told(tables.PAGE, NONE))
    free = replace(
        FEW.free[0],
        match=replace(FEW.free[0].match, terms=replace(FEW.free[0].match.terms, door="microlink")),
    )
    state = at(tables.PAGE, replace(FEW, mine=(), free=(free,)), arg="microlink")
    assert state.note == tr.tables.no_table_of_yours_of(door=game_name("microlink"))
    assert state.note in " ".join(tables.PAGE.draw(state, View()).text().split()), "whole"


def test_what_is_too_long_for_the_list_stands_whole_below_it():
    state = at(tables.PAGE, TABLES)
    places = {one.id: place for place, one in enumerate(state.rows)}
    about = {id: tables.PAGE.about(state.marking(place)) for id, place in places.items()}
    shown = tables.PAGE.draw(state.marking(places["m5"]), View()).text()
    assert "2 days 23 hours" in shown and "to move, 2 days 23 hours." in about["m5"]
    assert "Ann and Wilhelmina Frederika." in about["o1"]
    assert "holes 5" in about["f2"] and "players" not in about["f2"], "what makes it a race is said"
    assert "2 seats free." in about["f1"]


def test_the_first_game_that_waits_is_gone_to_at_once_and_no_challenge_is():
    state, _ = tables.PAGE.start(lobby(), NEXT_MOVE)
    after, effects = tables.PAGE.update(state, TABLES)
    assert effects == (Sit("m1"),)
    assert asks(tables.PAGE, after, TABLES) == (), "only once"
    assert asks(tables.PAGE, state, replace(TABLES, mine=MINE[2:])) == ()


def test_in_plain_mode_numbers_stay_what_they_were_said_to_be():
    fewer = replace(TABLES, mine=MINE[3:])
    state = at(tables.PAGE, TABLES, fewer, board=PLAIN)
    assert told(tables.PAGE, TABLES, fewer) == ()
    assert asks(tables.PAGE, state, Line("1")) == (Sit("m1"),)
    assert asks(tables.PAGE, state, Line("a 4")) == (TakeSeat("m4"),)
    assert asks(tables.PAGE, state, Line("D3")) == (DECLINE("m3"),)
    for again in (Line("r"), PLAIN, Done("Ann has been told.")):
        assert asks(tables.PAGE, state, again) == (AskTables(),)
        heard = told(tables.PAGE, TABLES, again, fewer)
        assert heard[:2] == ("Tables. 8 tables. Rated games left today: 4", "Challenges to you:")
        assert (
            heard[2]
            == "1. Switchbox with Ann. Unrated, 3 days a move. Type A and the number to accept, D to decline."
        )


def test_a_letter_without_a_number_answers_no_challenge():
    one = replace(TABLES, mine=(*MINE[:3], *MINE[4:]))
    for found, texts in ((TABLES, ("a", "d 99", "d 1")), (one, ("a 1", "d 1", "a 99"))):
        state = at(tables.PAGE, found, board=PLAIN)
        for text in texts:
            after, effects = tables.PAGE.update(state, Line(text))
            assert after.wrong and not any(isinstance(one, DoAct | TakeSeat) for one in effects)


def test_the_ways_from_the_list():
    state = at(tables.PAGE, TABLES)
    assert asks(tables.PAGE, state, Key("n")) == (Visit("new-table"),)
    assert asks(tables.PAGE, state.marking(1), Key("L")) == (Visit("ladder", "microlink"),)
    assert asks(tables.PAGE, at(tables.PAGE, NONE), Key("l")) == (Visit("ladder", ""),)


# -- a new table -------------------------------------------------------------------------------


def test_enter_opens_what_stands_there():
    state = at(new_table, FORM)
    assert asks(new_table, state, ENTER) == (OpenTable("shutbox", "race", "3d", True),)
    assert asks(new_table, at(new_table, FORM, ENTER), ENTER) == (), "once"
    assert asks(new_table, at(new_table, FORM, ENTER), TableReady("new")) == (Leave(), Sit("new"))


def test_a_live_clock_adds_no_time_to_a_race():
    """Nobody waits for a move there: with ten seconds more for each of 85 cards a clock would only grow."""
    race = rows_of(FULL_FORM, {"game": "shutbox", "clock": "5+10"}, guest=False)
    assert race.table.kind == "race" and race.table.clock == "5+0" and "5 minutes, " in race.summary()
    options = race.rows["clock"].options
    assert [one for one in options if is_live(one)] == ["3+0", "5+0", "10+0", "30+0"]
    versus = rows_of(FULL_FORM, {"game": "microlink", "played": "versus", "clock": "5+10"}, guest=False)
    assert versus.table.clock == "5+10"


def test_a_refusal_leaves_what_was_chosen():
    state = at(new_table, FORM, RIGHT, ENTER, No("Nobody here goes by that handle."))
    assert state.note == "Nobody here goes by that handle." and state.wrong
    (table,) = asks(new_table, state, ENTER)
    assert table.slug == "microlink"


def test_whom_one_names_is_one_caller_and_computers_take_the_other_seats():
    lines = [
        Line(text) for text in ("game micro", "seats 4", "with ann", "level expert", "rated no", "clock 15+5")
    ]
    (table,) = asks(new_table, at(new_table, FORM, *lines, board=PLAIN), Line("open"))
    assert table == OpenTable("microlink", "versus", "15+5", False, 4, "Ann", ("expert", "expert"))
    (table,) = asks(new_table, at(new_table, FORM, *lines, Line("with anybody")), Line("open"))
    assert (table.to, table.seats) == ("", 4)


def test_a_number_is_the_caller_on_that_node():
    (table,) = asks(new_table, at(new_table, FORM, Line("with 2"), board=PLAIN), Line("open"))
    assert table.to == "Ann"
    after = at(new_table, FORM, Line("with 2"), Line("with 1"), board=PLAIN)
    assert after.wrong and after.note.startswith("There is no caller 1. Type a handle, or the node")
    assert asks(new_table, after, Line("open"))[0].to == "Ann"


def test_a_guest_plays_by_minutes_and_who_may_not_is_told_why_no_game_is_rated():
    guest = lobby(handle="Guest #1", guest=True)
    (table,) = asks(new_table, at(new_table, UNRATED, Line("clock 3d"), board=guest), ENTER)
    assert is_live(table.clock) and not table.rated
    after = at(new_table, UNRATED, Line("rated yes"))
    assert after.wrong and after.note == f"rated: no. {UNRATED_FORM.why_not}"


def test_a_typed_handle_is_kept_as_its_owner_writes_it_and_esc_keeps_the_old():
    state = at(new_table, FORM, Key("f"), *map(Key, "ANN"), ENTER)
    assert asks(new_table, state, ENTER)[0].to == "Ann"
    state, _ = new_table.update(state, Key("f"))
    for event in (*map(Key, "Zoe"), Key("esc")):
        state, _ = new_table.update(state, event)
    assert asks(new_table, state, ENTER)[0].to == "Ann"
    assert asks(new_table, at(new_table, FORM, Key("f"), ENTER, arg="Ann"), ENTER)[0].to == ""
    typing = at(new_table, FORM, Key("f"), Key("A"), FORM)
    assert typing.entry.field.value == "A", "a form that comes anew, as when the window has another size"


def test_where_no_game_can_be_played_there_is_only_the_way_back():
    none = Answer(queries.TABLE_FORM, TableForm((), "3d", False, "The tables are closed.", ()))
    assert asks(new_table, at(new_table, none), ENTER) == (Bell(),)
    assert told(new_table, none) == (f"New table. {tr.tables.no_door_for_tables}",)
    assert asks(new_table, at(new_table, none, board=PLAIN), Line("open")) == (Leave(),)


PRESSED = st.lists(st.sampled_from(["up", "down", "left", "right"]), max_size=40)


@given(
    PRESSED, st.sampled_from(["", "Ann", "Zoe"]), st.booleans(), st.sampled_from([FULL_FORM, UNRATED_FORM])
)
def test_whatever_is_chosen_is_a_table_that_can_be(pressed, to, guest, form):
    state = at(
        new_table, Answer(queries.TABLE_FORM, form), *map(Key, pressed), board=lobby(guest=guest), arg=to
    )
    (table,) = asks(new_table, state, ENTER)
    game = next(game for game in form.games if game.slug == table.slug)
    low, high = game.seats if table.kind == "versus" else (2, 2)
    assert low <= table.seats <= high and (game.race or table.kind == "versus")
    callers = table.seats - len(table.computers)
    assert callers == 2 if table.to else callers >= 2
    assert set(table.computers) <= set(game.computers)
    assert is_clock(table.clock) and (is_live(table.clock) or not guest)
    assert form.may_rate or not table.rated


# -- the ladder --------------------------------------------------------------------------------


def test_the_ladder_of_each_game_in_turn():
    state, effects = ladder.start(lobby(), "switchbox")
    assert effects == (queries.LADDER("switchbox"),)
    after, effects = ladder.update(state, RIGHT)
    assert effects == (queries.LADDER("shutbox"),), "from the last to the first"
    late, _ = ladder.update(after, RANKING)
    assert late.found is None, "an answer about another game comes too late"
    assert asks(ladder, state, Line("p")) == (queries.LADDER("thieves"),)


def test_a_provisional_rating_is_marked_and_has_no_place():
    text = [line for line, _ in at(ladder, RANKING, arg="switchbox").sheet.lines]
    assert text[2].split()[:2] == ["►", "2."] and "1623 " in text[2] and "▄▀▀─▄" in text[2]
    assert "1701?" in text[4] and " - " in text[4]
    full = LADDER._replace(rows=RANKED[:3])
    assert tr.tables.ladder_provisional_note(games=10) not in [
        line for line, _ in at(ladder, Answer(queries.LADDER, full), arg="switchbox").sheet.lines
    ]


def test_plain_mode_says_results_in_words():
    heard = told(ladder, RANKING, arg="switchbox")
    assert heard[2].endswith(
        "rating 1623, plus or minus 61, 1234 games. Lately: lost 1, won 2, drew 1, lost 1."
    )
    assert heard[4].startswith("Provisional: Cid")
    none = Answer(queries.LADDER, LadderFound("switchbox", "Switchbox", ()))
    assert told(ladder, none, arg="switchbox")[1].startswith("No rated game")


# -- ways to them ------------------------------------------------------------------------------


def test_the_menu_and_the_news_tell_of_games_that_wait():
    busy = lobby(tables_waiting=2)
    assert (
        asks(menu.PAGE, at(menu.PAGE), Key("t"))
        == asks(menu.PAGE, at(menu.PAGE), Line("tables"))
        == (Visit("tables"),)
    )
    assert asks(menu.PAGE, at(menu.PAGE, board=busy), Key("r")) == (Visit("tables", NEXT_MOVE),)
    assert at(menu.PAGE, Key("r")).note == tr.menu.choose_door(), "where none waits R means nothing"
    sentence = "2 games are waiting for you: Tables (T), or Your move (R)."
    assert sentence in told(menu.PAGE, board=busy)
    assert sentence in told(news.PAGE, Answer(NEWS, WhatIsNew((), ())), board=busy)


def test_a_caller_who_is_on_is_challenged_from_the_list_of_them():
    state = at(who, Answer(WHO, CALLERS))
    assert asks(who, state, Key("c")) == (Visit("new-table", "Ann"),)
    assert asks(who, state, Line("c 64")) == asks(who, state, Line("C64")) == (Visit("new-table", "Ann"),)
    for event in (Line("c 1"), Line("c 7"), Line("c")):
        after, effects = who.update(state, event)
        assert after.wrong and not any(isinstance(one, Visit) for one in effects)


def test_ratings_stand_in_the_profile_and_on_the_bulletins():
    past = DoorPast("Switchbox", 14, History("switchbox"), RANKED[3])
    own = Answer(PROFILE, CallerProfile(LONG, 1, "", "", (past,), ()))
    assert "rating 1701 (provisional), 3 rated games" in told(profile, own)
    assert "no game finished yet" not in told(profile, own)
    board = lobby(doors=(replace(lobby().doors[4], ladder=RANKED[:3]),))
    heard = bulletins.tell(None, at(bulletins, board=board)).lines
    assert heard[-4:] == ("Ladder", "1. Ann, Rating 1812, 41 games", f"2. {LONG}, Rating 1623, 1234 games",
                          "3. Björn, Rating 1498, 10 games")  # fmt: skip


def test_a_full_table_names_its_callers_before_its_computers_and_where_they_are():
    computers = ("computer:expert", "computer:careful")
    for caller, brief in (("Bo", "Bo, 2 computers"), (WILHELMINA, "Wilhelmina Frederik»")):
        terms = match("x", "microlink", LONG, *computers, caller, clock="10+15")
        found = TablesFound((row(terms, "Your move, 4:12 / 3:50 / 2:01", True, (caller, 64)),), (), ())
        heard = " ".join(told(tables.PAGE, found))
        assert f"with {caller}, computer (expert) and computer (careful): Your move" in heard
        shown = " ".join(tables.PAGE.draw(at(tables.PAGE, found), View()).text().split())
        assert brief in shown and f"{caller} is on node 64." in shown
