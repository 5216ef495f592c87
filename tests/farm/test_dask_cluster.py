"""Farms of other machines, all of which are this one: opened, joined and reached by SSH, with workers killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fourth_seat.farm.dask_cluster import over_ssh
from fourth_seat.farm.run import open_farm, run
from fourth_seat.farm.unit import FarmFailed, Unit
from fourth_seat.processes.installation import ROOT
from tests.farm.units import digest, wrong

pytestmark = pytest.mark.slow

END_TIMEOUT_S = 30.0


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Yield a process of this Python that prints a line when it is ready."""
    process = subprocess.Popen(
        (sys.executable, *arguments), cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=END_TIMEOUT_S)


def first_line(process: subprocess.Popen[str]) -> str:
    """Return the first line that it printed."""
    assert process.stdout
    return process.stdout.readline().strip()


def units(number: int, seconds: float) -> list[Unit]:
    """Return units that wait."""
    return [Unit(f"unit-{n}", digest, (n, seconds)) for n in range(number)]


def test_two_of_four_workers_are_killed() -> None:
    with started("companion.py", "farm", "open", "tcp://127.0.0.1:0") as farm:
        address = first_line(farm)
        with started("companion.py", "farm", "join", address, "--processes", "4") as workers:
            assert first_line(workers) == f"4 workers of {address}; Ctrl+C ends them"
            found: list[bytes] = []
            killed: set[int] = set()
            with open_farm(address) as joined:
                for unit in run(joined, units(30, 0.3)):
                    found.append(unit.outcome.data)
                    pid = unit.outcome.measured["pid"]
                    if len(killed) < 2 and pid not in killed:
                        os.kill(pid, signal.SIGKILL)
                        killed.add(pid)
                with pytest.raises(FarmFailed, match="ZeroDivisionError"):
                    list(run(joined, [Unit("wrong", wrong, (1,))]))
    assert found == [digest(n).data for n in range(30)] and len(killed) == 2


def test_workers_by_ssh(tmp_path: Path) -> None:
    with started("-m", "tests.farm.ssh_server", str(tmp_path)) as server:
        port = int(first_line(server))
        connect = {"port": port, "known_hosts": None, "client_keys": [str(tmp_path / "key")]}
        with over_ssh(["127.0.0.1", "127.0.0.1"], str(ROOT), **connect) as farm:
            assert farm.workers() == 2
            done = list(run(farm, units(8, 0.2)))
        assert server.stdin
        server.stdin.close()
        server.wait(END_TIMEOUT_S)
        server.stdin = None
    assert [unit.outcome.data for unit in done] == [digest(n).data for n in range(8)]
    assert len({unit.outcome.measured["pid"] for unit in done}) == 2


def test_where_another_listens_no_farm_can() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"tcp://127.0.0.1:{other.getsockname()[1]}"
        opened = subprocess.run(
            [sys.executable, "companion.py", "farm", "open", address], cwd=ROOT, capture_output=True, text=True
        )
    assert opened.returncode == 1
    assert opened.stderr == f"companion.py: the farm cannot listen on {address}: Address already in use\n"


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourth_seat.farm.dask_cluster.CONNECT_TIMEOUT_S", 0.5)
    with pytest.raises(FarmFailed, match="no farm answers at tcp://127"), open_farm("tcp://127.0.0.1:1"):
        pass
    with pytest.raises(FarmFailed, match="over SSH"), over_ssh(["127.0.0.1"], str(ROOT), port=1):
        pass
