"""A board's description of itself, with its game, sensors and buttons."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from fourth_seat.games import AnyGame, find
from fourth_seat.games.errors import UnknownGame
from fourth_seat.games.options import Options
from fourth_seat.words import FourthSeatError, say

MAX_SENSORS = 1024
MAX_VALUE = 255


class BadBoard(FourthSeatError, ValueError):
    """Raised when a board cannot be used because its description does not match the game."""


class SensorKind(Enum):
    """The kinds of sensors and the values that they report."""

    PRESENCE = "presence"  # whether there is a piece
    COLOUR = "colour"  # the colour of the piece, in order of play, or `MAX_VALUE` if it is unknown
    COUNT = "count"  # the number of pieces
    PASSAGE = "passage"  # the number of pieces dropped into a column, modulo 256


class Button(Enum):
    """The buttons of a board or of a device beside it."""

    DONE = "done"  # the computer's move has been made
    UNDO = "undo"
    HINT = "hint"
    AGAIN = "again"  # say it again


@dataclass(frozen=True, slots=True)
class Sensor:
    """A sensor of a given kind, for a cell or (for a `PASSAGE`) a column."""

    kind: SensorKind
    place: str


@dataclass(frozen=True, slots=True)
class BoardDescription:
    """A board's description of itself.

    Attributes:
        boot: a number that changes every time the board starts, or 0 if the board does not support it.
        game, options: the game and its options, as written on the command line. If `options` is empty, these are the
            defaults.
        sensors: the board's sensors, in numerical order.
        buttons: the board's buttons.
    """

    boot: int
    game: str
    options: str = ""
    sensors: tuple[Sensor, ...] = ()
    buttons: tuple[Button, ...] = ()

    def check(self, game: AnyGame, options: Options) -> None:
        """Check that the board is made for this game. A board that only has buttons fits any game.

        Raises:
            BadBoard: the board is for another game or of another size, or has sensors for unknown places.
        """
        if not self.sensors:
            return
        try:
            named = find(self.game)
        except UnknownGame as error:
            raise BadBoard(error.text) from None
        if named.name != game.name:
            raise BadBoard(say("this is a board for {game}, not for {other}", game=named.title, other=game.title))
        geometry = game.geometry(options)
        columns = {area.name for area in geometry.tap_areas if len(area.cells) > 1}
        for sensor in self.sensors:
            there = sensor.place in columns if sensor.kind is SensorKind.PASSAGE else sensor.place in geometry
            if not there:
                raise BadBoard(
                    say(
                        ("this board has a sensor for {place}, which does not exist in this game: check the board's size"),
                        place=sensor.place,
                    )
                )
