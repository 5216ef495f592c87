"""A small convolutional network that counts the seeds in pictures of pits.

It was trained on drawn and on path-traced sets (training/vision/kalah/train_counter.py). It estimates the probability of
each count, and the probability that a picture shows no pit at all, but a hand, a table or another game. From pits with
known counts, it computes the set's code, a few numbers that describe the appearance of its seeds. With this code, the
network counts the set's other pits more accurately.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.vision.arrays import Floats, Floats32, Mask
from fourth_seat.vision.network import VisionNetwork

PITCH_PX = 56  # side of a window around a pit or half a store, one pitch across
SIDE_PX = 48  # of what is counted: a pit from rim to rim, in the middle of its window; the whole of half a store, reduced
MAX_COUNT = 16  # counts told apart; the last stands for itself and all above
NO_PIT = MAX_COUNT + 1  # the answer after the counts
CODE_SIZE = 8  # numbers that describe the look of a set's pits with so many seeds
LOG_OFFSET = 8.0  # added to grey levels before their logarithm is taken
MIN_STORE_SIGMA = 0.5  # standard deviation of a store's count, at least, in seeds
TEMPERATURE = 1.4  # by which logits are divided: in sets unlike the drawn ones the network is too sure
MIN_SURE_LOG = float(np.log(0.98))  # logarithm of the probability of a count that is not in doubt
MIN_LIKELY_LOG = float(np.log(0.6))  # the same of one that stays in doubt after it was counted mirrored,
OTHER_SIZES = 1.08, 0.92  # and is counted in these sizes as well
FLIPS = tuple(product((1, -1), repeat=2))  # steps down and across, by which a picture is read mirrored
MIN_PROBABILITY = 1e-4  # of what is seen, whatever lies there
CORNER_PX = 4  # the wood about a pit is seen in the corners
WEIGHTS = Path(__file__).parent / "weights" / "counter.onnx"
LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + LOG_OFFSET)


@cache
def _network() -> VisionNetwork:
    return VisionNetwork(WEIGHTS, "logits", "store", "codes")


def checksum() -> int:
    """Return the CRC-32 checksum of the weights."""
    return _network().checksum


def counted(
    pits: NDArray[np.uint8],
    code: Floats32 | None = None,
    settled: Mask | bool = False,
    others: Iterable[NDArray[np.uint8]] = (),
) -> tuple[Floats, Floats]:
    """Count the seeds.

    Args:
        pits: pictures of pits and of halves of stores, shape (n, SIDE_PX, SIDE_PX, 3).
        code: the code of their set, shape (CODE_SIZE,), or of each picture's set, shape (n, CODE_SIZE); None if unknown.
        settled: whether the content of each picture is already known, shape (n,). Of the other pictures, doubtful ones are
            counted mirrored as well.
        others: the same pictures at other scales, shaped like `pits`, which are counted too for pictures that are still
            doubtful.

    Returns:
        The logits of 0..MAX_COUNT seeds and of no pit, shape (n, MAX_COUNT + 2), and the input of `stored`, to be summed
        over both halves of a store, shape (n, 2).
    """
    answers = counted_once(pits, code)
    asked = ~np.broadcast_to(np.asarray(settled), len(pits))
    doubtful = asked & (_confidence(answers[0]) < MIN_SURE_LOG)
    if doubtful.any():
        _average(answers, 1, doubtful, mirrored(pits[doubtful])[1:], code)
        doubtful = asked & (_confidence(answers[0]) < MIN_LIKELY_LOG)
    if doubtful.any():
        sized = [way for each in others for way in mirrored(each[doubtful])]
        if sized:
            _average(answers, len(FLIPS), doubtful, sized, code)
    return answers


def _confidence(logits: Floats) -> Floats:
    """Return the logarithm of the probability of the likeliest count in each picture, shape (n,)."""
    return np.asarray(normalised(logits).max(axis=1), np.float64)


def _average(
    answers: tuple[Floats, Floats],
    weight: int,
    doubtful: Mask,
    ways: Sequence[NDArray[np.uint8]],
    code: Floats32 | None,
) -> None:
    """Average the answers for doubtful pictures, with this weight, with those for other variants (`ways`) of them, in
    place.
    """
    codes = None if code is None else np.broadcast_to(code, (len(doubtful), CODE_SIZE))[doubtful]
    again = [counted_once(way, codes) for way in ways]
    for answer, others in zip(answers, zip(*again, strict=True), strict=True):
        answer[doubtful] = (weight * answer[doubtful] + sum(others)) / (weight + len(others))


def counted_once(pits: NDArray[np.uint8], code: Floats32 | None) -> tuple[Floats, Floats]:
    """Count the seeds like `counted`, but without mirroring doubtful pictures."""
    logits, store, _ = _answers(pits, code, np.zeros(len(pits), np.intp))
    return logits.astype(np.float64), store.astype(np.float64)


def mirrored(pits: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """Return pictures of pits and their mirror images, which show the same number of seeds but lead to different errors."""
    return [np.ascontiguousarray(pits[:, ::y, ::x]) for y, x in FLIPS]


def counter_input(windows: NDArray[np.uint8], size: float = 1.0) -> NDArray[np.uint8]:
    """Return the network's input for a board's windows, shape (2, columns, PITCH_PX, PITCH_PX, 3), with the stores in the
    outer columns. Pits are enlarged by a factor of `size`.

    Returns:
        Pictures of shape (2, columns, SIDE_PX, SIDE_PX, 3).
    """
    margin = (PITCH_PX - SIDE_PX) // 2
    out = windows[:, :, margin : margin + SIDE_PX, margin : margin + SIDE_PX].copy()
    if size != 1:
        shift = (SIDE_PX - 1) / 2 - size * (PITCH_PX - 1) / 2  # the middle stays the middle
        matrix = np.array([[size, 0, shift], [0, size, shift]])
        for row, column in product(range(2), range(1, windows.shape[1] - 1)):
            window = windows[row, column]
            out[row, column] = cv2.warpAffine(window, matrix, (SIDE_PX, SIDE_PX), borderMode=cv2.BORDER_REPLICATE)
    for row, column in product(range(2), (0, -1)):
        out[row, column] = cv2.resize(windows[row, column], (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)
    return out


def code_of(pits: NDArray[np.uint8], counts: NDArray[np.intp]) -> Floats32:
    """Return the code of the set whose pits have these counts (up to MAX_COUNT), shape (CODE_SIZE,)."""
    return np.asarray(_answers(pits, None, counts)[2].mean(axis=0), np.float32)


def _answers(pits: NDArray[np.uint8], code: Floats32 | None, counts: NDArray[np.intp]) -> tuple[Floats32, ...]:
    codes = np.zeros((len(pits), CODE_SIZE, 1, 1), np.float32)
    if code is not None:
        codes += code[..., None, None]
    return _network()(relative(pits), code=codes, counts=np.eye(NO_PIT, dtype=np.float32)[counts])


def log_likelihoods(logits: Floats) -> Floats:
    """Return the log-likelihoods of 0..MAX_COUNT seeds, shape (n, MAX_COUNT + 1), from the first result of `counted`."""
    chances = np.exp(normalised(logits[:, :NO_PIT] / TEMPERATURE))
    return np.asarray(np.log(chances + MIN_PROBABILITY), np.float64)


def normalised(logits: Floats) -> Floats:
    """Normalise log-probabilities."""
    return np.asarray(logits - np.logaddexp.reduce(logits, axis=1, keepdims=True), np.float64)


def stored(halves: Floats) -> Floats:
    """Return the estimated number of seeds in each store and its standard deviation, shape (n, 2).

    Args:
        halves: the second result of `counted`, summed over both halves of each store, shape (n, 2).
    """
    return np.column_stack([halves[:, 0], MIN_STORE_SIGMA + np.logaddexp(0, halves[:, 1])])


def relative(pits: NDArray[np.uint8]) -> Floats32:
    """Return the logarithms of colours relative to the wood in the corners, which do not depend on the light."""
    ends = (slice(None, CORNER_PX), slice(-CORNER_PX, None))
    wood = np.concatenate([pits[:, rows, columns].reshape(len(pits), -1, 3) for rows in ends for columns in ends], axis=1)
    ordered, middle = np.sort(wood, axis=1), wood.shape[1] // 2
    median = LOGARITHMS[ordered[:, middle - 1 : middle + 1]].mean(axis=1)
    return np.asarray(LOGARITHMS[pits] - median[:, None, None], np.float32)
