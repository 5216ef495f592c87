"""The protocols around a table: players, which choose moves, and displays, which show announcements.

They are structural: engines and lights need not import this package. Sources of moves (clicks, typed text, a camera) call
the table, and the table shows what it is waiting for.
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
        """Start to think about the position at the end of the line, in which it is somebody's turn (not chance's)."""

    def values(self, line: Line, most: int) -> Task[Sequence[MoveValue]]:
        """Start to evaluate the best `most` moves, for hints and the graph."""

    def close(self) -> None:
        """Release the player's resources, such as its process. Safe to call twice."""


@runtime_checkable
class Pausable(Protocol):
    """A player that can be suspended for a moment, to free its processor."""

    def pause(self) -> None:
        """Suspend the player."""

    def resume(self) -> None:
        """Resume the player. Safe to call when it is not suspended."""


@runtime_checkable
class Analyst(Protocol):
    """A player that can also examine games more closely."""

    def judge(self, line: Line, move: Any) -> Task[Sequence[MoveAnalysis]]:
        """Start to analyse a turn that is played at the end of the line; the result is empty if that is impossible."""

    def rollout(self, line: Line, most: int, trials: RolloutSettings) -> Task[Sequence[MoveValue]]:
        """Start to roll out the best `most` moves; if the task is told to hurry, its result is the one reached so far."""


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
    """An announcement for all displays: the screen, lights, text display, voice and paper all give the same sentences and
    steps.

    Attributes:
        seat: the seat concerned; 0 for everybody.
        colour: the colour that moves or has moved; 0 for none.
        texts: sentences in order of importance; a display with one line shows the first.
        steps: the steps that people make by hand, if there is something to set down.
        cells: the board as it should lie once the steps are done.
        wrong: cells with wrong contents.
        why: a sentence on the purpose of the computer's move; None if there is nothing to say.
        captures: whether the move captures something.
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
    """Shows announcements. It must return at once and never raise an error: the game does not wait for a lamp."""

    def show(self, announcement: Announcement) -> None: ...
