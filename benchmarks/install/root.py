"""A bare Debian root: the smallest variant of debootstrap, kept as an archive and unpacked for each use.

Every command runs in its own mount namespace: its mounts end with it, so that removing the root cannot remove files of
this machine. The variables and files with which this machine reaches the package registries (certificates, settings of pip
and uv, host names) are passed on.
"""

from __future__ import annotations

import os
import platform
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

SUITE, MIRROR = "bookworm", "http://deb.debian.org/debian"
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
ARCHIVE_FOLDER = Path(tempfile.gettempdir()) / "fourth-seat-roots"
USER = "player"
HOME = f"/home/{USER}"
PASSED_VARIABLE = re.compile(r"(PIP|UV|OPENBLAS)_\w+|\w*(SSL|CA)_(CERT|BUNDLE)\w*|\w*_PROXY", re.IGNORECASE)
OWN_VARIABLE = re.compile(r"UV_(INTERNAL|PYTHON|PROJECT|RUN)\w*")  # of this machine's uv, not of registries
NETWORK_FILES = ("/etc/resolv.conf", "/etc/hosts")
CERTIFICATES = {"/", "/etc/ssl/certs"}  # the root's own; only listed files in them are passed on
SCREEN_FOLDER = "/tmp/.X11-unix"
PROGRAM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
FOLDER_MODE = 0o755
SYSTEM_FOLDERS = ("proc", "dev", "sys")
BLOCK_BYTES = 512  # as counted by the system
UNSEEN_FOLDERS = (*SYSTEM_FOLDERS, "tmp", "run")


class BareRoot:
    """A separate Debian root in the temporary folder, with one person; a context manager that removes it."""

    def __init__(
        self, packages: Sequence[str] = (), suite: str = SUITE, mirror: str = MIRROR, architecture: str = ""
    ) -> None:
        """Make the root.

        Args:
            packages: Debian packages, installed into the kept archive, so that they are fetched once.
            architecture: Debian's name of another processor's, for which the kernel has an emulator (`binfmt_misc`).
        """
        architecture = architecture or ARCHITECTURES[platform.machine()]
        self._made = tempfile.TemporaryDirectory(prefix="fourth-seat-root-")
        self.folder = Path(self._made.name)
        archive = ARCHIVE_FOLDER / f"{suite}-{architecture}{''.join(f'-{name}' for name in sorted(packages))}.tar"
        if archive.exists():
            _call("tar", "-xf", archive, "-C", self.folder)
            self.folder.chmod(FOLDER_MODE)  # otherwise only root could enter
            return
        if packages:
            self._made.cleanup()
            plain = BareRoot((), suite, mirror, architecture)
            self._made, self.folder = plain._made, plain.folder
            self.run("apt-get update -q", user="root")
            self.run(f"apt-get install -q --yes --no-install-recommends {shlex.join(packages)}", user="root")
            self.run("apt-get clean", user="root")
        else:
            _call("debootstrap", f"--arch={architecture}", "--variant=minbase", suite, self.folder, mirror)
            _call("chroot", self.folder, "useradd", "--create-home", "--shell", "/bin/bash", USER)
        ARCHIVE_FOLDER.mkdir(exist_ok=True)
        half = archive.with_suffix(f".{os.getpid()}")
        _call("tar", "-cf", half, "-C", self.folder, ".")
        half.replace(archive)
        self.folder.chmod(FOLDER_MODE)

    def __enter__(self) -> BareRoot:
        return self

    def __exit__(self, *_: object) -> None:
        self._made.cleanup()

    def command(self, words: str, user: str = USER, variables: Mapping[str, str] | None = None) -> list[str]:
        """Return the arguments, to be started without a shell, that run a shell command in the root, in the user's home."""
        mounted = [f"mount --rbind /{name} {shlex.quote(str(self.folder / name))}" for name in SYSTEM_FOLDERS]
        for place in _places():
            inside = self.folder / place.lstrip("/")
            if Path(place).is_dir():
                inside.mkdir(parents=True, exist_ok=True)
                mounted.append(f"mount --bind {shlex.quote(place)} {shlex.quote(str(inside))}")
                mounted += [f"mount -o remount,bind,ro {shlex.quote(str(inside))}"] if place != SCREEN_FOLDER else []
            else:  # a copy: packages installed in the root may write to it
                inside.parent.mkdir(parents=True, exist_ok=True)
                inside.unlink(missing_ok=True)
                shutil.copy(place, inside)
        home = HOME if user != "root" else "/root"
        known = {
            "HOME": home,
            "PATH": f"{home}/.local/bin:{PROGRAM_PATH}",
            "LANG": "C.UTF-8",
            "DEBIAN_FRONTEND": "noninteractive",
        }
        known |= {name: value for name, value in os.environ.items() if _is_passed_on(name)} | dict(variables or {})
        inner = f"cd {home} && {words}"
        as_user = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"] if user != "root" else []
        started = ["chroot", str(self.folder), "env", "-i", *(f"{name}={value}" for name, value in known.items())]
        last = f"exec {shlex.join([*started, *as_user, 'bash', '-c', inner])}"
        return ["unshare", "--mount", "sh", "-c", "\n".join(["set -e", "mount --make-rprivate /", *mounted, last])]

    def run(
        self,
        words: str,
        user: str = USER,
        variables: Mapping[str, str] | None = None,
        given: str = "",
        check: bool = True,
        limit_s: float = 1800.0,
    ) -> str:
        """Run a shell command to its end; return its output, standard error included.

        Raises:
            RootFailed: it failed, and `check` is set.
        """
        done = subprocess.run(
            self.command(words, user, variables), input=given, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            timeout=limit_s, check=False,
        )  # fmt: skip
        if check and done.returncode:
            raise RootFailed(f"`{words}` ended with {done.returncode}: {done.stdout[-2000:]}")
        return done.stdout

    def put(self, file: Path, at: str = HOME) -> str:
        """Copy a file of this machine into a folder of the root; return its path in the root."""
        inside = self.folder / at.lstrip("/") / file.name
        shutil.copy2(file, inside)
        inside.chmod(0o644)
        return f"{at}/{file.name}"

    def files(self) -> dict[str, int]:
        """Return every file and link of the root with its size in bytes on the disk; mounted folders are left out."""
        found: dict[str, int] = {}
        for path in self.folder.rglob("*"):
            inside = path.relative_to(self.folder)
            if inside.parts[0] not in UNSEEN_FOLDERS and (path.is_symlink() or not path.is_dir()):
                found[f"/{inside}"] = path.lstat().st_blocks * BLOCK_BYTES
        return found


class RootFailed(RuntimeError):
    """A command in the root failed."""


def _places() -> list[str]:
    """Return this machine's files and folders for reaching registries, and the sockets of screens."""
    pip = subprocess.run(["python3", "-m", "pip", "config", "debug"], capture_output=True, text=True, check=False).stdout
    values = [value for name, value in os.environ.items() if _is_passed_on(name)]
    named = re.findall(r"(?<![\w:/])(?:file://)?(/[\w./-]+)", " ".join([*values, pip]))
    files = re.findall(r"^\s+(/\S+), exists: True", pip, re.MULTILINE)
    found = {*named, *files, *NETWORK_FILES, SCREEN_FOLDER} - CERTIFICATES
    return sorted(place for place in found if Path(place).exists())


def _is_passed_on(variable: str) -> bool:
    return bool(PASSED_VARIABLE.fullmatch(variable)) and not OWN_VARIABLE.fullmatch(variable)


def _call(*words: str | Path) -> None:
    done = subprocess.run(list(map(str, words)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise RootFailed(f"`{shlex.join(map(str, words))}` ended with {done.returncode}: {done.stdout[-2000:]}")
