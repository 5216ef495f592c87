"""Keeps the computer and its screen awake during a game in which nobody touches the keyboard."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import Any

MakeMode = Callable[[], AbstractContextManager[Any]]


def keep_presenting() -> AbstractContextManager[Any]:
    """Return the system's wake lock, or a no-op on systems without one."""
    from wakepy import keep

    return keep.presenting(on_fail="pass")


class SleepInhibitor:
    """Keeps the computer awake while `on` is true. The request to the system may be slow, so it is made in a separate
    thread. Never raises.
    """

    def __init__(self, make_mode: MakeMode = keep_presenting) -> None:
        self._make_mode = make_mode
        self._enough: threading.Event | None = None

    @property
    def on(self) -> bool:
        """Whether the computer is being kept awake."""
        return self._enough is not None

    def start(self) -> None:
        """Start keeping the computer awake; a no-op if already started."""
        if self._enough is None:
            self._enough = threading.Event()
            # A daemon: a system that does not answer must not keep the program from ending.
            threading.Thread(target=self._hold, args=(self._enough,), name="awake", daemon=True).start()

    def stop(self) -> None:
        """Allow the computer to sleep again."""
        if self._enough:
            self._enough.set()
            self._enough = None

    def _hold(self, enough: threading.Event) -> None:
        with suppress(Exception), self._make_mode():
            enough.wait()
