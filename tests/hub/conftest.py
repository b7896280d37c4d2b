"""One PostgreSQL for all tests of the hub, and a hub of its own for each."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.hub import HubServer, HubUnderTest


@pytest.fixture(scope="session")
def server() -> Iterator[HubServer]:
    made = HubServer()
    yield made
    made.end()


@pytest.fixture
def hub(server: HubServer, tmp_path: Path) -> Iterator[HubUnderTest]:
    made = HubUnderTest(server, tmp_path)
    yield made
    made.drop()
