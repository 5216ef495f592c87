"""Starts other programs so that none of them loads anything from the current folder. No other module starts programs.

- The program is looked up only in folders of PATH that are absolute and not the current folder (`find_program`).
- Its working folder is the root of the file system, where only the administrator can create files.
- Its PATH contains only those folders. Environment variables that make Python, uv and pip load or fetch something else are
  removed, and uv and pip do not read any settings files.
- Python is started with `-I` (`python`), so that it imports modules only from its installation. `python_module` then adds
  the folders from which this process imports. The user's environment variables for Python apply to this process, but not to
  its children.

The only exceptions are programs chosen by the user, such as engines (`named=True`). They are started in the current folder
with all environment variables, because they may need the user's PATH and files in that folder.
"""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

FOLDER = Path("/") if os.name == "posix" else Path(os.environ.get("SYSTEMROOT", "C:\\Windows"))
"""The working folder of child processes."""
# Programs are looked for there even if it is the current folder.
_SYSTEM_FOLDERS = ("/bin", "/usr/bin", "/usr/local/bin", "/sbin", "/usr/sbin", "/usr/games", str(FOLDER))
_LEFT_OUT = ("PYTHON", "UV_", "PIP_")  # the beginnings of variables that children do not get
_KEPT = {  # except for these, which concern the places of the user's files, or access to the network
    "UV_CACHE_DIR", "UV_TOOL_DIR", "UV_TOOL_BIN_DIR", "UV_PYTHON_INSTALL_DIR", "UV_SYSTEM_CERTS", "UV_HTTP_TIMEOUT",
    "PIP_CACHE_DIR", "PIP_CERT", "PIP_PROXY", "PIP_DEFAULT_TIMEOUT",
}  # fmt: skip
SAFE_PATH = "child"
"""The value of PYTHONSAFEPATH, which prevents Python processes started by other programs from importing from the current
folder. The exact value does not matter, except that it can be recognised.
"""
_SET = {"UV_NO_CONFIG": "1", "PIP_CONFIG_FILE": os.devnull, "PYTHONSAFEPATH": SAFE_PATH}
# Variables that may hold a path relative to the person's current folder.
_PATHS = ("FOURTH_SEAT_HOME", "FOURTH_SEAT_TRACEBACKS", "HOME", "TMPDIR", "NUMBA_CACHE_DIR",
          "UV_CACHE_DIR", "UV_TOOL_DIR", "UV_TOOL_BIN_DIR", "UV_PYTHON_INSTALL_DIR", "PIP_CACHE_DIR", "PIP_CERT",
          "SSL_CERT_FILE", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")  # fmt: skip
# The first two arguments are the folders that come first, from which only this program's package is taken, and the further
# ones; a line each.
_BEGIN = "import sys; first, more = sys.argv[1:3]; del sys.argv[1:3]; "
_GO_ON = "sys.path += [path for path in more.splitlines() if path not in sys.path]; "
_IMPORT_FROM = _BEGIN + _GO_ON
_RUN_MODULE = (
    f"{_BEGIN}sys.path[:0] = first.splitlines(); first and __import__('fourth_seat'); "
    f"del sys.path[:len(first.splitlines())]; {_GO_ON}"
    "import runpy; runpy.run_module(sys.argv.pop(1), None, '__main__', True)"
)
_variables = threading.RLock()  # held while this process's variables differ from the person's


def find_program(name: str) -> str | None:
    """Return the path of a system program, or None if it is not in any of the usable folders of PATH."""
    endings = os.environ.get("PATHEXT", ".EXE").split(os.pathsep) if sys.platform == "win32" else [""]
    files = (Path(folder, name + ending) for folder in _program_folders() for ending in endings)
    return next((str(file) for file in files if file.is_file() and os.access(file, os.X_OK)), None)


def python(*arguments: str) -> tuple[str, ...]:
    """Return a command that runs this Python in isolation from environment variables, user packages and the current folder.

    A frozen program, which is its own `sys.executable`, supports the options `-I`, `-S` and `-c` just as Python does.
    """
    return (sys.executable, "-I", *arguments)


def python_code(code: str, *arguments: str, more: Iterable[str] | None = None) -> tuple[str, ...]:
    """Return the command that runs Python code. Modules are searched for in the folders of this Python and then in `more`,
    which defaults to the folders from which this process imports. `sys` is already imported, and `sys.argv[1:]` are the
    arguments.
    """
    return python("-c", _IMPORT_FROM + code, "", "\n".join(_fixed(sys.path if more is None else more)), *arguments)


def python_module(module: str, *arguments: str, first: Iterable[Path] = ()) -> tuple[str, ...]:
    """Return the command that runs a module. This program's own package is imported from the folders in `first`. Everything
    else is looked for in the folders of this Python, and then in those that this process imports from, such as extras and
    user packages.
    """
    more = "\n".join(_fixed(sys.path))
    return python("-c", _RUN_MODULE, "\n".join(map(str, first)), more, module, *arguments)


def installed_module(module: str, *arguments: str) -> tuple[str, ...] | None:
    """Return the command that runs an installed module, such as pip, or None if it is not installed.

    Modules in the folders of PYTHONPATH do not count as installed.
    """
    folders = _fixed(path for path in sys.path if path not in _named_folders())
    if PathFinder.find_spec(module, folders) is None:
        return None
    return python("-c", _RUN_MODULE, "", "\n".join(folders), module, *arguments)


def runs_module(command: Sequence[str]) -> bool:
    """Return whether a command was created by `python_module`."""
    start = python("-c", _RUN_MODULE)
    return tuple(command[: len(start)]) == start


def environment() -> dict[str, str]:
    """Return the environment variables for a child process."""
    with _variables:
        found = dict(os.environ)
    kept = {name: value for name, value in found.items() if name in _KEPT or not name.upper().startswith(_LEFT_OUT)}
    for name in _PATHS:
        if kept.get(name) and not kept[name].startswith("~"):
            kept[name] = str(Path(current_folder(), kept[name]))
    return {**kept, **_SET, "PATH": os.pathsep.join(_program_folders())}


def start(
    command: Sequence[str], *, named: bool = False, variables: Mapping[str, str] | None = None, **options: Any
) -> subprocess.Popen[bytes]:
    """Start a program.

    Args:
        named: whether the program was chosen by the user. If so, it is started in the current folder.
        variables: additional environment variables for the program.
        options: passed to `subprocess.Popen`.

    Raises:
        OSError, ValueError: the program cannot be started (`FileNotFoundError` if it was not found).
    """
    if named:
        with _variables:
            own = {name: value for name, value in os.environ.items() if (name, value) != ("PYTHONSAFEPATH", SAFE_PATH)}
        return subprocess.Popen(tuple(command), env={**own, **(variables or {})}, **options)
    program = command[0] if Path(command[0]).is_absolute() else find_program(command[0])
    if program is None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), command[0])
    return subprocess.Popen((program, *command[1:]), cwd=FOLDER, env={**environment(), **(variables or {})}, **options)


@contextmanager
def python_variables_taken() -> Iterator[dict[str, str]]:
    """Remove all environment variables for Python from this process while the standard library starts a Python process
    (`multiprocessing`). The variables are yielded, so that the new process can restore them with `give_back`. Other threads
    cannot start a program chosen by the user until the context exits.

    The new process imports from the same folders as this one, but searches those of PYTHONPATH last.
    """
    with _variables:
        path = sys.path[:]
        sys.path.sort(key=_named_folders().__contains__)
        taken = {name: os.environ.pop(name) for name in list(os.environ) if name.upper().startswith("PYTHON")}
        os.environ["PYTHONSAFEPATH"] = SAFE_PATH
        try:
            yield taken
        finally:
            sys.path[:] = path
            give_back(taken)


def give_back(taken: Mapping[str, str]) -> None:
    """Restore the environment variables for Python that `python_variables_taken` removed."""
    os.environ.pop("PYTHONSAFEPATH", None)
    os.environ.update(taken)


def current_folder() -> str:
    """Return the current folder, or an empty string if it no longer exists."""
    try:
        return str(Path.cwd())
    except OSError:
        return ""


def _named_folders() -> list[str]:
    return os.environ.get("PYTHONPATH", "").split(os.pathsep)


def _program_folders() -> list[str]:
    """Return the folders of PATH to search for programs."""
    return _fixed(os.environ.get("PATH", os.defpath).split(os.pathsep), but=_SYSTEM_FOLDERS)


def _fixed(folders: Iterable[str], but: Sequence[str] = ()) -> list[str]:
    """Return the absolute folders. The current folder is excluded unless it is in `but`."""
    here = os.path.realpath(current_folder() or FOLDER)
    return [path for path in folders if Path(path).is_absolute() and (path in but or os.path.realpath(path) != here)]
