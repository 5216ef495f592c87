"""A fault is named as what it is, and costs no wrong move, even if moves have to be entered because of it."""

import pytest

from benchmarks.boards.hands import BoardType
from benchmarks.boards.matches import Match
from fourth_seat.hardware.boards.description import SensorKind

BARRIERS = BoardType("connect4", SensorKind.PASSAGE)
TRIDICE = BoardType("tridice", SensorKind.PRESENCE)


@pytest.mark.parametrize(
    ("board", "fault", "seed"),
    [
        (TRIDICE, "dead", "77 TriDice, 16 contacts dead 2"),  # a die lies there before its throw is entered
        (TRIDICE, "dead", "77 TriDice, 16 contacts dead 8"),
        (TRIDICE, "dead", "59 TriDice, 16 contacts dead 21"),  # a hand holds a die that could have gone to the dead contact
        (TRIDICE, "swapped", "59 TriDice, 16 contacts swapped 12"),  # the two are right by turns
        (BARRIERS, "stuck", "2"),
        (BARRIERS, "swapped", "59 Connect 4, 7 light barriers swapped 0"),
        (BARRIERS, "swapped", "59 Connect 4, 7 light barriers swapped 3"),  # a barrier seemed to work by chance
        (BoardType("kalah", SensorKind.COUNT), "swapped", "1"),
    ],
)
def test_a_fault_is_not_taken_for_another_one_or_for_a_move(board: BoardType, fault: str, seed: str) -> None:
    tally = Match(board, seed, 30, fault).play()
    assert tally.faults
    assert (tally.misnamed, tally.wrong) == (0, 0)
