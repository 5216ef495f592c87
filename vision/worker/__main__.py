"""The vision process: `python -m fourth_seat.vision.worker MODULE:FUNCTION [FRAMES]`.

The function is a `MakeWorker`, and FRAMES is the handle of the shared memory for pictures. See `vision/worker/loop.py` for
the messages on the standard streams.
"""

from __future__ import annotations

import io
import os
import sys
import threading
import time
from contextlib import suppress
from importlib import import_module
from typing import BinaryIO

from fourth_seat.hardware.machine.memory import usable_memory
from fourth_seat.inference.packing import pack
from fourth_seat.processes.standard_input import InputQueue
from fourth_seat.vision.memory import retain_freed_memory
from fourth_seat.vision.worker.frame_buffer import FrameBuffer
from fourth_seat.vision.worker.loop import WorkerLoop, send_line
from fourth_seat.words import FourthSeatError, fault_text

HEARTBEAT_S = 2.0  # between two heartbeats


def _beat(out: BinaryIO) -> None:
    """Send heartbeats forever, so that a stopped process or a dead machine can be recognised by its silence."""
    while True:
        time.sleep(HEARTBEAT_S)
        try:
            out.write(b'{"event": "alive"}\n')
            out.flush()
        except (OSError, ValueError):  # the reader is gone
            return


def main(arguments: list[str]) -> int:
    """Run the worker and return the exit status, which is 0 unless it could not start. In that case, it prints one line on
    standard error and sends a human-readable message.
    """
    retain_freed_memory(usable_memory())
    threading.Thread(target=_beat, args=(sys.stdout.buffer,), name="heartbeat", daemon=True).start()
    inbox = InputQueue(io.FileIO(0, closefd=False))
    try:
        module, _, function = arguments[0].partition(":")
        buffer = FrameBuffer(arguments[1]) if len(arguments) > 1 else None
        WorkerLoop(getattr(import_module(module), function), inbox, sys.stdout.buffer, buffer).run()
    except Exception as error:  # including whatever a worker could not begin with
        if isinstance(error, FourthSeatError):
            with suppress(OSError):  # the reader is gone
                send_line(sys.stdout.buffer, {"event": "failed", "text": pack(error.text)})
        sys.stderr.write(f"{fault_text(error)}\n")
        return 1
    return 0


if __name__ == "__main__":
    status = main(sys.argv[1:])
    try:
        sys.stdout.flush()
    except BrokenPipeError:  # the reader is gone, and the interpreter would complain about unwritten output
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(status)
