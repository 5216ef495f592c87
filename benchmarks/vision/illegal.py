"""Illegal changes made on real sets, and the time until they are reported.

    python -m benchmarks.vision.illegal PHOTOS... [--game GAME] [--changes N] [--under NAME...] [--kept] [--verbose]

Positions of random games are laid on each photo's set as in `benchmarks.vision.composites`, and the program knows them.
Then a hand changes the board as no turn can: pieces of another colour are played (`colour`), one piece is put elsewhere
(`moved`), or the board is set up for a new game (`start`). A question counts as a report.
"""

from __future__ import annotations

import argparse
import statistics
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.vision.composites.boards import PHOTOGRAPHED_PIECES
from benchmarks.vision.composites.disturbances import DISTURBANCES
from benchmarks.vision.composites.film import FIRST_FRAMES, FilmCamera, camera_of, hand_of
from benchmarks.vision.composites.photos import photos
from benchmarks.vision.composites.playing import PlayedSet, on_board
from benchmarks.vision.renders.film import FRAME_RATE_HZ
from benchmarks.vision.renders.passing import passing
from benchmarks.vision.renders.tracing.sensor import Light
from benchmarks.vision.renders.turns import FilmTurn, turns
from fourth_seat.games import AnyGame, AnyState, game_names
from fourth_seat.games.contents import Cells, differences
from fourth_seat.games.geometry import Holds
from fourth_seat.hardware.machine.memory import usable_memory
from fourth_seat.inference import hypotheses
from fourth_seat.inference.move_tracker import with_changes
from fourth_seat.vision.camera.source import CameraFrame
from fourth_seat.vision.memory import retain_freed_memory
from fourth_seat.vision.worker.session import VisionSession

MAX_REPORT_S = 3.0  # from the hand's leaving until the report
WATCHED_S = 6.0
MOVES = 12  # of the games, out of which a position is taken
TRIES = 40  # for a change that no rule allows
MAX_FIRST_TURNS = 50  # turns of a position up to which pairs of turns are compared as well


@dataclass
class Tally:
    """Reports of some changes: seconds until each, moves that they were mistaken for, and changes without any report."""

    seconds: list[float] = field(default_factory=list)
    wrong: int = 0
    silent: int = 0

    def __str__(self) -> str:
        n = len(self.seconds) + self.wrong + self.silent
        soon = sum(each <= MAX_REPORT_S for each in self.seconds)
        median, most = (statistics.median(self.seconds), max(self.seconds)) if self.seconds else (0.0, 0.0)
        return (
            f"{soon} of {n} within {MAX_REPORT_S:.0f} s, median {median:.1f} s, longest {most:.1f} s; "
            f"taken for a move {self.wrong}, no report {self.silent}"
        )


def coloured(game: AnyGame, state: AnyState, rng: np.random.Generator) -> Cells | None:
    """Play a turn with pieces of another colour; None if it does more than lay down pieces of one colour."""
    plays = hypotheses.turns(game, state)
    changes = plays[int(rng.integers(len(plays)))].changes if plays else {}
    geometry, lying = game.geometry(state.options), state.cells()
    on_board = {cell: content for cell, content in changes.items() if geometry[cell].zone == "board"}
    laid = {cell: content for cell, content in on_board.items() if content and content.colour and cell not in lying}
    if not laid or laid.keys() != on_board.keys():
        return None
    colours = len(game.sides(state.options))
    step = int(rng.integers(1, colours))
    other = {cell: replace(content, colour=(content.colour - 1 + step) % colours + 1) for cell, content in laid.items()}
    return {**lying, **other}


def moved(game: AnyGame, state: AnyState, rng: np.random.Generator) -> Cells | None:
    """Put one piece elsewhere, onto an empty cell or one of its colour that holds several."""
    geometry, cells = game.geometry(state.options), state.cells()
    board = [cell.name for cell in geometry.cells if cell.zone == "board"]
    starts = [name for name in board if name in cells and not _is_below(game, name, cells)]
    if not starts:
        return None
    start = starts[int(rng.integers(len(starts)))]
    piece = cells[start]
    stacks = geometry[start].holds in (Holds.STACK, Holds.PILE)
    ends = [
        name
        for name in board
        if name != start
        and (name not in cells or (stacks and cells[name].colour == piece.colour))
        and not _floats(game, name, {other: content for other, content in cells.items() if other != start})
    ]
    end = ends[int(rng.integers(len(ends)))]
    less = replace(piece, count=piece.count - 1) if piece.count > 1 else None
    more = replace(piece, count=cells[end].count + 1 if end in cells else 1)
    return with_changes(cells, {start: less, end: more})


def _is_below(game: AnyGame, name: str, cells: Cells) -> bool:
    """Return whether a Connect 4 stone lies on this one."""
    return game.name == "connect4" and f"{name[0]}{int(name[1]) + 1}" in cells


def _floats(game: AnyGame, name: str, cells: Cells) -> bool:
    """Return whether a Connect 4 stone would fall from here."""
    return game.name == "connect4" and name[1] != "1" and f"{name[0]}{int(name[1]) - 1}" not in cells


def begun_again(game: AnyGame, state: AnyState, _: np.random.Generator) -> Cells | None:
    """Set the board up for a new game."""
    start: AnyState = game.start(state.options)
    return start.cells()


CHANGES: Mapping[str, Callable[[AnyGame, AnyState, np.random.Generator], Cells | None]] = {
    "colour": coloured,
    "moved": moved,
    "start": begun_again,
}


def illegal(kind: str, game: AnyGame, turn: FilmTurn, rng: np.random.Generator) -> Cells | None:
    """Return the board after a change that neither a turn nor a part of one explains; None if there is none."""
    geometry = game.geometry(turn.after.options)
    before = on_board(geometry, turn.after.cells())
    explanations = list(_explanations(game, turn))
    legal = [on_board(geometry, with_changes(before, each.changes)) for each in explanations]
    parts = [on_board(geometry, each.changes) for each in explanations if each.turns]
    for _ in range(TRIES):
        changed = CHANGES[kind](game, turn.after, rng)
        if changed is None or (after := on_board(geometry, changed)) in (before, *legal):
            continue
        partly = any(part and all(after.get(name) == content for name, content in part.items()) for part in parts)
        if kind == "start" or not partly:
            return after
    return None


def _explanations(game: AnyGame, turn: FilmTurn) -> Iterator[hypotheses.Hypothesis]:
    """Yield the turns from the position after this one, pairs of them if there are few, and this one taken back."""
    firsts = hypotheses.turns(game, turn.after)
    yield from firsts
    if len(firsts) <= MAX_FIRST_TURNS:
        yield from hypotheses.second_turns(game, firsts)
    for played in hypotheses.turns(game, turn.before):
        if played.state == turn.after:
            yield from hypotheses.taken_back(game, played)


def film(board: PlayedSet, turn: FilmTurn, after: Cells, rng: np.random.Generator) -> Iterator[tuple[Light, bool]]:
    """Yield the pictures of a hand that changes the board, and whether it is over it."""
    before = turn.after.cells()
    lights = board.light(before), board.light(after)
    places = [board.at(each.cell) for each in differences(on_board(board.geometry, before), after)]
    yield from ((lights[0], False) for _ in range(FIRST_FRAMES))
    yield from ((light, True) for light, _ in passing(places, hand_of(board.photo, rng), *lights))
    yield from ((lights[1], False) for _ in range(round(WATCHED_S * FRAME_RATE_HZ)))


def follow(session: VisionSession, camera: FilmCamera, shots: Iterator[tuple[Light, bool]], tally: Tally) -> str:
    """Let a session see a film; tally its first report, and return that as text."""
    left = 0.0
    for number, (light, hand) in enumerate(shots):
        t = number / FRAME_RATE_HZ
        left = t if hand else left
        for line in session.see(CameraFrame(camera.see(light), t, number)):
            if number < FIRST_FRAMES:
                continue
            if "move" in line:
                tally.wrong += 1
                return f"took it for {line['move']}"
            if "ask" in line or line.get("event") == "wrong":
                tally.seconds.append(max(0.0, t - left))
                return f"{t - left:.1f} s: {line.get('reason') or line['ask']}"
    tally.silent += 1
    return "no report"


def main() -> int:
    """Print a line for each game and kind of change; the exit status is 1 if a change was not reported in time."""
    args = _arguments()
    cv2.setNumThreads(1)
    retain_freed_memory(usable_memory())  # as the vision process does
    tallies: dict[tuple[str, str, str], Tally] = defaultdict(Tally)
    for photo in photos(args.photos, args.game):
        pieces = PHOTOGRAPHED_PIECES[photo.game.name](photo) if args.only in photo.name else None
        if pieces is None or (args.kept and not photo.kept):
            continue
        for under in args.under:
            board = PlayedSet(photo, pieces, DISTURBANCES[under])
            for number in range(args.changes):
                rng = np.random.default_rng([zlib.crc32(photo.name.encode()), number, args.seed])
                game = [turn for turn in turns(photo.game.name, photo.options, rng, MOVES) if not turn.after.over]
                turn = game[int(rng.integers(len(game) // 3, len(game)))]
                for kind in CHANGES:
                    after = illegal(kind, photo.game, turn, rng)
                    if after is None:
                        continue
                    tally = tallies[photo.game.name, kind, "kept" if photo.kept else "tuning"]
                    settings: dict[str, Any] = {
                        "game": photo.game.name,
                        "options": str(turn.after.options),
                        "corners": board.photo.corners,
                        "position": photo.game.position(turn.after),
                    }
                    camera = camera_of(board.photo, DISTURBANCES[under], rng)
                    said = follow(VisionSession(settings), camera, film(board, turn, after, rng), tally)
                    if args.verbose:
                        print(f"{photo.name} {number} {under} {kind}: {said}", flush=True)
    for (name, kind, sets), tally in sorted(tallies.items()):
        print(f"{name:10} {kind:6} {sets:6}: {tally}")
    late = any(t.wrong or t.silent or max(t.seconds, default=0) > MAX_REPORT_S for t in tallies.values())
    return 0 if tallies and not late else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", nargs="+", type=Path, help="folders with a labels.json")
    parser.add_argument("--game", choices=sorted(game_names()))
    parser.add_argument("--only", default="", metavar="PART", help="photos with this in their names")
    parser.add_argument("--changes", type=int, default=1, metavar="N", help="positions of each photo's set")
    parser.add_argument("--under", nargs="+", choices=sorted(DISTURBANCES), default=["fair"], metavar="NAME")
    parser.add_argument("--kept", action="store_true", help="only sets that nothing was tuned on")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--verbose", action="store_true", help="a line for each change")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
