"""A worker process that is kept alive: if it ends, it is started again, unless it keeps ending."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, Generic, Protocol, TypeVar

from fourth_seat.words import error_text, say

RESTARTS, RESTARTS_S = 5, 60.0  # of a worker that serves others: at most this many in this many seconds

Message = dict[str, Any]


class Process(Protocol):
    """A process to supervise: `processes.worker.WorkerProcess`, or a subclass."""

    def lines(self) -> list[Message]:
        """Return the messages that have come; the last one of all is `{"event": "ended", "reason": ...}`."""

    def close(self) -> None:
        """End the process. Safe to call twice."""


P = TypeVar("P", bound=Process)


class SupervisedWorker(Generic[P]):
    """A worker and its successors.

    No method waits for the worker, except `close` and `restart`.

    Attributes:
        process: the process that is running now, or that ran last.
    """

    def __init__(
        self,
        start: Callable[[], P],
        *,
        restarts: int = RESTARTS,
        seconds: float = RESTARTS_S,
        worth_it: Callable[[], bool] = lambda: True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start the worker.

        Args:
            start: starts a worker in the current state.
            restarts: the largest number of restarts within that many `seconds`.
            worth_it: returns whether another worker would do better.

        Raises:
            OSError: no process can be started.
        """
        self._start, self._worth_it = start, worth_it
        self._seconds, self._clock = seconds, clock
        self._times: deque[float] = deque(maxlen=restarts)
        self.process = start()

    def lines(self) -> Iterator[Message]:
        """Yield the messages that have come since the last call; each is processed before the next one is read.

        `{"event": "restarted"}` separates the messages of a worker that has ended from those of the next one, which knows
        nothing yet. `{"event": "ended", "reason": ...}` is the last message of all.
        """
        for line in self.process.lines():
            yield self._succeeded(line) if line.get("event") == "ended" else line

    def restart(self) -> list[Message]:
        """Replace this worker with another one; return its last messages and, as `lines` does, the one about its end."""
        self.process.close()
        late = [line for line in self.process.lines() if line.get("event") != "ended"]
        return [*late, self._started()]

    def close(self) -> None:
        """End the process. Safe to call twice."""
        self.process.close()

    def _succeeded(self, ended: Message) -> Message:
        self.process.close()
        if self._worth_it() and self._allowed():
            return self._started()
        return {**ended, "reason": ended.get("reason") or say("it stopped without an error message")}

    def _started(self) -> Message:
        try:
            self.process = self._start()
        except OSError as error:
            return {"event": "ended", "reason": error_text(error)}
        return {"event": "restarted"}

    def _allowed(self) -> bool:
        """Return whether one more restart is allowed now, and count it if so."""
        now = self._clock()
        if len(self._times) == self._times.maxlen and now - self._times[0] < self._seconds:
            return False
        self._times.append(now)
        return True
