"""Kills running games at random instants and looks whether anything that was shown is missing afterwards.

    python -m uv run python -m benchmarks.kill_test [--kills 300] [--seed 1]

Each game runs as a process of its own, `companion.py play GAME --terminal --json`: a computer in the last seat, people in
the others, whose moves this program types in (now and then an `undo`). At a random instant it gets SIGKILL; the next one
resumes the record and prints its events. Every event that was printed before must be there again, in the same order.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from games import CHANCE, find, game_names
from table.game_state import GameState
from table.record.events import Begun, from_json
from table.settings.folders import VARIABLE

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 0.5  # seconds after its first line that a process lives, at most
TYPING = 0.03  # seconds between two lines typed, on average
UNDO = 0.05  # chance that a person takes a move back instead of playing

Shown = list[dict[str, Any]]


class Watched:
    """A game that is played, killed and resumed until it is over."""

    def __init__(self, game: str, home: Path, rng: random.Random) -> None:
        self.game, self.home, self.rng = game, home, rng
        self.shown: Shown = []
        self.over = False

    def run_and_kill(self) -> list[str]:
        """One life of the process; returns what is missing of what earlier lives had shown."""
        records = sorted(self.home.glob("records/*.jsonl"))
        on_disk = records[-1].read_bytes().count(b"\n") if records else 1
        process = self._start(resume=bool(records))
        assert process.stdin and process.stdout
        before, self.shown = self.shown, []
        game_state: GameState | None = None
        killer: threading.Timer | None = None
        for line in process.stdout:
            if not line.endswith("\n"):
                break  # killed while it printed: a line that was cut was not shown
            killer = killer or self._kill_later(process)
            event = json.loads(line)
            if event["event"] in ("refused", "notice"):
                continue
            self.shown.append(event)
            game_state = _follow(game_state, event)
            if len(self.shown) < on_disk:
                continue
            if game_state.result and game_state.ended:
                self.over = True
                break
            try:
                self._type(game_state, process.stdin)
            except BrokenPipeError:
                break
        if killer:
            killer.cancel()
        process.kill()
        process.wait()
        missing = (
            [f"{self.game}: {len(before) - on_disk} events shown are not in the record"] if on_disk < len(before) else []
        )
        for number, (old, new) in enumerate(zip(before, self.shown, strict=False), 1):
            if old != new:
                missing.append(f"{self.game}, event {number}: shown {old}, after resuming {new}")
        if len(self.shown) < len(before):  # killed while the old events were printed again
            self.shown = before
        return missing

    def _start(self, resume: bool) -> subprocess.Popen[str]:
        game = find(self.game)
        seats = ",".join(["human"] * (game.seats(game.options()) - 1) + ["random"])
        command = [sys.executable, "companion.py", "play", self.game, "--terminal", "--json"]
        return subprocess.Popen(
            [*command, "--resume"] if resume else [*command, "--seats", seats],
            cwd=ROOT,
            env={**os.environ, VARIABLE: str(self.home)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def _kill_later(self, process: subprocess.Popen[str]) -> threading.Timer:
        timer = threading.Timer(self.rng.uniform(0, LONGEST), process.kill)
        timer.start()
        return timer

    def _type(self, game_state: GameState, keyboard: Any) -> None:
        if game_state.result or game_state.computer_moves:
            return
        time.sleep(self.rng.expovariate(1 / TYPING))
        move = str(self.rng.choice(list(game_state.state.legal())))
        if game_state.history.last_choice() is not None and self.rng.random() < UNDO:
            move = "undo"
        elif game_state.state.to_move == CHANCE:
            move = f"dice {move}"
        keyboard.write(move + "\n")


def _follow(game_state: GameState | None, event: dict[str, Any]) -> GameState:
    told = from_json(event)
    if game_state is None:
        assert isinstance(told, Begun)
        return GameState(told)
    game_state.prepare(told)()
    return game_state


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    missing: list[str] = []
    events = 0
    for number, name in enumerate(sorted(game_names())):
        kills = args.kills * (number + 1) // len(game_names()) - args.kills * number // len(game_names())
        games, compared = 0, 0
        watched: Watched | None = None
        for _ in range(kills):
            if watched is None or watched.over:
                watched = Watched(name, Path(tempfile.mkdtemp(prefix="kill-")), rng)
                games += 1
            compared += len(watched.shown)
            missing += watched.run_and_kill()
        if watched and not watched.over:
            compared += len(watched.shown)
            missing += watched.run_and_kill()  # what the last kill left, too
        events += compared
        print(f"{name:12} {kills} kills, {games} games, {compared} events compared, {len(missing)} missing", flush=True)
    print(f"{'all':12} {args.kills} kills, {events} events compared, {len(missing)} missing")
    for line in missing[:20]:
        print(line)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
