"""The catalogue of sentences: `tr.shutbox.no_match(roll="3 + 4", total=7)`.

Its types are in `catalogue.pyi`, which `python -m door.ui.catalogue_stub` writes from `door/texts/en`.
"""

from __future__ import annotations

from door.ui.sentence import Catalogue

tr = Catalogue()
