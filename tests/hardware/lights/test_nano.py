"""The emulated board itself: it must not accept anything that real LEDs would not."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.hardware.emulation.nano import ROOT, NanoEmulation

SOURCE = ROOT / "hardware" / "firmware" / "board.c"
FLAGS = ("-std=c11", "-Os", "-mmcu=atmega328p", "-DF_CPU=16000000UL")


def variant(folder: Path, old: str, new: str) -> Path:
    """Return the firmware with a mistake in it."""
    source = SOURCE.read_text()
    assert old in source
    (folder / "lights.c").write_text(source.replace(old, new, 1))
    subprocess.run(["avr-gcc", *FLAGS, str(folder / "lights.c"), "-o", str(folder / "lights.elf")], check=True)
    return folder / "lights.elf"


@pytest.mark.usefixtures("firmware")  # and with it the emulator
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"   sbrs %[byte], 7', '"nop\\n\\t nop\\n\\t nop\\n\\t" "   sbrs %[byte], 7'),  # zeros high for half a microsecond
        ("        write_byte(*byte);\n", "        write_byte(*byte);\n        _delay_us(6);\n"),  # pauses too long
    ],
)
def test_a_wave_that_not_all_leds_read_alike_is_told(tmp_path: Path, old: str, new: str) -> None:
    with NanoEmulation(tmp_path / "port", 3, variant(tmp_path, old, new)) as board:
        assert board.wait(lambda board: board.frames)
        assert board.frames[0].faults > 0


def test_the_right_wave_is_not(firmware: Path, tmp_path: Path) -> None:
    with NanoEmulation(tmp_path / "port", 3, firmware) as board:
        assert board.wait(lambda board: board.frames)
        assert board.frames[0].faults == 0
        assert len(board.frames[0].colours) == 500
