"""Unseen sets, game by game: found, read with no prior knowledge, read after one look at the start, rejected.

    python -m benchmarks.vision.other_sets PHOTOS... [--game GAME] [--under NAME...] [--only TEXT] [--verbose]
                                           [--positions N]

Photos of sets that nothing was tuned on are counted separately. The one look is the same photo with its pieces moved to the
start position (`composites`), in fair light; what is read then is the photo itself or, where that shows the start, 1 or N
later positions laid on it, each after a separate look with the pieces elsewhere in their cells; on another day, the look of
the set is still known, but not the places of the pieces. `--under`: what is wrong with the camera or the lamp meanwhile;
without it, photos are read as they are. A cell that was read wrong counts as flagged if it is strange, if no content is
likelier than nine to one, or if the board is refused.
"""

from __future__ import annotations

import argparse
import zlib
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from benchmarks.vision.composites.boards import PHOTOGRAPHED_PIECES
from benchmarks.vision.composites.disturbances import DISTURBANCES, Disturbance
from benchmarks.vision.composites.film import camera_of
from benchmarks.vision.composites.photos import Photo, is_kept, photos, stored
from benchmarks.vision.composites.playing import PlayedSet
from benchmarks.vision.labels import Labelled, load
from benchmarks.vision.renders.tracing.sensor import Light
from benchmarks.vision.renders.turns import turns
from benchmarks.vision.single import labelled_cells, mistakes, offset
from fourth_seat.calibration.view import View
from fourth_seat.games import find, game_names
from fourth_seat.games.contents import Cells
from fourth_seat.inference.evidence import Evidence
from fourth_seat.vision.board_reading import detect_board, rejection
from fourth_seat.vision.protocols import Appearance, BoardNotFound, Image, lasting, size_of
from fourth_seat.vision.registry import board_vision

MAX_CORNER_ERROR_SHARE = 0.03  # of the board's width, by which found corners may be off and still count as right
MIN_SURE_PROBABILITY = 0.9  # probability of a cell's content from which on no question is asked
MAX_LATER_MOVES = 6  # to the first position that is laid where the photo shows the start; to others one to as many
MAX_COUNTED_PIECES = 7  # in a cell of the board that can be counted one by one


@dataclass
class SetsTally:
    """Counts over the photos of one game."""

    boards: int = 0
    found: int = 0
    cells: int = 0
    right: int = 0
    flagged: int = 0
    whole: int = 0
    looks: int = 0
    known_cells: int = 0
    known_right: int = 0
    few: int = 0
    few_right: int = 0
    lasting_right: int = 0
    others: int = 0
    turned_down: int = 0

    def __str__(self) -> str:
        wrong = self.cells - self.right
        return (
            f"found {self.found}/{self.boards}; nothing known: cells {_share(self.right, self.cells)}, "
            f"boards {self.whole}/{self.boards}, of {wrong} errors {self.flagged} flagged; "
            f"one look ({self.looks}): cells {_share(self.known_right, self.known_cells)}, "
            f"on the board up to {MAX_COUNTED_PIECES} pieces {_share(self.few_right, self.few)}, "
            f"another day {_share(self.lasting_right, self.known_cells)}; "
            f"turned down {self.turned_down}/{self.others}"
        )


def _share(right: int, of: int) -> str:
    return f"{right}/{of} ({right / of:.2%})" if of else "-"


def main() -> None:
    """Print the figures."""
    args = _arguments()
    cv2.setNumThreads(1)
    tallies: dict[tuple[str, str], SetsTally] = defaultdict(SetsTally)
    for under in args.under or [None]:
        disturbance = DISTURBANCES[under] if under else None
        for photo in photos(args.photos, args.game):
            if args.only in photo.name:
                tally = tallies[photo.game.name, "kept" if photo.kept else "tuning"]
                note = measure(tally, photo, disturbance, args.positions)
                if args.verbose:
                    print(f"{photo.name}, {under or 'as it is'}: {note}", flush=True)
    if not args.under:
        for folder in args.photos:
            for picture in load(folder):
                if args.only in picture.path.name:
                    strangers(tallies, picture, args.game, verbose=args.verbose)
    for (game, part), tally in sorted(tallies.items()):
        print(f"{game}, {part}: {tally}")


def measure(tally: SetsTally, photo: Photo, disturbance: Disturbance | None, positions: int = 1) -> str:
    """Find and read one photo and this many later positions of its set; count, and describe the outcome."""
    shown = disturbance.seen(photo) if disturbance else photo
    rng = np.random.default_rng(zlib.crc32(photo.name.encode()))
    camera = camera_of(shown, disturbance or Disturbance(), rng)

    def taken(light: Light) -> Image:
        if disturbance is None:
            return stored(light)
        return camera.see(light)

    image = taken(shown.light)
    answer = detect_board(image, shown.game, shown.options)
    tally.boards += 1
    off = np.inf if isinstance(answer, BoardNotFound) else offset(answer.corners, shown.corners)
    tally.found += off <= MAX_CORNER_ERROR_SHARE
    notes = [f"not found: {answer.reason}" if isinstance(answer, BoardNotFound) else f"corners off by {off:.1%}"]
    if shown.cells is None:
        return notes[0]
    evidence, wrong = _read(shown, image, shown.view, {}, shown.cells)
    refused = rejection(image, shown.game, shown.options, shown.view, {})
    names = [mistake.split()[0] for mistake in wrong]
    flagged = sum(bool(refused) or n in evidence.strange or evidence.confidence(n) < MIN_SURE_PROBABILITY for n in names)
    tally.cells += len(_labelled_cells(shown))
    tally.right += len(_labelled_cells(shown)) - len(wrong)
    tally.flagged += flagged
    tally.whole += not wrong and off <= MAX_CORNER_ERROR_SHARE and refused is None
    notes.append(
        f"nothing known: {len(wrong)} wrong, {flagged} flagged: {' '.join(wrong)}{f' ({refused})' if refused else ''}"
    )
    pieces = PHOTOGRAPHED_PIECES[photo.game.name](photo)
    if pieces:
        start = shown.game.start(shown.options)
        shows_start = {**shown.cells} == {name: at for name, at in start.cells().items() if name in _labelled_cells(shown)}
        for number in range(positions if shows_start else 1):
            board = PlayedSet(photo, pieces, disturbance or Disturbance(), seed=number)
            look = stored(board.light(start.cells()))
            learned = board_vision(shown.game).classifier.learn(look, shown.view, {}, start.cells(), shown.options)
            tally.looks += 1
            cells: Cells = shown.cells
            if shows_start:
                moves = 1 + (MAX_LATER_MOVES - 1 + number) % MAX_LATER_MOVES
                cells = turns(shown.game.name, shown.options, rng, moves)[-1].after.cells()
                image = taken(board.light(cells))
            wrong, later = (_read(shown, image, shown.view, known, cells)[1] for known in (learned, lasting(learned)))
            _count(tally, shown, cells, wrong, later)
            notes.append(f"one look: {len(wrong)} wrong: {' '.join(wrong)}; another day: {len(later)}: {' '.join(later)}")
    return "; ".join(notes)


def _count(tally: SetsTally, photo: Photo, cells: Cells, wrong: list[str], later: list[str]) -> None:
    """Count a position with its errors after one look, and on another day."""
    labelled, geometry = _labelled_cells(photo), photo.game.geometry(photo.options)
    tally.known_cells += len(labelled)
    tally.known_right += len(labelled) - len(wrong)
    tally.lasting_right += len(labelled) - len(later)
    held = {name: content.count if (content := cells.get(name)) else 0 for name in labelled}
    few = {name for name, count in held.items() if count <= MAX_COUNTED_PIECES and geometry[name].zone == "board"}
    tally.few += len(few)
    tally.few_right += len(few - {mistake.split()[0] for mistake in wrong})


def _read(photo: Photo, image: Image, view: View, known: Appearance, cells: Cells) -> tuple[Evidence, list[str]]:
    """Read a picture; return the evidence and its errors."""
    evidence = board_vision(photo.game).classifier.classify(image, view, known, photo.options)
    return evidence, mistakes(evidence.best(), cells, _labelled_cells(photo))


def _labelled_cells(photo: Photo) -> frozenset[str]:
    return labelled_cells(photo.game.geometry(photo.options), photo.ignored)


def strangers(tallies: dict[tuple[str, str], SetsTally], picture: Labelled, only: str | None, *, verbose: bool) -> None:
    """Show a picture to all games whose board it does not show."""
    part = "kept" if is_kept(picture.path.name) else "tuning"
    negative = picture.refuse or picture.label.get("negative")
    image = picture.image()
    for name in [only] if only else game_names():
        if name == picture.game and not negative:
            continue
        tally = tallies[name, part]
        tally.others += 1
        accepted = _accepted(image, name)
        tally.turned_down += not accepted
        if accepted and verbose:
            print(f"{picture.path.name}: TAKEN for {name}")


def _accepted(image: Image, name: str) -> bool:
    game = find(name)
    options = game.options()
    answer = detect_board(image, game, options)
    if isinstance(answer, BoardNotFound):
        return False
    view = View.of_corners(answer.corners, game.geometry(options).area, size_of(image))
    return rejection(image, game, options, view, answer.shape) is None


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", nargs="+", type=Path, help="folders with a labels.json")
    parser.add_argument("--game", choices=sorted(game_names()))
    parser.add_argument("--under", nargs="+", choices=sorted(DISTURBANCES), metavar="NAME")
    parser.add_argument(
        "--positions", type=int, default=1, metavar="N", help="later positions laid on a photo of the start"
    )
    parser.add_argument("--only", default="", metavar="TEXT", help="photos with this in their names")
    parser.add_argument("--verbose", action="store_true", help="each photo")
    return parser.parse_args()


if __name__ == "__main__":
    main()
