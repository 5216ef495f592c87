"""Whole games before the camera: moves seen right, asked about, seen wrong or not at all, and how soon.

    python -m benchmarks.vision.games /work/films/connect4_* [--verbose]

Takes folders as `benchmarks.vision.renders` films them: corners and start position are known, all else is followed from the
pictures alone. What no picture shows is told as a person at the table would tell it: how a die of TriDice lies, what the
answer to a question is, and after a mistake where the game stands.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from games import AnyGame, find
from games.contents import Cells, Content
from hardware.machine.memory import usable_memory
from vision.camera.source import CameraFrame
from vision.memory import retain_freed_memory
from vision.protocols import Image
from vision.worker.session import VisionSession

BESIDE = ("dice", "tray", "hand", "out", "home", "cube", "buttons")  # zones in which no move is seen


@dataclass
class FilmTally:
    """Tally of some games.

    Attributes:
        late: seconds from the hand's leaving until a move was told.
        spent: seconds of processor time for each picture.
    """

    games: int = 0
    flawless: int = 0
    moves: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0
    missed: int = 0
    hands: int = 0
    false: int = 0  # wrong moves told while a hand was over the board, or when nothing had been played
    late: list[float] = field(default_factory=list)
    spent: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        share = self.moves or 1
        late = sorted(self.late) or [0.0]
        return (
            f"{self.games} games, {self.flawless} without an error; {self.moves} moves: "
            f"{self.right / share:.2%} right, {self.asked / share:.2%} asked, {self.wrong} wrong, {self.missed} missed; "
            f"{self.false} false moves in {self.hands} hand frames; told after {statistics.median(late):.2f} s "
            f"(95 %: {late[int(0.95 * (len(late) - 1))]:.2f} s); "
            f"{1000 * statistics.mean(self.spent or [0]):.1f} CPU ms a frame"
        )


@dataclass(frozen=True)
class FilmMoment:
    """A picture and what is true of it."""

    file: Path
    t: float
    before: str
    after: str
    hand: bool


class FilmJudge:
    """Follows one game's pictures and compares."""

    def __init__(self, folder: Path, tally: FilmTally, verbose: bool) -> None:
        label = json.loads((folder / "label.json").read_text())
        self.game: AnyGame = find(label["game"])
        self.options = self.game.options(label["options"])
        self.folder, self.tally, self.verbose = folder, tally, verbose
        start = next(moments(folder)).before
        self.session = VisionSession(
            {"game": self.game.name, "options": label["options"], "corners": label["corners"], "position": start}
        )
        self.seen = self.visible(start)  # what the session believes
        self.left = 0.0  # when the last hand left
        self.asked = self.flawed = False

    def visible(self, position: str) -> Mapping[str, tuple[int, int]]:
        """Return the visible contents of a position."""
        return self._board(self.game.parse_position(position, self.options).cells())

    def _board(self, cells: Cells) -> dict[str, tuple[int, int]]:
        geometry = self.game.geometry(self.options)
        return {name: _shown(content) for name, content in cells.items() if geometry[name].zone not in BESIDE}

    def run(self) -> None:
        """The whole game."""
        turn = ""
        for moment in moments(self.folder):
            if moment.before != moment.after and moment.after != turn:
                turn = moment.after
                self._settle(moment.before)
            if moment.hand:
                self.left = moment.t
            self._look(moment)
        self._settle(moment.after)
        self.tally.games += 1
        self.tally.flawless += not self.flawed

    def _settle(self, truth: str) -> None:
        """Count what should have been reported by now."""
        lay = self.visible(truth)
        if self.seen != lay:
            self.tally.missed += not self.asked
            self._flaw(f"not told: {_differing(self.seen, lay)}")
        if self.seen != lay or self.asked:
            self.session.handle_command("position", truth)
        self.seen, self.asked = lay, False

    def picture(self, moment: FilmMoment) -> Image:
        """Return the picture of a moment, as a camera gives it."""
        return np.asarray(cv2.imread(str(moment.file)), np.uint8)

    def _look(self, moment: FilmMoment) -> None:
        image = self.picture(moment)
        start = time.process_time()
        lines = list(self.session.see(CameraFrame(image, moment.t, int(moment.file.stem))))
        self.tally.spent.append(time.process_time() - start)
        self.tally.hands += moment.hand
        for line in lines:
            self._handle_event(line, moment)

    def _handle_event(self, line: Mapping[str, Any], moment: FilmMoment) -> None:
        if "ask" in line:
            self.tally.asked += not self.asked
            self.asked = True
            self._say(f"{moment.file.stem} asked {line['ask']}")
            self.seen = self.visible(moment.before)
            self.session.handle_command("position", moment.before)
        elif "move" in line:
            move_tracker = self.session.move_tracker
            assert move_tracker is not None
            before, self.seen = self.seen, self._board(move_tracker.lying)
            if self.seen == self.visible(moment.after):
                self.tally.right += 1
                self.tally.late.append(max(0.0, moment.t - self.left))
                self.session.handle_command("position", moment.after)
            else:
                self.tally.wrong += 1
                self.tally.false += moment.hand or before == self.visible(moment.after)
                self._flaw(f"{moment.file.stem} {line['move']}: {_differing(self.seen, self.visible(moment.after))}")
        elif line.get("event") in ("wrong", "unseen"):
            self._say(f"{moment.file.stem} {line['reason']}")

    def _flaw(self, what: str) -> None:
        self.flawed = True
        self._say(what)

    def _say(self, what: str) -> None:
        if self.verbose:
            print(f"  {self.folder.name} {what}", file=sys.stderr)


def _shown(content: Content) -> tuple[int, int]:
    return content.colour, content.count


def _differing(one: Mapping[str, tuple[int, int]], other: Mapping[str, tuple[int, int]]) -> str:
    names = sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))
    return ", ".join(f"{name} {one.get(name)} for {other.get(name)}" for name in names[:6])


def moments(folder: Path) -> Iterator[FilmMoment]:
    """A game's pictures in order."""
    for line in (folder / "game.jsonl").read_text().splitlines():
        told = json.loads(line)
        yield FilmMoment(folder / told["file"], told["t"], told["before"], told["after"], told["hand"])


def count_moves(judge: FilmJudge) -> int:
    """The turns of a game that change what can be seen."""
    boards = [judge.visible(moment.after) for moment in moments(judge.folder) if moment.before == moment.after]
    return sum(one != other for one, other in itertools.pairwise(boards))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--verbose", action="store_true", help="each error")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    retain_freed_memory(usable_memory())  # as the vision process does
    tallies: dict[str, FilmTally] = defaultdict(FilmTally)
    for folder in args.folders:
        name = json.loads((folder / "label.json").read_text())["game"]
        judge = FilmJudge(folder, tallies[name], args.verbose)
        tallies[name].moves += count_moves(judge)
        judge.run()
    for name, tally in tallies.items():
        print(f"{name}: {tally}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
