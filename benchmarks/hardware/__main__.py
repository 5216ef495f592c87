"""Lights, measured against the firmware on an emulated Arduino, its wave decoded, and against WLED's reading of bytes; a
text display, against LCDd.

python -m uv run python -m benchmarks.hardware [speed noise replug stuck cells limits refusals text]

Takes about two minutes. Needs Linux and: sudo apt install make gcc gcc-avr avr-libc libsimavr-dev libelf-dev lcdproc
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from benchmarks.hardware import cells, limits, noise, refusals, replug, speed, stuck, text
from fourth_seat.boundary.folders import HOME_VARIABLE
from tests.hardware.emulation import lcdd_server, nano

MEASURED_PARTS = {
    each.__name__.rpartition(".")[2]: each.measure for each in (speed, noise, replug, stuck, cells, limits, refusals, text)
}


def main() -> int:
    """Print the bars; return 0 if all are met."""
    parser = argparse.ArgumentParser(description="Lights and a text display, measured.")
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(MEASURED_PARTS)}")
    parts = parser.parse_args().parts or list(MEASURED_PARTS)
    if unknown := set(parts) - set(MEASURED_PARTS):
        parser.error(f"no such part: {', '.join(unknown)}")
    lights = any(part != "text" for part in parts)
    if packages := (nano.missing_packages() if lights else []) + (
        lcdd_server.missing_packages() if "text" in parts else []
    ):
        print(f"This needs: sudo apt install {' '.join(packages)}", file=sys.stderr)
        return 1
    kept = True
    print("| | measured | must | |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for part in parts:
            own = Path(folder) / part
            own.mkdir()
            os.environ[HOME_VARIABLE] = str(own)
            for bar in MEASURED_PARTS[part](own):
                print(f"| {bar.what} | {bar.measured} | {bar.must} | {'kept' if bar.kept else 'NOT KEPT'} |", flush=True)
                kept &= bar.kept
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
