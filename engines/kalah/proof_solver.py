"""Solver for Kalah: exact values of positions and turns, or the bounds proven by the time limit."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice

from fourth_seat.engines.errors import unless_damaged
from fourth_seat.engines.kalah import book
from fourth_seat.engines.kalah.alpha_beta import KalahAlphaBeta, fits
from fourth_seat.engines.kalah.book import sides
from fourth_seat.engines.kalah.proof import KalahProof
from fourth_seat.engines.kalah.tables import KalahTables, seeds_within
from fourth_seat.engines.kalah.turn_graph import TurnGraph
from fourth_seat.engines.limits import DEFAULT_MEMORY_MB, MIB
from fourth_seat.engines.results import Bounds, MoveValue
from fourth_seat.engines.solver import OnProgress, ShouldStop
from fourth_seat.games.kalah.rules import KalahMove, KalahState
from fourth_seat.games.options import Options
from fourth_seat.words import Text

PROCESS_BYTES = 190 * MIB  # what Python, numba and the work of building tables take
FIRST_FILLED_POSITIONS = 10_000_000  # of the tables, before the first search: a tenth of a second
IDLE_FILLED_POSITIONS = 100_000_000  # and while the solver is idle: two seconds
FILLED_POSITIONS_PER_NODE = 15  # of the tables, while one is searched
FIRST_TRY_NODES = 400_000  # searched before looking ahead is worth the time
PROOF_TO_LOOKAHEAD_RATIO = 4  # parts of the work on a proof, of which one more is spent on looking ahead
LONG_PROOF_SEEDS = 56  # in play, from which on a proof takes so long that looser bounds are worth the time
MAX_NARROWING_NODES = 100_000_000  # of such a proof, after which it is no longer interrupted
MAX_LISTED_CHAINS = 2_000
MIN_HORIZON_SEEDS = 6  # in play, below which nothing is estimated
# Distances of bounds to try from an estimated value, in parts of the seeds in play.
NARROWING_DISTANCES = (0.8, 0.6, 0.5, 0.4, 0.32, 0.25, 0.18, 0.12, 0.06)
MAX_LINE_TURNS = 8  # of a principal line


class KalahProofSolver:
    """Solver for positions on one kind of board; see `engines.solver.Solver`. Not thread-safe.

    Attributes:
        notices: user-facing messages, for example that the book cannot be used.
    """

    def __init__(
        self,
        options: Options,
        memory: int = DEFAULT_MEMORY_MB,
        threads: int = 1,
        *,
        with_book: bool = True,
    ) -> None:
        """`memory`: approximate limit for the whole process, in MB."""
        self.notices: list[Text] = []
        self._pits, self._empty_capture = int(options["pits"]), bool(options["empty-capture"])
        self._threads = threads
        total = 2 * self._pits * int(options["seeds"])
        room = max(memory * MIB - PROCESS_BYTES, 32 * MIB)
        self._entries = 1 << (room // 4).bit_length() - 1
        self._rough_entries = self._entries // 8
        self.tables = KalahTables(
            self._pits,
            seeds_within(self._pits, max(total - 1, 1), room - self._entries - self._rough_entries),
            self._empty_capture,
        )
        self._provers: dict[bool, KalahAlphaBeta] = {}
        self._book: dict[book.Sides, int] = (
            unless_damaged(partial(book.read, book.path_of(options), options), {}, self.notices) if with_book else {}
        )

    # Tables

    def prepare(self, on_progress: OnProgress, should_stop: ShouldStop) -> None:
        """Fill the small endgame tables."""
        self._fill(FIRST_FILLED_POSITIONS, should_stop)

    def improve(self, should_stop: ShouldStop) -> None:
        """Fill larger endgame tables."""
        self._fill(IDLE_FILLED_POSITIONS, should_stop)

    def _fill(self, most: int, should_stop: ShouldStop) -> bool:
        """Fill endgame tables with at most this many positions; return whether there was anything to fill."""
        tables = self.tables
        seeds = seeds_within(self._pits, tables.seeds, most)
        if tables.ready >= seeds:
            return False
        with ThreadPoolExecutor(self._threads) as pool:
            return tables.build(seeds, pool, should_stop)

    def _fill_more(self, should_stop: ShouldStop) -> bool:
        """Fill larger tables in proportion to the number of positions searched, so that they grow with the difficulty of
        the positions. Return whether they have grown.
        """
        return self._fill(FIRST_FILLED_POSITIONS + FILLED_POSITIONS_PER_NODE * self.nodes, should_stop)

    def clear(self) -> None:
        """Discard all search results; the endgame tables are kept."""
        for prover in self._provers.values():
            prover.entries.clear()

    @property
    def memory(self) -> int:
        """The target for the process's memory usage, in bytes."""
        return PROCESS_BYTES + self.tables.table.size + self._entries + self._rough_entries

    @property
    def nodes(self) -> int:
        """Total number of positions searched."""
        return sum(prover.nodes for prover in self._provers.values())

    def _prover(self, state: KalahState, rough: bool = False) -> KalahAlphaBeta | None:
        """Return the prover for positions with as many seeds as this one, or None if there are too many seeds."""
        seeds = sum(map(sum, sides(state.ring)))
        prover = self._provers.get(rough)
        if prover is None or prover.seeds < seeds:
            if not fits(self._pits, seeds):
                return None
            seeds = max(seeds, 2 * self._pits * int(state.options["seeds"]))
            if not fits(self._pits, seeds):
                seeds = (1 << 64 // self._pits) - 1
            size = self._rough_entries if rough else self._entries
            self._provers.pop(rough, None)
            prover = self._provers[rough] = KalahAlphaBeta(self._pits, seeds, self._empty_capture, self.tables, size)
        return prover

    # Values

    def score(self, state: KalahState, should_stop: ShouldStop, on_progress: OnProgress) -> Bounds:
        """Return bounds on the final lead, in seeds, of the side to move."""
        self.prepare(on_progress, should_stop)
        proof = self._valued(state, state.turn)
        self._prove_or_look(proof, [], should_stop)
        return proof.bounds

    def best(self, state: KalahState, should_stop: ShouldStop, on_progress: OnProgress) -> tuple[Bounds, list[KalahMove]]:
        """Return the score and all turns that achieve it; if the score is unknown, return the proven bounds and the turn
        most likely to be best.
        """
        self.prepare(on_progress, should_stop)
        if state.over:
            return self._valued(state, state.turn).bounds, []
        bounds, turn, ends = self._weigh(state, should_stop, on_progress)
        if not bounds.exact:
            return bounds, list(islice(turn.chains(ends[0].state), 1))
        if not turn.whole:
            return bounds, [self._turn(state, bounds.low, should_stop)[0]]
        reaching = [end for end in ends if end.bounds.low >= bounds.low]
        return bounds, sorted(chain for end in reaching or ends[:1] for chain in turn.chains(end.state))

    def moves(self, state: KalahState, should_stop: ShouldStop, on_progress: OnProgress) -> list[MoveValue]:
        """Return every legal turn, best first; values are exact unless stopped. Ties are ordered by length, shortest first.

        On wide boards, the same turn can be played in thousands of ways; only the best `MAX_LISTED_CHAINS` are returned.
        """
        self.prepare(on_progress, should_stop)
        if state.over:
            return []
        bounds, turn, ends = self._weigh(state, should_stop, on_progress)
        for n, end in enumerate(ends):
            if bounds.exact:
                end.prove(should_stop)
            on_progress(n / len(ends), "turns valued")
        scored: list[MoveValue] = []
        if bounds.exact and not turn.whole:
            chain, after = self._turn(state, bounds.low, should_stop)
            scored.append(MoveValue(chain, bounds=bounds, line=(chain, *self._line(after, -bounds.low, should_stop))))
        for end in sorted(ends, key=lambda end: -end.likely):
            known = end.bounds
            sign = 1 if end.state.turn == state.turn else -1
            line = self._line(end.state, sign * known.low, should_stop) if known.exact else ()
            chains = islice(turn.chains(end.state), max(MAX_LISTED_CHAINS - len(scored), 1))
            scored += [MoveValue(chain, bounds=known, line=(chain, *line)) for chain in chains]
        return scored[:MAX_LISTED_CHAINS]

    def _valued(self, state: KalahState, side: int) -> KalahProof:
        return KalahProof(state, side, self._prover(state), self._book.get(sides(state.ring)), self._fill_more)

    def _weigh(
        self, state: KalahState, should_stop: ShouldStop, on_progress: OnProgress
    ) -> tuple[Bounds, TurnGraph, list[KalahProof]]:
        """Return the score, the turn graph, and the positions after the turn, most promising first. If the score is known,
        the turns that achieve it are known, too.
        """
        turn = TurnGraph.of(state)
        proof = self._valued(state, state.turn)
        ends = [self._valued(end, state.turn) for end in turn.ends]
        self._prove_or_look(proof, ends, should_stop)
        bounds = proof.bounds
        favourite = self._favourite(state)
        ends.sort(key=lambda end: (end.state != favourite, -end.likely))
        if bounds.exact:
            for n, end in enumerate(ends):
                end.at_most(bounds.high)
                end.reaches(bounds.low, should_stop)
                on_progress(n / len(ends), "turns compared")
            ends.sort(key=lambda end: (-end.likely, end.bounds.high))
        return bounds, turn, ends

    def _prove_or_look(self, proof: KalahProof, ends: list[KalahProof], should_stop: ShouldStop) -> None:
        """Prove a position's value. A proof that does not succeed immediately is restarted from the estimate of a
        look-ahead search. Meanwhile, the ends of the turn are searched deeper and deeper, so that there is always a turn to
        play. A long proof starts with looser bounds.
        """
        if proof.prove(should_stop, FIRST_TRY_NODES):
            return
        nodes = FIRST_TRY_NODES
        seeds = horizon = proof.seeds
        begun = self.nodes
        while horizon > MIN_HORIZON_SEEDS and self.nodes - begun < nodes and not should_stop():
            horizon -= 1
            self._look([proof], horizon, should_stop)
        proof.begin_with_guess()
        horizon = seeds
        while not should_stop():
            nodes *= 2
            begun = self.nodes
            while (
                horizon > MIN_HORIZON_SEEDS and self.nodes - begun < nodes // PROOF_TO_LOOKAHEAD_RATIO and not should_stop()
            ):
                horizon -= 1
                self._look(ends, horizon, should_stop)
            if seeds > LONG_PROOF_SEEDS and nodes <= MAX_NARROWING_NODES:
                self._narrow(proof, nodes, should_stop)
            if proof.prove(should_stop, nodes) or (horizon <= MIN_HORIZON_SEEDS and not proof.provable):
                return

    def _narrow(self, proof: KalahProof, nodes: int, should_stop: ShouldStop) -> None:
        """Prove bounds on both sides of the estimated value, easiest first, as tightly as the node budget allows."""
        for sign in (-1, 1):
            for distance in NARROWING_DISTANCES:
                value = proof.guess + sign * round(distance * proof.seeds)
                if not proof.bounds.exact and proof.reaches(value, should_stop, nodes // 2) is None:
                    break

    def _favourite(self, state: KalahState) -> KalahState | None:
        """Return the end of the turn with the best proven bound, if it is in the transposition table."""
        prover, current = self._prover(state), state
        while prover and current.turn == state.turn and not current.over:
            pit = prover.favourite(current.ring)
            if pit is None:
                return None
            current = current.sow(pit)
        return current

    def _look(self, ends: list[KalahProof], horizon: int, should_stop: ShouldStop) -> None:
        """Estimate the values of positions with a search down to `horizon` seeds in play."""
        guesses = []
        for end in ends:
            prover = self._prover(end.state, rough=True)
            if prover:
                prover.horizon = horizon
            rough = KalahProof(end.state, end.side, prover)
            if not end.state.over and not rough.prove(should_stop):
                return
            guesses.append(rough.likely)
        for end, guess in zip(ends, guesses, strict=True):
            end.guess = guess

    # Lines

    def _turn(self, state: KalahState, value: int, should_stop: ShouldStop) -> tuple[KalahMove, KalahState]:
        """Return a turn that preserves a position's value, chosen sowing by sowing, and the position after it."""
        current, pits = state, list[int]()
        while current.turn == state.turn and not current.over:
            choices = [(pit, current.sow(pit)) for pit in reversed(range(current.pits)) if current.ring[pit]]
            pit, current = next(
                (choice for choice in choices if self._valued(choice[1], state.turn).reaches(value, should_stop)),
                choices[0],
            )
            pits.append(pit)
        return KalahMove(tuple(pits), state.north), current

    def _line(self, state: KalahState, value: int, should_stop: ShouldStop) -> tuple[KalahMove, ...]:
        """Return the principal variation from a position whose value for the side to move is known."""
        line: list[KalahMove] = []
        while not state.over and len(line) < MAX_LINE_TURNS and not should_stop():
            chain, after = self._turn(state, value, should_stop)
            line.append(chain)
            value = value if after.turn == state.turn else -value
            state = after
        return tuple(line)
