"""Removal of the program's files from random data folders, in which nothing that belongs to somebody else may change.

    python -m uv run --group dev python -m benchmarks.reliability.removal [--folders 200] [--seed 1]

Each data folder holds a random part of the program's files, made by the program's own code, with marks or as earlier
versions left them; and a stranger's files of every name (including those that the program gives) and kind: files, hard and
soft links, FIFOs, sockets, empty folders. It is a separate folder, or one in somebody's folder, or behind a link. Then
tables, extras and the program are removed, a bundle is updated and removed, and in every third folder two processes do so
at once. It compares names, contents, targets, permissions and times of everything that is the stranger's.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import socket
import stat
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

from fourth_seat.boundary.marks import OWN
from fourth_seat.commands import run as command
from fourth_seat.games import find
from fourth_seat.processes.extras.catalogue import EXTRAS
from fourth_seat.processes.extras.folder import TAG
from fourth_seat.processes.installation import bundle_folder
from fourth_seat.table.seats import read_seat
from fourth_seat.table.settings import config_file
from fourth_seat.table.table import Table

PLACES = (
    "", "records", "records/deleted", "tables", "extras", f"extras/{TAG}", f"extras/{TAG}/mqtt", f"extras/{TAG}/mqtt/paho",
    "settings", "calibration", "devices", "engines", "links", "problems", "trust", "photos/of the sea",
)  # fmt: skip
NAMES = (
    "letter.txt", "2026-11-21-connect4-7.jsonl", "2026-11-21-kalah-1.jsonl", "kalah-own.table", "tridice-9-9.table",
    "settings.toml", "settings-unreadable.toml", "engines.toml", "calibration.toml", "devices.toml", "links.toml",
    "authority.pem", "connect4-photo.zip", "__init__.py", "RECORD", "search.nbi", "CACHEDIR.TAG", ".adding-1-x",
    "a b\n.txt", "שלום.ods", "board.pdf.0123abcd.new", ".fourth-seat-notes", "tables", "records", "mqtt",
)  # fmt: skip
CONTENTS = (
    b"Dear Anna",
    b"",
    b'[window]\ntitle = "mine"\n[other]\nx = 1\n',
    b'{"event": "party"}\n',
    b"PK\x05\x06" + bytes(18),
)
KINDS = ("file", "file", "file", "folder", "link", "dangling", "hard link", "FIFO", "socket")
ACTIONS = (
    ("tables", "--remove"), ("extras", "--remove", "mqtt"), ("update",), ("uninstall", "--yes"),
    ("uninstall", "--yes", "--games", "remove"), ("uninstall", "--yes", "--games", "remove", "--settings", "remove"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Known:
    """The compared properties of a stranger's entry."""

    kind: int
    mode: int
    time: int
    content: bytes


def known(path: Path) -> Known:
    """Return the properties of an entry, without the times of folders, in which others work too."""
    found = path.lstat()
    kind = stat.S_IFMT(found.st_mode)
    content = os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes() if stat.S_ISREG(kind) else b""
    return Known(kind, stat.S_IMODE(found.st_mode), 0 if stat.S_ISDIR(kind) else found.st_mtime_ns, content)


def own_files(home: Path, rng: random.Random, *, marked: bool) -> None:
    """Write the program's kinds of files: records, settings, tables, an extra, certificates."""
    game = find("connect4")
    for _ in range(rng.randrange(3)):
        seats = [read_seat("human:Ben"), read_seat("human")]
        table = Table.begin(game, game.options(), seats, home / "records", lambda: datetime(2026, 11, 20, tzinfo=UTC))
        table.play("4")
        table.close()
    for name, values in (("settings", {"window": {"mode": "dark"}}), ("engines", {"engines": {"a": "b"}})):
        if rng.random() < 0.6:
            config_file.save(home / f"{name}.toml", values)
    if rng.random() < 0.7:
        OWN.make(home / "tables", above=1)
        (home / "tables" / "tridice-4-4.table").write_bytes(b"TriDice\0" + bytes(1000))
        (home / "tables" / "tridice-4-4.table.lock").touch()
    if rng.random() < 0.7:
        place = home / "extras" / TAG / next(iter(sorted(EXTRAS.keys() & {"mqtt"})))
        OWN.make(place, above=3)
        for name, content in (
            ("paho/mqtt.py", "x = 1\n"),
            ("paho-2.dist-info/RECORD", "paho/mqtt.py,,\npaho-2.dist-info/RECORD,,\n"),
        ):
            (place / name).parent.mkdir(exist_ok=True)
            (place / name).write_text(content)
    if not marked:
        for mark in home.rglob(OWN.name):
            mark.unlink()


def strangers_files(home: Path, elsewhere: Path, rng: random.Random) -> dict[Path, Known]:
    """Put a stranger's entries in free places; return the properties of each."""
    made: list[Path] = []
    for number in range(rng.randrange(5, 25)):
        path = home / rng.choice(PLACES) / rng.choice(NAMES)
        if os.path.lexists(path) or any(above.exists() and not above.is_dir() for above in path.parents):
            continue
        new = [above for above in path.parents if not above.exists()]
        path.parent.mkdir(parents=True, exist_ok=True)
        target = elsewhere / f"{number}"
        target.write_bytes(rng.choice(CONTENTS))
        _make(path, rng.choice(KINDS), target, rng)
        made += [path, target, *new]
    return {path: known(path) for path in made}


def _make(path: Path, kind: str, target: Path, rng: random.Random) -> None:
    if kind == "file":
        path.write_bytes(target.read_bytes() or b"mine")
        path.chmod(rng.choice((0o644, 0o600, 0o444)))
    elif kind == "folder":
        path.mkdir()
    elif kind == "FIFO":
        os.mkfifo(path)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as server, suppress(OSError):  # the address may be too long
            server.bind(str(target.with_name("s")))
            target.with_name("s").rename(path)
        if not os.path.lexists(path):
            os.mkfifo(path)
    elif kind == "hard link":
        target.write_bytes(b"mine")
        path.hardlink_to(target)
    else:
        path.symlink_to(target if kind == "link" else target.with_name("nowhere"))


def act(home: Path, actions: Sequence[Sequence[str]]) -> None:
    """Run commands of the program on a data folder, in a separate process; their output is dropped."""
    variables = {
        "FOURTH_SEAT_HOME": home,
        "XDG_CACHE_HOME": home.parent / "cache",
        "XDG_CONFIG_HOME": home.parent / "config",
    }
    os.environ.update({name: str(value) for name, value in variables.items()}, FOURTH_SEAT_LANGUAGE="en")
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        for arguments in actions:
            command(list(arguments))


def bundles(folder: Path, rng: random.Random) -> dict[Path, Known]:
    """Update and remove a bundle among a stranger's files; return the properties of these."""
    here = folder / "bundle"
    for version, place in (("1", here), ("2", folder / "fourth-seat")):
        (place / "_internal").mkdir(parents=True)
        (place / bundle_folder.PROGRAM).write_text(f"#!/bin/sh\necho Fourth Seat {version}\n")
        (place / bundle_folder.PROGRAM).chmod(0o755)
    with tarfile.open(folder / "new.tar.xz", "w:xz") as tar:
        tar.add(folder / "fourth-seat", "fourth-seat")
    (folder / "elsewhere 2").mkdir()
    found = strangers_files(here, folder / "elsewhere 2", rng)
    with suppress(Exception):  # a newer version may refuse to work among other files
        bundle_folder.replace(folder / "new.tar.xz", here)
    bundle_folder.remove(here)
    return found


def changed(before: dict[Path, Known]) -> list[Path]:
    """Return the entries that have changed."""
    found = []
    for path, was in before.items():
        try:
            if known(path) != was:
                found.append(path)
        except OSError:
            found.append(path)
    return found


@dataclass(frozen=True, slots=True)
class Removal:
    """The result for a data folder.

    Attributes:
        own: files by the program in a folder from which everything was to be removed; `left`: those still there.
        entries: things of a stranger; `changed`: those that have changed.
    """

    own: int
    left: int
    entries: int
    changed: list[Path]


def tried(seed: int) -> Removal:
    """Make a data folder, and remove the program's files there."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="removal-", ignore_cleanup_errors=True) as made:
        folder = Path(made).resolve()
        home, elsewhere = folder / "home", folder / "elsewhere"
        elsewhere.mkdir()
        if rng.random() < 0.3:
            (folder / "Documents").mkdir()
            home.symlink_to(folder / "Documents")
        own_files(home, rng, marked=rng.random() < 0.6)
        own = [path for path in home.rglob("*") if path.is_file() and path.name != OWN.name]
        before = strangers_files(home, elsewhere, rng)
        actions = rng.sample(ACTIONS, rng.randrange(1, 4))
        workers = [multiprocessing.Process(target=act, args=(home, actions)) for _ in range(1 if seed % 3 else 2)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        if any(worker.exitcode for worker in workers):
            raise SystemExit(f"seed {seed}: {actions} failed")
        if home.is_symlink():
            before[home] = known(home)
        if seed % 5 == 0 and bundle_folder.REPLACES_ITSELF:
            before |= bundles(folder, rng)
        whole = ACTIONS[-1] in actions and bool(seed % 3)  # otherwise a game may just be in use by the other process
        left = sum(path.exists() for path in own) if whole else 0
        return Removal(len(own) if whole else 0, left, len(before), changed(before))


def main() -> int:
    """Print the number of a stranger's entries that were changed; the exit status is 1 if any was."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folders", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    outcomes = [tried(seed) for seed in range(args.seed, args.seed + args.folders)]
    harmed = [path for outcome in outcomes for path in outcome.changed]
    print(*(f"  {path}" for path in harmed), sep="\n")
    entries, own, left = (sum(getattr(each, name) for each in outcomes) for name in ("entries", "own", "left"))
    print(f"{args.folders} data folders, {entries} files, folders and links of a stranger: {len(harmed)} changed")
    print(f"{own} files of the program where all was to be removed: {left} left")
    return 1 if harmed or left else 0


if __name__ == "__main__":
    sys.exit(main())
