"""Commands run among a stranger's files, with all programs that they start, and the foreign code that has run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.reliability.hostile_folders.folder import SYSTEM_FOLDERS, ForeignRun, HostileFolder

_STARTED = re.compile(r'^\d+ +execve\("([^"]*)", \[(.*)\], .*\) = 0$')
_WORD = re.compile(r'"((?:[^"\\]|\\.)*)"')
MAX_COMMAND_CHARS = 110


@dataclass(frozen=True, slots=True)
class Started:
    """The result of a command.

    Attributes:
        status, out, err: of the command; its status is -1 if it did not end in time.
        starts: the commands of all processes that it started; None without strace.
        marks: foreign code that ran in the children of the command alone.
    """

    status: int
    out: str
    err: str
    starts: tuple[str, ...] | None
    marks: tuple[ForeignRun, ...]


def run_in(
    hostile: HostileFolder,
    command: Sequence[str | Path],
    home: Path,
    *,
    variables: Mapping[str, str] | None = None,
    typed: str = "",
    programs: Iterable[str] = (),
    seconds: float = 180.0,
    traced: bool = False,
) -> Started:
    """Run a command in the stranger's folder, which is in PATH, too.

    Args:
        home: the data folder.
        programs: folders of programs that the user has in PATH, after that one.
        traced: whether to list its children.
    """
    hostile.forget()
    kept = ("HOME", "LANG", "DISPLAY", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "XDG_RUNTIME_DIR")
    environment = {name: os.environ[name] for name in kept if name in os.environ}
    environment |= {"PATH": hostile.path_variable(*programs), "FOURTH_SEAT_HOME": str(home), "FOURTH_SEAT_LANGUAGE": "en"}
    if "PIP_CERT" in os.environ:  # where the network needs it
        environment |= {"PIP_CERT": os.environ["PIP_CERT"], "SSL_CERT_FILE": os.environ["PIP_CERT"]}
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log")
        tracer = ["strace", "-f", "-qq", "-s", "400", "-e", "trace=execve", "-e", "signal=none", "-o", str(log)]
        listed = traced and shutil.which("strace", path=os.pathsep.join(SYSTEM_FOLDERS)) is not None
        pid, status, out, err = _run([*(tracer if listed else ()), *map(str, command)], environment | dict(variables or {}),
                                     hostile.path, typed, seconds)  # fmt: skip
        lines = log.read_text("utf-8", "replace").splitlines() if listed and log.exists() else []
    if listed:
        pid = int(lines[0].split()[0]) if lines else 0
    starts = tuple(_shown(found[2]) for line in lines[1:] if (found := _STARTED.match(line)))
    return Started(status, out, err, starts if listed else None, tuple(hostile.marks(but=pid)))


def _run(
    command: Sequence[str], environment: Mapping[str, str], folder: Path, typed: str, seconds: float
) -> tuple[int, int, str, str]:
    program = (
        command[0] if Path(command[0]).is_absolute() else shutil.which(command[0], path=os.pathsep.join(SYSTEM_FOLDERS))
    )
    assert program, f"{command[0]} is not installed"
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [program, *command[1:]], cwd=folder, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
    ) as process:
        try:
            out, err = process.communicate(typed.encode(), seconds)
            status = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            out, err = process.communicate()
            status = -1
    return process.pid, status, out.decode("utf-8", "replace"), err.decode("utf-8", "replace")


def _shown(arguments: str) -> str:
    text = " ".join(re.sub(r"\\[nt]", " ", word) for word in _WORD.findall(arguments))
    return text if len(text) <= MAX_COMMAND_CHARS else f"{text[: MAX_COMMAND_CHARS - 2]} …"
