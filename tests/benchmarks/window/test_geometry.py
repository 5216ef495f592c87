"""Everything fits: some views at the ends of what the window must manage; the benchmark walks all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.window.geometry.checks import contrast
from benchmarks.window.geometry.walk import Walk, walk

FEW = ("start", "placement blokus", "table backgammon", "more backgammon")


@pytest.mark.parametrize(
    ("size", "language", "text", "mode", "names"),
    [
        ((1024, 600), "en", "medium", "light", FEW),
        pytest.param((1366, 768), "he", "large", "dark", FEW, marks=pytest.mark.slow),
        pytest.param((2560, 1440), "de", "huge", "light", FEW, marks=pytest.mark.slow),
        pytest.param((1080, 1920), "en", "medium", "dark", FEW, marks=pytest.mark.slow),
    ],
)
def test_no_offenders(
    size: tuple[int, int],
    language: str,
    text: str,
    mode: str,
    names: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    assert walk(Walk(size, language, (text,), (mode,), names)).offences == []


def test_contrast() -> None:
    assert contrast((0, 0, 0), (1, 1, 1)) == pytest.approx(21)
    assert contrast((1, 0, 0), (1, 0, 0)) == pytest.approx(1)
