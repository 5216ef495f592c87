"""A disk that may lose everything that was not synced: what can be found on it after the power fails.

The model is as strict as POSIX allows. Contents reach the disk with `fsync` of the file, names with `fsync` of the folder
that holds them. Until then each sector of a write, each change of a file's size and each change of a name may have reached
the disk or not, whatever came before or after it. A sector (512 bytes) is written wholly or not at all.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

SECTOR_BYTES = 512


@dataclass(slots=True)
class _File:
    """A file's contents.

    Attributes:
        synced: the content that is certainly on the disk.
        current: the content that a running program reads.
        pending: the changes since the last sync: an offset with the bytes written there, or a new size.
    """

    synced: bytes = b""
    current: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes] | int] = field(default_factory=list)

    def after_power_loss(self, rng: random.Random) -> bytes:
        """Return contents that the disk may hold."""
        chance = rng.choice((0.0, 0.5, 0.9, 1.0))  # that a change reached the disk
        data = bytearray(self.synced)
        for change in self.pending:
            if isinstance(change, int):
                if rng.random() < chance:
                    _resize(data, change)
                continue
            offset, written = change
            for start, end in _sectors(offset, len(written)):
                if rng.random() < chance:
                    _resize(data, max(len(data), end))
                    data[start:end] = written[start - offset : end - offset]
            if rng.random() < chance:  # the size, without the data: unwritten parts read as zeros
                _resize(data, max(len(data), offset + len(written)))
        return bytes(data)


def _resize(data: bytearray, size: int) -> None:
    del data[size:]
    data.extend(bytes(size - len(data)))


def _sectors(offset: int, length: int) -> Iterator[tuple[int, int]]:
    """Cut a range of bytes at the borders of sectors."""
    start = offset
    while start < offset + length:
        end = min(offset + length, (start // SECTOR_BYTES + 1) * SECTOR_BYTES)
        yield start, end
        start = end


_Node = _File | dict[str, int]  # a file, or a folder: name -> number of the node
_Rename = tuple[tuple[int, str, int | None], ...]  # (folder, name, node or None): entries that change together


class Disk:
    """The folder `root` of a disk, and everything that is done in it. Paths outside it are ignored."""

    def __init__(self, root: PurePosixPath) -> None:
        self._root = root
        self._nodes: dict[int, _Node] = {0: {}}
        self._synced: dict[int, dict[str, int]] = {0: {}}  # folder -> names that are certainly on the disk
        self._pending: list[_Rename] = []

    def _entry(self, path: PurePosixPath) -> tuple[int, str] | None:
        """Return the folder's number and the name in it; None outside the root, or if the folder is missing."""
        if not path.is_relative_to(self._root) or path == self._root:
            return None
        folder = self._folder(path.parent)
        return None if folder is None else (folder, path.name)

    def _folder(self, path: PurePosixPath) -> int | None:
        number = 0
        for name in path.relative_to(self._root).parts:
            node = self._nodes[number]
            if not isinstance(node, dict) or name not in node:
                return None
            number = node[name]
        return number

    def _file(self, path: PurePosixPath) -> _File | None:
        entry = self._entry(path)
        if entry is None:
            return None
        folder = self._nodes[entry[0]]
        assert isinstance(folder, dict)
        node = self._nodes.get(folder.get(entry[1], -1))
        return node if isinstance(node, _File) else None

    def _change(self, *entries: tuple[int, str, int | None]) -> None:
        for folder, name, number in entries:
            names = self._nodes[folder]
            assert isinstance(names, dict)
            if number is None:
                names.pop(name, None)
            else:
                names[name] = number
        self._pending.append(entries)

    def size(self, path: PurePosixPath) -> int:
        """Return a file's size in bytes; 0 for a missing one."""
        file = self._file(path)
        return len(file.current) if file else 0

    def create(self, path: PurePosixPath) -> None:
        """Create an empty file if there is none."""
        if (entry := self._entry(path)) and not self._file(path):
            number = len(self._nodes)
            self._nodes[number] = _File()
            self._change((*entry, number))

    def make_folder(self, path: PurePosixPath) -> None:
        """Create a folder."""
        if entry := self._entry(path):
            number = len(self._nodes)
            self._nodes[number] = {}
            self._synced[number] = {}
            self._change((*entry, number))

    def write(self, path: PurePosixPath, offset: int, data: bytes) -> None:
        """Write bytes into a file."""
        if file := self._file(path):
            _resize(file.current, max(len(file.current), offset + len(data)))
            file.current[offset : offset + len(data)] = data
            file.pending.append((offset, data))

    def truncate(self, path: PurePosixPath, size: int) -> None:
        """Set a file's size in bytes."""
        if file := self._file(path):
            _resize(file.current, size)
            file.pending.append(size)

    def rename(self, old: PurePosixPath, new: PurePosixPath) -> None:
        """Rename a file; one of the new name is replaced, atomically."""
        source, target = self._entry(old), self._entry(new)
        if source and target:
            folder = self._nodes[source[0]]
            assert isinstance(folder, dict)
            self._change((*target, folder[source[1]]), (*source, None))

    def remove(self, path: PurePosixPath) -> None:
        """Remove a name."""
        if entry := self._entry(path):
            self._change((*entry, None))

    def sync(self, path: PurePosixPath) -> None:
        """Bring a file's contents, or a folder's names, to the disk."""
        if file := self._file(path):
            file.synced = bytes(file.current)
            file.pending.clear()
        elif path.is_relative_to(self._root) and (folder := self._folder(path)) is not None:
            self._settle([change for change in self._pending if any(entry[0] == folder for entry in change)], self._synced)
            self._pending = [change for change in self._pending if all(entry[0] != folder for entry in change)]

    @staticmethod
    def _settle(changes: list[_Rename], folders: dict[int, dict[str, int]]) -> None:
        for change in changes:
            for folder, name, number in change:
                if number is None:
                    folders[folder].pop(name, None)
                else:
                    folders[folder][name] = number

    def lose_power(self, rng: random.Random, into: Path) -> None:
        """Write a state that the disk may have if the power fails now.

        Args:
            rng: decides about everything that is not synced.
            into: an empty folder that takes the root's place.
        """
        folders = {number: dict(names) for number, names in self._synced.items()}
        chance = rng.choice((0.0, 0.5, 1.0))
        self._settle([change for change in self._pending if rng.random() < chance], folders)
        self._restore(0, into, folders, rng)

    def _restore(self, number: int, into: Path, folders: dict[int, dict[str, int]], rng: random.Random) -> None:
        for name, child in folders[number].items():
            node = self._nodes[child]
            if isinstance(node, dict):
                (into / name).mkdir()
                self._restore(child, into / name, folders, rng)
            else:
                (into / name).write_bytes(node.after_power_loss(rng))
