"""Videos, frame by frame: single frames must be read right, or at least reported as strange.

`python -m benchmarks.vision.frames GAME FOLDER... [--learn] [--verbose]`

A label of the kind `video` gives the board for ranges of frames; between two ranges something moves, and a frame must show
the board before or after, or be rejected, or have strange cells. With `--learn` the appearance of the set is learned from
the first labelled frame. Evidence of several frames together is not measured here.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.vision.labels import labelled
from fourth_seat.games import find, game_names
from fourth_seat.games.contents import Cells
from fourth_seat.vision.protocols import Appearance, Image
from fourth_seat.vision.registry import board_vision


def frames(path: Path) -> Iterator[Image]:
    """Yield the pictures of a video."""
    video = cv2.VideoCapture(str(path))
    while True:
        more, image = video.read()
        if not more:
            return
        yield np.asarray(image, np.uint8)


def possible(states: Sequence[Mapping[str, Any]], boards: Sequence[Cells], frame: int) -> tuple[bool, Sequence[Cells]]:
    """Return whether the board is labelled for this frame, and the boards that it may show."""
    for state, board in zip(states, boards, strict=True):
        if state["from_frame"] <= frame <= state["to_frame"]:
            return True, [board]
    before = [board for state, board in zip(states, boards, strict=True) if state["to_frame"] < frame][-1:]
    after = [board for state, board in zip(states, boards, strict=True) if state["from_frame"] > frame][:1]
    return False, before + after


def measure(folder: Path, label: Mapping[str, Any], learn: bool, verbose: bool) -> Counter[str]:
    """Count the frames of one video by their outcome."""
    pictures = [labelled(folder, {**label, "board": state["board"]}) for state in label["states"]]
    boards = [dict(picture.cells or {}) for picture in pictures]
    options, view = pictures[0].options, pictures[0].view()
    if view is None:
        raise SystemExit(f"{label['file']}: the label has no corners")
    classifier = board_vision(find(label["game"])).classifier
    appearance: Appearance = {}
    counts: Counter[str] = Counter()
    for number, image in enumerate(frames(folder / label["file"])):
        known_board, candidates = possible(label["states"], boards, number)
        if learn and known_board and not appearance:
            appearance = classifier.learn(image, view, appearance, candidates[0], options)
        evidence = classifier.classify(image, view, appearance, options)
        doubted = bool(evidence.strange) or classifier.rejection_reason(image, view, appearance, options) is not None
        outcome = "right" if evidence.best() in candidates else "wrong"
        counts[f"{'labelled' if known_board else 'between'}, {outcome}{', doubted' if doubted else ''}"] += 1
        if verbose and (outcome == "wrong" or (known_board and doubted)):
            print(f"{label['file']} frame {number}: {outcome}, strange: {sorted(evidence.strange)}")
    return counts


def main() -> None:
    """Print the counts of each video of a game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(game_names()))
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--learn", action="store_true", help="learn the look from the first labelled frame")
    parser.add_argument("--verbose", action="store_true", help="print each frame that is wrong or doubted")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    for folder in args.folders:
        for label in json.loads((folder / "labels.json").read_text())["photos"]:
            if label["game"] == args.game and label.get("kind") == "video":
                counts = measure(folder, label, args.learn, args.verbose)
                print(f"{folder / label['file']}: " + "; ".join(f"{name} {counts[name]}" for name in sorted(counts)))


if __name__ == "__main__":
    main()
