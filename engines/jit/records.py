"""Records that kernels work on: numpy structured dtypes that Python and machine code read by the same names.

    BOARD = record_dtype([("left", np.uint64, 4), ("grids", np.uint32, (4, SQUARES))])
    HAND = record_dtype([("board", BOARD), ("random", np.uint64)])

    @record_kernel(void(record_type(HAND), array_of(NODE), uint64))
    def search(hand, nodes, simulations): ... hand.board.grids[colour, square] ... nodes[child].visits ...

A kernel is given a record as a pointer, and references are not counted: `hand`, `hand.board` and `nodes[child]` cost
nothing to pass on. Fields, including arrays, are views; assigning to them writes into the memory that Python sees. Atomic
operations are given the name of a record's field, so that two threads never lose an update.
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
    """Add to the named field of a record and return its previous value. This is safe among threads."""


@Instruction
def exchange(record: Any, field: str, value: Any) -> Any:
    """Write the named field of a record and return its previous value. This is safe among threads."""


@Instruction
def read_shared(record: Any, field: str) -> Any:
    """Read the named field of a record from memory every time, since another thread may write it at any time."""


@Instruction
def prefetch(array: Any, index: Any) -> None:
    """Ask the processor to fetch an element of a one-dimensional array, which will be read soon."""
