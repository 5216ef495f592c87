"""Model players of Kalah: whether they see extra turns and captures, pit by pit."""

from __future__ import annotations

from functools import partial
from random import Random

from fourth_seat.engines.kalah.baseline import PLAYERS, filled, pit_by_pit
from fourth_seat.engines.protocol import Choose
from fourth_seat.games.kalah.rules import KalahMove, KalahState, capture, scatter

NEAR_SEEDS = 4  # so many are counted out at a glance


def by_thumb(state: KalahState, rng: Random, *, again: float, captures: float, far: float) -> KalahMove:
    """Choose pit by pit by rules of thumb: sow again, or else take seeds, each if it comes to mind; otherwise any pit.

    Args:
        again, captures: the chances that a short sowing which does so is seen.
        far: times that of a long one.
    """

    def choose(ring: tuple[int, ...]) -> int:
        store, empty_capture = state.pits, bool(state.options["empty-capture"])
        extra, prey = [], {}
        for pit in filled(ring):
            board, last = scatter(ring, pit)
            clear = 1.0 if ring[pit] <= NEAR_SEEDS else far
            if last == store and rng.random() < again * clear:
                extra.append(pit)
            before = board[store]
            capture(board, last, empty_capture)
            if board[store] - before > 1 and rng.random() < captures * clear:
                prey[pit] = board[store]
        if extra:
            return max(extra)  # from the right, so that the others stay as they are
        return max(prey, key=lambda pit: prey[pit]) if prey else rng.choice(filled(ring))

    move: KalahMove = pit_by_pit(lambda *_: choose)(state, rng)
    return move


PEOPLE: dict[str, Choose] = {
    # A small child counts four seeds and not nine; it likes to sow again, and comes upon captures by chance.
    "child": partial(by_thumb, again=0.5, captures=0.3, far=0.3),
    # Whoever knows the rules looks for both, and miscounts long sowings.
    "knows the rules": partial(by_thumb, again=0.9, captures=0.7, far=0.6),
    # The careful player takes what is most, its extra turns included, and does not ask for the answer.
    "careful": PLAYERS["seed:greedy"],
    # One of a club asks for the best answer, too.
    "club": PLAYERS["seed"],
}
