"""The measure of resized windows: it sees what stays as it was, and finds nothing in the window itself."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchmarks.window.geometry.views import views
from benchmarks.window.resized import UNWALKED, differences, looks
from fourth_seat.ui.theme.theme import Theme
from tests.ui.conftest import home

__all__ = ["home"]  # the fixture

SMALL, LARGE = (1280, 720), (1920, 1080)  # distances grow by a half


def found(name: str) -> list[str]:
    """Return how windows that are resized differ from those that were opened at that size, for all states of a view."""
    wanted = [each[0] for _, each in looks([name], [LARGE], "en")]
    resized = [(first, large, again) for _, (first, large, again) in looks([name], [SMALL, LARGE, SMALL], "en")]
    assert len(resized) == len(wanted) > 0
    return [
        line
        for (first, large, again), opened in zip(resized, wanted, strict=True)
        for line in (*differences(large, opened), *differences(again, first))
    ]


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["table connect4", "edit connect4", "table blokus", "settings"])
def test_a_resized_window_is_laid_out_like_one_of_that_size(home: Path, name: str) -> None:  # noqa: ARG001
    assert "DISPLAY" in os.environ
    assert found(name) == []


@pytest.mark.slow
def test_parts_that_keep_their_places_are_found(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001
    monkeypatch.setattr(Theme, "on_measured", lambda *_: None)
    assert found("edit connect4")


def test_views_that_are_not_walked_exist() -> None:
    assert UNWALKED.keys() <= views().keys()
