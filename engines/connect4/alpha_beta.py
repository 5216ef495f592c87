"""The machine-code search with its memory and its threads."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

from engines.connect4.kernels import search as kernels
from engines.jit.buffer import WORD, Buffer
from engines.results import Bounds
from engines.solver import ShouldStop

FIRST_NODE_LIMIT = 200_000  # positions, some 10 ms: most questions are answered within, by the asking thread itself
NO_NODE_LIMIT = 1 << 62
POLL_INTERVAL_S = 0.02  # seconds between two looks at whether to stop
MAX_STAMP = 1 << 23  # then the tables are really emptied
MIN_TABLE_LOG, MAX_TABLE_LOG = 10, 30  # logarithms of a table's slots

BoundedPosition = tuple[int, int, int, int, int]
"""The mover's stones, all stones, their number, and bounds of the score that are known already."""


@dataclass(slots=True)
class _Thread:
    """What one thread needs for itself."""

    workspace: Buffer
    control: Buffer


class Connect4AlphaBeta:
    """Scores positions. One at a time may ask.

    Several threads take one position each, and share what they find in the large table. On one position alone, in slightly
    different orders, two were no faster than one: the small tables, which each has for itself, matter more.

    Attributes:
        nodes: positions searched so far.
    """

    def __init__(self, memory: int, threads: int = 1) -> None:
        """`memory`: bytes for the large table, of which the greatest power of two is used."""
        self._log = min(max((memory // WORD).bit_length() - 1, MIN_TABLE_LOG), MAX_TABLE_LOG)
        self._table = Buffer(WORD << self._log)
        self._table.clear()  # so that no search has to wait for the system to find the memory
        self._threads = [_Thread(Buffer(kernels.WORKSPACE), Buffer(3 * WORD)) for _ in range(threads)]
        self._stamp = 1

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return sum(int(thread.control.words[kernels.NODES]) for thread in self._threads)

    def clear(self) -> None:
        """Forgets everything it found."""
        self._raise_stamp(1)

    def _raise_stamp(self, by: int) -> None:
        self._stamp += by
        if self._stamp >= MAX_STAMP:
            self._table.clear()
            for thread in self._threads:
                thread.workspace.clear()
            self._stamp = 1

    def score(self, own: int, taken: int, known: Bounds, should_stop: ShouldStop) -> Bounds:
        """Narrows what is known of a position's score until it is exact, or the search is stopped."""
        return self.score_all([(own, taken, taken.bit_count(), known.low, known.high)], should_stop)[0]

    def score_all(self, positions: Sequence[BoundedPosition], should_stop: ShouldStop) -> list[Bounds]:
        """The same for several positions, by all threads."""
        bounds = [self._solve(self._threads[0], [position], 0, FIRST_NODE_LIMIT)[0] for position in positions]
        left = [number for number, found in enumerate(bounds) if not found.exact]
        if not left or should_stop():
            return bounds
        left.reverse()  # taken from the end
        over = threading.Event()
        lock = threading.Lock()
        working = min(len(self._threads), len(left))

        def run(thread: _Thread) -> None:
            nonlocal working
            while not thread.control.words[kernels.STOP]:
                with lock:
                    if not left:
                        break
                    number = left.pop()
                position = (*positions[number][:3], bounds[number].low, bounds[number].high)
                bounds[number] = self._solve(thread, [position], 0, NO_NODE_LIMIT)[0]
            with lock:
                working -= 1
                if not working:
                    over.set()

        runners = [threading.Thread(target=run, args=(thread,), daemon=True) for thread in self._threads[:working]]
        for runner in runners:
            runner.start()
        while not over.wait(POLL_INTERVAL_S) and not should_stop():
            pass
        for thread in self._threads:
            thread.control.words[kernels.STOP] = 1
        for runner in runners:
            runner.join()
        for thread in self._threads:
            thread.control.words[kernels.STOP] = 0
        return bounds

    def scores(self, positions: Sequence[BoundedPosition], fresh: bool = False) -> list[Bounds]:
        """The scores of many positions, in one go that cannot be stopped. `fresh`: each is searched with empty tables."""
        if fresh and len(positions) + self._stamp >= MAX_STAMP:
            self._raise_stamp(MAX_STAMP)
        found = self._solve(self._threads[0], positions, int(fresh), NO_NODE_LIMIT)
        self._raise_stamp(len(positions) if fresh else 0)
        return found

    def _solve(self, thread: _Thread, positions: Sequence[BoundedPosition], step: int, limit: int) -> list[Bounds]:
        numbers = Buffer(kernels.POSITION * WORD * len(positions))
        table = numbers.integers.reshape(-1, kernels.POSITION)
        table[:] = positions
        thread.control.words[kernels.LIMIT] = limit
        kernels.solve(
            numbers.address,
            len(positions),
            self._table.address,
            self._log,
            self._stamp,
            step,
            thread.workspace.address,
            thread.control.address,
        )
        return [Bounds(int(low), int(high)) for low, high in table[:, 3:]]
