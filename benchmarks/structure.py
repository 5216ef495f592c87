"""The structure of the checkout in figures: circles of imports, class names, loose files, kernels.

uv run python -m benchmarks.structure            the figures
uv run python -m benchmarks.structure --list     with every offender
"""

from __future__ import annotations

import sys

from tests.house import structure


def main() -> None:
    """Print each figure beside its bar."""
    circles = structure.import_circles()
    loose = structure.loose_files()
    offenders: dict[str, tuple[list[str], int, int]] = {}  # the offenders, their number, the most there may be

    def row(title: str, found: list[str], bar: int, number: int | None = None) -> None:
        offenders[title] = found, len(found) if number is None else number, bar

    row("imports that point up the house", structure.upward_imports(), 0)
    row("circles of imports", [" <-> ".join(circle) for circle in circles], 0)
    row("files in the largest circle", [], 0, max(map(len, circles), default=0))
    row("class names used more than once", structure.repeated_class_names(), 5)
    row("loose files in the fullest room", [f"{room}: {count}" for room, count in loose.items()], 10, max(loose.values()))
    row(f"files over {structure.MAX_LINES} lines", structure.long_files(), 0)
    row(f"files under {structure.MIN_LINES} lines", structure.short_files(), 15)
    row("files outside kernels without type checks", structure.unchecked_files(), 0)
    row("loads and stores by address in kernels", structure.addressed_memory(), 0)
    row("places outside its folders that name a game", structure.games_named_outside(), 0)
    row("imports of benchmarks or training by product tests", structure.tests_of_tools(), 0)
    print(f"{len(structure.files())} files and {structure.class_count()} classes in {len(structure.ROOMS)} rooms")
    for title, (found, number, bar) in offenders.items():
        print(f"{title:52} {number:5}   (bar {bar})")
        if "--list" in sys.argv:
            print(*(f"    {offender}" for offender in found), sep="\n")


if __name__ == "__main__":
    main()
