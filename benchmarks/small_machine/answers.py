"""Time of the computer's moves on a processor at a quarter of this one's speed, from a first start on.

    python -m uv run --group dev python -m benchmarks.small_machine.answers [--slower 4] [--games kalah] [--positions 4]

For each game a fresh engine process, with nothing kept from before, answers `genmove` at each level, the highest first, in
positions some moves into a game. It is stopped and continued in turns, so that from each question to its answer it has a
quarter of the processor. The first answer is counted from the start of the process. The window gives up waiting
`MOVE_GRACE_S` after a level's time, and its simple player moves instead.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import tempfile
import threading
import time
from contextlib import suppress

from benchmarks.same_play import random_line, state_after
from fourth_seat.engines.levels import NUMBERED_LEVELS
from fourth_seat.engines.limits import memory_on
from fourth_seat.engines.players.engine_player import MOVE_GRACE_S, own_command
from fourth_seat.games import find, game_names

SLOWDOWN_RATIO, POSITION_COUNT = 4.0, 4
MACHINE_BYTES = 2 << 30
SHARE_INTERVAL_S = 0.004  # from one check of the processor's share to the next
MAX_LATE_S = 2.0  # after a level's own time, within which an answer must come once the engine has started


class SlowEngine:
    """An engine process with an empty cache, on a processor slowed down by a factor.

    Attributes:
        began: when it was started, by the monotonic clock.
    """

    def __init__(self, name: str, slower: float, folder: str) -> None:
        """Start the process with `folder` as its cache; empty at first."""
        self._slower = slower
        fresh = {"NUMBA_CACHE_DIR": f"{folder}/kernels", "FOURTH_SEAT_HOME": f"{folder}/home", "XDG_CACHE_HOME": folder}
        self._process = subprocess.Popen(
            (*own_command(find(name)), "--memory", str(memory_on(MACHINE_BYTES))),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, **fresh},
        )
        self.began = self._asked = time.monotonic()  # `_asked`: when the last question began
        self._used = 0.0  # processor time before it
        self._ended = threading.Event()
        self._brake = threading.Thread(target=self._hold_back, daemon=True)
        self._brake.start()

    def ask(self, command: str) -> tuple[str, float]:
        """Return the answer to a command, and the seconds until it came."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin and stdout
        self._used, self._asked = self._spent(), time.monotonic()
        stdin.write(f"{command}\n")
        stdin.flush()
        lines = []
        while line := stdout.readline().strip():
            lines.append(line)
        if not lines or not lines[0].startswith("="):
            raise ValueError(f"{command}: {lines}")
        return lines[0].removeprefix("=").strip(), time.monotonic() - self._asked

    def close(self) -> None:
        """End the process."""
        self._ended.set()
        self._brake.join()
        self._process.kill()
        self._process.wait()

    def _spent(self) -> float:
        """Return the processor time of the process in seconds."""
        return time.clock_gettime((~self._process.pid << 3) | 2)  # as made by clock_getcpuclockid(3) for a process

    def _hold_back(self) -> None:
        running = True
        with suppress(OSError):  # the process has ended
            while not self._ended.wait(SHARE_INTERVAL_S):
                may = (self._spent() - self._used) * self._slower <= time.monotonic() - self._asked
                if may != running:
                    running = may
                    os.kill(self._process.pid, signal.SIGCONT if may else signal.SIGSTOP)


def measure(name: str, slower: float, number: int) -> bool:
    """Print the times of a game's levels; return whether every answer came in time."""
    kept = True
    positions = [state_after(name, random_line(name, seed)) for seed in range(number)]
    with tempfile.TemporaryDirectory() as folder:
        engine = SlowEngine(name, slower, folder)
        try:
            for level in reversed(NUMBERED_LEVELS.values()):
                took: list[float] = []
                engine.ask(f"level {level.spec}")
                first = level.spec == "9"
                for state in positions:
                    engine.ask(f"set_position {find(name).position(state)}")
                    seconds = engine.ask(f"genmove {state.mover}")[1]
                    took.append(seconds if took or not first else time.monotonic() - engine.began)
                late = max(took[first:]) - level.seconds
                kept &= late <= MAX_LATE_S and took[0] - level.seconds < MOVE_GRACE_S
                start = f"{took[0]:5.1f} s after a first start, then " if first else ""
                worst = f"{max(took[first:]):4.1f} s at most (its time: {level.seconds} s)"
                print(f"{name:12} level {level.spec}: {start}{worst}", flush=True)
        finally:
            engine.close()
    return kept


def main() -> int:
    """Print a line for each game and level; the exit status is 1 if an answer came too late."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slower", type=float, default=SLOWDOWN_RATIO, help="how many times slower than this processor")
    parser.add_argument("--games", default=",".join(game_names()), help="joined by commas")
    parser.add_argument("--positions", type=int, default=POSITION_COUNT, help="of each game and level")
    args = parser.parse_args()
    kept = [measure(name, args.slower, args.positions) for name in args.games.split(",")]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    raise SystemExit(main())
