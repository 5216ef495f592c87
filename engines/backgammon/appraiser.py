"""Evaluates backgammon turns and cube actions and estimates how hard they are to see, for all levels but the highest.

The networks evaluate them without looking ahead. Bearing off as many checkers as possible is obvious, and so is a hit that
leaves no blot within reach of an opposing checker. The further away the hitting checker, the harder the hit is to see.
"""

from __future__ import annotations

from fourth_seat.engines.backgammon import bearoff, networks
from fourth_seat.engines.backgammon.analysis import after_turns
from fourth_seat.engines.backgammon.cube.at_stake import ranked
from fourth_seat.engines.backgammon.decisions import doubling, looked
from fourth_seat.engines.backgammon.evaluator import BackgammonEvaluator
from fourth_seat.engines.choice import Candidate
from fourth_seat.engines.errors import unless_damaged
from fourth_seat.games.backgammon.checkers import BAR, LAST_HOME_POINT, OFF, POINTS, BackgammonBoard, across, rearmost
from fourth_seat.games.backgammon.moves import BackgammonMove, BackgammonPlay, CubeAction, after
from fourth_seat.games.backgammon.rules import BackgammonPhase, BackgammonState
from fourth_seat.words import Text

POINTS_RANGE = 4  # from a gammon lost to a gammon won
FAR_PIPS = 12  # to a checker that is hit: from here on, as hard to see as can be
BEARING_OFF_HARDNESS = 0.3
DIRECT_PIPS = 6  # that one die goes


class BackgammonAppraiser:
    """`Appraiser` for backgammon."""

    def __init__(self) -> None:
        self.notices: list[Text] = []
        nets = unless_damaged(networks.read, None, [])  # the search, which moves instead, says so
        self._evaluator = nets and BackgammonEvaluator(nets, bearoff.nothing())

    def candidates(self, state: BackgammonState) -> list[Candidate]:
        """Return the turns or the cube actions; empty if the networks are damaged."""
        if not self._evaluator:
            return []
        if state.phase is not BackgammonPhase.PLAY:
            return _cube_actions(self._evaluator, state)
        moves, positions = after_turns(state)
        points = looked(self._evaluator, state, positions, 0).points
        ends = [after(state.board, move.routes) for move in moves]
        most = max(own[OFF] for own, _ in ends)
        home = rearmost(state.board[0]) <= LAST_HOME_POINT and most > state.board[0][OFF]
        found = []
        for move, end, worth in zip(moves, ends, map(_share, points), strict=True):
            if hit := _nearest_hit(move):
                pips, place = hit
                found.append(Candidate(move, worth, f"{state.turn} {place}", min(1.0, pips / FAR_PIPS), _is_safe(end)))
            elif home and end[0][OFF] == most:
                found.append(Candidate(move, worth, f"{state.turn} off", BEARING_OFF_HARDNESS, True))
            else:
                found.append(Candidate(move, worth))
        return found


def _cube_actions(evaluator: BackgammonEvaluator, state: BackgammonState) -> list[Candidate]:
    found, _ = doubling(evaluator, state, 0)
    worths = {
        CubeAction.ROLL: found.roll,
        CubeAction.DOUBLE: min(found.take, found.drop),
        CubeAction.TAKE: -found.take,
        CubeAction.DROP: -found.drop,
    }
    return [Candidate(action, _share(worths[action])) for action in ranked(state.phase, found)]


def _share(points: float) -> float:
    """Return the mover's points as a share of the range from losing a gammon (0) to winning one (1)."""
    return min(1.0, max(0.0, 0.5 + float(points) / POINTS_RANGE))


def _nearest_hit(move: BackgammonMove) -> tuple[int, int] | None:
    """Return the distance in pips to the nearest checker hit by a turn, and its place, or None if no checker is hit."""
    assert isinstance(move, BackgammonPlay)
    return min(((route.start - point, point) for route in move.routes for point in route.hit), default=None)


def _is_safe(end: BackgammonBoard) -> bool:
    """Return whether no lone checker of the side that has moved is within one die of an opposing checker."""
    own, other = end
    lone = [across(point) for point in POINTS if own[point] == 1]
    return not any(other[place] for point in lone for place in range(point + 1, min(point + DIRECT_PIPS, BAR) + 1))
