"""The structure of the checkout in figures: import cycles, class names, loose files, kernels.

uv run python -m benchmarks.structure            the figures
uv run python -m benchmarks.structure --list     with every offender
"""

from __future__ import annotations

import sys

from tests.house import structure


def main() -> None:
    """Print each figure beside its bar."""
    print(f"{len(structure.files())} files and {structure.class_count()} classes in {len(structure.PACKAGES)} packages")
    for figure in structure.figures():
        print(f"{figure.title:52} {figure.number:5}   (bar {figure.bar})")
        if "--list" in sys.argv:
            for offender in figure.offenders:
                print(f"    {offender}")


if __name__ == "__main__":
    main()
