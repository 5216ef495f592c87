"""The text display and the voice are chosen, and chosen again, without anybody waiting for a device."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence

import pytest

from fourth_seat.hardware import announcer as module
from fourth_seat.hardware.announcer import Announcer
from fourth_seat.hardware.device_url import DeviceUrl
from fourth_seat.hardware.text.drivers import BadTextDisplay, CharacterPanel, PanelSize
from fourth_seat.words import Catalogue, Text, say
from tests.hardware.emulation.lcdd_server import until
from tests.hardware.text.announcements import turn

GERMAN = Catalogue("de")


class SlowPanel(CharacterPanel):
    """A panel that is slow to write, until it is allowed to go on."""

    def __init__(self, name: str, log: list[str], free: threading.Event) -> None:
        self._name, self._log, self._free = name, log, free

    @classmethod
    def at(cls, url: DeviceUrl) -> SlowPanel:
        return cls(url.place, [], threading.Event())

    def open(self) -> PanelSize:
        self._log.append(f"{self._name} opened")
        return PanelSize()

    def write(self, lines: Sequence[str]) -> None:
        self._log.append(f"{self._name}: {lines[0].strip()}")
        self._free.wait()

    def check(self) -> None:
        pass

    def close(self) -> None:
        self._log.append(f"{self._name} closed")

    def remedy(self, error: Exception) -> Text:
        return say("no")


@pytest.fixture
def announcer() -> Iterator[Announcer]:
    announcer = Announcer()
    yield announcer
    announcer.close()


def test_a_bad_address_of_the_text_display_does_not_silence_the_voice(announcer: Announcer) -> None:
    with pytest.raises(BadTextDisplay):
        announcer.attach("lamp", voice=True, catalogue=GERMAN)
    assert announcer.voice.on and announcer.voice.catalogue is GERMAN
    assert announcer.text is None
    announcer.attach("lamp", voice=False)  # which has been said already
    assert not announcer.voice.on and announcer.voice.catalogue is GERMAN


def test_nobody_waits_for_the_former_display_but_the_next_one(
    announcer: Announcer, monkeypatch: pytest.MonkeyPatch
) -> None:
    log: list[str] = []
    free = threading.Event()
    monkeypatch.setattr(module, "make_panel", lambda url: SlowPanel(url, log, free))
    announcer.attach("one", voice=False)
    until(lambda: len(log) == 2)  # it writes
    start = time.monotonic()
    announcer.attach("", voice=False)
    announcer.attach("two", voice=False)
    announcer.show(turn("Ann"))
    assert time.monotonic() - start < 0.5
    time.sleep(0.1)
    assert log == ["one opened", "one: "]  # they may be on the same port
    free.set()
    until(lambda: "two: Ann's turn." in log)
    assert log.index("one closed") < log.index("two opened")
