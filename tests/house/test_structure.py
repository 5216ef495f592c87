"""Structure of the sources: imports point one way, packages that must stay light do, and files have one idea."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.house import structure


def test_every_figure_keeps_its_bar() -> None:
    assert {figure.title: figure.offenders for figure in structure.figures() if figure.number > figure.bar} == {}


def imported(modules: str) -> str:
    return ", ".join(f"{structure.PACKAGE}.{name}" for name in modules.split(", "))


@pytest.mark.parametrize(
    "modules",
    [
        "table.table, table.turn_runner",
        "engines.players.engine_player, engines.levels, engines.players.from_text",
        "vision.camera_session, inference.move_bridge, vision.camera.devices, vision.registry, calibration.camera_settings",
        "hardware.lights.display, hardware.lights.mapping, setup.led_scan, hardware.lights.settings",
        "words",
    ],
)
def test_light_packages_stay_light(modules: str) -> None:
    check = f"import sys, {imported(modules)}; print(sorted({{'numba', 'cv2', 'numpy', 'tkinter'}} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", check], cwd=structure.ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "modules",
    [
        "ui.launch, page.host, ui.settings",
        "page.mqtt.publisher",
        "commands.play",
        "engines.levels, table.table",
    ],
)
def test_what_only_the_page_needs_is_loaded_by_its_own_process(modules: str) -> None:
    check = (
        f"import sys, {imported(modules)}; print(sorted({{'aiohttp', 'segno', 'cryptography', 'paho'}} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", check], cwd=structure.ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
