"""Compile all kernels once, so that the test workers only load them: `python -m tests.compile_kernels [--slow]`."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def compile_kernels(folder: Path) -> None:
    """Import every module of a folder of kernels; importing one compiles it, or loads it from numba's cache."""
    for path in sorted(folder.glob("*.py")):
        import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def main() -> None:
    """Compile the kernels of all games, each game in a separate process; with `--slow`, those of training too."""
    folders = sorted(ROOT.glob("engines/*/kernels"))
    if "--slow" in sys.argv:
        folders += sorted(ROOT.glob("training/*/kernels"))
    with ProcessPoolExecutor() as pool:
        list(pool.map(compile_kernels, folders))  # a list, so that an error is raised here


if __name__ == "__main__":
    main()
