"""The process that listens to a board: `python -m fourth_seat.hardware.boards.worker`.

The first line of input contains the settings as JSON (`address`, and those of `BoardSession`). Each subsequent line is a
command, either for `BoardSession.obey` or one of `record FILE`, `strip HEX` (bytes for LEDs on the same connection) and
`quit`. The output consists of one JSON message per line. In addition to the messages in `inference/messages.py`, the
`event` of a message may be `board` (its description), `values` (of its sensors), `pressed` (a button), `fault` (of a
sensor, by name), `proved` (the sensors confirmed to work, in serialised form), `refused` (a board for another game), `line`
(whether the board is connected, with the reason if it is not), `strip` (a reply from the LEDs), `recorded`, `error`,
`failed` or `alive`.
"""

from __future__ import annotations

import io
import json
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, BinaryIO

from fourth_seat.boundary.given_path import given_path
from fourth_seat.boundary.json_forms import parse_json
from fourth_seat.hardware.boards.link import BoardLink
from fourth_seat.hardware.boards.protocol import BOARD_SIGN
from fourth_seat.hardware.boards.session import BoardSession
from fourth_seat.inference.messages import reason_of
from fourth_seat.inference.packing import pack
from fourth_seat.processes.standard_input import InputQueue
from fourth_seat.processes.worker import Message
from fourth_seat.words import FourthSeatError, Text, error_text, fault_text, say

HEARTBEAT_S = 2.0
SETTINGS_TIMEOUT_S = 30.0
MAX_KEPT_LINES, KEPT_S = 20_000, 300.0  # lines from the board, and seconds, kept for problem reports
MAX_KEPT_BYTES = 300  # of one line
IDLE_S = 0.02  # between two attempts to find a missing board


class BoardWorker:
    """The main loop of the process, which listens to the board, executes commands and sends messages.

    Attributes:
        heard: whether the board is connected and all of its sensor values are known.
    """

    def __init__(
        self,
        settings: Mapping[str, Any],
        send: Callable[[Message], None],
        link: BoardLink | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Create the session and the connection, without opening it.

        Raises:
            FourthSeatError: the settings are invalid.
        """
        self._session = BoardSession(settings)
        self._link = link or BoardLink(settings["address"])
        self._send, self._clock = send, clock
        self._opened = 0
        self._trouble: Text | None = None
        self.heard = False
        self._has_strip = False
        self._kept: deque[tuple[float, bytes]] = deque(maxlen=MAX_KEPT_LINES)

    def step(self) -> None:
        """Read lines from the board, send any pending request, and evaluate the reports of the sensors."""
        link, session, t = self._link, self._session, self._clock()
        if not link.is_open:
            time.sleep(IDLE_S)
        for line in link.lines(t):
            self._kept.append((t, line[:MAX_KEPT_BYTES]))
            if self._has_strip and not line.startswith(BOARD_SIGN):
                self._send({"event": "strip", "hex": line.hex()})
            for message in session.hear(line, t):
                self._send(message)
        if link.opened != self._opened:
            self._opened = link.opened
            session.listener.begin()
        if (question := session.listener.due(t)) and link.send(question, t):
            self._kept.append((t, question.rstrip()))
        self._report_line()
        for message in session.step(t):
            self._send(message)

    def _report_line(self) -> None:
        """Report the connection status of the board if it has changed."""
        if self._session.listener.complete and self._link.is_open:
            self._link.trouble = None
        trouble = self._session.refused or self._link.trouble
        heard = self._session.listener.complete and self._link.is_open and trouble is None
        if (trouble, heard) != (self._trouble, self.heard):
            self._trouble, self.heard = trouble, heard
            self._send({"event": "line", "heard": heard, **({"text": None} if trouble is None else reason_of(trouble))})

    def obey(self, line: str) -> bool:
        """Execute a command. Returns False to quit."""
        name, _, rest = line.partition(" ")
        try:
            if name == "quit":
                return False
            if name == "record":
                self._record(rest)
            elif name == "strip":
                self._has_strip = True
                self._link.send(bytes.fromhex(rest), self._clock())
            else:
                for message in self._session.obey(name, rest):
                    self._send(message)
        except FourthSeatError as error:
            self._send({"event": "error", **reason_of(error.text)})
        except OSError as error:
            reason = say("the file was not written: {reason}", reason=error_text(error))
            self._send({"event": "error", **reason_of(reason)})
        return True

    def _record(self, name: str) -> None:
        """Save the lines of the last few minutes with their times in seconds."""
        path, now = given_path(name), self._clock()
        kept = [(t - now, line) for t, line in self._kept if now - t <= KEPT_S]
        text = "".join(f"{t:9.3f} {line.decode('ascii', 'backslashreplace')}\n" for t, line in kept)
        path.write_text(text, "utf-8")
        self._send({"event": "recorded", "file": name})

    def close(self) -> None:
        """Close the connection to the board."""
        self._link.close()


def run(inbox: InputQueue, out: BinaryIO) -> None:
    """Read the settings, then listen to the board until the input ends."""
    lock = threading.Lock()

    def send(message: Message) -> None:
        with lock:
            out.write(json.dumps(message, ensure_ascii=False).encode(errors="replace") + b"\n")
            out.flush()

    def beat() -> None:
        with suppress(OSError, ValueError):  # the reader is gone
            while True:
                time.sleep(HEARTBEAT_S)
                send({"event": "alive"})

    threading.Thread(target=beat, name="heartbeat", daemon=True).start()
    try:
        worker = BoardWorker(parse_json(inbox.take(SETTINGS_TIMEOUT_S) or ""), send)
    except FourthSeatError as error:
        send({"event": "failed", "text": pack(error.text)})
        raise
    try:
        going = True
        while going and not inbox.over:
            while going and (line := inbox.take()) is not None:
                going = worker.obey(line)
            worker.step()
    except BrokenPipeError:
        return
    finally:
        worker.close()


def main() -> int:
    """Run the process and return its exit status, which is 0, or 1 if it failed with an error message on standard error."""
    try:
        run(InputQueue(io.FileIO(0, closefd=False)), sys.stdout.buffer)
    except Exception as error:  # such as settings that are not JSON
        sys.stderr.write(f"{fault_text(error)}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
