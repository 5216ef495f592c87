"""An evening of play in all games, with a camera, lights and a text display, whose cables are pulled at random.

    python -m uv run --group dev python -m benchmarks.reliability.evening [--hours 4] [--speed 8] [--seed 1]

The window plays sitting after sitting on a virtual screen; unfinished games are continued later. The time of day
at the table is given to the program by a clock that runs `--speed` times as fast as ours. Everything else is real and runs
at its own pace: engines in their processes, the vision process with a network camera that films drawn sets, the
lights' firmware on an emulated Arduino, LCDd. Pulled at random are the camera's network, the Arduino and LCDd; the vision
process is killed or stopped, engines are killed.

What must hold: memory and descriptors do not grow after the first half hour, no sentence is said twice at one table within
a minute, nothing is written to standard error, and no process is left. The exit status is 1 if something does not.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import psutil

from benchmarks.outputs import output_file
from benchmarks.reliability.evening.cables import Cable, CameraCable, HelperCable, LightsCable, TextCable
from benchmarks.reliability.evening.figures import Sample, slope
from benchmarks.reliability.evening.sets import SETS, TableCamera
from benchmarks.start_up import screen
from fourth_seat.boundary.folders import HOME_VARIABLE
from fourth_seat.calibration.camera import CameraCalibration, save_camera
from fourth_seat.games import game_names
from fourth_seat.games.contents import Content
from tests.hardware.emulation import lcdd_server, nano
from tests.vision.camera.phone import serving

ROOT = Path(__file__).resolve().parents[3]
WARM_UP_H = 0.5  # of the evening, in which everything is loaded and used for the first time
MAX_REST_GROWTH_MB = 10.0  # of the window between two games, from then to the end of the evening
MAX_TREE_GROWTH_MB = 40.0  # of all processes in mid-game
MAX_DESCRIPTOR_GROWTH = 2.0
COMPLAINT_INTERVAL_S = 60.0  # a device that worked for this long may be complained about again
SAMPLE_INTERVAL_S = 2.0  # between two measurements
PULL_INTERVAL_S = 12.0  # between two cables pulled, on average
UNPLUGGED_S = 1.0, 12.0  # how long a cable is out, at least and at most
HELPER_INTERVAL_S = 30.0  # between two attacks on helpers: they are started again at most three times a minute
LED_COUNT = 400
LAST_SITTING_S = 180.0  # for the last sitting to end


@dataclass
class Diary:
    """Diary of an evening."""

    moves: Counter[tuple[str, str]] = field(default_factory=Counter)
    over: Counter[str] = field(default_factory=Counter)
    sittings: Counter[str] = field(default_factory=Counter)
    pulls: Counter[str] = field(default_factory=Counter)
    notices: Counter[str] = field(default_factory=Counter)
    repeated: list[str] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    home: bool = False
    left: int = 0


class Watch:
    """Monitors the program, pulls cables, and films the board that it reports."""

    def __init__(self, program: subprocess.Popen[str], camera: TableCamera, speed: float, rng: random.Random) -> None:
        self.diary = Diary()
        self._program, self._camera, self._speed, self._rng = program, camera, speed, rng
        self._start = time.monotonic()
        self._game = ""
        self._said: dict[str, float] = {}  # at this table
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        assert program.stdout and program.stderr
        for stream, keep in ((program.stdout, self._lines.put), (program.stderr, self.diary.errors.append)):
            threading.Thread(target=_read, args=(stream, keep), daemon=True).start()

    def run(self, cables: Sequence[Cable], hours: float) -> None:
        """Watch until the evening is over."""
        last = time.monotonic() + 3600 * hours / self._speed + LAST_SITTING_S
        sampled, pulled, helper = 0.0, self._later(PULL_INTERVAL_S), time.monotonic() + HELPER_INTERVAL_S
        out: dict[str, tuple[Cable, float]] = {}
        while self._program.poll() is None and time.monotonic() < last:
            while not self._lines.empty():
                self._take(json.loads(self._lines.get()))
            now = time.monotonic()
            for cable, back in list(out.values()):
                if now > back:
                    cable.put_back()
                    del out[cable.name]
            if now > pulled:
                pulled = self._later(PULL_INTERVAL_S)
                cable = self._rng.choice([each for each in cables if each.name not in out])
                if isinstance(cable, HelperCable):
                    if now < helper:
                        continue
                    helper = now + HELPER_INTERVAL_S
                if self._game and cable.pull():
                    self.diary.pulls[cable.name] += 1
                    out[cable.name] = cable, now + self._rng.uniform(*UNPLUGGED_S)
            if now - sampled > SAMPLE_INTERVAL_S and self._game:
                sampled = now
                self._sample(self._game)
            time.sleep(0.02)
        while not self._lines.empty():
            self._take(json.loads(self._lines.get()))

    def _later(self, mean_s: float) -> float:
        return time.monotonic() + self._rng.expovariate(1 / mean_s)

    def _sample(self, game: str) -> None:
        hour = (time.monotonic() - self._start) * self._speed / 3600
        if sample := Sample.take(self._program.pid, hour, game):
            self.diary.samples.append(sample)

    def _take(self, line: dict[str, Any]) -> None:
        diary = self.diary
        match line["event"]:
            case "board":
                cells = {name: Content(colour, count) for name, (colour, count) in line["cells"].items()}
                self._camera.show(line["game"], cells, hand=line["hand"])
            case "move":
                diary.moves[line["game"], line["by"]] += 1
            case "over":
                diary.over[line["game"]] += 1
            case "sitting":
                self._game = line["game"]
                diary.sittings[self._game] += 1
                self._said.clear()
            case "notice":
                self._count_notice(line["text"])
            case "rest":
                self._game = ""
                self._sample("")
                if diary.samples:
                    last = diary.samples[-1]
                    print(f"hour {last.hour:.2f}: {diary.moves.total()} moves, {last.rss_mb:.0f} MB", file=sys.stderr)
            case "home":
                diary.home = True

    def _count_notice(self, text: str) -> None:
        now = time.monotonic()
        self.diary.notices[text] += 1
        if now - self._said.get(text, -COMPLAINT_INTERVAL_S) < COMPLAINT_INTERVAL_S:
            self.diary.repeated.append(text)
        self._said[text] = now


def _read(stream: IO[str], keep: Any) -> None:
    with stream:
        for line in stream:
            keep(line)


def hold(hours: float, speed: float, sitting_s: float, seed: int, folder: Path) -> Diary:
    """Hold an evening in a folder; return what happened."""
    home = folder / "home"
    environment = {HOME_VARIABLE: str(home), "FOURTH_SEAT_LANGUAGE": "en"}
    os.environ.update(environment)
    with screen() as display, serving(TableCamera()) as camera:
        film = CameraCable(camera)
        for name, drawn in SETS.items():
            save_camera(name, CameraCalibration(film.address, drawn.size, drawn.corners))
        lights, text = LightsCable(folder, LED_COUNT), TextCable(folder)
        command = (
            sys.executable, "-m", "benchmarks.reliability.evening.hands",
            "--camera", film.address, "--lights", lights.address, "--text", text.address,
            "--speed", str(speed), "--hours", str(hours), "--sitting", str(sitting_s), "--seed", str(seed),
        )  # fmt: skip
        program = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, "DISPLAY": display},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        rng = random.Random(seed)
        helpers = (
            HelperCable("vision process", program.pid, ("vision.worker",), (signal.SIGKILL, signal.SIGSTOP), rng),
            HelperCable("engine", program.pid, ("commands.engine",), (signal.SIGKILL,), rng),
        )
        watch = Watch(program, camera, speed, rng)
        try:
            watch.run((film, lights, text, *helpers), hours)
        finally:
            helpers_left = {child.pid for child in _children(program.pid)}
            if program.poll() is None:
                program.kill()
            program.wait()
            time.sleep(1.0)
            watch.diary.left = sum(map(psutil.pid_exists, helpers_left))
            for cable in (film, lights, text):
                cable.put_back()
            lights.pull()
            text.pull()
    return watch.diary


def _children(pid: int) -> list[psutil.Process]:
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []


def report(diary: Diary, hours: float) -> list[str]:
    """Print what happened; return what did not hold."""
    wrong = []
    print("game          sittings  over  moves: by hand, by camera, by the computer, by rule")
    for name in sorted(game_names()):
        by = {who: diary.moves[name, who] for who in ("human", "camera", "computer", "rule")}
        print(f"{name:12}  {diary.sittings[name]:8}  {diary.over[name]:4}  {', '.join(map(str, by.values()))}")
    print(f"moves and throws: {diary.moves.total()}; games ended: {diary.over.total()}")
    print("pulled: " + ", ".join(f"{name} {count}" for name, count in sorted(diary.pulls.items())))
    print(f"sentences said: {diary.notices.total()}, different ones: {len(diary.notices)}, repeated: {len(diary.repeated)}")
    for text, count in diary.notices.most_common():
        print(f"  {count:4}  {text}")
    warm = [sample for sample in diary.samples if sample.hour > WARM_UP_H]
    span = hours - WARM_UP_H
    for title, samples, limit in (
        ("between games", [sample for sample in warm if not sample.game], MAX_REST_GROWTH_MB),
        ("in mid-game", [sample for sample in warm if sample.game], MAX_TREE_GROWTH_MB),
    ):
        if len(samples) < 3:
            print(f"{title}: too short to be judged")
            continue
        memory, files = slope(samples, lambda each: each.rss_mb), slope(samples, lambda each: each.descriptors)
        sizes, counts = [sample.rss_mb for sample in samples], [sample.descriptors for sample in samples]
        print(
            f"{title}: {len(samples)} samples, {min(sizes):.0f}-{max(sizes):.0f} MB, {memory:+.2f} MB an hour; "
            f"{min(counts)}-{max(counts)} descriptors, {files:+.2f} an hour"
        )
        if memory * span > limit:
            wrong.append(f"memory grows {title}: {memory * span:.1f} MB")
        if files * span > MAX_DESCRIPTOR_GROWTH:
            wrong.append(f"descriptors grow {title}: {files * span:.1f}")
    wrong += [f"said again: {text}" for text in diary.repeated]
    wrong += [f"standard error: {line.rstrip()}" for line in diary.errors]
    wrong += [] if diary.home else ["the evening did not come to its end"]
    wrong += [f"processes left: {diary.left}"] if diary.left else []
    wrong += [f"no move in {name}" for name in game_names() if diary.sittings[name] and not _moves(diary, name)]
    return wrong


def _moves(diary: Diary, name: str) -> int:
    return sum(count for (game, _), count in diary.moves.items() if game == name)


def main() -> int:
    """Hold an evening and print what happened; the exit status is 1 if something did not hold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=4.0)
    parser.add_argument("--speed", type=float, default=8.0, help="of the clock at the table")
    parser.add_argument("--sitting", type=float, default=40.0, help="seconds, by our clock")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=output_file, metavar="FILE", help="keep all measurements, a JSON line each")
    args = parser.parse_args()
    if missing := [*nano.missing_packages(), *lcdd_server.missing_packages()]:
        print(f"missing: sudo apt install {' '.join(missing)}", file=sys.stderr)
        return 1
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that nothing is left
    with tempfile.TemporaryDirectory(prefix="evening-", ignore_cleanup_errors=True) as folder:
        diary = hold(args.hours, args.speed, args.sitting, args.seed, Path(folder))
    if args.samples:
        args.samples.write_text("".join(json.dumps(vars(sample)) + "\n" for sample in diary.samples))
    wrong = report(diary, args.hours)
    for line in wrong:
        print(f"NOT HELD: {line}")
    print("held" if not wrong else f"{len(wrong)} not held")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
