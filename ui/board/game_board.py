"""The board of a game, as used by the devices of a table."""

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
    """The board of a game with its options."""

    game: AnyGame
    options: Options

    @property
    def geometry(self) -> Geometry:
        return self.game.geometry(self.options)

    @property
    def orientation(self) -> Orientation:
        """The saved orientation of the board on the table, or the default orientation if it cannot be read."""
        with suppress(FourthSeatError):
            return load_orientation(self.game.name)
        return Orientation()
