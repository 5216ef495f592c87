"""Beginners notice when an unintended move is played, and the measure of shapes and turns is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.window import beginners
from benchmarks.window.beginners import Beginner, at_corner, square_of, try_placing, turns_between
from benchmarks.window.inside import FLIP, TURN_LEFT, TURN_RIGHT, tray_place

SIZE = 1024, 600
ELL = at_corner([(0, 0), (0, 1), (0, 2), (1, 2)])


def test_turns_between_shapes() -> None:
    assert turns_between(ELL, ELL) == []
    assert turns_between(ELL, at_corner([(0, 0), (1, 0), (2, 0), (0, 1)])) == [TURN_RIGHT]
    assert turns_between(ELL, at_corner([(0, 1), (1, 1), (2, 1), (2, 0)])) == [TURN_LEFT]
    assert turns_between(ELL, at_corner([(0, 2), (1, 0), (1, 1), (1, 2)])) == [FLIP]
    assert square_of("a20") == (0, 0)
    assert square_of("t1") == (19, 19)


def test_a_beginner_who_plays_anything_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def play_another(self: Beginner) -> None:
        self.taps = 2
        table = self._page.stage.table
        table.play(str(next(move for move in table.state.legal() if set(str(move).split(",")) != self._names)))

    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    monkeypatch.setattr(Beginner, "place", play_another)
    tried = try_placing(SIZE, 2, 1)
    assert (tried.beginners, tried.unmeant, tried.share) == (2, 2, 0)


def test_a_beginner_who_plays_what_was_meant_is_quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def play_it(self: Beginner) -> None:
        self.taps = self.least + 2 * (self._before > 1)
        self._page.stage.table.play(",".join(sorted(self._names)))

    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    monkeypatch.setattr(Beginner, "place", play_it)
    tried = try_placing(SIZE, 3, 1)
    assert (tried.unmeant, tried.refused, tried.share) == (0, 0, 1)
    monkeypatch.setattr(beginners, "MAX_OVER", -1)
    assert tried.share == 0


def test_a_refusal_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def take_anothers(self: Beginner) -> None:
        self._tap(tray_place(self._page, self._tray))
        self._tap(tray_place(self._page, "red:F"))

    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    monkeypatch.setattr(Beginner, "place", take_anothers)
    tried = try_placing(SIZE, 1, 1)
    assert tried.gave_up == 1
    assert tried.refused == 1  # as pieces are placed today; a piece shown as a preview does not count
