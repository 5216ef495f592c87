"""Rolling a tetrahedron over the lattice."""

from __future__ import annotations

from argparse import Namespace

from fourth_seat.games.tridice.die import FACES, rolled
from fourth_seat.games.tridice.lattice import CELLS, INDEX, NEIGHBOURS, WAYS, points_up
from tests.references import tridice as reference


def test_rolling_agrees_with_the_seed_document() -> None:
    """Compare with its five numbers [left, top, right, up, down], 0 for a missing corner. From an upward cell a roll to the
    right gives [up, left, top, 0, right], to the left [top, right, up, 0, left], down [left, up, right, 0, top].
    """
    left, top, right, up = 1, 2, 3, 4
    start = INDEX["33"]
    for end, (new_left, new_top, new_right, _, new_down) in {
        "34": (up, left, top, 0, right),
        "32": (top, right, up, 0, left),
        "44": (left, up, right, 0, top),
    }.items():
        assert rolled((top, left, up, right), start, INDEX[end]) == (new_top, new_left, new_down, new_right)


def test_rolling_back_restores_the_faces() -> None:
    for orientation in FACES["cw"]:
        for start, faces in enumerate(orientation):
            for end in NEIGHBOURS[start]:
                assert rolled(rolled(faces, start, end), end, start) == faces


def test_all_paths_to_a_cell_give_the_same_faces() -> None:
    several = 0
    for start in range(len(CELLS)):
        for ends in WAYS[start][1:]:
            for end, ways in ends.items():
                several += len(ways) > 1
                for orientation in FACES["cw"] + FACES["ccw"]:
                    for way in ways:
                        faces = orientation[start]
                        for one, other in zip(way.cells, way.cells[1:], strict=False):
                            faces = rolled(faces, one, other)
                        assert faces == orientation[end]
    assert several == 42


def test_twelve_states_on_each_cell() -> None:
    for table in FACES.values():
        for cell in range(len(CELLS)):
            assert len({orientation[cell] for orientation in table}) == 12
    assert not {orientation[0] for orientation in FACES["cw"]} & {orientation[0] for orientation in FACES["ccw"]}
    assert (1, 2, 3, 4) in {orientation[0] for orientation in FACES["cw"]} and points_up(0)


def test_faces_and_moves_agree_with_an_independent_implementation() -> None:
    outcome = reference.check(Namespace(positions=600))
    assert outcome.differences == 0 and outcome.positions > 1400
