"""Lines of standard input arrive as they are written, and nobody waits for one that does not come."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from io import BytesIO, FileIO
from pathlib import Path

from fourth_seat.processes.standard_input import MAX_LINE_CHARS, InputQueue, lines_as_typed, lines_of

ROOT = Path(__file__).resolve().parents[2]
WAIT_S = 10.0


def test_lines_are_split_cut_and_the_last_may_be_unfinished() -> None:
    text = f"one\n\nzwei: ä\n{'x' * (MAX_LINE_CHARS + 5)}\nlast"
    assert list(lines_of(BytesIO(text.encode()))) == ["one", "", "zwei: ä", "x" * MAX_LINE_CHARS, "last"]


def test_empty_lines_count_only_where_they_mean_something() -> None:
    for empty, wanted in ((False, ["a", "b"]), (True, ["a", "", "b"])):
        queue = InputQueue(BytesIO(b"a\n  \nb\n"), empty=empty)
        taken = []
        while (line := queue.take(WAIT_S)) is not None:
            taken.append(line)
        assert taken == wanted and queue.over and queue.take(WAIT_S) is None


def test_nobody_waits_longer_than_asked() -> None:
    reading, writing = os.pipe()
    with FileIO(reading) as source, FileIO(writing, "w") as pipe:
        queue = InputQueue(source)
        began = time.monotonic()
        assert queue.take() is None and queue.take(0.05) is None and not queue.over
        assert 0.05 <= time.monotonic() - began < WAIT_S / 2
        pipe.write(b"here\n")
        assert queue.take(WAIT_S) == "here"
        typed = lines_as_typed(source)
        pipe.close()
        assert all(line is None for line in typed)


def test_the_reading_thread_does_not_delay_the_end() -> None:
    code = "import sys\nfrom fourth_seat.processes.standard_input import InputQueue\nInputQueue(sys.stdin.buffer.raw)"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, cwd=ROOT) as process:
        assert process.wait(WAIT_S) == 0
