"""Connect 4 solvers for comparison: Pascal Pons's, a program given by its path, and BitBully, from PyPI.

Their processor time for one position is counted with empty tables, without starting up, and without a book. They are not
part of this program: `uv run --with bitbully python -m benchmarks.connect4.solve --pons PATH`.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

WARM_UP_POSITION = "121212"  # a position solved at once, so that the start of the process is not timed


class Connect4Peer(Protocol):
    """A solver for comparison.

    Attributes:
        name: as in the table's heading.
    """

    name: str

    def solve(self, positions: Sequence[str]) -> tuple[list[int], float]:
        """Return the scores of positions (digit strings), tables emptied before each, and the seconds of processor time."""

    def batch(self, positions: Sequence[str]) -> tuple[list[int], float]:
        """Solve positions in one go, and keep the tables from one to the next."""


class PonsSolver:
    """It reads positions from standard input and answers `position score`, one per line. Linux only: counts by `/proc`."""

    name = "Pons"

    def __init__(self, program: Path) -> None:
        self._program = program

    def solve(self, positions: Sequence[str]) -> tuple[list[int], float]:
        answers = [self.batch([position]) for position in positions]
        return [score for scores, _ in answers for score in scores], sum(seconds for _, seconds in answers)

    def batch(self, positions: Sequence[str]) -> tuple[list[int], float]:
        with (
            tempfile.TemporaryDirectory() as elsewhere,  # where it finds no book
            subprocess.Popen(
                [self._program.resolve()],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                cwd=elsewhere,
            ) as process,
        ):
            assert process.stdin and process.stdout
            process.stdin.write(WARM_UP_POSITION + "\n")
            process.stdin.flush()
            process.stdout.readline()
            before = self._seconds(process.pid)
            scores = []
            for position in positions:
                process.stdin.write(position + "\n")
                process.stdin.flush()
                scores.append(int(process.stdout.readline().split()[-1]))
            spent = self._seconds(process.pid) - before
            process.stdin.close()
        return scores, spent

    @staticmethod
    def _seconds(process: int) -> float:
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9


class BitBully:
    """The peer BitBully, called in this process with `mtdf`, its fastest method, and without a book."""

    name = "BitBully"

    def __init__(self) -> None:
        """Load the program; raise `ImportError` if it is not installed."""
        from bitbully import bitbully_core  # type: ignore[import-not-found]

        self._core = bitbully_core
        self._solver = bitbully_core.BitBullyCore()

    def solve(self, positions: Sequence[str]) -> tuple[list[int], float]:
        return self._run(positions, clear=True)

    def batch(self, positions: Sequence[str]) -> tuple[list[int], float]:
        return self._run(positions, clear=False)

    def _run(self, positions: Sequence[str], clear: bool) -> tuple[list[int], float]:
        scores, spent = [], 0.0
        self._solver.resetTranspositionTable()
        for position in positions:
            board = self._core.BoardCore()
            board.setBoard([int(digit) - 1 for digit in position])
            if clear:
                self._solver.resetTranspositionTable()
            start = time.process_time()
            scores.append(int(self._solver.mtdf(board, 0)))
            spent += time.process_time() - start
        return scores, spent
