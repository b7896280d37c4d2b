"""Fixtures for tests of the real program: real screens for real windows.

Pictures are kept in the folder KIOSK_PICTURES, else thrown away. What draws is imported when it is asked for:
the pure tests of every folder run where Qt cannot be imported.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.support.kiosk_process import KioskProcess
    from tests.support.screen import Screen


@pytest.fixture
def screen() -> Iterator[Screen]:
    from tests.support.screen import Screen

    made = Screen()
    yield made
    made.close()


@pytest.fixture
def station(screen: Screen, tmp_path: Path) -> Iterator[KioskProcess]:
    """A demonstration station, freshly started."""
    from tests.support.kiosk_process import KioskProcess

    process = KioskProcess(screen, tmp_path / "data")
    yield process
    process.kill()


@pytest.fixture
def picture_of(tmp_path: Path) -> Callable[[Screen, str], None]:
    folder = Path(os.environ.get("KIOSK_PICTURES", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    return lambda screen, name: screen.picture(folder / f"{name}.png")


@pytest.fixture
def picture(screen: Screen, picture_of: Callable[[Screen, str], None]) -> Callable[[str], None]:
    return lambda name: picture_of(screen, name)
