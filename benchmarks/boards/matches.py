"""Games at simulated boards, played side by side, and kept in a file, so that an interrupted run resumes where it was."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benchmarks.boards.hands import BoardType, FeltGame, Tally
from fourth_seat.hardware.boards.description import Sensor, SensorKind

FAULTS = ("dead", "stuck", "swapped")


@dataclass(frozen=True)
class Match:
    """A game of at most this many moves to be played at a board.

    Attributes:
        seed: that of everything that happens; no two games of a run have the same one.
        fault: that of its sensors, none of which has been seen to work yet; None for a sound board, at which hands are
            careless.
    """

    board: BoardType
    seed: str
    moves: int
    fault: str | None = None

    def play(self) -> Tally:
        """Play it."""
        rng = Random(self.seed)
        if self.fault is None:
            tally = FeltGame(self.board, rng).play(self.moves)
            tally.misnamed = len(tally.faults)
            return tally
        fault = SensorFault(self.fault, rng.random())
        game = FeltGame(self.board, rng, fault=fault.told, proved=False, careless=False)
        tally, right = game.play(self.moves), fault.name(game.board.description.sensors)
        tally.misnamed = sum((kind, set(places)) != right for kind, places, _ in tally.faults)
        return tally


@dataclass(frozen=True)
class SensorFault:
    """A fault of one sensor of a board, or of two neighbours; `where` is how far along the board, from 0 to 1."""

    kind: str
    where: float

    def _at(self, count: int) -> int:
        return int(self.where * (count - 1))

    def told(self, values: list[int]) -> list[int]:
        """Return what the sensors report instead of these values."""
        wrong, at = list(values), self._at(len(values))
        if self.kind == "swapped":
            wrong[at], wrong[at + 1] = values[at + 1], values[at]
        else:
            wrong[at] = 0 if self.kind == "dead" else 1
        return wrong

    def name(self, sensors: Sequence[Sensor]) -> tuple[str, set[str]]:
        """Return its kind and the places of the faulty sensors of a board, as the program should name them."""
        at = self._at(len(sensors))
        counts = sensors[at].kind is SensorKind.PASSAGE  # such a sensor is dead if its count never changes
        kind = "dead" if counts and self.kind == "stuck" else self.kind
        return kind, {sensor.place for sensor in sensors[at : at + (2 if kind == "swapped" else 1)]}


class Kept:
    """The games played so far, in a file with one line for each; only in memory if no file is given."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._tallies: dict[str, Tally] = {}
        for line in path.read_text("utf-8").splitlines() if path and path.exists() else ():
            seed, values = json.loads(line)
            self._tallies[seed] = Tally(**{**values, "notes": Counter(values["notes"])})

    def played(self, matches: Sequence[Match], jobs: int) -> list[Tally]:
        """Return what happened in these games, in order; play those that have not been played yet, `jobs` at once."""
        missing = [match for match in matches if match.seed not in self._tallies]
        with ProcessPoolExecutor(jobs) as pool:
            playing = {pool.submit(match.play): match.seed for match in missing}
            try:
                for each in as_completed(playing):
                    self._keep(playing[each], each.result())
            finally:
                pool.shutdown(cancel_futures=True)
        return [self._tallies[match.seed] for match in matches]

    def _keep(self, seed: str, tally: Tally) -> None:
        self._tallies[seed] = tally
        if self._path:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([seed, vars(tally)]) + "\n")
