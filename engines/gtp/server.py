"""The engine process's main loop: one command after another, until `quit` or the end of the input."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO

from engines.errors import BadCommand
from engines.gtp.commands import COMMANDS, Call
from engines.gtp.inbox import Inbox, Order
from engines.gtp.lines import write_answer, write_failure
from engines.gtp.session import Session
from engines.input import Source
from words import FourthSeatError, say

SELDOM = 0.25  # seconds between two lines of progress


def serve(session: Session, source: Source, out: BinaryIO, errors: BinaryIO) -> None:
    """Answers every command of the source on `out`; progress goes to `errors`."""
    inbox = Inbox(source)
    report = _reporter(errors)
    session.thinker.warm(report)
    for order in inbox:
        out.write(_answer(session, order, report).encode())
        out.flush()
        if order.request.name == "quit":
            return
        if session.ponders and not session.state.over:
            session.thinker.ponder(session.state, inbox.waiting)


def _answer(session: Session, order: Order, report: Callable[[float, str], None]) -> str:
    request = order.request
    try:
        command = COMMANDS.get(request.name)
        if command is None:
            raise BadCommand(say("unknown command {name}; list_commands names those there are", name=request.name or "''"))
        return write_answer(request.number, command(Call(session, request, order.stopped, report)))
    except FourthSeatError as error:
        return write_failure(request.number, str(error))
    except Exception as error:  # a mistake of ours must not cost the game
        return write_failure(request.number, f"internal error: {error!r}")


def _reporter(errors: BinaryIO) -> Callable[[float, str], None]:
    last = time.monotonic()

    def report(done: float, words: str) -> None:
        nonlocal last
        if time.monotonic() - last >= SELDOM:
            last = time.monotonic()
            with suppress(OSError):  # nobody listens
                errors.write(f"progress {done:.2f} {words}\n".encode())
                errors.flush()

    return report
