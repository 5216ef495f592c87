"""Pictures of every page and phase, side by side with those of another checkout.

    python -m uv run --group dev python -m benchmarks.window.pictures [--before PATH] [--views seats] [--size 1280x800]

All views of the geometry's walk are shown in a window, in this checkout and in the one at PATH, which has its own `.venv`.
`build/screenshots` gets one picture of each state: the old one on the left, the new one on the right; one side stays empty
if only the other checkout has such a view.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "screenshots"
GAP_PX = 16
# The code that walks through a view looks at each of its states with `offences`, in both checkouts.
TAKE = """
import os, sys
from pathlib import Path
from PIL import ImageGrab
from benchmarks.window.geometry import walk

folder, size, language, text, mode, view = sys.argv[1:]
width, height = map(int, size.split("x"))
begun = f"{size} {text} {language} {mode} "

def take(window, state):
    name = state.removeprefix(begun).replace(" ", "-").replace("/", "-")
    ImageGrab.grab(xdisplay=os.environ["DISPLAY"]).save(Path(folder, name + ".png"))
    return []

walk.offences = take
walk.walk_alone(walk.Walk((width, height), language, (text,), (mode,), (view,)))
"""
NAMES = "from benchmarks.window.geometry.views import views; print(*views(), sep=chr(10))"


def take(checkout: Path, folder: Path, size: str, language: str, text: str, mode: str, part: str) -> None:
    """Write a picture of each state of the views whose name contains `part` into a folder; each view in its own process."""
    folder.mkdir(parents=True, exist_ok=True)
    python = str(checkout / ".venv" / "bin" / "python")
    names = subprocess.run([python, "-c", NAMES], cwd=checkout, check=True, capture_output=True, text=True).stdout
    for view in names.splitlines():
        if part in view:
            command = [python, "-c", TAKE, str(folder), size, language, text, mode, view]
            if subprocess.run(command, cwd=checkout, stderr=subprocess.DEVNULL).returncode:
                print(f"{view}: broke off in {checkout}")


def beside(before: Path, after: Path) -> Image.Image:
    """Return two pictures side by side, of which one may be missing."""
    shown = [Image.open(path).convert("RGB") if path.exists() else None for path in (before, after)]
    width, height = next(picture.size for picture in shown if picture)
    both = Image.new("RGB", (2 * width + GAP_PX, height), "white")
    for number, picture in enumerate(shown):
        if picture:
            both.paste(picture, (number * (width + GAP_PX), 0))
    return both


def main() -> int:
    """Take the pictures, and print where they are."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=Path, metavar="PATH")
    parser.add_argument("--views", default="", metavar="PART", help="only views whose name contains this")
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--language", default="en")
    parser.add_argument("--text", default="medium")
    parser.add_argument("--mode", default="light")
    args = parser.parse_args()
    how = args.size, args.language, args.text, args.mode, args.views
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as home:
        before, after = Path(home, "before"), Path(home, "after")
        if args.before:
            take(args.before.resolve(), before, *how)
        take(ROOT, after, *how)
        names = sorted({path.name for folder in (before, after) for path in folder.glob("*.png")})
        for name in names:
            beside(before / name, after / name).save(FOLDER / f"{Path(name).stem}-{'-'.join(how[:4])}.png")
    print(f"{len(names)} pictures are in {FOLDER}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
