"""`python -m door` is `door`."""

import sys

from door.cli import main

if __name__ == "__main__":
    sys.exit(main())
