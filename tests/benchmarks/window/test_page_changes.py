"""The measure of page changes: every page is reached, and work is detected."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from benchmarks.window.page_changes import BARS, measured, until_complete
from tests.ui.conftest import MakeWindow, home, make_window

__all__ = ["home", "make_window"]  # the fixtures


@pytest.mark.slow
def test_each_page_is_measured(home: Path) -> None:  # noqa: ARG001 - the data folder
    found = measured(1, 3)
    assert found.keys() == BARS.keys() and all(0 < seconds[0] < 10 for seconds in found.values())


def test_work_that_comes_later_counts(make_window: MakeWindow) -> None:
    window = make_window()
    window.root.update()

    def work() -> None:
        end = time.process_time() + 0.2
        while time.process_time() < end:
            pass

    assert until_complete(window, lambda: window.root.after(100, work)) > 0.2
