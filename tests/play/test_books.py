"""Standings as sentences: turns, months and their measures, streaks and badges."""

from door.games.info import Feat
from door.play.books import (
    DAYS,
    DEALS,
    Badge,
    Books,
    Hundredths,
    PlaceRow,
    Run,
    chance_is,
    gap,
    month_heading,
    month_order,
    month_score,
    standing_lines,
    streak_news,
    streak_sums,
    turns_line,
)
from door.screens.doors import infos
from door.ui.texts import tr

BOX, MIND = infos()["shutbox"], infos()["mindbuster"]


def test_a_caller_may_play_on_turns_of_the_day_or_free_ones():
    left = {(None, 0): True, (1, 0): True, (0, 1): True, (0, 0): False}
    assert {key: Books(turns_left=key[0], free_turns=key[1]).may_play for key in left} == left


def test_new_turns_are_promised_only_to_callers_without_any():
    assert turns_line(Books(turns_left=0, hours=4)) == "Turns left today: 0. New ones in 4 hours."
    assert turns_line(Books(turns_left=0)) == "Turns left today: 0."
    assert turns_line(Books(turns_left=1, hours=4)) == "Turns left today: 1."
    assert turns_line(Books(turns_left=0, free_turns=1, hours=4)) == "Turns left today: 0 and 1 free."


def test_a_month_s_scores_have_their_measure():
    par = next(info for info in infos().values() if info.measure_in(info.defaults()))
    plain = next(info for info in infos().values() if not info.measure_in(info.defaults()))
    measure = par.measure_in(par.defaults())
    assert measure is not None
    assert month_score(plain, plain.defaults(), 12) == "12"
    assert month_score(par, par.defaults(), 12) == f"{measure()} +12"
    assert month_score(par, par.defaults(), Hundredths(66)) == f"{measure()} +0.66"
    assert month_heading(plain, plain.defaults(), "2026-11") == "November 2026 so far"
    assert month_heading(par, par.defaults(), "2026-11") == f"November 2026 so far, to {measure()}"
    assert month_order(BOX, BOX.defaults()) == ""
    assert "fewer is better" in month_order(MIND, MIND.defaults())
    assert [f"{Hundredths(n)}" for n in (-134, 0, 5, 100_000)] == ["-1.34", "+0.00", "+0.05", "+1000.00"]
    assert f"{Hundredths(-134):>8}|{Hundredths(5):,}" == "   -1.34|+0.05"
    assert [gap(7, 12), gap(12, 7), gap(Hundredths(-134), Hundredths(66))] == ["5", "5", "2.00"]


def test_the_caller_s_own_place_follows_the_standing():
    standing = (PlaceRow(1, "Ann", 7), PlaceRow(2, "Bob", 5, 0))
    books = Books("2026-11", standing, rank=2, score=5)
    assert standing_lines(books) == (
        "November 2026 so far:",
        "1. Ann, 7 in 1 game",
        "2. Bob, 5",
        "You are 2nd with 5.",
    )
    assert standing_lines(books._replace(rank=0))[-1] == "2. Bob, 5"


def test_a_streak_grows_by_days_on_which_anybody_plays_and_counts_each_once():
    run = Run().on("2026-11-01", "").on("2026-11-02", "2026-11-01")
    assert run == Run(2, 2, 2, "2026-11-02")
    assert run.on("2026-11-02", "2026-11-01") == run == run.on("2026-11-01", "")
    assert run.at("2026-11-02") == run and run.at("2026-11-03") == run._replace(now=0)
    later = run.on("2026-11-09", "2026-11-08")
    assert later == Run(1, 2, 3, "2026-11-09")
    assert run.plus() == Run(3, 3, 3, "2026-11-02")
    assert Run(1, 5, 5).plus() == Run(2, 5, 6)


def test_streaks_are_news_from_two_on_and_sums_from_one_on():
    boxes = BOX.feat
    assert isinstance(boxes, Feat)
    before = {DAYS: Run(1, 1, 1), DEALS: Run(1, 5, 5), boxes: Run(3, 3, 3)}
    grown = {DAYS: Run(2, 2, 2), DEALS: Run(2, 5, 6), boxes: Run(3, 3, 3)}
    assert [str(line) for line in streak_news(before, grown)] == [
        "Record: 2 days in a row",
        "2 deals in a row",
    ]
    assert streak_news({}, {DAYS: Run(1, 1, 1)}) == streak_news(grown, {DAYS: Run(0, 2, 2)}) == ()
    assert streak_sums({DAYS: Run(1, 3, 12), DEALS: Run()}) == ("Days played: 12 (streak: 1 now, 3 at best)",)


def test_a_badge_says_its_game_and_from_two_on_its_months():
    once, twice = (
        Badge(tr.streaks.days_played.id, 1, "2026-11", "3fa2"),
        Badge(tr.streaks.days_played.id, 2, "2026-11", "3fa2"),
    )
    assert once.line() == "* Days played in November 2026: game 3fa2"
    assert twice.line() == "* Days played in 2 months, last in November 2026: game 3fa2"


def test_dice_and_cards_are_and_a_code_is():
    words = (tr.play.chance_word_dice, tr.play.chance_word_cards, tr.play.chance_word_code)
    assert [chance_is(word) for word in words] == ["The dice are", "The cards are", "The code is"]
