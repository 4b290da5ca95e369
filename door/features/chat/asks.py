"""What the page of Chat asks."""

from __future__ import annotations

from dataclasses import dataclass

from door.ui.screen import Effect, Reply
from door.ui.words import Talk


@dataclass(frozen=True, slots=True)
class EnterChat(Effect):
    """Enter Chat while the page is open → `InChat`, again after every change."""


@dataclass(frozen=True, slots=True)
class InChat(Reply):
    """The lines said since the last one, and the others in the room."""

    said: Talk
    here: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SayInChat(Effect):
    text: str
