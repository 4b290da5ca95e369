"""`python tests/support/mutants.py ROOM`: change operators and constants, list what no test notices.

ROOM is a folder or a file below `door/`, such as `records/access`. By default the tests are in `tests/ROOM`;
`--tests` names others. They are collected once, and run once in a forked process, which notes the functions
that each test calls. For each mutant another process is forked. It gives the function its changed code and
runs the tests that call it, quick and narrow ones first, until one fails. If `--seconds` of CPU are spent
before all have run, the mutant is undecided.

A process sees only its own children, because a mutant may kill every process that it finds. It is killed
if a test takes `--patience` seconds. A test that takes so long without a mutant, or fails without one, is
named and left out. A mutant that makes a test take so long dies by time.

Default arguments, decorators, annotations and class bodies stay as they are: their values exist before a
mutant does. If a constant changes, the other constants of its module that are made of it change too. Boards
that run in processes of their own aren't mutated. A survivor is a hole in the tests, or a change that makes
no difference. This isn't part of the suite.
"""

import argparse
import ast
import copy
import ctypes
import functools
import gc
import json
import os
import random
import resource
import select
import signal
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
COMPARED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
COMPUTED = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}  # fmt: skip
NEW_USER, NEW_MOUNTS, NEW_PROCESSES, PRIVATE = 0x10000000, 0x20000, 0x20000000, 0x44000
SKIPPED = ("annotation", "returns", "decorator_list", "args")
KILLED, LIVES, NO_CHANGE, UNDECIDED = 1, 0, 4, 5
WORDS = {LIVES: "LIVES", KILLED: "killed", UNDECIDED: "UNDECIDED"}
BY_TIME = "killed by time"


class Mutant(NamedTuple):
    """A change. `function` is a qualified name, or the name of a module's constant."""

    path: Path
    line: int
    function: str
    was: str
    now: str
    tree: Callable[[], ast.Module]
    is_constant: bool = False

    @property
    def outermost(self) -> str:
        return self.function.split(".<locals>.")[0]

    def __str__(self) -> str:
        place = f"{self.path.relative_to(ROOT)}:{self.line}"
        return f"{place} {self.function}: {self.was}  →  {self.now}"


def variants(node: ast.AST) -> Iterator[ast.AST]:
    """Yield changed copies of one node, whose children are the same."""

    def changed(**fields: Any) -> ast.AST:
        made = copy.copy(node)
        for name, value in fields.items():
            setattr(made, name, value)
        return made

    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARED:
            yield changed(ops=[COMPARED[type(op)]()])
        case ast.Compare(ops=[*ops]):
            for at, op in enumerate(ops):
                yield changed(ops=[*ops[:at], COMPARED[type(op)](), *ops[at + 1 :]])
        case ast.BoolOp(op=op):
            yield changed(op=ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.BinOp(op=op) if type(op) in COMPUTED and not isinstance(node.left, ast.JoinedStr):
            yield changed(op=COMPUTED[type(op)]())
        case ast.AugAssign(op=op) if type(op) in COMPUTED:
            yield changed(op=COMPUTED[type(op)]())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Constant(value=bool() as value):
            yield changed(value=not value)
        case ast.Constant(value=int() | float() as value):
            yield changed(value=value + 1)
        case ast.If(test=test) if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Constant):
            yield changed(test=ast.UnaryOp(ast.Not(), test))


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield every mutant of a module's functions and constants."""
    module = ast.parse(path.read_text("utf-8"))

    def made(
        holder: ast.AST, field: str, at: int | None, name: str, is_constant: bool = False
    ) -> Iterator[Mutant]:
        value = getattr(holder, field)
        node = value if at is None else value[at]
        for changed in variants(node):
            ast.copy_location(changed, node)
            with_it = changed if at is None else [*value[:at], changed, *value[at + 1 :]]
            was, now = (first_line(one) for one in (node, changed))
            tree = partial(mutated, holder, field, with_it)
            yield Mutant(path, node.lineno, name, was, now, tree, is_constant)

    def mutated(holder: ast.AST, field: str, value: Any) -> ast.Module:
        before = getattr(holder, field)
        setattr(holder, field, value)
        made = ast.fix_missing_locations(copy.deepcopy(module))
        setattr(holder, field, before)
        return made

    def walk(node: ast.AST, name: str, inside: bool) -> Iterator[Mutant]:
        for field, value in ast.iter_fields(node):
            if field in SKIPPED and not isinstance(node, ast.Call):
                continue
            for at, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if not isinstance(child, ast.AST):
                    continue
                if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                    local = ".<locals>." if inside else "."
                    own = f"{name}{local}{child.name}" if name else child.name
                    yield from walk(child, own, not isinstance(child, ast.ClassDef))
                    continue
                if inside:
                    yield from made(node, field, at, name)
                    yield from walk(child, name, True)

    yield from walk(module, "", False)
    assigned = Counter(name for statement in module.body for name in names_of(statement))
    for statement in module.body:
        for name in names_of(statement):
            for node in ast.walk(statement) if assigned[name] == 1 and name else ():
                for field, value in ast.iter_fields(node):
                    for at, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                        is_type = isinstance(child, ast.BinOp) and isinstance(child.op, ast.BitOr)
                        if isinstance(child, ast.expr) and field != "annotation" and not is_type:
                            yield from made(node, field, at, name, True)


def first_line(node: ast.AST) -> str:
    return ast.unparse(node).splitlines()[0][:90]


def codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def module_of(path: Path) -> ModuleType | None:
    found = (one for one in [*sys.modules.values()] if getattr(one, "__file__", None) == str(path))
    return next(found, None)


def apply(mutant: Mutant) -> bool:
    """Change a function's code, or a constant's value, in this process. False if that can't be done."""
    module = module_of(mutant.path)
    if module is None:
        return False
    gc.unfreeze()  # what is frozen is not listed
    tree = mutant.tree()
    done = change_constant(mutant, module, tree) if mutant.is_constant else change_function(mutant, tree)
    for thing in gc.get_objects():
        if isinstance(thing, functools._lru_cache_wrapper):
            thing.cache_clear()
    return done


def change_function(mutant: Mutant, tree: ast.Module) -> bool:
    compiled = compile(tree, str(mutant.path), "exec")
    new = {(code.co_qualname, code.co_firstlineno): code for code in codes(compiled)}
    done = False
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename == str(mutant.path):
            old = thing.__code__
            code = new.get((old.co_qualname, old.co_firstlineno))
            if code and old.co_qualname == mutant.outermost and code.co_freevars == old.co_freevars:
                thing.__code__ = code
                done = True
    return done


def change_constant(mutant: Mutant, module: ModuleType, tree: ast.Module) -> bool:
    """Change a constant, and the later ones of its module that are made of it."""
    values, changed = dict(vars(module)), {mutant.function}
    for statement in tree.body:
        names = names_of(statement)
        if len(names) != 1 or not names[0] or changed.isdisjoint(names_in(statement)):
            continue
        exec(compile(ast.Module([statement], []), str(mutant.path), "exec"), values)
        old, changed = getattr(module, names[0]), changed | {names[0]}
        for other in [*sys.modules.values()]:
            if vars(other).get(names[0]) is old:
                setattr(other, names[0], values[names[0]])
    return True


def names_in(statement: ast.stmt) -> set[str]:
    return {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}


def names_of(statement: ast.stmt) -> list[str]:
    """Return the names that a statement of a module assigns to."""
    match statement:
        case ast.AnnAssign(ast.Name(name), _, ast.expr()):
            return [name]
        case ast.Assign(targets):
            return [one.id if isinstance(one, ast.Name) else "" for one in targets]
    return []


class Forked(NamedTuple):
    """How a forked process ended: an exit code, or a signal as a negative number."""

    code: int
    said: bytes


def forked(work: Callable[[int], int], patience: float, cpu: float = 0.0) -> Forked:
    """Run `work` in a forked process with a pipe to write to. Kill it if it writes nothing for `patience`
    seconds, or if it spends `cpu` seconds.

    Wait for the process, not for the pipe's end: a process that it leaves behind keeps the pipe open.
    """
    reads, writes = os.pipe()
    if not (pid := os.fork()):
        os.close(reads)
        os.setsid()
        null = os.open(os.devnull, os.O_RDWR)
        for fd in range(3):
            os.dup2(null, fd)
        if cpu:
            resource.setrlimit(resource.RLIMIT_CPU, (int(cpu) + 1, int(cpu) + 2))
        code = KILLED
        try:
            enter_own_processes()
            code = work(writes)
        finally:
            os._exit(code)
    os.close(writes)
    ends = os.pidfd_open(pid)
    said, watched = b"", [reads, ends]
    while ready := select.select(watched, [], [], patience)[0]:
        if reads not in ready:
            break
        data = os.read(reads, 1 << 20)
        said += data
        if not data:
            watched.remove(reads)
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    os.close(reads)
    os.close(ends)
    return Forked(os.waitstatus_to_exitcode(status), said)


def enter_own_processes() -> None:
    """Go on in a child that sees no process but its own children. This process ends as the child does."""
    libc, uid, gid = ctypes.CDLL(None, use_errno=True), os.getuid(), os.getgid()
    if libc.unshare(NEW_PROCESSES | NEW_MOUNTS | (NEW_USER if uid else 0)):
        raise OSError(ctypes.get_errno(), "unshare")
    if uid:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1")
        Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1")
    if child := os.fork():
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if code < 0:
            os.kill(os.getpid(), -code)
        os._exit(code)
    if libc.mount(None, b"/", None, PRIVATE, None) or libc.mount(b"proc", b"/proc", b"proc", 0, None):
        raise OSError(ctypes.get_errno(), "mount")


class Run:
    """A plugin of pytest that replaces its loop."""

    def __init__(self, given: argparse.Namespace, paths: list[Path]) -> None:
        self.given, self.paths = given, paths
        self.failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed

    def passes(self, item: pytest.Item) -> bool:
        self.failed = False
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return not self.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        traced = self.trace(session.items)
        by_place = defaultdict[tuple[str, str], list[int]](list)
        by_file = defaultdict[str, set[int]](set)
        for at, (called, _) in traced.items():
            for file, name in called:
                by_place[file, name].append(at)
                by_file[file].add(at)
        cost = {at: (len(called) * (0.02 + spent), at) for at, (called, spent) in traced.items()}
        mutants = [one for path in self.paths for one in mutants_of(path)]
        random.Random(self.given.seed).shuffle(mutants)
        results = Counter[str]()
        unrun = 0
        for mutant in mutants:
            if results.total() == self.given.most:
                break
            file = str(mutant.path)
            tests = by_file[file] if mutant.is_constant else by_place[file, mutant.outermost]
            if not tests:
                unrun += 1
                self.tell("NOT RUN", mutant, "")
                continue
            chosen = [session.items[at] for at in sorted(tests, key=cost.__getitem__)]
            result, ran = self.tried(mutant, chosen)
            if result == NO_CHANGE:
                continue
            what = BY_TIME if -result in (signal.SIGKILL, signal.SIGXCPU) else WORDS.get(result, "killed")
            results[what] += 1
            self.tell(what, mutant, f"{ran} of {len(chosen)} tests")
        by_time, lives, undecided = results[BY_TIME], results["LIVES"], results["UNDECIDED"]
        killed, counted = results["killed"] + by_time, results.total()
        print(
            f"{killed} of {counted} mutants killed ({by_time} by time), {lives} live, {undecided} undecided"
        )
        print(f"{unrun} more are in functions that no test calls", flush=True)
        return True

    def tell(self, what: str, mutant: Mutant, more: str) -> None:
        if self.given.all or what != "killed":
            print(f"{what:8} {mutant}  [{more}]", flush=True)

    def tried(self, mutant: Mutant, items: list[pytest.Item]) -> tuple[int, int]:
        """Return how the mutant fared, and how many tests ran."""

        def work(pipe: int) -> int:
            if not apply(mutant):
                return NO_CHANGE
            seconds = self.given.seconds
            ends, late = time.process_time() + seconds, time.monotonic() + 3 * seconds
            for item in items:
                if time.process_time() > ends or time.monotonic() > late:
                    return UNDECIDED
                os.write(pipe, b".")
                if not self.passes(item):
                    return KILLED
            return LIVES

        code, said = forked(work, self.given.patience, self.given.seconds + self.given.patience)
        return code, len(said)

    def trace(self, items: list[pytest.Item]) -> dict[int, tuple[list[tuple[str, str]], float]]:
        """Return what each test calls in the room, and its seconds, by the test's place among `items`."""
        files = {str(path) for path in self.paths}
        seen = set[CodeType]()

        def note(frame: Any, event: str, arg: Any) -> None:
            seen.add(frame.f_code)

        def work(pipe: int) -> int:
            for item in items[begun:]:
                seen.clear()
                since = time.monotonic()
                threading.settrace(note)
                sys.settrace(note)
                try:
                    passes = self.passes(item)
                finally:
                    sys.settrace(None)
                    threading.settrace(None)
                called = {
                    (code.co_filename, code.co_qualname.split(".<locals>.")[0])
                    for code in seen.copy()
                    if code.co_filename in files
                }
                line = json.dumps([passes, sorted(called), time.monotonic() - since])
                os.write(pipe, line.encode() + b"\n")
            return 0

        traced, begun = {}, 0
        while begun < len(items):
            code, said = forked(work, self.given.patience)
            for at, line in enumerate(said.split(b"\n")[:-1], begun):
                passes, called, spent = json.loads(line)
                if passes:
                    traced[at] = ([(file, name) for file, name in called], spent)
                else:
                    print(f"left out, fails without a mutant: {items[at].nodeid}", flush=True)
            begun += said.count(b"\n")
            if begun < len(items):
                why = "takes too long" if code == -signal.SIGKILL else f"ends the process with {code}"
                print(f"left out, {why}: {items[begun].nodeid}", flush=True)
                begun += 1
        return traced


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("room", nargs="+", help="folders or files below door/")
    parser.add_argument("--tests", nargs="+", help="folders or files; by default tests/ROOM")
    parser.add_argument("--most", type=int, default=-1, help="how many mutants, chosen by --seed")
    parser.add_argument("--seed", default="", help="orders the mutants")
    parser.add_argument(
        "--seconds", type=float, default=10.0, help="CPU seconds for each mutant, thrice as many by the clock"
    )
    parser.add_argument("--patience", type=float, default=60.0, help="seconds for each test")
    parser.add_argument("--all", action="store_true", help="list those that a test kills, too")
    given = parser.parse_args()
    paths: list[Path] = []
    for room in given.room:
        place = ROOT / "door" / room
        paths += sorted(place.rglob("*.py")) if place.is_dir() else [place]
    tests = given.tests or [f"tests/{room.split('/')[0]}" for room in given.room]
    os.chdir(ROOT)
    os.nice(10)
    if forked(lambda pipe: LIVES, given.patience).code != LIVES:
        parser.error("this machine doesn't let a process have a PID namespace of its own")
    room = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(prefix="door-mutants-", dir=room) as folder:
        quiet = ["-p", "no:cacheprovider", "-p", "no:terminal", f"--basetemp={folder}/b"]
        words = ["-n0", "-o", "addopts=", "--import-mode=importlib", *quiet, *dict.fromkeys(tests)]
        return pytest.main(words, plugins=[Run(given, paths)])


if __name__ == "__main__":
    sys.exit(main())
