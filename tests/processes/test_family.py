"""Everything that a child process leaves behind ends with it: children in its group, in separate sessions, hundreds of
them."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import psutil
import pytest

from fourth_seat.processes.child import ChildProcess
from fourth_seat.processes.family import guard_process, marked
from fourth_seat.processes.installation import ROOT

TIMEOUT_S = 20.0
SLEEPER = """
import subprocess, sys
def start(**how):
    subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(1000)", {name!r}], **how)
"""
ENDINGS = {"it ends": "", "it fails": "sys.exit(3)\n", "it crashes": "import os; os.kill(os.getpid(), 11)\n"}

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="sessions are followed on Linux")


def sleepers(name: str) -> list[psutil.Process]:
    """Return the processes that sleep under a name."""
    found = psutil.process_iter(["cmdline", "status"])
    return [
        each
        for each in found
        if (each.info["cmdline"] or [])[-1:] == [name] and each.info["status"] != psutil.STATUS_ZOMBIE
    ]


def ended(name: str) -> bool:
    end = time.monotonic() + TIMEOUT_S
    while sleepers(name) and time.monotonic() < end:
        time.sleep(0.01)
    return not sleepers(name)


def run(program: str) -> tuple[ChildProcess, list[str | None]]:
    """Run a program to its end; return it with its lines, None for the end."""
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    child = ChildProcess((sys.executable, "-c", program), niceness=0, on_line=lines.put, on_end=lambda _: lines.put(None))
    heard: list[str | None] = []
    while None not in heard:
        heard.append(lines.get(timeout=TIMEOUT_S))
    return child, heard


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("how", ["", "start_new_session=True", "stdout=2", "start_new_session=True, stderr=1"])
def test_a_leader_that_died_first_leaves_nobody(how: str, ending: str, tmp_path: Path) -> None:
    program = f"{SLEEPER.format(name=str(tmp_path))}start({how})\nprint('ready', flush=True)\n{ENDINGS[ending]}"
    child, heard = run(program)
    assert heard == ["ready", None] and ended(str(tmp_path))
    assert (child.wait() == 0) is (ending == "it ends")


@pytest.mark.parametrize("over", [True, False])
def test_the_guard_kills_a_group_at_the_end_unless_it_is_over(tmp_path: Path, over: bool) -> None:
    sleeper = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(1000)"], start_new_session=True)
    mark = tmp_path.name
    guard_process.main(
        [f"starting {mark} 0", f"started {mark} {sleeper.pid}", *([f"over {mark} {sleeper.pid}"] if over else [])]
    )
    if over:
        assert sleeper.poll() is None
        sleeper.kill()
    assert sleeper.wait(TIMEOUT_S) == -signal.SIGKILL


def test_hundreds_are_no_more_than_one(tmp_path: Path) -> None:
    forks = "import os, sys, time\nfor _ in range(300):\n    if not os.fork(): os.setsid(); time.sleep(1000)\n"
    child, _ = run(f"name = {str(tmp_path)!r}\n{forks}print('ready', flush=True)")
    assert not [each for each in psutil.process_iter(["cmdline"]) if str(tmp_path) in " ".join(each.info["cmdline"] or [])]
    child.close(0)


def test_a_stranger_that_holds_the_output_does_not_hold_the_end(tmp_path: Path) -> None:
    """One that nobody could find: in a separate session, with its own environment."""
    program = f"{SLEEPER.format(name=str(tmp_path))}start(start_new_session=True, env={{}})\nprint('last', flush=True)"
    began = time.monotonic()
    child, heard = run(program)
    child.close(0)
    assert heard == ["last", None] and time.monotonic() - began < TIMEOUT_S / 2
    (left,) = sleepers(str(tmp_path))
    left.kill()


def test_a_child_of_a_child_bears_both_marks(tmp_path: Path) -> None:
    inner = f"{SLEEPER.format(name=str(tmp_path))}\nstart(start_new_session=True)\nprint('ready')"
    outer = (
        "import os, time\nfrom fourth_seat.processes.child import ChildProcess\ndie = lambda _: os.kill(os.getpid(), 9)\n"
        f"ChildProcess((sys.executable, '-c', {inner!r}), niceness=0, on_line=die, on_end=die)\ntime.sleep(1000)"
    )
    child, _ = run(f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{outer}")
    assert child.wait() == -signal.SIGKILL and ended(str(tmp_path))


def test_whoever_bears_no_mark_is_let_be() -> None:
    with subprocess.Popen(["sleep", "1000"], env={**os.environ, marked.MARK: "another"}) as stranger:
        assert not marked.kill_marked(["one"]) and stranger.poll() is None
        assert marked.kill_marked(["one", "another"]) and stranger.wait() == -signal.SIGKILL


@pytest.mark.parametrize("signalled", [ChildProcess.kill, ChildProcess.pause, ChildProcess.resume])
def test_a_number_that_was_given_back_is_never_signalled(
    signalled: Callable[[ChildProcess], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    child, _ = run("pass")
    child.close(0)
    monkeypatch.setattr(os, "killpg", partial(pytest.fail, "signalled"))
    signalled(child)
    child.close(0)
