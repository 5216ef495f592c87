"""Make the machine code that comes with the program: `python -m engines.jit.ready [CLASS ...] [--to FOLDER]`.

Every kernel is compiled for each class of processors, on whichever machine this is: each game's in a process of its own.
Archives of older sources are removed.
"""

from __future__ import annotations

import argparse
import io
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from engines.jit.code_folder import SUFFIX
from engines.jit.kept_code import ENGINES, PROCESSORS, VARIABLE, fingerprint
from engines.jit.ready import CLASSES, FOLDER, archive


def main() -> int:
    """Print a line for each archive."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("classes", nargs="*", metavar="CLASS", help=f"of {', '.join(CLASSES)}; all without one")
    parser.add_argument("--to", type=Path, default=FOLDER, metavar="FOLDER")
    asked = parser.parse_args()
    if unknown := [name for name in asked.classes if name not in CLASSES]:
        parser.error(f"unknown class {unknown[0]}; there are {', '.join(CLASSES)}")
    for name in asked.classes or CLASSES:
        made = asked.to / archive(fingerprint(), name).name
        with tempfile.TemporaryDirectory() as folder:
            compile_all(Path(folder), name)
            data = packed(Path(folder))
        made.write_bytes(data)
        sys.stdout.write(f"{made.name}: {len(data) / 1e3:.0f} kB\n")
    for old in asked.to.glob("*.tar.xz"):
        if not old.name.startswith(fingerprint()):
            old.unlink()
    return 0


def modules() -> list[list[str]]:
    """The modules of kernels, game by game."""
    folders = sorted(ENGINES.glob("*/kernels"))
    return [
        [f"engines.{folder.parent.name}.kernels.{path.stem}" for path in sorted(folder.glob("[!_]*.py"))]
        for folder in folders
    ]


def compile_all(folder: Path, processors: str) -> None:
    """Compile the kernels of all games for a class of processors into a folder."""
    environment = {**os.environ, VARIABLE: str(folder), PROCESSORS: processors}
    command = [sys.executable, "-m", "engines.jit.ready.cross", CLASSES[processors].triple]
    for names in modules():
        subprocess.run([*command, *names], env=environment, check=True, cwd=ENGINES.parent)


def packed(folder: Path) -> bytes:
    """Return all code below a folder as an archive, by the kernels' names, without dates and owners."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:xz", format=tarfile.USTAR_FORMAT, preset=9) as tar:
        for path in sorted(folder.rglob(f"*{SUFFIX}")):
            member = tarfile.TarInfo(path.stem)
            data = path.read_bytes()
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return buffer.getvalue()


if __name__ == "__main__":
    sys.exit(main())
