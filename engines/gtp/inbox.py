"""Standard input, read by a thread, so that `stop` is heard while a command runs."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from typing import Protocol

from engines.gtp.lines import Request, read_request

BLOCK = 65_536  # bytes asked for at once
LONGEST = 1_000_000  # bytes of a line; the rest of a longer one is dropped


class Source(Protocol):
    """Where bytes come from: an unbuffered file, so that a thread waiting in it does not hold up the end of the process."""

    def read(self, size: int, /) -> bytes | None:
        """What has come, up to `size` bytes; nothing at the end."""


class Order:
    """A command in the queue, and whether it was told to stop, running or not."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self._stopped = threading.Event()
        self.stop = self._stopped.set
        self.stopped = self._stopped.is_set


class Inbox:
    """Commands in the order they came; iteration ends with the input."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._orders: queue.SimpleQueue[Order | None] = queue.SimpleQueue()
        self._pending: list[Order] = []
        self._lock = threading.Lock()
        threading.Thread(target=self._read, name="input", daemon=True).start()

    def __iter__(self) -> Iterator[Order]:
        while (order := self._orders.get()) is not None:
            yield order
            with self._lock:
                self._pending.remove(order)

    def waiting(self) -> bool:
        """Whether something has come that was not yet taken."""
        return not self._orders.empty()

    def _read(self) -> None:
        for raw in _lines(self._source):
            request = read_request(raw)
            if request is None:
                continue
            if request.name == "stop":
                with self._lock:
                    for order in self._pending:
                        order.stop()
                continue
            order = Order(request)
            with self._lock:
                self._pending.append(order)
            self._orders.put(order)
        self._orders.put(None)


def _lines(source: Source) -> Iterator[bytes]:
    rest = b""
    while block := source.read(BLOCK):
        *lines, rest = (rest + block).split(b"\n")
        yield from (line[:LONGEST] for line in lines)
        rest = rest[:LONGEST]
    if rest:
        yield rest
