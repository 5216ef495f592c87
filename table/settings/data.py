"""Finds and removes files that this program has written to the data folder: games, settings, and files that can be rebuilt.

The data folder may have been created by the user (`FOURTH_SEAT_HOME`), so file names alone are not sufficient. A file
belongs to the program if its name matches and its folder contains the program's marker. In a folder without a marker, such
as one created by an earlier version, the file is identified by its contents.
"""

from __future__ import annotations

import base64
import binascii
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import platformdirs
from filelock import FileLock, Timeout

from fourth_seat.boundary.files import open_regular, read_bytes
from fourth_seat.boundary.marks import OWN, is_plain, plain_files
from fourth_seat.engines.jit import code_folder
from fourth_seat.engines.table_cache import TableCache
from fourth_seat.games import game_names
from fourth_seat.processes.extras.folder import ExtrasFolder
from fourth_seat.table.record.record_file import is_lock, is_record
from fourth_seat.table.settings import config_file
from fourth_seat.table.settings.folders import home

GAMES = ("records",)
BUILT = ("extras", "tables")
TOML: Mapping[str, tuple[str, ...]] = {
    "addons": ("addons",),
    "calibration": (*game_names(), "lens"),
    "devices": (),
    "engines": ("engines",),
    "links": ("tables",),
    "settings": ("window", "people", "last", "mqtt", "phones"),
}
"""The settings files, without suffixes, and the tables in each. If no tables are given, any table with an address is
accepted.
"""
SETTINGS = (*TOML, "problems", "trust")
CERTIFICATES = re.compile(r"(authority|server)\.(crt|key)")
AUTHORITY = b"Fourth Seat"  # in the certificate of the program's own authority
PROBLEM = re.compile(rf"({'|'.join(game_names())})-[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}-[0-9]{{6}}\.zip")
PROBLEM_INDEX = "problem.json"
COMPILED = b"\x80"  # how numba's files begin
MAX_CERTIFICATE_BYTES = 20_000


def games() -> list[Path]:
    """Return the files of all games except those in progress."""
    folder = _home() / "records"
    known = OWN.is_on(folder)
    found = list(plain_files(folder, is_record))
    stems = {path.with_suffix("") for path in found}
    locks = list(plain_files(folder, lambda path: is_lock(path) and (known or path.with_suffix("") in stems)))
    busy = {path.with_suffix("") for path in locks if _is_held(path)}
    return [path for path in (*found, *locks) if path.with_suffix("") not in busy]


def settings() -> list[Path]:
    """Return the files with settings, calibrations, certificates, recorded problems and links to other tables."""
    return [*_toml_files(), *_certificates(), *plain_files(_home() / "problems", _is_problem)]


def built() -> list[Path]:
    """Return the files that the program can rebuild or download again."""
    return [*TableCache(_home() / "tables").files(), *ExtrasFolder(_home()).files(), *_machine_code()]


def remove(files: Iterable[Path]) -> None:
    """Remove files, and any folders created by the program that are empty afterwards."""
    files, place, cache = list(files), _home(), _cache()
    own = [place / name for name in (*GAMES, *BUILT, *SETTINGS)]
    OWN.remove([path for path in files if path.is_relative_to(place)], place, own)
    code_folder.remove(code_folder.marked_folders(cache / "kernels"))
    OWN.remove([path for path in files if path.is_relative_to(cache)], cache.parent)


def others(names: Iterable[str]) -> list[Path]:
    """Return everything in the data folder with these names, including the contents of folders and all files named like
    settings files.
    """
    found: list[Path] = []
    for name in names:
        for path in sorted(_home().glob(f"{name}*.toml")) if name in TOML else [_home() / name]:
            if path.is_dir() and not path.is_symlink():
                found += [below for below in path.rglob("*") if below.is_symlink() or not below.is_dir()]
            elif path.exists() or path.is_symlink():
                found.append(path)
    return [path for path in found if path.name != OWN.name]


def size(paths: Iterable[Path]) -> int:
    """Return the total size of the files in bytes. Inaccessible files are ignored."""
    total = 0
    for path in paths:
        with suppress(OSError):
            total += path.lstat().st_size
    return total


def _home() -> Path:
    return home().resolve()  # it may be a link


def _cache() -> Path:
    """Return the cache folder for the machine code of kernels, which is outside the data folder."""
    return platformdirs.user_cache_path("fourth-seat", appauthor=False)


def _toml_files() -> Iterator[Path]:
    known = OWN.is_on(_home())
    for name, tables in TOML.items():
        path = _home() / f"{name}.toml"
        lock = config_file.lock_of(path)
        ours = config_file.is_own(path, tables)
        if ours:
            yield path
        if (ours or known) and is_plain(lock) and not lock.stat().st_size:
            yield lock


def _certificates() -> Iterator[Path]:
    folder = _home() / "trust"
    if OWN.is_on(folder) or _is_authority(folder / "authority.crt"):
        yield from plain_files(folder, lambda path: CERTIFICATES.fullmatch(path.name) is not None)


def _is_authority(path: Path) -> bool:
    """Return whether a certificate (PEM) is that of the program's own certificate authority."""
    with suppress(OSError, binascii.Error):
        body = b"".join(line for line in read_bytes(path, MAX_CERTIFICATE_BYTES).splitlines() if b"-" not in line)
        return is_plain(path) and AUTHORITY in base64.b64decode(body)
    return False


def _is_problem(path: Path) -> bool:
    with suppress(OSError, zipfile.BadZipFile, ValueError, NotImplementedError):
        if PROBLEM.fullmatch(path.name):
            with open_regular(path) as file, zipfile.ZipFile(file) as packed:
                return PROBLEM_INDEX in packed.namelist()
    return False


def _machine_code() -> Iterator[Path]:
    """Yield Numba's files in the machine code cache. Before version 0.2, its folders did not have markers."""
    for path in plain_files(_cache() / "kernels", lambda path: code_folder.NUMBA_FILE.fullmatch(path.name) is not None):
        with suppress(OSError), open_regular(path) as file:
            if file.read(1) == COMPILED or code_folder.TAG.is_on(path.parent.parent):
                yield path


def _is_held(lock: Path) -> bool:
    """Return whether a lock is held by another process."""
    with suppress(OSError):
        try:
            with FileLock(lock, timeout=0):
                return False
        except Timeout:
            return True
    return False
