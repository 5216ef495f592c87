"""Make the machine code that comes with the program: `python -m engines.jit.ready [CLASS ...] [--to FOLDER]`.

Every kernel is compiled for a class of processors, each game's in a process of its own, and what numba keeps is packed.
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

from engines.jit.compile import ENGINES, PROCESSORS, VARIABLE, fingerprint
from engines.jit.ready import CLASSES, FOLDER, archive

IMPORT_ALL = "import sys; from importlib import import_module; [import_module(name) for name in sys.argv[1:]]"


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
        sys.stdout.write(f"{made.name}: {len(data) / 1e6:.1f} MB\n")
    for old in asked.to.glob("*.tar.xz"):
        if not old.name.startswith(fingerprint()):
            old.unlink()
    return 0


def compile_all(folder: Path, processors: str) -> None:
    """Compile the kernels of all games for a class of processors into a folder."""
    environment = {**os.environ, VARIABLE: str(folder), PROCESSORS: processors}
    for kernels in sorted(ENGINES.glob("*/kernels")):
        names = [f"engines.{kernels.parent.name}.kernels.{path.stem}" for path in sorted(kernels.glob("[!_]*.py"))]
        subprocess.run([sys.executable, "-c", IMPORT_ALL, *names], env=environment, check=True, cwd=ENGINES.parent)


def packed(folder: Path) -> bytes:
    """Return all code below a folder as an archive: data before the indices that name them, and no dates or owners."""
    (below,) = folder.iterdir()
    files = sorted((path.suffix != ".nbc", path.relative_to(below).as_posix()) for path in below.rglob("*.nb[ic]"))
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:xz", format=tarfile.USTAR_FORMAT) as tar:
        for _, name in files:
            member = tarfile.TarInfo(name)
            data = (below / name).read_bytes()
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return buffer.getvalue()


if __name__ == "__main__":
    sys.exit(main())
