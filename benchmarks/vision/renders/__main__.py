"""Render pictures with labels; existing ones are kept, so that an interrupted run can be resumed."""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from pathlib import Path

from benchmarks.vision.renders.batch import is_stored, play, render
from benchmarks.vision.renders.generators import BOARDS, GENERATORS
from benchmarks.vision.renders.tracing.tracer import NoTracer, mitsuba

PICTURE_SIZE, GAME_PICTURE_SIZE = (1280, 720), (960, 540)  # of single pictures, and of those of whole games
SAMPLES_PER_PIXEL, GAME_SAMPLES_PER_PIXEL = 16, 8  # light paths; the noise of this few resembles a sensor's


def main() -> int:
    """Render the requested pictures; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.vision.renders", description=__doc__)
    parser.add_argument("game", choices=sorted(GENERATORS), help="or `dice` alone, or pictures that readers must `refuse`")
    parser.add_argument("--out", type=Path, required=True, help="folder for GAME_SEED.jpg and GAME_SEED.json")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0, help="of the first picture; the next ones count up")
    parser.add_argument(
        "--spp", type=int, help=f"light paths per pixel ({SAMPLES_PER_PIXEL}; whole games {GAME_SAMPLES_PER_PIXEL})"
    )
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--size", type=_size, metavar="WxH", help="(1280x720; whole games 960x540)")
    parser.add_argument("--hands", type=float, default=0.0, help="share of pictures with a hand over the board, 0..1")
    parser.add_argument("--whole", action="store_true", help="whole games, a folder each, instead of single pictures")
    parser.add_argument("--moves", type=int, metavar="M", help="of whole games: only M moves in a row")
    args = parser.parse_args()
    try:
        mitsuba()
    except NoTracer as error:
        print(error, file=sys.stderr)
        return 1
    if args.whole and args.game not in BOARDS:
        parser.error(f"whole games are made of {', '.join(sorted(BOARDS))}")
    args.out.mkdir(parents=True, exist_ok=True)
    if args.whole:
        make = partial(
            play, args.game, args.out, args.size or GAME_PICTURE_SIZE, args.spp or GAME_SAMPLES_PER_PIXEL, args.moves
        )
    else:
        make = partial(render, args.game, args.out, args.size or PICTURE_SIZE, args.spp or SAMPLES_PER_PIXEL, args.hands)
    missing = [seed for seed in range(args.seed, args.seed + args.count) if not is_stored(args.out, args.game, seed)]
    with ProcessPoolExecutor(args.jobs, multiprocessing.get_context("spawn")) as pool:
        for done, future in enumerate(as_completed([pool.submit(make, seed) for seed in missing]), 1):
            seed, seconds = future.result()
            print(f"{args.game} {seed}: {seconds:.1f} CPU s ({done} of {len(missing)})", flush=True)
    return 0


def _size(text: str) -> tuple[int, int]:
    width, height = text.lower().split("x")
    return int(width), int(height)


if __name__ == "__main__":
    raise SystemExit(main())
