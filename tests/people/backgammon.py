"""Model players of sheshbesh: whether they see hits and points, and whether they count."""

from __future__ import annotations

from functools import partial
from random import Random

from fourth_seat.engines.backgammon import baseline, evaluation
from fourth_seat.engines.protocol import Choose
from fourth_seat.games.backgammon.checkers import BAR, OFF, POINTS, BackgammonBoard
from fourth_seat.games.backgammon.moves import BackgammonMove, CubeAction
from fourth_seat.games.backgammon.rules import BackgammonPhase, BackgammonState
from fourth_seat.games.backgammon.turns import turns


def by_thumb(state: BackgammonState, rng: Random, *, hits: float, homes: float, covers: float) -> BackgammonMove:
    """Choose by rules of thumb, each of which comes to mind with its chance: hit, bear off, leave the fewest alone."""
    if state.phase is BackgammonPhase.CUBE:
        return CubeAction.ROLL
    if state.phase is BackgammonPhase.ANSWER:
        return CubeAction.TAKE
    assert state.dice is not None
    found = turns(state.board, state.dice)
    ends = list(found)
    for chance, merit in ((hits, _jailed), (homes, _home), (covers, _covered)):
        if rng.random() < chance:
            most = max(map(merit, ends))
            ends = [end for end in ends if merit(end) == most]
    return found[rng.choice(ends)]


def _jailed(end: BackgammonBoard) -> int:
    return end[1][BAR]


def _home(end: BackgammonBoard) -> int:
    return end[0][OFF]


def _covered(end: BackgammonBoard) -> int:
    return -sum(end[0][point] == 1 for point in POINTS)


PEOPLE: dict[str, Choose] = {
    # A small child loves to hit (three in four), bears off where it can, and moves whichever checker lies near.
    "child": partial(by_thumb, hits=0.75, homes=0.9, covers=0.15),
    # Whoever knows the rules hits whatever can be hit, and has heard that lone checkers are in danger.
    "knows the rules": partial(by_thumb, hits=0.95, homes=1.0, covers=0.6),
    # The careful player counts the way home, the jail and lone checkers, as player `seed` does.
    "careful": baseline.choose,
    # One of a club judges each position after a turn, and looks no further.
    "club": evaluation.choose,
}
