"""Child processes: lines in both directions, the last words of one that fails, and that none is left behind."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from fourth_seat.processes.child import STDERR_LINES_KEPT, ChildProcess, own_module, tree_seconds

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 20.0

ECHO = "import sys\nfor line in sys.stdin: print('heard', line.strip(), flush=True)"
DEAF = "import subprocess, sys, time\nsubprocess.Popen([sys.executable, '-c', 'import time; time.sleep(100)'])\n"
DEAF += "print('ready', flush=True)\ntime.sleep(100)"


def start(program: str, **callbacks: Callable[..., object]) -> SimpleNamespace:
    """Return a Python program as a child process, and its lines; None is the end."""
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    child = ChildProcess(
        (sys.executable, "-c", program),
        niceness=1,
        on_line=lines.put,
        on_end=lambda _: lines.put(None),
        **callbacks,  # type: ignore[arg-type]
    )
    return SimpleNamespace(child=child, hear=partial(lines.get, timeout=TIMEOUT_S), close=partial(child.close, 0.5))


def test_lines_go_to_and_fro() -> None:
    with closing(start(ECHO)) as echo:
        for line in ("one", "zwei: ä", "שלוש"):
            echo.child.send(line)
            assert echo.hear() == f"heard {line}"


@pytest.mark.skipif(os.name == "nt", reason="Windows ends what belongs to a job")
def test_one_that_cannot_be_started_is_no_longer_guarded(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    monkeypatch.setattr("fourth_seat.processes.family.guard._guard.send", sent.append)
    with pytest.raises(OSError):
        ChildProcess(("/nowhere/program",), niceness=1, on_line=print, on_end=print)
    assert [line.split()[0] for line in sent] == ["starting", "over"]


def test_sending_does_not_wait_for_a_process_that_reads_later() -> None:
    counting = "import sys, time\ntime.sleep(1)\nprint(sum(map(len, sys.stdin)), flush=True)"
    with closing(start(counting)) as later:
        began = time.monotonic()
        for _ in range(100):  # ten times what a pipe holds
            later.child.send("x" * 9_999)
        assert time.monotonic() - began < 0.5
        later.child.close(TIMEOUT_S)
        assert later.hear() == "1000000"


def test_it_ends_with_its_input() -> None:
    echo = start(ECHO)
    echo.child.close(TIMEOUT_S)
    assert echo.hear() is None
    assert echo.child.wait() == 0
    echo.child.send("to nobody")
    echo.child.close(TIMEOUT_S)


def test_one_that_has_closed_its_output_has_ended_for_us_and_reads_the_end_of_its_input() -> None:
    heard: queue.SimpleQueue[str] = queue.SimpleQueue()
    program = "import os, sys, time\nos.close(1)\nsys.stdin.read()\nprint('the end', file=sys.stderr)\ntime.sleep(100)"
    with closing(start(program, on_error_line=heard.put)) as silent:
        assert silent.hear() is None
        assert heard.get(timeout=TIMEOUT_S) == "the end"
        assert psutil.pid_exists(silent.child.pid)


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


def test_on_windows_where_no_group_can_be_signalled_it_is_killed_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = start("print('ready', flush=True)\nimport time\ntime.sleep(100)")
    assert waiting.hear() == "ready"
    with monkeypatch.context() as patch:
        patch.setattr("fourth_seat.processes.child.os", SimpleNamespace(name="nt"))
        waiting.child.kill()
        assert waiting.hear() is None and waiting.child.wait() != 0


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(OSError):
        ChildProcess(("/no/such/program",), niceness=0, on_line=print, on_end=print)


@pytest.mark.skipif(os.name != "posix", reason="nothing stands still on Windows")
def test_a_process_and_its_children_stand_still_and_go_on() -> None:
    running = start(DEAF)
    running.hear()
    family = [psutil.Process(running.child.pid), *psutil.Process(running.child.pid).children()]
    assert len(family) == 2
    running.child.pause()
    assert all(wait_for(partial(stands_still, each), True) for each in family)
    running.child.resume()
    assert all(wait_for(partial(stands_still, each), False) for each in family)
    running.child.pause()
    running.close()  # it ends all the same
    assert all(wait_for(partial(lives, each), False) for each in family)
    running.child.pause()
    running.child.resume()


def stands_still(process: psutil.Process) -> bool:
    return bool(process.status() == psutil.STATUS_STOPPED)


def lives(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def wait_for(seen: Callable[[], bool], wanted: bool) -> bool:
    end = time.monotonic() + TIMEOUT_S
    while seen() is not wanted and time.monotonic() < end:
        time.sleep(0.005)
    return seen() is wanted


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="found by its environment there")
def test_a_child_ends_with_a_parent_that_died_before_it_knew_its_number() -> None:
    parent = (
        "import os, signal, sys\n"
        "from fourth_seat.processes.child import ChildProcess\n"
        "from fourth_seat.processes.family.guard import ProcessGuard\n"
        "def die(_, process):\n"
        "    print(process.pid, flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "ProcessGuard.started = die\n"
        "ChildProcess((sys.executable, '-c', 'import time; time.sleep(1000)'), niceness=0, on_line=print, on_end=print)"
    )
    done = subprocess.run((sys.executable, "-c", parent), stdout=subprocess.PIPE, cwd=ROOT, check=False)
    assert done.returncode == -signal.SIGKILL
    assert wait_for(partial(lives_by_number, int(done.stdout)), False)


def lives_by_number(number: int) -> bool:
    return psutil.pid_exists(number) and psutil.Process(number).status() != psutil.STATUS_ZOMBIE


@pytest.mark.skipif(os.name != "posix", reason="jobs do this on Windows")
@pytest.mark.parametrize("program", ["import time; time.sleep(1000)", "while True: print('y')", "while True: pass"])
def test_a_child_ends_with_its_parent_however_that_died(program: str) -> None:
    """Also one that never reads its input, and with everything that it started itself."""
    grandchild = f"import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', {program!r}])\n{program}"
    parent = (
        "import sys, time\nfrom fourth_seat.processes.child import ChildProcess\n"
        f"child = ChildProcess((sys.executable, '-c', {grandchild!r}), niceness=0, on_line=lambda _: None, on_end=print)\n"
        "print(child.pid, flush=True)\ntime.sleep(1000)"
    )
    process = subprocess.Popen((sys.executable, "-c", parent), stdout=subprocess.PIPE, cwd=ROOT)
    assert process.stdout
    family: list[psutil.Process] = []
    child = psutil.Process(int(process.stdout.readline()))
    end = time.monotonic() + TIMEOUT_S
    while len(family) < 2 and time.monotonic() < end:
        family = [child, *child.children()]
    process.kill()
    process.wait()
    process.stdout.close()
    assert len(family) == 2
    _, alive = psutil.wait_procs(family, timeout=2.0)
    assert not [each for each in alive if each.status() != psutil.STATUS_ZOMBIE]


@pytest.mark.skipif(os.name != "posix", reason="jobs do this on Windows")
def test_one_guard_serves_all_children() -> None:
    children = [start(ECHO) for _ in range(3)]
    guards = [child for child in psutil.Process().children() if "guard_process" in " ".join(child.cmdline())]
    assert len(guards) == 1
    for child in children:
        child.close()
    assert guards[0].is_running()


def test_a_module_of_ours_is_found_wherever_the_program_was_started(tmp_path: Path) -> None:
    (tmp_path / "commands").mkdir()
    (tmp_path / "commands" / "__init__.py").write_text("raise SystemExit('not ours')")
    command = own_module("fourth_seat.commands.engine", "connect4")
    done = subprocess.run(command, input="1 name\n", capture_output=True, text=True, cwd=tmp_path, check=True)
    assert done.stdout == "=1 Fourth Seat\n\n" and not done.stderr


def test_time_spent_waiting_for_a_disk_is_no_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(psutil.Process, "cpu_times", lambda _: (1.0, 2.0, 4.0, 8.0, 1000.0))  # the last is that on Linux
    with closing(start(ECHO)) as echo:
        assert tree_seconds(echo.child.pid) == 15.0
        echo.child.close(TIMEOUT_S)
        assert tree_seconds(echo.child.pid) is None
