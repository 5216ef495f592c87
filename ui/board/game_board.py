"""A game's board, in the form that the devices of a table need."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from fourth_seat.calibration.orientation import Orientation, load_orientation
from fourth_seat.games import AnyGame
from fourth_seat.games.geometry import Geometry
from fourth_seat.games.options import Options
from fourth_seat.words import FourthSeatError


@dataclass(frozen=True, slots=True)
class GameBoard:
    """A game's board, with the options that it is played with."""

    game: AnyGame
    options: Options

    @property
    def geometry(self) -> Geometry:
        return self.game.geometry(self.options)

    @property
    def orientation(self) -> Orientation:
        """The saved orientation of the board on the table; if it cannot be read, the orientation in which the rules draw
        the board.
        """
        with suppress(FourthSeatError):
            return load_orientation(self.game.name)
        return Orientation()
