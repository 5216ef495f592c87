"""Films of real sets, made of photos and followed as `watch` follows a camera.

    python -m benchmarks.vision.composites PHOTOS... [--game GAME] [--stills] [--under NAME...] [--films N] [--moves M]
                                           [--find] [--rest SECONDS]

`--stills`: each board as it was photographed, for eight seconds: the time and the frequency of its readings. Otherwise
games are played on it: pieces of the same photo are copied from cell to cell, and a hand passes. `--under`: the faults of
the camera, lamp or table (`all`, `gate` for those under which a still board must be readable, `play` for those under which
moves must be seen, `silence` for those under which either a move must be seen, or the program must say what is in the way).
`--find`: the board is searched for; otherwise its corners are given. `--rest`: for how many seconds a position lies there.
`--rotate N`: each photo only under one in N of these, the next photo under the next ones. `--untold`: the first position is
not given. `--kept`: only the sets that nothing was tuned on; otherwise they are counted separately, and if there are
several disturbances, all of them together as well. `--to FOLDER` leaves the films there.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import zlib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from benchmarks.vision.composites.boards import PHOTOGRAPHED_PIECES
from benchmarks.vision.composites.disturbances import DISTURBANCES, GROUPS, Disturbance
from benchmarks.vision.composites.film import STEADY_FRAMES, camera_of, filmed, played, still
from benchmarks.vision.composites.photos import Photo, photos
from benchmarks.vision.composites.playing import PlayedSet
from benchmarks.vision.games import FilmJudge, FilmTally, count_moves
from benchmarks.vision.renders.film import FRAME_RATE_HZ
from benchmarks.vision.renders.turns import turns
from fourth_seat.games import game_names
from fourth_seat.hardware.machine.memory import usable_memory
from fourth_seat.vision.memory import retain_freed_memory

STILL_FILM_S = 8.0  # of a film in which nothing happens


def main() -> int:
    """Return the exit status."""
    args = _arguments()
    cv2.setNumThreads(1)
    retain_freed_memory(usable_memory())  # as the vision process does
    names = [name for given in args.under for name in GROUPS.get(given, (given,))]
    tallies: dict[tuple[str, str, bool], FilmTally] = defaultdict(FilmTally)
    everything: dict[tuple[str, bool], FilmTally] = defaultdict(FilmTally)
    with tempfile.TemporaryDirectory() as folder:
        for turn, name in enumerate(names):
            for which, photo in enumerate(photos(args.photos, args.game)):
                if args.only not in photo.name or (args.kept and not photo.kept) or (turn - which) % args.rotate:
                    continue
                for number, film in enumerate(_films(args, photo, DISTURBANCES[name], Path(args.to or folder) / name)):
                    tally = tallies[photo.game.name, name, photo.kept]
                    own = FilmTally()
                    judge = FilmJudge(film, own, args.verbose, searched=args.find)
                    own.moves = count_moves(judge)
                    judge.run()
                    tally.add(own)
                    everything[photo.game.name, photo.kept].add(own)
                    if args.verbose:
                        print(f"{photo.name} {number}, {name}: {own}", flush=True)
                    if not args.to:
                        _remove(film)
            for game, kept in sorted({(game, kept) for game, under, kept in tallies if under == name}):
                print(f"{game}, {name}, {_part(kept)}: {tallies[game, name, kept]}", flush=True)
    if len(names) > 1:
        for (game, kept), tally in sorted(everything.items()):
            print(f"{game}, all of these, {_part(kept)}: {tally}")
    return 0 if tallies else 1


def _part(kept: bool) -> str:
    return "kept" if kept else "tuning"


def _films(args: argparse.Namespace, photo: Photo, disturbance: Disturbance, folder: Path) -> Iterator[Path]:
    """Make the films of one photo, one at a time."""
    seen = disturbance.seen(photo)
    for number in range(1 if args.stills else args.films):
        rng = np.random.default_rng([zlib.crc32(photo.name.encode()), number, args.seed])
        film = folder / f"{photo.name}-{number}"
        camera = camera_of(seen, disturbance, rng)
        if args.stills:
            labelled = photo.position is not None and not args.untold
            filmed(film, seen, camera, still(seen, STILL_FILM_S), position_given=labelled)
        else:
            pieces = PHOTOGRAPHED_PIECES[photo.game.name](photo)
            if pieces is None:
                return
            board = PlayedSet(photo, pieces, disturbance)
            game = turns(photo.game.name, photo.options, rng, args.moves)
            filmed(
                film,
                seen,
                camera,
                played(board, game, rng, round(args.rest * FRAME_RATE_HZ)),
                position_given=not args.untold,
            )
        yield film


def _remove(film: Path) -> None:
    for path in film.iterdir():
        path.unlink()
    film.rmdir()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.vision.composites",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("photos", nargs="+", type=Path, help="folders with a labels.json")
    parser.add_argument("--game", choices=sorted(game_names()))
    parser.add_argument("--only", default="", metavar="TEXT", help="photos with this in their names")
    parser.add_argument("--stills", action="store_true", help="nothing is played")
    parser.add_argument("--under", nargs="+", default=["fair"], choices=[*GROUPS, *DISTURBANCES], metavar="NAME")
    parser.add_argument("--rotate", type=int, default=1, metavar="N", help="each photo under one in N of these")
    parser.add_argument("--films", type=int, default=1, help="of each photo")
    parser.add_argument("--moves", type=int, default=10, help="of each film")
    parser.add_argument("--find", action="store_true", help="the board is searched for")
    parser.add_argument(
        "--rest", type=float, default=STEADY_FRAMES / FRAME_RATE_HZ, metavar="SECONDS", help="between moves"
    )
    parser.add_argument("--untold", action="store_true", help="the first position is not given")
    parser.add_argument("--kept", action="store_true", help="only sets that nothing was tuned on")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--to", type=Path, metavar="FOLDER", help="leave the films there")
    parser.add_argument("--verbose", action="store_true", help="each film, and each error")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
