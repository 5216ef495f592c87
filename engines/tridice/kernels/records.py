"""Records for TriDice's tree search."""

# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourth_seat.engines.jit.records import record_dtype
from fourth_seat.engines.jit.types import named_tuple
from fourth_seat.engines.tridice.kernels.dice import MAX_TURNS, POSITION
from fourth_seat.engines.tridice.kernels.evaluation import PHASE_WEIGHTS
from fourth_seat.engines.tridice.kernels.lattice import LABELS
from fourth_seat.engines.tridice.kernels.tables import TABLES, TriDiceTableArrays

# States of a node: not visited yet; a leaf; expanded; a placement, whose children are its throws; proven; a draw only
# because the position came up before.
NEW, LEAF, EXPANDED, THROW, PROVEN, REPEATED = range(6)
MAX_DEPTH = 200

NODE = record_dtype([
    ("value", np.float64),  # to the side whose turn or throw led to the node, -1 to 1
    ("prior", np.float64),  # of the turn or throw that led to the node; those of one parent sum to 1
    ("position", POSITION),  # of a placement: the one before it
    ("visits", np.uint32),
    ("first_child", np.uint32),  # index; children are consecutive
    ("foreseen_child", np.uint32),  # the turn of a side that looks no further than the reply; 0: not known yet
    ("turn", np.uint16),  # that led to the node (`kernels.dice`), or the label of the die thrown
    ("child_count", np.uint8),
    ("quiet", np.uint8),  # turns since the last placement or capture
    ("state", np.uint8),  # NEW to REPEATED
])  # fmt: skip
PARAMS = record_dtype([
    # of the search; see `engines.tridice.tree.TriDiceSearchParams`
    ("exploration", np.float64),
    ("wider", np.float64),
    ("hope", np.float64),
    ("capture", np.float64),
    ("escape", np.float64),
    ("expose", np.float64),
    ("expose_placed", np.float64),
    ("placed", np.float64),
    ("stand", np.float64),
])  # fmt: skip
TREE = record_dtype([
    ("node_count", np.uint64),  # in use
    ("overlooking", np.uint64),  # not 0: the other side looks no further than the reply to its turns
    ("params", PARAMS),
    ("path", np.uint64, MAX_DEPTH + 1),  # the nodes from the root to where the simulation is
    ("turns", np.int64, MAX_TURNS),  # of the position that is expanded
    ("answers", np.int64, MAX_TURNS),  # to a turn
    ("throw_values", np.float64, LABELS),  # of a placement
])  # fmt: skip


class TriDiceKnowledge(NamedTuple):
    """Arrays used to evaluate positions.

    Attributes:
        weights: the evaluation's `WEIGHTS`, one record per phase.
        tables: the endgame tables.
    """

    weights: NDArray[np.void]
    tables: TriDiceTableArrays


KNOWLEDGE = named_tuple((PHASE_WEIGHTS, TABLES), TriDiceKnowledge)
