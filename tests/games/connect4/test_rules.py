"""Connect 4's rules, against published counts to depths that take little time."""

from __future__ import annotations

import pytest

from fourth_seat.games.connect4.rules import Connect4State
from fourth_seat.games.errors import BadPosition
from tests.references.connect4 import GAME, POSITIONS, SEQUENCES, distinct, sequences, solve


def test_sequences_of_moves() -> None:
    start = GAME.start(GAME.options())
    assert tuple(sequences(start, depth) for depth in range(8)) == SEQUENCES[:8]


def test_distinct_positions() -> None:
    assert tuple(distinct(GAME.start(GAME.options()), 7)) == POSITIONS[:8]


def brute_force(state: Connect4State) -> int:
    """Return the score of a position, found by playing out every game."""
    if state.over:
        return 0 if len(state.standing().winners) == 2 else -(22 - (state.stones + 1) // 2)
    return max(-brute_force(state.play_unchecked(move)) for move in state.legal())


def test_the_solver_agrees_with_brute_force_in_late_positions() -> None:
    for digits, score in {
        "765357272657453446667313514573221": 5,
        "631623723471172762175655611273624": -1,
        "551516775751647235644466217172363": 5,
    }.items():
        state = GAME.parse_position(digits, GAME.options())
        assert solve(state, -21, 21, {}) == brute_force(state) == score


@pytest.mark.parametrize(
    ("moves", "holes"),
    [
        ("1212121", "a1 a2 a3 a4"),
        ("1122334", "a1 b1 c1 d1"),
        ("12233434464", "a1 b2 c3 d4"),
        ("12", ""),
    ],
)
def test_deciding_cells_are_those_of_the_four_in_a_row(moves: str, holes: str) -> None:
    state = GAME.start(GAME.options())
    for move in moves:
        state = state.play(GAME.parse(state, move)[0])
    assert " ".join(GAME.deciding_cells(state)) == holes


def test_a_board_with_a_four_of_the_side_to_move_is_refused() -> None:
    with pytest.raises(BadPosition, match="yellow has four in a row already: take red's last stone away"):
        GAME.parse_position("7/7/7/7/RRR1R2/YYYYR2", GAME.options())
    won = GAME.parse_position("7/7/7/7/YYY4/RRRR3", GAME.options())
    assert won.over
