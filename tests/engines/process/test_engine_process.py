"""Engines that never stop talking, never end a line or never answer are given up in time and with little memory."""

from __future__ import annotations

import resource
import sys
import time

import pytest

from fourth_seat.engines.errors import EngineFailed
from fourth_seat.engines.process.engine_process import EngineProcess

SECONDS = 2.0
BUSY_S = 3.0  # that anything may come late on a busy machine
MAX_GROWTH_MB = 60

FLOODS = {
    "lines": "while True: print('y')",
    "one endless line": "import sys\nwhile True: sys.stdout.write('y' * 100000)",
    "answers to commands that nobody sent": "while True: print('=7 a1\\n')",
    "one endless answer": "print('=1 a1')\nwhile True: print('y' * 1000)",
    "one endless line in an answer": "import sys\nprint('=1 a1')\nwhile True: sys.stdout.write('y' * 100000)",
    "errors": "import sys\nwhile True: sys.stderr.write('progress 0.5\\n')",
    "silence": "import time\ntime.sleep(1000)",
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("flood", FLOODS)
def test_an_engine_is_given_up_in_its_time(flood: str) -> None:
    engine = EngineProcess((sys.executable, "-u", "-c", FLOODS[flood]))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.monotonic()
    with pytest.raises(EngineFailed):
        engine.ask("name", SECONDS)
    engine.end()
    assert time.monotonic() - start < SECONDS + BUSY_S
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024 < MAX_GROWTH_MB


def test_a_long_banner_is_forgiven() -> None:
    program = "for n in range(100): print('Welcome', n)\ninput()\nprint('= Mock\\n')\ninput()"
    engine = EngineProcess((sys.executable, "-u", "-c", program))
    assert engine.ask("name", 20.0) == "Mock"
    engine.end()
