"""The doubling cube and the rules for using it."""

from __future__ import annotations

from dataclasses import dataclass

from fourth_seat.games.backgammon.match import crawford_game, missing
from fourth_seat.games.options import Options
from fourth_seat.words import Text, say

MAX_CUBE_VALUE = 1024  # higher values mean nothing at a family's table, and XGID ends there too


@dataclass(frozen=True, slots=True)
class DoublingCube:
    """A doubling cube with a value and the colour that owns it (0 while it is centred)."""

    value: int = 1
    owner: int = 0

    def turned(self, owner: int) -> DoublingCube:
        """Return the cube after `owner` has accepted a double."""
        return DoublingCube(2 * self.value, owner)


CENTRED_CUBE = DoublingCube()
"""The initial cube, in the middle and with a value of 1."""


def why_no_double(options: Options, cube: DoublingCube, colour: int) -> Text | None:
    """Return the reason why a colour may not double before its throw, or None if it may.

    Doubling is also forbidden if it cannot gain anything in the match (a dead cube).
    """
    if not options["cube"]:
        return say("this game is played without the doubling cube")
    if crawford_game(options):
        return say("this is the Crawford game: nobody may double")
    if cube.owner not in (0, colour):
        return say("the other side owns the cube: only its owner may double")
    if cube.value >= MAX_CUBE_VALUE:
        return say("the cube is at {value} already: that is the maximum", value=cube.value)
    needed = missing(options, colour)
    if needed is not None and cube.value >= needed:
        return say("the cube at {value} is already enough to win the match: doubling gains nothing", value=cube.value)
    return None
