"""`companion.py look GAME IMAGE...`: what lies on the board in pictures, each found by itself or within given corners.

    companion.py look connect4 table.jpg
    companion.py look blokus *.jpg --corners 428,214 1207,222 1209,1000 420,1001 --json

A picture in which no board is found is said with the reason, and makes the exit status 1.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from commands.corners import add_corners, read_corners
from commands.game import add_game, read_game
from games import AnyGame
from games.options import Options
from vision.boards import board
from vision.errors import NoPicture
from vision.look import Reading, look
from words import FourthSeatError, Text, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("images", nargs="+", metavar="IMAGE", type=Path)
    add_corners(parser)
    parser.add_argument("--json", action="store_true", help="one JSON line a picture")


def run(args: argparse.Namespace) -> int:
    game, options = read_game(args)
    corners = read_corners(args)
    blind = 0
    for path in args.images:
        try:
            sight = look(read_picture(path), game, options, corners)
        except FourthSeatError as error:
            blind += 1
            report_failure(path, error.text, args.json)
            continue
        if isinstance(sight, Text):
            blind += 1
            report_failure(path, sight, args.json)
        else:
            print(json.dumps(line(path, game, options, sight)) if args.json else picture(path, game, options, sight))
    return 1 if blind else 0


def read_picture(path: Path) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The picture in a file.

    Raises:
        NoPicture: there is no such file, or it holds none.
    """
    if not path.is_file():
        raise NoPicture(say("there is no file {path}", path=str(path)))
    image = cv2.imread(str(path))
    if image is None:
        raise NoPicture(say("{path} holds no picture that can be read: give a JPEG or PNG file", path=str(path)))
    return np.asarray(image, np.uint8)


def report_failure(path: Path, reason: Text, as_json: bool) -> None:
    """A picture that shows no board that can be read."""
    if as_json:
        print(json.dumps({"file": str(path), "found": False, "reason": str(reason)}))
    print(f"{path}: {reason}", file=sys.stderr)


def line(path: Path, game: AnyGame, options: Options, sight: Reading) -> dict[str, Any]:
    """One picture as JSON."""
    return {
        "file": str(path),
        "found": True,
        "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in sight.corners],
        **board(game, options, sight.evidence.best()),
        "confidence": round(sight.confidence, 4),
    }


def picture(path: Path, game: AnyGame, options: Options, sight: Reading) -> str:
    """One picture as lines of text: what is seen, row by row from the top."""
    lines = [f"{path}: {sight.confidence:.1%} a cell"]
    for name, value in board(game, options, sight.evidence.best()).items():
        shown = value if name == "board" and isinstance(value, list) else [f"{name} {value}"]
        lines += [f"  {row}" for row in shown]
    return "\n".join(lines)
