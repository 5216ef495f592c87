"""Local farm workers: this process itself, or child processes that are restarted when they are killed.

Each child process runs in its own `concurrent.futures` pool, because a whole pool is lost if one of its processes
dies. Messages to and from this process are pickled, but never leave this program and its children.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from fourth_seat.farm.unit import FarmFailed
from fourth_seat.processes.start import give_back, python_variables_taken
from fourth_seat.words import say

MAX_WORKER_DEATHS = 4  # with the same work; after that, the work itself must be what kills them

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Farm:
    """A farm's workers, on this machine or others.

    Attributes:
        executor: the executor that runs units.
        workers: returns the current number of workers.
        spare: number of extra units queued per worker, so that it never has to wait for the next one.
    """

    executor: Executor
    workers: Callable[[], int]
    spare: int = 1


class SameProcess(Executor):
    """An executor that runs work in this process, blocking until it is done."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run the function immediately; the returned future holds its result or exception."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class LocalProcesses(Executor):
    """An executor that runs work in child processes. If a process is killed, it is replaced and its work is repeated."""

    def __init__(self, processes: int) -> None:
        self._threads = ThreadPoolExecutor(processes, "farm")
        self._own = threading.local()  # each thread's pool of one process
        self._pools: dict[ProcessPoolExecutor, int] = {}  # and their processes
        self._cancelled = False

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit work.

        Raises (in the future):
            FarmFailed: the work has killed several workers.
        """
        return self._threads.submit(self._in_process, fn, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Shut down the processes."""
        if cancel_futures:
            self._cancelled = True  # first: work killed now must not be done again
            for pid in list(self._pools.values()):
                with suppress(OSError):
                    os.kill(pid, signal.SIGTERM)
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        for pool in list(self._pools):
            pool.shutdown(wait)

    def _in_process(self, fn: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> T:
        for _ in range(MAX_WORKER_DEATHS):
            try:
                return self._pool().submit(fn, *args, **kwargs).result()
            except BrokenProcessPool:
                if self._cancelled:
                    raise
                self._pools.pop(self._own.pool, None)
                self._own.pool = None
        raise FarmFailed(say("{n} worker processes in a row died doing the same work", n=MAX_WORKER_DEATHS))

    def _pool(self) -> ProcessPoolExecutor:
        """Return this thread's pool, starting it if necessary."""
        pool = getattr(self._own, "pool", None)
        if pool is None:
            with python_variables_taken() as taken:  # the process starts with the first work
                spawn = multiprocessing.get_context("spawn")
                pool = self._own.pool = ProcessPoolExecutor(1, spawn, give_back, (taken,))
                self._pools[pool] = pool.submit(os.getpid).result()
        return pool
