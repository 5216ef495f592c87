"""Keeps the machine and its screen from falling asleep while a game is on and nobody touches the keys."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import Any

MakeMode = Callable[[], AbstractContextManager[Any]]


def keep_presenting() -> AbstractContextManager[Any]:
    """The system's own way of staying awake; does nothing where there is none."""
    from wakepy import keep

    return keep.presenting(on_fail="pass")


class SleepInhibitor:
    """On while a game is shown. Asking the system may take a while, so a thread of its own does it; it never raises."""

    def __init__(self, make_mode: MakeMode = keep_presenting) -> None:
        self._make_mode = make_mode
        self._enough: threading.Event | None = None

    @property
    def on(self) -> bool:
        """Whether the machine is asked to stay awake."""
        return self._enough is not None

    def start(self) -> None:
        """From now on; does nothing if it is on already."""
        if self._enough is None:
            self._enough = threading.Event()
            # A daemon: a system that does not answer must not keep the program from ending.
            threading.Thread(target=self._hold, args=(self._enough,), name="awake", daemon=True).start()

    def stop(self) -> None:
        """No longer."""
        if self._enough:
            self._enough.set()
            self._enough = None

    def _hold(self, enough: threading.Event) -> None:
        with suppress(Exception), self._make_mode():
            enough.wait()
