"""The update of a bundle, killed and failing at each of its system calls."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks.reliability.checkout import Checkout, code_for
from benchmarks.reliability.found.case import Case

PROGRAM = '#!/bin/sh\ncat "$(dirname "$(readlink -f "$0")")/_internal/version"\n'
UPDATE = """
import sys
from pathlib import Path
from fourth_seat.processes.installation import bundle_folder
from fourth_seat.words import FourthSeatError

try:
    print(bundle_folder.replace(Path(sys.argv[1]), Path(sys.argv[2])))
except FourthSeatError as error:
    print("refused:", error)
"""
CHANGES = (
    "mkdir,mkdirat,rename,renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,rmdir,write,fsync,fdatasync,"
    "ftruncate,chmod,fchmod,fchmodat,utimensat"
)
FAULTS = ("signal=KILL:when={}", "error=ENOSPC:when={}+", "error=EIO:when={}")
"""Killed at a call; this call fails, and all of its kind after it; this one fails alone."""
UPDATE_TIMEOUT_S = 120.0


def bundle(folder: Path, version: str) -> Path:
    """Return a folder as of a bundle, whose program prints the version in the file beside it."""
    (folder / "_internal").mkdir(parents=True)
    (folder / "_internal" / "version").write_text(f"Fourth Seat {version}\n")
    (folder / "fourth-seat").write_text(PROGRAM)
    (folder / "fourth-seat").chmod(0o755)
    return folder


def archive_of(folder: Path) -> Path:
    """Return the archive of a bundle."""
    archive = folder.with_suffix(".tar.xz")
    with tarfile.open(archive, "w:xz") as tar:
        tar.add(folder, "fourth-seat")
    return archive


def traced(checkout: Checkout, archive: Path, folder: Path, log: Path, *options: str) -> subprocess.CompletedProcess[bytes]:
    """Update a folder under strace: the actions of the thread that replaces the folder."""
    python = checkout.root / ".venv" / "bin" / "python"
    return subprocess.run(
        ["strace", "-y", "-s", "200", "-o", log, "-e", f"trace={CHANGES}", *options,
         python if python.exists() else sys.executable, "-c", code_for(checkout.root, UPDATE), archive, folder],
        cwd=checkout.root, capture_output=True, timeout=UPDATE_TIMEOUT_S, check=False,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip


def started(folder: Path) -> str:
    """Return the version that the program in a folder prints; empty if it does not start."""
    try:
        done = subprocess.run(
            [folder / "fourth-seat"], capture_output=True, text=True, timeout=UPDATE_TIMEOUT_S, check=False
        )
    except OSError:
        return ""
    return "" if done.returncode else done.stdout.split()[-1]


def outcomes(checkout: Checkout) -> Iterator[str]:
    """Yield the result of each update: `old`, `new`, `neither`, or that the message was untrue."""
    newer, middle = (
        archive_of(bundle(checkout.folder / name, version)) for name, version in (("c", "0.4.0"), ("b", "0.3.0"))
    )
    here, log = checkout.folder / "here", checkout.folder / "log"
    unpacked, updated = bundle(checkout.folder / "a", "0.2.0"), bundle(checkout.folder / "u", "0.2.0")
    traced(checkout, middle, updated, log)
    for start in (unpacked, updated):
        shutil.rmtree(here, ignore_errors=True)
        shutil.copytree(start, here, symlinks=True)
        traced(checkout, newer, here, log)
        for name, number in calls(log):
            for fault in FAULTS:
                shutil.rmtree(here)
                shutil.copytree(start, here, symlinks=True)
                done = traced(checkout, newer, here, log, "-e", f"inject={name}:{fault.format(number)}")
                yield outcome(done, started(start), started(here))


def calls(log: Path) -> list[tuple[str, int]]:
    """Return the system calls of a run, each with its number among those of its name, as strace counts them."""
    counted: Counter[str] = Counter()
    found = []
    for line in log.read_text("utf-8", "replace").splitlines():
        if not line.startswith(("+++", "---")):
            name = line.partition("(")[0]
            counted[name] += 1
            found.append((name, counted[name]))
    return found


def outcome(done: subprocess.CompletedProcess[bytes], before: str, after: str) -> str:
    """Return the result of an update; its message counts unless it was killed, or could not write it."""
    said = done.stdout.decode("utf-8", "replace")
    if after not in (before, "0.4.0"):
        return "neither"
    if (said.startswith("refused:") and after != before) or (said.startswith("0.4.0") and after == before):
        return "said what had not happened"
    return "old" if after == before else "new"


def update_at_each_call(checkout: Checkout) -> bool:
    """Kill the update of a bundle at each system call, and let each call and all after it fail."""
    found = Counter(outcomes(checkout))
    return set(found) <= {"old", "new"}


def update_that_is_synced(checkout: Checkout) -> bool:
    """Check that a newer bundle is completely on the disk before it replaces the older one."""
    here, log = bundle(checkout.folder / "here", "0.2.0"), checkout.folder / "log"
    traced(checkout, archive_of(bundle(checkout.folder / "newer", "0.3.0")), here, log)
    lines = log.read_text("utf-8", "replace").splitlines()
    gives_way = next(
        (number for number, line in enumerate(lines) if f'{here}/fourth-seat"' in line and "rename" in line), 0
    )
    synced = [line for line in lines[:gives_way] if line.startswith(("fsync", "fdatasync")) and line.endswith("= 0")]
    return all(any(name in line for line in synced) for name in ("/fourth-seat>", "/_internal>", "/version>"))


CASES: Mapping[str, Case] = {
    "update-at-each-call": Case("attack 6", update_at_each_call),
    "update-that-is-synced": Case("attack 6", update_that_is_synced),
}
