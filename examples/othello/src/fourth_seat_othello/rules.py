"""The rules of Othello: a position is its 64 squares, row by row from the top, and the colour to move."""

from __future__ import annotations

from dataclasses import dataclass

from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import Result, Side, State
from fourth_seat.words import Text, say

SIZE = 8
SQUARES = {f"{chr(97 + x)}{y + 1}": (x, y) for y in range(SIZE) for x in range(SIZE)}
NAMES = {place: square for square, place in SQUARES.items()}
PASS = "pass"
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
COLOURS = (
    Side(say("black"), "B", "black", say("B", context="letter of black")),
    Side(say("white"), "W", "white", say("W", context="letter of white")),
)
START = tuple({27: 2, 28: 1, 35: 1, 36: 2}.get(place, 0) for place in range(SIZE * SIZE))


@dataclass(frozen=True, slots=True, order=True)
class OthelloMove:
    """A disc put on a square, or `pass`."""

    square: str

    def __str__(self) -> str:
        return self.square


@dataclass(frozen=True, slots=True)
class OthelloState(State[OthelloMove]):
    """A position; `board` has the colour on each square, 0 if it is empty."""

    options: Options
    board: tuple[int, ...] = START
    turn: int = 1

    @property
    def mover(self) -> int:
        return self.turn

    def at(self, x: int, y: int) -> int:
        """Return the colour on a square, 0 for none."""
        return self.board[y * SIZE + x]

    def turned(self, move: OthelloMove, colour: int = 0) -> tuple[str, ...]:
        """Return the squares of the discs that a move turns over; for a colour, by default the one to move."""
        own, (x, y) = colour or self.turn, SQUARES[move.square]
        if self.at(x, y):
            return ()
        found: list[str] = []
        for dx, dy in DIRECTIONS:
            row, (at_x, at_y) = [], (x + dx, y + dy)
            while (at_x, at_y) in NAMES and self.at(at_x, at_y) == 3 - own:
                row.append(NAMES[at_x, at_y])
                at_x, at_y = at_x + dx, at_y + dy
            if (at_x, at_y) in NAMES and self.at(at_x, at_y) == own:
                found += row
        return tuple(found)

    def can_play(self, colour: int) -> bool:
        """Return whether a colour could enclose anything."""
        return any(self.turned(OthelloMove(square), colour) for square in SQUARES)

    @property
    def over(self) -> bool:
        return not (self.can_play(1) or self.can_play(2))

    def legal(self) -> tuple[OthelloMove, ...]:
        moves = tuple(move for move in map(OthelloMove, SQUARES) if self.turned(move))
        return moves or (() if self.over else (OthelloMove(PASS),))

    def why_not(self, move: OthelloMove) -> Text | None:
        if self.over:
            return say("the game is over")
        if move.square == PASS:
            return say("you can enclose something, so you may not pass") if self.can_play(self.turn) else None
        if self.at(*SQUARES[move.square]):
            return say("there is a disc on {square} already", square=move.square)
        return None if self.turned(move) else say("a disc on {square} encloses nothing", square=move.square)

    def play_unchecked(self, move: OthelloMove) -> OthelloState:
        if move.square == PASS:
            return OthelloState(self.options, self.board, 3 - self.turn)
        board = list(self.board)
        for square in (move.square, *self.turned(move)):
            x, y = SQUARES[square]
            board[y * SIZE + x] = self.turn
        return OthelloState(self.options, tuple(board), 3 - self.turn)

    def standing(self) -> Result:
        black, white = self.board.count(1), self.board.count(2)
        if black == white:
            return Result((1, 2), (black, white), say("Each has {n} discs: a draw.", n=black))
        winner = 1 if black > white else 2
        more, fewer = max(black, white), min(black, white)
        reason = say("{more} discs to {fewer}: {colour} wins.", more=more, fewer=fewer, colour=COLOURS[winner - 1].name)
        return Result((winner,), (black, white), reason)

    def cells(self) -> Cells:
        return {square: Content(colour) for square, (x, y) in SQUARES.items() if (colour := self.at(x, y))}
