"""The search of the upper levels: a tree below a position, grown by threads until a limit is reached."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import log
from random import Random

import numpy as np

from fourth_seat.engines.blokus.book import BlokusBook, book_of
from fourth_seat.engines.blokus.kernels import tree as kernels
from fourth_seat.engines.blokus.kernels.board import MAX_PLACEMENTS
from fourth_seat.engines.blokus.kernels.playout import MAX_LOCAL, ROOT, TO_THE_END, find_all
from fourth_seat.engines.blokus.kernels.replies import NO_REPLY
from fourth_seat.engines.blokus.position import move_of, placement_of, write_position
from fourth_seat.engines.blokus.weights import BlokusWeights, empty_weights, weights
from fourth_seat.engines.errors import unless_damaged
from fourth_seat.engines.jit.buffer import zero_records
from fourth_seat.engines.limits import MIB, EngineLimits
from fourth_seat.engines.results import MoveValue
from fourth_seat.engines.search.limit import SearchLimit, searched_in_slices
from fourth_seat.engines.solver import OnProgress
from fourth_seat.games.blokus.moves import BlokusPlacement
from fourth_seat.games.blokus.pieces import PIECES
from fourth_seat.games.blokus.rules import BlokusState
from fourth_seat.games.blokus.variants import BlokusSetting, setting
from fourth_seat.games.options import Options
from fourth_seat.words import Text

PROCESS_BYTES = 220 * MIB  # for Python and everything but the nodes, and for numba where it has to compile the kernels
# The most simulations for a move, by the colours on the board and the pieces that the mover's has placed. In a corner of
# its own a colour has little to decide; towards the end there are few placements left, and simulations take microseconds.
UNLIMITED = 1 << 40
ENDING_SIMULATIONS = (*(400_000,) * 4, *(1_000_000,) * 8)
ENOUGH_SIMULATIONS = {
    4: (*(40_000,) * 3, *(UNLIMITED,) * 6, *ENDING_SIMULATIONS),
    2: (*(UNLIMITED,) * 9, *ENDING_SIMULATIONS),
}
MAX_LINE_PLIES = 8  # of the expected line of play
# A lead in visits of this share of the simulations left is considered final: 122 searches of 60,000 simulations ended in
# 62 % of the time that certainty takes, and 4 % gave a different placement.
SETTLED_SHARE = 0.3
FAVOURED_PRIOR = 0.5  # of the placement that the book answers with
BROAD_EXPLORATION = 1e6  # with equal priors: no placement is tried again before all others
REUSE_PLIES = 12  # between two positions of one game, within which the tree is kept
NODE_BYTES = kernels.NODE.itemsize
SEED_STEP = 0x9E3779B97F4A7C15  # between the random numbers of two threads: 2**64 divided by the golden ratio


class BlokusSearch:
    """`GameSearch` for Blokus."""

    def __init__(self, options: Options, limits: EngineLimits, rng: Random) -> None:
        self.notices: list[Text] = []
        self._book = unless_damaged(partial(book_of, options), BlokusBook(), self.notices)
        self._weights = unless_damaged(partial(weights, setting(options)), empty_weights(), self.notices)
        self._tree = BlokusTree(max(limits.memory * MIB - PROCESS_BYTES, 16 * MIB), limits.threads, rng.getrandbits(60))

    def choose(self, state: BlokusState, level: int, limit: SearchLimit, on_progress: OnProgress) -> BlokusPlacement:
        """Return the book's placement if there is one, otherwise the most visited placement."""
        if answer := self._book.answer(state):
            return answer
        enough = ENOUGH_SIMULATIONS[len(state.tableaux)][state.tableaux[state.turn - 1].pieces_placed]
        return self._grown_tree(state, limit.at_most(enough), on_progress, one_move=True).best()

    def values(self, state: BlokusState, most: int | None, limit: SearchLimit, on_progress: OnProgress) -> list[MoveValue]:
        """Return up to `most` placements in descending order of visits; the book's placement comes first."""
        answer = self._book.answer(state)
        tree = self._grown_tree(state, limit, on_progress, one_move=most == 1, answer=answer)
        ranked = sorted(
            enumerate(tree.root_moves()),
            key=lambda pair: (pair[1].move == answer, pair[1].visits, pair[1].worth),
            reverse=True,
        )
        return [
            MoveValue(child.move, child.shares, line=tuple(tree.line(n, MAX_LINE_PLIES)), visits=child.visits)
            for n, child in ranked[:most]
            if child.visits
        ]

    def ponder(self, state: BlokusState, limit: SearchLimit) -> None:
        """Grow the tree of a position until the limit."""
        self._grown_tree(state, limit, lambda *_: None)

    def _grown_tree(
        self,
        state: BlokusState,
        limit: SearchLimit,
        on_progress: OnProgress,
        *,
        one_move: bool = False,
        answer: BlokusPlacement | None = None,
    ) -> BlokusTree:
        """Return the tree, grown below a position until the limit is reached.

        Args:
            one_move: whether only the choice of a placement matters; if so, the search ends as soon as that is unlikely to
                change.
            answer: the book's answer, which the search must consider.
        """
        tree = self._tree
        tree.set_position(state, self._weights)
        if answer:
            tree.search(1)
            tree.favour(answer)
        for done in searched_in_slices(tree.search, limit, on_progress):
            if one_move and tree.is_settled(SETTLED_SHARE * limit.left(done)):
                break
        return tree


@dataclass(frozen=True, slots=True)
class BlokusSearchParams:
    """Parameters of the search.

    Attributes:
        exploration: the weight of the prior relative to the values found.
        history_tries: the weight of the progressive history, as a number of tries.
        expand_at: the number of visits after which a node is expanded.
        margin: the part of a result that depends on the lead in points; the rest depends on the rank.
        scale: the lead in points that earns three quarters of that part.
        cut: the fraction of the best placement's gamma below which placements are ignored.
        local: the factor by which each additional local square makes a placement more likely in a playout.
        max_local: the maximum number of local squares that count for a placement.
        horizon: the length of a playout in plies before points are estimated; None to use the horizon of the weights.
        early_horizons: horizons of the first simulations from a position, as (simulations, plies): the errors of many short
            playouts average out sooner than those of a few long ones, which are more accurate in the long run.
        late: a fraction of all pieces; playouts that start once it has been placed go to the end of the game.
        early_share: the weight of the estimate before such a playout in its result.
        fades: the fractions of all pieces between which the early share decreases to zero.
    """

    exploration: float = 0.16
    history_tries: float = 5.0
    expand_at: int = 2
    margin: float = 0.6
    scale: float = 20.0
    cut: float = 0.002
    local: float = 5.0
    max_local: int = 6
    horizon: int | None = None
    early_horizons: tuple[tuple[int, int], ...] = ((1_000, 2), (4_000, 8))
    late: float = 0.4
    early_share: float = 0.5
    fades: tuple[float, float] = (0.42, 0.7)


@dataclass(frozen=True, slots=True)
class BlokusRootMove:
    """The search result for a placement at the root.

    Attributes:
        worth: the mean value to the side that makes it, 0 to 1.
        prior: its probability according to the prior alone; all of these sum to 1.
        shares: each side's mean share of the win after it, since the position was set.
    """

    move: BlokusPlacement
    visits: int
    worth: float
    prior: float
    shares: tuple[float, ...]


class BlokusTree:
    """A search tree for one position at a time."""

    def __init__(self, memory: int, threads: int, seed: int, params: BlokusSearchParams | None = None) -> None:
        """`memory` is the size of the nodes in bytes."""
        params = params or BlokusSearchParams()
        self._params = params
        capacity = max(memory // NODE_BYTES, 4 * MAX_PLACEMENTS)
        self._nodes = zero_records(kernels.NODE, capacity)
        self._tree: np.void = zero_records(kernels.TREE)[0]
        self._root: np.void = zero_records(ROOT)[0]
        self._workers: list[np.void] = [zero_records(kernels.WORKER)[0] for _ in range(threads)]
        for worker in self._workers:
            worker["playout"]["local_weights"][:] = [params.local ** min(n, params.max_local) for n in range(MAX_LOCAL + 1)]
        self._tree["capacity"] = capacity
        for field in ("exploration", "history_tries", "expand_at", "margin", "scale"):
            self._tree[field] = getattr(params, field)
        self._tree["log_cut"] = log(params.cut)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._weighted_for: tuple[BlokusWeights, BlokusSetting] | None = None
        self._horizon = TO_THE_END
        self._seed = seed
        self._forget()

    def _forget(self) -> None:
        """Forget the position, and restart the random numbers."""
        self._state: BlokusState | None = None
        for n, worker in enumerate(self._workers):
            worker["playout"]["random"] = 2 * (self._seed + n * SEED_STEP & (1 << 62) - 1) + 1

    def set_position(self, state: BlokusState, weights: BlokusWeights) -> None:
        """Set the position to search, in which a colour can place. Existing nodes below the position are kept."""
        node = self._node_of(state) if self._state else None
        self._write(state, weights)
        if node is None:
            self._tree["node_count"] = 1
            self._nodes[:1] = 0
            self.replies["after_one"][:] = NO_REPLY
            self.replies["after_two"][:] = NO_REPLY
        elif node:
            kernels.keep_below(self._tree, self._nodes, node, np.zeros(self.nodes, np.uint32))

    def try_all(self, state: BlokusState, weights: BlokusWeights) -> None:
        """Set a position, discarding the tree, and estimate each placement once, without a playout."""
        self._forget()
        self.set_position(state, weights)
        self._tree["horizon"], self._tree["late"] = 0, TO_THE_END
        self._run(1)
        children = self._nodes[self._children(0)]
        priors = children["prior"].copy()
        children["prior"], self._tree["exploration"] = 1, BROAD_EXPLORATION
        self._run(len(children) - 1)
        children["prior"], self._tree["exploration"] = priors, self._params.exploration
        self._set_horizon(state, weights)

    def _node_of(self, state: BlokusState) -> int | None:
        """Return the node of a position that follows from the current one, or None if it is not in the tree."""
        reached, node = self._state, 0
        for _ in range(REUSE_PLIES + 1):
            if reached is None or reached.options != state.options:
                return None
            if reached == state:
                return node
            placed, now = (of.tableaux[reached.turn - 1].placed for of in (reached, state))
            if len(now) <= len(placed) or now[: len(placed)] != placed:
                return None
            squares = now[len(placed)]
            node = kernels.child_by(self._nodes, node, placement_of(squares))
            if not node:
                return None
            reached = reached.play_unchecked(BlokusPlacement(squares))
        return None

    def _write(self, state: BlokusState, weights: BlokusWeights) -> None:
        """Write a position, its placements and the weights for it into the records."""
        self._state = state
        write_position(state, self._root)
        find_all(self._root)
        self._tree["wins"][:] = 0
        for results in self._tree["history"]["placements"], self._tree["history"]["sides"]:
            results.view(np.uint64)[:] = 0
        if self._weighted_for != (weights, state.setting):
            weights.write_prior(state.setting, self._tree["prior_weights"])
            weights.write_gains(self._tree["gain_weights"])
            self._weighted_for = weights, state.setting
        self._set_horizon(state, weights)

    def _set_horizon(self, state: BlokusState, weights: BlokusWeights) -> None:
        """Set the length of later playouts, and the weight of the estimate before those to the end."""
        params, pieces = self._params, len(PIECES) * len(state.tableaux)
        self._horizon = weights.horizon if params.horizon is None else params.horizon
        self._tree["pieces"] = sum(tableau.pieces_placed for tableau in state.tableaux)
        self._tree["late"] = round(params.late * pieces)
        self._tree["early_share"] = params.early_share if self._horizon < TO_THE_END else 0
        self._tree["fades_from"], self._tree["fades_until"] = (part * pieces for part in params.fades)

    def search(self, simulations: int) -> None:
        """Run a number of simulations on all threads.

        The result does not depend on how many simulations are requested per call; otherwise, timed searches would not be
        reproducible.
        """
        while simulations > 0:
            self._tree["horizon"], until = self._horizon_now()
            now = min(simulations, until)
            self._run(now)
            simulations -= now

    def _run(self, simulations: int) -> None:
        self._tree["begun"] = 0
        if self._pool is None:
            self._search(self._workers[0], simulations)
        else:
            list(self._pool.map(lambda worker: self._search(worker, simulations), self._workers))

    def _horizon_now(self) -> tuple[int, int]:
        """Return the length of playouts after the simulations done so far, and the number of simulations that have it."""
        if self._horizon == TO_THE_END:
            return TO_THE_END, UNLIMITED
        done = int(self._nodes[self._children(0)]["visits"].sum())
        early = [(plies, simulations - done) for simulations, plies in self._params.early_horizons if done < simulations]
        return min([*early, (self._horizon, UNLIMITED)])

    def _search(self, worker: np.void, simulations: int) -> None:
        kernels.search(self._tree, self._nodes, worker, self._root, simulations)

    @property
    def replies(self) -> np.void:
        """The good replies that the search has learned (`kernels.replies`)."""
        learned: np.void = self._tree["replies"]
        return learned

    @property
    def nodes(self) -> int:
        """The number of nodes in use."""
        return int(self._tree["node_count"])

    def _children(self, node: int) -> slice:
        """Return the slice of the nodes that holds a node's children."""
        first = int(self._nodes[node]["first_child"])
        return slice(first, first + int(self._nodes[node]["child_count"]))

    def best(self) -> BlokusPlacement:
        """Return the most visited placement at the root; this requires at least one simulation."""
        children = self._nodes[self._children(0)]
        return move_of(int(children["placement"][np.argmax(children["visits"])]))

    def favour(self, move: BlokusPlacement) -> None:
        """Raise the prior of a placement at the root so that it is tried early; this requires at least one simulation."""
        children = self._nodes[self._children(0)]
        priors, favoured = children["prior"], children["placement"] == placement_of(move.squares)
        if favoured.any() and (before := priors[favoured].item()) < FAVOURED_PRIOR:
            priors *= (1 - FAVOURED_PRIOR) / (1 - before)
            priors[favoured] = FAVOURED_PRIOR

    def is_settled(self, left: float) -> bool:
        """Return whether `left` more simulations cannot change the most visited placement."""
        visits = self._nodes[self._children(0)]["visits"]
        if len(visits) < 2:
            return bool(len(visits))
        second, most = np.partition(visits, len(visits) - 2)[-2:]
        return bool(int(most) - int(second) > left)

    def root_moves(self) -> list[BlokusRootMove]:
        """Return the placements considered at the root; empty before the first simulation."""
        sides = int(self._root["setup"]["side_count"])
        wins, unknown = self._tree["wins"][:, :sides], (1 / sides,) * sides
        return [
            BlokusRootMove(
                move_of(int(child["placement"])),
                int(child["visits"]),
                float(child["value"]),
                float(child["prior"]),
                tuple(map(float, won / total)) if (total := won.sum()) else unknown,
            )
            for child, won in zip(self._nodes[self._children(0)], wins, strict=False)
        ]

    def worths(self) -> Iterator[tuple[BlokusPlacement, float]]:
        """Yield the placements considered at the root, with their mean values to the side that makes them."""
        children = self._nodes[self._children(0)]
        return zip(map(move_of, children["placement"].tolist()), children["value"].tolist(), strict=True)

    def line(self, child: int, max_plies: int) -> list[BlokusPlacement]:
        """Return the most visited line of play that starts with the root's child at this index."""
        node, line = self._children(0).start + child, list[BlokusPlacement]()
        while len(line) < max_plies:
            line.append(move_of(int(self._nodes[node]["placement"])))
            children = self._children(node)
            if self._nodes[node]["stage"] != kernels.EXPANDED or children.start == children.stop:
                break
            best = children.start + int(np.argmax(self._nodes[children]["visits"]))
            if not self._nodes[best]["visits"]:
                break
            node = best
        return line
