"""Protocols used by tables: players, which choose moves, and displays, which show announcements.

The protocols are structural, so engines and lights do not need to import this package. Sources of moves (clicks, typed
text, a camera) call the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol, runtime_checkable

from fourth_seat.engines.players.tasks import Task
from fourth_seat.engines.results import Choice, MoveAnalysis, MoveValue, RolloutSettings
from fourth_seat.games.contents import CellDifference, Cells
from fourth_seat.games.protocol import Line
from fourth_seat.games.steps import Step
from fourth_seat.words import Text


class Player(Protocol):
    """Chooses moves for a seat."""

    @property
    def name(self) -> Text: ...

    def choose(self, line: Line) -> Task[Choice]:
        """Start thinking about the position at the end of the line, in which a player (not chance) is to move."""

    def values(self, line: Line, most: int) -> Task[Sequence[MoveValue]]:
        """Start evaluating up to `most` of the best moves, for hints and the graph."""

    def close(self) -> None:
        """Release the player's resources, such as its process. Can be called more than once."""


@runtime_checkable
class Pausable(Protocol):
    """A player that can be suspended temporarily to free the CPU."""

    def pause(self) -> None:
        """Suspend the player's calculations."""

    def resume(self) -> None:
        """Resume the player. No-op if it is not suspended."""


@runtime_checkable
class Analyst(Protocol):
    """A player that also supports detailed analysis."""

    def judge(self, line: Line, move: Any) -> Task[Sequence[MoveAnalysis]]:
        """Start analysing a turn played at the end of the line. The result is empty if the turn cannot be analysed."""

    def rollout(self, line: Line, most: int, trials: RolloutSettings) -> Task[Sequence[MoveValue]]:
        """Start rolling out up to `most` of the best moves. If the task is told to hurry, it returns its result so far."""


class AnnouncementKind(Enum):
    """Kinds of announcements."""

    TURN = "turn"  # somebody has to move or throw
    MOVE = "move"  # a move was played by somebody at the table
    PLACE = "place"  # the computer's move, to be made on the board
    NOTICE = "notice"  # something to know: a pass, an engine that failed, a correction
    WRONG = "wrong"  # the board is not as it should be
    OVER = "over"  # the game has ended


@dataclass(frozen=True, slots=True)
class Announcement:
    """An announcement for all displays. The screen, lights, text display, voice and printer all receive the same texts and
    steps.

    Attributes:
        seat: the seat concerned, or 0 for everybody.
        colour: the colour that moves or has moved, or 0 for none.
        texts: sentences in order of importance. A display with a single line shows the first one.
        steps: the steps to be made by hand, if any.
        cells: the expected board once the steps have been made.
        wrong: the cells with wrong contents.
        why: a sentence about the purpose of the computer's move, or None.
        captures: whether the move is a capture.
    """

    kind: AnnouncementKind
    texts: tuple[Text, ...]
    seat: int = 0
    colour: int = 0
    move: str = ""
    steps: tuple[Step, ...] = ()
    cells: Cells | None = None
    wrong: tuple[CellDifference, ...] = ()
    why: Text | None = None
    captures: bool = False


class Display(Protocol):
    """Shows announcements. Implementations must not block or raise exceptions."""

    def show(self, announcement: Announcement) -> None: ...
