"""The generic search's knowledge of Blokus."""

from __future__ import annotations

import pytest

from fourth_seat.engines.blokus import ENGINE
from fourth_seat.engines.blokus.evaluation import WEIGHTS, centre_distance, expected_gains, reach
from fourth_seat.games.blokus import GAME
from fourth_seat.games.blokus.bitboard import named
from fourth_seat.games.blokus.moves import BlokusOut, BlokusPlacement
from fourth_seat.games.blokus.rules import BlokusState
from tests.engines.blokus.positions import middle_game
from tests.engines.blokus.prior_match import play

OPTIONS = ["", "players=3", "players=2", "variant=duo"]


def prior(state: BlokusState, text: str) -> float:
    assert ENGINE.prior
    return ENGINE.prior(state, GAME.parse(state, text)[0])


def evaluate(state: BlokusState) -> tuple[float, ...]:
    assert ENGINE.evaluate
    return ENGINE.evaluate(state)


@pytest.mark.parametrize("options", OPTIONS)
def test_shares_of_the_win(options: str) -> None:
    for plies in (0, 5, 15, 25):
        state = middle_game(options, plies)
        shares = evaluate(state)
        assert len(shares) == GAME.seats(state.options)
        assert sum(shares) == pytest.approx(1) and all(0 < share < 1 for share in shares)
    start = evaluate(GAME.start(GAME.options(options)))
    assert start == pytest.approx([1 / len(start)] * len(start))


def test_a_seat_that_has_placed_more_is_ahead() -> None:
    ahead = GAME.parse_position("a20,b20,b19,c19,c18 d17,e17,f17,f16,f15 / t20 / t1 / a1 / turn 3", GAME.options())
    shares = evaluate(ahead)
    assert shares[0] == max(shares)
    late = middle_game("", 60)
    best = max(range(4), key=lambda seat: late.standing().scores[seat])
    assert evaluate(late)[best] > 0.4


def test_reach_is_the_room_that_a_colour_has() -> None:
    start = GAME.start(GAME.options())
    assert reach(start, 1).bit_count() == 28, "the corner and six diagonals beyond it"
    out = start.play(BlokusOut())
    assert reach(out, 1) == 0 and expected_gains(out, WEIGHTS)[0] == 0


def test_priors_prefer_large_pieces_new_corners_and_taking_corners() -> None:
    start = GAME.start(GAME.options())
    assert prior(start, "a20,b20,b19,c19,c18") > prior(start, "a20,b20,b19,c19") > prior(start, "a20")
    assert prior(start, "a20,b20,b19,c19,c18") > prior(start, "a20,b20,c20,d20,e20"), "towards the middle"
    meeting = GAME.parse_position("h13 / j11 / t1 / a1 / turn 1", GAME.options())
    assert prior(meeting, "i12,j12") < prior(meeting, "i12,i11,i10"), "i10 is one of yellow's corners"
    assert prior(start, "out") < prior(start, "a20") * 1e-6


def test_priors_do_not_depend_on_what_was_asked_before() -> None:
    one, other = middle_game("", 12), middle_game("", 17, seed=2)
    first = [prior(one, str(move)) for move in one.legal()]
    second = [prior(other, str(move)) for move in other.legal()]
    mixed = [(prior(one, str(a)), prior(other, str(b))) for a, b in zip(one.legal(), other.legal(), strict=False)]
    assert mixed == list(zip(first, second, strict=False))
    assert all(weight > 0 for weight in first + second)


def test_distance_from_the_centre() -> None:
    assert [centre_distance(named(square), 20) for square in ("k11", "j10", "i12", "a20", "t1")] == [0, 0, 1, 9, 9]
    assert centre_distance(named("e10"), 14) == 2
    assert centre_distance(BlokusPlacement(named("a20") | named("b19")).squares, 20) == 8


@pytest.mark.slow
def test_the_highest_prior_beats_the_seed_player() -> None:
    match = play(40)
    assert match.difference.mean - match.difference.half > 5, "points more than the mean of three others"
    assert match.share.mean > 0.4, "of the wins, where a quarter is even"
