"""The seed document's player, compared with its document."""

from __future__ import annotations

import random
from statistics import mean

import pytest

from fourth_seat.engines import Choose, engine_of
from fourth_seat.engines.blokus import baseline
from fourth_seat.games.blokus import GAME
from fourth_seat.games.blokus.bitboard import column_row, names
from fourth_seat.games.blokus.moves import BlokusPlacement
from fourth_seat.games.blokus.rules import BlokusState


def test_it_is_the_level_seed() -> None:
    assert engine_of("blokus").players["seed"] is baseline.choose


def test_pieces_largest_first_at_random_within_a_size() -> None:
    state = GAME.start(GAME.options())
    orders = [baseline.pieces_in_order(state, random.Random(n)) for n in range(20)]
    for order in orders:
        sizes = [piece.size for piece in order]
        assert sizes == sorted(sizes, reverse=True) and len(set(order)) == 21
    assert len({order[0].name for order in orders}) > 5


def test_the_first_corner_is_the_own_corner_of_the_board() -> None:
    for colour, corner in enumerate(("a20", "t20", "t1", "a1"), 1):
        state = GAME.turn_to(GAME.start(GAME.options()), colour)
        order = baseline.corners_in_order(state, random.Random(1))
        assert [names(square) for square in order] == [(corner,)]


def test_far_corners_come_first_noise_apart() -> None:
    state = GAME.parse_position("e16 / - / - / - / turn 1", GAME.options())
    rng = random.Random(1)
    ranks: dict[str, list[int]] = {}
    for _ in range(2000):
        for rank, square in enumerate(baseline.corners_in_order(state, rng)):
            ranks.setdefault(names(square)[0], []).append(rank)
    average = {name: mean(ranks[name]) for name in ranks}
    assert set(average) == {"d17", "f17", "d15", "f15"}
    assert average["f15"] < average["f17"] < average["d17"] and average["f15"] < average["d15"] < average["d17"]
    assert average["f17"] == pytest.approx(average["d15"], abs=0.1), "equally far"
    # d17 is 3 + 3 squares away, f15 5 + 5: two apart on average, where the difference of two noises deviates by 2.8.
    ahead = mean(far < near for far, near in zip(ranks["f15"], ranks["d17"], strict=True))
    assert ahead == pytest.approx(0.760, abs=0.03)


def test_the_largest_piece_that_fits_is_played() -> None:
    for game in range(3):
        rng, state = random.Random(game), GAME.start(GAME.options())
        while not state.over:
            move = baseline.choose(state, rng)
            assert move in state.legal()
            assert move.squares.bit_count() == max(other.squares.bit_count() for other in state.legal())
            state = state.play(move)


def test_it_goes_away_from_its_start() -> None:
    anna, anywhere = (
        mean(_farthest(_after_five_rounds(choose, n)) for n in range(20))
        for choose in (baseline.choose, _any_of_the_largest)
    )
    assert anna > anywhere + 0.5, "squares"


def _any_of_the_largest(state: BlokusState, rng: random.Random) -> BlokusPlacement:
    most = max(move.squares.bit_count() for move in state.legal())
    return rng.choice([move for move in state.legal() if move.squares.bit_count() == most])


def _after_five_rounds(choose: Choose, game: int) -> BlokusState:
    rng, state = random.Random(game), GAME.start(GAME.options())
    for _ in range(20):
        state = state.play(choose(state, rng))
    return state


def _farthest(state: BlokusState) -> float:
    """Return the mean over the colours of how far the farthest square lies from the start, the mean of columns and rows."""
    far = []
    for colour, tableau in enumerate(state.tableaux, 1):
        column0, row0 = column_row(state.setting.start(colour))
        squares = [column_row(1 << n) for n in range(tableau.own.bit_length()) if tableau.own >> n & 1]
        far.append(max((abs(column - column0) + abs(row - row0)) / 2 for column, row in squares))
    return mean(far)


def test_two_seats_three_seats_and_duo() -> None:
    for options in ("players=2", "players=3", "variant=duo"):
        rng, state = random.Random(1), GAME.start(GAME.options(options))
        while not state.over:
            state = state.play(baseline.choose(state, rng))
        assert max(state.standing().sheet[-1].scores) >= 10


def test_a_colour_that_cannot_place_is_nothing_to_ask_for() -> None:
    state = GAME.turn_to(GAME.start(GAME.options()).play(*GAME.parse(GAME.start(GAME.options()), "out")), 1)
    with pytest.raises(ValueError, match="cannot place"):
        baseline.choose(state, random.Random(1))
