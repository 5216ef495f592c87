"""The house holds together: imports point one way, rooms that must stay light do, files have one idea."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.house import structure


def test_imports_point_down_the_house() -> None:
    assert structure.upward_imports() == []


def test_no_file_outside_its_folders_names_a_game() -> None:
    assert structure.games_named_outside() == []


def test_no_circles_of_imports() -> None:
    assert structure.import_circles((*structure.ROOMS, *structure.BESIDE)) == []


def test_types_are_checked_outside_kernels() -> None:
    assert structure.unchecked_files() == []


def test_kernels_read_records_by_name() -> None:
    assert structure.addressed_memory() == []


def test_a_class_name_means_one_class() -> None:
    assert len(structure.repeated_class_names()) <= 5


def test_rooms_are_sorted_into_folders() -> None:
    assert {room: count for room, count in structure.loose_files().items() if count > structure.MAX_LOOSE_FILES} == {}


def test_tests_of_the_product_use_no_tools() -> None:
    assert structure.tests_of_tools() == []


def test_files_are_short_enough_to_read() -> None:
    assert structure.long_files() == []


@pytest.mark.parametrize(
    "modules",
    [
        "table.table, table.turn_runner",
        "engines.players.engine_player, engines.levels, engines.players.from_text",
        "setup.camera_session, vision.camera_bridge, vision.camera.devices, vision.registry, calibration.camera_settings",
        "setup.lighting, setup.lights, setup.lights_seen, calibration.lights_settings",
        "words",
    ],
)
def test_light_rooms_stay_light(modules: str) -> None:
    check = f"import sys, {modules}; print(sorted({{'numba', 'cv2', 'numpy', 'tkinter'}} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", check], cwd=structure.ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
