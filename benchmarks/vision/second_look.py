"""The gain from a second look at a set: sets in photos are learned from the start position, and again after one change.

    python -m benchmarks.vision.second_look PHOTOS... [--game GAME] [--under NAME...] [--games 2]

The change takes a person a moment: emptying a pit into the next one, putting one piece down, taking a checker away. The
board is set up as before, and later positions of random games are read: with the knowledge from one look, from one look
taken twice, and from the changed board between the two. It prints the cells that are read wrong, with the memory of the
board's arrangement and without it, as on another day.
"""

from __future__ import annotations

import argparse
import zlib
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np

from benchmarks.vision.composites.boards import PHOTOGRAPHED_PIECES
from benchmarks.vision.composites.disturbances import DISTURBANCES, Disturbance
from benchmarks.vision.composites.film import camera_of
from benchmarks.vision.composites.photos import Photo, photos
from benchmarks.vision.composites.playing import PlayedSet
from benchmarks.vision.renders.turns import turns
from benchmarks.vision.single import labelled_cells, mistakes
from fourth_seat.games import game_names
from fourth_seat.games.contents import Cells, Content
from fourth_seat.vision.protocols import Appearance, lasting
from fourth_seat.vision.registry import board_vision

LATER_SHARES = (0.15, 0.3, 0.5)  # of a game's turns after which its board is read
BOARD_CHANGES: dict[str, tuple[dict[str, Content | None], ...]] = {
    "kalah": ({"b": None, "c": Content(0, 8)},),
    "connect4": ({"d1": Content(1)},),
    "blokus": ({f"{letter}8": Content(1) for letter in "fghij"},),
    "backgammon": ({"6": Content(1, 4)}, {"13": Content(1, 4)}),
}
"""Cells that differ from the start, by game; several changes are made one after the other."""
LOOK_NAMES = ("one look", "the same twice", "one change between")


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=Path, nargs="+")
    parser.add_argument("--game", choices=game_names())
    parser.add_argument("--under", nargs="+", choices=sorted(DISTURBANCES), default=["fair"], metavar="NAME")
    parser.add_argument("--games", type=int, default=2, help="by chance, for each photo")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    wrong: dict[str, np.ndarray] = defaultdict(lambda: np.zeros((len(LOOK_NAMES), 2), int))
    cells: dict[str, int] = defaultdict(int)
    for photo in photos(args.photos, args.game):
        for under in args.under if photo.cells is not None and photo.game.name in BOARD_CHANGES else ():
            found, count = looked(photo, DISTURBANCES[under], args.games)
            wrong[photo.game.name] += found
            cells[photo.game.name] += count
    for game, found in sorted(wrong.items()):
        counts = "; ".join(
            f"{look}: {here}, another day {later}" for look, (here, later) in zip(LOOK_NAMES, found, strict=True)
        )
        print(f"{game}, wrong of {cells[game]} cells: {counts}")


def looked(photo: Photo, disturbance: Disturbance, games: int) -> tuple[np.ndarray, int]:
    """Return the cells that are read wrong, shape (looks, 2), with the memory and without it; and the cells read."""
    found = np.zeros((len(LOOK_NAMES), 2), int)
    pieces = PHOTOGRAPHED_PIECES[photo.game.name](photo)
    if pieces is None:
        return found, 0
    shown = disturbance.seen(photo)
    rng = np.random.default_rng(zlib.crc32(photo.name.encode()))
    camera, board = camera_of(shown, disturbance, rng), PlayedSet(photo, pieces, disturbance)
    classifier, start = board_vision(photo.game).classifier, photo.game.start(photo.options).cells()

    def learned(known: Appearance, cells: Cells) -> Appearance:
        return classifier.learn(camera.see(board.light(cells)), shown.view, known, cells, photo.options)

    once = learned({}, start)
    between = once
    for change in BOARD_CHANGES[photo.game.name]:
        between = learned(between, {name: content for name, content in {**start, **change}.items() if content})
    counted = labelled_cells(board.geometry, photo.ignored)
    looks = once, learned(once, start), learned(between, start)
    count = 0
    for _ in range(games):
        played = turns(photo.game.name, photo.options, rng)
        for share in LATER_SHARES:
            cells = played[int(share * len(played))].after.cells()
            image = camera.see(board.light(cells))
            count += len(counted)
            for row, known in enumerate(looks):
                for column, appearance in enumerate((known, lasting(known))):
                    best = classifier.classify(image, shown.view, appearance, photo.options).best()
                    found[row, column] += len(mistakes(best, cells, counted))
    return found, count


if __name__ == "__main__":
    main()
