"""Generates the C header that describes a board for the Nano firmware (`hardware/firmware/board.c`).

python -m fourth_seat.hardware.boards.nano connect4 --sensors passage --leds 42 > build/connect4.h
python -m fourth_seat.hardware.boards.nano blokus --rows 20 --leds 400 > build/blokus.h
make -C hardware/firmware flash BOARD=../../build/blokus.h PORT=/dev/ttyUSB0
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from fourth_seat.games import AnyGame, find
from fourth_seat.games.options import Options
from fourth_seat.hardware.boards.description import BadBoard, BoardDescription, SensorKind
from fourth_seat.hardware.boards.protocol import described
from fourth_seat.hardware.boards.simulated import description_of
from fourth_seat.hardware.paper.sensor_plan import write_plan
from fourth_seat.words import FourthSeatError, say

KINDS = SensorKind.PRESENCE, SensorKind.PASSAGE  # that the firmware reads
MAX_BARRIERS = 7  # pins for them
MAX_ROWS = MAX_COLUMNS = 32
DEFAULT_LEDS = 100
DEFAULT_PITCH_MM = 20.0


@dataclass(frozen=True, slots=True)
class NanoBoard:
    """A board controlled by a Nano, with a matrix of contacts (row by row), light barriers and LEDs.

    Attributes:
        rows, columns: the size of the matrix, with 0 columns if there is none.
        leds: the maximum number of LEDs.
        present_if_open: whether an open contact indicates a piece, as with a light sensor covered by it.
    """

    description: BoardDescription
    rows: int
    columns: int
    leds: int = DEFAULT_LEDS
    present_if_open: bool = False

    @property
    def contacts(self) -> int:
        """Return the number of contacts."""
        return sum(sensor.kind is SensorKind.PRESENCE for sensor in self.description.sensors)

    @property
    def barriers(self) -> int:
        """Return the number of light barriers."""
        return len(self.description.sensors) - self.contacts

    @property
    def header(self) -> str:
        """Return the C header."""
        board, *lines = described(self.description)
        _, _, _, game = board.split(" ", 3)
        present_if_open = "1" if self.present_if_open else "0"
        text = "".join(f'    "{line}\\n"\n' for line in lines)
        return (
            f"/* Written by fourth_seat.hardware.boards.nano for board.c: {self.contacts} contacts, "
            f"{self.barriers} light barriers, {self.leds} LEDs. */\n"
            "#include <avr/pgmspace.h>\n"
            f"#define LEDS {self.leds}\n"
            f"#define CONTACTS {self.contacts}\n"
            f"#define ROWS {self.rows}\n"
            f"#define COLUMNS {self.columns}\n"
            f"#define BARRIERS {self.barriers}\n"
            f"#define PRESENT_IF_OPEN {present_if_open}\n"
            f'#define GAME "{game}"\n'
            f"static const char DESCRIPTION[] PROGMEM =\n{text.rstrip()};\n"
        )


def nano_board(
    game: AnyGame,
    options: Options,
    kinds: Sequence[SensorKind],
    rows: int = 1,
    leds: int = DEFAULT_LEDS,
    *,
    present_if_open: bool = False,
) -> NanoBoard:
    """Return a board with sensors of these kinds in all suitable places, and with its contacts wired in `rows` rows.

    Raises:
        BadBoard: a Nano does not have enough pins, or the game has no places for these sensors.
    """
    first, *others = (description_of(game, options, kind, 0) for kind in KINDS if kind in kinds)
    sensors = sum((other.sensors for other in others), first.sensors)
    contacts = sum(sensor.kind is SensorKind.PRESENCE for sensor in sensors)
    columns = -(-contacts // max(1, rows))
    if not sensors:
        raise BadBoard(say("{game} has no places for these sensors: choose other sensors", game=game.title))
    if len(sensors) - contacts > MAX_BARRIERS:
        raise BadBoard(
            say(
                "a Nano has pins for {most} light barriers, but this board would need {n}: choose contacts",
                most=MAX_BARRIERS,
                n=len(sensors) - contacts,
            )
        )
    if not 0 < rows <= MAX_ROWS or columns > MAX_COLUMNS:
        raise BadBoard(
            say(
                "{n} contacts in {rows} rows don't fit: a row holds at most {most}, and there are at most {most_rows} rows",
                n=contacts,
                rows=rows,
                most=MAX_COLUMNS,
                most_rows=MAX_ROWS,
            )
        )
    said = "" if options == game.options() else str(options)
    return NanoBoard(replace(first, options=said, sensors=sensors), rows, columns, leds, present_if_open)


def main(arguments: list[str]) -> int:
    """Print the header of a board. Returns 1 if such a board is impossible."""
    parser = argparse.ArgumentParser(
        prog="nano", description="print the header that tells the firmware of a Nano about its board"
    )
    parser.add_argument("game")
    parser.add_argument("--options", default="", help="options of the game, as on the command line")
    names = [kind.value for kind in KINDS]
    parser.add_argument("--sensors", nargs="+", choices=names, default=names[:1])
    parser.add_argument("--rows", type=int, default=1, help="rows of the contact matrix; 1: each contact has its own input")
    parser.add_argument("--leds", type=int, default=DEFAULT_LEDS)
    parser.add_argument("--present-if-open", action="store_true", help="contacts are open where something lies")
    parser.add_argument(
        "--plan", type=Path, help="also write a full-size plan of the sensors' places to this SVG, PDF or PNG file"
    )
    parser.add_argument("--pitch", type=float, default=DEFAULT_PITCH_MM, help="mm from one cell to the next, for the plan")
    args = parser.parse_args(arguments)
    try:
        game = find(args.game)
        kinds = [SensorKind(name) for name in args.sensors]
        board = nano_board(
            game, game.options(args.options), kinds, args.rows, args.leds, present_if_open=args.present_if_open
        )
        if args.plan:
            places = [sensor.place for sensor in board.description.sensors]
            write_plan(game, game.options(args.options), places, args.pitch, args.plan)
    except FourthSeatError as error:
        sys.stderr.write(f"{error.text}\n")
        return 1
    sys.stdout.write(board.header)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
