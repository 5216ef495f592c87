"""Rolling a tetrahedron over the lattice."""

from __future__ import annotations

from argparse import Namespace

from games.tridice.die import FACES, rolled
from games.tridice.lattice import CELLS, INDEX, NEIGHBOURS, WAYS, points_up
from tests.references import tridice as reference


def test_rolling_as_the_five_numbers_describe_it() -> None:
    """[left, top, right, up, down] from an upward cell, with a 0 for the corner it lacks: right gives [up, left, top, 0,
    right], left [top, right, up, 0, left], down [left, up, right, 0, top].
    """
    left, top, right, up = 1, 2, 3, 4
    start = INDEX["33"]
    for end, (new_left, new_top, new_right, _, new_down) in {
        "34": (up, left, top, 0, right),
        "32": (top, right, up, 0, left),
        "44": (left, up, right, 0, top),
    }.items():
        assert rolled((top, left, up, right), start, INDEX[end]) == (new_top, new_left, new_down, new_right)


def test_rolling_back_undoes_it() -> None:
    for orientation in FACES["cw"]:
        for start, faces in enumerate(orientation):
            for end in NEIGHBOURS[start]:
                assert rolled(rolled(faces, start, end), end, start) == faces


def test_all_ways_to_a_cell_end_alike() -> None:
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
    assert not {look[0] for look in FACES["cw"]} & {look[0] for look in FACES["ccw"]}
    assert (1, 2, 3, 4) in {look[0] for look in FACES["cw"]} and points_up(0)


def test_solid_tetrahedra_and_walked_paths_agree() -> None:
    outcome = reference.check(Namespace(positions=600))
    assert outcome.differences == 0 and outcome.positions > 1400
