"""Human-editable TOML files in the user's data folder, such as settings and calibration."""

from __future__ import annotations

import errno
import os
import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fourth_seat.boundary.files import followed, open_regular, read_bytes, replaced_file
from fourth_seat.boundary.marks import OWN, is_plain
from fourth_seat.table.errors import BadConfig, NotSaved
from fourth_seat.words import FourthSeatError, Text, error_text, say

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

MAX_BYTES = 1 << 17  # of a file; a calibration has a few thousand
MAX_LINE_CHARS = 4096  # Python takes quadratic time for the parts of a key
LOCK_TIMEOUT_S, LOCK_POLL_S = 2.0, 0.01  # while another process writes the file; then it is written all the same
HEAD = "Fourth Seat wrote this file, and removes it with its settings."  # a comment in each file that the program begins
_NO_FILE_ERRNOS = (errno.EISDIR, errno.EINVAL, errno.EFBIG)  # not a file, or too large


def load(path: Path) -> dict[str, Any]:
    """Load the settings from a file. Returns an empty dictionary if the file does not exist.

    Raises:
        BadConfig: the file cannot be read. For invalid TOML, the error gives the line.
    """
    try:
        return _parse(read_bytes(path, MAX_BYTES).decode())
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (ValueError, RecursionError) as error:  # of TOML and UTF-8 alike
        raise BadConfig(
            say("{file} cannot be read: {reason}; correct it or delete it", file=str(path), reason=_damage(error))
        ) from None
    except OSError as error:
        raise BadConfig(say("{file} cannot be read: {reason}", file=str(path), reason=error_text(error))) from None


def _damage(error: ValueError | RecursionError) -> Text:
    """Describe the error in the text of a file."""
    line = re.search(r"at line ([0-9]+)", str(error))  # as reported by `tomllib`
    return say("line {line} is not valid TOML", line=line[1]) if line else error_text(error)


def table_at(values: Mapping[str, Any], *keys: str) -> Mapping[str, Any]:
    """Return the nested table under these keys, or an empty mapping if there is none."""
    for key in keys:
        below = values.get(key)
        if not isinstance(below, Mapping):
            return {}
        values = below
    return values


def save(path: Path, values: Mapping[str, Any], afresh: Sequence[str] = ()) -> None:
    """Merge values into a file, including those in nested tables. Everything else in the file is preserved, including
    comments, except for the table under the keys `afresh`, which is replaced. An unreadable file is renamed and kept. The
    file is replaced atomically and is accessible only to the user. If it is a symbolic link, its target is written.

    Raises:
        NotSaved: the file cannot be written.
    """
    change(path, lambda _: values, afresh)


def change(path: Path, edit: Callable[[Mapping[str, Any]], Mapping[str, Any]], afresh: Sequence[str] = ()) -> None:
    """Like `save`, but with the values that `edit` returns for the current values in the file, which may have been changed
    by another process. If `edit` raises an error, it is propagated and nothing is written.

    Raises:
        NotSaved: the file cannot be written.
    """
    try:
        OWN.make(path.parent)
        with _locked(path):
            _replace(path, edit, afresh)
    except FourthSeatError:
        raise
    except OSError as error:
        raise NotSaved(say("{file} was not saved: {reason}", file=str(path), reason=error_text(error))) from None


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values in `after` that are missing from `before` or differ from it, including those in nested tables."""
    found: dict[str, Any] = {}
    for name, value in after.items():
        old = before.get(name)
        if isinstance(value, Mapping):
            if below := changed(old if isinstance(old, Mapping) else {}, value):
                found[name] = below
        elif name not in before or old != value:
            found[name] = value
    return found


def is_own(path: Path, tables: Collection[str]) -> bool:
    """Return whether a file was created by this program. A file from an earlier version is recognised by its lock file,
    provided that it contains only the given tables (or, if none are given, only tables with an address).
    """
    try:
        if not is_plain(path):
            return False
        with open_regular(path) as file:
            if file.readline(MAX_LINE_CHARS).rstrip() == f"# {HEAD}".encode():
                return True
        values = load(path)
    except (OSError, BadConfig):
        return False
    below = [(name, table_at(values, name)) for name in values]
    ours = all(table and (name in tables if tables else "address" in table) for name, table in below)
    return is_plain(lock_of(path)) and bool(values) and ours


def lock_of(path: Path) -> Path:
    """Return the lock file for a file."""
    return path.with_name(f".{path.name}.lock")


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Prevent other processes, such as the camera process, from writing to a file at the same time, if the file system
    supports locks.
    """
    from filelock import FileLock  # takes a while, and is not needed by a program that only reads

    lock = FileLock(lock_of(path), timeout=LOCK_TIMEOUT_S)
    try:
        with suppress(OSError, NotImplementedError):
            lock.acquire(poll_interval=LOCK_POLL_S)
        yield
    finally:
        lock.release()


def _replace(path: Path, edit: Callable[[Mapping[str, Any]], Mapping[str, Any]], afresh: Sequence[str]) -> None:
    import tomlkit  # takes a while too

    text = None
    try:
        text = read_bytes(path, MAX_BYTES).decode()
        document = _document(text)
    except FileNotFoundError:
        document = _begun()
    except (ValueError, RecursionError, OSError) as error:  # of TOML, UTF-8 and the disk
        if isinstance(error, OSError) and error.errno not in _NO_FILE_ERRNOS:
            raise
        path.rename(_unreadable(path))  # the link, if it is one: its target is not ours to move
        document = _begun()
    values = edit(document.unwrap())
    _forget(document, afresh)
    _merge(document, values, tomlkit.table)
    new = tomlkit.dumps(document)
    if new != text:
        with replaced_file(followed(path)) as file:
            file.write(new.encode())


def _begun() -> TOMLDocument:
    import tomlkit

    document = tomlkit.document()
    document.add(tomlkit.comment(HEAD))
    return document


def _document(text: str) -> TOMLDocument:
    """Parse TOML with its comments, or without them if Python understands it and tomlkit does not.

    Raises:
        ValueError, RecursionError: the text is not TOML.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    values = _parse(text)
    try:
        document = tomlkit.parse(text)
        if document.unwrap() == values:
            return document
    except TOMLKitError:
        pass
    document = tomlkit.document()
    document.update(values)
    return document


def _parse(text: str) -> dict[str, Any]:
    if any(len(line) > MAX_LINE_CHARS for line in text.splitlines()):
        raise BadConfig(say("a line has more than {n} characters", n=MAX_LINE_CHARS))
    return tomllib.loads(text)


def _forget(below: Any, keys: Sequence[str]) -> None:
    for key in keys[:-1]:
        below = below.get(key, {})
    if keys and isinstance(below, dict):
        below.pop(keys[-1], None)


def _merge(below: Any, values: Mapping[str, Any], new_table: Callable[[], Any]) -> None:
    for name, value in values.items():
        if isinstance(value, Mapping):
            if not isinstance(below.get(name), dict):
                below[name] = new_table()
            _merge(below[name], value, new_table)
        elif below.get(name) != value:
            below[name] = value


def _unreadable(path: Path) -> Path:
    """Return an unused name for keeping an unreadable file in the same folder."""
    names = (f"{path.stem}-unreadable{f'-{number}' if number > 1 else ''}{path.suffix}" for number in count(1))
    return next(free for free in map(path.with_name, names) if not os.path.lexists(free))
