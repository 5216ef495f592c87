"""Kalah's search compared with a plain one, and its sowing with the rules, on boards of every size."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from fourth_seat.engines.kalah.alpha_beta import KalahAlphaBeta, fits
from fourth_seat.engines.kalah.proof import KalahProof
from fourth_seat.engines.kalah.tables import KalahTables
from tests.engines.kalah.brute_force import BruteForce, emptied, options, scattered

MB = 1 << 20


def never() -> bool:
    return False


def prover(pits: int, seeds: int, empty_capture: bool, table: int, size: int = MB) -> KalahAlphaBeta:
    tables = KalahTables(pits, table, empty_capture)
    with ThreadPoolExecutor(1) as pool:
        tables.build(table, pool, never)
    return KalahAlphaBeta(pits, seeds, empty_capture, tables, size)


@pytest.mark.parametrize("empty_capture", [True, False])
@pytest.mark.parametrize(("pits", "seeds"), [(1, 18), (2, 16), (3, 14), (4, 9), (6, 7), (9, 5)])
def test_values_are_those_of_a_plain_search(pits: int, seeds: int, empty_capture: bool) -> None:
    """With only the smallest tables, and with a transposition table that is always full."""
    rules, brute, rng = options(pits, 1, empty_capture), BruteForce(), Random(3)
    searching = prover(pits, 150 if pits < 8 else 100, empty_capture, 1, size=256)
    for n in range(60):
        state = emptied(scattered(rules, rng.randint(2, seeds), rng, 2 if n % 2 else 99))
        proof = KalahProof(state, state.turn, searching)
        assert proof.prove(never) and proof.bounds.low == proof.bounds.high == brute.value(state), state


@pytest.mark.parametrize(("pits", "seeds"), [(9, 127), (8, 255), (7, 255), (6, 162), (9, 60)])
def test_nothing_overflows_on_the_widest_boards(pits: int, seeds: int) -> None:
    """With everything beyond one sowing estimated, the kernel answers the best estimate of all positions to which one
    sowing leads; these are computed here from the rules.
    """
    rng = Random(4)
    for empty_capture in (True, False):
        rules = options(pits, 9, empty_capture)
        searching = prover(pits, seeds, empty_capture, 1, size=256)
        searching.horizon = seeds
        for _ in range(80):
            state = emptied(scattered(rules, seeds, rng, rng.choice((2, 3, 5, 99))))
            best = -999
            for pit in range(pits):
                if state.ring[pit]:
                    after = state.sow(pit)
                    inside = searching.known(after.ring)
                    assert inside is not None
                    worth = after.ring[pits] - after.ring[-1] + inside
                    best = max(best, worth if after.turn == state.turn else -worth)
            assert one_sowing(searching, state.ring, best), state


def one_sowing(searching: KalahAlphaBeta, ring: tuple[int, ...], best: int) -> bool:
    """Return whether the kernel finds the same best of all sowings."""
    found = []
    for beta in (best, best + 2):
        searching.begin(ring, beta)
        value = None
        while value is None:
            value = searching.advance(1000)
        found.append(value)
    return found[0] >= best and found[1] < best + 2


def test_what_fits() -> None:
    """Every start that the rules allow except the two with the most seeds; and those once fewer are in play."""
    starts = {(pits, seeds) for pits in range(1, 10) for seeds in range(1, 10)}
    assert {start for start in starts if not fits(start[0], 2 * start[0] * start[1])} == {(9, 8), (9, 9)}
    assert fits(9, 127) and fits(8, 255)
    with pytest.raises(ValueError, match="does not fit"):
        KalahAlphaBeta(9, 128, True, KalahTables(9, 1, True), MB)


def test_a_search_goes_on_where_it_was_left() -> None:
    rules = options(4, 4, True)
    state = scattered(rules, 30, Random(5))
    at_once, in_pieces = prover(4, 32, True, 6), prover(4, 32, True, 6)
    whole = KalahProof(state, state.turn, at_once)
    assert whole.prove(never)
    pieces = KalahProof(state, state.turn, in_pieces)
    before = pieces.bounds
    rounds = 0
    while not pieces.prove(never, nodes=1):
        assert before.low <= pieces.bounds.low <= whole.bounds.low <= pieces.bounds.high <= before.high
        before = pieces.bounds
        rounds += 1
    assert pieces.bounds == whole.bounds
