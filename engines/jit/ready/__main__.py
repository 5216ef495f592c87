"""Make the machine code that comes with the program.

    python -m fourth_seat.engines.jit.ready [CLASS ...] [--games a,b] [--to FOLDER]

Every game's kernels are compiled for a class of processors in a process of its own and linked to a shared library. Those of
older sources are removed, and the list of all libraries with their SHA-256 is written. It needs numba and llvmlite as
`COMPILERS` has them, and the linkers of Debian's `binutils` and `binutils-aarch64-linux-gnu`.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from itertools import product
from pathlib import Path

from fourth_seat.boundary.shipped import list_files
from fourth_seat.engines.jit.ready import CLASSES, COMPILERS, ENGINES, FOLDER, PROCESSORS, file_name, fingerprint
from fourth_seat.processes.child import own_module
from fourth_seat.processes.output import output_of

VARIABLE = "NUMBA_CACHE_DIR"  # numba's own
LINKERS = {"aarch64": "aarch64-linux-gnu-ld"}
NATIVE_LINKER = "ld"
COMPILE_TIMEOUT_S = 3600.0  # for a game's kernels, on a slow machine
COMPILED_ONCE = {"x86-64-v3": ("x86-64-v3", "aarch64"), "x86-64-v2": ("x86-64-v2",)}
"""What numba compiles for, and the classes for which machine code is generated from that."""


def main() -> int:
    """Print a line for each library."""
    games = sorted(path.parent.name for path in ENGINES.glob("*/kernels"))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("classes", nargs="*", metavar="CLASS", help=f"of {', '.join(CLASSES)}; all without one")
    parser.add_argument("--games", type=lambda text: text.split(","), default=games, metavar="GAME,GAME")
    parser.add_argument("--to", type=Path, default=FOLDER, metavar="FOLDER")
    args = parser.parse_args()
    if unknown := [name for name in args.classes if name not in CLASSES]:
        parser.error(f"unknown class {unknown[0]}; there are {', '.join(CLASSES)}")
    if not args.to.is_dir():
        parser.error(f"there is no folder {args.to}")
    for package, wanted in COMPILERS.items():
        if (found := metadata.version(package)) != wanted:
            parser.error(
                f"{package} is {found}, and COMPILERS in engines/jit/ready/__init__.py has {wanted}: correct it first"
            )
    for old in args.to.glob("*.so"):
        game = old.name.partition("-")[0]
        if game not in games or not old.name.startswith(f"{game}-{fingerprint(game)}-"):
            old.unlink()
    tasks = [
        (game, compiled, classes)
        for game, (compiled, made) in product(args.games, COMPILED_ONCE.items())
        if (classes := [name for name in made if name in (args.classes or CLASSES)])
    ]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for each in [pool.submit(make, *task, args.to) for task in tasks]:
            sys.stdout.write(each.result())
            sys.stdout.flush()
    list_files(args.to)
    return 0


def make(game: str, compiled: str, classes: Sequence[str], to: Path) -> str:
    """Compile a game's kernels once, and put a library for each class into a folder. Return lines for people."""
    lines = ""
    with tempfile.TemporaryDirectory() as folder:
        variables = {VARIABLE: f"{folder}/numba", PROCESSORS: compiled}
        command = own_module("fourth_seat.engines.jit.ready.objects", game, folder, *classes)
        output_of(command, COMPILE_TIMEOUT_S, variables=variables)
        for name in classes:
            objects, path = sorted(map(str, Path(folder, name).glob("*.o"))), Path(folder, name, "library.so")
            linker = [LINKERS.get(name, NATIVE_LINKER), "-shared", "-s", "--build-id=none", "-z", "noexecstack"]
            output_of([*linker, "-o", str(path), *objects], COMPILE_TIMEOUT_S)
            content = path.read_bytes()
            made = to / file_name(game, name)
            made.write_bytes(content)
            lines += f"{made.name}: {len(content) / 1e3:.0f} kB\n"
    return lines


if __name__ == "__main__":
    sys.exit(main())
