"""The luck of TriDice's throws, which is taken out of a match."""

from __future__ import annotations

from random import Random
from statistics import mean

import pytest

from benchmarks.tridice.luck import luck, share
from fourth_seat.engines.tridice.position import position_of
from fourth_seat.engines.tridice.table_store import TriDiceTableStore
from fourth_seat.engines.tridice.tree import TriDiceTree
from fourth_seat.engines.tridice.weights import weights
from fourth_seat.games.tridice.moves import TriDicePlacement
from fourth_seat.games.tridice.rules import TriDiceState
from tests.engines.tridice.boards import GAME, scattered


@pytest.fixture(scope="module")
def tree() -> TriDiceTree:
    small = TriDiceTableStore(None, 0, 1)
    small.build()
    return TriDiceTree(1 << 24, weights(), small.tables)


@pytest.mark.parametrize(
    "state", [GAME.start(GAME.options()), scattered(Random(1), 2, 2, (2, 1)), scattered(Random(2), 1, 1, (1, 0))]
)
def test_luck_is_nothing_on_the_mean_of_all_throws(state: TriDiceState, tree: TriDiceTree) -> None:
    thrown = state.play(next(move for move in state.legal() if isinstance(move, TriDicePlacement)))
    lucks = [luck(thrown, thrown.play(throw), tree) for throw in thrown.legal()]
    assert len(lucks) == 12 and mean(lucks) == pytest.approx(0, abs=1e-12)
    assert max(lucks) > 0 > min(lucks)


def test_a_share_is_exact_where_the_tables_know_it(tree: TriDiceTree) -> None:
    for state in (scattered(Random(n), 1, 1, (1, 0)) for n in range(20)):
        entry = tree.tables.look_up(position_of(state))
        assert entry and share(state, tree) == pytest.approx((1 + entry.value) / 2)
        other = TriDiceState(state.options, state.board, state.hands, 2)
        entry = tree.tables.look_up(position_of(other))
        assert entry and share(other, tree) == pytest.approx((1 - entry.value) / 2)
