"""Memory of the whole program on a machine of 2 GB, while computers of level 9 play: window, engines, page and camera.

    python -m uv run --group dev python -m benchmarks.small_machine.memory [--machine 2048] [--games kalah] [--seconds 60]

For each game a window of 800x480 on a virtual screen shows computers of level 9 at play, with values for the curve and the
page for phones open, and another process watches a picture of the board, 1920 pixels wide, as the camera does. The
processes share the given memory, and begin with empty caches. Memory is the resident set of each process (RSS), read four
times a second; libraries shared by several of them count for each.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import psutil
from PIL import Image

from benchmarks.start_up import ROOT, screen
from fourth_seat.games import find, game_names

SCREEN_SIZE = 800, 480
MACHINE_MB = 2048
SYSTEM_MB = 500  # that the system and its desktop need besides the program
COMPUTER_SEAT = "computer:9"
PICTURE_FOLDER = ROOT / "tests" / "data" / "vision"
PICTURE_WIDTH_PX = 1920
POLL_INTERVAL_S = 0.25  # between two measurements
SITE_CUSTOMIZE = """
import psutil
_whole = psutil.virtual_memory
psutil.virtual_memory = lambda: _whole()._replace(total={total})
"""
PROCESS_PARTS = {"fourth_seat.commands.engine": "engines", "fourth_seat.page.server": "page", " watch ": "camera"}
"""Parts of the program by words of a process's command; the window is the one without any of them."""


def part_of(process: psutil.Process) -> str:
    """Return the part of the program that runs in a process."""
    command = " ".join(process.cmdline())
    return next((part for words, part in PROCESS_PARTS.items() if words in command), "window")


def held(roots: list[psutil.Process]) -> dict[str, float]:
    """Return the MB of each part of the program now."""
    parts: dict[str, float] = defaultdict(float)
    for root in roots:
        for process in (root, *root.children(recursive=True)):
            try:
                parts[part_of(process)] += process.memory_info().rss / (1 << 20)
            except psutil.Error:  # it has ended meanwhile
                continue
    return parts


def peaks(name: str, machine_mb: int, seconds: float) -> dict[str, float]:
    """Return the most MB that each part of the program held while a game was played, and all of them together."""
    game = find(name)
    with tempfile.TemporaryDirectory() as folder, screen(f"{SCREEN_SIZE[0]}x{SCREEN_SIZE[1]}x24") as display:
        home = Path(folder)
        (home / "sitecustomize.py").write_text(SITE_CUSTOMIZE.format(total=machine_mb << 20))
        with Image.open(PICTURE_FOLDER / f"{name}_0001.jpg") as picture:
            high = round(picture.height * PICTURE_WIDTH_PX / picture.width)
            picture.resize((PICTURE_WIDTH_PX, high)).save(home / "board.png")
        (home / "film.camera").write_text(f"show {home / 'board.png'} 100000\n")
        environment = {**os.environ, "DISPLAY": display, "FOURTH_SEAT_HOME": folder, "PYTHONPATH": folder}
        seats = ",".join([COMPUTER_SEAT] * game.seats(game.options()))
        commands = ["play", name, "--seats", seats, "--phones"], ["watch", name, f"fake:{home / 'film.camera'}"]
        running = [
            subprocess.Popen(
                [sys.executable, "companion.py", *command],
                cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )
            for command in commands
        ]  # fmt: skip
        most: dict[str, float] = defaultdict(float)
        try:
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                assert all(process.poll() is None for process in running), f"{name}: a part of it has ended"
                now = held([psutil.Process(process.pid) for process in running])
                for part, size in {**now, "together": sum(now.values())}.items():
                    most[part] = max(most[part], size)
                time.sleep(POLL_INTERVAL_S)
        finally:
            for process in running:
                process.terminate()
                process.wait()
    return most


def main() -> int:
    """Print a line per game; the exit status is 1 if one took more than the machine can spare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(game_names()), help="joined by commas")
    parser.add_argument("--machine", type=int, default=MACHINE_MB, metavar="MB")
    parser.add_argument("--seconds", type=float, default=60.0, help="of each game")
    args = parser.parse_args()
    bar = args.machine - SYSTEM_MB
    worst = 0.0
    for name in args.games.split(","):
        most = peaks(name, args.machine, args.seconds)
        parts = ", ".join(f"{part} {most[part]:.0f}" for part in ("window", "engines", "page", "camera"))
        print(f"{name:12} {most['together']:5.0f} MB together of {bar} (at most: {parts})", flush=True)
        worst = max(worst, most["together"])
    return 0 if worst <= bar else 1


if __name__ == "__main__":
    raise SystemExit(main())
