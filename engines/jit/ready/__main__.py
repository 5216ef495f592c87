"""Build or check the machine code that comes with the program.

    python -m fourth_seat.engines.jit.ready [CLASS ...] [--games a,b] [--to FOLDER]
    python -m fourth_seat.engines.jit.ready --check [CLASS ...] [--games a,b] [--to FOLDER]

A separate process compiles each game's kernels for a processor class and links them into a shared library. Libraries built
from older sources are removed, and a list of all libraries with their SHA-256 sums is written. With `--check`, nothing is
changed: all libraries are rebuilt and compared byte for byte with those in the folder. Both modes require the tool versions
in `engines.jit.ready.sources.TOOLS`; the linkers are those of Debian's `binutils` and `binutils-aarch64-linux-gnu`.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from itertools import product
from pathlib import Path

from fourth_seat.boundary.shipped import list_files
from fourth_seat.engines.jit.code_folder import VARIABLE
from fourth_seat.engines.jit.ready import CLASSES, FOLDER, NONE, SWITCH, file_name
from fourth_seat.engines.jit.ready.sources import ENGINES, LINKERS, TOOLS
from fourth_seat.processes.child import own_module
from fourth_seat.processes.output import output_of

COMPILE_TIMEOUT_S = 3600.0  # for a game's kernels, on a slow machine
VERSION_TIMEOUT_S = 10.0
COMPILED_ONCE = {"x86-64-v3": ("x86-64-v3", "aarch64"), "x86-64-v2": ("x86-64-v2",)}
"""The targets that numba compiles for, and the classes of processors that each of them covers."""


def main() -> int:
    """Build or check the libraries and print a line for each; return 1 if one differs from a fresh build, otherwise 0."""
    games = sorted(path.parent.name for path in ENGINES.glob("*/kernels"))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("classes", nargs="*", metavar="CLASS", help=f"of {', '.join(CLASSES)}; all without one")
    parser.add_argument("--games", type=lambda text: text.split(","), default=games, metavar="GAME,GAME")
    parser.add_argument("--to", type=Path, default=FOLDER, metavar="FOLDER")
    parser.add_argument("--check", action="store_true", help="compare with what is in the folder")
    args = parser.parse_args()
    for kind, named, known in (("class", args.classes, CLASSES), ("game", args.games, games)):
        if unknown := [name for name in named if name not in known]:
            parser.error(f"unknown {kind} {unknown[0]}; there are {', '.join(known)}")
    if not args.to.is_dir():
        parser.error(f"there is no folder {args.to}")
    wanted = [name for name in CLASSES if name in (args.classes or CLASSES)]
    if wrong := wrong_tool(wanted):
        parser.error(wrong)
    tasks = [
        (game, compiled, classes)
        for game, (compiled, made) in product(args.games, COMPILED_ONCE.items())
        if (classes := [name for name in made if name in wanted])
    ]
    differing = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for each in [pool.submit(make, *task) for task in tasks]:
            for name, content in each.result().items():
                path, said = args.to / name, f"{len(content) / 1e3:.0f} kB"
                if args.check:
                    said = "missing" if not path.is_file() else "equal" if path.read_bytes() == content else "different"
                    differing += said != "equal"
                else:
                    path.write_bytes(content)
                sys.stdout.write(f"{name}: {said}\n")
                sys.stdout.flush()
    if not args.check:
        current = {file_name(game, processors) for game, processors in product(games, CLASSES)}
        for old in args.to.glob("*.so"):
            if old.name not in current:
                old.unlink()
        list_files(args.to)
    return int(differing > 0)


def wrong_tool(classes: Sequence[str]) -> str:
    """Return an error message if a tool for these classes is missing or is not the version in `TOOLS`; otherwise empty."""
    found = [("Python", ".".join(platform.python_version_tuple()[:2]))]
    for package in ("numba", "llvmlite"):
        try:
            found.append((package, metadata.version(package)))
        except metadata.PackageNotFoundError:
            return f"there is no {package}: run it with all extras"
    for linker in dict.fromkeys(LINKERS[name] for name in classes):
        try:
            version = output_of([linker, "--version"], VERSION_TIMEOUT_S)[0].split()[-1]
        except OSError:
            return f"there is no {linker}: install Debian's binutils and binutils-aarch64-linux-gnu"
        found.append(("ld", version))
    for name, version in found:
        if version != TOOLS[name]:
            return f"{name} is {version}, not {TOOLS[name]}: take that, or correct TOOLS in engines/jit/ready/sources.py"
    return ""


def make(game: str, compiled: str, classes: Sequence[str]) -> dict[str, bytes]:
    """Compile a game's kernels once and return a library for each class, keyed by file name."""
    with tempfile.TemporaryDirectory() as folder:
        variables = {VARIABLE: f"{folder}/numba", SWITCH: NONE, "NUMBA_CPU_NAME": compiled, "NUMBA_CPU_FEATURES": ""}
        command = own_module("fourth_seat.engines.jit.ready.library", game, folder, *classes)
        output_of(command, COMPILE_TIMEOUT_S, variables=variables)
        return {file_name(game, name): Path(folder, f"{name}.so").read_bytes() for name in classes}


if __name__ == "__main__":
    sys.exit(main())
