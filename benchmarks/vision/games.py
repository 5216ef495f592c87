"""Whole games in front of the camera: moves recognised correctly, asked about, wrong or missed, and the delay.

    python -m benchmarks.vision.games /work/films/connect4_* [--verbose]

Takes folders as `benchmarks.vision.renders` films them: corners and start position are given, and everything else is
followed from the pictures alone. Facts that no picture shows are entered as a person at the table would enter them: the
faces of a die of TriDice, the answer to a question, and the position after a mistake.
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

from fourth_seat.games import AnyGame, find
from fourth_seat.games.contents import Cells, Content
from fourth_seat.hardware.machine.memory import usable_memory
from fourth_seat.vision.camera.source import CameraFrame
from fourth_seat.vision.memory import retain_freed_memory
from fourth_seat.vision.protocols import Image
from fourth_seat.vision.worker.session import VisionSession

START_UP_S = 3.0  # from which a film's pictures must be usable,
SETTLING_S = 0.7  # and after a hand
USABLE_SIGHTS, UNUSABLE_SIGHTS = ("clear", "scenery", "two"), ("hand", "moving")


@dataclass
class FilmTally:
    """Tally of some games.

    Attributes:
        complaints: reports of a board that no move explains, though one does.
        late: seconds from the hand's leaving until a move was reported.
        spent: seconds of processor time for each picture.
        open_frames, usable: pictures in which nothing kept the board from being read, and those in which it was.
        stuck: the longest time without a hand, in seconds, in which a hand or motion was reported to be in the way.
        silent: the longest time, in seconds, for which a move lay there unseen and the program said nothing about it.
    """

    games: int = 0
    flawless: int = 0
    moves: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0
    missed: int = 0
    complaints: int = 0
    hands: int = 0
    false: int = 0  # wrong moves reported while a hand was over the board, or when nothing had been played
    late: list[float] = field(default_factory=list)
    spent: list[float] = field(default_factory=list)
    open_frames: int = 0
    usable: int = 0
    stuck: float = 0.0
    silent: float = 0.0

    def add(self, other: FilmTally) -> None:
        """Add the tally of other games."""
        for name in vars(self):
            mine, theirs = getattr(self, name), getattr(other, name)
            setattr(self, name, max(mine, theirs) if name in ("stuck", "silent") else mine + theirs)

    def __str__(self) -> str:
        share = self.moves or 1
        late = sorted(self.late) or [0.0]
        return (
            f"{self.games} games, {self.flawless} without an error; {self.moves} moves: "
            f"{self.right / share:.2%} right, {self.asked / share:.2%} asked, {self.wrong} wrong, {self.missed} missed, "
            f"{self.complaints} complaints; "
            f"{self.false} false moves in {self.hands} hand frames; reported after {statistics.median(late):.2f} s "
            f"(95 %: {late[int(0.95 * (len(late) - 1))]:.2f} s); "
            f"usable {self.usable / max(1, self.open_frames):.1%} of {self.open_frames} frames, "
            f"at most {self.stuck:.1f} s a hand or motion without one; silent for {self.silent:.1f} s at most; "
            f"{1000 * statistics.mean(self.spent or [0]):.1f} CPU ms a frame"
        )


@dataclass(frozen=True)
class FilmMoment:
    """A picture and its ground truth."""

    file: Path
    t: float
    before: str | None  # None if unknown, in which case nothing is compared
    after: str | None
    hand: bool


class FilmJudge:
    """Follows one game's pictures and compares."""

    def __init__(self, folder: Path, tally: FilmTally, verbose: bool, *, searched: bool = False) -> None:
        """`searched`: whether the board is searched for; otherwise its corners are given."""
        label = json.loads((folder / "label.json").read_text())
        self.game: AnyGame = find(label["game"])
        self.options = self.game.options(label["options"])
        self.folder, self.tally, self.verbose = folder, tally, verbose
        start = next(moments(folder)).before
        settings: dict[str, Any] = {"game": self.game.name, "options": label["options"], "shown": True}
        known = {} if searched else {"corners": label["corners"]}
        self.session = VisionSession({**settings, **known, **({"position": start} if label.get("told", True) else {})})
        self.seen = self.visible(start)  # contents of the board by the session
        self.left = -SETTLING_S  # when the last hand left
        self.sight = ""  # last status of the pictures
        self.since = 0.0  # start of "hand" or "moving" without a hand
        self.asked = self.flawed = False
        self.said = False  # something about this position
        self.blind = False  # what is still in the way
        self.lying: float | None = None  # since when a move has lain there that is not seen

    def visible(self, position: str | None) -> Mapping[str, tuple[int, int]]:
        """Return the visible contents of a position; empty for an unknown one."""
        if position is None:
            return {}
        return self._board(self.game.parse_position(position, self.options).cells())

    def _board(self, cells: Cells) -> dict[str, tuple[int, int]]:
        geometry = self.game.geometry(self.options)
        return {name: _shown(content) for name, content in cells.items() if geometry[name].is_on_board}

    def run(self) -> None:
        """Follow the whole game."""
        turn: str | None = None
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

    def _settle(self, truth: str | None) -> None:
        """Count what should have been reported by now."""
        if truth is None:
            return
        truth_cells = self.visible(truth)
        if self.seen != truth_cells:
            self.tally.missed += not self.asked
            self._flaw(f"missed: {_differing(self.seen, truth_cells)}")
        if self.seen != truth_cells or self.asked:
            self.session.handle_command("position", truth)
        self.seen, self.asked, self.said = truth_cells, False, False

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
        self._judge_sight(moment)
        self._judge_silence(moment)

    def _judge_silence(self, moment: FilmMoment) -> None:
        """Count the time for which a move is not seen, and nothing is said."""
        lies = moment.before == moment.after and not moment.hand and self.seen != self.visible(moment.after)
        if not lies or self.said or self.blind or self.asked:
            self.lying = None
            return
        self.lying = moment.t if self.lying is None else self.lying
        self.tally.silent = max(self.tally.silent, moment.t - self.lying)

    def _judge_sight(self, moment: FilmMoment) -> None:
        """Count readable pictures, and the time without any."""
        if moment.hand or self.sight not in UNUSABLE_SIGHTS:
            self.since = moment.t
        self.tally.stuck = max(self.tally.stuck, moment.t - self.since)
        if not moment.hand and moment.t >= max(START_UP_S, self.left + SETTLING_S):
            self.tally.open_frames += 1
            self.tally.usable += self.sight in USABLE_SIGHTS

    def _handle_event(self, line: Mapping[str, Any], moment: FilmMoment) -> None:
        if "ask" in line:
            self.tally.asked += not self.asked
            self.asked = True
            self._say(f"{moment.file.stem} asked {line['ask']}")
            self.seen = self.visible(moment.before)
            if moment.before is not None:
                self.session.handle_command("position", moment.before)
        elif "move" in line:
            move_tracker = self.session.move_tracker
            assert move_tracker is not None
            before, self.seen = self.seen, self._board(move_tracker.contents)
            if self.seen == self.visible(moment.after):
                self.tally.right += 1
                self.tally.late.append(max(0.0, moment.t - self.left))
                self.session.handle_command("position", moment.after or "")
            else:
                self.tally.wrong += 1
                self.tally.false += moment.hand or before == self.visible(moment.after)
                self._flaw(f"{moment.file.stem} {line['move']}: {_differing(self.seen, self.visible(moment.after))}")
        elif line.get("event") == "began":
            self._begin(moment)
        elif line.get("event") == "sight":
            self.sight = line["sight"]
            self.blind &= self.sight not in USABLE_SIGHTS
        elif line.get("event") in ("wrong", "unseen"):
            self.tally.complaints += line["event"] == "wrong"
            self._say(f"{moment.file.stem} {line['reason']}")
            self.said, self.blind = True, self.blind or line["event"] == "unseen"
            self._obey(line["reason"])

    def _obey(self, reason: str) -> None:
        """Do what the sentence asks for, if there is a button for it."""
        for command in ("mirror", "turn"):
            if f"{command} the grid" in reason:
                self.session.handle_command(command, "")

    def _begin(self, moment: FilmMoment) -> None:
        """Correct the first reading of the position, if it is wrong, as a person would."""
        assert self.session.move_tracker is not None
        if moment.before is None:
            return
        read, truth_cells = self._board(self.session.move_tracker.contents), self.visible(moment.before)
        if read != truth_cells:
            self._flaw(f"begun wrong: {_differing(read, truth_cells)}")
        self.session.handle_command("position", moment.before)
        self.seen = truth_cells

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
    """Yield a game's pictures in order."""
    for line in (folder / "game.jsonl").read_text().splitlines():
        entry = json.loads(line)
        yield FilmMoment(folder / entry["file"], entry["t"], entry["before"], entry["after"], entry["hand"])


def count_moves(judge: FilmJudge) -> int:
    """Return the turns of a game that change what can be seen."""
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
