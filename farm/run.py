"""Runs units of work on a farm and yields the results in order, regardless of which machine finishes first."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager

from fourth_seat.boundary.addresses import NoAddress, read_address, shown
from fourth_seat.boundary.faults import fault
from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.farm.checkpoint import Checkpoint
from fourth_seat.farm.local import Farm, LocalProcesses, SameProcess
from fourth_seat.farm.progress import Progress
from fourth_seat.farm.unit import BadFarm, DoneUnit, FarmFailed, Unit, commit, do_unit
from fourth_seat.processes.installation import ROOT
from fourth_seat.words import FourthSeatError, say

MAX_UNITS_AHEAD = 16  # per worker, that may finish before an earlier one
MAX_PROCESSES = 1_024
SSH_PREFIX = "ssh:"


@contextmanager
def open_farm(address: str | None) -> Iterator[Farm]:
    """Open the farm at an address.

    Args:
        address: None for the current process, a number of processes on this machine, the address of a running scheduler
            (`tcp://HOST:8786` or `tls://...`), or `ssh:HOST,HOST...[:FOLDER]` for machines on which the program is
            installed in FOLDER, which defaults to the folder on this machine.

    Raises:
        BadFarm: the address has none of these forms.
        FarmFailed: the farm does not respond.
    """
    if address is None:
        yield Farm(SameProcess(), lambda: 1, spare=0)
    elif processes := parse_integer(address, 1, MAX_PROCESSES):
        executor = LocalProcesses(processes)
        try:
            yield Farm(executor, lambda: processes)
        finally:
            executor.shutdown(cancel_futures=True)
    elif address.startswith(SSH_PREFIX) and address != SSH_PREFIX:
        from fourth_seat.farm.dask_cluster import over_ssh

        hosts, _, folder = address.removeprefix(SSH_PREFIX).partition(":")
        with over_ssh(hosts.split(","), folder or str(ROOT)) as farm:
            yield farm
    elif is_scheduler(address):
        from fourth_seat.farm.dask_cluster import connect

        with connect(address) as farm:
            yield farm
    else:
        raise BadFarm(
            say(
                "{address} is not a farm: give a number of processes, tcp://HOST:8786, or ssh:HOST,HOST",
                address=shown(address),
            )
        )


def is_scheduler(address: str) -> bool:
    """Return whether a string is a scheduler's address. The scheduler need not be running."""
    try:
        return read_address(address).scheme in ("tcp", "tls")
    except NoAddress:
        return False


def run(
    farm: Farm,
    units: Iterable[Unit],
    checkpoint: Checkpoint | None = None,
    progress: Progress | None = None,
    total: int | None = None,
) -> Iterator[DoneUnit]:
    """Run units and yield their results in order. Closing the iterator cancels the remaining units.

    Args:
        checkpoint: provides the results of earlier runs and saves new ones.
        total: the number of units, if known.

    Raises:
        FarmFailed: a unit fails.
        OSError: a result cannot be saved.
    """
    upcoming, commit_wanted = iter(units), commit()
    in_order: deque[Future[DoneUnit]] = deque()  # not yet yielded
    under_way: set[Future[DoneUnit]] = set()
    count = from_checkpoint = 0
    try:
        while True:
            workers = max(1, farm.workers())  # a cluster that has no workers at the moment keeps the work until one joins
            while len(under_way) < (1 + farm.spare) * workers and len(in_order) < MAX_UNITS_AHEAD * workers:
                unit = next(upcoming, None)
                if unit is None:
                    break
                if saved_unit := checkpoint and checkpoint.load(unit.name):
                    in_order.append(_finished_future(saved_unit))
                    count, from_checkpoint = count + 1, from_checkpoint + 1
                else:
                    in_order.append(farm.executor.submit(do_unit, unit, commit_wanted))
                    under_way.add(in_order[-1])
            if not in_order:
                return
            if in_order[0] in under_way:
                finished, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                for future in sorted(
                    finished, key=lambda future: future.cancelled() or future.exception() is not None
                ):  # failures last
                    result = _result(future)
                    if checkpoint:
                        checkpoint.save(result)
                count += len(finished)
                if progress:
                    progress.report(count, total, from_checkpoint, workers)
            else:
                if progress:
                    progress.clear()
                yield in_order.popleft().result()
    finally:
        for future in under_way:
            future.cancel()
        if progress:
            progress.clear()


def _finished_future(unit: DoneUnit) -> Future[DoneUnit]:
    """Return a future that has already finished with this result."""
    future: Future[DoneUnit] = Future()
    future.set_result(unit)
    return future


def _result(future: Future[DoneUnit]) -> DoneUnit:
    try:
        return future.result()
    except (FourthSeatError, OSError):
        raise
    except Exception as error:
        raise FarmFailed(say("a unit of work failed: {reason}", reason=fault(error))) from error
