"""Runs units of work on a farm: their outcomes come in their order, whichever machine is done first."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from boundary.numbers import parse_integer
from farm.checkpoint import Checkpoint
from farm.errors import BadFarm, FarmFailed
from farm.local import LocalProcesses, SameProcess
from farm.progress import Progress
from farm.provenance import commit
from farm.unit import DoneUnit, Unit, done
from processes.installation import ROOT
from words import FourthSeatError, say

AHEAD = 16  # units for each worker that may be done before one that comes earlier
MAX_PROCESSES = 1_024
SSH = "ssh:"


class Workers(Protocol):
    """Workers of a farm.

    Attributes:
        executor: takes it.
        spare: units that wait at each worker, so that the next is there when one is done.
    """

    @property
    def executor(self) -> Executor: ...

    @property
    def spare(self) -> int: ...

    def workers(self) -> int:
        """Return the number of workers now."""


@dataclass(frozen=True, slots=True)
class LocalFarm:
    """Workers on this machine."""

    executor: Executor
    processes: int
    spare: int = 1

    def workers(self) -> int:
        """Return the number of workers."""
        return self.processes


@contextmanager
def opened(address: str | None) -> Iterator[Workers]:
    """The farm of an address.

    Args:
        address: None for this process itself; a number of processes on this machine; `tcp://HOST:8786` or `tls://...`, a
            scheduler that runs; or `ssh:HOST,HOST...[:FOLDER]`, machines that have the program in the same folder as here
            unless one is named.

    Raises:
        BadFarm: it is none of these.
        FarmFailed: nobody answers there.
    """
    if address is None:
        yield LocalFarm(SameProcess(), 1, spare=0)
    elif processes := parse_integer(address, 1, MAX_PROCESSES):
        executor = LocalProcesses(processes)
        try:
            yield LocalFarm(executor, processes)
        finally:
            executor.shutdown(cancel_futures=True)
    elif address.startswith(SSH) and address != SSH:
        from farm.dask_cluster import over_ssh

        hosts, _, folder = address.removeprefix(SSH).partition(":")
        with over_ssh(hosts.split(","), folder or str(ROOT)) as farm:
            yield farm
    elif address.startswith(("tcp://", "tls://")):
        from farm.dask_cluster import joined

        with joined(address) as farm:
            yield farm
    else:
        raise BadFarm(
            say("{address} is no farm: give a number of processes, tcp://HOST:8786, or ssh:HOST,HOST", address=address)
        )


def run(
    farm: Workers,
    units: Iterable[Unit],
    keep: Checkpoint | None = None,
    progress: Progress | None = None,
    total: int | None = None,
) -> Iterator[DoneUnit]:
    """Do units, and give them in their order as they are done. What is not waited for any more is given up.

    Args:
        keep: has those that are done already, and keeps the others.
        total: how many there are, where anybody knows.

    Raises:
        FarmFailed: a unit cannot be done.
        OSError: the disk does not take one.
    """
    upcoming, wanted = iter(units), commit()
    waiting: deque[Future[DoneUnit]] = deque()  # in their order
    under_way: set[Future[DoneUnit]] = set()
    count = kept = 0
    try:
        while True:
            workers = farm.workers()
            while len(under_way) < (1 + farm.spare) * workers and len(waiting) < AHEAD * workers:
                unit = next(upcoming, None)
                if unit is None:
                    break
                if known := keep and keep.done(unit.name):
                    waiting.append(_settled(known))
                    count, kept = count + 1, kept + 1
                else:
                    waiting.append(farm.executor.submit(done, unit, wanted))
                    under_way.add(waiting[-1])
            if not waiting:
                return
            if waiting[0] in under_way:
                finished, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                for future in finished:
                    result = _result(future)
                    if keep:
                        keep.keep(result)
                count += len(finished)
                if progress:
                    progress.told(count, total, kept, workers)
            else:
                if progress:
                    progress.clear()
                yield waiting.popleft().result()
    finally:
        for future in under_way:
            future.cancel()
        if progress:
            progress.clear()


def _settled(unit: DoneUnit) -> Future[DoneUnit]:
    """A future that is over."""
    future: Future[DoneUnit] = Future()
    future.set_result(unit)
    return future


def _result(future: Future[DoneUnit]) -> DoneUnit:
    try:
        return future.result()
    except (FourthSeatError, OSError):
        raise
    except Exception as error:
        raise FarmFailed(say("a unit of work cannot be done: {reason}", reason=repr(error))) from error
