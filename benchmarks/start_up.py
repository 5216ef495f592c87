"""Time of the window from the command to the start page, and its memory then.

python -m uv run --group dev python -m benchmarks.start_up [--runs 7]

A virtual screen is photographed repeatedly while `companion.py` starts on it. The window is there with the first
picture that is not black, and complete with the first after which nothing changes any more, including the games' pictures.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
from PIL import ImageGrab

ROOT = Path(__file__).resolve().parents[1]
SCREEN_SIZE = "1280x800x24"
MAX_START_S, MAX_MEMORY_MB = 1.5, 200.0
WATCHED_S = 4.0  # of every start
PHOTO_INTERVAL_S = 0.02  # so that taking them does not slow the window down


@dataclass(frozen=True, slots=True)
class Start:
    """A start: seconds until the window was there and until it was complete; its processor time and MB of memory then."""

    seen: float
    whole: float
    processor: float
    memory: float


@contextmanager
def screen(size: str = SCREEN_SIZE, *options: str) -> Iterator[str]:
    """Yield a separate virtual screen under this name; `size` is width x height x depth, `options` are Xvfb's."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp", "-noreset", *options]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        display = f":{pipe.readline().strip()}"
    try:
        yield display
    finally:
        server.terminate()
        server.wait()


def start(display: str, home: Path) -> Start:
    """Start the window once and watch the screen."""
    environment = {**os.environ, "DISPLAY": display, "FOURTH_SEAT_HOME": str(home)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # people's machines keep compiled files
    black = ImageGrab.grab(xdisplay=display).tobytes()
    started = time.perf_counter()
    process = subprocess.Popen([sys.executable, "companion.py"], cwd=ROOT, env=environment)
    changes: list[float] = []
    last = black
    try:
        while (now := time.perf_counter() - started) < WATCHED_S:
            picture = ImageGrab.grab(xdisplay=display).tobytes()
            if picture != last:
                changes.append(now)
                last = picture
            time.sleep(PHOTO_INTERVAL_S)
        used = psutil.Process(process.pid)
        processor = sum(used.cpu_times()[:2])
        memory = used.memory_info().rss / 1e6
    finally:
        process.terminate()
        process.wait()
    if last == black:
        raise SystemExit(f"no window within {WATCHED_S:g} s")
    return Start(changes[0], changes[-1], processor, memory)


def main() -> int:
    parser = argparse.ArgumentParser(description="How long the window takes to start.")
    parser.add_argument("--runs", type=int, default=7)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as home, screen() as display:
        first = start(display, Path(home))
        starts = [start(display, Path(home)) for _ in range(runs)]
    print(f"first start, which may compile: window after {first.seen:.2f} s, whole after {first.whole:.2f} s")
    for name, times in (("window", [s.seen for s in starts]), ("whole", [s.whole for s in starts])):
        print(f"{name:6} after {statistics.median(times):.2f} s (median of {runs}; worst {max(times):.2f} s)")
    memory = max(s.memory for s in starts)
    print(f"processor time {statistics.median([s.processor for s in starts]):.2f} s; memory {memory:.0f} MB")
    kept = statistics.median([s.whole for s in starts]) < MAX_START_S and memory < MAX_MEMORY_MB
    print("ok" if kept else f"too much: the limits are {MAX_START_S} s and {MAX_MEMORY_MB:.0f} MB")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
