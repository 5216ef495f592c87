"""Units of work: the same bytes in the same order, however they are done, even if a worker is killed or the run stopped."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from fourth_seat import commands
from fourth_seat.farm.checkpoint import UNITS_FILE, Checkpoint
from fourth_seat.farm.local import Farm, SameProcess
from fourth_seat.farm.progress import Progress, duration
from fourth_seat.farm.run import open_farm, run
from fourth_seat.farm.unit import BadFarm, FarmFailed, OtherCommit, OtherRun, Unit, commit, do_unit, machine
from tests.farm.units import digest, fatal, wrong


def units(number: int, seconds: float = 0.0) -> Iterator[Unit]:
    """Return units that wait, the first ones longest, so that later ones are finished before them."""
    return (Unit(f"unit-{n}", digest, (n, seconds * (number - n) / number)) for n in range(number))


def data(address: str | None, number: int = 12, seconds: float = 0.2) -> list[bytes]:
    """Return the results of some units on a farm."""
    with open_farm(address) as farm:
        return [unit.outcome.data for unit in run(farm, units(number, seconds))]


def test_one_process_and_three_give_the_same_bytes_in_the_same_order() -> None:
    wanted = [digest(n).data for n in range(12)]
    assert data(None, seconds=0) == wanted
    assert data("3") == wanted


@pytest.mark.slow
def test_killed_workers_are_made_good() -> None:
    """Four of eight are killed, each while it has a unit in hand."""
    killed: list[int] = []
    with open_farm("8") as farm:

        def kill() -> None:
            while len(killed) < 4:
                time.sleep(0.15)
                fresh = [pid for pid in farm.executor._pools.values() if pid not in killed]  # type: ignore[attr-defined]
                if fresh:
                    os.kill(fresh[0], signal.SIGKILL)
                    killed.append(fresh[0])

        killer = threading.Thread(target=kill)
        killer.start()
        found = [unit.outcome.data for unit in run(farm, units(24, 0.6))]
        killer.join()
    assert found == [digest(n).data for n in range(24)] and len(set(killed)) == 4


def test_a_farm_without_workers_at_the_moment_ends_no_run() -> None:
    assert len(list(run(Farm(SameProcess(), lambda: 0, spare=0), units(5)))) == 5


def test_cancelled_work_is_not_done_again() -> None:
    began = time.monotonic()
    with open_farm("1") as farm:
        next(run(farm, [Unit("short", digest, (0, 0.0)), Unit("long", digest, (1, 30.0))]))  # then the run is dropped
    assert time.monotonic() - began < 15


def test_work_that_kills_its_workers_ends_the_run() -> None:
    with open_farm("1") as farm, pytest.raises(FarmFailed, match="4 worker processes in a row died"):
        list(run(farm, [Unit("fatal", fatal, (1,))]))


@pytest.mark.parametrize("address", [None, "2"])
def test_work_that_cannot_be_done_says_why(address: str | None) -> None:
    with open_farm(address) as farm, pytest.raises(FarmFailed, match="ZeroDivisionError"):
        list(run(farm, [Unit("wrong", wrong, (1,))]))


def test_a_run_goes_on_where_it_was_ended(tmp_path: Path) -> None:
    never = Unit("unit-8", digest, (8, 600.0))  # ends with the run, however slow this machine is
    with open_farm("2") as farm:
        for unit in run(farm, [*units(8, 0.1), never], Checkpoint(tmp_path, {"seed": 1})):
            if unit.name == "unit-4":
                break
    with (tmp_path / UNITS_FILE).open("a") as file:
        file.write('{"unit": "unit-8", "sha')  # cut off
    (tmp_path / "unit-2.unit").write_bytes(b"changed")
    kept = Checkpoint(tmp_path, {"seed": 1})
    before = {n: kept.load(f"unit-{n}") for n in range(9)}
    assert all(before[n] for n in (0, 1, 3, 4)) and not before[2] and not before[8]
    with open_farm(None) as farm:
        again = list(run(farm, units(9), kept))
    assert [unit.outcome.data for unit in again] == [digest(n).data for n in range(9)]
    first = before[0]
    assert first and again[0] == first and again[0].outcome.measured["pid"] != os.getpid()
    assert all((unit.commit, unit.machine) == (commit(), machine()) for unit in again)
    assert all(Checkpoint(tmp_path, {"seed": 1}).load(f"unit-{n}") for n in range(9))
    with pytest.raises(OtherRun, match="belongs to another run"):
        Checkpoint(tmp_path, {"seed": 2})
    with (tmp_path / UNITS_FILE).open("a") as file:
        file.write("nonsense\n")
    with pytest.raises(OtherRun, match=r"line \d+ is damaged"):
        Checkpoint(tmp_path, {"seed": 1})


def test_nobody_does_the_work_of_another_commit() -> None:
    with pytest.raises(OtherCommit, match="but other is needed"):
        do_unit(next(units(1)), "other")


@pytest.mark.parametrize("address", ["0", "-1", "", "many", "ssh:", "http://host", "9999999", "tcp://host:70000", "tcp://"])
def test_what_is_no_farm(address: str) -> None:
    with pytest.raises(BadFarm, match="is not a farm"), open_farm(address):
        pass


@pytest.mark.parametrize("action", ["open", "join"])
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:70000", "127.0.0.1", "http://127.0.0.1:8786"])
def test_a_farm_is_opened_and_joined_at_addresses_alone(
    action: str, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert commands.run(["farm", action, address]) == 1
    assert capsys.readouterr().err == (
        f"companion.py: {address} is not the address of a farm: enter an address such as tcp://192.168.1.5:8786\n"
    )


def test_progress() -> None:
    now, stream = [0.0], StringIO()
    progress = Progress(stream, lambda: now[0])
    for count in range(11):
        now[0] += 10
        progress.report(count, 10, 2, 2)
    assert stream.getvalue().splitlines() == [
        "0 of 10 units done, 2 workers",
        "6 of 10 units done, 2 workers, about 1:10 left",
        "10 of 10 units done, 2 workers",
    ]
    assert [duration(seconds) for seconds in (7, 187, 3720)] == ["0:07", "3:07", "1:02:00"]
