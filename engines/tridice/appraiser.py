"""Values of the turns in TriDice, and how hard they are to spot, for the levels below the highest.

The values come from a small search tree. The farther a die rolls, the harder its capture is to spot. Turns that take the
other side's last die, or save the mover's own last die, are obvious.
"""

from __future__ import annotations

from fourth_seat.engines.choice import Candidate
from fourth_seat.engines.errors import unless_damaged
from fourth_seat.engines.limits import MIB
from fourth_seat.engines.tridice.tables import TriDiceTables
from fourth_seat.engines.tridice.tree import TriDiceTree
from fourth_seat.engines.tridice.weights import material, weights
from fourth_seat.games.tridice.moves import TriDiceRoll
from fourth_seat.games.tridice.rules import TriDiceState, colour_of, rolled_board
from fourth_seat.words import Text

TREE_BYTES = 8 * MIB
SIMULATIONS = 4_000  # some two milliseconds
UNTRIED_LOSS = 0.1  # of a turn that the tree did not try, beyond the worst that it did try
FARTHEST = 4  # cells that a die rolls at most


class TriDiceAppraiser:
    """The `Appraiser` of TriDice."""

    def __init__(self) -> None:
        self.notices: list[Text] = []
        self._tree = TriDiceTree(TREE_BYTES, unless_damaged(weights, material(), self.notices), TriDiceTables(1))

    def candidates(self, state: TriDiceState) -> list[Candidate]:
        """Return the legal turns with their values."""
        self._tree.set_position(state, with_tables=False)
        self._tree.search(SIMULATIONS)
        turns = self._tree.root_moves()
        untried = min(turn.value for turn in turns if turn.visits) - UNTRIED_LOSS
        danger = _danger(state) if state.alive(state.turn) == 1 else None
        found = []
        for turn in turns:
            move, worth = turn.move, max(0.0, (1 + (turn.value if turn.visits else untried)) / 2)
            if not isinstance(move, TriDiceRoll):
                found.append(Candidate(move, worth))
            elif move.captures:
                hardness, wins = state.faces(move.start)[0] / FARTHEST, state.alive(3 - state.turn) == 1
                found.append(Candidate(move, worth, f"{state.board[move.start]} {move}", hardness, wins))
            elif danger is not None and _escapes(state, move):
                found.append(Candidate(move, worth, f"danger {move.start}", danger, True))
            else:
                found.append(Candidate(move, worth))
        return found


def _danger(state: TriDiceState) -> float | None:
    """Return how hard it is to spot that the mover's only die on the board can be captured, or None if it cannot be."""
    near = [
        state.faces(start)[0] / FARTHEST
        for start, die in enumerate(state.board)
        if colour_of(die) == 3 - state.turn
        for end, _ in state.ways(start)
        if state.board[end]
    ]
    return min(near, default=None)


def _escapes(state: TriDiceState, roll: TriDiceRoll) -> bool:
    """Return whether a die is safe from capture after its roll."""
    board = rolled_board(state.board, roll.start, roll.end)
    return roll.end not in TriDiceState(state.options, board, state.hands).reach(3 - state.turn)
