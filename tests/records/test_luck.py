"""Luck, choices and streaks: whose, through a rename and a removal, and from one start to the next."""

import json
import random

import pytest
from ledger_lines import told

from door.games.analysis import Account
from door.games.chance import Chance
from door.games.shutbox.rules import Variant, apply, begin, legal, move_text
from door.play.books import (
    DAYS,
    DEALS,
    Badge,
    Books,
    Hundredths,
    Passed,
    PlaceRow,
    Run,
    overtaken_line,
    passed_line,
    streak_news,
    to_first,
)
from door.records.ledger import contest
from door.records.ledger.callers import EARLY, PLAY_DAYS_KEPT, RECORD, Bests, PlayDays
from door.records.ledger.contest import Places, Sum, add_score
from door.records.ledger.ledger import Ledger
from door.records.ledger.standings import (
    badges_since,
    history,
    latest_records,
    passed_callers,
    passers,
    rival_of,
    runs_of,
)
from door.screens.doors import find
from door.ui.texts import tr

pytestmark = pytest.mark.files("it has no store")

DOORS = {slug: find(slug) for slug in ("shutbox", "thieves", "mindbuster")}
NOVEMBER = "2026-11"


def game(number, caller, month=NOVEMBER, quit=False, **changes):
    """A turn and its game of tiles chosen at random."""
    dice = random.Random(number)
    seed, moves = dice.randbytes(32), []
    box = begin(Variant(), Chance(seed))
    while not box.over:
        moves.append("quit" if quit and moves else move_text(dice.choice(legal(box.open, box.total))))
        box = apply(box, moves[-1])
    shared = {"id": f"g{number}", "door": "shutbox", "caller": caller, "options": {}, "v": 1}
    turn = {"kind": "turn", "day": f"{month}-10", "free": False, "t": f"{month}-10T20:00:00.000Z"}
    ended = {"kind": "game", "seats": [caller], "seed": seed.hex(), "moves": moves, "score": box.score}
    return shared | turn, shared | ended | {"month": month, "t": turn["t"]} | changes


def folded(*pairs, ledger=None):
    ledger = ledger or Ledger(DOORS)
    for pair in pairs:
        for line in pair if isinstance(pair, tuple) else (pair,):
            ledger.take(line)
    return ledger


def rows(ledger, ranking="total"):
    return {row.caller: row for row in ledger.luck.table(NOVEMBER, "shutbox", ranking)}


def test_a_month_adds_up_caller_by_caller():
    games = [game(number, "Ann" if number % 3 else "Bob") for number in range(12)]
    ledger = folded(*games)
    for caller, row in rows(ledger).items():
        scores = [ended["score"] for _, ended in games if ended["caller"] == caller]
        assert row.games == len(scores) and row.score + row.luck == pytest.approx(sum(scores))
        assert row.score == pytest.approx(len(scores) * 122.4956 - row.cost, abs=0.01 * len(scores))
        mean = rows(ledger, "best")[caller]
        assert mean.score == pytest.approx(row.score / row.games) and mean.games == row.games
    best = max(rows(ledger).values(), key=lambda row: row.score)
    assert best.place == 1


def test_what_counts_in_no_month_counts_here_neither():
    left, other = game(1, "Ann", quit=True), game(2, "Ann", month="2026-10")
    broken = game(3, "Ann", moves=["9 8 7"]), game(4, "Ann", seed="zz"), game(5, "Ann", options={"x": 1})
    assert rows(folded(left, other, *broken)) == {}
    declared = {
        "kind": "winners",
        "v": 1,
        "t": "2026-12-01T00:00:01.000Z",
        "door": "shutbox",
        "month": NOVEMBER,
    }
    first = game(6, "Ann")
    ledger = folded(first)
    top = [{"caller": "Ann", "score": first[1]["score"], "games": 1}]
    folded(declared | {"ranking": "total", "top": top, "among": "all"}, ledger=ledger)
    before = rows(ledger)
    assert before and (NOVEMBER, "shutbox") in ledger.months.winners
    assert rows(folded(game(7, "Ann"), ledger=ledger)) == before


def test_it_follows_a_rename_and_goes_with_its_caller():
    ledger = folded(game(1, "Ann"), game(2, "Bob"))
    mine = rows(ledger)["Ann"]
    folded({"kind": "rename", "caller": "Ann", "to": "Zoe"}, ledger=ledger)
    assert rows(ledger)["Zoe"] == mine._replace(caller="Zoe") and "Ann" not in rows(ledger)
    folded({"kind": "remove", "caller": "Zoe"}, ledger=ledger)
    assert set(rows(ledger)) == {"Bob"}


def test_it_is_kept_from_one_start_to_the_next():
    ledger = folded(*(game(number, "Ann") for number in range(5)))
    again = Ledger.from_json(DOORS, json.loads(json.dumps(ledger.to_json())))
    assert rows(again) == rows(ledger) and told(again) == told(ledger)


def test_the_first_are_the_first_of_all_however_many_are_kept(monkeypatch):
    """Whoever is kept falls back, is passed, or leaves, and others come from behind them."""
    monkeypatch.setattr(contest, "LEADING", 4)
    monkeypatch.setattr(contest, "TOP", 3)
    dice, kept, anew = random.Random(7), Ledger(DOORS).luck, Ledger(DOORS).luck
    for step in range(300):
        key, made = f"caller {dice.randrange(2 + step // 20)}", Account(dice.randint(-9, 9), 1, 2, 0)
        for one in (kept, anew):
            one.add(NOVEMBER, "shutbox", key, made)
        if step % 40 == 39:
            kept.bury(key), anew.bury(key)
        if step % 10 == 9:
            leader = kept.table(NOVEMBER, "shutbox", "total")[0].caller
            kept.move(leader, f"renamed {step}"), anew.move(leader, f"renamed {step}")
        anew, before = Ledger(DOORS).luck, anew  # another start: nothing is in order
        anew.load(before.to_json())
        for ranking in ("total", "best"):
            asked = NOVEMBER, "shutbox", ranking
            assert (first := kept.table(*asked)) == anew.table(*asked)
            assert first == tuple(sorted(first, key=lambda row: (-row.score, row.caller)))


# -- streaks ----------------------------------------------------------------------------------------


def on_day(number, caller, day, **changes):
    """A game that was begun on that day."""
    turn, ended = game(number, caller)
    return {**turn, "day": day}, {**ended, **changes}


def days(ledger, caller, day):
    return ledger.streaks.days(caller, day)[DAYS]


def test_days_in_a_row_are_those_of_games_that_have_ended():
    played = [("Ann", 1), ("Ann", 2), ("Ann", 2), ("Ann", 3), ("Bob", 4), ("Ann", 5), ("Ann", 6), ("Cy", 7)]
    ledger = folded(*(on_day(n, who, f"2026-11-{day:02}") for n, (who, day) in enumerate(played)))
    assert days(ledger, "ann", "2026-11-06") == Run(2, 3, 5, "2026-11-06")
    assert days(ledger, "ann", "2026-11-07").now == 2, "there is all of that day left"
    assert days(ledger, "ann", "2026-11-08").now == 0
    late, begun = on_day(20, "Ann", "2026-11-04"), on_day(21, "Ann", "2026-11-07")[0]
    assert days(folded(late, begun, ledger=ledger), "ann", "2026-11-07").now == 2
    first = folded(on_day(22, "Bob", "0001-01-01"), on_day(23, "Bob", "9999-12-31"), ledger=ledger)
    assert days(first, "bob", "9999-12-31").most == 1, "whatever a line says, a start goes on"


def deal(number, caller, day):
    """A caller's daily deal, which ends on its day."""
    shared = {"v": 1, "id": f"d{number}", "door": "shutbox", "caller": caller, "day": day}
    begun = {"kind": "daily_turn", "options": {}, "commit": "5a" * 32}
    return shared | begun, shared | {"kind": "daily_score", "score": 90, "seal": "5a" * 32}


def sealed(day):
    return {"kind": "daily", "day": day, "commit": "5a" * 32, "late": True}


def test_a_day_on_which_nobody_could_play_ends_nobodys_streak():
    """The board is off on the 5th and without deals on the 7th. On the 9th only Bob plays."""
    ledger = Ledger(DOORS)
    for number, day in enumerate(("2026-11-02", "2026-11-03", "2026-11-04", "2026-11-06")):
        folded(sealed(day), deal(number, "Ann", day), ledger=ledger)
    for one in (DAYS, DEALS):
        assert ledger.streaks.days("ann", "2026-11-06")[one] == Run(4, 4, 4, "2026-11-06")
    folded(on_day(10, "Bob", "2026-11-07"), sealed("2026-11-08"), deal(8, "Ann", "2026-11-08"), ledger=ledger)
    again = Ledger.from_json(DOORS, json.loads(json.dumps(ledger.to_json())))
    for one in (ledger, again):
        told = one.streaks.days("ann", "2026-11-08")
        assert told[DEALS].now == 5, "only a game could be played on the 7th, no deal"
        assert told[DAYS].now == 1, "on the 7th Bob has played"
        assert one.streaks.days("ann", "2026-11-30")[DEALS].now == 5
        begun, ended = deal(9, "Bob", "2026-11-09")
        folded(sealed("2026-11-09"), begun, ledger=one)
        told = one.streaks.days("ann", "2026-11-10")
        assert (told[DEALS].now, told[DEALS].most, told[DAYS].now) == (0, 5, 0)
        folded({"kind": "rename", "caller": "Bob", "to": "Rob"}, ended, ledger=one)
        assert one.streaks.days("rob", "2026-11-09")[DEALS].now == 1
        assert one.names["rob"] == "Rob" and "bob" not in one.names


def test_only_so_many_days_are_kept():
    days_of = PlayDays()
    for year in range(2000, 2000 + 2 * PLAY_DAYS_KEPT):
        days_of.add(f"{year}-01-02")
        days_of.add(f"{year}-01-01")
        days_of.add(f"{year}-01-02")
        days_of.add(f"{year}-01-01")
    assert days_of.before(DAYS, f"{2200 - PLAY_DAYS_KEPT // 2}-01-02")
    assert days_of.before(DAYS, "2199-01-02") == "2199-01-01" and not days_of.before(DEALS, "2199-01-02")
    assert days_of.before(DAYS, "2199-01-01") == "2198-01-02" and not days_of.before(DAYS, "2100-01-01")
    assert len(days_of.to_json()[DAYS.name.id]) == PLAY_DAYS_KEPT


def at_table(id, on, end="over", **more):
    """A table opened on that day between Ann, a computer and Bob, and its end a day later."""
    shared = {"v": 1, "id": id, "seats": ["Ann", "computer:easy", "Bob"]}
    opened = {"kind": "table", "door": "thieves", "options": {}, "clock": "3d", "rated": False, **more}
    ended = {"kind": "match", "seed": "5a" * 32, "moves": [], "times": [], "end": end}
    t, later = f"{on}T12:00:00.000Z", f"{on[:-2]}{int(on[-2:]) + 1:02}T12:00:00.000Z"
    scores = {"scores": [0, 0, 0], "places": [1, 2, 2]}
    return {**shared, **opened, "commit": "5a" * 32, "t": t}, {**shared, **ended, **scores, "t": later}


def test_a_day_with_a_game_at_a_table_is_a_day_played():
    on_the_day_before = on_day(1, "Ann", "2026-11-10"), on_day(2, "Cy", "2026-11-10")
    ledger = folded(*on_the_day_before, at_table("t1", "2026-11-11", day="2026-11-11"))
    assert days(ledger, "cy", "2026-11-12").now == 0, "others could play on the 11th"
    opened, ended = at_table("t2", "2026-11-12", day="2026-11-12")
    folded(opened, ledger=ledger)
    assert days(ledger, "ann", "2026-11-12").now == 2, "one that goes on counts at its end"
    again = Ledger.from_json(DOORS, json.loads(json.dumps(ledger.to_json())))
    for one in (ledger, again):
        folded(ended, ended, ledger=one)
        assert days(one, "ann", "2026-11-12").now == 3 and days(one, "bob", "2026-11-12").now == 2
    assert not ledger.streaks.days("", "2026-11-12")[DAYS].all, "computers have no streaks"
    aborted, old = at_table("t3", "2026-11-13", "aborted", day="2026-11-13"), at_table("t4", "2026-11-13")
    assert days(folded(aborted, old, ledger=ledger), "bob", "2026-11-13").now == 2


def test_boxes_in_a_row_are_counted_and_told_once():
    shut = {"moves": ["1 2 3 4 5 6 7 8 9"], "score": 435}
    ledger, told = Ledger(DOORS), []
    for number, changes in enumerate((shut, shut, {}, shut, shut, shut)):
        before = runs_of(ledger, DOORS["shutbox"].INFO, "Ann", "2026-11-10")
        folded(on_day(number, "Ann", "2026-11-10", **changes), ledger=ledger)
        told.append(streak_news(before, runs_of(ledger, DOORS["shutbox"].INFO, "Ann", "2026-11-10")))
    assert told == [
        (),
        ("Record: 2 boxes in a row",),
        (),
        (),
        ("2 boxes in a row",),
        ("Record: 3 boxes in a row",),
    ]
    assert runs_of(ledger, DOORS["thieves"].INFO, "Ann", "2026-11-10").keys() == {DAYS, DEALS}
    assert all(len(line) <= 25 for line in streak_news({}, {DEALS: Run(99, 99, 99)}))


def test_streaks_follow_a_rename_go_with_a_removal_and_are_kept():
    ledger = folded(*(on_day(n, "Ann", f"2026-11-{10 + n}") for n in range(3)))
    again = Ledger.from_json(DOORS, json.loads(json.dumps(ledger.to_json())))
    for one in (ledger, again):
        folded({"kind": "rename", "caller": "Ann", "to": "Zoe"}, ledger=one)
        assert days(one, "zoe", "2026-11-12").now == 3 and not days(one, "ann", "2026-11-12").all
    folded({"kind": "remove", "caller": "Zoe"}, ledger=ledger)
    assert not days(ledger, "zoe", "2026-11-12").all
    assert history(again, DOORS["shutbox"], {}, "Zoe").runs == {DOORS["shutbox"].INFO.feat: Run()}


# -- badges -------------------------------------------------------------------------------------------

SHUT = {"moves": ["1 2 3 4 5 6 7 8 9"], "score": 435}


def test_a_badge_is_earned_once_a_month_and_names_the_game_that_proves_it():
    games = [game(n, "Ann", month, **SHUT) for n, month in enumerate(("2026-09", "2026-09", "2026-11"))]
    ledger = folded(*games, game(7, "Ann", NOVEMBER), game(8, "Bob", NOVEMBER))
    again = Ledger.from_json(DOORS, json.loads(json.dumps(ledger.to_json())))
    (badge,) = history(again, DOORS["shutbox"], {}, "Ann").badges
    assert badge == Badge(tr.shutbox.badge_box_shut.id, 2, NOVEMBER, "g2") and told(again) == told(ledger)
    assert badge.line() == "* A box shut in 2 months, last in November 2026: game g2"
    assert (
        Badge(tr.shutbox.badge_box_shut.id, 1, NOVEMBER, "g2").line()
        == "* A box shut in November 2026: game g2"
    )
    assert history(again, DOORS["shutbox"], {}, "Bob").badges == ()
    folded({"kind": "rename", "caller": "Ann", "to": "Bob"}, ledger=again)
    assert history(again, DOORS["shutbox"], {}, "Bob").badges == (badge,)
    folded({"kind": "remove", "caller": "Bob"}, ledger=again)
    assert not again.streaks.badges("bob", "shutbox")


def test_what_others_have_earned_since_a_moment():
    days = (("Ann", 8), ("Bob", 9), ("Cy", 10), ("Cy", 11), ("Bob", 12))
    shut = [game(n, who, t=f"2026-11-{day:02}T20:00:00.000Z", **SHUT) for n, (who, day) in enumerate(days)]
    ledger = Ledger.from_json(DOORS, json.loads(json.dumps(folded(*shut, game(7, "Dee")).to_json())))

    def told(caller, day, most=4):
        return [who for who, *_ in badges_since(ledger, caller, f"2026-11-{day:02}T00:00:00.000Z", most)]

    assert badges_since(ledger, "Cy", "2026-11-12T00:00:00.000Z", 4) == (
        ("Bob", "shutbox", tr.shutbox.badge_box_shut.id, 0),
    )
    assert told("ANN", 1) == ["Cy", "Bob"], "each once, the latest last"
    assert told("Dee", 1) == ["Ann", "Cy", "Bob"]
    assert told("Dee", 1, 1) == ["Bob"] and told("Dee", 13) == []
    folded({"kind": "rename", "caller": "Bob", "to": "Rob"}, ledger=ledger)
    assert told("Dee", 12) == ["Rob"]
    folded({"kind": "remove", "caller": "Rob"}, ledger=ledger)
    assert told("Dee", 12) == [] and told("Dee", 1) == ["Ann", "Cy"], "who has left is not told of"


def test_the_best_game_there_has_been_is_told_of_where_there_were_enough_before_it():
    def earned(ledger, *scores):
        at = "2026-11-10T20:00:00.000Z"
        folded(*(game(n, "Ann", score=score) for n, score in enumerate(scores)), ledger=ledger)
        return [score for *_, what, score in badges_since(ledger, "Bob", at, 99) if what == RECORD]

    for sign in (1, -1):
        bests, marks = Bests(), (*range(EARLY), 99, 99, 50, 98, 100)
        beaten = [bests.beaten("dice", {"all": sign * mark}, fewer=sign < 0) for mark in marks]
        assert beaten == [False] * EARLY + [True, False, False, False, True]
    early = Ledger(DOORS)
    assert earned(early, *range(EARLY)) == [], "at a new door each game is better than those before"
    again = Ledger.from_json(DOORS, json.loads(json.dumps(early.to_json())))
    assert earned(again, EARLY - 1, EARLY + 5, EARLY + 4) == [EARLY + 5]
    assert earned(again, EARLY + 6)[-1] == EARLY + 6
    records = [(one.caller, one.slug, one.score) for one in latest_records(again)]
    assert records == [("Ann", "shutbox", EARLY + 5), ("Ann", "shutbox", EARLY + 6)]


def test_what_earns_a_badge():
    takes = ["1", "2"] * 19 + ["3"]
    thieves, einstein = DOORS["thieves"].badges, DOORS["mindbuster"].badges
    both = (tr.thieves.badge_all_cards, tr.thieves.badge_table_cleared)
    assert thieves({"moves": ["turn", *takes, "4", "turn", "1"]}) == both
    assert thieves({"moves": [*takes, "turn", "4"]}) == (tr.thieves.badge_table_cleared,)
    assert thieves({"moves": takes[5:]}) == ()
    duel = {"options": {"level": "einstein"}, "seats": ["Ann", "computer:einstein"], "score": 2,
            "moves": ["code RRRR", "RWBG", "RWBG", "WWWW"]}  # fmt: skip
    assert einstein(duel) == (tr.mindbuster.badge_einstein_beaten,)
    for other in ({"score": 11}, {"moves": [*duel["moves"], "RRRR"]}, {"seats": ["Ann", "computer:homer"]},
                  {"options": {"players": 1}}, {"moves": [*duel["moves"], "quit"]}):  # fmt: skip
        assert einstein(duel | other) == ()


# -- who passes whom ----------------------------------------------------------------------------------


def at(hour, number, caller, score, month=NOVEMBER):
    return game(number, caller, month, score=score, t=f"2026-11-10T{hour:02}:00:00.000Z")


def passed_ann(ledger, hour, **options):
    info = DOORS["shutbox"].INFO
    return passers(ledger, info, options, NOVEMBER, "Ann", f"2026-11-10T{hour:02}:00:00.000Z")


@pytest.mark.parametrize("ranking", ["total", "best"])
def test_who_has_passed_a_caller_since_a_moment(ranking):
    ledger = folded(at(1, 1, "Ann", 50), at(1, 2, "Bob", 90), at(1, 3, "Cy", 40), at(2, 4, "Cy", 60))
    ledger = folded(at(3, 5, "Dee", 200), at(4, 6, "Bob", 91), ledger=ledger)
    ledger = Ledger.from_json(DOORS, json.loads(json.dumps(ledger.to_json())))
    assert passed_ann(ledger, 1, ranking=ranking) == (("Dee", "Cy"), 4)
    assert passed_ann(ledger, 2, ranking=ranking) == (("Dee",), 4)
    assert passed_ann(ledger, 5, ranking=ranking) == ((), 4), "Bob stood above before, and has not passed"
    assert passed_ann(ledger, 0, ranking=ranking) == (("Dee", "Cy"), 4), "she was on until her own game"
    assert passers(ledger, DOORS["shutbox"].INFO, {}, "2026-10", "Ann", "") == ((), 0)
    folded(at(6, 7, "Ann", 900), ledger=ledger)
    assert passed_ann(ledger, 1, ranking=ranking) == ((), 1), "who has passed back is passed by nobody"


@pytest.mark.parametrize(
    ("ranking", "second", "third"),
    [
        ("total", Passed("Bob", ("bob", "dee", "ann"), 3), Passed()),
        ("best", Passed("Ann", ("ann",), 1), Passed("Bob", ("bob", "eve"), 2)),
    ],
)
def test_whom_a_game_has_passed(ranking, second, third):
    ledger = folded(at(1, 1, "Ann", 50), at(1, 2, "Bob", 90), at(1, 3, "Cy", 40), at(2, 4, "Dee", 70))

    def passed(*lines):
        folded(*lines, ledger=ledger)
        *_, game = ledger.recent.of("cy", "")
        return passed_callers(ledger, DOORS["shutbox"].INFO, {"ranking": ranking}, "Cy", game)

    renamed = {"kind": "rename", "caller": "Dee", "to": "Eve"}
    assert passed() == Passed(), "nobody was below the first one"
    assert passed(at(3, 5, "Cy", 60)) == second
    assert passed(at(4, 6, "Ann", 500), renamed, at(4, 7, "Cy", 200)) == third
    assert passed(at(5, 8, "Cy", 700, month="2026-12")) == Passed(), "the game counts for another month"


def test_of_thousands_who_are_passed_one_handle_is_read_and_a_hundred_are_named():
    class Handles(dict[str, str]):
        read = 0

        def get(self, key, default=""):
            self.read += 1
            return super().get(key, default)

    sums = {f"caller {n}": Sum(1, n, 1, n, 1, n, 1) for n in range(2000)}
    handles = Handles({key: key.title() for key in sums})
    passed = Places(sums, handles, "total", fewer=False).callers_passed("caller 1999", None)
    assert passed.first == "Caller 1998" and passed.count == 1999
    assert passed.keys == tuple(f"caller {n}" for n in range(1998, 1898, -1))
    assert handles.read == 1


def the_rival(ledger, hour, caller="Ann", month=NOVEMBER):
    doors = {"shutbox": (DOORS["shutbox"].INFO, {"ranking": "total"})}
    found = rival_of(ledger, doors, month, caller, f"2026-11-10T{hour:02}:00:00.000Z")
    return found and (found.row.caller, found.row.place, found.own.place, found.games)


def test_a_rival_is_who_was_next_to_a_caller_when_they_left():
    ledger = folded(at(1, 1, "Ann", 50), at(1, 2, "Bob", 90), at(1, 3, "Cy", 5))
    assert the_rival(ledger, 2) == ("Bob", 1, 2, 0), "one place above, and nearer than Cy below"
    assert the_rival(ledger, 2, "Bob") == ("Ann", 2, 1, 0), "for the first, one place below"
    assert the_rival(ledger, 2, "Cy") == ("Ann", 2, 3, 0)
    folded(at(3, 4, "Dee", 70), at(4, 5, "Bob", 5), at(4, 6, "Bob", 5), ledger=ledger)
    assert the_rival(ledger, 2) == ("Bob", 1, 3, 2), "Dee came between them since"
    assert the_rival(ledger, 5) == ("Dee", 2, 3, 0)
    assert the_rival(ledger, 2, "Zoe") is None and the_rival(ledger, 2, month="2026-10") is None
    alone = folded(at(1, 1, "Ann", 50))
    assert the_rival(alone, 2) is None
    folded(at(3, 2, "Bob", 90), ledger=alone)
    assert the_rival(alone, 2) is None, "nobody was there when she left"
    elsewhere = [{**line, "id": "t", "door": "thieves"} for line in at(4, 5, "Ann", 9)]
    doors = {slug: (DOORS[slug].INFO, {"ranking": "total"}) for slug in ("thieves", "shutbox")}
    folded(*elsewhere, at(4, 6, "Ann", 1), ledger=alone)
    found = rival_of(alone, doors, NOVEMBER, "Ann", "2026-11-10T05:00:00.000Z")
    assert found and (found.slug, found.row.caller) == ("shutbox", "Bob"), "she has played it more often"


def test_the_nearest_is_found_among_many_as_a_plain_sort_finds_it():
    chance = random.Random(6)
    for _ in range(200):
        sums = {f"c{at}": add_score(None, chance.randrange(40), at) for at in range(chance.randrange(1, 9))}
        places = Places(sums, {}, "total", fewer=False)
        stood = {one: chance.choice([None, add_score(None, chance.randrange(40), at + 50)])
                 for at, one in enumerate([*sums, "gone"]) if chance.random() < 0.4}  # fmt: skip
        then = {one: stood.get(one, own) for one, own in sums.items()}
        before = Places({one: own for one, own in then.items() if own}, {}, "total", fewer=False)
        for one in sums:
            row, want = before.of(one), None
            if row:
                near = [other for other in (before.at(row.place - 1), before.at(row.place + 1)) if other]
                want = min((other for other in near), key=lambda it: abs(it.score - row.score), default=None)
            assert getattr(places.neighbour(one, stood), "caller", None) == (want and want.caller)


def test_a_rival_is_renamed_and_another_is_found_for_one_who_is_removed():
    ledger = folded(at(1, 1, "Ann", 50), at(1, 2, "Bob", 90), at(1, 3, "Cy", 70), at(3, 4, "Cy", 1))
    folded({"kind": "rename", "caller": "Cy", "to": "Cyd"}, ledger=ledger)
    assert the_rival(ledger, 2) == ("Cyd", 2, 3, 1)
    folded({"kind": "remove", "caller": "Cyd"}, ledger=ledger)
    assert the_rival(ledger, 2) == ("Bob", 1, 2, 0)


def test_where_fewer_is_better_too():
    def broken(number, caller, score, hour):
        own = {"door": "mindbuster", "options": {"players": 1}, "moves": ["RWBG"] * score, "score": score}
        turn, ended = at(hour, number, caller, score)
        return turn | {"door": "mindbuster"}, ended | own

    ledger = folded(broken(1, "Ann", 4, 1), broken(2, "Bob", 5, 1), broken(3, "Bob", 1, 3))
    info = DOORS["mindbuster"].INFO
    assert passers(ledger, info, {}, NOVEMBER, "Ann", "2026-11-10T02:00:00.000Z") == (("Bob",), 2)


def test_the_sentences_of_passing():
    assert passed_line(Passed()) == "" and passed_line(Passed("Vera", ("vera",), 1)) == "You passed Vera."
    assert passed_line(Passed("Vera", ("vera", "bob"), 1001)) == "You passed Vera and 1000 others."
    assert overtaken_line(["Vera"], "Switchbox", 2) == "Vera passed you at Switchbox. You are 2nd this month."
    assert (
        overtaken_line(["Vera", "Bo"], "Go", 3)
        == "Vera and 1 other passed you at Go. You are 3rd this month."
    )
    assert to_first(Books(standing=(PlaceRow(1, "Vera", 114),), rank=2, score=100)) == "14 to first place"
    far = Books(standing=(PlaceRow(1, "Vera", Hundredths(-134)),), rank=2, score=Hundredths(0))
    assert to_first(far) == "1.34 to first place"
    assert to_first(Books(standing=(PlaceRow(1, "Vera", 114),), rank=1, score=114)) == to_first(Books()) == ""
