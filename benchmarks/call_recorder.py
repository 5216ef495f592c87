"""Records the files of the project that run in this process and its children, while a flag is set.

A child process gets the recorder through a `sitecustomize` module in a folder on its `PYTHONPATH`. The flag is a byte of
memory that they share: the number of the stretch being recorded, or 0 between stretches.
"""

from __future__ import annotations

import mmap
import os
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
OWN_FOLDERS = ("benchmarks/", "tests/", ".venv/")  # files that are not part of the product
FLAG_VARIABLE, LOG_VARIABLE, STATIONS_VARIABLE = "WALK_FLAG", "WALK_LOG", "WALK_STATIONS"  # of the environment


@dataclass(frozen=True, slots=True)
class Recorder:
    """A walk recorded by this process and its children.

    Attributes:
        log: a line for each file that has run (stretch, tab, file), and for each that was on the stack of a station (the
            same, tab, the station).
    """

    log: Path
    _flag: mmap.mmap

    def switch(self, stretch: int) -> None:
        """Begin to record a stretch, 1 to 255; with 0, stop."""
        self._flag[0] = stretch

    def files(self, stretch: int) -> tuple[set[str], dict[str, set[str]]]:
        """Return the files that ran in a stretch, and those on the stack of each station."""
        ran: set[str] = set()
        stations: dict[str, set[str]] = {}
        for line in self.log.read_text("utf-8").splitlines():
            number, file, *station = line.split("\t")
            if int(number) == stretch:
                ran.add(file)
                for each in station:
                    stations.setdefault(each, set()).add(file)
        return ran, stations


def record(folder: Path, stations: tuple[str, ...]) -> Recorder:
    """Record this process and the children that it starts from now on.

    Args:
        folder: empty; for the flag, the log and the children's `sitecustomize`.
        stations: functions whose callers are recorded, as `file:qualified name`.
    """
    flag = folder / "flag"
    flag.write_bytes(b"\0")
    hook = folder / "hook"
    hook.mkdir()
    (hook / "sitecustomize.py").write_text("from benchmarks.call_recorder import install\ninstall()\n", "utf-8")
    os.environ.update(
        {FLAG_VARIABLE: str(flag), LOG_VARIABLE: str(folder / "log"), STATIONS_VARIABLE: ",".join(stations)},
        PYTHONPATH=os.pathsep.join([str(hook), str(ROOT)]),
    )
    return Recorder(folder / "log", install())


def install() -> mmap.mmap:
    """Watch this process according to the environment variables; return the flag."""
    with Path(os.environ[FLAG_VARIABLE]).open("r+b") as file:
        flag = mmap.mmap(file.fileno(), 1)
    log = os.open(os.environ[LOG_VARIABLE], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    stations = frozenset(os.environ[STATIONS_VARIABLE].split(","))
    written: set[str] = set()
    seen: set[tuple[int, CodeType]] = set()
    names: dict[str, str] = {}

    def write(line: str) -> None:
        if line not in written:
            written.add(line)
            os.write(log, f"{line}\n".encode())  # one write: lines of several processes do not mix

    def name(code: CodeType) -> str:
        """Return the file's path in the project; empty for any other."""
        path = code.co_filename
        if path not in names:
            inside = path.startswith(str(ROOT) + os.sep)
            found = Path(path).relative_to(ROOT).as_posix() if inside else ""
            names[path] = "" if found.startswith(OWN_FOLDERS) else found
        return names[path]

    def watch(frame: FrameType, event: str, _: Any) -> None:
        if event != "call" or not (stretch := flag[0]):
            return
        code = frame.f_code
        file = name(code)
        if not file:
            return
        station = f"{file}:{code.co_qualname}"
        if station in stations:
            back: FrameType | None = frame
            while back is not None:
                if caller := name(back.f_code):
                    write(f"{stretch}\t{caller}\t{station}")
                back = back.f_back
        elif (stretch, code) not in seen:
            seen.add((stretch, code))
            write(f"{stretch}\t{file}")

    threading.setprofile(watch)
    sys.setprofile(watch)
    return flag
