"""Standard input, read by a thread, so that `stop` is heard while a command runs."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator

from engines.gtp.lines import GtpCommand, read_request
from processes.standard_input import ByteSource, lines_of


class QueuedCommand:
    """A command in the queue with its stop flag."""

    def __init__(self, request: GtpCommand) -> None:
        self.request = request
        self._stopped = threading.Event()
        self.stop = self._stopped.set
        self.should_stop = self._stopped.is_set


class CommandQueue:
    """Commands in the order they came; iteration ends with the input."""

    def __init__(self, source: ByteSource) -> None:
        self._source = source
        self._orders: queue.SimpleQueue[QueuedCommand | None] = queue.SimpleQueue()
        self._pending: list[QueuedCommand] = []
        self._lock = threading.Lock()
        threading.Thread(target=self._read, name="input", daemon=True).start()

    def __iter__(self) -> Iterator[QueuedCommand]:
        while (order := self._orders.get()) is not None:
            yield order
            with self._lock:
                self._pending.remove(order)

    def waiting(self) -> bool:
        """Whether a command has come that was not yet taken."""
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
            order = QueuedCommand(request)
            with self._lock:
                self._pending.append(order)
            self._orders.put(order)
        self._orders.put(None)
