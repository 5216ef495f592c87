"""A board's description of itself: its game, its sensors, and the kind of report that each sensor gives."""

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
    """A board that cannot be used, because its description fits a different game, or none."""


class SensorKind(Enum):
    """Kinds of sensors, by what they report about a place."""

    PRESENCE = "presence"  # whether something lies there
    COLOUR = "colour"  # the colour of what lies there, in order of play; `MAX_VALUE` for one that it cannot tell
    COUNT = "count"  # how many pieces lie there
    PASSAGE = "passage"  # how many pieces have passed into a column, modulo 256


class Button(Enum):
    """The buttons of a board, or of a device beside it."""

    DONE = "done"  # the computer's move is set down
    UNDO = "undo"
    HINT = "hint"
    AGAIN = "again"  # say it again


@dataclass(frozen=True, slots=True)
class Sensor:
    """A sensor: its kind, and the cell that it reports on (for a `PASSAGE`, the column)."""

    kind: SensorKind
    place: str


@dataclass(frozen=True, slots=True)
class BoardDescription:
    """The description of a board.

    Attributes:
        boot: a number that differs from one start of the board to the next; 0 if the board has none.
        game, options: as written on the command line; `options` is empty for the usual ones.
        sensors: its sensors, in the order of their numbers.
        buttons: the buttons that it has.
    """

    boot: int
    game: str
    options: str = ""
    sensors: tuple[Sensor, ...] = ()
    buttons: tuple[Button, ...] = ()

    def check(self, game: AnyGame, options: Options) -> None:
        """Refuse a board that is not for this game; a board that has only buttons fits any game.

        Raises:
            BadBoard: it is for another game or of another size, or it reports on places that do not exist.
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
