"""Loss of the turns played in games: each turn worth a thought is searched separately, for far longer than in play.

Matches vary too much to tell settings of the search apart: the rival's mistakes differ from game to game. Decisions lose
hundredths, and every setting can face the same ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from statistics import mean

from fourth_seat.engines.limits import MIB
from fourth_seat.engines.tridice.table_moves import table_moves
from fourth_seat.engines.tridice.tables import TriDiceTables
from fourth_seat.engines.tridice.tree import TriDiceSearchParams, TriDiceTree
from fourth_seat.engines.tridice.weights import weights
from fourth_seat.games import CHANCE, find
from fourth_seat.games.tridice.moves import TriDiceMove
from fourth_seat.games.tridice.rules import TriDiceState

GAME = find("tridice")
VALUE_PARAMS = TriDiceSearchParams(wider=1.0)  # searched for a value, not for a turn
QUICK_SIMULATIONS, LOOK_SIMULATIONS, LONG_SIMULATIONS, THROW_SIMULATIONS = 6_000, 60_000, 150_000, 20_000
MAX_DECISIONS_PER_GAME = 3  # that are examined
MAX_APPARENT_LOSS = 0.25  # of a turn that is searched separately

Choose = Callable[[TriDiceState], TriDiceMove]


class DecisionJudge:
    """Finds the values of turns, given time."""

    def __init__(self, tables: TriDiceTables) -> None:
        self._tables = tables
        self._quick, self._long = (
            TriDiceTree(128 * MIB, weights(), tables),
            TriDiceTree(512 * MIB, weights(), tables, VALUE_PARAMS),
        )
        self._values: dict[tuple[TriDiceState, TriDiceMove], float] = {}

    def hard(self, rival: Choose, rng: Random) -> Iterator[TriDiceState]:
        """Yield decisions of games against a rival that are neither solved by a search nor in the tables."""
        while True:
            state: TriDiceState = GAME.start(GAME.options())
            mine, met = rng.choice((1, 2)), list[TriDiceState]()
            while not state.over:
                if state.to_move == CHANCE:
                    state = state.play_unchecked(rng.choice(state.legal()))
                elif state.turn != mine:
                    state = state.play(rival(state))
                else:
                    self._quick.set_position(state)
                    self._quick.search(QUICK_SIMULATIONS)
                    if not self._quick.solved and len(state.legal()) > 1 and not table_moves(state, self._tables):
                        met.append(state)
                    state = state.play(self._quick.best().move)
            yield from rng.sample(met, min(MAX_DECISIONS_PER_GAME, len(met)))

    def lost(self, state: TriDiceState, chosen: TriDiceMove) -> float:
        """Return the loss of a turn against the best one, from 0 to 2."""
        self._quick.set_position(state)
        self._quick.search(LOOK_SIMULATIONS)
        tried = [child for child in self._quick.root_moves() if child.visits]
        best = self._quick.best().value
        moves = {child.move for child in tried if child.value > best - MAX_APPARENT_LOSS}
        return max(self.value(state, move) for move in moves | {chosen}) - self.value(state, chosen)

    def value(self, state: TriDiceState, move: TriDiceMove) -> float:
        """Return the value of a turn for its side, from -1 to 1; for a placement, the mean over its throws."""
        if (state, move) not in self._values:
            after = state.play(move)
            if not after.over and after.to_move == CHANCE:
                found = mean(
                    self._after(after.play_unchecked(throw), state.turn, THROW_SIMULATIONS) for throw in after.legal()
                )
            else:
                found = self._after(after, state.turn, LONG_SIMULATIONS)
            self._values[state, move] = found
        return self._values[state, move]

    def _after(self, state: TriDiceState, colour: int, simulations: int) -> float:
        if state.over:
            return 2 * state.standing().share(colour) - 1
        if turns := table_moves(state, self._tables):
            value = turns[0].value
        else:
            self._long.set_position(state)
            self._long.search(simulations)
            value = self._long.value
        return value if state.turn == colour else -value
