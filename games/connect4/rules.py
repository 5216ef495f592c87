"""The rules of Connect 4. Positions are stored as two bitboards.

A hole's bit index is `7 * column + row`, both numbered from 0, with row 0 at the bottom. As is usual in solvers, the
seventh bit of each column stays empty, so shifted boards never wrap into the next column.
"""

from __future__ import annotations

from dataclasses import dataclass

from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.errors import BadOption
from fourth_seat.games.options import Option, Options
from fourth_seat.games.protocol import Result, Side, State
from fourth_seat.words import Text, say

COLUMNS, ROWS = 7, 6
STRIDE = ROWS + 1
WINNING_STONES = 4
COLUMN_MASK = (1 << ROWS) - 1
FULL_BOARD = sum(COLUMN_MASK << STRIDE * column for column in range(COLUMNS))
DIRECTION_STEPS = (1, STRIDE, STRIDE - 1, STRIDE + 1)  # up, right, and the two diagonals


@dataclass(frozen=True, slots=True, order=True)
class Connect4Move:
    """Drop a stone into a column, 1-7 from the left."""

    column: int

    def __str__(self) -> str:
        return str(self.column)


RED, YELLOW = (
    Side(say("red"), "R", "red", say("R", context="letter of red")),
    Side(say("yellow"), "Y", "yellow", say("Y", context="letter of yellow")),
)
MIDDLE = 1 + COLUMNS // 2  # the column of the stones with which a side begins
DECLARED_OPTIONS = (
    Option("first", "red", say("Who begins"), ("red", "yellow"), (say("red"), say("yellow"))),
    Option("red-ahead", 0, say("Red stones in the middle column at the start"), (0, 1, 2), handicap=RED.hue),
    Option("yellow-ahead", 0, say("Yellow stones in the middle column at the start"), (0, 1, 2), handicap=YELLOW.hue),
)


def sides(options: Options) -> tuple[Side, Side]:
    """Return the colours in order of play."""
    return (RED, YELLOW) if options["first"] == "red" else (YELLOW, RED)


def ahead(options: Options) -> tuple[int, int]:
    """Return the number of handicap stones of colours 1 and 2."""
    red, yellow = int(options["red-ahead"]), int(options["yellow-ahead"])
    return (red, yellow) if options["first"] == "red" else (yellow, red)


ALL_MOVES = tuple(Connect4Move(column + 1) for column in range(COLUMNS))


def hole(column: int, row: int) -> str:
    """Return the name of a hole (column 1-7 from the left, row 0 at the bottom). `d1` is the middle of the bottom row."""
    return f"{chr(96 + column)}{row + 1}"


def bit(column: int, row: int) -> int:
    """Return the bitboard with a single hole (column 1-7 from the left, row 0 at the bottom)."""
    return 1 << STRIDE * (column - 1) + row


def place(name: str) -> tuple[int, int]:
    """Return the column and row of the hole with this name."""
    return ord(name[0]) - 96, int(name[1:]) - 1


def four(stones: int) -> bool:
    """Return whether these stones contain four in a row."""
    for shift in DIRECTION_STEPS:
        pairs = stones & stones >> shift
        if pairs & pairs >> 2 * shift:
            return True
    return False


def rows_of_four(stones: int) -> int:
    """Return the stones that are part of a row of at least four."""
    found = 0
    for shift in DIRECTION_STEPS:
        first = stones & stones >> shift & stones >> 2 * shift & stones >> 3 * shift
        found |= first | first << shift | first << 2 * shift | first << 3 * shift
    return found


@dataclass(frozen=True, slots=True)
class Connect4State(State[Connect4Move]):
    """A Connect 4 position. The bitboard `own` holds the stones of the colour to move, and `taken` holds all stones.

    This is sufficient for solvers and evaluations, because the value of a row depends on the number of empty holes, not on
    the number of stones of each side. A handicap only affects whose turn it is.
    """

    options: Options
    own: int = 0
    taken: int = 0

    @property
    def stones(self) -> int:
        """The number of stones in the grid."""
        return self.taken.bit_count()

    @property
    def mover(self) -> int:
        dropped = self.stones - int(self.options["red-ahead"]) - int(self.options["yellow-ahead"])
        return 1 + dropped % 2

    def board(self, colour: int) -> int:
        """Return the stones of a colour as a bitboard."""
        return self.own if colour == self.mover else self.own ^ self.taken

    @property
    def over(self) -> bool:
        return self.taken == FULL_BOARD or four(self.own ^ self.taken)

    def standing(self) -> Result:
        winner = next((colour for colour in (1, 2) if four(self.board(colour))), 0)
        if winner:
            scores = (1, 0) if winner == 1 else (0, 1)
            return Result(
                (winner,), scores, say("Four in a row: {colour} wins.", colour=sides(self.options)[winner - 1].name)
            )
        if self.over:
            return Result((1, 2), (0, 0), say("The board is full: a draw."))
        return Result((1, 2), (0, 0), say("Nobody has four in a row."))

    def winning_holes(self) -> tuple[str, ...]:
        """Return the holes that are part of a row of four, sorted by column."""
        rows = rows_of_four(self.own) | rows_of_four(self.own ^ self.taken)
        holes = ((column, row) for column in range(1, COLUMNS + 1) for row in range(ROWS))
        return tuple(hole(*place) for place in holes if rows & bit(*place))

    def legal(self) -> tuple[Connect4Move, ...]:
        if self.over:
            return ()
        return tuple(drop for drop in ALL_MOVES if self.height(drop.column) < ROWS)

    def height(self, column: int) -> int:
        """Return the number of stones in a column, 1-7 from the left."""
        return (self.taken >> STRIDE * (column - 1) & COLUMN_MASK).bit_count()

    def why_not(self, move: Connect4Move) -> Text | None:
        if self.over:
            return say("the game is over")
        if not 1 <= move.column <= COLUMNS:
            return say("there is no column {column}: the columns are 1 to 7", column=move.column)
        if self.height(move.column) == ROWS:
            return say("column {column} is full", column=move.column)
        return None

    def play_unchecked(self, move: Connect4Move) -> Connect4State:
        # Adding a bit at the bottom of the column carries up to its lowest empty hole.
        taken = self.taken | self.taken + (1 << STRIDE * (move.column - 1))
        return Connect4State(self.options, self.own ^ self.taken, taken)

    def holes(self) -> dict[tuple[int, int], int]:
        """Return the colours of all stones, keyed by (column, row)."""
        first = self.board(1)
        return {
            (column, row): 1 if first & bit(column, row) else 2
            for column in range(1, COLUMNS + 1)
            for row in range(self.height(column))
        }

    def cells(self) -> Cells:
        return {hole(*place): Content(colour) for place, colour in self.holes().items()}


def start(options: Options) -> Connect4State:
    """Return the initial position, an empty grid or one with handicap stones.

    Raises:
        BadOption: both colours have handicap stones.
    """
    first, second = ahead(options)
    if first and second:
        raise BadOption(say("only one colour can start with stones on the board: choose red-ahead=0 or yellow-ahead=0"))
    stones = sum(bit(MIDDLE, row) for row in range(first + second))
    return Connect4State(options, stones if first else 0, stones)
