"""Endgame tables for all positions with at most four dice alive, including those in hand: exact values, and the number of
turns until they are secured.

They grow stage by stage; each stage contains the positions with certain numbers of dice alive on the two sides,
whichever side is to move. A finished stage is usable while the next one is being built.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourth_seat.engines.jit.buffer import Buffer, Number
from fourth_seat.engines.tridice.kernels import tables as kernels
from fourth_seat.engines.tridice.kernels.dice import MAX_TURNS
from fourth_seat.engines.tridice.kernels.ranking import positions, rank_of
from fourth_seat.engines.tridice.position import TriDicePosition, codes_in

STAGES = ((1, 1), (2, 1), (2, 2), (3, 1))
"""The dice of the one side and of the other, in the order in which they are built: captures lead from later to earlier."""
SLICE_POSITIONS = 1 << 19  # that a kernel fills before it can be stopped
WON = kernels.WON
SPARSE_RATIO = 8  # if fewer than one position in this many changes, those that depend on them are found one by one
MAX_ITERATIONS = 40  # steps after which the values of all kinds with dice in hand stay: they hold with this many turns left
MAX_ROUNDS = 128  # numbers of turns that a signed byte holds

ShouldStop = Callable[[], bool]
Bytes = NDArray[np.int8]
Fill = Callable[[int, "Material", int, int], int]
"""Fills the positions of a material, in a range of numbers, that are decided in this many turns; returns their count."""


class Material(NamedTuple):
    """Numbers of dice on the board and in hand, for the side to move and the other side."""

    own: int
    other: int
    own_hand: int
    other_hand: int

    @property
    def exchanged(self) -> Material:
        """The same material from the other side's point of view."""
        return Material(self.other, self.own, self.other_hand, self.own_hand)

    @property
    def number(self) -> int:
        """The kernels' index of this material (`kernels.tables.material_index`)."""
        return ((self.own * 5 + self.other) * 5 + self.own_hand) * 5 + self.other_hand

    @property
    def positions(self) -> int:
        """The number of positions with this material."""
        return positions(self.own, self.other)

    @property
    def thrown(self) -> bool:
        """Whether any dice have not been thrown yet."""
        return self.own_hand + self.other_hand > 0


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A position's entry in the tables.

    Attributes:
        value: value for the side to move, from -1 (lost) to 1 (won).
        turns: number of turns until the side with the advantage secures the value by a placement or capture; 0 if the value
            is 0.
    """

    value: float
    turns: int


def materials_of(stage: int) -> list[Material]:
    """Return a stage's materials, those with fewer dice in hand first, because a placement leads to fewer dice in hand."""
    one, other = STAGES[stage]
    kinds = {
        Material(own - own_hand, others - other_hand, own_hand, other_hand)
        for own, others in ((one, other), (other, one))
        for own_hand in range(own + 1)
        for other_hand in range(others + 1)
    }
    return sorted(kinds, key=lambda kind: (kind.own_hand + kind.other_hand, kind))


class TriDiceTables:
    """In-memory endgame tables.

    Attributes:
        ready: number of filled stages.
        starts: start of each material's positions, indexed by material; -1 if it has no table yet.
        decided: entries of positions without dice in hand.
        worth, rounds: values of positions with dice in hand, and the number of turns until they are secured.
    """

    def __init__(self, stages: int = len(STAGES)) -> None:
        """`stages`: number of stages for which memory is reserved."""
        self.stages = stages
        self.ready = 0
        self._layout = np.full(kernels.MATERIAL_COUNT, kernels.UNKNOWN, np.int64)
        self._ends: list[tuple[int, int]] = []
        thrown = decided = 0
        for stage in range(stages):
            for kind in materials_of(stage):
                self._layout[kind.number] = thrown if kind.thrown else decided
                if kind.thrown:
                    thrown += kind.positions
                else:
                    decided += kind.positions
            self._ends.append((decided, thrown))
        self.starts = np.full(kernels.MATERIAL_COUNT, kernels.UNKNOWN, np.int64)
        self.decided: NDArray[np.int8] = Buffer(decided).array(np.int8)
        self.worth: NDArray[np.int16] = Buffer(2 * thrown).array(np.int16)
        self.rounds: NDArray[np.int8] = Buffer(thrown).array(np.int8)

    @property
    def size(self) -> int:
        """The total size of the tables, in bytes."""
        return self.decided.nbytes + self.worth.nbytes + self.rounds.nbytes

    def parts(self, stage: int) -> list[NDArray[np.uint8]]:
        """Return a stage's arrays as views of bytes."""
        (decided, thrown), (decided_end, thrown_end) = self._ends[stage - 1] if stage else (0, 0), self._ends[stage]
        arrays = self.decided[decided:decided_end], self.worth[thrown:thrown_end], self.rounds[thrown:thrown_end]
        return [array.view(np.uint8) for array in arrays]

    def mark_ready(self, stage: int) -> None:
        """Mark a stage and all previous stages as filled."""
        self.ready = stage + 1
        for kind in materials_of(stage):
            self.starts[kind.number] = self._layout[kind.number]

    def look_up(self, position: TriDicePosition) -> TableEntry | None:
        """Return the entry of a position where both sides have dice, or None if it is not in the tables."""
        kind = Material(len(codes_in(position.own)), len(codes_in(position.other)), position.own_hand, position.other_hand)
        if not (max(kind) <= 4 and self.starts[kind.number] != kernels.UNKNOWN):
            return None
        place = int(self.starts[kind.number]) + int(rank_of(position.own, position.other))
        if kind.thrown:
            return TableEntry(int(self.worth[place]) / WON, int(self.rounds[place]))
        entry = int(self.decided[place])
        return TableEntry(float(np.sign(entry)), abs(entry))

    # Building

    def build(self, threads: int, should_stop: ShouldStop) -> Iterator[tuple[float, bool]]:
        """Fill the missing stages. Yields the progress, from 0 to 1, and whether a stage has just been completed.

        The iteration may be abandoned at any time; a later call restarts the unfinished stage.
        """
        for stage in range(self.ready, self.stages):
            for part in self.parts(stage):
                part.fill(0)
            for kind in materials_of(stage):
                if kind <= kind.exchanged:
                    fill = self._iterate if kind.thrown else self._decide
                    for _ in fill(kind, _Workers(threads, should_stop)):
                        if should_stop():
                            return
                        yield self._done(stage), False
            self.mark_ready(stage)
            yield self._done(stage), True

    def _done(self, stage: int) -> float:
        """Return the fraction of all positions that are finished, while a stage is being filled."""
        before = self._ends[stage - 1][0] if stage else 0
        return (self._ends[self.ready - 1][0] if self.ready > stage else before) / self._ends[-1][0]

    def _decide(self, kind: Material, workers: _Workers) -> Iterator[None]:
        """Fill the positions of a material without dice in hand, and of its counterpart with the other side to move."""
        both = sorted({kind, kind.exchanged})
        entries = {each: self._view(self.decided, each) for each in both}
        touched = {each: np.ones(each.positions, np.int8) for each in both}

        def fill(round_: int, each: Material, begin: int, end: int) -> int:
            known = self.decided, self._layout, touched[each]
            return int(kernels.decide(*known, each.own, each.other, round_, begin, end, _scratch()))

        yield from self._by_rounds(fill, entries, touched, workers)

    def _by_rounds(
        self, fill: Fill, marks: dict[Material, Bytes], touched: dict[Material, Bytes], workers: _Workers
    ) -> Iterator[None]:
        """Mark each decided position with the number of turns that it takes, one round per number."""
        for round_ in range(1, MAX_ROUNDS):
            done = 0
            for each in marks:
                done += workers.share(partial(fill, round_, each), each.positions)
                yield
            if not done:
                return
            yield from self._touch(marks, round_, done, touched, workers)
        raise AssertionError("more rounds than a byte holds")

    def _touch(
        self, marks: dict[Material, Bytes], mark: int, done: int, touched: dict[Material, Bytes], workers: _Workers
    ) -> Iterator[None]:
        """Mark the positions that depend on positions with a given mark as touched, or all positions if there are many."""
        if done * SPARSE_RATIO > sum(len(each) for each in touched.values()):
            for each in touched.values():
                each.fill(1)
            return
        for kind in marks:

            def touch(begin: int, end: int, kind: Material = kind) -> int:
                return int(kernels.touch(marks[kind], mark, touched[kind.exchanged], kind.own, kind.other, begin, end))

            workers.share(touch, kind.positions)
            yield

    def _iterate(self, kind: Material, workers: _Workers) -> Iterator[None]:
        """Fill the positions of a material with dice in hand, and of its counterpart with the other side to move."""
        both = sorted({kind, kind.exchanged})
        leaving = {each: np.empty(each.positions, np.int16) for each in both}
        for each in both:

            def leave(begin: int, end: int, each: Material = each) -> int:
                known = kernels.TriDiceTableArrays(self.decided, self.worth, self._layout)
                return int(kernels.leave(known, *each, leaving[each], begin, end, _scratch()))

            workers.share(leave, each.positions)
            yield
        values = {each: self._view(self.worth, each) for each in both}
        touched = {each: np.ones(each.positions, np.int8) for each in both}
        changed = {each: np.zeros(each.positions, np.int8) for each in both}
        for step in range(1, MAX_ITERATIONS + 2):
            before = {each: values[each].copy() for each in both}

            def improve(each: Material, begin: int, end: int, before: dict[Material, NDArray[np.int16]] = before) -> int:
                known = leaving[each], before[each.exchanged], touched[each], changed[each]
                return int(kernels.improve(*known, each.own, each.other, values[each], begin, end, _scratch()))

            done = 0
            for each in both:
                done += workers.share(partial(improve, each), each.positions)
                yield
            if not done:
                break
            if step > MAX_ITERATIONS:
                raise AssertionError("values do not settle")
            yield from self._touch(changed, 1, done, touched, workers)
        rounds = {each: self._view(self.rounds, each) for each in both}
        for each in both:
            touched[each].fill(1)

        def count(round_: int, each: Material, begin: int, end: int) -> int:
            of = each.exchanged
            known = leaving[each], values[each], values[of], rounds[each], rounds[of], touched[each]
            return int(kernels.count_rounds(*known, each.own, each.other, round_, begin, end, _scratch()))

        yield from self._by_rounds(count, rounds, touched, workers)

    def _view(self, array: NDArray[Number], kind: Material) -> NDArray[Number]:
        start = int(self._layout[kind.number])
        return array[start : start + kind.positions]


def _scratch() -> NDArray[np.int64]:
    """Allocate scratch space for a position's turns; each thread needs its own."""
    return np.empty(MAX_TURNS, np.int64)


@dataclass(frozen=True, slots=True)
class _Workers:
    """Daemon threads that share a material's positions, slice by slice."""

    threads: int
    should_stop: ShouldStop

    def share(self, work: Callable[[int, int], int], positions: int) -> int:
        """Call `work` with the start and end of each slice of the positions; return the sum of the results."""
        slices = iter(range(0, positions, SLICE_POSITIONS))
        totals: list[int] = []

        def steadily() -> None:
            total = 0
            for begin in slices:
                if self.should_stop():
                    break
                total += work(begin, min(begin + SLICE_POSITIONS, positions))
            totals.append(total)

        others = [threading.Thread(target=steadily, daemon=True) for _ in range(self.threads - 1)]
        for other in others:
            other.start()
        steadily()
        for other in others:
            other.join()
        if len(totals) < self.threads:
            raise RuntimeError("a thread that fills tables failed")
        return sum(totals)
