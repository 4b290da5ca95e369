"""Write the sentences' types, put the docs' pages into the wheel, and note the commit of a checkout."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class DocsAndCommit(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self._write_stub()
        if version == "editable":
            return
        included, root = build_data["force_include"], Path(self.root)
        if self.target_name == "wheel":
            for page in (*sorted((root / "docs").glob("*.md")), root / "CHANGELOG.md"):
                included[str(page)] = f"door/skeleton/docs/{page.name}"
        asked = ["git", "-C", self.root, "rev-parse", "--short=10", "HEAD"]
        try:
            commit = os.environ.get("DOOR_COMMIT", "")[:10]  # of a Containerfile, which has no .git
            commit = commit or subprocess.run(asked, capture_output=True, text=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError):  # an sdist, or another account's checkout
            return
        noted = self._commit
        noted.parent.mkdir(parents=True, exist_ok=True)
        noted.write_text(commit)
        included[str(noted)] = "door/COMMIT"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self._commit.unlink(missing_ok=True)

    def _write_stub(self) -> None:
        """Write door/ui/catalogue.pyi, which git ignores. It needs no other package."""
        command = [sys.executable, "-m", "door.ui.catalogue_stub"]
        subprocess.run(command, cwd=self.root, check=True)

    @property
    def _commit(self) -> Path:
        return Path(self.directory, "COMMIT")
