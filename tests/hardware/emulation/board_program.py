"""A simulated board with sensors, in its own process."""

from __future__ import annotations

import subprocess

from fourth_seat.processes.child import own_module
from fourth_seat.processes.start import start

TIMEOUT_S = 60.0


class BoardProgram:
    """The program; it answers at `address`."""

    def __init__(self, *arguments: str) -> None:
        command = own_module("fourth_seat.hardware.boards.simulated", *arguments)
        self._process = start(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdout
        self.address = self._process.stdout.readline().decode().strip()

    def do(self, line: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()

    def end(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait(TIMEOUT_S)
        self._process.stdout.close()
