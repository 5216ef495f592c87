"""A table in a terminal to which one line after another is typed, and which can be killed between two of them."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from queue import Queue
from random import Random
from threading import Thread
from typing import Any

from fourth_seat.commands.terminal.admission import Admission
from fourth_seat.commands.terminal.terminal import Terminal
from fourth_seat.commands.terminal.typed import TypedLines
from fourth_seat.engines.players.tasks import Task
from fourth_seat.engines.results import Choice, MoveValue
from fourth_seat.games.protocol import Line
from fourth_seat.page.linked.links import TableLinks
from fourth_seat.table.seats import Seat
from fourth_seat.table.settings.engine_commands import EngineCommands
from fourth_seat.table.table import Table
from fourth_seat.table.turn_runner import TurnRunner
from fourth_seat.words import Text, say

TIMEOUT_S = 20.0


class Killed(BaseException):
    """The process ends here."""


class AnyMovePlayer:
    """Plays any legal move, at once."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    @property
    def name(self) -> Text:
        """What people call it."""
        return say("Computer ({level})", level="random")

    def choose(self, line: Line) -> Task[Choice]:
        """Choose a move at the end of the line."""
        return _done(Choice(self._rng.choice(list(line.state.legal()))))

    def values(self, line: Line, most: int) -> Task[Sequence[MoveValue]]:
        """Value nothing."""
        return _done(())

    def close(self) -> None:
        """Do nothing."""


def _done(result: Any) -> Task[Any]:
    task: Task[Any] = Task(lambda _: result)
    task.run()
    return task


@dataclass
class Shown:
    """What the terminal printed in answer to a line."""

    events: list[dict[str, Any]] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)


class TypedSession:
    """Runs a terminal in its own thread, which waits for the next line whenever this thread does not."""

    def __init__(self, table: Table, rng: Random) -> None:
        self.table = table
        self._out = io.StringIO()
        self._read = 0
        self._lines: Queue[str | None] = Queue()
        self._stopped: Queue[BaseException | bool] = Queue()  # True: it waits for a line; False: it has ended
        host = TurnRunner(table, lambda _: AnyMovePlayer(rng), waits=False, dice=None)
        admission = Admission(EngineCommands(), TableLinks(lambda _: None), lambda _: None)
        self._terminal = Terminal(
            table, host, Seat(computer="random"), self._out, admission=admission, as_json=True, dice=rng
        )
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()
        self.running = True
        self._wait()

    def type(self, line: str) -> Shown:
        """Type a line; return what was printed until the terminal waits for the next one, or has ended."""
        assert self.running
        self._lines.put(line)
        self._wait()
        return self.shown()

    def shown(self) -> Shown:
        """Return what was printed since the last call."""
        printed = self._out.getvalue()
        shown = Shown()
        for line in printed[self._read :].splitlines():
            event = json.loads(line)
            if event["event"] == "refused":
                shown.refused.append(event["reason"])
            elif event["event"] == "notice":
                shown.notices.append(event["text"])
            else:
                shown.events.append(event)
        self._read = len(printed)
        return shown

    def kill(self) -> None:
        """End it the way a killed process ends: it does nothing more, and its files and locks are released."""
        if self.running:
            self._lines.put(None)
            self._wait()
        self._thread.join(TIMEOUT_S)
        self.table.close()

    def _wait(self) -> None:
        stopped = self._stopped.get(timeout=TIMEOUT_S)
        self.running = stopped is True
        if isinstance(stopped, BaseException):
            raise stopped

    def _run(self) -> None:
        try:
            self._terminal.run(TypedLines(self._typed()))
            self._stopped.put(False)
        except Killed:
            self._stopped.put(False)
        except BaseException as error:  # for the test, not for this thread
            self._stopped.put(error)

    def _typed(self) -> Iterator[str]:
        while True:
            self._stopped.put(True)
            line = self._lines.get()
            if line is None:
                raise Killed
            yield line
