"""Kill running games at random instants and check that nothing shown before is missing afterwards.

    python -m uv run python -m benchmarks.reliability.kill_test [--kills 300] [--seed 1]

Each game runs as a separate process (`typed_game`). At a random instant it gets SIGKILL; the next one resumes the record
and prints its events. Every event that was printed before must be there again, in the same order.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from benchmarks.reliability.typed_game import Event, TypedGame
from fourth_seat.games import game_names

MAX_LIFE_S = 0.5  # for which a process lives after its first line
TYPING_INTERVAL_S = 0.03  # between two lines typed, on average


class KilledGame:
    """A game that is played, killed and resumed until it is over.

    Attributes:
        shown: the events of the process before.
        kills: how many processes were killed, including those that had just ended the game.
    """

    def __init__(self, game: str, home: Path, rng: random.Random) -> None:
        self.game, self.home, self.rng = game, home, rng
        self.shown: list[Event] = []
        self.over = False
        self.kills = 0

    def run_and_kill(self) -> list[str]:
        """Run the game in a process until it is killed; return the events missing of those that earlier ones had shown."""
        records = sorted(self.home.glob("records/*.jsonl"))
        on_disk = records[-1].read_bytes().count(b"\n") if records else 1
        game = TypedGame(self.game, self.home, self.rng, resume=bool(records))
        before, self.shown = self.shown, []
        killer: threading.Timer | None = None
        for event in game.events():
            killer = killer or self._kill_later(game.process)
            self.shown.append(event)
            if len(self.shown) < on_disk:
                continue
            if game.over:
                self.over = True
                break
            try:
                game.type(TYPING_INTERVAL_S)
            except BrokenPipeError:
                break
        if killer:
            killer.cancel()
        game.process.kill()
        game.process.wait()
        if killer is None:  # it had ended before: there is nothing to resume, and only the record is left
            self.shown = [json.loads(line) for line in records[-1].read_text().splitlines()] if records else []
            self.over = True
        else:
            self.kills += 1
        missing = (
            [f"{self.game}: {len(before) - on_disk} events shown are not in the record"] if on_disk < len(before) else []
        )
        for number, (old, new) in enumerate(zip(before, self.shown, strict=False), 1):
            if old != new:
                missing.append(f"{self.game}, event {number}: shown {old}, after resuming {new}")
        if len(self.shown) < len(before):  # killed while the old events were printed again
            self.shown = before
        return missing

    def _kill_later(self, process: subprocess.Popen[str]) -> threading.Timer:
        timer = threading.Timer(self.rng.uniform(0, MAX_LIFE_S), process.kill)
        timer.start()
        return timer


def main() -> int:
    """Print the missing events; return the exit status, 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    missing: list[str] = []
    events = 0
    for number, name in enumerate(sorted(game_names())):
        kills = args.kills * (number + 1) // len(game_names()) - args.kills * number // len(game_names())
        games, done, compared = 0, 0, 0
        while done < kills:
            with tempfile.TemporaryDirectory(prefix="kill-", ignore_cleanup_errors=True) as home:
                killed = KilledGame(name, Path(home), rng)
                games += 1
                while not killed.over and done + killed.kills < kills:
                    compared += len(killed.shown)
                    missing += killed.run_and_kill()
                if not killed.over:
                    compared += len(killed.shown)
                    missing += killed.run_and_kill()  # after the last kill, too
                done += killed.kills
        events += compared
        print(f"{name:12} {done} kills, {games} games, {compared} events compared, {len(missing)} missing", flush=True)
    print(f"{'all':12} {args.kills} kills, {events} events compared, {len(missing)} missing")
    for line in missing[:20]:
        print(line)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
