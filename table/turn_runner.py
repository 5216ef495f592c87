"""Makes computer players choose moves when it is their turn, without blocking.

`step()` is called by a timer in the window, and in a loop in the terminal.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from fourth_seat.engines.players.tasks import Task
from fourth_seat.engines.results import Choice, MoveAnalysis, MoveValue
from fourth_seat.games.protocol import Line
from fourth_seat.table.protocols import Analyst, Announcement, AnnouncementKind, Player
from fourth_seat.table.seats import Seat
from fourth_seat.table.table import Table
from fourth_seat.words import Text, say

MakePlayer = Callable[[Seat], Player]
LONG_THOUGHT_S = 60.0  # after which people are told that they need not wait: an engine may hang


@dataclass(frozen=True, slots=True)
class Thought:
    """A move being considered by a player, with the position, the seat, and the time at which thinking started."""

    line: Line
    seat: Seat
    task: Task[Choice]
    since_s: float


class TurnRunner:
    """Runs the computer players at a table.

    Attributes:
        waits: whether to wait until a computer's move has been made on the board.
        dice: the random number generator for throws if only computers play, or None if people roll the dice.
    """

    def __init__(
        self,
        table: Table,
        make_player: MakePlayer,
        *,
        waits: bool,
        dice: Random | None = None,
        failed: Callable[[Seat], None] = lambda _: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`failed` is called with a seat if its engine has failed."""
        self.table = table
        self.waits = waits
        self.dice = dice
        self._make_player, self._failed, self._clock = make_player, failed, clock
        self._players: dict[str, Player] = {}
        self._options = table.options
        self._notified: set[tuple[str, tuple[object, ...]]] = set()
        self._thought: Thought | None = None
        self._valuing: tuple[Line, Task[Sequence[MoveValue]]] | None = None
        self._judging: tuple[Line, Any, Task[Sequence[MoveAnalysis]]] | None = None

    @property
    def thinking(self) -> Task[Choice] | None:
        """The task of the computer that is thinking, or None. Thread-safe."""
        thought = self._thought
        return thought.task if thought else None

    @property
    def busy(self) -> bool:
        """Whether a player is thinking or evaluating positions or moves."""
        return bool(self.thinking or self._valuing or self._judging)

    def step(self) -> bool:
        """Perform any pending actions, and return whether the table has changed. On `NotSaved`, call it again later."""
        table = self.table
        if table.catch_up():
            return True
        if self.dice and table.needs_throw:
            table.roll(self.dice)
            return True
        if table.computers_turn and not (self.waits and table.pending):
            return self._think()
        self._drop_thought()
        return False

    def _think(self) -> bool:
        table = self.table
        seat = table.seat(table.state.seat)
        # A line is a value that every move replaces, so the same object means the same position.
        thought = self._thought
        if thought and not (thought.line is table.line and thought.seat == seat):
            self._drop_thought()
            thought = None
        if thought is None:
            self._thought = thought = Thought(table.line, seat, self.player(seat).choose(table.line), self._clock())
        answer = thought.task.poll()
        if answer is None:
            if self._clock() - thought.since_s >= LONG_THOUGHT_S:
                self._notify(
                    say(
                        "{player} has been thinking for a minute: wait, undo, or let somebody else play seat {n}.",
                        player=table.name(table.state.seat), n=table.state.seat,
                    )
                )  # fmt: skip
            return False
        self._thought = None
        if answer.notice:
            self._notify(answer.notice)
        if answer.failed:
            self._failed(seat)
        table.play_computer(answer.move)
        return True

    def _notify(self, notice: Text) -> None:
        """Announce a notice about the player to move, unless it has been announced before."""
        if self._is_news(notice):
            self.table.announce(Announcement(AnnouncementKind.NOTICE, (notice,), self.table.state.seat))

    def _is_news(self, notice: Text) -> bool:
        """Return whether a notice is new, ignoring differences in the wording of its reason."""
        values = tuple(value.key if isinstance(value, Text) else value for _, value in notice.values)
        same = notice.key, (self.table.state.seat, *values)
        fresh = same not in self._notified
        self._notified.add(same)
        return fresh

    def hurry(self) -> None:
        """Tell the thinking player to move immediately."""
        if self._thought:
            self._thought.task.hurry()

    def player(self, seat: Seat) -> Player:
        """Return the player for a computer's seat. It is started lazily, and restarted if the game's options change."""
        if self._options != self.table.options:
            self.close()
            self._options = self.table.options
        if seat.computer not in self._players:
            self._players[seat.computer] = self._make_player(seat)
        return self._players[seat.computer]

    def value(self, player: Player, most: int, line: Line | None = None) -> None:
        """Start evaluating the moves at the end of a line (defaults to the current one). Poll `valued` for the result.

        Any previous request is cancelled.
        """
        self.drop_values()
        line = line or self.table.line
        self._valuing = line, player.values(line, most)

    @property
    def valuing(self) -> Line | None:
        """The line whose position is being evaluated, or None."""
        return self._valuing[0] if self._valuing else None

    def valued(self) -> tuple[Line, Sequence[MoveValue]] | None:
        """Return the line and the requested values if they are available, otherwise None. They are returned only once."""
        if self._valuing is None:
            return None
        line, valuing = self._valuing
        values = valuing.poll()
        if values is None:
            return None
        self._valuing = None
        return line, values

    def judge(self, player: Analyst, line: Line, move: Any) -> None:
        """Start judging a turn played at the end of a line. Poll `judged` for the result.

        Any previous request is cancelled.
        """
        self.drop_values()
        self._judging = line, move, player.judge(line, move)

    @property
    def judging(self) -> tuple[Line, Any] | None:
        """The turn being judged, as the line before it and its move, or None."""
        return self._judging[:2] if self._judging else None

    def judged(self) -> tuple[Line, Any, Sequence[MoveAnalysis]] | None:
        """Return the judged turn and its analysis if available, otherwise None. They are returned only once."""
        if self._judging is None:
            return None
        line, move, judging = self._judging
        judged = judging.poll()
        if judged is None:
            return None
        self._judging = None
        return line, move, judged

    def drop_values(self) -> None:
        """Cancel any request for values or a judgement."""
        if self._judging:
            self._judging[2].cancel()
            self._judging = None
        if self._valuing:
            self._valuing[1].cancel()
            self._valuing = None

    def _drop_thought(self) -> None:
        if self._thought:
            self._thought.task.cancel()
            self._thought = None

    def close(self) -> None:
        """Close all players."""
        self._drop_thought()
        self.drop_values()
        for player in self._players.values():
            player.close()
        self._players.clear()
