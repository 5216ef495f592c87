"""How exposed lone checkers are, compared with every throw played out by the rules, one by one."""

from __future__ import annotations

from random import Random

import pytest

from fourth_seat.games.backgammon import GAME
from fourth_seat.games.backgammon.checkers import BAR, CHECKERS_EACH, OFF, BackgammonBoard, Checkers
from fourth_seat.games.backgammon.moves import BackgammonPlay, BackgammonThrow
from fourth_seat.games.backgammon.rules import THROW_PROBABILITIES, BackgammonPhase, BackgammonState, turn_of
from fourth_seat.games.backgammon.shots import Shots, shots


def side(points: dict[int, int]) -> Checkers:
    places = {**points, OFF: CHECKERS_EACH - sum(points.values())}
    return tuple(places.get(place, 0) for place in range(26))


def by_the_rules(state: BackgammonState) -> Shots:
    """Return for every throw whether some legal move hits there, judging by the notation, not by the positions after it."""
    counts: dict[int, int] = {}
    hits = 0
    for throw, chance in THROW_PROBABILITIES:
        legal = state.play(throw).legal()
        hit = {
            BAR - point
            for move in legal
            if isinstance(move, BackgammonPlay)
            for route in move.routes
            for point in route.hit
        }
        for point in hit:
            counts[point] = counts.get(point, 0) + round(36 * chance)
        hits += round(36 * chance) if hit else 0
    return Shots(counts, hits)


@pytest.mark.slow
def test_against_all_throws_in_random_games() -> None:
    dice = Random(5)
    looked = 0
    for _ in range(6):
        state = GAME.start(GAME.options("first=1"))
        while not state.over:
            if state.phase is BackgammonPhase.THROW:
                for roller in (1, 2):
                    at = turn_of(roller, state.options, state.checkers, state.cube)
                    assert shots(at.board) == by_the_rules(at)
                    looked += 1
                throws, chances = zip(*state.chances(), strict=True)
                state = state.play(dice.choices(throws, chances)[0])
            else:
                state = state.play(dice.choice(list(state.legal())))
    assert looked > 400


@pytest.mark.parametrize(
    ("own", "other", "expected"),
    [
        ({24: 1}, {7: 1}, {7: 17}),  # six away on an open board: any 6, 51 42, and 33 22
        ({24: 1}, {2: 1}, {2: 11}),  # one away
        ({24: 1}, {12: 1}, {12: 2}),  # eleven away: 65 only
        ({24: 1}, {7: 1, 4: 2, 3: 2}, {7: 15}),  # 3 and 2 held: 42 and 51 still, 33 and 22 not
        ({BAR: 1}, {5: 1}, {5: 15}),
        ({BAR: 2}, {5: 1}, {5: 11}),  # both dice are needed to come in
        ({24: 1, 20: 1}, {13: 1, 12: 1}, None),
    ],
)
def test_known_chances(own: dict[int, int], other: dict[int, int], expected: dict[int, int] | None) -> None:
    board: BackgammonBoard = (side(own), side(other))
    state = turn_of(1, GAME.options("first=1"), board, GAME.start(GAME.options("first=1")).cube)
    assert shots(board) == by_the_rules(state)
    if expected is not None:
        assert dict(shots(board).blots) == expected


def test_a_throw_that_must_be_played_otherwise_does_not_hit() -> None:
    """After either die of 61, the other cannot be played: the 6 must be played, and does not hit."""
    board = side({8: 1}), side({18: 1, 24: 2})
    state = turn_of(1, GAME.options("first=1"), board, GAME.start(GAME.options("first=1")).cube)
    assert [str(move) for move in state.play(BackgammonThrow((6, 1))).legal()] == ["61: 8/2"]
    assert shots(board) == by_the_rules(state) == Shots({18: 9}, 9)


def test_the_cells_of_the_board_say_it() -> None:
    state = GAME.parse_position("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", GAME.options())
    assert GAME.threatened(state, 1) == {} == GAME.threatened(state, 2)
    state = state.play(GAME.parse(state, "24/23 13/10")[0])
    assert set(GAME.threatened(state, 2)) == {"10", "23", "24"}
    assert all(0 < throws < 36 for throws in GAME.threatened(state, 2).values())
