"""Luck of the throws, so that it can be taken out of a match.

A throw's luck is the value of the position after it, less the mean over all twelve throws; so it is zero on average
whatever values are used, and a result less its luck has the same expectation and a narrower interval (as programs for
backgammon adjust results; White and Bowling 2009).
"""

from __future__ import annotations

from statistics import mean

from fourth_seat.engines.tridice.position import position_of
from fourth_seat.engines.tridice.tree import TriDiceTree
from fourth_seat.games.tridice.rules import TriDiceState

SIMULATION_COUNT = 100


def luck(thrown: TriDiceState, after: TriDiceState, tree: TriDiceTree) -> float:
    """Return the gain of a throw for the first colour, in shares of the win.

    Args:
        thrown: the position in which the die is thrown; `after` follows it.
    """
    return share(after, tree) - mean(share(thrown.play_unchecked(throw), tree) for throw in thrown.legal())


def share(state: TriDiceState, tree: TriDiceTree) -> float:
    """Return the first colour's expected share: exact if it is in the tables, otherwise by a short search."""
    if entry := tree.tables.look_up(position_of(state)):
        value = entry.value
    else:
        tree.set_position(state)
        tree.search(SIMULATION_COUNT)
        value = tree.value
    return (1 + (value if state.turn == 1 else -value)) / 2
