"""Units of work for the tests of the farm."""

from __future__ import annotations

import os
import signal
import time
from hashlib import sha256

from fourth_seat.farm.unit import Outcome


def digest(number: int, seconds: float = 0.0) -> Outcome:
    """Wait, and return bytes that depend on the number alone."""
    time.sleep(seconds)
    return Outcome(sha256(b"%d" % number).digest(), {"pid": os.getpid()})


def wrong(number: int) -> Outcome:
    """Return a unit that cannot be done."""
    raise ZeroDivisionError(number)


def fatal(number: int) -> Outcome:
    """Kill the process that does it."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError(number)
