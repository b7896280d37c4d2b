"""Windows of one module do not outlive it."""

import gc
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent


@pytest.fixture(scope="module", autouse=True)
def _windows_go_with_their_module() -> Iterator[None]:
    """Collect what a module left, here and now. Left to chance, a cycle of widgets may be collected in a
    thread of a later test, or in the midst of an event, and Qt then crashes."""
    yield
    gc.collect()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
