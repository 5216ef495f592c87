"""The real LCDd, the counterpart against which the text display is tested. It writes each picture of its panel to a
terminal, since it would buffer a pipe.
"""

from __future__ import annotations

import os
import pty
import shutil
import signal
import socket
import subprocess
import threading
import time
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

DRIVERS = ("/usr/lib/x86_64-linux-gnu/lcdproc/", "/usr/lib/aarch64-linux-gnu/lcdproc/", "/usr/lib/lcdproc/")
LONGEST = 10.0  # seconds to wait for anything here
CONFIGURATION = """
[server]
DriverPath={drivers}
Driver=text
Bind=127.0.0.1
Port={port}
ReportLevel=1
ReportToSyslog=no
Foreground=yes
ServerScreen=blank
[text]
Size={size}
"""


def missing_packages() -> list[str]:
    """Return the Debian packages that it lacks here."""
    return [] if _program() and any(Path(folder).is_dir() for folder in DRIVERS) else ["lcdproc"]


def _program() -> str | None:
    # Debian keeps it where only root looks for programs.
    return shutil.which("LCDd") or shutil.which("LCDd", path="/usr/sbin:/usr/local/sbin")


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class LcddServer:
    """One LCDd after another on the same port; `screen` is what its panel shows now."""

    def __init__(self, folder: Path, size: str = "20x4") -> None:
        found = _program()
        assert found, "see `missing_packages`"
        self._program = found
        self.port = free_port()
        self.url = f"lcd://127.0.0.1:{self.port}"
        self.screen: tuple[str, ...] = ()
        self._process: subprocess.Popen[bytes] | None = None
        self._configuration = folder / "LCDd.conf"
        drivers = next(each for each in DRIVERS if Path(each).is_dir())
        self._configuration.write_text(CONFIGURATION.format(drivers=drivers, port=self.port, size=size))

    def start(self) -> None:
        """Start it; return once it accepts connections."""
        command = [self._program, "-c", str(self._configuration), "-f"]
        own, its = pty.openpty()
        tty.setraw(its)
        self._process = subprocess.Popen(command, stdout=its, stderr=subprocess.DEVNULL)
        os.close(its)
        threading.Thread(target=self._read, args=(self._process, own), daemon=True).start()
        until(self._takes_connections)

    def stop(self) -> None:
        """End it, as a restart of the machine's service would."""
        if self._process:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(LONGEST)
            self._process = None
            self.screen = ()

    def _takes_connections(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 0.2).close()
        except OSError:
            return False
        return True

    def _read(self, process: subprocess.Popen[bytes], terminal: int) -> None:
        rows: list[str] = []
        with os.fdopen(terminal, encoding="latin-1") as lines, suppress(OSError):  # the terminal ends with its process
            for line in lines:
                if line.startswith("+--"):
                    if rows and process is self._process:
                        self.screen = tuple(rows)
                    rows = []
                elif line.startswith("|"):
                    rows.append(line.rstrip("\r\n")[1:-1])


def until(what: Callable[[], object], longest: float = LONGEST) -> float:
    """Wait until something holds; return how many seconds that took."""
    start = time.monotonic()
    while not what():
        assert time.monotonic() - start < longest, "it did not happen"
        time.sleep(0.005)
    return time.monotonic() - start
