"""The search for any game: it finds what is forced, keeps its limits, and respects chance and more than two seats."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import ClassVar

import pytest

from fourth_seat.engines import engine_of
from fourth_seat.engines.protocol import Engine
from fourth_seat.engines.search.evaluation import play_out
from fourth_seat.engines.search.limit import SearchLimit
from fourth_seat.engines.search.mcts import TreeSearch
from fourth_seat.engines.search.tree import best, move_values
from fourth_seat.games import CHANCE, AnyState, Result, State, find, game_names
from fourth_seat.games.contents import Cells
from fourth_seat.games.options import Options
from fourth_seat.words import say

CONNECT4 = find("connect4")


def connect4(digits: str) -> AnyState:
    state: AnyState = CONNECT4.parse_position(digits, CONNECT4.options())
    return state


@pytest.mark.parametrize(
    ("digits", "moves"),
    [
        ("445566", "37"),  # three in a row below, both ends open
        ("4455", "36"),  # two in a row below with room: an open three follows
        ("55667", "4"),  # three in a row below, one end open: it must be stopped there
    ],
)
def test_what_is_forced_is_found(digits: str, moves: str) -> None:
    node = TreeSearch(Engine(), 2, Random(1)).run(connect4(digits), SearchLimit(3_000))
    assert str(best(node)[0]) in moves


def test_a_win_is_proven_and_ends_the_search() -> None:
    node = TreeSearch(Engine(), 2, Random(1)).run(connect4("4455"), SearchLimit(100_000))
    assert node.solved == (1.0, 0.0)
    assert node.visits < 10_000
    assert move_values(node)[0].exact


def test_a_loss_is_proven_and_something_is_played() -> None:
    node = TreeSearch(Engine(), 2, Random(1)).run(connect4("44553"), SearchLimit(100_000))
    assert node.solved == (1.0, 0.0)
    assert best(node)[0] in node.state.legal()


def test_a_single_move_is_not_thought_about() -> None:
    full = connect4("111111222222333333555555666666777777")
    node = TreeSearch(Engine(), 2, Random(1)).run(full, SearchLimit(1_000_000))
    assert node.visits <= 2


def test_the_tree_is_kept_from_move_to_move() -> None:
    start = connect4("")
    kept = TreeSearch(Engine(), 2, Random(1))
    node = kept.run(start, SearchLimit(2_000))
    move, child = best(node)
    visits = child.visits
    reply = best(child)[0]
    again = kept.run(start.play(move).play(reply), SearchLimit(1))
    assert 1 < again.visits <= visits


def test_values_are_there_for_all_moves_asked_for() -> None:
    node = TreeSearch(Engine(), 2, Random(1)).run(connect4("445566"), SearchLimit(1_000), moves=7)
    assert len(move_values(node)) == 7
    assert [len(move_values(node, most)) for most in (1, 3)] == [1, 3]


def test_limits() -> None:
    now = 0.0
    limit = SearchLimit(seconds=10, clock=lambda: now)
    assert not limit.reached(0) and limit.progress(0) == 0
    now = 5.0
    assert limit.left(100) == pytest.approx(100) and limit.progress(100) == pytest.approx(0.5)
    now = 10.0
    assert limit.reached(200)
    assert SearchLimit().at_most(10).reached(10) and SearchLimit(20).at_most(10).reached(10)
    assert SearchLimit(5).at_most(10).reached(5) and not SearchLimit().at_most(10).reached(9)
    assert SearchLimit(100).reached(100) and not SearchLimit(100).reached(99)
    assert SearchLimit(should_stop=lambda: True).reached(1)


def test_throws_are_tried_as_often_as_they_are_likely() -> None:
    game = find("backgammon")
    state = game.start(game.options("first=1"))
    assert state.to_move == CHANCE
    node = TreeSearch(Engine(evaluate=lambda _: (0.5, 0.5)), 2, Random(1)).run(state, SearchLimit(36 * 20))
    for (_, child), chance in zip(node.tried(), node.weights, strict=True):
        assert abs(child.visits - chance * node.visits) <= 1.5


@dataclass(frozen=True, slots=True)
class Toy(State[str]):
    """Three seats move once each, `l` or `r`; the seat that wins depends on all three."""

    path: str = ""
    options: Options = field(default_factory=lambda: Options(()))

    WINNER: ClassVar = {"lll": 2, "llr": 2, "lrl": 3, "lrr": 1, "rll": 1, "rlr": 3, "rrl": 2, "rrr": 2}

    @property
    def mover(self) -> int:
        return min(3, len(self.path) + 1)

    @property
    def over(self) -> bool:
        return len(self.path) == 3

    def standing(self) -> Result:
        winner = self.WINNER.get(self.path, 1)
        return Result((winner,), tuple(int(seat == winner) for seat in (1, 2, 3)), say("over"))

    def legal(self) -> tuple[str, ...]:
        return () if self.over else ("l", "r")

    def why_not(self, move: str) -> None:
        return None

    def play_unchecked(self, move: str) -> Toy:
        return Toy(self.path + move)

    def cells(self) -> Cells:
        return {}


def test_everybody_plays_for_themselves() -> None:
    """Whatever seat 1 does, seat 2 has a win and takes it; in its place seat 3 takes its own."""
    lost = TreeSearch(Engine(), 3, Random(1)).run(Toy(), SearchLimit(1_000))
    assert lost.solved == (0.0, 1.0, 0.0)
    third = TreeSearch(Engine(), 3, Random(1)).run(Toy("lr"), SearchLimit(1_000))
    assert third.solved == (0.0, 0.0, 1.0), "seat 3 helps nobody"
    assert best(third)[0] == "l"


@pytest.mark.parametrize("name", game_names())
def test_every_game_is_searched_and_valued(name: str) -> None:
    game = find(name)
    options = game.options()
    state = game.start(options)
    while state.to_move == CHANCE:
        state = state.play(state.legal()[1])
    seats = game.seats(options)
    node = TreeSearch(engine_of(name), seats, Random(1)).run(state, SearchLimit(20))
    for move in move_values(node):
        assert move.move in state.legal()
        assert len(move.shares) == seats and sum(move.shares) == pytest.approx(1)
    assert sum(play_out(state, seats, Random(1))) == pytest.approx(1)
