"""The command of a child: `python -m door.server.processes FOLDER DESCRIPTORS`."""

import sys
from pathlib import Path

from door.server.start import serve_child

if __name__ == "__main__":
    sys.exit(serve_child(Path(sys.argv[1]), sys.argv[2]))
