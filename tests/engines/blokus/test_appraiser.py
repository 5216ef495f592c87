"""What of the placements of Blokus is obvious, and how hard it is to see."""

from __future__ import annotations

import pytest

from fourth_seat.engines.blokus.appraiser import FIRST_ROUNDS, FLIPPED_HARDNESS, LARGEST, TURNED_SHAPES, BlokusAppraiser
from fourth_seat.engines.choice import Candidate
from fourth_seat.games.blokus.bitboard import column_row, edges, named
from fourth_seat.games.blokus.pieces import ORIENTATIONS, PIECES, lowest
from fourth_seat.games.blokus.rules import BlokusState
from tests.engines.blokus.positions import middle_game

LATER = 4 * FIRST_ROUNDS  # plies


def candidates(state: BlokusState) -> list[Candidate]:
    return BlokusAppraiser(state.options).candidates(state)


@pytest.mark.parametrize("options", ["players=4", "players=3", "players=2", "variant=duo"])
@pytest.mark.parametrize("plies", [0, 13, 30])
def test_every_placement_has_a_worth(options: str, plies: int) -> None:
    state = middle_game(options, plies)
    found = candidates(state)
    assert {each.move for each in found} == set(state.legal()) and len(found) == len(state.legal())
    assert all(0 < each.worth < 1 for each in found) and len({each.worth for each in found}) > 1


def test_a_position_is_worth_the_same_whatever_was_asked_before() -> None:
    states = [middle_game("", 40, seed) for seed in (1, 2, 1)]
    appraiser = BlokusAppraiser(states[0].options)
    first, other, again = (appraiser.candidates(state) for state in states)
    assert first == again != other


def test_the_largest_go_first_obviously_and_only_in_the_first_rounds() -> None:
    for plies in (0, 5, LATER - 1):
        found = candidates(middle_game("", plies))
        assert {each.move.squares.bit_count() for each in found if each.obvious} == {LARGEST}
        assert all(each.move.squares.bit_count() < LARGEST for each in found if not each.obvious)
        assert len({each.sight for each in found if each.obvious}) == 1, "it comes to mind in a round, or does not"
    assert not any(each.obvious for each in candidates(middle_game("", LATER)))


def test_smaller_pieces_are_worth_less_at_first() -> None:
    found = candidates(middle_game("", 5))
    assert max(each.worth for each in found if not each.obvious) < max(each.worth for each in found if each.obvious)


def test_far_corners_and_those_between_pieces_are_hard_to_see() -> None:
    state = middle_game("", 36)
    x0, y0 = column_row(state.setting.start(state.turn))
    hardness = {each.sight.split()[-1]: each.hardness for each in candidates(state) if "flipped" not in each.sight}
    open_ones, blocked = {}, {}
    for name, hard in hardness.items():
        x, y = column_row(named(name))
        if edges(named(name)) & state.taken:
            blocked[name] = hard
        else:
            open_ones[hard] = max(abs(x - x0), abs(y - y0))
    assert min(blocked.values()) >= 0.5 and min(open_ones) < 0.5
    assert sorted(open_ones) == sorted(open_ones, key=lambda hard: open_ones[hard]), "the farther, the harder"


def test_what_has_to_be_flipped_is_hard_to_see_in_the_own_corner() -> None:
    for each in candidates(middle_game("", 0)):
        if not each.obvious:
            turned = lowest(each.move.squares) in TURNED_SHAPES
            assert each.hardness == (0.0 if turned else FLIPPED_HARDNESS)


def test_eight_pieces_have_another_side() -> None:
    flipped = {piece.name: {*shapes} - TURNED_SHAPES for piece, shapes in zip(PIECES, ORIENTATIONS, strict=True)}
    count = {name: len(shapes) for name, shapes in flipped.items() if shapes}
    assert count == {"L4": 4, "Z4": 2, "F": 4, "L5": 4, "N": 4, "P": 4, "Y": 4, "Z5": 2}
