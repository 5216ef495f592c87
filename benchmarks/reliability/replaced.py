"""Every command that writes a file over an older one, on a failing disk, and killed at each system call.

    python -m uv run --group dev --all-extras python -m benchmarks.reliability.replaced [COMMAND ...] [--every N]

Each command first runs undisturbed under strace, which counts its calls that change a file. Then it runs once for each of
these calls, which fails with ENOSPC or EIO, or at which the program is killed; and with a disk that takes only a part of
the file, for good. Afterwards the file must have its old content, or that of the undisturbed command, byte for byte except
for times in it (a picture must be complete). If the program lives on and the old file stays, it must have said so: with the
file's name, or by an earlier error.
"""

from __future__ import annotations

import argparse
import io
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from benchmarks.reliability.checkout import ROOT

OLD = b"what was there before\n" * 200
TIMEOUT_S = 120.0
CALLS = ("openat", "write", "pwrite64", "ftruncate", "fsync", "rename", "unlink", "close")
FAULTS: Mapping[str, tuple[str, ...]] = {
    "error=ENOSPC": ("openat", "write", "pwrite64", "ftruncate", "fsync", "rename"),
    "error=EIO": ("openat", "write", "pwrite64", "ftruncate", "fsync", "rename"),
    "signal=KILL": CALLS,
}
FULL = "full disk"
PNG_END = b"IEND\xaeB`\x82"
WHENS = re.compile(rb"/(CreationDate|ModDate) \(.*?\)|/ID\s*\[.*?\]|^% ReportLab.*?$", re.DOTALL | re.MULTILINE)
PDF_DATES = re.compile(rb"D:\d{14}[^)]*")
RECORD = (
    '{"event": "game", "version": 1, "game": "connect4", "options": "", "seats": ["human:Anna", "human:Ben"], "time": ""}\n'
    + "".join(f'{{"event": "move", "seat": {n % 2 + 1}, "move": "{1 + n % 2}", "by": "human"}}\n' for n in range(7))
    + '{"event": "result", "scores": [1, -1], "winners": [1], "reason": ""}\n'
)


ENGINE = (
    "sh -c 'while read number command; do case $command in "
    'list_commands) echo "=$number play\\ngenmove\\nclear_board\\nboardsize\\nname\\nquit\\n" ;; '
    '*) echo "=$number \\n" ;; esac; done\''
)
"""Answers like an engine that could play, through the system's shell (dash, whose `echo` knows `\\n`)."""


@dataclass(frozen=True, slots=True)
class Writer:
    """A command that replaces a file.

    Attributes:
        file: the file, below the folder of the run.
        arguments: of the program; `{folder}` stands for that folder.
        typed: its standard input.
        old: the file's content before.
    """

    file: str
    arguments: tuple[str, ...]
    typed: str = ""
    old: bytes = OLD


TERMINAL = ("play", "connect4", "--terminal", "--seats", "human:Anna,human:Ben")
WRITERS: Mapping[str, Writer] = {
    "export": Writer("game.moves", TERMINAL, "4\nexport --force {folder}/game.moves\n"),
    "print": Writer("board.png", ("print", "tridice", "{folder}/board.png", "--force")),
    "print-pdf": Writer("board.pdf", ("print", "tridice", "{folder}/board.pdf", "--force")),
    "keep": Writer("page.png", ("keep", "{folder}/game.jsonl", "--to", "{folder}/page.png", "--force")),
    "card": Writer(
        "card.png", ("play", "connect4", "--terminal", "--seats", "human:Anna,seed"), "4\ncard --force {folder}/card.png\n"
    ),
    "kiosk": Writer("config/autostart/fourth-seat.desktop", ("kiosk", "--install")),
    "engines": Writer("home/engines.toml", (*TERMINAL[:4], f"human,gtp:{ENGINE}"), old=b'[engines]\nfirst = "gnubg"\n'),
}


@dataclass
class Figures:
    """Runs of a command: how many there were, how many left neither the old nor the new file, and how many kept silent."""

    runs: int = 0
    torn: int = 0
    silent: int = 0


def prepared(writer: Writer, folder: Path) -> Path:
    """Fill an empty folder for a run; return the file to be replaced."""
    file = folder / writer.file
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(writer.old)
    (folder / "game.jsonl").write_text(RECORD)
    return file


def run(writer: Writer, folder: Path, *tracing: str, most: int | None = None) -> subprocess.CompletedProcess[str] | None:
    """Run a command under strace with these arguments, or on a disk that takes `most` bytes of a file; None if it had to be
    ended.
    """
    program = [sys.executable, "-B", "companion.py", *(part.format(folder=folder) for part in writer.arguments)]
    names = {"FOURTH_SEAT_HOME": "home", "XDG_CONFIG_HOME": "config", "XDG_CACHE_HOME": "cache"}
    environment = [f"{name}={folder / place}" for name, place in names.items()]
    under = ["strace", "-f", "-qq", "-e", "signal=none", *tracing] if most is None else ["prlimit", f"--fsize={most}"]
    command = ["env", *environment, "FOURTH_SEAT_LANGUAGE=en", "PYTHONHASHSEED=0", *under, *program]
    typed = writer.typed.format(folder=folder)
    try:
        return subprocess.run(
            command, cwd=ROOT, input=typed, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
        )
    except subprocess.TimeoutExpired:
        return None


def is_whole(path: Path, data: bytes, new: bytes) -> bool:
    """Return whether a file's content is that of the undisturbed command; a picture, in which lines differ from one run to
    another, must be complete.
    """
    if path.suffix != ".png":
        return without_times(data) == without_times(new)
    try:
        with Image.open(io.BytesIO(data)) as picture:
            picture.load()
    except OSError:
        return False
    return data.endswith(PNG_END)


def without_times(data: bytes) -> bytes:
    """Return a file's content without the times at which it was written."""
    return PDF_DATES.sub(b"", WHENS.sub(b"", data))


def calls_of(writer: Writer, folder: Path) -> tuple[dict[str, list[int]], bytes]:
    """Run a command undisturbed; return which of its calls, counted from 1, touch the file's folder, and its output."""
    file = prepared(writer, folder)
    log = folder.parent / "log"
    done = run(writer, folder, "-y", "-o", str(log), "-e", f"trace={','.join(CALLS)}")
    if done is None or file.read_bytes() == writer.old:
        raise SystemExit(f"{writer.arguments}: it wrote nothing: {done and done.stderr}")
    counted: dict[str, int] = {}
    found: dict[str, list[int]] = {}
    for line in log.read_text("utf-8", "replace").splitlines():
        if (call := re.match(r"(?:\d+ +)?(\w+)\(", line)) and call[1] in CALLS:
            counted[call[1]] = counted.get(call[1], 0) + 1
            if f"{file.parent}/{file.stem}" in line or f"<{file.parent}>" in line:
                found.setdefault(call[1], []).append(counted[call[1]])
    return found, file.read_bytes()


def disturbed(writer: Writer, fault: str, call: str, number: int, new: bytes, figures: Figures) -> None:
    """Run a command whose n-th call of a kind is disturbed, or on a disk of n bytes, and count the result for the file."""
    with tempfile.TemporaryDirectory(prefix="replaced-") as made:
        folder = Path(made).resolve() / "run"
        folder.mkdir()
        file = prepared(writer, folder)
        if call:
            inject = f"inject={call}:{fault}:when={number}"
            done = run(writer, folder, "-o", "/dev/null", "-e", f"trace={call}", "-e", inject)
        else:
            done = run(writer, folder, most=number)
        found = file.read_bytes() if file.is_file() else b""
        figures.runs += 1
        if found != writer.old and not is_whole(file, found, new):
            figures.torn += 1
            print(f"  torn: {fault} {call} {number}: {len(found)} bytes", flush=True)
        told = done is not None and (file.name in done.stdout + done.stderr or bool(done.returncode and done.stderr))
        if done is None or (fault != "signal=KILL" and found == writer.old and not told):
            figures.silent += 1
            print(f"  silent: {fault} {call} {number}: {done.stderr[-200:] if done else 'ended'}", flush=True)


def tried(name: str, every: int) -> Figures:
    """Try a command with each n-th of the faults that can occur."""
    writer, figures = WRITERS[name], Figures()
    with tempfile.TemporaryDirectory(prefix="replaced-") as made:
        folder = Path(made).resolve() / "run"
        folder.mkdir()
        calls, new = calls_of(writer, folder)
    faults = [(fault, call, number) for fault, kinds in FAULTS.items() for call in kinds for number in calls.get(call, ())]
    faults += [(FULL, "", size) for size in (0, len(new) // 2, len(new) - 1)]
    for fault, call, number in faults[::every]:
        disturbed(writer, fault, call, number, new, figures)
    return figures


def main() -> int:
    """Print the figures of each command; the exit status is 1 if a file was neither old nor new."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commands", nargs="*", metavar="COMMAND", help=", ".join(WRITERS))
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each n-th fault")
    args = parser.parse_args()
    if not shutil.which("strace"):
        print("strace is missing: sudo apt install strace", file=sys.stderr)
        return 1
    total = Figures()
    for name in args.commands or WRITERS:
        found = tried(name, args.every)
        print(f"{name:12} {found.runs} runs, {found.torn} neither old nor new, {found.silent} said nothing", flush=True)
        total = Figures(total.runs + found.runs, total.torn + found.torn, total.silent + found.silent)
    print(f"{'all':12} {total.runs} runs, {total.torn} neither old nor new, {total.silent} said nothing")
    return 1 if total.torn or total.silent else 0


if __name__ == "__main__":
    sys.exit(main())
