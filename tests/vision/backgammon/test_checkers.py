"""Where a column's checkers are searched for."""

from __future__ import annotations

import pytest

from fourth_seat.vision.backgammon.checkers import CheckerSpot, column
from fourth_seat.vision.backgammon.field_edges import FieldEdges

SIZE = 0.94


@pytest.mark.parametrize("aside", [-0.45, -0.2, 0.0, 0.2])
def test_those_beyond_one_that_is_seen_beside_its_place_are_found(aside: float) -> None:
    ground = FieldEdges()
    x, edge = ground.column(0, 0.0), ground.row(False, ground.column(0, 0.0))
    rows = [edge + SIZE / 2 + aside * SIZE, *(edge + SIZE * (n + 0.5) for n in range(1, 5))]
    places = column([CheckerSpot(x, y, 4.0) for y in rows], ground, 0, False, SIZE)
    assert [place.y for place in places if place.odds > 0] == rows
