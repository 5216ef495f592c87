"""A fault is named as what it is, on boards whose moves also have to be entered because of it."""

import pytest

from benchmarks.boards.hands import BoardType
from benchmarks.boards.matches import Match
from fourth_seat.hardware.boards.description import SensorKind


@pytest.mark.parametrize(
    ("game", "kind", "seed", "fault"),
    [
        ("tridice", SensorKind.PRESENCE, "77 TriDice, 16 contacts dead 2", "dead"),  # a die lies there before it is thrown
        ("tridice", SensorKind.PRESENCE, "77 TriDice, 16 contacts dead 8", "dead"),
        ("connect4", SensorKind.PASSAGE, "2", "stuck"),
        ("kalah", SensorKind.COUNT, "1", "swapped"),
    ],
)
def test_a_fault_is_not_taken_for_another_one(game: str, kind: SensorKind, seed: str, fault: str) -> None:
    tally = Match(BoardType(game, kind), seed, 20, fault).play()
    assert tally.faults
    assert tally.misnamed == 0
