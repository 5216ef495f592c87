"""Search for the upper levels: exact values from the tables, or else a tree that grows until a limit is reached."""

from __future__ import annotations

from random import Random

from fourth_seat.engines.errors import unless_damaged
from fourth_seat.engines.limits import MIB, EngineLimits
from fourth_seat.engines.results import MoveValue
from fourth_seat.engines.search.evaluation import in_seat_order
from fourth_seat.engines.search.limit import SearchLimit, searched_in_slices
from fourth_seat.engines.solver import OnProgress
from fourth_seat.engines.tridice.explain import score
from fourth_seat.engines.tridice.rival import Rival
from fourth_seat.engines.tridice.table_moves import TableMove, table_moves
from fourth_seat.engines.tridice.table_store import TriDiceTableStore
from fourth_seat.engines.tridice.tree import TriDiceRootMove, TriDiceTree
from fourth_seat.engines.tridice.weights import material, weights
from fourth_seat.games.options import Options
from fourth_seat.games.tridice.moves import TriDiceMove
from fourth_seat.games.tridice.rules import TriDiceState

PROCESS_BYTES = 220 * MIB  # what Python, numba and everything but tables and nodes take
MIN_TREE_BYTES = 64 * MIB
ENDGAME_DICE = 4  # dice alive up to which no side is assumed to overlook anything
# More do not find better turns: of 42 decisions of games, those after 500,000 lost .0005, after 3,000,000 .0013.
MAX_SIMULATIONS = 500_000
JUDGING_SIMULATIONS = 4_000  # for a turn that the rival has played: a few milliseconds


class TriDiceSearch:
    """The `GameSearch` of TriDice.

    A level with a limited number of simulations plays without tables, since it would otherwise play endgames better than
    the rest of the game. When choosing a turn, the search assumes that the opponent looks no further than the reply to its
    own turns. This exploits what people overlook, until the opponent's turns disprove the assumption. Values
    shown to users never depend on this assumption.
    """

    def __init__(self, options: Options, limits: EngineLimits, rng: Random, rival: Rival | None = None) -> None:
        """Load the available tables. `rival` is the model of the opponent."""
        self._rng = rng
        self._rival = rival or Rival()
        room = limits.memory * MIB - PROCESS_BYTES - MIN_TREE_BYTES
        self._endings = TriDiceTableStore(limits.cache, room, limits.threads)
        self.notices = self._endings.notices
        memory = max(room - self._endings.tables.size, 0) + MIN_TREE_BYTES
        self._tree = TriDiceTree(memory, unless_damaged(weights, material(), self.notices), self._endings.tables)
        self._endings.load()

    def choose(self, state: TriDiceState, level: int, limit: SearchLimit, on_progress: OnProgress) -> TriDiceMove:
        """Return the turn with the best exact or estimated value."""
        self._judge_rival(state, limit)
        turns = None if limit.counted else self._known(state)
        if turns:
            move = self._rng.choice([turn.move for turn in turns if turn.merit == turns[0].merit])
        else:
            overlooking = self._rival.overlooks and _can_overlook(state)
            tree = self._searched(
                state, limit, on_progress, one_move=True, with_tables=not limit.counted, overlooking=overlooking
            )
            move = tree.best().move
            if not limit.counted:
                self._endings.begin_building()  # while others think
        left = state.play_unchecked(move)
        self._rival.leave(left if _can_overlook(left) else None)
        return move

    def _judge_rival(self, state: TriDiceState, limit: SearchLimit) -> None:
        """Learn from the rival's last turn, if it had a choice."""
        played = self._rival.turn_to(state)
        if played is None:
            return
        before, turn = played
        self._tree.set_position(before, with_tables=not limit.counted)
        self._tree.search(JUDGING_SIMULATIONS)
        self._rival.learn(turn, self._tree.shallow_turn(), self._tree.best().move)

    def values(self, state: TriDiceState, most: int | None, limit: SearchLimit, on_progress: OnProgress) -> list[MoveValue]:
        """Return up to `most` of the best turns, starting with the one to play."""
        if not limit.counted:
            self._endings.begin_building()
        turns = self._known(state)
        if turns:
            return [_exactly(state, turn) for turn in turns[:most]]
        tree = self._searched(state, limit, on_progress, one_move=most == 1, with_tables=True)
        best = tree.best()
        children = sorted(tree.root_moves(), key=lambda child: (child == best, child.visits), reverse=True)
        return [_found(state, child, tree.line(child)) for child in children[:most] if child.visits]

    def ponder(self, state: TriDiceState, limit: SearchLimit) -> None:
        """Start building missing tables; no search tree is kept for the next request."""
        self._endings.begin_building()

    def _known(self, state: TriDiceState) -> list[TableMove] | None:
        return table_moves(state, self._endings.tables)

    def _searched(
        self,
        state: TriDiceState,
        limit: SearchLimit,
        on_progress: OnProgress,
        *,
        one_move: bool,
        with_tables: bool,
        overlooking: bool = False,
    ) -> TriDiceTree:
        """Return the tree, grown from a position until the limit is reached; with `one_move`, until the choice is final."""
        tree, limit = self._tree, limit.at_most(MAX_SIMULATIONS) if one_move else limit
        tree.set_position(state, with_tables=with_tables, overlooking=overlooking)
        for done in searched_in_slices(tree.search, limit, on_progress):
            if tree.solved or (one_move and tree.is_settled(limit.left(done))):
                break
        return tree


def _can_overlook(state: TriDiceState) -> bool:
    return state.alive(1) + state.alive(2) > ENDGAME_DICE


def _exactly(state: TriDiceState, turn: TableMove) -> MoveValue:
    shares = in_seat_order(state.turn, (1 + turn.value) / 2)
    bounds = score(turn.value, turn.turns) if turn.exact else None
    return MoveValue(turn.move, shares, turn.exact, line=(turn.move,), bounds=bounds)


def _found(state: TriDiceState, child: TriDiceRootMove, line: tuple[TriDiceMove, ...]) -> MoveValue:
    return MoveValue(
        child.move, in_seat_order(state.turn, (1 + child.value) / 2), child.proven, line=line, visits=child.visits
    )
