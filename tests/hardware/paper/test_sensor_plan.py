"""The plan of a board's sensors: every sensor is in its place, at full size, in each kind of file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fourth_seat.games import find, game_names
from fourth_seat.hardware.paper.sensor_plan import place_of, write_plan
from fourth_seat.hardware.paper.sheet import BadSheetFile

MM_PER_POINT = 25.4 / 72


@pytest.mark.parametrize("name", sorted(game_names()))
def test_sensors_lie_on_their_places_in_real_size(name: str, tmp_path: Path) -> None:
    game, pitch = find(name), 31.0
    geometry = game.geometry(game.options())
    places = [cell.name for cell in geometry.cells if cell.is_on_board]
    path = tmp_path / "plan.svg"
    write_plan(game, game.options(), places, pitch, path)
    text = path.read_text()
    width = re.search(r'width="([0-9.]+)in"', text)
    view = re.search(r'viewBox="0 0 ([0-9.]+) ', text)
    assert width
    assert view
    assert float(width[1]) == pytest.approx(float(view[1]) / 72, abs=1e-3)
    found = [
        (float(x), float(y)) for x, y in re.findall(r'<circle cx="([0-9.]+)" cy="([0-9.]+)" r="4.25" fill="none"', text)
    ]
    assert len(found) == len(places)
    first, feet = found[0], [geometry[place].foot for place in places]
    for foot, (x, y) in zip(feet, found, strict=True):
        assert (x - first[0]) * MM_PER_POINT == pytest.approx((foot[0] - feet[0][0]) * pitch, abs=0.02)
        assert (y - first[1]) * MM_PER_POINT == pytest.approx((foot[1] - feet[0][1]) * pitch, abs=0.02)
    assert f">{len(places) - 1}</text>" in text


def test_a_barrier_lies_above_the_highest_hole() -> None:
    geometry = find("connect4").geometry(find("connect4").options())
    x, y = place_of(geometry, "3")
    holes = [cell for cell in geometry.cells if cell.name in next(a for a in geometry.tap_areas if a.name == "3").cells]
    assert y < min(hole.foot[1] for hole in holes)
    assert all(x == pytest.approx(hole.foot[0]) for hole in holes)


@pytest.mark.parametrize("suffix", [".pdf", ".png"])
def test_it_can_be_printed(suffix: str, tmp_path: Path) -> None:
    game = find("tridice")
    write_plan(game, game.options(), ["11"], 20, tmp_path / f"plan{suffix}")
    assert (tmp_path / f"plan{suffix}").stat().st_size > 500
    with pytest.raises(BadSheetFile, match="svg"):
        write_plan(game, game.options(), ["11"], 20, tmp_path / "plan.dxf")
