"""The command line: `door.commands.words` parses the arguments, the command runs, and we exit with its
code.

Every failure is one plain sentence on stderr. Exit 0 is done, 1 failed, 2 wrong usage, 130 interrupted.
"""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from door.commands import CommandError
from door.commands.words import arguments
from door.ui.catalogue import tr

INTERRUPTED: Final = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        args = arguments(argv)
        code: int = args.run(args)
        sys.stdout.flush()
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return _unread()
    except EOFError:
        return _say(tr.command.no_answer())
    except CommandError as error:
        return _say(str(error))
    except OSError as error:
        return _say(f"{error.filename or 'door'}: {error.strerror or error}.")  # the system's own words
    except Exception as error:
        return _say(_fault(error))
    return code


def _say(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


def _unread() -> int:
    """Discard further output, because its reader has closed the pipe. The interpreter's exit stays silent
    too.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def _fault(error: Exception) -> str:
    """Return an internal error as a sentence, with the place that a report needs."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    what, place = f"{type(error).__name__}: {error}", f"{Path(where.filename).name}:{where.lineno}"
    return tr.command.internal_fault(what=what, place=place)
