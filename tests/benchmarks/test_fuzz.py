"""Parsers against inputs that others might have written, and the sandbox around them, which notices what it should."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="how much memory a process has is read from /proc")
ROOT = Path(__file__).resolve().parents[2]
FUZZ = (sys.executable, "-m", "benchmarks.reliability.fuzz")
FEW = ("record", "mat", "addresses", "page-messages")
OFFENCES = {
    "KeyError": "{}[1]",
    "Hang": "[0 for _ in iter(int, 1) if False]",
    "MemoryError": "bytearray(300 << 20)",
    "UserWarning": "__import__('warnings').warn('deprecated')",
    "open at": "open('/tmp/outside-the-data-folder', 'w')",
    "os.remove at": "os.remove('/tmp/outside-the-data-folder')",
    "os.rename at": "os.rename(folder / 'a', '/tmp/outside-the-data-folder')",
    "os.mkdir at": "os.mkdir(folder / 'link' / 'sub')",
    "subprocess.Popen at": "subprocess.run(['true'])",
    "os.system at": "os.system('true')",
    "os.fork at": "os.fork()",
    "socket.connect at": "socket.socket().connect(('127.0.0.1', 9))",
    "in a thread: ZeroDivisionError": "thread(lambda: 1 / 0)",
    "None": "open(folder / 'inside', 'w').close()",
    "None ": "fail('a sentence for people')",
}
WATCHED = """
import os, socket, subprocess, sys, threading
from pathlib import Path
from benchmarks.reliability.fuzz.sandbox import Sandbox
from fourth_seat.words import FourthSeatError, say
folder = Path(sys.argv[1])
(folder / "a").touch()
(folder / "link").symlink_to("/tmp")
def thread(work):
    started = threading.Thread(target=work)
    started.start()
    started.join()
def fail(text):
    raise FourthSeatError(say("{text}", text=text))
sandbox = Sandbox(folder)
sandbox.limit_memory()
for deed in sys.argv[2:]:
    print(sandbox.offence(lambda data: eval(data), deed.encode()))
"""


def test_offences_are_noticed(tmp_path: Path) -> None:
    done = subprocess.run(
        (sys.executable, "-W", "ignore", "-c", WATCHED, str(tmp_path), *OFFENCES.values()),
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for wanted, found in zip(OFFENCES, done.stdout.splitlines(), strict=True):
        assert found.startswith(wanted.strip()), (wanted, found)


@pytest.mark.slow
def test_inputs_that_once_were_finds_and_changes_of_sound_ones() -> None:
    done = subprocess.run((*FUZZ, "--replay", "--inputs", "600"), cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_a_short_campaign() -> None:
    pytest.importorskip("atheris")
    campaign = (*FUZZ, *FEW, "--inputs", "2000", "--seed", "7")  # all others are replayed; Atheris takes seconds for each
    done = subprocess.run(campaign, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
