"""An installed program, run as by somebody who has just installed it."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

from Xlib.display import Display
from Xlib.xobject.drawable import Window

WINDOW_S = 60.0


def environment_of(home: Path) -> dict[str, str]:
    """Return the environment of somebody whose folders are below `home`."""
    ours = ("PYTHON", "FOURTH_SEAT_", "NUMBA_", "VIRTUAL_ENV", "UV", "XDG_")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)} | {
        "FOURTH_SEAT_HOME": str(home / "data"),
        "XDG_CACHE_HOME": str(home / "cache"),
        "XDG_CONFIG_HOME": str(home / "config"),
    }  # fmt: skip


def run(program: Path, home: Path, *arguments: str, given: str = "") -> str:
    """Return what a command prints, run in an empty folder."""
    home.mkdir(exist_ok=True)
    done = subprocess.run(
        [program, *arguments], input=given, capture_output=True, text=True, cwd=home, env=environment_of(home), check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def check_window(program: Path, home: Path) -> None:
    """Open the program's window and close it again."""
    display = Display()
    with subprocess.Popen([program], cwd=home, env=environment_of(home)) as window:
        try:
            end = time.monotonic() + WINDOW_S
            while not _opened(display.screen().root) and window.poll() is None:
                assert time.monotonic() < end
                time.sleep(0.1)
            assert window.poll() is None
        finally:
            window.terminate()
            display.close()


def _opened(window: Window) -> bool:
    """Return whether a window of ours is on the screen, below this one."""
    shown = "Fourth-seat" in (window.get_wm_class() or ()) and window.get_attributes().map_state
    return bool(shown) or any(map(_opened, window.query_tree().children))
