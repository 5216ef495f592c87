from __future__ import annotations

import threading
import time

from hardware.bell import Bell

LONG = 10.0  # seconds that nothing here may take


def test_it_wakes_who_waits() -> None:
    bell, woken = Bell(), threading.Event()
    threading.Thread(target=lambda: (bell.wait(None), woken.set()), daemon=True).start()
    assert not woken.wait(0.05)
    bell.ring()
    assert woken.wait(LONG)


def test_a_ring_before_the_wait_is_not_lost_and_two_are_one() -> None:
    bell = Bell()
    bell.ring()
    bell.ring()
    bell.wait(LONG)
    begun = time.monotonic()
    bell.wait(0.05)
    assert 0.05 <= time.monotonic() - begun < LONG


def test_no_time_at_all_is_no_wait() -> None:
    Bell().wait(-1.0)  # a lock would take it for ever
