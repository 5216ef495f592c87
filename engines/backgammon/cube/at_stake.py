"""The stakes of a position (money or match, gammons, Jacoby, Crawford, the cube), and the better cube action."""

from __future__ import annotations

from collections.abc import Callable

from fourth_seat.engines.backgammon.cube.janowski import CubeDecision
from fourth_seat.engines.backgammon.cube.match_table import match_table
from fourth_seat.engines.backgammon.cube.stakes import BACKGAMMON_POINTS, GAMMON_POINTS, SINGLE_POINTS, Stakes
from fourth_seat.games.backgammon.cube import DoublingCube
from fourth_seat.games.backgammon.match import crawford_game, missing
from fourth_seat.games.backgammon.moves import CubeAction
from fourth_seat.games.backgammon.rules import BackgammonPhase, BackgammonState


def at_stake(state: BackgammonState, colour: int) -> Stakes:
    """Return a colour's stakes in units of the cube: winning a single game is worth 1, losing one -1."""
    options, shown = state.options, state.cube.value
    own, other = missing(options, colour), missing(options, 3 - colour)
    most = SINGLE_POINTS if not options["gammon"] else BACKGAMMON_POINTS if options["backgammon"] else GAMMON_POINTS
    if own is None or other is None:
        jacoby = bool(options["jacoby"] and options["cube"])
        return Stakes(lambda points: points / shown, None, most, jacoby, bool(options["cube"]))
    chance = match_chance(state, colour)
    won, lost = chance(shown), chance(-shown)

    def value(points: int) -> float:
        return (2 * chance(points) - won - lost) / (won - lost)

    return Stakes(value, (own, other), most, cube=bool(options["cube"]) and not crawford_game(options))


def match_chance(state: BackgammonState, colour: int) -> Callable[[int], float]:
    """Return a function that gives a colour's probability of winning the match after winning a number of points in this
    game (negative: losing them). The game must be part of a match.
    """
    options = state.options
    own, other = missing(options, colour), missing(options, 3 - colour)
    assert own is not None and other is not None
    table = match_table(bool(options["gammon"]), bool(options["cube"]))
    crawford = bool(options["crawford"]) and not crawford_game(options)
    return lambda points: table.after(own, other, points, crawford)


def relative_cube(cube: DoublingCube, colour: int) -> DoublingCube:
    """Return the cube with its owner numbered as in a colour's `Stakes`: 1 for that colour, 2 for the other."""
    return DoublingCube(cube.value, cube.owner and (1 if cube.owner == colour else 2))


def doubler(state: BackgammonState) -> int:
    """Return the side that may double or has doubled."""
    return state.turn if state.phase is BackgammonPhase.CUBE else 3 - state.turn


def ranked(phase: BackgammonPhase, found: CubeDecision) -> tuple[CubeAction, CubeAction]:
    """Return the legal cube actions, best first."""
    if phase is BackgammonPhase.CUBE:
        return (CubeAction.DOUBLE, CubeAction.ROLL) if found.doubles else (CubeAction.ROLL, CubeAction.DOUBLE)
    return (CubeAction.TAKE, CubeAction.DROP) if found.takes else (CubeAction.DROP, CubeAction.TAKE)


def share(call: CubeAction, found: CubeDecision, chance: float) -> float:
    """Return the mover's share of the win after a cube action; `chance` is the doubler's probability of winning if the game
    continues.
    """
    match call:
        case CubeAction.ROLL:
            return chance
        case CubeAction.DOUBLE:
            return chance if found.takes else 1.0
        case _:
            return 1 - chance if call is CubeAction.TAKE else 0.0


def figures(state: BackgammonState, found: CubeDecision) -> tuple[float, ...]:
    """Return the equities of no double, double/take and double/drop for the side that may double or has doubled.

    The equities are in points, multiplied by the cube's value; in a match, they are probabilities of winning the match.
    """
    worths = found.roll, found.take, found.drop
    value = state.cube.value
    if not state.options["match"]:
        return tuple(worth * value for worth in worths)
    chance = match_chance(state, doubler(state))
    won, lost = chance(value), chance(-value)
    return tuple((worth * (won - lost) + won + lost) / 2 for worth in worths)
