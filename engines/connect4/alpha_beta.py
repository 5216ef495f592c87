"""Python interface of the Connect 4 alpha-beta search, with its tables and threads."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np

from fourth_seat.engines.connect4.kernels import search as kernels
from fourth_seat.engines.jit.buffer import WORD_BYTES, Buffer, zero_records
from fourth_seat.engines.results import Bounds
from fourth_seat.engines.solver import ShouldStop

FIRST_NODE_LIMIT = 200_000  # some 10 ms: most positions are solved within that time, by the calling thread itself
NO_NODE_LIMIT = 1 << 62
POLL_INTERVAL_S = 0.02
MAX_TABLE_STAMP = 1 << 23  # after this many searches the tables are really emptied
MIN_TABLE_LOG, MAX_TABLE_LOG = 10, 30  # of a table's slots, to base 2

BoundedPosition = tuple[int, int, int, int, int]
"""The mover's stones, all stones, their number, and known bounds of the score, low and high."""


class Connect4AlphaBeta:
    """Alpha-beta solver for Connect 4 positions. Not thread-safe.

    Each thread searches its own position, and all threads share the large table. Two threads that searched the same
    position in slightly different orders were no faster than one: the small tables, which are private to each thread,
    matter more.
    """

    def __init__(self, memory: int, threads: int = 1) -> None:
        """`memory`: size of the large table in bytes, rounded down to a power of two."""
        self._log = min(max((memory // WORD_BYTES).bit_length() - 1, MIN_TABLE_LOG), MAX_TABLE_LOG)
        self._table = Buffer(WORD_BYTES << self._log)
        self._table.clear()  # so that no search has to wait for the system to find the memory
        self._workers: list[np.void] = [zero_records(kernels.WORKER)[0] for _ in range(threads)]
        self._stamp = 1

    @property
    def nodes(self) -> int:
        """Total number of positions searched."""
        return sum(int(worker["nodes"]) for worker in self._workers)

    def clear(self) -> None:
        """Discard all stored results."""
        self._raise_stamp(1)

    def _raise_stamp(self, by: int) -> None:
        self._stamp += by
        if self._stamp >= MAX_TABLE_STAMP:
            self._table.clear()
            for worker in self._workers:
                worker["small_table"][:] = 0
            self._stamp = 1

    def score(self, own: int, taken: int, known: Bounds, should_stop: ShouldStop) -> Bounds:
        """Narrow the bounds for a position's score until they are exact or `should_stop` returns true."""
        return self.score_all([(own, taken, taken.bit_count(), known.low, known.high)], should_stop)[0]

    def glance_all(self, positions: Sequence[BoundedPosition], nodes: int) -> list[Bounds]:
        """Return bounds for several positions' scores after searching `nodes` nodes for each, in the calling thread."""
        return [self._solve(self._workers[0], [position], 0, nodes)[0] for position in positions]

    def score_all(self, positions: Sequence[BoundedPosition], should_stop: ShouldStop) -> list[Bounds]:
        """Score several positions as `score` does, in parallel on all threads."""
        bounds = self.glance_all(positions, FIRST_NODE_LIMIT)
        left = [number for number, found in enumerate(bounds) if not found.exact]
        if not left or should_stop():
            return bounds
        left.reverse()  # taken from the end
        over = threading.Event()
        lock = threading.Lock()
        working = min(len(self._workers), len(left))

        def run(worker: np.void) -> None:
            nonlocal working
            while not worker["stop"]:
                with lock:
                    if not left:
                        break
                    number = left.pop()
                position = (*positions[number][:3], bounds[number].low, bounds[number].high)
                bounds[number] = self._solve(worker, [position], 0, NO_NODE_LIMIT)[0]
            with lock:
                working -= 1
                if not working:
                    over.set()

        threads = [threading.Thread(target=run, args=(worker,), daemon=True) for worker in self._workers[:working]]
        for thread in threads:
            thread.start()
        while not over.wait(POLL_INTERVAL_S) and not should_stop():
            pass
        for worker in self._workers:
            worker["stop"] = 1
        for thread in threads:
            thread.join()
        for worker in self._workers:
            worker["stop"] = 0
        return bounds

    def scores(self, positions: Sequence[BoundedPosition], fresh: bool = False) -> list[Bounds]:
        """Score a batch of positions; cannot be interrupted. If `fresh`, each position starts with empty tables."""
        if fresh and len(positions) + self._stamp >= MAX_TABLE_STAMP:
            self._raise_stamp(MAX_TABLE_STAMP)
        found = self._solve(self._workers[0], positions, int(fresh), NO_NODE_LIMIT)
        self._raise_stamp(len(positions) if fresh else 0)
        return found

    def _solve(self, worker: np.void, positions: Sequence[BoundedPosition], step: int, node_limit: int) -> list[Bounds]:
        """Score positions in one thread; see `kernels.solve` for `step`."""
        records = np.array(positions, kernels.POSITION)
        worker["node_limit"] = node_limit
        kernels.solve(records, self._table.words, self._log, self._stamp, step, worker)
        return [Bounds(int(low), int(high)) for low, high in zip(records["low"], records["high"], strict=True)]
