"""The small protocols around a table: who chooses moves, who shows them.

They are satisfied structurally: engines and lights need not import this room. Whoever gives moves (clicks, typed text, a
camera) calls the table, and sees there what it waits for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol, runtime_checkable

from engines.analysis import RolloutSettings
from engines.outlook import OutcomeForecast
from games.contents import CellDifference, Cells
from games.line import Line
from games.steps import Step
from words import Text


class Answer(Protocol):
    """What a player chose: a move (or several, where a throw of its own belongs to it), and perhaps a notice for the table,
    such as that the engine failed and a simpler player moved.
    """

    @property
    def move(self) -> Any: ...
    @property
    def notice(self) -> Text | None: ...


class Thinking(Protocol):
    """A player at work. It never blocks: ask it again and again."""

    @property
    def progress(self) -> float | None:
        """0..1, or None where nobody knows."""

    def poll(self) -> Answer | None:
        """The answer once there is one."""

    def hurry(self) -> None:
        """ "Play now": answer soon, with the best found so far."""

    def cancel(self) -> None:
        """Nobody waits for the answer any more."""


class Valued(Protocol):
    """One legal move with what it is worth: the expected share of the win of each seat (0..1), in seat order.

    In games that are solved `why` says what is proven of it (`wins in 3 moves`), `short` the same in a few signs, and
    `line` is this move and best play after it. In games that can be won by more than one point `outlook` says what it
    leads to, as far as that is known.
    """

    @property
    def move(self) -> Any: ...
    @property
    def values(self) -> Sequence[float]: ...
    @property
    def exact(self) -> bool: ...
    @property
    def why(self) -> Text | None: ...
    @property
    def short(self) -> str: ...
    @property
    def line(self) -> Sequence[str]: ...
    @property
    def outlook(self) -> OutcomeForecast | None: ...


class Judged(Protocol):
    """What a turn was worth, throw and move: the best move and the one played, how many there were, and the points that the
    throw was worth beyond the mean of all throws.
    """

    @property
    def best(self) -> Valued: ...
    @property
    def played(self) -> Valued: ...
    @property
    def choices(self) -> int: ...
    @property
    def luck(self) -> float: ...


class Judging(Protocol):
    """A turn that is being judged; `poll` gives None until it is, and then nothing where it cannot be."""

    def poll(self) -> Sequence[Judged] | None: ...
    def cancel(self) -> None: ...


class Rolling(Protocol):
    """Moves being played on many times; hurried, it gives what is known so far."""

    @property
    def progress(self) -> float | None: ...
    def poll(self) -> Sequence[Valued] | None: ...
    def hurry(self) -> None: ...
    def cancel(self) -> None: ...


class Valuing(Protocol):
    """Values being computed; `poll` gives them best first once they are there."""

    def poll(self) -> Sequence[Valued] | None: ...
    def cancel(self) -> None: ...


class Player(Protocol):
    """Chooses moves for a seat."""

    @property
    def name(self) -> Text: ...

    def choose(self, line: Line) -> Thinking:
        """Starts to think about the position at the end of the line, in which somebody's turn it is (not chance's)."""

    def values(self, line: Line, most: int) -> Valuing:
        """Starts to value the best `most` moves, for hints and the graph."""

    def close(self) -> None:
        """Ends what the player holds, such as its process. Safe to call twice."""


@runtime_checkable
class Analyst(Protocol):
    """A player that can also look at games more closely."""

    def judge(self, line: Line, move: Any) -> Judging:
        """Starts to look at what a turn was worth that is played at the end of the line."""

    def rollout(self, line: Line, most: int, trials: RolloutSettings) -> Rolling:
        """Starts to play the best `most` moves on, many times."""


class Kind(Enum):
    """What an announcement is about."""

    TURN = "turn"  # somebody is to move or throw
    MOVE = "move"  # a move was played by somebody at the table
    PLACE = "place"  # the computer's move: hands are to set it down
    NOTICE = "notice"  # something to know: a pass, an engine that failed, a correction
    WRONG = "wrong"  # the board is not as it should be
    OVER = "over"  # the game has ended


@dataclass(frozen=True, slots=True)
class Announcement:
    """What displays show: the same sentences and steps on screen, lights, text display, voice and paper.

    Attributes:
        seat: whom it concerns, 0 for everybody.
        colour: the colour that moves or moved, 0 for none.
        texts: sentences in order of importance; a display with one line shows the first.
        steps: for hands, where there is something to set down.
        cells: the board as it should lie once the steps are done.
        wrong: cells on which something else lies than should.
        why: what the computer's move is for, a sentence; None where there is nothing to say.
    """

    kind: Kind
    texts: tuple[Text, ...]
    seat: int = 0
    colour: int = 0
    move: str = ""
    steps: tuple[Step, ...] = ()
    cells: Cells | None = None
    wrong: tuple[CellDifference, ...] = ()
    why: Text | None = None


class Display(Protocol):
    """Shows announcements. It must return at once and never raise: the game does not wait for a lamp."""

    def show(self, announcement: Announcement) -> None: ...
