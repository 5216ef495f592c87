"""Briefly shows confetti in the winners' colours and gold if people win a game. It does not block taps on the board."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from random import Random

from fourth_seat.hardware.hues import mix
from fourth_seat.table.outcome import champions
from fourth_seat.ui.table.crown import GOLD
from fourth_seat.ui.table.stage import Stage
from fourth_seat.ui.widgets.timer import Timer

LENGTH_S = 1.9
FRAME_MS = 30  # between two pictures
PIECES = 70
FALL_S = 1.2  # that a piece takes to fall from the upper edge to the lower one, at least
SIDE_PX = 13  # of a piece, at 96 dots an inch
TAG = "confetti"


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of confetti: its horizontal position (0 to 1), its delay, and the speeds of falling, swinging and turning."""

    item: int
    across: float
    delay: float
    fall: float
    swing: float
    turns: float


class Celebration:
    """Watches a table, and celebrates if people win a game, but not if a finished game is opened.

    Attributes:
        clock: function that returns the time in seconds.
    """

    def __init__(self, stage: Stage) -> None:
        self.clock = time.monotonic
        self._stage = stage
        self._timer = Timer(stage.board)
        self._pieces: list[_Piece] = []
        self._begun = 0.0
        self._was_over = True
        stage.refreshed.append(self._look)

    @property
    def running(self) -> bool:
        """Whether confetti is falling."""
        return bool(self._pieces)

    def _look(self) -> None:
        """Start once the last move has been made on the board. Stop if it is undone or if an earlier position is shown."""
        table = self._stage.table
        over = table.result is not None and table.pending is None and not self._stage.correcting
        ended, self._was_over = over and not self._was_over, over
        if ended and self._deserved:
            self._begin()
        elif self.running and (not over or self._stage.shown.viewing is not None):
            self._end()

    @property
    def _deserved(self) -> bool:
        """Whether people at this table have won and animations are enabled."""
        table, won = self._stage.table, champions(self._stage.table)
        people = bool(won) and all(table.seat(seat).people for seat in won)
        return people and not table.read_only and self._stage.window.shows_motion

    def _begin(self) -> None:
        self._end()
        stage, rng = self._stage, Random(len(self._stage.table.history.entries))
        table, board = stage.table, stage.board
        sides = table.game.sides(table.options)
        colours = [
            stage.window.theme.palette.hue(sides[colour - 1].hue)
            for seat in champions(table)
            for colour in table.game.colours_of(seat, table.options)
        ]
        inks = [GOLD, mix(GOLD, "#ffffff", 0.4), *colours, *(mix(colour, "#ffffff", 0.35) for colour in colours)]
        for number in range(PIECES):
            ink = inks[number % len(inks)]
            item = board.create_polygon(
                *[-9.0] * 8, fill=ink, outline=mix(ink, "#000000", 0.25), state="disabled", tags=TAG
            )
            fall = FALL_S * rng.uniform(1.0, 1.3)
            delay = rng.uniform(0.0, LENGTH_S - fall)
            self._pieces.append(_Piece(item, rng.random(), delay, fall, rng.uniform(-1, 1), rng.uniform(1.5, 4)))
        self._begun = self.clock()
        self._frame()

    def _end(self) -> None:
        self._timer.stop()
        self._pieces = []
        self._stage.board.delete(TAG)

    def _frame(self) -> None:
        """Draw a frame of the animation, and schedule the next one."""
        at, board = self.clock() - self._begun, self._stage.board
        if at >= LENGTH_S:
            self._end()
            return
        self._timer.start(FRAME_MS, self._frame)
        width, height = board.winfo_width(), board.winfo_height()
        side = SIDE_PX * self._stage.window.theme.density
        for piece in self._pieces:
            fallen = (at - piece.delay) / piece.fall
            if 0 <= fallen <= 1:
                x = piece.across * width + piece.swing * side * math.sin(5 * fallen)
                y = fallen * (height + 2 * side) - side
                board.coords(piece.item, *_corners(x, y, side, piece.turns * fallen * math.tau))
            elif fallen > 1:
                board.itemconfigure(piece.item, state="hidden")


def _corners(x: float, y: float, side: float, angle: float) -> list[float]:
    """Return the corners of a spinning piece of confetti."""
    right, down = side / 2 * math.cos(angle), side / 2 * math.sin(angle)
    narrow = 0.3 + 0.5 * abs(math.cos(0.7 * angle))
    return [
        x + right - narrow * down, y + down + narrow * right,
        x - right - narrow * down, y - down + narrow * right,
        x - right + narrow * down, y - down - narrow * right,
        x + right + narrow * down, y + down - narrow * right,
    ]  # fmt: skip
