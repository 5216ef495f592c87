"""Real videos with labelled states, followed as `watch` follows a camera: moves recognised, missed and false.

    python -m benchmarks.vision.videos FOLDER... [--find]

A label has the board for ranges of frames. Between two ranges, one or more moves are made; the moves reported must lead to
the second board, and no others may be reported.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import time
from pathlib import Path
from typing import Any

import cv2

from benchmarks.vision.labels import labelled
from fourth_seat.vision.camera.open_source import open_source
from fourth_seat.vision.worker.session import VisionSession


def main() -> int:
    """Return the exit status: 0 if every move was seen and none was false."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--find", action="store_true", help="the board is searched for; else its corners are given")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    flaws = 0
    for folder in args.folders:
        for label in json.loads((folder / "labels.json").read_text())["photos"]:
            if label.get("kind") == "video":
                flaws += judged(folder, label, args.find)
    return 1 if flaws else 0


def judged(folder: Path, label: dict[str, Any], find: bool) -> int:
    """Print the results of one video; return the number of missed or false moves."""
    view = labelled(folder, {key: value for key, value in label.items() if key != "board"}).view()
    assert view is not None
    corners = None if find else view.corners((0, 0, 7, 6)).tolist()
    session = VisionSession({"game": label["game"], "corners": corners})
    source = open_source(str(folder / label["file"]))
    states = label["states"]
    reported: list[tuple[int, list[str]]] = []
    spent = frames = 0.0
    while not source.over:
        if frame := source.read():
            start = time.process_time()
            lines = list(session.see(frame))
            spent += time.process_time() - start
            frames += 1
            reported += [(line["frame"], line["board"]) for line in lines if "move" in line]
    source.close()
    seen = late = 0
    for state, after in itertools.pairwise(states):
        span = range(state["to_frame"], after["to_frame"] + 1)
        hits = [frame for frame, board in reported if frame in span and board == after["board"]]
        if hits:
            seen += 1
            late = max(late, hits[0] - after["from_frame"])
    boards = [state["board"] for state in states[1:]]
    false = sum(not any(_within(board, right) for right in boards) for _, board in reported)
    moves = len(states) - 1
    print(
        f"{label['file']}: {seen} of {moves} moves seen, {false} false; seen at most {late / label['fps']:.2f} s after the "
        f"board lay still; {1000 * spent / frames:.1f} CPU ms a frame"
    )
    return moves - seen + false


def _within(board: list[str], whole: list[str]) -> bool:
    """Return whether everything on a board lies on the other too: one of two moves that are labelled together."""
    return all(
        sign in (".", other)
        for row, other_row in zip(board, whole, strict=True)
        for sign, other in zip(row, other_row, strict=True)
    )


if __name__ == "__main__":
    sys.exit(main())
