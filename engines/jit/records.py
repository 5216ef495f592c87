"""Records that kernels work on: numpy structured dtypes that Python and machine code read by the same names.

    BOARD = record_dtype([("left", np.uint64, 4), ("grids", np.uint32, (4, SQUARES))])
    HAND = record_dtype([("board", BOARD), ("random", np.uint64)])

    @record_kernel(void(record_type(HAND), array_of(NODE), uint64))
    def search(hand, nodes, simulations): ... hand.board.grids[colour, square] ... nodes[child].visits ...

A kernel is given a record as a pointer, and references are not counted: `hand`, `hand.board` and `nodes[child]` cost
nothing to pass on. Fields, including arrays, are views; assigning to them writes to the memory that Python sees. Atomic
operations take the name of a record's field, so that no update by one of two threads is lost.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fourth_seat.engines.jit.kernels import Instruction


def record_dtype(fields: Any) -> np.dtype[np.void]:
    """Return the dtype of a record: (name, kind) or (name, kind, shape) for each field, at its natural alignment."""
    dtype: np.dtype[np.void] = np.dtype(fields, align=True)
    return dtype


@Instruction
def add_atomic(record: Any, field: str, value: Any) -> Any:
    """Add to a field of a record, given by its name, and return the field's previous value. This is thread-safe."""


@Instruction
def exchange(record: Any, field: str, value: Any) -> Any:
    """Write to a field of a record, given by its name, and return the field's previous value. This is thread-safe."""


@Instruction
def read_shared(record: Any, field: str) -> Any:
    """Read a field of a record from memory every time, since another thread may write to it at any time."""


@Instruction
def prefetch(array: Any, index: Any) -> None:
    """Ask the processor to fetch an element of a one-dimensional array, which will be read soon."""
