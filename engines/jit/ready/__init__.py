"""Machine code of all kernels that comes with the program, so that nobody waits for a compiler.

For each class of processors, and each version of Python, there is an archive of what numba keeps: `python -m
engines.jit.ready` makes them. An archive that does not fit the sources, or cannot be read, is left alone: the kernels are
compiled then, for the machine's own processor.
"""

from __future__ import annotations

import io
import lzma
import os
import re
import sys
import tarfile
from pathlib import Path

import llvmlite.binding

from boundary.files import read_bytes

FOLDER = Path(__file__).resolve().parent
V2 = frozenset(("cx16", "popcnt", "sse3", "sse4.1", "sse4.2", "ssse3"))
V3 = V2 | {"avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"}
CLASSES = {"x86-64-v3": V3, "x86-64-v2": V2}
"""By name, as LLVM has them (System V ABI, AMD64 supplement, 3.1.1): the instructions that a processor must have."""
MEMBER = re.compile(r"\w[\w.]*/\w[\w.-]*\.nb[ic]")
MARK = "unpacked.nbi"  # says that all of it is there; named as numba's files are, so that it goes with them
MAX_BYTES, MAX_UNPACKED_BYTES = 20_000_000, 100_000_000


def processor_class() -> str:
    """Return the best class that this machine's processor belongs to; empty where it is none of `CLASSES`."""
    features = llvmlite.binding.get_host_cpu_features()
    has = {name for name, there in features.items() if there}
    return next((name for name, needed in CLASSES.items() if needed <= has), "")


def archive(fingerprint: str, processors: str) -> Path:
    """Return the file with the code of these sources for a class of processors; it may not exist."""
    version = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return FOLDER / f"{fingerprint}-{sys.platform}-{processors}-{version}.tar.xz"


def unpack(file: Path, folder: Path) -> bool:
    """Put the code of an archive into numba's folder, unless it is there; whether it is there now.

    An archive that is damaged, or a full disk, is said on standard error.
    """
    if (folder / MARK).exists():
        return True
    try:
        code = _read(file)
        for name, data in code.items():
            _write(folder / name, data)
        if code:
            _write(folder / MARK, b"")
        return bool(code)
    except (OSError, lzma.LZMAError, tarfile.TarError) as error:
        reason = " ".join(str(error).split())
        sys.stderr.write(f"{file.name} cannot be used ({reason}): the kernels are compiled, which takes a while\n")
        return False


def _read(file: Path) -> dict[str, bytes]:
    """Return the code of an archive by name, all of it checked (xz keeps a sum) before any of it is used."""
    unpacker = lzma.LZMADecompressor()
    data = unpacker.decompress(read_bytes(file, MAX_BYTES), MAX_UNPACKED_BYTES)
    if not unpacker.eof:
        raise lzma.LZMAError("it is not whole")
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        members = [member for member in tar if member.isfile() and MEMBER.fullmatch(member.name)]
        streams = ((member.name, tar.extractfile(member)) for member in members)
        return {name: stream.read() for name, stream in streams if stream}


def _write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: other processes may be doing the same."""
    path.parent.mkdir(exist_ok=True)
    half = path.with_name(f"{path.name}.tmp.{os.getpid()}")
    half.write_bytes(data)
    half.replace(path)
