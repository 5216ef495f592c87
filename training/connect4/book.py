"""Make the opening book of Connect 4 with the solver.

    uv run python -m training.connect4.book WORK --stones 9 --jobs 2
    uv run python -m training.connect4.book WORK --stones 9 --write

The first line solves every position with `--stones` stones, and mirror images only once. It can be stopped at any time and
resumes later, and several may run, even on several machines, with `--part 1/4` and so on. The folder WORK keeps the scores.
The second line derives the scores of all positions with fewer stones, and writes the book.
"""

from __future__ import annotations

import argparse
import time
from array import array
from collections.abc import Iterator
from multiprocessing import Process
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fourth_seat.engines.connect4 import book
from fourth_seat.engines.connect4.alpha_beta import Connect4AlphaBeta
from fourth_seat.engines.results import Bounds

Words = NDArray[np.uint64]
Scores = NDArray[np.int8]

FEET = np.uint64(sum(1 << 7 * column for column in range(7)))
BOARD_MASK = np.uint64(int(FEET) * 0b111111)
UNKNOWN_SCORE = -128
TABLE_BYTES = 1 << 30  # shared by all positions of a job
SAVE_INTERVAL_S = 30.0


def positions(keys: Words) -> tuple[Words, Words]:
    """Return the mover's stones and all stones of positions, from their keys."""
    marked = keys + FEET  # the highest bit of each column now marks its height
    own, taken = np.zeros_like(keys), np.zeros_like(keys)
    for column in range(7):
        shift = np.uint64(7 * column)
        bits = marked >> shift & np.uint64(127)
        highest = bits.copy()
        for step in (1, 2, 4):
            highest |= highest >> np.uint64(step)
        highest ^= highest >> np.uint64(1)
        taken |= highest - np.uint64(1) << shift
        own |= (bits ^ highest) << shift
    return own, taken


def mirrored(keys: Words) -> Words:
    """Return the keys of the mirror images."""
    image = np.zeros_like(keys)
    for column in range(7):
        image |= (keys >> np.uint64(7 * column) & np.uint64(127)) << np.uint64(7 * (6 - column))
    return image


def wins(own: Words, taken: Words) -> NDArray[np.bool_]:
    """Return whether the mover completes a four with its next stone."""
    found = np.zeros(own.shape, bool)
    for after, _ in dropped(own, taken):
        found |= four(after)
    return found


def dropped(own: Words, taken: Words) -> Iterator[tuple[Words, Words]]:
    """Yield for each column the mover's stones with one more there, and that stone; both 0 if the column is full."""
    for column in range(7):
        foot, top = np.uint64(1 << 7 * column), np.uint64(1 << 7 * column + 5)
        stone = np.where(taken & top, np.uint64(0), (taken + foot) & ~taken & np.uint64(0b111111 << 7 * column))
        yield np.where(stone, own | stone, np.uint64(0)), stone


def four(stones: Words) -> NDArray[np.bool_]:
    """Return whether there is a four among stones."""
    found = np.zeros(stones.shape, bool)
    for step in (1, 6, 7, 8):
        pairs = stones & stones >> np.uint64(step)
        found |= (pairs & pairs >> np.uint64(2 * step)) != 0
    return found


def children(keys: Words) -> list[tuple[NDArray[np.bool_], NDArray[np.bool_], Words]]:
    """Return for each column which positions have room there, in which a stone wins, and the keys of the positions after
    it.
    """
    own, taken = positions(keys)
    result = []
    for after, stone in dropped(own, taken):
        key = (own ^ taken) + (taken | stone)
        result.append((stone != 0, four(after), np.minimum(key, mirrored(key))))
    return result


def layers(stones: int) -> list[Words]:
    """Return for each number of stones the keys of all positions, in order; mirror images appear once, and positions that
    can be won at once are left out.

    A win may have been overlooked on the way to them: people do that.
    """
    every = np.zeros(1, np.uint64)
    result = [every]
    for _ in range(stones):
        every = np.unique(np.concatenate([keys[room & ~ended] for room, ended, keys in children(every)]))
        result.append(every[~wins(*positions(every))])
    return result


def kept(work: Path, stones: int, size: int) -> Scores:
    """Return the scores solved so far, by all jobs."""
    scores = np.full(size, UNKNOWN_SCORE, np.int8)
    for path in sorted(work.glob(f"{stones}-stones-*.npy")):
        part = np.load(path)
        scores = np.where(part != UNKNOWN_SCORE, part, scores)
    return scores


def solve(work: Path, stones: int, part: int, parts: int) -> None:
    """Solve the positions of a part that are not solved yet."""
    keys = layers(stones)[stones]
    scores = kept(work, stones, len(keys))
    path = work / f"{stones}-stones-{part}-of-{parts}.npy"
    begin, end = len(keys) * (part - 1) // parts, len(keys) * part // parts
    own, taken = positions(keys)
    search = Connect4AlphaBeta(TABLE_BYTES)
    todo = begin + np.flatnonzero(scores[begin:end] == UNKNOWN_SCORE)
    last = time.monotonic()
    for number, i in enumerate(todo):
        scores[i] = search.score(int(own[i]), int(taken[i]), Bounds(-21, 21), lambda: False).low
        if time.monotonic() - last > SAVE_INTERVAL_S or i == todo[-1]:
            last = time.monotonic()
            unfinished = path.with_suffix(".part")
            with unfinished.open("wb") as file:
                np.save(file, scores)
            unfinished.replace(path)
            print(f"part {part} of {parts}: {number + 1} of {len(todo)}", flush=True)


def derived(every: list[Words], scores: Scores) -> list[Scores]:
    """Return the scores for each number of stones, derived from the scores for the highest."""
    result = [scores]
    for stones in range(len(every) - 2, -1, -1):
        keys, after, known = every[stones], every[stones + 1], result[0]
        best = np.full(len(keys), UNKNOWN_SCORE, np.int8)
        won_at_once = np.int8((43 - stones - 1) // 2)
        for room, _, child in children(keys):
            place = np.minimum(np.searchsorted(after, child), len(after) - 1)
            # A position after a move that is in no layer is won at once by the other side.
            score = np.where(after[place] == child, known[place], won_at_once)
            best = np.maximum(best, np.where(room, -score, UNKNOWN_SCORE))
        result.insert(0, best)
    return result


def write(work: Path, stones: int, path: Path) -> None:
    """Write the book."""
    every = layers(stones)
    scores = kept(work, stones, len(every[-1]))
    left = int((scores == UNKNOWN_SCORE).sum())
    if left:
        raise SystemExit(f"{left} of {len(scores)} positions are not solved yet")
    words = [
        keys << np.uint64(book.SCORE_BITS) | (part.astype(np.int64) + book.ZERO_SCORE).astype(np.uint64)
        for keys, part in zip(every, derived(every, scores), strict=True)
    ]
    book.write(path, stones, array("Q", np.sort(np.concatenate(words)).tolist()))
    print(
        f"{path}: {sum(map(len, words))} positions, {path.stat().st_size} bytes; empty board {book.read(path).score(0, 0)}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path, help="folder for the scores found so far")
    parser.add_argument("--stones", type=int, default=9, help="the largest number of stones in the book")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--part", default="1/1", help="which part of the work these jobs do, such as 2/4")
    parser.add_argument("--write", action="store_true", help="write the book")
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    if args.write:
        write(args.work, args.stones, book.BOOK_FILE)
        return
    part, parts = map(int, args.part.split("/"))
    jobs = [
        Process(target=solve, args=(args.work, args.stones, (part - 1) * args.jobs + n + 1, parts * args.jobs))
        for n in range(args.jobs)
    ]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()


if __name__ == "__main__":
    main()
