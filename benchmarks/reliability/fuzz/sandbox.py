"""A sandbox for one input: files, processes, connections, time and errors are watched."""

from __future__ import annotations

import os
import resource
import signal
import sys
import sysconfig
import threading
import traceback
import warnings
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

from benchmarks.reliability.fuzz.inputs import Parse

ROOT = Path(__file__).resolve().parents[3]
MAX_CPU_S = 2.0  # of an input
MAX_GROWTH_BYTES = 200 << 20  # of an input
MAX_LEAK_BYTES = 1 << 30  # of a campaign; the fuzzer itself keeps some 50 KB an input of those with pictures
FORBIDDEN_EVENTS = frozenset((
    "subprocess.Popen", "os.exec", "os.posix_spawn", "os.spawn", "os.system", "os.startfile", "os.fork", "os.forkpty",
    "pty.spawn", "socket.connect", "socket.bind", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto",
    "ctypes.dlopen", "pickle.find_class", "marshal.load", "os.kill", "os.killpg",
))  # fmt: skip
CHANGE_EVENTS = frozenset((
    "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.chmod", "os.chown", "os.truncate",
    "shutil.rmtree", "shutil.move", "shutil.copyfile",
))  # fmt: skip
TWO_FILE_EVENTS = ("os.rename", "os.link", "shutil.move")
WRITE_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
LIBRARY_FOLDERS = tuple(
    {str(ROOT), *sysconfig.get_paths().values()}
)  # folders of the modules of this program, of Python and of packages


class Forbidden(BaseException):
    """The input made the program do something forbidden."""


class Hang(BaseException):
    """The input took more processor time than it may."""


class Sandbox:
    """Runs parsers on inputs, one after another, in the main thread of a process that does nothing else.

    Attributes:
        folder: the only one in which an input may change anything.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._watching = False
        self._max_bytes = 0
        self._offences: list[str] = []
        warnings.simplefilter("error")
        threading.excepthook = lambda failed: self._offences.append(f"in a thread: {_place(failed.exc_value)}")
        sys.unraisablehook = lambda failed: self._offences.append(f"not raised: {_place(failed.exc_value)}")
        sys.addaudithook(self._audit)
        signal.signal(signal.SIGPROF, _give_up)

    def limit_memory(self) -> None:
        """From now on, keep the process from growing by more than `MAX_GROWTH_BYTES` in one input, and `MAX_LEAK_BYTES` in
        total.
        """
        self._max_bytes = _data_bytes() + MAX_LEAK_BYTES

    def offence(self, parse: Parse, data: bytes) -> str | None:
        """Run a parser on an input; return a description of its fault, which is the same for the same fault, or None."""
        from fourth_seat.words import FourthSeatError

        self._offences.clear()
        found = None
        if self._max_bytes:
            most = min(_data_bytes() + MAX_GROWTH_BYTES, self._max_bytes)
            resource.setrlimit(resource.RLIMIT_DATA, (most, resource.RLIM_INFINITY))
        self._watching = True
        signal.setitimer(signal.ITIMER_PROF, MAX_CPU_S)
        try:
            try:
                parse(data)
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
                self._watching = False
        except FourthSeatError as error:
            str(error)
        except (Exception, Forbidden, Hang) as error:
            found = _place(error)
        return self._offences[0] if self._offences else found

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self._watching:
            return
        if event == "open":
            if arguments[2] & WRITE_FLAGS and not isinstance(arguments[0], int):
                self._check_inside(event, arguments[0])
        elif event == "os.symlink":  # its target is free: writes through it are checked when they happen
            self._check_inside(event, arguments[1], arguments[2])
        elif event in TWO_FILE_EVENTS:
            for path in arguments[:2]:
                self._check_inside(event, path)
        elif event in CHANGE_EVENTS:
            folder = arguments[-1] if len(arguments) > 1 and event != "os.truncate" else None
            self._check_inside(event, arguments[0], folder)
        elif event == "import":
            if arguments[1] and not str(arguments[1]).startswith(LIBRARY_FOLDERS):
                self._refuse(f"import of {arguments[1]}")
        elif event in FORBIDDEN_EVENTS:
            self._refuse(event)

    def _check_inside(self, event: str, path: Any, folder: Any = None) -> None:
        """Refuse a path outside the folder. `folder`: descriptor of the one in which a path begins; -1 or None for the
        working directory.
        """
        if isinstance(path, int):
            return
        begin = Path(f"/proc/self/fd/{folder}").readlink() if isinstance(folder, int) and folder >= 0 else Path()
        named = Path(os.path.abspath(begin / os.fsdecode(path)))  # noqa: PTH100 - Path keeps ".."
        real = Path(os.path.realpath(named.parent)) / named.name
        if not real.is_relative_to(self.folder) and str(named) != os.devnull:
            self._refuse(event)

    def _refuse(self, deed: str) -> None:
        self._watching = False
        frames = [frame for frame in traceback.extract_stack() if _is_own(frame.filename)]
        self._offences.append(f"{deed} at {_line(frames[-1]) if frames else '?'}")
        self._watching = True
        raise Forbidden(deed)


def _data_bytes() -> int:
    """Return the resident memory of the process: reserved and never used pages do not count."""
    return int(Path("/proc/self/statm").read_text().split()[5]) * resource.getpagesize()


def _give_up(_: int, __: FrameType | None) -> None:
    raise Hang


def _is_own(filename: str) -> bool:
    return filename.startswith(str(ROOT)) and "/benchmarks/" not in filename and "/.venv/" not in filename


def _line(frame: traceback.FrameSummary) -> str:
    with suppress(ValueError):
        return f"{Path(frame.filename).relative_to(ROOT)}:{frame.lineno}"
    return f"{frame.filename}:{frame.lineno}"


def _place(error: BaseException | None) -> str:
    """Describe an error with the last place in the program's own files, which distinguishes faults."""
    frames = traceback.extract_tb(error.__traceback__ if error else None)
    own = [frame for frame in frames if _is_own(frame.filename)] or list(frames)
    return f"{type(error).__name__} at {_line(own[-1]) if own else '?'}"
