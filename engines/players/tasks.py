"""Work done by a thread on behalf of somebody who must not wait, such as a window."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class TaskCancelled(Exception):
    """Raised inside a job that nobody waits for any more."""


class Task(Generic[T]):
    """A piece of work under way. The one who asked polls it; the thread that does it reads the flags.

    Satisfies the table's `Thinking` and `Valuing`.

    Attributes:
        hurried: the result is wanted soon.
        cancelled: it is not wanted any more.
    """

    def __init__(
        self,
        work: Callable[[Task[T]], T],
        told: Callable[[Task[T]], None] = lambda _: None,
        progress: Callable[[], float | None] = lambda: None,
    ) -> None:
        """`told` is called, in the asking thread, when the job has been hurried or cancelled."""
        self._work = work
        self._told = told
        self._progress = progress
        self._done = threading.Event()
        self._result: T | None = None
        self._error: Exception | None = None
        self.hurried = False
        self.cancelled = False

    @property
    def progress(self) -> float | None:
        """How much is done, 0..1; None where nobody knows."""
        return self._progress()

    def poll(self) -> T | None:
        """The result once there is one, unless it was cancelled before; raises what the work raised."""
        if self._error:
            raise self._error
        return self._result

    def wait(self, seconds: float | None = None) -> T | None:
        """As `poll`, after waiting for so long at most. For callers that have nothing else to do."""
        self._done.wait(seconds)
        return self.poll()

    def hurry(self) -> None:
        """Finish soon, with the best found so far."""
        self.hurried = True
        self._told(self)

    def cancel(self) -> None:
        """Nobody waits any more."""
        self.cancelled = True
        self._told(self)

    def run(self) -> None:
        """Does the work; for the thread."""
        try:
            result = None if self.cancelled else self._work(self)
            if not self.cancelled:
                self._result = result
        except TaskCancelled:
            pass
        except Exception as error:  # for the one who asked, not for this thread
            self._error = error
        finally:
            self._done.set()


class TaskThread:
    """A thread that does one job after another; it starts with the first."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Task[Any] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def do(self, job: Task[T]) -> Task[T]:
        """Queues a job and returns it."""
        self._jobs.put(job)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="player", daemon=True)
            self._thread.start()
        return job

    def close(self) -> None:
        """Lets the thread end once the jobs queued so far are done."""
        self._jobs.put(None)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            job.run()
