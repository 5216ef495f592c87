"""A lesson about a game, as the game declares it: texts, and positions and moves in the game's own notation."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from fourth_seat.words import Text

MIN_LESSONS, MAX_LESSONS = 4, 7  # of a game


class Shows(Enum):
    """The parts of a move that a picture shows."""

    MOVE = "move"  # the board before it, and over it the steps of the move
    AFTER = "after"  # the board after it
    STEPS = "steps"  # one board for each step, then the board after the last
    REFUSAL = "refusal"  # a move that the rules forbid, with the reason
    CHOICES = "choices"  # the board before it, and where the pieces tapped can go


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in a lesson. Everything that it shows is worked out from the rules.

    Attributes:
        position: a position in the game's own text; empty for the beginning of a game.
        move: a move in the game's notation; its last part is drawn, and any part before it (a throw) is played. Without a
            move, the position is drawn.
        shows: the part of the move that is drawn.
        marked: cells to point at.
        taps: the cells tapped, for `CHOICES`.
        beside: whether the picture includes the parts beside the board: trays, hands.
        close: cells; if there are any, only the part of the board around them and the move is drawn.
    """

    position: str = ""
    move: str = ""
    shows: Shows = Shows.MOVE
    marked: tuple[str, ...] = ()
    taps: tuple[str, ...] = ()
    beside: bool = False
    close: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: one thing to know about a game.

    Attributes:
        title: two or three words.
        text: one or two sentences that a child understands.
        pictures: one, or a few side by side.
    """

    title: Text
    text: Text
    pictures: tuple[Picture, ...]
