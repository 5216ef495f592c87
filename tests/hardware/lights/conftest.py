from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from fourth_seat.hardware.lights.strip import Strip
from tests.hardware.emulation.nano import NanoEmulation, build, missing_packages

Plug = Callable[..., NanoEmulation]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path / "home"))


@pytest.fixture(scope="session")
def firmware() -> Path:
    if not sys.platform.startswith("linux"):
        pytest.skip("the emulated Arduino runs on Linux only")
    if packages := missing_packages():
        pytest.skip(f"the emulated Arduino needs: sudo apt install {' '.join(packages)}")
    return build()


@pytest.fixture
def plug(firmware: Path, tmp_path: Path) -> Iterator[Plug]:
    """Plug in an emulated Arduino: `plug(count, name)`."""
    with ExitStack() as boards:
        yield lambda count, name="ttyUSB0": boards.enter_context(NanoEmulation(tmp_path / name, count, firmware))


@pytest.fixture
def closing() -> Iterator[Callable[[Strip], Strip]]:
    """Close strips at the end."""
    with ExitStack() as strips:

        def remember(strip: Strip) -> Strip:
            strips.callback(strip.close)
            return strip

        yield remember


def eventually(true: Callable[[], object], seconds: float = 5.0) -> bool:
    """Return whether something becomes true in time."""
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            return False
        time.sleep(0.005)
    return True
