"""The search tree in memory: takes up a position, lets threads search it, and tells what they found."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.blokus.kernels import playout
from engines.blokus.kernels import tree as kernels
from engines.blokus.kernels.board import MAX_PLACEMENTS
from engines.blokus.kernels.gains import GAIN_WEIGHTS
from engines.blokus.kernels.history import HISTORY_WORDS
from engines.blokus.kernels.prior import WEIGHTS
from engines.blokus.kernels.root import find_all
from engines.blokus.position import allies_of, place_of, placement_of, sides_of, write
from engines.blokus.weights import BlokusWeights
from engines.jit.buffer import WORD, Buffer
from games.blokus.moves import BlokusPlacement
from games.blokus.rules import BlokusState

ARRAYS: dict[str, tuple[Any, type[np.generic]]] = {
    "visits": (kernels.VISITS, np.uint32),
    "values": (kernels.VALUES, np.float32),
    "priors": (kernels.PRIORS, np.float32),
    "first": (kernels.FIRST, np.uint32),
    "count": (kernels.COUNT, np.uint16),
    "moves": (kernels.MOVES, np.uint16),
    "states": (kernels.STATES, np.uint64),
}
REUSE_PLIES = 12  # plies between two positions of one game, within which the tree is kept
NODE_BYTES = sum(np.dtype(kind).itemsize for _, kind in ARRAYS.values())  # bytes


@dataclass(frozen=True, slots=True)
class BlokusSearchParams:
    """How the tree is searched.

    Attributes:
        exploration: weight of the prior against what was found.
        history: tries that what a placement was worth elsewhere counts for.
        margin: the part of a result that is for points ahead, the rest is for the place.
        scale: points ahead that are worth three quarters of that part.
        cut: placements this much less promising than the best are not looked at.
        local: how much likelier in a playout one more local square makes a placement, up to
        most_local: of them.
        horizon: plies that a playout goes on for before points are estimated; None: what the weights say.
        expand_at: visits after which a node gets children.
    """

    exploration: float = 0.16
    history: float = 5.0
    margin: float = 0.6
    scale: float = 20.0
    cut: float = 0.002
    expand_at: int = 2
    local: float = 5.0
    most_local: int = 6
    horizon: int | None = None


@dataclass(frozen=True, slots=True)
class BlokusRootMove:
    """A placement at the root: how often it was tried, what it is worth to the side that makes it (0 to 1), how promising
    it looked at first (all sum to 1), and each side's share of the win where it was tried lately.
    """

    move: BlokusPlacement
    visits: int
    worth: float
    prior: float
    shares: tuple[float, ...]


class BlokusTree:
    """A growing tree below one position at a time."""

    def __init__(self, memory: int, threads: int, seed: int, manner: BlokusSearchParams | None = None) -> None:
        """`memory`: bytes for the nodes."""
        manner = manner or BlokusSearchParams()
        self._horizon = manner.horizon
        self._room = max(memory // NODE_BYTES, 4 * int(MAX_PLACEMENTS))
        self._head = Buffer(int(kernels.HEAD_WORDS) * WORD)
        self._root = Buffer(int(playout.ROOT_WORDS) * WORD)
        self._threads = [Buffer(int(kernels.THREAD_WORDS) * WORD) for _ in range(threads)]
        for n, thread in enumerate(self._threads):
            floats = thread.words[playout.LOCAL_WEIGHTS :].view(np.float32)
            floats[: playout.MAX_LOCAL + 1] = [
                manner.local ** min(local, manner.most_local) for local in range(int(playout.MAX_LOCAL) + 1)
            ]
            thread.words[playout.RANDOM] = 2 * (seed + n * 0x9E3779B97F4A7C15 & (1 << 62) - 1) + 1
        self._wins = Buffer(int(MAX_PLACEMENTS) * 16)
        self._history = Buffer(int(HISTORY_WORDS) * WORD)
        self._weights, self._gains = Buffer(int(WEIGHTS) * 4), Buffer(int(GAIN_WEIGHTS) * 4)
        head, floats = self._head.words, self._head.words.view(np.float32)
        self._buffers: list[Buffer] = []
        self._nodes: dict[str, NDArray[Any]] = {}
        for name, (field, kind) in ARRAYS.items():
            buffer = Buffer(self._room * np.dtype(kind).itemsize)
            self._buffers.append(buffer)
            self._nodes[name] = buffer.array(kind)
            head[field] = buffer.address
        head[kernels.ROOM] = self._room
        head[kernels.WINS], head[kernels.HISTORY_AT] = self._wins.address, self._history.address
        head[kernels.WEIGHTS_AT], head[kernels.GAINS_AT] = self._weights.address, self._gains.address
        head[kernels.EXPAND_AT] = manner.expand_at
        floats[kernels.EXPLORATION], floats[kernels.HISTORY] = manner.exploration, manner.history
        floats[kernels.MARGIN], floats[kernels.SCALE] = manner.margin, manner.scale
        floats[kernels.CUT] = manner.cut
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._weighed: object = None
        self._state: BlokusState | None = None

    def set_position(self, state: BlokusState, weights: BlokusWeights) -> None:
        """Takes up a position in which somebody can place. What is known of it from before is kept."""
        node = self._found(state) if self._state else None
        self._set(state, weights)
        if node is None:
            self._head.words[kernels.USED] = 1
            for array in self._nodes.values():
                array[0] = 0
        elif node:
            places = np.zeros(self.nodes, np.uint32)
            kernels.keep_below(self._head.address, node, places.ctypes.data)

    def _found(self, state: BlokusState) -> int | None:
        """The node of a position that follows from the one taken up, if the tree has it."""
        here, node = self._state, 0
        for _ in range(REUSE_PLIES):
            if here is None or here.options != state.options:
                return None
            if here == state:
                return node
            placed, now = (of.tableaux[here.turn - 1].placed for of in (here, state))
            if len(now) <= len(placed) or now[: len(placed)] != placed:
                return None
            squares = now[len(placed)]
            node = kernels.child_by(self._head.address, node, placement_of(squares))
            if not node:
                return None
            here = here.play_unchecked(BlokusPlacement(squares))
        return None

    def _set(self, state: BlokusState, weights: BlokusWeights) -> None:
        """Makes a position the one from which simulations begin."""
        self._state = state
        colours = len(state.tableaux)
        write(state, self._root.words)
        find_all(self._root.address, colours)
        head = self._head.words
        for field, value in {
            kernels.COLOURS_IN: colours,
            kernels.TO_MOVE: state.turn - 1,
            kernels.ALLIES: allies_of(state),
            kernels.SIDES: sides_of(state),
            kernels.SIDE_COUNT: len(state.setting.owners),
            kernels.BONUS: int(state.options["score"] == "advanced"),
        }.items():
            head[field] = value
        self._wins.clear()
        self._history.clear()
        self._sides = len(state.setting.owners)
        if self._weighed != (weights, state.setting):
            self._weights.array(np.float32)[:WEIGHTS] = weights.prior(state.setting)
            self._gains.array(np.float32)[:GAIN_WEIGHTS] = weights.outlook()
            head[kernels.HORIZON] = weights.horizon if self._horizon is None else self._horizon
            self._weighed = (weights, state.setting)

    def search(self, simulations: int) -> None:
        """Does so many simulations, all threads together."""
        self._head.words[kernels.BEGUN] = 0
        if self._pool is None:
            self._search(self._threads[0], simulations)
        else:
            list(self._pool.map(lambda thread: self._search(thread, simulations), self._threads))

    def _search(self, thread: Buffer, simulations: int) -> None:
        kernels.search(self._head.address, thread.address, self._root.address, simulations)

    @property
    def nodes(self) -> int:
        """Nodes in use."""
        return int(self._head.words[kernels.USED])

    def _below(self, node: int) -> slice:
        """Where the children of a node lie."""
        first = int(self._nodes["first"][node])
        return slice(first, first + int(self._nodes["count"][node]))

    def best(self) -> BlokusPlacement:
        """The placement at the root that was tried most; after at least one simulation."""
        below = self._below(0)
        return place_of(int(self._nodes["moves"][below][np.argmax(self._nodes["visits"][below])]))

    def is_settled(self, left: float) -> bool:
        """Whether so many simulations more cannot change which placement is tried most."""
        visits = self._nodes["visits"][self._below(0)]
        if len(visits) < 2:
            return bool(len(visits))
        second, most = np.partition(visits, len(visits) - 2)[-2:]
        return bool(int(most) - int(second) > left)

    def children(self) -> list[BlokusRootMove]:
        """The placements at the root that are looked at; none before the first simulation."""
        wins = self._wins.array(np.float32).reshape(-1, 4)[:, : self._sides]
        unknown = (1 / self._sides,) * self._sides
        below = self._below(0)
        return [
            BlokusRootMove(
                place_of(int(self._nodes["moves"][node])),
                int(self._nodes["visits"][node]),
                float(self._nodes["values"][node]),
                float(self._nodes["priors"][node]),
                tuple(map(float, won / total)) if (total := won.sum()) else unknown,
            )
            for node, won in zip(range(below.start, below.stop), wins, strict=False)
        ]

    def line(self, child: int, longest: int) -> list[BlokusPlacement]:
        """How play would most likely go on after a child of the root, given by its index: the moves tried most."""
        visits, moves = self._nodes["visits"], self._nodes["moves"]
        node, line = self._below(0).start + child, list[BlokusPlacement]()
        while len(line) < longest:
            line.append(place_of(int(moves[node])))
            below = self._below(node)
            if int(self._nodes["states"][node]) & 3 != kernels.OPEN or below.start == below.stop:
                break
            best = below.start + int(np.argmax(visits[below]))
            if not visits[best]:
                break
            node = best
        return line
