"""Explains in simple words why a play is illegal. Points are numbered from the mover's side."""

from __future__ import annotations

from collections.abc import Sequence

from fourth_seat.games.backgammon.checkers import (
    BAR,
    LAST_HOME_POINT,
    OFF,
    BackgammonBoard,
    across,
    blocked,
    hops,
    moved,
    name_of,
    rearmost,
)
from fourth_seat.games.backgammon.moves import BackgammonPlay, CheckerRoute, Dice, after
from fourth_seat.games.backgammon.turns import dice_of, ends, turns, without
from fourth_seat.words import Text, say


def why_no_play(board: BackgammonBoard, dice: Dice, play: BackgammonPlay, colour: int) -> Text | None:
    """Explain why a turn is illegal. Returns None if it is legal.

    A play is legal if it leads to the same position as a legal one, regardless of how its routes are written.

    Args:
        board: the checkers of the mover and the opponent.
        dice: the dice as thrown.
        play: the turn.
        colour: the colour to move.
    """
    if sorted(play.dice) != sorted(dice):
        return say("the dice show {one} and {two}", one=dice[0], two=dice[1])
    legal = ends(board, dice_of(dice))
    if after(board, play.routes) in legal:
        return None
    if not any(legal.values()):
        return say("{colour} cannot move with {one} and {two}: pass", colour=name_of(colour), one=dice[0], two=dice[1])
    if not play.routes:
        return say("{colour} can move, for example {example}", colour=name_of(colour), example=example(board, dice))
    unused = _unused(board, play.routes, dice_of(dice))
    if unused is not None:
        return why_too_few(board, dice)
    return _why_no_ways(board, play.routes, dice_of(dice), colour)


def example(board: BackgammonBoard, dice: Dice) -> str:
    """Return the notation of the first legal turn, without the dice."""
    return str(next(iter(turns(board, dice).values()))).partition(": ")[2]


def why_too_few(board: BackgammonBoard, dice: Dice) -> Text:
    """Explain that more dice or the other die must be played, with an example."""
    most = len(next(iter(ends(board, dice_of(dice)).values())))
    if most == 1:
        return say("only one die can be played here, like this: {example}", example=example(board, dice))
    if most == 2 and dice[0] != dice[1]:
        return say("both dice can be played: for example {example}", example=example(board, dice))
    return say("the dice can be played {n} times: for example {example}", n=most, example=example(board, dice))


def _unused(board: BackgammonBoard, routes: Sequence[CheckerRoute], left: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the dice left over after playing the routes in any legal order, or None if there is no such order."""
    if not routes:
        return left
    for n, route in enumerate(routes):
        for die in set(left):
            end = max(route.start - die, OFF)
            if end < route.end or (route.start, end) not in hops(board, die):
                continue
            rest = [*routes[:n], *routes[n + 1 :]] + ([CheckerRoute((end, route.end))] if end > route.end else [])
            unused = _unused(moved(board, route.start, end), rest, without(left, die))
            if unused is not None:
                return unused
    return None


def _why_no_ways(board: BackgammonBoard, routes: Sequence[CheckerRoute], left: tuple[int, ...], colour: int) -> Text:
    for route in routes:
        reason = why_no_way(board, left, route.start, route.end, colour)
        if reason:
            return reason
        board = moved(board, route.start, route.end)
    return say("the dice do not allow all of these moves together: {dice}", dice=", ".join(map(str, left)))


def why_no_way(board: BackgammonBoard, left: tuple[int, ...], start: int, end: int, colour: int) -> Text | None:
    """Explain why a checker cannot move from `start` to `end` with the remaining dice. Returns None if it can."""
    own, other = board
    if start == OFF or not own[start]:
        return _nothing_there(start, colour)
    if own[BAR] and start != BAR:
        return say("a checker on the bar must come in first")
    if end >= start:
        return say("checkers go towards their own home: from {start} to {end} is the wrong way", start=start, end=end)
    if end > OFF and blocked(other, end):
        return say(
            "point {point} is blocked: {colour} has {n} checkers there",
            point=end, colour=name_of(3 - colour), n=other[across(end)],
        )  # fmt: skip
    if end == OFF and rearmost(own) > LAST_HOME_POINT:
        return say("not all checkers are home yet")
    if _unused(board, [CheckerRoute((start, end))], left) is not None:
        return None
    return _why_no_dice(left, start, end)


def _nothing_there(start: int, colour: int) -> Text:
    if start == BAR:
        return say("{colour} has no checker on the bar", colour=name_of(colour))
    if start == OFF:
        return say("a checker that is borne off stays off")
    return say("{colour} has no checker on point {point}", colour=name_of(colour), point=start)


def _why_no_dice(left: tuple[int, ...], start: int, end: int) -> Text:
    """Explain why no die or sum of dice moves a checker to an open point."""
    if not left:
        return say("all the dice have been played")
    sums = {sum(left[:n]) for n in range(1, len(left) + 1)} | set(left)
    if end == OFF and start < max(sums):
        return say(
            ("checkers further back must move before one can be borne off from {point} with a higher number"), point=start
        )
    if start - end in sums:
        return say("the points on the way are blocked, or the dice cannot be combined for this move")
    shown = ", ".join(map(str, left))
    if start == BAR:
        return say("no die moves a checker from the bar to point {end}; dice left: {dice}", end=end, dice=shown)
    if end == OFF:
        return say("no die is high enough to bear off from point {start}; dice left: {dice}", start=start, dice=shown)
    return say(
        "no die moves a checker from point {start} to point {end}; dice left: {dice}", start=start, end=end, dice=shown
    )
