"""What the commands of `door` do, a module each; all but serving and playing: `door.server.app`, `console`.

Law: a command prints what it found to stdout, returns its exit code, and raises CommandError
with one plain sentence where it cannot do what was asked.
"""


class CommandError(Exception):
    """The thing asked for failed; the text is a plain sentence (or a line for each fault)."""
