"""Film of a first start: from the command that installs the program in a bare Debian root to the first stones on the board.

    python -m uv run --group dev python -m benchmarks.install.film [--form deb] [--to build/film]

It takes a picture whenever the screen changes, named after the seconds since the command, and prints the time of each step.
It is a measurement: each run has different pictures. The film that README shows is made by `docs/make_film.py`.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from pathlib import Path

from PIL import ImageGrab

from benchmarks.install.forms import FORMS, MB, make_files
from benchmarks.install.played import begin_by_keys, opened
from benchmarks.install.root import BareRoot
from benchmarks.start_up import screen
from fourth_seat.processes.installation import ROOT

FIRST_COLUMN = "4"
POLL_INTERVAL_S = 0.2
LAST_SCENE_S = 3.0  # seconds that are filmed after the computer's stone


class Film:
    """Recorder of a screen, which stores a picture whenever it has changed."""

    def __init__(self, display: str, to: Path, began: float) -> None:
        """`began` is the time, by `time.monotonic`, from which seconds are counted."""
        self._display, self._to, self._began = display, to, began
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="film", daemon=True)
        self.seen: float | None = None  # seconds until the screen was not empty

    def __enter__(self) -> Film:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        last = b""
        while not self._over.wait(POLL_INTERVAL_S):
            picture = ImageGrab.grab(xdisplay=self._display)
            now, data = time.monotonic() - self._began, picture.tobytes()
            if data == last:
                continue
            if self.seen is None and any(data):
                self.seen = now
            picture.save(self._to / f"{now:06.1f}-s.png")
            last = data


def film(name: str, dist: Path, to: Path) -> None:
    """Film the installation in one form and the first moves; print the time of each step."""
    form = FORMS[name]
    (file,) = dist.glob(form.file)
    to.mkdir(parents=True, exist_ok=True)
    with BareRoot(form.packages) as root, screen() as display:
        for user, words in form.before:
            root.run(words, user=user)
        there = root.put(file, "/opt")
        start = time.monotonic()
        with Film(display, to, start) as pictures:
            print(f"{name}: {file.stat().st_size / MB:.0f} MB; seconds since the command, wall:")
            root.run(form.install.format(file=there))
            _print_time("installed", start)
            with opened(root, display, form.program) as window:
                begin_by_keys(window)
                print(f"{pictures.seen:7.1f}  the window is open")
                _print_time("the board is shown", start)
                window.press(FIRST_COLUMN, "Return")
                window.wait_for(1)
                _print_time("the first stone", start)
                window.wait_for(2)
                _print_time("the computer's stone", start)
                time.sleep(LAST_SCENE_S)
    print(f"pictures in {to}")


def _print_time(what: str, began: float) -> None:
    print(f"{time.monotonic() - began:7.1f}  {what}", flush=True)


def main() -> int:
    """Film the installation in one form; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--form", choices=FORMS, default="deb")
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="the folder with the files to install")
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "film")
    args = parser.parse_args()
    make_files([args.form], args.dist)
    film(args.form, args.dist, args.to)
    return 0


if __name__ == "__main__":
    sys.exit(main())
