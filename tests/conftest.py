"""Makes tests/support importable, and keeps the tester's own environment out of the tests."""

import gc
import os
import secrets
import shutil
import signal
import sys
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from door.games.switchbox import computer

sys.path.insert(0, str(Path(__file__).parent / "support"))
for name in ("TERM", "COLORTERM", "NO_COLOR", "LINES", "COLUMNS", "LC_ALL"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"
# Tests start hundreds of Pythons: each module is compiled once, not once in each of them.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
os.environ["DOOR_IDLE_SECONDS"] = "1"  # boards that commands start end soon
# A shell's background jobs ignore it, and so would every program that a test begins.
signal.signal(signal.SIGINT, signal.default_int_handler)
# Chance is the same in every run, and another with CHANCE=7 or any other number before the command.
CHANCE = os.environ.get("CHANCE", "")
# Most objects live as long as the tests, so the collector comes less often.
gc.set_threshold(50_000, 20, 50)
# Tests write to memory: fsync costs more than most of them. Docker's /dev/shm is too small and runs nothing.
SHM = Path("/dev/shm")
if SHM.is_dir() and shutil.disk_usage(SHM).free > 1 << 30 and not os.statvfs(SHM).f_flag & os.ST_NOEXEC:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(SHM))
import_module("remember").remember_all()


STREAM, HERE = Random(), os.getpid()
drawn, written = secrets.token_bytes, secrets.token_hex


def token_bytes(count=32):
    return (STREAM.randbytes if count == 32 and os.getpid() == HERE else drawn)(count)


def token_hex(count=32):
    return STREAM.randbytes(8).hex() if count == 8 and os.getpid() == HERE else written(count)


secrets.token_bytes, secrets.token_hex = token_bytes, token_hex
# Switchbox's computers think to the end however busy the machine is, and move alike in every run.
computer.SECONDS = computer.JUDGED_SECONDS = 300.0


@pytest.fixture(autouse=True)
def chance(request):
    """Draws the seeds and ids of games from the name of the test: dice, cards, codes and puzzles that can be
    had again. Other processes draw their own. Leaves no store open, and nothing in a database."""
    STREAM.seed(f"{CHANCE} {request.node.nodeid}")
    yield
    if "store_kit" in sys.modules:
        sys.modules["store_kit"].end()


@pytest.fixture
async def board(tmp_path):
    """A board for the tests that need no other doors than Shut The Box."""
    from boardroom import boardroom

    async with boardroom(tmp_path) as open_board:
        yield open_board


def pytest_addoption(parser):
    parser.addoption("--store", default="files", help="where boards keep their records: files or postgres")
    parser.addoption(
        "--whole", action="store_true", help="all tests, and all examples of each law, as .ci/run does"
    )


def pytest_configure(config):
    import effort

    if (store := config.getoption("--store")) != "files":
        import store_kit

        store_kit.choose(store)
    effort.choose(config.getoption("--whole"))
    if writes_goldens(config):
        import golden

        golden.unpack()
    # How long an example takes says more of the machine than of the code.
    quiet = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "derandomize": not CHANCE}
    settings.register_profile("door", max_examples=effort.share(100), **quiet)
    settings.load_profile("door")
    if not config.getoption("--whole"):
        # Hypothesis would parse all of the house in each worker, to try its constants as values.
        providers._get_local_constants = lambda: providers._local_constants


def writes_goldens(config):
    return os.environ.get("GOLDEN") == "write" and not hasattr(config, "workerinput")


def pytest_sessionfinish(session):
    if writes_goldens(session.config):
        import golden

        golden.pack()


def pytest_xdist_auto_num_workers(config):
    """`-n auto`: two workers more than there are processors, because many tests wait for another process."""
    return 2 + (os.cpu_count() or 1)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """Each worker begins with a different room, so that it compiles a part of the tests for the others."""
    report = yield
    worker, workers = (os.environ.get(f"PYTEST_XDIST_{name}", "") for name in ("WORKER", "WORKER_COUNT"))
    if worker and collector.path == Path(__file__).parent:
        first = len(report.result) * int(worker.removeprefix("gw")) // int(workers)
        report.result = report.result[first:] + report.result[:first]
    return report


def pytest_collection_modifyitems(config, items):
    items.sort(key=lambda item: item.path)
    named = {Path(arg.split("::")[0]).resolve() for arg in config.args}
    if not config.getoption("--whole"):
        deselect(items, [one for one in items if one.get_closest_marker("whole") and one.path not in named])
    if config.getoption("--store") == "postgres":
        deselect(items, [one for one in items if one.get_closest_marker("files")])
    if workers := int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "0")):
        items[:] = deal_out(items, workers)


def deal_out(items, workers):
    """Return the tests so that each worker begins with some of the long ones. Each is given as many tests."""
    first = [one for one in items if one.get_closest_marker("long")]
    rest = iter([one for one in items if not one.get_closest_marker("long")])
    first.sort(key=lambda one: -one.get_closest_marker("long").args[0])
    dealt = []
    for worker in range(workers):
        own, count = first[worker::workers], (len(items) - len(dealt)) // (workers - worker)
        dealt += [*own, *islice(rest, max(0, count - len(own)))]
    return [*dealt, *rest]


def deselect(items, ones):
    if ones:
        ones[0].config.hook.pytest_deselected(items=ones)
        gone = set(ones)
        items[:] = [one for one in items if one not in gone]


def pytest_collection_finish():
    """The collector need not walk through all that is loaded by now, again and again."""
    gc.freeze()
