"""Background tasks for callers that must not block, such as a window."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, wait
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class TaskCancelled(Exception):
    """Raised inside a task's work when its result is no longer wanted."""


class Task(Generic[T]):
    """Work in progress in another thread: a `concurrent.futures.Future` that reports progress and can be hurried.

    The caller polls the task; the worker thread checks the flags.

    Attributes:
        hurried: whether the task should return its best result so far.
        cancelled: whether the result is no longer wanted.
    """

    def __init__(
        self,
        work: Callable[[Task[T]], T],
        on_flag: Callable[[Task[T]], None] = lambda _: None,
        progress: Callable[[], float | None] = lambda: None,
    ) -> None:
        """`on_flag` is called in the caller's thread whenever the task is hurried or cancelled."""
        self._work = work
        self._on_flag = on_flag
        self._progress = progress
        self._future: Future[T] = Future()
        self.hurried = False
        self.cancelled = False

    @property
    def progress(self) -> float | None:
        """The progress of the work, from 0 to 1, or None if it is unknown."""
        return self._progress()

    @property
    def done(self) -> bool:
        """Whether the work has finished, failed, or been cancelled."""
        return self._future.done()

    def poll(self) -> T | None:
        """Return the result, or None if it is not ready or the task was cancelled; raise the error of a failed task."""
        return self.wait(0)

    def wait(self, timeout_s: float | None = None) -> T | None:
        """Block until the task is done or the timeout expires, then return the result as `poll` does."""
        if not wait([self._future], timeout_s).done:
            return None
        try:
            return self._future.result()
        except CancelledError:
            return None

    def hurry(self) -> None:
        """Ask the task to return its best result so far."""
        self.hurried = True
        self._on_flag(self)

    def cancel(self) -> None:
        """Cancel the task: its result is no longer wanted."""
        self.cancelled = True
        self._on_flag(self)

    def run(self) -> None:
        """Do the work; called by the worker thread."""
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
    """A thread that runs queued tasks one at a time. It starts when the first task is queued."""

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
        """Let the thread exit after finishing all queued tasks."""
        self._tasks.put(None)

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            task.run()
