"""Values of the turns in Kalah, and how hard they are to spot, for the levels below the highest.

A short search estimates how many seeds each turn wins in the end. Extra turns and captures of at least four seeds are easy
to spot; the longer a turn's first sowing, the harder it is to see where it ends.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from math import sqrt

from fourth_seat.engines.choice import Candidate
from fourth_seat.engines.kalah.alpha_beta import KalahAlphaBeta, fits
from fourth_seat.engines.kalah.book import sides
from fourth_seat.engines.kalah.proof import KalahProof
from fourth_seat.engines.kalah.tables import KalahTables, seeds_within
from fourth_seat.engines.kalah.turn_graph import TurnGraph
from fourth_seat.engines.search.evaluation import logistic
from fourth_seat.games.kalah.rules import KalahMove, KalahState
from fourth_seat.games.options import Options
from fourth_seat.words import Text

TABLE_POSITIONS = 300_000  # of the endings that are known exactly: a few milliseconds
ENTRY_BYTES = 1 << 16
LOOKED_SEEDS = 7  # that leave the pits until a position is estimated
NODES = 3_000  # searched for each turn, at most
MAX_ENDS = 40  # of a turn: those whose chains were found first
LEAD_WEIGHT = 0.9  # of the expected lead in seeds, in units of what those in play may change
SMALL_CAPTURE, LARGE_CAPTURE = 2, 4  # seeds: from the former on, they have to be seen; from the latter, they are obvious
FAR_SEEDS = 6  # sown at once: from here on, as hard to see as can be


class KalahAppraiser:
    """The `Appraiser` of Kalah."""

    def __init__(self, options: Options) -> None:
        self.notices: list[Text] = []
        pits, seeds = int(options["pits"]), 2 * int(options["pits"]) * int(options["seeds"])
        most = max(seeds, 1) if fits(pits, seeds) else (1 << 64 // pits) - 1
        tables = KalahTables(pits, seeds_within(pits, max(most - 1, 1), TABLE_POSITIONS), bool(options["empty-capture"]))
        with ThreadPoolExecutor(1) as pool:
            tables.build(tables.seeds, pool, lambda: False)
        self._search = KalahAlphaBeta(pits, most, bool(options["empty-capture"]), tables, ENTRY_BYTES)

    def candidates(self, state: KalahState) -> list[Candidate]:
        """Return the shortest turn that leads to each reachable position, with its value."""
        turn = TurnGraph.of(state)
        return [self._candidate(state, next(turn.chains(end)), end) for end in islice(turn.ends, MAX_ENDS)]

    def _candidate(self, state: KalahState, move: KalahMove, end: KalahState) -> Candidate:
        worth = self._worth(state, end)
        again, taken, first = len(move.pits) > 1, _taken(state, move), move.pits[0]
        if not again and taken < SMALL_CAPTURE:
            return Candidate(move, worth)
        hardness = min(1.0, state.ring[first] / FAR_SEEDS)
        return Candidate(move, worth, f"{state.turn} {first}", hardness, again or taken >= LARGE_CAPTURE)

    def _worth(self, state: KalahState, end: KalahState) -> float:
        in_play = sum(map(sum, sides(end.ring)))
        if end.over:
            return float(end.standing().share(state.turn))
        self._search.horizon = max(in_play - LOOKED_SEEDS, 0)
        proof = KalahProof(end, state.turn, self._search)
        proof.prove(lambda: False, NODES)
        return logistic((proof.likely / sqrt(1 + in_play),), (LEAD_WEIGHT,))


def _taken(state: KalahState, move: KalahMove) -> int:
    """Return the most seeds that any sowing of the turn puts into the store, not counting its own last seed."""
    most, position = 0, state
    for pit in move.pits:
        after = position.sow(pit)
        store = position.pits
        gained = (after.ring[store] if after.turn == position.turn else after.ring[-1]) - position.ring[store]
        most = max(most, gained - 1)
        position = after
    return most
