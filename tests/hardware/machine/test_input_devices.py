"""Whether a machine has only a touchscreen, according to the kernel's list of its input devices."""

from __future__ import annotations

from pathlib import Path

from fourth_seat.hardware.machine.input_devices import touch_alone

TOUCH = """I: Bus=0018 Vendor=0000 Product=0000 Version=0000
N: Name="10-0038 generic ft5x06 (79)"
H: Handlers=mouse0 event0
B: PROP=2
B: EV=b
B: KEY=400 0 0 0 0 0
B: ABS=2608000 3
"""
KEYBOARD = """I: Bus=0003 Vendor=04d9 Product=0006 Version=0111
N: Name="RPI Wired Keyboard 1"
H: Handlers=sysrq kbd leds event1
B: PROP=0
B: EV=120013
B: KEY=10000 7 ff9f207a c14057ff febeffdf ffefffff ffffffff fffffffe
"""
POWER = """I: Bus=0019 Vendor=0001 Product=0001 Version=0100
N: Name="pwr_button"
H: Handlers=kbd event2
B: PROP=0
B: EV=3
B: KEY=10000000000000 0
"""


def test_a_touch_screen_without_a_keyboard(tmp_path: Path) -> None:
    listed = tmp_path / "devices"
    for devices, alone in (
        ([TOUCH, POWER], True),
        ([TOUCH, KEYBOARD, POWER], False),
        ([KEYBOARD], False),
        ([POWER], False),
        (["nonsense", "B: PROP=x\nB: KEY="], False),
    ):
        listed.write_text("\n".join(devices))
        assert touch_alone(listed) == alone, devices
    assert not touch_alone(tmp_path / "none")
