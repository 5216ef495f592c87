"""A short evening at the table, and how its growth is measured."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.reliability.evening.figures import Sample, slope
from tests.hardware.emulation import lcdd_server, nano

ROOT = Path(__file__).resolve().parents[3]
LEVELS_MB = {"": 80.0, "kalah": 400.0, "blokus": 900.0}


@pytest.mark.parametrize("growth", [0.0, 5.0, -3.0])
def test_growth_is_told_from_the_levels_of_the_games(growth: float) -> None:
    rng = random.Random(1)
    hours = [number / 100 for number in range(400)]
    samples = [
        Sample(hour, game, LEVELS_MB[game] + growth * hour + rng.gauss(0, 1), 20, 3)
        for hour, game in zip(hours, rng.choices(list(LEVELS_MB), k=400), strict=True)
    ]
    assert slope(samples, lambda sample: sample.rss_mb) == pytest.approx(growth, abs=0.2)
    assert slope(samples, lambda sample: sample.descriptors) == 0


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the emulated Arduino runs on Linux only")
def test_a_short_evening() -> None:
    if packages := [*nano.missing_packages(), *lcdd_server.missing_packages()]:
        pytest.skip(f"missing: sudo apt install {' '.join(packages)}")
    command = (sys.executable, "-m", "benchmarks.reliability.evening", "--hours", "0.5", "--speed", "20", "--sitting", "6")
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
