"""Machine code of all kernels that comes with the program, so that nobody waits for a compiler.

For each class of processors there is an archive: `python -m engines.jit.ready` makes them. One that does not fit the
sources, or cannot be read, is left alone: the kernels are compiled then, for the machine's own processor.
"""

from __future__ import annotations

import io
import lzma
import platform
import sys
import sysconfig
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import llvmlite.binding

from boundary.files import read_bytes

FOLDER = Path(__file__).resolve().parent
MAX_BYTES, MAX_UNPACKED_BYTES = 20_000_000, 100_000_000
V2 = frozenset(("cx16", "popcnt", "sse3", "sse4.1", "sse4.2", "ssse3"))
V3 = V2 | {"avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"}


@dataclass(frozen=True, slots=True)
class ProcessorClass:
    """Processors that run the same machine code, in the words of LLVM.

    Attributes:
        triple: machine and system.
        cpu: the processor whose instructions are used, and whose times they are ordered for.
        features: changes to that, such as `-aes`.
        needed: the instructions that a processor must have, beyond those that every one of the machine has.
    """

    triple: str
    cpu: str
    features: str = ""
    needed: frozenset[str] = frozenset()

    @property
    def machine(self) -> str:
        """As `platform.machine` has it."""
        return self.triple.partition("-")[0]


CLASSES = {
    "linux-x86-64-v3": ProcessorClass("x86_64-unknown-linux-gnu", "x86-64-v3", needed=V3),
    "linux-x86-64-v2": ProcessorClass("x86_64-unknown-linux-gnu", "x86-64-v2", needed=V2),
    "linux-aarch64": ProcessorClass("aarch64-unknown-linux-gnu", "cortex-a72", "-aes,-crc,-sha2"),
}
"""By name, the best of a machine first. System V ABI, AMD64 supplement, 3.1.1; ARMv8-A, for a Raspberry Pi 4 and later,
without what that one or others lack.
"""


def processor_class() -> str:
    """Return the best class that this machine belongs to; empty where it is none of `CLASSES`."""
    if sys.platform != "linux" or sysconfig.get_config_var("Py_GIL_DISABLED"):  # objects are laid out otherwise without it
        return ""
    has = {name for name, there in llvmlite.binding.get_host_cpu_features().items() if there}
    machine = platform.machine()
    return next((name for name, each in CLASSES.items() if each.machine == machine and each.needed <= has), "")


def archive(fingerprint: str, processors: str) -> Path:
    """Return the file with the code of these sources for a class of processors; it may not exist."""
    return FOLDER / f"{fingerprint}-{processors}.tar.xz"


def code(fingerprint: str, processors: str) -> Mapping[str, bytes]:
    """Return the code of these sources for a class of processors by the names of kernels; none if there is no archive.

    An archive that is damaged is said on standard error.
    """
    file = archive(fingerprint, processors)
    try:
        return read(file)
    except FileNotFoundError:
        return {}
    except (OSError, lzma.LZMAError, tarfile.TarError) as error:
        reason = " ".join(str(error).split())
        sys.stderr.write(f"{file.name} cannot be used: {reason}\n")
        return {}


def read(file: Path) -> Mapping[str, bytes]:
    """Return the code in an archive by name, all of it checked (xz keeps a sum) before any of it is used.

    Raises:
        OSError, LZMAError, TarError: it cannot be read, or is damaged.
    """
    unpacker = lzma.LZMADecompressor()
    data = unpacker.decompress(read_bytes(file, MAX_BYTES), MAX_UNPACKED_BYTES)
    if not unpacker.eof:
        raise lzma.LZMAError("it is not whole")
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        streams = ((member.name, tar.extractfile(member)) for member in tar if member.isfile())
        return {name: stream.read() for name, stream in streams if stream}
