"""A fuzzer for every parser that reads what others wrote: files, lines, answers of engines, cameras and devices.

    python -m benchmarks.reliability.fuzz                                 # 1,000,000 inputs over all targets
    python -m benchmarks.reliability.fuzz record xgid --inputs 100000 --seed 7
    python -m benchmarks.reliability.fuzz record --file FILE              # one input, with the traceback of a find
    python -m benchmarks.reliability.fuzz --replay --inputs 2000          # seeds, finds, and variants of them

Inputs come from Atheris (libFuzzer over instrumented Python), which keeps those that reach new code, and from repetitions,
nestings and numbers at their limits. Each runs under an audit hook. A find is an input after which the parser

- raises anything but a `FourthSeatError`, which carries the sentence that people read, here or in a thread, or warns,
- takes more than 2 s of processor time, or more than 200 MB of memory,
- starts a process, connects, loads a library or a module from elsewhere, or changes a file outside the data folder.

Finds are written to `build/fuzz/TARGET`; fixed ones are kept in `tests/data/fuzz/TARGET`, and are run again by
the tests and as seeds.
"""

from __future__ import annotations

import argparse
import faulthandler
import hashlib
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from contextlib import suppress
from pathlib import Path

import psutil

from benchmarks.reliability.fuzz.inputs import Parse
from benchmarks.reliability.fuzz.sandbox import ROOT, Hang, Sandbox
from benchmarks.reliability.fuzz.targets import TARGETS, seeds_of

FINDS_FOLDER = ROOT / "build" / "fuzz"
INPUT_COUNT = 1_000_000
HANG_TIMEOUT_S = 20  # of an input by the clock: beyond that it hangs where Python cannot end it, and the process is killed
IDLE_TIMEOUT_S = 60  # without any processor time: beyond that a target's process is waiting forever, and is killed
POLL_INTERVAL_S = 5
INSTRUMENTED_PARTS = (
    "boundary",
    "games",
    "table",
    "engines.gtp",
    "engines.process",
    "engines.players",
    "engines.results",
    "commands",
    "calibration",
    "hardware",
    "inference",
    "setup",
    "vision.camera",
    "inference.move_bridge",
    "vision.worker",
    "ui.settings",
    "processes",
    "page",
    "words.po",
)
INSTRUMENTED = [*(f"fourth_seat.{part}" for part in INSTRUMENTED_PARTS), "tomllib", "tomlkit"]
OWN_MUTATION_SHARE = 0.2  # of inputs that we change ourselves; libFuzzer changes the others
LIMIT_NUMBERS = (
    b"0", b"-1", b"1e999", b"NaN", b"Infinity", b"-0", b"2147483648", b"4294967296", b"18446744073709551616", b"1e-400",
    b"9" * 30, b"9" * 5000, "²".encode(), "٣".encode(), b"0x10", b"1_0", b"+1", b"1.5", b"true", b"null", b"''",
)  # fmt: skip
NESTED_OPENINGS = (
    b"[", b"{", b"(", b'{"a":', b"[[", b"a.", b"a=[", b"<", b"(;", b"]", b"\n", b" ", b",", b"-",
    b"\0", b"\xff", b"\xe2\x80\xae",
)  # fmt: skip


def ready(name: str, sandbox: Sandbox) -> Parse:
    """Return a target's parser, after one run of its seeds, which loads their imports."""
    parse = TARGETS[name].prepare(sandbox.folder)
    for seed in seeds_of(name):
        with suppress(Exception, Hang):
            parse(seed)
    return parse


def fuzz(name: str, inputs: int, seed: int, corpus: Path, finds: Path) -> None:
    """Run a target on a number of inputs in this process, and end it."""
    import atheris

    faulthandler.register(signal.SIGQUIT)
    sandbox = Sandbox(home())
    with atheris.instrument_imports(include=INSTRUMENTED):
        parse = ready(name, sandbox)
        for data in TARGETS[name].warm:
            parse(data)
    sandbox.limit_memory()
    known: set[str] = set()

    def run(data: bytes) -> None:
        found = sandbox.offence(parse, data)
        if found and found not in known:
            known.add(found)
            keep(finds, data, found)

    def mutate(data: bytes, most: int, number: int) -> bytes:
        rng = random.Random(number)
        if rng.random() > OWN_MUTATION_SHARE:
            return bytes(atheris.Mutate(data, most))
        return mutated(data, rng)[:most]

    arguments = [
        "fuzz", f"-atheris_runs={inputs}", f"-seed={seed}", f"-max_len={TARGETS[name].most}",
        f"-timeout={HANG_TIMEOUT_S}", "-rss_limit_mb=0", f"-artifact_prefix={finds}/", "-len_control=20", str(corpus),
    ]  # fmt: skip
    atheris.Setup(arguments, run, custom_mutator=mutate)
    atheris.Fuzz()


def mutated(data: bytes, rng: random.Random) -> bytes:
    """Return an input with a part of it repeated, nested, moved, or a number in it at its limit."""
    at, size = rng.randint(0, len(data)), rng.choice((1, 2, 3, 8, 40))
    part = data[at : at + size]
    match rng.randrange(6):
        case 0:
            new = part * rng.choice((2, 5, 50, 1000))
        case 1:
            new = rng.choice(NESTED_OPENINGS) * rng.choice((1, 3, 100, 2000)) + part
        case 2:
            numbers = list(re.finditer(rb"-?\d+(\.\d+)?", data))
            if numbers:
                at, end = rng.choice(numbers).span()
                part = data[at:end]
            new = rng.choice(LIMIT_NUMBERS)
        case 3:
            rows = data.splitlines(keepends=True)
            rng.shuffle(rows)
            return b"".join(rows)
        case 4:
            rows = data.splitlines(keepends=True) or [b""]
            rows.insert(rng.randrange(len(rows)), rng.choice(rows))
            return b"".join(rows)
        case _:
            new = rng.choice(LIMIT_NUMBERS)
    return data[:at] + new + data[at + len(part) :]


def keep(folder: Path, data: bytes, found: str) -> None:
    """Write a find to a folder and say how to reproduce it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / hashlib.sha1(data).hexdigest()[:12]
    path.write_bytes(data)
    command = f"python -m benchmarks.reliability.fuzz {folder.name} --file {path}"
    with (folder.parent / "finds.txt").open("a") as log:
        log.write(f"{found}: {command}\n")
    print(f"FIND {folder.name}: {found}: {command}", file=sys.stderr, flush=True)


def show(name: str, path: Path) -> int:
    """Run one input, and print the traceback of its error."""
    sandbox = Sandbox(home())
    parse = ready(name, sandbox)
    sandbox.limit_memory()

    def shown(data: bytes) -> object:
        try:
            return parse(data)
        except BaseException:
            traceback.print_exc()
            raise

    found = sandbox.offence(shown, path.read_bytes())
    print(found or "as it should be")
    return 1 if found else 0


def replay(names: list[str], inputs: int, seed: int) -> int:
    """Run the seeds of targets, former finds included, and `inputs` mutations of them, without Atheris and in this process
    alone; return the number of finds.
    """
    sandbox = Sandbox(home())
    shares = sum(TARGETS[name].share for name in names)
    rng = random.Random(seed)
    finds = 0
    parsers = [(name, ready(name, sandbox), seeds_of(name)) for name in names]
    sandbox.limit_memory()
    for name, parse, seeds in parsers:
        changed = (mutated(rng.choice(seeds), rng) for _ in range(inputs * TARGETS[name].share // shares))
        known: set[str] = set()
        for data in (*seeds, *(each[: TARGETS[name].most] for each in changed)):
            found = sandbox.offence(parse, data)
            if found and found not in known:
                known.add(found)
                keep(FINDS_FOLDER / name, data, found)
        finds += len(known)
    return finds


def home() -> Path:
    """Return the data folder of this run."""
    return Path(os.environ["FOURTH_SEAT_HOME"]).resolve()


# -- a campaign ------------------------------------------------------------------------------------------------------------


def campaign(names: list[str], inputs: int, seed: int) -> int:
    """Run targets one after another, each in its own process, and print a row for each; return the exit status."""
    shares = sum(TARGETS[name].share for name in names)
    totals = [0, 0, 0]
    start = time.process_time()
    print(f"{'target':16} {'inputs':>9} {'new paths':>9} {'finds':>6} {'seconds':>8}")
    spent = 0.0
    for name in names:
        number = -(-inputs * TARGETS[name].share // shares) if len(names) > 1 else inputs
        *counted, seconds = run_target(name, number, seed)
        totals = [total + one for total, one in zip(totals, counted, strict=True)]
        spent += seconds
        print(f"{name:16} {counted[0]:9,} {counted[1]:9,} {counted[2]:6} {seconds:8.1f}", flush=True)
    print(f"{'total':16} {totals[0]:9,} {totals[1]:9,} {totals[2]:6} {spent + time.process_time() - start:8.1f}")
    return 1 if totals[2] else 0


def run_target(name: str, inputs: int, seed: int) -> tuple[int, int, int, float]:
    """Run one target in a process; return inputs, new paths, finds, and seconds of processor time."""
    shared = Path("/dev/shm")  # a sync is free there
    with tempfile.TemporaryDirectory(dir=shared if shared.is_dir() else None) as temporary:
        home, corpus, finds = Path(temporary) / "home", Path(temporary) / "corpus", FINDS_FOLDER / name
        home.mkdir()
        corpus.mkdir()
        finds.mkdir(parents=True, exist_ok=True)
        for number, data in enumerate(seeds_of(name)):
            (corpus / str(number)).write_bytes(data)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = ["--child", str(corpus), name, "--inputs", str(inputs), "--seed", str(seed)]
        log_path = Path(temporary) / "log"
        with log_path.open("wb") as stderr:
            process = subprocess.Popen(
                (sys.executable, "-m", "benchmarks.reliability.fuzz", *command),
                cwd=ROOT,
                env={
                    **os.environ,
                    "FOURTH_SEAT_HOME": str(home),
                    "OPENBLAS_NUM_THREADS": "1",
                    "PYTHONDONTWRITEBYTECODE": "1",
                },
                stderr=stderr,
                stdout=subprocess.DEVNULL,
            )
            status = wait_while_busy(process)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        log = log_path.read_text("utf-8", "replace")
        for line in log.splitlines():
            if line.startswith("FIND"):
                print(line, file=sys.stderr)
        ran = re.findall(r"^Done (\d+) in", log, re.MULTILINE)
        new = len(re.findall(r"^#\d+\s+NEW ", log, re.MULTILINE))
        found = len(re.findall(r"^FIND ", log, re.MULTILINE))
        if status:
            found += 1
            print("\n".join(log.splitlines()[-25:]), file=sys.stderr)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return int(ran[-1]) if ran else 0, new, found, seconds


def wait_while_busy(process: subprocess.Popen[bytes]) -> int:
    """Wait for the end of a process and return its exit status; end one that hangs, after it has printed the stacks of its
    threads.
    """
    watched = psutil.Process(process.pid)
    busy_s, idle_s = -1.0, 0
    while True:
        with suppress(subprocess.TimeoutExpired):
            return process.wait(POLL_INTERVAL_S)
        before, busy_s = busy_s, sum(watched.cpu_times()[:2])
        idle_s = idle_s + POLL_INTERVAL_S if busy_s == before else 0
        if idle_s >= IDLE_TIMEOUT_S:
            process.send_signal(signal.SIGQUIT)
            time.sleep(1)
            process.kill()


def main() -> int:
    parser = argparse.ArgumentParser(description="Fuzz every parser that reads what others wrote.")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--inputs", type=int, default=INPUT_COUNT, help="over all targets")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, help="one input, with the traceback of a find")
    parser.add_argument("--replay", action="store_true", help="seeds and simple variants of them: quick, without Atheris")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if unknown := set(args.targets) - set(TARGETS):
        parser.error(f"no such target: {', '.join(sorted(unknown))}")
    if args.child:
        fuzz(args.targets[0], args.inputs, args.seed, args.child, FINDS_FOLDER / args.targets[0])
    names = args.targets or list(TARGETS)
    if not args.file and not args.replay:
        return campaign(names, args.inputs, args.seed)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["FOURTH_SEAT_HOME"] = folder
        return show(names[0], args.file.resolve()) if args.file else min(replay(names, args.inputs, args.seed), 1)


if __name__ == "__main__":
    sys.exit(main())
