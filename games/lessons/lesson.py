"""Lessons as declared by a game, with texts, and with positions and moves in the game's notation."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from fourth_seat.words import Text

MIN_LESSONS, MAX_LESSONS = 4, 7  # of a game


class Shows(Enum):
    """The part of a move shown by a picture."""

    MOVE = "move"  # the board before it, overlaid with the steps of the move
    AFTER = "after"  # the board after it
    STEPS = "steps"  # one board for each step, then the board after the last
    REFUSAL = "refusal"  # a move that the rules forbid, with the reason
    CHOICES = "choices"  # the board before it, and where the tapped pieces can move


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in a lesson. Everything it shows is derived from the rules.

    Attributes:
        position: a position in the game's notation, or empty for the initial position.
        move: a move in the game's notation. Its last part is drawn, and any preceding part (a throw) is played first. If
            there is no move, the position is drawn.
        shows: the part of the move to draw.
        marked: cells to highlight.
        taps: the tapped cells, for `CHOICES`.
        beside: whether the picture includes trays and hands beside the board.
        close: cells for a close-up. If there are any, only the part of the board around them and the move is drawn.
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
    """A lesson that explains one aspect of a game.

    Attributes:
        title: a title of two or three words.
        text: one or two simple sentences.
        pictures: one picture, or several shown side by side.
    """

    title: Text
    text: Text
    pictures: tuple[Picture, ...]
