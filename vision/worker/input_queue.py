"""Lines of standard input, read by a thread, so that the loop that looks at pictures never waits for them."""

from __future__ import annotations

import queue
import threading
from dataclasses import dataclass

from engines.process.input_lines import ByteSource, lines_of


@dataclass(frozen=True, slots=True)
class WorkerCommand:
    """A line: `[NUMBER] NAME [REST]`. The number, where there is one, comes back with the reply."""

    number: int | None
    name: str
    rest: str

    @classmethod
    def parse(cls, line: str) -> WorkerCommand:
        first, _, rest = line.strip().partition(" ")
        if first.isascii() and first.isdigit():
            name, _, rest = rest.strip().partition(" ")
            return cls(int(first), name, rest.strip())
        return cls(None, first, rest.strip())


class InputQueue:
    """Lines in the order they came; empty ones are left out unless they are asked for.

    Attributes:
        over: the input has ended, and every line was taken.
    """

    def __init__(self, source: ByteSource, *, empty: bool = False) -> None:
        self.over = False
        self._empty = empty
        self._source = source
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, name="input", daemon=True).start()

    def take(self, seconds: float = 0.0) -> str | None:
        """The next line, waited for so long; None where none came."""
        if self.over:
            return None
        try:
            line = self._lines.get(timeout=seconds) if seconds > 0 else self._lines.get_nowait()
        except queue.Empty:
            return None
        self.over = line is None
        return line

    def _read(self) -> None:
        for raw in lines_of(self._source):
            line = raw.decode("utf-8", "replace").strip()
            if line or self._empty:
                self._lines.put(line)
        self._lines.put(None)
