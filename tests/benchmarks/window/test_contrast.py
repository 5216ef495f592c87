"""Measurements of colours: known differences and contrasts are found, and the program's own colours meet their bars."""

from __future__ import annotations

import os
from pathlib import Path
from tkinter import ttk

import pytest
from PIL import ImageGrab

from benchmarks.sight import BLINDNESS, difference, seen
from benchmarks.window import contrast
from benchmarks.window.geometry.rest import come_to_rest
from fourth_seat.hardware.hues import PIECE_HUES
from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.settings import Settings
from fourth_seat.ui.theme.typeface import open_root


@pytest.mark.quick
@pytest.mark.parametrize(
    ("one", "other", "known"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0),
        ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
        ((50, 0, 0), (50, 0, 0), 0.0),
    ],
)
def test_differences_of_sharma_wu_and_dalal(
    one: tuple[float, float, float], other: tuple[float, float, float], known: float
) -> None:
    assert difference(one, other) == pytest.approx(known, abs=1e-4) == difference(other, one)


def test_colours_as_they_are_seen() -> None:
    assert seen("#ffffff") == pytest.approx((100, 0, 0), abs=0.02)
    assert seen("#000000") == pytest.approx((0, 0, 0), abs=0.02)
    for kind in BLINDNESS:
        assert seen("#808080", kind) == pytest.approx(seen("#808080"), abs=1), f"grey is grey in {kind}"
    for kind in ("protanopia", "deuteranopia"):
        pair = "#d05050", "#7f8750"
        assert difference(*(seen(each, kind) for each in pair)) < difference(*map(seen, pair)) / 2


def test_no_colours_of_pieces_look_alike() -> None:
    assert list(contrast.alike_pieces()) == []
    usual = {kind: contrast.least_difference("usual", kind) for kind in BLINDNESS}
    for hues, kinds in contrast.MEANT_FOR.items():
        for kind in kinds:
            assert contrast.least_difference(hues, kind) > 1.5 * usual[kind], f"{hues} is no help in {kind}"


def test_colours_that_look_alike_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PIECE_HUES["usual"], "red", "#d05050")
    monkeypatch.setitem(PIECE_HUES["usual"], "green", "#7f8750")
    assert any("red and" in line or "green and" in line for line in contrast.alike_pieces())


@pytest.mark.parametrize("pairs", [contrast.window_marks, contrast.phone_pairs], ids=lambda each: each.__name__)
def test_no_mark_is_too_pale(pairs: object) -> None:
    assert [str(pair) for pair in pairs() if pair.fails] == []  # type: ignore[operator]


def test_a_pale_text_is_found_and_a_readable_one_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    window = MainWindow(open_root(), Settings("light", chime=False, awake=False, width=800, height=480))
    try:
        for text, colour in (("pale", "#b0b0b0"), ("readable", "#404040")):
            ttk.Label(window.root, text=text, foreground=colour, padding=20).pack()
        disabled = ttk.Button(window.root, text="not now")
        disabled.state(["disabled"])
        disabled.pack()
        come_to_rest(window)
        picture = ImageGrab.grab(xdisplay=os.environ["DISPLAY"])
        found = {pair.what.partition(" ")[2]: pair for pair in contrast.texts(window, picture)}
    finally:
        window.close()
    assert found["'pale'"].fails and found["'pale'"].ground == "#fafafa"
    assert not found["'readable'"].fails
    assert "'not now'" not in found
