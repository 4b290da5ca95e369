"""A game's code that doesn't end is stopped by the CPU time it takes, and nothing else is."""

import signal
import threading
import time
import traceback

import pytest

from door.play.runaway import Runaway, call_in_time, timer

SECONDS = 0.08


def spin(seconds: float) -> str:
    """Take so much CPU time."""
    ends = time.process_time() + seconds
    while time.process_time() < ends:
        pass
    return "done"


def clings(what: type[BaseException], seconds: float) -> str:
    """Take so much CPU time, and go on after every such exception."""
    ends = time.process_time() + seconds
    while time.process_time() < ends:
        try:
            spin(seconds / 100)
        except what:
            pass
    return "done"


def test_code_that_ends_in_time_goes_on():
    with timer(SECONDS):
        assert [call_in_time(spin, SECONDS / 4) for _ in range(8)] == ["done"] * 8
        assert call_in_time(spin, SECONDS * 0.6) == "done"
    assert call_in_time(spin, SECONDS * 2) == "done", "there is no timer"


@pytest.mark.parametrize("code", [spin, lambda seconds: clings(Exception, seconds)])
def test_code_that_does_not_end_is_stopped_and_says_where_it_was(code):
    began = time.process_time()
    with timer(SECONDS):
        with pytest.raises(Runaway) as stopped:
            call_in_time(code, 100 * SECONDS)
        assert SECONDS <= time.process_time() - began < 10 * SECONDS
        assert "spin" in "".join(traceback.format_exception(stopped.value.__cause__))
        assert call_in_time(spin, SECONDS / 4) == "done", "the next one has all of its time"


def test_code_that_catches_everything_is_stopped_again_and_again():
    def clings_once() -> str:
        try:
            return spin(100 * SECONDS)
        except BaseException:
            return spin(100 * SECONDS)

    with timer(SECONDS), pytest.raises(Runaway):
        call_in_time(clings_once)


def test_code_that_calls_limited_code_has_one_limit():
    with timer(SECONDS), pytest.raises(Runaway):
        call_in_time(lambda: [call_in_time(spin, SECONDS / 2) for _ in range(100)])


def test_a_stop_that_comes_as_the_code_ends_hits_nobody_else():
    def ends_late() -> str:
        try:
            spin(100 * SECONDS)
        except BaseException:
            return "late"
        return "never"

    with timer(SECONDS):
        assert call_in_time(ends_late) == "late"
        assert spin(SECONDS * 3) == "done"


def test_a_timer_leaves_signals_as_they_were_and_is_the_main_thread_s_alone():
    handler, clock = signal.getsignal(signal.SIGVTALRM), signal.getitimer(signal.ITIMER_VIRTUAL)
    with timer(SECONDS):
        assert signal.getsignal(signal.SIGVTALRM) is not handler
        found = []

        def work() -> None:
            with timer(SECONDS):
                found.append(call_in_time(lambda: "done"))

        other = threading.Thread(target=work)
        other.start()
        other.join(10)
        assert found == ["done"]
    assert (signal.getsignal(signal.SIGVTALRM), signal.getitimer(signal.ITIMER_VIRTUAL)) == (handler, clock)
