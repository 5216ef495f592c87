"""The child's side of `processes/worker.py`, for worker processes that use asyncio."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from fourth_seat.boundary.faults import fault
from fourth_seat.boundary.json_forms import parse_json

HEARTBEAT_S = 2.0  # between heartbeats
MAX_LINE_BYTES = 4_000_000  # of standard input


def send_event(event: Mapping[str, Any]) -> None:
    """Write an event to standard output, as a line of JSON."""
    sys.stdout.write(json.dumps(event, separators=(",", ":")) + "\n")
    sys.stdout.flush()


async def obey_input(obey: Callable[[str], None]) -> None:
    """Pass each line of standard input to `obey` until the input ends, while sending heartbeats."""
    loop, ended = asyncio.get_running_loop(), asyncio.Event()

    def read() -> None:
        while line := sys.stdin.buffer.readline(MAX_LINE_BYTES):
            loop.call_soon_threadsafe(obey, line.decode("utf-8", "replace"))
        loop.call_soon_threadsafe(ended.set)

    heart = asyncio.create_task(_beat())
    threading.Thread(target=read, name="standard input", daemon=True).start()
    await ended.wait()
    heart.cancel()


async def _beat() -> None:
    while True:
        await asyncio.sleep(HEARTBEAT_S)
        send_event({"event": "alive"})


def run_worker(serve: Callable[[Mapping[str, Any]], Coroutine[Any, Any, None]]) -> int:
    """Run `serve` with the settings from the first line of standard input.

    Returns:
        The exit status, which is 0 unless `serve` failed. In that case, a line is printed to standard error.
    """
    try:
        asyncio.run(serve(parse_json(sys.stdin.buffer.readline(MAX_LINE_BYTES))))
    except BrokenPipeError:  # nobody reads the events any more
        return 0
    except Exception as error:  # such as a certificate that cannot be read
        sys.stderr.write(f"{fault(error)}\n")
        return 1
    return 0
