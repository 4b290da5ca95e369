import pytest
from records_kit import Clock


@pytest.fixture
def clock():
    return Clock()
