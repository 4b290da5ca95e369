"""`door` commands without Python's start: each runs in a process forked from one that has loaded the house.

The process reads a command as a line of JSON, and writes its process id and its exit code. It ends with its
standard input.
"""

import json
import os
import random
import select
import signal
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from warm_board import ADDRESS, leave, nursery, warm_boards_for_commands

STREAMS = ("in", "out", "err")


@cache
def _server() -> subprocess.Popen[str]:
    nursery()
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, __file__], stdin=pipe, stdout=pipe, text=True, bufsize=1)


def run(words: list[str], text: str, env: dict[str, str], seconds: float) -> subprocess.CompletedProcess[str]:
    """Run one command to its end."""
    server = _server()
    assert server.stdin and server.stdout
    with TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in STREAMS]
        paths[0].write_text(text, "utf-8")
        print(json.dumps([words, env, folder]), file=server.stdin)
        pid = int(server.stdout.readline())
        if not select.select([server.stdout], [], [], seconds)[0]:
            os.kill(pid, signal.SIGKILL)
            server.stdout.readline()
            raise subprocess.TimeoutExpired(words, seconds)
        code = int(server.stdout.readline())
        out, err = (path.read_text("utf-8") for path in paths[1:])
    return subprocess.CompletedProcess(words, code, out, err)


def serve() -> int:
    """Fork a process for each line; return the exit code."""
    from door.cli import COMMANDS, main

    for _, module in COMMANDS.values():
        import_module(f"door.commands.{module.partition('.')[0]}")
    import_module("remember").read_ahead()
    address = nursery()[1:]
    asked, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w", 1)
    for line in iter(asked.readline, ""):
        pid = os.fork()
        if not pid:
            words, env, folder = json.loads(line)
            for fd, name in enumerate(STREAMS):
                os.dup2(os.open(f"{folder}/{name}", os.O_RDWR | os.O_CREAT), fd)
            os.environ.clear()
            os.environ.update({**env, ADDRESS: address})
            random.seed()
            sys.argv = ["door", *words]
            warm_boards_for_commands()
            leave(main())
        print(pid, file=answers)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), file=answers)
    return 0


if __name__ == "__main__":
    sys.exit(serve())
