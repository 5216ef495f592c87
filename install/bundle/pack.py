"""Packing the folder of a bundle into one file, as small as possible."""

from __future__ import annotations

import platform
import subprocess
import sys
import tarfile
from collections import Counter
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

MB = 1_000_000  # bytes
PRINTED = 12  # parts
FAST, SMALL = 1, 9  # of xz
BLOCK = 1 << 26  # bytes that a thread of xz packs: as many as it looks back
X86 = ("x86_64", "AMD64")
STRIPPED = ("libllvmlite.so", "libpython3*", "lib-dynload/*.so", "_rust.abi3.so")
"""Libraries with symbols for debuggers. Those of most wheels went through patchelf, after which `strip` breaks them."""


def strip(folder: Path) -> None:
    """Remove symbols that only a debugger needs from the libraries that have many."""
    if sys.platform == "linux":
        for name in STRIPPED:
            for library in folder.rglob(name):
                subprocess.run(["strip", "--strip-unneeded", library], check=True)


def pack(folder: Path, to: Path, version: str, fast: bool = False) -> Path:
    """Pack the folder of a bundle (Windows: zip; macOS: its application, as a disk image; otherwise tar.xz); return the
    file."""
    name = f"{folder.name}-{version}-{sys.platform}-{platform.machine().lower()}"
    if sys.platform == "win32":
        file = to / f"{name}.zip"
        with ZipFile(file, "w", ZIP_DEFLATED, compresslevel=FAST if fast else SMALL) as archive:
            for path in sorted(folder.rglob("*")):
                archive.write(path, path.relative_to(folder.parent))
        return file
    if sys.platform == "darwin":
        file = to / f"{name}.dmg"
        application = folder.parent / "Fourth Seat.app"
        subprocess.run(["hdiutil", "create", "-volname", "Fourth Seat", "-srcfolder", application, "-ov", file], check=True)
        return file
    file = to / f"{name}.tar.xz"
    machine_code = ["--x86"] if platform.machine() in X86 else []  # becomes a twentieth smaller this way
    squeeze = f"--lzma2=preset={FAST if fast else SMALL}"
    command = ["xz", "--stdout", "--threads=0", f"--block-size={BLOCK}", *machine_code, squeeze]
    with file.open("wb") as output, subprocess.Popen(command, stdin=subprocess.PIPE, stdout=output) as xz:
        with tarfile.open(fileobj=xz.stdin, mode="w|") as archive:
            archive.add(folder, folder.name, filter=_nobodys)
        xz.communicate()
    if xz.returncode:
        raise OSError(f"xz ended with {xz.returncode}")
    return file


def print_parts(folder: Path) -> None:
    """Print the largest parts of the folder, in MB."""
    sizes: Counter[str] = Counter()
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            parts = path.relative_to(folder).parts
            sizes[parts[min(1, len(parts) - 1)]] += path.stat().st_size
    for name, size in sizes.most_common(PRINTED):
        print(f"{size / MB:7.1f} MB  {name}")
    print(f"{sizes.total() / MB:7.1f} MB  all of it")


def _nobodys(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member
