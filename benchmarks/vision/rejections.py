"""Pictures in which no board may be read: all must be rejected, with a reason.

    python -m benchmarks.vision.rejections FOLDER... [--verbose]

A picture whose label says `refuse` (box art, dark, no board) is shown to the reader of its game, which must find the board
itself, and once more with the corners if the label has them: then a question must be asked about it. Every other picture of
a board is shown to the readers of all other games.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import cv2

from benchmarks.vision.labels import Labelled, load
from fourth_seat.calibration.lens import Points
from fourth_seat.games import find, game_names
from fourth_seat.vision.board_reading import read_board
from fourth_seat.words import Text


def main() -> int:
    """Return the exit status: 0 if everything was rejected."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--verbose", action="store_true", help="each picture that was taken for a board")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    shown: Counter[str] = Counter()
    taken: Counter[str] = Counter()
    for folder in args.folders:
        for picture in load(folder):
            for kind, game, corners in questions(picture):
                shown[kind] += 1
                if accepted(picture, game, corners):
                    taken[kind] += 1
                    if args.verbose:
                        print(f"  {picture.path.name} was taken for {game} ({kind})", file=sys.stderr)
    for kind in sorted(shown):
        print(f"{kind}: {shown[kind] - taken[kind]} of {shown[kind]} turned down")
    return 1 if taken else 0


def questions(picture: Labelled) -> Iterator[tuple[str, str, Points | None]]:
    """Yield the questions about a picture: the kind, the game, and the corners that are given."""
    if picture.refuse:
        yield f"{picture.refuse}, searched", picture.game, None
        if view := picture.view():
            yield (
                f"{picture.refuse}, corners given",
                picture.game,
                view.corners(find(picture.game).geometry(picture.options).area),
            )
        return
    for game in game_names():
        if game != picture.game:
            yield f"other games' pictures to {game}", game, None


def accepted(picture: Labelled, name: str, corners: Points | None) -> bool:
    """Return whether a board is read in it, and no question asked."""
    game = find(name)
    seen = read_board(picture.image(), game, game.options(), corners)
    return not isinstance(seen, Text) and not seen.rejection and not seen.question


if __name__ == "__main__":
    sys.exit(main())
