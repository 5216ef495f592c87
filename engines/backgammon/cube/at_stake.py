"""What is at stake in a position of the rules: money or match, gammons, Jacoby, Crawford, the cube."""

from __future__ import annotations

from collections.abc import Callable

from engines.backgammon.cube.match_table import match_table
from engines.backgammon.cube.stakes import BACKGAMMON, GAMMON, SINGLE, Stakes
from games.backgammon.cube import DoublingCube
from games.backgammon.match import crawford_game, missing
from games.backgammon.rules import BackgammonState


def at_stake(state: BackgammonState, colour: int) -> Stakes:
    """For a colour, in units in which winning what the cube shows is 1 and losing it is -1."""
    options, shown = state.options, state.cube.value
    own, other = missing(options, colour), missing(options, 3 - colour)
    most = SINGLE if not options["gammon"] else BACKGAMMON if options["backgammon"] else GAMMON
    if own is None or other is None:
        jacoby = bool(options["jacoby"] and options["cube"])
        return Stakes(lambda points: points / shown, None, most, jacoby, bool(options["cube"]))
    chance = match_chance(state, colour)
    won, lost = chance(shown), chance(-shown)

    def value(points: int) -> float:
        return (2 * chance(points) - won - lost) / (won - lost)

    return Stakes(value, (own, other), most, cube=bool(options["cube"]) and not crawford_game(options))


def match_chance(state: BackgammonState, colour: int) -> Callable[[int], float]:
    """The chance of a colour to win the match after so many points of this game (negative: lost); only in a match."""
    options = state.options
    own, other = missing(options, colour), missing(options, 3 - colour)
    assert own is not None and other is not None
    table = match_table(bool(options["gammon"]), bool(options["cube"]))
    crawford = bool(options["crawford"]) and not crawford_game(options)
    return lambda points: table.chance(own - max(points, 0), other - max(-points, 0), crawford)


def lying(cube: DoublingCube, colour: int) -> DoublingCube:
    """The cube with its owner named as `Stakes` of a colour does: 1 that colour, 2 the other."""
    return DoublingCube(cube.value, cube.owner and (1 if cube.owner == colour else 2))
