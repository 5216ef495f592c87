"""Work done by a thread on behalf of a caller that must not wait, such as a window."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, wait
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class TaskCancelled(Exception):
    """The result of the task is no longer wanted; raised inside its work."""


class Task(Generic[T]):
    """Work in progress in another thread: a `concurrent.futures.Future` that reports progress and can be hurried.

    The caller polls it; the thread that does the work reads the flags.

    Attributes:
        hurried: whether the result is wanted soon.
        cancelled: whether the result is no longer wanted.
    """

    def __init__(
        self,
        work: Callable[[Task[T]], T],
        on_flag: Callable[[Task[T]], None] = lambda _: None,
        progress: Callable[[], float | None] = lambda: None,
    ) -> None:
        """`on_flag` is called, in the caller's thread, when the task has been hurried or cancelled."""
        self._work = work
        self._on_flag = on_flag
        self._progress = progress
        self._future: Future[T] = Future()
        self.hurried = False
        self.cancelled = False

    @property
    def progress(self) -> float | None:
        """The progress of the work, 0..1; None if it is unknown."""
        return self._progress()

    @property
    def done(self) -> bool:
        """Whether the work has ended, with a result, an error or a cancellation."""
        return self._future.done()

    def poll(self) -> T | None:
        """Return the result, or None if there is none yet or the task was cancelled; if it failed, raise its error."""
        return self.wait(0)

    def wait(self, timeout_s: float | None = None) -> T | None:
        """Wait for the result until the timeout, and return it as `poll` does. It is for callers that may block."""
        if not wait([self._future], timeout_s).done:
            return None
        try:
            return self._future.result()
        except CancelledError:
            return None

    def hurry(self) -> None:
        """Ask for the best result so far to be returned soon."""
        self.hurried = True
        self._on_flag(self)

    def cancel(self) -> None:
        """Say that the result is no longer wanted."""
        self.cancelled = True
        self._on_flag(self)

    def run(self) -> None:
        """Do the work; called by the thread."""
        if self.cancelled:
            self._future.cancel()
        if not self._future.set_running_or_notify_cancel():
            return
        try:
            result = self._work(self)
        except TaskCancelled:
            self._future.set_exception(CancelledError())
        except Exception as error:  # meant for the caller, not for this thread
            self._future.set_exception(error)
        else:
            if self.cancelled:
                self._future.set_exception(CancelledError())
            else:
                self._future.set_result(result)


class TaskThread:
    """A thread that runs one task after another; it starts with the first."""

    def __init__(self) -> None:
        self._tasks: queue.SimpleQueue[Task[Any] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def start(self, task: Task[T]) -> Task[T]:
        """Queue a task and return it."""
        self._tasks.put(task)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="player", daemon=True)
            self._thread.start()
        return task

    def close(self) -> None:
        """Let the thread end once the tasks queued so far are done."""
        self._tasks.put(None)

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            task.run()
