"""The commands of `door`, a module each. Serving and playing are in `door.server.app` and `console`.

A command prints its result to stdout and returns its exit code. It raises CommandError with one plain
sentence if it fails.
"""


class CommandError(Exception):
    """A command failed. The text is a plain sentence, or a line for each fault."""
