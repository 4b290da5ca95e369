"""What the page of news asks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from door.features.news.news_files import NewsItem
from door.records.community.community import LastCall, Posted
from door.ui.screen import Query


@dataclass(frozen=True, slots=True)
class WhatIsNew:
    """The last callers and the wall, newest last.

    `sentences` are sentences about callers who have passed this one, and about anniversaries. `items` are the
    sysop's news, newest first. `feats` are others' achievements, latest last. `cups` are the doors where the
    caller has won last month, told once.
    """

    calls: tuple[LastCall, ...]
    posted: tuple[Posted, ...]
    sentences: tuple[str, ...] = ()
    items: tuple[NewsItem, ...] = ()
    feats: tuple[tuple[str, str], ...] = ()
    cups: tuple[str, ...] = ()


NEWS: Final[Query[None, WhatIsNew]] = Query("news")
