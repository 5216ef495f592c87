"""Scores games: single games, gammons (mars) and backgammons, multiplied by the cube, as well as dropped doubles and
unfinished games.
"""

from __future__ import annotations

from fourth_seat.games.backgammon.checkers import CHECKERS_EACH, LAST_HOME_POINT, OFF, Checkers, across, name_of, pips
from fourth_seat.games.backgammon.cube import DoublingCube
from fourth_seat.games.backgammon.match import score
from fourth_seat.games.errors import IllegalMove
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import Result, ScoreRow
from fourth_seat.words import Text, say

BothSides = tuple[Checkers, Checkers]
"""White's and black's checkers, each from its own point of view."""


def winner(checkers: BothSides) -> int:
    """Return the colour that has borne off all its checkers, or 0 if neither has."""
    return next((colour for colour, own in enumerate(checkers, 1) if own[OFF] == CHECKERS_EACH), 0)


def won(options: Options, checkers: BothSides, cube: DoublingCube) -> Result:
    """Return the result of a game won by bearing off all checkers."""
    colour = winner(checkers)
    name, times = name_of(colour), _times(options, checkers[2 - colour], cube)
    reasons = (
        say("{colour} has borne off all checkers.", colour=name),
        say("Gammon: {colour} wins double.", colour=name),
        say("Backgammon: {colour} wins triple.", colour=name),
    )
    return _result(options, checkers, colour, times * cube.value, reasons[times - 1])


def _times(options: Options, loser: Checkers, cube: DoublingCube) -> int:
    """Return 3 for a backgammon (a loser's checker in the winner's home or on the bar), 2 for a gammon, or 1 otherwise,
    subject to the options.
    """
    if loser[OFF]:
        return 1
    return min(most_times(options, cube), 3 if any(loser[across(LAST_HOME_POINT) :]) else 2)


def most_times(options: Options, cube: DoublingCube) -> int:
    """Return the maximum value of a win as a multiple of the cube."""
    jacoby = options["jacoby"] and options["cube"] and not options["match"] and cube.value == 1
    return 1 if jacoby or not options["gammon"] else 3 if options["backgammon"] else 2


def dropped(options: Options, checkers: BothSides, cube: DoublingCube, colour: int) -> Result:
    """Return the result of dropping a double. The opponent wins the cube's value before the double."""
    reason = say("{colour} has dropped the double.", colour=name_of(colour))
    return _result(options, checkers, 3 - colour, cube.value, reason)


def resigned(options: Options, checkers: BothSides, cube: DoublingCube, colour: int, worth: int) -> Result:
    """Return the result of conceding a win worth `worth` times the cube.

    Raises:
        IllegalMove: the options do not allow a win of this value.
    """
    if not 1 <= worth <= most_times(options, cube):
        raise IllegalMove(say("a win in this game cannot count {times} times the cube's value", times=worth))
    reason = say("{who} gives up.", who=name_of(colour))
    return _result(options, checkers, 3 - colour, worth * cube.value, reason)


def stopped(options: Options, checkers: BothSides, cube: DoublingCube) -> Result:
    """Return the standing of an unfinished game. The side with the lower pip count leads by the cube's value."""
    left = [pips(own) for own in checkers]
    if left[0] == left[1]:
        return _result(
            options, checkers, 0, 0, say("Not played out: both sides have the same number of pips left."), over=False
        )
    ahead = 1 if left[0] < left[1] else 2
    reason = say("Not played out: {colour} has fewer pips left.", colour=name_of(ahead))
    return _result(options, checkers, ahead, cube.value, reason, over=False)


def _result(options: Options, checkers: BothSides, colour: int, points: int, reason: Text, *, over: bool = True) -> Result:
    scores = (points if colour == 1 else 0, points if colour == 2 else 0)
    sheet = [
        ScoreRow(say("Pips left"), tuple(pips(own) for own in checkers)),
        ScoreRow(say("Borne off"), tuple(own[OFF] for own in checkers)),
    ]
    if options["match"]:
        total = tuple(had + got * over for had, got in zip(score(options), scores, strict=True))
        sheet.insert(0, ScoreRow(say("Match to {points}", points=int(options["match"])), total))
    return Result((colour,) if colour else (1, 2), scores, reason, tuple(sheet), final=over)
