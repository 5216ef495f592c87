"""The engine process's main loop: one command after another, until `quit` or the end of the input."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO

from engines.errors import BadCommand
from engines.gtp.commands import COMMANDS, CommandContext
from engines.gtp.requests import CommandQueue, QueuedCommand, write_answer, write_failure
from engines.gtp.session import GtpSession
from processes.standard_input import ByteSource
from words import FourthSeatError, say

PROGRESS_INTERVAL_S = 0.25  # seconds between two lines of progress


def serve(session: GtpSession, source: ByteSource, out: BinaryIO, errors: BinaryIO) -> None:
    """Answer every command of the source on `out`; progress goes to `errors`."""
    inbox = CommandQueue(source)
    on_progress = _reporter(errors)
    session.selector.warm(on_progress)
    for order in inbox:
        out.write(_answer(session, order, on_progress).encode())
        out.flush()
        if order.request.name == "quit":
            return
        if session.ponders and not session.state.over:
            session.selector.ponder(session.state, inbox.waiting)


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
        return write_failure(request.number, f"internal error: {error!r}")


def _reporter(errors: BinaryIO) -> Callable[[float, str], None]:
    last = time.monotonic()

    def on_progress(done: float, words: str) -> None:
        nonlocal last
        if time.monotonic() - last >= PROGRESS_INTERVAL_S:
            last = time.monotonic()
            with suppress(OSError):  # nobody listens
                errors.write(f"progress {done:.2f} {words}\n".encode())
                errors.flush()

    return on_progress
