"""Walk the views of the window on virtual screens, and print the faults of layout.

    python -m uv run --group dev python -m benchmarks.window.geometry [--everything] [--jobs 2]
    python -m uv run --group dev python -m benchmarks.window.geometry --sizes 800x480 --texts huge --views seats

Without `--everything`: every view at every screen size in every language with the largest text, in light; with the other
sizes of text, and in dark, at one screen size. Text sizes that come out the same in a window are walked once. Each line is
an offender; the last lines describe the walk, and count the offenders. The rules are in `checks.py`.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from benchmarks.window.geometry.views import views
from benchmarks.window.geometry.walk import LANGUAGES, SCREEN_SIZES, Walk, walk_alone
from fourth_seat.ui.theme.palette import MODES, TEXT_SIZES

USUAL_SIZE = 1366, 768
VIEWS_PER_PROCESS = 16  # that one process walks


def main() -> int:
    """Print the offenders; the exit status is 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--everything", action="store_true", help="each view at each size, text size, language and mode")
    parser.add_argument("--jobs", type=int, default=1, help="processes, each with a screen of its own")
    parser.add_argument("--sizes", default="", metavar="800x480,...")
    parser.add_argument("--texts", default="", metavar="huge,...")
    parser.add_argument("--languages", default=",".join(LANGUAGES))
    parser.add_argument("--modes", default="", metavar="light,...")
    parser.add_argument("--views", default="", metavar="PART", help="only views whose name contains this")
    args = parser.parse_args()
    names = [name for name in views() if args.views in name]
    chosen = args.sizes or args.texts or args.modes
    sizes = [_size(size) for size in args.sizes.split(",")] if args.sizes else list(SCREEN_SIZES)
    texts = args.texts.split(",") if args.texts else list(TEXT_SIZES)
    modes = args.modes.split(",") if args.modes else list(MODES)
    walks = [
        Walk(size, language, each_texts, each_modes, names[first : first + VIEWS_PER_PROCESS])
        for size in sizes
        for each_texts, each_modes in ([(texts, modes)] if args.everything or chosen else _usual(size))
        for language in args.languages.split(",")
        for first in range(0, len(names), VIEWS_PER_PROCESS)
    ]
    start = time.monotonic()
    kinds: Counter[str] = Counter()
    states: Counter[str] = Counter()
    with ProcessPoolExecutor(args.jobs, get_context("spawn"), max_tasks_per_child=1) as pool:
        waiting = {pool.submit(walk_alone, each): each for each in walks}
        for done in as_completed(waiting):
            given = waiting[done]
            walked = f"{given.size[0]}x{given.size[1]}: {', '.join(given.texts)}; {', '.join(given.modes)}"
            if error := done.exception():  # the other walks go on
                kinds["broke off"] += 1
                print(f"{walked}; {given.language}: {', '.join(given.names)} broke off: {error!r}", flush=True)
                continue
            found = done.result()
            states[walked] += found.states
            for offence in found.offences:
                kinds[offence.kind] += 1
                print(offence, flush=True)
            print(f"... {states.total()} screens: {kinds.total()} offenders", flush=True)
    for combination, count in states.items():
        print(f"{combination}: {count} screens looked at")
    print(f"{len(names)} views in {args.languages}: {states.total()} screens, {time.monotonic() - start:.0f} s")
    print(f"{kinds.total()} offenders" + (f": {dict(kinds)}" if kinds else ""))
    return 1 if kinds else 0


def _usual(size: tuple[int, int]) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the default walks at a size: text sizes, and their modes."""
    yield ["huge"], ["light"]
    if size == USUAL_SIZE:
        yield ["small", "medium", "large"], ["light"]
        yield ["medium"], ["dark"]


def _size(text: str) -> tuple[int, int]:
    width, height = text.split("x")
    return int(width), int(height)


if __name__ == "__main__":
    raise SystemExit(main())
