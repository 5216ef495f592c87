from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourth_seat.calibration import store
from fourth_seat.calibration.orientation import Orientation, load_orientation, save_orientation
from fourth_seat.games import find, game_names
from fourth_seat.games.geometry import Point
from fourth_seat.table.errors import BadConfig

ALL = [Orientation(turn, mirror) for turn in range(4) for mirror in (False, True)]
BOUNDS = (-1.0, 2.0, 6.0, 5.0)
inside = st.tuples(st.floats(-1, 6), st.floats(2, 5))


@pytest.mark.parametrize("orientation", ALL)
@given(point=inside)
def test_a_point_stays_within_the_bounds(orientation: Orientation, point: Point) -> None:
    left, top, right, bottom = orientation.bounds_of(BOUNDS)
    x, y = orientation.apply(point, BOUNDS)
    assert left - 1e-9 <= x <= right + 1e-9
    assert top - 1e-9 <= y <= bottom + 1e-9


def test_a_quarter_turn_is_clockwise_as_seen() -> None:
    assert Orientation(1).apply((-1.0, 2.0), BOUNDS) == (2.0, 2.0)  # the top left corner comes to the top right
    assert Orientation(2).apply((-1.0, 2.0), BOUNDS) == (6.0, 5.0)
    assert Orientation(0, mirror=True).apply((-1.0, 2.0), BOUNDS) == (6.0, 2.0)


@pytest.mark.parametrize("orientation", ALL)
def test_directions_go_with_points(orientation: Orientation) -> None:
    x0, y0 = orientation.apply((1.0, 3.0), BOUNDS)
    x1, y1 = orientation.apply((1.5, 4.0), BOUNDS)
    assert orientation.direction((0.5, 1.0)) == (x1 - x0, y1 - y0)


@pytest.mark.parametrize("orientation", ALL)
@given(point=inside)
def test_turning_and_mirroring_are_as_seen(orientation: Orientation, point: Point) -> None:
    seen = orientation.apply(point, BOUNDS)
    now = orientation.bounds_of(BOUNDS)
    assert orientation.turned().apply(point, BOUNDS) == pytest.approx(Orientation(1).apply(seen, now))
    assert orientation.mirrored().apply(point, BOUNDS) == pytest.approx(Orientation(0, True).apply(seen, now))


def test_all_eight_ways_differ_on_every_board() -> None:
    for name in game_names():
        bounds = find(name).geometry(find(name).options()).bounds
        left, top, right, bottom = bounds
        corner = (left + (right - left) / 5, top + (bottom - top) / 7)
        assert len({orientation.apply(corner, bounds) for orientation in ALL}) == 8


def test_it_is_remembered_for_each_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    assert load_orientation("kalah") == Orientation()
    save_orientation("kalah", Orientation(3, True))
    save_orientation("blokus", Orientation(1))
    store.save("kalah", "lights", {"first": "A"})
    assert load_orientation("kalah") == Orientation(3, True)
    assert load_orientation("blokus") == Orientation(1)
    assert "[kalah.orientation]\nturn = 3\nmirror = true\n" in store.path().read_text()


def test_a_hand_edited_file_cannot_break_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    store.path().write_text('# our board\n[kalah.orientation]\nturn = "left"\nmirror = 7\n')
    assert load_orientation("kalah") == Orientation()
    save_orientation("kalah", Orientation(2))
    assert load_orientation("kalah") == Orientation(2)
    assert store.path().read_text().startswith("# our board\n")
    store.path().write_text("[kalah\n")
    with pytest.raises(BadConfig, match="line 1"):
        load_orientation("kalah")
    save_orientation("kalah", Orientation(1))
    assert load_orientation("kalah") == Orientation(1)
    assert (tmp_path / "calibration-unreadable.toml").read_text() == "[kalah\n"
