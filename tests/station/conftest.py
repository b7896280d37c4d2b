"""Runs of the station on one data folder, each ended with its test."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.station_run import Run


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Run]]:
    """Starts a station on the test's folder, as often as is asked."""
    runs: list[Run] = []

    def run(*args: object, **how: object) -> Run:
        runs.append(Run(tmp_path, *args, **how))
        return runs[-1].start()

    yield run
    for each in runs:
        each.crash()
