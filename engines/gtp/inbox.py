"""Standard input, read by a thread, so that `stop` is heard while a command runs."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator

from engines.gtp.lines import Request, read_request
from engines.input import Source, lines_of


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
        for raw in lines_of(self._source):
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
