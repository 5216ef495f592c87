"""`companion.py look GAME IMAGE...`: read boards from pictures, found automatically or given by their corners.

    companion.py look connect4 table.jpg
    companion.py look blokus *.jpg --corners 428,214 1207,222 1209,1000 420,1001 --json

With `--json`, `position` has the format that other programs use (for `set_position` in `engine` and `position` in `play`),
`unsure` lists the cells that cannot be read with certainty, and `miscount` reports too many or too few pieces.

If a picture shows no board or is too dark, the command gives the reason and exits with status 1. Doubts about a board at
the given corners are only reported (with `--json`, in `question`).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from fourth_seat.boundary.given_path import given_path
from fourth_seat.boundary.streams import silenced_libraries, write_json_line
from fourth_seat.boundary.text import printable
from fourth_seat.commands import spoken
from fourth_seat.commands.arguments.corners import add_corners, read_corners
from fourth_seat.commands.arguments.game import add_game, read_game
from fourth_seat.games import AnyGame
from fourth_seat.games.options import Options
from fourth_seat.inference.initial_position import positions
from fourth_seat.table.stage.whole_board import miscount
from fourth_seat.vision.board_json import board
from fourth_seat.vision.board_photo import doubts
from fourth_seat.vision.board_reading import BoardReading, read_board
from fourth_seat.vision.camera.files import read_picture
from fourth_seat.vision.errors import CameraError
from fourth_seat.vision.registry import require_vision
from fourth_seat.words import FourthSeatError, Text, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("images", nargs="+", metavar="IMAGE", type=given_path, help="pictures of a board")
    add_corners(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON line for each picture")


@silenced_libraries()
def run(args: argparse.Namespace) -> int:
    game, options = read_game(args)
    require_vision(game)
    corners = read_corners(args)
    blind = 0
    for path in args.images:
        name = f"{printable(str(path))}: "
        try:
            image = read_picture(path)
            sight = read_board(image, game, options, corners)
        except CameraError as error:
            sight, name = error.text, ""  # the reason names the file
        except FourthSeatError as error:
            sight = error.text
        reason = sight if isinstance(sight, Text) else sight.rejection
        if args.json:
            write_json_line(line(path, reason, game, options, None if isinstance(sight, Text) else sight), sys.stdout)
        if reason:
            blind += 1
            print(f"{name}{spoken().render(reason)}", file=sys.stderr)
        elif not args.json and not isinstance(sight, Text):
            print(picture(path, game, options, sight))
            if sight.question:
                print(f"{name}{spoken().render(sight.question)}", file=sys.stderr)
    return 1 if blind else 0


def line(path: Path, reason: Text | None, game: AnyGame, options: Options, sight: BoardReading | None) -> dict[str, Any]:
    """Return the result for a picture as JSON."""
    entry: dict[str, Any] = {"file": str(path), "found": reason is None}
    if reason:
        entry["reason"] = str(reason)
    if sight:
        if sight.question:
            entry["question"] = str(sight.question)
        entry["corners"] = [[round(float(x), 1), round(float(y), 1)] for x, y in sight.corners]
        entry |= board(game, options, sight.evidence.best(), sight.evidence.marks)
        entry |= _position(game, options, sight)
        if wrong := miscount(game, game.start(options), sight.evidence.best()):
            entry["miscount"] = str(wrong)
        entry["unsure"] = [doubt.cell for doubt in doubts(sight.evidence)]
        entry["confidence"] = round(sight.confidence, 4)
    return entry


def _position(game: AnyGame, options: Options, sight: BoardReading) -> dict[str, str]:
    """Return the position on the board in the form used by `position` and `set_position`; empty if the pieces form none."""
    found = positions(game, options, sight.evidence, as_read=True)
    if not found:
        return {}
    begun = found[0].options
    return {"position": game.position(found[0]), **({"options": str(begun)} if begun != options else {})}


def picture(path: Path, game: AnyGame, options: Options, sight: BoardReading) -> str:
    """Return the result for a picture as lines of text, row by row from the top."""
    certainty = say("on average {percent} % sure of each cell", percent=f"{100 * sight.confidence:.1f}")
    lines = [f"{printable(str(path))}: {spoken().render(certainty)}"]
    for name, value in board(game, options, sight.evidence.best(), sight.evidence.marks).items():
        shown = value if name == "board" and isinstance(value, list) else [f"{name} {value}"]
        lines += [f"  {row}" for row in shown]
    if wrong := miscount(game, game.start(options), sight.evidence.best()):
        lines.append(f"  {spoken().render(wrong)}")
    if unsure := doubts(sight.evidence):
        cells = tuple(doubt.cell for doubt in unsure)
        lines.append("  " + spoken().render(say("not certain: {cells}", cells=cells)))
    return "\n".join(lines)
