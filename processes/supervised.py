"""A worker process that is restarted whenever it exits, up to a maximum rate."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, Generic, Protocol, TypeVar

from fourth_seat.words import error_text, say

RESTARTS, RESTARTS_S = 5, 60.0  # of a worker that serves others: at most this many in this many seconds

Message = dict[str, Any]


class Process(Protocol):
    """A process to supervise, such as `processes.worker.WorkerProcess`."""

    def lines(self) -> list[Message]:
        """Return the messages received since the last call. The final message is `{"event": "ended", "reason": ...}`."""

    def close(self) -> None:
        """Terminate the process. Can be called more than once."""


P = TypeVar("P", bound=Process)


class SupervisedWorker(Generic[P]):
    """A worker process and its replacements.

    Only `close` and `restart` block until the worker has exited.

    Attributes:
        process: the current process, or the last one if none is running.
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
            start: callback that starts a worker with the current state.
            restarts: the maximum number of restarts within `seconds`.
            worth_it: callback that returns whether it makes sense to start another worker.

        Raises:
            OSError: no process can be started.
        """
        self._start, self._worth_it = start, worth_it
        self._seconds, self._clock = seconds, clock
        self._times: deque[float] = deque(maxlen=restarts)
        self.process = start()

    def lines(self) -> Iterator[Message]:
        """Yield the messages received since the last call.

        `{"event": "restarted"}` separates the messages of a worker that has exited from those of its replacement, which has
        no state yet. The final message is `{"event": "ended", "reason": ...}`.
        """
        for line in self.process.lines():
            yield self._succeeded(line) if line.get("event") == "ended" else line

    def restart(self) -> list[Message]:
        """Restart the worker. Returns its last messages, followed by a message about the restart as in `lines`."""
        self.process.close()
        late = [line for line in self.process.lines() if line.get("event") != "ended"]
        return [*late, self._started()]

    def close(self) -> None:
        """Terminate the process. Can be called more than once."""
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
        """Return whether another restart is currently allowed, and if so, count it."""
        now = self._clock()
        if len(self._times) == self._times.maxlen and now - self._times[0] < self._seconds:
            return False
        self._times.append(now)
        return True
