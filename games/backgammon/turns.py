"""Generates whole turns, in which as many dice as possible must be played."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from fourth_seat.games.backgammon.checkers import BackgammonBoard, Hop, hops, moved
from fourth_seat.games.backgammon.moves import BackgammonPlay, Dice, routes

TurnEnds = Mapping[BackgammonBoard, tuple[Hop, ...]]
"""The positions after a turn, each mapped to one sequence of hops that leads to it."""

MAX_CACHED_TURNS = 128  # one holds up to some hundred positions


def dice_of(dice: Dice) -> tuple[int, ...]:
    """Return the dice to play individually (four for a double)."""
    return dice * 2 if dice[0] == dice[1] else dice


def without(dice: tuple[int, ...], die: int) -> tuple[int, ...]:
    """Return the dice with one occurrence of `die` removed."""
    at = dice.index(die)
    return dice[:at] + dice[at + 1 :]


@lru_cache(MAX_CACHED_TURNS)
def ends(board: BackgammonBoard, dice: tuple[int, ...]) -> TurnEnds:
    """Return all positions after playing as many of these dice as possible.

    Args:
        board: the checkers of the mover and the opponent.
        dice: two different dice or any number of equal dice.
    """
    if len(set(dice)) < 2:
        return _in_order(board, dice)
    high, low = max(dice), min(dice)
    ways = [_in_order(board, (high, low)), _in_order(board, (low, high))]
    most = max(_played(way) for way in ways)
    if most == 1:  # only one die can be played: the higher if it can be
        return ways[0] if _played(ways[0]) else ways[1]
    return {end: way for part in ways if _played(part) == most for end, way in part.items()}


def _in_order(board: BackgammonBoard, dice: tuple[int, ...]) -> dict[BackgammonBoard, tuple[Hop, ...]]:
    """Return the positions after playing as many dice as possible in this order.

    Equal dice can be played rearmost checker first without missing any position, because moving a checker never hinders
    those in front of it.
    """
    layer: dict[BackgammonBoard, tuple[Hop, ...]] = {board: ()}
    doubles = len(set(dice)) == 1
    for die in dice:
        following: dict[BackgammonBoard, tuple[Hop, ...]] = {}
        for position, way in layer.items():
            highest = way[-1][0] if way and doubles else 25
            for hop in hops(position, die, highest):
                following.setdefault(moved(position, *hop), (*way, hop))
        if not following:
            break
        layer = following
    return layer


def _played(positions: TurnEnds) -> int:
    """Return the number of dice played to reach these positions, which is the same for all of them."""
    return len(next(iter(positions.values())))


@lru_cache(MAX_CACHED_TURNS)
def turns(board: BackgammonBoard, dice: Dice) -> Mapping[BackgammonBoard, BackgammonPlay]:
    """Map each position reachable by a legal turn to one play that leads to it, which is a pass if no checker can move."""
    return {end: BackgammonPlay(dice, routes(board, way)) for end, way in ends(board, dice_of(dice)).items()}
