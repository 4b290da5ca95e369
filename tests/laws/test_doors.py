"""The catalogue, and the laws that each of its doors keeps."""

import dataclasses
import pickle

import pytest
from door_events import DOORS

from door.games.blank import DOOR as BLANK
from door.games.info import Players
from door.games.switchbox import computer
from door.screens import doors as catalogue
from door.testing.laws import *


@pytest.fixture(params=DOORS, ids=lambda door: door.INFO.slug, scope="module")
def door(request):
    return request.param


@pytest.fixture(autouse=True)
def hurried(request, monkeypatch):
    """Computers think briefly in the law that has any of them think at any time, so that it has a bound."""
    if request.node.originalname == "test_any_events_in_any_order":
        monkeypatch.setattr(computer, "SECONDS", 0.02)
        monkeypatch.setattr(computer, "JUDGED_SECONDS", 0.1)


def test_slugs_are_unique_and_found():
    slugs = [door.INFO.slug for door in catalogue.DOORS]
    assert len(set(slugs)) == len(slugs) and "blank" not in slugs
    assert all(catalogue.find(slug) is door for slug, door in zip(slugs, catalogue.DOORS, strict=True))
    assert catalogue.find("nothing") is None
    assert list(catalogue.infos()) == slugs


def test_a_card_can_be_sent_to_the_workers_that_draw_public_pages(door):
    assert pickle.loads(pickle.dumps(door.INFO)).slug == door.INFO.slug


def test_a_daily_deal_is_one_callers():
    with pytest.raises(ValueError, match="seats must begin at 1"):
        dataclasses.replace(BLANK, info=dataclasses.replace(BLANK.info, players=Players(seats=(2, 2))))
