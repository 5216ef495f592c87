"""Boards found in any orientation and any light, slight changes that alter an answer, and other pictures that are
refused.

    python -m benchmarks.vision.found FOLDER... [--results FILE] [--game GAME] [--only TEXT] [--turns TURN...]
                                      [--under NAME...] [--kept | --tuned] [--verbose]

A folder holds photos and their `labels.json`. Each photo is looked at in each turn (0, 90, 180, 270 degrees and mirrored)
under each disturbance, and upright with each slight change. A board counts as found if the corners lie within 3 % of its
width and it is not refused afterwards; a grid that must stand upright, but lies on its side, counts if the program says so.
Its cells are read with the corners that were found, and the pits and the stores of Kalah are counted separately. Pictures
of other things, and of other games' boards, are shown to each game. Sets that nothing was tuned on (`is_kept`) are counted
separately. Intervals are Wilson's, 95 %; variants of one photo depend on each other, so that the worst set says more than
they do.

`--results`: a line for each picture that was looked at; those that it already holds are not looked at again.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import time
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.outputs import output_file
from benchmarks.vision.composites.disturbances import DISTURBANCES, Disturbance
from benchmarks.vision.composites.film import camera_of
from benchmarks.vision.composites.photos import GAMMA, Photo, is_kept, photo_of, stored
from benchmarks.vision.labels import Labelled, load
from benchmarks.vision.renders.tracing.sensor import Light
from benchmarks.vision.single import labelled_cells, mistakes, offset
from fourth_seat.calibration.lens import Points
from fourth_seat.games import find, game_names
from fourth_seat.vision.board_reading import detect_board, rejection, view_of_board
from fourth_seat.vision.protocols import BoardNotFound
from fourth_seat.vision.registry import board_vision

Row = dict[str, Any]

MAX_CORNER_ERROR_SHARE = 0.03  # of the board's width, by which found corners may be off and still count as right
STORE_TOLERANCE_SHARE = 0.1  # part of a store's contents by which its count may be off
SURE_PROBABILITY = 0.9  # of a cell's content, from which on it is called sure
BLUR_SHARE = 0.004  # of the picture's longer side: the standard deviation of a blur
NOISE_LEVELS = 12.0  # of 255: the standard deviation of noise
TURNS = "0", "90", "180", "270", "mirrored"
ON_ITS_SIDE = "90", "270"


def _blurred(light: Light, photo: Photo, _t: float) -> Light:
    return np.asarray(cv2.GaussianBlur(light, (0, 0), BLUR_SHARE * max(photo.size)), np.float32)


def _noisy(light: Light, _photo: Photo, _t: float) -> Light:
    levels = stored(light) + np.random.default_rng(0).normal(0, NOISE_LEVELS, light.shape)
    return np.asarray((levels.clip(0, 255) / 255) ** GAMMA, np.float32)


LOOKS: dict[str, Disturbance | None] = {
    "clean": None,
    **{name: DISTURBANCES[name] for name in ("shadow", "glare", "dark-40", "jpeg-30", "small", "warm")},
    "blurred": Disturbance(_blurred),
    "noisy": Disturbance(_noisy),
}
SLIGHT: dict[str, Disturbance | None] = {
    "smaller-10": Disturbance(size=(864, 864)),
    "smaller-25": Disturbance(size=(720, 720)),
    "turned-3": Disturbance(turn=3),
    "dark-20": Disturbance(lambda light, _photo, _t: light * np.float32(0.8**GAMMA)),
}
"""Each photo's longer side has 960 pixels."""


def turned(photo: Photo, turn: str) -> Photo:
    """Return the photo as seen by a camera turned by this many degrees, or mirrored."""
    width, height = photo.size
    matrix, size = {
        "0": ([[1, 0, 0], [0, 1, 0], [0, 0, 1]], (width, height)),
        "90": ([[0, -1, height - 1], [1, 0, 0], [0, 0, 1]], (height, width)),
        "180": ([[-1, 0, width - 1], [0, -1, height - 1], [0, 0, 1]], (width, height)),
        "270": ([[0, 1, 0], [-1, 0, width - 1], [0, 0, 1]], (height, width)),
        "mirrored": ([[-1, 0, width - 1], [0, 1, 0], [0, 0, 1]], (width, height)),
    }[turn]
    return photo.mapped(np.array(matrix, np.float64), size)


def variants(turns: Iterable[str], under: Iterable[str]) -> Iterator[tuple[str, str, Disturbance | None]]:
    """Yield the turn, the name and the disturbance of each requested variant."""
    wanted = set(under)
    for turn in turns:
        for name, disturbance in (LOOKS | (SLIGHT if turn == "0" else {})).items():
            if name in wanted:
                yield turn, name, disturbance


def nearest(found: Points, true: Points) -> Points:
    """Return the corners in the order around the board that comes nearest to the true one."""
    rings = [np.roll(ring, n, axis=0) for ring in (found, found[::-1]) for n in range(4)]
    return min(rings, key=lambda ring: offset(ring, true))


def looked(photo: Photo, turn: str, disturbance: Disturbance | None) -> Row:
    """Look for the board of a photo, and read it."""
    photo = turned(photo, turn)
    if disturbance:
        photo = disturbance.seen(photo)
        image = camera_of(photo, disturbance, np.random.default_rng(zlib.crc32(photo.name.encode()))).see(photo.light)
    else:
        image = stored(photo.light)
    before = time.process_time()
    answer = detect_board(image, photo.game, photo.options)
    row: Row = {"ms": round(1000 * (time.process_time() - before))}
    if isinstance(answer, BoardNotFound):
        return {**row, "reason": str(answer.reason)}
    view = view_of_board(answer.corners, photo.game, photo.options, image)
    refused = rejection(image, photo.game, photo.options, view, answer.shape)
    corners = nearest(answer.corners, photo.corners)
    row |= {"off": round(offset(corners, photo.corners), 4), "reason": str(refused or "")}
    view = view_of_board(corners, photo.game, photo.options, image)
    evidence = board_vision(photo.game).classifier.classify(image, view, answer.shape, photo.options)
    row["confidence"] = answer.confidence * evidence.sureness()
    if photo.cells is not None and row["off"] <= MAX_CORNER_ERROR_SHARE:
        geometry, best = photo.game.geometry(photo.options), evidence.best()
        names = labelled_cells(geometry, photo.ignored)
        wrong = {text.split()[0] for text in mistakes(best, photo.cells, names)}
        stores = {name for name in names if geometry[name].zone == "store"}
        sure = {n for n in names if evidence.confidence(n) >= SURE_PROBABILITY and n not in evidence.strange}
        held = {n: [content.count if (content := cells.get(n)) else 0 for cells in (best, photo.cells)] for n in stores}
        near = sum(abs(seen - true) <= STORE_TOLERANCE_SHARE * true for seen, true in held.values())
        row |= {
            "cells": [len(names - stores - wrong), len(names - stores)],
            "stores": [near, len(stores)],
            "sure": [len(sure - wrong), len(sure)],
        }
    return row


def others(picture: Labelled, game: str | None) -> Iterator[tuple[str, str]]:
    """Yield the kind of a picture, and each game of which it shows no board."""
    negative = bool(picture.refuse or picture.label.get("negative"))
    said = (picture.label.get(key, "") for key in ("kind", "refuse", "note"))
    words = " ".join((picture.path.stem, *said)).lower()
    kind = "other games' boards"
    if negative:
        kind = next((word for word in ("box", "screen") if word in words), "other things")
    for name in [game] if game else game_names():
        if negative or name != picture.game:
            yield kind, name


def shown(picture: Labelled, name: str) -> Row:
    """Show the game a picture that does not show a board of this game."""
    game, image = find(name), picture.image()
    options = game.options()
    answer = detect_board(image, game, options)
    if isinstance(answer, BoardNotFound):
        return {"reason": str(answer.reason)}
    view = view_of_board(answer.corners, game, options, image)
    reason = rejection(image, game, options, view, answer.shape)
    return {"reason": str(reason or ""), "confidence": answer.confidence}


def rows(args: argparse.Namespace) -> Iterator[Row]:
    """Yield a row for each picture, including those whose results are there already."""
    done: dict[str, Row] = {}
    if args.results and args.results.exists():
        done = {row["key"]: row for row in map(json.loads, args.results.read_text().splitlines())}

    def row_of(key: str, about: Row, look: Callable[[], Row]) -> Row:
        if key not in done:
            done[key] = {"key": key, **about, **look()}
            if args.results:
                with args.results.open("a") as file:
                    file.write(json.dumps(done[key]) + "\n")
        return {**about, **done[key]}

    for picture in (picture for folder in args.folders for picture in load(folder)):
        name, kept = picture.path.name, is_kept(picture.path.name)
        if args.only not in name or (args.kept and not kept) or (args.tuned and kept):
            continue
        about: Row = {"set": name, "kept": kept}
        photo = photo_of(picture) if picture.game in (args.game or picture.game,) else None
        if photo:
            for turn, under, disturbance in variants(args.turns, args.under):
                own = {**about, "game": picture.game, "turn": turn, "under": under}
                yield row_of(f"{name} {turn} {under}", own, partial(looked, photo, turn, disturbance))
        for kind, game in others(picture, args.game) if args.others else ():
            own = {**about, "kind": kind, "game": game, "source": picture.label.get("source", name).split(" ")[0]}
            yield row_of(f"{name} as {game}", own, partial(shown, picture, game))


def is_found(row: Row) -> bool:
    """Return whether the board was found, or, for a grid on its side, whether that was reported."""
    if row["game"] == "connect4" and row["turn"] in ON_ITS_SIDE:
        return "90 degrees" in row["reason"]
    return "off" in row and row["off"] <= MAX_CORNER_ERROR_SHARE and not row["reason"]


def share(right: int, of: int) -> str:
    """Return a share with Wilson's interval, 95 %."""
    if not of:
        return "-"
    z, p = 1.96, right / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    return f"{right} of {of} ({100 * p:.1f} %, {100 * (middle - half):.1f} to {100 * (middle + half):.1f})"


def _by(found: Iterable[Row], *keys: str) -> dict[tuple[str, ...], list[Row]]:
    groups: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in found:
        groups[tuple(str(row[key]) for key in keys)].append(row)
    return dict(sorted(groups.items()))


def _report(title: str, found: list[Row]) -> None:
    """Print what was found of the sets of one part."""
    boards = [row for row in found if row.get("under") in LOOKS]
    if boards:
        print(f"{title}: found {share(sum(map(is_found, boards)), len(boards))}")
        for keys in (("game",), ("turn",), ("under",), ("game", "turn")):
            parts = [f"{' '.join(key)} {sum(map(is_found, of))}/{len(of)}" for key, of in _by(boards, *keys).items()]
            print(f"  by {' and '.join(keys)}: {', '.join(parts)}")
        sets = sorted((sum(map(is_found, of)) / len(of), name) for (name,), of in _by(boards, "set").items())
        print("  worst sets: " + ", ".join(f"{name} {100 * part:.0f} %" for part, name in sets[:5]))
        for (game,), of in _by(boards, "game").items():
            read = [row for row in of if "cells" in row]
            sums = {
                what: share(*(sum(row[what][n] for row in read) for n in (0, 1))) for what in ("cells", "stores", "sure")
            }
            spent = [row["ms"] for row in of]
            print(
                f"  {game}: cells {sums['cells']}; stores within a tenth {sums['stores']}; right of cells called"
                f" sure {sums['sure']}; a search {statistics.median(spent):.0f} ms, at most {max(spent)}"
            )
        taken = sorted((row for row in boards if "off" in row and not row["reason"]), key=lambda row: row["confidence"])
        lowest = taken[: max(1, len(taken) // 10)]
        print(f"  right of the tenth found with the least confidence: {share(sum(map(is_found, lowest)), len(lowest))}")
    slight = [row for row in found if row.get("turn") == "0" and (row["under"] in SLIGHT or row["under"] == "clean")]
    for (game,), of in _by(slight, "game").items():
        pictures = _by(of, "set")
        minds = [name for (name,), each in pictures.items() if len(set(map(is_found, each))) > 1]
        print(f"  {game}: change their mind at trifles: {len(minds)} of {len(pictures)}: {', '.join(minds) or 'none'}")
    for (kind,), of in _by((row for row in found if "kind" in row), "kind").items():
        turned_down = share(sum(bool(row["reason"]) for row in of), len(of))
        sources = _by(of, "source")
        accepted = {name: sum(not row["reason"] for row in each) for (name,), each in sources.items()}
        wrong = ", ".join(f"{name} {number}/{len(sources[name,])}" for name, number in accepted.items() if number)
        print(
            f"  turned down, {kind}: {turned_down}, {len(_by(of, 'set'))} pictures of {len(sources)} sources; not turned"
            f" down: {wrong or 'none'}"
        )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, help="folders with a labels.json")
    parser.add_argument("--results", type=output_file, help="file of lines, one for each picture, to go on with")
    parser.add_argument("--game", choices=sorted(game_names()))
    parser.add_argument("--only", default="", metavar="TEXT", help="photos with this in their names")
    parser.add_argument("--turns", nargs="+", choices=TURNS, default=TURNS)
    parser.add_argument("--under", nargs="*", choices=[*LOOKS, *SLIGHT], default=[*LOOKS, *SLIGHT], metavar="NAME")
    parser.add_argument("--no-others", dest="others", action="store_false", help="show no picture of anything else")
    part = parser.add_mutually_exclusive_group()
    part.add_argument("--kept", action="store_true", help="only sets that nothing was tuned on")
    part.add_argument("--tuned", action="store_true", help="only the other sets")
    parser.add_argument("--verbose", action="store_true", help="each picture that was judged wrongly")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    found = []
    for row in rows(args):
        found.append(row)
        if args.verbose and not (row["reason"] if "kind" in row else is_found(row)):
            print(json.dumps(row), flush=True)
    for title, kept in (("tuned on", False), ("kept apart", True)):
        _report(title, [row for row in found if row["kept"] == kept])


if __name__ == "__main__":
    main()
