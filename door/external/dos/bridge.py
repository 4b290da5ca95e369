"""Runs between the board's terminal and DOSBox: builds the walls, carries the bytes, ends DOSBox.

The starter runs this file by a Python that loads nothing else (-I -S), so it uses only the standard library,
and all of it is imported at the top. Its one argument is JSON (`Spec`). It is the leader of the visit's
session, with the terminal on 0, 1 and 2, and whatever else it has inherited (the seat) stays open until it is
gone.

The line is DOSBox's modem, which our FOSSIL driver lets dial the bridge. It has four faults, each with its
cure here or in the driver:
- after a second without input it throws output around a `+` away: twice a second the bridge sends telnet's
  GA, which the modem swallows and takes for input;
- telnet is on for that, so every byte FF to DOSBox is doubled, and binary mode is asked for;
- the last words are lost if DOSBox exits at once: FOSSIL /E waits for them;
- the carrier drops only if the connection does, so the bridge closes it when the caller has gone.

DOSBox ignores the terminal's SIGHUP and writes its files at SIGTERM. SIGKILL is the last resort. With
`walls` as its argument the bridge says which walls this machine lets it build.
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import resource
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

DOSBOX = "/usr/bin/dosbox"
PORT = "@PORT@"
IAC, BINARY, GO_AHEAD = b"\xff", b"\xff\xfb\x00", b"\xff\xf9"
NUDGE = 0.4  # seconds between two GAs
ANSWER = 30.0  # seconds that DOSBox has to dial
TERM_SECONDS = 3.0
BUFFER = 4096
FILES = 128
END_OF_LOG = 2000
NICE = 10
READABLE = ("/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/etc/alternatives")

DETAIL = "bridge: "  # the beginning of the bridge's own line in DOSBox's log

# The bridge's exit codes. The board has a sentence for each.
NO_DOSBOX, NO_ANSWER, FULL, BROKEN, CPU, SILENT, LINK, CLOSED = range(70, 78)


class Spec(NamedTuple):
    """The board's orders.

    `folder` is C:, which may have at most `most` bytes, and `visit` the visit's folder. The door has `grace`
    seconds to save. `environ` is DOSBox's, and `log` an open file, which always has the end of its log.
    """

    folder: str
    visit: str
    grace: float
    most: int
    environ: dict[str, str]
    log: int
    nudge: float = NUDGE


class VisitRefused(Exception):
    """The visit ends with that exit code. The text is the place or number that the board's sentence needs."""

    def __init__(self, code: int, detail: object = "") -> None:
        super().__init__(detail)
        self.code = code


def main() -> int:
    signals = _listen_to_signals()
    if sys.argv[1] == "walls":
        print(" ".join(walls()))
        return 0
    spec = Spec(**json.loads(sys.argv[1]))
    log = LogTail(spec.log)
    try:
        tty.setraw(0)
        return visit(spec, signals, log)
    except VisitRefused as refused:
        log.add(f"{DETAIL}{refused}\n".encode())
        return refused.code


class LogTail:
    """Keeps the end of DOSBox's log in an open file. Reads in a thread, so that DOSBox never waits."""

    def __init__(self, file: int) -> None:
        self._file, self._end, self._lock = file, b"", threading.Lock()

    def follow(self, terminal: int) -> None:
        threading.Thread(target=self._read, args=(terminal,), daemon=True).start()

    def _read(self, terminal: int) -> None:
        while data := _read(terminal, 4096):
            self.add(data)

    def add(self, data: bytes) -> None:
        with self._lock:
            self._end = (self._end + data)[-END_OF_LOG:]
            os.pwrite(self._file, self._end, 0)
            os.ftruncate(self._file, len(self._end))


def _listen_to_signals() -> socket.socket:
    """Return a socket that is readable once the caller has gone (SIGHUP) or the visit must end (SIGTERM).

    First of all: a caller may leave while DOSBox starts.
    """
    here, there = socket.socketpair()
    here.setblocking(False)
    there.setblocking(False)
    signal.set_wakeup_fd(there.detach(), warn_on_full_buffer=False)
    for name in (signal.SIGHUP, signal.SIGTERM):
        signal.signal(name, lambda number, frame: None)
    return here


def visit(spec: Spec, signals: socket.socket, log: LogTail) -> int:
    """Run DOSBox from its start to its end. Return the exit code."""
    folder, run = Path(spec.folder), Path(spec.visit)
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise VisitRefused(CLOSED, folder)
    has, link = measure(folder)
    if has > spec.most:
        raise VisitRefused(FULL, has >> 20)
    if link and landlock_version() < 1:
        raise VisitRefused(LINK, link)
    own_network()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        conf = run / "box" / "dosbox.conf"
        conf.write_text(conf.read_text().replace(PORT, f"{port:05}"))
        box = _start(spec, conf, port, log)
        line, carrier = None, _Carrier(spec, signals)
        try:
            line = accept_call(listener, box, signals)
            if line is not None:
                carrier.carry(line)
        finally:
            if line is not None:
                line.close()  # the carrier drops
            status = end_box(box, spec.grace if line is not None else 0.0, signals)
    if carrier.full:
        raise VisitRefused(FULL, spec.most >> 20)
    if -status == signal.SIGXCPU:
        raise VisitRefused(CPU)
    if status and not carrier.hung_up:
        raise VisitRefused(BROKEN, status)
    if line is not None and not carrier.hung_up and not carrier.printed:
        raise VisitRefused(SILENT)
    return 0


def _start(spec: Spec, conf: Path, port: int, log: LogTail) -> subprocess.Popen[bytes]:
    """Start DOSBox, whose log goes to a terminal: it would keep its lines back from a pipe."""
    places = [Path(spec.folder), Path(spec.visit), Path("/dev/null")]
    try:
        reads, writes = os.openpty()
        box = subprocess.Popen(
            [DOSBOX, "-conf", str(conf), "-noconsole"], stdin=subprocess.DEVNULL, stdout=writes,
            stderr=writes, env={**spec.environ, "HOME": str(conf.parent), **_mark()}, cwd=conf.parent,
            preexec_fn=lambda: cage(places, port, spec.most),
        )  # fmt: skip
    except OSError as error:
        raise VisitRefused(NO_DOSBOX, f"{DOSBOX}: {error.strerror}") from None
    os.close(writes)
    log.follow(reads)
    return box


def _mark() -> dict[str, str]:
    """Return the variable by which the board finds the visit's processes."""
    return {name: value for name, value in os.environ.items() if name == "DOOR_VISIT"}


# -- the line --------------------------------------------------------------------------------


def accept_call(
    listener: socket.socket, box: subprocess.Popen[bytes], signals: socket.socket
) -> socket.socket | None:
    """Wait until DOSBox dials, and nobody else. Return None if the visit ends before."""
    ends = time.monotonic() + ANSWER
    while box.poll() is None:
        ready, _, _ = select.select([listener, signals], [], [], 0.25)
        if signals in ready:
            return None
        if listener in ready:
            line, peer = listener.accept()
            if owns(box.pid, peer[1]):
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                line.sendall(BINARY)
                return line
            line.close()
        if time.monotonic() > ends:
            break
    box.terminate()
    raise VisitRefused(NO_ANSWER)


def owns(pid: int, port: int) -> bool:
    """True if that process has the socket on that local port open."""
    rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    inodes = {f"socket:[{row[9]}]" for row in rows if int(row[1].split(":")[1], 16) == port}
    return any(link in inodes for link in _links(Path(f"/proc/{pid}/fd")))


def _links(folder: Path) -> Iterator[str]:
    for path in folder.iterdir():
        try:
            yield str(path.readlink())
        except OSError:
            continue


class _Carrier:
    """Carries bytes between the terminal and DOSBox.

    `hung_up`: the caller has gone, or the board ends the visit. `full`: the folder has become too large.
    `printed`: something came from DOS.
    """

    def __init__(self, spec: Spec, signals: socket.socket) -> None:
        self._spec, self._signals = spec, signals
        self.hung_up = self.full = self.printed = False
        self._look_at = self._nudge_at = 0.0

    def carry(self, line: socket.socket) -> None:
        """Carry until one side ends."""
        line.setblocking(False)
        os.set_blocking(1, False)
        to_box, to_caller = b"", b""
        while not self._must_end():
            now = time.monotonic()
            if now >= self._nudge_at:
                self._nudge_at = now + self._spec.nudge
                to_box += GO_AHEAD if len(to_box) < BUFFER else b""
            reads = [self._signals, *([0] if len(to_box) < BUFFER else ()), *(() if to_caller else [line])]
            writes: list[Any] = [*([1] if to_caller else ()), *([line] if to_box else ())]
            ready, free, _ = select.select(reads, writes, [], max(0.0, self._nudge_at - time.monotonic()))
            try:
                if self._signals in ready:
                    self.hung_up = True
                    return
                if 0 in ready:
                    typed = _read(0, 1024)
                    if not typed:
                        self.hung_up = True
                        return
                    to_box += typed.replace(IAC, IAC * 2)
                if line in ready:
                    to_caller = line.recv(BUFFER)
                    if not to_caller:
                        return
                    self.printed = True
                if line in free:
                    to_box = to_box[line.send(to_box) :]
                if 1 in free:
                    to_caller = to_caller[os.write(1, to_caller) :]
            except BlockingIOError:
                continue
            except ConnectionError:
                return
            except OSError:  # the terminal is closed
                self.hung_up = True
                return

    def _must_end(self) -> bool:
        """Look at the folder's size now and then: at most a fiftieth of the time."""
        began = time.monotonic()
        if began >= self._look_at:
            self.full = measure(Path(self._spec.folder))[0] > self._spec.most
            self._look_at = began + max(1.0, 50 * (time.monotonic() - began))
        return self.full


def _read(fd: int, most: int) -> bytes:
    try:
        return os.read(fd, most)
    except BlockingIOError:
        raise
    except OSError:  # EIO: the board has closed its end
        return b""


def end_box(box: subprocess.Popen[bytes], grace: float, signals: socket.socket) -> int:
    """Let the door save, then DOSBox write its files. Return DOSBox's status.

    A further signal of the board's ends the time to save.
    """
    _drain(signals)
    ends = time.monotonic() + grace
    while box.poll() is None and time.monotonic() < ends:
        if select.select([signals], [], [], 0.02)[0] and signal.SIGTERM in _drain(signals):
            break
    for end in (box.terminate, box.kill):
        if box.poll() is not None:
            break
        end()
        try:
            box.wait(TERM_SECONDS)
        except subprocess.TimeoutExpired:
            continue
    return box.wait()


def _drain(signals: socket.socket) -> bytes:
    try:
        return signals.recv(64)
    except BlockingIOError:
        return b""


# -- the walls -------------------------------------------------------------------------------


_LIBC = ctypes.CDLL(None, use_errno=True)
_CREATE, _ADD, _RESTRICT = 444, 445, 446  # Landlock's system calls, on every architecture
NEW_USER, NEW_NETWORK = 0x10000000, 0x40000000
NO_NEW_PRIVILEGES, DEATH_SIGNAL, DUMPABLE = 38, 1, 4  # of prctl


def measure(folder: Path) -> tuple[int, str]:
    """Return the bytes of a folder's files, and a link in it that leads out, or ""."""
    total, link, top = 0, "", os.path.realpath(folder)
    todo = [str(folder)]
    while todo:
        try:
            entries = list(os.scandir(todo.pop()))
        except OSError:
            continue
        for entry in entries:
            try:
                if entry.is_symlink():
                    there = os.path.realpath(entry.path)
                    link = link or ("" if (there + "/").startswith(top + "/") else entry.path)
                elif entry.is_dir(follow_symlinks=False):
                    todo.append(entry.path)
                else:
                    total += entry.stat(follow_symlinks=False).st_size
            except OSError:
                continue
    return total, link


def own_network() -> bool:
    """Leave the machine's network for one with nothing but a loopback. False if the kernel refuses."""
    uid, gid = os.getuid(), os.getgid()
    _LIBC.prctl(DUMPABLE, 1, 0, 0, 0)  # /proc/self is not our own after a change of the user
    if _LIBC.unshare(NEW_NETWORK | (NEW_USER if uid else 0)) != 0:
        return False
    if uid:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1")
        Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh14x", b"lo", 0x41))  # SIOCSIFFLAGS: up, running
    return True


def landlock_version() -> int:
    """Return the version of the kernel's Landlock, below 1 if it has none."""
    return int(_LIBC.syscall(_CREATE, None, 0, 1))


def cage(places: list[Path], port: int, most: int) -> None:
    """In the child, before it becomes DOSBox: limits, and no files but the door's.

    DOSBox ignores SIGHUP, which would lose what it hasn't written. If the bridge is killed it gets SIGTERM.
    A file that is too large is a full disk for DOS.
    """
    for name in (signal.SIGHUP, signal.SIGXFSZ):
        signal.signal(name, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _LIBC.prctl(DEATH_SIGNAL, signal.SIGTERM, 0, 0, 0)
    for which, limit in ((resource.RLIMIT_FSIZE, most), (resource.RLIMIT_NOFILE, FILES)):
        hard = resource.getrlimit(which)[1]
        limit = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(which, (limit, limit))
    os.nice(NICE)
    landlock(places, port)


def landlock(places: list[Path], port: int) -> bool:
    """Allow this process to read the system's programs, to use `places`, and to connect to `port`. Nothing
    else: no other file, port, process or signal, as far as the kernel's version of Landlock goes.
    """
    version = landlock_version()
    if version < 1:
        return False
    everything = (1 << (13 if version == 1 else 14 if version == 2 else 15)) - 1
    fields = [everything, *([3] if version >= 4 else ()), *([3] if version >= 6 else ())]
    rules = struct.pack(f"{len(fields)}Q", *fields)
    ruleset = _LIBC.syscall(_CREATE, ctypes.create_string_buffer(rules, len(rules)), len(rules), 0)
    if ruleset < 0:
        return False
    if version >= 4:
        _LIBC.syscall(_ADD, ruleset, 2, ctypes.create_string_buffer(struct.pack("QQ", 2, port), 16), 0)
    read = 0b1101  # execute, read file, read folder
    for path, allowed in [*((Path(one), read) for one in READABLE), *((one, everything) for one in places)]:
        if path.exists():
            at = os.open(path, os.O_PATH | os.O_CLOEXEC)
            allowed &= everything if path.is_dir() else 0b100000000000111  # execute, write, read, truncate
            beneath = ctypes.create_string_buffer(struct.pack("=Qi", allowed & everything, at), 12)
            _LIBC.syscall(_ADD, ruleset, 1, beneath, 0)
            os.close(at)
    _LIBC.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    held = _LIBC.syscall(_RESTRICT, ruleset, 0) == 0
    os.close(ruleset)
    return bool(held)


def walls() -> Iterator[str]:
    """Yield the walls that hold here: `user` (not root), `network`, `files`, `ports`, `signals`."""
    if os.getuid():
        yield "user"
    if own_network():
        yield "network"
    version = landlock_version()
    yield from (name for name, least in (("files", 1), ("ports", 4), ("signals", 6)) if version >= least)
