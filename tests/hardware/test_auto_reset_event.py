from __future__ import annotations

import threading
import time

from fourth_seat.hardware.auto_reset_event import AutoResetEvent

LONG = 10.0  # seconds that nothing here may take


def test_it_wakes_who_waits() -> None:
    bell = AutoResetEvent()
    waiting = threading.Thread(target=bell.wait, args=(LONG,), daemon=True)
    waiting.start()
    waiting.join(0.05)
    assert waiting.is_alive()
    bell.set()
    waiting.join(LONG)
    assert not waiting.is_alive()


def test_a_ring_before_the_wait_is_not_lost_and_two_are_one() -> None:
    bell = AutoResetEvent()
    bell.set()
    bell.set()
    bell.wait(LONG)
    start = time.monotonic()
    bell.wait(0.05)
    assert 0.05 <= time.monotonic() - start < LONG


def test_no_time_at_all_is_no_wait() -> None:
    AutoResetEvent().wait(-1.0)  # a lock would take forever
