"""The engine process's main loop: handles one command at a time, until `quit` or the end of the input.

A background thread reads the input, so that `stop` takes effect while a command runs.
"""

from __future__ import annotations

import queue
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import BinaryIO

from fourth_seat.boundary.faults import fault
from fourth_seat.engines.errors import BadCommand
from fourth_seat.engines.gtp.commands import COMMANDS, CommandContext, GtpCommand
from fourth_seat.engines.gtp.session import GtpSession
from fourth_seat.processes.standard_input import ByteSource, lines_of
from fourth_seat.words import FourthSeatError, say

PROGRESS_INTERVAL_S = 0.25  # between two lines of progress
NUMBER = re.compile(r"[0-9]{1,1000}")  # of a command, returned with its answer as received
# GTP 2, section 3.1: control characters other than tab and line feed are dropped, a tab is a space.
_CONTROLS = dict.fromkeys((*range(32), 127)) | {ord("\t"): " ", ord("\n"): "\n"}


def serve(session: GtpSession, source: ByteSource, out: BinaryIO, errors: BinaryIO) -> None:
    """Handle each command from `source`: write answers to `out` and progress to `errors`."""
    inbox = CommandQueue(source)
    on_progress = _reporter(errors)
    session.selector.warm(on_progress)
    for order in inbox:
        out.write(_answer(session, order, on_progress).encode())
        out.flush()
        if order.request.name == "quit":
            return
        if session.ponders and not session.state.over:
            try:
                session.selector.ponder(session.state, inbox.waiting)
            except Exception as error:  # a mistake of ours must not cost the game
                with suppress(OSError):
                    errors.write(f"internal error: {fault(error)}\n".encode())
                    errors.flush()


def _answer(session: GtpSession, order: QueuedCommand, on_progress: Callable[[float, str], None]) -> str:
    request = order.request
    try:
        command = COMMANDS.get(request.name)
        if command is None:
            raise BadCommand(say("unknown command {name}; list_commands lists the known ones", name=request.name or "''"))
        return write_answer(request.number, command(CommandContext(session, request, order.should_stop, on_progress)))
    except FourthSeatError as error:
        return write_failure(request.number, str(error))
    except Exception as error:  # a mistake of ours must not cost the game
        return write_failure(request.number, f"internal error: {fault(error)}")


def _reporter(errors: BinaryIO) -> Callable[[float, str], None]:
    last = time.monotonic()

    def on_progress(done: float, words: str) -> None:
        nonlocal last
        if time.monotonic() - last >= PROGRESS_INTERVAL_S:
            last = time.monotonic()
            with suppress(OSError):  # the reader is gone
                errors.write(f"progress {done:.2f} {words}\n".encode())
                errors.flush()

    return on_progress


# -- requests and answers --------------------------------------------------------------------------------------------------


class QueuedCommand:
    """A queued command with its stop flag."""

    def __init__(self, request: GtpCommand) -> None:
        self.request = request
        self._stopped = threading.Event()
        self.stop = self._stopped.set
        self.should_stop = self._stopped.is_set


class CommandQueue:
    """Queue of commands in order of arrival; iteration ends with the input."""

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
        """Return whether any command is waiting."""
        return not self._orders.empty()

    def _read(self) -> None:
        for line in lines_of(self._source):
            request = read_request(line)
            if request is None:
                continue
            if request.name == "stop":
                with self._lock:
                    for order in self._pending:
                        order.stop()
                if not request.number:  # a numbered one is answered, as all commands with a number are
                    continue
            order = QueuedCommand(request)
            with self._lock:
                self._pending.append(order)
            self._orders.put(order)
        self._orders.put(None)


def read_request(line: str) -> GtpCommand | None:
    """Parse a command line; return None if it is blank or contains only a comment."""
    text = line.translate(_CONTROLS).partition("#")[0].strip()
    number, _, rest = text.partition(" ")
    if NUMBER.fullmatch(number):
        text = rest.strip()
    else:
        number = ""
    name, _, rest = text.partition(" ")
    return GtpCommand(number, name, rest.strip()) if text or number else None


def write_answer(number: str, text: str) -> str:
    """Format the answer to a successful command. Empty lines are replaced, since they would end the answer."""
    first, *others = text.rstrip().split("\n")
    return "\n".join([f"={number} {first}".rstrip(), *(line or " " for line in others)]) + "\n\n"


def write_failure(number: str, reason: str) -> str:
    """Format the answer to a failed command, with the reason on a single line."""
    return f"?{number} {' '.join(reason.split())}\n\n"
