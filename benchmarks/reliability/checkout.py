"""A checkout of the program that is tried from outside, through the command line alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parents[2]
"""This checkout."""
GAME_EVENT = {"event": "game", "version": 1, "game": "connect4", "options": "", "time": "2026-11-21T20:15:00+00:00"}
LINE_TIMEOUT_S = 20.0  # for the effect of a typed line


def code_for(root: Path, code: str) -> str:
    """Return lines of Python that use a checkout's modules by the names that these have there: at one time they had no
    package."""
    return code if (root / "fourth_seat").is_dir() else code.replace("fourth_seat.", "")


@dataclass(frozen=True)
class Checkout:
    """A checkout of the program with its own interpreter, tried in a separate folder."""

    root: Path
    folder: Path

    @property
    def home(self) -> Path:
        """The data folder."""
        return self.folder / "home"

    @contextmanager
    def started(self, *arguments: str, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
        """Yield the program with pipes; it is killed afterwards with everything that it started."""
        with self._child("companion.py", *arguments, **environment) as process:
            yield process

    @contextmanager
    def _child(self, *arguments: str, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
        """Yield this checkout's Python with pipes; it is killed afterwards with everything that it started."""
        python = self.root / ".venv" / "bin" / "python"
        with subprocess.Popen(
            [str(python) if python.exists() else sys.executable, *arguments],
            cwd=self.root,
            env={**os.environ, "FOURTH_SEAT_HOME": str(self.home), "FOURTH_SEAT_LANGUAGE": "en", **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            try:
                yield process
            finally:
                end(process)

    def run(self, *arguments: str, typed: bytes = b"", seconds: float = 60.0, **environment: str) -> Outcome:
        """Run the program to its end, or for this long."""
        with self.started(*arguments, **environment) as process:
            return _outcome(process, typed, seconds)

    def python(self, code: str, *arguments: str, seconds: float = 60.0, **environment: str) -> Outcome:
        """Run lines of Python that use this checkout's modules, for things that no command shows."""
        with self._child("-c", code_for(self.root, code), *arguments, **environment) as process:
            return _outcome(process, b"", seconds)

    def play(self, *arguments: str, typed: bytes = b"", seconds: float = 60.0, **environment: str) -> Outcome:
        """Run a game of Connect 4 in the terminal."""
        return self.run("play", "connect4", "--terminal", *arguments, typed=typed, seconds=seconds, **environment)

    def record(self, *events: Mapping[str, object], seats: Sequence[str] = ("human:Anna", "human:Ben")) -> Path:
        """Write the record of a game that begins with these seats."""
        path = self.home / "records" / "2026-11-21-connect4-1.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(event) + "\n" for event in ({**GAME_EVENT, "seats": list(seats)}, *events)))
        return path

    def records(self) -> str:
        """Return everything that is in records now."""
        return "".join(path.read_text("utf-8", "replace") for path in self.home.glob("records/*.jsonl") if path.is_file())


@dataclass(frozen=True)
class Outcome:
    """Outcome of a run of the program."""

    status: int
    out: str
    err: str
    ended: bool = True

    @property
    def sound(self) -> bool:
        """Whether the program ended without being killed and without an error."""
        wrong = ("Traceback", "internal error", "Error:", "Error at")
        return self.ended and not any(word in self.err + self.out for word in wrong)


def _outcome(process: subprocess.Popen[bytes], typed: bytes, seconds: float) -> Outcome:
    """Return the outcome of a process that gets this input, and this long to end."""
    try:
        out, err = process.communicate(typed, seconds)
    except subprocess.TimeoutExpired:
        return Outcome(-1, "", "", ended=False)
    return Outcome(process.returncode, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"))


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process and everything that it started."""
    with suppress(psutil.NoSuchProcess):
        for child in psutil.Process(process.pid).children(recursive=True):
            with suppress(psutil.NoSuchProcess):
                child.kill()
    process.kill()
    process.wait()
    with suppress(BrokenPipeError):  # the last typed line may not have been read
        process.stdin and process.stdin.close()


def type_line(process: subprocess.Popen[bytes], line: bytes, holds: Callable[[], bool]) -> bool:
    """Type a line and wait until something holds; return whether it does."""
    assert process.stdin
    with suppress(BrokenPipeError):
        process.stdin.write(line + b"\n")
        process.stdin.flush()
    return until(holds, LINE_TIMEOUT_S)


def until(holds: Callable[[], bool], seconds: float) -> bool:
    """Wait until something holds, or for this long; return whether it does."""
    last = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > last:
            return False
        time.sleep(0.05)
    return True
