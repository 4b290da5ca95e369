"""Sentences for the rest of the code: the catalogue `tr` and what `door.ui.sentence` offers.

Say a sentence where it is shown: `tr.logon.board_closed()`.
"""

from __future__ import annotations

from door.ui.catalogue import tr as tr
from door.ui.sentence import NOTHING as NOTHING
from door.ui.sentence import SHIPPED as SHIPPED
from door.ui.sentence import Forms as Forms
from door.ui.sentence import Language as Language
from door.ui.sentence import MaybeSaid as MaybeSaid
from door.ui.sentence import Said as Said
from door.ui.sentence import Sentence as Sentence
from door.ui.sentence import Texts as Texts
from door.ui.sentence import again as again
from door.ui.sentence import cache_by_language as cache_by_language
from door.ui.sentence import from_recipe as from_recipe
from door.ui.sentence import language as language
from door.ui.sentence import package_texts as package_texts
from door.ui.sentence import reason_of as reason_of
from door.ui.sentence import sentence as sentence
from door.ui.sentence import speak as speak
from door.ui.sentence import speaking as speaking
