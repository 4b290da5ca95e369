"""The rules of a match, one by one: permissions, refusals, clocks to the millisecond, and the next state."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from each import each
from random_matches import legal_move
from seated import SALTS, Table

from door.games.game import QUIT
from door.play.match.events import all_want_another, may_abort, may_seat_computer, places_of, waits_for
from door.play.match.values import (
    DAY_MS,
    EVENTS_KEPT,
    TALK_KEPT,
    Hidden,
    Match,
    Refusal,
    TimedMove,
    for_race,
    has_stood,
    is_clock,
    level_of,
    may_be_set,
    out_of_time,
    record_of,
    time_left,
)

HIDE = {"do": "hide", "code": "RWBG"}
OFFER_AGAIN = {"do": "offer", "what": "again"}


def box(clock: str = "5+10", **terms: Any) -> Table:
    """A game of Switchbox that has begun."""
    return Table("switchbox", clock=clock, **terms).sat("Bob")


def link(clock: str = "5+10", **terms: Any) -> Table:
    """A game of Microlink of three callers."""
    return Table("microlink", seats=3, clock=clock, **terms).sat("Bob", "Cid")


def race(**terms: Any) -> Table:
    return Table("mindbuster", race=True, **{"clock": "5+10", **terms}).sat("Bob")


def move(table: Table, text: str = "5", **more: Any) -> None:
    table.do(do="move", **{"seat": table.match.movers[0], "move": text, **more})


def all_offer(table: Table, what: str) -> None:
    for seat in table.match.people if table.match.stage == "over" else table.match.playing:
        table.do(do="offer", seat=seat, what=what)


def over(table: Table) -> Table:
    table.do(do="resign", seat=1)
    return table


def adjourned(table: Table) -> Table:
    table.do(do="adjourn")
    return table


def after(table: Table, *events: dict[str, Any]) -> Table:
    for event in events:
        table.do(**event)
    return table


REFUSED: list[tuple[Table, dict[str, Any], str]] = [
    (Table("switchbox"), {"do": "sit", "seat": 0, "who": "Bob"}, "just taken"),
    (Table("switchbox"), {"do": "sit", "seat": 2, "who": "Bob"}, "no such seat"),
    (Table("switchbox"), {"do": "sit", "seat": -1, "who": "Bob"}, "no such seat"),
    (Table("switchbox"), {"do": "sit", "seat": True, "who": "Bob"}, "no such seat"),
    (Table("switchbox"), {"do": "sit", "seat": 1, "who": "ANN"}, "already at this table"),
    (Table("switchbox", to="Bob"), {"do": "sit", "seat": 1, "who": "Cid"}, "kept for Bob"),
    (Table("switchbox"), {"do": "sit", "seat": 1, "who": "computer:grand"}, "Computers can't"),
    (Table("switchbox", race=True), {"do": "sit", "seat": 1, "who": "computer:expert"}, "Computers can't"),
    (Table("mindbuster"), {"do": "sit", "seat": 1, "who": "computer:lisa"}, "Computers can't"),
    (Table("switchbox"), {"do": "stand", "seat": 0}, "Withdraw it"),
    (after(Table("switchbox", words=True), {"do": "word", "seat": 0, "text": ""}),
     {"do": "word", "seat": 0, "text": "pear"}, "already given"),
    (Table("switchbox"), {**HIDE, "seat": 0, "salt": SALTS[0]}, "no hidden codes"),
    (Table("mindbuster", race=True), {**HIDE, "seat": 0, "salt": SALTS[0]}, "no hidden codes"),
    (after(Table("mindbuster"), {**HIDE, "seat": 0, "salt": SALTS[0]}),
     {**HIDE, "seat": 0, "salt": SALTS[0]}, "already hidden"),
    (Table("mindbuster"), {**HIDE, "code": "RWB", "seat": 0, "salt": SALTS[0]}, "Hole 4 is empty"),
    (Table("switchbox"), {"do": "begin"}, "Not everybody is ready"),
    (Table("switchbox"), {"do": "rename", "who": "Bob", "to": "Rob"}, "Nobody here is called Bob"),
    (Table("switchbox"), {"do": "remove", "who": "Bob"}, "no such seat"),
    (box(), {"do": "remove", "who": "Cid"}, "Nobody here is called Cid"),
    (box(), {"do": "withdraw", "seat": 0}, "already started"),
    (Table("switchbox"), {"do": "resign", "seat": 0}, "hasn't started"),
    (Table("switchbox"), {"do": "offer", "seat": 0, "what": "adjourn"}, "aren't playing|hasn't started"),
    (Table("switchbox"), {"do": "pause", "from": 0, "to": 0}, "wasn't running"),
    (over(box()), {"do": "move", "seat": 0, "move": "5"}, "is over"),
    (box(), {"do": "move", "seat": 1, "move": "5"}, "isn't your move"),
    (box(), {"do": "move", "seat": 0, "move": QUIT}, "Resign"),
    (adjourned(box()), {"do": "move", "seat": 0, "move": "5"}, "is adjourned"),
    (adjourned(box()), {"do": "adjourn"}, "already adjourned"),
    (box(), {"do": "go"}, "not adjourned"),
    (box(), {"do": "let", "seat": 0}, "anybody else's move"),
    (race(), {"do": "let", "seat": 0}, "anybody else's move"),
    (box(), {"do": "time", "seat": 0}, "still have time"),
    (box(), {"do": "pause", "from": 1, "to": 0}, "wasn't running"),
    (box(), {"do": "pause", "from": -1, "to": 0}, "wasn't running"),
    (box(), {"do": "pause", "from": 0, "to": 1}, "wasn't running"),
    (box(), {"do": "claim", "seat": 2}, "no such seat"),
    (box(rated=False), {"do": "claim", "seat": 1}, "only a rated game on a live clock"),
    (box("3d"), {"do": "claim", "seat": 1}, "only a rated game on a live clock"),
    (box(), {"do": "offer", "seat": 0, "what": "again"}, "isn't over"),
    (over(box()), {"do": "offer", "seat": 0, "what": "adjourn"}, "is over"),
    (box(), {"do": "offer", "seat": 0, "what": "money"}, "can't be offered"),
    (box(), {"do": "offer", "seat": 0, "what": "clock 99+99"}, "can't be offered"),
    (over(link()), {"do": "offer", "seat": 1, "what": "abort"}, "aren't playing"),
    (after(over(box()), {"do": "remove", "who": "Bob"}), {**OFFER_AGAIN, "seat": 0}, "Not all of your"),
    (after(over(box()), {**OFFER_AGAIN, "seat": 0}), {"do": "again", "id": "x"}, "Not everybody wants"),
    (link(), {"do": "lapse", "days": 3}, "Nobody is waiting"),
    (adjourned(box("3d")), {"do": "lapse", "days": 3}, "Nobody is waiting"),
    (Table("switchbox"), {"do": "lapse", "days": 3}, "Nobody is waiting"),
    (over(link()), {"do": "resign", "seat": 1}, "Nobody plays from that seat"),
    (box(), {"do": "dance"}, "doesn't know"),
]  # fmt: skip


@each("refused", REFUSED)
def test_what_the_rules_refuse(refused):
    table, event, why = refused
    with pytest.raises(Refusal, match=why):
        table.do(**event)


def test_a_seat_may_be_kept_for_a_caller_however_they_write_their_handle():
    assert Table("switchbox", to="Bob").sat("BOB").match.seats == ("Ann", "BOB")


def test_a_rated_game_keeps_two_seats_for_callers():
    rated, unrated = (Table("microlink", seats=3, rated=rated) for rated in (True, False))
    found = []
    for table in (rated, unrated):
        found.append(may_seat_computer(table.match))
        table.do(do="sit", seat=1, who="computer:expert")
        found.append(may_seat_computer(table.match))
    assert found == [True, False, True, True]


def test_who_stands_up_takes_their_word_and_their_code_along():
    table = Table("mindbuster", words=True)
    table.do(do="sit", seat=1, who="Bob")
    for seat in (0, 1):
        table.do(**HIDE, seat=seat, salt=SALTS[seat])
    table.do(do="word", seat=1, text="pear")
    assert [waits_for(table.game, table.match, seat) for seat in (0, 1)] == ["word", ""]
    sealed = Hidden("RWBG", SALTS[0])
    assert table.match.codes == (sealed, Hidden("RWBG", SALTS[1]))
    assert sealed.seal != table.match.codes[1].seal
    assert [event.text for event in table.match.events if event.what == "hide"] == [
        sealed.seal[:16], table.match.codes[1].seal[:16],
    ]  # fmt: skip
    table.do(do="stand", seat=1)
    assert (table.match.seats, table.match.codes) == (("Ann", ""), (sealed, None))
    assert table.match.words == (None, None)
    assert [waits_for(table.game, table.match, seat) for seat in (0, 1)] == ["word", "caller"]


def test_a_game_waits_for_callers_words_and_codes_and_for_nothing_of_computers():
    table = Table("switchbox", words=True, rated=False)
    table.do(do="word", seat=0, text="")
    assert waits_for(table.game, table.match, 0) == ""
    table.do(do="sit", seat=1, who="computer:expert")
    assert table.match.stage == "play" and table.match.words == ("", None)
    assert record_of(table.match).words == ()
    duel = Table("mindbuster").sat("Bob")
    assert waits_for(duel.game, duel.match, 0) == "code"
    assert Table("mindbuster", race=True).sat("Bob").match.stage == "play"


def test_hidden_codes_are_the_first_moves_and_are_nobody_s_reason_to_stay():
    table = Table("mindbuster").sat("Bob")
    table.pass_by(minutes=5)
    for seat, code in enumerate(("RWBG", "WWBB")):
        table.do(do="hide", seat=seat, code=code, salt=SALTS[seat])
    table.pass_by(seconds=1)
    assert table.match.made == (TimedMove(0, "code RWBG", 0), TimedMove(1, "code WWBB", 0))
    assert (table.match.since, table.match.begun < table.t) == ((0, 0), True)
    assert may_abort(table.match, 0) and may_abort(table.match, 1)
    move(table, "RRRR")
    assert not may_abort(table.match, 0) and not may_abort(table.match, 1)


def test_who_aborts_alone():
    table = race()
    assert not may_abort(Table("switchbox", race=True).match, 0) and may_abort(table.match, 0)
    move(table, "RWBG", seat=0)
    assert [may_abort(table.match, seat) for seat in (0, 1)] == [False, True]
    move(table, QUIT, seat=0)
    assert table.match.stage == "play" and not may_abort(table.match, 1), "who has finished shows their score"


def test_what_the_box_does_in_a_race_is_nobody_s_move():
    table = Table("switchbox", race=True, clock="5+10").sat("Bob")
    assert table.match.statuses[0].movers == (1,), "the box begins"
    move(table, legal_move(table.match.positions[0], Random(1)), seat=0)
    assert [made.own for made in table.match.made] == [False] and may_abort(table.match, 0)
    while not table.match.made[-1].own:
        assert may_abort(table.match, 0)
        own = table.match.statuses[0].movers[0] == 0
        move(table, legal_move(table.match.positions[0], Random(1)), seat=0)
        assert table.match.made[-1].own == own
    assert not may_abort(table.match, 0)


def test_an_older_table_may_be_aborted_until_all_have_moved():
    table = box()
    move(table)
    table.do(do="abort", seat=1)
    assert (table.match.end, table.match.by, table.match.places) == ("aborted", 1, (0, 0))
    table = box()
    move(table)
    move(table)
    with pytest.raises(Refusal, match="Everybody has moved"):
        table.do(do="abort", seat=1)


def test_a_live_clock_counts_to_the_millisecond():
    table = box("1+2")
    table.pass_by(seconds=10)
    move(table)
    assert (table.match.budgets, table.match.since) == ((52_000, 60_000), (10_000, 10_000))
    assert [time_left(table.match, seat, 15_000) for seat in (0, 1)] == [52_000, 55_000]
    table.pass_by(milliseconds=59_999)
    assert out_of_time(table.match, table.match.ms_at(table.t)) == -1
    with pytest.raises(Refusal, match="still have time"):
        table.do(do="time", seat=1)
    kept = table.match
    move(table)
    assert table.match.budgets == (52_000, 2_001)
    table.match = kept
    table.pass_by(milliseconds=1)
    assert out_of_time(table.match, table.match.ms_at(table.t)) == 1
    with pytest.raises(Refusal, match="Your time is up"):
        move(table)
    with pytest.raises(Refusal, match="still have time"):
        table.do(do="time", seat=0)
    table.do(do="time", seat=1)
    assert (table.match.end, table.match.by, table.match.left, table.match.places) == (
        "time",
        1,
        (1,),
        (1, 2),
    )


def test_in_a_race_nobody_s_clock_is_another_s():
    table = race(clock="1+0")
    table.pass_by(seconds=10)
    move(table, "RWBG", seat=1)
    assert (table.match.budgets, table.match.since) == ((60_000, 50_000), (0, 10_000))
    table.pass_by(seconds=50)
    assert out_of_time(table.match, table.match.ms_at(table.t)) == 0
    table.do(do="time", seat=0)
    assert (table.match.stage, table.match.end, table.match.places) == ("over", "time", (2, 1))


def test_a_clock_of_days_gives_each_move_its_days():
    table = box("1d")
    table.pass_by(hours=23)
    move(table)
    assert [time_left(table.match, seat, 23 * 3_600_000) for seat in (0, 1)] == [None, DAY_MS]
    table.pass_by(days=1)
    assert out_of_time(table.match, table.match.ms_at(table.t)) == 1


def test_a_seat_that_may_pass_does_so_and_the_next_one_s_time_begins():
    table = box("5+10", options={"gifts": True})
    move(table, "-")
    assert (table.match.statuses[0].movers, table.match.movers) == ((0, 1), (0,))
    table.pass_by(seconds=7)
    table.do(do="let", seat=0)
    assert (table.match.let, table.match.movers, table.match.since) == ((0,), (1,), (7_000, 7_000))
    with pytest.raises(Refusal, match="anybody else's move"):
        table.do(do="let", seat=1)
    move(table, "-")
    assert table.match.let == () and len(table.match.made) == 2


def test_an_adjourned_live_game_keeps_the_time_that_was_left():
    table = box("5+0")
    table.pass_by(seconds=30)
    all_offer(table, "adjourn")
    assert (table.match.clock, table.match.budgets, table.match.since) == (
        "",
        (270_000, 300_000),
        (30_000,) * 2,
    )
    assert table.match.changes == ((30_000, ""),) and table.match.offers == ("", "")
    table.pass_by(hours=1)
    assert time_left(table.match, 0, table.match.ms_at(table.t)) is None
    table.do(do="go")
    assert (table.match.clock, table.match.since) == ("5+0", (3_630_000,) * 2)
    assert time_left(table.match, 0, table.match.ms_at(table.t)) == 270_000
    all_offer(table, "clock 3+2")
    assert (table.match.clock, table.match.agreed, table.match.budgets) == ("3+2", "3+2", (180_000,) * 2)
    assert [event.what for event in table.match.events[-2:]] == ["offer", "clock"]


def test_an_adjourned_game_goes_on_with_an_agreed_clock():
    table = adjourned(box())
    all_offer(table, "adjourn")
    assert table.match.adjourned and table.match.changes == ((0, ""),), "it is adjourned already"
    all_offer(table, "clock 3d")
    assert (table.match.clock, table.match.budgets) == ("3d", (0, 0))
    assert table.match.events[-1].what == "go"


def test_time_while_the_board_was_down_is_nobody_s():
    table = box()
    table.pass_by(seconds=10)
    move(table)
    table.pass_by(seconds=50)
    table.do(do="pause", **{"from": 20_000, "to": 50_000})
    assert table.match.since == (40_000, 40_000), "thirty seconds later, as the move was made before it"
    assert table.match.changes == ((20_000, ""), (50_000, "5+10"))
    table.do(do="pause", **{"from": 30_000, "to": 60_000})
    assert table.match.since == (60_000, 60_000), "no time is left out twice"
    table.do(do="pause", **{"from": 30_000, "to": 60_000})
    assert table.match.since == (60_000, 60_000)
    table = adjourned(box())
    table.pass_by(seconds=50)
    table.do(do="pause", **{"from": 0, "to": 50_000})
    assert table.match.changes == ((0, ""),) and table.match.adjourned


def test_if_the_clock_has_stood():
    match = replace(box().match, changes=((10, ""), (20, "5+10"), (30, "")))
    spans = {(0, 10): False, (0, 11): True, (19, 25): True, (20, 30): False, (29, 31): True, (40, 50): True}
    assert {span: has_stood(match, *span) for span in spans} == spans


def test_offers():
    table = link()
    for seat in (0, 1):
        table.do(do="offer", seat=seat, what="abort")
    assert table.match.stage == "play" and table.match.offers == ("abort", "abort", "")
    n = len(table.match.events)
    table.do(do="offer", seat=1, what="abort")
    assert len(table.match.events) == n, "nobody hears the same offer twice"
    table.do(do="offer", seat=1, what="")
    assert (table.match.events[-1].what, table.match.events[-1].text) == ("retract", "abort")
    all_offer(table, "abort")
    assert (table.match.stage, table.match.end, table.match.by) == ("over", "aborted", -1)
    table = box()
    table.do(do="offer", seat=1, what="adjourn")
    move(table)
    assert table.match.offers == ("", ""), "a move is an answer"


def test_who_has_left_is_asked_no_more():
    table = link()
    table.do(do="resign", seat=0)
    assert table.match.stage == "play"
    assert [event.what for event in table.match.events[-2:]] == ["leave", "turn"]
    for seat in (1, 2):
        table.do(do="offer", seat=seat, what="abort")
    assert table.match.end == "aborted"
    all_offer(table, "again")
    assert all_want_another(table.match)
    table.do(do="again", id="x")
    assert table.match.again == "x" and not all_want_another(table.match)
    for event in ({"do": "again", "id": "y"}, {**OFFER_AGAIN, "seat": 0}):
        with pytest.raises(Refusal, match="already open"):
            table.do(**event)


def test_a_rematch_is_wanted_by_all_or_not_at_all():
    table = over(box())
    table.do(**OFFER_AGAIN, seat=0)
    assert not all_want_another(table.match)
    table.do(**OFFER_AGAIN, seat=1)
    assert all_want_another(table.match)
    table.do(do="remove", who="Bob")
    assert not all_want_another(table.match) and table.match.offers == ("again", "")


def test_a_computer_plays_from_a_seat_that_was_left():
    table = link(rated=False)
    table.match = replace(table.match, left=(0,))
    assert [level_of(table.game, table.match, seat) for seat in (0, 1)] == ["expert", ""]
    for event in ({"do": "move", "seat": 0, "move": "6"}, {"do": "let", "seat": 0}):
        with pytest.raises(Refusal, match="computer has taken over"):
            table.do(**event)
    alone = Table("switchbox", race=True).sat("Bob")
    alone.match = replace(alone.match, left=(0,))
    assert level_of(alone.game, alone.match, 0) == "", "a race's seat stays as it is"


def test_a_game_of_two_ends_as_one_leaves_and_one_of_three_goes_on():
    for end, event in (("resigned", {"do": "resign"}), ("claimed", {"do": "claim"})):
        table = after(box(), {**event, "seat": 1})
        assert (table.match.end, table.match.by, table.match.places) == (end, 1, (1, 2))
        table = after(link(), {**event, "seat": 1})
        assert (table.match.stage, table.match.left, table.match.playing) == ("play", (1,), (0, 2))
        table.do(do="resign", seat=2)
        assert (table.match.stage, table.match.by, table.match.places) == ("over", 2, (1, 3, 2))


def test_a_race_of_two_goes_on_while_somebody_runs_and_ends_with_the_last():
    table = race()
    table.do(do="move", seat=0, move=QUIT)
    assert table.match.events[-1].what == "finish" and table.match.movers == (1,)
    with pytest.raises(Refusal, match="Nobody plays from that seat"):
        table.do(do="resign", seat=0)
    table.do(do="move", seat=1, move=QUIT)
    assert (table.match.stage, table.match.end) == ("over", "over")


def test_places():
    assert places_of((5, 9, 5), (), False) == (2, 1, 2)
    assert places_of((5, 9, 5), (), True) == (1, 3, 1)
    assert places_of((9, 5, 5, 1), (0, 1), False) == (4, 3, 1, 2), "who left first is last"


def test_a_challenge_lapses_after_its_days_and_not_before():
    table = Table("switchbox", to="Bob")
    assert table.match.challenge_age(table.t) == table.match.challenge_age("2026-11-22T19:00:00Z") == 0
    table.pass_by(days=1, milliseconds=-1)
    assert table.match.challenge_age(table.t) == DAY_MS - 1
    with pytest.raises(Refusal, match="can still be answered"):
        table.do(do="lapse", days=1)
    table.pass_by(milliseconds=1)
    table.do(do="lapse", days=1)
    assert (table.match.stage, table.match.end, table.match.lapsed) == ("over", "withdrawn", True)
    assert Table("switchbox").match.challenge_age(table.t) == 0, "it is nobody's"
    begun = Table("switchbox", to="Bob").sat("Bob").match
    assert begun.challenge_age(table.t) == 0
    assert replace(begun, stage="over").challenge_age(table.t) == 0
    assert replace(begun, stage="over", seats=("Ann", "")).challenge_age(table.t) == 0


def test_an_adjourned_live_game_lapses_after_its_days_and_not_before():
    table = box()
    table.pass_by(hours=1)
    adjourned(table).pass_by(days=1, milliseconds=-1)
    with pytest.raises(Refusal, match="still have time to come back"):
        table.do(do="lapse", days=1)
    table.pass_by(milliseconds=1)
    table.do(do="lapse", days=1)
    assert (table.match.end, table.match.lapsed, table.match.places) == ("aborted", True, (0, 0))


def test_the_sysop_ends_a_match_with_a_reason():
    forming, begun = (
        after(table, {"do": "end", "why": "Bedtime."}).match for table in (Table("switchbox"), box())
    )
    assert [(match.stage, match.end) for match in (forming, begun)] == [
        ("over", "withdrawn"),
        ("over", "aborted"),
    ]
    assert forming.talk == begun.talk == (("Sysop", "Bedtime."),)


def test_a_withdrawn_table_and_a_declined_one():
    for event, by in (({"seat": 0}, 0), ({}, -1)):
        match = after(Table("switchbox", to="Bob"), {"do": "withdraw", **event}).match
        assert (match.stage, match.end, match.by) == ("over", "withdrawn", by)


def test_who_is_removed_from_the_board_leaves_their_tables():
    by, to, sat = (Table("switchbox", **terms) for terms in ({}, {"to": "Bob"}, {"seats": 3}))
    sat.do(do="sit", seat=1, who="Bob")
    assert after(by, {"do": "remove", "who": "ANN"}).match.removed == (0,)
    assert after(to, {"do": "remove", "who": "BOB"}).match.removed == ()
    assert [table.match.end for table in (by, to)] == ["withdrawn"] * 2
    assert after(sat, {"do": "remove", "who": "bob"}).match.seats == ("Ann", "", "")
    table = box()
    table.do(do="offer", seat=1, what="adjourn")
    table.do(do="remove", who="bob")
    match = table.match
    assert (match.end, match.by, match.removed, match.offers) == ("resigned", 1, (1,), ("", ""))
    assert (match.seat_of("Bob"), match.seat_of("Ann"), match.seat_of("")) == (-1, 0, -1)
    assert match.people == (0,)
    table.do(do="rename", who="Ann", to="Bob")
    table.do(do="rename", who="Bob", to="Rob")
    assert table.match.seats == ("Rob", "Bob"), "the new Bob is not the removed one"
    runs = race()
    runs.do(do="move", seat=0, move=QUIT)
    runs.do(do="remove", who="Ann")
    assert (runs.match.stage, runs.match.removed, runs.match.left) == ("play", (0,), ()), "they had finished"


def test_a_rename_is_everywhere_and_nothing_else_changes():
    table = Table("switchbox", to="Bob", words=True)
    table.do(do="say", who="Ann", text="Ann is here")
    table.do(do="rename", who="ann", to="Zoë")
    table.do(do="rename", who="BOB", to="Rob")
    match = table.match
    assert (match.terms.by, match.terms.to, match.seats) == ("Zoë", "Rob", ("Zoë", ""))
    assert match.talk == (("Zoë", "Ann is here"),)
    played = box()
    move(played)
    board = played.match.positions
    played.do(do="rename", who="Bob", to="Rob")
    assert played.match.positions[0].seats == ("Ann", "Rob") and played.match.positions != board


def test_talk_and_events_are_kept_for_slow_screens_and_no_longer():
    table = box()
    for number in range(TALK_KEPT + 2):
        table.do(do="say", who="Ann", text=str(number))
    match = table.match
    assert (len(match.talk), match.said) == (TALK_KEPT, TALK_KEPT + 2)
    assert match.lines_after(match.said) == match.lines_after(match.said + 1) == ()
    assert match.lines_after(match.said - 1) == (("Ann", "201"),)
    assert match.lines_after(0) == match.talk
    for number in range(EVENTS_KEPT):
        table.do(do="offer", seat=0, what=("adjourn", "")[number % 2])
    assert len(table.match.events) == EVENTS_KEPT
    assert [event.n for event in table.match.events_after(table.match.n - 1)] == [table.match.n]


def test_what_happens_before_a_game_has_no_time():
    table = Table("switchbox")
    assert table.match.ms_at(table.t) == 0
    begun = table.sat("Bob").match
    assert begun.ms_at("2026-11-22T19:59:59.000+00:00") == 0
    assert (begun.ms_at("2026-11-22T20:00:00.001+00:00"), begun.n) == (1, 2)


def test_each_caller_s_game_in_a_race_is_a_record_of_its_own():
    table = race()
    for seat, guess in ((0, "RWBG"), (1, "WWBB"), (0, "KKKK")):
        move(table, guess, seat=seat)
    records = [record_of(table.match, seat) for seat in (0, 1)]
    assert [(one.seats, one.moves) for one in records] == [
        (("Ann",), ("RWBG", "KKKK")),
        (("Bob",), ("WWBB",)),
    ]
    duel = box()
    move(duel)
    record = record_of(duel.match)
    assert (record.seats, record.moves, record.commit) == (("Ann", "Bob"), ("5",), duel.match.terms.commit)


def test_the_movers_of_a_race_run_until_they_finish_or_leave():
    table = race()
    assert (table.match.movers, table.match.needed_seats) == ((0, 1), (0, 1))
    assert replace(table.match, left=(1,)).movers == (0,)
    table.do(do="move", seat=0, move=QUIT)
    assert (table.match.movers, table.match.playing, table.match.needed_seats) == ((1,), (0, 1), (1,))
    assert box().match.needed_seats == (0, 1), "a live game needs all"
    assert Match(table.match.terms, ("Ann", "")).movers == ()


def test_clocks_that_callers_may_choose_and_that_the_journal_may_hold():
    clocks = {
        "1d": (True, True), "3d": (True, True), "7d": (True, True), "2d": (False, False),
        "1+0": (True, True), "60+60": (True, True), "61+0": (True, False), "60+61": (True, False),
        "0+5": (False, False), "99+99": (True, False), "100+0": (False, False), "5+100": (False, False),
        "5": (False, False), "": (False, False), "5+10x": (False, False),
    }  # fmt: skip
    assert {clock: (is_clock(clock), may_be_set(clock)) for clock in clocks} == clocks
    assert [for_race(clock) for clock in ("5+10", "5+0", "3d")] == ["5+0", "5+0", "3d"]
