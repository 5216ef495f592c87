"""Fail the power of a simulated disk at every step of real games and check that nothing shown before is missing.

    python -m uv run python -m benchmarks.reliability.power_loss [--crashes 10000] [--seed 1]

strace (a Debian package) writes down every file operation of `companion.py play GAME --terminal --json` and every event
that it shows; the game is left and resumed several times. The operations are then carried out one by one on a model of a
disk (`disk`), whose power fails after each of them, several times: unsynced changes are lost, torn or reordered. From the
rest the program must read every event that had been shown.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from benchmarks.reliability import system_calls
from benchmarks.reliability.disk import Disk
from benchmarks.reliability.system_calls import Call, Replay
from benchmarks.reliability.typed_game import ROOT, Event, TypedGame
from fourth_seat.games import game_names
from fourth_seat.table.record.record_file import read
from fourth_seat.words import FourthSeatError

SITTING_COUNT = 3  # processes in which one game is played
EVENTS_PER_SITTING = 40


def play(game: str, home: Path, rng: random.Random) -> list[Path]:
    """Play a game in several processes; return their logs."""
    logs: list[Path] = []
    for number in range(SITTING_COUNT):
        log = home.parent / f"{game}-{number}.strace"
        typed = TypedGame(game, home, rng, resume=number > 0, wrapper=[*system_calls.TRACE_COMMAND, "-o", str(log)])
        old = sum(path.read_bytes().count(b"\n") for path in home.glob("records/*.jsonl")) if number else 0
        for seen, _ in enumerate(typed.events(), 1):
            if typed.over or seen >= old + EVENTS_PER_SITTING:
                break
            if seen >= old:
                typed.type(0.0)
        typed.leave()
        logs.append(log)
        if typed.over:
            break
    return logs


def relevant(log: Path, root: Path) -> list[Call]:
    """Return the calls that show something or touch the data folder."""
    calls = list(system_calls.read_log(log))
    main = calls[0].process
    return [
        call
        for call in calls
        if str(root) in call.arguments or (call.process == main and call.arguments.startswith("1<pipe"))
    ]


def recovered(home: Path) -> Iterator[list[Event]]:
    """Yield the events of every record that can be read in a data folder."""
    for path in sorted(home.glob("records/*.jsonl")):
        try:
            yield [json.loads(json.dumps(event.to_json())) for event in read(path).events]
        except FourthSeatError:
            continue


def crash(disk: Disk, shown: list[Event], rng: random.Random, scratch: Path) -> bool:
    """Fail the power; return whether everything shown before can be read afterwards."""
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    disk.lose_power(rng, scratch)
    return not shown or any(events[: len(shown)] == shown for events in recovered(scratch / "home"))


def run(game: str, crashes: int, rng: random.Random, folder: Path) -> tuple[int, int, int]:
    """Play a game and fail the power; return the crashes, the events compared and the crashes that lost something."""
    root = folder / game
    root.mkdir()
    sittings = [relevant(log, root) for log in play(game, root / "home", rng)]
    each = -(-crashes // sum(map(len, sittings)))
    disk = Disk(PurePosixPath(root))
    shown: list[Event] = []
    done = compared = lost = 0
    for calls in sittings:
        replay, output, sitting = Replay(disk, PurePosixPath(ROOT)), b"", []
        for call in calls:
            output += replay.carry_out(call) or b""
            *lines, output = output.split(b"\n")
            sitting += [event for line in lines if (event := json.loads(line))["event"] not in ("refused", "notice")]
            shown = max(shown, sitting, key=len)
            for _ in range(each):
                done += 1
                compared += len(shown)
                lost += not crash(disk, shown, rng, folder / "scratch")
    return done, compared, lost


def main() -> int:
    """Print the number of crashes that lost something; the exit status is 1 if one did."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--crashes", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if not shutil.which("strace"):
        print("strace is missing: sudo apt install strace", file=sys.stderr)
        return 1
    rng = random.Random(args.seed)
    names = sorted(game_names())
    total = [0, 0, 0]
    with tempfile.TemporaryDirectory(prefix="power-") as folder:
        for name in names:
            found = run(name, -(-args.crashes // len(names)), rng, Path(folder).resolve())
            total = [before + now for before, now in zip(total, found, strict=True)]
            print("{:12} {} crashes, {} events compared, {} crashes lost something".format(name, *found), flush=True)
    print("{:12} {} crashes, {} events compared, {} crashes lost something".format("all", *total))
    return 1 if total[2] else 0


if __name__ == "__main__":
    sys.exit(main())
