"""The sentences of this package."""

from pathlib import Path
from typing import Final

from door.ui.texts import package_texts

texts: Final = package_texts("pig", Path(__file__).with_name("texts.yaml"))
