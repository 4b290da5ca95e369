"""`door` as a process of its own that takes its boards from the nursery."""

import sys

from warm_board import warm_boards_for_commands

from door.cli import main

if __name__ == "__main__":
    warm_boards_for_commands()
    sys.argv[0] = "door"
    sys.exit(main())
