"""A stranger's folder: modules and programs of every name ever requested, and settings of package installers."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

# Names of programs that this one, its libraries and its installers start or look for on some system.
PROGRAMS = (
    "7z", "aplay", "afplay", "apt-get", "arp", "bash", "brew", "c++", "cc", "clang", "dpkg", "dpkg-deb", "dpkg-query",
    "espeak", "espeak-ng", "fc-list", "fc-match", "ffmpeg", "file", "gcc", "gdbus", "git", "gs", "gsettings", "hg",
    "ifconfig", "ip", "ldconfig", "ld", "locale", "lp", "lpr", "lpstat", "lsb_release", "netstat", "objdump", "open",
    "osascript", "paplay", "pip", "pip3", "pipx", "pkexec", "powershell", "ps", "pw-play", "py", "python", "python3",
    "say", "sh", "ssh", "ssh-keygen", "strip", "sudo", "svn", "systemctl", "tar", "uname", "uv", "uvx", "wlopm",
    "xdg-open", "xdg-user-dir", "xrandr", "xrdb", "xset", "xz",
)  # fmt: skip
SYSTEM_FOLDERS = ("/usr/local/bin", "/usr/bin", "/bin", "/usr/games", "/usr/sbin", "/sbin")
# Modules beside those of the standard library: what is installed with the program, its own packages, and Python's hooks.
MODULES = (
    "uv", "pip", "numpy", "PIL", "psutil", "serial", "filelock", "platformdirs", "tomlkit", "bidi", "sv_ttk", "wakepy",
    "numba", "llvmlite", "yaml", "setuptools", "pkg_resources", "boundary", "words", "games", "processes", "farm",
    "engines", "table", "calibration", "hardware", "look", "vision", "setup", "page", "ui", "commands", "companion",
    "fourth_seat",
)  # fmt: skip
HOOKS = ("sitecustomize", "usercustomize")
EXTRAS = (
    "cv2", "reportlab", "aiohttp", "segno", "paho", "keyring", "cryptography", "distributed", "dask", "asyncssh",
)  # fmt: skip
_ACTING = {"__main__", "antigravity", "this", "idlelib"}  # which do something when they are imported

# With nothing but what is built into Python.
_NOTE = """
import posix as _posix, sys as _sys
_command = " ".join(getattr(_sys, "orig_argv", ["?"])).replace("\\n", " ")
_note = "%s\\t%s\\t%s\\n" % (_posix.getpid(), {path!r}, _command[:300])
_file = _posix.open({marks!r}, _posix.O_WRONLY | _posix.O_APPEND | _posix.O_CREAT)
_posix.write(_file, _note.encode())
_posix.close(_file)
"""
# To the true module of its name.
_HAND_OVER = """
if __name__ == {name!r}:
    _kept, _places = _sys.path[:], ({folder!r}, "")
    _sys.path[:] = [_place for _place in _kept if _place not in _places]
    _sys.modules.pop(__name__, None)
    try:
        __import__({name!r})
    finally:
        _sys.path[:] = _kept
"""
_PROGRAM = """#!/bin/sh
echo "$$\t{path}\t$0 $*" >> {marks}
for folder in {folders}; do [ -x $folder/{name} ] && exec $folder/{name} "$@"; done
exit 127
"""


@dataclass(frozen=True, slots=True)
class ForeignRun:
    """A note of foreign code that has run: the process, the file with the code, and the command of the process."""

    pid: int
    file: str
    command: str


class HostileFolder:
    """The folder, which may be a user's current one, or the target of variables.

    Attributes:
        path: its place; a folder above it holds settings of uv, too.
    """

    def __init__(self, above: Path, index: str) -> None:
        """Make it inside a folder. `index` is a package index of the stranger."""
        self.path = above / "download" / "photos"
        self._pointed_to = above / "modules"  # by variables
        self._marks = above / "marks"
        names = {name for name in sys.stdlib_module_names if not name.startswith("_")} - _ACTING
        standard = {name for name in names if name in sys.builtin_module_names or find_spec(name)}  # on this system
        for name in sorted({*standard, *MODULES, *HOOKS}):
            self._add_module(self.path, name)
            self._add_module(self._pointed_to, name)
        for name in EXTRAS:  # where variables point to, one of these would count as added
            self._add_module(self.path, name)
        for name in PROGRAMS:
            for file in (self.path / name, self.path / "bin" / name):
                if not file.is_dir():
                    self._add_program(file)
        settings = f'index]]\nurl = "{index}"\ndefault = true\n'
        (self.path / "uv.toml").write_text(f"[[{settings}")
        (self.path.parent / "pyproject.toml").write_text(f"[[tool.uv.{settings}")
        (self.path / "pip.conf").write_text(f"[global]\nindex-url = {index}\n")
        (self.path / "strange.pth").write_text("import sitecustomize\n")
        (self.path / ".numba_config.yaml").write_text(f"cache_dir: {self.path}\n")

    def _add_module(self, folder: Path, name: str) -> None:
        """Add a module that notes that it runs; for an installer, a package that can be run."""
        package = name in ("uv", "pip")
        for file in [folder / name / "__init__.py", folder / name / "__main__.py"] if package else [folder / f"{name}.py"]:
            file.parent.mkdir(parents=True, exist_ok=True)
            noted = _NOTE.format(path=str(file), marks=str(self._marks))
            file.write_text(noted if package or name in HOOKS else noted + _HAND_OVER.format(name=name, folder=str(folder)))

    def _add_program(self, file: Path) -> None:
        folders = " ".join(SYSTEM_FOLDERS)
        file.parent.mkdir(exist_ok=True)
        file.write_text(_PROGRAM.format(path=file, marks=self._marks, folders=folders, name=file.name))
        file.chmod(0o755)

    def path_variable(self, *more: str) -> str:
        """Return a PATH in which the current folder comes first, in every way in which it can be written."""
        return os.pathsep.join((".", "", "bin", str(self.path), *more, *SYSTEM_FOLDERS))

    def python_variables(self, index: str) -> dict[str, str]:
        """Return variables by which Python, uv and pip load from this folder, or fetch from the stranger's index."""
        there = str(self._pointed_to)
        return {
            "PYTHONPATH": there, "PYTHONUSERBASE": there, "PYTHONSTARTUP": f"{there}/this_start.py",
            "UV_DEFAULT_INDEX": index, "UV_INDEX_URL": index, "UV_CONFIG_FILE": str(self.path / "uv.toml"),
            "PIP_INDEX_URL": index, "PIP_CONFIG_FILE": str(self.path / "pip.conf"),
        }  # fmt: skip

    def marks(self, but: int = 0) -> list[ForeignRun]:
        """Return the foreign code that has run, except in the program itself, whose variables are its user's."""
        if not self._marks.exists():
            return []
        fields = (line.split("\t", 2) for line in self._marks.read_text("utf-8", "replace").splitlines())
        found = [ForeignRun(int(pid), file, command) for pid, file, command in fields]
        return [mark for mark in found if mark.pid != but]

    def forget(self) -> None:
        """Forget the code that has run."""
        self._marks.unlink(missing_ok=True)
