"""The search of the upper levels: exact values from the tables, otherwise a tree that grows until its limit."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from engines.limits import EngineLimits
from engines.results import MoveValue
from engines.search.limit import SearchLimit
from engines.search.logistic import in_seat_order
from engines.search.preparation import Preparation
from engines.solver import OnProgress
from engines.tridice.explain import score
from games.options import Options
from games.tridice.moves import TriDiceMove
from games.tridice.rules import TriDiceState
from words import Text

if TYPE_CHECKING:
    from engines.tridice.table_moves import TableMove
    from engines.tridice.table_store import TriDiceTableStore
    from engines.tridice.tree import TriDiceRootMove, TriDiceTree

MB = 1 << 20
PROCESS_BYTES = 220 * MB  # what Python, numba and everything but tables and nodes take
MIN_TREE_BYTES = 64 * MB
# The clock is read after each slice of the search, which at first is this long, later a hundredth of a second.
MIN_SLICE_SIMULATIONS = 64
SLICES_PER_S = 100
ENDGAME_DICE = 4  # dice alive up to which nobody is taken to overlook anything


class TriDiceSearch:
    """The `GameSearch` of TriDice.

    A level limited by simulations chooses without tables, or it would play endings better than the rest of the game. To
    choose a turn it assumes that the other side looks no further than the answer to its turns, and so plays for what people
    overlook. The values of turns that people see never rest on that.
    """

    def __init__(self, options: Options, limits: EngineLimits, rng: Random) -> None:
        self._notices: list[Text] = []
        self._limits, self._rng = limits, rng
        self._tree: TriDiceTree | None = None
        self._endings: TriDiceTableStore | None = None
        self._preparing = Preparation("tridice", self._prepare, lambda notice: self._notices.append(notice))

    @property
    def notices(self) -> list[Text]:
        """Messages for people, such as that tables are being built."""
        return self._notices + (self._endings.notices if self._endings else [])

    @notices.setter
    def notices(self, notices: list[Text]) -> None:
        self._notices = notices
        if self._endings:
            self._endings.notices = []

    def prepare(self) -> None:
        """Begin to load or compile the kernels and to read the tables; returns at once."""
        self._preparing.begin()

    def _prepare(self) -> None:
        from engines.tridice.table_store import TriDiceTableStore
        from engines.tridice.tree import TriDiceTree
        from engines.tridice.weights import weights

        limits = self._limits
        room = limits.memory * MB - PROCESS_BYTES - MIN_TREE_BYTES
        endings = TriDiceTableStore(limits.cache, room, limits.threads)
        self._tree = TriDiceTree(max(room - endings.tables.size, 0) + MIN_TREE_BYTES, weights(), endings.tables)
        endings.load()
        self._endings = endings

    def choose(self, state: TriDiceState, level: int, limit: SearchLimit, on_progress: OnProgress) -> TriDiceMove | None:
        """Return the turn with the best exact or estimated value; None if the search is not ready in time."""
        if not self._waited(limit):
            return None
        if not limit.counted:
            self._build()
            turns = self._known(state)
            if turns:
                return self._rng.choice([turn.move for turn in turns if turn.merit == turns[0].merit])
        overlooking = state.alive(1) + state.alive(2) > ENDGAME_DICE
        tree = self._searched(state, limit, on_progress, 1, not limit.counted, overlooking)
        return tree.best().move if tree else None

    def values(self, state: TriDiceState, most: int | None, limit: SearchLimit, on_progress: OnProgress) -> list[MoveValue]:
        """Return the `most` best turns, the one to play first; none if the search is not ready in time."""
        if not self._waited(limit):
            return []
        if not limit.counted:
            self._build()
        turns = self._known(state)
        if turns:
            return [_exactly(state, turn) for turn in turns[:most]]
        tree = self._searched(state, limit, on_progress, most or 1, True)
        if tree is None:
            return []
        best = tree.best()
        children = sorted(tree.root_moves(), key=lambda child: (child == best, child.visits), reverse=True)
        return [_found(state, child, tree.line(child)) for child in children[:most] if child.visits]

    def ponder(self, state: TriDiceState, limit: SearchLimit) -> None:
        """Begin to build missing tables. No tree is kept for the next question."""
        if self._waited(limit):
            self._build()

    def _waited(self, limit: SearchLimit) -> bool:
        """Return whether the search is ready in time, and works."""
        return self._preparing.waited(limit) and self._tree is not None

    def _build(self) -> None:
        if self._endings:
            self._endings.begin_building()

    def _known(self, state: TriDiceState) -> list[TableMove] | None:
        from engines.tridice.table_moves import table_moves

        return table_moves(state, self._endings.tables) if self._endings else None

    def _searched(
        self,
        state: TriDiceState,
        limit: SearchLimit,
        on_progress: OnProgress,
        moves: int,
        with_tables: bool,
        overlooking: bool = False,
    ) -> TriDiceTree | None:
        """Return the tree, grown below a position until the limit; for one move, until that cannot change."""
        tree = self._tree
        if tree is None:
            return None
        done = 0
        tree.set_position(state, with_tables=with_tables, overlooking=overlooking)
        slice_size = MIN_SLICE_SIMULATIONS
        while not limit.reached(done) and not tree.solved:
            now = int(max(1, min(slice_size, limit.left(done))))
            tree.search(now)
            done += now
            if moves == 1 and tree.is_settled(limit.left(done)):
                break
            slice_size = max(MIN_SLICE_SIMULATIONS, int(limit.pace(done) / SLICES_PER_S))
            on_progress(limit.progress(done), f"{done} simulations")
        if not done:
            tree.search(1)
        return tree


def _exactly(state: TriDiceState, turn: TableMove) -> MoveValue:
    shares = in_seat_order(state.turn, (1 + turn.value) / 2)
    bounds = score(turn.value, turn.turns) if turn.exact else None
    return MoveValue(turn.move, shares, turn.exact, line=(turn.move,), bounds=bounds)


def _found(state: TriDiceState, child: TriDiceRootMove, line: tuple[TriDiceMove, ...]) -> MoveValue:
    return MoveValue(
        child.move, in_seat_order(state.turn, (1 + child.value) / 2), child.proven, line=line, visits=child.visits
    )
