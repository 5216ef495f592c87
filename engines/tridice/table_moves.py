"""Exact values of turns from the endgame tables, with the number of turns until they are secured.

A position's value is correct if enough turns are left before the rules declare a draw. No position is repeated on the way
to that value, since each turn of the side with the advantage brings it closer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from fourth_seat.engines.tridice.kernels.lattice import CELL_OF
from fourth_seat.engines.tridice.position import TriDicePosition, codes_in, packed, position_of
from fourth_seat.engines.tridice.tables import MAX_ITERATIONS, TableEntry, TriDiceTables
from fourth_seat.games.tridice.moves import TriDiceMove, TriDicePlacement
from fourth_seat.games.tridice.rules import DRAWING_OCCURRENCES, MAX_QUIET_TURNS, TriDiceState

THROW_COUNT = 12


@dataclass(frozen=True, slots=True)
class TableMove:
    """A turn and its value for the side that plays it.

    Attributes:
        value: from -1 to 1.
        turns: number of turns, including this one, until the placement or capture that secures the value; 0 for a draw.
        exact: whether the value holds regardless of draws by the rules.
    """

    move: TriDiceMove
    value: float
    turns: int
    exact: bool

    @property
    def merit(self) -> tuple[float, int]:
        """The sort key for choosing a turn: its value, then securing an advantage sooner or a disadvantage later."""
        return self.value, self.turns if self.value < 0 else -self.turns


def table_moves(state: TriDiceState, tables: TriDiceTables) -> list[TableMove] | None:
    """Return every turn of a position with no die to throw, best first, or None if the position is not in the tables."""
    position = position_of(state)
    if state.over or tables.look_up(position) is None:
        return None
    turns = list(_valued(state, position, tables))
    return sorted(turns, key=lambda turn: turn.merit, reverse=True)


def _valued(state: TriDiceState, position: TriDicePosition, tables: TriDiceTables) -> Iterator[TableMove]:
    often = Counter(state.seen[::2]).most_common(1) + Counter(state.seen[1::2]).most_common(1)
    fresh = all(count < DRAWING_OCCURRENCES - 1 for _, count in often)
    for move in state.legal():
        if isinstance(move, TriDicePlacement):
            yield TableMove(move, _mean(state, position, move, tables), 1, True)
            continue
        after = state.play_unchecked(move)
        if after.over:
            yield TableMove(move, 2 * after.standing().share(state.turn) - 1, 1, True)
            continue
        entry = tables.look_up(position_of(after))
        assert entry is not None, "captures and quiet turns lead to positions with fewer dice, or as many"
        turns = 1 if not after.quiet else entry.turns + 1
        yield TableMove(move, -_in_time(after, entry), turns, (fresh or not after.quiet) and _holds(after))


def _left(state: TriDiceState) -> int:
    return MAX_QUIET_TURNS - state.quiet


def _holds(state: TriDiceState) -> bool:
    """Return whether a position's value is exact: always without dice in hand, otherwise if enough turns are left."""
    return not any(state.hands) or _left(state) >= MAX_ITERATIONS


def _in_time(state: TriDiceState, entry: TableEntry) -> float:
    """Return a position's value, or 0 if there are not enough turns left to achieve it."""
    return entry.value if entry.turns <= _left(state) else 0.0


def _mean(state: TriDiceState, position: TriDicePosition, place: TriDicePlacement, tables: TriDiceTables) -> float:
    """Return a placement's mean value over its throws."""
    cell = CELL_OF[str(state.options["handedness"])][place.cell]
    own = codes_in(position.own)
    total = 0.0
    for label in range(THROW_COUNT):
        thrown = packed([*own, cell << 4 | label])
        entry = tables.look_up(TriDicePosition(position.other, thrown, position.other_hand, position.own_hand - 1))
        assert entry is not None, "placements lead to positions with as many dice"
        total -= entry.value
    return total / THROW_COUNT
