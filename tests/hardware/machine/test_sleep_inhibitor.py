from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from fourth_seat.hardware.machine.sleep_inhibitor import SleepInhibitor, keep_presenting


class Log:
    """Records when the machine was kept awake, and lets a test wait for that."""

    def __init__(self) -> None:
        self.entered, self.left = threading.Event(), threading.Event()

    @contextmanager
    def mode(self) -> Iterator[None]:
        self.entered.set()
        yield
        self.left.set()


def test_it_is_on_from_start_to_stop() -> None:
    log = Log()
    awake = SleepInhibitor(log.mode)
    assert not awake.on
    awake.start()
    awake.start()
    assert log.entered.wait(10)
    assert awake.on
    assert not log.left.is_set()
    awake.stop()
    awake.stop()
    assert log.left.wait(10)
    assert not awake.on


def test_a_system_that_refuses_is_no_error() -> None:
    refused = threading.Event()

    def refuse() -> Log:
        refused.set()
        raise RuntimeError("no such service")

    awake = SleepInhibitor(refuse)  # type: ignore[arg-type]
    awake.start()
    assert refused.wait(10)
    awake.stop()


def test_the_system_s_own_way_can_be_asked() -> None:
    with keep_presenting():
        pass
