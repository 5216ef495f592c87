"""The file operations of a program, as logged by strace, carried out on a `Disk`."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from benchmarks.reliability.disk import Disk

TRACED_CALLS = (
    "open,openat,creat,write,pwrite64,lseek,ftruncate,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,"
    "mkdir,mkdirat,rmdir,close"
)
TRACE_COMMAND = ("strace", "-f", "-y", "-s", "16777216", "-e", f"trace={TRACED_CALLS}", "-e", "signal=none")

_LINE = re.compile(r"^(\d+) +(.*)$")
_CALL = re.compile(r"^(\w+)\((.*)\) += (-?\d+)(<.*>)?", re.DOTALL)
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_HANDLE = re.compile(r"(\d+)<((?:[^>\\]|\\.)*)>")


@dataclass(frozen=True, slots=True)
class Call:
    """A system call that succeeded.

    Attributes:
        name: that of the call.
        arguments: as strace writes them.
        returned: a number.
        process: the thread that made it.
    """

    name: str
    arguments: str
    returned: int
    process: int


def read_log(path: Path) -> Iterator[Call]:
    """Yield the calls of a log in the order in which they ended.

    That order is wrong only for writes to a pipe: those may have been read before they ended, see `begun` below.
    """
    unfinished: dict[int, str] = {}
    for line in path.read_text("utf-8", "surrogateescape").splitlines():
        if not (found := _LINE.match(line)):
            continue
        process, text = int(found[1]), found[2]
        if text.endswith("<unfinished ...>"):
            unfinished[process] = text.removesuffix("<unfinished ...>").rstrip()
            continue
        if text.startswith("<... "):
            text = unfinished.pop(process, "") + text.partition(" resumed>")[2]
        if (call := _CALL.match(text)) and int(call[3]) >= 0:
            yield Call(call[1], call[2], int(call[3]), process)


def _text(escaped: str) -> bytes:
    return codecs.escape_decode(escaped.encode("utf-8", "surrogateescape"))[0]


class Replay:
    """Carries out the calls of one run on a disk."""

    def __init__(self, disk: Disk, working_folder: PurePosixPath) -> None:
        self._disk = disk
        self._working_folder = working_folder
        self._offsets: dict[tuple[int, str], int] = {}  # handle with its path -> where it writes next
        self._appending: set[tuple[int, str]] = set()

    def _paths(self, arguments: str) -> list[PurePosixPath]:
        # `AT_FDCWD</folder>, "name"` or `"name"`: a relative name counts from the folder before it.
        folders = [PurePosixPath(each) for each in re.findall(r"AT_FDCWD<([^>]*)>", arguments)]
        names = [PurePosixPath(_text(each).decode("utf-8", "surrogateescape")) for each in _STRING.findall(arguments)]
        return [(folders[0] if folders else self._working_folder) / name for name in names]

    def carry_out(self, call: Call) -> bytes | None:
        """Apply a call to the disk; return the text of one that writes to standard output instead."""
        name, arguments, disk = call.name, call.arguments, self._disk
        if name in ("open", "openat", "creat"):
            path = self._paths(arguments)[0]
            handle = (call.returned, str(path))
            if "O_CREAT" in arguments or name == "creat":
                disk.create(path)
            if "O_TRUNC" in arguments and disk.size(path):
                disk.truncate(path, 0)
            self._offsets[handle] = 0
            (self._appending.add if "O_APPEND" in arguments else self._appending.discard)(handle)
        elif name in ("rename", "renameat", "renameat2"):
            disk.rename(*self._paths(arguments)[:2])
        elif name in ("unlink", "unlinkat", "rmdir"):
            disk.remove(self._paths(arguments)[0])
        elif name in ("mkdir", "mkdirat"):
            disk.make_folder(self._paths(arguments)[0])
        elif found := _HANDLE.match(arguments):
            return self._on_handle(call, int(found[1]), _text(found[2]).decode("utf-8", "surrogateescape"))
        return None

    def _on_handle(self, call: Call, number: int, name: str) -> bytes | None:
        path, handle = PurePosixPath(name), (number, name)
        if call.name in ("fsync", "fdatasync"):
            self._disk.sync(path)
        elif call.name == "ftruncate":
            self._disk.truncate(path, int(call.arguments.rpartition(",")[2]))
        elif call.name == "lseek":
            self._offsets[handle] = call.returned
        elif call.name in ("write", "pwrite64"):
            data = _text(_STRING.search(call.arguments)[1])[: call.returned]  # type: ignore[index] # every write has one
            if number == 1:
                return data
            if call.name == "pwrite64":
                offset = int(call.arguments.rpartition(",")[2])
            else:
                offset = self._disk.size(path) if handle in self._appending else self._offsets.get(handle, 0)
                self._offsets[handle] = offset + len(data)
            self._disk.write(path, offset, data)
        return None
