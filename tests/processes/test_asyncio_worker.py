"""A worker from inside its process: settings come in, events go out, and the exit status says whether it failed."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.house.structure import ROOT

WORKER = """
import sys
from fourth_seat.processes.asyncio_worker import obey_input, run_worker, send_event

async def serve(settings):
    send_event({"event": "settings", **settings})
    await obey_input(lambda line: send_event({"event": "line", "text": line}))
    if settings.get("fails"):
        raise ValueError("no such board")

sys.exit(run_worker(serve))
"""


def _run(given: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WORKER], input=given, capture_output=True, text=True, cwd=ROOT, check=False
    )


def test_a_worker_ends_well_with_its_input_once_every_line_is_obeyed() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WORKER],
        input='{"port": 0}\none\ntwo\n',
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {"event": "settings", "port": 0},
        {"event": "line", "text": "one\n"},
        {"event": "line", "text": "two\n"},
    ]
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("settings", ['{"fails": true}', "no settings"])
def test_a_worker_that_fails_says_so_in_one_line(settings: str) -> None:
    done = _run(settings)
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1 and "Traceback" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="pipes end otherwise there")
def test_a_worker_whose_events_nobody_reads_ends_without_a_word() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WORKER],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT,
    ) as worker:  # fmt: skip
        assert worker.stdin and worker.stdout and worker.stderr
        worker.stdout.close()
        worker.stdin.write(b"{}\n")
        worker.stdin.flush()
        assert worker.stderr.read() == b"" and worker.wait(60) == 0
