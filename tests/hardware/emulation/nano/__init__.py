"""A virtual Arduino Nano with LEDs and sensors: its firmware runs in simavr, on a port that programs can open.

The emulator is `nano.c`, with `matrix.c`. It is built, like the firmware, with the machine's own compilers, into `build/`.
"""

from __future__ import annotations

import fcntl
import json
import queue
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

from fourth_seat.boundary.files import write_file
from fourth_seat.hardware.boards.nano import NanoBoard
from fourth_seat.hardware.lights.strip import DARK, Colour

ANSWER_TIMEOUT_S = 60.0
ROOT = Path(__file__).resolve().parents[4]
BUILD = ROOT / "build" / "firmware"
TOOLS = {
    "make": "make",
    "gcc": "gcc",
    "/usr/include/pty.h": "libc6-dev",
    "avr-gcc": "gcc-avr",
    "avr-objcopy": "binutils-avr",
    "/usr/lib/avr/include/avr/io.h": "avr-libc",
    "/usr/include/simavr/sim_avr.h": "libsimavr-dev",
    "/usr/include/libelf.h": "libelf-dev",
}
"""Programs and files that are needed to build it, with the Debian packages that contain them."""


def missing_packages() -> list[str]:
    """Return the Debian packages without which nothing can be built here."""
    return [package for tool, package in TOOLS.items() if not (shutil.which(tool) or Path(tool).is_file())]


def build(baud: int = 115_200, header: Path | None = None) -> Path:
    """Build firmware and emulator if they are older than their sources; return the firmware's file: that of lights, or of
    the board with this header.

    Raises:
        subprocess.CalledProcessError: the compiler's complaint is on standard error.
    """
    board = [f"BOARD={header}"] if header else []
    firmware = BUILD / f"{header.stem if header else 'lights'}-{baud}.elf"
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # other tests build, too
        _make(baud, board, firmware)
    return firmware


def _make(baud: int, board: Sequence[str], firmware: Path) -> None:
    for folder, target in ((ROOT / "hardware" / "firmware", firmware), (Path(__file__).parent, BUILD / "nano")):
        command = ["make", "--silent", "-C", str(folder), f"BUILD={BUILD}", f"BAUD={baud}", *board, str(target)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def build_board(board: NanoBoard) -> Path:
    """Build the firmware of a board, unless it has been built before. Raises as `build` does."""
    text = board.header.encode()
    header = BUILD / f"{board.description.game}-{crc32(text):08x}.h"
    if not header.is_file():
        BUILD.mkdir(parents=True, exist_ok=True)
        write_file(header, text)
    return build(header=header)


@dataclass(frozen=True, slots=True)
class NanoFrame:
    """The colours that the LEDs adopted at once.

    Attributes:
        time: that of the last bit's end, by `time.monotonic`.
        colours: those of all LEDs that were written.
        faults: pulses and pauses that not every WS2812 reads the same way.
        pause: the longest one between two bits, in microseconds.
        late: seconds by which the emulation fell behind real time while the frame came in.
    """

    time: float
    colours: tuple[Colour, ...]
    faults: int
    pause: float
    late: float


class NanoEmulation:
    """The board, plugged in.

    Attributes:
        port: the name of its serial port.
        frames: everything that the LEDs were sent since it was plugged in.
        lit: the colours that they show.
    """

    def __init__(self, port: Path, count: int, firmware: Path, **settings: int) -> None:
        """`port` will be a link in a folder of yours; `count` LEDs hang on the board; `settings` are those of `nano.c`."""
        self.port = str(port)
        self.frames: list[NanoFrame] = []
        self.lit: tuple[Colour, ...] = (DARK,) * count
        self._news = threading.Condition()
        self._process = subprocess.Popen(
            [str(BUILD / "nano"), str(firmware), self.port, *(f"{name}={value}" for name, value in settings.items())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._booted = threading.Event()
        self._told: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        if not self._booted.wait(10):
            raise TimeoutError("the emulated board does not start")

    def wait(self, done: Callable[[NanoEmulation], Any], seconds: float = 5.0) -> bool:
        """Return whether something becomes true of the board in time."""
        with self._news:
            return bool(self._news.wait_for(lambda: done(self), seconds))

    def wait_lit(self, colours: tuple[Colour, ...], seconds: float = 5.0) -> bool:
        """Return whether exactly these colours are shown in time."""
        return self.wait(lambda board: board.lit == colours, seconds)

    def touch(self, *commands: str) -> None:
        """Move contacts and pins, as described in `matrix.c`."""
        assert self._process.stdin
        self._process.stdin.write("".join(f"{command}\n" for command in commands))
        self._process.stdin.flush()

    def step(self, seconds: float) -> None:
        """Let time pass on a board that was started with `steps=1`; without it time passes by itself."""
        self._ask(f"step {seconds * 1e6:.0f}")

    def memory(self) -> tuple[int, int]:
        """Return the bytes that its variables take, and the most that its stack has taken since it was started."""
        told = self._ask("memory")
        return told["static"], told["stack"]

    def _ask(self, command: str) -> dict[str, Any]:
        self.touch(command)
        return self._told.get(timeout=ANSWER_TIMEOUT_S)

    def reset(self) -> None:
        """Restart the processor, as opening the port of a real one does."""
        self._process.send_signal(signal.SIGUSR1)

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """Halt the processor for a while."""
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def unplug(self) -> None:
        """Remove the port and switch the LEDs off."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.terminate()
        self._process.wait()
        self._reader.join()
        assert self._process.stdout
        self._process.stdout.close()
        with self._news:
            self.lit = (DARK,) * len(self.lit)

    def __enter__(self) -> NanoEmulation:
        return self

    def __exit__(self, *_: object) -> None:
        self.unplug()

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            said = json.loads(line)
            if said["event"] == "boot":
                self._booted.set()
            elif said["event"] == "frame":
                self._take(said)
            elif said["event"] in ("stepped", "memory"):
                self._told.put(said)

    def _take(self, said: dict[str, Any]) -> None:
        values = bytes.fromhex(said["colours"])
        colours = tuple((values[at], values[at + 1], values[at + 2]) for at in range(0, len(values), 3))
        with self._news:
            self.frames.append(NanoFrame(said["t"], colours, said["faults"], said["pause"], said["late"]))
            # What was not written keeps its colour; what was written beyond the last LED falls off the end.
            self.lit = (colours + self.lit[len(colours) :])[: len(self.lit)]
            self._news.notify_all()
