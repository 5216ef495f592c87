"""Compile all kernels once, so that the test workers only load them: `python -m tests.compile_kernels`."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

ENGINES = Path(__file__).resolve().parents[1] / "engines"


def main() -> None:
    """Import every module of kernels; importing one compiles it, or loads it from numba's cache."""
    for path in sorted(ENGINES.glob("*/kernels/*.py")):
        import_module(".".join(path.relative_to(ENGINES.parent).with_suffix("").parts))


if __name__ == "__main__":
    main()
