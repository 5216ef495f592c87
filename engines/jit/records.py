"""Records for kernels: numpy structured dtypes whose fields have the same names in Python and in machine code.

    BOARD = record_dtype([("left", np.uint64, 4), ("grids", np.uint32, (4, SQUARES))])
    HAND = record_dtype([("board", BOARD), ("random", np.uint64)])

    @record_kernel(void(record_type(HAND), array_of(NODE), uint64))
    def search(hand, nodes, simulations): ... hand.board.grids[colour, square] ... nodes[child].visits ...

A record is passed to a kernel as a pointer, without reference counting, so passing on `hand`, `hand.board` or
`nodes[child]` is free. Fields, including arrays, are views; assigning to them writes to the memory that Python sees. Atomic
operations take the name of a record's field, and no update by another thread is lost.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fourth_seat.engines.jit.kernels import Instruction


def record_dtype(fields: Any) -> np.dtype[np.void]:
    """Return the dtype of a record. `fields` are (name, kind) or (name, kind, shape) tuples; each is naturally aligned."""
    dtype: np.dtype[np.void] = np.dtype(fields, align=True)
    return dtype


@Instruction
def add_atomic(record: Any, field: str, value: Any) -> Any:
    """Atomically add to a record's field, given by name, and return the field's previous value."""


@Instruction
def exchange(record: Any, field: str, value: Any) -> Any:
    """Atomically write to a record's field, given by name, and return the field's previous value."""


@Instruction
def read_shared(record: Any, field: str) -> Any:
    """Read a record's field from memory each time, because another thread may write to it at any time."""


@Instruction
def prefetch(array: Any, index: Any) -> None:
    """Prefetch an element of a one-dimensional array into the processor's cache."""
