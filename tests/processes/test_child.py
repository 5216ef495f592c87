"""Child processes: lines to and fro, the last words of one that fails, and that none is left behind."""

from __future__ import annotations

import os
import queue
import sys
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from types import SimpleNamespace

import psutil
import pytest

from processes.child import STDERR_LINES_KEPT, ChildProcess

TIMEOUT_S = 20.0

ECHO = "import sys\nfor line in sys.stdin: print('heard', line.strip(), flush=True)"
DEAF = "import subprocess, sys, time\nsubprocess.Popen([sys.executable, '-c', 'import time; time.sleep(100)'])\n"
DEAF += "print('ready', flush=True)\ntime.sleep(100)"


def start(program: str, **callbacks: Callable[..., object]) -> SimpleNamespace:
    """A Python program as a child process, and what it says; None is the end."""
    said: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    child = ChildProcess(
        (sys.executable, "-c", program),
        niceness=1,
        on_line=said.put,
        on_end=lambda _: said.put(None),
        **callbacks,  # type: ignore[arg-type]
    )
    return SimpleNamespace(child=child, hear=partial(said.get, timeout=TIMEOUT_S), close=partial(child.close, 0.5))


def test_lines_go_to_and_fro() -> None:
    with closing(start(ECHO)) as echo:
        for line in ("one", "zwei: ä", "שלוש"):
            echo.child.send(line)
            assert echo.hear() == f"heard {line}"


def test_it_ends_with_its_input() -> None:
    echo = start(ECHO)
    echo.child.close(TIMEOUT_S)
    assert echo.hear() is None
    assert echo.child.wait() == 0
    echo.child.send("to nobody")
    echo.child.close(TIMEOUT_S)


def test_the_last_errors_are_kept() -> None:
    program = "import sys\nfor n in range(9): print('line', n, file=sys.stderr)\nsys.exit(3)"
    with closing(start(program)) as failing:
        assert failing.hear() is None
        assert failing.child.wait() == 3
        lines = [f"line {n}" for n in range(9)][-STDERR_LINES_KEPT:]
        assert failing.child.last_errors() == " | ".join(lines)


def test_errors_that_are_taken_are_not_kept() -> None:
    taken: list[str] = []

    def take(line: str) -> bool:
        taken.append(line)
        return line.startswith("progress")

    program = "import sys\nprint('progress 0.5', file=sys.stderr)\nprint('wrong', file=sys.stderr)"
    with closing(start(program, on_error_line=take)) as child:
        assert child.hear() is None
        assert child.child.last_errors() == "wrong"
        assert taken == ["progress 0.5", "wrong"]


@pytest.mark.skipif(os.name != "posix", reason="groups of processes")
def test_one_that_does_not_end_is_killed_with_its_children() -> None:
    deaf = start(DEAF)
    assert deaf.hear() == "ready"
    children = psutil.Process(deaf.child.pid).children()
    assert children
    deaf.close()
    end = time.monotonic() + TIMEOUT_S
    while any(child.is_running() and child.status() != psutil.STATUS_ZOMBIE for child in children):
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(OSError):
        ChildProcess(("/no/such/program",), niceness=0, on_line=print, on_end=print)
