"""The search proves what the tables contain; its turns are legal, and respect the rules about draws."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from time import monotonic, sleep

import numpy as np
import pytest

from fourth_seat.engines.gtp.session import GtpSession
from fourth_seat.engines.levels import level
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.search.limit import SearchLimit
from fourth_seat.engines.table_cache import TableCache
from fourth_seat.engines.tridice.explain import explain_bounds
from fourth_seat.engines.tridice.kernels.dice import POSITION
from fourth_seat.engines.tridice.kernels.evaluation import WEIGHT_COUNT, evaluation_of, features_of, throws_of
from fourth_seat.engines.tridice.kernels.lattice import TURNED
from fourth_seat.engines.tridice.position import codes_in, packed, position_of
from fourth_seat.engines.tridice.search import TriDiceSearch
from fourth_seat.engines.tridice.table_file import path_in
from fourth_seat.engines.tridice.table_moves import table_moves
from fourth_seat.engines.tridice.table_store import TriDiceTableStore
from fourth_seat.engines.tridice.tables import TriDiceTables
from fourth_seat.engines.tridice.tree import CAUTION_PER_VISIT, TriDiceTree
from fourth_seat.engines.tridice.weights import numbers_in, read, records_of, weights, write
from fourth_seat.games import CHANCE
from fourth_seat.games.tridice.moves import TriDiceRoll
from fourth_seat.games.tridice.rules import MAX_QUIET_TURNS, TriDiceState
from tests.engines.tridice.boards import GAME, scattered

MB = 1 << 20
NOTHING = TriDiceTables(1)  # none of which is ready
LONGEST_BUILD = 120  # seconds until the small tables are ready on the slowest machine


@pytest.fixture(scope="module")
def endings() -> TriDiceTableStore:
    small = TriDiceTableStore(None, 0, 1)
    small.build()
    return small


@pytest.fixture(scope="module")
def tree() -> TriDiceTree:
    return TriDiceTree(16 * MB, weights(), NOTHING)


def lasting(state: TriDiceState, quiet: int) -> TriDiceState:
    """Return the same after this many quiet turns on boards that never came up again."""
    return replace(state, seen=tuple((n,) * 16 for n in range(quiet)))


@pytest.mark.parametrize("hands", [(0, 0), (1, 0), (0, 1)])
@pytest.mark.parametrize("handedness", ["cw", "ccw"])
def test_what_is_proven_is_what_the_tables_know(
    hands: tuple[int, int], handedness: str, tree: TriDiceTree, endings: TriDiceTableStore
) -> None:
    rng, proven = Random(f"{hands} {handedness}"), 0
    for n in range(12):
        state = scattered(rng, 1, 1 + (n % 2 and not any(hands)), hands, handedness)
        state = lasting(state, 0 if n % 3 else 93)
        turns = table_moves(state, endings.tables)
        if state.over:
            continue
        assert turns is not None
        tree.set_position(state)
        tree.search(3000)
        worth = {turn.move: turn for turn in turns}
        for child in tree.root_moves():
            if child.proven and worth[child.move].exact:
                assert child.value == pytest.approx(worth[child.move].value)
                proven += 1
    assert proven > (0 if any(hands) else 10)


def test_a_won_position_is_won_before_the_rules_call_a_draw(endings: TriDiceTableStore) -> None:
    rng, won = Random(8), 0
    while won < 12:
        state = lasting(scattered(rng, 1, 1), rng.choice([0, 70, 90]))
        turns = table_moves(state, endings.tables)
        if not turns or turns[0].value < 1:
            continue
        assert turns[0].turns <= MAX_QUIET_TURNS - state.quiet
        while not state.over:
            turns = table_moves(state, endings.tables)
            assert turns and turns[0].value == (1 if state.turn == 1 else -1)
            state = state.play(rng.choice([turn.move for turn in turns if turn.merit == turns[0].merit]))
        assert state.standing().winners == (1,)
        won += 1


def test_too_late_is_a_draw(endings: TriDiceTableStore) -> None:
    rng = Random(4)
    late = 0
    while late < 5:
        state = scattered(rng, 1, 1)
        turns = table_moves(state, endings.tables)
        if turns and turns[0].value == 1 and turns[0].turns > 3:
            then = table_moves(lasting(state, MAX_QUIET_TURNS - 2), endings.tables)
            assert then and then[0].value == 0 and then[0].exact
            late += 1


def test_a_die_that_can_be_taken_for_nothing_is_taken(tree: TriDiceTree) -> None:
    state = GAME.parse_position("23B3/1,33R2/1 R3,B3 R", GAME.options())
    tree.set_position(state)
    tree.search(3000)
    assert str(tree.best().move) == "33x23"
    assert tree.line(tree.best())[0] == tree.best().move


def test_what_is_lost_is_lost_the_hardest_way(tree: TriDiceTree) -> None:
    rng, lost = Random(13), 0
    while lost < 5:
        tree.set_position(scattered(rng, 1, 3))
        tree.search(3000)
        children = tree.root_moves()
        visits = [child.visits for child in children]
        if tree.solved and tree.value == -1 and max(visits) > visits[0]:
            assert tree.best().visits == max(visits)
            lost += 1


def test_no_other_turn_is_surer_to_be_worth_more_than_the_best(tree: TriDiceTree) -> None:
    rng, differing = Random(9), 0
    for n in range(60):
        tree.set_position(scattered(rng, 2 + n % 2, 3, (n % 3, 1)))
        tree.search(300)
        best, children = tree.best(), [child for child in tree.root_moves() if child.visits and not child.proven]
        if not best.proven:
            assert all(
                child.value - CAUTION_PER_VISIT / child.visits**0.5 <= best.value - CAUTION_PER_VISIT / best.visits**0.5
                for child in children
            )
            differing += best.visits < max(child.visits for child in children)
            assert not tree.is_settled(0) or best.visits == max(child.visits for child in tree.root_moves())
    assert differing > 5


def test_others_are_taken_to_see_no_further_than_the_answer(tree: TriDiceTree) -> None:
    """The things they overlook make a position worth more, on average; proven values stay the same."""
    rng, gained, solved = Random(10), list[float](), 0
    for n in range(60):
        state = scattered(rng, 2 + n % 2, 3, (n % 3 % 2, n % 2))
        values, proven = [], []
        for overlooking in (False, True):
            tree.set_position(state, overlooking=overlooking)
            tree.search(3000)
            values.append(tree.value)
            proven.append(tree.solved)
        if all(proven):
            assert values[0] == values[1]
            solved += 1
        elif not any(proven):
            gained.append(values[1] - values[0])
    assert solved > 3
    assert sum(gained) / len(gained) > 0.005


def test_decisions_of_the_tree_are_drawn_without_repetition(tree: TriDiceTree) -> None:
    state = scattered(Random(11), 2, 2, (1, 1))
    tree.set_position(state)
    tree.search(200)
    assert not tree.solved
    every = tree.decisions(10_000, np.random.default_rng(1))
    assert position_of(state) in every and 20 < len(every) < 2000
    assert {position.alive for position in every} >= {5, 6}  # some after a capture
    assert all(position.alive <= 6 for position in every)
    few = tree.decisions(7, np.random.default_rng(1))
    assert len(few) == 7 and few != tree.decisions(7, np.random.default_rng(2))


def test_a_position_for_the_third_time_is_worth_a_draw() -> None:
    tree = TriDiceTree(16 * MB, weights(), NOTHING)
    state = scattered(Random(3), 2, 3)
    move = next(move for move in state.legal() if isinstance(move, TriDiceRoll) and not move.captures)
    after = state.play(move)
    seen = tuple(board for n in range(2) for board in (tuple([0] * 15 + [n + 1]), after.board))
    again = replace(state, seen=seen)
    assert again.play(move).over
    tree.set_position(again)
    tree.search(500)
    (child,) = [child for child in tree.root_moves() if child.move == move]
    assert child.visits and child.value == 0


def test_whole_games_against_random_moves(tree: TriDiceTree) -> None:
    rng, shares = Random(1), []
    for game in range(12):
        state: TriDiceState = GAME.start(GAME.options("handedness=ccw"))
        while not state.over:
            if state.to_move == CHANCE or state.turn == 1 + game % 2:
                state = state.play(rng.choice(state.legal()))
            else:
                tree.set_position(state)
                tree.search(60)
                state = state.play(tree.best().move)
        shares.append(state.standing().share(2 - game % 2))
    assert sum(shares) > 11


def test_a_full_tree_goes_on_without_growing() -> None:
    small = TriDiceTree(1, weights(), NOTHING)
    state = GAME.start(GAME.options())
    small.set_position(state)
    small.search(3000)
    assert sum(child.visits for child in small.root_moves()) == 3000
    assert small.best().move in state.legal()


def test_the_evaluation_is_the_same_however_the_board_is_turned() -> None:
    rng = Random(2)
    for n in range(40):
        here = position_of(scattered(rng, 1 + n % 4, 1 + n % 3, (n % 2, n % 3)))
        found = set()
        for turns in range(3):
            sides = [packed([int(TURNED[turns, die]) for die in codes_in(side)]) for side in (here.own, here.other)]
            found.add(round(evaluation_of(weights(), *sides, here.own_hand, here.other_hand), 9))
        assert len(found) == 1


def test_all_throws_at_once_are_worth_what_each_is() -> None:
    rng, values = Random(7), np.empty(12)
    for n in range(60):
        state = scattered(rng, 1 + n % 3, n % 4, (n % 2, 1 + n % 3))
        here, cell = position_of(state), min(cell for cell, die in enumerate(state.board) if not die)
        throws_of(weights(), here.own, here.other, here.own_hand, here.other_hand - 1, cell, values)
        for label, value in enumerate(values):
            thrown = packed([*codes_in(here.other), cell << 4 | label])
            alone = evaluation_of(weights(), here.own, thrown, here.own_hand, here.other_hand - 1)
            assert value == pytest.approx(alone, abs=1e-12)


def test_the_evaluation_is_what_training_sees() -> None:
    rng, kept = Random(6), numbers_in(weights())
    states = [position_of(scattered(rng, 1 + n % 4, 1 + n % 3, (n % 2, n % 3 % 2))) for n in range(30)]
    rows = [(here.own, here.other, here.own_hand, here.other_hand) for here in states]
    features = np.zeros((len(rows), WEIGHT_COUNT))
    features_of(np.array(rows, POSITION), records_of(np.eye(WEIGHT_COUNT)), features)
    for here, row, seen in zip(states, rows, features, strict=True):
        phase = min(max((here.alive - 3) // 2, 0), 2)
        assert evaluation_of(weights(), *row) == pytest.approx(np.tanh(kept[phase] @ seen / 2))


def test_weights_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "weights.txt"
    write(weights(), path)
    assert np.array_equal(read(path.read_text()), weights())


@pytest.mark.slow
def test_damaged_tables_are_built_anew_with_a_notice(tmp_path: Path) -> None:
    kept = TriDiceTableStore(TableCache(tmp_path), 0, 1)
    kept.build()
    path = path_in(tmp_path, 1)
    path.write_bytes(path.read_bytes()[:-100])
    again = TriDiceTableStore(TableCache(tmp_path), 0, 1)
    again.load()
    assert again.tables.ready == 1 and any("damaged" in str(notice) for notice in again.notices)
    again.begin_building()
    again.build()
    assert again.tables.ready == 2
    TriDiceTableStore(TableCache(tmp_path), 0, 1).load()


def test_a_folder_that_cannot_be_written_to_costs_nothing_but_a_notice(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    kept = TriDiceTableStore(TableCache(tmp_path / "file"), 0, 1)
    kept.load()
    kept.build()
    assert kept.tables.ready == 2 and any("cannot save" in str(notice) for notice in kept.notices)


def test_levels_that_count_play_without_tables_and_all_tell_what_is_known() -> None:
    searcher = TriDiceSearch(GAME.options(), EngineLimits(), Random(1))
    state = GAME.start(GAME.options("dice=1"))
    assert searcher.choose(state, 6, SearchLimit(40, 60.0), lambda *_: None) in state.legal()
    for _ in range(400):
        found = searcher.values(state, None, SearchLimit(None, 0.1), lambda *_: None)
        if found[0].exact:
            break
    assert all(each.exact for each in found) and len(found) == 16
    assert found[0].shares == pytest.approx((5 / 12, 7 / 12))


def test_the_window_is_told_in_how_many_turns() -> None:
    session = GtpSession(GAME, GAME.options(), level("9", "tridice"), EngineLimits())
    state = GAME.parse_position("23B3/1,33R2/1 R0,B0 R", GAME.options())
    selector = session.selector
    until = monotonic() + LONGEST_BUILD
    found = selector.values(state, None, lambda: False, lambda *_: None)
    while not found[0].bounds and monotonic() < until:  # the tables are built beside the search
        sleep(0.05)
        found = selector.values(state, None, lambda: False, lambda *_: None)
    assert str(found[0].move) == "33x23" and found[0].bounds
    explanation = explain_bounds(state, found[0].bounds)
    assert explanation and "wins" in str(explanation.text)
